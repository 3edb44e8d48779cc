"""OpenSpiel driven from Python, in the fastest forms we found.

Its perft counts in bulk wherever that is sound: at the last ply the legal actions are counted, not
played. Tried and slower: clone + apply_action instead of child, a sum over a generator instead of a
loop. `undo_action` is not written for Connect Four and morris.

OpenSpiel splits a turn into actions (the jumps of a chain; closing a mill, then taking a man), and
a turn is over when the player changes.
"""

import importlib
import random
from collections.abc import Callable
from typing import Any, TypeAlias

from bench.measure import MissingPeer

State: TypeAlias = Any
"""A pyspiel.State."""

Count: TypeAlias = Callable[[State, int], int]
"""count(state, depth): leaves in whole turns."""

MORRIS_POINTS = tuple(
    "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()  # noqa: SIM905
)
"""Its numbers of the points, row by row; placing a man is the action of that number."""


def pyspiel() -> Any:
    """The module, or one line on how to get it."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError as error:
        raise MissingPeer("OpenSpiel is not installed: pip install -e '.[bench]'") from error


def leaves(state: State, depth: int) -> int:
    """Perft where each action is a whole turn."""
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        total += leaves(state.child(action), depth - 1)
    return total


def checkers_leaves(state: State, depth: int) -> int:
    """Perft where only jumps, the odd actions, may go on; jumping is compulsory: all or none."""
    actions = state.legal_actions()
    if actions and actions[0] & 1:
        return _by_turns(checkers_leaves, state, actions, depth)
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        total += checkers_leaves(state.child(action), depth - 1)
    return total


def morris_leaves(state: State, depth: int) -> int:
    """Perft where any action may close a mill: only playing it tells."""
    return _by_turns(morris_leaves, state, state.legal_actions(), depth)


def _by_turns(count: Count, state: State, actions: list[int], depth: int) -> int:
    """Plays every action, and stays on the same ply while the player does."""
    mover = state.current_player()
    total = 0
    for action in actions:
        child = state.child(action)
        if child.current_player() == mover:
            total += count(child, depth)
        else:
            total += 1 if depth == 1 else count(child, depth - 1)
    return total


def play_randomly(game: Any, games: int, dice: random.Random) -> None:
    """Random games in a Python loop."""
    for _ in range(games):
        random_end(game, dice.random)


def random_end(game: Any, roll: Callable[[], float]) -> State:
    """How one random game ends; a finished state has no legal actions."""
    state = game.new_initial_state()
    while actions := state.legal_actions():
        state.apply_action(actions[int(roll() * len(actions))])
    return state


def let_bots_play(game: Any, games: int, seed: int) -> None:
    """The same without a Python loop over the moves: its own random players, in C++."""
    module = pyspiel()
    bots = [module.make_uniform_random_bot(player, seed + player) for player in (0, 1)]
    for number in range(games):
        module.evaluate_bots(game.new_initial_state(), bots, seed + number)
