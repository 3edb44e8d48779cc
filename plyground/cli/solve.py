"""`plyground solve`, `verify` and `probe`: exact values, their proof, and what a position is worth.

a position           solve connect_four 44435        any game with an oracle
all openings         solve isolation --openings      verify isolation
a store of tables    solve nine_mens_morris --men 8  verify … --store DIR, probe … --store DIR
"""

import time
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.games import GameText, Json, PositionArgument, read_position
from plyground.cli.matches import CORES
from plyground.cli.solve_isolation import print_openings, print_verification
from plyground.cli.solve_tables import (
    TABLES,
    number_of,
    print_comparison,
    print_tables,
    print_tables_as_data,
    refuse_others,
    store_of,
)
from plyground.cli.terminal import (
    FAINT,
    STRONG,
    at_least,
    board,
    colored,
    in_background,
    print_json,
    status_line,
    warn,
)
from plyground.errors import BadParameter
from plyground.games import Game, load_game
from plyground.solve import ORACLES, Oracle, Truth, load_oracle
from plyground.solve.searching import Searching
from plyground.solve.solution import Solution, make_ready, solution
from plyground.text import defaults

Table = Annotated[
    int, typer.Option(parser=at_least(1), help="The search remembers 2**TABLE positions.")
]
StoreFolder = Annotated[
    Path | None, typer.Option("--store", help="Morris, checkers: the folder of the tables.")
]
Threads = Annotated[
    int, typer.Option("--workers", parser=at_least(1), help="How many work at the same time.")
]
USUAL_TABLE, USUAL_SEED = 24, 1
INTERRUPTED = 130


def add_to(app: typer.Typer) -> None:
    """Put the commands of this file into the app."""
    app.command("solve")(solve_command)
    app.command("verify")(verify_command)
    app.command("probe")(probe_command)


