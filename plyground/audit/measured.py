"""Every state with its number, its estimate h and its true distance, in arrays.

    number     0     1     2     3  …              Grid and Graph have numbers already;
    h        [ 4     3     9     0  … ]            the states of any other problem get theirs
    true     [ 5     3     7     0  … ]            in the order in which they are discovered
    arcs       origin ──cost──▶ target

True distances come from one search backward from all goals at once. They are infinite at dead ends:
states from which no goal can be reached.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadHeuristic, BadParameter
from plyground.jit import borrowing
from plyground.paths import graph, grid
from plyground.paths.graph import Graph, graph_of
from plyground.paths.grid import Grid
from plyground.paths.problem import Problem
from plyground.search.best_first import Strategy
from plyground.search.best_first_compiled import CompiledBestFirst
from plyground.search.distances import NO_TABLE, distances_from, nothing
from plyground.search.estimates import Estimate

MOST_STATES = 1_000_000
NOISE = 1e-12
"""Differences below this share of the numbers compared are rounding, not violations."""

Numbers = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Ground:
    """A problem in numbers: what there is before any estimate."""

    problem: Problem
    space: Grid | Graph
    """The problem itself, or the graph of all states that were discovered."""
    states: Numbers
    """The numbers that are states: no walls, no border."""
    goals: Numbers
    origin: Numbers
    target: Numbers
    cost: Numbers
    name: Callable[[int], str]
    state: Callable[[int], Any]

    @property
    def unit(self) -> int:
        """What one step costs; figures for people are divided by it."""
        return self.space.straight

    @property
    def undirected(self) -> bool:
        """Whether each arc is half of an edge that goes both ways at the same cost."""
        return isinstance(self.space, Graph) and not self.space.directed

    @property
    def way(self) -> str:
        """What people call an arc here."""
        if isinstance(self.space, Grid) or self.space is not self.problem:
            return "step"
        return "edge" if self.undirected else "arc"

    def count(self, arcs: int) -> int:
        """So many arcs as a number of edges or steps."""
        return arcs // 2 if self.undirected else arcs

    def search(self, strategy: Strategy, estimate: Any, table: Numbers) -> CompiledBestFirst:
        """A best-first search over the numbers."""
        arcs: Any = grid if isinstance(self.space, Grid) else graph
        whole = self.cost.dtype.kind == "i"
        blind = strategy.h == 0
        return CompiledBestFirst(
            arcs,
            self.space.space,
            self.space.states,
            strategy,
            estimate,
            table,
            whole,
            whole and blind,
        )

    def shortest(self, start: int) -> list[int]:
        """A shortest path to the nearest goal, by Dijkstra's algorithm."""
        search = self.search(Strategy("dijkstra", h=0), nothing, NO_TABLE)
        run = search.run(np.array([start]), self.goals)
        return [int(number) for number in search.path[: run.steps]]


@dataclass(frozen=True, eq=False)
class Measured:
    """A ground with h and the true distance of every number; 0 and infinite where no state is."""

    ground: Ground
    h: Numbers
    true: Numbers

    @property
    def judged(self) -> Numbers:
        """The states that can reach a goal. Elsewhere no estimate is too high."""
        states = self.ground.states
        found: Numbers = states[np.isfinite(self.true[states])]
        return found

    @property
    def too_high(self) -> Numbers:
        """The judged states whose estimate exceeds the true distance."""
        judged = self.judged
        high: Numbers = judged[exceeds(self.h[judged], self.true[judged], self.grain)]
        return high

    @property
    def grain(self) -> float:
        """The size of rounding errors where the numbers compared are themselves near 0."""
        return grain_of(self.ground.cost)


def grain_of(cost: Numbers) -> float:
    return NOISE * float(np.mean(cost)) if len(cost) else 0.0


def exceeds(value: Numbers, limit: Numbers, grain: float, *also: Numbers) -> NDArray[np.bool_]:
    """value > limit by more than rounding explains; `also` are numbers that went into either."""
    size = np.maximum(np.abs(value), np.abs(limit))
    for each in also:
        size = np.maximum(size, np.abs(each))
    beyond: NDArray[np.bool_] = value - limit > NOISE * size + grain
    return beyond


def evaluations(to_goals: Any) -> tuple[Any, Any]:
    """Two compiled loops: the estimates of many states, and those along many arcs."""

    @borrowing
    def of_states(space: Any, states: Any, goals: Any, table: Any, out: Any) -> None:
        for place in range(len(states)):
            out[place] = to_goals(space, states[place], goals, table)

    @borrowing
    def along_arcs(space: Any, origin: Any, target: Any, goal: Any, table: Any, out: Any) -> None:
        for place in range(len(origin)):
            goal[0] = target[place]
            out[place] = to_goals(space, origin[place], goal, table)

    return of_states, along_arcs


