"""The store: every run and every game that was ever played, in one SQLite file.

    run                                             game
    id  identity  experiment  begun  finished …     run  number  record                    check
    ──  ────────  ──────────  ─────  ────────       ───  ──────  ────────────────────────  ─────
     1  5f0c…     {"game": …  12:01  12:09      ◀──   1       0  {"number": 0, "first": …  crc32
     2  91aa…     {"game": …  12:30  –          ◀──   1       1  {"number": 1, "first": …  crc32

The file is PLYGROUND_RUNS, or runs.sqlite in the user's cache folder. Games are only ever added:
triggers refuse to change or delete one.

What is promised. Each `add` is one transaction of a write-ahead log (WAL, synchronous=NORMAL):
whoever kills the process at any moment finds every `add` that returned, whole, and of one that did
not return all or nothing. A power cut may take the last transactions, but never damages the file.
Readers see the last commit while somebody writes. Every text is read back against its checksum.
"""

import json
import os
import platform
import re
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Protocol

from plyground.errors import BadFile, BadParameter, UnknownName
from plyground.experiments.plan import Experiment, experiment_of, pairings
from plyground.experiments.records import GameRecord, record_of
from plyground.experiments.store_file import connect, damaged, explained
from plyground.files import cache_folder

PATIENCE = 30.0
"""Seconds to wait for another process that writes."""
COUNTED = "SELECT *, (SELECT count(*) FROM game WHERE game.run = run.id) AS done FROM run"
NEW_RUN = """INSERT INTO run (identity, experiment, "check", begun, command, environment)
    VALUES (?, ?, ?, ?, ?, ?)"""
NEW_GAME = """INSERT INTO game (run, number, record, "check") VALUES (?, ?, ?, ?)
    ON CONFLICT (run, number) DO NOTHING"""


@dataclass(frozen=True)
class RunInfo:
    """A run in one line."""

    id: int
    identity: str
    """Of its experiment: equal experiments have equal identities."""
    game: str
    agents: tuple[str, ...]
    done: int
    """Games that are kept."""
    planned: int
    begun: str
    """When, in UTC."""
    finished: str
    """When, in UTC; empty if it was interrupted or goes on."""
    command: str
    environment: Mapping[str, str]


def default_path() -> Path:
    """PLYGROUND_RUNS, or runs.sqlite in the user's cache folder."""
    chosen = os.environ.get("PLYGROUND_RUNS")
    return Path(chosen) if chosen else cache_folder() / "runs.sqlite"


def environment() -> dict[str, str]:
    """What a result may depend on, besides its experiment."""
    return {
        "plyground": version("plyground"),
        "python": platform.python_version(),
        "numba": version("numba"),
        "system": platform.platform(),
        "processor": _processor(),
        "cores": str(os.cpu_count() or 1),
    }


class Execute(Protocol):
    """Runs one statement of a transaction."""

    def __call__(self, statement: str, values: Sequence[object], /) -> sqlite3.Cursor: ...


