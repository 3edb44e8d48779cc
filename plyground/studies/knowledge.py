"""What evaluations know: their accuracy on solved positions, side by side.

    solved positions ──▶ an evaluation's values ──▶ AUC: of a won and a lost one, is the won higher?
                     ──▶ its players' moves ─────▶ how often the game is thrown away
    two evaluations on the same positions ───────▶ Gap: told apart, or not

Accuracy is not strength: it says what an evaluation knows of a position as it stands, not what a
search makes of it, nor what it costs.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from plyground.experiments.document import Figure, Table, Verdict
from plyground.experiments.grading import Exam, Grade
from plyground.experiments.grading_decisions import Decisions
from plyground.experiments.grading_leaderboard import LEVEL, areas_differ
from plyground.experiments.grading_words import figure, percent
from plyground.experiments.numerals import Cell
from plyground.experiments.plots import Interval, intervals
from plyground.experiments.statistics import Estimate, holm
from plyground.studies.words import in_points

Pair = tuple[str, str]


class Gap(NamedTuple):
    """How far the area of one evaluation is above another's, on the same positions."""

    above: Estimate
    p_value: float
    """How often chance alone would set them so far apart, corrected for all pairs looked at."""

    @property
    def verdict(self) -> Verdict:
        """Whether the one is better."""
        if self.p_value >= LEVEL:
            return Verdict.UNTOLD
        return Verdict.HOLDS if self.above.value > 0 else Verdict.FAILS

    def __str__(self) -> str:
        return f"{in_points(self.above)}, {in_chance(self.p_value)}"


class Known(NamedTuple):
    """What one evaluation knows, and what players with it choose, by search depth."""

    grade: Grade
    moves: Mapping[int, Decisions]

    @property
    def area(self) -> Estimate | None:
        """Of pairs of a won and a lost position, the share that it rates rightly."""
        return self.grade.accuracy.overall.auc if self.grade.accuracy else None


def gaps(known: Mapping[str, Known], pairs: Iterable[Pair]) -> dict[Pair, Gap]:
    """The first of each pair above the second; p-values corrected for all pairs (Holm).

    Where no position is won, or none is lost, nothing tells them apart.
    """
    wanted = list(dict.fromkeys(pairs))
    if any(each.area is None for each in known.values()):
        return dict.fromkeys(wanted, Gap(Estimate(0.0, -1.0, 1.0), 1.0))
    found = [areas_differ(known[one].grade, known[other].grade) for one, other in wanted]
    corrected = holm([each.p_value for each in found])
    return {
        pair: Gap(each.estimate, p_value)
        for pair, each, p_value in zip(wanted, found, corrected, strict=True)
    }


def in_chance(p_value: float) -> str:
    """`p = 0.03`, `p < 0.001`."""
    return "p < 0.001" if p_value < 0.001 else f"p = {p_value:.2g}"


def thrown(made: Decisions) -> str:
    """How often the game is thrown away, where that is possible."""
    return percent(made.overall.thrown.estimate)


# --- in a report ---------------------------------------------------------------------------------


def knowledge_table(known: Mapping[str, Known], exam: Exam) -> Table:
    """A row for each evaluation, and a random move last."""
    depths = list(next(iter(known.values())).moves)
    rows: list[list[Cell]] = []
    for name, each in known.items():
        overall = each.grade.accuracy.overall if each.grade.accuracy else None
        areas = [figure(overall.auc), figure(overall.tau)] if overall else ["–", "–"]
        rows.append([name, *areas, *(thrown(each.moves[depth]) for depth in depths)])
    chance = exam.baseline
    rows.append([chance.name, "–", "–", *(thrown(chance) for _ in depths)])
    possible = chance.overall.thrown.positions
    caption = (
        f"What evaluations know of {len(exam.questions)} solved positions, with 95 % intervals: "
        "AUC, the share of pairs of a won and a lost position in which the won one is rated higher "
        f"(a coin: 0.5), Kendall's tau, and how often the game is thrown away in the {possible} "
        "positions where that is possible, by the evaluation alone (depth 0) and by search."
    )
    columns = ["evaluation", "AUC", "tau", *(f"thrown away, depth {depth}" for depth in depths)]
    return Table(columns, rows, caption, "l" + "r" * (len(columns) - 1))


def knowledge_figure(known: Mapping[str, Known]) -> Figure:
    """The areas with their intervals."""
    rows = [
        Interval(name, 100 * each.area.value, 100 * each.area.low, 100 * each.area.high)
        for name, each in known.items()
        if each.area is not None
    ]
    return Figure(
        intervals(rows, "% of pairs; dashed: a coin", 50.0),
        "Accuracy: pairs of a won and a lost position that are rated rightly.",
    )
