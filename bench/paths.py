"""Paths: queries per second against the fastest exact peers on PyPI, one call a query.

    map ──▶ 120 queries spread evenly over its .scen file ──▶ ours, theirs, ours, theirs, …

Each side gets its map once, ready-made; a query is one call with a start and a goal that returns a
path. Every answer of both sides is checked in the same run: on 8-connected grids against the
lengths that the files give, elsewhere against each other.
"""

import importlib
import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from bench.measure import MissingPeer, Row, WrongAnswer
from plyground.pathfinders import load_pathfinder
from plyground.paths import Grid, load_problem
from plyground.paths.mazes import maze
from plyground.paths.movingai import Query, read_scenario
from plyground.scenarios import tolerance
from plyground.search.ida_star_puzzle import PuzzleSolver
from plyground.text import parse

DATA = Path(os.environ.get("PLYGROUND_DATA", Path(__file__).parents[2] / "shared" / "data"))
QUERIES = 120
TURNS = 3
ROADS = 150
SCATTERED = "random"
"""Maps of this name have no open spaces to jump over: no goal there for jump points."""


def peer(name: str, package: str) -> Any:
    """The peer's module, or one line on how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingPeer(f"{package} is not installed: pip install {package}") from error


def maps() -> Iterator[tuple[str, Grid, list[Query]]]:
    """Each map of the reference data with its queries."""
    files = sorted((DATA / "movingai").glob("*.scen"))
    if not files:
        raise MissingPeer(f"no maps in {DATA}: set PLYGROUND_DATA to the folder of the data")
    for file in files:
        grid, queries = read_scenario(file)
        yield file.name.split(".")[0], grid, queries[:: max(1, len(queries) // QUERIES)][:QUERIES]


def seconds_each(sides: Sequence[Callable[[], object]]) -> list[float]:
    """The best of a few interleaved turns of each side; each was called once before."""
    best = [math.inf] * len(sides)
    for _ in range(TURNS):
        for number, side in enumerate(sides):
            begun = time.perf_counter()
            side()
            best[number] = min(best[number], time.perf_counter() - begun)
    return best


def asked(finder: Any, queries: Sequence[Query]) -> Callable[[], list[Any]]:
    """All queries put to one of our pathfinders, one after the other."""
    return lambda: [finder.find(query.start, [query.goal]) for query in queries]


def grids_8() -> list[Row]:
    """8-connected, no cut corners: astar and jump_point against w9-pathfinding."""
    envs, pf = peer("w9_pathfinding.envs", "w9-pathfinding"), peer("w9_pathfinding.pf", "")
    rows, jumps, ratios = [], [], []
    for name, grid, queries in maps():
        world = envs.Grid(
            np.where(grid.weights > 0, 1.0, -1.0).tolist(),
            diagonal_movement=envs.DiagonalMovement.only_when_no_obstacle,
            diagonal_movement_cost_multiplier=math.sqrt(2),
        )
        by_w9 = partial(_paths_of_w9, pf.AStar(world), queries)
        by_astar = asked(load_pathfinder(grid, "astar"), queries)
        by_jumps = asked(load_pathfinder(grid, "jump_point"), queries)
        for found in (by_astar(), by_jumps()):
            check(name, queries, [result.cost for result in found])
        flipped = [[step[::-1] for step in path] for path in by_w9()]
        check(f"{name}, w9", queries, [grid.length(path) for path in flipped])
        seconds = seconds_each([by_astar, by_jumps, by_w9])
        ours, jumping, theirs = (len(queries) / each for each in seconds)
        goal = None if name.startswith(SCATTERED) else 25.0
        rows.append(rate(f"{name}: astar, 8-connected", ours, theirs, "w9"))
        jumps.append(rate(f"{name}: jump_point", jumping, theirs, "w9", goal))
        ratios.append(ours / theirs)
    return [*rows, mean("astar, 8-connected", ratios), *jumps]


def _paths_of_w9(finder: Any, queries: Sequence[Query]) -> list[Any]:
    return [finder.find_path(query.start[::-1], query.goal[::-1]) for query in queries]


def rate(work: str, ours: float, theirs: float, name: str, goal: float | None = None) -> Row:
    return Row(work=work, ours=ours, unit="queries/s", peer=theirs, peer_name=name, at_least=goal)


def mean(work: str, ratios: Sequence[float]) -> Row:
    value = math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios))
    return Row(work=f"{work}: geometric mean of the ratios", ours=value, unit="×", at_least=4)


def check(name: str, queries: Sequence[Query], costs: Sequence[float | None]) -> None:
    """Every length must be the published one."""
    for query, cost in zip(queries, costs, strict=True):
        if cost is None or abs(cost - query.length) > tolerance(query):
            raise WrongAnswer(f"{name}: {query} gives {cost}")


def grids_4() -> list[Row]:
    """4-connected: astar against pyastar2d; lengths must agree."""
    pyastar2d = peer("pyastar2d", "pyastar2d")
    rows, ratios = [], []
    for name, octile, queries in maps():
        grid = replace(octile, connected=4)
        world = np.where(grid.weights > 0, 1, np.inf).astype(np.float32)
        by_us = asked(load_pathfinder(grid, "astar"), queries)
        by_them = partial(_paths_of_pyastar2d, pyastar2d, world, queries)
        lengths = [len(result.path) for result in by_us()]
        others = [0 if path is None else len(path) for path in by_them()]
        if lengths != others:
            raise WrongAnswer(f"{name}, 4-connected: {lengths} and {others}")
        ours, theirs = (len(queries) / each for each in seconds_each([by_us, by_them]))
        rows.append(rate(f"{name}: astar, 4-connected", ours, theirs, "pyastar2d"))
        ratios.append(ours / theirs)
    return [*rows, mean("astar, 4-connected", ratios)]


def _paths_of_pyastar2d(module: Any, world: Any, queries: Sequence[Query]) -> list[Any]:
    return [module.astar_path(world, query.start, query.goal, False) for query in queries]


def roads() -> list[Row]:
    """A* on the California roads against networkit and networkx, all with the same estimate."""
    graph: Any = load_problem(str(DATA / "roads" / "cal.cedge"))
    dice = np.random.default_rng(7)
    ends = [(int(a), int(b)) for a, b in dice.integers(0, graph.states, (ROADS, 2))]
    finder = load_pathfinder(graph, "astar")
    marked = load_pathfinder(graph, "astar", "landmarks(count=8)")
    scale = float(str(parse(finder.estimate.text).parameters["scale"]))
    by_networkit = partial(_costs_of_networkit, *_in_networkit(graph), graph, scale, ends)
    by_networkx = partial(_costs_of_networkx, *_in_networkx(graph, scale), ends[: ROADS // 5])

    def by(ours: Any) -> Callable[[], list[Any]]:
        return lambda: [ours.find(start, [goal]).cost for start, goal in ends]

    truth = by(finder)()
    for others in (by_networkit(), by_networkx(), by(marked)()):
        if not np.allclose(truth[: len(others)], others, rtol=1e-12):
            raise WrongAnswer(f"roads: {truth} and {others}")
    ahead = partial(by_networkit, [_lines_to(graph, scale, goal) for _, goal in ends])
    seconds = seconds_each([by(finder), by(marked), by_networkit, ahead, by_networkx])
    ours, landmarks, kit, kit_ahead = (ROADS / each for each in seconds[:4])
    work = "roads: astar, euclidean scaled"
    return [
        rate(work, ours, kit, "networkit", 3),
        rate(work, ours, ROADS // 5 / seconds[4], "networkx", 20),
        rate(work, ours, kit_ahead, "networkit, its estimates made ahead"),
        rate("roads: astar, 8 landmarks", landmarks, kit, "networkit, euclidean"),
    ]


def _edges(graph: Any) -> Iterator[tuple[int, int, float]]:
    """Each undirected edge once."""
    origin, target, cost = next(iter(graph.arcs()))
    for here, there, price in zip(origin.tolist(), target.tolist(), cost.tolist(), strict=True):
        if here < there:
            yield here, there, price


def _in_networkit(graph: Any) -> tuple[Any, Any]:
    networkit = peer("networkit", "networkit")
    network = networkit.Graph(graph.states, weighted=True)
    for edge in _edges(graph):
        network.addEdge(*edge)
    return networkit, network


def _costs_of_networkit(
    networkit: Any,
    network: Any,
    graph: Any,
    scale: float,
    ends: Sequence[tuple[int, int]],
    ahead: list[list[float]] | None = None,
) -> list[float]:
    """Its A* takes the estimates of all places for the query's goal: making them is part of it."""
    lines = [_lines_to(graph, scale, goal) for _, goal in ends] if ahead is None else ahead
    costs = []
    for (start, goal), estimates in zip(ends, lines, strict=True):
        search = networkit.distance.AStar(network, estimates, start, goal)
        search.run()
        search.getPath()
        costs.append(search.getDistance())
    return costs


