"""What the evaluations of checkers know of endgames: §2's three, and one that rewards the center.

The source let them play a random player and never asked what they know. Two and three pieces are
solved; the table says nothing about the middle of a game, where most of §2's games were decided, so
that it bears on none of the claims.
"""

from plyground.experiments.document import Part
from plyground.experiments.grading import Grading, graded_on
from plyground.experiments.grading_positions import LOT, Sampling
from plyground.experiments.grading_words import where
from plyground.studies.checkers_published import DEPTH, HEURISTICS
from plyground.studies.knowledge import Known, gaps, knowledge_table
from plyground.studies.lab import Lab, listed

GAME = "checkers"
EVALUATIONS = (*HEURISTICS, "center_control")
PIECES = (2, 3)


def endgame_parts(lab: Lab) -> list[Part]:
    """The table and where positions are from; solving them is left to the full scale."""
    if lab.scale == "quick":
        return ["What the evaluations know of solved endgames is measured at the full scale only."]
    exam = lab.examine(Sampling(GAME, 600, plays=LOT, men=PIECES))
    known = {}
    for name in lab.each(EVALUATIONS, "checkers, endgames"):
        grade = graded_on(exam, Grading(GAME, name, depths=(0, DEPTH)))
        known[name] = Known(grade, dict(zip((0, DEPTH), grade.decisions, strict=True)))
    piece = HEURISTICS[0]
    apart = gaps(known, [(piece, name) for name in EVALUATIONS if name != piece])
    said = listed(f"{other} {gap}" for (_, other), gap in apart.items())
    return [
        knowledge_table(known, exam),
        f"`{piece}` above the others, in pairs rated rightly: {said} (paired tests, Holm's "
        f"correction). {where(exam)}",
    ]
