"""What `solve --openings` and `verify` do for Isolation."""

import sys
import time
from pathlib import Path

from plyground.cli.terminal import FAINT, colored, print_json, progress_bar, warn
from plyground.games import Game
from plyground.games.grids import Grid
from plyground.solve.isolation_file import Progress, write
from plyground.solve.isolation_map import as_text
from plyground.solve.isolation_openings import Opening, Openings, cell_name, classes
from plyground.solve.isolation_workers import Verification, solve_openings, verify


def print_openings(
    game: Game,
    workers: int,
    fresh: bool = False,
    store: Path | None = None,
    output: Path | None = None,
    as_json: bool = False,
) -> None:
    """Solve all openings of a board, or what is left of them, and print the table and the maps."""
    progress = Progress(game, store, fresh)
    known = len(progress.winners)
    started = time.monotonic()
    found = _solved(progress, workers)
    seconds = time.monotonic() - started
    if output is not None:
        write(output, game, found)
        warn(f"written: {output}")
    if as_json:
        print_json(found.as_data() | {"solved_now": len(found.openings) - known})
        return
    print(as_text(found))
    solved_now = f"{len(found.openings) - known} classes solved now in {seconds:.1f} s"
    kept = f"{known} taken from {progress.path} (--fresh solves them anew)"
    print(colored(f"{solved_now}, {kept}" if known else solved_now, FAINT))


def _solved(progress: Progress, workers: int) -> Openings:
    total = len(progress.winners) + len(progress.left)
    try:
        with progress_bar(f"openings of {progress.game.text}", total) as show:
            return solve_openings(progress, workers, show)
    except KeyboardInterrupt:
        done = len(progress.winners)
        warn(f"{done} of {total} classes are solved and kept in {progress.path}:")
        warn("the same command goes on from there")
        raise


def print_verification(
    game: Game, sample: int = 0, seed: int = 0, workers: int = 1, as_json: bool = False
) -> bool:
    """Solve the shipped openings again, all or a sample of so many; whether every one is right."""
    started = time.monotonic()
    total = sample or len(classes(game))
    with progress_bar(f"verifying the openings of {game.text}", total) as show:
        found = verify(game, workers, sample, seed, show)
    if as_json:
        print_json(_as_data(game, found))
        return not found.wrong
    for entry in found.wrong:
        print(f"wrong: {_words(game, entry)}", file=sys.stderr)
    right = found.checked - len(found.wrong)
    print(
        f"{game.text}: {right:,} of {found.checked:,} entries are right"
        f" ({found.checked:,} of {found.entries:,} solved again in "
        f"{time.monotonic() - started:.1f} s)"
    )
    return not found.wrong


def _as_data(game: Game, found: Verification) -> dict[str, object]:
    wrong = [_words(game, entry) for entry in found.wrong]
    return {
        "game": found.game,
        "checked": found.checked,
        "entries": found.entries,
        "wrong": wrong,
        "right": not wrong,
    }


def _words(game: Game, entry: Opening) -> str:
    grid = Grid(game.parameters["rows"], game.parameters["columns"])
    first, second = cell_name(grid, entry.first), cell_name(grid, entry.second)
    said = "first" if entry.first_wins else "second"
    return f"{first} {second} is not won by the {said} player"
