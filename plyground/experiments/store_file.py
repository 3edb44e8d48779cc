"""The file of the store: how it is laid out, opened, and refused.

    header   application_id = "Plyg"    user_version = 1, the layout
    run      id · identity · experiment · check · begun · finished · command · environment
    game     run, number · record · check     and, computed from the record, for SQL:
             first · second · position · opening · moves · points · termination · …  · plies

    runs.sqlite        what is settled                    All three belong together:
    runs.sqlite-wal    the last commits, in a log         move or copy them as one.
    runs.sqlite-shm    where to find what in the log

A file that is not ours is never written to: whose it is gets settled by reading.
"""

import shutil
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from plyground.errors import BadFile

APPLICATION = 0x506C7967  # "Plyg"
SCHEMA_VERSION = 1
SIGNATURE, SMALLEST_PAGE = b"SQLite format 3\0", 512
ELSEWHERE = "or choose another file with --store or PLYGROUND_RUNS"
NOT_OURS = f"{{}} is not a store of runs; it was left as it is: remove it, {ELSEWHERE}"
LITTLE_SPACE = 1 << 18
"""Bytes: where no more are left, a failure to write is a full disk."""

COMPUTED = {name: f"json_extract(record, '$.{name}')" for name in
            ("first", "second", "position", "opening", "moves", "points", "termination", "detail",
             "nodes", "depths", "seconds")}  # fmt: skip
COMPUTED["plies"] = "json_array_length(record, '$.opening') + json_array_length(record, '$.moves')"
SCHEMA = (
    """CREATE TABLE run (
        id INTEGER PRIMARY KEY AUTOINCREMENT, identity TEXT NOT NULL, experiment TEXT NOT NULL,
        "check" INTEGER NOT NULL, begun TEXT NOT NULL, finished TEXT, command TEXT NOT NULL,
        environment TEXT NOT NULL)""",
    f"""CREATE TABLE game (
        run INTEGER NOT NULL REFERENCES run (id), number INTEGER NOT NULL, record TEXT NOT NULL,
        "check" INTEGER NOT NULL,
        {"".join(f"{name} AS ({meaning}) VIRTUAL, " for name, meaning in COMPUTED.items())}
        PRIMARY KEY (run, number))""",
    """CREATE TRIGGER a_game_is_never_changed BEFORE UPDATE ON game
        BEGIN SELECT RAISE (ABORT, 'a game is never changed'); END""",
    """CREATE TRIGGER a_game_is_never_deleted BEFORE DELETE ON game
        BEGIN SELECT RAISE (ABORT, 'a game is never deleted'); END""",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)


def connect(path: Path, create: bool, patience: float) -> sqlite3.Connection:
    """Open the store in this file and see that it is one; new, if there is nothing yet.

    In a place where nothing can be written it opens for reading, if the log is empty.
    """
    _look(path, create)
    try:
        return _opened(path, patience)
    except sqlite3.Error as error:
        unwritable = _code(error) in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
        if unwritable and _size(path) and not _size(log_of(path)):
            with suppress(sqlite3.Error):
                return _opened(path, patience, "?immutable=1")
        raise BadFile(explained(path, error)) from error


def log_of(path: Path) -> Path:
    """The file with the last commits."""
    return path.with_name(path.name + "-wal")


def _look(path: Path, create: bool) -> None:
    """Refuse what can be told without opening it."""
    logged = _size(log_of(path))  # before the file's own size: another process may just make both
    if path.is_dir():
        raise BadFile(f"{path} is a folder; a store is a file, such as {path / 'runs.sqlite'}")
    if logged and not _size(path):
        # SQLite would take the log for rubbish, and delete it
        raise BadFile(
            f"{path} is gone or empty, but its log {log_of(path).name} holds games: "
            "put the file back beside its log, or move the log away"
        )
    if path.exists():
        return _look_inside(path)
    if not create:
        raise BadFile(f"there is no store {path}: matches and tournaments make one")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot make the folder {path.parent}: {error.strerror}") from error


