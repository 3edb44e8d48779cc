"""Minimax: the value of a position is the best that the mover can get against best replies.

    value(leaf) = evaluation          value(position) = max over moves of -value(after the move)

The first rung: no pruning, every position down to the depth is visited.
"""

from plyground.games.game import ONGOING, Game, Position
from plyground.heuristics import Leaf
from plyground.jit import compiled
from plyground.search.results import INFINITY, Counters, Found, Search, entered, final_score


def minimax(game: Game, leaf: Leaf) -> Search:
    """Build value(position, depth, ply, counts): the exact depth-limited value."""
    legal_moves, play, outcome = game.legal_moves, game.play, game.outcome

    @compiled
    def value(position: Position, depth: int, ply: int, counts: Counters) -> int:
        if not entered(counts):
            return 0
        result = outcome(position)
        if result != ONGOING:
            return final_score(result, ply)
        if depth == 0:
            return leaf(position, ply)
        best = -INFINITY
        for move in legal_moves(position):
            best = max(best, -value(play(position, move), depth - 1, ply + 1, counts))
        return best

    @compiled
    def best(position: Position, depth: int, ply: int, counts: Counters) -> Found:
        """The first of the best moves; the root itself is not counted."""
        found = Found(-1, -INFINITY)
        for move in legal_moves(position):
            score = -value(play(position, move), depth - 1, ply + 1, counts)
            if score > found.score:
                found = Found(move, score)
        return found

    return Search("minimax", best, value)
