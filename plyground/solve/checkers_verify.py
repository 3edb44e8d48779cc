"""Every stored value of checkers endgames once more, from its successors, by the game's own moves.

No count, depth or move taken back is used: each position is set up on the board, its legal moves
are played, and the value of the best one is compared with the byte in the file. If all bytes agree,
all are right: a win or loss by the number of its plies, smaller numbers first, and a draw because
each side has a move that stays among the draws, and none to anything better.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from plyground.errors import BadParameter
from plyground.games.checkers import Position, checkers
from plyground.games.game import Game
from plyground.jit import borrowing
from plyground.solve.checkers_pair import NO_POSITION, best_value_on, values_of
from plyground.solve.checkers_slots import Array, Kind, Placements, all_placements, kinds, set_up
from plyground.solve.checkers_store import CheckersStore
from plyground.solve.needs import Progress, nobody
from plyground.solve.retrograde import Workers, in_blocks


class Verdict(NamedTuple):
    """What became of comparing a kind."""

    kind: Kind
    slots: int
    mismatches: int
    example: str
    """A position with a wrong value, in one line; empty if there is none."""


def verify_checkers(
    pieces: int, store: CheckersStore, workers: int = 2, progress: Progress = nobody
) -> list[Verdict]:
    """Compare every value with up to so many pieces with its successors'."""
    if not 2 <= pieces <= store.pieces():
        raise BadParameter(
            f"{store.folder} holds the checkers endgames up to {store.pieces() or 'no'} pieces, "
            f"not to {pieces}"
        )
    values, verdicts, done = store.loaded(pieces), [], 0
    for kind in kinds(pieces):
        verdicts.append(verify_kind(kind, values, workers, progress, done))
        done += kind.slots
    return verdicts


def verify_kind(
    kind: Kind, values: Array, workers: int, progress: Progress = nobody, done: int = 0
) -> Verdict:
    """Compare every value of one kind."""
    mine = all_placements(kind.my_men, kind.my_kings)
    theirs = all_placements(kind.their_men, kind.their_kings)
    own, wrong, reached = values_of(kind, values), [], [done]

    def work(first: int, last: int) -> None:
        found = np.array([0, -1, -1])
        COMPARE(own, mine, theirs, first, last, values, found)
        wrong.append(found)
        reached[0] += (last - first) * kind.columns
        progress(reached[0], kind.name)

    with Workers(workers) as pool:
        in_blocks(work, kind.rows, pool)
    mismatches, row, column = (
        sum(int(each[0]) for each in wrong),
        *max((int(each[1]), int(each[2])) for each in wrong),
    )
    example = _named(row, column, mine, theirs) if mismatches else ""
    return Verdict(kind, kind.slots, mismatches, example)


def _named(row: int, column: int, mine: Placements, theirs: Placements) -> str:
    position = set_up(row, column, mine, theirs)
    return checkers().position_name(Position(*(int(field) for field in position)))


def comparing(game: Game) -> Callable[..., None]:
    """Build compare(own, mine, theirs, first, last, values, found).

    found becomes the number of mismatches, and the row and column of one of them.
    """
    best_value = best_value_on(game)

    @borrowing
    def compare(
        own: Array,
        mine: Placements,
        theirs: Placements,
        first: int,
        last: int,
        values: Array,
        found: Array,
    ) -> None:
        for row in range(first, last):
            for column in range(own.shape[1]):
                position = set_up(row, column, mine, theirs)
                if position.mine & position.theirs:
                    right = NO_POSITION
                else:
                    right = best_value(position, values)
                if own[row, column] != right:
                    found[0] += 1
                    found[1], found[2] = row, column

    return compare


COMPARE = comparing(checkers())
