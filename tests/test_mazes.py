"""Mazes from a seed; the mazes of Maze Runner, cell by cell; and the mountain."""

import heapq
import subprocess
import sys
from collections import deque
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.errors import BadParameter, UnknownName
from plyground.paths import load_problem
from plyground.paths.graph import Graph
from plyground.paths.grid import Cell, Grid
from plyground.paths.maze_runner import maze_runner_8, maze_runner_20
from plyground.paths.mazes import GENERATORS, maze
from plyground.paths.mount_olimp import mount_olimp
from plyground.paths.text_maps import write_text

PERFECT = ("backtracker", "prim", "kruskal", "division")
DRAWN = {
    "backtracker": """\
S#.......
.#######.
.......#.
######.#.
........G
""",
    "prim": """\
S..#.....
.###.####
.........
.#.###.##
.#...#..G
""",
    "kruskal": """\
S#.#.....
.#.#.###.
.#.....#.
.#.#.###.
...#.#..G
""",
    "division": """\
S#.#.....
.#.#.###.
.......#.
.#.#.#.#.
.#.#.#.#G
""",
    "caves": """\
############
########S..#
##..##......
#...........
#...........
##.........#
###.....G###
############
""",
    "obstacles": """\
S.#......
#......#.
##.#.....
##..#...G
""",
}
sizes = st.integers(1, 24)
seeds = st.integers(0, 2**64)


def reached(grid: Grid) -> set[Any]:
    """The cells that can be walked to from the start."""
    seen, waiting = {grid.start}, deque([grid.start])
    while waiting:
        for cell, _ in grid.successors(waiting.popleft()):
            if cell not in seen:
                seen.add(cell)
                waiting.append(cell)
    return seen


