"""Checkers as in the course: alpha-beta over imparaai-checkers, the whole game copied per move.

There each jump of a chain is a move of its own; here the depth counts whole turns, so that the
value is what ours is.
"""

import copy
import importlib
from dataclasses import dataclass
from typing import Any

from bench.measure import MissingPeer

WON = 1000


@dataclass
class Search:
    """Counts the positions it makes, at a cost lost among the copies."""

    nodes: int = 0

    def value(self, game: Any, depth: int, alpha: float, beta: float) -> float:
        """What the game is worth to the player who began, `depth` turns ahead."""
        player, moves = game.whose_turn(), game.get_possible_moves()
        if not moves:
            return -WON if player == 1 else WON
        if depth == 0:
            return piece_count(game)
        best: float = -WON if player == 1 else WON
        for move in moves:
            self.nodes += 1
            after = copy.deepcopy(game).move(move)
            left = depth if after.whose_turn() == player else depth - 1
            score = self.value(after, left, alpha, beta)
            if player == 1:
                best = max(best, score)
                alpha = max(alpha, best)
            else:
                best = min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


def piece_count(game: Any) -> int:
    """The first player's pieces minus the second's."""
    pieces = game.board.searcher.get_pieces_by_player
    return len(pieces(1)) - len(pieces(2))


def search(depth: int) -> tuple[float, int]:
    """Value and positions made, from the start."""
    try:
        game = importlib.import_module("checkers.game").Game()
    except ImportError as error:
        raise MissingPeer("imparaai-checkers is missing: pip install -e '.[bench]'") from error
    thinker = Search()
    return thinker.value(game, depth, -WON, WON), thinker.nodes
