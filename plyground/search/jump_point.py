"""Jump point search: A* on a map of open and blocked cells that queues only the turning points.

A* wanders through an open room cell by cell, and finds the same cell along many paths of the same
length: some diagonal steps and some straight ones, in any order. Jump point search looks at one
order only, the diagonal steps first, and does not stop where there is nothing to decide:

    . . . / . . . . . .        S  start; it looks in all eight directions
    . . / ─ ─ ─ * . . .        /  a diagonal run, and from each of its cells two straight jumps
    . / . # # # . . . .        ─  the only one of them that does not end at a wall
    S . . # # # . . . .        *  a jump point, since the wall beside it ends (see jumps.py)

Only S and * enter the queue. The cells of a diagonal run do not (the pruning of *Improving Jump
Point Search*, 2014): a state is one diagonal and one straight run away from its parent, and the
path is filled in at the end. Straight jumps look at 64 cells at a time.

Each cell has two words, of which one comparison tells that a path is new or better; the number that
stands for zero sinks with every query, so nothing is ever reset:

    nodes[cell] = zero + g,   parent | ways ever asked for (8 bits) | ways not yet tried (8 bits)
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadParameter
from plyground.jit import borrowing
from plyground.paths.grid import DIAGONAL, STRAIGHT, Grid
from plyground.search.jumps import ALL_WAYS, GOAL, Jumps, jump_points, jumps_of, mark_goal
from plyground.search.path_results import Run

GENERATION = 1 << 42
"""Above any g or f: what zero sinks by from query to query."""
NEVER = 1 << 62
"""Above zero + g of every query."""
TIES = 20
"""Bits of a key below f: among equals, the state nearest to a goal comes first."""
UNLIMITED = 1 << 60
SIZE, WAITING, PEAK, GENERATED, EXPANDED = range(5)
"""What `counts` holds. SIZE is that of the queue, where a state may be twice, once outdated."""
NO_ROOM = -2
"""Instead of a goal: the queue was too small, start over with twice the room."""
NO_RECORD = np.empty(0, np.int32)


class Memory(NamedTuple):
    """What a search writes."""

    nodes: Any
    """Two words a cell, see above."""
    queue: Any
    """A binary heap of entries (key, cell), two words each."""
    counts: Any
    targets: Any
    """Row and column of each goal."""


class JumpPoint:
    """One per map; keeps bitmaps and memory, so that a query touches only what it visits.

    Not for two threads at once: the goals of a query are marked on the map while it runs.
    """

    def __init__(self, grid: Grid) -> None:
        if grid.connected != 8 or not grid.uniform:
            raise BadParameter(
                f"{grid.title}: jump_point needs an 8-connected grid whose open cells all cost 1 "
                "(astar takes any grid)"
            )
        self._grid = grid
        self._jumps = tuple(jumps_of(grid))
        self._zero = NEVER
        self._nodes = np.full(2 * grid.states, NEVER, np.int64)
        self._counts = np.zeros(5, np.int64)
        self._allocate(room=1024, goals=1)
        self.path = np.empty(grid.states, np.int32)
        self.order = NO_RECORD

    def _allocate(self, room: int, goals: int) -> None:
        """A queue with room for so many entries, and a place for so many goals."""
        self._queue = np.empty(2 * room, np.int64)
        self._targets = np.empty(2 * goals, np.int64)
        self._memory = (self._nodes, self._queue, self._counts, self._targets)

    def run(
        self,
        start: int,
        goals: NDArray[np.int64],
        most: int = UNLIMITED,
        record: bool = False,
    ) -> Run:
        """The shortest path from `start` to the nearest of `goals`, left in `path[: run.steps]`.

        Stops after `most` expansions. With `record`, `order[: run.expanded]` are the expanded ones.
        """
        if 2 * len(goals) > len(self._targets):
            self._allocate(len(self._queue) // 2, len(goals))
        if record and not len(self.order):
            self.order = np.empty(8 * self._grid.states, np.int32)  # each way is tried once
        order = self.order if record else NO_RECORD
        while True:
            self._zero -= GENERATION
            if self._zero < -NEVER:  # after two million queries
                self._nodes[::2] = NEVER
                self._zero = NEVER - GENERATION
            run: Run = _query(
                self._jumps, self._memory, start, goals, most, self._zero, self.path, order
            )
            if run.steps != NO_ROOM:
                return run
            self._allocate(len(self._queue), len(self._targets) // 2)

    def waiting(self) -> list[tuple[int, int, int]]:
        """The queue where the last run stopped, next first: (state, g, f) of each state."""
        entries = self._queue[: 2 * self._counts[SIZE]].reshape(-1, 2)
        found: dict[int, tuple[int, int, int]] = {}
        for key, cell in sorted(entries.tolist()):
            known, note = self._nodes[2 * cell : 2 * cell + 2].tolist()
            if note & ALL_WAYS and cell not in found:
                found[cell] = (cell, known - self._zero, key >> TIES)
        return list(found.values())


@borrowing
def _query(
    jumps: Any, memory: Any, start: int, goals: Any, most: int, zero: int, path: Any, order: Any
) -> Run:
    """Mark the goals, search, take the marks away, and write the path."""
    ground, mind = Jumps(*jumps), Memory(*memory)
    nodes, counts, targets = mind.nodes, mind.counts, mind.targets
    for number in range(len(goals)):
        goal = goals[number]
        mark_goal(ground, goal, 1)
        targets[2 * number], targets[2 * number + 1] = goal // ground.stride, goal % ground.stride
    reached = _search(ground, mind, start, len(goals), most, zero, order)
    for number in range(len(goals)):
        mark_goal(ground, goals[number], 0)
    steps, cost = 0, 0
    if reached == NO_ROOM:
        steps = NO_ROOM
    elif reached >= 0:
        steps, cost = _trace(nodes, reached, ground.stride, path), nodes[2 * reached] - zero
    return Run(
        steps,
        cost,
        counts[EXPANDED],
        counts[GENERATED],
        counts[PEAK],
        counts[WAITING],
        reached >= 0 or counts[WAITING] == 0,
    )


@borrowing
def _search(
    jumps: Jumps, memory: Memory, start: int, goals: int, most: int, zero: int, order: Any
) -> int:
    """The goal that was reached; -1 if none can be, or not within `most` expansions."""
    cells, nodes, counts, found = jumps.cells, memory.nodes, memory.counts, jumps.found
    for number in range(len(counts)):
        counts[number] = 0
    h = _octile(memory.targets, goals, start // jumps.stride, start % jumps.stride)
    _offer(memory, zero, start, start, 0, h, ALL_WAYS)
    while counts[SIZE] > 0 and counts[EXPANDED] < most:
        cell = _pop(memory.queue, counts)
        note = nodes[2 * cell + 1]
        if not note & ALL_WAYS:  # it was in the queue twice, and expanded with the better f
            continue
        nodes[2 * cell + 1] = note & ~ALL_WAYS
        if counts[EXPANDED] < len(order):
            order[counts[EXPANDED]] = cell
        counts[EXPANDED] += 1
        counts[WAITING] -= 1
        if cells[cell] >> GOAL:
            return cell
        g = nodes[2 * cell] - zero
        count = jump_points(jumps, cell, note & cells[cell] & ALL_WAYS)
        counts[GENERATED] += count
        for place in range(0, 4 * count, 4):
            row, column = found[place], found[place + 1]
            length, way = found[place + 2], found[place + 3]
            target = row * jumps.stride + column
            if zero + g + length > nodes[2 * target]:
                continue
            if 2 * counts[SIZE] == len(memory.queue):
                return NO_ROOM
            here = cells[target]
            ways = ALL_WAYS if here >> GOAL else int(jumps.ways[way, here & ALL_WAYS])
            h = _octile(memory.targets, goals, row, column)
            _offer(memory, zero, cell, target, g + length, h, ways)
    return -1


@borrowing
def _offer(memory: Memory, zero: int, parent: int, cell: int, g: int, h: int, ways: int) -> None:
    """A path to the cell, as good as any: queue it if it is better, or new ways lead on from it.

    Each direction of arrival prunes for its own reasons; trying the ways of all equally short paths
    makes this a search over pairs (cell, direction), which needs no argument about ties. (Taking
    just the first path to a cell never cost more in 1.8 million random queries.)
    """
    nodes, counts = memory.nodes, memory.counts
    known, note = nodes[2 * cell], nodes[2 * cell + 1]
    waits = known < zero + GENERATION and note & ALL_WAYS
    if zero + g < known:
        nodes[2 * cell], nodes[2 * cell + 1] = zero + g, parent << 16 | ways << 8 | ways
    else:
        ways &= ~(note >> 8)
        if not ways:
            return
        nodes[2 * cell + 1] = note | ways << 8 | ways
        if waits:
            return
    if not waits:
        counts[WAITING] += 1
        counts[PEAK] = max(counts[PEAK], counts[WAITING])
    nearness = min(h // STRAIGHT, (1 << TIES) - 1)
    _push(memory.queue, counts, g + h << TIES | nearness, cell)


@borrowing
def _octile(targets: Any, goals: int, row: int, column: int) -> int:
    """The length of the way to the nearest goal if there were no walls."""
    least = GENERATION >> 1
    for number in range(goals):
        rows, columns = abs(row - targets[2 * number]), abs(column - targets[2 * number + 1])
        shorter = min(rows, columns)
        least = min(least, (rows + columns - 2 * shorter) * STRAIGHT + shorter * DIAGONAL)
    return least


@borrowing
def _push(queue: Any, counts: Any, key: int, cell: int) -> None:
    """Add an entry, for which there must be room: it rises past all that are larger."""
    place = counts[SIZE]
    counts[SIZE] += 1
    while place > 0 and queue[2 * ((place - 1) >> 1)] > key:
        above = (place - 1) >> 1
        queue[2 * place], queue[2 * place + 1] = queue[2 * above], queue[2 * above + 1]
        place = above
    queue[2 * place], queue[2 * place + 1] = key, cell


@borrowing
def _pop(queue: Any, counts: Any) -> int:
    """Take out the cell with the least key; the last entry sinks into its place."""
    first = queue[1]
    counts[SIZE] -= 1
    size = counts[SIZE]
    key, cell = queue[2 * size], queue[2 * size + 1]
    place, below = 0, 1
    while below < size:
        if below + 1 < size and queue[2 * (below + 1)] < queue[2 * below]:
            below += 1
        if queue[2 * below] >= key:
            break
        queue[2 * place], queue[2 * place + 1] = queue[2 * below], queue[2 * below + 1]
        place, below = below, 2 * below + 1
    queue[2 * place], queue[2 * place + 1] = key, cell
    return int(first)


@borrowing
def _trace(nodes: Any, goal: int, stride: int, path: Any) -> int:
    """Write all cells from the start to the goal, back to front and then turned; their number."""
    steps, cell, parent = 1, goal, nodes[2 * goal + 1] >> 16
    path[0] = goal
    while parent != cell:
        row, column = cell // stride, cell % stride
        parent_row, parent_column = parent // stride, parent % stride
        while cell != parent:
            rows, columns = parent_row - row, parent_column - column
            if abs(rows) >= abs(columns):  # seen from the parent the straight part comes last
                row += 1 if rows > 0 else -1
            if abs(columns) >= abs(rows):
                column += 1 if columns > 0 else -1
            cell = row * stride + column
            path[steps] = cell
            steps += 1
        parent = nodes[2 * cell + 1] >> 16
    for place in range(steps // 2):
        path[place], path[steps - 1 - place] = path[steps - 1 - place], path[place]
    return steps
