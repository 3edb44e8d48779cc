"""IDA*: exact, the same compiled and readable, and Korf's node counts to the node."""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from heapq import heappop, heappush
from itertools import pairwise
from math import inf
from operator import xor
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

import numpy as np
import pytest

from plyground import bits
from plyground.errors import BadParameter, BadText, UnknownName
from plyground.heuristics.puzzles import find
from plyground.jit import compiled, interpreted
from plyground.paths import graph, grid
from plyground.paths.graph import Graph, graph_of
from plyground.paths.grid import Grid
from plyground.paths.problem import Problem
from plyground.paths.puzzles import Puzzle, Tiles, puzzle
from plyground.search.ida_star import ida_star, thresholds_note
from plyground.search.ida_star_compiled import ida_star_on
from plyground.search.ida_star_puzzle import (
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    GENERATED,
    KEY,
    STATUS,
    UNSETTLED,
    Name,
    PuzzleSolver,
    begin,
    seen_before,
    walk_from,
    walker,
)
from plyground.search.ida_star_puzzle_tables import frame_of, line_numbers
from plyground.search.path_results import PathResult

DATA = Path(os.environ.get("PLYGROUND_DATA", Path(__file__).parents[2] / "shared" / "data"))
KORF = DATA / "puzzles" / "korf100.txt"
NAMES: tuple[Name, ...] = get_args(Name)
PLENTY = 1 << 20


def nothing(state: Any) -> int:
    return 0


# --- spaces of numbers: compiled twins ------------------------------------------------------------

grid_place, graph_place = grid.place, graph.place


@compiled
def grid_manhattan(space: Any, state: int, goals: Any, table: Any) -> Any:
    here, best = grid_place(space, state), 1e300
    for goal in goals:
        there = grid_place(space, goal)
        best = min(best, abs(here.x - there.x) + abs(here.y - there.y))
    return best


@compiled
def graph_euclidean(space: Any, state: int, goals: Any, table: Any) -> Any:
    here, best = graph_place(space, state), 1e300
    for goal in goals:
        there = graph_place(space, goal)
        best = min(best, ((here.x - there.x) ** 2 + (here.y - there.y) ** 2) ** 0.5)
    return best


on_grid = ida_star_on(grid, grid_manhattan)
on_graph = ida_star_on(graph, graph_euclidean)


def plain(problem: Any, estimate: Callable[..., Any]) -> Callable[[Any], Any]:
    """The estimate as a function of the state, in plain Python."""
    function, space = interpreted(estimate), problem.space
    goals = [problem.number(goal) for goal in problem.goals]
    return lambda state: function(space, problem.number(state), goals, None)


def random_grids(count: int) -> Iterator[Grid]:
    dice = np.random.default_rng(1)
    for _ in range(count):
        rows, columns = dice.integers(2, 6, 2)
        weights = dice.integers(1, 4, (rows, columns)) * (dice.random((rows, columns)) > 0.25)
        weights.flat[:2] = 1
        cells = np.argwhere(weights).tolist()
        start, *goals = (
            cells[each] for each in dice.integers(len(cells), size=dice.integers(2, 4))
        )
        ways, corner = int(dice.choice([4, 8])), ("never", "one", "always")[dice.integers(3)]
        made = Grid(weights.astype(np.uint8), connected=ways, corners=cast(Any, corner))
        yield made.between(start, goals)


def random_graphs(count: int) -> Iterator[Graph]:
    """Float costs, at least the distance of their ends; some goals cannot be reached."""
    dice = np.random.default_rng(2)
    for _ in range(count):
        places = int(dice.integers(2, 11))
        points = dice.random((places, 2)) * 10
        ends = dice.integers(0, places, (dice.integers(1, 2 * places + 2), 2))
        spans = np.hypot(*(points[ends[:, 0]] - points[ends[:, 1]]).T)
        costs = spans * dice.uniform(1, 1.5, len(ends))
        yield graph_of(
            places,
            np.column_stack([ends, costs]),
            points=points,
            directed=bool(dice.integers(2)),
            goals=tuple(dice.integers(0, places, dice.integers(1, 3)).tolist()),
        )


def cheapest(problem: Problem) -> float | None:
    """What a path to the nearest goal costs, by Dijkstra's algorithm, in the units of the arcs."""
    best, heap = {problem.start: 0.0}, [(0.0, 0, problem.start)]
    while heap:
        g, _, state = heappop(heap)
        if problem.is_goal(state):
            return g
        for successor, cost in problem.successors(state):
            if g + cost < best.get(successor, inf):
                best[successor] = g + cost
                heappush(heap, (g + cost, len(best), successor))
    return None


