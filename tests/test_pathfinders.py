"""Every algorithm, readable and compiled: the same states in the same order, and right answers."""

import math
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.errors import BadHeuristic, BadParameter, UnknownName
from plyground.pathfinders import ALGORITHMS, load_pathfinder
from plyground.paths import Cell, Graph, Grid, Problem, graph_of, load_problem, to_networkx
from plyground.paths.grid import DIAGONAL, STRAIGHT
from plyground.search.best_first import Frontier, Ties
from plyground.search.distances import distances_from
from plyground.search.path_results import PathResult

EXACT = ["dijkstra", "astar", "bidirectional", "ida_star(table=100000)", "auto"]
EVERY = [
    "breadth_first",
    "depth_first",
    "dijkstra",
    "dijkstra(ties=first)",
    "greedy",
    "best_first(random_factor=0.4, seed=3)",
    "best_first(random_factor=1.0, seed=5)",
    "astar",
    "astar(ties=first)",
    "astar(ties=deep)",
    "astar(reopen=false)",
    "weighted_astar(weight=2.5)",
    "bidirectional",
]


def random_grid(seed: int, connected: int, heaviest: int = 1, corners: Any = "never") -> Grid:
    dice = np.random.default_rng(seed)
    rows, columns = (int(side) for side in dice.integers(1, 14, 2))
    weights = dice.integers(1, heaviest + 1, (rows, columns)) * (dice.random((rows, columns)) < 0.7)
    weights[0, 0] = weights[-1, -1] = 1
    goals = [Cell(rows - 1, columns - 1)]
    free = np.argwhere(weights)
    goals += [Cell(*map(int, free[number])) for number in dice.integers(0, len(free), seed % 3)]
    return Grid(weights.astype(np.uint8), Cell(0, 0), tuple(goals), connected, corners)


def random_graph(seed: int, whole: bool = True) -> Graph:
    dice = random.Random(seed)
    places = dice.randint(1, 25)
    points = [(dice.randint(0, 20), dice.randint(0, 20)) for _ in range(places)]
    arcs = []
    for _ in range(dice.randint(0, 3 * places)):
        here, there = dice.randrange(places), dice.randrange(places)
        far = abs(points[here][0] - points[there][0]) + abs(points[here][1] - points[there][1])
        extra = dice.randint(0, 5) if whole else dice.random() * 5
        arcs.append((here, there, far + extra))
    goals = [dice.randrange(places) for _ in range(1 + seed % 2)]
    directed = seed % 3 == 0
    return graph_of(places, arcs, points=points, directed=directed, start=0, goals=goals)


def problems() -> Iterator[Problem]:
    for seed in range(12):
        yield random_grid(seed, 4)
        yield random_grid(100 + seed, 8, corners=("never", "one", "always")[seed % 3])
        yield random_grid(200 + seed, 4 + 4 * (seed % 2), heaviest=9)
        yield random_graph(300 + seed)
        yield random_graph(400 + seed, whole=False)


def everything(result: PathResult) -> dict[str, Any]:
    """All that two runs of one search must agree on."""
    names = ("cost", "expanded", "generated", "peak_frontier", "finished", "algorithm")
    shown = {name: getattr(result, name) for name in names}
    shown |= {name: list(getattr(result, name)) for name in ("path", "order", "open")}
    return shown


@pytest.mark.parametrize("algorithm", EVERY)
def test_readable_and_compiled_expand_the_same_states_in_the_same_order(algorithm: str) -> None:
    for problem in problems():
        finders = [load_pathfinder(problem, algorithm, engine=engine)
                   for engine in ("readable", "compiled")]  # fmt: skip
        for most in (1 << 62, 5, 0):
            readable, compiled = (finder.find(most=most, record=True) for finder in finders)
            assert everything(readable) == everything(compiled), (problem.title, most)


