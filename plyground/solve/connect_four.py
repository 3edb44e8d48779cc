"""Connect Four solved: the exact score of any position on any board of up to 62 bits.

    score    n > 0: the player to move wins with its n-th disc from the end, 1 being its very last
             0: a draw        n < 0: it loses, likewise        (Pons' scale)

    -18 ├────────┼────────┼┼───────┼────────┤ 18      "more than this?" is asked of far scores
                 1        34       2                  first: a quick win or loss is seen, or ruled
                                                      out, in few nodes; then of 0, then outwards

Each idea of the search earns its lines. Nodes a position on average, Pons' set L2_R2, first 200:

    all ideas together                        11,932
    without a table                          122,663
    moves ordered by column only              26,368   (not by the threats that they make)
    without the two static bounds             19,402
    without looking up the moves first        14,739   (one that the table knows may be enough)
    without waiting below one's own threats   13,897
    asking about 0 at once                    10,723   (but 18,127, not 2,019, on set L1_R1)
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from plyground.bits import WORD, popcount
from plyground.errors import BadParameter
from plyground.games.connect_four import Position
from plyground.games.game import DRAWN, LOST, WON, Game
from plyground.jit import compiled, recursive
from plyground.solve.connect_four_lines import bottom_row, has_line_on, threats_on, whole_board
from plyground.solve.connect_four_search import (
    GENERATION,
    HIGH,
    LOW,
    Layout,
    Value,
    layout_of,
    number_on,
    value_on,
)
from plyground.solve.oracle import Truth
from plyground.solve.searching import NODES, STOP, Memory, Searching

TABLE = 22  # 2**22 positions, 32 MB
FAR = 9  # a score beyond means a win within half of the moves that are left
AT_ONCE = 28  # so many free cells or fewer are solved within a blink


class Bounds(NamedTuple):
    """What is known of a score."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        return self.low == self.high


