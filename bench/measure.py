"""What a measurement is, and how two sides are timed fairly on a busy machine.

    ours  theirs  ours  theirs  ours  theirs  …      each turn at least 0.1 s of repeated calls

The sides take turns, so that a slow minute of the machine hits both; the best turn of each counts,
since other people's load only ever adds time.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

TURNS = 5
LEAST_SECONDS = 0.1


class MissingPeer(Exception):
    """What we compare with is not installed; the text says how to get it."""


class WrongAnswer(Exception):
    """A side computed something else than it should have, so its speed means nothing."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One piece of work: our figure, the peer's, and a bound on their ratio, or on ours alone."""

    work: str
    ours: float
    unit: str
    peer: float | None = None
    peer_name: str = ""
    at_least: float | None = None
    at_most: float | None = None

    @property
    def ratio(self) -> float | None:
        return None if self.peer is None else self.ours / self.peer

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None where there is none."""
        if self.at_least is None and self.at_most is None:
            return None
        figure = self.ours if self.ratio is None else self.ratio
        enough = self.at_least is None or figure >= self.at_least
        return enough and (self.at_most is None or figure <= self.at_most)


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """Figures that compare no speeds: a table of their own."""

    headings: Sequence[str]
    lines: Sequence[Sequence[str]]
    data: Sequence[dict[str, object]]
    """The same figures for JSON."""
    note: str
    """What one has to know to read it."""


class Seconds(NamedTuple):
    """Seconds per call, the best of all turns."""

    ours: float
    theirs: float


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object]) -> Seconds:
    """Time both in turns; call each once before (to compile it, to check its answer)."""
    turns = [(seconds_per_call(ours), seconds_per_call(theirs)) for _ in range(TURNS)]
    return Seconds(min(turn[0] for turn in turns), min(turn[1] for turn in turns))


def seconds_per_call(work: Callable[[], object]) -> float:
    """The mean over as many calls as it takes to fill one turn."""
    calls, elapsed, begin = 0, 0.0, time.perf_counter()
    while elapsed < LEAST_SECONDS:
        work()
        calls += 1
        elapsed = time.perf_counter() - begin
    return elapsed / calls
