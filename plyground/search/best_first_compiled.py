"""Best-first search over arrays: the loop of best_first.py, state for state, at machine speed.

    met[state] == query     met in this query, so g, parent and latest[state] mean something
    latest[state]           the number of its entry in the heap, or NOT_WAITING once expanded

Each query has a number of its own, so that nothing has to be wiped in between: a query costs what
it visits, however large the map.
"""

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.bits import below, dice, rolled, scrambled
from plyground.jit import borrowing
from plyground.search.best_first import DIE, NO_LIMIT, Strategy
from plyground.search.heap import (
    NOT_WAITING,
    STATE,
    Heap,
    emptied,
    heap_for,
    is_full,
    leave,
    put,
    take,
    waiting,
)
from plyground.search.path_results import Run

KEEP, BETTER, LATEST = 0, 1, 2
MOST_NUMBERS = (1 << 31) - 1
AGAIN = {"keep": KEEP, "better": BETTER, "latest": LATEST}
NOWHERE = -1
FULL = -2
NO_ORDER = np.empty(0, np.int32)


class Memory(NamedTuple):
    """What a search remembers of each state, and its frontier."""

    met: Any
    g: Any
    parent: Any
    goal: Any
    """goal[state] == query: a goal of this query."""
    heap: Heap
    bag: Any
    """The waiting states in no order, where one is to be taken at random."""
    place: Any


class Rule(NamedTuple):
    """A Strategy in numbers."""

    g: Any
    h: Any
    first_in: bool
    """Whether of equal priorities the first in comes first; else the last, or the deepest."""
    again: int
    reopen: bool
    random_factor: float
    seed: int


def memory_for(
    states: int, whole_costs: bool, whole_f: bool, bag: bool = False, ties: bool = False
) -> Memory:
    """Room for a space of so many states."""
    return Memory(
        met=np.zeros(states, np.int32),
        g=np.empty(states, np.int64 if whole_costs else np.float64),
        parent=np.empty(states, np.int32),
        goal=np.zeros(states, np.int32),
        heap=heap_for(states, whole_f, ties),
        bag=np.empty(states if bag else 0, np.int32),
        place=np.empty(states if bag else 0, np.int32),
    )


@functools.cache
def best_first_on(arcs: Any, estimate: Any) -> Any:
    """Build the search for one kind of space: `arcs` is the module of its arcs.

    search(space, query, starts, goals, table, rule, most, memory, path, order) -> Run
    """
    first_arc, end_of_arcs = arcs.first_arc, arcs.end_of_arcs
    arc_target, arc_cost = arcs.arc_target, arcs.arc_cost

    @borrowing
    def search(
        space: Any,
        query: int,
        starts: NDArray[np.int64],
        goals: NDArray[np.int64],
        table: NDArray[Any],
        rule: Rule,
        most: int,
        memory: Memory,
        path: NDArray[np.int32],
        order: NDArray[np.int32],
    ) -> Run:
        heap = memory.heap
        emptied(heap)
        # The largest number comes first: counting up the last one in does, counting down the first.
        number, next_number = (MOST_NUMBERS, -1) if rule.first_in else (0, 1)
        expanded, generated, peak = 0, 0, 0
        dice_state = dice(rule.seed, 0)
        for goal in goals:
            memory.goal[goal] = query
        for state in starts:
            number += next_number
            memory.met[state] = query
            memory.g[state] = 0
            memory.parent[state] = NOWHERE
            h = estimate(space, state, goals, table) if rule.h else 0
            into_bag(memory, state, waiting(heap))
            put(heap, state, rule.h * h, 0, number, False)
            peak += 1
        while waiting(heap) and expanded < most:
            if rule.random_factor:
                dice_state = rolled(dice_state)
                if (scrambled(dice_state) >> 9) * DIE < rule.random_factor:
                    dice_state = rolled(dice_state)
                    state = memory.bag[below(scrambled(dice_state), waiting(heap))]
                    leave(heap, state)
                else:
                    state = take(heap)
                out_of_bag(memory, state, waiting(heap))
            else:
                state = take(heap)
            if expanded < len(order):
                order[expanded] = state
            expanded += 1
            if memory.goal[state] == query:
                steps = way_back(memory, state, path)
                cost = memory.g[state]
                return Run(steps, cost, expanded, generated, peak, waiting(heap), True)
            g = memory.g[state]
            for arc in range(first_arc(space, state), end_of_arcs(space, state)):
                successor = arc_target(space, state, arc)
                if successor < 0:
                    continue
                generated += 1
                through = g + arc_cost(space, state, arc)
                waits = False
                if memory.met[successor] == query:
                    waits = heap.latest[successor] != NOT_WAITING
                    if rule.again == BETTER:
                        if through >= memory.g[successor] or not (waits or rule.reopen):
                            continue
                    elif not (waits and rule.again == LATEST):
                        continue
                memory.met[successor] = query
                memory.g[successor] = through
                memory.parent[successor] = state
                h = estimate(space, successor, goals, table) if rule.h else 0
                f = rule.g * through + rule.h * h
                number += next_number
                if is_full(heap):
                    return Run(FULL, memory.g[starts[0]], expanded, generated, peak, 0, False)
                if not waits:
                    into_bag(memory, successor, waiting(heap))
                put(heap, successor, f, -through, number, waits)
            peak = max(peak, waiting(heap))
        left = waiting(heap)
        return Run(0, memory.g[starts[0]], expanded, generated, peak, left, left == 0)

    return search


