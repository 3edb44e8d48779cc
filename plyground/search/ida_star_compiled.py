"""IDA* on spaces whose states are numbers: the twin of `ida_star`, compiled.

    depth      0    1    2   …          the path, and beside it the next arc to try from each state
    state    [ 4 |  9 | 10 | … ]
    arc      [ 2 |  7 |  0 | … ]        on_path  [ 0 0 0 0 1 0 0 0 0 1 1 … ]   one byte a state
    g        [ 0 |  3 |  5 | … ]

It enters the same states in the same order and counts the same. All sums are those of float64, in
the order g + h; whole numbers below 2**53 are exact there, so that int and float arcs give what
Python gives. The walk stays in arrays: it can be left after so many states and taken up again.
"""

import time
from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from plyground.jit import compiled
from plyground.search.ida_star import HUGE, thresholds_note
from plyground.search.path_results import PathResult

Estimate: TypeAlias = Callable[[Any, int, Any, Any], Any]
"""estimate(space, state, goals, table), compiled; the table is whatever it needs, an array."""

UNSETTLED, SOLVED, EXHAUSTED = range(3)
COUNTS = 6
DEPTH, GENERATED, EXPANDED, LONGEST, KNOWN, ROOM = range(COUNTS)
"""What a walk keeps in `counts`; KNOWN of at most ROOM states are in the table."""
CHUNK = 1 << 22  # states between two looks at the world


class Arcs(Protocol):
    """A module with compiled functions of a space: `paths.grid` or `paths.graph`."""

    @property
    def first_arc(self) -> Callable[..., Any]: ...
    @property
    def end_of_arcs(self) -> Callable[..., Any]: ...
    @property
    def arc_target(self) -> Callable[..., Any]: ...
    @property
    def arc_cost(self) -> Callable[..., Any]: ...


class Walk(NamedTuple):
    """Where a search stands."""

    state: Any
    arc: Any
    g: Any
    on_path: Any
    known_g: Any
    """The table: per state the g …"""
    known_threshold: Any
    """… and the threshold it was entered with; g is -1 if it was not."""
    order: Any
    """The states entered, as far as there is room for them."""
    counts: Any
    beyond: Any
    """One number: the smallest f beyond the threshold."""


@compiled
def is_among(state: int, goals: Any) -> bool:
    """Whether the state is one of the goals."""
    found = False
    for goal in goals:
        found = found or state == goal
    return found


@compiled
def remember(
    known_g: Any, known_threshold: Any, counts: Any, state: int, g: float, threshold: float
) -> bool:
    """False if the table says not to enter the state; else it is remembered, if there is room."""
    if known_g[state] < 0:
        if counts[KNOWN] >= counts[ROOM]:
            return True
        counts[KNOWN] += 1
    elif known_g[state] < g or (known_g[state] == g and known_threshold[state] == threshold):
        return False
    known_g[state], known_threshold[state] = g, threshold
    return True


def walker(arcs: Arcs, estimate: Estimate) -> Callable[..., int]:
    """Build go_on(space, goals, table, walk, threshold, limit): search on, and how it ended.

    UNSETTLED: `limit` states are generated and there are more; SOLVED: the path ends in a goal;
    EXHAUSTED: no goal has f <= threshold.
    """
    first_arc, end_of_arcs = arcs.first_arc, arcs.end_of_arcs
    arc_target, arc_cost = arcs.arc_target, arcs.arc_cost

    @compiled
    def go_on(space: Any, goals: Any, table: Any, walk: Walk, threshold: float, limit: int) -> int:
        states, arcs_left, costs, on_path = walk.state, walk.arc, walk.g, walk.on_path
        known_g, known_threshold, order = walk.known_g, walk.known_threshold, walk.order
        counts, beyond = walk.counts, walk.beyond
        has_table = counts[ROOM] > 0
        depth, generated = counts[DEPTH], counts[GENERATED]
        state, arc = states[depth], arcs_left[depth]
        end = end_of_arcs(space, state)
        status = UNSETTLED
        if depth == 0 and arc == first_arc(space, state) and is_among(state, goals):
            return SOLVED
        while True:
            if arc >= end:
                on_path[state] = 0
                if depth == 0:
                    status = EXHAUSTED
                    break
                depth -= 1
                state, arc = states[depth], arcs_left[depth]
                end = end_of_arcs(space, state)
                continue
            target = arc_target(space, state, arc)
            if target < 0:
                arc += 1
                continue
            if generated == limit:
                break
            generated += 1
            arc += 1
            if on_path[target]:
                continue
            g = costs[depth] + arc_cost(space, state, arc - 1)
            f = g + estimate(space, target, goals, table)
            if f > threshold:
                beyond[0] = min(beyond[0], f)
                continue
            if has_table and not remember(known_g, known_threshold, counts, target, g, threshold):
                continue
            arcs_left[depth] = arc
            depth += 1
            state, arc, end = target, first_arc(space, target), end_of_arcs(space, target)
            states[depth], costs[depth], on_path[state] = state, g, 1
            if counts[EXPANDED] < len(order):
                order[counts[EXPANDED]] = state
            counts[EXPANDED] += 1
            counts[LONGEST] = max(counts[LONGEST], depth + 1)
            if is_among(state, goals):
                status = SOLVED
                break
        arcs_left[depth], counts[DEPTH], counts[GENERATED] = arc, depth, generated
        return status

    return go_on


