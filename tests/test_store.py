"""The store loses nothing: kills, full disks, damage, other people's files; exports parse back."""

import csv
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from typer.testing import CliRunner

from plyground.cli import runs as commands
from plyground.errors import BadFile, BadParameter, PlygroundError, UnknownName
from plyground.experiments.comparison import compared
from plyground.experiments.exports import as_csv, as_games, as_json_lines, export
from plyground.experiments.openings import Opening, position_after
from plyground.experiments.plan import Experiment
from plyground.experiments.records import GameRecord, record_of
from plyground.experiments.store import Store, default_path
from plyground.experiments.store_file import log_of
from plyground.games import load_game
from plyground.games.transcript import read, replayed

MATCH = Experiment("checkers", ("random", 'deepening(nodes=500, heuristic="men")'), games=40)
BIG = Experiment("checkers", ("random", "minimax(depth=2)"), games=1_000_000)


def numbered(number: int) -> GameRecord:
    """A made-up game, another one for every number."""
    dice = random.Random(number)
    moves = tuple(f"{dice.randint(1, 32)}-{dice.randint(1, 32)}" for _ in range(number % 50))
    nodes = tuple(dice.randint(1, 10**6) for _ in moves)
    return GameRecord(number, number % 2, 1 - number % 2, "", ("11-15",), moves,
                      dice.choice((0.0, 0.5, 1.0)), "win", "", nodes, (3,) * len(moves),
                      tuple(dice.random() for _ in moves))  # fmt: skip


def games(*numbers: int) -> list[GameRecord]:
    return [numbered(number) for number in numbers]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path) as opened:
        yield opened


def filled(path: Path, count: int = 200) -> bytes:
    """A closed store with one finished run of so many games, as bytes."""
    with Store.open(path) as store:
        run = store.begin(BIG)
        store.add(run, games(*range(count)))
        store.finish(run)
    assert not log_of(path).exists()
    return path.read_bytes()


NAMES = some.text(max_size=8)
RECORDS = some.builds(
    GameRecord,
    number=some.integers(0, 2**62),
    first=some.integers(0, 9),
    second=some.integers(0, 9),
    position=NAMES,
    opening=some.lists(NAMES, max_size=3).map(tuple),
    moves=some.lists(NAMES, max_size=5).map(tuple),
    points=some.sampled_from((0.0, 0.5, 1.0)),
    termination=NAMES,
    detail=some.text(some.characters(exclude_categories=())),
    nodes=some.lists(some.integers(0, 2**62), max_size=5).map(tuple),
    depths=some.lists(some.integers(0, 200), max_size=5).map(tuple),
    seconds=some.lists(some.floats(0, 1e6), max_size=5).map(tuple),
)


# ---- what goes in comes out


@given(some.lists(RECORDS, unique_by=lambda record: record.number, max_size=6))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_records_come_back_as_they_were_and_in_order(
    store: Store, records: list[GameRecord]
) -> None:
    run = store.begin(MATCH)
    store.add(run, records)
    # JSON joins two halves of a surrogate pair into the one character that they are
    expected = [record_of(_joined(record.as_json())) for record in records]
    assert store.records(run) == sorted(expected, key=lambda record: record.number)
    assert store.numbers(run) == {record.number for record in records}


