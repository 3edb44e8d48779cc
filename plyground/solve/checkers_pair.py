"""A pair of kinds of checkers endgames, from the kinds before it: the start, and one step back.

    mk-kk  ── a quiet move ──▶  kk-mk        values of captures and crownings are looked up once,
           ◀── a quiet move ──               among the kinds before; then quiet moves are taken
       └─ captures, crownings ─▶ kk-m  kk-kk   back, depth by depth  (retrograde.py)

A block is a placement of the side to move. A step goes through the blocks of one table and takes
back moves of the other side: it writes into that side's table, and there only into the column of
the block it is at. So threads that are at different blocks never write the same byte.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from plyground.bits import lowest, popcount, without_lowest
from plyground.games.checkers import BOARD, Position, jumpers, step, turned
from plyground.games.game import LOST, Game
from plyground.jit import borrowing
from plyground.solve.checkers_slots import (
    BEGIN,
    Array,
    Kind,
    Placements,
    all_placements,
    placement,
    set_up,
    slot_of,
)
from plyground.solve.retrograde import (
    DRAW,
    Table,
    better,
    carry_loss,
    carry_win,
    decided,
    mark_pending,
    of_the_move,
)

NO_POSITION = 254
"""In the slots of placements that share a square; no endgame takes so long to lose."""


class Side(NamedTuple):
    """The positions of one kind, and who stands where in them."""

    table: Table
    mine: Placements
    theirs: Placements


def values_of(kind: Kind, values: Array) -> Array:
    """The part of all values that belongs to a kind: a row for each placement of the mover."""
    begin = int(BEGIN[kind])
    return values[begin : begin + kind.slots].reshape(kind.rows, kind.columns)


def fresh_side(kind: Kind, values: Array) -> Side:
    """Room to work on a kind; its values are part of all values."""
    value = values_of(kind, values)
    pending = np.zeros((kind.rows, DRAW + 1), np.uint8)
    return Side(
        Table(value, np.zeros_like(value), pending),
        all_placements(kind.my_men, kind.my_kings),
        all_placements(kind.their_men, kind.their_kings),
    )


# --- forwards, by the rules of the game ----------------------------------------------------------


def starting(game: Game) -> Callable[[Side, int, int, Array], None]:
    """Build start(side, first, last, values): value captures and crownings, count quiet moves."""
    legal_moves, play = game.legal_moves, game.play

    @borrowing
    def start_slot(table: Table, row: int, column: int, position: Position, values: Array) -> None:
        best, quiet = 0, 0
        pieces, kings = popcount(position.mine | position.theirs), popcount(position.kings)
        for move in legal_moves(position):
            after = play(position, move)
            if popcount(after.mine | after.theirs) == pieces and popcount(after.kings) == kings:
                quiet += 1
            else:
                best = better(best, of_the_move(value_after(after, values)))
        table.value[row, column] = best
        table.count[row, column] = quiet

    @borrowing
    def start(side: Side, first: int, last: int, values: Array) -> None:
        for row in range(first, last):
            for column in range(side.table.value.shape[1]):
                position = set_up(row, column, side.mine, side.theirs)
                if position.mine & position.theirs:
                    side.table.value[row, column] = NO_POSITION
                else:
                    start_slot(side.table, row, column, position, values)
            mark_pending(side.table, row)

    return start


@borrowing
def value_after(position: Position, values: Array) -> int:
    """The value of a position after a move; who has no pieces left has lost."""
    return int(values[slot_of(position)]) if position.mine else 0


def best_value_on(game: Game) -> Callable[[Position, Array], int]:
    """Build best_value(position, values): what its best move is worth; 0, lost, if it has none."""
    legal_moves, play, outcome = game.legal_moves, game.play, game.outcome

    @borrowing
    def best_value(position: Position, values: Array) -> int:
        best = 0
        if outcome(position) != LOST:
            for move in legal_moves(position):
                best = better(best, of_the_move(value_after(play(position, move), values)))
        return best

    return best_value


# --- backwards -----------------------------------------------------------------------------------


@borrowing
def step_back(side: Side, before: Table, first: int, last: int, depth: int, found: Array) -> None:
    """From what was decided at depth - 1 in some blocks of a side to the other side's table."""
    for row in range(first, last):
        if side.table.pending[row, depth - 1]:
            length = decided(side.table, row, depth - 1, found)
            enemies = turned(int(side.mine.men[row] | side.mine.kings[row]))
            for place in range(length):
                column = int(found[place])
                men, kings = int(side.theirs.men[column]), int(side.theirs.kings[column])
                take_back(men, kings, enemies, before, row, depth)


@borrowing
def take_back(men: int, kings: int, enemies: int, before: Table, row: int, depth: int) -> None:
    """Every quiet move that may have led here, of the side with these men and kings.

    It was legal if nothing could be captured instead.
    """
    for direction in range(4):
        pieces = men | kings if direction > 1 else kings  # men have come from below
        empty = BOARD ^ men ^ kings ^ enemies
        origins = step(pieces, direction) & empty
        while origins:
            origin = 1 << lowest(origins)
            origins = without_lowest(origins)
            moved = origin | step(origin, direction ^ 2)
            men_before = men ^ moved if men & moved else men
            kings_before = kings ^ moved if kings & moved else kings
            pieces_before = men_before | kings_before
            if jumpers(pieces_before, kings_before, enemies, empty ^ moved) == 0:
                carry(before, placement(men_before, kings_before), row, depth)


@borrowing
def carry(table: Table, block: int, slot: int, depth: int) -> None:
    if depth & 1:
        carry_loss(table, block, slot, depth)
    else:
        carry_win(table, block, slot, depth)
