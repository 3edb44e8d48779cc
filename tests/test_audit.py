"""Audits: what is claimed of a heuristic is proved, or refuted by an example one can check."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.audit import Audit, audit
from plyground.audit.findings import admissibility, consistency
from plyground.audit.measured import Measured, ground_of
from plyground.audit.practice import practice
from plyground.audit.premise import rounded_down
from plyground.audit_view import audit_svg
from plyground.audit_view.colors import DEAD, WALL
from plyground.audit_view.grids import blocked
from plyground.errors import BadHeuristic, BadParameter
from plyground.pathfinders import load_pathfinder
from plyground.paths import Cell, Graph, Grid, Problem, graph_of, load_problem, mount_olimp, puzzle
from plyground.paths.mount_olimp import PLACES, ROADS
from plyground.search.distances import distances_from
from plyground.search.estimates import load_estimate

DATA = Path(os.environ.get("PLYGROUND_DATA", Path(__file__).parents[2] / "shared" / "data"))
CALIFORNIA = DATA / "roads" / "cal.cedge"
with_roads = pytest.mark.skipif(
    not CALIFORNIA.is_file(), reason=f"no roads in {CALIFORNIA}: set PLYGROUND_DATA"
)

NEAR = 1e-9


def olimp_with(*changed: tuple[str, str, float]) -> Graph:
    """Mount Olimp, some of its roads at other costs."""
    costs = {frozenset(ends): cost for *ends, cost in changed}
    number = {name: place for place, name in enumerate(PLACES)}
    return graph_of(
        len(PLACES),
        [(number[a], number[b], costs.get(frozenset((a, b)), cost)) for a, b, cost in ROADS],
        names=list(PLACES),
        points=list(PLACES.values()),
        goals=[number["Olimp"]],
        title="mount_olimp",
    )


def written(folder: Path, text: str, name: str = "h") -> str:
    """A heuristic in a file of the user's own."""
    file = folder / f"{name}.py"
    file.write_text(text)
    return f"{file}:{name}"


def by_table(folder: Path, *values: float) -> str:
    """A heuristic that looks h up by the x of the place."""
    return written(folder, f"def h(here, goal):\n    return {values!r}[int(here.x)]\n")


def chain(arcs: Sequence[tuple[int, int, float]], names: str, directed: bool = True) -> Graph:
    """Places in a row, x counting from 0; the last is the goal."""
    return graph_of(
        len(names),
        arcs,
        names=list(names),
        points=[(place, 0) for place in range(len(names))],
        directed=directed,
        goals=[len(names) - 1],
        title="chain",
    )


# --- small cases with known answers ---------------------------------------------------------------


def test_one_overestimate_is_found_with_its_size_and_a_path_to_check_it(tmp_path: Path) -> None:
    #  A ──4──▶ B ──3──▶ G        h: 7, 5, 0: at B it is 2 too high
    found = audit(chain([(0, 1, 4), (1, 2, 3)], "ABG"), by_table(tmp_path, 7, 5, 0))
    states = found.admissible
    assert (states.judged, states.violating, states.dead_ends) == (3, 1, 0)
    assert states.smallest is not None and states.worst == states.smallest
    assert (states.smallest.state, states.smallest.h, states.smallest.true) == ("B", 5, 3)
    assert states.smallest.excess == 2 and states.smallest.path == ["B", "G"]
    assert states.mean_error == pytest.approx(-2 / 3) and states.max_error == 0
    assert states.mean_share == pytest.approx((7 / 7 + 5 / 3) / 2)
    assert found.consistent.violating == 1
    assert found.consistent.worst is not None
    assert (found.consistent.worst.origin, found.consistent.worst.target) == ("B", "G")
    assert found.practice is not None
    assert found.practice.factor == pytest.approx(5 / 3) and found.practice.surplus == 2
    assert found.practice.reopening.too_long == found.practice.closed.too_long == 0
    assert "not admissible on chain: at B h is 5, the true distance 3" in found.verdict
    assert "A* returned shortest paths in all 3 searches tried" in found.verdict


