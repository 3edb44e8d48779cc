"""What solving takes: said beforehand, and refused where it is not there."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from plyground.errors import BadFile, BadParameter
from plyground.solve.store import sweep

GIGA = 10**9
A_LITTLE = 400_000_000  # Python, the compiler, small tables

Progress = Callable[[int, str], None]
"""Called with the slots done so far, of those in `Needs.slots`, and a few words."""


class Needs(NamedTuple):
    """What solving takes, known beforehand."""

    slots: int
    """In all tables that are worked on."""
    memory: int
    disk: int


def nobody(done: int, words: str) -> None:
    """Progress that nobody looks at."""


def begin(wanted: Needs, folder: Path, workers: int, pieces: str) -> None:
    """A folder to work in, without what a solver that was killed left behind; else a refusal."""
    if workers < 1:
        raise BadParameter(f"{workers} workers: it takes at least one")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot make the folder {folder}: {error.strerror or error}") from error
    sweep(folder)
    refuse_if_short(wanted, folder, pieces)


def refuse_if_short(wanted: Needs, folder: Path, pieces: str) -> None:
    """BadParameter if there is less memory or room on the disk than it takes."""
    free = shutil.disk_usage(folder).free
    if wanted.disk > free:
        raise BadParameter(
            f"it takes {wanted.disk / GIGA:.2f} GB on the disk of {folder}, "
            f"and {free / GIGA:.2f} GB are free there: name another folder, or fewer {pieces}"
        )
    available = memory_available()
    if wanted.memory > available:
        raise BadParameter(
            f"it takes {wanted.memory / GIGA:.2f} GB of memory, and {available / GIGA:.2f} GB are "
            f"free: end other programs, or solve for fewer {pieces}"
        )


def memory_available() -> int:
    """Bytes that a program may take without driving others out."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 1 << 62  # nobody tells


def peak_memory() -> int:
    """The most bytes that this process has held so far."""
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # not a Unix: nobody tells
        return 0
    peak = getrusage(RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
