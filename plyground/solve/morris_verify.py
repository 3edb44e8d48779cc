"""Every stored value once more, from its successors, by the rules of the game alone.

No edge, count or depth of the retrograde analysis is used: each position is set up on the board,
the game's own moves are played, and the value of the best one is compared with the byte in the
file. If all bytes agree, all are right: a win or loss by the number of its plies, smaller numbers
first, and a draw because each side has a move that stays among the draws, and none to anything
better.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from plyground.bits import popcount
from plyground.errors import BadParameter
from plyground.games.game import LOST, Game
from plyground.games.nine_mens_morris import Position, nine_mens_morris
from plyground.jit import borrowing
from plyground.solve.morris_pair import Ranks, ranks_of
from plyground.solve.morris_sets import (
    FEWEST,
    POINTS,
    Array,
    Classes,
    Symmetries,
    classes_of,
    opened,
    slot_of,
    slots,
    symmetries,
)
from plyground.solve.morris_store import MorrisStore
from plyground.solve.retrograde import Workers, better, in_blocks, of_the_move

Progress = Callable[[int], None]
"""Called with the slots of a subspace that have been compared so far."""


class Verdict(NamedTuple):
    """What became of comparing a subspace."""

    mine: int
    theirs: int
    slots: int
    mismatches: int
    example: str
    """A position with a wrong value, in one line; empty if there is none."""


class Board(NamedTuple):
    """How the slots of a subspace become positions."""

    first: Array
    ranks: Ranks
    larger_moves: bool
    symmetry: Symmetries


class Values(NamedTuple):
    """The values of a subspace that moves lead to."""

    byte: Array
    classes: Classes


def verify_subspace(
    mine: int,
    theirs: int,
    store: MorrisStore,
    workers: int = 2,
    progress: Progress = lambda done: None,
) -> Verdict:
    """Compare every value of one subspace; the files it leads to are checked as well."""
    larger, smaller = max(mine, theirs), min(mine, theirs)
    if not store.has(larger, smaller):
        raise BadParameter(f"{store.folder} does not hold the pair {larger}-{smaller}")
    own = _values(store, mine, theirs, workers)
    quiet = _values(store, theirs, mine, workers)
    capture = _values(store, theirs - 1, mine, workers) if theirs > FEWEST else quiet
    ranks = ranks_of(POINTS - larger, smaller)
    board = Board(own.classes.first, ranks, mine >= theirs, symmetries())
    compare, wrong, reached = verifier(nine_mens_morris()), [], [0]

    def work(begin: int, end: int) -> None:
        found = np.full(2, -1, np.int64)
        compare(begin, end, board, own.byte, quiet, capture, found)
        wrong.append(found)
        reached[0] += (end - begin) * len(ranks.bits)
        progress(reached[0])

    with Workers(workers) as pool:
        in_blocks(work, len(own.classes.first), pool)
    mismatches = sum(int(found[0]) + 1 for found in wrong)
    slot = max((int(found[1]) for found in wrong), default=-1)
    example = _named(slot, board) if slot >= 0 else ""
    return Verdict(mine, theirs, slots(larger, smaller), mismatches, example)


def _values(store: MorrisStore, mine: int, theirs: int, workers: int) -> Values:
    table = store.table(mine, theirs)
    table.check(workers)
    return Values(table.values, classes_of(max(mine, theirs)))


def _named(slot: int, board: Board) -> str:
    position = set_up(slot // len(board.ranks.bits), slot % len(board.ranks.bits), board)
    return nine_mens_morris().position_name(Position(*(int(field) for field in position)))


@borrowing
def set_up(block: int, place: int, board: Board) -> Position:
    """The position of a slot."""
    men = int(board.first[block])
    others = opened(int(board.ranks.bits[place]), men)
    if board.larger_moves:
        return Position(men, others, 0, 0, 1)
    return Position(others, men, 0, 0, 1)


def verifier(game: Game) -> Callable[..., None]:
    """Build compare(begin, end, board, own, quiet, capture, found).

    found[0] becomes the number of mismatches less one, found[1] a slot that has one.
    """
    best_value = best_value_on(game)

    @borrowing
    def compare(
        begin: int,
        end: int,
        board: Board,
        own: Array,
        quiet: Values,
        capture: Values,
        found: Array,
    ) -> None:
        size = board.ranks.bits.shape[0]
        for block in range(begin, end):
            for place in range(size):
                position = set_up(block, place, board)
                if (
                    best_value(position, quiet, capture, board.symmetry)
                    != own[block * size + place]
                ):
                    found[0] += 1
                    found[1] = block * size + place

    return compare


def best_value_on(game: Game) -> Callable[[Position, Values, Values, Symmetries], int]:
    """Build best_value(position, quiet, capture, table): what its best move is worth; 0 if none."""
    legal_moves, play, outcome = game.legal_moves, game.play, game.outcome

    @borrowing
    def best_value(position: Position, quiet: Values, capture: Values, table: Symmetries) -> int:
        best, theirs = 0, popcount(position.theirs)
        if outcome(position) == LOST:
            return best
        for move in legal_moves(position):
            after, value = play(position, move), 0
            if outcome(after) != LOST:
                values = quiet if popcount(after.mine) == theirs else capture
                value = int(values.byte[slot_of(after.mine, after.theirs, values.classes, table)])
            best = better(best, of_the_move(value))
        return best

    return best_value
