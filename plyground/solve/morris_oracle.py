"""The truth about morris positions, from a store of databases.

    men in hand ── searched down to the tables, if these hold all it may come to ──▶ win, draw, loss
    none        ── looked up ──▶ win in 17, draw, loss in 8

Without a store of its own, the oracle keeps one in the user's cache folder, with all positions of
up to eight men: it is built when the first of them is asked for, within half a minute.
"""

import os
import sys
from collections.abc import Callable, Sequence
from math import comb
from pathlib import Path

import numpy as np

from plyground import files
from plyground.bits import popcount
from plyground.errors import BadFile
from plyground.games.game import DRAWN, LOST, ONGOING, Game
from plyground.games.nine_mens_morris import MEN, Position
from plyground.jit import borrowing
from plyground.solve.morris import solve_morris
from plyground.solve.morris_opening import Opening, fresh_memory, opening, solve_opening
from plyground.solve.morris_sets import (
    FEWEST,
    POINTS,
    Array,
    Classes,
    Symmetries,
    classes_of,
    slot_of,
    symmetries,
)
from plyground.solve.morris_store import MorrisStore, pairs, sides
from plyground.solve.oracle import Roll, Truth, chosen
from plyground.solve.retrograde import truth
from plyground.solve.searching import FIRST, Searching

MEN_BY_DEFAULT = 8
MOST_MOVES = 3 * 18 * 9  # three men fly to any free point; a mill takes one of nine


