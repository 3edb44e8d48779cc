"""What the evaluation of Nine Men's Morris knows, by the truth: accuracy, and weights fitted to it.

    all placements of 6, 7, 8 … men, drawn by lot ──┬── all of them ──▶ accuracy of 4/6/1, and of
                                                    │                   each part alone
                                                    ├── one half ─────▶ weights fitted to the truth
                                                    └── the other ────▶ 4/6/1 against the fitted

§4 calls accuracy the correlation of the value with winning chances: so the question here is whether
won positions are valued above those that are not won. With so few men all are placed, and potential
mills, which were published to count while placing only, have no say: what they would know, and what
weights fitted with them would, stands beside.
"""

from collections.abc import Mapping, Sequence
from os import cpu_count
from typing import NamedTuple, TypeVar

from plyground.experiments.agreement import auc, auc_difference
from plyground.experiments.document import Part, Table, Verdict
from plyground.experiments.fitting import Fit, fitted
from plyground.experiments.grading import Exam
from plyground.experiments.grading_choices import valued
from plyground.experiments.grading_positions import LOT, Sampling
from plyground.experiments.grading_words import figure, percent, where
from plyground.experiments.numerals import Cell
from plyground.experiments.statistics import Estimate, holm
from plyground.files import cache_folder
from plyground.games import load_game
from plyground.games.game import WON
from plyground.heuristics import load_evaluation
from plyground.solve.morris import solve_morris
from plyground.studies.knowledge import Gap, in_chance
from plyground.studies.lab import Lab, listed
from plyground.studies.nine_mens_morris_runs import PUBLISHED
from plyground.studies.words import in_points

T = TypeVar("T")
GAME = "nine_mens_morris"
WEIGHTS = {"pieces": 4, "mills": 6, "mobility": 1}
"""The published ones, of the parts that count once all men are placed …"""
WIDER = {"pieces": 4, "mills": 6, "potential_mills": 0, "mobility": 1}
"""… and with the part that then counts no more."""
FEW, MORE = (6, 7, 8), (6, 7, 8, 9, 10)
"""Men on the board at the quick scale, whose tables take seconds, and at the full one."""

Values = Mapping[str, Sequence[float]]
"""Part -> its value in each position."""


class Weighing(NamedTuple):
    """The published weights and fitted ones, in positions that fitted nothing."""

    fit: Fit
    published: Estimate
    """Of pairs of a won position and one that is not, the share rated rightly …"""
    refitted: Estimate
    """… and by the fitted weights."""
    gap: Gap
    """How far the fitted are above the published."""


Weighings = Mapping[str, Weighing]
"""By men, where there is something to weigh."""


class Accuracies(NamedTuple):
    """What is known of all positions, by men, and what weights fitted to them would know."""

    exam: Exam
    areas: Mapping[str, Mapping[str, Estimate | None]]
    """Evaluation -> men -> pairs of a won position and one that is not, rated rightly."""
    fitted: Weighings
    """Of the parts that were published for this phase."""
    wider: Weighings
    """With potential mills too."""


def run_accuracy(lab: Lab) -> Accuracies:
    """Draw positions, ask the tables, and fit."""
    exam = lab.examine(sampling(lab))
    values = {name: _values(exam, name) for name in (PUBLISHED, *WIDER)}
    won = [question.truth.outcome == WON for question in exam.questions]
    places = {
        phase.name: [at for at, each in enumerate(exam.questions) if each.phase == phase.name]
        for phase in exam.phases
    }
    areas = {
        name: {men: area(_at(won, here), _at(each, here)) for men, here in places.items()}
        for name, each in values.items()
    }
    fits = [
        {men: weighed(weights, values, won, here, lab.seed) for men, here in places.items()}
        for weights in (WEIGHTS, WIDER)
    ]
    return Accuracies(exam, areas, *corrected(fits))


