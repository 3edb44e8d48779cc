"""The README does what it says."""

import doctest
import re
from pathlib import Path

import pytest
from command_line import plyground

from plyground.games import load_game

README = Path(__file__).parent.parent / "README.md"


def test_the_python_examples_print_what_the_readme_prints() -> None:
    failures, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 5
    assert failures == 0


COMMANDS = re.findall(r"^plyground (.*?)(?:  #.*)?$", README.read_text(), re.MULTILINE)


def test_every_command_of_the_readme_is_one(tmp_path: Path) -> None:
    names = {command.split()[0] for command in COMMANDS}
    games = {"games", "show", "perft", "random", "check", "warm", "cache"}
    searches = {"new-heuristic", "analyze", "play", "heuristics", "agents"}
    paths = {"problems", "path", "compare", "audit", "maze", "convert", "scen", "puzzle", "survey"}
    truth = {"solve", "verify", "probe", "grade", "leaderboard"}
    assert names == games | searches | truth | paths | {
        "match",
        "runs",
        "serve",
        "study",
        "tournament",
    }
    listed = plyground("--help").stdout
    assert all(name in listed for name in names)


@pytest.mark.parametrize(
    "text", re.findall(r"`((?:connect_four|isolation)\([^`]*\))`", README.read_text())
)
def test_the_text_forms_of_the_readme_are_the_defaults(text: str) -> None:
    assert load_game(text).text == text.split("(")[0]
