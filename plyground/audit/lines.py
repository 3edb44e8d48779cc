"""An audit at length: paragraphs with a title each, for the terminal.

every goal     no: 1 of 42 edges (2 %) costs less than the manhattan distance of the ends …
admissible     yes: h is at most the true distance in all 24 states that can reach the goal …
consistent     no: h falls by more than the cost on 1 of 42 edges (2 %) …
error          true distance − h is 5 on average, 13 at most …
A*             run from each of the 24 states, compared with shortest paths …
"""

from math import isfinite

from plyground.audit.findings import Drop
from plyground.audit.practice import Practice, Trial
from plyground.audit.record import Findings
from plyground.audit.sentence import states_of
from plyground.audit.words import (
    GLUE,
    arc,
    figure,
    listed,
    longer,
    named,
    path,
    portion,
    with_article,
)


def paragraphs(audit: Findings) -> list[tuple[str, str]]:
    """Titles and what stands beside them; no title goes on with the one before."""
    return [
        *([("note", audit.note)] if audit.note else []),
        *_about_edges(audit),
        *_about_states(audit),
        *_about_arcs(audit),
        ("error", _error(audit)),
        *_about_searches(audit),
    ]


def _about_edges(audit: Findings) -> list[tuple[str, str]]:
    premise, way = audit.premise, audit.way
    if premise is None:
        return []
    if premise.worst is None or premise.worst_ratio is None:
        return [
            (
                "every goal",
                f"each of the {premise.edges:,} {way}s costs at least the {audit.heuristic} "
                "distance of its ends, and distances obey the triangle inequality: so h is "
                "admissible and consistent whatever the goals",
            )
        ]
    worst, ratio = premise.worst, premise.worst_ratio
    text = (
        f"no: {portion(premise.short, premise.edges, way)} cost{'s' * (premise.short == 1)} less "
        f"than the {audit.heuristic} distance of the ends. "
        f"{arc(audit.way, worst.origin, worst.target)} costs {figure(worst.cost)} and covers "
        f"{figure(worst.distance)}, {figure(worst.missing)} more; to the goal "
        f"{named(worst.target)} alone, h at {named(worst.origin)} is too high"
    )
    if ratio != worst:
        text += (
            f". By ratio the worst is {arc(audit.way, ratio.origin, ratio.target)}: costs "
            f"{figure(ratio.cost)}, covers {figure(ratio.distance)}"
        )
    lines = [("every goal", text)]
    if premise.repaired:
        lines.append(("", f"{premise.repaired} would be admissible and consistent, for every goal"))
    return lines


def _about_states(audit: Findings) -> list[tuple[str, str]]:
    found = audit.admissible
    dead = f"; {found.dead_ends:,} more cannot reach a goal" if found.dead_ends else ""
    low = f"; negative in {found.negative:,}" if found.negative else ""
    if found.worst is None or found.smallest is None or found.worst_ratio is None:
        every = f"yes: h is at most the true distance in all {states_of(audit)} that can reach "
        return [("admissible", f"{every}{listed(audit.goals)}{dead}{low}")]
    worst, ratio, smallest = found.worst, found.worst_ratio, found.smallest
    text = f"no: h exceeds the true distance in {portion(found.violating, found.judged, 'state')}"
    text += (
        f" that can reach {listed(audit.goals)}{dead}{low}. At worst by {figure(worst.excess)}, at "
    )
    text += f"{named(worst.state)}: h = {figure(worst.h)}, true {figure(worst.true)}"
    if isfinite(ratio.ratio) and ratio != worst:
        text += f"; {figure(ratio.ratio)} times the true distance at {named(ratio.state)}"
    small = f"nearest to a goal: at {named(smallest.state)} h = {figure(smallest.h)}, but "
    small += f"{path(smallest.path)} costs only {figure(smallest.true)}"
    return [("admissible", text), ("", small)]


