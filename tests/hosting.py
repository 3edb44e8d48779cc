"""A server with a session to practice on, clients for it, and a look at the processes it started.

python hosting.py [--workers N] [--most N] [--no-token]      prints its address, serves until ended
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from websockets.sync.client import ClientConnection, connect

from plyground.errors import BadParameter
from plyground.views.desk import Desk
from plyground.views.session import Home, Session
from plyground.web.app import application
from plyground.web.gate import Gate
from plyground.web.serving import listening, run
from plyground.web.sessions import SESSIONS

SOON = 20.0


def until(true: Callable[[], object], seconds: float = SOON) -> float:
    """Wait for something; how long it took."""
    started = time.monotonic()
    while not true():
        assert time.monotonic() - started < seconds, "it did not happen"
        time.sleep(0.005)
    return time.monotonic() - started


def crowding() -> float:
    """How many times slower than alone everything is now: others may be using this machine."""
    wall, own, rounds = time.perf_counter(), time.process_time(), 0
    while time.process_time() - own < 0.2:
        rounds += 1
    return max(1.0, (time.perf_counter() - wall) / (time.process_time() - own))


def below(pid: int) -> set[int]:
    """The processes that one has started, and those that these have."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue  # gone meanwhile
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def alive(pids: set[int]) -> set[int]:
    """Those that have not ended."""
    found = set()
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state != "Z":
            found.add(pid)
    return found


def forever(sign: str = "") -> None:
    """A job that never ends; a file shows that it runs."""
    if sign:
        Path(sign).touch()
    while True:
        pass


def times_two(number: int) -> int:
    return 2 * number


class Practice(Session):
    """Counts, repeats, asks the desk, and breaks when told to."""

    view = "practice"

    def __init__(self, home: Home, given: dict[str, Any]) -> None:
        super().__init__(home, count=0, said="", doubled=0, filler="")
        if given.get("broken"):
            self.ask(lambda _: None, forever)
            raise BadParameter("it was to be broken")

    def do_count(self) -> None:
        self.show(count=self.state["count"] + 1)

    def do_say(self, text: str) -> None:
        self.show(said=text)

    def do_double(self, number: int) -> None:
        self.ask(lambda doubled: self.show(doubled=doubled), times_two, number)

    def do_think(self, sign: str = "", times: int = 1) -> None:
        for _ in range(min(times, 40)):
            self.ask(lambda _: None, forever, sign)

    def do_fill(self, megabytes: int) -> None:
        for _ in range(min(megabytes, 20)):
            self.show(filler="x" * (1 << 20))

    def do_break(self, how: Literal["nan", "set"]) -> None:
        self.show(said={"nan": float("nan"), "set": {1}}[how])


class Hosted:
    """A running server of this file; what it says on its standard error is kept."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._errors = folder / "stderr.txt"
        with self._errors.open("w") as errors:
            self.process = subprocess.Popen(
                [sys.executable, __file__, *options], stdout=subprocess.PIPE, stderr=errors,
                text=True,
            )  # fmt: skip
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        base, _, self.token = self.address.partition("?token=")
        self.base = base.rstrip("/")
        self.host = self.base.removeprefix("http://")

    @property
    def complaints(self) -> str:
        return self._errors.read_text()

    def client(self, **settings: Any) -> "Client":
        return Client(self, **settings)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


class Client:
    """A page without a browser."""

    def __init__(self, server: Any, **settings: Any) -> None:
        base, token = server.base.replace("http", "ws"), server.token
        settings = {"max_size": None, "compression": None} | settings
        self.connection: ClientConnection
        self.connection = connect(f"{base}/socket?token={token}", **settings).__enter__()
        self.state: dict[str, Any] = {}

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        self.connection.close()

    def send(self, message: Any) -> None:
        self.connection.send(json.dumps(message))

    def do(self, name: str, **arguments: Any) -> None:
        self.send({"to": 1, "message": {"do": name, **arguments}})

    def next(self) -> dict[str, Any]:
        """What the server says next; changes of the state are kept."""
        answer: dict[str, Any] = json.loads(self.connection.recv(timeout=SOON))
        self.state |= answer.get("state", {})
        return answer

    def open(self, view: str = "practice", **given: Any) -> dict[str, Any]:
        self.send({"open": 1, "view": view, "with": given})
        return self.next()

    def refusal(self) -> str:
        """The next refusal."""
        while "refused" not in (answer := self.next()):
            continue
        return str(answer["refused"])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--most", type=int, default=1000)
    parser.add_argument("--no-token", action="store_true")
    given = parser.parse_args()
    socket = listening("127.0.0.1", 0)
    gate = Gate("127.0.0.1", socket.getsockname()[1])
    gate = replace(gate, token="") if given.no_token else gate
    print(gate.address, flush=True)
    from hosting import Practice  # so that its jobs are known by this name to other processes

    sessions = {**SESSIONS, "practice": Practice}
    with suppress(KeyboardInterrupt):
        run(application(gate, sessions, Desk(given.workers), given.most), socket)


def plays_on(client: Client) -> None:
    """All is well for this one, and quick."""
    started, before = time.monotonic(), client.state["count"]
    client.do("count")
    assert client.next() == {"of": 1, "state": {"count": before + 1}}
    assert time.monotonic() - started < 2 * crowding()


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hosted, Client]]:
    """A server to be sent anything, and a neighbor who plays there."""
    hosted = Hosted(tmp_path_factory.mktemp("fuzzed"))
    with hosted.client() as neighbor:
        neighbor.open()
        yield hosted, neighbor
    hosted.stop()
    assert hosted.complaints == ""


if __name__ == "__main__":
    main()
