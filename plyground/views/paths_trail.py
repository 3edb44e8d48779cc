"""The trail of a search: what waited and what was expanded after each step, in a few arrays.

    event    0      1 2 3      4 5        …       the last event of a state says what it is now:
    kind     put    take put put   take put       put   it waits, with this g and h
    state    S      S a b      b c                take  it is expanded
    step     0      1          2          …       leave it left the path (IDA*)

The readable search itself is watched: it asks the problem for successors and for goals, and the
estimate once for each state that it lets wait; that is all there is to know. Jump point search has
no readable form, so it is asked again for every number of steps.
"""

import base64
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from plyground.finders import Pathfinder
from plyground.pathfinders import ALGORITHMS
from plyground.paths.graph import Graph
from plyground.paths.grid import Grid
from plyground.paths.problem import Problem
from plyground.search.best_first import Strategy, best_first
from plyground.search.bidirectional import bidirectional
from plyground.search.ida_star import ida_star
from plyground.search.path_results import PathResult
from plyground.text import Call, bind, parse

TAKE, PUT, LEAVE = 0, 1, 2
MOST_STEPS = 50_000
"""Expansions that a trail holds."""
MOST_GENERATED = 500_000
"""States that IDA* may look at while it is watched."""
MOST_JUMPS = 1500
"""Expansions of jump point search up to which its open set is known step by step."""


class Rule(NamedTuple):
    """f = g · its share + h · its share; of equal f, `ties` says who comes first."""

    g: float
    h: float
    ties: str
    """last, first or deep as in best_first; near: the least h; path: the order of the path."""


class Trail:
    """Events, and where each step begins."""

    def __init__(self) -> None:
        self.kind: list[int] = []
        self.state: list[int] = []
        self.g: list[Any] = []
        self.h: list[Any] = []
        self.first = [0]

    def note(self, kind: int, state: int, g: Any, h: Any) -> None:
        self.kind.append(kind)
        self.state.append(state)
        self.g.append(g)
        self.h.append(h)

    def step(self) -> None:
        """All that follows belongs to the next expansion."""
        self.first.append(len(self.state))

    @property
    def steps(self) -> int:
        return len(self.first) - 1

    def as_data(self, most: int = MOST_STEPS) -> dict[str, str]:
        """The arrays, as far as `most` steps."""
        first = [*self.first, len(self.state)][: most + 2]
        end = first[-1]
        return {
            "kind": packed(np.array(self.kind[:end], np.uint8)),
            "state": packed(np.array(self.state[:end], np.int32)),
            "g": packed(np.array(self.g[:end])),
            "h": packed(np.array(self.h[:end])),
            "first": packed(np.array(first, np.int32)),
        }


def packed(values: Any) -> str:
    """An array as text: its kind (u1, i4, f4 or f8) and its bytes; whole numbers stay exact."""
    kind = str(values.dtype.str[1:])
    if kind not in ("u1", "i4", "f4"):
        whole = not len(values) or bool(np.all((values == np.floor(values)) & (values < 2**31)))
        kind = "i4" if whole else "f8"
    return kind + base64.b64encode(values.astype("<" + kind).tobytes()).decode("ascii")


class Watched(Problem):
    """A grid or a graph whose states are their numbers; it notes what a search does to it."""

    def __init__(self, problem: Grid | Graph, estimate: Callable[[Any], Any]) -> None:
        self.title, self.trail = problem.title, Trail()
        self.start = problem.number(problem.start)
        self.goals = tuple(dict.fromkeys(problem.number(goal) for goal in problem.goals))
        self._problem, self._estimate = problem, estimate
        self._arcs = arcs_of(problem, backward=False)
        self._known: dict[int, Any] = {}
        self._g: dict[int, Any] = {}
        self._through: Any = 0

    def h(self, state: int) -> Any:
        """The estimate, asked for once a state."""
        if state not in self._known:
            self._known[state] = self._estimate(self._problem.state(state))
        return self._known[state]

    def successors(self, state: int) -> Iterator[tuple[int, Any]]:
        g = self._g[state]
        for successor, cost in self._arcs(state):
            self._through = g + cost
            yield successor, cost

    def length(self, path: Sequence[Any]) -> float:
        return 0


class BestFirst(Watched):
    """Asks is_goal of each state that it takes, and the estimate of each that it lets wait."""

    def is_goal(self, state: int) -> bool:
        self.trail.step()
        self.trail.note(TAKE, state, self._g[state], self.h(state))
        return state in self.goals

    def put(self, state: int) -> Any:
        """The estimate; the state waits from now on."""
        self._g[state] = self._through
        self.trail.note(PUT, state, self._through, self.h(state))
        return self.h(state)