def arcs_of(problem: Problem, path: Iterable[Any]) -> float:
    """What a path costs in the units of the arcs; each of its steps has to be one."""
    states, total = list(path), 0.0
    for here, there in pairwise(states):
        total += min(cost for state, cost in problem.successors(here) if state == there)
    return total


def same(readable: PathResult, fast: PathResult) -> bool:
    names = ("path", "cost", "expanded", "generated", "peak_frontier", "finished", "order", "note")
    return all(getattr(readable, name) == getattr(fast, name) for name in names)


@pytest.mark.parametrize("table", [0, 4, PLENTY])
@pytest.mark.parametrize("most", [10_000, 40])
def test_compiled_and_readable_enter_the_same_states_in_the_same_order(
    most: int, table: int
) -> None:
    spaces = [(each, on_grid, grid_manhattan) for each in random_grids(60)]
    spaces += [(each, on_graph, graph_euclidean) for each in random_graphs(60)]  # type: ignore[misc]
    stopped, settled = 0, 0
    for problem, search, estimate in spaces:
        readable = ida_star(problem, plain(problem, estimate), most=most, table=table, record=True)
        assert same(readable, search(problem, most=most, table=table, record=PLENTY)), problem
        stopped += not readable.finished
        settled += readable.finished
    assert settled > 20 and (stopped > 5 or most > 40)


@pytest.mark.parametrize("table", [0, 3, PLENTY])
def test_the_path_is_a_cheapest_one(table: int) -> None:
    found = 0
    spaces = [(each, grid_manhattan) for each in random_grids(60)]
    spaces += [(each, graph_euclidean) for each in random_graphs(60)]  # type: ignore[misc]
    for problem, estimate in spaces:
        result = ida_star(problem, plain(problem, estimate), table=table)
        optimum = cheapest(problem)
        assert result.finished and result.found == (optimum is not None)
        if optimum is not None:
            found += 1
            assert result.path[0] == problem.start and problem.is_goal(result.path[-1])
            assert arcs_of(problem, result.path) == pytest.approx(optimum, abs=1e-9)
    assert 20 < found < 120


def test_a_table_saves_states_and_never_adds_any() -> None:
    saved = 0
    for problem in random_grids(60):
        without = ida_star(problem, plain(problem, grid_manhattan))
        for table in (2, PLENTY):
            result = ida_star(problem, plain(problem, grid_manhattan), table=table)
            assert result.cost == without.cost
            assert result.generated <= without.generated
        saved += without.generated - result.generated
    assert saved > 1000


@pytest.mark.parametrize("most", [0, 1, 17, 100])
def test_a_budget_stops_at_so_many_generated(most: int) -> None:
    field = Grid(np.ones((6, 6), np.uint8)).between((0, 0), [(5, 5)])
    results = [
        ida_star(field, nothing, most=most),
        on_grid(field.between((5, 0), [(0, 5)]), most=0),
    ]
    assert [result.generated for result in results] == [most, 0]
    assert not any(result.finished or result.found for result in results)


def test_the_rounds_are_those_of_the_picture() -> None:
    """The tree at the top of ida_star.py: its f, with edges of cost 1."""
    tree = {"s": "ab", "a": "cd", "b": "e", "c": "", "d": "", "e": ""}
    f = {"s": 5, "a": 5, "b": 7, "c": 7, "d": 9, "e": 7}
    depth = {"s": 0, "a": 1, "b": 1, "c": 2, "d": 2, "e": 2}

    class Tree(Problem):
        start = "s"
        goals = ("e",)

        def successors(self, state: str) -> Iterable[tuple[str, int]]:
            return [(each, 1) for each in tree[state]]

    result = ida_star(Tree(), lambda state: f[state] - depth[state], record=True)
    assert "".join(result.order) == "sa" + "sacbe"
    assert result.note == "thresholds 5 7"
    assert (result.path, result.cost) == (("s", "b", "e"), 2)
    assert (result.expanded, result.generated, result.peak_frontier) == (7, 4 + 5, 3)


def test_a_path_of_ten_thousand_steps_is_no_trouble() -> None:
    length = 10_000
    line = graph_of(
        length + 1,
        [(place, place + 1, 1) for place in range(length)],
        points=[(place, 0) for place in range(length + 1)],
        goals=[length],
    )
    result = ida_star(line, lambda place: length - place)
    assert (result.cost, result.peak_frontier) == (length, length + 1)
    assert on_graph(line).path == result.path