def _joined(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def test_a_run_is_still_there_when_the_file_is_opened_again(path: Path) -> None:
    with Store.open(path) as store:
        run = store.begin(MATCH, "plyground match checkers …")
        store.add(run, games(3, 1, 2))
    with Store.open(path) as store:
        assert store.records(run) == games(1, 2, 3)
        assert store.experiment(run) == MATCH
        info = store.info(run)
        assert (info.done, info.planned, info.finished) == (3, 40, "")
        assert info.command == "plyground match checkers …"
        assert {"plyground", "python", "numba", "processor", "cores"} <= info.environment.keys()
        assert store.runs() == [info]


def test_adding_a_game_twice_keeps_the_first(store: Store) -> None:
    run = store.begin(MATCH)
    store.add(run, games(0, 1))
    store.add(run, [replace(numbered(1), points=0.25), numbered(2)])
    assert store.records(run) == games(0, 1, 2)


def test_runs_do_not_mix(store: Store) -> None:
    one, other = store.begin(MATCH), store.begin(MATCH)
    store.add(one, games(0, 1))
    store.add(other, games(1, 2))
    assert store.records(one) == games(0, 1)
    assert store.records(other) == games(1, 2)


def test_a_batch_that_fails_leaves_nothing_behind(store: Store, path: Path) -> None:
    run = store.begin(MATCH)
    with pytest.raises(OverflowError):
        store.add(run, [numbered(0), replace(numbered(1), number=2**70)])
    assert store.numbers(run) == set()
    store.add(run, games(5))
    with Store.open(path) as again:
        assert again.numbers(run) == {5}


def test_games_are_never_changed_or_deleted(path: Path) -> None:
    filled(path, 3)
    connection = sqlite3.connect(path)
    for statement in ("UPDATE game SET number = 9", "DELETE FROM game"):
        with pytest.raises(sqlite3.IntegrityError, match="a game is never"):
            connection.execute(statement)
    connection.close()


def test_sql_sees_the_columns_of_a_game(path: Path) -> None:
    filled(path, 50)
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT number, first, points, plies, termination, nodes FROM game")
    for number, first, points, plies, termination, nodes in rows.fetchall():
        record = numbered(number)
        assert (first, points, termination) == (record.first, record.points, "win")
        assert plies == 1 + len(record.moves)
        assert tuple(json.loads(nodes)) == record.nodes
    connection.close()


# ---- finding runs


def test_resume_finds_the_latest_run_of_an_equal_experiment(store: Store) -> None:
    assert store.latest(MATCH) is None
    first, second, other = store.begin(MATCH), store.begin(MATCH), store.begin(BIG)
    assert first < second
    assert store.latest(replace(MATCH)) == second
    assert store.latest(replace(MATCH, seed=2)) is None
    store.finish(second)
    assert store.latest(MATCH) == second
    assert store.latest(BIG) == other


def test_finishing_twice_keeps_the_first_time(store: Store, path: Path) -> None:
    run = store.begin(MATCH)
    store.finish(run)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE run SET finished = 'long ago'")
    connection.commit()
    connection.close()
    store.finish(run)
    assert store.info(run).finished == "long ago"


def test_a_run_is_found_by_number_or_by_the_beginning_of_its_identity(store: Store) -> None:
    store.begin(MATCH)
    latest, other = store.begin(MATCH), store.begin(BIG)
    assert store.find("1") == 1
    assert store.find(MATCH.identity[:6]) == latest
    assert store.find(BIG.identity) == other
    for text in ("99", "", "zzz", "-1", "%"):
        with pytest.raises(UnknownName, match="there is no run"):
            store.find(text)


def test_an_identity_cut_too_short_is_refused(store: Store) -> None:
    experiments = [replace(MATCH, seed=seed) for seed in range(40)]
    for experiment in experiments:
        store.begin(experiment)
    letters = [each.identity[0] for each in experiments if each.identity[0] in "abcdef"]
    shared = next(letter for letter in letters if letters.count(letter) > 1)
    with pytest.raises(BadParameter, match="may be any of the runs"):
        store.find(shared)


def test_an_unknown_run_is_refused(store: Store) -> None:
    for ask in (store.records, store.numbers, store.experiment, store.finish, store.info):
        with pytest.raises(BadParameter, match="there is no run 7"):
            ask(7)
    with pytest.raises(BadParameter, match="there is no run 7"):
        store.add(7, games(0))


def test_the_environment_chooses_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("PLYGROUND_RUNS", raising=False)
    assert default_path() == tmp_path / "cache" / "runs.sqlite"
    with Store.open():
        assert default_path().exists()
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path / "mine.sqlite"))
    assert default_path() == tmp_path / "mine.sqlite"


# ---- kills and company

WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from test_store import BIG, games
from plyground.experiments.store import Store
start, step, batches = map(int, sys.argv[2:])
with Store.open(Path(sys.argv[1])) as store:
    run = store.latest(BIG) or store.begin(BIG)
    for batch in range(batches):
        store.add(run, games(*range(start, start + 7 * step, step)))
        start += 7 * step
        print(start, flush=True)
