"""Alpha-beta: minimax that does not look where the answer can no longer matter.

    alpha   what the mover is already sure of        a child worth beta or more is a refutation:
    beta    what the opponent will allow at most     the rest of its siblings are left out

value(…, alpha, beta) is exact if alpha < value < beta, at most that if value <= alpha, and at least
that if value >= beta. Moves are taken in the game's own order.
"""

from plyground.games.game import ONGOING, Game, Position
from plyground.heuristics import Leaf
from plyground.jit import compiled
from plyground.search.results import INFINITY, Counters, Found, Search, entered, final_score


def alpha_beta(game: Game, leaf: Leaf) -> Search:
    """Build value(position, depth, alpha, beta, ply, counts)."""
    legal_moves, play, outcome = game.legal_moves, game.play, game.outcome

    @compiled
    def value(
        position: Position, depth: int, alpha: int, beta: int, ply: int, counts: Counters
    ) -> int:
        if not entered(counts):
            return 0
        result = outcome(position)
        if result != ONGOING:
            return final_score(result, ply)
        if depth == 0:
            return leaf(position, ply)
        best = -INFINITY
        for move in legal_moves(position):
            lower = max(alpha, best)
            after = play(position, move)
            best = max(best, -value(after, depth - 1, -beta, -lower, ply + 1, counts))
            if best >= beta:
                break
        return best

    @compiled
    def best(position: Position, depth: int, ply: int, counts: Counters) -> Found:
        """The first of the best moves; the root itself is not counted."""
        found = Found(-1, -INFINITY)
        for move in legal_moves(position):
            after = play(position, move)
            score = -value(after, depth - 1, -INFINITY, -found.score, ply + 1, counts)
            if score > found.score:
                found = Found(move, score)
        return found

    return Search("alpha_beta", best, value)