def solve_command(
    game: GameText,
    position: PositionArgument = "",
    openings: Annotated[
        bool, typer.Option("--openings", help="Isolation: all openings, up to symmetry.")
    ] = False,
    men: Annotated[
        int, typer.Option(parser=at_least(0), help="Morris: all positions of up to so many men.")
    ] = 0,
    pieces: Annotated[
        int, typer.Option(parser=at_least(0), help="Checkers: all of up to so many pieces.")
    ] = 0,
    opening: Annotated[
        bool, typer.Option("--opening", help="Morris: the empty board, by a store of everything.")
    ] = False,
    packed: Annotated[
        Path | None, typer.Option(help="Morris: write who wins here, four positions to a byte.")
    ] = None,
    store: StoreFolder = None,
    table: Table = USUAL_TABLE,
    workers: Threads = CORES,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Openings: begin anew, whatever was solved before.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", help="Openings: write the solution here.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve a position: who wins and when, and what every move is worth; or tables of positions."""
    rules = load_game(game)
    given = {"--openings": openings, "--men": men, "--pieces": pieces, "--opening": opening,
             "--packed": packed, "--store": store, "--fresh": fresh, "--output": output,
             "--table": table != USUAL_TABLE, "--json": as_json,
             "POSITION": position}  # fmt: skip
    if openings:
        _with_openings(rules)
        refuse_others("solve --openings", given, "--openings", "--fresh", "--output", "--json")
        print_openings(rules, workers, fresh, None, output, as_json)
        return
    if men or pieces or opening or packed:
        folder, number = store_of(rules, store), number_of(rules, men, pieces)
        if as_json and number:
            refuse_others("solving tables", given, "--men", "--pieces", "--store", "--json")
            print_tables_as_data(rules, folder, number, workers)
        else:
            fitting = "--men", "--pieces", "--opening", "--packed", "--store"
            refuse_others("solving tables", given, *fitting)
            print_tables(rules, folder, number, opening, packed, workers)
        return
    refuse_others("solving a position", given, "POSITION", "--store", "--table", "--json")
    _print_solved(rules, position, {"--table": table, "--store": str(store or "")}, as_json)


def _print_solved(game: Game, position: str, settings: dict[str, object], as_json: bool) -> None:
    """Solve a position and print what is known about it."""
    place = read_position(game, position)
    oracle = _oracle(game, settings)
    found = attended(oracle, place)
    if as_json:
        print_json(as_data(oracle, found))
    else:
        print_solution(oracle, found)
    if found.stopped:
        raise typer.Exit(INTERRUPTED)


def _oracle(game: Game, settings: dict[str, object]) -> Oracle:
    """The game's oracle, with the settings by the names of their options; others are refused."""
    takes = defaults(ORACLES[game.name]) if game.name in ORACLES else settings
    said = {name.removeprefix("--"): value for name, value in settings.items()}
    for name, value in said.items():
        if name not in takes and value not in ("", USUAL_TABLE):
            raise BadParameter(f"{game.text} is solved without --{name}")
    return load_oracle(game, **{name: value for name, value in said.items() if name in takes})


def probe_command(
    game: GameText, position: PositionArgument, store: StoreFolder = None, as_json: Json = False
) -> None:
    """What a store of tables says about a position and each of its moves."""
    _print_solved(load_game(game), position, {"--store": str(store or "")}, as_json)


def verify_command(
    game: GameText,
    store: StoreFolder = None,
    men: Annotated[
        int, typer.Option(parser=at_least(0), help="Morris: up to so many men; all by default.")
    ] = 0,
    pieces: Annotated[
        int, typer.Option(parser=at_least(0), help="Checkers: up to so many; all by default.")
    ] = 0,
    pair: Annotated[
        list[str] | None, typer.Option(help="Morris: only this pair, such as 5-3; repeatable.")
    ] = None,
    sample: Annotated[
        int, typer.Option(parser=at_least(0), help="How many entries, by chance; 0: all.")
    ] = 0,
    seed: Annotated[int, typer.Option(parser=at_least(0), help="Of the sample.")] = USUAL_SEED,
    workers: Threads = CORES,
    as_json: Json = False,
) -> None:
    """Find again what is kept as solved, shipped or in a store, and compare."""
    rules = load_game(game)
    given = {"--store": store, "--men": men, "--pieces": pieces, "--pair": pair,
             "--sample": sample, "--seed": seed != USUAL_SEED, "--json": as_json}  # fmt: skip
    if store is not None or rules.name in TABLES:
        folder, number = store_of(rules, store), number_of(rules, men, pieces)
        fitting = "--store", "--men", "--pieces", "--pair", "--json"
        refuse_others("verifying tables", given, *fitting)
        print_comparison(rules, folder, number, pair or [], workers, as_json)
        return
    _with_openings(rules)
    refuse_others("verifying openings", given, "--sample", "--seed", "--json")
    if not print_verification(rules, sample, seed, workers, as_json):
        raise typer.Exit(1)


def _with_openings(game: Game) -> None:
    if game.name != "isolation":
        raise BadParameter(f"{game.text} has no openings to solve: isolation has")


def attended(oracle: Oracle, position: tuple[int, ...]) -> Solution:
    """Solve it, say how it goes, and stop an oracle that searches on Ctrl-C."""
    started = time.monotonic()
    with status_line() as show:

        def tell() -> None:
            seconds = time.monotonic() - started
            if isinstance(oracle, Searching) and seconds > 1:
                show(f"{oracle.progress}, {seconds:.0f} s (Ctrl-C stops)")

        in_background(lambda: make_ready(oracle, position), tell)
        if not isinstance(oracle, Searching):
            return solution(oracle, position)
        return in_background(lambda: solution(oracle, position), tell, oracle.stop)


def print_solution(oracle: Oracle, found: Solution) -> None:
    game, position = oracle.game, found.position
    print(board(game, position))
    if found.truth:
        print(colored(verdict(oracle, position, found.truth), STRONG))
    names = {move: game.move_name(position, move) for move in found.moves}
    width = max([6, *map(len, names.values())])
    for move, truth in sorted(found.moves.items(), key=lambda each: each[1].rank, reverse=True):
        score = _signed(oracle.points(position, truth))
        print(f"{names[move]:>{width}}  {score:>4}  {truth}")
    if found.line:
        print("best line  " + " ".join(line_names(game, found)))
    warn(f"stopped: {found.stopped}" if found.stopped else "")
    how = f"{found.nodes:,} nodes" if found.nodes else "looked up"
    print(colored(f"{how}, {found.seconds:.3f} s", FAINT))


def verdict(oracle: Oracle, position: tuple[int, ...], truth: Truth) -> str:
    """Who wins, in words."""
    game = oracle.game
    mover = game.turn(position)
    if not truth.outcome:
        return "a draw with best play"
    winner = game.players[mover if truth.outcome > 0 else 1 - mover]
    score = f" (score {_signed(oracle.points(position, truth))})"
    plies = "1 ply" if truth.plies == 1 else f"{truth.plies} plies"
    how = f"by {abs(truth.margin)}" if truth.margin else f"in {plies}"
    return f"{winner} wins" + (f" {how}{score}" if truth.plies is not None else "")


def line_names(game: Game, found: Solution) -> list[str]:
    position, names = found.position, []
    for move in found.line:
        names.append(game.move_name(position, move))
        position = game.plain.play(position, move)
    return names


def as_data(oracle: Oracle, found: Solution) -> dict[str, object]:
    """The solution for scripts."""
    game, position = oracle.game, found.position

    def value(truth: Truth) -> dict[str, object]:
        word = {1: "win", 0: "draw", -1: "loss"}[truth.outcome]
        return {"value": word, "score": oracle.points(position, truth), "plies": truth.plies}

    return {
        "game": game.text,
        "position": game.position_name(position),
        "exact": found.truth is not None,
        **(value(found.truth) if found.truth else {"known": found.stopped}),
        "moves": {game.move_name(position, move): value(each)
                  for move, each in found.moves.items()},
        "line": line_names(game, found),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }  # fmt: skip


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"
