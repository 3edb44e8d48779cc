"""A folder of checkers endgames: which kinds it holds, and what is in them.

mk-kk.table    a man and a king to move against two kings: a byte a slot
kk-mk.table    two kings to move against these
mk-kk.cost     seconds, workers and memory that the pair took: the only file that is not the
               same whenever and wherever it is made
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from plyground import files
from plyground.errors import BadFile
from plyground.solve.checkers_pair import NO_POSITION, values_of
from plyground.solve.checkers_slots import BEGIN, MOST, Array, Kind, kinds, pairs, slots
from plyground.solve.retrograde import DRAW, Workers
from plyground.solve.store import SUFFIX, TableFile, is_there, write_table

RULES = "checkers, jumps compulsory, crowning ends the move, no draws by history"


class Counts(NamedTuple):
    """The positions of a kind, or of several."""

    positions: int
    won: int
    drawn: int
    lost: int
    longest_win: int
    """In plies, like the longest loss; 0 if there is none."""
    longest_loss: int


class Cost(NamedTuple):
    """What solving a pair took."""

    name: str
    slots: int
    seconds: float
    """By the clock on the wall …"""
    processor: float
    """… and by that of the processors, all workers together."""
    workers: int
    memory: int
    """The most bytes that the process has held up to then."""


class CheckersStore:
    """The endgames of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, kind: Kind) -> Path:
        return self.folder / f"{kind.name}{SUFFIX}"

    def has(self, pair: tuple[Kind, ...]) -> bool:
        """Whether the pair is there; whether its files are sound is seen when they are read."""
        return all(is_there(self.path(kind)) for kind in pair)

    def pieces(self) -> int:
        """The most pieces for which all pairs are there; 0 if there is none."""
        most = MOST
        while most > 1 and not all(self.has(pair) for pair in pairs(most)):
            most -= 1
        return most if most > 1 else 0

    def table(self, kind: Kind) -> TableFile:
        """The file of a kind; BadFile if it is missing or not what it should be."""
        table = TableFile(self.path(kind), {"rules": RULES, "pieces": kind.name})
        if len(table.values) != kind.slots:
            raise BadFile(f"{table.path} has {len(table.values):,} slots, not {kind.slots:,}")
        return table

    def load(self, kind: Kind, values: Array, workers: int = 1) -> None:
        """Copy a kind, checked, to its place among all values."""
        table = self.table(kind)
        table.check(workers)
        begin = int(BEGIN[kind])
        values[begin : begin + kind.slots] = table.values

    def loaded(self, pieces: int) -> Array:
        """All values with up to so many pieces, checked, one kind after the other."""
        values = np.zeros(slots(pieces), np.uint8)
        for kind in kinds(pieces):
            self.load(kind, values)
        return values

    def keep(self, kind: Kind, values: Array, pool: Workers) -> None:
        """Write a kind and what was counted in it."""
        part = values_of(kind, values)
        holds = {"rules": RULES, "pieces": kind.name, "counts": counted(part)}
        write_table(self.path(kind), holds, part, pool)

    def counts(self, kind: Kind) -> Counts:
        """What was counted in a kind when it was solved."""
        return Counts(*self.table(kind).holds["counts"])

    def keep_cost(self, cost: Cost) -> None:
        files.save(self.folder / f"{cost.name}.cost", json.dumps(cost._asdict()))

    def cost(self, pair: tuple[Kind, ...]) -> Cost | None:
        """What the pair took, if it is known."""
        try:
            return Cost(**json.loads((self.folder / f"{pair[0].name}.cost").read_text()))
        except (OSError, ValueError, TypeError):
            return None


def counted(values: Array) -> Counts:
    """Count the positions of a table."""
    tally = np.bincount(values.reshape(-1), minlength=DRAW + 1)
    tally[NO_POSITION] = 0
    won, lost = tally[1:DRAW:2], tally[0:DRAW:2]
    return Counts(
        int(tally.sum()),
        int(won.sum()),
        int(tally[DRAW]),
        int(lost.sum()),
        int(2 * won.nonzero()[0].max() + 1) if won.any() else 0,
        int(2 * lost.nonzero()[0].max()) if lost.any() else 0,
    )


def total(counts: list[Counts]) -> Counts:
    """Several kinds together."""
    columns = list(zip(*counts, strict=True))
    sums = [sum(column) for column in columns[:4]]
    return Counts(*sums, *(max(column) for column in columns[4:]))
