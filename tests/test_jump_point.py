"""Jump point search finds what Dijkstra finds, and what the makers of the maps say.

Dijkstra here knows nothing but `Grid.successors`, one cell and one step at a time.
"""

import os
from heapq import heappop, heappush
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from plyground.errors import BadParameter
from plyground.paths.grid import DIAGONAL, STEPS, STRAIGHT, Cell, Corners, Grid
from plyground.search import jump_point
from plyground.search.jump_point import JumpPoint
from plyground.search.jumps import Jumps, jumps_of
from plyground.search.path_results import Run

RULES: tuple[Corners, ...] = get_args(Corners)
DATA = Path(
    os.environ.get("PLYGROUND_DATA", Path(__file__).parents[2] / "shared" / "data"), "movingai"
)
PER_MAP = 40


def drawn(picture: str, corners: Corners = "never") -> Grid:
    rows = [[character != "#" for character in line] for line in picture.split()]
    return Grid(np.array(rows, np.uint8), connected=8, corners=corners)


def random_grid(dice: Random, rows: int, columns: int, corners: Corners) -> Grid:
    walls = dice.choice([0.0, 0.1, 0.25, 0.4, 0.6])
    cells = [[dice.random() >= walls for _ in range(columns)] for _ in range(rows)]
    cells[dice.randrange(rows)][dice.randrange(columns)] = True
    return Grid(np.array(cells, np.uint8), connected=8, corners=corners)


def open_cells(grid: Grid) -> list[Cell]:
    return [Cell(int(row), int(column)) for row, column in np.argwhere(grid.weights)]


def distances(grid: Grid, start: Cell) -> dict[Cell, int]:
    """Dijkstra's algorithm, from the start to everywhere."""
    best, queue = {start: 0}, [(0, start)]
    while queue:
        g, cell = heappop(queue)
        if g > best[cell]:
            continue
        for following, cost in grid.successors(cell):
            if g + cost < best.get(following, g + cost + 1):
                best[following] = g + cost
                heappush(queue, (g + cost, following))
    return best


def numbers(grid: Grid, cells: list[Cell]) -> NDArray[np.int64]:
    return np.array([grid.number(cell) for cell in cells], np.int64)


def query(search: JumpPoint, grid: Grid, start: Cell, goals: list[Cell]) -> Run:
    return search.run(grid.number(start), numbers(grid, goals))


def path_of(search: JumpPoint, grid: Grid, run: Run) -> list[Cell]:
    return [grid.state(number) for number in search.path[: run.steps]]


def check(search: JumpPoint, grid: Grid, start: Cell, goals: list[Cell]) -> None:
    """The run costs what Dijkstra says, and its path takes allowed steps that add up to that."""
    run = query(search, grid, start, goals)
    best = distances(grid, start)
    reachable = [best[goal] for goal in goals if goal in best]
    path = path_of(search, grid, run)
    assert run.finished
    if not reachable:
        assert (path, run.cost) == ([], 0)
        return
    assert run.cost == min(reachable)
    assert path[0] == start and path[-1] in goals
    assert sum(dict(grid.successors(here))[there] for here, there in pairwise(path)) == run.cost


def check_many(dice: Random, rows: int, columns: int, corners: Corners, queries: int) -> None:
    grid = random_grid(dice, rows, columns, corners)
    search, cells = JumpPoint(grid), open_cells(grid)
    for _ in range(queries):
        goals = dice.choices(cells, k=dice.choice([1, 1, 1, 2, 5]))
        check(search, grid, dice.choice(cells), goals)


@given(
    seed=st.integers(0, 1 << 32),
    rows=st.integers(1, 12),
    columns=st.integers(1, 12),
    corners=st.sampled_from(RULES),
)
@settings(deadline=None, max_examples=400)
def test_costs_on_small_grids_are_those_of_dijkstra(
    seed: int, rows: int, columns: int, corners: Corners
) -> None:
    check_many(Random(seed), rows, columns, corners, queries=4)


@pytest.mark.parametrize("corners", RULES)
@pytest.mark.parametrize("shape", [(3, 140), (140, 3), (5, 62), (62, 5), (63, 64), (130, 4)])
def test_costs_on_grids_of_several_words_are_those_of_dijkstra(
    shape: tuple[int, int], corners: Corners
) -> None:
    for seed in range(6):
        check_many(Random(f"{shape} {corners} {seed}"), *shape, corners, queries=4)


