"""The games, and how to get one by its text form."""

import hashlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from plyground.errors import BadFile, UnknownName
from plyground.games.checkers import checkers
from plyground.games.connect_four import connect_four
from plyground.games.game import DRAWN, LOST, ONGOING, WON, Board, Game, Position, game
from plyground.games.isolation import isolation
from plyground.games.nine_mens_morris import nine_mens_morris
from plyground.games.tic_tac_toe import tic_tac_toe
from plyground.text import Call, bind, parse

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
    file, _, name = call.name.rpartition(":") if ".py:" in call.name else (call.name, "", "")
    if not file.endswith(".py"):
        return _built(GAMES, call)
    found = games_in(Path(file))
    return _built(found, Call(name or next(iter(found)), call.parameters))


def games_in(file: Path) -> dict[str, Callable[..., Game]]:
    """The functions that a user's file declares with @game."""
    module = _imported(file)
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


def _imported(file: Path) -> ModuleType:
    """The file as a module, under a name that is the same in every process."""
    path = file.expanduser().resolve()
    name = re.sub(r"\W", "_", path.stem) + "_" + hashlib.sha256(str(path).encode()).hexdigest()[:8]
    if name in sys.modules:
        return sys.modules[name]
    if not path.is_file():
        raise BadFile(f"there is no file {file}")
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadFile(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception):
            raise
        raise BadFile(f"{file} cannot be loaded: {_last_place(error, path)}") from error
    return module


def _last_place(error: Exception, path: Path) -> str:
    """The error in one line, with the line of the user's file that it came from."""
    lines = [frame.lineno for frame in _frames(error) if Path(frame.filename) == path]
    if isinstance(error, SyntaxError):
        lines = [error.lineno]
    where = f"line {lines[-1]}: " if lines else ""
    return f"{where}{type(error).__name__}: {error}"


def _frames(error: Exception) -> Iterator[traceback.FrameSummary]:
    yield from traceback.extract_tb(error.__traceback__)
