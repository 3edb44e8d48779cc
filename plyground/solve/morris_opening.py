"""The placing phase, searched to its end: there the databases know who wins.

    9 men in hand each ── 18 plies ──▶ none in hand: won, drawn or lost, from the packed tables

A position is asked "at least a draw?" or "a win?", and answers yes or no: yes if one move leads to
a position that says no when asked the opposite. What is known of a position is remembered for all
its sixteen images, in one word:

    points of both sides, 48 bits │ men in my hand, 4 │ whose turn, 1 │ at least, 2 │ at most, 2

The word holds all there is to know of the position, so that searches in several threads may share
a table without locks. Moves that close a mill come first, then those that hinder one, then points
with many neighbors.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from plyground.bits import popcount, scrambled, without_lowest
from plyground.games.game import DRAWN, LOST, WON
from plyground.games.nine_mens_morris import (
    BOARD,
    HAND,
    MEN,
    MIDDLES,
    Position,
    completing,
    removable,
)
from plyground.jit import borrowing, recursive
from plyground.solve.morris_packed import pack_into, packed_size, unpacked
from plyground.solve.morris_sets import (
    FEWEST,
    POINTS,
    SYMMETRIES,
    Array,
    Symmetries,
    classes_of,
    moved,
    rank,
    symmetries,
)
from plyground.solve.morris_store import MorrisStore, pairs, sides
from plyground.solve.needs import A_LITTLE, Needs, refuse_if_short
from plyground.solve.oracle import Truth
from plyground.solve.searching import FIRST, STOP, Memory

DRAW, WIN = 1, 2  # as in packed tables
THREADS = 2  # one for each question
TABLE = 24  # 2**24 words: 128 MB
LAST_MEN = 3  # with fewer in both hands together, searching again is quicker than remembering
STAGES = 5
NOBODY = 1 << HAND
CROSSINGS = 0x00AA00  # the points with four neighbors


class Opening(NamedTuple):
    """What the search looks things up in."""

    men: int
    """On each side, at most."""
    packed: Array
    """All packed tables, one after the other."""
    begin: Array
    """begin[mine, theirs]: where a subspace begins there."""
    numbers: Array
    """Classes of sets, as in `Classes.number`, size after size."""
    numbers_begin: Array
    choose: Array
    symmetry: Symmetries
    table: Array
    memory: Memory
    """After the first two words, the nodes of each thread."""


def fresh_memory() -> Memory:
    """Nothing counted yet."""
    return np.zeros(FIRST + THREADS, np.int64)


def opening(
    store: MorrisStore, memory: Memory, men: int = MEN, table: int = TABLE, workers: int = 2
) -> Opening:
    """Read the databases that are needed for `men` men a side into memory, packed."""
    begin, total = np.zeros((MEN + 1, MEN + 1), np.int64), 0
    wanted = [pair for pair in pairs(2 * men) if pair[0] <= men]
    held = [side for pair in wanted for side in sides(*pair)]
    for side in held:
        begin[side] = total
        total += packed_size(*side)
    refuse_if_short(Needs(0, total + (8 << table) + A_LITTLE, 0), store.folder, "men")
    packed = np.zeros(total, np.uint8)
    with ThreadPoolExecutor(workers) as pool:
        parts = [packed[begin[side] : begin[side] + packed_size(*side)] for side in held]
        list(pool.map(lambda side, part: pack_into(part, store, *side), held, parts))
    sizes = range(FEWEST, MEN + 1)
    numbers = [classes_of(size).number for size in sizes]
    starts = np.zeros(MEN + 1, np.int64)
    starts[FEWEST:] = np.cumsum([0, *(len(each) for each in numbers[:-1])])
    return Opening(
        men,
        packed,
        begin,
        np.concatenate(numbers),
        starts,
        symmetries().choose,
        symmetries(),
        np.zeros(1 << table, np.int64),
        memory,
    )


def solve_opening(position: Position, known: Opening) -> Truth | None:
    """The value of a position of the placing phase; None if the search was stopped."""
    mine, theirs, my_hand, their_hand, _ = position
    with ThreadPoolExecutor(THREADS) as pool:
        draw, win = (
            pool.submit(reaches, mine, theirs, my_hand, their_hand, wanted, FIRST + thread, known)
            for thread, wanted in enumerate((DRAW, WIN))
        )
        outcome = WON if win.result() else DRAWN if draw.result() else LOST
    return None if known.memory[STOP] else Truth(outcome, None)


@borrowing
def ending(mine: int, theirs: int, known: Opening) -> int:
    """0 lost, 1 drawn, 2 won: a position of the moving phase."""
    if popcount(mine) < FEWEST:
        return 0
    larger, smaller = (mine, theirs) if popcount(mine) >= popcount(theirs) else (theirs, mine)
    size = popcount(larger)
    place = int(known.numbers_begin[size]) + rank(larger, 0, known.symmetry)
    number = int(known.numbers[place])
    larger = moved(larger, number & 15, known.symmetry)
    smaller = moved(smaller, number & 15, known.symmetry)
    sets = int(known.choose[POINTS - size, popcount(smaller)])
    slot = (number >> 4) * sets + rank(smaller, larger, known.symmetry)
    return unpacked(known.packed, int(known.begin[popcount(mine), popcount(theirs)]), slot)


@borrowing
def key_of(mine: int, theirs: int, my_hand: int, their_hand: int, table: Symmetries) -> int:
    """The smallest image of the board, and the hands."""
    best = 1 << 48
    for symmetry in range(SYMMETRIES):
        best = min(best, moved(mine, symmetry, table) << 24 | moved(theirs, symmetry, table))
    return best << 5 | my_hand << 1 | (my_hand != their_hand)


@borrowing
def recalled(key: int, table: Array) -> int:
    """At least << 2 | at most, of what the table knows; else nothing: 0 … 2."""
    place = scrambled(key) & (table.shape[0] - 1)
    for side in range(2):
        word = int(table[place ^ side])
        if word >> 4 == key:
            return word & 15
    return WIN


@borrowing
def remember(key: int, bounds: int, table: Array) -> None:
    """In the first place if that is its own, empty, or of fewer men in hand; else in the second."""
    place = scrambled(key) & (table.shape[0] - 1)
    first = int(table[place])
    if first >> 4 != key and first and first >> 5 & 15 > key >> 1 & 15:
        place ^= 1
    table[place] = key << 4 | bounds


@borrowing
def better_first(mine: int, theirs: int, stage: int) -> int:
    """The free points of a stage: mills, hindered mills, crossings, middles, corners."""
    empty = BOARD ^ mine ^ theirs
    mills, hindering = completing(mine) & empty, completing(theirs) & empty
    if stage == 0:
        return mills
    if stage == 1:
        return hindering & ~mills
    rest = empty & ~(mills | hindering)
    if stage == 2:
        return rest & CROSSINGS
    return rest & MIDDLES & ~CROSSINGS if stage == 3 else rest & ~MIDDLES


@recursive
def reaches(
    mine: int, theirs: int, my_hand: int, their_hand: int, wanted: int, thread: int, known: Opening
) -> bool:
    """Whether the player to move gets at least `wanted`; anything, once the search is stopped."""
    known.memory[thread] += 1
    if popcount(mine) + my_hand < FEWEST or known.memory[STOP]:
        return False
    if my_hand == 0:
        return ending(mine, theirs, known) >= wanted
    key, bounds, remembered = 0, WIN, my_hand + their_hand >= LAST_MEN
    if remembered:
        key = key_of(mine, theirs, my_hand, their_hand, known.symmetry)
        bounds = recalled(key, known.table)
        if bounds >> 2 >= wanted:
            return True
        if bounds & 3 < wanted:
            return False
    found, stage = False, 0
    while stage < STAGES and not found:
        targets = better_first(mine, theirs, stage)
        victims = removable(theirs) if stage == 0 and theirs else NOBODY
        while targets and not found:
            men, left = mine | (targets & -targets), victims
            targets = without_lowest(targets)
            while left and not found:
                others = theirs & ~(left & -left)
                left = without_lowest(left)
                found = not reaches(others, men, their_hand, my_hand - 1, 3 - wanted, thread, known)
        stage += 1
    if remembered and not known.memory[STOP]:
        bounds = wanted << 2 | bounds & 3 if found else bounds >> 2 << 2 | (wanted - 1)
        remember(key, bounds, known.table)
    return found
