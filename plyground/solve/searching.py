"""Oracles that search: compiled code that counts its nodes and looks at a flag that says stop.

memory    nodes │ stop │ …         the first two words, for all of them
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from plyground.solve.oracle import Oracle

NODES, STOP, FIRST = 0, 1, 2  # counters, and the first place that is an oracle's own

Memory = Any
"""An array of integers: what a search counts and remembers."""


class Searching(Oracle):
    """An oracle with a memory, whose searches can be stopped."""

    _memory: Memory

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        return int(self._memory[NODES])

    @property
    def progress(self) -> str:
        """What can be said about a search that is under way, or was stopped."""
        return f"{self.nodes:,} nodes"

    def stop(self) -> None:
        """Let a search that is under way in another thread come back with what it knows."""
        self._memory[STOP] = 1

    @property
    def stopped(self) -> bool:
        """Whether the last search was stopped."""
        return bool(self._memory[STOP])

    @contextmanager
    def time_limit(self, seconds: float | None) -> Iterator[None]:
        """A search that is stopped once its time is up; afterwards nothing stops the next one."""
        self._memory[STOP] = int(seconds is not None and seconds <= 0)
        if seconds is None or seconds <= 0:
            yield
            return
        timer = threading.Timer(seconds, self.stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
