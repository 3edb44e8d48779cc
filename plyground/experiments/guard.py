"""A guarded worker: games are played in a process of its own, which can be ended at any moment.

    guard ──batch──▶ worker process: referee plays     a move that takes too long: the process is
      ◀──a record at a time──┘                         ended, whoever was thinking forfeits
      ◀──shared: who thinks, since when──┘             the process dies: the game is played once
                                                       more; if it dies again, the thinker forfeits

An agent that eats memory meets the limit of its process and gets an error; it forfeits by `crash`.
"""

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from plyground.experiments.plan import Assignment, Experiment
from plyground.experiments.records import LOSS, WIN, GameRecord
from plyground.experiments.referee import Referee

SPAWN = multiprocessing.get_context("spawn")
NOBODY = -1
POLL = 0.1
STARTING = 120.0
"""Seconds a worker may take for its first move of an experiment: it may have to compile."""


def _work(pipe: Connection, thinker: Any, since: Any) -> None:
    """The worker's life: take batches, send a record for each game."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    referee: Referee | None = None

    def thinking(number: int, agent: int) -> None:
        thinker.value = agent
        since.value = time.monotonic()

    while True:
        try:
            experiment, batch = pipe.recv()
        except (EOFError, OSError):
            return
        if referee is None or referee.experiment != experiment:
            limit_memory(experiment.megabytes)
            referee = Referee(experiment)
        for assignment in batch:
            record = referee.play(assignment, thinking)
            thinker.value = NOBODY
            try:
                pipe.send(record)
            except OSError:
                return  # nobody listens any more


def limit_memory(megabytes: int) -> None:
    """Let this process have no more memory than that."""
    try:
        import resource
    except ImportError:
        return  # not on this system: memory is not limited
    limit = megabytes << 20
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or limit < hard:
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


@contextmanager
def _allowed_children() -> Iterator[None]:
    """A Dask worker is a daemon, and a daemon may not start processes unless it forgets that."""
    settings = vars(multiprocessing.current_process())["_config"]
    daemon = settings.pop("daemon", None)
    try:
        yield
    finally:
        if daemon is not None:
            settings["daemon"] = daemon


class Guard:
    """One worker process and its keeper; one thread at a time may use it."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Any = None
        self._thinker = SPAWN.Value("i", NOBODY, lock=False)
        self._since = SPAWN.Value("d", 0.0, lock=False)
        self._warm: set[str] = set()

    def play(
        self,
        experiment: Experiment,
        batch: Sequence[Assignment],
        stopped: Callable[[], bool] = lambda: False,
    ) -> Iterator[GameRecord]:
        """Play the games of a batch; a record comes as soon as its game is over."""
        waiting, deaths = list(batch), 0
        while waiting:
            self._start()
            self._send(experiment, waiting)
            while waiting:
                ending = self._wait(experiment, stopped)
                if isinstance(ending, GameRecord):
                    self._warm.add(experiment.identity)
                    deaths = 0
                    waiting.pop(0)
                    yield ending
                    continue
                deaths += 1
                agent = self._thinker.value
                self.stop()
                if ending == "stopped":
                    return
                if ending == "crash" and (deaths < 2 or agent == NOBODY):
                    if deaths > 5:
                        raise RuntimeError("worker processes die as soon as they are started")
                    break
                yield _forfeit(experiment, waiting.pop(0), agent, ending)
                deaths = 0
                break

    def _send(self, experiment: Experiment, batch: list[Assignment]) -> None:
        self._thinker.value, self._since.value = NOBODY, time.monotonic()
        self._pipe.send((experiment, batch))

    def _wait(self, experiment: Experiment, stopped: Callable[[], bool]) -> GameRecord | str:
        """The next record, or why there is none: timeout, crash or stopped."""
        limit = experiment.seconds_per_move
        if experiment.identity not in self._warm:
            limit += STARTING
        while not stopped():
            try:
                if self._pipe.poll(POLL):
                    record: GameRecord = self._pipe.recv()
                    return record
            except (EOFError, OSError):
                return "crash"
            if not self._process.is_alive() and not self._pipe.poll(0):
                return "crash"
            if time.monotonic() - self._since.value > limit:
                return "timeout"
        return "stopped"

    def _start(self) -> None:
        if self._process is not None and self._process.is_alive():
            return
        self._pipe, theirs = SPAWN.Pipe()
        arguments = (theirs, self._thinker, self._since)
        self._process = SPAWN.Process(target=_work, args=arguments, daemon=True)
        with _allowed_children():
            self._process.start()
        theirs.close()

    def stop(self) -> None:
        """End the worker, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None


def _forfeit(
    experiment: Experiment, assignment: Assignment, agent: int, termination: str
) -> GameRecord:
    """The record of a game whose process had to be ended."""
    at_fault = assignment.first if agent == NOBODY else agent
    reason = {
        "timeout": f"took longer than {experiment.seconds_per_move:g} s for a move",
        "crash": "ended its process, twice",
    }[termination]
    number, first, second, opening, _ = assignment
    return GameRecord(
        number=number,
        first=first,
        second=second,
        position=opening.position,
        opening=opening.moves,
        moves=(),
        points=LOSS if at_fault == first else WIN,
        termination=termination,
        detail=f"{experiment.agents[at_fault]} {reason}",
    )
