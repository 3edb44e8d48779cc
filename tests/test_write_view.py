"""The session behind the editor: files, checks with their lines, and a quick match."""

import queue
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from homes import HomeHere

from plyground.agents import load_agent
from plyground.errors import BadFile, BadParameter, BadText
from plyground.games import GAMES, load_game
from plyground.heuristics.template import template
from plyground.views.desk import Desk
from plyground.views.write import WriteSession, session
from plyground.views.write_grading import GRADING
from plyground.views.writing import tried

MATERIAL = """from plyground.bits import popcount
from plyground.heuristics import heuristic


@heuristic("checkers")
def material(position):
    {body}
"""
GOOD = MATERIAL.format(body="return popcount(position.mine) - popcount(position.theirs)")


LARGE = "connect_four(rows=10, columns=10)"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to write in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def opened(link: str = "game=checkers", runs_code: bool = True) -> tuple[WriteSession, HomeHere]:
    home = HomeHere(runs_code)
    made = session(home, {"link": link})
    assert not home.shown  # the view gets its state before any change
    return made, home


def check(text: str, game: str = "checkers", **more: Any) -> tuple[WriteSession, HomeHere]:
    made, home = opened(f"game={game}")
    made.receive({"do": "check", "name": "mine.py", "text": text, "over": True, **more})
    home.work()
    return made, home


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_it_begins_with_the_template_of_the_game(name: str) -> None:
    made, _ = opened(f"game={name}")
    assert made.state["opened"]["text"] == template(load_game(name))
    assert made.state["opened"]["name"] == "my_idea.py" and made.state["files"] == []


def test_what_is_saved_is_listed_and_can_be_opened_from_its_address(here: Path) -> None:
    made, _ = opened()
    made.receive({"do": "save", "name": "mine", "text": GOOD})
    assert (here / "heuristics" / "mine.py").read_text() == GOOD
    assert made.state["files"] == ["mine.py"] and made.state["name"] == "mine.py"
    again, _ = opened(made.state["link"])
    assert again.state["opened"]["text"] == GOOD and again.state["game"] == "checkers"
    assert again.state["folder"] == str(here / "heuristics")


def test_nothing_is_replaced_without_a_question(here: Path) -> None:
    file = here / "heuristics" / "mine.py"
    opened()[0].receive({"do": "save", "name": "mine.py", "text": "first = 1\n"})
    made, home = opened()
    made.receive({"do": "check", "name": "mine.py", "text": "second = 2\n"})
    assert file.read_text() == "first = 1\n" and not home.waiting
    question = made.state["question"]
    assert "exists already. Replace it?" in question["words"]
    made.receive(question["again"])
    assert file.read_text() == "second = 2\n" and not made.state["question"]
    assert len(home.waiting) == 1
    made.receive({"do": "save", "name": "mine.py", "text": "third = 3\n"})
    assert file.read_text() == "third = 3\n"
    file.write_text("by another hand\n")
    made.receive({"do": "save", "name": "mine.py", "text": "fourth = 4\n"})
    question = made.state["question"]
    assert "has changed since it was opened here" in question["words"]
    made.receive({"do": "keep"})
    assert file.read_text() == "by another hand\n" and made.state["question"] is None


def test_files_are_renamed_and_deleted_but_never_over_another(here: Path) -> None:
    made, _ = opened()
    for name in ("one", "two"):
        made.receive({"do": "save", "name": name, "text": f"{name} = 1\n"})
    with pytest.raises(BadFile, match=r"there is heuristics/one.py already"):
        made.receive({"do": "rename", "name": "two.py", "to": "one"})
    made.receive({"do": "rename", "name": "two.py", "to": "three"})
    assert made.state["files"] == ["one.py", "three.py"] and made.state["name"] == "three.py"
    assert parse_qs(made.state["link"])["file"] == ["three.py"]
    made.receive({"do": "delete", "name": "one.py"})
    assert made.state["files"] == ["three.py"]
    with pytest.raises(BadFile, match="No such file"):
        made.receive({"do": "delete", "name": "one.py"})
    with pytest.raises(BadFile, match=r"there is no file heuristics/one.py"):
        made.receive({"do": "open", "name": "one.py"})


