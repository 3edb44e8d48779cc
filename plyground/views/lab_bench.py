"""The laboratory of a server: what is being played or studied, for all pages at once.

    page ─┐                    waiting ──one at a time──▶ errand ──▶ workers ──▶ store
    page ─┼──▶ Laboratory ◀── news: how far, how it stands ─┘
    page ─┘        └──▶ everyone who looks

A job belongs to the laboratory, not to the page that asked for it. What was stopped, or cut short
by the end of the server, is in the store and can be gone on with.
"""

import atexit
import functools
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from plyground.errors import BadParameter
from plyground.views.lab_errand import Errand

MOST_WAITING = 20
REMEMBERED = 50
"""Jobs that are over and still known."""
State = Literal["waiting", "playing", "done", "stopped", "failed"]
OVER = ("done", "stopped", "failed")


@dataclass(eq=False)
class Job:
    """Something to be done at the bench, and how far it has come."""

    key: str
    """run/7, study/maze_runner/quick/1"""
    title: str
    task: Callable[..., Any] = field(repr=False)
    arguments: tuple[Any, ...] = field(repr=False)
    state: State = "waiting"
    news: Any = None
    """What was told last: whatever the task tells."""
    problem: str = ""

    def line(self) -> dict[str, object]:
        """The job as a page lists it."""
        progress = (self.news or {}).get("progress")
        return {"key": self.key, "title": self.title, "state": self.state,
                "problem": self.problem, "progress": progress}  # fmt: skip


class Laboratory:
    """Jobs in the order they were asked for, one at a time. All methods may be called anywhere."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._watchers: set[Callable[[], None]] = set()
        self._change = threading.Condition()
        self._errand: Errand | None = None
        self._playing: Job | None = None
        threading.Thread(target=self._work, daemon=True, name="laboratory").start()

    def add(self, key: str, title: str, task: Callable[..., Any], *arguments: Any) -> None:
        """Queue a job; one that waits or plays already is not added again."""
        with self._change:
            known = self._jobs.get(key)
            if known is not None and known.state not in OVER:
                return
            waiting = sum(job.state == "waiting" for job in self._jobs.values())
            if waiting >= MOST_WAITING:
                raise BadParameter(
                    f"{waiting} jobs are waiting already: stop one of them, or wait for its turn"
                )
            self._jobs.pop(key, None)
            self._jobs[key] = Job(key, title, task, arguments)
            self._forget()
            self._change.notify_all()
        self._tell()

    def stop(self, key: str) -> None:
        """End a job that waits or plays."""
        with self._change:
            job = self._jobs.get(key)
            if job is None or job.state in OVER:
                raise BadParameter(f"{key} is not being played: there is nothing to stop")
            job.state = "stopped"
            if self._playing is job and self._errand is not None:
                self._errand.end()
        self._tell()

    def jobs(self) -> list[dict[str, object]]:
        """All that is known, oldest first, as a page lists it."""
        with self._change:
            return [job.line() for job in self._jobs.values()]

    def job(self, key: str) -> Job | None:
        with self._change:
            return self._jobs.get(key)

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call this, from any thread, whenever something has changed."""
        with self._change:
            self._watchers.add(watcher)

    def leave(self, watcher: Callable[[], None]) -> None:
        with self._change:
            self._watchers.discard(watcher)

    def close(self) -> None:
        """End whatever is being played."""
        with self._change:
            for job in self._jobs.values():
                if job.state not in OVER:
                    job.state = "stopped"
            if self._errand is not None:
                self._errand.end()

    def _forget(self) -> None:
        over = [key for key, job in self._jobs.items() if job.state in OVER]
        for key in over[:-REMEMBERED]:
            del self._jobs[key]

    def _tell(self) -> None:
        with self._change:
            watchers = list(self._watchers)
        for watcher in watchers:
            try:
                watcher()
            except Exception:  # whoever cannot be told must not keep the others waiting
                traceback.print_exc(file=sys.stderr)

    def _next(self) -> Job:
        with self._change:
            while True:
                for job in self._jobs.values():
                    if job.state == "waiting":
                        job.state = "playing"
                        self._playing = job
                        return job
                self._change.wait()

    def _work(self) -> None:
        while True:
            job = self._next()
            self._tell()
            errand = Errand(job.task, job.arguments)
            with self._change:
                self._errand = errand
                if job.state == "stopped":
                    errand.end()
            for news in errand.news():
                with self._change:
                    self._hear(job, news.kind, news.what)
                self._tell()
            errand.close()
            with self._change:
                self._errand = self._playing = None
                if job.state == "playing":
                    self._hear(job, "failed", "its process died; perhaps it ran out of memory")
            self._tell()

    def _hear(self, job: Job, kind: str, what: Any) -> None:
        if job.state != "playing":
            return
        if kind == "told":
            job.news = what
        elif kind == "done":
            job.state = "done"
        else:
            job.state, job.problem = "failed", str(what)


@functools.cache
def laboratory() -> Laboratory:
    """The laboratory of this process; its errands end with it."""
    made = Laboratory()
    atexit.register(made.close)
    return made
