"""The desk: a few processes that think for many sessions, each in its turn.

    ask(client, …) ──▶ waiting: a queue a client ──next client's first──▶ worker process
                              ◀──then(answer) or failed(words)──────────────────┘

A job is a function of a module with arguments that can be pickled. Clients take turns, so that one
who asks much does not keep the others waiting. A job that takes too long, or that nobody wants any
more, ends with its process, and another process takes its place; a process that meets its limit of
memory fails that job alone.
"""

import collections
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from plyground.errors import PlygroundError
from plyground.experiments.guard import limit_memory

SPAWN = multiprocessing.get_context("spawn")
POLL = 0.05
GRACE = 0.3
"""Seconds that a job has left once nobody wants its answer: most are done by then."""


@dataclass(eq=False)
class Asked:
    """A job, who asked for it, and whom to tell."""

    client: Hashable
    then: Callable[[Any], None]
    failed: Callable[[str], None]
    job: Callable[..., Any]
    arguments: tuple[Any, ...]
    cancelled: threading.Event = field(default_factory=threading.Event)

    def cancel(self) -> None:
        """Nothing will come of it."""
        self.cancelled.set()


class Desk:
    """Worker processes and the queue before them. Answers are told in threads of the desk's."""

    def __init__(self, workers: int = 2, seconds: float = 60, megabytes: int = 4096) -> None:
        self.seconds, self.megabytes = seconds, megabytes
        self._waiting: collections.OrderedDict[Hashable, collections.deque[Asked]]
        self._waiting = collections.OrderedDict()
        self._turn = threading.Condition()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._serve, daemon=True, name=f"desk {number}")
            for number in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    def ask(
        self,
        client: Hashable,
        then: Callable[[Any], None],
        failed: Callable[[str], None],
        job: Callable[..., Any],
        *arguments: Any,
    ) -> Asked:
        """Queue a job; `then` gets its answer, or `failed` the reason why there is none."""
        asked = Asked(client, then, failed, job, arguments)
        with self._turn:
            self._waiting.setdefault(client, collections.deque()).append(asked)
            self._turn.notify()
        return asked

    @property
    def waiting(self) -> int:
        """How many jobs nobody works on yet."""
        with self._turn:
            return sum(len(queue) for queue in self._waiting.values())

    def close(self) -> None:
        """End all processes; what was asked for remains unanswered."""
        with self._turn:
            self._closed = True
            self._turn.notify_all()
        for thread in self._threads:
            thread.join()

    def _next(self) -> Asked | None:
        """The next job, by turns; None once the desk is closed."""
        with self._turn:
            while True:
                while not self._waiting and not self._closed:
                    self._turn.wait()
                if self._closed:
                    return None
                client, queue = self._waiting.popitem(last=False)
                asked = queue.popleft()
                if queue:
                    self._waiting[client] = queue
                if not asked.cancelled.is_set():
                    return asked

    def _serve(self) -> None:
        """One thread a worker: hand it jobs, watch over it, replace it when it is lost."""
        worker = _Worker(self.megabytes)
        try:
            while (asked := self._next()) is not None:
                answer = worker.do(asked, self.seconds, lambda: self._closed)
                if answer is None:
                    worker.end()
                    worker = _Worker(self.megabytes)
                elif not asked.cancelled.is_set():
                    tell, what = (asked.failed, answer[1]) if answer[0] else (asked.then, answer[1])
                    tell(what)
        finally:
            worker.end()


class _Worker:
    """One process and the pipe to it."""

    def __init__(self, megabytes: int) -> None:
        self._pipe, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=_work, args=(theirs, megabytes), daemon=True)
        self._process.start()
        theirs.close()

    def do(
        self, asked: Asked, seconds: float, closed: Callable[[], bool]
    ) -> tuple[bool, Any] | None:
        """Whether it failed, and the answer or the reason; None if the process had to be ended."""
        started, unwanted = time.monotonic(), 0.0
        try:
            self._pipe.send((asked.job, asked.arguments))
            while not self._pipe.poll(POLL):
                now = time.monotonic()
                if closed():
                    return None
                if asked.cancelled.is_set():
                    unwanted = unwanted or now
                    if now - unwanted > GRACE:
                        return None
                if now - started > seconds:
                    asked.failed(f"stopped after {seconds:g} seconds: ask for less")
                    return None
            failed, answer = self._pipe.recv()
            return bool(failed), answer
        except (EOFError, OSError):
            if not asked.cancelled.is_set() and not closed():
                asked.failed("the process that worked on it died; perhaps it ran out of memory")
            return None

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _work(pipe: Connection, megabytes: int) -> None:
    """The life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory(megabytes)
    while True:
        try:
            job, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(_answered(job, arguments))


def _answered(job: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return False, job(*arguments)
    except PlygroundError as error:
        return True, str(error)
    except MemoryError:
        return True, "there is not enough memory for it: ask for less"
    except Exception as error:
        if os.environ.get("PLYGROUND_TRACEBACK"):
            traceback.print_exc(file=sys.stderr)
        return True, f"it went wrong: {type(error).__name__}: {error}"
