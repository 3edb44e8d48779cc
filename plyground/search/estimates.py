"""From a heuristic's text form to the estimate of a path search.

    "octile"                  ─┐                      ┌─▶ to_nearest(goals)  plain Python
    "euclidean(scale=0.99)"    ├──▶ between(a, b) ────┼─▶ to_goals           compiled
    "landmarks(count=8)"       │    at most the       └─▶ from_starts        compiled, for searches
    "./mine.py:my_idea"       ─┘    true cost?                               backward

A user's function gets two places, `here` and `goal`, each with `.x` and `.y` (on a grid, column and
row), and returns the cost it expects in steps. For puzzles and for problems of the user's own it
gets the two states instead, or only the state if it takes one argument.
"""

import functools
import inspect
import math
import numbers
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadHeuristic, BadParameter, UnknownName
from plyground.heuristics.distances import DISTANCES
from plyground.heuristics.landmarks import by_landmarks
from plyground.heuristics.puzzles import PUZZLE_HEURISTICS
from plyground.jit import borrowing, compile_error, compiled, interpreted
from plyground.modules import in_one_line, load_module
from plyground.paths import graph, grid
from plyground.paths.graph import Graph
from plyground.paths.grid import Grid
from plyground.paths.problem import Problem
from plyground.paths.puzzles import Puzzle
from plyground.search.distances import nothing
from plyground.search.landmarks import landmark_table
from plyground.text import Call, bind, differing, parse, split_file

NO_TABLE = np.zeros((0, 0))
ADVICE = "(so the search is interpreted, and slow; numbers, loops and math can be compiled)"


@dataclass(frozen=True)
class Estimate:
    """A heuristic made ready for the searches of one problem."""

    text: str
    between: Callable[[Any, Any], Any]
    """The cost expected from one state to another, in the units of the arcs."""
    to_goals: Any = None
    """Compiled (space, state, goals, table) -> the least over all goals; None if interpreted."""
    from_starts: Any = None
    """Compiled (space, state, starts, table) -> the least over all starts, to search backward."""
    table: NDArray[Any] = field(default_factory=lambda: NO_TABLE)
    metric: bool = False
    """Whether it is known to obey the triangle inequality, so that edges settle everything."""
    note: str = ""
    """Why it is interpreted; empty if it is compiled."""

    def to_nearest(self, goals: Sequence[Any]) -> Callable[[Any], Any]:
        """The plain function of the state: the least estimate over all goals.

        A problem of the user's own may have a test instead of goals; its estimate asks for none.
        """
        if not goals:
            return lambda state: self.between(state, None)
        return lambda state: min(self.between(state, goal) for goal in goals)


def default_heuristic(problem: Problem) -> str:
    """The name of the usual heuristic for this kind of problem."""
    if isinstance(problem, Grid):
        return "manhattan" if problem.connected == 4 else "octile"
    if isinstance(problem, Puzzle):
        return "linear_conflict"
    if isinstance(problem, Graph) and problem.has_places:
        return _safe_distance(problem)
    return "estimate" if hasattr(problem, "estimate") else "zero"


def known_heuristics(problem: Problem) -> list[str]:
    """The names that `load_estimate` takes for this kind of problem."""
    if isinstance(problem, Puzzle):
        return list(PUZZLE_HEURISTICS)
    if isinstance(problem, Grid) or (isinstance(problem, Graph) and problem.has_places):
        return [*DISTANCES, "landmarks"]
    if isinstance(problem, Graph):
        return ["zero", "landmarks"]
    return ["zero", *(["estimate"] if hasattr(problem, "estimate") else [])]


def load_estimate(problem: Problem, text: str = "") -> Estimate:
    """The estimate of a text form, a user's file:name included; the usual one without."""
    call = parse(text or default_heuristic(problem))
    file, name = split_file(call.name)
    if file is not None:
        return _own(problem, call, file, name)
    if call.name not in known_heuristics(problem):
        if call.name in DISTANCES and isinstance(problem, Graph):
            raise BadParameter(f"{call.name} needs coordinates, and {problem.title} has none")
        raise UnknownName(f"heuristic for {problem.title}", call.name, known_heuristics(problem))
    if isinstance(problem, Puzzle):
        bind(_no_parameters, call)
        function, columns = PUZZLE_HEURISTICS[call.name].function, problem.columns
        return Estimate(call.name, lambda state, goal: function(state, goal, columns))
    if not isinstance(problem, (Grid, Graph)):
        bind(_no_parameters, call)
        own: Any = problem
        estimate = (lambda state: 0) if call.name == "zero" else own.estimate
        return Estimate(call.name, lambda state, goal: estimate(state))
    if call.name == "landmarks":
        return _landmarks(problem, call)
    return _distance(problem, call)


