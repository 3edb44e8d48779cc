"""The heuristics by name: each file registers what it holds."""

from plyground.heuristics import (
    checkers,
    connect_four,
    isolation,
    nine_mens_morris,
    tic_tac_toe,
)
from plyground.heuristics.evaluation import LARGEST, Evaluation, Leaf, check_claims, load_evaluation
from plyground.heuristics.heuristic import DEFAULTS, HEURISTICS, Heuristic, find, heuristic

ROOM = (tic_tac_toe, connect_four, checkers, nine_mens_morris, isolation)

__all__ = [
    "DEFAULTS",
    "HEURISTICS",
    "LARGEST",
    "ROOM",
    "Evaluation",
    "Heuristic",
    "Leaf",
    "check_claims",
    "find",
    "heuristic",
    "load_evaluation",
]
