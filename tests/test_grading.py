"""Positions, truth, accuracy and decisions: grades of heuristics whose grade is known."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import plyground.games
from plyground.errors import BadHeuristic, BadParameter, PlygroundError, UnknownName
from plyground.experiments.grading import Grading, examined, graded
from plyground.experiments.grading_choices import preferred
from plyground.experiments.grading_decisions import decisions
from plyground.experiments.grading_leaderboard import leaderboard
from plyground.experiments.grading_positions import (
    Phase,
    Play,
    Sampling,
    phases,
    sampled,
)
from plyground.experiments.grading_truth import Question, comparable, questions, truth_folder
from plyground.games import load_game
from plyground.games.game import DRAWN, LOST, ONGOING, WON
from plyground.heuristics import load_evaluation
from plyground.solve import Truth, load_oracle

OWN = Path(plyground.games.__file__).parent / "tic_tac_toe.py"
SMALL = Sampling("tic_tac_toe", 60)
KNOWING = """
from plyground.games import load_game
from plyground.solve.exhaustive import Exhaustive

ORACLE = Exhaustive(load_game("tic_tac_toe"))

def perfect(position):
    truth = ORACLE.value(position)
    return truth.outcome * (100 - truth.plies)

def opposite(position):
    return -perfect(position)

def shy(position):
    outcome = ORACLE.value(position).outcome
    if ORACLE.game.plain.outcome(position) != 2:
        raise ValueError("this game is over")
    return outcome / 10_000

def constant(position):
    return 7
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Truths are kept apart; machine code stays where it is."""
    monkeypatch.setattr(
        "plyground.experiments.grading_truth.cache_folder", lambda: tmp_path / "cache"
    )


@pytest.fixture
def knowing(tmp_path: Path) -> Callable[[str], str]:
    file = tmp_path / "knowing.py"
    file.write_text(KNOWING)
    return lambda name: f"{file}:{name}"


# --- positions -----------------------------------------------------------------------------------


def test_each_phase_and_each_kind_of_play_gives_equally_many_positions() -> None:
    sampling = Sampling("connect_four(rows=4, columns=5, connect=4)", 36, from_ply=4, to_ply=12)
    found = sampled(sampling)
    assert set(Counter((each.play, each.phase) for each in found).values()) == {6}
    low = {each.ply for each in found if each.phase == "opening"}
    assert low == {4, 5, 6}


def test_a_number_that_cannot_be_shared_out_is_kept_all_the_same() -> None:
    assert len(sampled(replace(SMALL, positions=50, from_ply=3))) == 50


def test_no_position_comes_twice_up_to_symmetry_and_none_is_finished() -> None:
    game = load_game("tic_tac_toe")
    found = [each.position for each in sampled(replace(SMALL, positions=300))]
    assert len({game.plain.canonical(each) for each in found}) == len(found)
    assert all(game.plain.outcome(each) == ONGOING for each in found)


def test_the_plies_of_a_position_are_those_it_took() -> None:
    for each in sampled(SMALL):
        assert bin(each.position.mine | each.position.theirs).count("1") == each.ply


def test_a_small_game_gives_all_positions_it_has() -> None:
    found = sampled(replace(SMALL, positions=200, to_ply=1))
    assert sorted(each.ply for each in found) == [0, 1, 1, 1]


def test_another_seed_gives_other_positions_and_the_same_seed_the_same() -> None:
    assert sampled(SMALL) == sampled(SMALL)
    assert sampled(SMALL) != sampled(replace(SMALL, seed=2))


def test_self_play_and_random_play_lead_to_different_positions() -> None:
    plays: tuple[Play, Play] = ("random", "self")
    game = "connect_four(rows=4, columns=4, connect=4)"
    random, own = (
        {each.position for each in sampled(Sampling(game, 40, plays=(play,), from_ply=8))}
        for play in plays
    )
    assert random != own


def test_phases_are_thirds_of_the_plies() -> None:
    assert phases(Sampling("tic_tac_toe", from_ply=2, to_ply=8)) == [
        Phase("opening", 2, 3),
        Phase("middle", 4, 5),
        Phase("end", 6, 8),
    ]
    assert [each.high - each.low for each in phases(Sampling("tic_tac_toe", to_ply=1))] == [0, 0]


@pytest.mark.parametrize(
    ("sampling", "words"),
    [
        (replace(SMALL, positions=0), "0 positions"),
        (replace(SMALL, positions=10**6), "from 1 to 5,000"),
        (replace(SMALL, from_ply=5, to_ply=4), "no positions from ply 5 to ply 4"),
        (replace(SMALL, from_ply=20, to_ply=30), "no game was still going on at plies 20 to 30"),
    ],
)
def test_a_sampling_that_makes_no_sense_is_refused(sampling: Sampling, words: str) -> None:
    with pytest.raises(BadParameter, match=words):
        sampled(sampling)


# --- truth ---------------------------------------------------------------------------------------


class Watched:
    """Collects progress, and stops once so many are done."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.seen: list[int] = []
        self._stop_at = stop_at

    def __call__(self, done: int, total: int) -> None:
        self.seen.append(done)
        if self._stop_at is not None and done >= self._stop_at:
            raise KeyboardInterrupt