@pytest.mark.parametrize("heuristic", ["zero", "euclidean", "chebyshev", "octile", "landmarks"])
def test_all_heuristics_are_the_same_readable_and_compiled(heuristic: str) -> None:
    for problem in problems():
        readable, compiled = (
            load_pathfinder(problem, "astar", heuristic, engine).find(record=True)
            for engine in ("readable", "compiled")
        )
        assert everything(readable) == everything(compiled)


@pytest.mark.parametrize("connected", [4, 8])
def test_the_fast_search_on_grids_expands_what_the_general_one_does(connected: int) -> None:
    for seed in range(60):
        grid = random_grid(seed, connected)
        finder = load_pathfinder(grid, "astar")
        fast, watched = finder.find(), finder.find(record=True)
        assert list(fast.path) == list(watched.path)
        for name in ("cost", "expanded", "generated", "peak_frontier", "finished"):
            assert getattr(fast, name) == getattr(watched, name), name


def test_the_fast_search_really_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    finder: Any = load_pathfinder(random_grid(0, 8), "astar")
    assert finder._fast is not None
    weighted: Any = load_pathfinder(random_grid(200, 8, heaviest=9), "astar")
    assert weighted._fast is None


def true_cost(problem: Any) -> float | None:
    """By networkx, over arcs written out one by one."""
    network = networkx.DiGraph()
    states = [problem.start]
    seen = {problem.start}
    while states:
        state = states.pop()
        network.add_node(state)
        for other, cost in problem.successors(state):
            if not network.has_edge(state, other) or cost < network[state][other]["weight"]:
                network.add_edge(state, other, weight=cost)
            if other not in seen:
                seen.add(other)
                states.append(other)
    lengths = networkx.single_source_dijkstra_path_length(network, problem.start)
    found = [lengths[goal] for goal in problem.goals if goal in lengths]
    return min(found) if found else None


@pytest.mark.parametrize("algorithm", EXACT)
def test_exact_algorithms_agree_with_networkx(algorithm: str) -> None:
    for problem in problems():
        for engine in ("readable", "compiled"):
            result = load_pathfinder(problem, algorithm, engine=engine).find()
            expected = true_cost(problem)
            if expected is None:
                assert (result.cost, list(result.path), result.finished) == (None, [], True)
                continue
            assert cost_along(problem, result.path) == pytest.approx(expected, rel=1e-12)
            assert result.cost == problem.length(result.path)


def cost_along(problem: Problem, path: Any) -> float:
    """The cost of a path in units, each step looked up."""
    assert path[0] == problem.start and problem.is_goal(path[-1])
    total = 0
    for here, there in pairwise(path):
        total += min(cost for state, cost in problem.successors(here) if state == there)
    return total


def test_weighted_astar_stays_within_its_weight() -> None:
    for problem in problems():
        best = true_cost(problem)
        result = load_pathfinder(problem, "weighted_astar(weight=2)").find()
        assert result.found == (best is not None)
        if best is not None:
            assert cost_along(problem, result.path) <= 2 * best + 1e-9


