"""`plyground solve`, `verify` and `probe`: exact values, their proof, and what a position is worth.

a position           solve connect_four 44435        any game with an oracle
all openings         solve isolation --openings      verify isolation
a store of tables    solve nine_mens_morris --men 8  verify … --store DIR, probe … --store DIR
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli import solve_checkers, solve_morris
from plyground.cli.games import GameText, Json, PositionArgument, read_position
from plyground.cli.matches import CORES, WorkersOption
from plyground.cli.solve_isolation import print_openings, print_verification
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
StoreFolder = Annotated[Path | None, typer.Option("--store", help="The folder of the tables.")]
INTERRUPTED = 130
TABLES = {"nine_mens_morris": solve_morris, "checkers": solve_checkers}


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
        int, typer.Option(parser=at_least(0), help="Checkers: all endgames of so many pieces.")
    ] = 0,
    opening: Annotated[
        bool, typer.Option("--opening", help="Morris: the empty board, by a store of everything.")
    ] = False,
    packed: Annotated[
        Path | None, typer.Option(help="Morris: write who wins here, four positions to a byte.")
    ] = None,
    store: StoreFolder = None,
    table: Table = 24,
    workers: WorkersOption = CORES,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Openings: begin anew, whatever was solved before.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", help="Openings: write the solution here.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve a position: who wins and when, and what every move is worth; or all openings."""
    rules = load_game(game)
    if openings:
        _with_openings(rules)
        print_openings(rules, workers, fresh, None, output, as_json)
        return
    if men or pieces or opening or packed:
        folder = _store_of(rules, store)
        if men or pieces:
            number = _number(rules, men, pieces)
            print("\n".join(TABLES[rules.name].solve(number, folder, workers)))
        if opening or packed:
            _print_above(rules, folder, opening, packed, workers)
        return
    place = read_position(rules, position)
    oracle = _oracle(rules, {"table": table, "store": str(store or "")})
    found = attended(oracle, place)
    if as_json:
        print_json(as_data(oracle, found))
    else:
        print_solution(oracle, found)
    if found.stopped:
        raise typer.Exit(INTERRUPTED)


def _oracle(game: Game, settings: dict[str, object]) -> Oracle:
    """The game's oracle, with those of the settings that it takes."""
    takes = defaults(ORACLES[game.name]) if game.name in ORACLES else {}
    return load_oracle(game, **{name: value for name, value in settings.items() if name in takes})


def _store_of(game: Game, store: Path | None) -> Path:
    """The folder of a game that is solved by tables, or a refusal."""
    if game.name not in TABLES:
        raise BadParameter(f"{game.text} is not solved by tables (these are: {', '.join(TABLES)})")
    if store is None:
        raise BadParameter("name the folder of the tables: --store DIR (all of morris takes 9 GB)")
    return store


def _number(game: Game, men: int, pieces: int) -> int:
    """How many men or pieces, whichever the game has; 0 if nobody said."""
    if (pieces and game.name != "checkers") or (men and game.name == "checkers"):
        raise BadParameter("--men is for nine_mens_morris, --pieces for checkers")
    return men or pieces


def _print_above(
    game: Game, folder: Path, opening: bool, packed: Path | None, workers: int
) -> None:
    """Morris: the opening above the tables, and the tables for sharing."""
    if game.name != "nine_mens_morris":
        raise BadParameter("--opening and --packed are for nine_mens_morris")
    if opening:
        print("\n".join(solve_morris.opening(folder)))
    if packed:
        for file in solve_morris.export(folder, packed, workers):
            print(f"written: {file}")


def probe_command(
    game: GameText, position: PositionArgument, store: StoreFolder = None, as_json: Json = False
) -> None:
    """What a store of tables says about a position and each of its moves."""
    rules = load_game(game)
    place = read_position(rules, position)
    oracle = _oracle(rules, {"store": str(store or "")})
    found = attended(oracle, place)
    if as_json:
        print_json(as_data(oracle, found))
    else:
        print_solution(oracle, found)


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
    seed: Annotated[int, typer.Option(parser=at_least(0), help="Of the sample.")] = 1,
    workers: WorkersOption = CORES,
    as_json: Json = False,
) -> None:
    """Find again what is kept as solved, shipped or in a store, and compare."""
    rules = load_game(game)
    if store is not None:
        folder, number = _store_of(rules, store), _number(rules, men, pieces) or None
        if rules.name == "checkers":
            verdicts = solve_checkers.verify(folder, workers, number)
        else:
            verdicts = solve_morris.verify(folder, workers, number, pair or ())
        _print_verdicts(verdicts)
        return
    _with_openings(rules)
    if not print_verification(rules, sample, seed, workers, as_json):
        raise typer.Exit(1)


def _print_verdicts(verdicts: Iterator[tuple[str, bool]]) -> None:
    """Line after line, as they come; exit code 1 if anything is wrong."""
    right = True
    for line, same in verdicts:
        print(line, flush=True)
        right = right and same
    if not right:
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
    for move, truth in sorted(found.moves.items(), key=lambda each: each[1].rank, reverse=True):
        score = _signed(oracle.points(position, truth))
        print(f"{game.move_name(position, move):>6}  {score:>4}  {truth}")
    if found.line:
        print("best line  " + " ".join(line_names(game, found)))
    warn(f"stopped: {found.stopped}" if found.stopped else "")
    print(colored(f"{found.nodes:,} nodes, {found.seconds:.3f} s", FAINT))


def verdict(oracle: Oracle, position: tuple[int, ...], truth: Truth) -> str:
    """Who wins, in words."""
    game = oracle.game
    mover = game.turn(position)
    if not truth.outcome:
        return "a draw with best play"
    winner = game.players[mover if truth.outcome > 0 else 1 - mover]
    score = f" (score {_signed(oracle.points(position, truth))})"
    how = f"by {abs(truth.margin)}" if truth.margin else f"in {truth.plies} plies"
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
