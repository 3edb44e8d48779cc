"""Random Connect Four on boards of any size: as it should be played, and as the source played it.

    free cells   3 1 0 3                   sound     each column with room is equally likely
    columns      1 2 3 4     X . O .       biased    each empty cell is, so a column counts by its
                             O . X .                 free cells: 1/3 1/3 – 1/3 against 3/7 1/7 – 3/7

One compiled function knows all sizes and both players, where `random_games` is compiled anew for
each board; and it can count lines as the source did. Small boards are solved: `exact` weighs every
game by its probability.
"""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.bits import below, dice, rolled, scrambled
from plyground.games.game import DRAWN, ONGOING, WON, Game, Position
from plyground.jit import compiled
from plyground.search.random_games import Tally

Cells = NDArray[np.int8]
Heights = NDArray[np.int64]


class Size(NamedTuple):
    """A board, and how many in line win."""

    rows: int
    columns: int
    connect: int

    @property
    def text(self) -> str:
        """The game's text form."""
        return f"connect_four(rows={self.rows}, columns={self.columns}, connect={self.connect})"

    def __str__(self) -> str:
        return f"{self.rows}×{self.columns} connect {self.connect}"


class Habits(NamedTuple):
    """What the source did differently."""

    biased: bool = False
    """Choose among all empty cells and drop a disc into that column."""
    forgetful: bool = False
    """Count a line as the source described: start again whenever the count is no new best."""


SOUND, BIASED, FORGETFUL, BOTH = Habits(), Habits(True), Habits(False, True), Habits(True, True)


# --- millions of games ---------------------------------------------------------------------------


@compiled
def longest(cells: Cells, row: int, column: int, right: int, up: int, forgetful: bool) -> int:
    """The most discs in a row that the owner of a cell has on one of the lines through it."""
    rows, columns = cells.shape
    owner = cells[row, column]
    while 0 <= row - up < rows and column - right >= 0:
        row, column = row - up, column - right
    count = best = 0
    while 0 <= row < rows and column < columns:
        if cells[row, column] == owner:
            count += 1
        elif not forgetful:
            count = 0
        if count > best:
            best = count
        elif forgetful:
            count = 0
        row, column = row + up, column + right
    return best


@compiled
def column_of(heights: Heights, rows: int, shown: int, biased: bool) -> int:
    """The column that scrambled dice show."""
    total = 0
    for height in heights:
        total += rows - height if biased else height < rows
    left = below(shown, total)
    for column in range(len(heights)):
        height = heights[column]
        left -= rows - height if biased else height < rows
        if left < 0:
            return column
    return -1


@compiled
def completes(cells: Cells, row: int, column: int, connect: int, forgetful: bool) -> bool:
    """Whether the last disc made a line."""
    for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
        if longest(cells, row, column, right, up, forgetful) >= connect:
            return True
    return False


@compiled
def random_tally(size: Size, habits: Habits, seed: int, first: int, last: int) -> Tally:
    """What became of the games first … last - 1, for the player who moved first."""
    rows, columns, connect = size
    cells, heights = np.zeros((rows, columns), np.int8), np.zeros(columns, np.int64)
    wins = draws = losses = plies = 0
    for number in range(first, last):
        cells[:], heights[:] = 0, 0
        state, ply, won = dice(seed, number), 0, False
        while not won and ply < rows * columns:
            state = rolled(state)
            column = column_of(heights, rows, scrambled(state), habits.biased)
            row = heights[column]
            cells[row, column] = 1 + ply % 2
            heights[column] += 1
            ply += 1
            enough = ply > 2 * (connect - 1)  # discs for a line
            won = enough and completes(cells, row, column, connect, habits.forgetful)
        plies += ply
        if not won:
            draws += 1
        elif ply % 2 == 1:
            wins += 1
        else:
            losses += 1
    return Tally(wins, draws, losses, 0, plies)


# --- all games of a small board ------------------------------------------------------------------


class Shares(NamedTuple):
    """Probabilities of the player who moves first."""

    wins: float
    draws: float
    losses: float


def chances(game: Game, position: Position, biased: bool) -> dict[int, Fraction]:
    """How likely each move is."""
    rows = game.parameters["rows"]
    moves = game.moves(position)
    weights = [rows - move % (rows + 1) if biased else 1 for move in moves]
    return {
        move: Fraction(weight, sum(weights)) for move, weight in zip(moves, weights, strict=True)
    }


def exact(game: Game, biased: bool) -> Shares:
    """The probability of each result when both players move at random, without any dice."""
    known: dict[Position, Shares] = {}

    def of(position: Position) -> Shares:
        result = game.plain.outcome(position)
        if result != ONGOING:
            return Shares(float(result == WON), float(result == DRAWN), float(result not in (0, 1)))
        key = game.plain.canonical(position)
        if key not in known:
            wins = draws = losses = 0.0
            for move, chance in chances(game, position, biased).items():
                theirs = of(game.plain.play(position, move))
                wins += chance * theirs.losses
                draws += chance * theirs.draws
                losses += chance * theirs.wins
            known[key] = Shares(float(wins), float(draws), float(losses))
        return known[key]

    return of(game.start)
