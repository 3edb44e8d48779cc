"""A quick grade for the editor: a worker process asks what perfect play makes of a heuristic.

150 positions ──▶ truth, kept on disk ──▶ a sentence, and a row each: depth 0 · depth 2 · random
"""

from plyground.experiments.grading import Grade, Grading, graded
from plyground.experiments.grading_decisions import Decisions
from plyground.experiments.grading_words import figure, percent, plain, sentence
from plyground.games import load_game
from plyground.solve import solved
from plyground.views.session import State
from plyground.views.writing import heard

POSITIONS, DEPTHS = 150, (0, 2)
GRADING = 180.0
"""Seconds: the first time a solver is compiled, and the truth has to be found."""


def why_ungraded(game_text: str) -> str:
    """Why nobody can be graded in this game; empty if that is possible."""
    game = load_game(game_text)
    if solved(game):
        return ""
    return f"{game.text} is not solved: nobody can be graded against perfect play in it yet"


def quickly_graded(file: str, game: str, function: str) -> State:
    """What the page shows of a small grade."""
    with heard():
        found = graded(Grading(game, f"{file}:{function}", positions=POSITIONS, depths=DEPTHS))
    return {
        "function": function,
        "words": plain(sentence(found)).replace(found.subject, function),
        "heads": heads(found),
        "rows": [row(each) for each in (*found.decisions, found.baseline)],
    }


def heads(grade: Grade) -> list[str]:
    """The table's head: what is asked, and of how many positions."""
    overall = grade.baseline.overall
    asked = {"best move": overall.best, "throws the game away": overall.thrown,
             "points given away": overall.regret}  # fmt: skip
    return ["moves", *(f"{name} (of {share.positions})" for name, share in asked.items())]


def row(made: Decisions) -> list[str]:
    """How good somebody's moves are, with 95 % intervals."""
    overall = made.overall
    return [
        made.name,
        percent(overall.best.estimate),
        percent(overall.thrown.estimate),
        figure(overall.regret.estimate, 3),
    ]
