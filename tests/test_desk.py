"""The desk: turns, limits, and processes that come and go."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting import alive, below, crowding, until

from plyground.errors import BadParameter
from plyground.views.desk import Desk

SOON = 20.0


def times_two(number: int) -> int:
    return 2 * number


def process() -> int:
    return os.getpid()


def forever() -> None:
    while True:
        pass


def raising() -> None:
    raise ValueError("seven is no color")


def refusing() -> None:
    raise BadParameter("depth 1000 is too much (1 to 100)")


def dying() -> None:
    os._exit(3)


def leaving() -> None:
    sys.exit(4)


def gluttonous() -> int:
    return len(bytearray(1 << 40))


def unsayable() -> Callable[[], None]:
    return lambda: None


def marked(folder: str, name: str) -> None:
    """Leave a file behind, so that others see the job running, and go on."""
    (Path(folder) / name).touch()
    forever()


class Told(queue.SimpleQueue[tuple[str, Any]]):
    """What a desk told, in order."""

    def ask(self, desk: Desk, client: str, job: Callable[..., Any], *arguments: Any,
            seconds: float | None = None) -> Any:  # fmt: skip
        return desk.ask(client, lambda what: self.put(("then", what)),
                        lambda why: self.put(("failed", why)), job, *arguments,
                        seconds=seconds)  # fmt: skip

    def next(self) -> tuple[str, Any]:
        return self.get(timeout=SOON)


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    found = Desk(workers=1)
    yield found
    found.close()


@pytest.fixture
def told() -> Told:
    return Told()


def test_a_job_is_done_in_another_process(desk: Desk, told: Told) -> None:
    told.ask(desk, "me", times_two, 21)
    told.ask(desk, "me", process)
    assert told.next() == ("then", 42)
    assert told.next()[1] not in (os.getpid(), None)


@pytest.mark.parametrize(
    ("job", "words"),
    [
        (raising, "ValueError: seven is no color"),
        (refusing, "depth 1000 is too much (1 to 100)"),
        (dying, "the process that worked on it died"),
        (leaving, "SystemExit: 4"),
        (gluttonous, "not enough memory"),
        (unsayable, "unsayable"),
    ],
)
def test_a_job_that_fails_is_told_and_the_desk_goes_on(
    desk: Desk, told: Told, job: Callable[[], Any], words: str
) -> None:
    told.ask(desk, "me", job)
    kind, why = told.next()
    assert kind == "failed"
    assert words in why
    told.ask(desk, "me", times_two, 1)
    assert told.next() == ("then", 2)


def test_what_cannot_be_passed_on_is_told(desk: Desk, told: Told) -> None:
    told.ask(desk, "me", times_two, lambda: 1)
    kind, why = told.next()
    assert (kind, "cannot be passed" in why) == ("failed", True)
    told.ask(desk, "me", times_two, 1)
    assert told.next() == ("then", 2)


def test_a_listener_that_fails_does_not_take_the_desk_with_it(desk: Desk, told: Told) -> None:
    def breaking(what: object) -> None:
        raise RuntimeError("not today")

    desk.ask("me", breaking, breaking, times_two, 1)
    desk.ask("me", breaking, breaking, raising)
    told.ask(desk, "me", times_two, 1)
    assert told.next() == ("then", 2)


def test_a_job_over_its_time_is_stopped(desk: Desk, told: Told) -> None:
    told.ask(desk, "me", forever, seconds=0.2)
    assert told.next() == ("failed", "stopped after 0.2 seconds: ask for less")
    told.ask(desk, "me", times_two, 1)
    assert told.next() == ("then", 2)


def test_a_desk_has_a_limit_of_time_of_its_own(told: Told) -> None:
    desk = Desk(workers=1, seconds=0.2)
    told.ask(desk, "me", forever)
    assert told.next() == ("failed", "stopped after 0.2 seconds: ask for less")
    desk.close()


def test_a_process_keeps_its_limit_of_memory(told: Told) -> None:
    desk = Desk(workers=1, megabytes=2048)
    told.ask(desk, "me", bytearray, 3 << 30)
    assert told.next() == ("failed", "there is not enough memory for it: ask for less")
    desk.close()


def test_clients_take_turns(desk: Desk, told: Told, tmp_path: Path) -> None:
    held = told.ask(desk, "first", marked, str(tmp_path), "running")
    until((tmp_path / "running").exists)
    order: list[str] = []
    done = threading.Event()
    for client, number in [("greedy", 6), ("modest", 2), ("humble", 1)]:
        for _ in range(number):
            desk.ask(client, order.append, order.append, str, client)
    assert desk.waiting == 9
    desk.ask("last", lambda _: done.set(), order.append, times_two, 1)
    desk.ask("greedy", lambda _: told.put(("then", "all")), order.append, times_two, 1)
    held.cancel()
    assert told.next() == ("then", "all")
    assert done.is_set()
    assert order == ["greedy", "modest", "humble", "greedy", "modest", *["greedy"] * 4]


def test_a_job_that_nobody_wants_frees_its_worker_within_a_second(
    desk: Desk, told: Told, tmp_path: Path
) -> None:
    unwanted = told.ask(desk, "gone", marked, str(tmp_path), "running")
    until((tmp_path / "running").exists)
    started = time.monotonic()
    unwanted.cancel()
    told.ask(desk, "other", times_two, 4)
    assert told.next() == ("then", 8)
    assert time.monotonic() - started < crowding()
    assert told.empty()


def test_a_job_that_nobody_wants_any_more_is_not_begun(
    desk: Desk, told: Told, tmp_path: Path
) -> None:
    held = told.ask(desk, "me", marked, str(tmp_path), "running")
    until((tmp_path / "running").exists)
    told.ask(desk, "me", marked, str(tmp_path), "never").cancel()
    told.ask(desk, "me", times_two, 3)
    held.cancel()
    assert told.next() == ("then", 6)
    assert not (tmp_path / "never").exists()


def test_a_closed_desk_leaves_no_process_behind(desk: Desk, told: Told, tmp_path: Path) -> None:
    told.ask(desk, "me", times_two, 1)
    told.next()
    before = below(os.getpid())
    another = Desk(workers=2)
    for name in ("one", "two"):
        told.ask(another, name, marked, str(tmp_path), name)
    until(lambda: len(list(tmp_path.iterdir())) == 2)
    started = time.monotonic()
    another.close()
    assert time.monotonic() - started < crowding()
    assert told.empty()
    assert not alive(below(os.getpid()) - before)


SCRIPT = """
import sys, time
sys.path.insert(0, {tests!r})
from test_desk import Desk, marked, times_two
if __name__ == "__main__":
    desk = Desk(workers=2)
    desk.ask("me", print, print, marked, {folder!r}, "running")
    desk.ask("me", print, print, times_two, 1)
    time.sleep(600)
"""


def test_workers_end_when_their_desk_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(tests=str(Path(__file__).parent), folder=str(tmp_path)))
    started = subprocess.Popen([sys.executable, script], stdout=subprocess.DEVNULL)
    until((tmp_path / "running").exists)
    processes = below(started.pid)
    assert len(processes) >= 3
    started.send_signal(signal.SIGKILL)
    started.wait()
    until(lambda: not alive(processes))
