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
from plyground.paths.grid import GridSpace
from plyground.search.grid_astar import (
    CLOSED,
    DIRECTION,
    DOWN,
    FULL,
    RIGHT,
    SPAN,
    G,
    GridSearch,
    back,
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
    path: Any,
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
    while waiting:
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


class GridAStar4(GridSearch):
    """A* on 4-connected grids, to one goal."""

    def _make_room(self, room: int) -> None:
        self._stacks = np.empty((2, room), np.int32)

    @property
    def _room(self) -> int:
        return self._stacks.shape[1]

    def _searched(self, start: int, goals: NDArray[np.int64]) -> Run:
        run: Run = search(
            self._space,
            *self._inverse,
            self._stacks,
            self._seen,
            self._base,
            start,
            goals[0],
            self.path,
        )
        return run