@pytest.mark.parametrize(
    "name", ["../mine.py", "/etc/mine.py", "a/b.py", "mine.txt", "", ".py", "class.py", "é.py",
             "a" * 90, "mine.py\n", "con:.py"]
)  # fmt: skip
def test_a_name_is_never_a_path(name: str, here: Path) -> None:
    made, _ = opened()
    for message in (
        {"do": "save", "name": name, "text": ""},
        {"do": "check", "name": name, "text": ""},
        {"do": "open", "name": name},
        {"do": "delete", "name": name},
    ):
        with pytest.raises(BadText, match="cannot be the name of a file"):
            made.receive(message)
    assert list(here.iterdir()) == []


def test_an_address_that_leads_nowhere_says_so_and_gives_a_template() -> None:
    made, _ = opened("game=checkers&file=gone.py")
    assert made.state["problem"] == "there is no file heuristics/gone.py"
    assert made.state["opened"]["text"] == template(load_game("checkers"))
    made, _ = opened("game=chess")
    assert "there is no game 'chess'" in made.state["problem"]
    made.receive({"do": "follow", "link": "game=isolation"})
    assert made.state["game"] == "isolation" and not made.state["problem"]


def test_where_code_may_not_run_nothing_is_saved_read_or_run(here: Path) -> None:
    opened()[0].receive({"do": "save", "name": "mine.py", "text": GOOD})
    made, home = opened("game=checkers&file=mine.py", runs_code=False)
    assert made.state["files"] == [] and made.state["folder"] == ""
    assert GOOD not in made.state["opened"]["text"]
    assert made.state["why_not"] == "no code on Sundays" and not made.state["runs"]
    for message in (
        {"do": "save", "name": "new.py", "text": ""},
        {"do": "check", "name": "new.py", "text": ""},
        {"do": "open", "name": "mine.py"},
        {"do": "rename", "name": "mine.py", "to": "new.py"},
        {"do": "delete", "name": "mine.py"},
        {"do": "race"},
    ):
        with pytest.raises(BadParameter, match="no code on Sundays"):
            made.receive(message)
    assert not home.waiting and [file.name for file in here.glob("*/*")] == ["mine.py"]


def test_a_text_of_unbearable_length_is_refused(here: Path) -> None:
    made, _ = opened()
    with pytest.raises(BadText, match="250,000 characters: at most 200,000"):
        made.receive({"do": "save", "name": "mine.py", "text": "#" * 250_000})
    assert list(here.iterdir()) == []


# --- checks ---------------------------------------------------------------------------------------


def test_a_good_heuristic_is_tried_measured_and_can_go_on(here: Path) -> None:
    made, _ = check(GOOD)
    found, speed = made.state["check"], made.state["speed"]
    assert found["function"] == "material" and found["mistake"] is None and not made.state["busy"]
    assert all(each["good"] for each in found["findings"])
    assert {each["words"] for each in found["findings"]} >= {
        "a number in each of 200 random positions",
        "worth the opposite to the other player",
        "the same for mirror images",
    }
    values = [float(each["value"]) for each in found["samples"]]
    assert values == sorted(values) and values[0] < 0 < values[-1]
    assert speed["slow"] is None and speed["speed"] > 0 and speed["usual"] > 0
    said = parse_qs(made.state["play"].removeprefix("/play#"))
    assert said["game"] == ["checkers"]
    (agent,) = said["second"]
    assert agent == "alpha_beta(depth=4, heuristic=heuristics/mine.py:material)"
    game = load_game("checkers")
    assert load_agent(agent).player(game).choose(game.start).move in game.moves(game.start)
    mine, usual = parse_qs(made.state["lab"].removeprefix("/lab#"))["agents"][0].split(";")
    assert mine == agent and usual.startswith("alpha_beta(depth=4, heuristic=")
    assert not (here / "heuristics" / "__pycache__").exists()


