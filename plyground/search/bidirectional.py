"""Search from both ends at once. Here to be read; its compiled twin is below.

    start ──▶ forward ──▶ · meet · ◀── backward ◀── goals

Each side is a best-first search with the priority 2 g + its own estimate - the other's. The two
estimates cancel where the sides meet, so the sum of both least priorities is a lower bound on twice
the cost of every path not yet seen: the search stops once the best path seen costs no more (Ikeda
and others, 1994). With zero for an estimate this is bidirectional Dijkstra. The side with fewer
waiting states goes next. The path is a shortest one if the estimates are consistent.
"""

import functools
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.jit import borrowing
from plyground.paths.problem import Problem
from plyground.search.best_first import NO_LIMIT, Frontier, way_back
from plyground.search.best_first_compiled import (
    FULL,
    NO_ORDER,
    NOWHERE,
    Memory,
    frontier,
    memory_for,
    with_more_room,
)
from plyground.search.heap import NOT_WAITING, emptied, is_full, least, put, take, waiting
from plyground.search.path_results import PathResult, Run


class Side:
    """One of the two searches, for reading."""

    def __init__(self, sources: list[Any], successors: Any, priority: Callable[[Any], Any]) -> None:
        self.successors, self.priority = successors, priority
        self.g = dict.fromkeys(sources, 0)
        self.came_from: dict[Any, Any] = dict.fromkeys(sources)
        self.frontier = Frontier("last")
        for state in sources:
            self.frontier.put(state, 0, priority(state))


def bidirectional(
    problem: Problem,
    to_goals: Callable[[Any], Any],
    from_start: Callable[[Any], Any],
    most: int = NO_LIMIT,
    record: bool = False,
) -> PathResult:
    """A shortest path, found from both ends."""
    started = time.perf_counter()
    forward = Side([problem.start], problem.successors, lambda s: to_goals(s) - from_start(s))
    goals = list(dict.fromkeys(problem.goals))
    backward = Side(goals, problem.predecessors, lambda s: from_start(s) - to_goals(s))
    best, meeting = (0, problem.start) if problem.start in goals else (None, None)
    expanded, generated, peak, order = 0, 0, 1 + len(goals), []
    while len(forward.frontier) and len(backward.frontier) and expanded < most:
        bound = forward.frontier.least() + backward.frontier.least()
        if best is not None and bound >= 2 * best:
            break
        ahead = len(forward.frontier) <= len(backward.frontier)
        side, other = (forward, backward) if ahead else (backward, forward)
        state = side.frontier.take()
        expanded += 1
        if record:
            order.append(state)
        for successor, cost in side.successors(state):
            generated += 1
            through = side.g[state] + cost
            if successor in side.g and through >= side.g[successor]:
                continue
            side.g[successor], side.came_from[successor] = through, state
            side.frontier.put(successor, through, 2 * through + side.priority(successor))
            if successor in other.g and (best is None or through + other.g[successor] < best):
                best, meeting = through + other.g[successor], successor
        peak = max(peak, len(forward.frontier) + len(backward.frontier))
    finished = _settled(forward, backward, best)
    path = []
    if best is not None and finished:
        path = way_back(forward.came_from, meeting) + way_back(backward.came_from, meeting)[-2::-1]
    return PathResult(
        path=path,
        cost=problem.length(path) if path else None,
        expanded=expanded,
        generated=generated,
        peak_frontier=peak,
        seconds=time.perf_counter() - started,
        finished=finished,
        open=[*forward.frontier, *backward.frontier],
        order=order,
    )


def _settled(forward: Side, backward: Side, best: Any) -> bool:
    """Whether no path can be cheaper than the best one seen, if one was."""
    if not len(forward.frontier) or not len(backward.frontier):
        return True
    return best is not None and bool(
        forward.frontier.least() + backward.frontier.least() >= 2 * best
    )


class Ends(NamedTuple):
    """The two memories of the compiled search."""

    forward: Memory
    backward: Memory