@pytest.mark.parametrize("length", range(58, 70))
def test_a_jump_crosses_the_border_between_two_words(length: int) -> None:
    for grid in (drawn("." * length), drawn("\n".join("." * length))):
        ends = [open_cells(grid)[0], open_cells(grid)[-1]]
        for start, goal in (ends, ends[::-1]):
            run = query(JumpPoint(grid), grid, start, [goal])
            assert (run.steps, run.cost) == (length, (length - 1) * STRAIGHT)


def test_a_path_turns_around_the_end_of_a_wall() -> None:
    grid = drawn(
        """
        .....
        .###.
        .....
        """
    )
    search = JumpPoint(grid)
    run = query(search, grid, Cell(0, 2), [Cell(2, 2)])
    assert run.cost == 6 * STRAIGHT
    assert run.steps == 7
    assert Cell(1, 1) not in path_of(search, grid, run)


@pytest.mark.parametrize(
    ("picture", "costs"),
    [
        (".#\n..", {"never": 2 * STRAIGHT, "one": DIAGONAL, "always": DIAGONAL}),
        (".#\n#.", {"never": 0, "one": 0, "always": DIAGONAL}),
    ],
)
@pytest.mark.parametrize("corners", RULES)
def test_a_corner_is_cut_only_where_the_rule_allows(
    picture: str, costs: dict[Corners, int], corners: Corners
) -> None:
    grid = drawn(picture, corners)
    assert query(JumpPoint(grid), grid, Cell(0, 0), [Cell(1, 1)]).cost == costs[corners]


def test_the_start_may_be_a_goal() -> None:
    grid = drawn("..#\n###\n#.#")
    for start in (Cell(0, 0), Cell(2, 1)):
        search = JumpPoint(grid)
        run = query(search, grid, start, [Cell(0, 1), start])
        assert (run.steps, run.cost, run.expanded, run.finished) == (1, 0, 1, True)
        assert path_of(search, grid, run) == [start]


def test_no_path_is_an_answer() -> None:
    grid = drawn("..#\n###\n#..")
    search = JumpPoint(grid)
    for start, goal in ((Cell(0, 0), Cell(2, 2)), (Cell(2, 2), Cell(0, 0))):
        run = query(search, grid, start, [goal])
        assert (run.steps, run.cost, run.waiting, run.finished) == (0, 0, 0, True)
    assert search.waiting() == []


def test_a_goal_inside_a_wall_cannot_be_reached_and_stays_a_wall() -> None:
    grid = drawn("..#..\n..#..\n.....")
    search = JumpPoint(grid)
    assert query(search, grid, Cell(0, 0), [Cell(0, 2)]).steps == 0
    check(search, grid, Cell(0, 0), [Cell(0, 4)])


def test_a_query_leaves_no_trace_for_the_next() -> None:
    dice = Random(7)
    grid = random_grid(dice, 20, 70, "never")
    search, cells = JumpPoint(grid), open_cells(grid)
    for _ in range(60):
        start, goals = dice.choice(cells), dice.choices(cells, k=3)
        used, fresh = query(search, grid, start, goals), query(JumpPoint(grid), grid, start, goals)
        assert used == fresh
    used_map, fresh_map = Jumps(*search._jumps), jumps_of(grid)
    assert np.array_equal(used_map.cells, fresh_map.cells)
    assert np.array_equal(used_map.stops, fresh_map.stops)


def test_memory_is_renewed_before_its_numbers_run_out() -> None:
    dice = Random(8)
    grid = random_grid(dice, 12, 12, "never")
    search, cells = JumpPoint(grid), open_cells(grid)
    search._zero = 3 * jump_point.GENERATION - jump_point.NEVER  # as after two million queries
    for _ in range(8):
        check(search, grid, dice.choice(cells), dice.choices(cells, k=2))
    assert search._zero > 0


def test_a_queue_that_is_too_small_grows() -> None:
    dice = Random(9)
    for _ in range(20):
        grid = random_grid(dice, 12, 12, "never")
        search, cells = JumpPoint(grid), open_cells(grid)
        search._allocate(room=1, goals=1)
        start, goals = dice.choice(cells), dice.choices(cells, k=2)
        assert query(search, grid, start, goals) == query(JumpPoint(grid), grid, start, goals)