def _no_parameters() -> None: ...


def _scaled(scale: float = 1) -> None: ...


def _counted(count: int = 8) -> None: ...


def _distance(problem: Grid | Graph, call: Call) -> Estimate:
    """One of the distances in the plane, times `scale`."""
    bound = bind(_scaled, call)
    scale, function = float(str(bound["scale"])), DISTANCES[call.name]
    if not scale >= 0:
        raise BadParameter(f"{call.name}: scale={scale:g} should be 0 or more")
    straight: float = problem.straight
    diagonal = problem.diagonal
    if scale != 1:
        straight, diagonal = straight * scale, diagonal * scale
    if call.name == "zero":
        return Estimate("zero", lambda here, there: 0, nothing, nothing, metric=True)
    between = _between(function, straight, diagonal)
    to_goals, from_starts = _compiled_pair(_place(problem), between)
    plain = interpreted(between)
    return Estimate(
        text=str(Call(call.name, differing(_scaled, bound))),
        between=lambda here, there: plain(problem.point(here), problem.point(there)),
        to_goals=to_goals,
        from_starts=from_starts,
        metric=True,
    )


@functools.cache
def _between(function: Any, straight: Any, diagonal: Any) -> Any:
    """The distance of two points, compiled; one for all maps that share a unit."""
    distance = compiled(function)

    @compiled
    def between(here: Any, there: Any) -> Any:
        return distance(abs(here.x - there.x), abs(here.y - there.y), straight, diagonal)

    return between


def _place(problem: Grid | Graph) -> Any:
    return grid.place if isinstance(problem, Grid) else graph.place


@functools.cache
def _compiled_pair(place: Any, between: Any) -> tuple[Any, Any]:
    """The estimate to the nearest goal, and from the nearest start."""

    @borrowing
    def to_goals(space: Any, state: int, goals: Any, table: Any) -> Any:
        here = place(space, state)
        least = between(here, place(space, goals[0]))
        for number in range(1, len(goals)):
            least = min(least, between(here, place(space, goals[number])))
        return least

    @borrowing
    def from_starts(space: Any, state: int, starts: Any, table: Any) -> Any:
        here = place(space, state)
        least = between(place(space, starts[0]), here)
        for number in range(1, len(starts)):
            least = min(least, between(place(space, starts[number]), here))
        return least

    return to_goals, from_starts


def _landmarks(problem: Grid | Graph, call: Call) -> Estimate:
    bound = bind(_counted, call)
    count = int(str(bound["count"]))
    if not 1 <= count <= 64:
        raise BadParameter(f"landmarks: count={count} should be from 1 to 64")
    table = landmark_table(problem, count)
    plain = interpreted(by_landmarks)

    def between(here: Any, there: Any) -> float:
        with np.errstate(invalid="ignore"):
            return float(plain(table, problem.number(here), problem.number(there)))

    return Estimate(
        text=str(Call("landmarks", differing(_counted, bound))),
        between=between,
        to_goals=landmarks_to_goals,
        from_starts=landmarks_from_starts,
        table=table,
        metric=True,
    )


@borrowing
def landmarks_to_goals(space: Any, state: int, goals: Any, table: Any) -> float:
    """The least bound over all goals."""
    least = by_landmarks(table, state, goals[0])
    for number in range(1, len(goals)):
        least = min(least, by_landmarks(table, state, goals[number]))
    return least


@borrowing
def landmarks_from_starts(space: Any, state: int, starts: Any, table: Any) -> float:
    """The least bound over all starts."""
    least = by_landmarks(table, starts[0], state)
    for number in range(1, len(starts)):
        least = min(least, by_landmarks(table, starts[number], state))
    return least


