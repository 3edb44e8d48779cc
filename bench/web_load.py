"""Many pages at once: clients that play against a cheap agent over WebSockets, all on one server.

    python -m bench.web_load --clients 200 --seconds 60

    client ──move──▶ server ──▶ desk: alpha_beta(depth=1) ──reply──▶ client, who moves again …

Latency is from a client's move to the agent's reply as the client has it. Fairness is Jain's index
of the moves per client: 1 if all had the same number of turns, 1/clients if one had all of them.
"""

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from bench.measure import Row, WrongAnswer

CLIENTS, SECONDS = 200, 60.0
GIVEN = {"game": "connect_four", "first": "human", "second": "alpha_beta(depth=1)"}
AT_ONCE = 20
"""Clients that come in at the same time; browsers, too, come one by one."""
PATIENCE = 60.0


@dataclass
class Player:
    """What one client went through."""

    latencies: list[float] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)

    async def play(self, address: str, number: int, door: Any, start: Any, seconds: float) -> None:
        """Games against the agent, one after the other, until the time is up."""
        chance = random.Random(number)
        async with door:
            line = await connect(address, compression=None, max_size=None).__aenter__()
            await line.send(json.dumps({"open": 1, "view": "play", "with": GIVEN}))
            await self._hear(line)
        await start.wait()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.state["over"]:
                await self._say(line, {"do": "new", **GIVEN})
                continue
            began = time.monotonic()
            await self._say(line, {"do": "move", "name": chance.choice(list(self.state["cells"]))})
            self.latencies.append(time.monotonic() - began)
        await line.close()

    async def _say(self, line: Any, message: dict[str, str]) -> None:
        """Until the game waits for this client again, or is over."""
        await line.send(json.dumps({"to": 1, "message": message}))
        heard: set[str] = set()
        while "moves" not in heard or not (self.state["over"] or self.state["cells"]):
            heard |= await self._hear(line)

    async def _hear(self, line: Any) -> set[str]:
        """What has changed; a refusal ends it all."""
        answer = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
        self.state |= answer.get("state", {})
        problem = answer.get("refused") or self.state.get("problem")
        if problem:
            raise WrongAnswer(problem)
        return set(answer["state"])


@dataclass(frozen=True)
class Load:
    """What came of it."""

    clients: int
    seconds: float
    errors: list[str]
    moves: list[int]
    latencies: list[float]
    before: float
    peak: float
    after: float
    """Megabytes of the server, without its workers."""

    @property
    def fairness(self) -> float:
        """Jain's index."""
        squares = sum(each * each for each in self.moves)
        return sum(self.moves) ** 2 / (len(self.moves) * squares) if squares else 0.0

    def rows(self) -> list[Row]:
        """The figures, with the bounds that must hold."""
        work = f"{self.clients} clients playing for {self.seconds:g} s"
        milliseconds = sorted(1000 * each for each in self.latencies)
        return [
            Row(work=f"{work}: errors", ours=len(self.errors), unit="", at_most=0),
            Row(work=f"{work}: moves", ours=sum(self.moves) / self.seconds, unit="moves/s"),
            Row(work=f"{work}: fewest moves of a client", ours=min(self.moves), unit="moves"),
            Row(work=f"{work}: most moves of a client", ours=max(self.moves), unit="moves"),
            Row(work=f"{work}: Jain's index", ours=self.fairness, unit="", at_least=0.9),
            Row(work=f"{work}: move to reply, median", ours=statistics.median(milliseconds),
                unit="ms"),
            Row(work=f"{work}: move to reply, 99 %",
                ours=milliseconds[int(0.99 * (len(milliseconds) - 1))], unit="ms"),
            Row(work=f"{work}: server before", ours=self.before, unit="MB"),
            Row(work=f"{work}: server at most", ours=self.peak, unit="MB"),
            Row(work=f"{work}: server after", ours=self.after, unit="MB"),
            Row(work=f"{work}: memory per client",
                ours=(self.peak - self.before) / self.clients, unit="MB", at_most=2),
        ]  # fmt: skip


def measure() -> list[Row]:
    """A short run."""
    return load(CLIENTS, 10).rows()


def load(clients: int, seconds: float) -> Load:
    """Start a server, let so many play for so long."""
    with server() as (process, address):
        asyncio.run(_crowd(address, 1, 0.5))  # compiles, loads
        before = _megabytes(process)
        players, errors = asyncio.run(_crowd(address, clients, seconds))
        peak, after = _megabytes(process, "VmHWM"), _megabytes(process)
    moves = [len(player.latencies) for player in players]
    if not sum(moves):
        raise WrongAnswer(f"nobody could move: {errors[:3]}")
    latencies = [each for player in players for each in player.latencies]
    return Load(clients, seconds, errors, moves, latencies, before, peak, after)


async def _crowd(address: str, clients: int, seconds: float) -> tuple[list[Player], list[str]]:
    door, start = asyncio.Semaphore(AT_ONCE), asyncio.Barrier(clients)
    players = [Player() for _ in range(clients)]
    endings = await asyncio.gather(
        *(player.play(address, number, door, start, seconds)
          for number, player in enumerate(players)),
        return_exceptions=True,
    )  # fmt: skip
    return players, [f"{type(each).__name__}: {each}" for each in endings if each is not None]


@contextmanager
def server() -> Iterator[tuple[int, str]]:
    """A server of our own: its process, and where its WebSocket is."""
    command = [sys.executable, "-c", "from plyground.cli import main; main()", "serve"]
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"PLYGROUND_RUNS": str(Path(folder) / "runs.sqlite")}
        process = subprocess.Popen(
            [*command, "--port", "0", "--no-browser"], stdout=subprocess.PIPE, text=True,
            env=environment,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            found = re.search(r"http://([^/]+)/\?token=(\S+)", process.stdout.readline())
            if found is None:
                raise WrongAnswer("the server did not start")
            yield process.pid, f"ws://{found[1]}/socket?token={found[2]}"
        finally:
            process.terminate()
            process.wait(20)


def _megabytes(process: int, kind: str = "VmRSS") -> float:
    """What the process holds in memory; where the system does not tell, nothing."""
    status = Path(f"/proc/{process}/status")
    found = re.search(rf"{kind}:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


def main() -> None:
    """Print what came of a crowd of any size."""
    parser = argparse.ArgumentParser(prog="python -m bench.web_load", description=main.__doc__)
    parser.add_argument("--clients", type=int, default=CLIENTS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    given = parser.parse_args()
    found = load(given.clients, given.seconds)
    for row in found.rows():
        met = {None: "", True: ", goal met", False: ", goal MISSED"}[row.met]
        print(f"{row.work}: {row.ours:.2f} {row.unit}{met}")
    for error in found.errors[:5]:
        print(f"error: {error}")


if __name__ == "__main__":
    main()
