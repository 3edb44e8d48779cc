"""How much stronger one player is than another, and how sure that is.

Each opening is played twice with sides swapped; the two games stand or fall together, so the pair
is the unit that is counted:

    points of the pair     0          ½         1         1½         2
    Pairs(            lost_both,   behind,    level,    ahead,   won_both)
    mean per game          0          ¼         ½          ¾         1

    score   mean per game                                   ½ if equal
    Elo     400 log10(score / (1 - score))                  0 if equal
    normalized Elo   (score - ½) / sigma · 800 / ln 10      what a game tells; sigma is one game's

With n pairs of variance v the score's standard error is sqrt(v / n), whatever ties the two games
of a pair together. Games without partners are `Games(won, drawn, lost)`, each its own unit.
"""

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Self

from plyground.errors import BadParameter
from plyground.experiments.samples import NORMAL, Estimate, deviations, wilson

ELO_PER_LOGIT = 400 / math.log(10)
NORMALIZED = 800 / math.log(10)
ENOUGH = 10_000_000  # games; who would need more may as well be equal


class Results(ABC):
    """How often each result came up, worst to best, evenly spaced from 0 to 1."""

    games_each: ClassVar[int]
    """Games in one unit: 2 in a pair."""

    @property
    @abstractmethod
    def counts(self) -> tuple[int, ...]: ...

    @property
    def units(self) -> int:
        return sum(self.counts)

    @property
    def games(self) -> int:
        return self.units * self.games_each

    @property
    def mean(self) -> float:
        """Mean score per game; ½ if there are none."""
        if not self.units:
            return 0.5
        steps = sum(step * count for step, count in enumerate(self.counts))
        return steps / (self.units * (len(self.counts) - 1))

    @property
    def variance(self) -> float:
        """Of a unit's mean score; in exact integers, so that no spread is exactly 0."""
        if not self.units:
            return 0.0
        steps = sum(step * count for step, count in enumerate(self.counts))
        squares = sum(step * step * count for step, count in enumerate(self.counts))
        whole = self.units * (len(self.counts) - 1)
        return (self.units * squares - steps * steps) / (whole * whole)

    @classmethod
    @abstractmethod
    def _of_counts(cls, counts: Iterable[int]) -> Self: ...

    @classmethod
    def tally(cls, points: Iterable[float]) -> Self:
        """Count units by their points: 0, ½, 1 of a game, up to 2 of a pair."""
        steps = Counter(2 * point for point in points)
        allowed = range(2 * cls.games_each + 1)
        if wrong := [step / 2 for step in steps if step not in allowed]:
            known = ", ".join(f"{step / 2:g}" for step in allowed)
            raise BadParameter(f"a result of {wrong[0]:g} points (possible: {known})")
        return cls._of_counts(steps[step] for step in allowed)

    def swapped(self) -> Self:
        """The same games seen by the other player."""
        return self._of_counts(reversed(self.counts))

    def __add__(self, other: Self) -> Self:
        return self._of_counts(
            mine + theirs for mine, theirs in zip(self.counts, other.counts, strict=True)
        )

    def __post_init__(self) -> None:
        if min(self.counts) < 0:
            raise BadParameter(f"{self} has a negative count (counts start at 0)")


@dataclass(frozen=True)
class Pairs(Results):
    """Pairs of games from the same opening with sides swapped, by points: pentanomial counts."""

    games_each = 2

    lost_both: int = 0
    behind: int = 0
    level: int = 0
    ahead: int = 0
    won_both: int = 0

    @property
    def counts(self) -> tuple[int, ...]:
        return self.lost_both, self.behind, self.level, self.ahead, self.won_both

    @classmethod
    def _of_counts(cls, counts: Iterable[int]) -> Self:
        return cls(*counts)


@dataclass(frozen=True)
class Games(Results):
    """Games on their own: trinomial counts."""

    games_each = 1

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def counts(self) -> tuple[int, ...]:
        return self.lost, self.drawn, self.won

    @classmethod
    def _of_counts(cls, counts: Iterable[int]) -> Self:
        lost, drawn, won = counts
        return cls(won, drawn, lost)


@dataclass(frozen=True)
class Strength:
    """All that a match says about its first player."""

    games: int
    score: Estimate
    elo: Estimate
    normalized: Estimate
    superiority: float


def elo(mean: float) -> float:
    """The logistic rating difference that gives this mean score; infinite at 0 and 1."""
    if 0 < mean < 1:
        return ELO_PER_LOGIT * math.log(mean / (1 - mean))
    return math.copysign(math.inf, mean - 0.5)


def expected_score(difference: float) -> float:
    """The mean score of the player who is so many Elo stronger."""
    return (1 + math.tanh(difference / ELO_PER_LOGIT / 2)) / 2