def sampling(lab: Lab) -> Sampling:
    """Where positions are from; at the full scale larger tables are computed, and kept."""
    if lab.scale == "quick":
        return Sampling(GAME, lab.sized(1800, 5000), plays=LOT, men=FEW)
    folder = cache_folder() / "morris"
    lab.tell("morris, tables of up to 10 men", 0, 1)
    solve_morris(max(MORE), folder, cpu_count() or 1)
    return Sampling(GAME, lab.sized(1800, 5000), plays=LOT, men=MORE, store=str(folder))


def _values(exam: Exam, name: str) -> list[float]:
    evaluation = load_evaluation(load_game(GAME), name)
    return [valued(evaluation, question.position) for question in exam.questions]


def weighed(
    weights: Mapping[str, int],
    values: Values,
    won: Sequence[bool],
    here: Sequence[int],
    seed: int = 0,
) -> Weighing | None:
    """Fit weights in every other of these places, compare them with the published in the rest.

    None where fewer than two parts vary, or all positions end alike: there is nothing to weigh.
    """
    training, test = here[::2], here[1::2]
    varying = [name for name in weights if len(set(_at(values[name], training))) > 1]
    if len(varying) < 2:
        return None
    parts = list(zip(*(_at(values[name], training) for name in weights), strict=True))
    fit = fitted(parts, _at(won, training), sum(weights[name] for name in varying), seed)
    ends = _at(won, test)
    if fit is None or len(set(ends)) < 2:
        return None
    own, other = (
        _summed(dict(zip(weights, each, strict=True)), values, test)
        for each in (fit.values, weights.values())
    )
    refitted, published = area(ends, own), area(ends, other)
    assert refitted is not None and published is not None  # some are won, and some are not
    apart = auc_difference(_split(ends, own), _split(ends, other))
    return Weighing(fit, published, refitted, Gap(apart.estimate, apart.p_value))


def corrected(fits: Sequence[Mapping[str, Weighing | None]]) -> list[Weighings]:
    """Those that could be weighed; p-values corrected for all of them (Holm)."""
    found = [(men, each) for fit in fits for men, each in fit.items() if each is not None]
    chances = iter(holm([each.gap.p_value for _, each in found]))
    return [
        {
            men: each._replace(gap=Gap(each.gap.above, next(chances)))
            for men, each in fit.items()
            if each is not None
        }
        for fit in fits
    ]


def _at(values: Sequence[T], places: Sequence[int]) -> list[T]:
    return [values[place] for place in places]


def _summed(weights: Mapping[str, float], values: Values, places: Sequence[int]) -> list[float]:
    return [sum(weight * values[name][at] for name, weight in weights.items()) for at in places]


def _split(won: Sequence[bool], values: Sequence[float]) -> tuple[list[float], list[float]]:
    """The values of won positions, and of the others."""
    pairs = list(zip(won, values, strict=True))
    return [value for wins, value in pairs if wins], [value for wins, value in pairs if not wins]


def area(won: Sequence[bool], values: Sequence[float]) -> Estimate | None:
    """Of pairs of a won position and one that is not, the share in which the won one is higher."""
    return auc(*_split(won, values))


# --- in a report ---------------------------------------------------------------------------------


def accuracy_parts(found: Accuracies) -> list[Part]:
    """Accuracy by men, the weights, and where positions are from."""
    return [
        _areas_table(found),
        _weights_table(WEIGHTS, found.fitted),
        _weights_table(WIDER, found.wider),
        f"{where(found.exam)} With so few men none is in hand: potential mills, published to "
        "count while placing only, have no say in 4/6/1. With three men each all fly, and pieces "
        "are equal: of the parts of 4/6/1 mills alone differ, and there is nothing to weigh. What "
        "weights know of a position is not how well a search plays with them: the match tells it.",
    ]


