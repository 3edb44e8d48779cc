"""Connect Four to a full board, solved on small boards: by how many lines does one win?

The margin is my lines minus theirs once the board is full. Before that it is already known that

    lines I have - lines they may get  <=  margin  <=  lines I may get - lines they have

The search asks whether the margin is more than alpha, and remembers what it has learned about each
position as the search of connect_four_search.py does.
"""

from collections.abc import Callable

from plyground.bits import popcount
from plyground.errors import BadParameter
from plyground.games.connect_four import Position
from plyground.games.game import Game
from plyground.jit import recursive
from plyground.solve.connect_four_lines import bottom_row, lines_on, whole_board
from plyground.solve.connect_four_search import (
    Layout,
    layout_of,
    number_on,
    table_on,
)
from plyground.solve.oracle import Truth
from plyground.solve.searching import NODES, STOP, Memory, Searching

MOST_CELLS = 25
AT_ONCE = 16  # so many free cells or fewer are solved within a blink
TABLE = 22


class FullBoard(Searching):
    """Solves the positions of one small board."""

    def __init__(self, game: Game, table: int = TABLE) -> None:
        rows, columns, connect = (game.parameters[name] for name in ("rows", "columns", "connect"))
        self.game, self.cells = game, rows * columns
        if self.cells > MOST_CELLS:
            raise BadParameter(
                f"{game.text}: played until full, boards of up to {MOST_CELLS} cells are solved, "
                f"such as 5×5, and this one has {self.cells}"
            )
        self._most = int(lines_on(rows, connect)(whole_board(rows, columns)))
        layout = layout_of(rows, columns, table, self._most)
        self._memory = layout.fresh()
        self._margin = margin_on(rows, columns, connect, layout)

    def knows(self, position: Position) -> bool:
        return bool(self.cells - popcount(position.filled) <= AT_ONCE)

    def value(self, position: Position, seconds: float | None = None) -> Truth | None:
        """The margin, from the sign outwards."""
        low, high = -self._most, self._most
        with self.time_limit(seconds):
            while low < high:
                alpha = 0 if low <= 0 < high else low if low > 0 else high - 1
                found = int(self._margin(position.mine, position.filled, alpha, self._memory))
                if self.stopped:
                    return None
                low, high = (found, high) if found > alpha else (low, found)
        left = self.cells - popcount(position.filled)
        return Truth((low > 0) - (low < 0), left, low)


def margin_on(
    rows: int, columns: int, connect: int, layout: Layout
) -> Callable[[int, int, int, Memory], int]:
    """Build margin(mine, filled, alpha, memory).

    margin > alpha: it is at least so much; margin <= alpha: at most.
    """
    board, bottom = whole_board(rows, columns), bottom_row(rows, columns)
    lines, number, (kept, keep) = (
        lines_on(rows, connect),
        number_on(rows, columns),
        table_on(layout),
    )
    none = -layout.half

    @recursive
    def margin(mine: int, filled: int, alpha: int, memory: Memory) -> int:
        memory[NODES] += 1
        if memory[STOP]:
            return 0
        theirs, free = mine ^ filled, board ^ filled
        least, most = lines(mine) - lines(theirs | free), lines(mine | free) - lines(theirs)
        if least > alpha or least == most:
            return least
        if most <= alpha:
            return most
        own = number(mine, filled, popcount(filled))
        low, high = kept(own, memory, least, most)
        if low > alpha:
            return low
        if high <= alpha:
            return high
        best, landing = none, (filled + bottom) & board
        while landing and best <= alpha:
            move = landing & -landing
            landing ^= move
            best = max(best, -margin(theirs, filled | move, -alpha - 1, memory))
        keep(own, memory, low, high, alpha, best)
        return best

    return margin
