"""Solved openings of Isolation in a file: the one that is shipped, and the one that grows.

    # Openings of isolation, solved by Plyground         first line: what it is
    # …                                                  who made it, rules, totals
    # sha256 e3b0…                                       of all lines below, in a finished file
    a1 b1 2                                              X on a1, O on b1, X to move: O wins
    a1 c1 1

A line is written at once and ends with its line break: what a killed process leaves behind is whole
lines, and perhaps the beginning of one, which does not count.
"""

import dataclasses
import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from plyground import files
from plyground.errors import BadFile
from plyground.games.game import Game
from plyground.games.grids import Grid
from plyground.solve.isolation_openings import Opening, Openings, cell_name, classes

DATA = Path(__file__).parent / "data"


def file_name(game: Game) -> str:
    """isolation-7x7-knight.txt"""
    rows, columns, move = (game.parameters[name] for name in ("rows", "columns", "move"))
    return f"isolation-{rows}x{columns}-{move}.txt"


def shipped(game: Game) -> Openings | None:
    """The solution that comes with Plyground, if this board's does."""
    path = DATA / file_name(game)
    return read(path, game) if path.exists() else None


def write(path: Path, game: Game, solved: Openings) -> None:
    """Write a finished table, with what it is and a checksum."""
    body = "".join(line(game, each) for each in solved.openings)
    rules = game.rules.replace("\n", " ")
    head = [
        title(game),
        f"Made by: plyground solve {quoted(game)} --openings --output {path.name}",
        f"Check it: plyground verify {quoted(game)}",
        f"Rules: {rules}",
        "A line is a class of openings up to symmetry: cell of the first player, cell of the "
        "second, winner; the first is to move.",
        f"{len(solved.openings)} classes, {solved.won} won by the first player.",
        f"sha256 {hashlib.sha256(body.encode()).hexdigest()}",
    ]
    files.save(path, "".join(f"# {each}\n" for each in head) + body)


def read(path: Path, game: Game) -> Openings:
    """A finished table; one that is foreign, damaged or not complete is refused."""
    lines = _text(path, game).splitlines(keepends=True)
    body = "".join(each for each in lines if not each.startswith("#"))
    checksum = f"# sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"
    if checksum not in lines:
        raise BadFile(f"{path}: its lines are not those that its checksum was made of")
    return complete(path, game, _winners(path, game, body))


def complete(path: Path, game: Game, winners: dict[tuple[int, int], bool]) -> Openings:
    """The record of all classes."""
    solved = _filled(classes(game), winners)
    missing = sum(each.first_wins is None for each in solved)
    if missing or len(winners) != len(solved):
        raise BadFile(f"{path}: {missing} of {len(solved)} openings are missing")
    rows, columns = game.parameters["rows"], game.parameters["columns"]
    return Openings(game.text, rows, columns, tuple(solved))


def _filled(unsolved: Iterable[Opening], winners: dict[tuple[int, int], bool]) -> list[Opening]:
    return [
        dataclasses.replace(each, first_wins=winners.get((each.first, each.second)))
        for each in unsolved
    ]


def line(game: Game, opening: Opening) -> str:
    """One class."""
    grid = _grid(game)
    first, second = cell_name(grid, opening.first), cell_name(grid, opening.second)
    return f"{first} {second} {1 if opening.first_wins else 2}\n"


def title(game: Game) -> str:
    """What the first line of a file says."""
    return f"Openings of {game.text}, solved by Plyground"


def quoted(game: Game) -> str:
    """The game as one word of a command line."""
    return game.text if game.text.isidentifier() else f"'{game.text}'"


class Progress:
    """The file that grows as openings are solved; whoever opens it goes on where it ended."""

    def __init__(self, game: Game, path: Path | None = None, fresh: bool = False) -> None:
        self.game = game
        self.path = path or files.cache_folder() / "openings" / file_name(game)
        self.winners: dict[tuple[int, int], bool] = {}
        if self.path.exists() and not fresh:
            body = _text(self.path, game)
            self.winners = _winners(self.path, game, body[: body.rfind("\n") + 1])
        self._begin()

    def _begin(self) -> None:
        """Whole lines only, so that the next one begins a line."""
        kept = _filled(classes(self.game), self.winners)
        solved = [line(self.game, each) for each in kept if each.first_wins is not None]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFile(f"cannot write {self.path}: {error.strerror or error}") from error
        files.save(self.path, f"# {title(self.game)}\n" + "".join(solved))

    @property
    def left(self) -> list[Opening]:
        """What is not solved yet."""
        return [
            each for each in classes(self.game) if (each.first, each.second) not in self.winners
        ]

    def add(self, opening: Opening) -> None:
        """Keep a solved opening."""
        self.winners[opening.first, opening.second] = bool(opening.first_wins)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line(self.game, opening))

    def result(self) -> Openings:
        """The finished table."""
        return complete(self.path, self.game, self.winners)


def _text(path: Path, game: Game) -> str:
    """The file, if its first line is the one of this game."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"cannot read {path}: {error}") from error
    if not text.startswith(f"# {title(game)}\n"):
        raise BadFile(f"{path} does not hold openings of {game.text}")
    return text


def _winners(path: Path, game: Game, body: str) -> dict[tuple[int, int], bool]:
    """Who wins each class that the lines tell of."""
    known: Sequence[Opening] = classes(game)
    lines = {
        line(game, dataclasses.replace(each, first_wins=wins)): (each.first, each.second, wins)
        for each in known
        for wins in (False, True)
    }
    found: dict[tuple[int, int], bool] = {}
    for number, each in enumerate(body.splitlines(keepends=True), 1):
        if each.startswith("#"):
            continue
        if each not in lines:
            raise BadFile(f"{path}: cannot read line {number}, {each.rstrip()!r}")
        first, second, wins = lines[each]
        if found.setdefault((first, second), wins) != wins:
            raise BadFile(f"{path}: line {number}, {each.rstrip()!r}, contradicts an earlier one")
    return found


def _grid(game: Game) -> Grid:
    return Grid(game.parameters["rows"], game.parameters["columns"])