def test_questions_hold_what_the_oracle_says_in_the_order_of_samples() -> None:
    samples, game = sampled(SMALL), load_game("tic_tac_toe")
    found = questions("tic_tac_toe", samples)
    assert [each[:4] for each in found] == samples
    oracle = load_oracle(game)
    for each in found:
        assert each.values == oracle.moves(each.position)
        assert each.truth == oracle.value(each.position)


def test_two_workers_find_the_same_truth_as_one(tmp_path: Path) -> None:
    samples = sampled(SMALL)
    alone = questions("tic_tac_toe", samples)
    for file in truth_folder(load_game("tic_tac_toe")).iterdir():
        file.unlink()
    watched = Watched()
    assert questions("tic_tac_toe", samples, 2, watched) == alone
    assert watched.seen[0] == 0


def test_a_run_that_was_stopped_goes_on_where_it_was() -> None:
    samples = sampled(SMALL)
    with pytest.raises(KeyboardInterrupt):
        questions("tic_tac_toe", samples, show=Watched(stop_at=20))
    watched = Watched()
    questions("tic_tac_toe", samples, show=watched)
    assert watched.seen[0] >= 20
    again = Watched()
    questions("tic_tac_toe", samples, show=again)
    assert again.seen == [len(samples)]


@pytest.mark.parametrize("harm", ["cut", "changed", "empty", "binary"])
def test_a_damaged_file_is_not_believed(harm: str) -> None:
    samples = sampled(SMALL)
    right = questions("tic_tac_toe", samples)
    file = sorted(truth_folder(load_game("tic_tac_toe")).iterdir())[0]
    text = file.read_text()
    if harm == "changed":
        assert ": [1, " in text
        file.write_text(text.replace(": [1, ", ": [-1, ", 1))
    else:
        file.write_bytes({"cut": text[:-9].encode(), "empty": b"", "binary": b"\xff\xfe\n{}"}[harm])
    watched = Watched()
    assert questions("tic_tac_toe", samples, show=watched) == right
    assert watched.seen[0] < len(samples)


def test_plies_count_only_where_all_are_known() -> None:
    at_once, some_day, draw = Truth(WON, 1), Truth(WON, None), Truth(DRAWN, None)
    mixed = [question(at_once, some_day), question(at_once, draw)]
    assert [each.values[0] for each in comparable(mixed)] == [some_day, some_day]
    known = [question(at_once, Truth(WON, 3), draw)]
    assert comparable(known) == known


def test_a_game_that_nobody_has_solved_is_refused_at_once() -> None:
    with pytest.raises(BadParameter, match="can be solved up to 62"):
        graded(Grading("connect_four(rows=10, columns=10)"))


# --- accuracy and decisions ----------------------------------------------------------------------


def test_a_perfect_heuristic_has_a_perfect_grade(knowing: Callable[[str], str]) -> None:
    found = graded(Grading("tic_tac_toe", knowing("perfect"), positions=60, depths=(0, 1, 2)))
    assert found.accuracy is not None
    overall = found.accuracy.overall
    assert overall.auc is not None and overall.auc.value == 1
    assert overall.won_or_not is not None and overall.won_or_not.value == 1
    assert overall.tau is not None and overall.tau.value == pytest.approx(1)
    assert [each.points.value for each in found.accuracy.curve] == sorted(
        each.points.value for each in found.accuracy.curve
    )
    for made in found.decisions:
        assert made.overall.regret.estimate is not None
        assert made.overall.regret.estimate.value == 0
        assert made.overall.thrown.estimate is not None
        assert made.overall.thrown.estimate.value == 0
    best = found.decisions[0].overall.best.estimate
    assert best is not None and best.value == 1
    assert "0 % [0, " in _words(found)


