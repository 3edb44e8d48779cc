"""Admissible? Consistent? Every state and every arc is asked.

    admissible    h(u) ≤ true(u)                in every state u that can reach a goal
    consistent    h(u) ≤ cost(u, v) + h(v)      on every arc u ──▶ v whose end can reach a goal,
                  h(goal) = 0                   and in every goal

Consistent implies admissible. Dead ends are left out: what h says there cannot spoil a path, since
no path to a goal leads through them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from plyground.audit.measured import Measured, Numbers, exceeds


@dataclass(frozen=True)
class Overestimate:
    """A state where h is too high, and a shortest path to see it by hand."""

    state: str
    h: float
    true: float
    path: Sequence[str] = ()

    @property
    def excess(self) -> float:
        return self.h - self.true

    @property
    def ratio(self) -> float:
        """How many times the true distance h claims."""
        return self.h / self.true if self.true else float("inf")


@dataclass(frozen=True)
class Drop:
    """An arc along which h falls by more than the arc costs."""

    origin: str
    target: str
    cost: float
    h_origin: float
    h_target: float

    @property
    def excess(self) -> float:
        return self.h_origin - self.cost - self.h_target


@dataclass(frozen=True)
class Admissibility:
    """What was found state by state. Figures are in steps or in the costs of the edges."""

    judged: int
    """States that can reach a goal."""
    dead_ends: int
    """States that cannot; no estimate is too high there."""
    violating: int
    worst: Overestimate | None
    """The largest excess over the true distance."""
    worst_ratio: Overestimate | None
    """The largest share of the true distance."""
    smallest: Overestimate | None
    """The one nearest to a goal; of equally near ones the worst, then the one numbered first."""
    negative: int
    """Judged states with h < 0."""
    mean_error: float
    """The average of true - h."""
    max_error: float
    mean_share: float | None
    """The average of h / true, goals left out: how much of the way h sees."""

    @property
    def holds(self) -> bool:
        return not self.violating

    @property
    def share(self) -> float:
        return self.violating / self.judged if self.judged else 0.0


@dataclass(frozen=True)
class Consistency:
    """What was found arc by arc; an undirected edge counts once."""

    arcs: int
    violating: int
    worst: Drop | None
    smallest: Drop | None
    """The one that begins nearest to a goal; of equally near ones the worst."""
    goals: Sequence[tuple[str, float]]
    """The goals where h is not 0, with h."""

    @property
    def holds(self) -> bool:
        return not self.violating and not self.goals

    @property
    def share(self) -> float:
        return self.violating / self.arcs if self.arcs else 0.0


def admissibility(found: Measured) -> Admissibility:
    """Compare h with the true distance in every state that can reach a goal."""
    ground, judged, high = found.ground, found.judged, found.too_high
    h, true = found.h[judged], found.true[judged]
    error, away = (true - h) / ground.unit, true > 0
    worst = smallest = ratio = None
    if len(high):
        excess, distance = found.h[high] - found.true[high], found.true[high]
        worst = _overestimate(found, high[np.argmax(excess)])
        smallest = _overestimate(found, high[np.lexsort((high, -excess, distance))[0]])
        with np.errstate(divide="ignore"):
            ratio = _overestimate(found, high[np.argmax(found.h[high] / distance)])
    return Admissibility(
        judged=len(judged),
        dead_ends=len(ground.states) - len(judged),
        violating=len(high),
        worst=worst,
        worst_ratio=ratio,
        smallest=smallest,
        negative=int(np.sum(h < -found.grain)),
        mean_error=float(np.mean(error)),
        max_error=float(np.max(error)),
        mean_share=float(np.mean(h[away] / true[away])) if np.any(away) else None,
    )


def _overestimate(found: Measured, number: int) -> Overestimate:
    ground = found.ground
    return Overestimate(
        state=ground.name(int(number)),
        h=float(found.h[number]) / ground.unit,
        true=float(found.true[number]) / ground.unit,
        path=[ground.name(each) for each in ground.shortest(int(number))],
    )


def violating_arcs(found: Measured) -> Numbers:
    """The places of the arcs along which h falls by more than they cost."""
    ground = found.ground
    live = np.flatnonzero(np.isfinite(found.true[ground.target]))
    origin, target, cost = ground.origin[live], ground.target[live], ground.cost[live]
    there = found.h[target]
    fall: Numbers = live[exceeds(found.h[origin], cost + there, found.grain, there)]
    return fall


def consistency(found: Measured) -> Consistency:
    """Compare h at both ends of every arc that may lie on a path to a goal."""
    ground = found.ground
    live = int(np.sum(np.isfinite(found.true[ground.target])))
    falls = violating_arcs(found)
    worst = smallest = None
    if len(falls):
        origin, target = ground.origin[falls], ground.target[falls]
        excess = found.h[origin] - ground.cost[falls] - found.h[target]
        worst = _drop(found, falls[np.argmax(excess)])
        smallest = _drop(found, falls[np.lexsort((falls, -excess, found.true[origin]))[0]])
    wrong = [int(goal) for goal in ground.goals if abs(found.h[goal]) > found.grain]
    return Consistency(
        arcs=ground.count(live),
        violating=len(falls),
        worst=worst,
        smallest=smallest,
        goals=[(ground.name(goal), float(found.h[goal]) / ground.unit) for goal in wrong],
    )


def _drop(found: Measured, arc: int) -> Drop:
    ground = found.ground
    origin, target = int(ground.origin[arc]), int(ground.target[arc])
    return Drop(
        origin=ground.name(origin),
        target=ground.name(target),
        cost=float(ground.cost[arc]) / ground.unit,
        h_origin=float(found.h[origin]) / ground.unit,
        h_target=float(found.h[target]) / ground.unit,
    )