def test_of_several_goals_the_nearest_is_found() -> None:
    field = Grid(np.ones((5, 5), np.uint8)).between((2, 2), [(0, 0), (2, 4), (4, 4)])
    assert ida_star(field, plain(field, grid_manhattan)).path[-1] == (2, 4)
    assert on_grid(field).path[-1] == (2, 4)


def test_a_goal_at_the_start_is_a_path_of_one_state() -> None:
    field = Grid(np.ones((2, 2), np.uint8)).between((1, 1), [(1, 1)])
    for result in (ida_star(field, nothing), on_grid(field)):
        assert (result.path, result.cost, result.generated) == (((1, 1),), 0, 0)


def test_no_path_is_an_answer() -> None:
    walled = np.array([[1, 0, 1], [1, 0, 1]], np.uint8)
    field = Grid(walled).between((0, 0), [(0, 2)])
    for result in (ida_star(field, plain(field, grid_manhattan)), on_grid(field)):
        assert (result.path, result.cost, result.finished) == ((), None, True)
    hopeless = ida_star(field, lambda state: inf)
    assert (hopeless.finished, hopeless.found, hopeless.generated) == (True, False, 0)


def test_a_circle_that_costs_nothing_ends() -> None:
    circle = graph_of(4, [(0, 1, 0), (1, 2, 0), (2, 0, 0), (2, 3, 5)], directed=True, goals=[3])
    result = ida_star(circle, nothing)
    assert (result.path, result.cost, result.note) == ((0, 1, 2, 3), 5, "thresholds 0 5")


def test_a_long_list_of_thresholds_is_cut_in_the_middle() -> None:
    assert thresholds_note([1, 2.5]) == "thresholds 1 2.5"
    assert thresholds_note(range(100)) == (
        "thresholds 0 1 2 3 4 5 … 94 95 96 97 98 99 (100 of them)"
    )


# --- sliding puzzles ------------------------------------------------------------------------------


class Row(NamedTuple):
    """One of Korf's hundred."""

    number: int
    length: int
    nodes: int
    tiles: Tiles


def korf(count: int) -> list[Row]:
    """The easiest of them, by his count of nodes."""
    if not KORF.is_file():
        pytest.skip(f"no {KORF}: set PLYGROUND_DATA to the folder of the reference data")
    lines = [line.split() for line in KORF.read_text().splitlines() if not line.startswith("#")]
    rows = [
        Row(int(line[0]), int(line[1]), int(line[3]), tuple(int(tile) for tile in line[4:]))
        for line in lines
    ]
    assert len(rows) == 100
    return sorted(rows, key=lambda row: row.nodes)[:count]


def scrambled(frame: Puzzle, moves: int, seed: int) -> Tiles:
    """A state so many random moves from the goal, none of them undone by the next."""
    dice, path = np.random.default_rng(seed), [frame.goal, frame.goal]
    for _ in range(moves):
        after = [state for state, _ in frame.successors(path[-1]) if state != path[-2]]
        path.append(after[dice.integers(len(after))])
    return path[-1]


def is_solution(frame: Puzzle, start: Tiles, result: PathResult) -> bool:
    ends = (*result.path[:1], *result.path[-1:])
    length = arcs_of(frame, result.path)
    return ends == (start, frame.goal) and length == result.cost == len(result.path) - 1


def test_korfs_twelve_easiest_take_his_nodes_less_the_root() -> None:
    solver = PuzzleSolver(puzzle(rows=4), "manhattan")
    for row in korf(12):
        result = solver.run(row.tiles, most=row.nodes)
        assert is_solution(solver.puzzle, row.tiles, result), row
        assert (result.cost, result.generated) == (row.length, row.nodes - 1), row


def test_linear_conflict_looks_at_fewer_of_korfs() -> None:
    frame = puzzle(rows=4)
    weaker, stronger = PuzzleSolver(frame, "manhattan"), PuzzleSolver(frame, "linear_conflict")
    for row in korf(12):
        result = stronger.run(row.tiles, most=row.nodes)
        assert is_solution(frame, row.tiles, result) and result.cost == row.length, row
        assert result.expanded < weaker.run(row.tiles).expanded, row


@pytest.mark.parametrize("heuristic", ["manhattan", "linear_conflict"])
@pytest.mark.parametrize("table", [1, 1000, 1 << 18])
def test_a_table_of_any_size_keeps_korfs_lengths(heuristic: Name, table: int) -> None:
    frame = puzzle(rows=4)
    with_table, without = PuzzleSolver(frame, heuristic, table), PuzzleSolver(frame, heuristic)
    for row in korf(4):
        result = with_table.run(row.tiles, most=row.nodes)
        assert is_solution(frame, row.tiles, result) and result.cost == row.length, row
        usual = without.run(row.tiles).generated
        assert result.generated < usual or (table == 1 and result.generated == usual), row


