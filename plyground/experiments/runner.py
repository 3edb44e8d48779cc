"""The runner: lets workers play what is left of an experiment, and keeps every game at once.

    assignments ── what the store lacks ──▶ batches ──▶ workers ──▶ records ──▶ store

Workers are guarded processes of this machine, or of a Dask cluster. Which of them plays a game, and
when, does not matter: records are numbered, and a sequential test looks at pairs in their order.
"""

import queue
import threading
from collections.abc import Callable, Generator, Sequence
from typing import Protocol

from plyground.experiments.guard import Guard
from plyground.experiments.plan import Assignment, Experiment, assignments
from plyground.experiments.records import GameRecord
from plyground.experiments.store import Store
from plyground.experiments.summary import Tally, tally_of

BATCH = 16
Show = Callable[[int, Tally], None]
"""Told after each batch: games done so far, and how the sequential test stands."""


class Workers(Protocol):
    """Those who play."""

    def play(
        self, experiment: Experiment, batches: Sequence[Sequence[Assignment]]
    ) -> Generator[list[GameRecord], None, None]:
        """Records as they come, in any order; closing the iterator stops the work."""

    def close(self) -> None:
        """Let go of what they hold."""


class LocalWorkers:
    """Guarded processes on this machine, kept from one experiment to the next."""

    def __init__(self, count: int) -> None:
        self._guards = [Guard() for _ in range(count)]

    def play(
        self, experiment: Experiment, batches: Sequence[Sequence[Assignment]]
    ) -> Generator[list[GameRecord], None, None]:
        waiting: queue.SimpleQueue[Sequence[Assignment]] = queue.SimpleQueue()
        done: queue.SimpleQueue[list[GameRecord] | BaseException | None] = queue.SimpleQueue()
        for batch in batches:
            waiting.put(batch)
        stop = threading.Event()
        threads = [
            threading.Thread(target=_serve, args=(guard, experiment, waiting, done, stop))
            for guard in self._guards[: len(batches)]
        ]
        for thread in threads:
            thread.daemon = True
            thread.start()
        left = len(threads)
        try:
            while left:
                answer = done.get()
                if isinstance(answer, BaseException):
                    raise answer
                if answer is None:
                    left -= 1
                else:
                    yield answer
        finally:
            stop.set()
            for thread in threads:
                thread.join()

    def close(self) -> None:
        """End all worker processes."""
        for guard in self._guards:
            guard.stop()


def _serve(
    guard: Guard,
    experiment: Experiment,
    waiting: "queue.SimpleQueue[Sequence[Assignment]]",
    done: "queue.SimpleQueue[list[GameRecord] | BaseException | None]",
    stop: threading.Event,
) -> None:
    """One thread a guard: hand it batches until there are none; nobody else touches the guard."""
    try:
        while not stop.is_set():
            try:
                batch = waiting.get_nowait()
            except queue.Empty:
                break
            done.put(list(guard.play(experiment, batch, stop.is_set)))
        done.put(None)
    except BaseException as error:
        done.put(error)


def run(
    experiment: Experiment,
    store: Store,
    number: int,
    workers: Workers,
    show: Show = lambda done, tally: None,
) -> list[GameRecord]:
    """Play what the store lacks of a run, and keep it; the records that count, in order."""
    known = {record.number: record for record in store.records(number)}
    left = [each for each in assignments(experiment) if each.number not in known]
    tally = tally_of(experiment, known)
    if not tally.decided and left:
        playing = workers.play(experiment, _batches(left))
        for records in playing:
            store.add(number, records)
            known |= {record.number: record for record in records}
            tally = tally_of(experiment, known)
            show(len(known), tally)
            if tally.decided:
                break
        playing.close()
    store.finish(number)
    return tally.counted


def _batches(left: Sequence[Assignment]) -> list[Sequence[Assignment]]:
    """Batches of whole pairs, small enough to share out evenly."""
    size = max(2, min(BATCH, len(left) // 16 // 2 * 2))
    return [left[at : at + size] for at in range(0, len(left), size)]
