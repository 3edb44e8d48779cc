"""The parts of a graph on their way from and to files: names, points and edges.

    Place("Dion", 21, 17)        Edge("line 4", "Dion", "Petra", 9)
             │                                │
             └──────────▶ assembled ◀─────────┘        places_of, edges_of: back again
                              │
                              ▼
                            Graph

A name is text. An edge knows where it was written, so that a mistake can be pointed at.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from plyground.errors import BadText
from plyground.paths.graph import Graph, graph_of


class Place(NamedTuple):
    """A name and, where they are known, coordinates."""

    name: str
    x: float | None = None
    y: float | None = None
    where: str = ""


class Edge(NamedTuple):
    """Two places by name and the cost between them."""

    where: str
    here: str
    there: str
    cost: float


def assembled(
    title: str,
    places: Sequence[Place],
    edges: Iterable[Edge],
    *,
    directed: bool = False,
    start: str | None = None,
    goals: Sequence[str] | None = None,
) -> Graph:
    """The graph of these parts, from its first place to its last where no ends are named."""
    if not places:
        raise BadText(f"{title}: the graph has no places")
    numbers = _numbered(title, places)
    for role, name in (("start", start), *(("goal", goal) for goal in goals or ())):
        if name is not None and name not in numbers:
            raise BadText(f"{title}: the {role} {name!r} is no place ({_some(numbers)})")
    return graph_of(
        len(places),
        list(_arcs(title, numbers, edges)),
        names=[place.name for place in places],
        points=_points(title, places),
        directed=directed,
        start=0 if start is None else numbers[start],
        goals=[len(places) - 1] if goals is None else [numbers[goal] for goal in goals],
        title=title,
    )


def named_in(edges: Iterable[Edge]) -> list[Place]:
    """The places that edges name, in the order in which they appear."""
    ends = (end for edge in edges for end in (edge.here, edge.there))
    return [Place(name) for name in dict.fromkeys(ends)]


def number(value: Any, wanted: str, where: str) -> float:
    """A finite number from text or from a number, or words about what would do."""
    try:
        found = float(value) if not isinstance(value, bool) else float("nan")
    except (TypeError, ValueError, OverflowError):
        found = float("nan")
    if not isfinite(found):
        raise BadText(f"{where}: {str(value)[:40]!r} should be {wanted}, a number")
    return found


def cost(value: Any, where: str) -> float:
    """A number that is not negative."""
    found = number(value, "a cost", where)
    if found < 0:
        raise BadText(f"{where}: the cost {value} is negative; the least cost is 0")
    return found


def refuse_repeats(title: str, edges: Sequence[Edge], directed: bool) -> None:
    """Refuse an edge that says again what one above said; parallel edges differ in cost."""
    seen: dict[tuple[str, str, float], str] = {}
    for where, here, there, price in edges:
        ends = (here, there) if directed or here <= there else (there, here)
        before = seen.setdefault((*ends, price), where)
        if before != where:
            hint = "" if directed else "; an undirected edge is given once and goes both ways"
            raise BadText(f"{title}, {where}: the edge from {here!r} to {there!r} is the one "
                          f"of {before}{hint}")  # fmt: skip


def places_of(graph: Graph) -> list[Place]:
    """The places in order."""
    names = [str(name) for name in graph.names]
    if graph.x is None or graph.y is None:
        return [Place(name) for name in names]
    return [Place(*each) for each in zip(names, graph.x.tolist(), graph.y.tolist(), strict=True)]


def edges_of(graph: Graph) -> list[Edge]:
    """Each edge once; equal ones (same ends, same cost) count as one."""
    target, costs = graph.target, graph.cost
    origin = np.repeat(np.arange(graph.states), np.diff(graph.first))
    keep = slice(None) if graph.directed else np.flatnonzero(origin <= target)
    rows = zip(origin[keep].tolist(), target[keep].tolist(), costs[keep].tolist(), strict=True)
    names = graph.names
    return [Edge("", str(names[here]), str(names[there]), price)
            for here, there, price in dict.fromkeys(rows)]  # fmt: skip


def plain(value: float) -> float:
    """A whole number as an int, so that it is written without a point."""
    return int(value) if float(value).is_integer() and abs(value) < 2**53 else value


def _arcs(
    title: str, numbers: dict[str, int], edges: Iterable[Edge]
) -> Iterator[tuple[int, int, float]]:
    """The edges by the numbers of their ends."""
    for where, here, there, price in edges:
        for end in (here, there):
            if end not in numbers:
                raise BadText(
                    f"{title}, {where}: an edge from {here!r} to {there!r}, "
                    f"but there is no place {end!r} ({_some(numbers)})"
                )
        yield numbers[here], numbers[there], price


def _numbered(title: str, places: Sequence[Place]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for index, place in enumerate(places):
        before = numbers.setdefault(place.name, index)
        if before != index:
            where = f"{title}, {place.where}" if place.where else title
            raise BadText(f"{where}: the place {place.name!r} is given twice")
    return numbers


def _points(title: str, places: Sequence[Place]) -> list[tuple[float, float]] | None:
    """The coordinates of all places, or None where no place has any."""
    points = [(place.x, place.y) for place in places if place.x is not None and place.y is not None]
    if not points:
        return None
    if len(points) < len(places):
        without = next(place for place in places if place.x is None or place.y is None)
        where = f"{title}, {without.where}" if without.where else title
        raise BadText(
            f"{where}: {without.name!r} has no coordinates, but {len(points)} of {len(places)} "
            "places have; give them to all or to none"
        )
    return points


def _some(names: Iterable[str]) -> str:
    """A few names, for a message."""
    known = list(names)
    return f"known: {', '.join(known[:12])}{' …' if len(known) > 12 else ''}"
