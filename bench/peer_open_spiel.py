"""OpenSpiel's alpha-beta on its Connect Four (rules in C++, search and evaluation in Python).

A finished game is worth ±1 there, so the evaluation is scaled to stay within.
"""

import importlib
from typing import Any

from bench import open_spiel
from bench.answer import Answer

CENTER = 3
SCALE = 100


class Counted:
    """A state that counts how often it, or one made from it, is cloned; slow, never timed."""

    def __init__(self, state: open_spiel.State, clones: list[int]) -> None:
        self.state, self.clones = state, clones

    def clone(self) -> "Counted":
        self.clones[0] += 1
        return Counted(self.state.clone(), self.clones)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


def center(state: open_spiel.State) -> float:
    """The first player's discs in the center column minus the second's, from the moves made."""
    made = state.history()
    difference: int = made[::2].count(CENTER) - made[1::2].count(CENTER)
    return difference / SCALE


def search(depth: int, state: open_spiel.State = None) -> tuple[float, int]:
    """Value and column of the empty board, or of a given state."""
    game = open_spiel.pyspiel().load_game("connect_four")
    minimax = importlib.import_module("open_spiel.python.algorithms.minimax")
    value, column = minimax.alpha_beta_search(
        game, state=state, value_function=center, maximum_depth=depth
    )
    return float(value), int(column)


def answer(depth: int) -> Answer:
    """One search with its positions counted; the root's own clone is not one of them."""
    clones = [0]
    state = open_spiel.pyspiel().load_game("connect_four").new_initial_state()
    value, column = search(depth, Counted(state, clones))
    return Answer(column, round(value * SCALE), clones[0] - 1)
