"""The command line as a user meets it: answers, refusals, exit codes."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import plyground
from typer.main import get_command

import plyground as package
from plyground.cli import ROOMS, furnished

RULES = Path(package.__file__).parent / "games" / "tic_tac_toe.py"


def answer(*arguments: str, **environment: str) -> dict[str, object]:
    """The one JSON object that a command prints, and nothing else."""
    result = plyground(*arguments, "--json", **environment)
    assert result.returncode == 0, result.stderr
    parsed = json.loads(result.stdout)
    assert isinstance(parsed, dict)
    return parsed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perft", "conect_four", "3"], "did you mean connect_four?"),
        (["perft", "connect_four(rows=0)", "3"], "a 0×7 board has no cells"),
        (["perft", "connect_four(rows=40, columns=40)", "3"], "needs 1640 bits and 124 fit"),
        (["perft", "connect_four(connect=9)", "3"], "no line of 9 fits"),
        (["perft", "connect_four(rows=x)", "3"], "rows=x should be a whole number"),
        (["perft", "connect_four(", "3"], "cannot read 'connect_four('"),
        (["perft", "connect_four", "-1"], "-1 is not a number from 0"),
        (["perft", "connect_four", "deep"], "'deep' is not a whole number"),
        (["perft", "checkers", "3", "--position", "nonsense"], "'nonsense' is not a move"),
        (["show", "connect_four", "X6/7/7/7/7/7"], "a disc floats in column 1"),
        (["show", "checkers", "B:W1-13:B20"], "White has 13 pieces, of 12"),
        (["show", "connect_four", "4444444"], "column 4 is full (legal: 1 2 3 5 6 7)"),
        (["show", "connect_four", "--svg", "no/such/folder/x.svg"], "cannot write no/such"),
        (["random", "connect_four", "--games", "0"], "0 is not a number from 1"),
        (["random", "connect_four", "--seed", "-3"], "-3 is not a number from 0"),
        (["check", "no_such_file.py"], "there is no file no_such_file.py"),
        (["warm", "chess"], "there is no game 'chess'"),
    ],
)
def test_a_users_mistake_gets_a_clear_message_and_exit_code_2(
    arguments: list[str], message: str
) -> None:
    result = plyground(*arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


def test_perft_prints_one_json_object() -> None:
    found = answer("perft", "connect_four(rows=3, columns=4, connect=3)", "4", "--divide")
    assert found["leaves"] == 252
    assert found["divide"] == {"1": 63, "2": 63, "3": 63, "4": 63}
    assert answer("perft", "checkers", "2", "--position", "B:W10,11,18,19:BK7")["leaves"] == 0


def counts(found: dict[str, object]) -> list[object]:
    return [found[name] for name in ("wins", "draws", "draws_by_limit", "losses", "mean_plies")]


def test_the_same_seed_gives_the_same_games_compiled_or_not() -> None:
    command = ["random", "connect_four(rows=10, columns=10, connect=4)", "--seed", "1", "--games"]
    once, again = answer(*command, "100000"), answer(*command, "100000")
    assert counts(once) == counts(again)
    few = answer(*command, "100")
    assert counts(few) == counts(answer(*command, "100", NUMBA_DISABLE_JIT="1"))
    assert counts(few) != counts(answer(*command[:3], "2", "--games", "100"))


def test_limits_make_draws() -> None:
    cut = answer("random", "checkers", "--games", "50", "--max-plies", "10")
    assert (cut["draws"], cut["draws_by_limit"], cut["mean_plies"]) == (50, 50, 10)
    quiet = answer("random", "checkers", "--games", "50", "--quiet-plies", "5")
    assert quiet["draws_by_limit"] != 0


def test_a_position_is_shown_as_text_and_written_as_svg(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    result = plyground("show", "connect_four", "44435", "--svg", str(picture))
    assert "2OXX2" in result.stdout
    assert "\x1b" not in result.stdout
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert [file.name for file in tmp_path.iterdir()] == ["board.svg"]


def test_a_drawn_board_can_be_piped_in() -> None:
    drawn = plyground("show", "checkers", "11-15 22-18").stdout
    again = plyground("show", "checkers", "-", stdin=drawn)
    assert again.stdout == drawn


def test_a_finished_game_says_who_won() -> None:
    result = plyground("show", "connect_four", "1212121")
    assert "the game is over: X has won" in result.stdout
    assert "moves:" not in result.stdout


def test_games_are_listed_with_their_parameters() -> None:
    listed = plyground("games").stdout
    assert "connect_four(rows=6, columns=7, connect=4, until_full=false)" in listed
    assert "isolation(rows=7, columns=7, move=knight)" in listed


def my_game(folder: Path, **changes: tuple[str, str]) -> str:
    """A user's file: a copy of tic-tac-toe, with some lines changed."""
    text = RULES.read_text()
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    file = folder / "my_game.py"
    file.write_text(text)
    return str(file)


