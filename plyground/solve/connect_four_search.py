"""The search that solves Connect Four: is the score of a position more than alpha?

    score    n > 0: the player to move wins with its n-th disc from the end, 1 being its very last
             0: a draw        n < 0: it loses, likewise        (Pons' scale)

One flat array is all that the search remembers:

    nodes  stop  low  high  generation │ moves: four words each, a row a ply │ table: a word a slot

    a word of the table      generation │ high │ low │ tag          low <= score <= high

A position has a number of its own below 2**bits; mixed up, its highest bits say in which slot it is
kept, and the rest is its tag, so that no position is ever taken for another. An older generation
counts as empty: a table is forgotten at no cost.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from plyground.bits import popcount
from plyground.jit import ENABLED, borrowing, compiled, fetch_ahead, recursive
from plyground.solve.connect_four_bounds import NOTHING_KNOWN, bound_on
from plyground.solve.connect_four_lines import bottom_row, threats_on, whole_board
from plyground.solve.searching import FIRST, NODES, STOP, Memory

LOW, HIGH, GENERATION = range(FIRST, FIRST + 3)
SCRATCH = 8
WORDS = 4  # of a move that waits for its turn: rank, disc, threats and number after it
ODD = 0x1E3779B97F4A7C15
TURNED_AROUND = 14  # so many plies, mirror images are often met

Value = Callable[[int, int, int, int, int, Memory], int]


class Layout(NamedTuple):
    """How the memory of a board with a table of 2**slots positions is divided up."""

    slots: int
    tag_bits: int
    score_bits: int
    half: int
    """The most that a score can be, either way."""
    table_at: int

    @property
    def spare_bits(self) -> int:
        """What tag and bounds leave of a word, to count generations with: one at the least."""
        return 62 - self.tag_bits - 2 * self.score_bits

    @property
    def generations(self) -> int:
        """How many there are before the table has to be cleared."""
        return 1 << self.spare_bits

    def fresh(self) -> Memory:
        memory = np.zeros(self.table_at + (1 << self.slots), np.int64)
        memory[GENERATION] = 1
        return memory if ENABLED else memory.tolist()


def layout_of(rows: int, columns: int, slots: int, half: int) -> Layout:
    cells, bits = rows * columns, (rows + 1) * columns
    slots = min(slots, bits - 1)
    table_at = SCRATCH + (cells + 1) * WORDS * columns
    return Layout(slots, bits - slots, half.bit_length() + 1, half, table_at)


def value_on(rows: int, columns: int, connect: int, layout: Layout) -> Value:
    """Build value(mine, filled, danger, own, alpha, memory), `own` being the position's number.

    value > alpha: the score is at least it; value <= alpha: at most it. The player to move cannot
    win at once, and at most one of the cells `danger`, where the opponent would, can be played.
    """
    cells, half = rows * columns, layout.half
    board, bottom = whole_board(rows, columns), bottom_row(rows, columns)
    gathered, (kept, keep) = gathered_on(rows, columns, connect, layout), table_on(layout)

    @recursive
    def value(mine: int, filled: int, danger: int, own: int, alpha: int, memory: Memory) -> int:
        memory[NODES] += 1
        if memory[STOP]:
            return 0
        played = popcount(filled)
        landing = (filled + bottom) & board
        moves = landing & ~(danger >> 1)  # below a threat of theirs one does not play
        if landing & danger:
            moves &= danger
        if moves == 0:
            return -((cells - played) >> 1)
        if played >= cells - 2:
            return 0
        least, most = -((cells - 2 - played) >> 1), (cells - 1 - played) >> 1
        if least > alpha:
            return least
        if most <= alpha:
            return most
        low, high = kept(own, memory, least, most)
        if low > alpha:
            return low
        if high <= alpha:
            return high
        row = SCRATCH + played * WORDS * columns
        count, sure = gathered(mine, filled, played, danger, moves, alpha, memory)
        if sure > alpha:
            return sure
        theirs = mine ^ filled
        for place in range(row, row + count * WORDS, WORDS):
            _, at_most = kept(memory[place + 3], memory, -half, half)
            if -at_most > alpha:
                return -at_most
        best = -half
        for place in range(row, row + count * WORDS, WORDS):
            move, threats, number = memory[place + 1], memory[place + 2], memory[place + 3]
            best = max(best, -value(theirs, filled | move, threats, number, -alpha - 1, memory))
            if best > alpha:
                break
        keep(own, memory, low, high, alpha, best)
        return best

    return value


def gathered_on(
    rows: int, columns: int, connect: int, layout: Layout
) -> Callable[..., tuple[int, int]]:
    """Build gathered(…): write the moves into their row, best first; how many, and a score that
    one of them is sure to reach, if that is more than alpha."""
    stride, cells = rows + 1, rows * columns
    board, bottom = whole_board(rows, columns), bottom_row(rows, columns)
    threats, bound = threats_on(rows, columns, connect), bound_on(rows, columns, connect)
    number, tag_bits, table_at = number_on(rows, columns), layout.tag_bits, layout.table_at
    edge = [min(bit // stride, columns - 1 - bit // stride) for bit in range(stride * columns)]
    from_the_edge = np.array(edge)

    @borrowing
    def gathered(
        mine: int, filled: int, played: int, danger: int, moves: int, alpha: int, memory: Memory
    ) -> tuple[int, int]:
        theirs, gifts = mine ^ filled, threats(mine, filled) >> 1
        row, count = SCRATCH + played * WORDS * columns, 0
        while moves:
            move = moves & -moves
            moves ^= move
            after = filled | move
            own = number(theirs, after, played + 1)
            fetch_ahead(memory, table_at + (own >> tag_bits))
            mine_now = threats(mine | move, after)
            playable = (after + bottom) & board & mine_now
            if playable:
                if playable & playable - 1 or playable << 1 & mine_now:
                    return 0, (cells - 1 - played) >> 1  # two at once, or one above the other
            else:
                known = bound(theirs, after, played + 1, mine_now)
                if known != NOTHING_KNOWN and -known > alpha:
                    return 0, -known
            rank = 8 * popcount(mine_now & ~(danger << 1)) + from_the_edge[popcount(move - 1)]
            if move & gifts:
                rank -= 8  # it would let them fill a cell that is worth more empty
            place = row + count * WORDS
            while place > row and memory[place - WORDS] < rank:
                for word in range(WORDS):
                    memory[place + word] = memory[place + word - WORDS]
                place -= WORDS
            memory[place], memory[place + 1] = rank, move
            memory[place + 2], memory[place + 3] = mine_now, own
            count += 1
        return count, alpha

    return gathered


def number_on(rows: int, columns: int) -> Callable[[int, int, int], int]:
    """Build number(mine, filled, played): one of its own for each position, well mixed; early on
    the same for mirror images."""
    stride, bits = rows + 1, (rows + 1) * columns
    mask, one_column = (1 << bits) - 1, (1 << stride) - 1
    factor = ODD & mask | 1

    @compiled
    def mirrored(key: int) -> int:
        turned = 0
        for column in range(columns):
            turned = turned << stride | key >> column * stride & one_column
        return turned

    @compiled
    def number(mine: int, filled: int, played: int) -> int:
        key = mine + filled
        if played < TURNED_AROUND:
            key = min(key, mirrored(key))
        return (key ^ key >> (bits + 1) // 2) * factor & mask

    return number


def table_on(layout: Layout) -> tuple[Callable[..., tuple[int, int]], Callable[..., None]]:
    """Build kept(…), the bounds that the table knows, or those given; and keep(…)."""
    _, tag_bits, score_bits, half, table_at = layout
    tag, digits = (1 << tag_bits) - 1, (1 << score_bits) - 1
    high_at, generation_at = tag_bits + score_bits, tag_bits + 2 * score_bits

    @borrowing
    def kept(number: int, memory: Memory, least: int, most: int) -> tuple[int, int]:
        entry = memory[table_at + (number >> tag_bits)]
        if entry >> generation_at != memory[GENERATION] or entry & tag != number & tag:
            return least, most
        return (entry >> tag_bits & digits) - half, (entry >> high_at & digits) - half

    @borrowing
    def keep(number: int, memory: Memory, low: int, high: int, alpha: int, best: int) -> None:
        """What asking for more than alpha has added to the bounds: at least best, or at most."""
        if not memory[STOP]:
            if best > alpha:
                low = max(low, best)
            else:
                high = min(high, best)
            bounds = low + half << tag_bits | high + half << high_at
            entry = memory[GENERATION] << generation_at | bounds | number & tag
            memory[table_at + (number >> tag_bits)] = entry

    return kept, keep
