"""`plyground probe`, and stores for scripts: what tables say about a position, and refuse."""

import json
from pathlib import Path

import pytest
from command_line import plyground

from plyground.solve.checkers import solve_checkers
from plyground.solve.morris import solve_morris

MORRIS = "W:Wa1,d6,g7:Ba7,b6,c5"
CHECKERS = "B:WK1:BK32,K28,10"


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folders = {name: tmp_path_factory.mktemp(name) for name in ("nine_mens_morris", "checkers")}
    solve_morris(6, folders["nine_mens_morris"])
    solve_checkers(4, folders["checkers"])
    return folders


def test_a_morris_position_is_told_with_every_move_best_first(stores: dict[str, Path]) -> None:
    folder = stores["nine_mens_morris"]
    lines = plyground("probe", "nine_mens_morris", MORRIS, "--store", str(folder)).stdout.split(
        "\n"
    )
    begin = lines.index("White wins in 3 plies (score +1)")
    assert lines[begin + 1].split() == ["d6-g1", "+1", "win", "in", "3"]
    assert "loss in 22" in "\n".join(lines[begin + 2 :])


def test_scripts_get_one_object(stores: dict[str, Path]) -> None:
    folder = stores["checkers"]
    found = json.loads(
        plyground("probe", "checkers", CHECKERS, "--store", str(folder), "--json").stdout
    )
    assert (found["value"], found["plies"], len(found["line"])) == ("win", 21, 21)
    plies = {move: each["plies"] for move, each in found["moves"].items()}
    assert plies == {"28-24": 21, "32-27": 21, "10-14": 23, "10-15": 25}


@pytest.mark.parametrize(
    ("game", "position"), [("nine_mens_morris", "d6 d2"), ("checkers", "11-15")]
)
def test_what_no_table_holds_is_refused_in_words(
    game: str, position: str, stores: dict[str, Path]
) -> None:
    refused = plyground("probe", game, position, "--store", str(stores[game]))
    assert refused.returncode == 2
    assert f"the oracle of {game} does not know this position" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_tables_are_solved_and_verified_for_scripts(stores: dict[str, Path]) -> None:
    folder = str(stores["checkers"])
    solved = json.loads(
        plyground("solve", "checkers", "--pieces", "2", "--store", folder, "--json").stdout
    )
    assert [each["kind"] for each in solved["kinds"]] == ["k-k", "m-k", "k-m", "m-m"]
    assert (solved["solved_now"], len(solved["costs"])) == (0, 3)
    verified = json.loads(
        plyground("verify", "checkers", "--pieces", "2", "--store", folder, "--json").stdout
    )
    assert verified["right"] is True
    assert [each["mismatches"] for each in verified["tables"]] == [0, 0, 0, 0]


def test_the_store_of_another_game_is_refused(stores: dict[str, Path]) -> None:
    refused = plyground("probe", "checkers", CHECKERS, "--store", str(stores["nine_mens_morris"]))
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