class MorrisOracle(Searching):
    """Knows the positions of a store at once, and those that lead there after a while."""

    phase = " once all are placed"

    def __init__(self, game: Game, store: str = "") -> None:
        self.game, self._by_default = game, not store
        folder = Path(store) if store else files.cache_folder() / "morris"
        self.store = MorrisStore(folder)
        self._list_moves = listing(game)
        self._memory = fresh_memory()
        self._opening: Opening | None = None

    @property
    def nodes(self) -> int:
        return int(self._memory[FIRST:].sum())

    @property
    def progress(self) -> str:
        return super().progress if self._opening else "reading the tables"

    def knows(self, position: Position) -> bool:
        if self.game.plain.outcome(position) != ONGOING:
            return True
        mine, theirs = popcount(position.mine), popcount(position.theirs)
        if position.my_hand or position.their_hand or theirs < FEWEST:
            return False
        if self._by_default:
            return mine + theirs <= MEN_BY_DEFAULT
        return self._has(mine, theirs)

    def value(self, position: Position, seconds: float | None = None) -> Truth | None:
        outcome = self.game.plain.outcome(position)
        if outcome != ONGOING:
            return Truth(outcome, 0)
        if position.my_hand or position.their_hand:
            return self._placing(position, seconds)
        if not self.knows(position):
            return None
        mine, theirs = popcount(position.mine), popcount(position.theirs)
        classes = classes_of(max(mine, theirs))
        slot = slot_of(position.mine, position.theirs, classes, symmetries())
        return self._read(mine, theirs, int(slot))

    def moves(self, position: Position, seconds: float | None = None) -> dict[int, Truth] | None:
        """The slots of all moves come from one compiled call."""
        if self.game.plain.outcome(position) != ONGOING:
            return {}
        if position.my_hand or position.their_hand:
            return super().moves(position, seconds)
        mine, theirs = popcount(position.mine), popcount(position.theirs)
        if not (self.knows(position) and self._knows_captures(mine, theirs)):
            return None
        sizes = max(mine, theirs), max(mine, theirs - 1)
        moves, slots = (np.zeros(MOST_MOVES, np.int64) for _ in range(2))
        count = self._list_moves(
            position, classes_of(sizes[0]), classes_of(sizes[1]), symmetries(), moves, slots
        )
        found = {}
        for move, slot in zip(moves[:count].tolist(), slots[:count].tolist(), strict=True):
            left = theirs - self.game.plain.captures(move)
            after = self._read(left, mine, slot) if slot >= 0 else Truth(LOST, 0)
            found[move] = after.of_the_move()
        return found

    def line(self, position: Position) -> list[int]:
        """Best moves to the end; a draw has none, it could go on for ever."""
        found = self.value(position)
        return [] if found is None or found.outcome == DRAWN else super().line(position)

    def prepare(self) -> None:
        if self._by_default:
            self._build()
        else:
            super().prepare()

    def strata(self) -> Sequence[int]:
        """By men of both sides on the board, none being in a hand."""
        most = MEN_BY_DEFAULT if self._by_default else self.store.men()
        return range(2 * FEWEST, most + 1)

    def drawn(self, men: int, roll: Roll) -> Position:
        """All placements of all pairs of numbers of men are equally likely; White is to move."""
        shares = [mine for mine in range(FEWEST, men - FEWEST + 1) if max(mine, men - mine) <= MEN]
        ways = [comb(POINTS, mine) * comb(POINTS - mine, men - mine) for mine in shares]
        mine = shares[chosen(ways, roll)]
        points = list(range(POINTS))
        taken = [1 << points.pop(roll(len(points))) for _ in range(men)]
        return Position(sum(taken[:mine]), sum(taken[mine:]), 0, 0, 1)

    def holdings(self) -> str:
        if self._by_default:
            return f"up to {MEN_BY_DEFAULT} men"
        held = [side for pair in pairs(2 * MEN) if self.store.has(*pair) for side in sides(*pair)]
        if not self.strata():
            raise BadFile(
                f"{self.store.folder} holds no morris databases (plyground solve "
                f"nine_mens_morris --men {MEN_BY_DEFAULT} --store {self.store.folder} makes some)"
            )
        for side in held:
            self.store.table(*side)
        return " ".join(f"{mine}-{theirs}" for mine, theirs in held)

    def _placing(self, position: Position, seconds: float | None) -> Truth | None:
        """Searched, once all tables that it may come to are in memory."""
        mine = popcount(position.mine) + position.my_hand
        men = max(mine, popcount(position.theirs) + position.their_hand)
        if self._by_default or self.store.men() < 2 * men:
            return None
        if self._opening is None or self._opening.men < men:
            self._opening = opening(self.store, self._memory, men)
        with self.time_limit(seconds):
            return solve_opening(position, self._opening)

    def _has(self, mine: int, theirs: int) -> bool:
        return self.store.has(max(mine, theirs), min(mine, theirs))

    def _knows_captures(self, mine: int, theirs: int) -> bool:
        return self._by_default or theirs == FEWEST or self._has(theirs - 1, mine)

    def _read(self, mine: int, theirs: int, slot: int) -> Truth:
        if self._by_default and not self._has(mine, theirs):
            self._build()
        return truth(self.store.table(mine, theirs).at(slot))

    def _build(self) -> None:
        if self.store.men() >= MEN_BY_DEFAULT:
            return
        with files.alone_in(self.store.folder):
            if self.store.men() < MEN_BY_DEFAULT:  # nobody else has built it meanwhile
                words = f"solving morris up to {MEN_BY_DEFAULT} men, once, into"
                print(f"{words} {self.store.folder} …", file=sys.stderr)
                solve_morris(MEN_BY_DEFAULT, self.store.folder, os.cpu_count() or 1)


def listing(game: Game) -> Callable[..., int]:
    """Build listed(position, classes, classes_less, table, moves, slots): how many moves there are.

    slots[i] is where the position after moves[i] is kept, or -1 if the game is over there.
    """
    legal_moves, play, outcome = game.legal_moves, game.play, game.outcome

    @borrowing
    def listed(
        position: Position,
        classes: Classes,
        classes_less: Classes,
        table: Symmetries,
        moves: Array,
        slots: Array,
    ) -> int:
        count, theirs = 0, popcount(position.theirs)
        for move in legal_moves(position):
            after = play(position, move)
            moves[count], slots[count] = move, -1
            if outcome(after) == ONGOING:
                chosen = classes if popcount(after.mine) == theirs else classes_less
                slots[count] = slot_of(after.mine, after.theirs, chosen, table)
            count += 1
        return count

    return listed
