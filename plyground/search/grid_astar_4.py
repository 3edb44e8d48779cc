"""A* on 4-connected grids of uniform cost: two stacks are all the frontier there is.

                 goal            a step toward the goal keeps f: it goes on the stack `now`
            .  .  ▲ now          a step away raises f by 2:      it goes on the stack `later`
        later ◀ cell ▶ now
                  ▼ later        when `now` is empty, `later` takes its place

With Manhattan distance every step changes h by one, so f = g + h stays or rises by exactly two: two
values of f wait at any time. (With several goals f may also rise by one: those are best_first's.)
The cells come in the very order of best_first.py, and what grid_astar.py says about `seen` and
about cells that got cheaper holds here too.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.bits import lowest, popcount, without_lowest
from plyground.jit import borrowing
from plyground.paths.grid import Grid, GridSpace
from plyground.search.best_first import NO_LIMIT
from plyground.search.grid_astar import (
    CLOSED,
    DIRECTION,
    DOWN,
    FULL,
    LINKS,
    NO_ORDER,
    QUERIES,
    RIGHT,
    SPAN,
    G,
    back,
    inverse_of,
    row_of,
    way_back,
)
from plyground.search.path_results import Run


@borrowing
def search(
    space_arrays: Any,
    inverse: int,
    shift: int,
    stacks: Any,
    seen: Any,
    base: int,
    start: int,
    goal: int,
    most: int,
    path: Any,
    order: Any,
) -> Run:
    """A* from start to goal; the path is written into `path`."""
    space = GridSpace(*space_arrays)
    stride, room = space.stride, stacks.shape[1]
    goal_row, goal_column = goal // stride, goal % stride
    seen[start] = base
    f = abs(start // stride - goal_row) + abs(start % stride - goal_column)
    now, top, later_top = 0, 1, 0
    stacks[now, 0] = start
    expanded, generated, waiting, peak, steps = 0, 0, 1, 1, 0
    while waiting and expanded < most:
        if not top:
            now, top, later_top, f = 1 - now, later_top, 0, f + 2
        top -= 1
        cell: Any = np.int64(stacks[now, top])
        if seen[cell] & CLOSED:
            continue
        known = seen[cell]
        here = known & ~DIRECTION
        seen[cell] = known | CLOSED
        waiting -= 1
        if expanded < len(order):
            order[expanded] = cell
        expanded += 1
        if cell == goal:
            steps = way_back(space, seen, start, cell, path)
            break
        row = row_of(cell, inverse, shift)
        column = cell - row * stride
        h = f - (here - base) // G
        through = here + G
        ways: Any = np.int64(space.open[cell])
        generated += popcount(ways)
        if cell != start:
            ways &= ~back(known & DIRECTION)
        while ways:
            direction = lowest(ways)
            ways = without_lowest(ways)
            target = cell + space.step[direction]
            known = seen[target]
            if through >= known & -G:
                continue
            if top == room or later_top == room:
                return Run(FULL, 0, expanded, generated, peak, waiting, False)
            if known >= base + SPAN:
                waiting += 1
            seen[target] = through + direction
            down, right = row + DOWN[direction], column + RIGHT[direction]
            if abs(down - goal_row) + abs(right - goal_column) < h:
                stacks[now, top] = target
                top += 1
            else:
                stacks[1 - now, later_top] = target
                later_top += 1
        peak = max(peak, waiting)
    cost = (seen[path[steps - 1]] - base) // G if steps else 0
    return Run(steps, cost, expanded, generated, peak, waiting, steps > 0 or waiting == 0)


class GridAStar4:
    """A* on one uniform 4-connected grid, with its memory: ask it as often as you like."""

    def __init__(self, grid: Grid) -> None:
        self._space, self._inverse = tuple(grid.space), inverse_of(grid.space.stride)
        self._seen = np.full(grid.states, np.iinfo(np.int64).max)
        self._base = SPAN * QUERIES
        self._stacks = np.empty((2, LINKS), np.int32)
        self.path = np.empty(grid.states, np.int32)

    def run(
        self,
        start: int,
        goals: NDArray[np.int64],
        most: int = NO_LIMIT,
        order: NDArray[np.int32] = NO_ORDER,
    ) -> Run:
        """Search for the one goal; where a stack overflows, again with twice the room."""
        while True:
            self._base -= SPAN
            if self._base < 0:
                self._seen.fill(np.iinfo(np.int64).max)
                self._base = SPAN * (QUERIES - 1)
            run: Run = search(
                self._space, *self._inverse, self._stacks, self._seen, self._base, start, goals[0],
                most, self.path, order,
            )  # fmt: skip
            if run.steps != FULL:
                return run
            self._stacks = np.empty((2, 2 * self._stacks.shape[1]), np.int32)
