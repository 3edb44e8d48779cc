"""Many searches at once: the queries of a scenario, and all algorithms on one problem."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from plyground.pathfinders import ALGORITHMS, Pathfinder, load_pathfinder
from plyground.paths.graph import Graph
from plyground.paths.grid import Grid
from plyground.paths.movingai import Query, read_scenario
from plyground.paths.problem import Problem
from plyground.paths.puzzles import Puzzle
from plyground.search.estimates import known_heuristics
from plyground.text import parse


@dataclass(frozen=True)
class Checked:
    """A scenario whose every query was solved and compared with its optimal length."""

    file: Path
    algorithm: str
    queries: int
    expanded: int
    seconds: float
    """In the searches alone, the first compile left out."""
    wrong: tuple[str, ...]

    def as_data(self) -> dict[str, object]:
        return {
            "file": str(self.file),
            "algorithm": self.algorithm,
            "queries": self.queries,
            "expanded": self.expanded,
            "seconds": round(self.seconds, 6),
            "wrong": list(self.wrong),
        }


def check_queries(
    file: Path,
    algorithm: str = "auto",
    heuristic: str = "",
    show: Callable[[int], None] = lambda done: None,
) -> Checked:
    """Solve every query of a scenario; `show` is told how many thousandths are done."""
    grid, queries = read_scenario(file)
    finder = load_pathfinder(grid, algorithm, heuristic)
    if queries:
        finder.find(queries[0].start, [queries[0].goal])
    wrong, expanded, seconds = [], 0, 0.0
    for number, query in enumerate(queries):
        begun = time.perf_counter()
        result = finder.find(query.start, [query.goal])
        seconds += time.perf_counter() - begun
        expanded += result.expanded
        if result.cost is None or abs(result.cost - query.length) > tolerance(query):
            wrong.append(_complaint(grid, number, query, result.cost))
        show(1000 * (number + 1) // len(queries))
    return Checked(file, finder.text, len(queries), expanded, seconds, tuple(wrong))


def tolerance(query: Query) -> float:
    """How far off a length may be: one in its last printed digit, and what a rounded √2 adds up to.

    Files print two to eight decimals, and some leave out zeros at the end.
    """
    decimals = len(repr(float(query.length)).partition(".")[2])
    return 10.0 ** -max(2, decimals) + 3e-9 * query.length


def _complaint(grid: Grid, number: int, query: Query, cost: float | None) -> str:
    ends = f"{grid.state_name(query.start)} → {grid.state_name(query.goal)}"
    found = "no path" if cost is None else f"{cost:.6f}"
    return f"query {number + 1}, {ends}: {found}, but the file says {query.length:.6f}"


def rows_to_compare(
    problem: Problem, algorithms: Sequence[str] = (), heuristics: Sequence[str] = ()
) -> list[Pathfinder]:
    """A pathfinder for each algorithm with each heuristic that fits the problem."""
    names = list(algorithms) or [name for name in ALGORITHMS if _fits(name, problem)]
    usual = [name for name in known_heuristics(problem) if name != "landmarks"]
    return [
        load_pathfinder(problem, name, heuristic, engine="auto")
        for name in names
        for heuristic in ((heuristics or usual) if _takes_one(name) else [""])
    ]


def _takes_one(name: str) -> bool:
    """Whether the algorithm takes a heuristic, and its text form names none."""
    call = parse(name)
    factory = ALGORITHMS.get(call.name)
    annotations = factory.__annotations__ if factory else {}
    return "heuristic" in annotations and "heuristic" not in call.parameters


def _fits(name: str, problem: Problem) -> bool:
    if name == "auto":
        return False
    if name == "jump_point":
        return isinstance(problem, Grid) and problem.connected == 8 and problem.uniform
    if name == "bidirectional":
        return isinstance(problem, (Grid, Graph, Puzzle))
    return True
