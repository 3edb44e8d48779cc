"""Truth: exact values of positions, and their verification."""

from collections.abc import Callable

from plyground.errors import BadParameter
from plyground.games.game import Game
from plyground.solve.exhaustive import Exhaustive
from plyground.solve.oracle import Oracle, Truth, best_moves

__all__ = ["ORACLES", "Oracle", "Truth", "best_moves", "load_oracle"]

ORACLES: dict[str, Callable[[Game], Oracle]] = {"tic_tac_toe": Exhaustive}
"""Game name -> what builds its oracle; a board it cannot solve is refused in words."""


def load_oracle(game: Game) -> Oracle:
    """The oracle of a game."""
    if game.name not in ORACLES:
        known = ", ".join(ORACLES)
        raise BadParameter(f"nobody has solved {game.text} here yet (solved: {known})")
    return ORACLES[game.name](game)
