"""Plyground: write a heuristic in plain Python, watch it search, race it, grade it.

board, match, play, search_view and tree come from plyground.notebook, once they are asked for.
"""

import typing as _typing

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

_NOTEBOOK = ("board", "match", "play", "search_view", "tree")

if _typing.TYPE_CHECKING:
    from plyground.notebook import board as board
    from plyground.notebook import match as match
    from plyground.notebook import play as play
    from plyground.notebook import search_view as search_view
    from plyground.notebook import tree as tree


def __getattr__(name: str) -> _typing.Any:
    if name not in _NOTEBOOK:
        raise AttributeError(f"module 'plyground' has no attribute {name!r}")
    from plyground import notebook as _notebook

    return getattr(_notebook, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_NOTEBOOK})
