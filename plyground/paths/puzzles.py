"""Sliding puzzles: tiles in a frame with one gap, the blank.

    blank first: 0 1 2 …        blank last: 1 2 … 0          the blank moves, in this order
         ·  1  2                     1  2  3                               up
         3  4  5                     4  5  6                         left  ··  right
         6  7  8                     7  8  ·                              down

A state is the tuple of tiles in reading order, 0 for the blank; each move costs 1. Half of all
arrangements can be solved. A move swaps two tiles, the blank being one, and takes the blank one
step, so what never changes is

    parity of the arrangement  +  parity of the blank's distance from home     (even at the goal)
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import isqrt
from typing import Any, Literal, TypeAlias

from plyground import draw
from plyground.bits import below, dice, rolled, scrambled
from plyground.errors import BadParameter, BadText
from plyground.paths.problem import Problem
from plyground.text import Call

Blank: TypeAlias = Literal["first", "last"]
Tiles: TypeAlias = tuple[int, ...]

MOVES = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""(rows, columns) the blank moves by: up, left, right, down."""
LEAST_SIDE, MOST_SIDE, USUAL_SIDE = 2, 6, 3
BLANKS = ("·", ".", "_")
"""What may stand for the blank besides 0."""
UNSOLVABLE = "no moves lead to the goal: the parity of the arrangement is odd"


@dataclass(frozen=True, eq=False)
class Puzzle(Problem):
    """A frame of so many rows and columns, the tiles it starts with and the one goal."""

    rows: int
    columns: int
    start: Any
    blank: Blank = "first"
    title: str = "puzzle"
    goals: Sequence[Any] = field(init=False)

    def __post_init__(self) -> None:
        for role, side in (("rows", self.rows), ("columns", self.columns)):
            if not LEAST_SIDE <= side <= MOST_SIDE:
                raise BadParameter(
                    f"{self.title}: {role}={side} should be {LEAST_SIDE} … {MOST_SIDE}"
                )
        if self.blank not in ("first", "last"):
            raise BadParameter(f"{self.title}: blank={self.blank} is not first or last")
        tiles = range(self.rows * self.columns)
        goal = (*tiles,) if self.blank == "first" else (*tiles[1:], 0)
        object.__setattr__(self, "goals", (goal,))
        object.__setattr__(self, "start", tuple(self.start))
        _check(self.start, self.rows * self.columns)

    @property
    def goal(self) -> Tiles:
        return tuple(self.goals[0])

    def between(self, start: Iterable[int]) -> "Puzzle":
        """The same frame and goal with another start."""
        tiles = tuple(start)
        return replace(self, start=tiles, title=_title(tiles, self.rows, self.columns, self.blank))

    def successors(self, state: Any) -> Iterable[tuple[Tiles, int]]:
        blank = state.index(0)
        row, column = divmod(blank, self.columns)
        for down, right in MOVES:
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns:
                there = blank + down * self.columns + right
                tiles = list(state)
                tiles[blank], tiles[there] = tiles[there], 0
                yield tuple(tiles), 1

    def predecessors(self, state: Any) -> Iterable[tuple[Tiles, int]]:
        return self.successors(state)

    def solvable(self, state: Any) -> bool:
        """Whether moves lead from the state to the goal."""
        row, column = divmod(state.index(0), self.columns)
        home_row, home_column = divmod(self.goal.index(0), self.columns)
        steps = row - home_row + column - home_column  # the sign does not change the parity
        return bool((_swaps(state, self.goal) + steps) % 2 == 0)

    def state_name(self, state: Any) -> str:
        return " ".join(str(tile) for tile in state)

    def read_state(self, text: str) -> Tiles:
        """The tiles in reading order, with spaces or commas between; lines may be drawn."""
        lines = _lines(text)
        if len(lines) > 1:
            shape = _drawn_shape(text, lines)
            if shape != (self.rows, self.columns):
                raise BadText(
                    f"{text!r} is drawn as {shape[0]} × {shape[1]}, "
                    f"but the puzzle has {self.rows} rows of {self.columns}"
                )
        tiles = tuple(tile for line in lines for tile in line)
        _check(tiles, self.rows * self.columns)
        return tiles

    def show(self, state: Any) -> str:
        """A picture in text, which `read_state` reads again."""
        width = len(str(len(state) - 1))
        cells = [(str(tile) if tile else BLANKS[0]).rjust(width) for tile in state]
        starts = range(0, len(cells), self.columns)
        return "\n".join("  ".join(cells[first : first + self.columns]) for first in starts)

    def svg(self, state: Any) -> str:
        """A drawing; tiles that are home are light."""
        shapes, gap = [], 3
        for cell, tile in enumerate(state):
            row, column = divmod(cell, self.columns)
            x, y = draw.MARGIN + column * draw.SIDE, draw.MARGIN + row * draw.SIDE
            role = "well" if not tile else "light" if tile == self.goal[cell] else "dark"
            size, name = draw.SIDE - gap, f"{row},{column}"
            shapes.append(draw.rectangle(x + gap / 2, y + gap / 2, size, size, role, name, 5))
            if tile:
                shapes.append(draw.label(x + draw.SIDE / 2, y + draw.SIDE / 2, str(tile)))
        width, height = self.columns * draw.SIDE, self.rows * draw.SIDE
        edge = draw.MARGIN - 6
        frame = draw.rectangle(edge, edge, width + 12, height + 12, "frame", radius=8)
        margins = 2 * draw.MARGIN
        return draw.picture(
            width + margins, height + margins, self.state_name(state), frame, *shapes
        )