def test_its_opposite_is_wrong_about_every_pair(knowing: Callable[[str], str]) -> None:
    found = graded(Grading("tic_tac_toe", knowing("opposite"), positions=60, depths=(0,)))
    assert found.accuracy is not None
    assert found.accuracy.overall.auc is not None
    assert found.accuracy.overall.auc.value == 0
    assert found.decisions[0].overall.thrown.estimate is not None
    assert found.decisions[0].overall.thrown.estimate.value == 1
    assert "the wrong way" in _words(found)
    assert "more than a random move" in _words(found)


def test_a_constant_knows_nothing_and_moves_at_random(knowing: Callable[[str], str]) -> None:
    found = graded(Grading("tic_tac_toe", knowing("constant"), positions=60, depths=(0,)))
    assert found.accuracy is not None
    overall = found.accuracy.overall
    assert overall.auc is not None and overall.auc.value == 0.5
    assert overall.tau is None
    assert found.decisions[0].regrets == pytest.approx(found.baseline.regrets)
    assert "tells nothing about who wins" in _words(found)
    assert "which is what a random move does" in _words(found)


def test_a_heuristic_that_fails_on_finished_games_only_is_graded_to_the_last_digit(
    knowing: Callable[[str], str],
) -> None:
    found = graded(Grading("tic_tac_toe", knowing("shy"), positions=60, depths=(0,)))
    assert found.accuracy is not None and found.accuracy.overall.auc is not None
    assert found.accuracy.overall.auc.value == 1


def test_a_heuristic_that_fails_on_the_way_is_named_with_its_position(tmp_path: Path) -> None:
    file = tmp_path / "late.py"
    file.write_text("def late(position):\n    return 1 // (position.mine.bit_count() - 9)\n")
    found = graded(Grading("tic_tac_toe", f"{file}:late", positions=20, depths=(0,)))
    assert found.accuracy is not None
    file.write_text("def late(position):\n    return 1 // (position.mine.bit_count() - 2)\n")
    with pytest.raises(BadHeuristic, match="ZeroDivisionError"):
        graded(Grading("tic_tac_toe", f"{file}:late", positions=20, depths=(0,)))


def test_the_same_seed_gives_the_same_grade_whatever_the_workers(tmp_path: Path) -> None:
    setting = Grading("tic_tac_toe", positions=60, depths=(0, 2))
    alone = graded(setting)
    for file in truth_folder(load_game("tic_tac_toe")).iterdir():
        file.unlink()
    assert graded(setting, workers=2) == alone
    assert graded(replace(setting, seed=2)) != alone


def test_everyone_sits_the_same_exam() -> None:
    setting = Grading("tic_tac_toe", positions=40, depths=(0,))
    one, other = (graded(replace(setting, heuristic=name)) for name in ("open_lines", "nothing"))
    agent = graded(replace(setting, agent="random"))
    assert one.exam == other.exam == agent.exam


def test_an_agent_is_graded_by_its_moves_alone() -> None:
    setting = Grading("tic_tac_toe", agent="alpha_beta(depth=9)", positions=40)
    found = graded(setting)
    assert found.accuracy is None
    assert [each.name for each in found.decisions] == ["alpha_beta(depth=9)"]
    assert found.deepest.overall.best.estimate is not None
    assert found.deepest.overall.best.estimate.value == 1
    assert graded(replace(setting, agent="mcts(simulations=20)")) == graded(
        replace(setting, agent="mcts(simulations=20)")
    )


