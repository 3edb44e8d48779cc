"""Truth: exact values of positions, and their verification."""

from collections.abc import Callable

from plyground.errors import BadParameter
from plyground.games.game import Game
from plyground.solve.connect_four import ConnectFour
from plyground.solve.exhaustive import Exhaustive
from plyground.solve.full_board import FullBoard
from plyground.solve.oracle import Oracle, Truth, best_moves

__all__ = ["ORACLES", "Oracle", "Truth", "best_moves", "load_oracle", "solved"]


def connect_four(game: Game) -> Oracle:
    """Until the first line, or until the board is full."""
    return FullBoard(game) if game.parameters["until_full"] else ConnectFour(game)


ORACLES: dict[str, Callable[[Game], Oracle]] = {
    "tic_tac_toe": Exhaustive,
    "connect_four": connect_four,
}
"""Game name -> what builds its oracle; a board that it cannot solve is refused in words."""


def solved(game: Game) -> bool:
    """Whether the game has an oracle."""
    try:
        load_oracle(game)
    except BadParameter:
        return False
    return True


def load_oracle(game: Game) -> Oracle:
    """The oracle of a game."""
    if game.name not in ORACLES:
        known = ", ".join(ORACLES)
        raise BadParameter(f"there is no oracle for {game.text} (there are some for {known})")
    return ORACLES[game.name](game)