def test_a_cell_that_two_equally_short_paths_reach_tries_the_ways_of_both() -> None:
    grid = drawn(
        """
        ......
        .##.#.
        ..#...
        """
    )
    search = JumpPoint(grid)
    run = search.run(grid.number((0, 5)), numbers(grid, [Cell(2, 1)]), record=True)
    order = [grid.state(number) for number in search.order[: run.expanded]]
    assert order.count(Cell(2, 3)) == 2  # from above around the wall in the middle, and from below
    assert run.cost == 8 * STRAIGHT


def test_expansions_are_counted_recorded_and_limited() -> None:
    grid = random_grid(Random(3), 40, 40, "never")
    search, cells = JumpPoint(grid), open_cells(grid)
    start, goals = grid.number(cells[0]), numbers(grid, cells[-1:])
    whole = search.run(start, goals, record=True)
    order = search.order[: whole.expanded].tolist()
    assert whole.steps > 0 and whole.expanded > 10
    assert order[0] == start and order[-1] == goals[0]
    for most in (0, 1, whole.expanded // 2, whole.expanded - 1):
        run = search.run(start, goals, most, record=True)
        assert (run.steps, run.expanded, run.finished) == (0, most, False)
        assert search.order[:most].tolist() == order[:most]
    assert search.run(start, goals, whole.expanded) == whole


def test_states_that_wait_have_their_costs_and_estimates() -> None:
    grid = random_grid(Random(3), 40, 40, "never")
    search, cells = JumpPoint(grid), open_cells(grid)
    start, goal = cells[0], cells[-1]
    best = distances(grid, start)
    for most in (1, 10, 40):
        run = search.run(grid.number(start), numbers(grid, [goal]), most)
        waiting = search.waiting()
        assert len(waiting) == run.waiting <= run.peak_frontier
        assert [f for _, _, f in waiting] == sorted(f for _, _, f in waiting)
        assert len({state for state, _, _ in waiting}) == len(waiting)
        for number, g, f in waiting:
            cell = grid.state(number)
            rows, columns = abs(cell.row - goal.row), abs(cell.column - goal.column)
            diagonal, straight = min(rows, columns), abs(rows - columns)
            assert f == g + diagonal * DIAGONAL + straight * STRAIGHT
            assert g >= best[cell]
        follower = search.run(grid.number(start), numbers(grid, [goal]), most + 1, record=True)
        assert search.order[follower.expanded - 1] == waiting[0][0]


def test_grids_without_diagonals_or_with_weights_are_refused() -> None:
    for grid in (Grid(np.ones((2, 2), np.uint8)), Grid(np.array([[1, 2]], np.uint8), connected=8)):
        with pytest.raises(BadParameter, match="jump_point needs an 8-connected grid"):
            JumpPoint(grid)


# --- the maps of movingai.com ---------------------------------------------------------------------


def scenarios() -> list[Path]:
    return sorted(DATA.glob("*.scen"))


def map_of(scenario: Path) -> Grid:
    """The map beside the file that its lines name."""
    name = Path(scenario.read_text().splitlines()[1].split()[1]).name
    lines = (scenario.parent / name).read_text().splitlines()
    rows = [line for line in lines[lines.index("map") + 1 :] if line]
    passable = [[character in ".GS" for character in row] for row in rows]
    return Grid(np.array(passable, np.uint8), connected=8, title=name)


@pytest.mark.skipif(not scenarios(), reason=f"no maps in {DATA}: set PLYGROUND_DATA")
@pytest.mark.parametrize("scenario", scenarios(), ids=lambda file: file.name)
def test_lengths_on_published_maps_are_the_published_ones(scenario: Path) -> None:
    grid = map_of(scenario)
    search = JumpPoint(grid)
    lines = [line.split() for line in scenario.read_text().splitlines()[1:] if line.strip()]
    for fields in lines[:: max(1, len(lines) // PER_MAP)]:
        column, row, goal_column, goal_row = (int(field) for field in fields[4:8])
        run = query(search, grid, Cell(row, column), [Cell(goal_row, goal_column)])
        path = path_of(search, grid, run)
        steps = [(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(path)]
        diagonal = sum(STEPS.index(step) >= 4 for step in steps)
        assert run.cost == diagonal * DIAGONAL + (len(steps) - diagonal) * STRAIGHT
        length = len(steps) - diagonal + diagonal * sqrt(2)
        assert length == pytest.approx(float(fields[8]), abs=tolerance(fields[8], diagonal)), fields


def tolerance(published: str, diagonal: int) -> float:
    """One unit in the last digit, and what a root of 2 of nine digits adds up to."""
    return 10.0 ** -len(published.partition(".")[2]) + diagonal * 3e-9
