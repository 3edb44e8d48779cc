"""The games, and how to get one by its text form."""

from collections.abc import Callable
from pathlib import Path

from plyground.errors import BadFile, UnknownName
from plyground.games.checkers import checkers
from plyground.games.connect_four import connect_four
from plyground.games.game import DRAWN, LOST, ONGOING, WON, Board, Game, Position, game
from plyground.games.isolation import isolation
from plyground.games.nine_mens_morris import nine_mens_morris
from plyground.games.tic_tac_toe import tic_tac_toe
from plyground.modules import load_module
from plyground.text import Call, bind, parse, split_file

__all__ = [
    "DRAWN",
    "GAMES",
    "LOST",
    "ONGOING",
    "WON",
    "Board",
    "Game",
    "Position",
    "game",
    "games_in",
    "load_game",
]

GAMES: dict[str, Callable[..., Game]] = {
    each.__name__: each
    for each in (tic_tac_toe, connect_four, checkers, nine_mens_morris, isolation)
}


def load_game(text: str) -> Game:
    """The game of a text form: connect_four(rows=3, …), or my_game.py:its_name(…) from a file."""
    call = parse(text)
    file, name = split_file(call.name)
    if file is None:
        return _built(GAMES, call)
    found = games_in(file)
    return _built(found, Call(name or next(iter(found)), call.parameters))


def games_in(file: Path) -> dict[str, Callable[..., Game]]:
    """The functions that a user's file declares with @game."""
    module = load_module(file)
    found = {
        name: value
        for name, value in vars(module).items()
        if getattr(value, "is_game", False) and value.__module__ == module.__name__
    }
    if not found:
        raise BadFile(f"{file} holds no game: decorate a function that returns a Game with @game")
    return found


def _built(games: dict[str, Callable[..., Game]], call: Call) -> Game:
    if call.name not in games:
        raise UnknownName("game", call.name, games)
    factory = games[call.name]
    return factory(**bind(factory, call))
