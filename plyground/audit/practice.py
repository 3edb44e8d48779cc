"""What a wrong estimate does: A* is run, with and without re-opening, and its paths are measured.

                        A* re-opens                          A* does not re-open
    consistent          shortest path                        shortest path
    admissible only     shortest path                        may be longer
    h ≤ w · true        at most w times as long (w ≥ 1)      may be longer still
    h ≤ true + e        at most e longer

Proof of the last two: on a shortest path there is always a waiting state n reached at its least g,
with f(n) = g(n) + h(n) ≤ g(n) + w · true(n) ≤ w · C, or ≤ C + e, where C is the shortest length. A
goal is taken before n only if its f is no larger, and h(goal) ≥ 0 makes its f at least its g.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.audit.findings import Admissibility, Consistency, violating_arcs
from plyground.audit.measured import Ground, Measured, Numbers, exceeds
from plyground.jit import borrowing
from plyground.search.best_first import Strategy

SMALL = 1000
"""With so few states, A* is run from each of them."""
MOST_TAKEN = 5_000_000
"""Expansions in all searches of one trial."""
MOST_AGAIN = 20
"""Expansions per state at which one search is given up: re-opening may take exponential time."""


@dataclass(frozen=True)
class Instance:
    """A search that brought back a path longer than need be."""

    start: str
    cost: float
    shortest: float
    expanded: int
    path: Sequence[str]
    shortest_path: Sequence[str]

    @property
    def ratio(self) -> float:
        return self.cost / self.shortest if self.shortest else float("inf")


@dataclass(frozen=True)
class Trial:
    """A* from many starts, with or without re-opening."""

    reopen: bool
    searches: int
    given_up: int
    """Searches stopped because they expanded too much."""
    too_long: int
    worst: Instance | None
    """The longest path compared with the shortest one."""
    smallest: Instance | None
    """The one with the fewest expansions."""


@dataclass(frozen=True)
class Practice:
    """What A* does with the estimate, and what theory allows at most."""

    starts: int
    everywhere: bool
    """Whether A* was run from every state that can reach a goal."""
    reopening: Trial
    closed: Trial
    factor: float | None
    """With re-opening a path is at most so many times too long; None if no factor is known."""
    surplus: float
    """With re-opening a path is at most so much too long."""


@borrowing
def tabled(space: Any, state: int, goals: Any, table: Any) -> Any:
    """The estimate, looked up."""
    return table[0, state]


def practice(
    found: Measured, states: Admissibility, arcs: Consistency, instances: int, seed: int
) -> Practice:
    """Run A* where it may go wrong."""
    starts = chosen_starts(found, instances, seed)
    reopening, closed = trial(found, starts, reopen=True), trial(found, starts, reopen=False)
    lowest = min([0.0, *(h for _, h in arcs.goals)])
    factor: float | None = states.worst_ratio.ratio if states.worst_ratio else 1.0
    if arcs.goals or factor == float("inf"):
        factor = None
    return Practice(
        starts=len(starts),
        everywhere=min(reopening.searches, closed.searches) == states.judged,
        reopening=reopening,
        closed=closed,
        factor=factor,
        surplus=max(0.0, states.worst.excess if states.worst else 0.0) - lowest,
    )


def chosen_starts(found: Measured, instances: int, seed: int) -> Numbers:
    """All states if they are few; else some near a goal, then some violating ones, then others."""
    judged = found.judged
    if len(judged) <= max(SMALL, instances):
        return judged
    near = judged[np.argsort(found.true[judged], kind="stable")][: instances // 3]
    chance = np.random.default_rng(seed)
    suspects = np.union1d(found.too_high, found.ground.origin[violating_arcs(found)])
    order = np.concatenate([near, chance.permutation(suspects), chance.permutation(judged)])
    _, first = np.unique(order, return_index=True)
    return np.asarray(order[np.sort(first)][:instances])


def trial(found: Measured, starts: Numbers, reopen: bool) -> Trial:
    """A* from each start, until all are done or the expansions are used up."""
    ground = found.ground
    table = np.ascontiguousarray(found.h.reshape(1, -1))
    search = ground.search(Strategy("astar", reopen=reopen), tabled, table)
    most = MOST_AGAIN * ground.space.states + 1000
    searches, given_up, taken, long = 0, 0, 0, []
    for start in starts.tolist():
        if taken > MOST_TAKEN:
            break
        run = search.run(np.array([start]), ground.goals, most)
        searches, taken = searches + 1, taken + run.expanded
        if not run.finished:
            given_up += 1
        elif exceeds(np.array([run.cost]), found.true[[start]], found.grain)[0]:
            long.append((start, run.cost, run.expanded, search.path[: run.steps].tolist()))
    ratio = max(long, key=lambda each: _ratio(found, each), default=None)
    fewest = min(long, key=lambda each: (each[2], len(each[3])), default=None)
    return Trial(
        reopen=reopen,
        searches=searches,
        given_up=given_up,
        too_long=len(long),
        worst=_instance(found, ratio),
        smallest=_instance(found, fewest),
    )


def _ratio(found: Measured, entry: Any) -> float:
    true = float(found.true[entry[0]])
    return float(entry[1]) / true if true else float("inf")


def _instance(found: Measured, entry: Any) -> Instance | None:
    if entry is None:
        return None
    start, cost, expanded, path = entry
    ground: Ground = found.ground
    return Instance(
        start=ground.name(start),
        cost=float(cost) / ground.unit,
        shortest=float(found.true[start]) / ground.unit,
        expanded=expanded,
        path=[ground.name(each) for each in path],
        shortest_path=[ground.name(each) for each in ground.shortest(start)],
    )
