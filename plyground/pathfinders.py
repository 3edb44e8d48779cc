"""Pathfinders by their text form.

    load_pathfinder(problem, "astar(heuristic=octile)").find(start, goals)  ──▶  PathResult

Each algorithm is a function of its parameters here; what its docstring says, `plyground problems`
says too.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from plyground.errors import BadParameter, UnknownName
from plyground.finders import (
    BestFirstOnArrays,
    BidirectionalOnArrays,
    IdaStarOnArrays,
    IdaStarOnPuzzles,
    JumpPoints,
    Pathfinder,
    Readable,
)
from plyground.jit import ENABLED
from plyground.paths.graph import Graph
from plyground.paths.grid import Grid
from plyground.paths.problem import Problem
from plyground.paths.puzzles import Puzzle
from plyground.search.best_first import Strategy, Ties, best_first
from plyground.search.bidirectional import bidirectional
from plyground.search.estimates import Estimate, default_heuristic, load_estimate
from plyground.search.ida_star import ida_star
from plyground.search.ida_star_puzzle import Name
from plyground.search.path_results import PathResult
from plyground.text import Call, bind, differing, parse

__all__ = ["ALGORITHMS", "Engine", "Pathfinder", "load_pathfinder"]

Engine: TypeAlias = Literal["auto", "readable", "compiled"]
FAST_ON_PUZZLES = get_args(Name)
SMALL = 4000
"""With engine `auto`, fewer states than this are searched readably: no compile to wait for."""


def breadth_first(problem: Problem) -> Any:
    """Takes the state that has waited longest: the fewest steps, whatever they cost."""
    return Strategy("breadth_first", g=0, h=0, ties="first", again="keep")


def depth_first(problem: Problem) -> Any:
    """Takes the state that came last: goes on until it is stuck; no shortest path."""
    return Strategy("depth_first", g=0, h=0, again="latest")


def dijkstra(problem: Problem, ties: Ties = "last") -> Any:
    """Takes the cheapest state so far, f = g: a shortest path, without any estimate."""
    return Strategy("dijkstra", h=0, ties=ties)


def greedy(problem: Problem, heuristic: str = "", ties: Ties = "last") -> Any:
    """Takes the state that looks nearest to a goal, f = h: quick, no shortest path."""
    return Strategy("greedy", g=0, ties=ties, again="keep")


def best_first_random(
    problem: Problem, heuristic: str = "", random_factor: float = 0.4, seed: int = 1
) -> Any:
    """Greedy, but now and then takes any waiting state, which leaves the frontier."""
    if not 0 <= random_factor <= 1:
        raise BadParameter(f"best_first: random_factor={random_factor} should be from 0 to 1")
    return Strategy("best_first", g=0, again="keep", random_factor=float(random_factor), seed=seed)


def astar(problem: Problem, heuristic: str = "", reopen: bool = True, ties: Ties = "last") -> Any:
    """f = g + h: a shortest path if h is admissible (without re-opening: consistent)."""
    return Strategy("astar", reopen=reopen, ties=ties)


def weighted_astar(
    problem: Problem, heuristic: str = "", weight: float = 1.5, reopen: bool = True,
    ties: Ties = "last",
) -> Any:  # fmt: skip
    """f = g + weight · h: at most `weight` times as long as a shortest path, and sooner."""
    if weight < 1:
        raise BadParameter(f"weighted_astar: weight={weight} should be 1 or more")
    return Strategy("weighted_astar", h=float(weight), reopen=reopen, ties=ties)


def bidirectional_astar(problem: Problem, heuristic: str = "") -> Any:
    """Searches from both ends until they meet: a shortest path if h is consistent."""
    return "bidirectional"


def ida(problem: Problem, heuristic: str = "", table: int = 0) -> Any:
    """Depth-first within a rising limit on f: a shortest path in the memory of one path."""
    if table < 0:
        raise BadParameter(f"ida_star: table={table} should be 0 or a number of entries")
    return "ida_star"


def jump_point(problem: Problem) -> Any:
    """A* that jumps along straight lines; for 8-connected grids of uniform cost."""
    if not isinstance(problem, Grid):
        raise BadParameter(f"jump_point is for grids, and {problem.title} is none")
    return "jump_point"


def auto(problem: Problem) -> Any:
    """Picks an algorithm and a heuristic by the map, and says which."""
    return "auto"


ALGORITHMS: dict[str, Callable[..., Any]] = {
    "breadth_first": breadth_first,
    "depth_first": depth_first,
    "dijkstra": dijkstra,
    "greedy": greedy,
    "best_first": best_first_random,
    "astar": astar,
    "weighted_astar": weighted_astar,
    "bidirectional": bidirectional_astar,
    "ida_star": ida,
    "jump_point": jump_point,
    "auto": auto,
}


def load_pathfinder(
    problem: Problem, text: str = "auto", heuristic: str = "", engine: Engine = "compiled"
) -> Pathfinder:
    """The pathfinder of a text form; `heuristic` fills in what the text leaves open."""
    call = parse(text)
    if call.name not in ALGORITHMS:
        raise UnknownName("algorithm", call.name, ALGORITHMS)
    factory = ALGORITHMS[call.name]
    takes_one = "heuristic" in factory.__annotations__
    if heuristic and takes_one and "heuristic" not in call.parameters:
        call = Call(call.name, {**call.parameters, "heuristic": heuristic})
    if call.name == "auto":
        return _picked(problem, engine)
    bound = bind(factory, Call(call.name, {**call.parameters, "problem": problem}))
    recipe = factory(**bound)
    estimate = load_estimate(problem, str(bound["heuristic"]) if takes_one else "zero")
    said = _said(factory, bound)
    if takes_one:
        named = parse(estimate.text)
        said["heuristic"] = named if named.parameters else named.name
    written = str(Call(call.name, said))
    return _built(problem, written, estimate, recipe, bound, engine)


def _said(factory: Callable[..., Any], bound: dict[str, object]) -> dict[str, object]:
    """The parameters a text form has to say, the problem and the heuristic left out."""
    said = differing(factory, bound)
    return {name: value for name, value in said.items() if name not in ("problem", "heuristic")}


def _built(
    problem: Problem,
    text: str,
    estimate: Estimate,
    recipe: Any,
    bound: dict[str, Any],
    engine: Engine,
) -> Pathfinder:
    """The readable or the compiled form of a recipe."""
    if recipe == "jump_point":
        assert isinstance(problem, Grid)
        return JumpPoints(problem, text, estimate)
    on_arrays = isinstance(problem, (Grid, Graph)) and estimate.to_goals is not None
    if on_arrays and _wants_arrays(problem, engine):
        assert isinstance(problem, (Grid, Graph))
        if isinstance(recipe, Strategy):
            return BestFirstOnArrays(problem, text, estimate, recipe)
        if recipe == "bidirectional":
            return BidirectionalOnArrays(problem, text, estimate)
        return IdaStarOnArrays(problem, text, estimate, bound["table"])
    fast = recipe == "ida_star" and engine != "readable" and estimate.text in FAST_ON_PUZZLES
    if fast and isinstance(problem, Puzzle):
        return IdaStarOnPuzzles(problem, text, estimate, bound["table"])
    return Readable(problem, text, estimate, _readable(recipe, bound))


def _wants_arrays(problem: Any, engine: Engine) -> bool:
    return ENABLED and (engine == "compiled" or (engine == "auto" and problem.states > SMALL))


def _readable(recipe: Any, bound: dict[str, Any]) -> Callable[..., PathResult]:
    def search(problem: Problem, estimate: Estimate, most: int, record: bool) -> PathResult:
        to_goals = estimate.to_nearest(problem.goals)
        if isinstance(recipe, Strategy):
            return best_first(problem, recipe, to_goals, most, record)
        if recipe == "bidirectional":
            from_start = lambda state: estimate.between(problem.start, state)  # noqa: E731
            return bidirectional(problem, to_goals, from_start, most, record)
        return ida_star(problem, to_goals, most=most, table=bound["table"], record=record)

    return search


# --- auto -----------------------------------------------------------------------------------------

MANY_CORNERS = 0.3
"""With more corners of walls than this per open cell, jumps are so short that plain A* wins."""


def _picked(problem: Problem, engine: Engine) -> Pathfinder:
    """A fitting algorithm; `note` says which and why."""
    text, reason = _choice(problem)
    finder = load_pathfinder(problem, text, engine=engine)
    finder.note = f"auto: {finder.text}, since {reason}"
    return finder


def _choice(problem: Problem) -> tuple[str, str]:
    if isinstance(problem, Puzzle):
        return "ida_star", "a puzzle has more states than memory holds"
    if isinstance(problem, Grid):
        if not problem.uniform:
            return "astar", "cells cost different amounts"
        if problem.connected == 4:
            return "astar", "a 4-connected grid of uniform cost has only two values of f at a time"
        if corner_share(problem) > MANY_CORNERS:
            return "astar", "walls are scattered, so that jumps would be short"
        return "jump_point", "the grid is open, uniform and 8-connected"
    usual = default_heuristic(problem)
    if usual == "zero":
        return "dijkstra", "nothing is known about distances"
    if usual == "estimate":
        return "astar(heuristic=estimate)", "the problem brings an estimate"
    return f"astar(heuristic={usual})", "no edge is shorter than that distance of its ends"


def corner_share(problem: Grid) -> float:
    """Corners of walls, where jump points are, per open cell."""
    free = np.pad(problem.weights, 1) > 0
    here, beside = free[1:, 1:], free[1:, :-1]
    above, across = free[:-1, 1:], free[:-1, :-1]
    corners = (here ^ beside ^ above ^ across).sum()
    return float(corners) / max(1, int(free.sum()))
