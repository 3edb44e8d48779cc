"""Every reachable position of a small Connect Four board with its score, by nothing but the rules.

    empty ──▶ all positions after 1 disc ──▶ after 2 ──▶ … ──▶ the full boards
      ◀───────── scores ◀──────────────── scores ◀──── scores ◀──── all 0

No search, no table, no bit tricks: lines are lists of cells, and a position's score is looked up in
the ply below it. Boards are laid out as in games/connect_four.py, a whole ply is an array.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

WORTH_NOTHING = -100


class Board(NamedTuple):
    """A board's size, and how many in a line win."""

    rows: int
    columns: int
    connect: int

    @property
    def text(self) -> str:
        rows, columns, connect = self
        return f"connect_four(rows={rows}, columns={columns}, connect={connect})"

    def lines(self) -> list[list[int]]:
        """The bits of each line, one by one."""
        found = []
        for row in range(self.rows):
            for column in range(self.columns):
                for up, right in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                    cells = [(row + far * up, column + far * right) for far in range(self.connect)]
                    if all(0 <= y < self.rows and 0 <= x < self.columns for y, x in cells):
                        found.append([1 << x * (self.rows + 1) + y for y, x in cells])
        return found

    def has_line(self, discs: Any) -> Any:
        """Which of these have a line."""
        found = np.zeros(len(discs), bool)
        for line in self.lines():
            found |= discs & sum(line) == sum(line)
        return found

    def threats(self, discs: Any, filled: Any) -> Any:
        """The free cells that would complete a line."""
        found = np.zeros(len(discs), np.int64)
        for line in self.lines():
            for cell in line:
                others = sum(line) - cell
                found |= np.where((discs & others == others) & (filled & cell == 0), cell, 0)
        return found

    def landing(self, filled: Any, column: int) -> Any:
        """The bit where a disc lands in a column, 0 where it is full."""
        bits = np.zeros(len(filled), np.int64)
        for row in reversed(range(self.rows)):
            cell = 1 << column * (self.rows + 1) + row
            bits = np.where(filled & cell == 0, cell, bits)
        return bits


class Ply(NamedTuple):
    """All positions with as many discs, nobody having a line; the score of each, in Pons' scale."""

    played: int
    mine: Any
    filled: Any
    score: Any


@cache
def whole_game(board: Board) -> list[Ply]:
    """Ply by ply; the last one holds the full boards."""
    bits = (board.rows + 1) * board.columns
    assert 2 * bits <= 62
    cells = board.rows * board.columns
    keys = [np.zeros(1, np.int64)]
    for played in range(cells):
        mine, filled = keys[played] >> bits, keys[played] & (1 << bits) - 1
        after = [_after(board, mine, filled, column)[2] for column in range(board.columns)]
        keys.append(np.unique(np.concatenate(after)))
    scores = [np.zeros(len(keys[cells]), np.int64)]
    for played in reversed(range(cells)):
        mine, filled = keys[played] >> bits, keys[played] & (1 << bits) - 1
        best = np.full(len(mine), WORTH_NOTHING)
        for column in range(board.columns):
            wins, goes_on, key = _after(board, mine, filled, column)
            best[wins] = (cells - played + 1) // 2
            below = scores[-1][np.searchsorted(keys[played + 1], key)]
            best[goes_on] = np.maximum(best[goes_on], -below)
        scores.append(best)
    return [
        Ply(played, key >> bits, key & (1 << bits) - 1, score)
        for played, (key, score) in enumerate(zip(keys, reversed(scores), strict=True))
    ]


def _after(board: Board, mine: Any, filled: Any, column: int) -> tuple[Any, Any, Any]:
    """Where a disc in the column wins, where the game goes on, and to which keys it leads there."""
    move = board.landing(filled, column)
    wins = (move != 0) & board.has_line(mine | move)
    goes_on = (move != 0) & ~wins
    theirs, after = (mine ^ filled)[goes_on], (filled | move)[goes_on]
    return wins, goes_on, theirs << (board.rows + 1) * board.columns | after