def measured(ground: Ground, estimate: Estimate) -> Measured:
    """The estimate and the true distance of every state."""
    states = ground.states
    try:
        values = _estimates(ground, estimate)
    except (ArithmeticError, ValueError) as error:
        raise BadHeuristic(f"{estimate.text} fails on {ground.problem.title}: {error}") from error
    broken = np.flatnonzero(~np.isfinite(values))
    if len(broken):
        where, value = ground.name(int(states[broken[0]])), values[broken[0]]
        raise BadHeuristic(f"{estimate.text} gives {value} at {where}: it should be a number")
    h = np.zeros(ground.space.states)
    h[states] = values
    true = distances_from(ground.space, [int(goal) for goal in ground.goals], backward=True)
    return Measured(ground, h, true)


def _estimates(ground: Ground, estimate: Estimate) -> Numbers:
    if estimate.to_goals is not None and isinstance(ground.problem, (Grid, Graph)):
        out = np.empty(len(ground.states))
        of_states, _ = evaluations(estimate.to_goals)
        of_states(ground.space.space, ground.states, ground.goals, estimate.table, out)
        return out
    goals: Sequence[Any] = ground.problem.goals
    if isinstance(ground.problem, (Grid, Graph)):
        goals = [ground.state(int(goal)) for goal in ground.goals]
    # Without a list of goals, as where only is_goal knows them, h is of the state alone.
    h = estimate.to_nearest(goals or (None,))
    return np.array([_asked(h, ground, number) for number in ground.states.tolist()], np.float64)


def _asked(h: Callable[[Any], Any], ground: Ground, number: int) -> Any:
    try:
        return h(ground.state(number))
    except BadHeuristic:
        raise
    except Exception as error:
        where = f"{ground.name(number)} of {ground.problem.title}"
        raise BadHeuristic(f"the heuristic raises {error!r} at {where}") from error


# --- numbers for the states ----------------------------------------------------------------------


def ground_of(problem: Problem, goals: Sequence[Any]) -> Ground:
    """The problem in numbers; goals are those given, or those that `is_goal` accepts."""
    if not isinstance(problem, (Grid, Graph)):
        return _discovered(problem)
    chunks = list(problem.arcs())
    origin, target, cost = (
        np.concatenate(part) if len(chunks) > 1 else part[0] for part in zip(*chunks, strict=True)
    )
    exists = problem.space.weight > 0 if isinstance(problem, Grid) else np.ones(problem.states)
    return Ground(
        problem=problem,
        space=problem,
        states=np.flatnonzero(exists),
        goals=np.unique([problem.number(goal) for goal in goals]).astype(np.int64),
        origin=origin,
        target=target.astype(np.int64),
        cost=cost,
        name=lambda number: problem.state_name(problem.state(number)),
        state=problem.state,
    )


def _explored(problem: Problem) -> tuple[list[Any], list[tuple[int, int, Any]]]:
    """All states that can be reached from the start, and all arcs by number."""
    number: dict[Any, int] = {problem.start: 0}
    arcs: list[tuple[int, int, Any]] = []
    waiting = deque([problem.start])
    while waiting:
        state = waiting.popleft()
        for successor, cost in problem.successors(state):
            if successor not in number:
                number[successor] = len(number)
                waiting.append(successor)
            arcs.append((number[state], number[successor], cost))
        if len(number) > MOST_STATES:
            raise BadParameter(
                f"{problem.title}: more than {MOST_STATES:,} states can be reached from the start, "
                "and an audit looks at every one: try a smaller instance of the same kind"
            )
    return list(number), arcs


def _discovered(problem: Problem) -> Ground:
    """The graph of all states that can be reached from the start."""
    states, arcs = _explored(problem)
    goals = [place for place, state in enumerate(states) if problem.is_goal(state)]
    if not goals:
        raise BadParameter(
            f"{problem.title}: none of the {len(states):,} states that can be reached from the "
            "start is a goal, so there are no true distances to compare with"
        )
    names = [problem.state_name(state) for state in states]
    made = graph_of(len(states), arcs, names=names, directed=True, goals=goals, title=problem.title)
    origin, target, cost = next(iter(made.arcs()))
    return Ground(
        problem=problem,
        space=made,
        states=np.arange(len(states)),
        goals=np.array(goals, np.int64),
        origin=origin,
        target=target.astype(np.int64),
        cost=cost,
        name=made.state_name,
        state=states.__getitem__,
    )
