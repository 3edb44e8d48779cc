"""Perft: how many ways there are to play so many plies. The proof of the rules, and their speed.

    perft(0) = 1        perft(depth) = sum of perft(depth - 1) over the legal moves

A game that ends earlier adds nothing.
"""

from collections.abc import Callable
from typing import NamedTuple

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
        if depth == 1:
            for _ in legal_moves(position):
                total += 1
        else:
            for move in legal_moves(position):
                total += count(play(position, move), depth - 1)
        return total

    return count


class Part(NamedTuple):
    """A piece of a perft: what is left to count after some moves of which this was the first."""

    move: int | None
    position: Position
    depth: int


FEW, DEEP = 100, 5  # pieces are cut again while there are so few of them, so deep


def parts(game: Game, position: Position, depth: int) -> list[Part]:
    """The work cut into pieces, so that progress shows; their counts add up to the whole."""
    pieces = [Part(None, position, depth)]
    if depth > 0:
        pieces = [Part(move, *rest) for move, rest in _cut(game, pieces[0])]
    while len(pieces) < FEW and any(piece.depth > DEEP for piece in pieces):
        pieces = [Part(piece.move, *rest) for piece in pieces for _, rest in _cut(game, piece)]
    return pieces


def _cut(game: Game, piece: Part) -> list[tuple[int, tuple[Position, int]]]:
    play, left = game.plain.play, piece.depth - 1
    return [(move, (play(piece.position, move), left)) for move in game.moves(piece.position)]
