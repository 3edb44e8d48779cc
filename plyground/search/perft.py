"""Perft: how many ways there are to play so many plies. The proof of the rules, and their speed.

    perft(0) = 1        perft(depth) = sum of perft(depth - 1) over the legal moves

A game that ends earlier adds nothing.
"""

from collections.abc import Callable

from plyground.games.game import ONGOING, Game, Position
from plyground.jit import compiled


def perft(game: Game) -> Callable[[Position, int], int]:
    """Build count(position, depth): the number of sequences of exactly `depth` moves."""
    legal_moves, play, outcome = game.legal_moves, game.play, game.outcome

    @compiled
    def count(position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        if outcome(position) != ONGOING:
            return 0
        total = 0
        for move in legal_moves(position):
            total += 1 if depth == 1 else count(play(position, move), depth - 1)
        return total

    return count