def test_a_heuristic_of_one_side_is_asked_from_the_side_of_who_moves(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text(
        "from plyground.heuristics import heuristic\n"
        "@heuristic('tic_tac_toe', one_sided=True)\n"
        "def center(position):\n    return (position.mine >> 4) & 1\n"
    )
    game = load_game("tic_tac_toe")
    evaluation = load_evaluation(game, f"{file}:center")
    values = dict.fromkeys(game.moves(game.start), DRAW)
    asked = Question(game.start, 0, "opening", "random", values)
    assert preferred(evaluation, asked) == {game.parse_move(game.start, "b2"): 1.0}


@pytest.mark.parametrize(
    ("setting", "error", "words"),
    [
        (Grading("tic_tac_toe", "open_lines", "random"), BadParameter, "not both"),
        (Grading("tic_tac_toe", "no_such"), UnknownName, "no_such"),
        (Grading("tic_tac_toe", agent="no_such"), UnknownName, "no_such"),
        (Grading("tic_tac_toe", agent="human"), BadParameter, "human"),
        (Grading("tic_tac_toe", depths=(0, -1)), BadParameter, "a depth of -1"),
        (Grading("tic_tac_toe", depths=()), BadParameter, "no depth"),
        (Grading("no_such"), UnknownName, "no_such"),
        (Grading(f"{OWN}:tic_tac_toe"), BadParameter, "a game of your own"),
    ],
)
def test_a_grading_that_makes_no_sense_is_refused(
    setting: Grading, error: type[PlygroundError], words: str
) -> None:
    with pytest.raises(error, match=words):
        graded(setting)


# --- single positions ----------------------------------------------------------------------------


def question(*values: Truth, phase: str = "end") -> Question:
    return Question((), 0, phase, "random", dict(enumerate(values)))


WIN, SLOW_WIN, DRAW, LOSS = Truth(WON, 1), Truth(WON, 5), Truth(DRAWN, 4), Truth(LOST, 2)
END = [Phase("end", 0, 8)]


@pytest.mark.parametrize(
    ("values", "move", "best", "thrown", "regret"),
    [
        ((WIN, SLOW_WIN, LOSS), 0, 1, 0, 0),
        ((WIN, SLOW_WIN, LOSS), 1, 0, 0, 0),
        ((WIN, SLOW_WIN, LOSS), 2, 0, 1, 1),
        ((WIN, DRAW), 1, 0, 1, 0.5),
        ((DRAW, LOSS), 1, 0, 1, 0.5),
        ((LOSS, Truth(LOST, 4)), 0, 0, None, 0),
        ((DRAW, DRAW), 1, None, None, 0),
    ],
)
def test_a_move_is_judged_by_what_it_keeps(
    values: tuple[Truth, ...], move: int, best: float | None, thrown: float | None, regret: float
) -> None:
    found = decisions("x", [question(*values)], [{move: 1.0}], END).overall
    shares = (found.best.estimate, found.thrown.estimate)
    assert [share and share.value for share in shares] == [best, thrown]
    assert found.regret.estimate is not None and found.regret.estimate.value == regret
    assert found.kept.estimate is not None
    assert found.kept.estimate.value == 1 - (thrown or 0)


def test_blunders_are_counted_where_they_are_possible_wins_and_draws_apart() -> None:
    asked = [question(WIN, LOSS), question(WIN, WIN), question(DRAW, LOSS), question(LOSS, LOSS)]
    found = decisions("x", asked, [{1: 1.0}, {0: 1.0}, {0: 0.5, 1: 0.5}, {0: 1.0}], END).overall
    assert (found.thrown.positions, found.wins.positions, found.draws.positions) == (2, 1, 1)
    assert found.thrown.estimate is not None and found.thrown.estimate.value == 0.75
    assert found.wins.estimate is not None and found.wins.estimate.value == 1
    assert found.draws.estimate is not None and found.draws.estimate.value == 0.5


# --- side by side --------------------------------------------------------------------------------


def test_a_board_goes_from_best_to_worst_and_tells_apart_what_differs(
    knowing: Callable[[str], str],
) -> None:
    names = [knowing("opposite"), "nothing", knowing("perfect"), knowing("constant")]
    setting = Grading("tic_tac_toe", positions=90, depths=(0,))
    board = leaderboard(setting, names)
    order = [grade.subject.rpartition(":")[2] for grade in board.grades]
    assert order[0] == "perfect" and order[-1] == "opposite"
    assert [pair.told_apart for pair in board.neighbors] == [True, False, True]
    regret = leaderboard(setting, names, by="regret")
    assert [grade.subject for grade in regret.grades][::3] == [names[2], names[0]]


def test_a_board_grades_all_heuristics_of_a_game_as_one_by_one() -> None:
    setting = Grading("tic_tac_toe", positions=40, depths=(0, 1))
    board = leaderboard(setting)
    assert {grade.subject for grade in board.grades} == {"open_lines", "nothing", "cells"}
    for grade in board.grades:
        assert grade == graded(replace(setting, heuristic=grade.subject))


def test_where_nothing_is_lost_there_is_no_area_to_sort_by() -> None:
    setting = Grading("tic_tac_toe", positions=4, depths=(0,), to_ply=1)
    with pytest.raises(BadParameter, match="sort by regret"):
        leaderboard(setting)
    assert leaderboard(setting, by="regret").grades


def test_an_exam_says_how_many_positions_were_asked_for() -> None:
    exam = examined(replace(SMALL, to_ply=1))
    assert (len(exam.questions), exam.unknown, exam.sampling.positions) == (4, 0, 60)


def _words(grade: object) -> str:
    from plyground.experiments.grading import Grade
    from plyground.experiments.grading_words import sentence

    assert isinstance(grade, Grade)
    return sentence(grade)
