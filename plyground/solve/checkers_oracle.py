"""The truth about checkers endgames, from a store of databases.

Without a store of its own, the oracle keeps one in the user's cache folder, with all positions of
up to three pieces: it is built when the first of them is asked for, within half a minute.
"""

import os
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from plyground import files
from plyground.errors import BadFile
from plyground.games.checkers import Position
from plyground.games.game import DRAWN, ONGOING, Game
from plyground.jit import borrowing, interpreted
from plyground.solve.checkers import solve_checkers
from plyground.solve.checkers_pair import value_after
from plyground.solve.checkers_slots import Array, all_placements, has_slot, kinds, set_up
from plyground.solve.checkers_store import CheckersStore
from plyground.solve.oracle import Oracle, Roll, Truth, chosen
from plyground.solve.retrograde import of_the_move, truth

PIECES_BY_DEFAULT = 3
MOST_MOVES = 16  # of up to five pieces: four kings have as many steps; jumps are never more
KNOWN_SLOT, SET_UP = interpreted(has_slot), interpreted(set_up)


class CheckersOracle(Oracle):
    """Knows the positions of a store, and those in which the game is over."""

    unit = "pieces"

    def __init__(self, game: Game, store: str = "") -> None:
        self.game, self._by_default = game, not store
        folder = Path(store) if store else files.cache_folder() / "checkers"
        self.store = CheckersStore(folder)
        self.pieces = self.store.pieces() if store else PIECES_BY_DEFAULT
        self._list_moves = listing(game)

    def knows(self, position: Position) -> bool:
        if self.game.plain.outcome(position) != ONGOING:
            return True
        return KNOWN_SLOT(position, self.pieces)

    def value(self, position: Position, seconds: float | None = None) -> Truth | None:
        outcome = self.game.plain.outcome(position)
        if outcome != ONGOING:
            return Truth(outcome, 0)
        return truth(value_after(position, self.values)) if self.knows(position) else None

    def moves(self, position: Position, seconds: float | None = None) -> dict[int, Truth] | None:
        """The values of all moves come from one compiled call."""
        if self.game.plain.outcome(position) != ONGOING:
            return {}
        if not self.knows(position):
            return super().moves(position, seconds)
        moves, values = (np.zeros(MOST_MOVES, np.int64) for _ in range(2))
        count = self._list_moves(position, self.values, moves, values)
        found = zip(moves[:count].tolist(), values[:count].tolist(), strict=True)
        return {move: truth(value) for move, value in found}

    def line(self, position: Position) -> list[int]:
        """Best moves to the end; a draw has none, it could go on for ever."""
        found = self.value(position)
        return [] if found is None or found.outcome == DRAWN else super().line(position)

    def prepare(self) -> None:
        _ = self.values

    def strata(self) -> Sequence[int]:
        """By pieces of both sides on the board."""
        return range(2, self.pieces + 1)

    def drawn(self, men: int, roll: Roll) -> Position:
        """All placements of all kinds of so many pieces are equally likely; Black is to move."""
        alike = [kind for kind in kinds(men) if sum(kind) == men]
        while True:
            kind = alike[chosen([each.slots for each in alike], roll)]
            mine = all_placements(kind.my_men, kind.my_kings)
            theirs = all_placements(kind.their_men, kind.their_kings)
            position = SET_UP(roll(kind.rows), roll(kind.columns), mine, theirs)
            if not position.mine & position.theirs:
                return position

    def holdings(self) -> str:
        if not self.pieces:
            raise BadFile(
                f"{self.store.folder} holds no checkers endgames (plyground solve checkers "
                f"--pieces {PIECES_BY_DEFAULT} --store {self.store.folder} makes some)"
            )
        for kind in kinds(0 if self._by_default else self.pieces):
            self.store.table(kind)
        return f"up to {self.pieces} pieces"

    @cached_property
    def values(self) -> Array:
        """All values of the store, checked; by default they are computed if need be."""
        if self.store.pieces() < self.pieces:
            self._build()
        return self.store.loaded(self.pieces)

    def _build(self) -> None:
        with files.alone_in(self.store.folder):
            if self.store.pieces() < self.pieces:  # nobody else has built it meanwhile
                words = f"solving checkers up to {self.pieces} pieces, once, into"
                print(f"{words} {self.store.folder} …", file=sys.stderr)
                solve_checkers(self.pieces, self.store.folder, os.cpu_count() or 1)


def listing(game: Game) -> Callable[[Position, Array, Array, Array], int]:
    """Build listed(position, values, moves, worths): how many moves there are, and their values."""
    legal_moves, play = game.legal_moves, game.play

    @borrowing
    def listed(position: Position, values: Array, moves: Array, worths: Array) -> int:
        count = 0
        for move in legal_moves(position):
            moves[count] = move
            worths[count] = of_the_move(value_after(play(position, move), values))
            count += 1
        return count

    return listed