def score(results: Results, confidence: float = 0.95) -> Estimate:
    """Mean score per game, with an interval from the variance of the units.

    Wilson's interval, with as many trials as a coin would need for the same standard error. It
    reaches at least as far as what was never seen may pull: in n units, a result that never came up
    can still have probability u = z² / (n + z²), and at worst lies at 0 or at 1. This is what keeps
    the interval open when all games were drawn or all were won, and is all there is without games.
    """
    reach, units, mean = deviations(confidence) ** 2, results.units, results.mean
    unseen = reach / (units + reach)
    low, high = mean * (1 - unseen), mean + (1 - mean) * unseen
    if dispersion := _dispersion(results):
        trials = units / dispersion
        usual = wilson(mean * trials, trials, confidence)
        low, high = min(low, usual.low), max(high, usual.high)
    return Estimate(mean, low, high)


def elo_difference(results: Results, confidence: float = 0.95) -> Estimate:
    """Elo with its interval, the score's carried over: infinite where the score reaches 0 or 1."""
    estimate = score(results, confidence)
    return Estimate(elo(estimate.value), elo(estimate.low), elo(estimate.high))


def normalized_elo(results: Results, confidence: float = 0.95) -> Estimate:
    """(score - ½) / sigma · 800 / ln 10, as fishtest has it; sigma is sqrt(2) times that of pairs.

    With t = (score - ½) / sigma of units, the variance of t over n units is
    (1 - t · skewness + t² (kurtosis - 1) / 4) / n, since sigma is an estimate too. Without any
    spread sigma is unknown: the ends are then those of the sample with a share u of its units
    lost or won, u = z² / (n + z²) as in `score`.
    """
    reach, units, mean = deviations(confidence), results.units, results.mean
    scale = NORMALIZED / math.sqrt(results.games_each)
    if not results.variance:
        unseen = reach**2 / (units + reach**2)
        spread = unseen * (1 - unseen)
        low = _ratio(mean * (1 - unseen) - 0.5, spread * mean**2)
        high = _ratio(mean + (1 - mean) * unseen - 0.5, spread * (1 - mean) ** 2)
        value = _ratio(mean - 0.5, 0.0)
        return Estimate(scale * value, scale * min(low, value), scale * max(high, value))
    ratio, error = _ratio(mean - 0.5, results.variance), 0.0
    for step, count in enumerate(results.counts):
        offset = (step / (len(results.counts) - 1) - mean) / math.sqrt(results.variance)
        error += count / units * (offset - ratio / 2 * (offset * offset - 1)) ** 2
    margin = reach * math.sqrt(error / units)
    return Estimate(scale * ratio, scale * (ratio - margin), scale * (ratio + margin))


def superiority(results: Results) -> float:
    """LOS, the likelihood that the first player is the stronger one.

    Φ((score - ½) / e) with e² the mean square of (unit - ½) over n: the spread about ½, as if the
    two were equal. It hardly differs from the spread about the score when players are close, and
    does not vanish when all games are won. ½ without games or with draws alone.
    """
    offset = results.mean - 0.5
    square = results.variance + offset * offset
    return NORMAL.cdf(offset / math.sqrt(square / results.units)) if square else 0.5


def strength(results: Results, confidence: float = 0.95) -> Strength:
    """Score, Elo and normalized Elo with their intervals, and the likelihood of superiority."""
    return Strength(
        games=results.games,
        score=score(results, confidence),
        elo=elo_difference(results, confidence),
        normalized=normalized_elo(results, confidence),
        superiority=superiority(results),
    )


def settled(results: Results, confidence: float = 0.95) -> bool:
    """Whether the interval of the score leaves out ½: only then is one of the two called better."""
    return score(results, confidence).excludes(0.5)


def games_to_settle(results: Results, confidence: float = 0.95) -> int | None:
    """How many more games would settle it if score and spread stay as they are; 0 if it is settled.

    None if not even ten million would: they may be equal. An even bet, since the score will move
    either way; who wants to be surer plays twice as many.
    """
    if settled(results, confidence):
        return 0
    offset, reach = abs(results.mean - 0.5), deviations(confidence) ** 2
    if not offset:
        return None
    units = max(_dispersion(results) * reach / (4 * offset * offset), reach / (2 * offset))
    more = max(1, math.floor(units) + 1 - results.units) * results.games_each
    return more if more <= ENOUGH else None


def score_margin(games: int, draws: float = 0.0, confidence: float = 0.95) -> float:
    """± so much of the score between equals: z sqrt((1 - draws) / 4 / games)."""
    return deviations(confidence) * math.sqrt((1 - draws) / 4 / games)


def games_for_margin(margin: float, draws: float = 0.0, confidence: float = 0.95) -> int:
    """Games between equals, so large a share of them drawn, until Elo is known to ± margin."""
    if margin <= 0:
        raise BadParameter(f"a margin of {margin} Elo (a positive one would do)")
    share = expected_score(margin) - 0.5
    return math.ceil((1 - draws) / 4 * (deviations(confidence) / share) ** 2)


def _dispersion(results: Results) -> float:
    """Variance of the units against the most possible at this mean, mean (1 - mean): 0 to 1."""
    if not results.variance:
        return 0.0
    unbiased = results.variance * results.units / (results.units - 1)
    return min(1.0, unbiased / (results.mean * (1 - results.mean)))


def _ratio(offset: float, variance: float) -> float:
    """Offset in standard deviations; infinite if there is no spread, 0 if neither."""
    if variance:
        return offset / math.sqrt(variance)
    return math.copysign(math.inf, offset) if offset else 0.0
