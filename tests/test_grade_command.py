"""`plyground grade` and `plyground leaderboard`, and the words and reports of grades."""

import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from command_line import plyground

from plyground.cli import main
from plyground.cli.grade import split
from plyground.experiments.grading import Exam, Grade, Grading
from plyground.experiments.grading_accuracy import accuracy
from plyground.experiments.grading_decisions import RANDOM, decisions, random_choice
from plyground.experiments.grading_leaderboard import ranked
from plyground.experiments.grading_positions import Phase, Sampling
from plyground.experiments.grading_report import board_section, grade_section
from plyground.experiments.grading_truth import Question
from plyground.experiments.grading_words import board_sentence, figure, percent, sentence
from plyground.experiments.report import Report, as_html, as_markdown
from plyground.experiments.samples import Estimate
from plyground.games.game import DRAWN, LOST, WON
from plyground.solve import Truth

WIN, DRAW, LOSS = Truth(WON, 1), Truth(DRAWN, 4), Truth(LOST, 2)
SMALL = ("tic_tac_toe", "--positions", "30", "--workers", "1")


Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """`plyground` in this process, which need not read Numba anew: its code and what it prints."""

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["plyground", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        printed = capsys.readouterr()
        return int(end.value.code or 0), printed.out, printed.err

    return run


def made_up(
    name: str,
    values: Sequence[float],
    moves: Sequence[int],
    truths: Sequence[tuple[Truth, ...]],
    low: int = 0,
    asked: int | None = None,
    unknown: int = 0,
) -> Grade:
    """The grade of values and moves in positions whose moves are worth these truths."""
    questions = tuple(
        Question((), low, "end", "random", dict(enumerate(truth))) for truth in truths
    )
    phases = (Phase("end", low, low + 3),)
    sampling = Sampling("tic_tac_toe", len(truths) if asked is None else asked)
    exam = Exam(sampling, phases, questions, unknown)
    made = decisions("depth 2", questions, [{move: 1.0} for move in moves], phases)
    chance = decisions(RANDOM, questions, [random_choice(each) for each in questions], phases)
    setting = Grading("tic_tac_toe", name, depths=(2,))
    found = accuracy(questions, values, phases)
    return Grade(setting, name, exam, found, (made,), chance)


HALVES = [(WIN, LOSS)] * 40 + [(LOSS, LOSS)] * 40
RIGHT, WRONG, NONE = [1.0] * 40 + [0.0] * 40, [0.0] * 40 + [1.0] * 40, [0.0, 1.0] * 40


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (RIGHT, r"higher in 100 % \[.*, 100\] of the pairs .*\(40 won and 40 lost; a coin: 50 %\)"),
        (WRONG, "worse than a coin, it points the wrong way"),
        (NONE, "whether it knows more than a coin cannot be told"),
        ([3.0] * 80, "is the same everywhere and tells nothing about who wins"),
    ],
)
def test_words_about_values_follow_from_them(values: list[float], words: str) -> None:
    assert re.search(words, sentence(made_up("it", values, [0] * 80, HALVES)))


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ([0] * 80, r"throws the game away in 0 % \[0, 8.8\] of the 40 positions .* 0.250 points a"),
        ([1] * 80, r"100 % \[91.2, 100\] of the 40 .* 0.250 points a move more than a random move"),
        ([0, 1] * 40, r"50 % \[35, 65\] .* any better than a random move cannot be told"),
    ],
)
def test_words_about_moves_follow_from_them(moves: list[int], words: str) -> None:
    said = sentence(made_up("it", RIGHT, moves, HALVES))
    assert re.search(words, said)
    assert "(a random move: 50 %)" in said


def test_where_nothing_can_go_wrong_nothing_is_said_about_moves() -> None:
    said = sentence(made_up("it", [1.0, 2.0], [0, 0], [(WIN, WIN), (DRAW, DRAW)]))
    assert "In none of them can a move throw the game away" in said
    assert "1 won and 0 lost there is no pair to tell apart" in said


def test_words_say_what_was_not_looked_at() -> None:
    told = sentence(made_up("it", RIGHT, [0] * 80, HALVES, low=9, asked=100, unknown=5))
    assert "80 positions of `tic_tac_toe` (80 from random play; plies 9 to 12; seed 1)" in told
    assert "of 100 asked for" in told
    assert "without 5 that the oracle does not know" in told
    assert "nothing is said about earlier plies" in told
    plain = sentence(made_up("it", RIGHT, [0] * 80, HALVES))
    assert "earlier plies" not in plain and "asked for" not in plain


def test_a_board_says_which_neighbors_cannot_be_told_apart() -> None:
    grades = [
        made_up("nothing", [0.0] * 80, [0, 1] * 40, HALVES),
        made_up("right", RIGHT, [0] * 80, HALVES),
        made_up("also_right", [2 * value for value in RIGHT], [0] * 80, HALVES),
    ]
    said = board_sentence(ranked(grades, "auc"))
    assert said.startswith("First is `also_right`")
    assert "cannot be told on these positions: `also_right` ~ `right`." in said
    assert "All others are told apart" in said
    assert "Each is told apart" in board_sentence(ranked(grades[:2], "auc"))
    assert "0.000 [0.000, " in board_sentence(ranked(grades[:2], "regret"))


