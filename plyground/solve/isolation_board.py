"""Isolation boards for a solver: cells packed without gaps, and where a player can go.

Cell numbers of the 7×7 board; cell n is bit n:

     6   42 43 44 45 46 47 48
     …
     1    7  8  9 10 11 12 13
     0    0  1  2  3  4  5  6
          a  b  c  d  e  f  g

The game's own boards have spare bits between rows. Here a step to the side is masked instead, so
that 49 cells and the numbers of two of them, six bits each, make one key of 61 bits.

What a board looks like stands in the memory of the search, so that one piece of machine code serves
all sizes:

    … │ COLUMNS │ DARK cells │ where a step of 1, 2 to the right, to the left may arrive │ NEAR, a
    set of cells for each cell │ …
"""

from collections.abc import Callable
from typing import NamedTuple

from plyground.bits import popcount
from plyground.errors import BadParameter
from plyground.games.game import Game
from plyground.games.isolation import GAP, Position
from plyground.jit import borrowing
from plyground.solve.searching import FIRST, Memory

MOST_CELLS = 50  # 50 + 6 + 6 bits of a key

COLUMNS = FIRST  # places in the memory of a search
DARK, RIGHT_1, LEFT_1, RIGHT_2, LEFT_2, NEAR = range(COLUMNS + 1, COLUMNS + 7)
END_OF_BOARD = NEAR + MOST_CELLS

Steps = tuple[tuple[int, int], ...]
KNIGHT: Steps = tuple((row, column) for row in (-2, -1, 1, 2) for column in (-2, -1, 1, 2)
                      if abs(row) != abs(column))  # fmt: skip
KING: Steps = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)
                    if (row, column) != (0, 0))  # fmt: skip


class Moving(NamedTuple):
    """How a piece moves: three compiled functions that read the board from the memory."""

    targets: Callable[[int, int, Memory], int]
    """targets(free, cell, memory): the cells that a player on `cell` can move to."""
    region: Callable[[int, int, Memory], int]
    """region(free, cells, memory): the free `cells`, and all that moves lead to from there."""
    most_moves: Callable[[int, int, Memory], int]
    """most_moves(region, cell, memory): no path from `cell` through the region is longer."""


class Layout(NamedTuple):
    """The cells of one board, and what turns it into itself."""

    rows: int
    columns: int

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    @property
    def images(self) -> tuple[tuple[int, ...], ...]:
        """Where each cell goes under each symmetry: eight of a square, four of another board."""
        rows, columns = range(self.rows), range(self.columns)
        turns = [
            tuple(abs(far_row - row) * self.columns + abs(far_column - column)
                  for row in rows for column in columns)
            for far_row in {0, self.rows - 1} for far_column in {0, self.columns - 1}
        ]  # fmt: skip
        if self.rows == self.columns:
            across = [column * self.columns + row for row in rows for column in columns]
            turns += [tuple(across[cell] for cell in turn) for turn in turns]
        return tuple(turns)

    def packed(self, cells: int) -> int:
        """A set of cells of the game's layout in this one."""
        row = (1 << self.columns) - 1
        stride = self.columns + GAP
        parts = ((cells >> at * stride & row) << at * self.columns for at in range(self.rows))
        return sum(parts)

    def spaced(self, cells: int) -> int:
        """The inverse of `packed`."""
        row = (1 << self.columns) - 1
        stride = self.columns + GAP
        parts = ((cells >> at * self.columns & row) << at * stride for at in range(self.rows))
        return sum(parts)

    def position(self, first: int, second: int) -> Position:
        """The opening with the two players on these cells, the first to move."""
        mine, theirs = 1 << first, 1 << second
        free = ((1 << self.cells) - 1) ^ mine ^ theirs
        return Position(self.spaced(free), self.spaced(mine), self.spaced(theirs))


def layout(game: Game) -> Layout:
    """The packed board of a game; a board that is too large for a key is refused."""
    rows, columns = game.parameters["rows"], game.parameters["columns"]
    if rows * columns > MOST_CELLS:
        raise BadParameter(
            f"{game.text} has {rows * columns} cells, too many to solve: {MOST_CELLS} is the most "
            "(7×7 and 5×10 fit)"
        )
    return Layout(rows, columns)