@borrowing
def into_bag(memory: Memory, state: int, size: int) -> None:
    """Remember the place of a state that begins to wait, `size` others waiting."""
    if len(memory.bag):
        memory.bag[size] = state
        memory.place[state] = size


@borrowing
def out_of_bag(memory: Memory, state: int, size: int) -> None:
    """Close the gap that a state leaves, `size` others waiting still."""
    last = memory.bag[size]
    memory.bag[memory.place[state]] = last
    memory.place[last] = memory.place[state]


@borrowing
def way_back(memory: Memory, goal: int, path: NDArray[np.int32]) -> int:
    """Write the path to `goal` into `path`, its start first; how many states it has."""
    steps = 0
    state = goal
    while state != NOWHERE:
        path[steps] = state
        steps += 1
        state = memory.parent[state]
    for place in range(steps // 2):
        other = steps - 1 - place
        path[place], path[other] = path[other], path[place]
    return steps


def frontier(memory: Memory) -> list[tuple[int, Any, Any]]:
    """What waits in a memory's heap, next first: (state, g, f) of each."""
    heap, size = memory.heap, int(memory.heap.counts[0])
    entry, f = heap.entry[:size], heap.f[:size]
    ties = heap.tie[:size] if len(heap.tie) else np.zeros(size)
    next_first = np.lexsort((-entry, ties, f))
    counts = heap.latest[entry & STATE] == entry >> 32
    next_first = next_first[counts[next_first]]
    state = entry[next_first] & STATE
    rows = zip(state.tolist(), memory.g[state].tolist(), f[next_first].tolist(), strict=True)
    return list(rows)


def with_more_room(memory: Memory) -> Memory:
    """The same memory with a heap of twice the size, empty."""
    heap, room = memory.heap, 2 * len(memory.heap.f)
    larger = heap_for(0, heap.f.dtype.kind == "i", len(heap.tie) > 0, room)
    return memory._replace(heap=larger._replace(latest=heap.latest))


class CompiledBestFirst:
    """One strategy on one space, with its memory: ask it as often as you like."""

    def __init__(
        self,
        arcs: Any,
        space: Any,
        states: int,
        strategy: Strategy,
        estimate: Any,
        table: NDArray[Any],
        whole_costs: bool,
        whole_f: bool,
    ) -> None:
        number = int if whole_f else float
        self._search = best_first_on(arcs, estimate)
        self._space, self._table = space, table
        self.rule = Rule(
            number(strategy.g),
            number(strategy.h),
            strategy.ties == "first",
            AGAIN[strategy.again],
            strategy.reopen,
            strategy.random_factor,
            strategy.seed,
        )
        random, deep = strategy.random_factor > 0, strategy.ties == "deep"
        self.memory = memory_for(states, whole_costs, whole_f, random, deep)
        self.path = np.empty(states, np.int32)
        self.query = 0

    def waiting(self) -> list[tuple[int, Any, Any]]:
        """The frontier where the last run stopped, next first: (state, g, f) of each."""
        return frontier(self.memory)

    def run(
        self,
        starts: NDArray[np.int64],
        goals: NDArray[np.int64],
        most: int = NO_LIMIT,
        order: NDArray[np.int32] = NO_ORDER,
    ) -> Run:
        """Search from all starts at once to the nearest goal; the path is in `path[:run.steps]`.

        Where the frontier outgrows its room, again with twice as much.
        """
        while len(self.memory.heap.f) < len(starts):
            self.memory = with_more_room(self.memory)
        while True:
            self.query += 1
            run: Run = self._search(
                self._space,
                self.query,
                starts,
                goals,
                self._table,
                self.rule,
                most,
                self.memory,
                self.path,
                order,
            )
            if run.steps != FULL:
                return run
            self.memory = with_more_room(self.memory)