def test_mount_olimp_for_every_start_and_every_set_of_up_to_two_goals(
    record_property: Any,
) -> None:
    mountain: Any = load_problem("mount_olimp")
    network = to_networkx(mountain)
    lengths = dict(networkx.all_pairs_dijkstra_path_length(network))
    finders = [load_pathfinder(mountain, name) for name in ("astar", "dijkstra", "ida_star")]
    places, compared = range(mountain.states), 0
    for start in places:
        for first in places:
            for second in places[first:]:
                goals = [first] if first == second else [first, second]
                names = [mountain.state_name(goal) for goal in goals]
                truth = min(lengths[mountain.state_name(start)][name] for name in names)
                costs = {finder.find(start, goals).cost for finder in finders}
                assert costs == {truth}
                compared += 1
    record_property("compared", f"Mount Olimp: {compared:,} questions, 3 algorithms and networkx")
    assert compared == 24 * (24 + 24 * 23 // 2)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([4, 8]), st.sampled_from(["never", "one", "always"]))
def test_arrays_of_a_grid_say_what_its_successors_say(seed: int, ways: int, corners: str) -> None:
    grid = random_grid(seed, ways, heaviest=5, corners=corners)
    by_arrays: dict[Any, Any] = {}
    for origin, target, cost in grid.arcs():
        for here, there, price in zip(origin, target, cost, strict=True):
            by_arrays[grid.state(here), grid.state(there)] = price
    one_by_one = {}
    for row in range(grid.rows):
        for column in range(grid.columns):
            if grid.weights[row, column]:
                for other, price in grid.successors(Cell(row, column)):
                    one_by_one[Cell(row, column), other] = price
                    assert (Cell(row, column), price) in grid.predecessors(other)
    assert by_arrays == one_by_one


def test_a_frontier_hands_out_by_priority_and_then_by_its_rule() -> None:
    for ties, expected in (("last", "dcba"), ("first", "abcd"), ("deep", "dbca")):
        frontier = Frontier(cast(Ties, ties))
        for state, g in zip("abcd", (1, 2, 1, 3), strict=True):
            frontier.put(state, g, 7)
        frontier.put("e", 0, 6)
        assert [each.state for each in frontier] == ["e", *expected]
        assert "".join(frontier.take() for _ in range(5)) == "e" + expected


def test_a_state_taken_at_random_leaves_the_frontier() -> None:
    """With a random factor of 1 every step is a random one: nothing is expanded twice."""
    grid = Grid(np.ones((20, 20), np.uint8), goals=(Cell(19, 19),))
    order = list(load_pathfinder(grid, "best_first(random_factor=1.0)").find(record=True).order)
    assert len(order) == len(set(order))


def test_seeds_decide_and_repeat_a_random_search() -> None:
    grid = load_problem("maze_runner_20")
    runs = [list(load_pathfinder(grid, f"best_first(seed={seed})").find(record=True).order)
            for seed in (1, 1, 2)]  # fmt: skip
    assert runs[0] == runs[1] != runs[2]


#        cost of edges        h
INCONSISTENT = """
def h(here, goal):
    return (0, 5, 0, 0, 0)[int(here.x)]
"""


def test_without_reopening_an_inconsistent_heuristic_costs_the_shortest_path(
    tmp_path: Path,
) -> None:
    #    start 0 ──1──▶ 1 ──1──▶ 2 ──6──▶ 3 (goal)     h is 5 at place 1 and 0 elsewhere:
    #          0 ──────3───────▶ 2                     place 2 is expanded with g = 3 first
    (tmp_path / "h.py").write_text(INCONSISTENT)
    graph = graph_of(
        4, [(0, 1, 1), (1, 2, 1), (0, 2, 3), (2, 3, 6)],
        points=[(place, 0) for place in range(4)], directed=True, goals=[3],
    )  # fmt: skip
    for engine in ("readable", "compiled"):
        for reopen, cost in (("true", 8), ("false", 9)):
            text = f"astar(heuristic={tmp_path / 'h.py'}:h, reopen={reopen})"
            assert load_pathfinder(graph, text, engine=engine).find().cost == cost


def test_every_name_of_an_algorithm_parses_back() -> None:
    grid = load_problem("maze_runner_8")
    for name in ALGORITHMS:
        if name not in ("auto", "jump_point"):
            text = load_pathfinder(grid, name).text
            assert load_pathfinder(grid, text).text == text


def test_start_is_goal_on_every_algorithm() -> None:
    grid = Grid(np.ones((1, 1), np.uint8), goals=(Cell(0, 0),), connected=8)
    for name in ALGORITHMS:
        for engine in ("readable", "compiled"):
            result = load_pathfinder(grid, name, engine=engine).find()
            assert (result.cost, list(result.path)) == (0, [Cell(0, 0)]), name


def test_no_path_is_a_result_on_every_algorithm() -> None:
    cells = np.array([[1, 0, 1]], np.uint8)
    grid = Grid(cells, goals=(Cell(0, 2),), connected=8)
    island = graph_of(3, [(0, 1, 1)], points=[(0, 0), (1, 0), (9, 9)], goals=[2])
    for problem in (grid, island):
        for name in ALGORITHMS:
            if name == "jump_point" and problem is island:
                continue
            for engine in ("readable", "compiled"):
                result = load_pathfinder(problem, name, engine=engine).find()
                assert (result.cost, len(result.path), result.finished) == (None, 0, True), name


@pytest.mark.parametrize(
    ("start", "goals", "words"),
    [
        ((0, 1), None, r"the start 0,1 is a wall \(the nearest open cell: 0,0\)"),
        (None, [(5, 5)], "the goal 5,5 is outside the map, which ends at 1,1"),
        ((-1, 0), None, "the start -1,0 is outside the map"),
    ],
)
def test_ends_that_make_no_sense_are_refused(start: Any, goals: Any, words: str) -> None:
    grid = Grid(np.array([[1, 0], [1, 1]], np.uint8), goals=(Cell(1, 1),))
    with pytest.raises(BadParameter, match=words):
        load_pathfinder(grid, "astar").find(start, goals)


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("bidirectionl", UnknownName, "did you mean bidirectional"),
        ("astar(ties=second)", BadParameter, "not one of last, first, deep"),
        ("astar(heuristic=manhatan)", UnknownName, "did you mean manhattan"),
        ("weighted_astar(weight=0.5)", BadParameter, "1 or more"),
        ("best_first(random_factor=2)", BadParameter, "from 0 to 1"),
        ("jump_point", BadParameter, "8-connected"),
        ("astar(heuristic=manhattan(scale=-1))", BadParameter, "0 or more"),
        ("astar(heuristic=landmarks(count=0))", BadParameter, "from 1 to 64"),
    ],
)
def test_what_cannot_be_built_is_refused_in_words(text: str, kind: type, words: str) -> None:
    with pytest.raises(kind, match=words):
        load_pathfinder(load_problem("maze_runner_8"), text)


