"""The desk: a few processes that think for many sessions, each in its turn.

    ask(client, …) ──▶ waiting: a queue a client ──next client's first──▶ worker process
                              ◀──then(answer) or failed(words)──────────────────┘

A job is a function of a module with arguments that can be pickled. Clients take turns, so that one
who asks much does not keep the others waiting. A job that takes too long, or that nobody wants any
more, ends with its process, and another process takes its place; a process that meets its limit of
memory fails that job alone. On Linux workers are copies of one process that has imported
everything: a new one is there in a few hundredths of a second. They end with their desk, even if
that is killed.
"""

import collections
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from plyground.errors import PlygroundError
from plyground.experiments.guard import limit_memory
from plyground.processes import end_with_starter

COPIES = sys.platform == "linux"
PROCESSES: Any = multiprocessing.get_context("forkserver" if COPIES else "spawn")
IMPORTED = ["__main__", "plyground.views.desk", "plyground.agents", "plyground.pathfinders"]
POLL = 0.05
GRACE = 0.3
"""Seconds that a job has left once nobody wants its answer: most are done by then."""
DIED = "the process that worked on it died; perhaps it ran out of memory"


@dataclass(eq=False)
class Asked:
    """A job, who asked for it, how long it may take, and whom to tell."""

    client: Hashable
    then: Callable[[Any], None]
    failed: Callable[[str], None]
    job: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float
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
        if COPIES:
            PROCESSES.set_forkserver_preload(IMPORTED)
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
        seconds: float | None = None,
    ) -> Asked:
        """Queue a job; `then` gets its answer, or `failed` the reason why there is none."""
        limit = self.seconds if seconds is None else seconds
        asked = Asked(client, then, failed, job, arguments, limit)
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
        """One thread a worker: hand it jobs, tell what came of them."""
        worker = _Worker(self.megabytes)
        try:
            with suppress(OSError):
                worker.start()
            while (asked := self._next()) is not None:
                failed, what = worker.do(asked, lambda: self._closed)
                if not asked.cancelled.is_set() and not self._closed:
                    _tell(asked.failed if failed else asked.then, what)
        finally:
            worker.end()


def _tell(listener: Callable[[Any], None], what: Any) -> None:
    """A listener that fails must not take the desk with it."""
    try:
        listener(what)
    except Exception:
        traceback.print_exc(file=sys.stderr)


class _Worker:
    """One process at a time and the pipe to it."""

    def __init__(self, megabytes: int) -> None:
        self._megabytes = megabytes
        self._process: Any = None
        self._pipe: Any = None

    def start(self) -> None:
        """Have a process, a new one if the last was ended."""
        if self._process is not None:
            return
        self._pipe, theirs = PROCESSES.Pipe()
        arguments = (theirs, self._megabytes, dict(os.environ))
        process = PROCESSES.Process(target=_work, args=arguments, daemon=True)
        process.start()
        self._process = process
        theirs.close()

    def do(self, asked: Asked, closed: Callable[[], bool]) -> tuple[bool, Any]:
        """Whether it failed, and the answer or the reason."""
        try:
            packed = pickle.dumps((asked.job, asked.arguments))
        except Exception as error:
            return True, f"it cannot be passed to another process: {error}"
        try:
            self.start()
            self._pipe.send_bytes(packed)
            why_not = self._watch(asked, closed)
            if why_not:
                self.end()
                return True, why_not
            failed, answer = pickle.loads(self._pipe.recv_bytes())
            return failed, answer
        except (EOFError, OSError):
            self.end()
            return True, DIED
        except Exception as error:
            return True, f"its answer cannot be read: {error}"

    def _watch(self, asked: Asked, closed: Callable[[], bool]) -> str:
        """Wait for an answer; why none will come, empty if it is there."""
        started, unwanted = time.monotonic(), 0.0
        while not self._pipe.poll(POLL):
            now = time.monotonic()
            if closed():
                return "the desk is closed"
            if asked.cancelled.is_set():
                unwanted = unwanted or now
                if now - unwanted > GRACE:
                    return "nobody wants it any more"
            if now - started > asked.seconds:
                return f"stopped after {asked.seconds:g} seconds: ask for less"
        return ""

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None


def _work(pipe: Connection, megabytes: int, environment: dict[str, str]) -> None:
    """The life of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_starter()
    os.environ.update(environment)
    limit_memory(megabytes)
    while True:
        try:
            packed = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        pipe.send_bytes(_answered(packed))


def _answered(packed: bytes) -> bytes:
    """Whether the job failed, and its answer or the reason, to be sent."""
    try:
        job, arguments = pickle.loads(packed)
        return pickle.dumps((False, job(*arguments)))
    except PlygroundError as error:
        why = str(error)
    except MemoryError:
        why = "there is not enough memory for it: ask for less"
    except BaseException as error:
        if os.environ.get("PLYGROUND_TRACEBACK"):
            traceback.print_exc(file=sys.stderr)
        why = f"it went wrong: {type(error).__name__}: {error}"
    return pickle.dumps((True, why))