def _about_arcs(audit: Findings) -> list[tuple[str, str]]:
    found = audit.consistent
    wrong = [f"h is {figure(h)}, not 0, at the goal {named(name)}" for name, h in found.goals[:1]]
    if found.worst is None or found.smallest is None:
        every = f"h never falls by more than {with_article(audit.way)} costs, on all "
        every += f"{found.arcs:,} {audit.way}s"
        return [("consistent", f"no: {wrong[0]}" if wrong else f"yes: {every}")]
    text = f"no: h falls by more than the cost on {portion(found.violating, found.arcs, audit.way)}"
    text += f". At worst by {figure(found.worst.excess)} too much, along "
    text += f"{_fall(audit, found.worst)}"
    lines = [("consistent", "; ".join([text, *wrong]))]
    if found.smallest != found.worst:
        lines.append(("", f"nearest to a goal: {_fall(audit, found.smallest)}"))
    return lines


def _fall(audit: Findings, drop: Drop) -> str:
    where = arc(audit.way, drop.origin, drop.target, one_way=True)
    fall = f"from {figure(drop.h_origin)} to {figure(drop.h_target)}"
    return f"{where}: {fall} for {figure(drop.cost)}"


def _error(audit: Findings) -> str:
    found = audit.admissible
    text = f"true distance − h is {figure(found.mean_error)} on average, "
    text += f"{figure(found.max_error)} at most"
    if found.mean_share is not None:
        text += f"; on average h sees {100 * found.mean_share:.1f}{GLUE}% of the true distance"
    return text


def _about_searches(audit: Findings) -> list[tuple[str, str]]:
    done = audit.practice
    if done is None:
        fine = f"to {listed(audit.goals)} " if audit.elsewhere is not None else ""
        text = f"{fine}returns a shortest path and need not re-open any state"
        return [("A*", text), *_about_other_goals(audit)]
    every = "each of the" if done.everywhere else "a sample of"
    lines = [("A*", f"run from {every} {done.starts:,} states, compared with shortest paths")]
    lines += [("", text) for text in (_tried(done.reopening), _tried(done.closed))]
    lines += [("", text) for text in _examples(done)]
    return [*lines, ("", _bound(audit, done)), *_about_other_goals(audit)]


def _about_other_goals(audit: Findings) -> list[tuple[str, str]]:
    found = audit.elsewhere
    if found is None:
        return []
    text = f"A* to each of {found.goals:,} places where such {audit.way}s end: too long in "
    text += f"{found.too_long:,} of {found.searches:,} searches"
    if found.worst is None:
        return [("other goals", text)]
    worst = found.worst
    text += f", at worst {longer(worst.ratio)}"
    example = f"{path(worst.path)} costs {figure(worst.cost)}"
    shortest = f"shortest: {path(worst.shortest_path)} costs {figure(worst.shortest)}"
    return [("other goals", text), ("", example), ("", shortest)]


def _tried(trial: Trial) -> str:
    how = "re-opening:" if trial.reopen else "no re-opening:"
    text = f"{how} too long in {trial.too_long:,} of {trial.searches:,} searches"
    if trial.worst is not None:
        text += f", at worst {longer(trial.worst.ratio)}, from {named(trial.worst.start)}: "
        text += f"{figure(trial.worst.cost)} instead of {figure(trial.worst.shortest)}"
    if trial.given_up:
        text += f"; {trial.given_up:,} given up"
    return text


def _examples(done: Practice) -> list[str]:
    """The smallest search that went wrong, to follow by hand."""
    for trial in (done.reopening, done.closed):
        if trial.smallest is not None:
            found = trial.smallest
            how = "" if trial.reopen else " without re-opening"
            return [
                f"smallest{how} ({found.expanded:,} expanded): {path(found.path)} costs "
                f"{figure(found.cost)}",
                f"shortest: {path(found.shortest_path)} costs {figure(found.shortest)}",
            ]
    return []


def _bound(audit: Findings, done: Practice) -> str:
    if audit.admissible.holds and not audit.consistent.goals:
        return "theory: with re-opening always a shortest path; without, a path may be longer"
    text = "theory: with re-opening a path is at most "
    if done.factor is not None:
        text += f"{figure(done.factor)} times as long as the shortest, and at most "
    return text + f"{figure(done.surplus)} longer; without, it may be longer still"
