"""Claims put to the test: is this heuristic admissible, is it consistent, and if not, so what?

problem ──▶ all states, arcs ──▶ true distances, h ──▶ every state   admissible?   findings
               (measured)                         ├──▶ every arc     consistent?   findings
                                                  ├──▶ every edge    any goal?     premise
                                                  └──▶ A*            so what?      practice

audit(mount_olimp(), "manhattan").verdict
"manhattan is admissible and consistent on mount_olimp: proved edge by edge, for every goal"
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from plyground.audit.elsewhere import Elsewhere, elsewhere
from plyground.audit.findings import Admissibility, Consistency, admissibility, consistency
from plyground.audit.measured import Ground, ground_of, measured
from plyground.audit.practice import Instance, Practice, Trial, practice
from plyground.audit.premise import Premise, premise, short_arcs
from plyground.audit.report import Audit
from plyground.errors import BadParameter
from plyground.paths.graph import Graph
from plyground.paths.grid import Cell, Grid
from plyground.paths.problem import Problem
from plyground.search.estimates import Estimate, load_estimate

__all__ = [
    "Admissibility",
    "Audit",
    "Consistency",
    "Elsewhere",
    "Instance",
    "Practice",
    "Premise",
    "Trial",
    "audit",
]


def audit(
    problem: Problem,
    heuristic: str = "",
    goals: Sequence[Any] | None = None,
    instances: int = 200,
    seed: int = 1,
) -> Audit:
    """Prove or refute that the heuristic is admissible and consistent on the problem.

    `goals` replaces the problem's own; A* is run from `instances` starts if something is wrong.
    """
    posed = _posed(problem, goals)
    estimate = load_estimate(posed, heuristic)
    ground = ground_of(posed, posed.goals)
    note = estimate.note
    if isinstance(posed, (Grid, Graph)) and not posed.goals:
        ground, note = _with_a_goal(posed, ground, estimate)
    return _judged(problem.title or type(problem).__name__, ground, estimate, note, instances, seed)


def _judged(
    title: str, ground: Ground, estimate: Estimate, note: str, instances: int, seed: int
) -> Audit:
    """Ask every state, every arc, every edge, and A* where something is wrong."""
    found = measured(ground, estimate)
    states, arcs = admissibility(found), consistency(found)
    fine = states.holds and arcs.holds
    done = None if fine else practice(found, states, arcs, instances, seed)
    harmed = done is not None and (done.reopening.too_long or done.closed.too_long)
    return Audit(
        problem=title,
        heuristic=estimate.text,
        goals=[ground.name(int(goal)) for goal in ground.goals],
        way=ground.way,
        admissible=states,
        consistent=arcs,
        premise=premise(ground, estimate),
        practice=done,
        elsewhere=None if harmed else elsewhere(ground, estimate, seed),
        note=note,
        estimate=estimate,
        measured=found,
    )


def _posed(problem: Problem, goals: Sequence[Any] | None) -> Problem:
    """The problem with these goals; an open cell as the start if its own is a wall."""
    if not isinstance(problem, (Grid, Graph)):
        if goals is not None:
            raise BadParameter(f"{problem.title} has goals of its own: leave them out")
        return problem
    start = problem.start
    if isinstance(problem, Grid) and not (problem.holds(start) and problem.weights[start]):
        free = np.argwhere(problem.weights)
        start = Cell(*free[0].tolist()) if len(free) else start
    return problem.between(start, problem.goals if goals is None else goals)


def _with_a_goal(problem: Grid | Graph, ground: Ground, estimate: Estimate) -> tuple[Ground, str]:
    """A goal for a problem that has none: where the worst edge ends, or else the start."""
    if not estimate.metric:
        raise BadParameter(f"{problem.title} has no goal: say which, or several")
    short = short_arcs(ground, estimate)
    if short:
        goal, reason = (
            ground.state(int(ground.target[short[0]])),
            f"where the worst {ground.way} ends",
        )
    else:
        goal, reason = problem.start, "the start"
    name = problem.state_name(goal)
    return ground_of(problem, [goal]), f"no goal was given: judged for {name}, {reason}"