#      ┌──1──▶ A ──1──┐
#      S              ├▶ C ──10──▶ G      h(A) = 11 is right, all others 0: A waits while C is
#      └──1──▶ B ──2──┘                   reached by B at 3, though A leads there at 2
MARTELLI = [(0, 1, 1), (0, 2, 1), (1, 3, 1), (2, 3, 2), (3, 4, 10)]


def test_admissible_but_inconsistent_harms_only_searches_that_do_not_reopen(tmp_path: Path) -> None:
    found = audit(chain(MARTELLI, "SABCG"), by_table(tmp_path, 0, 11, 0, 0, 0))
    assert found.admissible.holds and not found.consistent.holds
    assert found.consistent.violating == 1 and found.consistent.worst is not None
    assert (found.consistent.worst.origin, found.consistent.worst.target) == ("A", "C")
    assert found.consistent.worst.excess == 10
    assert found.practice is not None and found.practice.everywhere
    assert found.practice.reopening.too_long == 0 and found.practice.factor == 1
    failed = found.practice.closed.smallest
    assert found.practice.closed.too_long == 1 and failed is not None
    assert (failed.start, failed.cost, failed.shortest) == ("S", 13, 12)
    assert failed.path == list("SBCG") and failed.shortest_path == list("SACG")
    assert "admissible but inconsistent" in found.verdict
    assert "A* without re-opening returned a path 8.3 % too long from S" in found.verdict


def test_a_goal_should_be_estimated_at_0(tmp_path: Path) -> None:
    found = audit(chain([(0, 1, 4)], "AG"), by_table(tmp_path, 3, -1))
    assert found.admissible.holds and found.admissible.negative == 1
    assert not found.consistent.holds and found.consistent.goals == [("G", -1)]
    assert "h is -1 at the goal G" in found.verdict


def test_goals_that_are_not_at_0_leave_no_factor_to_promise(tmp_path: Path) -> None:
    #  F ◀──5── A ──1──▶ G        both are goals; h(F) = -10 draws A* to the far one
    two = chain([(1, 0, 5), (1, 2, 1)], "FAG")
    found = audit(two, by_table(tmp_path, -10, 0, 0), goals=[0, 2])
    assert found.admissible.holds and found.practice is not None
    assert found.practice.reopening.worst is not None
    assert found.practice.reopening.worst.path == ["A", "F"]
    assert found.practice.reopening.worst.ratio == 5
    assert found.practice.factor is None and found.practice.surplus == 10
    assert any("at most 10 longer" in line for line in found.as_text())
    (tmp_path / "high").mkdir()
    high = audit(two, by_table(tmp_path / "high", 0, 0, 3), goals=[2])
    assert high.practice is not None and high.practice.factor is None
    assert high.admissible.smallest is not None and high.admissible.smallest.path == ["G"]
    assert any("at most 3 longer" in line for line in high.as_text())
    assert json.dumps(high.as_data(), allow_nan=False)


@pytest.mark.parametrize("guess", [0, 99])
def test_dead_ends_are_not_judged(tmp_path: Path, guess: int) -> None:
    #  D ◀──1── A ──4──▶ G        from D there is no way: neither 0 nor 99 is a mistake there
    found = audit(chain([(1, 0, 1), (1, 2, 4)], "DAG"), by_table(tmp_path, guess, 4, 0))
    assert found.holds
    assert (found.admissible.judged, found.admissible.dead_ends) == (2, 1)
    assert found.consistent.arcs == 1


def test_noise_of_floating_point_is_no_violation() -> None:
    points = [(0.0, 0.0), (0.1, 0.0), (0.1 + 0.2, 0.0)]
    arcs = [(0, 1, 0.1), (1, 2, 0.2)]  # 0.1 + 0.2 - 0.1 is more than 0.2, by an ulp
    line = graph_of(3, arcs, points=points, goals=[2])
    assert points[2][0] - points[1][0] > 0.2
    assert audit(line, "euclidean").verdict.endswith("proved edge by edge, for every goal")
    shorter = graph_of(3, [(0, 1, 0.1), (1, 2, 0.2 - 1e-9)], points=points, goals=[2])
    assert audit(shorter, "euclidean").admissible.violating == 2