OWN = {
    "good": "def h(here, goal):\n    return abs(here.x - goal.x) + abs(here.y - goal.y)\n",
    "slow": "def h(here, goal):\n    return {'a': abs(here.x - goal.x)}['a'] + eval('0')\n",
    "raises": "def h(here, goal):\n    return 1 // 0\n",
    "words": "def h(here, goal):\n    return 'far'\n",
    "one": "def h(state):\n    return 0\n",
    "scaled": "def h(here, goal, weight=2):\n    return weight * abs(here.x - goal.x)\n",
}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    for name, text in OWN.items():
        (tmp_path / f"{name}.py").write_text(text)
    return tmp_path


def test_a_function_of_the_users_is_compiled_into_the_search(own: Path) -> None:
    grid = load_problem("maze(generator=caves, rows=70, columns=70)")
    mine = load_pathfinder(grid, "astar", f"{own}/good.py:h")
    ours = load_pathfinder(grid, "astar", "manhattan")
    assert not mine.note
    mine_found, ours_found = mine.find(record=True), ours.find(record=True)
    assert list(mine_found.order) == list(ours_found.order)


def test_one_that_cannot_be_compiled_is_interpreted_with_a_word(own: Path) -> None:
    grid = load_problem("maze_runner_20")
    finder = load_pathfinder(grid, "astar", f"{own}/slow.py:h")
    assert "cannot be compiled" in finder.note and "slow.py line 2" in finder.note
    assert finder.find().cost == 40


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("raises", r"h raises line 2: ZeroDivisionError.*raises.py"),
        ("words", "returns 'far', not a number"),
        ("one", r"should take two places: def h\(here, goal\)"),
        ("absent", "there is no file"),
    ],
)
def test_a_function_that_makes_no_sense_is_refused(own: Path, file: str, words: str) -> None:
    with pytest.raises(Exception, match=words) as caught:
        load_pathfinder(load_problem("maze_runner_8"), "astar", f"{own}/{file}.py:h")
    assert isinstance(caught.value, BadHeuristic) or "no file" in words


