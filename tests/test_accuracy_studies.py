"""Grades in the ledgers of Connect Four and Isolation: what is said follows from what is known."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from plyground.experiments.document import Claim, Verdict
from plyground.experiments.grading import Exam, Grade, Grading
from plyground.experiments.grading_accuracy import accuracy
from plyground.experiments.grading_decisions import Choice, decisions
from plyground.experiments.grading_positions import Phase, Sampling
from plyground.experiments.grading_truth import Question
from plyground.experiments.runner import LocalWorkers
from plyground.experiments.samples import Estimate
from plyground.experiments.store import Store
from plyground.games import load_game
from plyground.games.game import LOST, WON
from plyground.solve import Truth
from plyground.studies.connect_four_chance import SMALL, USUAL
from plyground.studies.connect_four_full_board_accuracy import accuracy_words
from plyground.studies.connect_four_moves import ASTAR, END, SIX, Marks, better_moves
from plyground.studies.isolation_accuracy import accuracy_claims, compared
from plyground.studies.isolation_runs import BOTH, CODED, DESCRIBED, HEURISTICS, IMPROVED, REACHABLE
from plyground.studies.knowledge import Gap, Known, gaps, in_chance, knowledge_table
from plyground.studies.lab import Lab

SIDE = 60
"""So many positions are won, with a good and a bad move, and so many are lost."""
GOOD, BAD = 1, 2
START = load_game("tic_tac_toe").start
PHASES = (Phase("opening", 0, 8),)


def exam_of(outcomes: Sequence[int] = (WON,) * SIDE + (LOST,) * SIDE) -> Exam:
    asked = []
    for outcome in outcomes:
        values = {GOOD: Truth(outcome, None), BAD: Truth(LOST, None)}
        asked.append(Question(START, 0, "opening", "random", values))
    return Exam(Sampling("tic_tac_toe", len(asked)), PHASES, tuple(asked), 0)


EXAM = exam_of()


def moves(bad: int, exam: Exam = EXAM, first: int = 0) -> Sequence[Choice]:
    """So many bad moves from a position on, and good ones elsewhere."""
    worse = range(first, first + bad)
    return [{BAD if place in worse else GOOD: 1.0} for place, _ in enumerate(exam.questions)]


def grade(name: str, knows: float = 0.5, bad: int = 0, exam: Exam = EXAM, first: int = 0) -> Grade:
    """Of one whose value is right in this share of positions, and who makes so many bad moves."""
    half = len(exam.questions) // 2
    values = [
        (1.0 if place % half < knows * half else -1.0) * question.truth.outcome
        for place, question in enumerate(exam.questions)
    ]
    made = decisions("depth 0", exam.questions, moves(bad, exam, first), PHASES)
    found = accuracy(exam.questions, values, PHASES)
    return Grade(Grading("tic_tac_toe", name), name, exam, found, (made,), exam.baseline)


def known(shares: Mapping[str, float], exam: Exam = EXAM) -> dict[str, Known]:
    grades = {name: grade(name, shares.get(name, 0.7), 6, exam) for name in HEURISTICS}
    return {name: Known(each, {0: each.deepest, 2: each.deepest, 4: each.deepest})
            for name, each in grades.items()}  # fmt: skip


def line(words: str, shares: Mapping[str, float], exam: Exam = EXAM) -> Claim:
    (found,) = (
        claim
        for claim in accuracy_claims(compared(exam, known(shares, exam)))
        if claim.claim.startswith(words)
    )
    return found


# --- Isolation -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("coded", "verdict"), [(0.95, Verdict.HOLDS), (0.4, Verdict.FAILS), (0.72, Verdict.UNTOLD)]
)
@pytest.mark.parametrize(
    ("described", "reading"), [(0.95, "hold"), (0.4, "fail"), (0.7, "be open")]
)
def test_an_improvement_is_judged_as_coded_and_read_as_described(
    coded: float, verdict: Verdict, described: float, reading: str
) -> None:
    claim = line("heuristic 1", {CODED: coded, DESCRIBED: described})
    assert claim.verdict == verdict
    assert f"it would {reading} as described" in claim.because


@pytest.mark.parametrize(
    ("reachable", "verdict"), [(0.95, Verdict.HOLDS), (0.4, Verdict.FAILS), (0.7, Verdict.UNTOLD)]
)
def test_the_second_is_compared_with_the_first_and_not_with_the_baseline(
    reachable: float, verdict: Verdict
) -> None:
    assert line("heuristic 2", {REACHABLE: reachable, IMPROVED: 0.1}).verdict == verdict


@pytest.mark.parametrize(
    ("shares", "verdict", "words"),
    [
        ({BOTH: 0.98}, Verdict.HOLDS, "more than improved, guaranteed_moves_as_coded and reach"),
        ({BOTH: 0.98, REACHABLE: 0.96}, Verdict.UNTOLD, "less than none"),
        ({BOTH: 0.7, REACHABLE: 0.98}, Verdict.FAILS, "less than reachable_spaces"),
        ({BOTH: 0.98, DESCRIBED: 1.0}, Verdict.HOLDS, "less than none"),
    ],
)
def test_the_best_must_be_above_all_that_were_published(
    shares: Mapping[str, float], verdict: Verdict, words: str
) -> None:
    claim = line("heuristic 3", shares)
    assert claim.verdict == verdict
    assert words in claim.because


def test_every_line_says_on_what_it_rests_and_that_accuracy_is_not_strength() -> None:
    claims = accuracy_claims(compared(EXAM, known({CODED: 0.5})))
    assert len(claims) == 3
    for claim in claims:
        assert "judged by accuracy" in claim.claim
        assert "accuracy is not strength" in claim.because
        assert "on 120 solved positions" in claim.because
        assert "7 pairs (Holm)" in claim.because
        assert "at depth 4, of 60 positions" in claim.measured
    assert "guaranteed_moves_as_coded 50 % [" in claims[0].measured
    assert "improved 10 % [" in claims[0].measured  # six of sixty bad moves


def test_where_nothing_is_lost_nothing_can_be_told() -> None:
    claim = line("heuristic 1", {CODED: 1.0}, exam_of((WON,) * 8))
    assert claim.verdict == Verdict.UNTOLD
    assert "improved –" in claim.measured


# --- telling two apart ---------------------------------------------------------------------------


def test_a_finding_among_many_needs_more_than_one_alone() -> None:
    found = known({BOTH: 0.75})
    pair = (BOTH, IMPROVED)
    alone = gaps(found, [pair])[pair]
    others = [(one, other) for one in HEURISTICS[1:] for other in HEURISTICS if one != other]
    among = gaps(found, [pair, *others])[pair]
    assert alone.above == among.above
    assert alone.verdict == Verdict.HOLDS
    assert among.verdict == Verdict.UNTOLD


def test_a_gap_is_that_of_the_areas_and_has_a_direction() -> None:
    found = known({BOTH: 0.9, IMPROVED: 0.6})
    up, down = gaps(found, [(BOTH, IMPROVED), (IMPROVED, BOTH)]).values()
    areas = [found[name].area for name in (BOTH, IMPROVED)]
    assert areas[0] is not None and areas[1] is not None
    assert up.above.value == pytest.approx(areas[0].value - areas[1].value)
    assert (up.verdict, down.verdict) == (Verdict.HOLDS, Verdict.FAILS)
    assert up.above.low > 0 > down.above.high
    assert str(up).startswith("+30 points [+")


@pytest.mark.parametrize(("p_value", "words"), [(0.0004, "p < 0.001"), (0.0312, "p = 0.031")])
def test_a_small_chance_is_not_written_out(p_value: float, words: str) -> None:
    assert in_chance(p_value) == words


def test_the_table_has_a_row_for_each_and_one_for_a_random_move() -> None:
    table = knowledge_table(known({BOTH: 1.0}), EXAM)
    assert [row[0] for row in table.rows] == [*HEURISTICS, "a random move"]
    both = next(row for row in table.rows if row[0] == BOTH)
    assert str(both[1]).startswith("1.00 [0.9")
    assert table.rows[-1][-1] == "50 % [38, 62]"


# --- Connect Four --------------------------------------------------------------------------------


def marks(astar: int, rival: int) -> list[Marks]:
    """Bad moves of A* and of its rival, never in the same position; on 6×7 nobody makes any."""
    astar_grade, rival_grade = grade(ASTAR, bad=astar), grade(END, bad=rival, first=astar)
    small = {ASTAR: astar_grade, SIX: grade(SIX), END: rival_grade}
    return [Marks(SMALL, EXAM, small), Marks(USUAL, EXAM, {ASTAR: grade(ASTAR), SIX: grade(SIX)})]


@pytest.mark.parametrize(
    ("astar", "rival", "verdict", "words"),
    [
        (20, 2, Verdict.FAILS, "worse on 3×4 connect 3 and better on none"),
        (2, 20, Verdict.UNTOLD, "worse on none and better on 3×4 connect 3"),
        (3, 2, Verdict.UNTOLD, "worse on none and better on none"),
    ],
)
def test_the_moves_of_astar_are_judged_where_they_and_alpha_betas_differ(
    astar: int, rival: int, verdict: Verdict, words: str
) -> None:
    claim = better_moves(marks(astar, rival))
    assert claim.verdict == verdict
    assert words in claim.because
    assert f"more than its rival {astar} times and less {rival} times" in claim.measured
    assert "A* gives away more than its rival 0 times and less 0 times, p = 1" in claim.measured


def test_better_moves_on_every_board_would_hold() -> None:
    better = marks(2, 20)[0]
    assert better_moves([better, better]).verdict == Verdict.HOLDS


@pytest.mark.parametrize(
    ("above", "p_value", "words"),
    [
        (0.1, 0.01, "`one` knows more."),
        (-0.1, 0.01, "`other` knows more."),
        (0.1, 0.2, "which of them knows more cannot be told."),
    ],
)
def test_which_heuristic_to_a_full_board_knows_more_follows_from_the_test(
    above: float, p_value: float, words: str
) -> None:
    gap = Gap(Estimate(above, above - 0.05, above + 0.05), p_value)
    said = accuracy_words("one", "other", ["60 %", "70 %"], gap)
    assert said.endswith(f"; {words}")
    assert f"{100 * above:+.0f} points [" in said


# --- the lab -------------------------------------------------------------------------------------


def test_positions_are_drawn_under_the_seed_of_the_lab(tmp_path: Path) -> None:
    workers = LocalWorkers(0)
    with Store.open(tmp_path / "runs.sqlite") as store:
        one, same, other = (
            Lab(workers, store, seed=seed).examine(Sampling("tic_tac_toe", 30))
            for seed in (4, 4, 5)
        )
    assert one == same
    assert one.sampling.seed == 4
    assert one.questions != other.questions
