"""The studies of Maze Runner and Mount Olimp, and the path experiments they rest on."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest

from plyground.experiments.document import Section, Table, Verdict
from plyground.experiments.path_runs import (
    PathExperiment,
    PathTrial,
    against_all,
    averages,
    chosen,
    compared,
    differences,
    estimated,
    is_random,
    told,
    trials,
)
from plyground.experiments.report_text import in_terminal
from plyground.experiments.statistics import Estimate
from plyground.paths import Grid, maze_runner_8
from plyground.paths import mount_olimp as mountain
from plyground.paths.text_maps import read_text
from plyground.studies.lab import Lab
from plyground.studies.maze_runner import maze_runner
from plyground.studies.maze_runner_runs import generated
from plyground.studies.maze_runner_source import as_published, without_memory
from plyground.studies.mount_olimp import frontiers, mount_olimp
from plyground.studies.mount_olimp_runs import questions, shortened, tree, true_costs
from plyground.studies.mount_olimp_source import stale_search


class Tiny(Lab):
    """A lab for tests: a sixth of what is quick."""

    def sized(self, quick: int, full: int) -> int:
        return quick if quick > 100 else max(2, quick // 3)


def lab(seed: int = 1) -> Lab:
    return Tiny(workers=cast(Any, None), store=cast(Any, None), seed=seed)


@pytest.fixture(scope="module")
def mazes() -> Section:
    return maze_runner(lab())


@pytest.fixture(scope="module")
def olimp() -> Section:
    return mount_olimp(lab())


def tables(section: Section) -> list[Table]:
    return [part for part in section.parts if isinstance(part, Table)]


def untimed(section: Section) -> list[list[list[str]]]:
    """The rows of all tables without the columns of times."""
    return [
        [
            [cell for cell, name in zip(row, table.columns, strict=True) if "timed" not in name]
            for row in table.texts()
        ]
        for table in tables(section)
    ]


# --- path experiments ----------------------------------------------------------------------------


def trial(
    problem: str, algorithm: str, explored: int, seed: int | None = None, heuristic: str = "zero"
) -> PathTrial:
    return PathTrial(problem, algorithm, heuristic, seed, 4.0, 5, explored, 2)


HAND_MADE = [
    trial("a", "astar", 10),
    trial("b", "astar", 30),
    trial("a", "best_first", 6, seed=1),
    trial("a", "best_first", 8, seed=2),
    trial("b", "best_first", 40, seed=1),
    trial("b", "best_first", 20, seed=2),
]


def test_averages_are_taken_over_what_was_asked_for() -> None:
    best_first = chosen(HAND_MADE, "best_first")
    assert averages(best_first, "explored", "problem") == {"a": 7, "b": 30}
    assert averages(best_first, "explored", "seed") == {1: 23, 2: 14}
    assert averages(chosen(HAND_MADE, "astar"), "explored", "seed") == {None: 20}


def test_what_is_not_random_is_paired_with_every_seed() -> None:
    one, other = (
        averages(chosen(HAND_MADE, name), "explored", "seed") for name in ("astar", "best_first")
    )
    assert differences(one, other) == [-3, 6]
    assert differences(other, one) == [3, -6]


def test_problems_are_paired_by_name() -> None:
    found = compared(
        {("astar", "best_first"): (chosen(HAND_MADE, "astar"), chosen(HAND_MADE, "best_first"))},
        "explored",
        "problem",
    )[0]
    assert found.difference.value == 1.5  # (10 - 7 + 30 - 30) / 2
    assert (found.test.larger, found.test.smaller) == (1, 0)
    assert not found.told


def test_a_heuristic_that_always_explores_less_is_told_after_correction() -> None:
    found = [
        trial(str(number), "astar", explored, heuristic=heuristic)
        for number in range(10)
        for heuristic, explored in (("manhattan", 5), ("octile", 7 + number), ("zero", 9 - number))
    ]
    rivals = {
        each.names[1]: each for each in against_all(found, "manhattan", "explored", "problem")
    }
    assert rivals["octile"].p_value == pytest.approx(2 * 2 / 2**10)  # ten of ten, times two tests
    assert rivals["octile"].less and not rivals["octile"].more
    assert not rivals["zero"].told  # four less, five more, one alike


def test_what_is_not_random_is_exact_and_a_sample_is_not() -> None:
    assert estimated(chosen(HAND_MADE, "astar"), "explored", "seed") == Estimate(20, 20, 20)
    spread = estimated(chosen(HAND_MADE, "best_first"), "explored", "seed")
    assert spread.value == 18.5 and spread.low < 18.5 < spread.high


def test_an_exact_figure_is_told_without_interval() -> None:
    assert told(Estimate(41.5, 41.5, 41.5)) == "41.5"
    assert told(Estimate(137.28, 130.1, 144.2)) == "137.3 [130.1, 144.2]"


def test_random_algorithms_run_for_each_seed_and_others_once() -> None:
    assert is_random("best_first(random_factor=0.05)") and not is_random("best_first(seed=3)")
    found = trials(PathExperiment([maze_runner_8()], ["astar", "best_first"], ["zero"], [1, 2], 3))
    assert [each.seed for each in found] == [None, 1, 2]
    assert [len(each.times) for each in found] == [3, 1, 1]
    assert all(each.length == 17 and each.cost == 16 for each in found)


def test_times_do_not_count_when_trials_are_compared() -> None:
    assert replace(HAND_MADE[0], times=(9.0, 1.0, 2.0)) == HAND_MADE[0]
    assert replace(HAND_MADE[0], times=(9.0, 1.0, 2.0)).seconds == 2.0
    assert replace(HAND_MADE[0], explored=11) != HAND_MADE[0]


def test_no_path_is_a_result_of_length_zero() -> None:
    walled = read_text("0010\n0010\n", "walled")
    found = trials(PathExperiment([walled], ["astar"], ["manhattan"]))[0]
    assert (found.cost, found.length, found.explored) == (None, 0, 4)


# --- Maze Runner ---------------------------------------------------------------------------------

CLAIMS_OF_MAZES = (
    "A* is faster",
    "A* explores fewer",
    "1.2 above",
    "slightly longer",
    "octile explores the fewest",
    "zero explores the most",
    "Chebyshev has the largest frontier and zero the smallest",
    "zero has the largest frontier and Chebyshev the smallest",
    "Chebyshev gives the shortest",
    "zero gives the longest",
    "stuck in a loop",
)
CLAIMS_OF_OLIMP = (
    "is admissible",
    "is consistent",
    "A* is complete and optimal",
    "IDA* is complete and optimal",
    "A* needs memory of O(b^d)",
    "IDA* needs memory of O(d)",
    "the source's search is A*",
)


def check_ledger(section: Section, claims: tuple[str, ...], number: str) -> None:
    assert len(section.ledger) == len(claims)
    for claim, words in zip(section.ledger, claims, strict=True):
        assert words in claim.claim
        assert claim.section == number and claim.reported and claim.because
        assert isinstance(claim.verdict, Verdict)
        assert any(letter.isdigit() for letter in claim.measured), claim.measured


def test_every_claim_of_the_mazes_has_a_verdict_and_a_figure(mazes: Section) -> None:
    check_ledger(mazes, CLAIMS_OF_MAZES, "§1")


def test_what_the_loop_never_ran_was_never_measured(mazes: Section) -> None:
    assert [claim.verdict for claim in mazes.ledger[:3]] == [Verdict.UNMEASURED] * 3
    assert all("rightly run" in claim.because for claim in mazes.ledger[:3])


def test_no_admissible_heuristic_changes_the_length_of_a_path(mazes: Section) -> None:
    verdicts = {claim.claim: claim.verdict for claim in mazes.ledger}
    assert verdicts["A*'s paths are slightly longer than best-first's"] == Verdict.FAILS
    assert verdicts["Chebyshev gives the shortest paths"] == Verdict.FAILS
    assert verdicts["zero gives the longest paths"] == Verdict.FAILS
    rows = [row for row in tables(mazes)[1].rows if row[0] == "A*"]
    assert len(rows) == 6 and {row[-1] for row in rows} == {"29"}  # (17 + 41) / 2 cells


def test_the_published_averages_are_more_than_there_are_cells(mazes: Section) -> None:
    assert any(isinstance(part, str) and "only 126 cells" in part for part in mazes.parts)


def test_both_mazes_have_four_charts_and_a_picture(mazes: Section) -> None:
    captions = [getattr(part, "caption", "") for part in mazes.parts]
    for words in ("Processor time", "Nodes explored", "Largest frontier", "Cells on the path"):
        assert any(caption.startswith(words) and "both mazes" in caption for caption in captions)
    assert any("restored maze" in caption for caption in captions)


def test_the_mazes_study_prints(mazes: Section) -> None:
    assert "octile explores the fewest nodes" in in_terminal(mazes)


def test_generated_mazes_differ_and_can_be_crossed() -> None:
    grids = generated(6, seed=3)
    assert len({grid.title for grid in grids}) == 6
    found = trials(PathExperiment(grids, ["astar"], ["manhattan"]))
    assert all(each.cost is not None for each in found)


def test_the_published_search_explores_cells_again() -> None:
    grid = maze_runner_8()
    runs = [as_published(grid, "zero", 0.4, seed).explored for seed in range(10)]
    assert max(runs) > 31  # the cells that can be reached
    right = trials(PathExperiment([grid], ["best_first"], ["zero"], range(1, 11)))
    assert max(each.explored for each in right) <= 31


def test_without_memory_a_dead_end_is_never_left() -> None:
    trap = read_text("00000\n01110\n00010\n01110\n00000\n", "trap").between((2, 0), [(2, 4)])
    open_: Grid = read_text("00000\n", "open")
    assert not without_memory(trap, "manhattan", 500)
    assert without_memory(open_, "manhattan", 500)


# --- Mount Olimp ---------------------------------------------------------------------------------


def test_every_claim_of_the_mountain_has_a_verdict_and_a_figure(olimp: Section) -> None:
    check_ledger(olimp, CLAIMS_OF_OLIMP, "§3")


def test_all_holds_on_the_mountain_but_that_the_source_was_right(olimp: Section) -> None:
    verdicts = [claim.verdict for claim in olimp.ledger]
    assert verdicts == [Verdict.HOLDS] * 6 + [Verdict.FAILS]


def test_the_mountain_study_prints(olimp: Section) -> None:
    assert "IDA* needs memory of O(d)" in in_terminal(olimp)


def test_the_open_set_is_that_of_hand_written_a_star() -> None:
    graph = mountain()
    first, second = frontiers("astar", "manhattan")[:2]
    assert [(graph.state_name(one.state), one.f) for one in first] == [("Litochoro", 14)]
    assert [(graph.state_name(one.state), one.f) for one in second] == [
        ("Enipeas", 14),
        ("Thalassa", 22),
        ("Ampelos", 24),
    ]


def test_there_are_7200_questions() -> None:
    every = questions(24)
    assert len(every) == len(set(every)) == 7200


def test_true_costs_know_the_way_to_the_top() -> None:
    graph = mountain()
    costs = true_costs(graph)
    assert costs[graph.start][graph.goals[0]] == 23
    assert all(
        costs[here][there] == costs[there][here] for here in range(24) for there in range(24)
    )


def test_the_source_gives_too_long_a_path_where_a_star_does_not() -> None:
    graph = mountain()
    costs = true_costs(graph)
    wrong = [
        (start, goals)
        for start, goals in questions(24)
        if stale_search(graph, start, goals, stops=True).cost > min(costs[start][g] for g in goals)
    ]
    assert wrong
    start, goals = wrong[0]
    found = trials(PathExperiment([graph.between(start, goals)], ["astar"], ["manhattan"]))[0]
    assert found.cost == min(costs[start][goal] for goal in goals)


def test_the_source_goes_on_until_nothing_waits() -> None:
    graph = mountain()
    answer = stale_search(graph, graph.start, tuple(graph.goals), stops=False)
    assert answer.expanded == graph.states and answer.sizes[-1] == 0
    assert stale_search(graph, graph.start, tuple(graph.goals), stops=True).expanded < 24


def test_one_edge_alone_is_shortened() -> None:
    graph, short = mountain(), shortened(mountain())
    changed = (graph.cost != short.cost).nonzero()[0]
    assert len(changed) == 2  # there and back
    assert set(short.cost[changed].tolist()) == {3}


def test_half_of_a_tree_waits() -> None:
    for depth in (1, 3, 5):
        astar, ida = trials(PathExperiment([tree(depth)], ["astar", "ida_star"], ["zero"]))
        assert (astar.frontier, ida.frontier) == (2**depth, depth + 1)


# --- again ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("study", [maze_runner, mount_olimp])
def test_the_same_seed_gives_the_same_tables(
    study: Callable[[Lab], Section], mazes: Section, olimp: Section
) -> None:
    once = mazes if study is maze_runner else olimp
    again = study(lab())
    assert untimed(again) == untimed(once)
    timed = "faster"
    assert [claim for claim in again.ledger if timed not in claim.claim] == [
        claim for claim in once.ledger if timed not in claim.claim
    ]


def test_another_seed_gives_best_first_other_figures_and_a_star_the_same(mazes: Section) -> None:
    ours, theirs = (untimed(section)[1] for section in (mazes, maze_runner(lab(seed=2))))
    for mine, other in zip(ours, theirs, strict=True):
        if mine[0] == "A*":
            assert mine == other
    assert [row for row in ours if "0.40" in row[0]] != [row for row in theirs if "0.40" in row[0]]