class BothEnds(Watched):
    """Numbers from `states` on stand for the search backward; h is its part of the priority."""

    def __init__(
        self, problem: Grid | Graph, to_goals: Callable[[Any], Any], from_start: Callable[..., Any]
    ) -> None:
        super().__init__(problem, to_goals)
        self._back = arcs_of(problem, backward=True)
        self._from_start, self._seen_from = from_start, dict[int, Any]()
        self._side, self._begun = 0, 0

    def away(self, state: int) -> Any:
        """The estimate from the start."""
        if state not in self._seen_from:
            self._seen_from[state] = self._from_start(self._problem.state(state))
        return self._seen_from[state]

    def _priority(self, state: int, side: int) -> Any:
        return (self.h(state) - self.away(state)) * (1, -1)[side]

    def put(self, state: int) -> Any:
        """The estimate to the goals; the first to be put are the start and all goals."""
        side = self._side if self._begun > len(self.goals) else int(self._begun > 0)
        self._begun += 1
        number = state + side * self._problem.states
        self._g[number] = self._through
        self.trail.note(PUT, number, self._through, self._priority(state, side))
        return self.h(state)

    def _steps(self, state: int, side: int, arcs: Any) -> Iterator[tuple[int, Any]]:
        self._side, number = side, state + side * self._problem.states
        g = self._g[number]
        self.trail.step()
        self.trail.note(TAKE, number, g, self._priority(state, side))
        for successor, cost in arcs(state):
            self._through = g + cost
            yield successor, cost

    def successors(self, state: int) -> Iterator[tuple[int, Any]]:
        return self._steps(state, 0, self._arcs)

    def predecessors(self, state: int) -> Iterator[tuple[int, Any]]:
        return self._steps(state, 1, self._back)


class Deepening(Watched):
    """Asks is_goal of each state that it enters; a state is left once it has no more successors."""

    def is_goal(self, state: int) -> bool:
        self._g[state] = self._through if state != self.start else 0
        self.trail.step()
        self.trail.note(TAKE, state, self._g[state], self.h(state))
        self.trail.note(PUT, state, self._g[state], self.h(state))
        return state in self.goals

    def successors(self, state: int) -> Iterator[tuple[int, Any]]:
        yield from super().successors(state)
        self.trail.note(LEAVE, state, self._g[state], self.h(state))


def arcs_of(problem: Grid | Graph, backward: bool) -> Callable[[int], Any]:
    """The function from a number to (number, cost) of each step from there, or to there."""
    if isinstance(problem, Graph):
        return problem.predecessors if backward else problem.successors
    space = problem.space
    open_, weight, step, length = (each.tolist() for each in space[:4])
    ways = [[way for way in range(8) if mask >> way & 1] for mask in range(256)]

    def arcs(state: int) -> Iterator[tuple[int, int]]:
        for way in ways[open_[state]]:
            there = state + step[way]
            yield there, length[way] * weight[state if backward else there]

    return arcs


def watched(finder: Pathfinder, result: PathResult) -> tuple[Trail | None, Rule, str]:
    """The trail of the search that gave the result, its rule, and what its open set is."""
    problem, call = finder.problem, parse(finder.text)
    assert isinstance(problem, (Grid, Graph))
    factory = ALGORITHMS[call.name]
    bound = bind(factory, Call(call.name, {**call.parameters, "problem": problem}))
    recipe, most = factory(**bound), min(result.expanded, MOST_STEPS)
    to_goals = finder.estimate.to_nearest(problem.goals)
    if isinstance(recipe, Strategy):
        watch = BestFirst(problem, to_goals)
        best_first(watch, recipe, watch.put, most)
        return watch.trail, Rule(recipe.g, recipe.h, recipe.ties), "waiting"
    if recipe == "bidirectional":
        ends = BothEnds(problem, to_goals, lambda s: finder.estimate.between(problem.start, s))
        bidirectional(ends, ends.put, ends.away, most)
        return ends.trail, Rule(2, 1, "last"), "both"
    if recipe == "ida_star":
        deep = Deepening(problem, to_goals)
        looked_at = min(result.generated, MOST_GENERATED)
        ida_star(deep, deep.h, most=looked_at, table=int(str(bound["table"])))
        return deep.trail, Rule(1, 1, "path"), "path"
    return jumped(finder, result.expanded), Rule(1, 1, "near"), "jumps"


def jumped(finder: Pathfinder, expanded: int) -> Trail | None:
    """What waits after 0, 1, 2 … expansions, asked each time; None if there are too many."""
    if expanded > MOST_JUMPS:
        return None
    number, trail = finder.problem.number, Trail()  # type: ignore[attr-defined]
    runs = [finder.find(most=most, record=True) for most in range(expanded + 1)]
    waits = [{number(each.state): each for each in run.open} for run in runs]
    for state, each in waits[0].items():
        trail.note(PUT, state, each.g, each.f - each.g)
    for (before, after), run in zip(pairwise(waits), runs[1:], strict=True):
        taken = number(run.order[-1])
        trail.step()
        trail.note(TAKE, taken, before[taken].g, before[taken].f - before[taken].g)
        for state, each in after.items():
            if state == taken or state not in before or before[state] != each:
                trail.note(PUT, state, each.g, each.f - each.g)
    return trail