def test_the_table_tells_two_states_of_one_key_apart() -> None:
    frame, key = puzzle(rows=3), 5
    walk = walk_from(frame, frame.goal, 8)
    one, other = np.array(frame.goal), np.array(frame.goal[::-1])

    def seen(tiles: Any, g: int, threshold: int) -> bool:
        return bool(seen_before(walk.marks, walk.states, tiles, key, g, threshold))

    assert not seen(one, 10, 20)
    assert seen(one, 10, 20) and seen(one, 12, 22)
    assert not seen(one, 10, 22) and not seen(one, 8, 22)
    assert not seen(other, 30, 40)
    assert seen(other, 30, 40) and not seen(one, 50, 60)


def eight_puzzles(blank: str) -> dict[Tiles, int]:
    """Every 8-puzzle and its distance from the goal."""
    goal: Tiles = (0, 1, 2, 3, 4, 5, 6, 7, 8) if blank == "first" else (1, 2, 3, 4, 5, 6, 7, 8, 0)
    frame = puzzle(rows=3)
    distance, states = {goal: 0}, [goal]
    for state in states:
        for successor, _ in frame.successors(state):
            if successor not in distance:
                distance[successor] = distance[state] + 1
                states.append(successor)
    return distance


@pytest.mark.parametrize("blank", ["first", "last"])
def test_every_heuristic_solves_8_puzzles_in_the_fewest_moves(blank: str) -> None:
    frame = puzzle(rows=3, blank="last" if blank == "last" else "first")
    distance = eight_puzzles(blank)
    states = list(distance)
    chosen = [*states[:20], *states[20::6007], *states[-2:]]
    assert max(distance.values()) == 31
    for heuristic in NAMES:
        for table in (0, 1 << 12):
            solver = PuzzleSolver(frame, heuristic, table)
            for state in chosen:
                if heuristic in ("manhattan", "linear_conflict") or distance[state] < 17:
                    result = solver.run(state, most=50 * PLENTY)
                    assert is_solution(frame, state, result), (heuristic, table, state)
                    assert result.cost == distance[state], (heuristic, table, state)


def test_the_readable_search_solves_8_puzzles_too() -> None:
    distance = eight_puzzles("first")
    for state in [each for each in distance if distance[each] <= 22][::9001]:
        frame = puzzle(rows=3).between(state)
        for name, table in (("manhattan", 0), ("linear_conflict", 0), ("gaschnig", 10_000)):
            result = ida_star(frame, find(name).built(frame), table=table)
            assert is_solution(frame, state, result), (name, state)
            assert result.cost == distance[state], (name, state)


@pytest.mark.parametrize(
    ("rows", "columns", "moves"),
    [(2, 2, 9), (2, 3, 40), (3, 4, 40), (6, 2, 30), (5, 5, 30), (6, 6, 24)],
)
def test_frames_of_other_shapes_work(rows: int, columns: int, moves: int) -> None:
    for blank in ("first", "last"):
        frame = puzzle(rows=rows, columns=columns, blank=cast(Any, blank))
        for seed in range(3):
            start = scrambled(frame, moves, seed)
            results = [PuzzleSolver(frame, name).run(start, most=50 * PLENTY) for name in NAMES[2:]]
            results.append(PuzzleSolver(frame, "linear_conflict", 1 << 10).run(start))
            assert all(is_solution(frame, start, result) for result in results)
            assert len({result.cost for result in results}) == 1
            posed = frame.between(start)
            readable = ida_star(posed, find("linear_conflict").built(posed), table=PLENTY)
            assert readable.cost == results[0].cost


def key(tiles: Tiles) -> int:
    """One number for each tile in its place, all of them mixed."""
    places = (tile * len(tiles) + cell for cell, tile in enumerate(tiles) if tile)
    return reduce(xor, (bits.scrambled(place) for place in places))