def test_parameters_reach_a_function_of_the_users(own: Path) -> None:
    grid = load_problem("maze_runner_20")
    text = f"astar(heuristic={own}/scaled.py:h(weight=0))"
    blind = load_pathfinder(grid, text)
    assert blind.text == text
    assert blind.find(record=True).expanded == load_pathfinder(grid, "dijkstra").find().expanded
    with pytest.raises(UnknownName, match="parameter of h 'width'"):
        load_pathfinder(grid, "astar", f"{own}/scaled.py:h(width=0)")


class River(Problem):
    """The farmer, the wolf, the goat and the cabbage: a problem in plain Python."""

    title = "river"
    start = (0, 0, 0, 0)
    goals = ((1, 1, 1, 1),)

    def successors(self, state: Any) -> Iterator[tuple[Any, int]]:
        farmer, *others = state
        for passenger in (None, 0, 1, 2):
            if passenger is not None and others[passenger] != farmer:
                continue
            after = list(others)
            if passenger is not None:
                after[passenger] = 1 - farmer
            wolf, goat, cabbage = after
            if goat in (wolf, cabbage) and goat == farmer:
                continue
            yield (1 - farmer, *after), 1

    def estimate(self, state: Any) -> int:
        return 4 - int(sum(state))


def test_every_algorithm_runs_on_a_problem_in_plain_python() -> None:
    for name in ("breadth_first", "dijkstra", "astar", "ida_star", "auto"):
        result = load_pathfinder(River(), name).find()
        assert result.cost == 7, name
    with pytest.raises(BadParameter, match="give it a method predecessors"):
        load_pathfinder(River(), "bidirectional").find()


class Doubling(Problem):
    """From 1, by adding 1 or doubling, to any number that ends in 00: no list of goals."""

    title = "doubling"
    start = 1

    def successors(self, state: Any) -> Iterator[tuple[Any, int]]:
        yield state + 1, 1
        yield 2 * state, 1

    def is_goal(self, state: Any) -> bool:
        return bool(state % 100 == 0)

    def estimate(self, state: Any) -> int:
        return 1 if state % 100 else 0


def test_a_problem_may_have_a_test_instead_of_goals() -> None:
    blind, guided = (load_pathfinder(Doubling(), name).find() for name in ("dijkstra", "astar"))
    assert blind.cost == guided.cost == 8
    assert guided.expanded < blind.expanded


def test_distances_do_not_mind_a_source_that_is_named_twice() -> None:
    mountain: Any = load_problem("mount_olimp")
    assert distances_from(mountain, [3, 3, 5]).tolist() == distances_from(mountain, [3, 5]).tolist()


def test_auto_says_what_it_chose_and_why() -> None:
    chosen = {
        "maze_runner_20": "astar(heuristic=manhattan), since a 4-connected grid",
        "mount_olimp": "astar(heuristic=manhattan), since no edge is shorter",
        "puzzle": "ida_star(heuristic=linear_conflict), since a puzzle has more states",
        "maze(generator=obstacles, rows=60, columns=60, connected=8)": "since walls are scattered",
        "maze(generator=obstacles, rows=60, columns=60, density=0, connected=8)": "jump_point",
    }
    for text, words in chosen.items():
        assert words in load_pathfinder(load_problem(text), "auto").note


def test_lengths_are_true_square_roots() -> None:
    grid = Grid(np.ones((50, 70), np.uint8), goals=(Cell(49, 69),), connected=8)
    for name in ("astar", "dijkstra", "jump_point"):
        result = load_pathfinder(grid, name).find()
        assert result.cost == pytest.approx(20 + 49 * math.sqrt(2), rel=1e-15)
    assert DIAGONAL**2 - 2 * STRAIGHT**2 == 1
