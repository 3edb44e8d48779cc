"""From a heuristic's text form to the leaf function of a search.

    "center(weight=2)" ── find ──▶ Heuristic ── built ──▶ plain function ── compiled ──▶ leaf
    "./my_ideas.py:threats"           └── tried on random positions, if it comes from outside

A leaf is an integer seen by the player to move, clipped to ±LARGEST so that it never looks like a
win. Heuristics that return floats are kept to a thousandth. One that cannot be compiled still
works: the search around it is then interpreted too, and `problem` says why.
"""

import inspect
import itertools
import math
import numbers
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.errors import BadHeuristic, UnknownName
from plyground.games.game import Game, Position
from plyground.heuristics.heuristic import DEFAULTS, Evaluate, Heuristic, find
from plyground.jit import compile_error, compiled
from plyground.modules import in_one_line, load_module
from plyground.text import Call, bind, differing, parse, split_file

LARGEST = (1 << 30) - (1 << 16) - 1
THOUSANDTHS = 1000
TRIED = 200  # positions that a heuristic from outside is tried on

ADVICE = (
    "(so the search is interpreted, and slow; numbers, loops, tuples and calls of functions with "
    "@compiled can be compiled)"
)

Leaf = Callable[[Position, int], int]
"""leaf(position, ply): the evaluation, seen by the player to move, `ply` plies below the root."""


@dataclass(frozen=True)
class Evaluation:
    """A heuristic made ready for the searches of one game."""

    text: str
    game: Game
    heuristic: Heuristic
    plain: Evaluate
    leaf: Leaf
    units: int
    """Leaf values are so many times what the heuristic returns: 1, or 1000 for floats."""
    problem: str = ""
    """Why it is interpreted; empty if it is compiled."""


def load_evaluation(game: Game, text: str = "") -> Evaluation:
    """The evaluation of a text form, a user's file:name included; the game's own without one."""
    call = parse(text or DEFAULTS[game.name])
    file, name = split_file(call.name)
    heuristic = find(game, call.name) if file is None else _in_file(game, file, name)
    parameters = _parameters(heuristic, game, call)
    plain = heuristic.built(game, **parameters)
    fast = compiled(plain)
    positions = _samples(game, 1 if file is None else TRIED)
    values = [_value(heuristic, game, plain, position) for position in positions]
    error = compile_error(fast, positions[0])
    if file is not None:
        check_claims(heuristic, game, plain, TRIED)
        if not error:
            _compare(heuristic, game, fast, positions, values)
    whole = all(isinstance(value, numbers.Integral) for value in values)
    units = 1 if whole else THOUSANDTHS
    leaf = _leaf(game, plain if error else fast, heuristic.one_sided, units)
    written = str(Call(call.name, differing(heuristic.function, parameters)))
    problem = f"{error} {ADVICE}" if error else ""
    return Evaluation(written, game, heuristic, plain, leaf, units, problem)


def check_claims(heuristic: Heuristic, game: Game, plain: Evaluate, positions: int) -> None:
    """Refuse a heuristic that raises, returns no number, or is not antisymmetric as it claims."""
    for position in _samples(game, positions):
        value = _value(heuristic, game, plain, position)
        other = _value(heuristic, game, plain, game.plain.swapped(position))
        if heuristic.antisymmetric and not math.isclose(value, -other, abs_tol=1e-9):
            raise BadHeuristic(
                f"{heuristic.name} claims to be antisymmetric, but is worth {value} to the player "
                f"to move and {other} to the other (say antisymmetric=False):\n"
                f"{game.show(position)}"
            )


def _leaf(game: Game, evaluate: Evaluate, one_sided: bool, units: int) -> Leaf:
    swapped = game.swapped

    @compiled
    def leaf(position: Position, ply: int) -> int:
        """The heuristic as an integer that never looks like a win."""
        return max(-LARGEST, min(LARGEST, int(evaluate(position) * units)))

    @compiled
    def leaf_of_the_root_player(position: Position, ply: int) -> int:
        """What the player at the root has, seen by whoever is to move."""
        if ply % 2 == 0:
            return leaf(position, ply)
        return -leaf(swapped(position), ply)

    return leaf_of_the_root_player if one_sided else leaf


def _in_file(game: Game, file: Path, name: str) -> Heuristic:
    """A function of a user's file, decorated or not; its only heuristic if no name is given."""
    found = {each: value for each, value in vars(load_module(file)).items() if callable(value)}
    declared = [each for each, value in found.items() if hasattr(value, "declared")]
    name = name or next(iter(declared), "")
    if not inspect.isfunction(found.get(name)):
        functions = [each for each, value in found.items() if inspect.isfunction(value)]
        raise UnknownName(f"heuristic in {file}", name, functions)
    function = found[name]
    undeclared = Heuristic(name, game.name, function, antisymmetric=False)
    entry: Heuristic = getattr(function, "declared", undeclared)
    return entry


def _parameters(heuristic: Heuristic, game: Game, call: Call) -> dict[str, object]:
    if heuristic.has_parameters:
        bound = bind(heuristic.function, Call(call.name, {**call.parameters, "game": game}))
        return {name: value for name, value in bound.items() if name != "game"}
    if call.parameters:
        raise UnknownName(f"parameter of {call.name}", next(iter(call.parameters)), [])
    return {}


def _samples(game: Game, count: int) -> list[Position]:
    """Ongoing positions along random games, the start first."""
    found: list[Position] = []
    for number in itertools.count():
        position = game.start
        for move in game.random_game(seed=1, number=number, most_plies=300):
            found.append(position)
            if len(found) == count:
                return found
            position = game.plain.play(position, move)
    return found


def _value(heuristic: Heuristic, game: Game, plain: Evaluate, position: Position) -> Any:
    """What the plain function says, if it is a finite number."""
    try:
        value = plain(position)
    except Exception as error:
        file = Path(heuristic.function.__code__.co_filename)
        raise BadHeuristic(
            f"{heuristic.name} raises {in_one_line(error, file)} ({file.name}) "
            f"in this position:\n{game.show(position)}"
        ) from error
    if not isinstance(value, numbers.Real) or not math.isfinite(value):
        raise BadHeuristic(
            f"{heuristic.name} returns {value!r}, not a number, in this position:\n"
            f"{game.show(position)}"
        )
    return value


def _compare(
    heuristic: Heuristic, game: Game, fast: Evaluate, positions: list[Position], values: list[Any]
) -> None:
    """The compiled twin must say what the plain function says."""
    for position, value in zip(positions, values, strict=True):
        if not math.isclose(fast(position), value, abs_tol=1e-9):
            raise BadHeuristic(
                f"{heuristic.name} is {value} as written but {fast(position)} compiled (do its "
                f"numbers stay below 2**62?):\n{game.show(position)}"
            )