@pytest.mark.parametrize("heuristic", NAMES)
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (4, 4), (5, 3), (3, 6)])
@pytest.mark.parametrize("table", [0, 64])
def test_the_slack_is_kept_as_if_computed_anew(
    rows: int, columns: int, heuristic: Name, table: int
) -> None:
    frame = puzzle(rows=rows, columns=columns, seed=4)
    estimate = find(heuristic).built(frame)
    go_on, tables = walker(heuristic == "linear_conflict", table > 0), frame_of(frame, heuristic)
    walk = walk_from(frame, frame.start, table)
    threshold = estimate(frame.start) + 12
    begin(walk, 12)
    stops = 0
    for limit in range(11, 3000, 11):
        go_on(tables, walk, threshold, limit)
        if walk.counts[STATUS] != UNSETTLED:
            break
        depth, tiles = int(walk.counts[DEPTH]), tuple(walk.tiles.tolist())
        assert sorted(tiles) == list(range(rows * columns)) and tiles[walk.blank[depth]] == 0
        assert walk.slack[depth] == threshold - depth - estimate(tiles)
        if heuristic == "linear_conflict":
            assert walk.lines.tolist() == line_numbers(frame, tiles).tolist()
        if table:
            assert walk.counts[KEY] == key(tiles) ^ key(frame.start)
        stops += 1
    assert stops > 5


def test_a_search_in_pieces_counts_what_one_in_a_whole_does() -> None:
    frame = puzzle(rows=4, seed=1)
    for heuristic, table in (("manhattan", 0), ("linear_conflict", 256)):
        go_on = walker(heuristic == "linear_conflict", table > 0)
        tables, walks = frame_of(frame, heuristic), []
        threshold = find(heuristic).built(frame)(frame.start) + 4
        for piece in (PLENTY, 1, 1000):
            walk = walk_from(frame, frame.start, table)
            begin(walk, 4)
            while walk.counts[STATUS] != EXHAUSTED and walk.counts[GENERATED] < PLENTY:
                go_on(tables, walk, threshold, int(walk.counts[GENERATED]) + piece)
            walks.append(walk.counts.tolist())
        assert walks[0] == walks[1] == walks[2]
        assert walks[0][EXPANDED] > 50 and walks[0][KEY] == 0


@pytest.mark.parametrize(("conflicts", "table"), [(False, 0), (True, 0), (True, 32)])
def test_interpreted_it_walks_the_same(conflicts: bool, table: int) -> None:
    frame = puzzle(rows=3, columns=4, seed=6)
    heuristic = "linear_conflict" if conflicts else "manhattan"
    tables, go_on = frame_of(frame, heuristic), walker(conflicts, table > 0)
    walks = [walk_from(frame, frame.start, table) for _ in range(2)]
    for walk, function in zip(walks, (go_on, interpreted(go_on)), strict=True):
        begin(walk, 6)
        function(tables, walk, find(heuristic).built(frame)(frame.start) + 6, 3000)
    assert walks[0].counts.tolist() == walks[1].counts.tolist()
    assert walks[0].tiles.tolist() == walks[1].tiles.tolist()
    assert walks[0].counts[GENERATED] > 100


def test_a_puzzle_that_cannot_be_solved_is_answered_at_once() -> None:
    frame = puzzle("· 2 1 / 3 4 5 / 6 7 8")
    for result in (PuzzleSolver(frame).run(), ida_star(frame, find("manhattan").built(frame))):
        assert (result.path, result.cost, result.finished) == ((), None, True)
        assert result.generated == 0 and "parity" in result.note


def test_a_solved_puzzle_needs_no_move() -> None:
    frame = puzzle(rows=4)
    for heuristic in NAMES:
        result = PuzzleSolver(frame, heuristic).run(frame.goal)
        assert (result.path, result.cost, result.generated) == ((frame.goal,), 0, 0)
        assert result.finished and result.note == "thresholds 0"


def test_a_budget_stops_a_puzzle() -> None:
    solver = PuzzleSolver(puzzle(rows=5, seed=1), "manhattan")
    for most in (0, 1, 12_345):
        result = solver.run(most=most)
        assert (result.generated, result.finished, result.path) == (most, False, ())


def test_progress_is_told_and_may_interrupt() -> None:
    solver = PuzzleSolver(puzzle(rows=5, seed=1), "manhattan")
    told: list[tuple[int, int]] = []

    def listen(threshold: int, generated: int) -> None:
        told.append((threshold, generated))
        if generated > 5_000_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.run(progress=listen)
    assert told == sorted(told) and len(told) > 2
    assert told[-1][1] < 20_000_000


def test_bad_parameters_are_refused() -> None:
    frame = puzzle(rows=3)
    with pytest.raises(UnknownName, match="did you mean manhattan"):
        PuzzleSolver(frame, cast(Any, "manhatten"))
    with pytest.raises(BadParameter, match="table=-1"):
        PuzzleSolver(frame, table=-1)
    with pytest.raises(BadText, match="4 tiles, but 9"):
        PuzzleSolver(frame).run((0, 1, 2, 3))