def test_shares_near_none_and_all_have_a_decimal() -> None:
    assert percent(Estimate(0.71, 0.666, 0.754)) == "71 % [67, 75]"
    assert percent(Estimate(0.021, 0.0, 0.0512)) == "2.1 % [0, 5.1]"
    assert percent(None) == figure(None) == "–"
    assert figure(Estimate(-0.251, -0.4, 0.1)) == "−0.25 [−0.40, 0.10]"


def test_commas_within_brackets_part_no_names() -> None:
    assert split("a, b(c=1, d=2),./mine.py:e") == ["a", "b(c=1, d=2)", "./mine.py:e"]


def test_reports_draw_what_was_measured() -> None:
    grades = [
        made_up("right", RIGHT, [0] * 80, HALVES),
        made_up("nothing", [0.0] * 80, [0, 1] * 40, HALVES),
    ]
    sections = [grade_section(grades[0], "plyground grade"), board_section(ranked(grades, "auc"))]
    page = as_html(Report("grades", sections))
    assert page.count("<svg") == 6
    assert "<script" not in page and "http://" not in page.replace("http://www.w3.org", "")
    text = as_markdown(Report("grades", sections))
    assert "told from the next" in text and "Each position is from a game of its own" in text


def test_a_report_of_positions_without_risk_needs_no_plot_of_blunders() -> None:
    grade = made_up("it", [1.0, 2.0], [0, 0], [(WIN, WIN), (DRAW, DRAW)])
    assert as_html(Report("grades", [grade_section(grade)])).count("<svg") == 2


def test_a_grade_on_the_command_line(tmp_path: Path) -> None:
    page = tmp_path / "grade.html"
    done = plyground("grade", *SMALL, "--heuristic", "cells", "--report", str(page))
    assert done.returncode == 0, done.stderr
    assert "Evaluation accuracy" in done.stdout and "depth 4" in done.stdout
    assert "cells rates the won one higher" in done.stdout
    assert "<svg" in page.read_text()


def test_a_grade_as_json_says_the_same_each_time(command: Command) -> None:
    one, other = (json.loads(command("grade", *SMALL, "--json")[1]) for _ in range(2))
    assert one == other
    assert one["subject"] == "open_lines" and one["positions"] == 30
    assert one["accuracy"]["agreements"][0]["group"] == "all"
    assert [each["name"] for each in one["decisions"]] == [f"depth {n}" for n in (0, 1, 2, 4)]


def test_an_agent_that_thinks_by_the_clock_is_marked(command: Command) -> None:
    agent = "mcts(seconds=0.01)"
    found = json.loads(command("grade", *SMALL, "--agent", agent, "--json")[1])
    assert found["accuracy"] is None and found["reproducible"] is False
    assert "cannot be reproduced" in found["summary"]


def test_a_board_on_the_command_line(tmp_path: Path, command: Command) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def corner(position):\n    return position.mine & 1\n")
    page = tmp_path / "board.html"
    names = f"open_lines,{mine}:corner"
    wanted = ("--heuristics", names, "--depths", "0,1", "--report", str(page))
    code, printed, said = command("leaderboard", *SMALL, *wanted)
    assert code == 0, said
    assert "Sorted by AUC; moves at depth 1" in printed and "mine.py:corner" in printed
    assert "<svg" in page.read_text()
    data = json.loads(command("leaderboard", *SMALL, "--by", "regret", "--json")[1])
    assert data["by"] == "regret" and len(data["neighbors"]) == len(data["grades"]) - 1 == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("grade", "connect_four(rows=10, columns=10)"), "can be solved up to 62"),
        (("grade", "tic_tac_toe", "--heuristic", "cells", "--agent", "random"), "not both"),
        (("grade", "tic_tac_toe", "--heuristic", "no_such"), "open_lines"),
        (("grade", "tic_tac_toe", "--positions", "0"), "not a number from 1"),
        (("grade", "tic_tac_toe", "--positions", "9999999"), "from 1 to 5,000"),
        (("grade", "tic_tac_toe", "--depths", "0,x"), "should be numbers such as 0,1,2,4"),
        (("grade", "tic_tac_toe", "--play", "chess"), "random, self, lot and both"),
        (("grade", "tic_tac_toe", "--play", "lot"), "has no tables"),
        (("grade", "checkers", "--men", "4"), "those of 2 to 3"),
        (("grade", "checkers", "--men", "few"), "--men 'few' should be numbers such as 6,7,8"),
        (("grade", "checkers", "--store", "/nowhere"), "/nowhere holds no checkers endgames"),
        (("leaderboard", "tic_tac_toe", "--store", "."), "graded without a store"),
        (("grade", "tic_tac_toe", "--from-ply", "-1"), "number of plies"),
        (("grade", "tic_tac_toe", "--from-ply", "12", "--to-ply", "15"), "plies 12 to 15"),
        (("leaderboard", "tic_tac_toe", "--by", "luck"), "one of auc, regret"),
        (("leaderboard", "tic_tac_toe", "--heuristics", "no_such"), "no_such"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(
    arguments: tuple[str, ...], words: str, command: Command
) -> None:
    code, _, said = command(*arguments)
    assert code == 2
    assert words in re.sub(r"[\s│╭╮╰╯─]+", " ", said)
    assert "Traceback" not in said
