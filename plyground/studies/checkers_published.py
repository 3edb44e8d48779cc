"""The published checkers agent, rebuilt with its one fault (SYSTEMS.md §2).

Every jump is a move of its own; after one that must go on, the same side moves again, but the
search believes that the other does:

    agent jumps     agent jumps on     opponent     what happens
        max             min               max       what the search computes

So it expects the worst jump from itself, then the opponent's help. At the board the agent searches
each further jump anew, from its own side.

An experiment names it by its file: PUBLISHED.format("king_count").
"""

import functools
from collections.abc import Callable
from typing import Any

from plyground.bits import lowest
from plyground.games import Game
from plyground.games.checkers import (
    BOARD,
    CROWNING,
    JUMP,
    Position,
    jumpers,
    step,
    steppers,
    turned,
)
from plyground.heuristics.checkers import board_control, king_count, piece_count
from plyground.jit import compiled

PUBLISHED = f"{__file__}:published(heuristic={{}})"
HEURISTICS = ("piece_count", "king_count", "board_control")
DEPTH = 4
LOST = -1000
Weights = tuple[int, int, int]
"""Of the heuristics, in their order."""


@compiled
def jumped(position: Position, piece: int, origin: int, direction: int) -> tuple[Position, int]:
    """One step or one jump of `origin`, and the piece that must jump on, seen by the same side.

    Piece is 0 where the turn ends, -1 where there is no such step; `piece` alone may move if any.
    """
    mine, theirs, kings, black = position
    empty = BOARD ^ mine ^ theirs
    over = 0
    ahead = step(origin, direction)
    if jumpers(mine, kings, theirs, empty):
        over = ahead & theirs
        ahead = step(over, direction)
    landing = ahead & empty
    if not landing or (direction > 1 and not origin & kings) or (piece and piece != origin):
        return position, -1
    crowned = 0 if origin & kings else landing & CROWNING
    royal = landing if crowned or origin & kings else 0
    kings = kings & ~(origin | over) | royal
    mine, theirs = mine ^ origin | landing, theirs ^ over
    on = jumpers(landing, kings, theirs, BOARD ^ mine ^ theirs) if over and not crowned else 0
    return Position(mine, theirs, kings, black), on


@functools.cache
def flawed_search() -> Callable[..., Any]:
    """Build best(position, piece, depth, 1, weights): origin and direction of the best step."""
    pieces, kings, control = map(compiled, (piece_count, king_count, board_control))

    @compiled
    def other(position: Position) -> Position:
        mine, theirs, kings, black = position
        return Position(turned(theirs), turned(mine), turned(kings), 1 - black)

    @compiled
    def evaluate(position: Position, weights: Weights) -> int:
        """One search for all three evaluations: two of the weights are 0."""
        return (
            weights[0] * pieces(position)
            + weights[1] * kings(position)
            + weights[2] * control(position)
        )

    @compiled
    def value(
        position: Position,
        piece: int,
        depth: int,
        alpha: int,
        beta: int,
        mine: int,
        highest: int,
        weights: Weights,
    ) -> int:
        """`mine`: whether the agent is to move; `highest`: whether the search believes so."""
        empty = BOARD ^ position.mine ^ position.theirs
        able = steppers(position.mine, position.kings, empty)
        if not able | jumpers(position.mine, position.kings, position.theirs, empty):
            return LOST if mine else -LOST
        if depth == 0:
            return evaluate(position if mine else other(position), weights)
        left = position.mine
        while left and alpha < beta:
            origin = left & -left
            left ^= origin
            for direction in range(4):
                after, on = jumped(position, piece, origin, direction)
                if on >= 0:
                    then = after if on else other(after)
                    turn = mine if on else 1 - mine
                    found = value(then, on, depth - 1, alpha, beta, turn, 1 - highest, weights)
                    alpha = max(alpha, found) if highest else alpha
                    beta = beta if highest else min(beta, found)
        return alpha if highest else beta

    @compiled
    def best(
        position: Position, piece: int, depth: int, highest: int, weights: Weights
    ) -> tuple[int, int]:
        """`highest` is 1; as a constant it would make the compiler build a second `value`."""
        chosen, most, left = (0, 0), 2 * LOST, position.mine
        while left:
            origin = left & -left
            left ^= origin
            for direction in range(4):
                after, on = jumped(position, piece, origin, direction)
                if on >= 0:
                    then, turn = (after, 1) if on else (other(after), 0)
                    score = value(then, on, depth - 1, most, -2 * LOST, turn, 1 - highest, weights)
                    if score > most:
                        chosen, most = (origin, direction), score
        return chosen

    return best


def published(game: Game, position: Position, heuristic: str = "piece_count") -> int:
    """The published agent: each jump is searched for by itself, sides switched by depth alone."""
    best = flawed_search()
    weights = tuple(int(name == heuristic) for name in HEURISTICS)
    captured, way, piece = 0, 1, 0
    while piece >= 0 and (way == 1 or piece):
        origin, direction = best(position, piece, DEPTH, 1, weights)
        after, piece = jumped(position, piece, origin, direction)
        captured |= position.theirs ^ after.theirs
        target = after.mine & ~(position.mine ^ origin)
        position, way = after, way << 2 | direction
    return way << 7 | (JUMP if captured else 0) | lowest(target)
