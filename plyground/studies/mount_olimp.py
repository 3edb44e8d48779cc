"""Mount Olimp (SYSTEMS §3): A* with a budget of steps, IDA*, and what each of them keeps in mind.

frontier by steps     the open set after 0, 1, 2, … expansions, place by place, with f
A* against IDA*       every start with every goal and every two goals
growth                trees, puzzles and grids: what waits for A*, how long IDA*'s path gets
"""

from collections.abc import Sequence
from statistics import fmean

from plyground.experiments.document import Figure, Part, Section, Table, Verdict
from plyground.experiments.numerals import Cell, counted, shown
from plyground.experiments.path_runs import PathTrial
from plyground.experiments.plots import lines
from plyground.path_view import svg
from plyground.pathfinders import load_pathfinder
from plyground.paths import mount_olimp as mountain
from plyground.search.path_results import Open
from plyground.studies.lab import Lab
from plyground.studies.mount_olimp_ledger import ledger, longer
from plyground.studies.mount_olimp_runs import Asked, Grown, OlimpRuns, run_mountain
from plyground.studies.mount_olimp_source import stale_search


def mount_olimp(lab: Lab) -> Section:
    """A* and IDA* on the mountain, the source's search, and how memory grows."""
    runs = run_mountain(lab)
    wrong = longer(runs.endless)
    claims = ledger(runs)
    fine = all(claim.verdict == Verdict.HOLDS for claim in claims if "optimal" in claim.claim)
    optimal = "Both are" if fine else "Not both are"
    return Section(
        title="Mount Olimp",
        question="Are A* and IDA* optimal on the mountain, and what does each keep in memory?",
        answer=(
            f"{optimal} on {counted(len(runs.asked), 'question')}, since every edge costs at least "
            "its Manhattan distance; A*'s frontier grows exponentially where ways fork, IDA*'s "
            "path with the depth only; and the source's search is not A*: "
            f"{wrong} of its {len(runs.endless):,} answers are too long."
        ),
        parts=[
            *_by_steps(),
            *_both(runs.asked),
            *_growth(runs.grown),
            *_source(runs),
            *_premise(runs),
        ],
        ledger=claims,
        command=f"plyground study mount_olimp --scale {lab.scale} --seed {lab.seed}",
    )


# --- frontier by steps ---------------------------------------------------------------------------


def frontiers(algorithm: str, heuristic: str) -> list[Sequence[Open]]:
    """The open set after 0, 1, … expansions, from Litochoro to Olimp."""
    finder = load_pathfinder(mountain(), algorithm, heuristic, "readable")
    steps = finder.find().expanded
    return [finder.find(most=step).open for step in range(steps + 1)]


def _by_steps() -> list[Part]:
    graph = mountain()
    astar = frontiers("astar", "manhattan")
    source = stale_search(graph, graph.start, tuple(graph.goals), stops=False)
    curves = {
        "A*, Manhattan": [(step, len(each)) for step, each in enumerate(astar)],
        "A*, zero": [(step, len(each)) for step, each in enumerate(frontiers("astar", "zero"))],
        "the source": list(enumerate(source.sizes)),
    }
    rows: list[list[Cell]] = []
    for step, each in enumerate(astar):
        waiting = [f"{graph.state_name(one.state)} {shown(one.f)}" for one in each]
        rows.append([step, len(each), ", ".join(waiting)])
    result = load_pathfinder(graph, "astar", "manhattan", "readable").find(record=True)
    return [
        Figure(svg(graph, result), "A* from Litochoro to Olimp"),
        Figure(
            lines(curves, "steps (places expanded)", "places in the open set"),
            "The open set by steps, from Litochoro to Olimp; the source's search does not stop",
        ),
        Table(
            ["steps", "open", "open set: place and f, the next one first"],
            rows,
            "A*'s open set after so many steps, to be checked by hand.",
            "rrl",
        ),
    ]


# --- A* against IDA* -----------------------------------------------------------------------------