def _areas_table(found: Accuracies) -> Table:
    tallies = {phase.name: [0, 0, 0] for phase in found.exam.phases}
    for each in found.exam.questions:
        tallies[each.phase][1 - each.truth.outcome] += 1
    rows: list[list[Cell]] = [
        [men, *tally, *(figure(areas[men]) for areas in found.areas.values())]
        for men, tally in tallies.items()
    ]
    caption = (
        "Evaluation accuracy by men on the board, against the truth: of pairs of a won position "
        "and one that is not won, the share in which the won one is valued higher, ties half (a "
        "coin: 0.5), with 95 % intervals."
    )
    names = ["4/6/1" if name == PUBLISHED else name for name in found.areas]
    columns = ["positions", "won", "drawn", "lost", *names]
    return Table(columns, rows, caption, "l" + "r" * (len(columns) - 1))


def _weights_table(weights: Mapping[str, int], found: Weighings) -> Table:
    rows: list[list[Cell]] = [
        [
            men,
            *(figure(weight, 1) for weight in each.fit.weights),
            figure(each.published),
            figure(each.refitted),
            f"{in_points(each.gap.above)}, {in_chance(each.gap.p_value)}",
        ]
        for men, each in found.items()
    ]
    caption = (
        f"Weights of {listed(weights)} fitted to the truth by logistic regression on one half of "
        "the positions, scaled so that their sizes add up to those published; accuracy of both on "
        "the other half, with 95 % intervals; p-values of paired tests, corrected (Holm)."
    )
    heads = [f"{name} (published {weight})" for name, weight in weights.items()]
    columns = ["positions", *heads, "4/6/1", "fitted", "fitted above 4/6/1"]
    return Table(columns, rows, caption, "l" + "r" * (len(columns) - 1))


# --- in the ledger -------------------------------------------------------------------------------


def accuracy_words(found: Accuracies) -> str:
    """`6 men 50 % [46, 54] …`: how the published weights go along with the truth."""
    areas = {men: area for men, area in found.areas[PUBLISHED].items() if area is not None}
    shares = listed(f"{men} {percent(area)}" for men, area in areas.items())
    return (
        f"by the truth, pairs of a won position and one that is not, rated rightly: {shares} "
        f"({len(found.exam.questions):,} positions drawn by lot)"
    )


def coin_words(found: Accuracies) -> str:
    """With how many men the evaluation is told to know something."""
    areas = {men: area for men, area in found.areas[PUBLISHED].items() if area is not None}
    knows = [men for men, area in areas.items() if area.low > 0.5]
    errs = [men for men, area in areas.items() if area.high < 0.5]
    return (
        f"told to know more than a coin with {listed(knows) or 'no number of men'}, less with "
        f"{listed(errs) or 'none'}"
    )


def fit_words(found: Accuracies) -> str:
    """What fitting makes of the weights, by men."""
    return (
        f"weights of {listed(WEIGHTS)} fitted to the truth, and the pairs they rate rightly above "
        f"those of 4/6/1: {_fits(found.fitted)}; with {listed(WIDER)}: {_fits(found.wider)}"
    )


def _fits(weighings: Weighings) -> str:
    texts = [
        f"{men} {'/'.join(f'{value:.1f}' for value in each.fit.values)}, {each.gap}"
        for men, each in weighings.items()
    ]
    return "; ".join(texts) or "nothing to weigh"


def better_words(found: Accuracies) -> str:
    """Where fitted weights are told to know more, or less."""
    return (
        f"fitted weights are told to know more {_told(found.fitted)}, and more "
        f"{_told(found.wider)} if potential mills go on to count"
    )


def _told(weighings: Weighings) -> str:
    """`with 8 men, and less with 7 men`."""
    better, worse = (
        [men for men, each in weighings.items() if each.gap.verdict == verdict]
        for verdict in (Verdict.HOLDS, Verdict.FAILS)
    )
    less = f", and less with {listed(worse)}" if worse else ""
    return f"with {listed(better) or 'no number of men'}{less}"
