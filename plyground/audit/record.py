"""All that an audit finds, in one record."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.audit.elsewhere import Elsewhere
from plyground.audit.findings import Admissibility, Consistency
from plyground.audit.measured import Measured
from plyground.audit.practice import Practice
from plyground.audit.premise import Premise
from plyground.search.estimates import Estimate


@dataclass(frozen=True)
class Findings:
    """What is true of a heuristic on a problem. Figures are in steps, or in the costs of edges."""

    problem: str
    heuristic: str
    goals: Sequence[str]
    way: str
    """What an arc is called here: edge, arc or step."""
    admissible: Admissibility
    consistent: Consistency
    premise: Premise | None
    """The proof for every goal, where the estimate is a distance; None where it is not."""
    practice: Practice | None
    """What A* did; None if there is nothing to fear."""
    elsewhere: Elsewhere | None = None
    """What A* did with other goals; None unless all went well here and may not there."""
    note: str = ""
    estimate: Estimate | None = field(default=None, repr=False, compare=False)
    measured: Measured | None = field(default=None, repr=False, compare=False)
    """The numbers behind it, for pictures."""

    @property
    def holds(self) -> bool:
        return self.admissible.holds and self.consistent.holds
