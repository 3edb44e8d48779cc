"""What the Mount Olimp study runs: every question, the source's search, and problems that grow.

family        b^d                              estimate
trees         two ways on at each place        none (zero): 2^d places wait at depth d
8-puzzles     about 1.7 ways on at each move   Manhattan
grids         many ways to the same cell       Manhattan; a quarter are walls
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

import numpy as np

from plyground.audit import Admissibility, Audit, Consistency, audit
from plyground.audit.findings import admissibility, consistency
from plyground.audit.measured import ground_of, measured
from plyground.audit.premise import ShortEdge, premise
from plyground.experiments.path_runs import PathTrial, trial_of
from plyground.pathfinders import load_pathfinder
from plyground.paths import Graph, Grid, Problem, Puzzle, graph_of, maze
from plyground.paths import mount_olimp as mountain
from plyground.paths.mount_olimp import PLACES, ROADS
from plyground.search.estimates import load_estimate
from plyground.studies.lab import Lab
from plyground.studies.mount_olimp_source import Answer, stale_search

Question = tuple[int, tuple[int, ...]]
"""A start, and one goal or two."""
SHORT = ("Enipeas", "Zonaria")
"""The ends of an edge on many ways, to be shortened."""
BUDGET = 30_000
"""Steps that IDA* looks at, at most, where it would take too long."""


@dataclass(frozen=True)
class Asked:
    """A question put to both algorithms, and the true cost."""

    question: Question
    truth: float
    astar: PathTrial
    ida: PathTrial


@dataclass(frozen=True)
class Grown:
    """Both algorithms on a problem whose nearest goal is `depth` steps away."""

    family: str
    depth: int
    astar: PathTrial
    ida: PathTrial


@dataclass(frozen=True)
class Refuted:
    """The mountain with an edge that is too short, and what that does."""

    admissible: Admissibility
    consistent: Consistency
    edge: ShortEdge
    too_long: int
    """Of the questions asked, those to which A* gives too long a path."""


@dataclass(frozen=True)
class OlimpRuns:
    """All that was run."""

    asked: Sequence[Asked]
    stale: Sequence[tuple[float, Answer]]
    """True costs of all questions, and the source's search with its goal test mended …"""
    endless: Sequence[tuple[float, Answer]]
    """… and as it was."""
    grown: Sequence[Grown]
    proof: Audit
    refuted: Refuted
    cut_off: Sequence[PathTrial]
    """Both algorithms where no way leads to the goal."""


