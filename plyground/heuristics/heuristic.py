"""Heuristics: plain functions from a position to a number, compiled into the search.

    @heuristic("checkers")                          a function of the position, or …
    def piece_count(position): …

    @heuristic("connect_four")                      … a function of the game that returns one, where
    def center(game, weight: int = 1): …            the board's size matters or there are parameters

The number is what the position is worth to the player to move. The decorator returns the function
untouched; its compiled twin is made when a search is built. What a heuristic claims is checked:

    antisymmetric   the same board is worth the opposite to the other player (the default claim)
    one_sided       it looks at one side only, and is asked from the side of the player at the root,
                    whoever is to move at the leaf
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from plyground.errors import UnknownName
from plyground.games.game import Game, Position
from plyground.modules import loaded_by_path

Number: TypeAlias = Any
"""What a heuristic returns: an int, a float or a bool."""
Evaluate: TypeAlias = Callable[[Position], Number]

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Heuristic:
    """A registered heuristic and what it claims."""

    name: str
    game: str
    function: Callable[..., Any]
    antisymmetric: bool = True
    one_sided: bool = False

    @property
    def doc(self) -> str:
        """The first sentence of what its author says about it."""
        return (inspect.getdoc(self.function) or "").split("\n")[0]

    @property
    def has_parameters(self) -> bool:
        """Whether it is a function of the game that returns the function of the position."""
        return next(iter(inspect.signature(self.function).parameters), "") == "game"

    def built(self, game: Game, **parameters: Any) -> Evaluate:
        """The plain function of the position, for this game."""
        if not self.has_parameters:
            return self.function
        evaluate: Evaluate = self.function(game, **parameters)
        return evaluate


HEURISTICS: dict[str, dict[str, Heuristic]] = {}
"""Game name -> heuristic name -> heuristic."""

DEFAULTS: dict[str, str] = {}
"""Game name -> the name of its strongest evaluation."""


def heuristic(
    game: str, *, antisymmetric: bool = True, one_sided: bool = False, default: bool = False
) -> Callable[[F], F]:
    """Register a function as a heuristic of a game, with its claims; it stays untouched."""

    def register(function: F) -> F:
        symmetric = antisymmetric and not one_sided
        entry = Heuristic(function.__name__, game, function, symmetric, one_sided)
        vars(function)["declared"] = entry
        if loaded_by_path(function.__module__):
            return function  # asked for as file:name, it must not shadow a name of ours
        HEURISTICS.setdefault(game, {})[entry.name] = entry
        if default:
            DEFAULTS[game] = entry.name
        return function

    return register


def find(game: Game, name: str) -> Heuristic:
    """The heuristic of that name for this game."""
    known = HEURISTICS.get(game.name, {})
    if name not in known:
        raise UnknownName(f"heuristic of {game.name}", name, known)
    return known[name]
