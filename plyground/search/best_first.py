"""Best-first search: one loop, many algorithms. Here to be read; its compiled twin to be fast.

    frontier ──take──▶ state ──successors──▶ new, or better than known? ──put──▶ frontier
       ▲                 │ goal? done                                                │
       └──────────────────────────────────────────────────────────────────────────────┘

What is taken first makes the algorithm:

                      priority f      ties             a state met again while it waits
    breadth_first     0               first in         stays as it is
    depth_first       0               last in          moves to the top
    dijkstra          g               last in          changes if it got cheaper
    greedy            h               last in          stays as it is
    astar             g + h           last in          changes if it got cheaper
    weighted_astar    g + w h         last in          changes if it got cheaper

g is the cost from the start, h the estimate to the nearest goal. With `reopen`, a state already
expanded waits again once a cheaper way to it turns up: needed for shortest paths if h is admissible
but not consistent. With a random factor, some steps take any waiting state instead of the best.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any, Literal, TypeAlias

from plyground.bits import below, dice, rolled, scrambled
from plyground.jit import interpreted
from plyground.paths.problem import Problem
from plyground.search.path_results import Open, PathResult

Ties: TypeAlias = Literal["last", "first", "deep"]
"""Among equal f: last in, first in, or the largest g (and of these the last in)."""
Again: TypeAlias = Literal["keep", "better", "latest"]

NO_LIMIT = 1 << 62
DIE = 2.0**-53
DICE, ROLLED = interpreted(dice), interpreted(rolled)
SCRAMBLED, BELOW = interpreted(scrambled), interpreted(below)


@dataclass(frozen=True)
class Strategy:
    """What a best-first search takes first, and when it changes its mind about a state."""

    name: str
    g: int = 1
    h: float = 1
    ties: Ties = "last"
    again: Again = "better"
    reopen: bool = True
    random_factor: float = 0.0
    seed: int = 1

    def priority(self, g: Any, h: Any) -> Any:
        return self.g * g + self.h * h


class Frontier:
    """The states that wait, ordered by priority."""

    def __init__(self, ties: Ties) -> None:
        self._ties = ties
        self._heap: list[tuple[Any, Any, int, Any]] = []
        self._number = 0
        self._entry: dict[Any, tuple[int, Any, Any]] = {}
        """Each waiting state: the number of its entry that counts, its g and its f."""
        self._bag: list[Any] = []
        self._place: dict[Any, int] = {}

    def put(self, state: Any, g: Any, f: Any) -> None:
        """Let a state wait, in place of its earlier entry if it has one."""
        self._number += 1
        tie = {"last": -self._number, "first": self._number, "deep": -g}[self._ties]
        heappush(self._heap, (f, tie, -self._number, state))
        if state not in self._entry:
            self._place[state] = len(self._bag)
            self._bag.append(state)
        self._entry[state] = (self._number, g, f)

    def take(self) -> Any:
        """The state with the least priority."""
        self.least()
        return self._removed(heappop(self._heap)[-1])

    def least(self) -> Any:
        """The least priority of all that waits; entries that were replaced are dropped."""
        while True:
            f, _, number, state = self._heap[0]
            if state in self._entry and self._entry[state][0] == -number:
                return f
            heappop(self._heap)

    def take_any(self, number: int) -> Any:
        """One of the waiting states, whatever its priority; it waits no longer."""
        return self._removed(self._bag[number])

    def _removed(self, state: Any) -> Any:
        del self._entry[state]
        last, place = self._bag.pop(), self._place.pop(state)
        if last != state:
            self._bag[place], self._place[last] = last, place
        return state

    def __len__(self) -> int:
        return len(self._entry)

    def __contains__(self, state: Any) -> bool:
        return state in self._entry

    def __iter__(self) -> Iterator[Open]:
        """What waits, the next to be taken first."""
        for _, _, number, state in sorted(self._heap, key=lambda entry: entry[:3]):
            if state in self._entry and self._entry[state][0] == -number:
                yield Open(state, *self._entry[state][1:])


def best_first(
    problem: Problem,
    strategy: Strategy,
    estimate: Callable[[Any], Any],
    most: int = NO_LIMIT,
    record: bool = False,
) -> PathResult:
    """Search until a goal is taken off the frontier, nothing waits, or `most` were expanded."""
    started = time.perf_counter()
    g, came_from, order = {problem.start: 0}, {problem.start: None}, []
    frontier = Frontier(strategy.ties)
    frontier.put(problem.start, 0, strategy.priority(0, estimate(problem.start)))
    expanded, generated, peak, goal = 0, 0, 1, None
    dice_state = DICE(strategy.seed, 0)
    while len(frontier) and expanded < most:
        state, dice_state = _taken(frontier, strategy.random_factor, dice_state)
        expanded += 1
        if record:
            order.append(state)
        if problem.is_goal(state):
            goal = state
            break
        for successor, cost in problem.successors(state):
            generated += 1
            through = g[state] + cost
            waits = successor in frontier
            if successor not in g or _changes(strategy, waits, through, g[successor]):
                g[successor], came_from[successor] = through, state
                frontier.put(successor, through, strategy.priority(through, estimate(successor)))
        peak = max(peak, len(frontier))
    path = [] if goal is None else way_back(came_from, goal)
    return PathResult(
        path=path,
        cost=problem.length(path) if path else None,
        expanded=expanded,
        generated=generated,
        peak_frontier=peak,
        seconds=time.perf_counter() - started,
        algorithm=strategy.name,
        finished=goal is not None or not len(frontier),
        open=list(frontier),
        order=order,
    )


def _changes(strategy: Strategy, waits: bool, through: Any, known: Any) -> bool:
    """Whether a state met again takes the new way: while it waits, or after it was expanded."""
    if strategy.again == "better":
        return bool(through < known and (waits or strategy.reopen))
    return waits and strategy.again == "latest"


def _taken(frontier: Frontier, random_factor: float, dice_state: int) -> tuple[Any, int]:
    """The best state, or now and then any; and the dice after that."""
    if random_factor:
        dice_state = ROLLED(dice_state)
        if (SCRAMBLED(dice_state) >> 9) * DIE < random_factor:
            dice_state = ROLLED(dice_state)
            return frontier.take_any(BELOW(SCRAMBLED(dice_state), len(frontier))), dice_state
    return frontier.take(), dice_state


def way_back(came_from: dict[Any, Any], goal: Any) -> list[Any]:
    """The states from where the search began to `goal`."""
    path = [goal]
    while came_from[path[-1]] is not None:
        path.append(came_from[path[-1]])
    return path[::-1]
