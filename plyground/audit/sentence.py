"""The verdict in one sentence.

euclidean is not admissible for all goals on cal.cedge: 11,054 of 21,693 edges are shorter than …
└─ what ──────────────────────────────────────────────┘ └─ why; where; what A* made of it ────────
"""

from plyground.audit.record import Findings
from plyground.audit.words import arc, figure, listed, longer, named


def sentence(audit: Findings) -> str:
    """The verdict, with names and figures held together."""
    premise, who, where = audit.premise, audit.heuristic, f"on {audit.problem}"
    if audit.holds and premise is not None and premise.holds:
        proof = f"proved {audit.way} by {audit.way}, for every goal"
        return f"{who} is admissible and consistent {where}: {proof}"
    here = [*_worst(audit), *_harm(audit)]
    if premise is None or premise.holds or not audit.admissible.holds:
        reasons = "; ".join([*_short(audit), *here] or [_checked(audit)])
        return f"{who} is {_properties(audit)} {where}: {reasons}"
    here = [f"for {listed(audit.goals)} it is {_properties(audit)}", *here]
    return f"{who} is not admissible for all goals {where}: {'; '.join([*_short(audit), *here])}"


def _properties(audit: Findings) -> str:
    if not audit.admissible.holds:
        return "not admissible"
    return "admissible and consistent" if audit.consistent.holds else "admissible but inconsistent"


def _checked(audit: Findings) -> str:
    arcs = f"{audit.consistent.arcs:,} {audit.way}s"
    return f"checked in all {states_of(audit)} and on all {arcs}, for {listed(audit.goals)}"


def _short(audit: Findings) -> list[str]:
    """The edges that break the proof."""
    if audit.premise is None or audit.premise.worst is None:
        return []
    premise, worst = audit.premise, audit.premise.worst
    name, distance = arc(audit.way, worst.origin, worst.target), f"{audit.heuristic} distance"
    if premise.short == 1:
        costs = f"costs {figure(worst.cost)}, less than its {distance}"
        return [f"the {audit.way} {name} {costs} {figure(worst.distance)}"]
    ways = f"{premise.short:,} of {premise.edges:,} {audit.way}s"
    figures = f"{figure(worst.cost)} instead of {figure(worst.distance)}"
    return [f"{ways} are shorter than their {distance}, at worst {name} ({figures})"]


def _worst(audit: Findings) -> list[str]:
    worst, drop = audit.admissible.worst, audit.consistent.worst
    if worst is not None:
        figures = f"h is {figure(worst.h)}, the true distance {figure(worst.true)}"
        return [f"at {named(worst.state)} {figures}"]
    if drop is not None:
        name = arc(audit.way, drop.origin, drop.target, one_way=True)
        return [
            f"along {name} h falls from {figure(drop.h_origin)} to {figure(drop.h_target)}, "
            f"but the {audit.way} costs {figure(drop.cost)}"
        ]
    return [f"h is {figure(h)} at the goal {named(name)}" for name, h in audit.consistent.goals[:1]]


def _harm(audit: Findings) -> list[str]:
    """What A* did, in a clause."""
    found = audit.elsewhere.worst if audit.elsewhere is not None else None
    if found is not None:
        where = f"for the goal {named(found.path[-1])}, from {named(found.start)}"
        return [f"A* returned a path {longer(found.ratio)} {where}"]
    if audit.practice is None:
        return []
    trials = (audit.practice.reopening, audit.practice.closed)
    for trial in trials:
        if trial.worst is not None:
            how = "" if trial.reopen else " without re-opening"
            result = f"{longer(trial.worst.ratio)} from {named(trial.worst.start)}"
            return [f"A*{how} returned a path {result}"]
    made = min(trial.searches - trial.given_up for trial in trials)
    return [f"yet A* returned shortest paths in all {made:,} searches tried"]


def states_of(audit: Findings) -> str:
    """How many states were judged."""
    return f"{audit.admissible.judged:,} states"
