"""One look at each edge that settles every goal.

      u ──cost──▶ v        If each edge costs at least the distance d(u, v) of its ends, then along
       ╲         ╱         every path costs add up to at least the distance of its ends, since
     d(u,g)   d(v,g)       d(u, g) ≤ d(u, v) + d(v, g). So h(u) = d(u, g) is admissible, and
         ╲     ╱           d(u, g) ≤ cost(u, v) + d(v, g) says that it is consistent. For several
            g              goals h is the least of such h, and both properties survive.

Conversely an edge shorter than d(u, v) refutes admissibility for the goal v: h(u) = d(u, v) is more
than the edge costs. Scaling d down by the least cost / distance of all edges repairs it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from plyground.audit.measured import Ground, Numbers, evaluations, exceeds, grain_of
from plyground.heuristics.distances import DISTANCES
from plyground.paths.graph import Graph
from plyground.paths.grid import Grid
from plyground.paths.problem import Problem
from plyground.search.estimates import Estimate
from plyground.text import Call, parse

DIGITS = 6


@dataclass(frozen=True)
class ShortEdge:
    """An edge that costs less than the distance it covers."""

    origin: str
    target: str
    cost: float
    distance: float

    @property
    def missing(self) -> float:
        return self.distance - self.cost

    @property
    def ratio(self) -> float:
        return self.cost / self.distance


@dataclass(frozen=True)
class Premise:
    """Whether each edge costs at least the estimate between its ends."""

    edges: int
    short: int
    worst: ShortEdge | None
    """The one that misses most."""
    worst_ratio: ShortEdge | None
    """The one that misses the largest share of its distance."""
    repaired: str = ""
    """The same estimate scaled down so that no edge is short; empty if there is none."""

    @property
    def holds(self) -> bool:
        """If so, the estimate is admissible and consistent for every choice of goals."""
        return not self.short

    @property
    def share(self) -> float:
        return self.short / self.edges if self.edges else 0.0


@dataclass(frozen=True, eq=False)
class Edges:
    """The arcs that count, undirected ones once, and those of them that are short."""

    arcs: Numbers
    distance: Numbers
    """Of each of `arcs`, the estimate between its ends."""
    short: NDArray[np.bool_]


def premise(ground: Ground, estimate: Estimate) -> Premise | None:
    """Look at every edge; None if the triangle inequality is not known to hold."""
    edges = edges_of(ground, estimate)
    if edges is None:
        return None
    arcs, distance, cost = edges.arcs, edges.distance, ground.cost[edges.arcs]
    places = np.flatnonzero(edges.short)
    worst = ratio = None
    repaired = ""
    if len(places):
        missing, share = distance[places] - cost[places], cost[places] / distance[places]
        worst = _short_edge(ground, edges, places[np.argmax(missing)])
        ratio = _short_edge(ground, edges, places[np.argmin(share)])
        repaired = _repaired(ground, estimate, edges)
    return Premise(len(arcs), len(places), worst, ratio, repaired)


def edges_of(ground: Ground, estimate: Estimate) -> Edges | None:
    """Costs and distances of all edges; None if they would settle nothing."""
    if not estimate.metric or not isinstance(ground.problem, (Grid, Graph)):
        return None
    if _one_way(ground.problem) and not np.all(np.isfinite(estimate.table)):
        return None  # where landmarks do not reach, the inequality may fail
    arcs = np.arange(len(ground.origin))
    if ground.undirected:
        arcs = _once(ground.origin, ground.target)
    origin, target = ground.origin[arcs], ground.target[arcs]
    distance, goal = np.empty(len(arcs)), np.zeros(1, np.int64)
    _, along_arcs = evaluations(estimate.to_goals)
    along_arcs(ground.space.space, origin, target, goal, estimate.table, distance)
    return Edges(arcs, distance, exceeds(distance, ground.cost[arcs], grain_of(ground.cost)))


def _one_way(problem: Problem) -> bool:
    return isinstance(problem, Graph) and problem.directed


def _once(origin: Numbers, target: Numbers) -> Numbers:
    """One of the two arcs of each edge; of loops, which begin and end in one place, every other."""
    loops = np.flatnonzero(origin == target)[::2]
    return np.sort(np.concatenate([np.flatnonzero(origin < target), loops]))


def _short_edge(ground: Ground, edges: Edges, place: int) -> ShortEdge:
    arc = edges.arcs[place]
    return ShortEdge(
        origin=ground.name(int(ground.origin[arc])),
        target=ground.name(int(ground.target[arc])),
        cost=float(ground.cost[arc]) / ground.unit,
        distance=float(edges.distance[place]) / ground.unit,
    )


def _repaired(ground: Ground, estimate: Estimate, edges: Edges) -> str:
    """The estimate scaled by cost / distance of the shortest edge, and checked again."""
    call, cost = parse(estimate.text), ground.cost[edges.arcs]
    if call.name not in DISTANCES:
        return ""
    usual = float(str(call.parameters.get("scale", 1)))
    scale = rounded_down(usual * float(np.min(cost[edges.short] / edges.distance[edges.short])))
    if np.any(exceeds(edges.distance * (scale / usual), cost, grain_of(ground.cost))):
        return ""
    if scale in (0, 1):
        return call.name if scale else "zero"
    return str(Call(call.name, {**call.parameters, "scale": scale}))


def rounded_down(value: float) -> float:
    """At most the value, with six digits after the point, or six that count if it is small."""
    if value <= 0:
        return 0.0
    digits = DIGITS if value >= 0.1 else DIGITS - 1 - floor(log10(value))
    return float(f"{floor(value * 10**digits) / 10**digits:.{digits}f}")


def short_arcs(ground: Ground, estimate: Estimate) -> Sequence[int]:
    """The short edges, by arc, the worst first."""
    edges = edges_of(ground, estimate)
    if edges is None:
        return ()
    missing = edges.distance - ground.cost[edges.arcs]
    order = np.argsort(-missing[edges.short], kind="stable")
    return [int(arc) for arc in edges.arcs[edges.short][order]]
