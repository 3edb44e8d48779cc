"""aima-python's alpha-beta with cutoff, on its own Connect Four (PyPI: aima3).

Its packaging asks for Jupyter and an old networkx, which the games do not use: --no-deps will do.
"""

import functools
import importlib
from collections.abc import Callable
from typing import Any

from bench.answer import Answer
from bench.measure import MissingPeer

WON = 1000
MIDDLE = [(4, y) for y in range(1, 7)]

Cutoff = Callable[[Any, int], bool]


@functools.cache
def games() -> Any:
    """The module, or one line on how to get it."""
    try:
        return importlib.import_module("aima3.games")
    except ImportError as error:
        raise MissingPeer("aima3 is not installed: pip install --no-deps aima3 tqdm") from error


def worth(state: Any) -> int:
    """To the first player: won, lost, or discs in the center column minus the second's."""
    if state.utility:
        return WON * int(state.utility)
    board = state.board
    discs = [board.get(cell) for cell in MIDDLE]
    return discs.count("X") - discs.count("O")


def search(depth: int, cutoff: Cutoff | None = None) -> int:
    """The column of the best move on the empty board; without a cutoff, its usual one."""
    game = games().ConnectFour()
    usual: Cutoff = lambda state, ply: ply >= depth or game.terminal_test(state)  # noqa: E731
    move = games().alphabeta_cutoff_search(
        game.initial, game, cutoff_test=cutoff or usual, eval_fn=worth
    )
    return int(move[0]) - 1


def answer(depth: int) -> Answer:
    """One search with its positions counted: every one of them is asked for cutoff once."""
    game, asked = games().ConnectFour(), [0]

    def counted(state: Any, ply: int) -> bool:
        asked[0] += 1
        return ply >= depth or bool(game.terminal_test(state))

    column = search(depth, counted)
    return Answer(column, None, asked[0])