def _look_inside(path: Path) -> None:
    """SQLite takes whatever is shorter than a page for nothing, and writes over it."""
    try:
        with path.open("rb") as file:
            head = file.read(SMALLEST_PAGE)
    except OSError as error:
        raise BadFile(f"cannot read {path}: {error.strerror}") from error
    if head and not head.startswith(SIGNATURE):
        raise BadFile(NOT_OURS.format(path))
    if 0 < len(head) < SMALLEST_PAGE:
        raise BadFile(damaged(path, "nearly all of it is missing"))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _opened(path: Path, patience: float, how: str = "") -> sqlite3.Connection:
    address = path.absolute().as_uri() + how
    connection = sqlite3.connect(address, timeout=patience, isolation_level=None, uri=True)
    try:
        connection.row_factory = sqlite3.Row
        if _is_new(connection):
            _lay_out(connection)
        _refuse_others(connection, path)
        connection.execute("PRAGMA foreign_keys = ON")
        if not how:
            _keep_a_log(connection, patience)
            connection.execute("PRAGMA synchronous = NORMAL")
        problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise BadFile(damaged(path, " ".join(problem.split())))
    except BaseException:
        connection.close()
        raise
    return connection


def _keep_a_log(connection: sqlite3.Connection, patience: float) -> None:
    """Write ahead to a log. SQLite waits for others everywhere but here, so we do."""
    last = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.Error as error:
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > last:
                raise
        time.sleep(0.01)


def _is_new(connection: sqlite3.Connection) -> bool:
    [whose] = connection.execute("PRAGMA application_id").fetchone()
    [things] = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return bool(whose == things == 0)


def _lay_out(connection: sqlite3.Connection) -> None:
    """The tables, in one transaction, unless another process was faster."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if _is_new(connection):
            for statement in SCHEMA:
                connection.execute(statement)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.rollback()
        raise


def _refuse_others(connection: sqlite3.Connection, path: Path) -> None:
    [whose] = connection.execute("PRAGMA application_id").fetchone()
    [layout] = connection.execute("PRAGMA user_version").fetchone()
    if whose != APPLICATION:
        raise BadFile(
            f"{path} is a database of another program; it was left as it is: "
            "choose another file with --store or PLYGROUND_RUNS"
        )
    if layout != SCHEMA_VERSION:
        raise BadFile(
            f"{path} was written by a newer Plyground (layout {layout}; this one reads "
            f"{SCHEMA_VERSION}); it was left as it is: update Plyground, or choose another file "
            "with --store or PLYGROUND_RUNS"
        )


def damaged(path: Path, what: str) -> str:
    """The message for a file that is ours and broken."""
    return (
        f"{path} is damaged: {what}. Put it aside with its -wal and -shm files; a copy or "
        f'`sqlite3 {path.name} ".recover"` may save its games, and a new store is made in its place'
    )


def explained(path: Path, error: sqlite3.Error, kept: str = "") -> str:
    """What happened to the file, and what to do."""
    code = _code(error)
    if code == sqlite3.SQLITE_FULL or (code in WRITING and _full(path)):
        return (
            f"the disk is full: {path} cannot grow; {kept or 'all earlier games are kept'}; "
            "free space and go on with --resume"
        )
    sentences = {
        sqlite3.SQLITE_NOTADB: NOT_OURS.format(path),
        sqlite3.SQLITE_CORRUPT: damaged(path, str(error)),
        sqlite3.SQLITE_BUSY: f"{path} is locked: another process has been writing for long; "
        "try again when it is done",
        sqlite3.SQLITE_READONLY: f"{path} may not be written ({error}): allow writing to the file "
        f"and its folder, {ELSEWHERE}",
        sqlite3.SQLITE_CANTOPEN: f"{path} cannot be opened: allow reading and writing in "
        f"{path.parent}, {ELSEWHERE}",
    }
    sentence = sentences.get(code, f"{path} cannot be used: {error}")
    return f"{sentence} ({kept})" if kept else sentence


WRITING = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)


def _code(error: sqlite3.Error) -> int:
    """The kind of error, without its details; 0 where Python found it, not SQLite."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _full(path: Path) -> bool:
    with suppress(OSError):
        return shutil.disk_usage(path.parent).free < LITTLE_SPACE
    return False