def puzzle(
    tiles: str = "", rows: int = 0, columns: int = 0, blank: Blank = "first", seed: int = 0
) -> Puzzle:
    """A sliding puzzle: the tiles given or drawn, or else random ones that can be solved."""
    if not tiles:
        rows, columns = _sides(rows, columns)
        frame = Puzzle(rows, columns, range(rows * columns), blank)
        chosen = {"rows": rows, "columns": columns, "blank": blank, "seed": seed}
        usual = {"blank": "first", "seed": 0}
        if rows == columns:
            usual["columns"] = columns
        if rows == columns == USUAL_SIDE:
            usual["rows"] = rows
        said = {name: value for name, value in chosen.items() if value != usual.get(name)}
        return replace(frame, start=shuffled(frame, seed), title=str(Call("puzzle", said)))
    lines = _lines(tiles)
    start = tuple(tile for line in lines for tile in line)
    shape = _shape(tiles, lines, len(start), rows, columns)
    _check(start, len(start))
    return Puzzle(*shape, start, blank, _title(start, *shape, blank))


def shuffled(frame: Puzzle, seed: int) -> Tiles:
    """A random state, every one that can be solved equally likely."""
    tiles, state = list(frame.goal), dice(seed, 0)
    for last in range(len(tiles) - 1, 0, -1):
        state = rolled(state)
        other = below(scrambled(state), last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
    if not frame.solvable(tuple(tiles)):
        first, second = [cell for cell in range(3) if tiles[cell] != 0][:2]  # pairs up the halves
        tiles[first], tiles[second] = tiles[second], tiles[first]
    return tuple(tiles)


def _title(tiles: Tiles, rows: int, columns: int, blank: Blank) -> str:
    said: dict[str, object] = {"tiles": " ".join(str(tile) for tile in tiles)}
    if rows != columns:
        said["rows"] = rows
    if blank != "first":
        said["blank"] = blank
    return str(Call("puzzle", said))


def _swaps(state: Sequence[int], goal: Sequence[int]) -> int:
    """How many swaps of two tiles turn one arrangement into the other."""
    home = {tile: cell for cell, tile in enumerate(goal)}
    tiles, swaps = list(state), 0
    for cell in range(len(tiles)):
        while tiles[cell] != goal[cell]:
            there = home[tiles[cell]]
            tiles[cell], tiles[there] = tiles[there], tiles[cell]
            swaps += 1
    return swaps


def _lines(text: str) -> list[list[int]]:
    """The tiles of each line of a text; a slash ends a line as well."""
    lines = [re.split(r"[\s,]+", line.strip(" \t,")) for line in re.split(r"[\n/]", text.strip())]
    return [[_tile(word, text) for word in line if word] for line in lines if line != [""]]


def _tile(word: str, text: str) -> int:
    if word in BLANKS:
        return 0
    if not word.isascii() or not word.isdigit():
        raise BadText(
            f"cannot read the tile {word!r} of {text!r}: tiles are numbers, 0 or · is the blank"
        )
    return int(word)


def _drawn_shape(text: str, lines: list[list[int]]) -> tuple[int, int]:
    widths = [len(line) for line in lines]
    if len(set(widths)) > 1:
        raise BadText(
            f"{text!r} is not a rectangle: its lines have {', '.join(map(str, widths))} tiles; "
            "give each line as many"
        )
    return len(lines), widths[0]


def _sides(rows: int, columns: int) -> tuple[int, int]:
    """Rows and columns; a side not given is as long as the other."""
    return rows or columns or USUAL_SIDE, columns or rows or USUAL_SIDE


def _shape(
    text: str, lines: list[list[int]], count: int, rows: int, columns: int
) -> tuple[int, int]:
    """Rows and columns: as given, else as drawn, else as for a square."""
    if len(lines) > 1:
        drawn = _drawn_shape(text, lines)
        if (rows or drawn[0], columns or drawn[1]) != drawn:
            raise BadText(
                f"{text!r} is drawn as {drawn[0]} × {drawn[1]}, "
                f"not as {rows or drawn[0]} × {columns or drawn[1]}"
            )
        return drawn
    if not rows and not columns:
        side = isqrt(count)
        if side * side != count:
            raise BadText(f"{count} tiles are no square: add rows= or columns=, or draw the lines")
        return side, side
    rows, columns = rows or count // columns, columns or count // rows
    if rows * columns != count:
        raise BadText(f"{count} tiles do not fill {rows} × {columns}: {text!r}")
    return rows, columns


def _check(tiles: Sequence[int], count: int) -> None:
    """Refuse anything but 0 … count - 1, each once."""
    said = " ".join(str(tile) for tile in tiles)
    if len(tiles) != count:
        raise BadText(f"{len(tiles)} tiles, but {count} are needed, the blank included: {said}")
    missing = sorted(set(range(count)) - set(tiles))
    if missing:
        wrong = [tile for tile in sorted(set(tiles)) if not 0 <= tile < count]
        twice = sorted({tile for tile in tiles if tiles.count(tile) > 1})
        reason = f"there is no tile {wrong[0]}" if wrong else f"tile {twice[0]} is there twice"
        raise BadText(
            f"{reason} and {missing[0]} is missing: {said} (each of 0 … {count - 1} once)"
        )
