"""What a search through states needs to know.

    start ──successors──▶ (state, cost) … ──▶ is_goal

Subclass `Problem`, say where to begin, what may follow and where to end; every algorithm then runs
on it. States are anything hashable; costs are numbers, never negative. The states of a `Grid` or a
`Graph` also have numbers, so that compiled searches can hold what they know of them in arrays.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from plyground.errors import BadParameter, BadText

State: TypeAlias = Hashable
Cost: TypeAlias = Any
"""An int or a float. Whole numbers stay exact."""


class Point(NamedTuple):
    """Where a state lies in the plane; on a grid x counts columns and y counts rows."""

    x: float
    y: float


class Problem(ABC):
    """A start, goals, and what may follow each state."""

    title: str = ""
    """Its text form, or the file it came from."""
    start: State
    goals: Sequence[State] = ()

    @abstractmethod
    def successors(self, state: Any) -> Iterable[tuple[Any, Cost]]:
        """The states one step away, each with the cost of that step, always in the same order."""

    def predecessors(self, state: Any) -> Iterable[tuple[Any, Cost]]:
        """The states one step before, each with the cost of the step from there."""
        raise BadParameter(
            f"{self.title or type(self).__name__} cannot be searched backward: "
            "give it a method predecessors(state) that yields (state, cost)"
        )

    def is_goal(self, state: Any) -> bool:
        return state in self.goals

    def state_name(self, state: Any) -> str:
        """The state as text that `read_state` understands."""
        return str(state)

    def read_state(self, text: str) -> Any:
        """The state of a text, where it can be named."""
        raise BadText(f"states of {self.title or type(self).__name__} cannot be typed: {text!r}")

    def length(self, path: Sequence[Any]) -> float:
        """What the path costs, in the units people use."""
        total: float = 0
        for here, there in pairwise(path):
            total += min(cost for state, cost in self.successors(here) if state == there)
        return total