def test_several_goals_are_judged_by_the_nearest(tmp_path: Path) -> None:
    line = chain([(0, 1, 1), (1, 2, 1), (2, 3, 1)], "ABCG", directed=False)
    assert audit(line, "manhattan", goals=[0, 3]).goals == ["A", "G"]
    found = audit(line, by_table(tmp_path, 0, 2, 1, 0), goals=[0, 3])
    assert found.admissible.worst is not None
    assert (found.admissible.worst.state, found.admissible.worst.true) == ("B", 1)
    assert found.admissible.violating == 1


# --- Mount Olimp ----------------------------------------------------------------------------------


def test_manhattan_holds_on_mount_olimp_for_every_goal() -> None:
    found = audit(mount_olimp(), "manhattan")
    assert found.verdict == (
        "manhattan is admissible and consistent on mount_olimp: proved edge by edge, for every goal"
    )
    assert found.premise is not None and found.premise.edges == len(ROADS) == 42
    assert found.practice is None and found.elsewhere is None
    for goal in range(24):
        assert audit(mount_olimp(), "manhattan", goals=[goal]).holds


@pytest.mark.parametrize("road", ROADS, ids=lambda road: f"{road[0]}-{road[1]}")
def test_one_road_shorter_than_its_distance_is_named(road: tuple[str, str, int]) -> None:
    here, there, _ = road
    distance = sum(abs(a - b) for a, b in zip(PLACES[here], PLACES[there], strict=True))
    found = audit(olimp_with((here, there, distance - 1)), "manhattan")
    assert "not admissible" in found.verdict and found.premise is not None
    first, second = sorted((here, there), key=list(PLACES).index)
    assert f"{first} – {second} costs {distance - 1}, less than its" in found.verdict
    assert (found.premise.short, found.premise.edges) == (1, 42)
    assert found.premise.repaired == f"manhattan(scale={rounded_down((distance - 1) / distance)})"
    # The edge alone refutes it, for the goal at its end.
    place = list(PLACES).index(there)
    refuted = audit(olimp_with((here, there, distance - 1)), "manhattan", goals=[place])
    assert not refuted.admissible.holds


def test_where_this_goal_is_safe_another_one_shows_the_harm() -> None:
    found = audit(olimp_with(("Muses", "Sela", 1)), "manhattan")
    assert found.holds and found.elsewhere is not None and found.elsewhere.worst is not None
    worst, graph = found.elsewhere.worst, olimp_with(("Muses", "Sela", 1))
    path = [graph.read_state(name) for name in worst.path]
    assert graph.length(path) == worst.cost > worst.shortest
    ends = path[0], [path[-1]]
    assert load_pathfinder(graph, "astar(heuristic=manhattan)").find(*ends).cost == worst.cost
    assert load_pathfinder(graph, "dijkstra").find(*ends).cost == worst.shortest


def test_the_scale_that_is_said_to_repair_it_does() -> None:
    graph = olimp_with(("Muses", "Sela", 2), ("Karya", "Pyrgos", 3))
    found = audit(graph, "manhattan")
    assert found.premise is not None and found.premise.repaired == "manhattan(scale=0.272727)"
    assert audit(graph, found.premise.repaired).verdict.endswith("for every goal")
    more = audit(graph, "manhattan(scale=0.272728)")
    assert more.premise is not None and more.premise.short == 1


def test_a_scale_is_repaired_by_a_scale() -> None:
    found = audit(mount_olimp(), "manhattan(scale=2)")
    assert found.premise is not None and found.premise.repaired == "manhattan"
    assert not found.admissible.holds


def test_a_scale_is_rounded_down() -> None:
    assert rounded_down(0.9978866) == 0.997886 and rounded_down(2 / 3) == 0.666666
    assert rounded_down(0.00123456789) == 0.00123456 and rounded_down(0) == 0


# --- grids ----------------------------------------------------------------------------------------

FIELD = np.ones((5, 6), np.uint8)


