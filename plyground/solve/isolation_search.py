"""Who wins a position of Isolation: a search for yes or no, with a table that cannot be wrong.

    wins(position) = some move leads to a position that the other player does not win

What each idea adds, in positions searched for the 165 openings of 6×6 with knights:

    table of positions alone                                           50.4 million
    + their last move can be taken away: seen before it is searched    46.8
    + cells that nobody can reach do not matter, so do not tell        31.9
      positions apart
    + players apart: a race, settled by longest paths                  21.6
    + moves that leave them few moves and me many come first            4.5
    + the same, counting cells after two moves instead of one           3.8
    + all children are looked up before one is searched                 3.4

Tried and left out: cells that only one player can reach as a store of safe moves (12 % fewer
positions, no less time), the order by three moves, by size of the region.

A key holds a position in 62 bits, and scrambling them is reversible: the place in the table and the
bits kept there give back the key, so that no two positions are ever taken for each other.

    word of the table      rest of the key, plus 1 │ log2 of the effort, 7 bits │ 1 for a win
"""

from collections.abc import Callable

import numpy as np

from plyground.bits import lowest, popcount, scrambled, without_lowest
from plyground.jit import ENABLED, borrowing, recursive
from plyground.solve.isolation_board import (
    COLUMNS,
    END_OF_BOARD,
    MOST_CELLS,
    Layout,
    described,
    moving,
)
from plyground.solve.isolation_paths import paths
from plyground.solve.searching import NODES, STOP, Memory

LOG = END_OF_BOARD  # log2 of the number of slots
CHILDREN = LOG + 1  # a row for each number of free cells, which is another one at each ply
ROW = 3 * MOST_CELLS  # per child what is free, the cell moved to, and its rank
TABLE = CHILDREN + ROW * MOST_CELLS
FEWEST_LOG, MOST_LOG = 10, 30

LOSES, WINS = -1, -2  # of a position that is settled
UNKNOWN = -1


def memory(board: Layout, move: str, log_slots: int, plain: bool = not ENABLED) -> Memory:
    """A fresh memory with 2**log_slots slots; a list for interpreted code."""
    fresh = np.zeros(TABLE + (1 << log_slots), np.int64)
    fresh[COLUMNS:END_OF_BOARD] = described(board, move)
    fresh[LOG] = log_slots
    return fresh.tolist() if plain else fresh


@borrowing
def remembered(key: int, memory: Memory) -> int:
    """1 for a win, 0 for a loss, or UNKNOWN."""
    log = memory[LOG]
    place = TABLE + (key & ((1 << log) - 2))
    rest = ((key >> log) << 1 | key & 1) + 1
    if memory[place] >> 8 == rest:
        return int(memory[place] & 1)
    if memory[place + 1] >> 8 == rest:
        return int(memory[place + 1] & 1)
    return UNKNOWN


@borrowing
def remember(key: int, win: bool, effort: int, memory: Memory) -> None:
    """Of two neighbors the first keeps what was most work, the second what came last."""
    log = memory[LOG]
    place = TABLE + (key & ((1 << log) - 2))
    rest = ((key >> log) << 1 | key & 1) + 1
    logarithm = 0
    while effort > 1:
        effort >>= 1
        logarithm += 1
    if logarithm >= memory[place] >> 1 & 127:
        memory[place + 1] = memory[place]
    else:
        place += 1
    memory[place] = rest << 8 | logarithm << 1 | win


def winner(move: str) -> Callable[[int, int, int, Memory], bool]:
    """Build wins(free, mine, theirs, memory); nonsense once the stop flag is up."""
    piece = moving(move)
    targets, region, race = piece.targets, piece.region, paths(piece).race

    @borrowing
    def settled(free: int, mine: int, theirs: int, memory: Memory) -> int:
        """WINS or LOSES where that is plain to see; else the free cells that still matter."""
        my_targets, their_targets = targets(free, mine, memory), targets(free, theirs, memory)
        if my_targets == 0:
            return LOSES
        if without_lowest(their_targets) == 0 and their_targets & ~my_targets == 0:
            return WINS  # they have no move, or just one, and that can be taken away
        my_cells, their_cells = (
            region(free, my_targets, memory),
            region(free, their_targets, memory),
        )
        if my_cells & their_cells == 0:
            return WINS if race(my_cells, mine, their_cells, theirs, memory) else LOSES
        return my_cells | their_cells

    @borrowing
    def key_of(free: int, mine: int, theirs: int) -> int:
        return scrambled(free << 12 | mine << 6 | theirs)

    @borrowing
    def roaming(free: int, cell: int, memory: Memory) -> int:
        """How many cells a player can be on after two moves."""
        reached = 0
        ahead = targets(free, cell, memory)
        while ahead != 0:
            reached |= targets(free, lowest(ahead), memory)
            ahead = without_lowest(ahead)
        return popcount(reached)

    @borrowing
    def listed(free: int, mine: int, theirs: int, first: int, memory: Memory) -> int:
        """List what is left to be searched, the most promising first: how many; or WINS."""
        ahead = targets(free, mine, memory)
        count = 0
        while ahead != 0:
            to = lowest(ahead)
            ahead = without_lowest(ahead)
            after = settled(free & ~(1 << to), theirs, to, memory)
            known = remembered(key_of(after, theirs, to), memory) if after > 0 else UNKNOWN
            if after == LOSES or known == 0:
                return WINS
            if after == WINS or known == 1:
                continue
            rank = roaming(after, theirs, memory) - roaming(after, to, memory)
            place = first + 3 * count
            while place > first and memory[place - 1] > rank:
                memory[place], memory[place + 1] = memory[place - 3], memory[place - 2]
                memory[place + 2] = memory[place - 1]
                place -= 3
            memory[place], memory[place + 1], memory[place + 2] = after, to, rank
            count += 1
        return count

    @recursive
    def search(free: int, mine: int, theirs: int, memory: Memory) -> bool:
        """Whether the player to move wins a position that is not settled; `free` cells matter."""
        if memory[STOP] != 0:
            return True
        memory[NODES] += 1
        begun = memory[NODES]
        key = key_of(free, mine, theirs)
        known = remembered(key, memory)
        if known != UNKNOWN:
            return known == 1
        first = CHILDREN + ROW * popcount(free)
        count = listed(free, mine, theirs, first, memory)
        win = count == WINS
        child = first
        while not win and child < first + 3 * count:
            after, to = memory[child], memory[child + 1]
            win = not search(after, theirs, to, memory)
            child += 3
        if memory[STOP] == 0:
            remember(key, win, memory[NODES] - begun + 1, memory)
        return win

    @recursive
    def wins(free: int, mine: int, theirs: int, memory: Memory) -> bool:
        after = settled(free, mine, theirs, memory)
        if after < 0:
            return after == WINS
        return search(after, mine, theirs, memory)

    return wins
