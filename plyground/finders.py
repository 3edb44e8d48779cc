"""Finders: an algorithm made ready for one problem, with its memory.

                      small, or of the user's own     grids and graphs, held in arrays
    best-first …      best_first.py                   best_first_compiled.py, grid_astar.py
    bidirectional     bidirectional.py                bidirectional.py
    ida_star          ida_star.py                     ida_star_compiled.py, ida_star_puzzle.py
    jump_point                                        jump_point.py

Both columns expand the same states in the same order; the left one needs no compiler, the right one
is fast.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadParameter
from plyground.paths import graph, grid
from plyground.paths.graph import Graph
from plyground.paths.grid import Grid
from plyground.paths.problem import Problem
from plyground.paths.puzzles import UNSOLVABLE, Puzzle
from plyground.search.best_first import NO_LIMIT, Strategy
from plyground.search.best_first_compiled import NO_ORDER, CompiledBestFirst
from plyground.search.bidirectional import CompiledBidirectional
from plyground.search.distances import nothing
from plyground.search.estimates import Estimate
from plyground.search.grid_astar import GridAStar
from plyground.search.grid_astar_4 import GridAStar4
from plyground.search.ida_star_compiled import ida_star_on
from plyground.search.ida_star_puzzle import PuzzleSolver
from plyground.search.jump_point import JumpPoint
from plyground.search.path_results import Open, PathResult, Run

MOST_RECORDED = 1 << 22
Progress: TypeAlias = Callable[[str], None]


class NumberedPath(Sequence[Any]):
    """A path as compiled code left it; states are made when someone looks at them."""

    def __init__(self, problem: Grid | Graph, numbers: NDArray[np.int32]) -> None:
        self._problem, self.numbers = problem, numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return [self._problem.state(number) for number in self.numbers[place].tolist()]
        return self._problem.state(self.numbers[place])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(self.numbers.tobytes())

    def __repr__(self) -> str:
        return repr(list(self))


class Pathfinder(ABC):
    """An algorithm on one problem. `text` says which, and parses back."""

    def __init__(self, problem: Problem, text: str, estimate: Estimate) -> None:
        self.problem, self.text, self.estimate = problem, text, estimate
        self.note = estimate.note
        self.progress: Progress = lambda word: None
        """Told now and then, in words, how far a long search has come."""

    def find(
        self,
        start: Any = None,
        goals: Sequence[Any] | None = None,
        most: int = NO_LIMIT,
        record: bool = False,
    ) -> PathResult:
        """Search; from the problem's own start to its own goals unless others are given.

        Stops after `most` expansions, with the frontier as it stands. `record` keeps the order of
        expansion.
        """
        problem = self.problem
        if start is not None or goals is not None:
            problem = between(problem, start, goals)
        elif isinstance(problem, (Grid, Graph)):
            problem.check_ends()
        if not problem.goals and type(problem).is_goal is Problem.is_goal:
            raise BadParameter(f"{problem.title} has no goal: say where to go")
        return self._searched(problem, most, record)

    @abstractmethod
    def _searched(self, problem: Any, most: int, record: bool) -> PathResult: ...

    def _tell(self, threshold: float, generated: int) -> None:
        unit = getattr(self.problem, "straight", 1)
        self.progress(f"threshold {threshold / unit:g}, {generated:,} states")

    def _named(self, result: PathResult) -> PathResult:
        return result._replace(algorithm=self.text)


def between(problem: Problem, start: Any = None, goals: Sequence[Any] | None = None) -> Problem:
    """The same problem with another start or other goals."""
    if isinstance(problem, (Grid, Graph)):
        return problem.between(start, goals)
    if isinstance(problem, Puzzle):
        if goals is not None:
            raise BadParameter("a puzzle's goal is set by blank=first or blank=last")
        return problem.between(start)
    raise BadParameter(f"{problem.title} has a start and goals of its own")


class Readable(Pathfinder):
    """Any algorithm in its readable form."""

    def __init__(
        self, problem: Problem, text: str, estimate: Estimate, search: Callable[..., PathResult]
    ) -> None:
        super().__init__(problem, text, estimate)
        self._search = search

    def _searched(self, problem: Any, most: int, record: bool) -> PathResult:
        if isinstance(problem, Puzzle) and not problem.solvable(problem.start):
            return PathResult((), None, 0, 0, 0, 0.0, self.text, note=UNSOLVABLE)
        return self._named(self._search(problem, self.estimate, most, record))


class OnArrays(Pathfinder):
    """What all searches over a grid's or a graph's arrays share."""

    problem: Grid | Graph

    def find(
        self,
        start: Any = None,
        goals: Sequence[Any] | None = None,
        most: int = NO_LIMIT,
        record: bool = False,
    ) -> PathResult:
        """As any pathfinder's; lean, since short questions are asked by the thousand."""
        started = time.perf_counter()
        problem = self.problem
        begin = problem.end("start", problem.start if start is None else start)
        wanted = problem.goals if goals is None else goals
        if not wanted:
            raise BadParameter(f"{problem.title} has no goal: say where to go")
        ends = [problem.end("goal", goal) for goal in wanted]
        if len(ends) > 1:
            ends = list(dict.fromkeys(ends))
        run, path, order, waiting = self._run(begin, np.array(ends), most, record)
        found = NumberedPath(problem, path[: run.steps].copy())
        return PathResult(
            found,
            self._cost(run, found) if run.steps else None,
            run.expanded,
            run.generated,
            run.peak_frontier,
            time.perf_counter() - started,
            self.text,
            run.finished,
            [Open(problem.state(state), g, f) for state, g, f in waiting] if waiting else (),
            NumberedPath(problem, order[: run.expanded]) if record else (),
        )

    def _searched(self, problem: Grid | Graph, most: int, record: bool) -> PathResult:
        return self.find(problem.start, problem.goals, most, record)

    @abstractmethod
    def _run(
        self, start: int, goals: NDArray[np.int64], most: int, record: bool
    ) -> tuple[Run, NDArray[Any], NDArray[Any], list[tuple[int, Any, Any]]]:
        """The run, the path, the recorded order and, where the search was watched, the frontier."""

    def _cost(self, run: Run, path: NumberedPath) -> float:
        if isinstance(self.problem, Graph):
            return run.cost
        known = self.problem.length_of(int(run.cost), run.steps - 1)
        return self.problem.length(path) if known is None else known

    @property
    def _parts(self) -> tuple[Any, Any, int, bool]:
        """The module of arcs, the space, how many states, and whether costs are whole numbers."""
        module = grid if isinstance(self.problem, Grid) else graph
        whole = isinstance(self.problem, Grid) or self.problem.cost.dtype.kind == "i"
        return module, self.problem.space, self.problem.states, whole

    def _is_whole(self, estimate: Estimate) -> bool:
        """Whether estimates are whole numbers."""
        start = self.problem.start
        return not estimate.table.size and isinstance(estimate.between(start, start), int)


