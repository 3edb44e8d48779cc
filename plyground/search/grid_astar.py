"""A* on 8-connected grids of uniform cost, with buckets for a frontier.

    f mod SLOTS    …  17   18   19   20  …          waiting cells with equal f are a chain;
                      │         │                   the last one in is the first one out
                      a         c
                      │                             one bit a slot tells which are not empty
                      b

With octile distance f never falls along a path and never rises by more than two diagonal steps at
once. So all waiting f lie within a window, and the remainder of f is a place in a ring: no heap, no
comparisons. The estimate is consistent, so a cell is expanded once, at its least cost. The cells
come in the very order of best_first.py.

    seen[cell] = base + 16 g + CLOSED + direction of the step that led there

base falls with each query, so that one comparison, base + 16 g < seen[cell], says "new in this
query, or cheaper", and no query has to wipe what the one before it wrote. Links of chains come from
a pool and go back to it, so that the frontier stays in the processor's cache. A cell that got
cheaper while it waited leaves its old link behind; that has a larger f, so by the time it comes up
the cell is closed, and it is passed over.
"""

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.bits import lowest, popcount, without_lowest
from plyground.jit import borrowing
from plyground.paths.grid import DIAGONAL, STEPS, STRAIGHT, Grid, GridSpace
from plyground.search.path_results import Run

G, CLOSED, DIRECTION = 16, 8, 7
SPAN = 1 << 46
"""What base falls by: more than 16 times the cost of any path."""
QUERIES = 1 << 16
NONE, FULL = -1, -2
WORD = 32
SLOTS = 1 << (2 * DIAGONAL).bit_length()
LINKS = 1 << 12
FAR = SPAN
DOWN = np.array([down for down, _ in STEPS])
RIGHT = np.array([right for _, right in STEPS])
UNSEEN = np.iinfo(np.int64).max


@borrowing
def row_of(cell: int, inverse: int, shift: int) -> int:
    """cell // stride by one multiplication, since a division takes as long as ten of them.

    With inverse = 2**shift // stride + 1 the product is too large by at most cell / 2**shift, which
    is less than 1 / stride if 2**shift > cells * stride: never enough to reach the next row.
    """
    return cell * inverse >> shift


def inverse_of(stride: int) -> tuple[int, int]:
    """The two numbers that `row_of` needs, for up to 2**28 cells."""
    shift = 29 + stride.bit_length()
    return (1 << shift) // stride + 1, shift


@borrowing
def back(direction: int) -> int:
    """The bit of the opposite direction: whence one came there is nothing to find."""
    return 1 << (direction ^ 2)


class Ring(NamedTuple):
    """The frontier: a chain of links for each slot, and a chain of unused links."""

    head: Any
    filled: Any
    """Bit i % 32 of word i // 32 is set if slot i is not empty."""
    summary: Any
    """The same again for the words."""
    cell: Any
    after: Any
    """Of each link: its cell, and the next link of its chain."""
    unused: Any
    """The first unused link, or NONE."""


