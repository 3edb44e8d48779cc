"""Games that are solved by tables: which options of `solve` and `verify` go together.

solve nine_mens_morris --men 8 --store DIR [--opening] [--packed DIR]     solve_morris.py
solve checkers --pieces 4 --store DIR                                     solve_checkers.py
"""

from collections.abc import Mapping
from pathlib import Path

import typer

from plyground.cli import solve_checkers, solve_morris
from plyground.cli.terminal import print_json
from plyground.errors import BadParameter
from plyground.games import Game

TABLES = {"nine_mens_morris": solve_morris, "checkers": solve_checkers}


def refuse_others(work: str, given: Mapping[str, object], *fitting: str) -> None:
    """BadParameter if something was given that does not belong to the work at hand."""
    others = [name for name, value in given.items() if value and name not in fitting]
    if others:
        raise BadParameter(f"{work} takes no {', '.join(others)} (it takes {', '.join(fitting)})")


def store_of(game: Game, store: Path | None) -> Path:
    """The folder of a game that is solved by tables, or a refusal."""
    if game.name not in TABLES:
        raise BadParameter(f"{game.text} is not solved by tables (these are: {', '.join(TABLES)})")
    if store is None:
        raise BadParameter("name the folder of the tables: --store DIR (all of morris takes 9 GB)")
    return store


def number_of(game: Game, men: int, pieces: int) -> int:
    """How many men or pieces, whichever the game has; 0 if nobody said."""
    if (pieces and game.name != "checkers") or (men and game.name == "checkers"):
        raise BadParameter("--men is for nine_mens_morris, --pieces for checkers")
    return men or pieces


def print_tables(
    game: Game, folder: Path, number: int, opening: bool, packed: Path | None, workers: int
) -> None:
    """Solve up to so many men or pieces, if any; then what morris has above its tables."""
    if (opening or packed) and game.name != "nine_mens_morris":
        raise BadParameter("--opening and --packed are for nine_mens_morris")
    if number:
        print("\n".join(TABLES[game.name].solve(number, folder, workers).lines))
    if opening:
        print(solve_morris.opening(folder))
    if packed:
        for file in solve_morris.export(folder, packed, workers):
            print(f"written: {file}")


def print_tables_as_data(game: Game, folder: Path, number: int, workers: int) -> None:
    """Solve up to so many men or pieces; one object for scripts."""
    print_json({"game": game.text, **TABLES[game.name].solve(number, folder, workers).data})


def print_comparison(
    game: Game, folder: Path, number: int, pair: list[str], workers: int, as_json: bool
) -> None:
    """Compare what a store holds, and say so as it comes; exit code 1 if anything is wrong."""
    if game.name == "checkers":
        if pair:
            raise BadParameter("--pair is for nine_mens_morris")
        found = solve_checkers.verify(folder, workers, number or None)
    else:
        if pair and number:
            raise BadParameter("--pair and --men: give one of them")
        found = solve_morris.verify(folder, workers, number or None, pair)
    right, tables = True, []
    for each in found:
        right = right and each.right
        if each.data is not None:
            tables.append(each.data)
        if not as_json:
            print(each.line, flush=True)
    if as_json:
        print_json({"game": game.text, "right": right, "tables": tables})
    if not right:
        raise typer.Exit(1)