@pytest.mark.parametrize(
    ("body", "line", "words"),
    [
        ("retrun 1", 7, "SyntaxError"),
        ("return popcoumt(position.mine)", 7, "NameError: name 'popcoumt' is not defined"),
        ("return 'high'", 0, "material returns 'high', not a number"),
        ("pass", 0, "material returns None, not a number"),
        ("x = 0\n    return 1 // x", 8, "line 8: ZeroDivisionError"),
        ("return 3", 0, "claims to be antisymmetric, but is worth 3"),
    ],
)
def test_a_mistake_is_told_with_its_line(body: str, line: int, words: str) -> None:
    made, home = check(MATERIAL.format(body=body))
    mistake = made.state["check"]["mistake"]
    assert words in mistake["words"] and mistake["line"] == line
    assert not made.state["busy"] and not made.state["play"] and not home.waiting


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("import nowhere\n", 1, "No module named 'nowhere'"),
        ("x = 1\n\nraise SystemExit\n", 0, "ends Python when it is loaded"),
        ("def idea():\n    return 0\n", 0, "holds no heuristic"),
        ("\x00", 0, "null bytes"),
        ('from plyground.heuristics import heuristic\n\n@heuristic("isolation")\n'
         "def far(position):\n    return 0\n", 3, "far is a heuristic of isolation"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_work_is_told_so(text: str, line: int, words: str) -> None:
    made, _ = check(text)
    mistake = made.state["check"]["mistake"]
    assert words in mistake["words"] and mistake["line"] == line


def test_one_that_cannot_be_compiled_works_and_its_line_is_told() -> None:
    body = "return bin(position.mine).count('1') - bin(position.theirs).count('1')"
    made, _ = check(MATERIAL.format(body=body))
    slow = made.state["speed"]["slow"]
    assert slow["line"] == 7 and "interpreted" in slow["words"]
    assert made.state["play"] and made.state["check"]["mistake"] is None
    assert made.state["speed"]["speed"] < made.state["speed"]["usual"] / 10


def test_what_is_odd_is_noted() -> None:
    body = "return popcount(position.mine & 7)"
    found = check(MATERIAL.format(body=body).replace('@heuristic("checkers")\n', ""))[0]
    odd = [each["words"] for each in found.state["check"]["findings"] if not each["good"]]
    assert any("not worth the opposite" in words for words in odd)
    made, _ = check(MATERIAL.format(body="return 0"))
    odd = [each["words"] for each in made.state["check"]["findings"] if not each["good"]]
    assert odd == ["always 0: it cannot tell positions apart"]


def test_an_edited_file_is_checked_as_it_is_now() -> None:
    made, home = check(MATERIAL.format(body="return 0"))
    made.receive({"do": "check", "name": "mine.py", "text": GOOD})
    assert not made.state["check"] and not made.state["speed"]
    home.work()
    assert len([each for each in made.state["check"]["findings"] if each["good"]]) == 5


def test_of_several_heuristics_any_can_be_checked() -> None:
    text = GOOD + '\n\n@heuristic("checkers")\ndef other(position):\n    return 0\n'
    made, _ = check(text)
    assert made.state["check"]["functions"] == ["material", "other"]
    assert made.state["check"]["function"] == "material"
    made, _ = check(text, function="other")
    assert made.state["check"]["function"] == "other"


def test_what_it_prints_is_kept_but_not_without_end(capsys: pytest.CaptureFixture[str]) -> None:
    made, _ = check("print('hello')\n" + MATERIAL.format(body="print('x' * 1000)\n    return 0"))
    printed = made.state["check"]["printed"]
    assert printed.startswith("hello\nxxx") and len(printed) == 2000
    assert "xxx" not in capsys.readouterr().out


def test_another_wish_ends_the_one_before() -> None:
    made, home = opened()
    made.receive({"do": "check", "name": "mine.py", "text": GOOD})
    made.receive({"do": "game", "game": "isolation"})
    assert home.waiting[0].cancelled and made.state["busy"] == ""
    made.receive({"do": "check", "name": "mine.py", "text": GOOD})
    made.receive({"do": "stop"})
    assert home.waiting[1].cancelled and made.state["busy"] == ""


# --- in a process of its own ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    found = Desk(workers=1)
    yield found
    found.close()


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("while True:\n        pass", "stopped after 3 seconds"),
        ("import os\n    os._exit(3)", "died"),
        ("return len([0] * 10**10)", "MemoryError"),
        ("while True:\n        print('flood')", "stopped after 3 seconds"),
    ],
)
def test_code_that_runs_away_is_stopped_and_the_desk_goes_on(
    body: str, words: str, desk: Desk, here: Path
) -> None:
    file = here / "mine.py"
    told: queue.SimpleQueue[str] = queue.SimpleQueue()
    for text in (MATERIAL.format(body=body), GOOD):
        file.write_text(text)
        desk.ask(
            "me", lambda found: told.put(str(found["mistake"])), told.put, tried, str(file),
            "checkers", seconds=3 if text != GOOD else 60,
        )  # fmt: skip
        assert (words if text != GOOD else "None") in told.get(timeout=90)


