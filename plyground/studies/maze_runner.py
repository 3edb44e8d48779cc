"""Maze Runner (SYSTEMS §1): A* and best-first with randomness, five heuristics, four measures.

    published     both mazes × five heuristics, one run each, best-first for "both" algorithms
    corrected     A* and best-first (0.40, 0.05) on both mazes, a run for each of many seeds …
    elsewhere     … and on generated mazes of six kinds, all of which have a way through

Both algorithms run in the same readable loop, so that their times can be compared.
"""

from collections.abc import Iterable, Sequence

from plyground.experiments.document import Figure, Part, Section, Table
from plyground.experiments.numerals import Cell, counted
from plyground.experiments.path_runs import (
    Measure,
    PathTrial,
    Unit,
    chosen,
    estimated,
    told,
)
from plyground.experiments.plots import bars
from plyground.path_view import svg
from plyground.pathfinders import load_pathfinder
from plyground.paths import maze_runner_20
from plyground.paths.mazes import GENERATORS
from plyground.studies.lab import Lab, listed
from plyground.studies.maze_runner_ledger import ledger
from plyground.studies.maze_runner_runs import (
    BOTH,
    HEURISTICS,
    NAMES,
    PLAIN,
    MazeRuns,
    nodes_apart,
    run_mazes,
)

MEASURES: dict[Measure, str] = {
    "milliseconds": "processor time in ms (this machine)",
    "explored": "nodes explored",
    "frontier": "largest frontier",
    "length": "cells on the path",
}
HEADINGS = ("ms (timed)", "nodes explored", "largest frontier", "path length")


def maze_runner(lab: Lab) -> Section:
    """A* against best-first, and five heuristics, on both mazes and on generated ones."""
    runs = run_mazes(lab)
    claims = ledger(runs)
    mazes = len({trial.problem for trial in runs.generated})
    astar, random = (estimated(chosen(runs.mazes, name), "explored", "seed") for name in BOTH)
    best = min(HEURISTICS, key=lambda each: _nodes(runs, each))
    return Section(
        title="Maze Runner",
        question="Is A* faster than best-first with randomness, and which heuristic is the best?",
        answer=(
            f"The source ran best-first twice and never A*. On its mazes A* explores "
            f"{told(astar)} nodes and best-first {told(random)}, but A*'s paths are always "
            f"shortest; of the five heuristics {best} saves A* most, and none changes the length."
        ),
        parts=[
            *_published(runs),
            *_corrected(runs),
            *_elsewhere(runs, mazes),
            _picture(),
        ],
        ledger=claims,
        command=f"plyground study maze_runner --scale {lab.scale} --seed {lab.seed}",
    )


def _nodes(runs: MazeRuns, heuristic: str) -> float:
    return estimated(chosen(runs.mazes, "astar", heuristic), "explored", "seed").value


# --- what was published --------------------------------------------------------------------------


def _published(runs: MazeRuns) -> list[Part]:
    apart = nodes_apart(runs.published)
    first = min(trial.seed or 0 for trial in runs.published)
    most = sum(runs.reachable) / len(runs.reachable)
    rows: list[list[Cell]] = [
        [name, *(_mean(runs.published, seed, measure) for measure in MEASURES)]
        for name, seed in (('"A*"', first), ('"best-first"', first + 1))
    ]
    as_far = sum(abs(each) >= 17.8 for each in apart)
    return [
        "The published set-up: both mazes × five heuristics, one run of each, and the source's "
        "best-first search for both algorithms. Rebuilt with its faults, it gives two different "
        f"rows for one and the same search; in {as_far} of {counted(len(apart), 'repetition')} "
        "they lie at least as far apart in nodes explored as the reported 155.1 − 137.3 = 17.8.",
        Table(
            ["called", *HEADINGS],
            [
                ["reported A*", 3.14, 137.3, None, None],
                ["reported best-first", 5.44, 155.1, None, None],
                *rows,
            ],
            "One repetition of the published set-up: the same search twice, under two names.",
            "lrrrr",
        ),
        f"On average over both mazes only {most:g} cells can be reached "
        f"({listed(str(each) for each in runs.reachable)}). Both reported averages, 137.3 and "
        "155.1, are more than that: cells were explored more than once, as the random choice, "
        "which left its entry in the heap, makes sure.",
    ]