def test_a_copy_of_tic_tac_toe_is_a_game_of_ones_own(tmp_path: Path) -> None:
    file = my_game(tmp_path, name=("def tic_tac_toe(", "def my_game("))
    checked = plyground("check", file)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "every rule holds" in checked.stdout
    assert answer("perft", file, "5")["leaves"] == 15120
    assert answer("perft", f"{file}:my_game", "5")["leaves"] == 15120


def test_a_broken_game_fails_with_the_rule_and_the_position(tmp_path: Path) -> None:
    wrong_mirror = ("(cells & right) >> 2", "(cells & right) >> 1")
    file = my_game(tmp_path, rule=wrong_mirror)
    checked = plyground("check", file)
    assert checked.returncode == 1
    assert "✗ the symmetry key stands for the position" in checked.stdout
    assert "a b c" in checked.stdout
    assert "1 rule broken" in checked.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def broken(:\n", "line 1: SyntaxError"),
        ("\n1 / 0\n", "line 2: ZeroDivisionError"),
        ("x = 1\n", "holds no game"),
    ],
)
def test_a_file_that_holds_no_game_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.py"
    file.write_text(text)
    result = plyground("check", str(file))
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_warm_compiles_ahead_and_cache_shows_and_clears(tmp_path: Path) -> None:
    folder = {"PLYGROUND_CACHE": str(tmp_path / "cache")}
    assert answer("cache", **folder)["entries"] == 0
    warm = plyground("warm", "tic_tac_toe", **folder)
    assert warm.returncode == 0
    assert "compiling perft for tic_tac_toe" in warm.stderr
    kept = answer("cache", **folder)
    assert isinstance(kept["entries"], int)
    assert kept["entries"] >= 6
    assert plyground("perft", "tic_tac_toe", "3", **folder).stderr == ""
    assert answer("cache", "--clear", **folder)["cleared"] is True
    assert answer("cache", **folder)["entries"] == 0


def test_the_tour_shows_every_game() -> None:
    tour = plyground("tour")
    assert tour.returncode == 0
    for name in ("tic_tac_toe", "connect_four", "checkers", "nine_mens_morris", "isolation"):
        assert f"── {name} " in tour.stdout
    assert "39,394,572" in tour.stdout


def test_help_and_version_answer() -> None:
    assert "perft" in plyground("--help").stdout
    assert plyground("--version").stdout.startswith("plyground ")


@pytest.mark.parametrize("room", ROOMS)
def test_every_file_of_commands_has_those_it_is_known_for(room: str) -> None:
    found = vars(get_command(furnished([room])))["commands"]
    assert tuple(found) == ROOMS[room]


def test_no_file_of_commands_is_forgotten() -> None:
    files = (Path(package.__file__).parent / "cli").glob("*.py")
    assert {file.stem for file in files if "def add_to(" in file.read_text()} == set(ROOMS)
