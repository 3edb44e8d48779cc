"""Files of values: never a wrong one, and never half of one, whenever the solver is killed."""

import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground.cli import solve_morris as commands
from plyground.errors import BadFile, BadParameter
from plyground.solve.morris import solve_morris
from plyground.solve.morris_packed import (
    export_packed,
    packed_size,
    packed_values,
    read_packed,
    unpacked,
)
from plyground.solve.morris_store import MorrisStore
from plyground.solve.retrograde import DRAW
from plyground.solve.store import STRETCH, TableFile, is_there, sweep, write_table

MEN = 7
HOLDS = {"rules": "some", "name": "a"}
SIZE = 3 * STRETCH + 100


@pytest.fixture(scope="module")
def values() -> np.ndarray:
    return np.random.default_rng(5).integers(0, 256, SIZE, np.uint8)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, values: np.ndarray) -> Path:
    path = tmp_path_factory.mktemp("tables") / "a.table"
    with ThreadPoolExecutor(2) as pool:
        write_table(path, HOLDS, values, pool)
    return path


def test_what_was_written_is_read(table: Path, values: np.ndarray) -> None:
    read = TableFile(table, HOLDS)
    read.check(workers=2)
    assert (read.values == values).all()
    assert [read.at(slot) for slot in (0, STRETCH, SIZE - 1)] == [
        int(values[slot]) for slot in (0, STRETCH, SIZE - 1)
    ]


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_byte_that_changed_is_never_read_as_a_value(
    table: Path, values: np.ndarray, tmp_path: Path, data: st.DataObject
) -> None:
    content = bytearray(table.read_bytes())
    head = len(content) - SIZE
    place = data.draw(st.one_of(st.integers(0, head - 1), st.integers(0, len(content) - 1)))
    content[place] ^= data.draw(st.integers(1, 255))
    spoiled = tmp_path / "spoiled.table"
    spoiled.write_bytes(content)
    with pytest.raises(BadFile, match=r"spoiled\.table"):
        TableFile(spoiled, HOLDS).check()
    if place >= head:
        with pytest.raises(BadFile, match="damaged: the checksum"):
            TableFile(spoiled, HOLDS).at(place - head)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, SIZE), st.booleans())
def test_a_file_that_is_too_short_or_too_long_is_refused(
    table: Path, tmp_path: Path, length: int, longer: bool
) -> None:
    content = table.read_bytes()
    other = content + bytes(length + 1) if longer else content[: max(0, SIZE - length)]
    cut = tmp_path / "cut.table"
    cut.write_bytes(other)
    with pytest.raises(BadFile, match=r"cut\.table"):
        TableFile(cut, HOLDS)


def test_foreign_files_are_refused_in_words(table: Path, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"cannot read .*No such file"):
        TableFile(tmp_path / "nothing", HOLDS)
    foreign = tmp_path / "foreign"
    foreign.write_bytes(b"%PDF-1.7" * 100)
    with pytest.raises(BadFile, match=r"not a table of Plyground's \(delete the file and solve"):
        TableFile(foreign, HOLDS)
    foreign.write_bytes(table.read_bytes() + b"more")
    with pytest.raises(BadFile, match=r"something was added to it \(delete the file and solve"):
        TableFile(foreign, HOLDS)
    with pytest.raises(BadFile, match=r"holds name 'a'; wanted: rules 'some', name 'b'"):
        TableFile(table, {**HOLDS, "name": "b"})
    content = bytearray(table.read_bytes())
    content[8:12] = struct.pack("<I", 7)
    foreign.write_bytes(content)
    with pytest.raises(BadFile, match="of version 7"):
        TableFile(foreign, HOLDS)


def test_one_subspace_is_not_taken_for_another(store: MorrisStore, tmp_path: Path) -> None:
    (tmp_path / "3-4.table").write_bytes(store.path(4, 3).read_bytes())
    with pytest.raises(BadFile, match="holds to move 4, against 3"):
        MorrisStore(tmp_path).table(3, 4)