def _mean(found: Iterable[PathTrial], seed: int, measure: Measure) -> float:
    return estimated([each for each in found if each.seed == seed], measure, "seed").value


# --- the right experiment ------------------------------------------------------------------------


def _corrected(runs: MazeRuns) -> list[Part]:
    seeds = len({trial.seed for trial in runs.mazes} - {None})
    return [
        f"The right experiment on both mazes: best-first takes a random entry out of the frontier "
        f"and runs with {seeds} seeds; A* is not random, so its counts are exact. Intervals are of "
        "95 %, of the mean over seeds; of durations, of the median.",
        _table(runs.mazes, "seed", "Both mazes, averaged over them as in the source."),
        *(_chart(runs.mazes, measure, "seed", "both mazes") for measure in MEASURES),
    ]


def _elsewhere(runs: MazeRuns, mazes: int) -> list[Part]:
    where = counted(mazes, "generated maze")
    return [
        f"The same on {where} of 21 × 21 cells, all of which have a way through. Intervals are of "
        "the mean over mazes. In perfect mazes there is one way only, so lengths are alike there.",
        _table(runs.generated, "problem", f"{where}, best-first averaged over its seeds."),
        _kinds(runs.generated),
        *(_chart(runs.generated, measure, "problem", where) for measure in MEASURES),
    ]


def _table(found: Sequence[PathTrial], unit: Unit, caption: str) -> Table:
    rows = []
    for algorithm, name in (*NAMES.items(), (PLAIN, "best-first 0.00")):
        for heuristic in (None, *HEURISTICS):
            some = chosen(found, algorithm, heuristic)
            figures = [told(estimated(some, measure, unit)) for measure in MEASURES]
            rows.append([name, heuristic or "all five", *figures])
    return Table(["algorithm", "heuristic", *HEADINGS], rows, caption, "llrrrr")


def _chart(found: Sequence[PathTrial], measure: Measure, unit: Unit, where: str) -> Figure:
    groups = ("all five", *HEURISTICS)
    table = [
        [estimated(chosen(found, name, each), measure, unit) for each in (None, *HEURISTICS)]
        for name in NAMES
    ]
    ends = [[(each.low, each.high) if each.low < each.high else None for each in row]
            for row in table]  # fmt: skip
    drawn = bars(
        groups,
        list(NAMES.values()),
        [[each.value for each in row] for row in table],
        ends,
        MEASURES[measure],
    )
    return Figure(drawn, f"{MEASURES[measure].capitalize()} on {where}, by algorithm and heuristic")


def _kinds(found: Sequence[PathTrial]) -> Table:
    """Nodes explored and path length by kind of maze."""
    rows: list[list[Cell]] = []
    for kind in GENERATORS:
        some = [trial for trial in found if _kind(trial.problem) == kind]
        if some:
            both = [chosen(some, name) for name in BOTH]
            measures: tuple[Measure, ...] = ("explored", "length")
            figures = [
                estimated(each, measure, "problem").value for measure in measures for each in both
            ]
            rows.append([kind, len({trial.problem for trial in some}), *figures])
    columns = ["kind", "mazes", "nodes A*", "nodes best-first", "length A*", "length best-first"]
    return Table(columns, rows, "Generated mazes by kind; best-first with 0.40.", "lrrrrr")


def _kind(problem: str) -> str:
    return next((kind for kind in GENERATORS if kind in problem), "backtracker")


def _picture() -> Figure:
    grid = maze_runner_20()
    result = load_pathfinder(grid, "astar(heuristic=manhattan)", engine="readable").find(
        record=True
    )
    return Figure(svg(grid, result), "A* with Manhattan on the restored maze of 20 × 20 cells")