def test_manhattan_is_refuted_by_a_diagonal_neighbor_of_the_goal() -> None:
    found = audit(Grid(FIELD, Cell(0, 0), [Cell(4, 5)], 8), "manhattan")
    smallest = found.admissible.smallest
    assert smallest is not None and smallest.path == ["3,4", "4,5"]
    assert smallest.h == 2 and smallest.true == pytest.approx(2**0.5)
    assert found.admissible.violating == 4 * 5  # all but the goal's row and column
    assert found.premise is not None and found.premise.repaired == "manhattan(scale=0.707106)"
    assert found.practice is not None and found.practice.factor == pytest.approx(2**0.5)


def test_octile_euclidean_and_chebyshev_hold_where_steps_are_diagonal() -> None:
    for heuristic in ("octile", "euclidean", "chebyshev", "zero", "landmarks(count=3)"):
        found = audit(Grid(FIELD, Cell(0, 0), [Cell(4, 5)], 8), heuristic)
        assert found.verdict.endswith("proved step by step, for every goal"), heuristic


def test_walls_are_no_states() -> None:
    cells = np.array([[1, 0, 1], [1, 0, 1], [1, 1, 0]], np.uint8)
    found = audit(Grid(cells, Cell(0, 0), [Cell(2, 1)], 4), "manhattan")
    assert (found.admissible.judged, found.admissible.dead_ends) == (4, 2)


def test_a_wall_as_the_start_does_not_matter_but_as_a_goal_it_does() -> None:
    cells = np.array([[0, 1], [1, 1]], np.uint8)
    assert audit(Grid(cells, Cell(0, 0)), "manhattan", goals=[Cell(1, 1)]).holds
    with pytest.raises(BadParameter, match="the goal 0,0 is a wall"):
        audit(Grid(cells, Cell(0, 0)), "manhattan", goals=[Cell(0, 0)])


def test_the_path_of_an_instance_is_what_the_pathfinder_returns() -> None:
    drawn = ["........", ".###.##.", "...#.##.", "...#.#..", "........", "##.##.##", ".#....#."]
    cells = np.array([[int(mark == ".") for mark in line] for line in drawn], np.uint8)
    grid = Grid(cells, Cell(0, 0), [Cell(6, 2)], 8)
    found = audit(grid, "manhattan")
    assert found.practice is not None and found.practice.reopening.worst is not None
    for trial in (found.practice.reopening, found.practice.closed):
        assert trial.worst is not None
        reopen = "true" if trial.reopen else "false"
        finder = load_pathfinder(grid, f"astar(heuristic=manhattan, reopen={reopen})")
        result = finder.find(grid.read_state(trial.worst.start))
        assert [grid.state_name(state) for state in result.path] == trial.worst.path
        assert result.cost == pytest.approx(trial.worst.cost)
        shortest = load_pathfinder(grid, "dijkstra").find(grid.read_state(trial.worst.start))
        assert shortest.cost == pytest.approx(trial.worst.shortest)


def test_the_worst_and_the_smallest_instance_are_those_of_all_searches() -> None:
    graph = mount_olimp()
    finder, exact = load_pathfinder(graph, "astar(heuristic=manhattan(scale=2))"), "dijkstra"
    long = []
    for start in range(24):
        result, best = finder.find(start), load_pathfinder(graph, exact).find(start)
        assert result.cost is not None and best.cost is not None
        if result.cost > best.cost:
            long.append((result.cost / best.cost, result.expanded))
    found = audit(graph, "manhattan(scale=2)")
    assert found.practice is not None
    trial = found.practice.reopening
    assert trial.too_long == len(long) == 5
    assert trial.worst is not None and trial.smallest is not None
    assert trial.worst.ratio == max(ratio for ratio, _ in long)
    assert trial.smallest.expanded == min(expanded for _, expanded in long)


def test_a_heuristic_that_cannot_be_compiled_is_audited_all_the_same(tmp_path: Path) -> None:
    slow = "def h(here, goal):\n    return len(str({})) * 0 + abs(here.x - goal.x)\n"
    found = audit(mount_olimp(), written(tmp_path, slow.format("{here.x: [here]}")))
    assert found.holds and found.admissible.judged == 24 and "interpreted" in found.note


# --- against brute force --------------------------------------------------------------------------


