"""Compiling ahead, so that the first real question is answered at once."""

from collections.abc import Iterator

from plyground.agents import load_agent
from plyground.games.game import Game
from plyground.heuristics import DEFAULTS
from plyground.search.perft import perft
from plyground.search.random_games import random_games


def compile_ahead(game: Game) -> Iterator[str]:
    """Compile all that the commands need for `game`, one piece after each yielded title."""
    move = game.moves(game.start)[0]
    yield f"rules of {game.text}"
    game.play(game.start, move)
    game.outcome(game.start)
    game.canonical(game.start)
    game.swapped(game.start)
    game.captures(move)
    yield f"perft for {game.text}"
    perft(game)(game.start, 1)
    yield f"random games of {game.text}"
    random_games(game)(0, 0, 0, 1, 1)
    if game.name in DEFAULTS:
        yield f"deepening for {game.text}"
        load_agent("deepening(depth=1)").player(game).choose(game.start)
