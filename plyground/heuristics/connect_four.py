"""Evaluations of Connect Four, for boards of any size.

All lines of one direction are counted at once. To ask something of every window of `connect` cells,
shift the board by one step at a time and combine: bit n of the result answers for the window that
begins at cell n. The four steps (`rows + 1` = 7 on the 6×7 board) and the spare bits, always 0:

     6 13 20 …   step 1  up                 A board beyond 62 bits is a `Wide`, so only
     5 12 19 …        7  right              & | ^ << >> == != are used: cells without
     …                8  up and right       others are cells ^ (cells & others).
     0  7 14 …        6  down and right
"""

from collections.abc import Callable
from typing import NamedTuple

from plyground import bits
from plyground.bits import lowest, popcount, without_lowest
from plyground.games.connect_four import Position
from plyground.games.game import Game
from plyground.heuristics.heuristic import Evaluate, heuristic
from plyground.jit import compiled


class Geometry(NamedTuple):
    """A board's masks and steps."""

    rows: int
    columns: int
    size: int  # bits, spare ones included
    board: int
    nothing: int
    steps: tuple[int, int, int, int]

    def where(self, chosen: list[tuple[int, int]]) -> int:
        """Cells given by row, from the bottom, and column."""
        stride = self.rows + 1
        return bits.board(sum(1 << column * stride + row for row, column in chosen), self.size)


def geometry(game: Game) -> Geometry:
    rows, columns = game.parameters["rows"], game.parameters["columns"]
    stride = rows + 1
    size = stride * columns
    cells = sum(((1 << rows) - 1) << stride * column for column in range(columns))
    steps = (1, stride, stride + 1, stride - 1)
    return Geometry(rows, columns, size, bits.board(cells, size), bits.board(0, size), steps)


def minus_theirs(game: Game, score: Callable[[int, int], int]) -> Evaluate:
    """score(my discs, empty cells) minus the same for the other player."""
    board = geometry(game).board

    def evaluate(position: Position) -> int:
        empty = board ^ position.filled
        return score(position.mine, empty) - score(position.mine ^ position.filled, empty)

    return evaluate