@functools.cache
def bidirectional_on(arcs: Any, to_goals: Any, from_starts: Any) -> Any:
    """Build the compiled search for one kind of space: the same states in the same order.

    search(space, back_space, query, starts, goals, table, most, ends, path, order) -> Run
    """
    first_arc, end_of_arcs = arcs.first_arc, arcs.end_of_arcs
    arc_target, arc_cost = arcs.arc_target, arcs.arc_cost

    @borrowing
    def begin(memory: Memory, query: int, sources: Any) -> None:
        emptied(memory.heap)
        for state in sources:
            memory.met[state] = query
            memory.g[state] = 0
            memory.parent[state] = NOWHERE

    @borrowing
    def search(
        space: Any,
        back_space: Any,
        query: int,
        starts: Any,
        goals: Any,
        table: Any,
        most: int,
        ends: Ends,
        path: Any,
        order: Any,
    ) -> Run:
        forward, backward = ends.forward, ends.backward
        begin(forward, query, starts)
        begin(backward, query, goals)
        number, meeting, best = 0, NOWHERE, forward.g[starts[0]]
        for state in starts:
            number += 1
            f = to_goals(space, state, goals, table) - from_starts(space, state, starts, table)
            put(forward.heap, state, f, 0, number, False)
        for state in goals:
            number += 1
            f = from_starts(space, state, starts, table) - to_goals(space, state, goals, table)
            put(backward.heap, state, f, 0, number, False)
            if forward.met[state] == query:
                meeting = state
        expanded, generated, peak = 0, 0, number
        while waiting(forward.heap) and waiting(backward.heap) and expanded < most:
            bound = least(forward.heap) + least(backward.heap)
            if meeting != NOWHERE and bound >= 2 * best:
                break
            ahead = waiting(forward.heap) <= waiting(backward.heap)
            side, other = (forward, backward) if ahead else (backward, forward)
            ways = space if ahead else back_space
            sign = 1 if ahead else -1
            state = take(side.heap)
            if expanded < len(order):
                order[expanded] = state
            expanded += 1
            g = side.g[state]
            for arc in range(first_arc(ways, state), end_of_arcs(ways, state)):
                successor = arc_target(ways, state, arc)
                if successor < 0:
                    continue
                generated += 1
                through = g + arc_cost(ways, state, arc)
                waits = False
                if side.met[successor] == query:
                    if through >= side.g[successor]:
                        continue
                    waits = side.heap.latest[successor] != NOT_WAITING
                if is_full(side.heap):
                    return Run(FULL, best, expanded, generated, peak, 0, False)
                side.met[successor] = query
                side.g[successor] = through
                side.parent[successor] = state
                number += 1
                h = to_goals(space, successor, goals, table) - from_starts(
                    space, successor, starts, table
                )
                put(side.heap, successor, 2 * through + sign * h, 0, number, waits)
                if other.met[successor] == query:
                    whole = through + other.g[successor]
                    if meeting == NOWHERE or whole < best:
                        best, meeting = whole, successor
            peak = max(peak, waiting(forward.heap) + waiting(backward.heap))
        left = waiting(forward.heap) + waiting(backward.heap)
        finished = waiting(forward.heap) == 0 or waiting(backward.heap) == 0
        if meeting != NOWHERE and not finished:
            finished = least(forward.heap) + least(backward.heap) >= 2 * best
        if meeting == NOWHERE or not finished:
            return Run(0, best, expanded, generated, peak, left, finished)
        steps = joined(forward, backward, meeting, path)
        return Run(steps, best, expanded, generated, peak, left, True)

    return search


@borrowing
def joined(forward: Memory, backward: Memory, meeting: int, path: Any) -> int:
    """Write the way to the meeting point and on to the goal; how many states it has."""
    steps, state = 0, meeting
    while state != NOWHERE:
        steps += 1
        state = forward.parent[state]
    place, state = steps - 1, meeting
    while state != NOWHERE:
        path[place] = state
        place -= 1
        state = forward.parent[state]
    state = backward.parent[meeting]
    while state != NOWHERE:
        path[steps] = state
        steps += 1
        state = backward.parent[state]
    return steps


class CompiledBidirectional:
    """Both searches on one space, with their memory: ask as often as you like."""

    def __init__(
        self, arcs: Any, space: Any, back_space: Any, states: int, estimate: Any, whole: bool,
        whole_f: bool,
    ) -> None:  # fmt: skip
        self._search = bidirectional_on(arcs, estimate.to_goals, estimate.from_starts)
        self._spaces, self._table = (space, back_space), estimate.table
        self.ends = Ends(*(memory_for(states, whole, whole_f) for _ in range(2)))
        self.path = np.empty(2 * states, np.int32)
        self.query = 0

    def waiting(self) -> list[tuple[int, Any, Any]]:
        """Both frontiers where the last run stopped, the forward one first."""
        return frontier(self.ends.forward) + frontier(self.ends.backward)

    def run(
        self,
        starts: NDArray[np.int64],
        goals: NDArray[np.int64],
        most: int = NO_LIMIT,
        order: NDArray[np.int32] = NO_ORDER,
    ) -> Run:
        """Search from both ends; the path is in `path[:run.steps]`."""
        while min(len(each.heap.f) for each in self.ends) < len(goals):
            self.ends = Ends(*(with_more_room(each) for each in self.ends))
        while True:
            self.query += 1
            run: Run = self._search(
                *self._spaces,
                self.query,
                starts,
                goals,
                self._table,
                most,
                self.ends,
                self.path,
                order,
            )
            if run.steps != FULL:
                return run
            self.ends = Ends(*(with_more_room(each) for each in self.ends))
