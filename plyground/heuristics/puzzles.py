"""Estimates for sliding puzzles: each at most the number of moves that are left.

    state        goal
    ·  2  1      ·  1  2      misplaced         4    tiles that are not home
    3  5  4      3  4  5      gaschnig          6    moves, if a tile could jump to the blank
    6  7  8      6  7  8      manhattan         4    rows and columns to go, tile by tile
                              linear_conflict   8    and 2 for each tile that must step aside

Linear conflict: in the first row 2 and 1 are in the row where they are at home, but the wrong way
round. One of them has to leave the row and come back to let the other pass: two moves that
manhattan does not count. Tiles that may all stay are in rising order of home:

    ·  3  1  2       1 and 2 rise, so 3 alone steps aside, though in conflict with both: 2 moves
    ·  3  2  1       no two of them rise, so two must step aside:                        4 moves

So the fewest that must go are all but the longest rising sequence.

A tile leaves its row only by a move in a column, and its column only by a move in a row; so what is
counted for rows, for columns and by manhattan are different moves, and the sum stays admissible. It
is consistent too: a move leaves the order in its own line as it is, and of the two lines it crosses
over between, the tile is at home in one at most. Coming home, manhattan falls by 1 and conflicts
may add 2; leaving, it rises by 1 and they may take 2. Either way the sum changes by 1.
"""

import inspect
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from plyground.errors import UnknownName
from plyground.paths.puzzles import Puzzle

Tiles: TypeAlias = Sequence[int]
Function: TypeAlias = Callable[[Tiles, Tiles, int], int]
"""function(tiles, goal, columns): the estimate; both in reading order, 0 is the blank."""


@dataclass(frozen=True)
class PuzzleHeuristic:
    """A registered estimate; all of them claim to be admissible and consistent."""

    name: str
    function: Function

    @property
    def doc(self) -> str:
        """The first sentence of what it says about itself."""
        return (inspect.getdoc(self.function) or "").split("\n")[0]

    def built(self, puzzle: Puzzle) -> Callable[[Tiles], int]:
        """The function of the state alone."""
        function, goal, columns = self.function, puzzle.goal, puzzle.columns
        return lambda state: function(state, goal, columns)


PUZZLE_HEURISTICS: dict[str, PuzzleHeuristic] = {}


def puzzle_heuristic(function: Function) -> Function:
    """Register a function of (tiles, goal, columns) under its name."""
    PUZZLE_HEURISTICS[function.__name__] = PuzzleHeuristic(function.__name__, function)
    return function


def find(name: str) -> PuzzleHeuristic:
    """The estimate of that name."""
    if name not in PUZZLE_HEURISTICS:
        raise UnknownName("heuristic of puzzle", name, PUZZLE_HEURISTICS)
    return PUZZLE_HEURISTICS[name]


@puzzle_heuristic
def zero(tiles: Tiles, goal: Tiles, columns: int) -> int:
    """Nothing: the search is blind."""
    return 0


@puzzle_heuristic
def misplaced(tiles: Tiles, goal: Tiles, columns: int) -> int:
    """Tiles that are not home, the blank not counted."""
    return sum(tile != home and tile != 0 for tile, home in zip(tiles, goal, strict=True))


@puzzle_heuristic
def gaschnig(tiles: Tiles, goal: Tiles, columns: int) -> int:
    """Moves if any tile could jump to the blank: misplaced tiles, and a jump more for each circle.

    Tiles that want each other's places stand in circles. One with the blank in it takes a move a
    tile; any other takes a move more, to let the blank in.
    """
    home = {tile: cell for cell, tile in enumerate(goal)}
    seen, moves = [False] * len(tiles), 0
    for first in range(len(tiles)):
        cell, length, holds_blank = first, 0, False
        while not seen[cell]:
            seen[cell] = True
            length += 1
            holds_blank = holds_blank or tiles[cell] == 0
            cell = home[tiles[cell]]
        if length > 1:
            moves += length - 1 if holds_blank else length + 1
    return moves


@puzzle_heuristic
def manhattan(tiles: Tiles, goal: Tiles, columns: int) -> int:
    """Rows plus columns between each tile and its home, the blank not counted."""
    home = {tile: cell for cell, tile in enumerate(goal)}
    total = 0
    for cell, tile in enumerate(tiles):
        if tile != 0:
            there = home[tile]
            total += abs(cell // columns - there // columns) + abs(cell % columns - there % columns)
    return total


@puzzle_heuristic
def linear_conflict(tiles: Tiles, goal: Tiles, columns: int) -> int:
    """Manhattan, plus 2 for each tile that must leave its line to let others pass."""
    home = {tile: cell for cell, tile in enumerate(goal)}
    rows = len(tiles) // columns
    aside = 0
    for row in range(rows):
        places = [home[tile] for tile in tiles[row * columns : (row + 1) * columns] if tile != 0]
        aside += stepping_aside([place for place in places if place // columns == row])
    for column in range(columns):
        places = [home[tile] for tile in tiles[column::columns] if tile != 0]
        aside += stepping_aside([place for place in places if place % columns == column])
    return manhattan(tiles, goal, columns) + 2 * aside


def stepping_aside(homes: Sequence[int]) -> int:
    """The fewest that must go so that the rest rise: all but the longest rising sequence."""
    ends: list[int] = []  # ends[i]: the smallest end of a rising sequence of i + 1 so far
    for place in homes:
        at = bisect_left(ends, place)
        ends[at : at + 1] = [place]
    return len(homes) - len(ends)
