"""Weighted graphs, with or without coordinates, in compressed rows.

    place        0     1        2   …            arcs of place i: first[i] … first[i + 1] - 1
    first      [ 0  ,  2  ,     5 , … ]
    target     [ 1 2 | 0 2 3  | … ]              each arc leads to a place …
    cost       [ 7 9 | 7 4 11 | … ]              … and costs something, never less than 0

A state is a place's number; `names` gives what people call it. Costs that are all whole numbers are
kept as such, and so are exact.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadParameter, BadText, UnknownName
from plyground.jit import borrowing
from plyground.paths.problem import Point, Problem


class GraphSpace(NamedTuple):
    """A graph as compiled code sees it."""

    first: Any
    target: Any
    cost: Any
    x: Any
    y: Any


@dataclass(frozen=True, eq=False)
class Graph(Problem):
    """Places, arcs with costs, a start and goals. Make one with `graph_of`."""

    first: NDArray[np.int64]
    target: NDArray[np.int32]
    cost: NDArray[Any]
    names: Sequence[str]
    x: NDArray[np.float64] | None = None
    y: NDArray[np.float64] | None = None
    directed: bool = False
    start: Any = 0
    goals: Sequence[Any] = ()
    title: str = "graph"

    straight = 1
    diagonal = 2**0.5

    @property
    def states(self) -> int:
        return len(self.first) - 1

    @property
    def has_places(self) -> bool:
        """Whether every place has coordinates."""
        return self.x is not None

    def between(self, start: Any = None, goals: Sequence[Any] | None = None) -> "Graph":
        """The same graph with another start and other goals."""
        changed = replace(
            self,
            start=self.start if start is None else start,
            goals=self.goals if goals is None else tuple(goals),
        )
        for name in ("space", "backward_space", "_numbers"):
            if name in vars(self):
                vars(changed)[name] = vars(self)[name]
        changed.check_ends()
        return changed

    def check_ends(self) -> None:
        """Refuse a start or a goal that is no place of this graph."""
        self.end("start", self.start)
        for goal in self.goals:
            self.end("goal", goal)

    def end(self, role: str, state: Any) -> int:
        """The number of a start or a goal, which must be a place of this graph."""
        if not 0 <= state < self.states:
            raise BadParameter(
                f"the {role} {state} is no place of {self.title}: 0 … {self.states - 1}"
            )
        return int(state)

    def successors(self, state: Any) -> Iterable[tuple[int, Any]]:
        for arc in range(self.first[state], self.first[state + 1]):
            yield int(self.target[arc]), self.cost[arc].item()

    def state_name(self, state: Any) -> str:
        return str(self.names[state])

    def read_state(self, text: str) -> int:
        """The place of that name."""
        if text not in self._numbers:
            lower = {name.lower(): number for name, number in self._numbers.items()}
            if text.lower() not in lower:
                known = list(self.names[:60])
                raise UnknownName(f"place of {self.title}", text, known)
            return lower[text.lower()]
        return self._numbers[text]

    def point(self, state: Any) -> Point:
        if self.x is None or self.y is None:
            raise BadParameter(f"{self.title} has no coordinates: only zero and landmarks work")
        return Point(self.x[state].item(), self.y[state].item())

    def number(self, state: Any) -> int:
        return int(state)

    def state(self, number: int) -> int:
        return int(number)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def space(self) -> GraphSpace:
        """The graph for compiled code."""
        nowhere = np.zeros(0)
        return GraphSpace(
            self.first,
            self.target,
            self.cost,
            nowhere if self.x is None else self.x,
            nowhere if self.y is None else self.y,
        )

    @cached_property
    def backward_space(self) -> GraphSpace:
        """The graph with every arc reversed."""
        if not self.directed:
            return self.space
        origin = np.repeat(np.arange(self.states), np.diff(self.first))
        order = np.argsort(self.target, kind="stable")
        counts = np.bincount(self.target, minlength=self.states)
        return self.space._replace(
            first=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            target=origin[order].astype(np.int32),
            cost=self.cost[order],
        )

    def arcs(self) -> Iterator[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
        """Every arc: where it begins, where it ends, what it costs."""
        origin = np.repeat(np.arange(self.states), np.diff(self.first))
        yield origin, self.target, self.cost

    def predecessors(self, state: Any) -> Iterable[tuple[int, Any]]:
        """The places one step before, each with the cost of the step from there."""
        space = self.backward_space
        for arc in range(space.first[state], space.first[state + 1]):
            yield int(space.target[arc]), space.cost[arc].item()


def graph_of(
    places: int,
    arcs: Sequence[tuple[int, int, float]] | NDArray[Any],
    *,
    names: Sequence[str] | None = None,
    points: Sequence[tuple[float, float]] | NDArray[Any] | None = None,
    directed: bool = False,
    start: int = 0,
    goals: Sequence[int] = (),
    title: str = "graph",
) -> Graph:
    """A graph from (from, to, cost) rows; undirected ones are given once and go both ways."""
    if not places:
        raise BadText(f"{title}: the graph has no places")
    rows = np.asarray(arcs, dtype=np.float64).reshape(-1, 3)
    ends, costs = rows[:, :2].astype(np.int64), rows[:, 2]
    called = list(names) if names is not None else [str(number) for number in range(places)]
    _check_places(places, called, points, title)
    _check_arcs(places, ends, costs, called, title)
    if not directed:
        ends = np.concatenate([ends, ends[:, ::-1]])
        costs = np.concatenate([costs, costs])
    order = np.argsort(ends[:, 0], kind="stable")
    counts = np.bincount(ends[:, 0], minlength=places)
    whole = len(costs) > 0 and bool(np.all(costs == np.floor(costs))) and costs.max() < 2**53
    where = None if points is None else np.asarray(points, dtype=np.float64).reshape(places, 2)
    graph = Graph(
        first=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        target=ends[order, 1].astype(np.int32),
        cost=costs[order].astype(np.int64) if whole else costs[order],
        names=called,
        x=None if where is None else np.ascontiguousarray(where[:, 0]),
        y=None if where is None else np.ascontiguousarray(where[:, 1]),
        directed=directed,
        start=start,
        goals=tuple(goals),
        title=title,
    )
    graph.check_ends()
    return graph


def _check_places(places: int, names: Sequence[str], points: Any, title: str) -> None:
    """Refuse names that stand for two places, and places that lie nowhere."""
    if len(names) != places:
        raise BadText(f"{title}: {places} places, but {len(names)} names")
    if len(set(names)) < places:
        twice = next(name for number, name in enumerate(names) if name in names[:number])
        raise BadText(f"{title}: two places are called {twice!r}")
    if points is not None and not np.all(np.isfinite(np.asarray(points, dtype=np.float64))):
        raise BadText(f"{title}: a coordinate is not a finite number")


def _check_arcs(
    places: int, ends: NDArray[np.int64], costs: NDArray[Any], names: Sequence[str], title: str
) -> None:
    """Refuse arcs to nowhere and costs that are no cost."""
    outside = np.flatnonzero(((ends < 0) | (ends >= places)).any(axis=1))
    if len(outside):
        here, there = ends[outside[0]]
        raise BadText(f"{title}: an edge from {here} to {there}, but there are {places} places")
    bad = np.flatnonzero(~(costs >= 0) | ~np.isfinite(costs))
    if len(bad):
        here, there = (names[end] for end in ends[bad[0]])
        raise BadText(
            f"{title}: the edge from {here} to {there} costs {costs[bad[0]]:g}; "
            "a cost is a number that is not negative"
        )


@borrowing
def first_arc(space: GraphSpace, state: int) -> Any:
    """Arcs of a state are numbered from here …"""
    return space.first[state]


@borrowing
def end_of_arcs(space: GraphSpace, state: int) -> Any:
    """… up to, not including, here."""
    return space.first[state + 1]


@borrowing
def arc_target(space: GraphSpace, state: int, arc: int) -> Any:
    """Where the arc leads."""
    return space.target[arc]


@borrowing
def arc_cost(space: GraphSpace, state: int, arc: int) -> Any:
    """What the arc costs."""
    return space.cost[arc]


@borrowing
def place(space: GraphSpace, state: int) -> Point:
    """Where the state lies in the plane."""
    return Point(space.x[state], space.y[state])