class BestFirstOnArrays(OnArrays):
    """A best-first search; an unwatched A* on a uniform grid takes the fast way."""

    def __init__(
        self, problem: Grid | Graph, text: str, estimate: Estimate, strategy: Strategy
    ) -> None:
        super().__init__(problem, text, estimate)
        self._strategy = strategy

    @cached_property
    def _general(self) -> CompiledBestFirst:
        module, space, states, whole = self._parts
        strategy, estimate = self._strategy, self.estimate
        blind = strategy.h == 0
        whole_f = whole and (blind or (isinstance(strategy.h, int) and self._is_whole(estimate)))
        return CompiledBestFirst(
            module,
            space,
            states,
            strategy,
            nothing if blind else estimate.to_goals,
            estimate.table,
            whole,
            whole_f,
        )

    @cached_property
    def _fast(self) -> GridAStar | GridAStar4 | None:
        problem, strategy = self.problem, self._strategy
        plain = Strategy("astar", reopen=strategy.reopen)
        if strategy != plain or not isinstance(problem, Grid) or not problem.uniform:
            return None
        if (problem.connected, self.estimate.text) == (8, "octile"):
            return GridAStar(problem)
        if (problem.connected, self.estimate.text) == (4, "manhattan"):
            return GridAStar4(problem)
        return None

    def _run(self, start: int, goals: NDArray[np.int64], most: int, record: bool) -> Any:
        watched = record or most < NO_LIMIT
        fast = None if watched else self._fast
        if fast is not None and (len(goals) == 1 or isinstance(fast, GridAStar)):
            return fast.run(start, goals), fast.path, NO_ORDER, []
        search = self._general
        order = np.empty(self._room(most), np.int32) if record else NO_ORDER
        run = search.run(np.array([start]), goals, most, order)
        return run, search.path, order, search.waiting() if watched else []

    def _cost(self, run: Run, path: NumberedPath) -> float:
        if self._strategy.again == "better":
            return super()._cost(run, path)
        # Of two arcs between the same states, a search that ignores costs may take the dearer.
        return self.problem.length(path)

    def _room(self, most: int) -> int:
        """How many expansions to record: each state once, or as often as it may be re-opened."""
        return min(most, 8 * self.problem.states + 1000)