def _both(asked: Sequence[Asked]) -> list[Part]:
    rows: list[list[Cell]] = []
    for name, trials in (
        ("A*", [each.astar for each in asked]),
        ("IDA*", [each.ida for each in asked]),
    ):
        kept, explored = [each.frontier for each in trials], [each.explored for each in trials]
        dear = sum(trial.cost != each.truth for trial, each in zip(trials, asked, strict=True))
        rows.append([name, dear, fmean(kept), max(kept), fmean(explored), max(explored)])
    return [
        f"{counted(len(asked), 'question')}: every start with every goal and every two goals, or "
        "evenly chosen ones of these 7,200. A* keeps its frontier in mind (and all it has "
        "expanded), IDA* one path.",
        Table(
            ["", "not shortest", "kept in mind", "most of it", "expanded", "most of it"],
            rows,
            "A*: the largest frontier; IDA*: the longest path. Means over questions.",
            "lrrrrr",
        ),
    ]  # fmt: skip


def _growth(grown: Sequence[Grown]) -> list[Part]:
    families = list(dict.fromkeys(each.family for each in grown))
    rows: list[list[Cell]] = []
    for family in families:
        for depth, some in _by_depth(grown, family).items():
            capped = sum(not each.ida.finished for each in some)
            rows.append([
                family, depth, len(some),
                fmean(each.astar.frontier for each in some),
                fmean(each.ida.frontier for each in some),
                fmean(each.astar.explored for each in some),
                fmean(each.ida.explored for each in some),
                f"{capped} of {len(some)}" if capped else "–",
            ])  # fmt: skip
    columns = ["family", "depth", "problems", "A* frontier", "IDA* path", "A* expanded",
               "IDA* expanded", "IDA* given up"]  # fmt: skip
    return [
        Table(
            columns, rows, "Means by depth, the number of steps to the nearest goal.", "lrrrrrrr"
        ),
        *(_grown(grown, family) for family in families),
    ]


def _grown(grown: Sequence[Grown], family: str) -> Figure:
    table = _by_depth(grown, family)
    curves = {
        "A* frontier": [_point(d, [each.astar for each in some]) for d, some in table.items()],
        "IDA* path": [_point(d, [each.ida for each in some]) for d, some in table.items()],
    }
    return Figure(
        lines(curves, "depth of the nearest goal", "states kept in mind", log_y=True),
        f"What A* and IDA* keep in mind, by depth: {family}",
    )


def _point(depth: int, trials: Sequence[PathTrial]) -> tuple[float, float]:
    return depth, fmean(each.frontier for each in trials)


def _by_depth(grown: Sequence[Grown], family: str) -> dict[int, list[Grown]]:
    depths = dict.fromkeys(each.depth for each in grown if each.family == family)
    return {
        depth: [each for each in grown if (each.family, each.depth) == (family, depth)]
        for depth in depths
    }


# --- the source, and the premise -----------------------------------------------------------------


def _source(runs: OlimpRuns) -> list[Part]:
    rows: list[list[Cell]] = [
        [
            name,
            len(found),
            longer(found),
            max(answer.cost - truth for truth, answer in found),
            fmean(answer.expanded for _, answer in found),
        ]
        for name, found in (
            ("as it was: the goal test has no effect", runs.endless),
            ("goal test mended, priorities still stale", runs.stale),
        )
    ]
    columns = ["the source's search", "questions", "too long", "by at most", "expanded"]
    return [Table(columns, rows, "The source's search on all questions.", "lrrrr")]


def _premise(runs: OlimpRuns) -> list[Part]:
    edge = runs.refuted.edge
    return [
        f"The mountain as shipped: {runs.proof.verdict}. With the edge {edge.origin} – "
        f"{edge.target} at {shown(edge.cost)}, less than the distance {shown(edge.distance)}, it "
        f"is neither, and A* gives {runs.refuted.too_long} of {len(runs.asked):,} answers too long."
    ]
