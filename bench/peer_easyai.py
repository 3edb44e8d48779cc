"""easyAI's Negamax on its own Connect Four, without a table (PyPI: easyAI)."""

import functools
import importlib
from collections.abc import Callable
from typing import Any

from bench.answer import Answer
from bench.measure import MissingPeer

WON = 1000
CENTER = 3

Make = Callable[[int], object]


@functools.cache
def modules() -> tuple[Any, Any]:
    """The search and the game, or one line on how to get them."""
    try:
        names = ("easyAI.AI.Negamax", "easyAI.games.ConnectFour")
        return importlib.import_module(names[0]), importlib.import_module(names[1])
    except ImportError as error:
        raise MissingPeer("easyAI is not installed: pip install easyAI") from error


def worth(game: Any) -> int:
    """To the player to move: lost, or discs in the center column minus the other's."""
    if game.lose():
        return -WON
    discs = game.board[:, CENTER].tolist()
    mine, theirs = discs.count(game.current_player), discs.count(game.opponent_index)
    return int(mine - theirs)


def search(depth: int, game: Any = None) -> tuple[float, int]:
    """Value and column of the empty board, or of a given game."""
    negamax, connect_four = modules()
    thinker = negamax.Negamax(depth, scoring=worth)
    column = thinker(game or connect_four.ConnectFour([None, None]))
    return float(thinker.alpha), int(column)


def answer(depth: int) -> Answer:
    """One search with its positions counted: each is made by one move."""
    game, made = modules()[1].ConnectFour([None, None]), [0]
    make: Make = type(game).make_move

    def counted(self: Any, column: int) -> None:
        made[0] += 1
        make(self, column)  # type: ignore[call-arg]

    counting = type("Counting", (type(game),), {"make_move": counted})
    value, column = search(depth, counting([None, None]))
    return Answer(column, value, made[0])
