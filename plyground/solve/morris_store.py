"""A folder of morris databases: which subspaces it holds, and what is in them.

9-8.table      9 men to move against 8: a byte a slot          (solve/store.py, retrograde.py)
8-9.table      8 men to move against 9
9-8.cost       seconds, workers and memory that the pair took: the only file that is not the
               same whenever and wherever it is made
"""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import numpy as np

from plyground import files
from plyground.errors import BadFile
from plyground.games.nine_mens_morris import MEN
from plyground.jit import borrowing
from plyground.solve.morris_pair import Ranks, ranks_of
from plyground.solve.morris_sets import (
    FEWEST,
    POINTS,
    SYMMETRIES,
    Array,
    Symmetries,
    classes_of,
    moved,
    opened,
    slots,
    symmetries,
)
from plyground.solve.retrograde import DRAW, Workers, in_blocks
from plyground.solve.store import SUFFIX, TableFile, is_there, write_table

RULES = "nine_mens_morris, Gasser's rules, flying with three"


class Subspace(NamedTuple):
    """The positions in which `mine` men are to move against `theirs`, up to symmetry."""

    mine: int
    theirs: int
    slots: int
    positions: int
    won: int
    lost: int
    drawn: int
    longest_win: int
    """In plies, like the longest loss; 0 if there is none."""
    longest_loss: int


class Cost(NamedTuple):
    """What solving a pair took."""

    larger: int
    smaller: int
    slots: int
    """Of both tables, also of the second one of a pair of equals, which is not kept."""
    seconds: float
    """By the clock on the wall …"""
    processor: float
    """… and by that of the processors, all workers together."""
    workers: int
    memory: int
    """The most bytes that the process has held up to then."""


def pairs(men: int) -> Iterator[tuple[int, int]]:
    """The pairs with up to so many men, larger number first, each after those it leads to."""
    for total in range(2 * FEWEST, men + 1):
        for smaller in range(FEWEST, total // 2 + 1):
            if total - smaller <= MEN:
                yield total - smaller, smaller


def sides(larger: int, smaller: int) -> list[tuple[int, int]]:
    """The subspaces of a pair: who is to move, and against whom."""
    return [(larger, smaller)] if larger == smaller else [(larger, smaller), (smaller, larger)]


class MorrisStore:
    """The databases of a folder. Files are opened when they are first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[tuple[int, int], TableFile] = {}
        self._lock = Lock()

    def path(self, mine: int, theirs: int) -> Path:
        return self.folder / f"{mine}-{theirs}{SUFFIX}"

    def has(self, larger: int, smaller: int) -> bool:
        """Whether the pair is there; whether its files are sound is seen when they are read."""
        return all(
            side in self._open or is_there(self.path(*side)) for side in sides(larger, smaller)
        )

    def men(self) -> int:
        """The most men for which all pairs are there; 0 if there is none."""
        most = 2 * MEN
        while most >= 2 * FEWEST and not all(self.has(*pair) for pair in pairs(most)):
            most -= 1
        return most if most >= 2 * FEWEST else 0

    def table(self, mine: int, theirs: int) -> TableFile:
        """The values of a subspace; BadFile if it is missing or not what it should be."""
        with self._lock:
            if (mine, theirs) not in self._open:
                larger, smaller = max(mine, theirs), min(mine, theirs)
                holds = {"rules": RULES, "to move": mine, "against": theirs}
                table = TableFile(self.path(mine, theirs), holds)
                if len(table.values) != slots(larger, smaller):
                    raise BadFile(
                        f"{table.path} has {len(table.values):,} slots, "
                        f"not {slots(larger, smaller):,}"
                    )
                self._open[mine, theirs] = table
            return self._open[mine, theirs]

    def close(self) -> None:
        """Forget the open files; who still holds their values keeps them."""
        self._open.clear()

    def keep(self, subspace: Subspace, values: Array, pool: Workers) -> None:
        """Write a subspace and what was counted in it."""
        holds = {
            "rules": RULES,
            "to move": subspace.mine,
            "against": subspace.theirs,
            "counts": subspace[2:],
        }
        write_table(self.path(subspace.mine, subspace.theirs), holds, values, pool)

    def subspace(self, mine: int, theirs: int) -> Subspace:
        """What was counted in a subspace when it was solved."""
        return Subspace(mine, theirs, *self.table(mine, theirs).holds["counts"])

    def keep_cost(self, cost: Cost) -> None:
        path = self.folder / f"{cost.larger}-{cost.smaller}.cost"
        files.save(path, json.dumps(cost._asdict()))

    def cost(self, larger: int, smaller: int) -> Cost | None:
        """What the pair took, if it is known."""
        try:
            return Cost(**json.loads((self.folder / f"{larger}-{smaller}.cost").read_text()))
        except (OSError, ValueError, TypeError):
            return None


def counted(mine: int, theirs: int, values: Array, pool: Workers) -> Subspace:
    """Count the positions of a subspace up to symmetry."""
    larger, smaller = max(mine, theirs), min(mine, theirs)
    first, ranks = classes_of(larger).first, ranks_of(POINTS - larger, smaller)
    tallies: list[Array] = []

    def work(begin: int, end: int) -> None:
        tally = np.zeros(DRAW + 1, np.int64)
        tally_blocks(begin, end, first, ranks, values.reshape(-1), symmetries(), tally)
        tallies.append(tally)

    in_blocks(work, len(first), pool)
    tally: Array = np.sum(tallies, axis=0)
    won, lost = tally[1:DRAW:2], tally[0:DRAW:2]
    return Subspace(
        mine,
        theirs,
        values.size,
        int(tally.sum()),
        int(won.sum()),
        int(lost.sum()),
        int(tally[DRAW]),
        int(2 * won.nonzero()[0].max() + 1) if won.any() else 0,
        int(2 * lost.nonzero()[0].max()) if lost.any() else 0,
    )


@borrowing
def tally_blocks(
    begin: int,
    end: int,
    first: Array,
    ranks: Ranks,
    values: Array,
    table: Symmetries,
    tally: Array,
) -> None:
    """How often each value occurs in some blocks, a position with several slots counting once."""
    size = ranks.bits.shape[0]
    for block in range(begin, end):
        men, kept = int(first[block]), 0
        for symmetry in range(SYMMETRIES):
            kept += moved(men, symmetry, table) == men
        if kept == 1:
            for slot in range(block * size, block * size + size):
                tally[values[slot]] += 1
        else:
            tally_symmetric(block, men, ranks, values, table, tally)


@borrowing
def tally_symmetric(
    block: int, men: int, ranks: Ranks, values: Array, table: Symmetries, tally: Array
) -> None:
    """Of slots that symmetries of the larger set take into each other, count the smallest set."""
    size = ranks.bits.shape[0]
    for place in range(size):
        others = opened(int(ranks.bits[place]), men)
        smallest = True
        for symmetry in range(SYMMETRIES):
            if moved(men, symmetry, table) == men and moved(others, symmetry, table) < others:
                smallest = False
        if smallest:
            tally[values[block * size + place]] += 1
