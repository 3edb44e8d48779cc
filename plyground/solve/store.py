"""Files of bytes that never give a wrong one: tables of values, mapped into memory.

    PLYTABLE │ version │ length │ what it holds, JSON │ checksum of each stretch │ checksum │ bytes
    8 bytes    4         4        length               4 each                      4          …
    └─────────────────────── the last checksum covers all of this ──────────────┘

What a file holds (rules, name, number of bytes) has to be what the reader expects. A stretch is
checked when it is first read, or all of them at once; a file that fails is refused in words. Files
are written beside and renamed: one that carries its name is whole.
"""

import json
import mmap
import os
import stat
import struct
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from plyground.errors import BadFile

MAGIC = b"PLYTABLE"
VERSION = 1
START = struct.Struct("<8sII")
STRETCH = 1 << 16
SUFFIX = ".table"
REMEDY = "delete the file and solve again"

Holds = Mapping[str, Any]


class TableFile:
    """A table on disk; `values` are all its bytes, unchecked until `check` or `at`."""

    def __init__(self, path: Path, holds: Holds) -> None:
        self.path = path
        with _readable(path) as file:
            self.holds, checksums, begin = _header(path, file, holds)
            self._mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.values: Any = np.frombuffer(self._mapped, np.uint8, self.holds["bytes"], begin)
        self._checksums, self._checked = checksums, bytearray(len(checksums))

    def at(self, slot: int) -> int:
        """One byte, checked."""
        stretch = slot // STRETCH
        if not self._checked[stretch]:
            self._check(stretch)
        return int(self.values[slot])

    def check(self, workers: int = 1, every: Callable[[int], None] = lambda bytes_: None) -> None:
        """Compare all checksums; `every` hears how many bytes have been compared."""
        with ThreadPoolExecutor(workers) as pool:
            for done, _ in enumerate(pool.map(self._check, range(len(self._checksums))), 1):
                if done % 1024 == 0:
                    every(done * STRETCH)

    def _check(self, stretch: int) -> None:
        begin = stretch * STRETCH
        if zlib.crc32(self.values[begin : begin + STRETCH]) != self._checksums[stretch]:
            raise BadFile(
                f"{self.path} is damaged: the checksum of its bytes from {begin:,} on is wrong "
                f"({REMEDY})"
            )
        self._checked[stretch] = 1


def write_table(path: Path, holds: Holds, values: Any, pool: ThreadPoolExecutor) -> None:
    """Write beside and rename; the bytes are on the disk before the name is."""
    flat = values.reshape(-1)
    views = [flat[begin : begin + STRETCH] for begin in range(0, len(flat), STRETCH)]
    checksums = np.array(list(pool.map(zlib.crc32, views, chunksize=1)), np.uint32)
    text = json.dumps({**holds, "bytes": len(flat)}, sort_keys=True).encode()
    head = START.pack(MAGIC, VERSION, len(text)) + text + checksums.tobytes()
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            file.write(head + struct.pack("<I", zlib.crc32(head)))
            file.write(memoryview(flat))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise BadFile(f"cannot write {path}: {error.strerror or error}") from error
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def sweep(folder: Path) -> None:
    """Delete what writers that were killed have left behind."""
    for file in folder.glob("*.tmp"):
        writer = file.name.split(".")[-2]
        if writer.isdigit() and not _running(int(writer)):
            file.unlink(missing_ok=True)


def _running(process: int) -> bool:
    if os.name != "posix":
        return True  # elsewhere, asking might end it
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return process != os.getpid()


def is_there(path: Path) -> bool:
    """Whether there is such a file; BadFile where that cannot be seen."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot read {path}: {getattr(error, 'strerror', error)}") from error


def _readable(path: Path) -> Any:
    try:
        return path.open("rb")
    except OSError as error:
        raise BadFile(f"cannot read {path}: {error.strerror or error}") from error


def _header(path: Path, file: Any, expected: Holds) -> tuple[dict[str, Any], list[int], int]:
    """What the file holds, its checksums, and where its bytes begin."""
    size = path.stat().st_size
    start = file.read(START.size)
    if len(start) < START.size or start[:8] != MAGIC:
        raise BadFile(f"{path} is not a table of Plyground's ({REMEDY})")
    _, version, length = START.unpack(start)
    if version != VERSION:
        raise BadFile(
            f"{path} is of version {version}, and version {VERSION} can be read ({REMEDY})"
        )
    text = file.read(min(length, size))
    holds = _described(path, text)
    count = -(-holds["bytes"] // STRETCH)
    sums = file.read(4 * count) if 4 * count < size else b""
    seal = file.read(4)
    begin = START.size + length + 4 * count + 4
    if len(seal) < 4 or zlib.crc32(start + text + sums) != struct.unpack("<I", seal)[0]:
        raise BadFile(f"{path} is damaged: the checksum of its head is wrong ({REMEDY})")
    wrong = [
        f"{name} {holds.get(name)!r}" for name in expected if holds.get(name) != expected[name]
    ]
    if wrong:
        wanted = ", ".join(f"{name} {value!r}" for name, value in expected.items())
        raise BadFile(f"{path} holds {', '.join(wrong)}; wanted: {wanted} ({REMEDY})")
    whole = begin + holds["bytes"]
    if size != whole:
        how = "it was cut off" if size < whole else "something was added to it"
        raise BadFile(f"{path} has {size:,} bytes, not {whole:,}: {how} ({REMEDY})")
    return holds, np.frombuffer(sums, "<u4").tolist(), begin


def _described(path: Path, text: bytes) -> dict[str, Any]:
    try:
        holds = json.loads(text)
        if isinstance(holds, dict) and isinstance(holds["bytes"], int) and holds["bytes"] >= 0:
            return holds
    except (ValueError, KeyError):
        pass
    raise BadFile(f"{path} is damaged: it does not say what it holds ({REMEDY})")