@st.composite
def problems(draw: st.DrawFn) -> Grid | Graph:
    """Small graphs with costs in quarters, and small weighted grids; some states are goals."""
    if draw(st.booleans()):
        shape = draw(st.integers(1, 4)), draw(st.integers(1, 5))
        count = shape[0] * shape[1]
        cells = st.lists(st.integers(0, 3), min_size=count, max_size=count).filter(any)
        weights = np.array(draw(cells), np.uint8).reshape(shape)
        free = [Cell(*cell) for cell in np.argwhere(weights).tolist()]
        ends = draw(st.lists(st.sampled_from(free), min_size=1, max_size=2))
        return Grid(weights, free[0], ends, draw(st.sampled_from([4, 8])), "one")
    count = draw(st.integers(1, 8))
    place = st.integers(0, count - 1)
    cost = st.integers(0, 20).map(lambda quarters: quarters / 4)
    arcs = draw(st.lists(st.tuples(place, place, cost), max_size=20))
    points = draw(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)),
                           min_size=count, max_size=count))  # fmt: skip
    goals = draw(st.lists(place, min_size=1, max_size=2))
    return graph_of(count, arcs, points=points, directed=draw(st.booleans()), goals=goals)


def all_states(problem: Grid | Graph) -> list[Any]:
    if isinstance(problem, Graph):
        return list(range(problem.states))
    return [Cell(*cell) for cell in np.argwhere(problem.weights).tolist()]


def all_arcs(problem: Grid | Graph) -> Iterator[tuple[Any, Any, float]]:
    for state in all_states(problem):
        for successor, cost in problem.successors(state):
            yield state, successor, cost


def distances_by_force(problem: Grid | Graph) -> dict[Any, dict[Any, float]]:
    """networkx's Floyd and Warshall, of parallel arcs the cheapest."""
    net = nx.DiGraph()
    net.add_nodes_from(all_states(problem))
    for here, there, cost in all_arcs(problem):
        known = net.get_edge_data(here, there, {"weight": cost})["weight"]
        net.add_edge(here, there, weight=min(cost, known))
    return {start: dict(ends) for start, ends in nx.floyd_warshall(net).items()}


@st.composite
def guesses(draw: st.DrawFn) -> tuple[Grid | Graph, dict[Any, float], Measured]:
    """A problem, any h at all in quarters of a step, and both in arrays."""
    problem = draw(problems())
    quarters = st.integers(-2, 30).map(lambda quarter: quarter / 4 * problem.straight)
    h = {state: draw(quarters) for state in all_states(problem)}
    table = np.zeros(problem.states)
    for state, value in h.items():
        table[problem.number(state)] = value
    ground = ground_of(problem, problem.goals)
    true = distances_from(problem, ground.goals.tolist(), backward=True)
    return problem, h, Measured(ground, table, true)


def truth_by_force(problem: Grid | Graph) -> dict[Any, float]:
    """From each state that can reach a goal, how far it is."""
    far = distances_by_force(problem)
    nearest = {state: min(far[state][goal] for goal in problem.goals) for state in far}
    return {state: true for state, true in nearest.items() if true < np.inf}


@settings(max_examples=150, deadline=None)
@given(guesses())
def test_states_are_judged_as_brute_force_does(
    guess: tuple[Grid | Graph, dict[Any, float], Measured],
) -> None:
    problem, h, found = guess
    true, unit, about = truth_by_force(problem), problem.straight, admissibility(found)
    high = [state for state in true if h[state] > true[state]]
    assert (about.judged, about.dead_ends) == (len(true), len(h) - len(true))
    assert about.violating == len(high) and about.holds == (not high)
    errors = [(true[state] - h[state]) / unit for state in true]
    assert about.mean_error == pytest.approx(sum(errors) / len(errors))
    assert about.max_error == pytest.approx(max(errors))
    assert about.negative == sum(h[state] < 0 for state in true)
    if high:
        assert about.worst is not None and about.smallest is not None
        assert about.worst.excess == pytest.approx(-min(errors))
        assert about.smallest.true == pytest.approx(min(true[state] for state in high) / unit)
        path = [problem.read_state(name) for name in about.smallest.path]
        assert price(problem, path) / unit == pytest.approx(about.smallest.true)
        assert path[-1] in problem.goals


