"""Evaluations of Nine Men's Morris.

A line is looked up at one of its points: the twelve sides of the squares at their middles, the four
spokes at their outer ends. So one `&` of three shifted boards answers for all lines at once:

    0 ── 1 ── 2      side of point 1: first = cw(men), second = men, third = ccw(men)
         9           spoke of point 1: first = men, second = men >> 8, third = men >> 16
        17
"""

from plyground.bits import popcount
from plyground.games.game import Game
from plyground.games.nine_mens_morris import (
    BOARD,
    CORNERS,
    MIDDLES,
    Position,
    clockwise,
    completing,
    counterclockwise,
    neighbors,
)
from plyground.games.nine_mens_morris import mills as men_in_mills
from plyground.heuristics.heuristic import Evaluate, heuristic
from plyground.jit import compiled

OUTER = MIDDLES & 0xFF  # the outer ends of the spokes


@heuristic("nine_mens_morris")
def pieces(position: Position) -> int:
    """My men on the board minus theirs; men in hand do not count."""
    return popcount(position.mine) - popcount(position.theirs)


@heuristic("nine_mens_morris")
def mills(position: Position) -> int:
    """My closed mills (lines of three men) minus theirs."""
    return closed(position.mine) - closed(position.theirs)


@heuristic("nine_mens_morris")
def potential_mills(position: Position) -> int:
    """Lines with two men of mine and an empty point, minus lines with two of theirs and one."""
    empty = BOARD ^ position.mine ^ position.theirs
    return nearly_closed(position.mine, empty) - nearly_closed(position.theirs, empty)


@heuristic("nine_mens_morris")
def mobility(position: Position) -> int:
    """Steps from my men to free neighbors, minus theirs; who flies counts each free point once."""
    mine, theirs, my_hand, their_hand, _ = position
    empty = BOARD ^ mine ^ theirs
    return freedom(mine, my_hand, empty) - freedom(theirs, their_hand, empty)


@heuristic("nine_mens_morris")
def phases(
    game: Game, pieces: int = 4, mills: int = 6, potential: int = 3, mobility: int = 1
) -> Evaluate:
    """pieces, mills and mobility, weighted and added; potential_mills too while a hand has men."""

    def evaluate(position: Position) -> int:
        mine, theirs, my_hand, their_hand, _ = position
        empty = BOARD ^ mine ^ theirs
        value = pieces * (popcount(mine) - popcount(theirs))
        value += mills * (closed(mine) - closed(theirs))
        value += mobility * (freedom(mine, my_hand, empty) - freedom(theirs, their_hand, empty))
        if my_hand + their_hand:
            value += potential * (nearly_closed(mine, empty) - nearly_closed(theirs, empty))
        return value

    return evaluate


@heuristic("nine_mens_morris", antisymmetric=False, default=True)
def material_and_mills(position: Position) -> int:
    """Men 100, mills 6, twos 6, steps 6, stuck men -10, swings 25; minus theirs; 60 to close.

    Men in hand are men; a two is a potential mill; a swing is a point where a man out of one mill
    closes another, so that every move removes a man. 60 more if I can close a mill right now.
    """
    mine, theirs, my_hand, their_hand, _ = position
    empty = BOARD ^ mine ^ theirs
    difference = side(mine, my_hand, empty) - side(theirs, their_hand, empty)
    return difference + (60 if can_close(mine, my_hand, empty) else 0)


@compiled
def side(men: int, hand: int, empty: int) -> int:
    """What one player's men are worth."""
    lines = 6 * closed(men) + 6 * nearly_closed(men, empty)
    steps = 6 * freedom(men, hand, empty) - 10 * popcount(men & ~neighbors(empty))
    swings = 25 * popcount(closing_steps(men, men_in_mills(men), empty))
    return 100 * (popcount(men) + hand) + lines + steps + swings


@compiled
def can_close(men: int, hand: int, empty: int) -> bool:
    """Whether the player's next move can close a mill."""
    if hand or popcount(men) == 3:
        return completing(men) & empty != 0
    return closing_steps(men, men, empty) != 0


@compiled
def closing_steps(men: int, movers: int, empty: int) -> int:
    """The empty points where one of the movers, in one step, makes a mill with two other men."""
    after, before = clockwise(men), counterclockwise(men)
    mover_after, mover_before = clockwise(movers), counterclockwise(movers)
    corners = (
        after & clockwise(after) & mover_before | before & counterclockwise(before) & mover_after
    )
    spokes, mover_spokes = men & MIDDLES, movers & MIDDLES
    sides = after & before & (mover_spokes << 8 | mover_spokes >> 8)
    across = (spokes << 8 | spokes >> 16) & (spokes << 16 | spokes >> 8)
    return (corners & CORNERS | sides & MIDDLES | across & (mover_after | mover_before)) & empty


@compiled
def closed(men: int) -> int:
    """How many of the sixteen lines hold three of these men."""
    sides = men & clockwise(men) & counterclockwise(men) & MIDDLES
    return popcount(sides) + popcount(men & men >> 8 & men >> 16 & OUTER)


@compiled
def nearly_closed(men: int, empty: int) -> int:
    """How many lines hold two of these men and an empty point."""
    sides = two_of_three(
        clockwise(men), men, counterclockwise(men), clockwise(empty), empty, counterclockwise(empty)
    )
    spokes = two_of_three(men, men >> 8, men >> 16, empty, empty >> 8, empty >> 16)
    return popcount(sides & MIDDLES) + popcount(spokes & OUTER)


@compiled
def two_of_three(
    first: int, second: int, third: int, no_first: int, no_second: int, no_third: int
) -> int:
    """The lines whose points hold two men and are empty at the other."""
    return first & second & no_third | first & no_second & third | no_first & second & third


@compiled
def freedom(men: int, hand: int, empty: int) -> int:
    """Pairs of a man and a free point next to him; a player who flies counts each free point."""
    if hand == 0 and popcount(men) == 3:
        return popcount(empty)
    spokes = men & MIDDLES
    around = popcount(clockwise(men) & empty) + popcount(counterclockwise(men) & empty)
    return around + popcount(spokes << 8 & empty) + popcount(spokes >> 8 & empty)
