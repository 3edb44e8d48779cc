"""Retrograde analysis: from the ends of a game backwards, ply by ply, over tables of all positions.

One byte says all about a position, for the player to move:

    0  2  4 … 254      lost in so many plies
    1  3  5 … 253      won in so many plies
    255                a draw

While it works, a position has a second byte: how many of its quiet moves may still be better than
losing. Its value is then what is known so far,

    odd      won in so many plies at the latest, or 255: at least a draw
    even     captures do not help: if the quiet moves fail too, lost in no fewer plies than this

and it is decided at depth d once its value is d and d is odd, or its count is 0. What is decided at
depth d - 1 is carried back over the quiet moves to what is decided at depth d. Moves that lead
out of the tables, the captures, are looked up once, before the first step.

Positions lie in blocks. A step owns the block it writes, so that threads need no locks and the
result does not depend on their number.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from plyground.games.game import DRAWN, LOST, WON
from plyground.jit import borrowing
from plyground.solve.oracle import Truth

DRAW = 255
DEEPEST = 253
STRETCH = 64  # so many bytes are looked at together
TASKS = 8  # for each worker: the last ones to finish wait for little

Array = Any


class Table(NamedTuple):
    """The positions in which one side is to move: a row a block."""

    value: Array
    count: Array
    pending: Array
    """Whether a block may hold positions decided at a depth: a row a block, a byte a depth."""


def fresh_table(blocks: int, size: int) -> Table:
    """Room for so many blocks of so many positions each."""
    shape = (blocks, size)
    pending = np.zeros((blocks, DRAW + 1), np.uint8)
    return Table(np.zeros(shape, np.uint8), np.zeros(shape, np.uint8), pending)


@borrowing
def of_the_move(value: int) -> int:
    """What a move is worth to the player who makes it, by the value of the position after it."""
    return value if value == DRAW else value + 1


@borrowing
def better(value: int, other: int) -> int:
    """The better of two values of one position; 0, lost at once, is the worst of all."""
    if other & 1:
        return other if value & 1 == 0 or other < value else value
    return value if value & 1 else max(value, other)


@borrowing
def carry_loss(table: Table, block: int, slot: int, depth: int) -> None:
    """A quiet move leads to a position lost in depth - 1."""
    value = int(table.value[block, slot])
    if value & 1 == 0 or value > depth:
        table.value[block, slot] = depth
        table.pending[block, depth] = 1


@borrowing
def carry_win(table: Table, block: int, slot: int, depth: int) -> None:
    """A quiet move leads to a position won in depth - 1."""
    count = int(table.count[block, slot]) - 1
    table.count[block, slot] = count
    if count == 0:
        value = int(table.value[block, slot])
        if value & 1 == 0:
            value = max(value, depth)
            table.value[block, slot] = value
            table.pending[block, value] = 1


@borrowing
def decided(table: Table, block: int, depth: int, found: Array) -> int:
    """Write the slots of a block that are decided at `depth` into `found`; how many there are."""
    row, wanted, length = table.value[block], np.uint8(depth), 0
    for begin in range(0, row.shape[0], STRETCH):
        here = False
        for value in row[begin : begin + STRETCH]:  # compiles to a few wide instructions
            here |= value == wanted
        if here:
            for slot in range(begin, min(begin + STRETCH, row.shape[0])):
                if row[slot] == wanted and (depth & 1 or table.count[block, slot] == 0):
                    found[length] = slot
                    length += 1
    return length


@borrowing
def mark_pending(table: Table, block: int) -> None:
    """Note the depths of all that is decided before the first step."""
    for slot in range(table.value.shape[1]):
        value = int(table.value[block, slot])
        if value & 1 or table.count[block, slot] == 0:
            table.pending[block, value] = 1


@borrowing
def settle(table: Table, first: int, last: int) -> None:
    """What is still open when nothing is left to carry back is a draw."""
    for block in range(first, last):
        for slot in range(table.value.shape[1]):
            if table.value[block, slot] & 1 == 0 and table.count[block, slot]:
                table.value[block, slot] = DRAW


class Workers(ThreadPoolExecutor):
    """So many threads; compiled code runs in all of them at the same time."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def in_blocks(work: Callable[[int, int], None], blocks: int, pool: Workers) -> None:
    """work(first, last) for stretches of blocks, on all threads of the pool."""
    length = max(1, blocks // (TASKS * pool.count))
    tasks = [
        pool.submit(work, first, min(first + length, blocks)) for first in range(0, blocks, length)
    ]
    for task in tasks:
        task.result()


def depths(tables: tuple[Table, ...]) -> Iterator[int]:
    """The depths at which something is pending, in order, also what is added on the way."""
    for depth in range(DEEPEST + 1):
        if any(table.pending[:, depth].any() for table in tables):
            yield depth


def truth(value: int) -> Truth:
    """A byte in words."""
    if value == DRAW:
        return Truth(DRAWN, None)
    return Truth(WON if value & 1 else LOST, int(value))
