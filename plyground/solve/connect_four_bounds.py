"""What can be said of a Connect Four position without searching it: two strategies, drawn.

On a board of even height, count rows from 1. Whoever only ever answers in the column that the other
has just played in gets the even cells, the other the odd ones:

    row 4   o  o  o  o        x has just moved somewhere: o goes on top of it.
    row 3   x  x  x  x        A column with an odd number of free cells cannot be shared like this;
    row 2   o  o  o  o        but their number is even when x is to move, so if x takes the lowest
    row 1   x  x  x  x        free cell of one of them, o takes that of another: x gets some of them

`follow_up`: x, who began the game, is to move and o answers like this. x can only ever have its
discs, the free odd cells, and the lowest free cells of odd columns. If there is no line in all of
these together, x cannot win: at most 0. If o's discs with the even cells that are surely o's hold
a line, x loses in the end: at most -1.

`zugzwang`: o is to move, and x threatens to complete a line on an odd cell, which cannot be reached
yet: !. Neither wants to play just below it. x answers as above in all other columns, and below the
cell under the !, where an even number of free cells in all is left to be shared; so in the end
o has to play under the !, and x completes its line, if o has none before:

    row 3   !  ·              o can only ever have its discs, the free odd cells and the lowest of
    row 2   _  o              odd columns, and in the column of the ! the even cells below it. If
    row 1   x  x              there is no line in all of these, o loses: with the disc on !, at the
                              latest, so that the cells from ! upwards remain free till then.

Both are compared with plain search over whole small boards in the tests.
"""

from collections.abc import Callable

from plyground.bits import lowest
from plyground.jit import compiled
from plyground.solve.connect_four_lines import bottom_row, has_line_on, whole_board

NOTHING_KNOWN = 1 << 10


def bound_on(rows: int, columns: int, connect: int) -> Callable[[int, int, int, int], int]:
    """Build bound(mine, filled, played, threats): an upper bound, or NOTHING_KNOWN, where the
    opponent threatens to complete lines on `threats`."""
    follow_up, zugzwang = follow_up_on(rows, columns, connect), zugzwang_on(rows, columns, connect)

    @compiled
    def bound(mine: int, filled: int, played: int, threats: int) -> int:
        return zugzwang(mine, filled, threats) if played & 1 else follow_up(mine, filled)

    @compiled
    def no_bound(mine: int, filled: int, played: int, threats: int) -> int:
        return NOTHING_KNOWN

    return bound if rows % 2 == 0 else no_bound


def follow_up_on(rows: int, columns: int, connect: int) -> Callable[[int, int], int]:
    """Build follow_up(mine, filled): an upper bound for the player who began, to move."""
    has_line, board = has_line_on(rows, connect), whole_board(rows, columns)
    bottom, odd, even = _rows(rows, columns)

    @compiled
    def follow_up(mine: int, filled: int) -> int:
        free, lowest_of_odd = board ^ filled, (filled + bottom) & even
        if has_line(mine | free & odd | lowest_of_odd):
            return NOTHING_KNOWN
        return -1 if has_line(mine ^ filled | free & even & ~lowest_of_odd) else 0

    return follow_up


def zugzwang_on(rows: int, columns: int, connect: int) -> Callable[[int, int, int], int]:
    """Build zugzwang(mine, filled, threats): an upper bound for the player who did not begin, to
    move, where the other threatens to complete lines on `threats`."""
    has_line, board = has_line_on(rows, connect), whole_board(rows, columns)
    bottom, odd, even = _rows(rows, columns)
    stride, column = rows + 1, (1 << rows) - 1

    @compiled
    def zugzwang(mine: int, filled: int, threats: int) -> int:
        free, landing = board ^ filled, (filled + bottom) & board
        bound = NOTHING_KNOWN
        waiting = threats & odd & ~landing
        while waiting:
            cell = lowest(waiting)
            waiting &= waiting - 1
            place = column << cell // stride * stride
            below = place & free & ((1 << cell) - 1)
            elsewhere = (free & odd | landing & even) & ~place
            if not has_line(mine | elsewhere | below & even | below & landing):
                bound = min(bound, -((rows - cell % stride + 1) >> 1))
        return bound

    return zugzwang


def _rows(rows: int, columns: int) -> tuple[int, int, int]:
    """The lowest row, the odd rows and the even ones."""
    bottom = bottom_row(rows, columns)
    odd = bottom * sum(1 << row for row in range(0, rows, 2))
    return bottom, odd, whole_board(rows, columns) & ~odd
