"""What a search remembers, in one flat array of integers: arrays are dear to pass on.

    counters │ killers, 2 a ply │ history │ path │ moves, ranks: a row a ply │ table: 3 words a slot
             KILLERS            HISTORY   PATH   MOVES  RANKS                TABLE
                                                                    databases, if there are any │

A slot of the table is (key, score with depth and bound, move). Scores of decided positions are kept
as seen from the position itself, so that they mean the same at every ply.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.bits import FULL, Wide, scrambled
from plyground.games.game import Game, Position
from plyground.jit import ENABLED, compiled
from plyground.search.results import (
    COUNTERS,
    DECIDED,
    MOST,
    NODES,
    PLAYED,
    STOP,
    WIN,
    Counters,
)

PLIES = 256  # no search goes deeper
WIDEST = 1024  # no position has more moves
PAST = 256  # positions of the game before the root
KINDS = 1024  # of moves, to the history

KILLERS = COUNTERS
HISTORY = KILLERS + 2 * PLIES
PATH = HISTORY + KINDS
MOVES = PATH + PAST + PLIES
RANKS = MOVES + PLIES * WIDEST
TABLE = RANKS + PLIES * WIDEST

EXACT, AT_LEAST, AT_MOST = 0, 1, 2
ODD = 0x1E3779B97F4A7C15


class Entry(NamedTuple):
    """What the table knows about a position; depth is -1 where it knows nothing."""

    score: int
    depth: int
    bound: int
    move: int


NO_MOVE = -1
UNLIMITED = (1 << 63) - 1
NOTHING = Entry(0, -1, EXACT, NO_MOVE)


def memory(table_slots: int = 0, plain: bool = not ENABLED, databases: Any = ()) -> Counters:
    """A fresh memory, its table empty; `table_slots` is a power of two, or 0 for no table.

    Interpreted searches need a `plain` one, a list: NumPy's integers overflow, Python's do not.
    """
    fresh = np.zeros(TABLE + 3 * table_slots + len(databases), np.int64)
    fresh[TABLE + 3 * table_slots :] = databases
    fresh[MOST] = UNLIMITED
    fresh[KILLERS:HISTORY] = NO_MOVE
    return fresh.tolist() if plain else fresh


def renew(memory: Counters) -> None:
    """Forget, and count from 0 again, with no limit."""
    memory[NODES], memory[STOP], memory[PLAYED] = 0, 0, 0
    memory[MOST] = UNLIMITED
    forget(memory)


def forget(memory: Counters, databases: int = 0) -> None:
    """Forget killers, history and table: the memory is as good as a fresh one."""
    plain = isinstance(memory, list)
    killers, history = slice(KILLERS, HISTORY), slice(HISTORY, PATH)
    memory[killers] = [NO_MOVE] * (HISTORY - KILLERS) if plain else NO_MOVE
    memory[history] = [0] * (PATH - HISTORY) if plain else 0
    forget_table(memory, databases)


def forget_table(memory: Counters, databases: int = 0) -> None:
    """Empty the table; the words of the databases behind it are kept."""
    keys = slice(TABLE, len(memory) - databases, 3)
    memory[keys] = [0] * len(memory[keys]) if isinstance(memory, list) else 0


def stopped(counts: Counters) -> Counters:
    """The same memory with its stop flag up: a search that compiles and comes back at once."""
    counts[STOP] = 1
    return counts


def position_key(game: Game) -> Callable[[Position], int]:
    """Build key(position): a number below 2**62 that is all but surely its own."""

    @compiled
    def narrow(position: Position) -> int:
        folded = 1
        for word in position:
            folded = (folded * ODD + word) & FULL
        return scrambled(folded)

    @compiled
    def wide(position: Position) -> int:
        folded = 1
        for board in position:
            folded = (folded * ODD + board.low) & FULL
            folded = (folded * ODD + board.high) & FULL
        return scrambled(folded)

    return wide if isinstance(game.start[0], Wide) else narrow


@compiled
def looked_up(table: Counters, slots: int, key: int, ply: int) -> Entry:
    """What the table knows, with decided scores counted from the root again."""
    slot = TABLE + 3 * (key & (slots - 1))
    if table[slot] != key:
        return NOTHING
    data = table[slot + 1]
    score = (data >> 16) - 2 * WIN
    if score > DECIDED:
        score -= ply
    elif score < -DECIDED:
        score += ply
    return Entry(score, (data >> 4) & 0xFFF, data & 3, table[slot + 2])


@compiled
def store(table: Counters, slots: int, key: int, ply: int, entry: Entry) -> None:
    """Remember an entry, whatever stood in its slot."""
    slot = TABLE + 3 * (key & (slots - 1))
    score = entry.score
    if score > DECIDED:
        score += ply
    elif score < -DECIDED:
        score -= ply
    table[slot] = key
    table[slot + 1] = (score + 2 * WIN) << 16 | entry.depth << 4 | entry.bound
    table[slot + 2] = entry.move