def ida_star_on(arcs: Arcs, estimate: Estimate) -> Callable[..., PathResult]:
    """Build search(problem, …), a compiled `ida_star` for grids or for graphs."""
    go_on, first_arc = walker(arcs, estimate), arcs.first_arc
    nothing = np.zeros(0)

    def search(
        problem: Any,
        *,
        most: int = HUGE,
        table: int = 0,
        record: int = 0,
        estimates: Any = nothing,
        progress: Callable[[float, int], None] | None = None,
    ) -> PathResult:
        """As `ida_star`, with an array for the estimate; `record` states of the order are kept."""
        begun = time.perf_counter()
        space, start = problem.space, problem.number(problem.start)
        goals = np.array([problem.number(goal) for goal in problem.goals], np.int64)
        walk = walk_of(problem.states, table, record)
        counts, thresholds = walk.counts, []
        threshold, status = float(estimate(space, start, goals, estimates)), EXHAUSTED
        while threshold < inf and status == EXHAUSTED:
            thresholds.append(threshold)
            begin(walk, start, first_arc(space, start), threshold)
            status = UNSETTLED
            while status == UNSETTLED:
                limit = min(most, int(counts[GENERATED]) + CHUNK)
                status = go_on(space, goals, estimates, walk, threshold, limit)
                if progress is not None:
                    progress(threshold, int(counts[GENERATED]))
                if limit == most:
                    break
            threshold = float(walk.beyond[0])
        path = tuple(problem.state(number) for number in walk.state[: counts[DEPTH] + 1])
        return PathResult(
            path=path if status == SOLVED else (),
            cost=problem.length(path) if status == SOLVED else None,
            expanded=int(counts[EXPANDED]),
            generated=int(counts[GENERATED]),
            peak_frontier=int(counts[LONGEST]),
            seconds=time.perf_counter() - begun,
            algorithm="ida_star",
            finished=status != UNSETTLED,
            order=tuple(problem.state(number) for number in walk.order[: counts[EXPANDED]]),
            note=thresholds_note(thresholds),
        )

    return search


def begin(walk: Walk, start: int, arc: int, threshold: float) -> None:
    """Enter the start."""
    counts = walk.counts
    walk.beyond[0] = inf
    walk.state[0], walk.arc[0], walk.g[0], walk.on_path[start] = start, arc, 0, 1
    if counts[ROOM]:
        remember(walk.known_g, walk.known_threshold, counts, start, 0.0, threshold)
    walk.order[counts[EXPANDED] : counts[EXPANDED] + 1] = start
    counts[EXPANDED] += 1
    counts[LONGEST] = max(counts[LONGEST], 1)
    counts[DEPTH] = 0


def walk_of(states: int, table: int, record: int) -> Walk:
    """A walk that has not begun; a table takes two numbers for each state there is."""
    known = states if table else 0
    walk = Walk(
        state=np.zeros(states + 1, np.int64),
        arc=np.zeros(states + 1, np.int64),
        g=np.zeros(states + 1),
        on_path=np.zeros(states, np.uint8),
        known_g=np.full(known, -1.0),
        known_threshold=np.zeros(known),
        order=np.zeros(record, np.int64),
        counts=np.zeros(COUNTS, np.int64),
        beyond=np.full(1, inf),
    )
    walk.counts[ROOM] = table
    return walk