@heuristic("connect_four")
def center(game: Game) -> Evaluate:
    """My discs in the center column minus theirs; of an even number, in the middle two."""
    space = geometry(game)
    middle = {(space.columns - 1) // 2, space.columns // 2}
    columns = space.where([(row, column) for row in range(space.rows) for column in middle])

    @compiled
    def score(discs: int, empty: int) -> int:
        return popcount(discs & columns)

    return minus_theirs(game, score)


@heuristic("connect_four")
def runs_open(game: Game) -> Evaluate:
    """Each run of n discs scores n·n, plus n if the next cell is empty, else minus n; minus theirs.

    A run is as many discs of one color in line as there are, a single one included; its next cell
    is the one above, to the right, above right or below right of its end.
    """
    nothing, steps = geometry(game).nothing, geometry(game).steps

    @compiled
    def score(discs: int, empty: int) -> int:
        """A run holds (n·n - n) / 2 shorter ones of two or more, and n that share its end."""
        total = 0
        for step in steps:
            shorter = discs & (discs >> step)
            while shorter != nothing:
                total += popcount(shorter)
                shorter &= shorter >> step
            ending = discs & (empty >> step)
            while ending != nothing:
                total += popcount(ending)
                ending = (ending >> step) & discs
        return 2 * total

    return minus_theirs(game, score)


@heuristic("connect_four")
def runs_space(game: Game) -> Evaluate:
    """Each run of n discs scores n·(before + after + longest), where a line fits; minus theirs.

    `before` and `after` are the empty cells in a row at its two ends; `longest`, n + the larger of
    them, is what it can grow to on one side. A run with before + n + after < connect scores 0.
    """
    space, connect = geometry(game), game.parameters["connect"]
    nothing, steps, one = space.nothing, space.steps, bits.board(1, space.size)

    @compiled
    def score(discs: int, empty: int) -> int:
        total = 0
        for step in steps:
            starts = discs ^ (discs & (discs << step))
            while starts != nothing:
                before, length, after = 0, 0, 0
                cell = one << lowest(starts)
                starts = without_lowest(starts)
                behind = (cell >> step) & empty
                while behind != nothing:
                    before, behind = before + 1, (behind >> step) & empty
                while (cell & discs) != nothing:
                    length, cell = length + 1, cell << step
                while (cell & empty) != nothing:
                    after, cell = after + 1, cell << step
                if before + length + after >= connect:
                    total += length * (before + after + length + max(before, after))
        return total

    return minus_theirs(game, score)


@heuristic("connect_four")
def windows(game: Game) -> Evaluate:
    """Windows of `connect` cells with n discs of mine, none of theirs: 1, 4, 16, …; minus theirs.

    That is 4^(n-1), and 0 for no disc; from seven discs on it grows no more.
    """
    space, connect = geometry(game), game.parameters["connect"]
    board, nothing, steps = space.board, space.nothing, space.steps

    @compiled
    def score(discs: int, empty: int) -> int:
        """Counts the discs of all windows at once in binary, a board for each of three digits."""
        total = 0
        for step in steps:
            ones = twos = fours = nothing
            windows, cells, allowed = board, discs, discs | empty
            for _ in range(connect):
                windows &= allowed
                carry, ones = ones & cells, ones ^ cells
                carry, twos = twos & carry, twos ^ carry
                carry, fours = fours & carry, fours ^ carry
                ones, twos, fours = ones | carry, twos | carry, fours | carry
                cells, allowed = cells >> step, allowed >> step
            fours &= windows
            windows ^= fours
            total += weighed(ones & windows, twos & windows)
            exactly_four = fours ^ (fours & (ones | twos))
            total += 64 * popcount(exactly_four) + 256 * weighed(ones & fours, twos & fours)
        return total

    return minus_theirs(game, score)


@compiled
def weighed(ones: int, twos: int) -> int:
    """4^(n-1) for each window whose disc count n has these two binary digits, 0 for none."""
    both = ones & twos
    return popcount(ones ^ both) + 4 * popcount(twos ^ both) + 16 * popcount(both)


@heuristic("connect_four", antisymmetric=False, default=True)
def threats(game: Game) -> Evaluate:
    """Cells that complete a line 8, 24 where zugzwang helps; lines 2 short 4, 3 short 1; center.

    All minus theirs. Where a line ends the game, a cell above one of the other player's does not
    count: they come first. Zugzwang: when all other columns are full, the turns in the last one are
    known; on an even number of rows the first player gets the odd ones, the second the even ones.
    Discs add 3 in the center column, 1 beside it, finished lines 64.
    """
    nothing, board, lines = geometry(game).nothing, geometry(game).board, unfinished_lines(game)
    until_full = game.parameters["until_full"]
    first, second = zugzwang(game)

    @compiled
    def above(cells: int, empty: int) -> int:
        found, cells = nothing, (cells << 1) & empty
        while cells != nothing:
            found |= cells
            cells = (cells << 1) & empty
        return found

    def evaluate(position: Position) -> int:
        empty = board ^ position.filled
        mine, value = lines(position.mine, empty)
        theirs, their_value = lines(position.mine ^ position.filled, empty)
        if not until_full:
            late, their_late = mine & above(theirs, empty), theirs & above(mine, empty)
            mine, theirs = mine ^ late, theirs ^ their_late
        if popcount(position.filled) % 2 == 0:
            lucky = popcount(mine & first) - popcount(theirs & second)
        else:
            lucky = popcount(mine & second) - popcount(theirs & first)
        return value - their_value + 8 * (popcount(mine) - popcount(theirs)) + 16 * lucky

    return evaluate


def zugzwang(game: Game) -> tuple[int, int]:
    """The cells that the first and the second player get if theirs is the last column left."""
    space = geometry(game)
    elsewhere = (space.columns - 1) * space.rows
    cells = [(row, column) for row in range(space.rows) for column in range(space.columns)]
    first = space.where([cell for cell in cells if (elsewhere + cell[0]) % 2 == 0])
    return first, space.board ^ first


def unfinished_lines(game: Game) -> Callable[[int, int], tuple[int, int]]:
    """Build lines(discs, empty): the cells that complete a line, and a score for the rest."""
    space, connect = geometry(game), game.parameters["connect"]
    board, nothing, steps = space.board, space.nothing, space.steps
    columns = range(space.columns)
    near = [column for column in columns if abs(2 * column + 1 - space.columns) < 4]
    middle = [column for column in near if abs(2 * column + 1 - space.columns) < 2]
    inner = space.where([(row, column) for row in range(space.rows) for column in near])
    core = space.where([(row, column) for row in range(space.rows) for column in middle])

    @compiled
    def lines(discs: int, empty: int) -> tuple[int, int]:
        completing, score = nothing, popcount(discs & inner) + 2 * popcount(discs & core)
        for step in steps:
            full, one_short, two_short, three_short = board, nothing, nothing, nothing
            mine, free = discs, empty
            for _ in range(connect):
                three_short = (three_short & mine) | (two_short & free)
                two_short = (two_short & mine) | (one_short & free)
                one_short = (one_short & mine) | (full & free)
                full &= mine
                mine, free = mine >> step, free >> step
            score += 64 * popcount(full) + 4 * popcount(two_short) + popcount(three_short)
            for _ in range(connect):
                completing |= one_short
                one_short = one_short << step
        return completing & empty, score

    return lines
