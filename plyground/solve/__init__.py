"""Truth: exact values of positions, and their verification."""

import functools
from collections.abc import Callable
from pathlib import Path

from plyground.errors import BadParameter
from plyground.games import GAMES, Game, load_game
from plyground.search.endgames import Endgames
from plyground.solve.checkers_oracle import CheckersOracle
from plyground.solve.checkers_probe import checkers_endgames
from plyground.solve.connect_four import ConnectFour
from plyground.solve.exhaustive import Exhaustive
from plyground.solve.full_board import FullBoard
from plyground.solve.isolation import Isolation
from plyground.solve.morris_oracle import MorrisOracle
from plyground.solve.oracle import Oracle, Truth, best_moves
from plyground.text import Call, bind, defaults

__all__ = [
    "ENDGAMES",
    "ORACLES",
    "STORED",
    "Oracle",
    "Truth",
    "best_moves",
    "load_endgames",
    "load_oracle",
    "shared_oracle",
    "solved",
]


def connect_four(game: Game, table: int = 22) -> Oracle:
    """Until the first line, or until the board is full; the table has 2**table places."""
    kind = FullBoard if game.parameters["until_full"] else ConnectFour
    return kind(game, table)


ORACLES: dict[str, Callable[..., Oracle]] = {
    "tic_tac_toe": Exhaustive,
    "connect_four": connect_four,
    "isolation": Isolation,
    "nine_mens_morris": MorrisOracle,
    "checkers": CheckersOracle,
}
"""Game name -> builds its oracle from the game and settings; refuses what it cannot solve."""
STORED = tuple(name for name, build in ORACLES.items() if "store" in defaults(build))
"""Games that are looked up in a store of tables; without one, only their last positions."""
ENDGAMES: dict[str, Callable[[Path], Endgames]] = {"checkers": checkers_endgames}
"""Game name -> reads the databases of a folder, for searches to look into."""
SHARED = 4
"""Oracles that a process keeps: each has a table of some 32 MB."""


def solved(game: Game) -> bool:
    """Whether the game has an oracle."""
    try:
        shared_oracle(game)
    except BadParameter:
        return False
    return True


def load_oracle(game: Game, **settings: object) -> Oracle:
    """The oracle of a game; a setting that it does not take is refused."""
    if game.name not in ORACLES or not built_in(game):
        known = ", ".join(ORACLES)
        own = "" if built_in(game) else ", a game of your own"
        raise BadParameter(f"there is no oracle for {game.text}{own} (there are some for {known})")
    build = ORACLES[game.name]
    return build(**bind(build, Call(f"the oracle of {game.name}", {"game": game, **settings})))


def load_endgames(game: Game, folder: str) -> Endgames:
    """The databases of a folder, for the searches of a game."""
    if game.name not in ENDGAMES or not built_in(game):
        raise BadParameter(
            f"there are no endgames of {game.text} to look up (there are some of "
            f"{', '.join(ENDGAMES)})"
        )
    return ENDGAMES[game.name](Path(folder))


def shared_oracle(game: Game, store: str = "") -> Oracle:
    """The same for all who ask in this process: building one takes time, and memory for good.

    With a `store`, the folder of tables that it looks things up in.
    """
    return _shared(game.text, store) if built_in(game) else load_oracle(game)


def built_in(game: Game) -> bool:
    """Whether it is one of the package, and not a user's that has the name of one."""
    return game.name in GAMES and GAMES[game.name](**game.parameters) is game


@functools.lru_cache(SHARED)
def _shared(text: str, store: str) -> Oracle:
    oracle = load_oracle(load_game(text), **({"store": store} if store else {}))
    oracle.holdings()
    return oracle