def price(problem: Grid | Graph, path: list[Any]) -> float:
    """What a path costs, in the units of the arcs."""
    return sum(
        min(cost for state, cost in problem.successors(here) if state == there)
        for here, there in pairwise(path)
    )


@settings(max_examples=150, deadline=None)
@given(guesses())
def test_arcs_are_judged_as_brute_force_does(
    guess: tuple[Grid | Graph, dict[Any, float], Measured],
) -> None:
    problem, h, found = guess
    true, along = truth_by_force(problem), consistency(found)
    arcs = [arc for arc in all_arcs(problem) if arc[1] in true]
    falls = [arc for arc in arcs if h[arc[0]] > arc[2] + h[arc[1]]]
    undirected = isinstance(problem, Graph) and not problem.directed
    assert along.arcs == (len(arcs) // 2 if undirected else len(arcs))
    assert along.violating == len(falls)
    assert {name for name, _ in along.goals} == {
        problem.state_name(goal) for goal in problem.goals if h[goal]
    }
    if falls:
        assert along.worst is not None and along.smallest is not None
        excess = max(h[here] - cost - h[there] for here, there, cost in falls)
        assert along.worst.excess == pytest.approx(excess / problem.straight)
        nearest = min(true[here] for here, _, _ in falls)
        assert true[problem.read_state(along.smallest.origin)] == pytest.approx(nearest)


@settings(max_examples=150, deadline=None)
@given(guesses())
def test_searches_keep_to_what_theory_says(
    guess: tuple[Grid | Graph, dict[Any, float], Measured],
) -> None:
    problem, _, found = guess
    about, along = admissibility(found), consistency(found)
    done = practice(found, about, along, instances=50, seed=1)
    assert done.everywhere
    for trial in (done.reopening, done.closed):
        assert trial.searches == about.judged and not trial.given_up
        if along.holds or (about.holds and trial.reopen and not along.goals):
            assert trial.too_long == 0
        assert (trial.too_long > 0) == (trial.worst is not None)
        for failed in (trial.worst, trial.smallest):
            if failed is not None:
                path = [problem.read_state(name) for name in failed.path]
                assert price(problem, path) == pytest.approx(failed.cost * problem.straight)
                assert failed.cost > failed.shortest
    if done.reopening.worst is not None:
        worst = done.reopening.worst
        assert done.factor is None or worst.ratio <= done.factor + NEAR
        assert worst.cost - worst.shortest <= done.surplus + NEAR


@settings(max_examples=60, deadline=None)
@given(problems(), st.sampled_from(["manhattan", "chebyshev", "zero", "octile"]))
def test_edges_settle_every_goal(problem: Grid | Graph, heuristic: str) -> None:
    found = audit(problem, heuristic)
    assert found.premise is not None
    far, estimate = distances_by_force(problem), found.estimate
    assert estimate is not None
    wrong = [
        (state, goal)
        for state, ends in far.items()
        for goal, true in ends.items()
        if estimate.between(state, goal) > true * (1 + NEAR) + NEAR
    ]
    assert found.premise.holds == (not wrong)
    if found.premise.holds:
        assert found.holds
    else:
        repaired = load_estimate(problem, found.premise.repaired)
        for here, there, cost in all_arcs(problem):
            assert repaired.between(here, there) <= cost * (1 + NEAR)


def test_an_undirected_edge_counts_once_and_so_does_a_loop() -> None:
    looped = graph_of(2, [(0, 1, 1), (1, 1, 3), (0, 1, 5)], points=[(0, 0), (1, 0)], goals=[1])
    found = audit(looped, "manhattan")
    assert found.premise is not None and found.premise.edges == found.consistent.arcs == 3


def test_landmarks_prove_nothing_for_every_goal_where_they_do_not_reach() -> None:
    one_way = graph_of(3, [(0, 1, 2), (1, 2, 2)], directed=True, goals=[2])
    found = audit(one_way, "landmarks(count=2)")
    assert found.premise is None and found.holds
    assert "checked in all 3 states" in found.verdict


# --- roads ----------------------------------------------------------------------------------------


@with_roads
def test_euclid_overestimates_half_of_californias_roads() -> None:
    roads: Any = load_problem(str(CALIFORNIA))
    found = audit(roads, "euclidean", goals=[1000], instances=20)
    assert found.premise is not None
    assert (found.premise.short, found.premise.edges) == (shorter_than_euclid(roads), 21_693)
    assert found.premise.short == 11_054
    assert found.premise.repaired == "euclidean(scale=0.997886)"
    assert "not admissible for all goals" in found.verdict and "11,054 of 21,693" in found.verdict
    assert audit(roads, found.premise.repaired, goals=[1000]).verdict.endswith("for every goal")
    more = f"euclidean(scale={0.997886 + 2e-6:.6f})"
    again = audit(roads, more, goals=[1000], instances=20)
    assert again.premise is not None and not again.premise.holds


def shorter_than_euclid(roads: Graph) -> int:
    """Counted in exact decimals. (Floats would count 10 more, by noise of 1e-15.)"""
    assert roads.x is not None and roads.y is not None
    x, y, cost = (
        [Decimal(repr(each)) for each in part.tolist()] for part in (roads.x, roads.y, roads.cost)
    )
    origin = np.repeat(np.arange(roads.states), np.diff(roads.first)).tolist()
    ends = zip(origin, roads.target.tolist(), cost, strict=True)
    return sum(
        (x[here] - x[there]) ** 2 + (y[here] - y[there]) ** 2 > price**2
        for here, there, price in ends
        if here < there
    )


# --- puzzles and problems of one's own ------------------------------------------------------------


@pytest.mark.parametrize("heuristic", ["misplaced", "manhattan", "linear_conflict"])
def test_puzzle_heuristics_hold_in_all_states_of_the_8_puzzle(heuristic: str) -> None:
    found = audit(puzzle("1 2 0 3 4 5 6 7 8"), heuristic)
    assert found.holds and found.premise is None
    assert found.admissible.judged == 181_440 and found.admissible.dead_ends == 0
    assert "checked in all 181,440 states and on all 483,840 steps" in found.verdict


def test_twice_the_distance_is_refuted_on_the_2_by_3_puzzle(tmp_path: Path) -> None:
    twice = "from plyground.heuristics.puzzles import manhattan\n\n"
    twice += "def twice(state, goal):\n    return 2 * manhattan(state, goal, 3)\n"
    small = puzzle("1 2 0 3 4 5", rows=2, columns=3)
    found = audit(small, written(tmp_path, twice, "twice"))
    assert found.admissible.judged == 360 and not found.admissible.holds
    assert found.admissible.smallest is not None
    assert (found.admissible.smallest.h, found.admissible.smallest.true) == (2, 1)
    assert found.practice is not None and found.practice.everywhere
    assert found.practice.factor == 2
    failed = found.practice.reopening.worst
    assert failed is not None and 1 < failed.ratio <= 2
    finder = load_pathfinder(small, f"astar(heuristic={tmp_path / 'twice.py'}:twice)")
    result = finder.find(small.read_state(failed.start))
    assert [small.state_name(state) for state in result.path] == failed.path


class Halving(Problem):
    """Down to 1 by halving (cost 1) or taking one off (cost 1)."""

    title = "halving"
    goals = (1,)

    def __init__(self, start: int) -> None:
        self.start = start

    def successors(self, state: int) -> list[tuple[int, int]]:
        return [(state - 1, 1), (state // 2, 1)] if state > 1 else []

    def estimate(self, state: int) -> int:
        return state.bit_length() - 1


def test_a_problem_of_ones_own_is_explored_from_its_start() -> None:
    found = audit(Halving(100), "estimate")
    assert found.holds and found.admissible.judged == 100 and found.goals == ["1"]
    assert found.consistent.arcs == 2 * 99


class Countdown(Problem):
    """Knows its goal only when it sees it."""

    title, start = "countdown", 10

    def successors(self, state: int) -> list[tuple[int, int]]:
        return [(state - 1, 1)] if state else []

    def is_goal(self, state: int) -> bool:
        return state == 0

    def estimate(self, state: int) -> int:
        return 2 * state


def test_a_problem_that_only_recognizes_its_goals_is_audited_too(tmp_path: Path) -> None:
    found = audit(Countdown(), "estimate")
    assert found.goals == ["0"] and found.admissible.violating == 10
    assert audit(Countdown(), "zero").holds
    lost = written(tmp_path, "def h(state):\n    return 1 // (state - 4)\n")
    with pytest.raises(BadHeuristic, match=r"ZeroDivisionError.* at 4 of countdown"):
        audit(Countdown(), lost)


class Endless(Halving):
    title = "endless"

    def successors(self, state: int) -> list[tuple[int, int]]:
        return [(state + 1, 1)]


class Goalless(Halving):
    goals = (-7,)


def test_too_many_states_and_no_goal_are_said_in_words() -> None:
    with pytest.raises(BadParameter, match=r"endless: more than 1,000,000 states .* smaller"):
        audit(Endless(2), "zero")
    with pytest.raises(BadParameter, match="none of the 5 states"):
        audit(Goalless(5), "zero")
    with pytest.raises(BadParameter, match="goals of its own"):
        audit(Halving(5), "zero", goals=[2])


def test_a_problem_without_a_goal_is_judged_where_it_hurts(tmp_path: Path) -> None:
    free = replace(olimp_with(("Muses", "Sela", 1)), goals=())
    found = audit(free, "manhattan")
    assert found.goals == ["Sela"] and "no goal was given" in found.note
    assert not found.admissible.holds
    with pytest.raises(BadParameter, match="has no goal"):
        audit(free, by_table(tmp_path, *range(25)))


def test_an_estimate_that_is_no_number_is_refused(tmp_path: Path) -> None:
    rooted = "from math import sqrt\n\ndef h(here, goal):\n    return 1 / (here.x - 9)\n"
    with pytest.raises(BadHeuristic):
        audit(mount_olimp(), written(tmp_path, rooted))


# --- how it is told -------------------------------------------------------------------------------


def audits(folder: Path) -> list[Audit]:
    twice = by_table(folder, 0, 11, 0, 0, 0)
    return [
        audit(mount_olimp(), "manhattan"),
        audit(olimp_with(("Muses", "Sela", 1)), "manhattan"),
        audit(mount_olimp(), "euclidean(scale=3)"),
        audit(Grid(FIELD, Cell(0, 0), [Cell(4, 5)], 8), "manhattan"),
        audit(chain(MARTELLI, "SABCG"), twice),
        audit(puzzle("1 2 0 3 4 5", rows=2, columns=3), "manhattan"),
        audit(Halving(40), "estimate"),
    ]


def test_text_fits_the_terminal_and_data_fits_json(tmp_path: Path) -> None:
    for found in audits(tmp_path):
        lines = found.as_text()
        assert max(map(len, lines)) <= 100 and "\u00a0" not in "".join(lines)
        assert " ".join(lines).startswith(found.verdict[:60])
        data = json.loads(json.dumps(found.as_data(), allow_nan=False))
        assert data["admissible"]["holds"] == found.admissible.holds
        assert data["verdict"] == found.verdict


def test_pictures_are_drawn_for_every_kind_of_problem(tmp_path: Path) -> None:
    for found in audits(tmp_path):
        drawing = audit_svg(found)
        root = ElementTree.fromstring(drawing)
        used = {each.get("class", "").split(" ")[0] for each in root.iter()}
        assert bool(used & {"e7", "e8", "e9"}) == (not found.admissible.holds)
        assert "prefers-color-scheme:dark" in drawing


def test_a_large_map_is_drawn_in_blocks() -> None:
    cells = np.ones((512, 512), np.uint8)
    found = audit(Grid(cells, Cell(0, 0), [Cell(256, 256)], 8), "manhattan", instances=3)
    assert len(audit_svg(found)) < 200_000


def test_a_block_shows_its_worst_cell() -> None:
    levels = np.array([[WALL, 2, WALL, WALL], [0, 8, WALL, DEAD], [3, 1, WALL, WALL]])
    assert blocked(levels, 2).tolist() == [[8, DEAD], [3, WALL]]
