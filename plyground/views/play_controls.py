"""What games, agents and heuristics there are to choose from, for controls that show them.

A parameter's control follows from its type: a whole number, a number, a switch, a choice; a
`heuristic` is one of the game's.
"""

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

from plyground.agents import AGENTS, ONLY_FOR
from plyground.games import GAMES, Game
from plyground.games.game import Position
from plyground.heuristics import DEFAULTS, HEURISTICS
from plyground.table import HUMAN
from plyground.text import Call, parse

KINDS = {int: "whole", float: "number", bool: "switch", str: "text"}


@functools.cache
def controls() -> dict[str, Any]:
    """Games and agents with their parameters; the heuristics of each game, its own first."""
    return {
        "games": [
            {"name": name, "parameters": list(_parameters(make))} for name, make in GAMES.items()
        ],
        "agents": [
            {
                "name": name,
                "about": (make.__doc__ or "").split("\n")[0],
                "parameters": list(_parameters(make)),
                "games": list(ONLY_FOR.get(name, GAMES)),
            }
            for name, make in sorted(AGENTS.items(), key=lambda each: each[0] != HUMAN)
        ],
        "heuristics": {
            name: sorted(HEURISTICS.get(name, {}), key=lambda each: each != DEFAULTS.get(name))
            for name in GAMES
        },
    }


def _parameters(function: Callable[..., Any]) -> Iterator[dict[str, Any]]:
    hints = get_type_hints(function)
    for name, parameter in inspect.signature(function).parameters.items():
        found = {"name": name, "usual": parameter.default}
        hint = hints.get(name)
        if get_origin(hint) is Literal:
            yield found | {"kind": "choice", "choices": list(get_args(hint))}
        else:
            kind = "heuristic" if name == "heuristic" else KINDS.get(hint or str, "text")
            yield found | {"kind": kind}


def form(text: str) -> dict[str, Any]:
    """A text form taken apart, so that controls can show it."""
    call = parse(text)
    values = {
        name: str(value) if isinstance(value, Call) else value
        for name, value in call.parameters.items()
    }
    return {"text": text, "name": call.name, "parameters": values}


def cells_of(name: str, board: str) -> list[str]:
    """The cells to point at, one after the other, to make a move: 11x18x25 is 11, 18 and 25."""
    if f'data-cell="{name}"' in board:
        return [name]
    return name.replace("x", "-").split("-")


def legal_cells(game: Game, position: Position, board: str) -> dict[str, list[str]]:
    """The cells of every legal move, by the move's name."""
    names = (game.move_name(position, move) for move in game.moves(position))
    return {name: cells_of(name, board) for name in names}