def _own(problem: Problem, call: Call, file: Path, name: str) -> Estimate:
    """A function of the user's file, tried on the problem's start and goals before it is used."""
    function, parameters = _found(call, file, name)
    text = str(Call(call.name, differing(function, {**defaults_of(function), **parameters})))
    arity = _arity(function)
    if not isinstance(problem, (Grid, Graph)):

        def of_states(state: Any, goal: Any) -> Any:
            given = (state,) if arity == 1 else (state, goal)
            return _number(function, file, function(*given, **parameters))

        _try(of_states, problem, function, file)
        return Estimate(text, of_states, note="")
    if arity != 2:
        raise BadHeuristic(
            f"{function.__name__} in {file} takes {arity} argument{'s' * (arity != 1)}; on "
            f"{problem.title} it should take two places: def {function.__name__}(here, goal)"
        )
    straight = problem.straight

    def of_places(state: Any, goal: Any) -> Any:
        value = function(problem.point(state), problem.point(goal), **parameters)
        return _number(function, file, value) * straight

    _try(of_places, problem, function, file)
    own = compiled(_with(function, parameters))

    @compiled
    def between(here: Any, there: Any) -> Any:
        """What the user's function expects, in the units of the arcs."""
        return own(here, there) * straight

    here = problem.point(problem.start)
    error = compile_error(own, here, here)
    if error:
        return Estimate(text, of_places, note=f"{error} {ADVICE}")
    to_goals, from_starts = _compiled_pair(_place(problem), between)
    return Estimate(text, of_places, to_goals, from_starts)


def _found(call: Call, file: Path, name: str) -> tuple[Callable[..., Any], dict[str, object]]:
    """The function of that name, and the parameters of the call that it takes."""
    module = vars(load_module(file))
    functions = {each: value for each, value in module.items() if inspect.isfunction(value)}
    own = [
        each
        for each, value in functions.items()
        if value.__code__.co_filename == str(file.resolve())
    ]
    name = name or (own[-1] if own else "")
    if name not in functions:
        raise UnknownName(f"heuristic in {file}", name, own)
    usual = defaults_of(functions[name])
    for each in call.parameters:
        if each not in usual:
            raise UnknownName(f"parameter of {name}", each, usual)
    return functions[name], dict(call.parameters)


def defaults_of(function: Callable[..., Any]) -> dict[str, object]:
    """The parameters that have default values."""
    found = inspect.signature(function).parameters.values()
    return {each.name: each.default for each in found if each.default is not each.empty}


def _arity(function: Callable[..., Any]) -> int:
    found = inspect.signature(function).parameters.values()
    return sum(each.default is each.empty for each in found)


def _with(function: Any, parameters: dict[str, object]) -> Any:
    """The function of two places with its parameters filled in."""
    if not parameters:
        return function
    values = {**defaults_of(function), **parameters}
    names = tuple(values[name] for name in defaults_of(function))
    inner = compiled(function)

    def filled(here: Any, there: Any) -> Any:
        return inner(here, there, *names)

    filled.__name__ = function.__name__
    return filled


def _try(between: Any, problem: Problem, function: Any, file: Path) -> None:
    """Ask once for each goal, so that a mistake shows in words and at once."""
    for goal in problem.goals or (problem.start,):
        try:
            between(problem.start, goal)
            between(goal, goal)
        except BadHeuristic:
            raise
        except Exception as error:
            raise BadHeuristic(
                f"{function.__name__} raises {in_one_line(error, file.resolve())} ({file.name})"
            ) from error


def _number(function: Any, file: Path, value: Any) -> Any:
    if not isinstance(value, numbers.Real) or not math.isfinite(value):
        raise BadHeuristic(f"{function.__name__} in {file} returns {value!r}, not a number")
    return value


def _safe_distance(problem: Graph) -> str:
    """The largest distance that no edge undercuts; euclidean scaled down if all are undercut."""
    origin, target, cost = next(iter(problem.arcs()))
    assert problem.x is not None and problem.y is not None
    dx = np.abs(problem.x[origin] - problem.x[target])
    dy = np.abs(problem.y[origin] - problem.y[target])
    if np.all(cost >= dx + dy):
        return "manhattan"
    line = np.sqrt(dx * dx + dy * dy)
    if np.all(cost >= line):
        return "euclidean"
    least = float(np.min(cost[line > 0] / line[line > 0]))
    # Rounded down, so that the product of scale and distance stays below the cost of every edge.
    scale = math.floor(least * 1e6) / 1e6
    return f"euclidean(scale={scale})" if scale > 0 else "zero"