"""


def writer(path: Path, start: int, step: int = 1, batches: int = 10**9) -> subprocess.Popen[str]:
    """A process that adds batches of seven games and says so after each."""
    code = WRITER.format(tests=str(Path(__file__).parent))
    arguments = [str(each) for each in (path, start, step, batches)]
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True
    )


def test_a_killed_writer_loses_nothing_that_was_added(path: Path) -> None:
    dice, done = random.Random(5), 0
    for _ in range(5):
        process = writer(path, done)
        assert process.stdout
        for _ in range(dice.randint(1, 60)):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        said = process.stdout.read().split("\n")
        process.wait()
        with Store.open(path) as store:
            run = store.latest(BIG)
            assert run == 1
            records = store.records(run)
        assert len(records) % 7 == 0, "half a batch"
        assert len(records) >= max([done, *(int(line) for line in said[:-1])])
        assert len(records) > done
        assert records == games(*range(len(records)))
        done = len(records)


def test_many_processes_may_begin_and_write_at_once(path: Path) -> None:
    with Store.open(path) as store:
        store.begin(BIG)
    processes = [writer(path, start, 4, 30) for start in range(4)]
    assert [len(process.communicate()[0].split()) for process in processes] == [30] * 4
    with Store.open(path) as store:
        assert store.records(1) == games(*range(4 * 7 * 30))


def test_those_who_make_the_same_store_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    def work(path: Path, together: threading.Barrier) -> int:
        together.wait()
        with Store.open(path) as store:
            run = store.begin(MATCH)
            store.add(run, games(run))
            return run

    with ThreadPoolExecutor(6) as pool:
        for attempt in range(20):
            path, together = tmp_path / f"{attempt}.sqlite", threading.Barrier(6)
            runs = [future.result() for future in
                    [pool.submit(work, path, together) for _ in range(6)]]  # fmt: skip
            assert sorted(runs) == [1, 2, 3, 4, 5, 6]
            with Store.open(path) as store:
                assert all(store.records(run) == games(run) for run in runs)


def test_a_reader_sees_the_last_commit_while_another_writes(store: Store, path: Path) -> None:
    run = store.begin(MATCH)
    store.add(run, games(0))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("INSERT INTO game (run, number, record, 'check') VALUES (1, 1, '{}', 0)")
    with Store.open(path, patience=0.1) as reader:
        assert reader.records(run) == games(0)
        with pytest.raises(BadFile, match=r"locked.*1 games of run 1 are kept"):
            reader.add(run, games(2))
        other.execute("ROLLBACK")
        reader.add(run, games(2))
    assert store.records(run) == games(0, 2)
    other.close()


# ---- files that are not what they should be


def refused(path: Path, words: str) -> None:
    """Opening is refused in one sentence that names the file, and changes nothing."""
    before = path.read_bytes()
    with pytest.raises(BadFile, match=words) as caught:
        Store.open(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_version_is_refused(path: Path) -> None:
    filled(path)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    refused(path, "written by a newer Plyground .layout 2; this one reads 1")


def test_a_database_of_another_program_is_refused(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE run (id)")
    connection.commit()
    refused(path, "a database of another program")
    connection.execute("PRAGMA application_id = 7")
    connection.close()
    refused(path, "a database of another program")


@pytest.mark.parametrize("content", [b"x", b"number,first,second\n" * 100, os.urandom(10_000)])
def test_a_file_that_is_no_database_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refused(path, "is not a store of runs")


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="is a folder"):
        Store.open(tmp_path)
    with pytest.raises(BadFile, match="there is no store"):
        Store.open(tmp_path / "typo.sqlite", create=False)
    assert not (tmp_path / "typo.sqlite").exists()
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot make the folder"):
        Store.open(tmp_path / "file" / "runs.sqlite")


def read_back(path: Path) -> list[GameRecord] | None:
    """All games of run 1, or None if the file is refused."""
    try:
        with Store.open(path) as store:
            return store.records(1)
    except BadFile:
        return None


def test_a_truncated_store_is_refused(path: Path) -> None:
    whole = filled(path)
    dice = random.Random(1)
    for length in {1, 50, 100, 4095, 4096, *dice.sample(range(1, len(whole)), 60), len(whole) - 1}:
        path.write_bytes(whole[:length])
        assert read_back(path) is None, length
    path.write_bytes(whole)
    assert read_back(path) == games(*range(200))


def test_a_damaged_store_is_refused_or_right(path: Path) -> None:
    whole = filled(path)
    dice, refusals = random.Random(2), 0
    for _ in range(150):
        at, size = dice.randrange(len(whole)), dice.choice((1, 1, 40, 4096))
        spoiled = whole[:at] + dice.randbytes(size) + whole[at + size :]
        path.write_bytes(spoiled)
        try:
            found = read_back(path)
        except PlygroundError:  # such as a run that is not there
            found = None
        assert found is None or found == games(*range(200)), (at, size)
        refusals += found is None
    assert refusals > 100


def test_damage_is_found_before_anything_is_added(path: Path) -> None:
    whole = filled(path)
    page = len(whole) // 4096 // 2 * 4096
    path.write_bytes(whole[:page] + bytes(4096) + whole[page + 4096 :])
    refused(path, r"is damaged: .*Put it aside")


def test_a_log_that_was_cut_loses_only_the_last_commits(path: Path, tmp_path: Path) -> None:
    with Store.open(path) as store:
        run = store.begin(BIG)
        for start in range(0, 210, 7):
            store.add(run, games(*range(start, start + 7)))
        whole, log = path.read_bytes(), log_of(path).read_bytes()
    assert len(log) > 100_000
    copy, kept = tmp_path / "copy.sqlite", set()
    for length in [*range(20_000, len(log), 9_999), len(log)]:
        copy.write_bytes(whole)
        log_of(copy).write_bytes(log[:length])
        with Store.open(copy) as store:
            records = store.records(run)
        assert len(records) % 7 == 0
        assert records == games(*range(len(records)))
        kept.add(len(records))
    assert max(kept) == 210
    assert len(kept) > 5


def test_a_log_without_its_store_is_not_thrown_away(path: Path, tmp_path: Path) -> None:
    with Store.open(path) as store:
        store.begin(BIG)
        log = log_of(path).read_bytes()
    copy = tmp_path / "copy.sqlite"
    log_of(copy).write_bytes(log)
    with pytest.raises(BadFile, match=r"its log copy\.sqlite-wal holds games"):
        Store.open(copy)
    assert log_of(copy).read_bytes() == log


# ---- disks


def add_until_it_fails(store: Store, run: int, start: int = 0) -> tuple[int, str]:
    """How many games were added before it failed, and what was said."""
    for number in range(start, start + 100_000, 10):
        try:
            store.add(run, games(*range(number, number + 10)))
        except BadFile as error:
            return number, str(error)
    raise AssertionError("the disk never filled up")


def test_a_store_that_may_not_grow_keeps_what_it_has(path: Path) -> None:
    with Store.open(path) as store:
        run = store.begin(BIG)
        store._connection.execute("PRAGMA max_page_count = 60")
        done, words = add_until_it_fails(store, run)
        assert done > 10
        assert "the disk is full" in words
        assert f"; {done} games of run 1 are kept; free space and go on with --resume" in words
        assert store.records(run) == games(*range(done))
        store._connection.execute("PRAGMA max_page_count = 100000")
        store.add(run, games(*range(done, done + 10)))
    with Store.open(path) as store:
        assert store.records(run) == games(*range(done + 10))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1 MB."""
    yield from mounted(tmp_path, "tmpfs", "size=1m")


