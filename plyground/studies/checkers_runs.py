"""What the checkers study plays: three evaluations against a random player.

agent        limits         games a heuristic and limit
corrected    20, 40, 80     each opening twice, with sides swapped
published    20, 40, 80     the same; those count in which it moves first, as it did
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from plyground.errors import PlygroundError
from plyground.experiments.plan import Experiment, checked
from plyground.experiments.plots import Outcome
from plyground.experiments.statistics import Estimate, wilson
from plyground.experiments.summary import Summary
from plyground.studies.checkers_published import DEPTH, HEURISTICS, PUBLISHED
from plyground.studies.lab import Lab

LIMITS = (20, 40, 80)
"""Plies without a capture that make a draw; the source took the first."""
CORRECTED = f"alpha_beta(depth={DEPTH}, heuristic={{}})"


class Sample(NamedTuple):
    """The games of one agent on one side."""

    outcome: Outcome
    turns: list[int]
    """Of the agent, game by game: a chain of jumps is one."""
    moves: list[int]
    """The same, each jump of a chain counted as a move, as the source did."""
    positions: list[int]
    """That it visited; the published agent keeps no count."""
    seconds: list[float]

    @property
    def wins(self) -> Estimate:
        return wilson(self.outcome.wins, self.outcome.games)


Samples = Mapping[str, Sample]
"""By heuristic."""


@dataclass(frozen=True)
class CheckersRuns:
    """All that was played, by limit."""

    first: Mapping[int, Samples]
    """The corrected agent, where it moves first."""
    second: Mapping[int, Samples]
    flawed: Mapping[int, Samples]
    """The published agent, where it moves first; no samples where it cannot play."""
    problem: str
    """Why it cannot; empty if it can."""


def run_checkers(lab: Lab) -> CheckersRuns:
    """Everything, at the lab's scale and seed."""
    runs = {
        limit: _played(lab, CORRECTED, limit, lab.sized(60 if limit == 20 else 20, 300))
        for limit in LIMITS
    }
    problem = problem_of(PUBLISHED)
    return CheckersRuns(
        first={limit: _samples(run, True) for limit, run in runs.items()},
        second={limit: _samples(run, False) for limit, run in runs.items()},
        flawed={limit: {} for limit in LIMITS} if problem else _flawed(lab),
        problem=problem,
    )


def _played(lab: Lab, agent: str, limit: int, pairs: int) -> Summary:
    """Random against the agent with each heuristic, each pair with sides swapped."""
    kind = "published" if agent == PUBLISHED else "corrected"
    return lab.play(_experiment(agent, limit, pairs), f"checkers, limit {limit}, {kind} agent")


def _experiment(agent: str, limit: int, pairs: int) -> Experiment:
    agents = ("random", *(agent.format(name) for name in HEURISTICS))
    return Experiment(
        "checkers", agents, 2 * pairs, "start", "gauntlet", repetitions=0, quiet_plies=limit
    )


def problem_of(agent: str) -> str:
    """Why no experiment can have this agent (its file may have no name that can be read), or ""."""
    try:
        checked(_experiment(agent, LIMITS[0], 1))
    except PlygroundError as error:
        return str(error)
    return ""


def _flawed(lab: Lab) -> dict[int, Samples]:
    """The published agent, moving first, by limit."""
    return {
        limit: _samples(_played(lab, PUBLISHED, limit, lab.sized(quick, 300)), True)
        for limit, quick in ((20, 40), (40, 10), (80, 10))
    }


def _samples(run: Summary, first: bool) -> Samples:
    """What each heuristic's agent did where it moved first, or second."""
    found = {}
    for agent, name in enumerate(HEURISTICS, 1):
        records = [each for each in run.records if agent == (each.first if first else each.second)]
        points = [each.points if first else 1 - each.points for each in records]
        own = slice(0 if first else 1, None, 2)
        found[name] = Sample(
            Outcome(name, points.count(1), points.count(0.5), points.count(0)),
            [len(each.moves[own]) for each in records],
            [sum(max(1, move.count("x")) for move in each.moves[own]) for each in records],
            [sum(each.nodes[own]) for each in records],
            [sum(each.seconds[own]) for each in records],
        )
    return found
