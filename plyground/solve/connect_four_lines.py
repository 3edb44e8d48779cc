"""Lines on a Connect Four board of any size: has anyone one, and where would one be completed?

Boards are integers with one bit a cell, laid out as in games/connect_four.py: one spare bit above
each column, so that a step up is 1, a step right `rows + 1`, and no line wraps around.
"""

from collections.abc import Callable

from plyground.bits import popcount
from plyground.jit import compiled


def steps_of(rows: int) -> tuple[int, int, int, int]:
    """How far the next cell is, in bits: up, right, right and up, right and down."""
    return 1, rows + 1, rows + 2, rows


def whole_board(rows: int, columns: int) -> int:
    """The bits of all cells."""
    return sum(((1 << rows) - 1) << (rows + 1) * column for column in range(columns))


def bottom_row(rows: int, columns: int) -> int:
    """The bits of the lowest row; added to the discs, they carry to where the next ones land."""
    return sum(1 << (rows + 1) * column for column in range(columns))


def starts_on(connect: int) -> Callable[[int, int], int]:
    """Build starts(discs, step): the first cell of every line of `connect` in one direction."""

    @compiled
    def starts(discs: int, step: int) -> int:
        length = 1
        while length < connect:  # lines twice as long each time: 1, 2, 4
            more = min(length, connect - length)
            discs &= discs >> more * step
            length += more
        return discs

    return starts


def has_line_on(rows: int, connect: int) -> Callable[[int], bool]:
    """Build has_line(discs): are there `connect` in a line?"""
    steps, starts = steps_of(rows), starts_on(connect)

    @compiled
    def has_line(discs: int) -> bool:
        found = 0
        for step in steps:
            found |= starts(discs, step)
        return found != 0

    return has_line


def lines_on(rows: int, connect: int) -> Callable[[int], int]:
    """Build lines(discs): how many lines of `connect` there are; five in a row are two fours."""
    steps, starts = steps_of(rows), starts_on(connect)

    @compiled
    def lines(discs: int) -> int:
        found = 0
        for step in steps:
            found += popcount(starts(discs, step))
        return found

    return lines


def threats_on(rows: int, columns: int, connect: int) -> Callable[[int, int], int]:
    """Build threats(discs, filled): the empty cells, playable or not, that would complete a line.

    discs with `before` cells on one side and `connect - 1 - before` on the other

        ● ● _ ●      before = 2:  discs shifted by 1 and 2 steps one way, by 1 the other way
    """
    steps, board = steps_of(rows), whole_board(rows, columns)

    @compiled
    def threats(discs: int, filled: int) -> int:
        found = 0
        for step in steps:
            for before in range(connect):
                cells = board
                for far in range(1, before + 1):
                    cells &= discs << far * step
                for far in range(1, connect - before):
                    cells &= discs >> far * step
                found |= cells
        return found & (board ^ filled)

    return threats