@borrowing
def push(ring: Ring, cell: int, slot: int) -> None:
    """Let the cell wait in a slot, before all others there; there must be an unused link."""
    link = ring.unused[0]
    ring.unused[0] = ring.after[link]
    head = ring.head[slot]
    ring.cell[link] = cell
    ring.after[link] = head
    ring.head[slot] = link
    if head == NONE:
        word = slot // WORD
        ring.filled[word] |= 1 << slot % WORD
        ring.summary[word // WORD] |= 1 << word % WORD


@borrowing
def pop(ring: Ring, slot: int) -> Any:
    """The first cell of a slot that is not empty."""
    link = ring.head[slot]
    after = ring.after[link]
    ring.head[slot] = after
    if after == NONE:
        word = slot // WORD
        ring.filled[word] &= ~(1 << slot % WORD)
        if not ring.filled[word]:
            ring.summary[word // WORD] &= ~(1 << word % WORD)
    ring.after[link] = ring.unused[0]
    ring.unused[0] = link
    return ring.cell[link]


@borrowing
def next_filled(ring: Ring, slot: int) -> Any:
    """The first slot that is not empty from `slot` on, around the ring; NONE if all are."""
    word = slot // WORD
    here = ring.filled[word] >> slot % WORD
    if here:
        return slot + lowest(here)
    group = word // WORD
    rest = ring.summary[group] & ~((2 << word % WORD) - 1)
    for _ in range(len(ring.summary) + 1):
        if rest:
            word = group * WORD + lowest(rest)
            return word * WORD + lowest(ring.filled[word])
        group = group + 1 if group + 1 < len(ring.summary) else 0
        rest = ring.summary[group]
    return NONE


@borrowing
def clear(ring: Ring) -> None:
    """Give all links back, so that the next query finds an empty ring."""
    slot = next_filled(ring, 0)
    while slot != NONE:
        while ring.head[slot] != NONE:
            pop(ring, slot)
        slot = next_filled(ring, slot)


@borrowing
def octile(down: int, right: int) -> int:
    """The cost of so many rows and columns in an empty grid."""
    down, right = abs(down), abs(right)
    return STRAIGHT * (down + right) + (DIAGONAL - 2 * STRAIGHT) * min(down, right)


@borrowing
def nearest(row: int, column: int, goals: Any, stride: int) -> int:
    """The distance to the nearest goal."""
    least = FAR
    for goal in goals:
        least = min(least, octile(row - goal // stride, column - goal % stride))
    return least


@borrowing
def search(
    space_arrays: Any,
    inverse: int,
    shift: int,
    ring_arrays: Any,
    seen: Any,
    base: int,
    start: int,
    goals: Any,
    path: Any,
) -> Run:
    """A* from start to the nearest goal; the path is written into `path`."""
    space, ring = GridSpace(*space_arrays), Ring(*ring_arrays)
    stride = space.stride
    alone, goal_row, goal_column = len(goals) == 1, goals[0] // stride, goals[0] % stride
    seen[start] = base
    f = nearest(start // stride, start % stride, goals, stride)
    push(ring, start, f % SLOTS)
    expanded, generated, waiting, peak, steps = 0, 0, 1, 1, 0
    while waiting:
        slot = f % SLOTS
        if ring.head[slot] == NONE:
            f += (next_filled(ring, slot) - slot) % SLOTS
            slot = f % SLOTS
        cell: Any = np.int64(pop(ring, slot))
        if seen[cell] & CLOSED:
            continue
        known = seen[cell]
        here = known & ~DIRECTION
        seen[cell] = known | CLOSED
        waiting -= 1
        expanded += 1
        if here == base + G * f:
            steps = way_back(space, seen, start, cell, path)
            break
        row = row_of(cell, inverse, shift)
        column = cell - row * stride
        ways: Any = np.int64(space.open[cell])
        generated += popcount(ways)
        if cell != start:
            ways &= ~back(known & DIRECTION)
        while ways:
            direction = lowest(ways)
            ways = without_lowest(ways)
            target = cell + space.step[direction]
            through = here + G * space.length[direction]
            known = seen[target]
            if through >= known & -G:
                continue
            if ring.unused[0] == NONE:
                clear(ring)
                return Run(FULL, 0, expanded, generated, peak, waiting, False)
            if known >= base + SPAN:
                waiting += 1
            seen[target] = through + direction
            down, right = row + DOWN[direction], column + RIGHT[direction]
            if alone:
                h = octile(down - goal_row, right - goal_column)
            else:
                h = nearest(down, right, goals, stride)
            push(ring, target, ((through - base) // G + h) % SLOTS)
        peak = max(peak, waiting)
    clear(ring)
    cost = (seen[path[steps - 1]] - base) // G if steps else 0
    return Run(steps, cost, expanded, generated, peak, waiting, steps > 0 or waiting == 0)


@borrowing
def way_back(space: GridSpace, seen: Any, start: int, goal: int, path: Any) -> int:
    """Write the path into `path`, the start first; how many cells it has."""
    steps, cell = 1, goal
    while cell != start:
        cell -= space.step[seen[cell] & DIRECTION]
        steps += 1
    place, cell = steps - 1, goal
    while place:
        path[place] = cell
        place -= 1
        cell -= space.step[seen[cell] & DIRECTION]
    path[0] = start
    return steps


class GridSearch(ABC):
    """A search on one uniform grid, with its memory: ask it as often as you like."""

    def __init__(self, grid: Grid) -> None:
        # Plain tuples: handing a record from Python to compiled code takes microseconds longer.
        self._space, self._inverse = tuple(grid.space), inverse_of(grid.space.stride)
        self._seen = np.full(grid.states, UNSEEN)
        self._base = SPAN * QUERIES
        self.path = np.empty(grid.states, np.int32)
        self._make_room(LINKS)

    def run(self, start: int, goals: NDArray[np.int64]) -> Run:
        """Search; where the frontier outgrows its room, again with twice as much."""
        while True:
            self._base -= SPAN
            if self._base < 0:
                self._seen.fill(UNSEEN)
                self._base = SPAN * (QUERIES - 1)
            run = self._searched(start, goals)
            if run.steps != FULL:
                return run
            self._make_room(2 * self._room)

    @abstractmethod
    def _make_room(self, room: int) -> None:
        """An empty frontier that holds so much."""

    @abstractmethod
    def _searched(self, start: int, goals: NDArray[np.int64]) -> Run:
        """One attempt; its steps are FULL if there was not enough room."""

    @property
    @abstractmethod
    def _room(self) -> int: ...


class GridAStar(GridSearch):
    """A* on 8-connected grids."""

    def _make_room(self, room: int) -> None:
        after = np.arange(1, room + 1, dtype=np.int32)
        after[-1] = NONE
        ring = Ring(
            head=np.full(SLOTS, NONE, np.int32),
            filled=np.zeros(SLOTS // WORD, np.int64),
            summary=np.zeros(SLOTS // WORD // WORD, np.int64),
            cell=np.empty(room, np.int32),
            after=after,
            unused=np.zeros(1, np.int64),
        )
        self._ring = tuple(ring)

    @property
    def _room(self) -> int:
        return len(Ring(*self._ring).cell)

    def _searched(self, start: int, goals: NDArray[np.int64]) -> Run:
        run: Run = search(
            self._space, *self._inverse, self._ring, self._seen, self._base, start, goals, self.path
        )
        return run
