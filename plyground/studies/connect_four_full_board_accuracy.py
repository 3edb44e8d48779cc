"""§6: what its two heuristics know, on a board small enough to be solved to the last disc.

The 6×7 of the source is out of reach when the game goes on until the board is full; on 4×5 every
position from the fourth ply on is solved in a blink. What is found there need not hold on 6×7.
"""

from collections.abc import Sequence

from plyground.experiments.document import Part
from plyground.experiments.grading import Grading, graded_on
from plyground.experiments.grading_positions import Sampling
from plyground.experiments.grading_words import percent, where
from plyground.studies.knowledge import Gap, Known, gaps, knowledge_table
from plyground.studies.lab import Lab

GAME = "connect_four(rows=4, columns=5, until_full=true)"


def accuracy_parts(lab: Lab, heuristics: Sequence[str]) -> list[Part]:
    """A table and what it tells: the evaluations alone, in positions of random games."""
    exam = lab.examine(Sampling(GAME, lab.sized(200, 600), plays=("random",), from_ply=4))
    known = {}
    for name in heuristics:
        grade = graded_on(exam, Grading(GAME, name, depths=(0,)))
        known[name] = Known(grade, {0: grade.deepest})
    one, other = heuristics
    gap = gaps(known, [(one, other)])[one, other]
    shares = [percent(known[name].area) for name in heuristics]
    return [
        knowledge_table(known, exam),
        f"{accuracy_words(one, other, shares, gap)} {where(exam)} Accuracy is not strength, and "
        "4×5 is not 6×7, which nobody has solved to a full board here.",
    ]


def accuracy_words(one: str, other: str, shares: Sequence[str], gap: Gap) -> str:
    """Which of two knows more, or that it cannot be told."""
    told = {
        "holds": f"`{one}` knows more",
        "does not hold": f"`{other}` knows more",
        "cannot be told": "which of them knows more cannot be told",
    }[gap.verdict]
    return (
        f"Of pairs of a won and a lost position, `{one}` rates {shares[0]} rightly and `{other}` "
        f"{shares[1]}: {gap}; {told}."
    )
