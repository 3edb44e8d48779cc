"""`plyground solve` and `plyground verify`: exact values, and their proof."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

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
from plyground.solve.solution import Solution, solution
from plyground.text import defaults

Table = Annotated[
    int, typer.Option(parser=at_least(1), help="The search remembers 2**TABLE positions.")
]
INTERRUPTED = 130


def add_to(app: typer.Typer) -> None:
    """Put the commands of this file into the app."""
    app.command("solve")(solve_command)
    app.command("verify")(verify_command)


def solve_command(
    game: GameText,
    position: PositionArgument = "",
    openings: Annotated[
        bool, typer.Option("--openings", help="Isolation: all openings, up to symmetry.")
    ] = False,
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
    place = read_position(rules, position)
    takes = defaults(ORACLES[rules.name]) if rules.name in ORACLES else {}
    oracle = load_oracle(rules, **({"table": table} if "table" in takes else {}))
    found = attended(oracle, lambda: solution(oracle, place))
    if as_json:
        print_json(as_data(oracle, found))
    else:
        print_solution(oracle, found)
    if found.stopped:
        raise typer.Exit(INTERRUPTED)


def verify_command(
    game: GameText,
    sample: Annotated[
        int, typer.Option(parser=at_least(0), help="How many entries, by chance; 0: all.")
    ] = 0,
    seed: Annotated[int, typer.Option(parser=at_least(0), help="Of the sample.")] = 1,
    workers: WorkersOption = CORES,
    as_json: Json = False,
) -> None:
    """Solve again what Plyground ships as solved, and compare."""
    rules = load_game(game)
    _with_openings(rules)
    if not print_verification(rules, sample, seed, workers, as_json):
        raise typer.Exit(1)


def _with_openings(game: Game) -> None:
    if game.name != "isolation":
        raise BadParameter(f"{game.text} has no openings to solve: isolation has")


def attended(oracle: Oracle, work: Callable[[], Solution]) -> Solution:
    """Do it, say how it goes, and stop an oracle that searches on Ctrl-C."""
    if not isinstance(oracle, Searching):
        return work()
    started, searching = time.monotonic(), oracle
    with status_line() as show:

        def tell() -> None:
            seconds = time.monotonic() - started
            if seconds > 1:
                show(f"{searching.progress}, {seconds:.0f} s (Ctrl-C stops)")

        return in_background(work, tell, searching.stop)


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
