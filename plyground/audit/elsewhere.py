"""The same heuristic with other goals, where the edges say that some goal must suffer.

goal asked for:   ●  fine                  an edge shorter than its distance makes h too high
other goals:      ○ ○ ◉ ○                  for the goal at its end: A* is tried on such goals
                      └─ A* goes astray
"""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.audit.measured import Ground, ground_of, measured
from plyground.audit.practice import Instance, chosen_starts, trial
from plyground.audit.premise import short_arcs
from plyground.paths.graph import Graph
from plyground.paths.grid import Grid
from plyground.search.estimates import Estimate

MOST_GOALS, STARTS = 40, 50
MOST_STATES = 1_000_000
"""Of all goals together: on larger maps fewer goals are tried."""


@dataclass(frozen=True)
class Elsewhere:
    """What A*, re-opening, did with other goals."""

    goals: int
    searches: int
    too_long: int
    worst: Instance | None


def elsewhere(ground: Ground, estimate: Estimate, seed: int) -> Elsewhere | None:
    """Try the ends of the shortest edges as goals; None if no edge is too short."""
    space = ground.problem
    goals = _ends(ground, short_arcs(ground, estimate))
    if not goals or not isinstance(space, (Grid, Graph)):
        return None
    searches, too_long, long = 0, 0, []
    for goal in goals:
        found = measured(ground_of(space, [ground.state(goal)]), estimate)
        made = trial(found, chosen_starts(found, STARTS, seed), reopen=True)
        searches, too_long = searches + made.searches, too_long + made.too_long
        if made.worst is not None:
            long.append(made.worst)
    worst = max(long, key=lambda instance: instance.ratio, default=None)
    return Elsewhere(len(goals), searches, too_long, worst)


def _ends(ground: Ground, arcs: Sequence[int]) -> list[int]:
    """Where the first of these edges end, both ends if they go both ways."""
    most = min(MOST_GOALS, MOST_STATES // ground.space.states + 1)
    ends: dict[int, None] = {}
    for arc in arcs[:most]:
        ends[int(ground.target[arc])] = None
        if ground.undirected:
            ends[int(ground.origin[arc])] = None
    return list(ends)[:most]
