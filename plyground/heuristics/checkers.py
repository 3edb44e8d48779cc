"""Evaluations of Checkers.

The board is turned so that the player to move always moves up: a table of squares, numbered as in
print when Black is to move, serves both sides. How far each square is from the edge:

        0   0   0   0            32  31  30  29
      0   1   1   1            28  27  26  25
        1   2   2   0            24  23  22  21
      0   2   3   1            20  19  18  17      and the same below, turned around
"""

from collections.abc import Iterable

from plyground.bits import popcount
from plyground.games.checkers import BOARD, Position, jumpers, steppers, turned
from plyground.games.checkers_text import bit
from plyground.heuristics.heuristic import heuristic
from plyground.jit import compiled


def squares(numbers: Iterable[int]) -> int:
    """Squares by their printed numbers, as Black sees them."""
    return sum(1 << bit(number, black=1) for number in numbers)


OWN_ROWS = squares(range(1, 9))
FLANKS = squares([*range(9, 13), *range(21, 25)])
MIDDLE_ROWS = squares(range(13, 21))
INSIDE = squares([6, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 22, 23, 24, 25, 26, 27])
CENTER = squares([10, 11, 14, 15, 18, 19, 22, 23])
MIDDLE = squares([15, 18])

BACK_ROW = squares(range(1, 5))
BRIDGE = squares([1, 3])  # two men who guard the whole back row against a single one
HALFWAY = squares(range(17, 33))
NEARLY_THERE = squares(range(21, 33))
ONE_STEP_AWAY = squares(range(25, 33))


@heuristic("checkers")
def piece_count(position: Position) -> int:
    """My pieces minus theirs."""
    return popcount(position.mine) - popcount(position.theirs)


@heuristic("checkers", one_sided=True)
def king_count(position: Position) -> int:
    """My kings; theirs do not count."""
    return popcount(position.mine & position.kings)


@heuristic("checkers", one_sided=True)
def board_control(position: Position) -> int:
    """My pieces, on squares 1-8 five each, on 9-12 and 21-24 three, on 13-20 one, on 25-32 none.

    The published table, said to reward the center; Black's numbers, for White the board is turned.
    """
    own, flanks = popcount(position.mine & OWN_ROWS), popcount(position.mine & FLANKS)
    return 5 * own + 3 * flanks + popcount(position.mine & MIDDLE_ROWS)


@heuristic("checkers")
def center_control(position: Position) -> int:
    """How far my pieces stand from the edge (0 to 3 each), minus how far theirs do."""
    return from_the_edge(position.mine) - from_the_edge(position.theirs)


@compiled
def from_the_edge(pieces: int) -> int:
    """The table in the picture above, summed."""
    return popcount(pieces & INSIDE) + popcount(pieces & CENTER) + popcount(pieces & MIDDLE)


@heuristic("checkers", antisymmetric=False, default=True)
def material_and_position(position: Position) -> int:
    """Men 100, kings 140, place and mobility less; minus theirs; 70 if I can jump.

    Each man adds 3 from the fifth row on, 7 from the sixth, 15 from the seventh; 10 on the first
    row, and 10 for the pair on 1 and 3, while the enemy has men. Each piece adds 3 in the center,
    each king 4 off the edge, each step 5, each piece without a step -2. Every piece that I am ahead
    adds 6 for each piece captured so far: trade when ahead.
    """
    mine, theirs, kings, _ = position
    empty = BOARD ^ mine ^ theirs
    up = side(mine, theirs, kings)
    down = side(turned(theirs), turned(mine), turned(kings))
    ahead = popcount(mine) - popcount(theirs)
    captured = 24 - popcount(mine | theirs)
    jump = 70 if jumpers(mine, kings, theirs, empty) else 0
    return up - down + 6 * ahead * captured + jump


@compiled
def side(mine: int, theirs: int, kings: int) -> int:
    """What the pieces of the player who moves up are worth."""
    men, own_kings, empty = mine & ~kings, mine & kings, BOARD ^ mine ^ theirs
    material = 100 * popcount(men) + 140 * popcount(own_kings)
    advance = 3 * popcount(men & HALFWAY) + 4 * popcount(men & NEARLY_THERE)
    advance += 8 * popcount(men & ONE_STEP_AWAY)
    guard = 0
    if theirs & ~kings:
        guard = 10 * popcount(men & BACK_ROW) + (10 if men & BRIDGE == BRIDGE else 0)
    center = 3 * popcount(mine & CENTER) + 4 * popcount(own_kings & INSIDE)
    steps = popcount(mine << 4 & empty) + popcount(mine << 5 & empty)
    steps += popcount(own_kings >> 4 & empty) + popcount(own_kings >> 5 & empty)
    stuck = popcount(mine & ~steppers(mine, kings, empty))
    return material + advance + guard + center + 5 * steps - 2 * stuck