@pytest.mark.parametrize("generator", PERFECT)
@given(rows=sizes, columns=sizes, seed=seeds)
@settings(max_examples=40, deadline=None)
def test_a_perfect_maze_is_a_spanning_tree_of_its_rooms(
    generator: str, rows: int, columns: int, seed: int
) -> None:
    cells = maze(generator, rows, columns, seed).weights
    rooms = ((rows + 1) // 2) * ((columns + 1) // 2)
    passages = int(cells[::2, 1::2].sum() + cells[1::2, ::2].sum())
    assert cells[::2, ::2].all()
    assert not cells[1::2, 1::2].any()
    assert passages == rooms - 1
    assert len(reached(maze(generator, rows, columns, seed))) == rooms + passages


@pytest.mark.parametrize("generator", GENERATORS)
@given(rows=sizes, columns=sizes, seed=seeds)
@settings(max_examples=40, deadline=None)
def test_a_maze_has_the_size_asked_for_and_open_ends(
    generator: str, rows: int, columns: int, seed: int
) -> None:
    grid = maze(generator, rows, columns, seed)
    assert grid.weights.shape == (rows, columns)
    assert set(np.unique(grid.weights)) <= {0, 1}
    opened = [Cell(*cell) for cell in np.argwhere(grid.weights).tolist()]
    assert grid.start == opened[0]
    assert grid.goals == (opened[-1],)


@given(rows=sizes, columns=sizes, seed=seeds, density=st.floats(0, 1))
@settings(max_examples=100, deadline=None)
def test_a_cave_is_one_connected_region(rows: int, columns: int, seed: int, density: float) -> None:
    grid = maze("caves", rows, columns, seed, density)
    assert len(reached(grid)) == grid.weights.sum() > 0


def test_a_usual_cave_is_neither_solid_nor_empty() -> None:
    for seed in range(10):
        assert 0.2 < maze("caves", 50, 50, seed).weights.mean() < 0.8


@given(rows=sizes, columns=sizes, seed=seeds, density=st.floats(0, 1))
@settings(max_examples=100, deadline=None)
def test_obstacles_are_as_many_as_asked_for_and_spare_both_corners(
    rows: int, columns: int, seed: int, density: float
) -> None:
    cells = maze("obstacles", rows, columns, seed, density).weights
    free = 1 if rows * columns == 1 else 2
    assert cells[0, 0] == cells[-1, -1] == 1
    assert (cells == 0).sum() == min(round(density * rows * columns), rows * columns - free)


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_seed_repeats_its_maze_and_another_gives_another(generator: str) -> None:
    one, again, other = (maze(generator, 31, 31, seed).weights for seed in (5, 5, 6))
    assert (one == again).all()
    assert (one != other).any()


def test_a_seed_gives_the_maze_that_it_gave_when_this_test_was_written() -> None:
    assert write_text(maze("backtracker", 5, 9, 1)) == DRAWN["backtracker"]
    assert write_text(maze("prim", 5, 9, 1)) == DRAWN["prim"]
    assert write_text(maze("kruskal", 5, 9, 1)) == DRAWN["kruskal"]
    assert write_text(maze("division", 5, 9, 1)) == DRAWN["division"]
    assert write_text(maze("caves", 8, 12, 1)) == DRAWN["caves"]
    assert write_text(maze("obstacles", 4, 9, 1)) == DRAWN["obstacles"]


def test_another_process_makes_the_same_maze() -> None:
    script = (
        "from plyground.paths.mazes import maze; from plyground.paths.text_maps import write_text; "
        "print(write_text(maze('kruskal', 15, 15, 3)), end='')"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == write_text(maze("kruskal", 15, 15, 3))


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_large_maze_needs_no_recursion(generator: str) -> None:
    grid = maze(generator, 301, 401)
    assert grid.weights.shape == (301, 401)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("maze(rows=0)", "rows=0 should be 1 … 4096"),
        ("maze(columns=-3)", "columns=-3 should be 1 … 4096"),
        ("maze(rows=4097)", "rows=4097 should be 1 … 4096"),
        ("maze(rows=2.5)", "rows=2.5 should be a whole number"),
        ("maze(seed=-1)", "seed=-1 should be 0 or more"),
        ("maze(generator=caves, density=1.5)", "density=1.5 should be a number from 0 to 1"),
        ("maze(generator=caves, density=-0.1)", "density=-0.1 should be a number from 0 to 1"),
        ("maze(generator=obstacles, density=thick)", "density=thick should be a number"),
        ("maze(generator=prim, density=0.3)", "prim takes no density; caves and obstacles do"),
        ("maze(connected=5)", "connected=5 should be 4 or 8"),
    ],
)
def test_a_maze_that_cannot_be_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(BadParameter, match=words.replace(".", r"\.")):
        load_problem(text)


def test_an_unknown_generator_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"did you mean kruskal\?.*backtracker, prim, kruskal"):
        maze("kruskall")


def test_the_title_of_a_maze_is_a_text_form_of_it() -> None:
    grid = maze("obstacles", 9, 12, 7, 0.4, 8, "one")
    again = load_problem(grid.title)
    assert isinstance(again, Grid)
    assert grid.title.startswith("maze(generator=obstacles, rows=9, columns=12, seed=7")
    assert (again.weights == grid.weights).all()
    assert (again.connected, again.corners, again.title) == (8, "one", grid.title)


# --- the mazes of Maze Runner ---------------------------------------------------------------------

TWENTY = [
    "01010001000000111111",
    "00110100001101100001",
    "00010000101101101101",
    "01000101101000001101",
    "01101101101011110001",
    "00111100000001000001",
    "01010010111001001111",
    "00110110001110101010",
    "00010000000100101010",
    "11001111010000101000",
    "00001001000001100010",
    "01010010110101000011",
    "00001000001000000010",
    "01010111011101001011",
    "01110100000000000011",
    "00000001110110011111",
    "01111011010100100001",
    "00000010000000000111",
    "01110111110111010110",
    "11101111101110110000",
]
EIGHT = [
    "00111111",
    "10001001",
    "11100001",
    "10000101",
    "11111000",
    "10010011",
    "10000000",
    "11111110",
]
PRINTED = "00 10 20 21 22 32 33 34 24 25 26 27 17 18 19 29 39 49 59 5,10 5,11 4,11 3,11 3,12"


