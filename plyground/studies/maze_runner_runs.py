"""What the Maze Runner study runs: the source's searches, and the right ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count

from plyground.experiments.path_runs import PathExperiment, PathTrial, averages, trials
from plyground.pathfinders import load_pathfinder
from plyground.paths import Grid, maze, maze_runner_8, maze_runner_20
from plyground.paths.mazes import GENERATORS
from plyground.studies.lab import Lab
from plyground.studies.maze_runner_source import as_published, without_memory

HEURISTICS = ("euclidean", "manhattan", "chebyshev", "octile", "zero")
NAMES = {
    "astar": "A*",
    "best_first": "best-first 0.40",
    "best_first(random_factor=0.05)": "best-first 0.05",
}
BOTH = ("astar", "best_first")
"""The two algorithms of the source."""
PLAIN = "greedy"
"""Best-first with a visited set and nothing random."""
TIMED = 9
"""How often a search that is not random is timed on each of both mazes."""
STUCK = 1000
"""Steps after which a search without memory, on mazes of at most 221 cells, is called stuck."""


@dataclass(frozen=True)
class MazeRuns:
    """All that was run."""

    published: Sequence[PathTrial]
    """The source's search; two seeds make one repetition of its experiment."""
    mazes: Sequence[PathTrial]
    generated: Sequence[PathTrial]
    arrived: Sequence[bool]
    """Of plain best-first without memory, on both mazes."""
    reachable: Sequence[int]
    """How many cells of each of both mazes can be reached."""


def run_mazes(lab: Lab) -> MazeRuns:
    """Everything, at the lab's scale and seed."""
    both = [maze_runner_8(), maze_runner_20()]
    first, runs = 1000 * lab.seed + 1, lab.sized(20, 200)
    seeds = range(first, first + runs)
    algorithms = (*NAMES, PLAIN)
    return MazeRuns(
        published=[
            as_published(grid, heuristic, 0.4, seed)
            for seed in lab.each(range(first, first + runs), "mazes as published")
            for grid in both
            for heuristic in HEURISTICS
        ],
        mazes=trials(
            PathExperiment(both, algorithms, HEURISTICS, seeds, TIMED, engine="readable"),
            partial(lab.each, title="both mazes"),
        ),
        generated=trials(
            PathExperiment(
                generated(lab.sized(10, 100), lab.seed),
                algorithms,
                HEURISTICS,
                seeds[: lab.sized(3, 20)],
                engine="readable",
            ),
            partial(lab.each, title="generated mazes"),
        ),
        arrived=[without_memory(grid, each, STUCK) for grid in both for each in HEURISTICS],
        reachable=[_reachable(grid) for grid in both],
    )


def generated(mazes: int, seed: int) -> list[Grid]:
    """So many mazes of 21 × 21, of each kind in turn; those without a way through are passed."""
    kinds = list(GENERATORS)
    return [_with_a_way(kinds[number % len(kinds)], seed, number) for number in range(mazes)]


def _with_a_way(kind: str, seed: int, number: int) -> Grid:
    for attempt in count():
        grid = maze(kind, seed=1_000_000 * seed + 1000 * number + attempt)
        if load_pathfinder(grid, "breadth_first", engine="readable").find().found:
            return grid
    raise AssertionError("counting does not end")


def _reachable(grid: Grid) -> int:
    """How many cells can be reached from the start."""
    seen, waiting = {grid.start}, [grid.start]
    while waiting:
        for cell, _ in grid.successors(waiting.pop()):
            if cell not in seen:
                seen.add(cell)
                waiting.append(cell)
    return len(seen)


def nodes_apart(published: Sequence[PathTrial]) -> list[float]:
    """For each repetition of the published experiment, "best-first" minus "A*" in nodes."""
    means = list(averages(published, "explored", "seed").values())
    return [other - one for one, other in zip(means[::2], means[1::2], strict=True)]
