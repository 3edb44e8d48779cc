"""All openings of a board: FACTS, symmetry, kill and resume, and files that can be trusted."""

import dataclasses
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from plyground.cli.solve_isolation import print_openings, print_verification
from plyground.errors import BadFile, BadParameter, PlygroundError
from plyground.games import Game, load_game
from plyground.games.game import WON
from plyground.solve import isolation_file
from plyground.solve.isolation import Isolation
from plyground.solve.isolation_file import Progress, read, shipped, write
from plyground.solve.isolation_map import as_text
from plyground.solve.isolation_openings import Opening, Openings, classes, representative
from plyground.solve.isolation_workers import _first_wins, solve_openings, solved, verified, verify

FACTS = {
    (4, 4): (33, 9),
    (5, 5): (85, 44),
    (5, 6): (225, 108),
    (6, 6): (165, 78),
}
MAP_OF_A1 = """\
4 2 1 2 2
3 1 1 1 2
2 2 1 1 1
1 X 2 1 2
  a b c d"""


def knights(rows: int, columns: int) -> Game:
    return load_game(f"isolation(rows={rows}, columns={columns})")


@cache
def solved_here(rows: int, columns: int) -> Openings:
    """All openings, in this process."""
    game = knights(rows, columns)
    oracle = Isolation(game, 18)
    found = [
        dataclasses.replace(each, first_wins=_first_wins(oracle, each)) for each in classes(game)
    ]
    return Openings(game.text, rows, columns, tuple(found))


def expected_by_the_law(found: Openings, first: int, second: int) -> bool:
    """FACTS.md: the same color for the first player, different ones for the second, except …"""
    rows, columns = found.rows, found.columns
    (row, column), (row_too, column_too) = divmod(first, columns), divmod(second, columns)
    same = (row + column + row_too + column_too) % 2 == 0
    if rows % 2 == 0 and columns % 2 == 0 and second == rows * columns - 1 - first:
        return False
    if rows % 2 and columns % 2 and first == rows * columns // 2:
        return same or {abs(row - row_too), abs(column - column_too)} == {1, 2}
    return same


@pytest.mark.parametrize(("rows", "columns"), FACTS)
def test_classes_and_wins_are_those_of_the_facts(rows: int, columns: int) -> None:
    found = solved_here(rows, columns)
    assert (len(found.openings), found.won) == FACTS[rows, columns]
    cells = rows * columns
    assert found.ordered == cells * (cells - 1)
    assert not found.first_wins_with_free_placement


@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (5, 6), (6, 6), (7, 7)])
def test_the_law_of_colors_holds(rows: int, columns: int) -> None:
    found = shipped(knights(7, 7)) if rows == columns == 7 else solved_here(rows, columns)
    assert found is not None
    for each in found.openings:
        assert each.first_wins == expected_by_the_law(found, each.first, each.second)


def test_the_shipped_openings_of_seven_by_seven_are_those_of_the_facts() -> None:
    found = shipped(load_game("isolation"))
    assert found is not None
    assert (len(found.openings), found.won) == (315, 160)
    assert (found.ordered, found.ordered_won) == (2352, 1160)
    assert not found.first_wins_with_free_placement
    assert found.by_color(same=True) == (1152, 1152)


def test_each_opening_has_the_winner_of_its_representative() -> None:
    found = solved_here(4, 4)
    oracle = Isolation(knights(4, 4), 16)
    for first in range(16):
        for second, first_wins in found.winners(first).items():
            truth = oracle.searched(found.board.position(first, second))
            assert truth is not None
            assert (truth.outcome == WON) == first_wins
            assert representative(found.board, first, second) <= (first, second)


# --- workers ---------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from pathlib import Path
from plyground.games import load_game
from plyground.solve.isolation_file import Progress
from plyground.solve.isolation_workers import solve_openings

def show(done):
    if done == 40:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    solve_openings(Progress(load_game(sys.argv[1]), Path(sys.argv[2])), 2, show)
