"""IDA*: depth-first search within a threshold on f, again and again with the next threshold.

    threshold 5               threshold 7 = the smallest f beyond 5

        5                         5              f = g + h, never less than
       ╱ ╲                       ╱ ╲                 the start's for an admissible h
      5   7 ✂                   5   7
     ╱ ╲                       ╱ ╲   ╲
    7 ✂ 9 ✂                   7   9 ✂ 7 ◀ goal

Memory is one path; the price is that every round does the earlier ones' work again. That is cheap
where f takes few values, as in puzzles, and dear where each state has an f of its own. No state is
entered twice on one path. If h is admissible, no threshold exceeds the cheapest cost, so the first
goal that is found is a cheapest one.

With a table, states are remembered with the g and the threshold they were entered with, and

    entered again is only    a state with a smaller g than before,
                             or with the same g, within a larger threshold

which keeps the answer exact: the states of a cheapest path are never reached more cheaply than on
it, so whichever of them is not entered here was entered as cheaply before, in this very round. It
makes a round visit each state about once, as A* would, where there are many ways to each.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any

from plyground.paths.problem import Cost, Problem, State
from plyground.paths.puzzles import UNSOLVABLE, Puzzle
from plyground.search.path_results import PathResult

HUGE = 1 << 62
SAID = 12
"""How many thresholds a note lists at most."""


def ida_star(
    problem: Problem,
    estimate: Callable[[Any], Cost],
    *,
    most: int = HUGE,
    table: int = 0,
    record: bool = False,
) -> PathResult:
    """Search from the start to the first goal; `most` bounds `generated`, `table` its entries."""
    begun = time.perf_counter()
    rounds = _Rounds(problem, estimate, most, table, record)
    note = _impossible(problem)
    threshold = inf if note else estimate(problem.start)
    thresholds = []
    while threshold < inf and not rounds.found and not rounds.spent:
        thresholds.append(threshold)
        threshold = rounds.within(threshold)
    path = tuple(rounds.path) if rounds.found else ()
    return PathResult(
        path=path,
        cost=problem.length(path) if path else None,
        expanded=rounds.expanded,
        generated=rounds.generated,
        peak_frontier=rounds.longest,
        seconds=time.perf_counter() - begun,
        algorithm="ida_star",
        finished=not rounds.spent,
        order=tuple(rounds.order),
        note=note or thresholds_note(thresholds),
    )


def _impossible(problem: Problem) -> str:
    """Why there can be no path, where that is known without a search."""
    solvable = not isinstance(problem, Puzzle) or problem.solvable(problem.start)
    return "" if solvable else UNSOLVABLE


def thresholds_note(thresholds: Sequence[Cost]) -> str:
    """The thresholds of a search, the middle left out where there are many."""
    names = [f"{threshold:.10g}" for threshold in thresholds]
    if len(names) > SAID:
        names[SAID // 2 : -SAID // 2] = ["…"]
        names.append(f"({len(thresholds)} of them)")
    return " ".join(["thresholds", *names])


class _Rounds:
    """The path, and what the rounds of one search share."""

    def __init__(
        self,
        problem: Problem,
        estimate: Callable[[Any], Cost],
        most: int,
        table: int,
        record: bool,
    ) -> None:
        self.problem, self.estimate = problem, estimate
        self.most, self.room, self.record = most, table, record
        self.path: list[State] = []
        self.costs: list[Cost] = []
        self.untried: list[Iterator[tuple[State, Cost]]] = []
        self.on_path: set[State] = set()
        self.known: dict[State, tuple[Cost, Cost]] = {}
        self.expanded = self.generated = self.longest = 0
        self.order: list[State] = []
        self.found = self.spent = False

    def within(self, threshold: Cost) -> Cost:
        """Look for a goal with f <= threshold; the smallest f beyond it, inf if there is none."""
        beyond: Cost = inf
        self.remember(self.problem.start, 0, threshold)
        self.enter(self.problem.start, 0)
        while self.path and not self.found:
            step = next(self.untried[-1], None)
            if step is None:
                self.leave()
                continue
            if self.generated == self.most:
                self.spent = True
                break
            self.generated += 1
            state, cost = step
            if state not in self.on_path:
                g = self.costs[-1] + cost
                f = g + self.estimate(state)
                if f > threshold:
                    beyond = min(beyond, f)
                elif self.remember(state, g, threshold):
                    self.enter(state, g)
        return beyond

    def enter(self, state: State, g: Cost) -> None:
        """Put the state at the end of the path; it may be a goal."""
        self.path.append(state)
        self.costs.append(g)
        self.untried.append(iter(self.problem.successors(state)))
        self.on_path.add(state)
        self.expanded += 1
        self.longest = max(self.longest, len(self.path))
        if self.record:
            self.order.append(state)
        self.found = self.problem.is_goal(state)

    def leave(self) -> None:
        """Take the last state off the path."""
        self.on_path.remove(self.path.pop())
        self.costs.pop()
        self.untried.pop()

    def remember(self, state: State, g: Cost, threshold: Cost) -> bool:
        """False if the table says not to enter the state; else it is remembered, if there is room.

        A state that is known may always be remembered anew.
        """
        if state in self.known:
            known_g, known_threshold = self.known[state]
            if known_g < g or (known_g == g and known_threshold == threshold):
                return False
        elif len(self.known) >= self.room:
            return True
        self.known[state] = g, threshold
        return True