class BidirectionalOnArrays(OnArrays):
    """Search from both ends."""

    @cached_property
    def _search(self) -> CompiledBidirectional:
        module, space, states, whole = self._parts
        back, whole_f = self.problem.backward_space, whole and self._is_whole(self.estimate)
        return CompiledBidirectional(module, space, back, states, self.estimate, whole, whole_f)

    def _run(self, start: int, goals: NDArray[np.int64], most: int, record: bool) -> Any:
        search = self._search
        order = np.empty(min(most, 4 * self.problem.states + 1000), np.int32)
        order = order if record else NO_ORDER
        run = search.run(np.array([start]), goals, most, order)
        watched = record or most < NO_LIMIT
        return run, search.path, order, search.waiting() if watched else []


class JumpPoints(OnArrays):
    """Jump point search."""

    def __init__(self, problem: Grid, text: str, estimate: Estimate) -> None:
        super().__init__(problem, text, estimate)
        self._search = JumpPoint(problem)

    def _run(self, start: int, goals: NDArray[np.int64], most: int, record: bool) -> Any:
        run = self._search.run(start, goals, most, record)
        watched = record or most < NO_LIMIT
        return run, self._search.path, self._search.order, self._search.waiting() if watched else []


class IdaStarOnArrays(Pathfinder):
    """IDA* over a grid's or a graph's arrays."""

    def __init__(self, problem: Problem, text: str, estimate: Estimate, table: int) -> None:
        super().__init__(problem, text, estimate)
        self._table = table
        module = grid if isinstance(problem, Grid) else graph
        self._search = ida_star_on(module, estimate.to_goals)

    def _searched(self, problem: Any, most: int, record: bool) -> PathResult:
        result = self._search(
            problem,
            most=most,
            table=self._table,
            record=min(most, MOST_RECORDED) if record else 0,
            estimates=self.estimate.table,
            progress=self._tell,
        )
        return self._named(result)


class IdaStarOnPuzzles(Pathfinder):
    """IDA* for sliding puzzles, compiled."""

    def __init__(self, problem: Puzzle, text: str, estimate: Estimate, table: int) -> None:
        super().__init__(problem, text, estimate)
        self.solver = PuzzleSolver(problem, estimate.text, table)  # type: ignore[arg-type]

    def _searched(self, problem: Any, most: int, record: bool) -> PathResult:
        return self._named(self.solver.run(problem.start, most, self._tell))
