"""Connect Four solved: time a position on Pons' six sets against BitBully, then whole boards.

Each position is met with an empty table, without a book, on one thread, through the call that a
user would make; what it takes to empty the table counts for neither side. Both have to find the
published score.

    L3_R1    late, soon decided           a set in ten parts:   ours  theirs  ours  theirs  …
    L2_R1    halfway, soon decided
    L1_R1    early, soon decided
    L2_R2    halfway, decided later
    L1_R2    early, decided later
    L1_R3    early, decided late

Emptying BitBully's table walks through all of it, which leaves the processor's caches cold; ours is
emptied by counting up one number. So before each of our positions 64 MB are walked through: without
that, we look about three to seven times quicker on the first two sets. Seconds are those of the
processor: with one thread and nothing to wait for, they are what passes on an idle machine.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.measure import MissingPeer, Row, WrongAnswer
from bench.paths import peer
from plyground.games import load_game
from plyground.games.game import Position
from plyground.solve.connect_four import ConnectFour

DATA = Path(os.environ.get("PLYGROUND_DATA", Path(__file__).parents[2] / "shared" / "data"))
SETS = {
    "L3_R1": (200, 2, None),
    "L2_R1": (200, 2, 1.0),
    "L1_R1": (200, 1, 1.0),
    "L2_R2": (200, 1, 0.5),
    "L1_R2": (100, 1, 0.5),
    "L1_R3": (10, 1, 0.5),
}
"""How many positions of each set are solved (emptying their table takes BitBully 56 ms each time),
how often (the best counts), and how much of its time is allowed."""
PARTS = 10
SWEPT = np.zeros(1 << 23, np.int64)  # 64 MB, more than any cache holds
LARGE_TABLE = 24
OPENINGS = (-2, -1, 0, 1, 0, -1, -2)
WINNERS = {
    (4, 4): 0, (4, 5): 0, (4, 6): 2, (4, 7): 0,
    (5, 4): 0, (5, 5): 0, (5, 6): 0, (5, 7): 0,
    (6, 4): 0, (6, 5): 0, (6, 6): 2,
    (7, 4): 0, (7, 5): 0,
    (8, 4): 0,
}  # fmt: skip
"""(height, width) -> who wins: 1, 2, or 0 for nobody. Tromp's table."""

Clock = Callable[[Sequence["Puzzle"]], float]
"""Solves positions, each from scratch, and says how many seconds that took."""


class Puzzle(NamedTuple):
    """A position as the moves that lead to it, for either side, and its score."""

    moves: str
    ours: Position
    theirs: Any
    score: int


def measure() -> list[Row]:
    """The six sets, and the empty board in one go."""
    bitbully = peer("bitbully.bitbully_core", "bitbully")
    solver, core = ConnectFour(load_game("connect_four")), bitbully.BitBullyCore()
    times, nodes = [], []
    for name, (count, turns, goal) in SETS.items():
        puzzles = list(read_set(name, count, bitbully))
        solver.forget()
        ours, theirs = in_turns(puzzles, turns, by_us(solver), by_bitbully(core))
        times.append(
            Row(
                work=f"{name}: a position, the mean of the first {count}",
                ours=1000 * ours / count,
                unit="ms",
                peer=1000 * theirs / count,
                peer_name="BitBully",
                at_most=goal,
            )
        )
        nodes.append(
            Row(work=f"{name}: a position", ours=mean_nodes(solver, puzzles), unit="nodes")
        )
    return [*times, *nodes, *board_rows(6, 7, 1)]


def read_set(name: str, count: int, bitbully: Any) -> Iterator[Puzzle]:
    """The first positions of a set: columns from 1, a space, the score."""
    file = DATA / "connect_four" / f"Test_{name}"
    if not file.is_file():
        raise MissingPeer(f"no {file}: set PLYGROUND_DATA to the folder of the data")
    game = load_game("connect_four")
    for line in file.read_text().splitlines()[:count]:
        moves, score = line.split()
        board = bitbully.BoardCore()
        if not board.setBoard([int(digit) - 1 for digit in moves]):
            raise WrongAnswer(f"BitBully cannot set up {moves}")
        yield Puzzle(moves, game.after(list(moves)), board, int(score))


