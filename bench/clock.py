"""Does the engine keep its time? By how much it overruns, and what its first start costs.

    python -m bench.clock --moves 1000 --seconds 0.15     the full run: five minutes

Overrun is what a search says it took beyond its budget; on the wall clock also counts what
choose() does before and after. On a busy machine the timer itself comes late: so before each move a
bare compiled loop is stopped by the same kind of timer, and its overrun is given beside ours.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bench.measure import MissingPeer, Row, WrongAnswer
from plyground.agents import load_agent
from plyground.games import Game, load_game
from plyground.jit import compiled
from plyground.players import Player

MOVES, SECONDS = 100, 0.05
SEED = 2024
OPENING, LONGEST = 4, 40  # random plies before the engine plays on, and the last ply of a game
GAMES = ("connect_four", "checkers", "nine_mens_morris", "isolation")

SCRIPT = Path(sys.executable).with_name("plyground")
ANALYZE = [str(SCRIPT), "analyze", "connect_four", "--agent", "deepening(depth=8)"]
RUNS = 3


@dataclass
class Overruns:
    """Milliseconds beyond the budget, one of each for every move that used it up."""

    told: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)
    games: list[str] = field(default_factory=list)


def measure() -> list[Row]:
    """A short run, and the start of the command line."""
    return [*rows(MOVES, SECONDS), *start()]


def rows(moves: int, seconds: float) -> list[Row]:
    """Mean, 99th percentile and maximum of the overruns of so many moves."""
    overruns = Overruns()
    for text in GAMES:
        play(load_game(text), moves // len(GAMES), seconds, overruns)
    worst = overruns.games[overruns.told.index(max(overruns.told))]
    work = f"deepening(seconds={seconds}), {len(overruns.told)} moves: overrun"
    return [
        Row(work=f"{work}, mean", ours=statistics.fmean(overruns.told), unit="ms"),
        Row(work=f"{work}, 99 %", ours=_most(overruns.told), unit="ms", at_most=5),
        Row(work=f"{work}, worst ({worst})", ours=max(overruns.told), unit="ms"),
        Row(work=f"{work} by the wall, 99 %", ours=_most(overruns.wall), unit="ms"),
        Row(work=f"{work} by the wall, worst", ours=max(overruns.wall), unit="ms"),
        Row(work=f"{work} of a bare loop, 99 %", ours=_most(overruns.bare), unit="ms"),
        Row(work=f"{work} of a bare loop, worst", ours=max(overruns.bare), unit="ms"),
    ]


def _most(values: list[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(values, n=100, method="inclusive")[98]


def play(game: Game, moves: int, seconds: float, overruns: Overruns) -> None:
    """Let the engine play itself, game after game, until so many moves took their time."""
    player = load_agent(f"deepening(seconds={seconds})").player(game)
    player.choose(game.start)  # compiles, loads
    wanted, number = len(overruns.told) + moves, 0
    while len(overruns.told) < wanted:
        _play_once(game, player, number, seconds, wanted, overruns)
        number += 1


def _play_once(
    game: Game, player: Player, number: int, seconds: float, wanted: int, overruns: Overruns
) -> None:
    """A game from a random opening until it is decided, or long, or enough was measured."""
    position, ply = game.start, 0
    for move in game.random_game(SEED, number, most_plies=OPENING):
        position, ply = game.plain.play(position, move), ply + 1
    while game.moves(position) and ply < LONGEST and len(overruns.told) < wanted:
        bare = stopped_loop(seconds)
        begin = time.perf_counter()
        result = player.choose(position)
        wall = time.perf_counter() - begin
        if result.exact:
            return
        overruns.told.append(1000 * (result.seconds - seconds))
        overruns.wall.append(1000 * (wall - seconds))
        overruns.bare.append(1000 * (bare - seconds))
        overruns.games.append(game.name)
        position, ply = game.plain.play(position, result.move), ply + 1


@compiled
def loop(flags: Any) -> int:
    """Until flags[0] is set. Where it writes only flags[1] tells, so it must look each time."""
    rounds = 0
    while flags[0] == 0 and rounds < 1 << 34:
        rounds += 1
        flags[flags[1]] = rounds
    return rounds


def stopped_loop(seconds: float) -> float:
    """How long a loop runs that a timer stops."""
    loop(np.array([1, 2, 0]))  # compiles before the clock
    flags = np.array([0, 2, 0])
    begin = time.perf_counter()
    timer = threading.Timer(seconds, flags.__setitem__, (0, 1))
    timer.daemon = True
    timer.start()
    loop(flags)
    return time.perf_counter() - begin


def start() -> list[Row]:
    """The analysis from the shell: all compiled anew, and from the cache."""
    if not SCRIPT.exists():
        raise MissingPeer(f"there is no {SCRIPT}: pip install -e '.[bench]'")
    with tempfile.TemporaryDirectory() as empty:
        cold = _run(empty)
        warm = statistics.median(_run(empty) for _ in range(RUNS))
    work = "plyground analyze connect_four, deepening(depth=8)"
    return [
        Row(work=f"{work}: nothing compiled yet", ours=cold, unit="s"),
        Row(work=f"{work}: warm", ours=warm, unit="s"),
    ]


def _run(cache: str) -> float:
    begin = time.perf_counter()
    environment = {**os.environ, "PLYGROUND_CACHE": cache}
    done = subprocess.run(ANALYZE, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise WrongAnswer(f"{' '.join(ANALYZE)} failed: {done.stderr.strip()[-500:]}")
    return time.perf_counter() - begin


def main() -> None:
    """Print the overruns of a run of any length."""
    parser = argparse.ArgumentParser(prog="python -m bench.clock", description=main.__doc__)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=0.15)
    given = parser.parse_args()
    for row in rows(given.moves, given.seconds):
        met = {None: "", True: ", goal met", False: ", goal MISSED"}[row.met]
        print(f"{row.work}: {row.ours:.2f} {row.unit}{met}")


if __name__ == "__main__":
    main()
