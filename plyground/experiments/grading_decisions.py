"""Decision quality: what the moves that somebody chooses are truly worth.

        ┌ a ─ win in 5      best       a is; b keeps the win, but is slower
    ●───┼ b ─ win in 9      thrown     c and d throw the win away …
        ├ c ─ draw          regret     … and give away ½ and 1 point
        └ d ─ loss

A choice is a share for each move, for a tie or a die is no single move. Blunders are counted where
they are possible: where some move keeps what the position is worth, and some other does not.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from plyground.experiments.agreement import bounded_mean
from plyground.experiments.grading_positions import BOTH, NAMES, Phase
from plyground.experiments.grading_truth import Question, regret
from plyground.experiments.samples import Estimate
from plyground.games.game import DRAWN, WON
from plyground.solve import best_moves

Choice = Mapping[int, float]
"""Move -> how likely it is chosen; together 1."""
ALL = "all"
RANDOM = "a random move"


@dataclass(frozen=True)
class Share:
    """A mean over the positions where the question arises; None where it never does."""

    positions: int
    estimate: Estimate | None


@dataclass(frozen=True)
class Quality:
    """How good the choices in a group of positions are."""

    group: str
    positions: int
    best: Share
    """The best move, where not all are: the soonest win, the latest loss."""
    kept: Share
    """A move that keeps the outcome: of all positions."""
    thrown: Share
    """A move that throws the outcome away, where some move does and some does not …"""
    wins: Share
    """… a win: to a draw or a loss …"""
    draws: Share
    """… or a draw, to a loss."""
    regret: Share
    """Points given away, a win being 1 and a draw ½: of all positions."""


@dataclass(frozen=True)
class Decisions:
    """Somebody's choices in all positions: overall, by phase, and by where positions are from."""

    name: str
    qualities: tuple[Quality, ...]
    regrets: tuple[float, ...] = field(repr=False)
    """Of each position, in their order."""

    @property
    def overall(self) -> Quality:
        return self.qualities[0]


def decisions(
    name: str, asked: Sequence[Question], choices: Sequence[Choice], phases: Sequence[Phase]
) -> Decisions:
    """What choices are worth, one for each position asked."""
    regrets = tuple(map(expected_regret, asked, choices))
    found = [
        _quality(group, [asked[place] for place in places], [choices[place] for place in places])
        for group, places in groups(asked, phases)
    ]
    return Decisions(name, tuple(found), regrets)


def groups(
    asked: Sequence[Question], phases: Sequence[Phase]
) -> Iterator[tuple[str, Sequence[int]]]:
    """All positions, those of each phase, and of each way to play if there are several."""
    yield ALL, range(len(asked))
    for phase in phases:
        yield str(phase), [at for at, each in enumerate(asked) if each.phase == phase.name]
    if len({each.play for each in asked}) > 1:
        for play in BOTH:
            yield NAMES[play], [at for at, each in enumerate(asked) if each.play == play]


def random_choice(question: Question) -> Choice:
    """Any legal move, all alike: what others are measured against."""
    return dict.fromkeys(question.values, 1 / len(question.values))


def expected_regret(question: Question, choice: Choice) -> float:
    return sum(share * regret(question, move) for move, share in choice.items())


def _quality(group: str, asked: Sequence[Question], choices: Sequence[Choice]) -> Quality:
    pairs = list(zip(asked, choices, strict=True))
    risky = [(each.truth.outcome, _thrown(each, choice)) for each, choice in pairs
             if blunder_possible(each)]  # fmt: skip
    return Quality(
        group=group,
        positions=len(asked),
        best=_share([_best(*pair) for pair in pairs if _matters(pair[0])]),
        kept=_share([_kept(*pair) for pair in pairs]),
        thrown=_share([lost for _, lost in risky]),
        wins=_share([lost for outcome, lost in risky if outcome == WON]),
        draws=_share([lost for outcome, lost in risky if outcome == DRAWN]),
        regret=_share([expected_regret(*pair) for pair in pairs]),
    )


def _share(values: Sequence[float]) -> Share:
    inside = [min(1.0, max(0.0, value)) for value in values]
    return Share(len(inside), bounded_mean(inside) if inside else None)


def blunder_possible(question: Question) -> bool:
    """Whether some move keeps the outcome and some other does not."""
    return len({truth.outcome for truth in question.values.values()}) > 1


def _matters(question: Question) -> bool:
    return len({truth.rank for truth in question.values.values()}) > 1


def _best(question: Question, choice: Choice) -> float:
    return sum(choice.get(move, 0.0) for move in best_moves(dict(question.values)))


def _kept(question: Question, choice: Choice) -> float:
    worth = question.truth.outcome
    return sum(share for move, share in choice.items() if question.values[move].outcome == worth)


def _thrown(question: Question, choice: Choice) -> float:
    worth = question.truth.outcome
    return sum(share for move, share in choice.items() if question.values[move].outcome < worth)
