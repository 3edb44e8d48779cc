"""§5: the moves of its players beside perfect play.

    3×4 connect 3    from the empty board     A*, alpha-beta of six plies, alpha-beta to the end
    6×7 connect 4    from a ply on where      A*, alpha-beta of six plies
                     truth is quickly found
    10×10            not solved here

A random move is weighed, not drawn: its figures are averages over all legal moves. Minimax chooses
the moves of alpha-beta of the same depth, and is left out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from plyground.experiments.document import Claim, Figure, Part, Table, Verdict
from plyground.experiments.grading import Exam, Grade, Grading, graded_on
from plyground.experiments.grading_decisions import Decisions
from plyground.experiments.grading_leaderboard import LEVEL, regrets_differ
from plyground.experiments.grading_positions import Sampling
from plyground.experiments.grading_words import figure, percent, where
from plyground.experiments.numerals import Cell, counted
from plyground.experiments.plots import Interval, intervals
from plyground.experiments.statistics import PairedTest, holm
from plyground.studies.chapters import Chapter
from plyground.studies.connect_four_chance import LARGE, SMALL, USUAL
from plyground.studies.knowledge import in_chance, thrown
from plyground.studies.lab import Lab, Scale, listed
from plyground.studies.random_players import Size

ASTAR, SIX, END = "A*", "alpha-beta, six plies", "alpha-beta to the end"
PLAYERS = {
    ASTAR: "astar",
    SIX: "alpha_beta",
    END: f"alpha_beta(depth={SMALL.rows * SMALL.columns})",
}
FROM_PLY: dict[Scale, int] = {"quick": 12, "full": 8}
"""On 6×7 earlier positions take seconds each to solve."""


class Marks(NamedTuple):
    """Everyone's moves on one board; the last player is the alpha-beta that A* is said to beat."""

    size: Size
    exam: Exam
    grades: dict[str, Grade]

    @property
    def rival(self) -> str:
        return list(self.grades)[-1]

    @property
    def test(self) -> PairedTest:
        """Where A* gives away more than its rival, and where less."""
        return regrets_differ(self.grades[ASTAR], self.grades[self.rival])


def moves_chapter(lab: Lab) -> Chapter:
    """How good the moves of the notebook's players are."""
    boards = [
        _marked(lab, SMALL, 0, list(PLAYERS)),
        _marked(lab, USUAL, FROM_PLY[lab.scale], [ASTAR, SIX]),
    ]
    shares = listed(
        f"{thrown(each.grades[ASTAR].deepest)} on {each.size} ({each.rival}: "
        f"{thrown(each.grades[each.rival].deepest)})"
        for each in boards
    )
    answer = f"Of positions where a move can throw the game away, A* does so in {shares}."
    return Chapter(answer, _parts(boards), [better_moves(boards)])


def _marked(lab: Lab, size: Size, from_ply: int, names: Sequence[str]) -> Marks:
    exam = lab.examine(Sampling(size.text, lab.sized(300, 600), from_ply=from_ply))
    grades = {name: graded_on(exam, Grading(size.text, agent=PLAYERS[name])) for name in names}
    return Marks(size, exam, grades)


# --- tables and figures --------------------------------------------------------------------------


def _parts(boards: Sequence[Marks]) -> list[Part]:
    made = [(each.size, name, grade.deepest, each.exam) for each in boards
            for name, grade in each.grades.items()]  # fmt: skip
    rows = [_row(*each) for each in made]
    rows += [_row(each.size, "a random move", each.exam.baseline, each.exam) for each in boards]
    bars = [
        Interval(f"{name}, {size}", 100 * share.value, 100 * share.low, 100 * share.high)
        for size, name, found, _ in made
        for share in [found.overall.thrown.estimate]
        if share is not None
    ]
    columns = ["board", "player", "positions", "best move", "thrown away", "points given away"]
    caption = (
        "Moves beside perfect play, with 95 % intervals: the best move (the soonest win, the "
        "latest loss) where moves differ; the game thrown away where that is possible; points a "
        "move, a win being 1 and a draw ½."
    )
    return [
        Table(columns, rows, caption, "llrrrr"),
        Figure(intervals(bars, "% of games thrown away where that is possible", None), caption),
        f"{' '.join(where(each.exam) for each in boards)} Minimax chooses the moves of alpha-beta "
        f"of the same depth. {LARGE} is not solved here, so nothing can be said of moves on it.",
    ]


def _row(size: Size, name: str, found: Decisions, exam: Exam) -> list[Cell]:
    best, risk = found.overall.best, found.overall.thrown
    return [
        str(size),
        name,
        len(exam.questions),
        f"{percent(best.estimate)} of {best.positions}",
        f"{percent(risk.estimate)} of {risk.positions}",
        figure(found.overall.regret.estimate, 3),
    ]


# --- the ledger ----------------------------------------------------------------------------------


def better_moves(boards: Sequence[Marks]) -> Claim:
    """2b once more: who beats everyone should choose the better moves."""
    tests = [each.test for each in boards]
    chances = holm([test.p_value for test in tests])
    worse, better = (
        [str(each.size) for each, test, p_value in zip(boards, tests, chances, strict=True)
         if p_value < LEVEL and (test.larger > test.smaller) == is_worse]
        for is_worse in (True, False)
    )  # fmt: skip
    measured = [
        f"{each.size}, where that is possible ({each.exam.baseline.overall.thrown.positions} of "
        f"{counted(len(each.exam.questions), 'position')}): {_shares(each)}; A* gives away more "
        f"than its rival {test.larger} times and less {test.smaller} times, {in_chance(p_value)}"
        for each, test, p_value in zip(boards, tests, chances, strict=True)
    ]
    always = len(better) == len(boards)
    return Claim(
        "§5 2b",
        "A* beats alpha-beta in every game, judged by its moves",
        "100 % of 10 games",
        f"the game thrown away on {'; on '.join(measured)}",
        Verdict.FAILS if worse else Verdict.HOLDS if always else Verdict.UNTOLD,
        "read as: A* chooses the better moves. By paired sign tests, corrected for "
        f"{len(boards)} boards (Holm), they are told to be worse on {listed(worse) or 'none'} and "
        f"better on {listed(better) or 'none'}. Good moves are not strength: how many games the "
        "bad ones cost, the games tell",
    )


def _shares(marks: Marks) -> str:
    chance = marks.exam.baseline
    found = {name: grade.deepest for name, grade in marks.grades.items()} | {chance.name: chance}
    return listed(f"{name} {thrown(each)}" for name, each in found.items())