def test_leftovers_of_dead_writers_are_swept_away(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    old, present = tmp_path / f"3-3.table.{ended.pid}.tmp", tmp_path / f"a.{os.getppid()}.tmp"
    for file in (old, present):
        file.touch()
    sweep(tmp_path)
    assert not old.exists()
    assert present.exists()


# --- the whole store ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> MorrisStore:
    folder = tmp_path_factory.mktemp("morris")
    solve_morris(MEN, folder)
    return MorrisStore(folder)


SOLVER = (
    "import sys; from pathlib import Path; from plyground.solve.morris import solve_morris;"
    f"print('started', flush=True); solve_morris({MEN}, Path(sys.argv[1]),"
    "progress=lambda done, words: print(words, flush=True))"
)


@pytest.mark.parametrize(
    "moment", ["3-3: depth 5", "3-3: writing", "4-3: captures", "4-3: writing"]
)
def test_killed_at_any_moment_it_goes_on_to_the_same_files(
    store: MorrisStore, tmp_path: Path, moment: str
) -> None:
    solver = subprocess.Popen(
        [sys.executable, "-c", SOLVER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert solver.stdout is not None
    for line in solver.stdout:
        if line.strip() == moment:
            break
    time.sleep(0.02)
    solver.send_signal(signal.SIGKILL)
    solver.communicate()
    had = {path.name for path in tmp_path.glob("*.table")}
    assert ("3-3.table" in had) == moment.startswith("4-3") or moment == "3-3: writing"
    solve_morris(MEN, tmp_path)
    written = {path.name: path.read_bytes() for path in tmp_path.glob("*.table")}
    assert written == {path.name: path.read_bytes() for path in store.folder.glob("*.table")}
    assert not list(tmp_path.glob("*.tmp"))


def test_a_damaged_dependency_stops_the_solver(store: MorrisStore, tmp_path: Path) -> None:
    content = bytearray(store.path(3, 3).read_bytes())
    content[-1] ^= 1
    (tmp_path / "3-3.table").write_bytes(content)
    with pytest.raises(BadFile, match=r"3-3\.table is damaged"):
        solve_morris(MEN, tmp_path)
    assert not list(tmp_path.glob("4-3*"))


def test_packed_tables_hold_win_draw_and_loss(store: MorrisStore, tmp_path: Path) -> None:
    paths = export_packed(store, tmp_path)
    assert [path.name for path in paths] == ["3-3.packed", "4-3.packed", "3-4.packed"]
    values, packed = store.table(3, 4).values, read_packed(tmp_path, 3, 4)
    assert (packed == packed_values(store, 3, 4)).all()
    assert len(packed) == packed_size(3, 4) == -(-len(values) // 4)
    expected = np.where(values == DRAW, 1, np.where(values % 2 == 1, 2, 0))
    places = np.arange(len(values))
    assert ((packed[places // 4] >> 2 * (places % 4).astype(np.uint8) & 3) == expected).all()
    assert unpacked(packed, 0, 4321) == expected[4321]
    paths[1].write_bytes(paths[1].read_bytes()[:-1])
    with pytest.raises(BadFile, match="cut off"):
        read_packed(tmp_path, 4, 3)


def test_whether_a_file_is_there_can_always_be_told_or_is_refused(table: Path) -> None:
    assert is_there(table)
    assert not is_there(table.parent)
    assert not is_there(table.parent / "nothing")
    assert not is_there(table / "within a file")
    for name in ("n" * 300, "\0"):
        with pytest.raises(BadFile, match="cannot read"):
            is_there(table.parent / name)


def test_a_verification_does_not_pass_over_files_that_it_cannot_compare(
    store: MorrisStore, tmp_path: Path
) -> None:
    for side in ((3, 3), (4, 3)):
        shutil.copy(store.path(*side), tmp_path)
    verdicts = commands.verify(tmp_path, 1)
    assert next(verdicts)[1]
    with pytest.raises(BadFile, match=r"holds 4-3\.table too, which cannot be compared"):
        next(verdicts)
    assert len(list(commands.verify(tmp_path, 1, men=6))) == 1
    with pytest.raises(BadParameter, match="databases of 6 to 6 men, not of 7"):
        next(commands.verify(tmp_path, 1, men=7))


def test_nothing_is_not_packed(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="holds no morris databases"):
        commands.export(tmp_path, tmp_path / "packed", 1)
    assert not (tmp_path / "packed").exists()
