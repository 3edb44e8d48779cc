"""How long a warm command takes from the shell, against importing Numba and nothing else.

Whole processes, in turns; here the median counts, since a process start has no best case that a
user would ever meet.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench.measure import MissingPeer, Row, WrongAnswer

RUNS = 11
SCRIPT = Path(sys.executable).with_name("plyground")
OURS = [str(SCRIPT), "perft", "connect_four", "6"]
ANSWER = "117649"
THEIRS = [sys.executable, "-c", "import numba"]


def measure() -> list[Row]:
    """One row: the median of both, after a run of each that fills the caches."""
    if not SCRIPT.exists():
        raise MissingPeer(f"there is no {SCRIPT}: pip install -e '.[bench]'")
    answer = _run(OURS)
    if ANSWER not in answer.replace(",", ""):
        raise WrongAnswer(f"{' '.join(OURS)} should count {ANSWER} leaves, but wrote {answer!r}")
    _run(THEIRS)
    turns = [(_seconds(OURS), _seconds(THEIRS)) for _ in range(RUNS)]
    row = Row(
        work=f"plyground {' '.join(OURS[1:])}, warm",
        ours=statistics.median(turn[0] for turn in turns),
        peer=statistics.median(turn[1] for turn in turns),
        unit="s",
        peer_name="import numba",
        at_most=2.5,
    )
    return [row]


def _seconds(command: list[str]) -> float:
    begin = time.perf_counter()
    _run(command)
    return time.perf_counter() - begin


def _run(command: list[str]) -> str:
    """What the command prints; a failing one is a wrong answer."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise WrongAnswer(f"{' '.join(command)} failed: {done.stderr.strip()[-500:]}")
    return done.stdout