def mounted(tmp_path: Path, kind: str, options: str) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root can mount a disk")
    made = subprocess.run(
        ["mount", "-t", kind, "-o", options, "none", str(folder)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip(f"cannot mount: {made.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_keeps_every_game_and_goes_on_when_there_is_space(small_disk: Path) -> None:
    path, ballast = small_disk / "runs.sqlite", small_disk / "ballast"
    ballast.write_bytes(bytes(400_000))
    with Store.open(path) as store:
        run = store.begin(BIG)
        done, words = add_until_it_fails(store, run)
        assert done > 10
        assert "the disk is full" in words
        assert f"{done} games of run 1 are kept" in words
        assert store.records(run) == games(*range(done))
    ballast.unlink()
    with Store.open(path) as store:
        assert store.records(run) == games(*range(done))
        more, words = add_until_it_fails(store, run, done)
        assert more > done
        assert "the disk is full" in words
        assert store.records(run) == games(*range(more))


def test_a_store_cannot_be_made_or_opened_on_a_full_disk(small_disk: Path, path: Path) -> None:
    with Store.open(path) as store:
        run = store.begin(BIG)
        store.add(run, games(0, 1))
        shutil.copy(path, small_disk / "old.sqlite")
        shutil.copy(log_of(path), small_disk / "old.sqlite-wal")
    with (small_disk / "ballast").open("wb", buffering=0) as ballast, pytest.raises(OSError):
        while True:
            ballast.write(bytes(1024))
    for name in ("old.sqlite", "new.sqlite"):
        with pytest.raises(BadFile, match="the disk is full"):
            Store.open(small_disk / name)
    (small_disk / "ballast").unlink()
    assert read_back(small_disk / "old.sqlite") == games(0, 1)
    Store.open(small_disk / "new.sqlite").close()


def test_a_store_on_a_read_only_disk_can_be_read_but_not_written(
    small_disk: Path, tmp_path: Path
) -> None:
    path = small_disk / "runs.sqlite"
    filled(path, 20)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with Store.open(path) as store:
        assert store.records(1) == games(*range(20))
        with pytest.raises(BadFile, match="may not be written"):
            store.begin(MATCH)
        with pytest.raises(BadFile, match=r"may not be written.*20 games of run 1 are kept"):
            store.add(1, games(20))
    with pytest.raises(BadFile, match="cannot be opened"):
        Store.open(small_disk / "new.sqlite")


def test_a_log_on_a_read_only_disk_is_not_passed_over(small_disk: Path, path: Path) -> None:
    with Store.open(path) as store:
        run = store.begin(BIG)
        store.add(run, games(0, 1))
        shutil.copy(path, small_disk / "runs.sqlite")
        shutil.copy(log_of(path), small_disk / "runs.sqlite-wal")
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(BadFile, match=r"cannot be opened|may not be written"):
        Store.open(small_disk / "runs.sqlite")


@pytest.mark.skipif(os.access("/", os.W_OK), reason="root may write everything")
def test_a_read_only_file_can_be_read_but_not_written(path: Path) -> None:
    filled(path, 20)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        with Store.open(path) as store:
            assert store.records(1) == games(*range(20))
            with pytest.raises(BadFile, match="may not be written"):
                store.begin(MATCH)
    finally:
        path.parent.chmod(0o755)


# ---- exports


def played(experiment: Experiment, count: int, opening: Opening) -> list[GameRecord]:
    """Random games from an opening, with what came of them."""
    game, found = load_game(experiment.game), []
    for number in range(count):
        position, dice = position_after(game, opening), random.Random(number)
        names: list[str] = []
        while (legal := game.moves(position)) and len(names) < 60:
            move = dice.choice(legal)
            names.append(game.move_name(position, move))
            position = game.plain.play(position, move)
        ended = "length" if game.moves(position) else "win"
        # who cannot move has lost: after an even number of moves it is the first player
        points = 0.5 if ended == "length" else float(len(names) % 2)
        found.append(
            GameRecord(number, number % 2, 1 - number % 2, opening.position, opening.moves,
                       tuple(names), points, ended, "", (7,) * len(names))
        )  # fmt: skip
    return found


def test_csv_has_one_row_a_game() -> None:
    records = [*games(*range(20)), replace(numbered(20), detail='a "b",\nc', termination="crash")]
    rows = list(csv.DictReader(StringIO(as_csv(MATCH, records))))
    assert len(rows) == 21
    for row, record in zip(rows, records, strict=True):
        assert int(row["number"]) == record.number
        assert row["first"] == MATCH.agents[record.first]
        assert float(row["points"]) == record.points
        assert row["moves"].split() == list(record.moves)
        assert [int(text) for text in row["nodes"].split()] == list(record.nodes)
        assert [float(text) for text in row["seconds"].split()] == list(record.seconds)
        assert int(row["plies"]) == len(record.opening) + len(record.moves)
        assert row["detail"] == record.detail


def test_json_lines_hold_the_whole_record(tmp_path: Path) -> None:
    records = [*games(*range(20)), replace(numbered(20), detail="half a pair: \udc80")]
    export(tmp_path / "games.jsonl", MATCH, records)
    lines = (tmp_path / "games.jsonl").read_text("utf-8").splitlines()
    for line, record in zip(lines, records, strict=True):
        data = json.loads(line)
        assert data.pop("first_agent") == MATCH.agents[record.first]
        assert data.pop("game") == "checkers"
        del data["experiment"], data["second_agent"]
        assert record_of(json.dumps(data)) == record
    assert as_json_lines(MATCH, []) == ""


WHITE_BEGINS = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,13"


@pytest.mark.parametrize(
    ("opening", "first_side"),
    [
        (Opening("", ()), "Black"),
        (Opening("", ("9-13", "22-18", "11-15")), "White"),
        (Opening(WHITE_BEGINS, ()), "White"),
        (Opening(WHITE_BEGINS, ("22-18",)), "Black"),
    ],
)
def test_pdn_replays_to_the_same_end(opening: Opening, first_side: str) -> None:
    game, records = load_game("checkers"), played(MATCH, 12, opening)
    scores = as_games(MATCH, records).split("\n\n[Event")
    assert {record.points for record in records} > {0.5}
    for score, record in zip(scores, records, strict=True):
        text = score if score.startswith("[Event") else "[Event" + score
        transcript = read(text)
        position, move = replayed(game, transcript)[-1]
        whole = Opening(record.position, record.opening + record.moves)
        assert game.plain.play(position, move) == position_after(game, whole)
        first = MATCH.agents[record.first].replace('"', "'")
        assert f'[{first_side} "{first}"]' in text
        winner = {"1-0": "Black", "0-1": "White"}.get(transcript.result)
        if record.points == 0.5:
            assert transcript.result == "1/2-1/2"
        else:
            assert (winner == first_side) == (record.points == 1)
        assert text.rstrip().endswith(transcript.result)
        assert ("[FEN" in text) == bool(record.position)
        assert max(map(len, text.splitlines())) <= 100


def test_pdn_numbers_the_moves_as_draughts_players_do() -> None:
    after = GameRecord(4, 0, 1, WHITE_BEGINS, ("22-18",), ("11-15", "18x11"), 1.0, "timeout",
                       "it {hung}\nfor 9 s")  # fmt: skip
    text = as_games(MATCH, [after])
    event, *others = text.splitlines()[:4]
    assert event == f'[Event "plyground {MATCH.identity}"]'
    assert others == ['[Site "?"]', '[Date "????.??.??"]', '[Round "3.1"]']
    assert text.endswith("\n\n{timeout: it (hung) for 9 s}\n1... 22-18 2. 11-15 18x11 1-0\n")


def test_other_games_are_written_as_saved_games() -> None:
    experiment = replace(MATCH, game="connect_four", agents=("random", "minimax"))
    record = GameRecord(0, 1, 0, "", ("4",), ("4", "3"), 0.0, "win")
    transcript = read(as_games(experiment, [record]))
    assert transcript.moves == ("4", "4", "3")
    assert transcript.players == ("random", "minimax")
    assert transcript.result == "1-0"


def test_an_unknown_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match=r"should end in .csv, .jsonl, .pdn"):
        export(tmp_path / "games.doc", MATCH, [])


# ---- comparing, and the command


def test_a_comparison_names_what_differs() -> None:
    one, other = games(0, 1, 2, 3), games(0, 1, 2)
    same = compared((MATCH, replace(MATCH)), (one, [replace(each, seconds=()) for each in one]))
    assert same.same
    other[1] = replace(other[1], points=0.25)
    other[2] = replace(other[2], moves=("11-15",))
    found = compared((MATCH, replace(MATCH, seed=9)), (one, other))
    assert dict(found.settings) == {"seed": (1, 9)}
    assert (found.games, found.common) == ((4, 3), 3)
    assert (found.other_results, found.other_moves) == ((1,), (2,))
    assert not found.same_experiment
    assert not found.same_results
    assert not compared((MATCH, MATCH), (one, one[:3])).same_results


def answer(*arguments: str) -> tuple[int, str]:
    app = typer.Typer()
    app.callback()(lambda: None)
    commands.add_to(app)
    result = CliRunner().invoke(app, ["runs", *arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def test_the_command_lists_shows_exports_and_compares(path: Path, tmp_path: Path) -> None:
    with Store.open(path) as store:
        for _ in range(2):
            run = store.begin(MATCH, "plyground match …")
            store.add(run, played(MATCH, 4, Opening("", ())))
        store.finish(run)
        store.add(store.begin(replace(MATCH, seed=2)), games(0))
    at = ("--store", str(path))
    code, listing = answer(*at)
    assert code == 0
    assert len(listing.splitlines()) == 4
    assert listing.count("not finished") == 2
    runs = json.loads(answer(*at, "--json")[1])["runs"]
    assert [run["done"] for run in runs] == [4, 4, 1]
    assert "4 of 40 games" in answer("show", "2", *at)[1]
    shown = json.loads(answer(*at, "show", MATCH.identity, "--json")[1])
    assert (shown["id"], shown["results"]["games"]) == (2, 4)
    assert "(4 games)" in answer("export", "1", str(tmp_path / "out.pdn"), *at)[1]
    assert (tmp_path / "out.pdn").read_text().count("[Event") == 4
    assert answer("compare", "1", "2", *at)[0] == 0
    code, words = answer("compare", "1", "3", *at)
    assert code == 1
    assert "seed: 1 against 2" in words


def test_the_command_refuses_what_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path / "none.sqlite"))
    assert "no runs yet" in answer()[1]
    with pytest.raises(BadFile, match="there is no store"):
        answer("--store", str(tmp_path / "typo.sqlite"))
    with pytest.raises(BadFile, match="there is no store"):
        answer("show", "1")
    assert not list(tmp_path.iterdir())
