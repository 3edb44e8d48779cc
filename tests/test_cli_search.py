"""The commands about searches, as a user meets them."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import plyground


def analysis(*arguments: str) -> dict[str, Any]:
    result = plyground("analyze", *arguments, "--json")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_minimax_expands_everything_and_alpha_beta_far_less() -> None:
    everything = analysis("connect_four", "--agent", "minimax(depth=5, heuristic=center)")
    assert everything["nodes"] == 19607
    pruned = analysis("connect_four", "--agent", "alpha_beta(depth=5, heuristic=center)")
    assert (pruned["score"], pruned["move"]) == (everything["score"], everything["move"])
    assert isinstance(pruned["nodes"], int)
    assert pruned["nodes"] < 4000
    assert pruned["moves"] == everything["moves"]


def test_the_small_board_is_solved_with_and_without_pruning() -> None:
    board = "connect_four(rows=3, columns=4, connect=3)"
    both = plyground("analyze", board, "--agent", "minimax(depth=12)", "--compare", "alpha_beta")
    assert "win in 9" in both.stdout
    assert "277,166 against" in both.stdout


@pytest.mark.parametrize("suffix", ["json", "svg", "html"])
def test_the_tree_is_written(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"tree.{suffix}"
    agent = "alpha_beta(depth=3, heuristic=center)"
    result = plyground("analyze", "connect_four", "44", "--agent", agent, "--tree", str(file))
    assert result.returncode == 0, result.stderr
    assert file.stat().st_size > 1000
    assert "written:" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["analyze", "connect_four", "--agent", "alpa_beta"], "did you mean alpha_beta?"),
        (["analyze", "connect_four", "1212121"], "nothing to analyze: the game is over"),
        (["analyze", "checkers", "--agent", "astar"], "connect_four"),
        (["analyze", "connect_four", "--tree", "x.html"], "keeps no tree"),
        (
            ["analyze", "connect_four", "--agent", "minimax(depth=2)", "--tree", "x.pdf"],
            "should end in .json, .svg, .html",
        ),
        (["analyze", "checkers", "--agent", "minimax(heuristic=./no.py:x)"], "there is no file"),
        (["heuristics", "chess"], "there is no game 'chess'"),
        (["play", "connect_four", "--load", "no_such_file"], "cannot read no_such_file"),
        (["play", "connect_four", "--first", "alien"], "there is no agent 'alien'"),
    ],
)
def test_mistakes_get_a_clear_message(arguments: list[str], message: str) -> None:
    result = plyground(*arguments)
    assert result.returncode == 2, result.stderr
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_heuristic_of_ones_own_from_template_to_analysis(tmp_path: Path) -> None:
    file = tmp_path / "my_ideas.py"
    assert plyground("new-heuristic", "checkers", str(file)).returncode == 0
    again = plyground("new-heuristic", "checkers", str(file))
    assert again.returncode == 2
    assert "exists already" in again.stderr
    found = analysis("checkers", "--agent", f"alpha_beta(depth=4, heuristic={file}:my_idea)")
    assert found["agent"] == f"alpha_beta(depth=4, heuristic={file}:my_idea)"


def test_a_game_is_played_with_every_command(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    lines = ["help", "moves", "4", "hint", "values", "9", "back", "3", f"save {saved}", "resign"]
    result = plyground(
        "play", "connect_four", "--second", "alpha_beta(depth=2)", stdin="\n".join(lines) + "\n"
    )
    assert result.returncode == 0, result.stderr
    for said in (
        "hint   ",
        "1 2 3 4 5 6 7",
        "try ",
        "by search",
        "is not a column",
        "plies taken back",
    ):
        assert said in result.stdout
    assert "the game is over: X resigned, O has won" in result.stdout
    assert '[X "human"]' in saved.read_text()
    going_on = plyground("play", "connect_four", "--load", str(saved), stdin="quit\n")
    assert going_on.returncode == 0
    assert "X to move" in going_on.stdout


def test_hints_and_values_in_a_solved_game_are_exact() -> None:
    result = plyground(
        "play", "tic_tac_toe", "--second", "human", "--position", "b2 a3 c1",
        stdin="hint\nvalues\nquit\n",
    )  # fmt: skip
    assert "(perfect play: draw; as good: " in result.stdout, result.stderr
    assert re.search(r"c3  draw\n.* a1  draw\n.* b3  loss in 4", result.stdout)
    assert "by perfect play: exact" in result.stdout


def test_perfect_analysis_says_what_every_move_is_worth() -> None:
    found = analysis("tic_tac_toe", "b2 a3 c1", "--agent", "perfect")
    assert found["score_in_words"] == "draw" and found["exact"] and found["moves_exact"]
    assert found["moves_in_words"]["b3"] == "loss in 4" and found["moves"]["c3"] == 0
    assert found["line"][0] in ("a1", "c3") and len(found["line"]) == 6
    said = plyground("analyze", "tic_tac_toe", "b2 a3 c1", "--agent", "perfect").stdout
    assert "(draw, exact)" in said and "b3  loss in 4" in said


def test_two_agents_play_each_other_to_the_end() -> None:
    result = plyground("play", "tic_tac_toe", "--first", "random", "--second", "alpha_beta")
    assert "the game is over" in result.stdout


def test_agents_and_heuristics_are_listed() -> None:
    agents = plyground("agents").stdout
    assert "deepening(depth=0, nodes=0, seconds=0.0" in agents
    heuristics = plyground("heuristics").stdout
    for name in (
        "piece_count",
        "king_count (one-sided)",
        "guaranteed_moves",
        "runs_open",
        "phases(",
    ):
        assert name in heuristics


def test_ctrl_c_ends_a_long_search_at_once_and_cleanly() -> None:
    agent = "minimax(depth=40, heuristic=center)"
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", "from plyground.cli import main; main()"),
            *("analyze", "connect_four", "--agent", agent),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(timeout=15)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=10)
    assert process.returncode == 130
    assert errors.strip().endswith("plyground: interrupted")
    assert "Traceback" not in errors + out
