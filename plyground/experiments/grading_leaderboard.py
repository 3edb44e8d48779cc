"""Heuristics side by side, on the same positions.

1  threats    0.83  ─────────[═●═]     told apart from the next by a paired test,
2  windows    0.74  ─────[═●══]    ┐   corrected for the number of tests,
3  runs       0.73  ─────[══●═]    ┘   or not: then their order means nothing
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, get_args

from plyground.errors import BadParameter
from plyground.experiments.agreement import Difference, auc_difference
from plyground.experiments.grading import (
    Exam,
    Grade,
    Grading,
    Progress,
    check,
    examined,
    graded_on,
    silent,
)
from plyground.experiments.grading_accuracy import of_outcome
from plyground.experiments.samples import Estimate, PairedTest, holm, sign_test
from plyground.games import load_game
from plyground.games.game import LOST, WON
from plyground.heuristics import HEURISTICS

By = Literal["auc", "regret"]
CRITERIA: tuple[By, ...] = get_args(By)
LEVEL = 0.05


@dataclass(frozen=True)
class Neighbors:
    """Two that follow each other on the board."""

    better: str
    worse: str
    p_value: float
    """How often chance alone would set them so far apart, corrected for all neighbors."""

    @property
    def told_apart(self) -> bool:
        return self.p_value < LEVEL


@dataclass(frozen=True)
class Leaderboard:
    """Grades from best to worst, and which of them differ."""

    by: By
    exam: Exam
    grades: tuple[Grade, ...]
    neighbors: tuple[Neighbors, ...]


def leaderboard(
    setting: Grading,
    heuristics: Sequence[str] = (),
    by: By = "auc",
    workers: int = 1,
    progress: Progress = silent,
) -> Leaderboard:
    """Grade these heuristics, or all of the game's, on the positions of one setting."""
    if by not in CRITERIA:
        raise BadParameter(f"by {by!r} (one of {', '.join(CRITERIA)} will do)")
    game = load_game(setting.game)
    names = list(dict.fromkeys(heuristics or HEURISTICS.get(game.name, {})))
    if not names:
        raise BadParameter(f"{game.name} has no heuristics of its own: name some")
    settings = [replace(setting, heuristic=name, agent="") for name in names]
    for each in settings:
        check(each)
    exam = examined(setting.sampling, workers, progress)
    found = [graded_on(exam, each, progress) for each in settings]
    return ranked(found, by)


def ranked(grades: Sequence[Grade], by: By) -> Leaderboard:
    """The board of grades in the same exam."""
    exam = grades[0].exam
    order = sorted(grades, key=lambda grade: _sort_key(grade, by))
    raw = [TESTS[by](better, worse).p_value for better, worse in pairwise(order)]
    neighbors = tuple(
        Neighbors(better.subject, worse.subject, p_value)
        for (better, worse), p_value in zip(pairwise(order), holm(raw), strict=True)
    )
    return Leaderboard(by, exam, tuple(order), neighbors)


def criterion(grade: Grade, by: By) -> Estimate:
    """What a board is sorted by: the area, or the regret at the largest depth."""
    if by == "regret":
        found = grade.deepest.overall.regret.estimate
    else:
        found = grade.accuracy.overall.auc if grade.accuracy else None
    if found is None:
        raise BadParameter(
            "no position is won, or none is lost: there is no area to sort by (take more "
            "positions, or sort by regret)"
        )
    return found


def _sort_key(grade: Grade, by: By) -> tuple[float, str]:
    value = criterion(grade, by).value
    return (value if by == "regret" else -value), grade.subject


def areas_differ(one: Grade, other: Grade) -> Difference:
    """By how much the area of one is above the other's, in the same exam."""
    first, second = (
        (
            of_outcome(each.exam.questions, values, WON),
            of_outcome(each.exam.questions, values, LOST),
        )
        for each in (one, other)
        for values in [each.accuracy.values if each.accuracy else ()]
    )
    return auc_difference(first, second)


def regrets_differ(one: Grade, other: Grade) -> PairedTest:
    """An exact sign test on the positions where one gives away more than the other, or less."""
    pairs = zip(one.deepest.regrets, other.deepest.regrets, strict=True)
    return sign_test([first - second for first, second in pairs])


TESTS: dict[By, Callable[[Grade, Grade], Difference | PairedTest]] = {
    "auc": areas_differ,
    "regret": regrets_differ,
}
