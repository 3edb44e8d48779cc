"""`plyground solve`: what it prints, for people and for scripts, and what it refuses."""

import _thread
import json
import re
import threading
import time
from pathlib import Path

import pytest
from command_line import plyground

from plyground.cli.solve import as_data, attended
from plyground.games import load_game
from plyground.solve.connect_four import ConnectFour


def test_a_position_is_solved_with_every_move_and_a_best_line() -> None:
    printed = plyground("solve", "connect_four", "4443511122222").stdout
    assert "O wins in 19 plies (score +6)" in printed
    assert "     4    +6  win in 19" in printed
    assert "     5   -12  loss in 6" in printed
    assert re.search(r"^best line  4( [1-7]){18}$", printed, re.MULTILINE)
    assert re.search(r"^[\d,]+ nodes, [\d.]+ s", printed, re.MULTILINE)


def test_scripts_get_one_object() -> None:
    found = json.loads(plyground("solve", "connect_four", "4443511122222", "--json").stdout)
    assert found["value"] == "win"
    assert found["score"] == found["moves"]["4"]["score"]
    assert found["plies"] == len(found["line"])
    assert found["exact"] is True
    assert set(found["moves"]) == set("1234567")
    assert found["nodes"] > 0


def test_a_full_board_game_is_won_by_lines() -> None:
    game = "connect_four(rows=3, columns=4, connect=3, until_full=true)"
    assert "O wins by 1 (score -1)" in plyground("solve", game).stdout


def test_tic_tac_toe_is_a_draw() -> None:
    assert "a draw with best play" in plyground("solve", "tic_tac_toe").stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["connect_four", "1212121"], "there is nothing to solve: the game is over: X has won"),
        (["connect_four(rows=10, columns=10)"], "can be solved up to 62"),
        (["connect_four(rows=6, columns=7, until_full=true)"], "this one has 42"),
        (["connect_four", "7/7/7/7/7/X6/7"], "7 rows, not 6"),
        (["connect_four", "7/7/7/7/X6/7"], "a disc floats in column 1"),
        (["connect_four", "4444444"], "column 4 is full"),
        (["connect_four", "--table", "40"], "from 1 to 30"),
        (["checkers"], "does not know this position: its tables have those of 2 to 3 pieces"),
        (["nine_mens_morris"], "its tables have those of 6 to 8 men once all are placed"),
        (["nine_mens_morris", "--store", "nowhere"], "nowhere holds no morris databases"),
        (["nine_mens_morris", "--men", "19", "--store", "nowhere"], "solved for 6 to 18 of them"),
        (["checkers", "--pieces", "6", "--store", "nowhere"], "solved for 2 to 5 of them"),
        (["checkers", "--pieces", "2", "--store", "n" * 300], "File name too long"),
        (["connect_four", "44435", "--store", "nowhere"], "solved without --store"),
        (["nine_mens_morris", "--opening", "--store", "nowhere", "--json"], "takes no --json"),
        (["checkers", "B:WK1:BK2", "--pieces", "2", "--store", "nowhere"], "takes no POSITION"),
        (["isolation", "--openings", "--men", "6"], "solve --openings takes no --men"),
        (["connect_four", "44435", "--fresh"], "solving a position takes no --fresh"),
        (["nine_mens_morris", "--packed", "there", "--store", "nowhere"], "nowhere holds no"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_words(arguments: list[str], words: str) -> None:
    refused = plyground("solve", *arguments)
    assert refused.returncode == 2
    assert words in refused.stderr
    assert "slots to solve" not in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nine_mens_morris"], "name the folder of the tables: --store DIR"),
        (["nine_mens_morris", "--store", "nowhere"], "nowhere holds no morris databases"),
        (["nine_mens_morris", "--store", "nowhere", "--sample", "5"], "takes no --sample"),
        (["nine_mens_morris", "--store", "nowhere", "--pair", "5-3", "--men", "8"], "one of them"),
        (["checkers", "--store", "nowhere", "--pair", "5-3"], "--pair is for nine_mens_morris"),
        (["isolation", "--men", "6"], "verifying openings takes no --men"),
    ],
)
def test_what_cannot_be_verified_is_refused_in_words(arguments: list[str], words: str) -> None:
    refused = plyground("verify", *arguments)
    assert refused.returncode == 2
    assert words in refused.stderr


def test_an_interrupted_search_says_what_it_knows() -> None:
    game = load_game("connect_four")
    oracle = ConnectFour(game)

    def interrupt() -> None:
        while oracle.nodes < 100_000 or oracle.so_far.high == 21:
            time.sleep(0.01)
        _thread.interrupt_main()

    threading.Thread(target=interrupt, daemon=True).start()
    found = attended(oracle, game.start)
    assert found.truth is None
    said = re.fullmatch(r"the score is from (-?\d+) to (-?\d+), [\d,]+ nodes", found.stopped)
    assert said is not None
    assert -21 <= int(said[1]) <= 1 <= int(said[2]) < 21
    assert as_data(oracle, found)["known"] == found.stopped


def test_a_table_game_is_printed_in_columns(tmp_path: Path) -> None:
    """A move that takes a man has a longer name than one that does not."""
    folder = str(tmp_path)
    solved = plyground("solve", "nine_mens_morris", "--men", "6", "--store", folder)
    assert "1 pair solved now" in solved.stdout
    position = "W:Wa1,d1,g4:Ba4,d7,g7"
    printed = plyground("probe", "nine_mens_morris", position, "--store", folder).stdout
    assert "White wins in 1 ply (score +1)" in printed
    assert "g4-g1xd7    +1  win in 1\n" in printed
    assert "   g4-a7    -1  loss in 24\n" in printed
    assert re.search(r"^looked up, [\d.]+ s$", printed, re.MULTILINE)
