"""Grids: mazes and maps of open, weighted and blocked cells.

      column  0 1 2 3                 neighbors, by number       corners: may a diagonal step pass
    row 0     . . # .                        7 0 4                a wall?   never  one  always
    row 1     . 3 . .                        3 · 1                 ·#         no    yes   yes
    row 2     # . . .                        6 2 5                 ##         no    no    yes

A cell is 0, a wall, or 1 … 255, what a step of length one into it costs. On an 8-connected grid a
straight step has length 13860 and a diagonal one 19601, since 19601 / 13860 is the square root of 2
to nine digits (and a hair above it): whole numbers compare exactly, so two paths whose numbers of
diagonal steps differ by less than 13860 are never mistaken for each other. `length` gives the usual
figure, with a true square root.

For compiled code a grid is a flat array with a border of walls, one byte of open directions a cell:

    number of a cell = (row + 1) * stride + column + 1,   stride = columns + 2
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import sqrt
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadParameter, BadText
from plyground.jit import borrowing
from plyground.paths.problem import Point, Problem

Corners: TypeAlias = Literal["never", "one", "always"]

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
"""(rows, columns) of each direction: north, east, south, west, then the diagonals."""
STRAIGHT, DIAGONAL = 13860, 19601
MOST_CELLS = 1 << 28


class Cell(NamedTuple):
    """A place on a grid, counted from 0."""

    row: int
    column: int


ORIGIN = Cell(0, 0)


class GridSpace(NamedTuple):
    """A grid as compiled code sees it."""

    open: Any
    """One byte a cell: bit d is set if a step in direction d is allowed."""
    weight: Any
    """One byte a cell; 0 is a wall."""
    step: Any
    """What to add to a cell's number, per direction."""
    length: Any
    """How long a step is, per direction."""
    stride: int
    entered: int
    """1: a step costs what the cell it enters weighs. 0, for searches backward: what it leaves."""


