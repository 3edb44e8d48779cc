"""Evaluation accuracy: does a heuristic's value tell what a position is truly worth?"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.experiments.agreement import Bin, auc, curve, kendall
from plyground.experiments.grading_decisions import groups
from plyground.experiments.grading_positions import Phase
from plyground.experiments.grading_truth import Question
from plyground.experiments.samples import Estimate
from plyground.games.game import DRAWN, LOST, WON


@dataclass(frozen=True)
class Agreement:
    """How a heuristic's values go with the truth in a group of positions; None: cannot be said."""

    group: str
    won: int
    drawn: int
    lost: int
    auc: Estimate | None
    """P(the value of a won position > that of a lost one), ties half."""
    won_or_not: Estimate | None
    """The same of a won position and of one that is not; None where nothing is drawn …"""
    lost_or_not: Estimate | None
    """… and of one that is not lost, and a lost one."""
    tau: Estimate | None
    """Kendall's tau-b with the true value: outcome, then margin, then how soon."""

    @property
    def positions(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class Accuracy:
    """Of all positions, by phase, and by where they are from; and the calibration curve."""

    agreements: tuple[Agreement, ...]
    curve: tuple[Bin, ...]
    values: tuple[float, ...] = field(repr=False)
    """Of each position, in their order."""

    @property
    def overall(self) -> Agreement:
        return self.agreements[0]


def accuracy(
    asked: Sequence[Question], values: Sequence[float], phases: Sequence[Phase], seed: int = 0
) -> Accuracy:
    """What values say about positions, one for each position asked."""
    found = [
        _agreement(group, [asked[place] for place in places], [values[at] for at in places], seed)
        for group, places in groups(asked, phases)
    ]
    outcomes = [each.truth.outcome for each in asked]
    return Accuracy(tuple(found), curve(values, outcomes), tuple(values))


def _agreement(
    group: str, asked: Sequence[Question], values: Sequence[float], seed: int
) -> Agreement:
    won, drawn, lost = (of_outcome(asked, values, each) for each in (WON, DRAWN, LOST))
    return Agreement(
        group=group,
        won=len(won),
        drawn=len(drawn),
        lost=len(lost),
        auc=auc(won, lost),
        won_or_not=auc(won, drawn + lost) if drawn else None,
        lost_or_not=auc(won + drawn, lost) if drawn else None,
        tau=kendall(values, true_order(asked), seed=seed) if asked else None,
    )


def of_outcome(asked: Sequence[Question], values: Sequence[float], outcome: int) -> list[float]:
    """The values of the positions that are truly so."""
    return [
        value
        for question, value in zip(asked, values, strict=True)
        if question.truth.outcome == outcome
    ]


def true_order(asked: Sequence[Question]) -> list[float]:
    """The place of each position in the order of true values; equals have equal ones."""
    ranks = sorted({question.truth.rank for question in asked})
    place = {rank: float(number) for number, rank in enumerate(ranks)}
    return [place[question.truth.rank] for question in asked]
