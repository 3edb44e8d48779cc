"""Quiescence: never evaluate in the middle of an exchange.

At the horizon captures are followed until the position is quiet. Where a capture is optional the
mover may also stand pat, that is, take the evaluation; where all legal moves capture there is no
such choice.
"""

from collections.abc import Callable

from plyground.games.game import ONGOING, Game, Position
from plyground.heuristics import Leaf
from plyground.jit import compiled
from plyground.search.endgames import UNKNOWN, Known, nothing_known
from plyground.search.results import INFINITY, Counters, entered, final_score

Horizon = Callable[[Position, int, int, int, Counters], int]
"""horizon(position, alpha, beta, ply, memory): the value of an ongoing position at depth 0."""


def no_quiescence(leaf: Leaf, known: Known = nothing_known) -> Horizon:
    """The bare evaluation, of positions that no database knows."""

    @compiled
    def horizon(position: Position, alpha: int, beta: int, ply: int, memory: Counters) -> int:
        exact = known(position, ply, memory)
        return leaf(position, ply) if exact == UNKNOWN else exact

    return horizon


def quiescence(game: Game, leaf: Leaf, known: Known = nothing_known) -> Horizon:
    """Follow captures before evaluating, unless a database knows the position."""
    legal_moves, play, outcome, captures = (
        game.legal_moves,
        game.play,
        game.outcome,
        game.captures,
    )

    @compiled
    def horizon(position: Position, alpha: int, beta: int, ply: int, memory: Counters) -> int:
        exact = known(position, ply, memory)
        if exact != UNKNOWN:
            return exact
        loud = quiet = 0
        for move in legal_moves(position):
            if captures(move):
                loud += 1
            else:
                quiet += 1
        best = -INFINITY if loud and not quiet else leaf(position, ply)
        if loud == 0 or best >= beta:
            return best
        for move in legal_moves(position):
            if not captures(move):
                continue
            if not entered(memory):
                return 0
            after, lower = play(position, move), max(alpha, best)
            result = outcome(after)
            if result != ONGOING:
                best = max(best, -final_score(result, ply + 1))
            else:
                best = max(best, -horizon(after, -beta, -lower, ply + 1, memory))
            if best >= beta:
                break
        return best

    return horizon