def described(board: Layout, move: str) -> list[int]:
    """What a memory holds between COLUMNS and END_OF_BOARD."""
    dark = sum(1 << cell for cell in range(board.cells) if sum(divmod(cell, board.columns)) % 2)
    near = _near(board, KNIGHT if move == "knight" else KING)
    sides = [_columns_without(board, *sides) for sides in ((1, 0), (0, 1), (2, 0), (0, 2))]
    return [board.columns, dark, *sides, *near, *[0] * (MOST_CELLS - board.cells)]


def _near(board: Layout, steps: Steps) -> list[int]:
    """For each cell the cells that a step leads to."""
    rows, columns = board

    def around(cell: int) -> int:
        there = ((cell // columns + row, cell % columns + column) for row, column in steps)
        return sum(
            1 << row * columns + column
            for row, column in there
            if 0 <= row < rows and 0 <= column < columns
        )

    return [around(cell) for cell in range(board.cells)]


def _columns_without(board: Layout, left: int, right: int) -> int:
    """All cells but those of so many columns at either side."""
    row = sum(1 << column for column in range(left, board.columns - right))
    return sum(row << at * board.columns for at in range(board.rows))


# --- compiled -------------------------------------------------------------------------------------


def moving(move: str) -> Moving:
    """The functions of a piece: knight, king or queen."""
    if move == "knight":
        return Moving(leap, flood(knight_steps), alternating)
    return Moving(slide if move == "queen" else leap, flood(king_steps), counted)


@borrowing
def leap(free: int, cell: int, memory: Memory) -> int:
    return int(memory[NEAR + cell]) & free


@borrowing
def slide(free: int, cell: int, memory: Memory) -> int:
    """A queen's: along eight directions as far as cells are free."""
    columns, right, left = memory[COLUMNS], memory[RIGHT_1], memory[LEFT_1]
    return (
        line(free, cell, 1, right, left)
        | line(free, cell, columns - 1, left, right)
        | line(free, cell, columns, free, free)
        | line(free, cell, columns + 1, right, left)
    )


@borrowing
def line(free: int, cell: int, step: int, up: int, down: int) -> int:
    """Both ways along a line of cells `step` apart; a slide may arrive on `up`, or on `down`."""
    reached = 0
    ahead = (1 << cell << step) & up & free
    while ahead != 0:
        reached |= ahead
        ahead = (ahead << step) & up & free
    ahead = (1 << cell >> step) & down & free
    while ahead != 0:
        reached |= ahead
        ahead = (ahead >> step) & down & free
    return reached


@borrowing
def knight_steps(cells: int, memory: Memory) -> int:
    """Where one step leads from any of the cells; bits past the board are left to be masked."""
    columns = memory[COLUMNS]
    beside = ((cells << 1) & memory[RIGHT_1]) | ((cells >> 1) & memory[LEFT_1])
    far_beside = ((cells << 2) & memory[RIGHT_2]) | ((cells >> 2) & memory[LEFT_2])
    upright = (beside << 2 * columns) | (beside >> 2 * columns)
    return int(upright | (far_beside << columns) | (far_beside >> columns))


@borrowing
def king_steps(cells: int, memory: Memory) -> int:
    columns = memory[COLUMNS]
    wide = cells | ((cells << 1) & memory[RIGHT_1]) | ((cells >> 1) & memory[LEFT_1])
    return int(wide | (wide << columns) | (wide >> columns))


def flood(steps: Callable[[int, Memory], int]) -> Callable[[int, int, Memory], int]:
    """Build the region of a piece. What a queen slides over she could step through like a king."""

    @borrowing
    def region(free: int, cells: int, memory: Memory) -> int:
        reached, front = cells, cells
        while front != 0:
            front = steps(front, memory) & free & ~reached
            reached |= front
        return reached

    return region


@borrowing
def alternating(region: int, cell: int, memory: Memory) -> int:
    """A knight visits cells of the two colors in turn, of the other color first."""
    dark = memory[DARK]
    of_dark = popcount(region & dark)
    of_light = popcount(region) - of_dark
    if dark >> cell & 1 != 0:
        return min(2 * of_light, 2 * of_dark + 1)
    return min(2 * of_dark, 2 * of_light + 1)


@borrowing
def counted(region: int, cell: int, memory: Memory) -> int:
    """Each move takes a cell."""
    return popcount(region)
