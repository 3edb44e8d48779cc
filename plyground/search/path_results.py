"""What a search for a path brings back.

path        start … goal, or nothing: "no path" is an answer, not an error
expanded    states taken off the frontier, the goal included
generated   successors looked at, those already known included
"""

from collections.abc import Sequence
from typing import Any, NamedTuple


class Open(NamedTuple):
    """A state on the frontier: what it cost to get there, and its priority."""

    state: Any
    g: float
    f: float


class Run(NamedTuple):
    """What a compiled search reports: numbers only. The path is in an array beside it."""

    steps: int
    """How many states the path has; 0 without one."""
    cost: float
    """In the units of the arcs."""
    expanded: int
    generated: int
    peak_frontier: int
    waiting: int
    """How many states were on the frontier at the end."""
    finished: bool
    """False if the budget of expansions ran out first."""


class PathResult(NamedTuple):
    """One search for a path. A named tuple, since short questions come by the thousand."""

    path: Sequence[Any]
    """The states from start to goal; empty if there is no path, or none was found in time."""
    cost: float | None
    """What the path costs, in the problem's own units; None without one."""
    expanded: int
    generated: int
    peak_frontier: int
    """The largest number of states that waited at the same time."""
    seconds: float
    algorithm: str = ""
    """The text form of who searched, with its heuristic."""
    finished: bool = True
    """False if a budget ran out before the question was settled."""
    open: Sequence[Open] = ()
    """The frontier where the search stopped, the next to be expanded first."""
    order: Sequence[Any] = ()
    """The states in the order of expansion, where they were recorded."""
    note: str = ""
    """What else there is to say, such as which algorithm `auto` chose."""

    @property
    def found(self) -> bool:
        return self.cost is not None
