"""Plyground: write a heuristic in plain Python, watch it search, race it, grade it."""

from plyground.audit import audit
from plyground.conformance import check
from plyground.errors import PlygroundError
from plyground.games import DRAWN, GAMES, LOST, ONGOING, WON, Board, Game, game, load_game
from plyground.jit import compiled, interpreted
from plyground.pathfinders import load_pathfinder
from plyground.paths import PROBLEMS, Graph, Grid, Problem, Puzzle, load_problem, write_problem
from plyground.search.perft import perft
from plyground.search.random_games import random_games

__all__ = [
    "DRAWN",
    "GAMES",
    "LOST",
    "ONGOING",
    "PROBLEMS",
    "WON",
    "Board",
    "Game",
    "Graph",
    "Grid",
    "PlygroundError",
    "Problem",
    "Puzzle",
    "audit",
    "check",
    "compiled",
    "game",
    "interpreted",
    "load_game",
    "load_pathfinder",
    "load_problem",
    "perft",
    "random_games",
    "write_problem",
]
