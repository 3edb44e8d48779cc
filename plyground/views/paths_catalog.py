"""What can be chosen in the Paths view: algorithms, heuristics, mazes; and what a lane is.

    "weighted_astar(heuristic=octile(scale=2), weight=3)"  ──▶  algorithm, heuristic, parameters

The view composes such texts from its controls, and shows those of the lanes it is given.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any, Literal, get_args, get_origin, get_type_hints

from plyground.audit_view.colors import BLUES, DEADS, REDS, WALLS
from plyground.errors import BadParameter, UnknownName
from plyground.heuristics.distances import DISTANCES
from plyground.pathfinders import ALGORITHMS
from plyground.paths import PROBLEMS
from plyground.paths.mazes import DENSITIES, GENERATORS
from plyground.text import Call, bind, parse
from plyground.views.finding import READY

MOST_LANES = 4


@functools.cache
def catalog() -> dict[str, Any]:
    """Everything there is to choose from, with a word about each."""
    return {
        "algorithms": [_algorithm(name, make) for name, make in ALGORITHMS.items()],
        "heuristics": [
            *(
                {"name": name, "about": about(make), "parameters": _number("scale", 1.0)}
                for name, make in DISTANCES.items()
            ),
            {
                "name": "landmarks",
                "about": "Exact distances to a few far places, and triangles.",
                "parameters": _number("count", 8),
            },
        ],
        "generators": [
            {"name": name, "about": about(make), "density": DENSITIES.get(name)}
            for name, make in GENERATORS.items()
        ],
        "problems": [{"name": name, "about": about(PROBLEMS[name])} for name in READY],
        "heat": heat(),
        "lanes": MOST_LANES,
    }


def heat() -> dict[str, list[str]]:
    """The colors of an audit's levels, in both themes."""
    return {
        theme: [*BLUES[theme], *REDS[theme], DEADS[theme], WALLS[theme]]
        for theme in ("light", "dark")
    }


def about(make: Callable[..., Any]) -> str:
    return (make.__doc__ or "").split("\n")[0]


def _number(name: str, usual: float) -> list[dict[str, Any]]:
    kind = "float" if isinstance(usual, float) else "int"
    return [{"name": name, "kind": kind, "default": usual, "choices": []}]


def _algorithm(name: str, make: Callable[..., Any]) -> dict[str, Any]:
    signature = inspect.signature(make).parameters
    hints = get_type_hints(make)
    own = [each for each in signature.values() if each.name not in ("problem", "heuristic")]
    return {
        "name": name,
        "about": about(make),
        "heuristic": "heuristic" in signature,
        "parameters": [_parameter(each.name, each.default, hints[each.name]) for each in own],
    }


def _parameter(name: str, usual: Any, hint: Any) -> dict[str, Any]:
    choices = list(get_args(hint)) if get_origin(hint) is Literal else []
    kind = "choice" if choices else hint.__name__
    return {"name": name, "kind": kind, "default": usual, "choices": choices}


def lane_of(text: Any) -> dict[str, Any]:
    """A lane from its text form, checked as far as that goes without a map."""
    if not isinstance(text, str) or len(text) > 300:
        raise BadParameter("a lane is the text form of an algorithm, such as astar")
    call = parse(text)
    if call.name not in ALGORITHMS:
        raise UnknownName("algorithm", call.name, ALGORITHMS)
    factory = ALGORITHMS[call.name]
    bound = bind(factory, Call(call.name, {**call.parameters, "problem": None}))
    heuristic = parse(str(bound["heuristic"])) if bound.get("heuristic") else Call("")
    return {
        "text": str(call),
        "algorithm": call.name,
        "heuristic": heuristic.name,
        "of_heuristic": {name: _plain(value) for name, value in heuristic.parameters.items()},
        "parameters": {
            name: _plain(value)
            for name, value in call.parameters.items()
            if name not in ("heuristic", "problem")
        },
    }


def _plain(value: object) -> object:
    return value if isinstance(value, (bool, int, float)) else str(value)