"""


def test_a_killed_run_goes_on_where_it_was_and_gives_the_same_table(tmp_path: Path) -> None:
    game, store, script = knights(5, 5), tmp_path / "openings.txt", tmp_path / "killed.py"
    script.write_text(KILLED)
    # Its output ends once the workers have ended too, so they do not outlive it.
    command = [sys.executable, str(script), game.text, str(store)]
    ended = subprocess.run(command, capture_output=True, timeout=300, check=False)
    assert ended.returncode < 0
    with store.open("a") as file:
        file.write("a1 b")
    progress = Progress(game, store)
    assert len(progress.winners) == 40
    assert len(progress.left) == 45
    shown: list[int] = []
    assert solve_openings(progress, 2, shown.append) == solved_here(5, 5)
    assert shown == list(range(40, 86))
    assert Progress(game, store).result() == solved_here(5, 5)
    assert not Progress(game, store, fresh=True).winners


def test_a_worker_that_ends_is_an_error_in_words() -> None:
    foreign = dataclasses.replace(knights(4, 4), text="no_such_game")
    with pytest.raises(PlygroundError, match="a worker ended before it was done"):
        list(solved(foreign, classes(knights(4, 4)), 1))


def test_verification_finds_the_entry_that_is_wrong_and_no_other() -> None:
    game, table = knights(4, 4), solved_here(4, 4)
    entries = list(table.openings)
    flipped = dataclasses.replace(entries[7], first_wins=not entries[7].first_wins)
    wrong = dataclasses.replace(table, openings=(*entries[:7], flipped, *entries[8:]))
    shown: list[int] = []
    found = verified(game, wrong, 1, 0, 0, shown.append)
    assert found.wrong == (flipped,)
    assert (found.checked, found.entries, shown) == (33, 33, list(range(1, 34)))


def test_a_sample_of_the_shipped_openings_is_right_and_the_same_for_the_same_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert print_verification(load_game("isolation"), sample=2, seed=7, workers=1, as_json=True)
    answer = json.loads(capsys.readouterr().out)
    assert (answer["checked"], answer["entries"], answer["wrong"]) == (2, 315, [])


def test_a_board_without_shipped_openings_cannot_be_verified() -> None:
    with pytest.raises(BadParameter, match=r"no openings of isolation\(rows=4, columns=4\)"):
        verify(knights(4, 4), 1)


# --- files ---------------------------------------------------------------------------------


def test_a_written_table_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "table.txt"
    write(path, knights(4, 4), solved_here(4, 4))
    assert read(path, knights(4, 4)) == solved_here(4, 4)
    assert "'isolation(rows=4, columns=4)' --openings" in path.read_text()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("a1 b1 2", "a1 b1 1", "checksum"),
        ("a1 b1 2\n", "", "checksum"),
        ("sha256 ", "sha256 0", "checksum"),
        ("# Openings of", "# Closings of", "does not hold openings of"),
    ],
)
def test_a_damaged_or_foreign_table_is_refused(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    path = tmp_path / "table.txt"
    write(path, knights(4, 4), solved_here(4, 4))
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(BadFile, match=complaint):
        read(path, knights(4, 4))


def test_an_oracle_with_a_damaged_data_file_refuses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolation_file, "DATA", tmp_path)
    (tmp_path / "isolation-4x4-knight.txt").write_bytes(b"\xff\x00")
    oracle = Isolation(knights(4, 4), 16)
    with pytest.raises(BadFile, match="cannot read"):
        oracle.value(oracle.game.start)


def test_an_unfinished_table_is_refused_even_if_its_checksum_is_right(tmp_path: Path) -> None:
    path, table = tmp_path / "table.txt", solved_here(4, 4)
    write(path, knights(4, 4), dataclasses.replace(table, openings=table.openings[1:]))
    with pytest.raises(BadFile, match="1 of 33 openings are missing"):
        read(path, knights(4, 4))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("# Openings of isolation, solved by Plyground\n", "does not hold openings of"),
        ("{head}a1 b1 3\na1 c1 1\n", r"cannot read line 2, 'a1 b1 3'"),
        ("{head}a1 b1 2\na1 b1 1\n", "contradicts"),
    ],
)
def test_progress_that_makes_no_sense_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "progress.txt"
    path.write_text(text.format(head=f"# {isolation_file.title(knights(4, 4))}\n"))
    with pytest.raises(BadFile, match=complaint):
        Progress(knights(4, 4), path)


# --- printed ---------------------------------------------------------------------------------


def test_the_text_has_totals_and_a_map_for_each_first_cell() -> None:
    text = as_text(solved_here(4, 4))
    assert "33 classes of openings up to symmetry, 240 openings" in text
    assert "with free placement the second player wins" in text
    blocks = text.split("\n\n")
    maps = [line.split("   ") for line in blocks[-1].splitlines()]
    assert "\n".join(row[0] for row in maps) == MAP_OF_A1
    assert [len(row) for row in maps] == [3] * 5


def test_the_command_goes_on_from_its_store_and_writes_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, store, output = knights(4, 4), tmp_path / "deep" / "store.txt", tmp_path / "out.txt"
    progress = Progress(game, store)
    for opening in solved_here(4, 4).openings[:30]:
        progress.add(opening)
    print_openings(game, 1, store=store, output=output, as_json=True)
    answer = json.loads(capsys.readouterr().out)
    assert (answer["classes"], answer["classes_won_by_first"], answer["solved_now"]) == (33, 9, 3)
    assert answer["table"][0] == {"first": "a1", "second": "b1", "size": 8, "winner": "second"}
    assert read(output, game) == solved_here(4, 4)
    print_openings(game, 1, store=store)
    assert "33 taken from" in capsys.readouterr().out


def test_an_opening_is_a_plain_record() -> None:
    assert classes(knights(4, 4))[0] == Opening(0, 1, 8, None)