def run_mountain(lab: Lab) -> OlimpRuns:
    """Everything, at the lab's scale and seed."""
    graph = mountain()
    costs, every = true_costs(graph), questions(graph.states)
    some = every[:: len(every) // lab.sized(600, len(every))]
    return OlimpRuns(
        asked=[
            Asked(each, _truth(costs, each), *both(graph.between(*each), "manhattan"))
            for each in lab.each(some, "A* and IDA*")
        ],
        stale=[(_truth(costs, each), stale_search(graph, *each, stops=True)) for each in every],
        endless=[(_truth(costs, each), stale_search(graph, *each, stops=False)) for each in every],
        grown=[
            Grown(family, depth, *both(problem, heuristic, BUDGET))
            for family, depth, problem, heuristic in lab.each([*growing(lab)], "growing problems")
        ],
        proof=audit(graph, "manhattan"),
        refuted=refuted(shortened(graph), some),
        cut_off=both(ring_road(), "manhattan"),
    )  # fmt: skip


def both(problem: Problem, heuristic: str, most: int = 1 << 62) -> tuple[PathTrial, PathTrial]:
    """A* and IDA* on the problem."""
    one, other = (
        trial_of(load_pathfinder(problem, name, heuristic, "readable"), name, heuristic, most=most)
        for name in ("astar", "ida_star")
    )
    return one, other


def questions(places: int) -> list[Question]:
    """Every start with every goal and every two of them."""
    return [
        (start, goals)
        for count in (1, 2)
        for goals in combinations(range(places), count)
        for start in range(places)
    ]


def true_costs(graph: Graph) -> list[list[float]]:
    """All distances after Floyd and Warshall: no heuristic, no frontier, nothing in common with A*.
    """  # fmt: skip
    places = range(graph.states)
    costs = [[0.0 if here == there else float("inf") for there in places] for here in places]
    for here in places:
        for there, cost in graph.successors(here):
            costs[here][there] = min(costs[here][there], cost)
    for through in places:
        for here in places:
            for there in places:
                way = costs[here][through] + costs[through][there]
                costs[here][there] = min(costs[here][there], way)
    return costs


def _truth(costs: Sequence[Sequence[float]], question: Question) -> float:
    start, goals = question
    return min(costs[start][goal] for goal in goals)


def refuted(graph: Graph, asked: Sequence[Question]) -> Refuted:
    """What an audit finds, with the readable A* in its place: there is nothing to compile for."""
    estimate, ground = load_estimate(graph, "manhattan"), ground_of(graph, graph.goals)
    found, edges = measured(ground, estimate), premise(ground, estimate)
    assert edges is not None and edges.worst is not None
    costs = true_costs(graph)
    astar = load_pathfinder(graph, "astar", "manhattan", "readable")
    found_costs = [(astar.find(*each).cost or 0, _truth(costs, each)) for each in asked]
    return Refuted(
        admissibility(found),
        consistency(found),
        edges.worst,
        sum(cost > truth for cost, truth in found_costs),
    )


# --- other maps ----------------------------------------------------------------------------------


def shortened(graph: Graph) -> Graph:
    """The mountain with one edge cheaper by one than the distance it covers, its end the goal."""
    cost = graph.cost.copy()
    ends = {graph.read_state(name) for name in SHORT}
    origin, target, _ = next(iter(graph.arcs()))
    for arc, pair in enumerate(zip(origin.tolist(), target.tolist(), strict=True)):
        if set(pair) == ends:
            here, there = (graph.point(end) for end in pair)
            cost[arc] = abs(here.x - there.x) + abs(here.y - there.y) - 1
    goal = graph.read_state(SHORT[1])
    return replace(graph, cost=cost, goals=(goal,), title="mount_olimp with a short edge")


def ring_road() -> Graph:
    """The ring road and the rest of the mountain, with no road between them."""
    number = {name: index for index, name in enumerate(PLACES)}
    villages = set(list(PLACES)[:8])
    roads = [
        (number[here], number[there], cost)
        for here, there, cost in ROADS
        if (here in villages) == (there in villages)
    ]
    start, goal = number["Litochoro"], number["Olimp"]
    points = list(PLACES.values())
    return graph_of(
        len(PLACES), roads, points=points, start=start, goals=[goal], title="the ring road alone"
    )


# --- problems that grow --------------------------------------------------------------------------


def growing(lab: Lab) -> Iterable[tuple[str, int, Problem, str]]:
    """Family, depth, problem and heuristic, the small ones first."""
    for depth in range(1, lab.sized(9, 12) + 1):
        yield "trees", depth, tree(depth), "zero"
    random = Random(lab.seed)
    for depth, boards in enumerate(layers(lab.sized(18, 24))):
        if depth and depth % 2 == 0:
            for tiles in random.sample(boards, min(len(boards), lab.sized(4, 20))):
                yield "8-puzzles", depth, Puzzle(3, 3, tiles), "manhattan"
    for side in range(5, 5 + lab.sized(6, 10)):
        for number in range(lab.sized(2, 10)):
            yield "grids", 2 * side, open_grid(side, lab.seed, number), "manhattan"


def tree(depth: int) -> Graph:
    """A tree with two ways on from each place; the goal is the last of its leaves."""
    places = 2 ** (depth + 1) - 1
    arcs = np.array([((place - 1) // 2, place, 1) for place in range(1, places)])
    return graph_of(places, arcs, directed=True, goals=[places - 1], title=f"tree of depth {depth}")


def layers(depth: int) -> list[list[tuple[int, ...]]]:
    """The boards of the 8-puzzle that are 0, 1, … moves away from the goal."""
    puzzle = Puzzle(3, 3, tuple(range(9)))
    known = {puzzle.goal}
    found = [[puzzle.goal]]
    for _ in range(depth):
        beyond: dict[tuple[int, ...], None] = {}
        for board in found[-1]:
            for after, _ in puzzle.successors(board):
                if after not in known:
                    known.add(after)
                    beyond[after] = None
        found.append(list(beyond))
    return found


def open_grid(side: int, seed: int, number: int) -> Grid:
    """A grid, a quarter of it walls, whose shortest way takes one detour: distance + 2."""
    for attempt in range(10_000):
        grid = maze("obstacles", side, side, 1_000_000 * seed + 10_000 * number + attempt)
        found = load_pathfinder(grid, "breadth_first", engine="readable").find()
        if found.cost == 2 * side:
            return grid
    raise AssertionError("one of so many grids has such a way")
