"""Files of checkers endgames: never a wrong value, whatever happens to them."""

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from plyground.agents import load_agent
from plyground.cli import solve_checkers as commands
from plyground.errors import BadFile, BadParameter
from plyground.experiments.plan import Experiment
from plyground.experiments.referee import Referee
from plyground.games import load_game
from plyground.solve import _shared, load_endgames, load_oracle
from plyground.solve.checkers import solve_checkers
from plyground.solve.checkers_oracle import CheckersOracle
from plyground.solve.checkers_slots import Kind
from plyground.solve.checkers_store import CheckersStore
from plyground.solve.checkers_verify import verify_checkers

GAME = load_game("checkers")
PIECES = 3
KINGS = Kind(0, 1, 0, 1)
A_DRAW = GAME.read_position("B:WK1:BK32")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> CheckersStore:
    folder = tmp_path_factory.mktemp("checkers")
    solve_checkers(PIECES, folder)
    return CheckersStore(folder)


@pytest.fixture
def copied(store: CheckersStore, tmp_path: Path) -> CheckersStore:
    shutil.copytree(store.folder, tmp_path, dirs_exist_ok=True)
    return CheckersStore(tmp_path)


def test_names_say_who_is_to_move(store: CheckersStore) -> None:
    names = {path.stem for path in store.folder.glob("*.table")}
    assert {"k-k", "m-k", "k-m", "m-m", "mk-k", "k-mk", "mm-m"} <= names
    assert len(names) == 16


def test_a_store_knows_up_to_how_many_pieces_it_has_all(copied: CheckersStore) -> None:
    assert copied.pieces() == PIECES
    copied.path(Kind(1, 1, 0, 1)).unlink()
    assert copied.pieces() == 2
    copied.path(KINGS).unlink()
    assert copied.pieces() == 0
    assert not CheckersOracle(GAME, str(copied.folder)).knows(A_DRAW)


@pytest.mark.parametrize("place", [0, 9, 30, 150, -1, -500])
def test_a_file_with_a_changed_byte_is_refused_by_all_who_read(
    copied: CheckersStore, place: int
) -> None:
    path = copied.path(KINGS)
    content = bytearray(path.read_bytes())
    content[place] ^= 4
    path.write_bytes(content)
    oracle = CheckersOracle(GAME, str(copied.folder))
    with pytest.raises(BadFile, match=r"k-k\.table"):
        oracle.value(A_DRAW)
    with pytest.raises(BadFile, match=r"k-k\.table"):
        load_endgames(GAME, str(copied.folder))
    with pytest.raises(BadFile, match=r"k-k\.table"):
        verify_checkers(PIECES, copied)
    with pytest.raises(BadFile, match=r"k-k\.table"):
        solve_checkers(PIECES + 1, copied.folder)
    assert not list(copied.folder.glob("kk-kk*"))


def test_a_truncated_a_foreign_and_a_confused_file_are_refused(copied: CheckersStore) -> None:
    path = copied.path(KINGS)
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    with pytest.raises(BadFile, match="cut off"):
        copied.loaded(2)
    path.write_bytes(b"GIF89a" * 300)
    with pytest.raises(BadFile, match="not a table of Plyground's"):
        copied.loaded(2)
    path.write_bytes(copied.path(Kind(1, 0, 1, 0)).read_bytes())
    with pytest.raises(BadFile, match="holds pieces 'm-m'; wanted"):
        copied.loaded(2)


def test_an_oracle_reads_the_store_it_is_given(store: CheckersStore) -> None:
    oracle = load_oracle(GAME, store=str(store.folder))
    assert oracle.knows(A_DRAW)
    assert str(oracle.value(A_DRAW)) == "draw"


def test_a_folder_without_endgames_is_refused_and_so_is_another_game(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="holds no checkers endgames: plyground solve"):
        load_endgames(GAME, str(tmp_path))
    with pytest.raises(BadParameter, match=r"no endgames of tic_tac_toe .*some of checkers"):
        load_endgames(load_game("tic_tac_toe"), str(tmp_path))


SOLVER = (
    "import sys; from pathlib import Path; from plyground.solve.checkers import solve_checkers;"
    f"solve_checkers({PIECES}, Path(sys.argv[1]),"
    "progress=lambda done, words: print(words, flush=True))"
)


@pytest.mark.parametrize("moment", ["k-k: writing", "m-k: captures", "kk-k: depth 9"])
def test_killed_at_any_moment_it_goes_on_to_the_same_files(
    store: CheckersStore, tmp_path: Path, moment: str
) -> None:
    solver = subprocess.Popen(
        [sys.executable, "-c", SOLVER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert solver.stdout is not None
    seen = any(line.strip() == moment for line in solver.stdout)
    time.sleep(0.003)
    solver.send_signal(signal.SIGKILL)
    solver.communicate()
    assert seen
    solve_checkers(PIECES, tmp_path)
    written = {path.name: path.read_bytes() for path in tmp_path.glob("*.table")}
    assert written == {path.name: path.read_bytes() for path in store.folder.glob("*.table")}
    assert not list(tmp_path.glob("*.tmp"))


def test_a_verification_does_not_pass_over_files_that_it_cannot_compare(
    copied: CheckersStore,
) -> None:
    copied.path(Kind(1, 0, 0, 2)).unlink()
    with pytest.raises(BadFile, match=r"holds kk-k\.table, .*too, which cannot be compared"):
        list(commands.verify(copied.folder, 1))
    assert list(commands.verify(copied.folder, 1, 2))[-1][1]


def test_agents_refuse_a_store_that_holds_nothing(tmp_path: Path) -> None:
    for text in (f'perfect(store="{tmp_path}")', f'advisor(store="{tmp_path}")'):
        with pytest.raises(BadFile, match="holds no checkers endgames"):
            load_agent(text).player(GAME)


def test_whoever_is_timed_has_tables_built_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the first who looks something up would lose by time."""
    agents = ("random", "random(seed=2)")
    for number, experiment in enumerate(
        [
            Experiment("checkers", agents, adjudicate=True),
            Experiment("checkers", ("advisor", "random")),
        ]
    ):
        folder = tmp_path / str(number)
        monkeypatch.setattr("plyground.files.cache_folder", lambda folder=folder: folder)
        _shared.cache_clear()
        Referee(experiment).player(0, 0)
        assert CheckersStore(folder / "checkers").pieces() == PIECES
    _shared.cache_clear()
