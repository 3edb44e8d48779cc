"""Perfect Isolation: who wins a position, on any board of up to 50 cells.

    both players on the board    a search (isolation_search.py), a fraction of a second on 7×7
    7×7, knights, first move     read from data/isolation-7x7-knight.txt, made and verified by
                                 isolation_workers.py
    a player not yet placed      it wins if one of its cells does; up to symmetry

Only the winner is known, not how long it takes: `plies` is None while the game goes on.
"""

import functools
import time
from operator import index

from plyground.bits import lowest
from plyground.errors import BadParameter
from plyground.games.game import LOST, ONGOING, WON, Game, Position
from plyground.solve.isolation_board import layout
from plyground.solve.isolation_file import shipped
from plyground.solve.isolation_openings import Openings
from plyground.solve.isolation_search import FEWEST_LOG, MOST_LOG, memory, winner
from plyground.solve.oracle import Truth
from plyground.solve.searching import Searching

TABLE = 22  # 2**22 words, 32 MB
BLINK = {"knight": 42, "king": 34, "queen": 28}
"""With so many free cells a search of random positions took a tenth of a second or less."""


class Isolation(Searching):
    """Searches positions, and remembers what it found in a table of 2**table words."""

    def __init__(self, game: Game, table: int = TABLE) -> None:
        if not FEWEST_LOG <= table <= MOST_LOG:
            raise BadParameter(
                f"table={table} should be from {FEWEST_LOG} to {MOST_LOG}: the table has 2**table "
                "places"
            )
        self.game = game
        self.board = layout(game)
        self._move = game.parameters["move"]
        self._wins = winner(self._move)
        self._memory = memory(self.board, self._move, table)

    @functools.cached_property
    def _shipped(self) -> Openings | None:
        return shipped(self.game)

    @functools.cached_property
    def _openings(self) -> dict[Position, Truth]:
        """What is known about positions with at most two cells visited, up to symmetry."""
        known: dict[Position, Truth] = {}
        for opening in self._shipped.openings if self._shipped else ():
            position = self.board.position(opening.first, opening.second)
            outcome = WON if opening.first_wins else LOST
            known[self._canonical(position)] = Truth(outcome, None)
        return known

    def knows(self, position: Position) -> bool:
        free = index(position.free).bit_count()
        if free > self.board.cells - 3 and self._shipped is not None:
            return True
        placed = position.mine != 0 and position.theirs != 0
        return placed and free <= BLINK[self._move]

    def value(self, position: Position, seconds: float | None = None) -> Truth | None:
        if self._is_over(position):
            return Truth(LOST, 0)
        end = None if seconds is None else time.monotonic() + seconds
        if index(position.free).bit_count() > self.board.cells - 3:
            return self._opening(self._canonical(position), end)
        return self.searched(position, end)

    def _opening(self, position: Position, end: float | None) -> Truth | None:
        """A position with at most two cells visited: known, or it follows from the next ones."""
        if position not in self._openings:
            placed = position.mine != 0 and position.theirs != 0
            truth = self.searched(position, end) if placed else self._placement(position, end)
            if truth is None:
                return None
            self._openings[position] = truth
        return self._openings[position]

    def _placement(self, position: Position, end: float | None) -> Truth | None:
        """Won if a cell is: try each up to symmetry."""
        rules = self.game.plain
        after = {self._canonical(rules.play(position, cell)) for cell in self.game.moves(position)}
        for each in sorted(after):
            truth = Truth(LOST, 0) if self._is_over(each) else self._opening(each, end)
            if truth is None:
                return None
            if truth.outcome == LOST:
                return Truth(WON, None)
        return Truth(LOST, None)

    def searched(self, position: Position, end: float | None = None) -> Truth | None:
        """The truth by search, whatever a file says; None if `end`, on the clock, came first."""
        free, mine, theirs = (self.board.packed(index(cells)) for cells in position)
        with self.time_limit(None if end is None else end - time.monotonic()):
            win = self._wins(free, lowest(mine), lowest(theirs), self._memory)
        if self.stopped:
            return None
        return Truth(WON if win else LOST, None)

    def _is_over(self, position: Position) -> bool:
        return self.game.plain.outcome(position) != ONGOING

    def _canonical(self, position: Position) -> Position:
        canonical: Position = self.game.plain.canonical(position)
        return canonical