def test_the_words_of_the_desk_are_explained() -> None:
    made, _ = opened()
    made.receive({"do": "check", "name": "mine.py", "text": GOOD})
    made.fail("stopped after 10 seconds: ask for less")
    assert made.state["problem"].endswith("Does a loop in it never end?")
    assert made.state["busy"] == ""


# --- a quick match --------------------------------------------------------------------------------


def test_a_match_is_played_to_its_end_and_judged() -> None:
    made, home = check(GOOD.replace("checkers", "tic_tac_toe"), "tic_tac_toe")
    made.receive({"do": "race", "games": 6, "depth": 2})
    assert made.state["busy"] == "racing" and made.state["race"]["done"] == 0
    home.work()
    race = made.state["race"]
    assert race["done"] == race["games"] == 6 and not made.state["busy"]
    assert race["won"] + race["drawn"] + race["lost"] == 6 and not race["broken"]
    low, value, high = race["score"]
    assert 0 <= low < high <= 1
    assert value == pytest.approx((race["won"] + race["drawn"] / 2) / 6)
    assert re.search(r"\bmaterial\b", race["verdict"]) and "alpha_beta" not in race["verdict"]


def test_only_what_has_passed_its_check_can_race() -> None:
    made, _ = opened()
    with pytest.raises(BadParameter, match="check it"):
        made.receive({"do": "race"})
    made, home = check(GOOD)
    for wrong in ({"games": 3}, {"games": 0}, {"games": 100_000}, {"depth": 0}, {"depth": 50}):
        with pytest.raises(BadParameter):
            made.receive({"do": "race", **wrong})
    assert made.state["race"] is None and not home.waiting
    made.receive({"do": "save", "name": "mine.py", "text": GOOD + "\n"})
    with pytest.raises(BadParameter, match="check it"):
        made.receive({"do": "race"})


def test_a_stopped_match_plays_no_more_games() -> None:
    made, home = check(GOOD)
    made.receive({"do": "race", "games": 20, "depth": 1})
    made.receive({"do": "stop"})
    assert made.state["busy"] == "" and [each.cancelled for each in home.waiting] == [True]


# --- a quick grade --------------------------------------------------------------------------------


def test_a_heuristic_is_graded_against_perfect_play() -> None:
    made, home = check(GOOD.replace("checkers", "tic_tac_toe"), "tic_tac_toe")
    made.receive({"do": "grade"})
    assert made.state["busy"] == "grading" and home.waiting[0].seconds == GRADING
    home.work()
    found = made.state["grade"]
    assert made.state["busy"] == "" and found["words"].startswith("material rates")
    assert "mine.py" not in found["words"] and "`" not in found["words"]
    assert [row[0] for row in found["rows"]] == ["depth 0", "depth 2", "a random move"]
    assert found["heads"][0] == "moves" and len(found["heads"]) == len(found["rows"][0])
    made.receive({"do": "save", "name": "mine.py", "text": GOOD})
    assert made.state["grade"] is None, "another text is another heuristic"


def test_what_cannot_be_graded_says_why() -> None:
    made, _ = opened("game=tic_tac_toe")
    assert made.state["ungraded"] == ""
    with pytest.raises(BadParameter, match="passed its check can be graded"):
        made.receive({"do": "grade"})
    made.receive({"do": "game", "game": LARGE})
    assert f"{LARGE} is not solved" in made.state["ungraded"]
    discs = GOOD.replace("checkers", "connect_four").replace("theirs", "mine ^ position.filled")
    made, home = check(discs, LARGE)
    with pytest.raises(BadParameter, match="is not solved"):
        made.receive({"do": "grade"})
    assert not home.waiting


def test_a_grade_that_takes_too_long_can_go_on() -> None:
    made, _ = check(GOOD.replace("checkers", "tic_tac_toe"), "tic_tac_toe")
    made.receive({"do": "grade"})
    made.fail("stopped after 180 seconds: ask for less")
    assert "grade it again" in made.state["problem"] and made.state["busy"] == ""