class ConnectFour(Searching):
    """Solves the positions of one board; what it has seen, it remembers."""

    def __init__(self, game: Game, table: int = TABLE) -> None:
        """`table`: the table has 2**table places."""
        rows, columns, connect = (game.parameters[name] for name in ("rows", "columns", "connect"))
        check_size(rows, columns)
        self.game, self.cells = game, rows * columns
        self._layout = layout_of(rows, columns, table, (self.cells + 1) // 2)
        check_table(table, self._layout)
        self._memory = self._layout.fresh()
        value = value_on(rows, columns, connect, self._layout)
        self._narrow = narrow_on(rows, columns, connect, value)
        self._at_most = at_most_on(rows, columns, connect, value)

    @property
    def progress(self) -> str:
        low, high = self.so_far
        return f"the score is from {low} to {high}, {super().progress}"

    def forget(self) -> None:
        """Empty the table, and count nodes from 0."""
        self._memory[NODES] = 0
        self._memory[GENERATION] += 1
        if self._memory[GENERATION] == self._layout.generations:
            self._memory = self._layout.fresh()

    def knows(self, position: Position) -> bool:
        return bool(self.cells - popcount(position.filled) <= AT_ONCE)

    def bounds(self, position: Position, seconds: float | None = None) -> Bounds:
        """The score, exact unless the time was up or somebody said stop."""
        with self.time_limit(seconds):
            self._narrow(position.mine, position.filled, self._memory)
        return self.so_far

    @property
    def so_far(self) -> Bounds:
        """What the search that is under way, or was the last, knows."""
        return Bounds(int(self._memory[LOW]), int(self._memory[HIGH]))

    def score(self, position: Position) -> int:
        """The exact score, however long it takes."""
        return self.bounds(position).low

    def value(self, position: Position, seconds: float | None = None) -> Truth | None:
        found = self.bounds(position, seconds)
        return self.truth(position, found.low) if found.exact else None

    def truth(self, position: Position, score: int) -> Truth:
        """What a score says about the end."""
        left = self.cells - popcount(position.filled)
        if score > 0:
            return Truth(WON, 2 * ((left + 1) // 2 - score) + 1)
        if score < 0:
            return Truth(LOST, 2 * (left // 2 + score) + 2)
        return Truth(DRAWN, left)

    def points(self, position: Position, truth: Truth) -> int:
        """The score; the inverse of `truth`."""
        left: int = self.cells - popcount(position.filled)
        mine = (left + 1 if truth.outcome == WON else left) // 2
        return truth.outcome * (mine - ((truth.plies or 0) - 1) // 2)

    def best(self, position: Position, seconds: float | None = None) -> tuple[int, Truth] | None:
        started = time.monotonic()
        found = self.bounds(position, seconds)
        left = None if seconds is None else started + seconds - time.monotonic()
        move = self.best_move(position, found.low, left) if found.exact else None
        return None if move is None else (move, self.truth(position, found.low))

    def best_move(self, position: Position, score: int, seconds: float | None = None) -> int | None:
        """A move that is worth the score: the first that leaves the opponent no more. None: there
        is no such move, or the time was up, or somebody said stop."""
        with self.time_limit(seconds):
            for move in sorted(self.game.moves(position), key=self._from_the_center):
                mine, filled = self.game.plain.play(position, move)
                enough = self._at_most(mine, filled, -score, self._memory)
                if self.stopped:
                    return None
                if enough:
                    return move
        return None

    def _from_the_center(self, move: int) -> int:
        rows, columns = self.game.parameters["rows"], self.game.parameters["columns"]
        distance: int = abs(2 * (move // (rows + 1)) + 1 - columns)
        return distance


def check_size(rows: int, columns: int) -> None:
    """Refuse a board beyond one word."""
    needed = (rows + 1) * columns
    if needed > WORD:
        raise BadParameter(
            f"a {rows}×{columns} board needs {needed} bits, one more than its cells a column, and "
            f"can be solved up to {WORD} (7×7 and 6×8 fit)"
        )


def check_table(table: int, layout: Layout) -> None:
    """Refuse a table that is none, or so small that what tells positions apart fills its words."""
    least = max(1, layout.slots + 1 - layout.spare_bits)
    if not least <= table <= 30:
        raise BadParameter(
            f"table={table} should be from {least} to 30: the table has 2**table places"
        )


@compiled
def next_question(low: int, high: int) -> int:
    """The alpha to ask about: far scores first, which is cheap, then the sign, then outwards."""
    if low < -FAR:
        return min(-(-low >> 1), high - 1)
    if high > FAR:
        return max(high >> 1, low)
    return 0 if low <= 0 < high else low if low > 0 else high - 1


def narrow_on(
    rows: int, columns: int, connect: int, value: Value
) -> Callable[[int, int, Memory], None]:
    """Build narrow(mine, filled, memory): bring LOW and HIGH together, unless told to STOP."""
    at_sight, number = at_sight_on(rows, columns, connect), number_on(rows, columns)

    @recursive
    def narrow(mine: int, filled: int, memory: Memory) -> None:
        low, high, danger = at_sight(mine, filled)
        own = number(mine, filled, popcount(filled))
        memory[LOW], memory[HIGH] = low, high
        while low < high:
            alpha = next_question(low, high)
            found = value(mine, filled, danger, own, alpha, memory)
            if memory[STOP]:
                return
            if found > alpha:
                low = found
            else:
                high = found
            memory[LOW], memory[HIGH] = low, high

    return narrow


def at_most_on(
    rows: int, columns: int, connect: int, value: Value
) -> Callable[[int, int, int, Memory], bool]:
    """Build at_most(mine, filled, alpha, memory): is the score no more than alpha?"""
    at_sight, number = at_sight_on(rows, columns, connect), number_on(rows, columns)

    @recursive
    def at_most(mine: int, filled: int, alpha: int, memory: Memory) -> bool:
        low, high, danger = at_sight(mine, filled)
        if low > alpha:
            return False
        if high <= alpha:
            return True
        own = number(mine, filled, popcount(filled))
        return value(mine, filled, danger, own, alpha, memory) <= alpha

    return at_most


def at_sight_on(
    rows: int, columns: int, connect: int
) -> Callable[[int, int], tuple[int, int, int]]:
    """Build at_sight(mine, filled): bounds, equal where the game is over or the next two discs
    decide it, and the cells where the opponent would complete a line."""
    cells, board, bottom = rows * columns, whole_board(rows, columns), bottom_row(rows, columns)
    threats, has_line = threats_on(rows, columns, connect), has_line_on(rows, connect)

    @compiled
    def at_sight(mine: int, filled: int) -> tuple[int, int, int]:
        left, landing = cells - popcount(filled), (filled + bottom) & board
        danger, least, most = threats(mine ^ filled, filled), -(left >> 1), (left + 1) >> 1
        if has_line(mine ^ filled):
            return least - 1, least - 1, danger
        if left == 0:
            return 0, 0, danger
        if threats(mine, filled) & landing:
            return most, most, danger
        now = danger & landing
        return least, least if now & now - 1 else most - 1, danger

    return at_sight
