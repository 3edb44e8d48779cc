"""Checkers endgames, numbered: every position with up to five pieces has a slot.

A side is seen by its own player, who moves up. Its pieces lie on squares 0 … 31: the bits of
games/checkers.py without the ghosts, so that its men, never on the crowning row, are below 28.

    placement    the men's rank among all sets of men × (sets of kings) + the kings' rank on the
                 squares that the men leave free, closed up; ranks in the order of bits (colex)
    kind         how many men and kings I have, and they: mk-kk is a man and a king to move
                 against two kings; all kinds lie one after the other, in an order that leads down
    slot         where the kind begins + my placement × (placements of theirs) + their placement

A quiet move changes one placement and nothing else. Placements that share a square meet in slots
that hold no position.
"""

from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from plyground.bits import lowest, popcount, without_lowest
from plyground.games.checkers import CROWNING, Position, turned
from plyground.jit import borrowing

MOST = 5
SQUARES, BELOW_CROWNING = 32, 28
FIRST_ROW = 0b1111  # where their men would be crowned

Array = Any


class Kind(NamedTuple):
    """How many of each there are; those who are to move are mine."""

    my_men: int
    my_kings: int
    their_men: int
    their_kings: int

    @property
    def men(self) -> int:
        return self.my_men + self.their_men

    @property
    def seen_by_them(self) -> "Kind":
        """What a quiet move that crowns nobody leads to."""
        return Kind(self.their_men, self.their_kings, self.my_men, self.my_kings)

    @property
    def rows(self) -> int:
        """My placements."""
        return placements(self.my_men, self.my_kings)

    @property
    def columns(self) -> int:
        """Their placements."""
        return placements(self.their_men, self.their_kings)

    @property
    def slots(self) -> int:
        return self.rows * self.columns

    @property
    def name(self) -> str:
        mine = "m" * self.my_men + "k" * self.my_kings
        return f"{mine}-{'m' * self.their_men + 'k' * self.their_kings}"


def placements(men: int, kings: int) -> int:
    """In how many ways one side's pieces may stand."""
    return comb(BELOW_CROWNING, men) * comb(SQUARES - men, kings)


def pairs(pieces: int) -> Iterator[tuple[Kind, ...]]:
    """Kinds with up to so many pieces, each with the one of the other side to move.

    Captures lead to fewer pieces and crowning to fewer men: what comes before.
    """
    for total in range(2, pieces + 1):
        kinds = [
            Kind(my_men, mine - my_men, their_men, total - mine - their_men)
            for mine in range(1, total)
            for my_men in range(mine + 1)
            for their_men in range(total - mine + 1)
        ]
        for kind in sorted(kinds, key=lambda each: (each.men, each)):
            if kind == kind.seen_by_them:
                yield (kind,)
            elif kind > kind.seen_by_them:
                yield kind, kind.seen_by_them


def kinds(pieces: int) -> list[Kind]:
    """All kinds with up to so many pieces, as they lie in the tables."""
    return [kind for pair in pairs(pieces) for kind in pair]


def slots(pieces: int) -> int:
    """How many slots all positions with up to so many pieces take."""
    return sum(kind.slots for kind in kinds(pieces))


def _layout() -> tuple[Array, Array]:
    """BEGIN and COLUMNS: by kind, where its slots begin and how many placements they have."""
    begin, columns = (np.zeros((MOST,) * 4, np.int64) for _ in range(2))
    total = 0
    for kind in kinds(MOST):
        begin[kind], columns[kind] = total, kind.columns
        total += kind.slots
    return begin, columns


BEGIN, COLUMNS = _layout()
CHOOSE = np.array([[comb(n, k) for k in range(MOST)] for n in range(SQUARES + 1)], np.int64)


@borrowing
def closed(bits: int) -> int:
    """Squares without the ghosts between them."""
    return bits & 0xFF | bits >> 1 & 0xFF00 | bits >> 2 & 0xFF0000 | bits >> 3 & 0xFF000000


@borrowing
def opened(squares: int) -> int:
    """The inverse of `closed`."""
    low, high = squares & 0xFFFF, squares >> 16
    return low & 0xFF | (low >> 8) << 9 | (high & 0xFF) << 18 | (high >> 8) << 27


@borrowing
def placement(men: int, kings: int) -> int:
    """The number of one side's placement, in its own view."""
    men, kings = closed(men), closed(kings)
    count, rank, rest = 0, 0, men
    while rest:
        count += 1
        rank += int(CHOOSE[lowest(rest), count])
        rest = without_lowest(rest)
    rank *= int(CHOOSE[SQUARES - count, popcount(kings)])
    count = 0
    while kings:
        count += 1
        square = lowest(kings)
        rank += int(CHOOSE[square - popcount(men & (1 << square) - 1), count])
        kings = without_lowest(kings)
    return rank


@borrowing
def ranked(rank: int, size: int) -> int:
    """The set of `size` squares that has this rank."""
    squares, square = 0, SQUARES
    while size:
        square -= 1
        if CHOOSE[square, size] <= rank:
            rank -= int(CHOOSE[square, size])
            squares |= 1 << square
            size -= 1
    return squares


@borrowing
def spread(squares: int, taken: int) -> int:
    """The inverse of closing up: a set counted on free squares, on the board."""
    result, free = 0, 0
    for square in range(SQUARES):
        if taken >> square & 1 == 0:
            result |= (squares >> free & 1) << square
            free += 1
    return result


class Placements(NamedTuple):
    """All placements of one side, by number, in its own view."""

    men: Array
    kings: Array


@borrowing
def fill(table: Placements, men: int, kings: int) -> None:
    """Write down all placements of so many men and kings."""
    ways = int(CHOOSE[SQUARES - men, kings])
    for number in range(table.men.shape[0]):
        mine = ranked(number // ways, men)
        table.men[number] = opened(mine)
        table.kings[number] = opened(spread(ranked(number % ways, kings), mine))


@cache
def all_placements(men: int, kings: int) -> Placements:
    """The placements of so many men and kings."""
    count = placements(men, kings)
    table = Placements(np.zeros(count, np.int64), np.zeros(count, np.int64))
    fill(table, men, kings)
    return table


@borrowing
def set_up(row: int, column: int, mine: Placements, theirs: Placements) -> Position:
    """The position of two placements; they may share a square."""
    own, other = int(mine.kings[row]), turned(int(theirs.kings[column]))
    men = turned(int(theirs.men[column]))
    return Position(own | int(mine.men[row]), other | men, own | other, 1)


@borrowing
def slot_of(position: Position) -> int:
    """The slot of a position in which both sides have pieces."""
    mine, theirs, kings, _ = position
    own, other = mine & kings, turned(theirs & kings)
    men, their_men = mine & ~kings, turned(theirs & ~kings)
    kind = popcount(men), popcount(own), popcount(their_men), popcount(other)
    row, column = placement(men, own), placement(their_men, other)
    return int(BEGIN[kind]) + row * int(COLUMNS[kind]) + column


@borrowing
def has_slot(position: Position, pieces: int) -> bool:
    """Whether a position has a slot among those with up to so many pieces."""
    mine, theirs, kings, _ = position
    stuck = mine & ~kings & CROWNING | theirs & ~kings & FIRST_ROW
    few = popcount(mine | theirs) <= pieces
    return few and mine != 0 and theirs != 0 and stuck == 0