def in_turns(
    puzzles: Sequence[Puzzle], turns: int, ours: Clock, theirs: Clock
) -> tuple[float, float]:
    """The seconds of both sides: part by part, the best turn of each."""
    ours(puzzles[:1])  # compiles
    size, spent_by_us, spent_by_them = len(puzzles) // PARTS, 0.0, 0.0
    for begin in range(0, len(puzzles), size):
        part = puzzles[begin : begin + size]
        spent = [(ours(part), theirs(part)) for _ in range(turns)]
        spent_by_us += min(turn[0] for turn in spent)
        spent_by_them += min(turn[1] for turn in spent)
    return spent_by_us, spent_by_them


def by_us(solver: ConnectFour) -> Clock:
    def seconds(puzzles: Sequence[Puzzle]) -> float:
        spent = 0.0
        for puzzle in puzzles:
            solver.forget()
            np.add(SWEPT, 1, out=SWEPT)
            begun = time.process_time()
            score = solver.score(puzzle.ours)
            spent += time.process_time() - begun
            check("ours", puzzle, score)
        return spent

    return seconds


def by_bitbully(core: Any) -> Clock:
    def seconds(puzzles: Sequence[Puzzle]) -> float:
        spent = 0.0
        for puzzle in puzzles:
            core.resetTranspositionTable()
            begun = time.process_time()
            score = core.mtdf(puzzle.theirs, 0)
            spent += time.process_time() - begun
            check("BitBully", puzzle, score)
        return spent

    return seconds


def check(side: str, puzzle: Puzzle, score: int) -> None:
    if score != puzzle.score:
        raise WrongAnswer(f"{side}: {puzzle.moves} gives {score}, and {puzzle.score} is right")


def mean_nodes(solver: ConnectFour, puzzles: Sequence[Puzzle]) -> float:
    """Of ours, each position from scratch."""
    total = 0
    for puzzle in puzzles:
        solver.forget()
        solver.score(puzzle.ours)
        total += solver.nodes
    return total / len(puzzles)


def boards() -> list[Row]:
    """The seven openings one by one, each from scratch; then who wins on boards of other sizes."""
    game = load_game("connect_four")
    solver, rows = ConnectFour(game, LARGE_TABLE), []
    for column, right in enumerate(OPENINGS, start=1):
        solver.forget()
        begun = time.process_time()
        score = -solver.score(game.after([str(column)]))
        rows += pair(f"6×7, opening in column {column}: score {score}", solver, begun)
        if score != right:
            raise WrongAnswer(f"column {column} gives {score}, and {right} is right")
    for (height, width), winner in WINNERS.items():
        rows += board_rows(height, width, winner)
    return rows


def board_rows(height: int, width: int, winner: int) -> list[Row]:
    """Solve an empty board."""
    game = load_game(f"connect_four(rows={height}, columns={width})")
    solver = ConnectFour(game, LARGE_TABLE)
    solver.bounds(game.start, seconds=0.01)  # compiles
    solver.forget()
    begun = time.process_time()
    score = solver.score(game.start)
    found = {1: 1, 0: 0, -1: 2}[(score > 0) - (score < 0)]
    if found != winner:
        raise WrongAnswer(f"{height}×{width} gives {score}, and {winner} should win (0: nobody)")
    word = ("nobody wins", "the first player wins", "the second player wins")[found]
    return pair(f"{height}×{width}, empty: {word}, score {score}", solver, begun)


def pair(work: str, solver: ConnectFour, begun: float) -> list[Row]:
    """What a solution took that has just come to its end."""
    return [
        Row(work=work, ours=time.process_time() - begun, unit="s"),
        Row(work=work, ours=solver.nodes, unit="nodes"),
    ]