class Store:
    """Runs and their games. For one thread: another thread or process opens its own."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(
        cls, path: Path | None = None, *, create: bool = True, patience: float = PATIENCE
    ) -> "Store":
        """The store in this file; made if it is not there, unless `create` is false."""
        chosen = path or default_path()
        return cls(chosen, connect(chosen, create, patience))

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def begin(self, experiment: Experiment, command: str = "") -> int:
        """A new run; its id."""
        text = _storable(experiment.as_json())
        about = _now(), _storable(command), _storable(json.dumps(environment()))
        with self._transaction() as execute:
            added = execute(NEW_RUN, (experiment.identity, text, _checksum(text), *about))
        return int(added.lastrowid or 0)

    def latest(self, experiment: Experiment) -> int | None:
        """The latest run of the same experiment, finished or not."""
        query = "SELECT max(id) FROM run WHERE identity = ?"
        [(run,)] = self._rows(query, experiment.identity)
        return None if run is None else int(run)

    def finish(self, run: int) -> None:
        """Mark a run as finished; a second time changes nothing."""
        self._row(run)
        statement = "UPDATE run SET finished = ? WHERE id = ? AND finished IS NULL"
        with self._transaction(run) as execute:
            execute(statement, (_now(), run))

    def add(self, run: int, records: Sequence[GameRecord]) -> None:
        """Keep these games, all or none; a number that is kept already stays as it is."""
        self._row(run)
        texts = [(record.number, _storable(record.as_json())) for record in records]
        with self._transaction(run) as execute:
            for number, text in texts:
                execute(NEW_GAME, (run, number, text, _checksum(text)))

    def numbers(self, run: int) -> set[int]:
        """The numbers of the games that are kept."""
        self._row(run)
        return {number for (number,) in self._rows("SELECT number FROM game WHERE run = ?", run)}

    def records(self, run: int) -> list[GameRecord]:
        """The games that are kept, by number."""
        self._row(run)
        query = 'SELECT number, record, "check" FROM game WHERE run = ? ORDER BY number'
        return [self._game(run, *row) for row in self._rows(query, run)]

    def experiment(self, run: int) -> Experiment:
        """What the run plays."""
        return self._experiment(self._row(run))

    def info(self, run: int) -> RunInfo:
        """The run in one line."""
        return self._info(self._row(run, COUNTED))

    def runs(self) -> list[RunInfo]:
        """All runs, oldest first."""
        return [self._info(row) for row in self._rows(COUNTED + " ORDER BY id")]

    def find(self, text: str) -> int:
        """The run with this id, or the latest one whose identity begins so."""
        rows = self._rows("SELECT id, identity FROM run ORDER BY id")
        names: dict[int, str] = {row["id"]: row["identity"] for row in rows}
        if re.fullmatch("[0-9]{1,18}", text) and int(text) in names:
            return int(text)
        found = {run: name for run, name in names.items() if text and name.startswith(text)}
        if not found:
            known = [f"{run} or {name}" for run, name in names.items()]
            raise UnknownName("run", text, known[-10:])
        if len(set(found.values())) > 1:
            listed = ", ".join(f"{run} ({name})" for run, name in found.items())
            raise BadParameter(f"{text!r} may be any of the runs {listed}: write more of it")
        return max(found)

    def _row(self, run: int, query: str = "SELECT * FROM run") -> sqlite3.Row:
        rows = self._rows(query + " WHERE id = ?", run)
        if not rows:
            raise BadParameter(f"there is no run {run} in {self.path}; see `plyground runs`")
        return rows[0]

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise BadFile(explained(self.path, error)) from error

    def _info(self, row: sqlite3.Row) -> RunInfo:
        experiment = self._experiment(row)
        return RunInfo(
            id=row["id"],
            identity=row["identity"],
            game=experiment.game,
            agents=experiment.agents,
            done=row["done"],
            planned=len(pairings(experiment)) * experiment.games,
            begun=row["begun"],
            finished=row["finished"] or "",
            command=row["command"],
            environment=json.loads(row["environment"]),
        )

    def _experiment(self, row: sqlite3.Row) -> Experiment:
        what = f"run {row['id']}"
        text = self._whole(row["experiment"], row["check"], what)
        return experiment_of(json.loads(text), f"{self.path}, {what}")

    def _game(self, run: int, number: int, text: str, checksum: int) -> GameRecord:
        what = f"game {number} of run {run}"
        try:
            record = record_of(self._whole(text, checksum, what))
        except (TypeError, KeyError) as error:
            raise BadFile(f"{self.path}: {what} is of another version of Plyground") from error
        if record.number != number:
            raise BadFile(damaged(self.path, f"{what} is another one"))
        return record

    def _whole(self, text: str, checksum: int, what: str) -> str:
        """The text, if it is what was written."""
        if _checksum(text) != checksum:
            raise BadFile(damaged(self.path, f"{what} is not what was written"))
        return text

    @contextmanager
    def _transaction(self, run: int | None = None) -> Iterator[Execute]:
        """All or nothing; where it is nothing, say what is kept of the run."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield self._connection.execute
            self._connection.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):
                self._connection.rollback()
            if isinstance(error, sqlite3.Error):
                raise BadFile(explained(self.path, error, self._kept(run))) from error
            raise

    def _kept(self, run: int | None) -> str:
        if run is not None:
            with suppress(BadFile):
                return f"{len(self.numbers(run)):,} games of run {run} are kept"
        return "all earlier games are kept"


def _storable(text: str) -> str:
    """Halves of surrogate pairs, which no file can hold, as JSON writes them."""
    return text.encode("utf-8", "backslashreplace").decode()


def _checksum(text: object) -> int:
    return zlib.crc32(str(text).encode("utf-8", "backslashreplace"))


def _now() -> str:
    return datetime.now(UTC).isoformat(" ", "seconds").removesuffix("+00:00")


def _processor() -> str:
    with suppress(OSError):
        named = re.search("model name\\s*:\\s*(.+)", Path("/proc/cpuinfo").read_text("utf-8"))
        if named:
            return named[1]
    return platform.processor() or platform.machine()