@dataclass(frozen=True, eq=False)
class Grid(Problem):
    """A rectangle of cells, a start and goals."""

    weights: NDArray[np.uint8]
    start: Any = ORIGIN
    goals: Sequence[Any] = ()
    connected: int = 4
    corners: Corners = "never"
    title: str = "grid"

    def __post_init__(self) -> None:
        if self.weights.ndim != 2 or 0 in self.weights.shape:
            raise BadText(f"{self.title}: the map is empty")
        if self.weights.size > MOST_CELLS:
            raise BadParameter(f"{self.title}: {self.weights.size} cells, but {MOST_CELLS} at most")
        if self.connected not in (4, 8):
            raise BadParameter(f"{self.title}: connected={self.connected} should be 4 or 8")
        if self.corners not in ("never", "one", "always"):
            raise BadParameter(f"{self.title}: corners={self.corners} is not never, one or always")

    @property
    def rows(self) -> int:
        return int(self.weights.shape[0])

    @property
    def columns(self) -> int:
        return int(self.weights.shape[1])

    @property
    def straight(self) -> int:
        """The length of a straight step: the unit of all costs."""
        return 1 if self.connected == 4 else STRAIGHT

    @property
    def diagonal(self) -> float:
        """The length of a diagonal step, or what it would be."""
        return sqrt(2) if self.connected == 4 else DIAGONAL

    @cached_property
    def uniform(self) -> bool:
        """Whether all open cells cost the same, one."""
        return int(self.weights.max()) <= 1

    def between(self, start: Any = None, goals: Sequence[Any] | None = None) -> "Grid":
        """The same map with another start and other goals, each of them checked to be open."""
        changed = replace(
            self,
            start=self.start if start is None else Cell(*start),
            goals=self.goals if goals is None else tuple(Cell(*goal) for goal in goals),
        )
        for name in ("space", "uniform"):
            if name in vars(self):
                vars(changed)[name] = vars(self)[name]
        changed.check_ends()
        return changed

    def check_ends(self) -> None:
        """Refuse a start or a goal that is outside the map or inside a wall."""
        self.end("start", self.start)
        for goal in self.goals:
            self.end("goal", goal)

    def end(self, role: str, cell: Any) -> int:
        """The number of a start or a goal, which must be an open cell of this map."""
        row, column = cell
        rows, columns = self.weights.shape
        if not (0 <= row < rows and 0 <= column < columns):
            last = self.state_name(Cell(rows - 1, columns - 1))
            raise BadParameter(
                f"the {role} {self.state_name(cell)} is outside the map, which ends at {last}"
            )
        if not self.weights[row, column]:
            raise BadParameter(
                f"the {role} {self.state_name(cell)} is a wall{self._nearest_open(cell)}"
            )
        return int((row + 1) * (columns + 2) + column + 1)

    def holds(self, cell: Any) -> bool:
        """Whether the cell is on the map."""
        return bool(0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns)

    def successors(self, state: Any) -> Iterable[tuple[Cell, int]]:
        row, column = state
        for direction in range(self.connected):
            down, right = STEPS[direction]
            cell = Cell(row + down, column + right)
            if self._is_open(cell) and (direction < 4 or self._passes(row, column, cell)):
                length = self.straight if direction < 4 else DIAGONAL
                yield cell, length * int(self.weights[cell])

    def _is_open(self, cell: Cell) -> bool:
        return self.holds(cell) and bool(self.weights[cell])

    def _passes(self, row: int, column: int, cell: Cell) -> bool:
        """Whether the corner rule allows the diagonal step from (row, column) to `cell`."""
        sides = self._is_open(Cell(row, cell.column)) + self._is_open(Cell(cell.row, column))
        return sides >= {"never": 2, "one": 1, "always": 0}[self.corners]

    def state_name(self, state: Any) -> str:
        return f"{state[0]},{state[1]}"

    def read_state(self, text: str) -> Cell:
        """A cell from "row,column"."""
        parts = text.strip().strip("()").split(",")
        try:
            row, column = (int(part) for part in parts)
        except ValueError:
            raise BadText(f"cannot read the cell {text!r}: write row,column such as 0,3") from None
        return Cell(row, column)

    def length(self, path: Sequence[Any]) -> float:
        straight, diagonal = 0, 0
        for here, there in pairwise(path):
            weight = int(self.weights[there])
            if here[0] != there[0] and here[1] != there[1]:
                diagonal += weight
            else:
                straight += weight
        return straight + diagonal * sqrt(2) if diagonal else straight

    def length_of(self, units: int, steps: int) -> float | None:
        """What `length` says of a path of so many units and steps; None if that does not settle it.

        On a uniform grid it does: each diagonal step adds DIAGONAL - STRAIGHT to a straight one.
        """
        if self.connected == 4:
            return units
        if not self.uniform:
            return None
        diagonal = (units - STRAIGHT * steps) // (DIAGONAL - STRAIGHT)
        return steps - diagonal + diagonal * sqrt(2) if diagonal else steps

    def point(self, state: Any) -> Point:
        return Point(state[1], state[0])

    def number(self, cell: Any) -> int:
        """The place of a cell in the arrays of `space`."""
        return int((cell[0] + 1) * (self.columns + 2) + cell[1] + 1)

    def state(self, number: int) -> Cell:
        """The cell of a number."""
        row, column = divmod(int(number), self.columns + 2)
        return Cell(row - 1, column - 1)

    @property
    def states(self) -> int:
        """How many numbers there are, those of the border included."""
        return (self.rows + 2) * (self.columns + 2)

    @cached_property
    def space(self) -> GridSpace:
        """The grid for compiled code."""
        weight = np.pad(self.weights, 1)
        free = weight > 0
        allowed = np.zeros(weight.shape, np.uint8)
        needed = {"never": 2, "one": 1, "always": 0}[self.corners]
        inside = (slice(1, -1), slice(1, -1))
        for direction in range(self.connected):
            down, right = STEPS[direction]
            ways = _shifted(free, down, right)
            if direction >= 4:
                sides = _shifted(free, down, 0).astype(np.uint8) + _shifted(free, 0, right)
                ways = ways & (sides >= needed)
            allowed[inside] |= (ways & free[inside]).astype(np.uint8) << np.uint8(direction)
        stride = self.columns + 2
        step = np.array([down * stride + right for down, right in STEPS], np.int64)
        length = np.array([self.straight] * 4 + [DIAGONAL] * 4, np.int64)
        return GridSpace(allowed.ravel(), weight.ravel(), step, length, stride, 1)

    @property
    def backward_space(self) -> GridSpace:
        """The same grid with every step reversed."""
        return self.space._replace(entered=0)

    def arcs(self) -> Iterator[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
        """Every step, direction by direction: where it begins, where it ends, what it costs."""
        space = self.space
        for direction in range(self.connected):
            origin = np.flatnonzero(space.open >> direction & 1)
            target = origin + space.step[direction]
            yield origin, target, space.length[direction] * space.weight[target].astype(np.int64)

    def predecessors(self, state: Any) -> Iterable[tuple[Cell, int]]:
        """The cells one step before, each with the cost of the step from there."""
        weight = int(self.weights[state])
        for cell, cost in self.successors(state):
            yield cell, cost // int(self.weights[cell]) * weight

    def _nearest_open(self, cell: Cell) -> str:
        rows, columns = np.nonzero(self.weights)
        if not len(rows):
            return ", as is the whole map"
        nearest = int(np.argmin(np.abs(rows - cell[0]) + np.abs(columns - cell[1])))
        name = self.state_name(Cell(int(rows[nearest]), int(columns[nearest])))
        return f" (the nearest open cell: {name})"


def _shifted(padded: NDArray[np.bool_], down: int, right: int) -> NDArray[np.bool_]:
    """For each cell inside the border, what its neighbor in that direction holds."""
    rows, columns = padded.shape
    return padded[1 + down : rows - 1 + down, 1 + right : columns - 1 + right]


@borrowing
def first_arc(space: GridSpace, state: int) -> Any:
    """Arcs of a state are numbered from here …"""
    return 0


@borrowing
def end_of_arcs(space: GridSpace, state: int) -> Any:
    """… up to, not including, here; on a grid an arc is a direction."""
    return 8 if space.open[state] else 0


@borrowing
def arc_target(space: GridSpace, state: int, arc: int) -> Any:
    """Where the arc leads; -1 if the step is not allowed."""
    return state + space.step[arc] if space.open[state] >> arc & 1 else -1


@borrowing
def arc_cost(space: GridSpace, state: int, arc: int) -> Any:
    """What the step along the arc costs."""
    return space.length[arc] * space.weight[state + space.entered * space.step[arc]]


@borrowing
def place(space: GridSpace, state: int) -> Point:
    """Where the state lies in the plane."""
    return Point(state % space.stride - 1, state // space.stride - 1)