@pytest.mark.parametrize(
    ("grid", "rows"), [(maze_runner_20(), TWENTY), (maze_runner_8(), EIGHT)], ids=["20", "8"]
)
def test_every_cell_of_the_maze_runner_mazes_is_as_printed(grid: Grid, rows: list[str]) -> None:
    assert grid.weights.shape == (len(rows), len(rows))
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            assert grid.weights[row, column] == (sign == "0"), (row, column)
    assert grid.connected == 4
    assert grid.start == (0, 0)
    assert grid.goals == ((len(rows) - 1, len(rows) - 1),)
    assert grid.goals[0] in reached(grid)


def test_the_printed_path_is_open_and_connected() -> None:
    grid = maze_runner_20()
    path = [
        Cell(*(int(part) for part in (cell.split(",") if "," in cell else cell)))
        for cell in PRINTED.split()
    ]
    assert len(path) == 24
    for here, there in pairwise(path):
        assert there in [cell for cell, _ in grid.successors(here)], (here, there)


# --- Mount Olimp ----------------------------------------------------------------------------------


def manhattan(graph: Graph, one: int, other: int) -> float:
    here, there = graph.point(one), graph.point(other)
    return abs(here.x - there.x) + abs(here.y - there.y)


def costs_and_ways(graph: Graph) -> dict[int, tuple[int, int]]:
    """For each place, what the cheapest way from the start costs and how many such ways exist."""
    found: dict[int, tuple[int, int]] = {graph.start: (0, 1)}
    waiting, done = [(0, graph.start)], set()
    while waiting:
        _, here = heapq.heappop(waiting)
        if here in done:
            continue
        done.add(here)
        for there, cost in graph.successors(here):
            total = found[here][0] + cost
            known, ways = found.get(there, (total + 1, 0))
            if total < known:
                found[there] = total, found[here][1]
                heapq.heappush(waiting, (total, there))
            elif total == known:
                found[there] = known, ways + found[here][1]
    return found


def thresholds(graph: Graph) -> list[float]:
    """The thresholds of IDA* under the Manhattan distance, the textbook way."""
    goal = graph.goals[0]
    tried = [manhattan(graph, graph.start, goal)]

    def beyond(path: list[int], g: float) -> float:
        """0 if the goal was found, else the least f that was too large."""
        f = g + manhattan(graph, path[-1], goal)
        if f > tried[-1]:
            return f
        if path[-1] == goal:
            return 0
        least = 1e9
        for there, cost in graph.successors(path[-1]):
            if there not in path:
                least = min(least, beyond([*path, there], g + cost))
        return least

    while following := beyond([graph.start], 0):
        tried.append(following)
    return tried


def test_mount_olimp_has_24_connected_places_and_some_forty_roads() -> None:
    graph = mount_olimp()
    assert graph.states == 24
    assert 35 <= len(graph.target) // 2 <= 45
    assert len(costs_and_ways(graph)) == 24
    assert (graph.state_name(graph.start), graph.state_name(graph.goals[0])) == (
        "Litochoro",
        "Olimp",
    )


def test_no_road_on_mount_olimp_costs_less_than_the_manhattan_distance() -> None:
    graph = mount_olimp()
    extra = [
        cost - manhattan(graph, here, there)
        for here in range(graph.states)
        for there, cost in graph.successors(here)
    ]
    assert min(extra) == 0
    assert extra.count(0) > 20
    assert len(extra) - extra.count(0) > 20
    assert all(isinstance(each, float) and each == int(each) for each in extra)


def test_the_way_up_mount_olimp_is_worth_a_search() -> None:
    graph = mount_olimp()
    goal = graph.goals[0]
    cost, ways = costs_and_ways(graph)[goal]
    assert (cost, ways) == (23, 2)
    assert manhattan(graph, graph.start, goal) == 14
    assert thresholds(graph) == [14, 19, 20, 21, 22, 23]
