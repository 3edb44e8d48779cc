"""Plyground: write a heuristic in plain Python, watch it search, race it, grade it."""

from plyground.conformance import check
from plyground.errors import PlygroundError
from plyground.games import DRAWN, GAMES, LOST, ONGOING, WON, Board, Game, game, load_game
from plyground.jit import compiled, interpreted
from plyground.search.perft import perft
from plyground.search.random_games import random_games

__all__ = [
    "DRAWN",
    "GAMES",
    "LOST",
    "ONGOING",
    "WON",
    "Board",
    "Game",
    "PlygroundError",
    "check",
    "compiled",
    "game",
    "interpreted",
    "load_game",
    "perft",
    "random_games",
]
