"""The openings of Isolation: where the two players begin, and who wins from there.

An opening is an ordered pair of cells, the first player's and the second player's; the first player
is to move. Openings that a symmetry of the board turns into each other are one class; its
representative is the smallest pair of cell numbers. Who wins with free placement follows: the first
player, if one of its cells wins against every answer.
"""

import functools
from dataclasses import dataclass

from plyground.games.game import Game
from plyground.games.grids import Grid
from plyground.solve.isolation_board import Layout, layout


@dataclass(frozen=True)
class Opening:
    """A class of openings, by its representative."""

    first: int
    second: int
    size: int
    """How many openings are in the class."""
    first_wins: bool | None = None
    """None: not solved yet."""


@dataclass(frozen=True)
class Openings:
    """All classes of openings of a board, in order, each with its winner."""

    game: str
    rows: int
    columns: int
    openings: tuple[Opening, ...]

    @property
    def board(self) -> Layout:
        return Layout(self.rows, self.columns)

    @property
    def won(self) -> int:
        """Classes that the first player wins."""
        return sum(bool(each.first_wins) for each in self.openings)

    @property
    def ordered(self) -> int:
        """Openings, each pair of cells counted."""
        return sum(each.size for each in self.openings)

    @property
    def ordered_won(self) -> int:
        return sum(each.size for each in self.openings if each.first_wins)

    @property
    def first_wins_with_free_placement(self) -> bool:
        """Whether some first cell wins against every answer."""
        return any(all(self.winners(cell).values()) for cell in self.first_cells)

    @property
    def first_cells(self) -> list[int]:
        """The cells of the first player, up to symmetry."""
        return sorted({each.first for each in self.openings})

    def winners(self, first: int) -> dict[int, bool]:
        """For each cell of the second player whether the first one, on `first`, wins."""
        found = self._by_pair
        others = (cell for cell in range(self.rows * self.columns) if cell != first)
        return {cell: found[representative(self.board, first, cell)] for cell in others}

    def by_color(self, same: bool) -> tuple[int, int]:
        """Openings on cells of the same color, or of different ones: won by the first, and all."""
        colors = [
            (each, self._color(each.first) == self._color(each.second)) for each in self.openings
        ]
        counted = [each for each, is_same in colors if is_same == same]
        won = sum(each.size for each in counted if each.first_wins)
        return won, sum(each.size for each in counted)

    def _color(self, cell: int) -> int:
        return sum(divmod(cell, self.columns)) % 2

    @functools.cached_property
    def _by_pair(self) -> dict[tuple[int, int], bool]:
        return {(each.first, each.second): bool(each.first_wins) for each in self.openings}

    def as_data(self) -> dict[str, object]:
        """The same for JSON; cells by their names."""
        grid = Grid(self.rows, self.columns)

        def name(cell: int) -> str:
            return cell_name(grid, cell)

        return {
            "game": self.game,
            "classes": len(self.openings),
            "classes_won_by_first": self.won,
            "openings": self.ordered,
            "openings_won_by_first": self.ordered_won,
            "free_placement": "first" if self.first_wins_with_free_placement else "second",
            "table": [
                {"first": name(each.first), "second": name(each.second), "size": each.size,
                 "winner": "first" if each.first_wins else "second"}
                for each in self.openings
            ],
        }  # fmt: skip


def cell_name(grid: Grid, cell: int) -> str:
    """c3, for a cell number."""
    return grid.name(cell % grid.columns, cell // grid.columns)


def representative(board: Layout, first: int, second: int) -> tuple[int, int]:
    """The smallest pair that the board's symmetries make of this one."""
    return min((turned[first], turned[second]) for turned in board.images)


def classes(game: Game) -> list[Opening]:
    """All classes of a game's openings in order, none of them solved."""
    board = layout(game)
    images = board.images
    found = []
    for first in range(board.cells):
        for second in range(board.cells):
            pairs = {(turned[first], turned[second]) for turned in images}
            if first != second and (first, second) == min(pairs):
                found.append(Opening(first, second, len(pairs)))
    return found
