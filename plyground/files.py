"""Where Plyground keeps its files, and how it writes them.

file.txt.8f3a.tmp  ── rename ──▶  file.txt        a reader sees the old file
                                                      or the new one, never half
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from plyground.errors import BadFile


def cache_folder() -> Path:
    """The user's cache folder for Plyground: PLYGROUND_CACHE, or where the system keeps caches."""
    chosen = os.environ.get("PLYGROUND_CACHE")
    if chosen:
        return Path(chosen)
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "plyground"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "plyground"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "plyground"


def write(path: Path, content: bytes | str) -> None:
    """Write beside `path`, then rename: whoever looks, at any moment, finds a whole file."""
    data = content.encode() if isinstance(content, str) else content
    handle, beside = tempfile.mkstemp(prefix=path.name + ".", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(beside).chmod(0o666 & ~_umask())
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def save(path: Path, content: bytes | str) -> None:
    """Write a file the user asked for; say so in words where it cannot be written."""
    try:
        write(path, content)
    except OSError as error:
        raise BadFile(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Wait until no other thread or process is alone in the folder, where the system can tell."""
    try:
        import fcntl
    except ImportError:  # not a Unix
        yield
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        door = (folder / "alone").open("w")
    except OSError as error:
        raise BadFile(f"cannot write into {folder}: {error.strerror or error}") from error
    with door:
        fcntl.flock(door, fcntl.LOCK_EX)  # closing the file opens it again
        yield


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