def _lines_to(graph: Any, scale: float, goal: int) -> list[float]:
    line = scale * np.hypot(graph.x - graph.x[goal], graph.y - graph.y[goal])
    estimates: list[float] = line.tolist()
    return estimates


def _in_networkx(graph: Any, scale: float) -> tuple[Any, Any, Any]:
    networkx = peer("networkx", "networkx")
    network, x, y = networkx.Graph(), graph.x.tolist(), graph.y.tolist()
    network.add_weighted_edges_from(_edges(graph))

    def far(here: int, there: int) -> float:
        return scale * math.hypot(x[here] - x[there], y[here] - y[there])

    return networkx, network, far


def _costs_of_networkx(
    networkx: Any, network: Any, far: Any, ends: Sequence[tuple[int, int]]
) -> list[float]:
    paths = [networkx.astar_path(network, *end, far, "weight") for end in ends]
    return [sum(network[a][b]["weight"] for a, b in pairwise(path)) for path in paths]


def puzzles() -> list[Row]:
    """IDA* with Manhattan distance on Korf's easiest, and his counts of nodes."""
    file = DATA / "puzzles" / "korf100.txt"
    if not file.is_file():
        raise MissingPeer(f"no {file}: set PLYGROUND_DATA to the folder of the data")
    lines = [line.split() for line in file.read_text().splitlines() if line[:1] != "#"]
    easiest = sorted(lines, key=lambda fields: int(fields[3]))[:12]
    nodes, seconds = 0, math.inf
    for _ in range(TURNS):
        nodes, spent = 0, 0.0
        for fields in easiest:
            tiles = " ".join(fields[4:])
            puzzle: Any = load_problem(f'puzzle(tiles="{tiles}")')
            solver = PuzzleSolver(puzzle, "manhattan")
            result = solver.run()
            if (result.cost, result.generated) != (int(fields[1]), int(fields[3]) - 1):
                raise WrongAnswer(
                    f"Korf {fields[0]}: {result.cost} moves, {result.generated} nodes"
                )
            nodes, spent = nodes + result.generated, spent + result.seconds
        seconds = min(seconds, spent)
    return [Row(work="15-puzzle: IDA*, Korf's twelve easiest", ours=nodes / seconds,
                unit="nodes/s", at_least=40e6)]  # fmt: skip


def growth() -> list[Row]:
    """Expansions per second as maps grow: the slowest against the fastest, within a factor of 3."""
    rates, rows = [], []
    for side in (512, 1024, 2048, 4096):
        grid = maze("obstacles", side, side, seed=1, density=0.2, connected=8)
        finder: Any = load_pathfinder(grid, "astar")
        expanded = finder.find().expanded
        (seconds,) = seconds_each([finder.find])
        rates.append(expanded / seconds)
        held = bytes_of(finder) / (side * side)
        work = f"astar across {side}×{side}: {held:.0f} bytes a cell, {expanded:,} expanded"
        rows.append(Row(work=work, ours=rates[-1], unit="expansions/s"))
    spread = max(rates) / min(rates)
    return [*rows, Row(work="fastest / slowest rate", ours=spread, unit="×", at_most=3)]


def bytes_of(finder: Any) -> int:
    """What a search holds in memory for its map, the map itself included."""
    search = finder._fast
    arrays = [*search._space, *search._ring, search._seen, search.path, finder.problem.weights]
    return sum(each.nbytes for each in arrays if isinstance(each, np.ndarray))
