"""The tables behind the fast puzzle search: what each move of the blank does to a state.

    arcs: the blank's steps from cell to cell       ways: for each cell of the blank and each
                                                    last move, the moves that do not undo it
        0 ─0─▶ 1 ─3─▶ 2
        │ ◀─2─  │                                       row (cell 1, came by right):
        1       4                                       [ right | down | -1 | -1 | -1 ]
        ▼       ▼
        3       4                                       an entry:  cell | arc << 6 | row << 14

Tables of moves go by arc * cells + tile: the move along that arc of that tile, the other way.

For linear conflicts the tiles that are at home in a line make one number, a digit a cell:

    row 0 of a 4 × 4:   2 9 1 ·   ->   digits 3 0 2 0 to base 5, the first counts least
                                       (home column + 1; 0 for others and the blank)
"""

from functools import cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyground.bits import scrambled
from plyground.heuristics.puzzles import stepping_aside
from plyground.paths.puzzles import MOVES, Puzzle, Tiles

Numbers: TypeAlias = NDArray[np.int64]

WAYS = 5  # entries a row of `ways`: four moves at most, and the end
AT_START = 4  # the last move of a blank that has not moved
NO_WAY = WAYS - 1  # where a row ends for sure
CELL, ARC, ROW = (1 << 6) - 1, (1 << 8) - 1, 14  # entry & CELL, entry >> 6 & ARC, entry >> ROW


class Frame(NamedTuple):
    """A puzzle and a heuristic as compiled code sees them."""

    ways: Any
    """Row after row of moves in the order up, left, right, down, an end after each: -1."""
    takes: Any
    """What a move adds to g + h, conflicts left aside."""
    line: Any
    """The line whose conflicts the move may change …"""
    shift: Any
    """… and what it adds to that line's number."""
    along: Any
    """By arc: the line the move goes along …"""
    slide: Any
    """… and what it adds to that line's number."""
    aside: Any
    """Twice the tiles that must step aside, by the number of a line."""
    hash: Any
    """What a move changes in the key of the state, by exclusive or."""
    goal: Any
    cells: int


def frame_of(puzzle: Puzzle, heuristic: str) -> Frame:
    """The tables of a puzzle and a heuristic."""
    cells = puzzle.rows * puzzle.columns
    ways, arcs = ways_of(puzzle)
    places = Places(puzzle)
    takes, line, shift, slide, mixed = np.zeros((5, len(arcs), cells), np.int64)
    along = np.zeros(len(arcs), np.int64)
    for arc, (blank, there) in enumerate(arcs):
        sideways = blank // puzzle.columns == there // puzzle.columns
        along[arc] = places.line(blank, sideways)
        for tile in range(1, cells):
            at = (arc, tile)
            takes[at] = 1 + places.change(heuristic, tile, there, blank)
            line[at], shift[at] = places.crossing(tile, there, blank, sideways)
            slide[at] = places.digit(tile, blank, sideways) - places.digit(tile, there, sideways)
            mixed[at] = scrambled(tile * cells + blank) ^ scrambled(tile * cells + there)
    return Frame(
        ways,
        takes=takes.ravel(),
        line=line.ravel(),
        shift=shift.ravel(),
        along=along,
        slide=slide.ravel(),
        aside=np.concatenate([aside_by_number(puzzle.columns), aside_by_number(puzzle.rows)]),
        hash=mixed.ravel(),
        goal=np.array(puzzle.goal, np.int64),
        cells=cells,
    )


def ways_of(puzzle: Puzzle) -> tuple[Numbers, list[tuple[int, int]]]:
    """The rows of moves, that of cell and last move at `first_way`; and the arcs, from and to."""
    cells = puzzle.rows * puzzle.columns
    ways = np.full(cells * WAYS * WAYS, -1, np.int64)
    arcs: list[tuple[int, int]] = []
    for cell in range(cells):
        row, column = divmod(cell, puzzle.columns)
        for move, (down, right) in enumerate(MOVES):
            if 0 <= row + down < puzzle.rows and 0 <= column + right < puzzle.columns:
                there = cell + down * puzzle.columns + right
                entry = there | len(arcs) << 6 | first_way(there, move) << ROW
                arcs.append((cell, there))
                for last in range(WAYS):
                    if last + move != len(MOVES) - 1:  # up undoes down, left undoes right
                        moves = ways[first_way(cell, last) :][:WAYS]
                        moves[np.argmax(moves < 0)] = entry
    return ways, arcs


def first_way(cell: int, last: int) -> int:
    """Where the moves of a blank begin that came to `cell` by the move `last`."""
    return (cell * WAYS + last) * WAYS


class Places:
    """Where the tiles of a puzzle are at home."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.rows, self.columns = puzzle.rows, puzzle.columns
        self.home = {tile: divmod(cell, puzzle.columns) for cell, tile in enumerate(puzzle.goal)}

    def distance(self, tile: int, cell: int) -> int:
        row, column = divmod(cell, self.columns)
        return abs(row - self.home[tile][0]) + abs(column - self.home[tile][1])

    def change(self, heuristic: str, tile: int, here: int, there: int) -> int:
        """What a tile's move from `here` to `there` adds to the estimate, conflicts left aside."""
        before, after = self.distance(tile, here), self.distance(tile, there)
        if heuristic == "zero":
            return 0
        return (after > 0) - (before > 0) if heuristic == "misplaced" else after - before

    def line(self, cell: int, is_row: bool) -> int:
        """The number of a cell's row or column; columns come after the rows."""
        return cell // self.columns if is_row else self.rows + cell % self.columns

    def digit(self, tile: int, cell: int, in_row: bool) -> int:
        """What a tile adds to the number of its row or column: 0 unless it is at home in it."""
        row, column = divmod(cell, self.columns)
        home_row, home_column = self.home[tile]
        if in_row:
            return (home_column + 1) * (self.columns + 1) ** column if home_row == row else 0
        return (home_row + 1) * (self.rows + 1) ** row if home_column == column else 0

    def crossing(self, tile: int, here: int, there: int, sideways: bool) -> tuple[int, int]:
        """The line across the move that gains or loses the tile, and what its number gains.

        Where it is at home in neither, the line after the last, whose number stays 0.
        """
        for cell, sign in ((here, -1), (there, 1)):
            digit = self.digit(tile, cell, not sideways)
            if digit:
                return self.line(cell, not sideways), sign * digit
        return self.rows + self.columns, 0


def line_numbers(puzzle: Puzzle, tiles: Tiles) -> Numbers:
    """The number of each row, then of each column in a part of the table of its own, then 0."""
    places = Places(puzzle)
    numbers = np.zeros(puzzle.rows + puzzle.columns + 1, np.int64)
    numbers[puzzle.rows : -1] = len(aside_by_number(puzzle.columns))
    for cell, tile in enumerate(tiles):
        if tile != 0:
            for in_row in (True, False):
                numbers[places.line(cell, in_row)] += places.digit(tile, cell, in_row)
    return numbers


@cache
def aside_by_number(length: int) -> NDArray[np.int8]:
    """For each number of a line of that length, twice the tiles that must step aside."""
    lines = product(range(length + 1), repeat=length)  # the last digit changes fastest
    counts = [2 * stepping_aside([digit for digit in reversed(line) if digit]) for line in lines]
    return np.array(counts, np.int8)
