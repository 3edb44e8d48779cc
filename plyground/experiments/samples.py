"""Shares, means, medians and paired differences, each with how sure it is.

    0 ├───────────[═════●═══════════]───────────┤ 1      an Estimate: low, value, high
                 low  value       high

An interval of confidence 0.95 covers the truth in about 95 of 100 repetitions of the experiment.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadParameter

Numbers = NDArray[np.float64]
NORMAL = NormalDist()
EXACT_RANKS = 60  # up to so many differences the signed ranks' distribution is counted out
CELLS_AT_ONCE = 4_000_000


@dataclass(frozen=True)
class Estimate:
    """A value and the interval that holds the truth with the confidence asked for."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the interval's width: the number after ±."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high

    def __neg__(self) -> "Estimate":
        return Estimate(-self.value, -self.high, -self.low)


@dataclass(frozen=True)
class PairedTest:
    """A paired test: how often chance alone would give a difference at least this large."""

    p_value: float
    larger: int
    """Differences above zero."""
    smaller: int
    """Differences below zero; those of exactly zero say nothing and are left out."""


def deviations(confidence: float) -> float:
    """How many standard deviations each way hold so much of a normal distribution: 0.95 → 1.96."""
    if not 0 < confidence < 1:
        raise BadParameter(f"a confidence of {confidence} (it lies between 0 and 1, such as 0.95)")
    return NORMAL.inv_cdf((1 + confidence) / 2)


def wilson(hits: float, trials: float, confidence: float = 0.95) -> Estimate:
    """The share of hits, with Wilson's score interval (1927).

    It holds every share q for which |hits/trials - q| <= z sqrt(q (1 - q) / trials): honest for few
    trials and for none or all of them hits. No trials at all: ½, and anything from 0 to 1.
    """
    if not 0 <= hits <= trials:
        raise BadParameter(f"{hits} hits in {trials} trials (from 0 to all of them can be hits)")
    if not trials:
        return Estimate(0.5, 0.0, 1.0)
    share, weight = hits / trials, deviations(confidence) ** 2 / trials
    center = (share + weight / 2) / (1 + weight)
    reach = math.sqrt(weight * share * (1 - share) + weight * weight / 4) / (1 + weight)
    low, high = max(0.0, center - reach), min(1.0, center + reach)
    return Estimate(share, min(low, share), max(high, share))


def bootstrap(
    sample: Sequence[float],
    statistic: Callable[..., Numbers],
    *,
    seed: int = 0,
    confidence: float = 0.95,
    resamples: int = 4000,
) -> Estimate:
    """Any statistic (it takes an array and an `axis`, as np.mean does) with its BCa interval.

    Bias-corrected and accelerated (Efron 1987): the percentiles of the resampled statistic, moved
    by its bias and by how its spread changes with its value. Path measures are skewed, where plain
    percentiles cover too little. From about 20 values on; one value alone has no interval.
    """
    values = _numbers(sample)
    value = float(statistic(values, axis=0))
    if len(values) == 1:
        return Estimate(value, -math.inf, math.inf)
    resampled = _resampled(values, statistic, seed, resamples)
    ties = float(np.mean(resampled < value) + np.mean(resampled == value) / 2)
    bias = NORMAL.inv_cdf(min(max(ties, 1 / resamples), 1 - 1 / resamples))
    acceleration, reach = _acceleration(values, statistic), deviations(confidence)
    ends = []
    for end in (bias - reach, bias + reach):
        stretch = max(1 - acceleration * end, 0.1)
        ends.append(NORMAL.cdf(bias + end / stretch))
    low, high = np.quantile(resampled, ends)
    return Estimate(value, min(float(low), value), max(float(high), value))


def mean(sample: Sequence[float], *, seed: int = 0, confidence: float = 0.95) -> Estimate:
    """The mean with its BCa bootstrap interval: what many runs cost in total."""
    return bootstrap(sample, np.mean, seed=seed, confidence=confidence)


def median(sample: Sequence[float], confidence: float = 0.95) -> Estimate:
    """The median, between two of the sample's own values; right for every distribution.

    The k-th smallest and the k-th largest of n values enclose the true median unless fewer than k
    fall on one side of it, a matter of n fair coins. k is the largest that keeps the confidence;
    there is none below six values (for 0.95), and the interval is then unbounded.
    """
    values = np.sort(_numbers(sample))
    value, tail = float(np.median(values)), (1 - confidence) / 2
    rank = int(np.searchsorted(_fair_coins(len(values)), tail, side="right"))
    if not rank:
        return Estimate(value, -math.inf, math.inf)
    return Estimate(value, float(values[rank - 1]), float(values[-rank]))


def sign_test(differences: Sequence[float]) -> PairedTest:
    """Exact and two-sided: are differences above zero as likely as those below?

    It asks nothing of the differences' distribution: under the null hypothesis each sign is a fair
    coin. Twice the smaller tail, at most 1.
    """
    values = _numbers(differences)
    larger, smaller = int(np.sum(values > 0)), int(np.sum(values < 0))
    tail = float(_fair_coins(larger + smaller)[min(larger, smaller)])
    return PairedTest(min(1.0, 2 * tail), larger, smaller)


def signed_rank_test(differences: Sequence[float]) -> PairedTest:
    """Wilcoxon's signed ranks (1945), two-sided: are the differences symmetric about zero?

    Ranks of |difference| (ties share their mean rank, zeros are left out), summed where positive.
    Up to 60 differences the distribution over all 2**n signs is counted out, ties and all; beyond,
    normal with mean Σ rank / 2 and variance Σ rank² / 4, which has the correction for ties in it,
    and a continuity correction of ½.
    """
    values = _numbers(differences)
    values = values[values != 0]
    larger, smaller = int(np.sum(values > 0)), int(np.sum(values < 0))
    doubled = _doubled_ranks(np.abs(values))
    least = int(min(doubled[values > 0].sum(), doubled[values < 0].sum()))
    if len(values) <= EXACT_RANKS:
        tail = float(_sign_sums(doubled)[: least + 1].sum())
    else:
        middle, spread = doubled.sum() / 2, math.sqrt(float(np.sum(doubled**2.0))) / 2
        tail = NORMAL.cdf(min(0.0, (least + 1 - middle) / spread))
    return PairedTest(min(1.0, 2 * tail), larger, smaller)


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """p-values corrected so that the chance of even one false finding stays below the level.

    Holm (1979): the k-th smallest of m is multiplied by m - k + 1, and never falls below those
    before it. No assumption on how the tests depend on each other.
    """
    order = np.argsort(p_values, kind="stable")
    adjusted, highest = [0.0] * len(p_values), 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, (len(order) - place) * p_values[index]))
        adjusted[index] = highest
    return tuple(adjusted)


def benjamini_hochberg(p_values: Sequence[float]) -> tuple[float, ...]:
    """p-values corrected so that, of the findings, the expected share of false ones stays below.

    Benjamini and Hochberg (1995): the k-th smallest of m is multiplied by m / k, and never exceeds
    those after it. For independent or positively dependent tests.
    """
    order = np.argsort(p_values, kind="stable")
    adjusted, lowest = [0.0] * len(p_values), 1.0
    for place in range(len(order), 0, -1):
        index = order[place - 1]
        lowest = min(lowest, len(order) / place * p_values[index])
        adjusted[index] = lowest
    return tuple(adjusted)


def _numbers(sample: Sequence[float]) -> Numbers:
    values = np.asarray(sample, dtype=np.float64)
    if values.ndim != 1 or not len(values):
        raise BadParameter("no values to look at (a list of at least one number would do)")
    if not np.isfinite(values).all():
        raise BadParameter("a value that is not a finite number (leave it out or say what it is)")
    return values


def _resampled(
    values: Numbers, statistic: Callable[..., Numbers], seed: int, resamples: int
) -> Numbers:
    """The statistic of so many samples drawn from the sample, a bounded number at a time."""
    random = np.random.default_rng(seed)
    rows = max(1, CELLS_AT_ONCE // len(values))
    parts = []
    for begun in range(0, resamples, rows):
        size = (min(rows, resamples - begun), len(values))
        parts.append(statistic(values[random.integers(len(values), size=size)], axis=1))
    drawn: Numbers = np.concatenate(parts)
    return drawn


def _acceleration(values: Numbers, statistic: Callable[..., Numbers]) -> float:
    """A sixth of the skewness of the statistic's jackknife: it without each value in turn."""
    most = min(len(values), 1000)  # a thousand left-out values tell the skewness well enough
    left_out = np.linspace(0, len(values) - 1, most).astype(int)
    without = np.array([float(statistic(np.delete(values, index), axis=0)) for index in left_out])
    offsets = without.mean() - without
    spread = float(np.sum(offsets**2)) ** 1.5 * math.sqrt(len(values) / most)
    return float(np.sum(offsets**3)) / (6 * spread) if spread else 0.0


def _fair_coins(coins: int) -> Numbers:
    """The chance of at most 0, 1, … heads in so many fair coins."""
    heads = np.arange(1, coins + 1)
    choices = np.concatenate([[0.0], np.cumsum(np.log((coins - heads + 1) / heads))])
    chances: Numbers = np.minimum(np.cumsum(np.exp(choices - coins * math.log(2))), 1.0)
    return chances


def _doubled_ranks(sizes: Numbers) -> NDArray[np.int64]:
    """Twice the rank of each size, so that the mean rank of a tie is an integer as well."""
    ordered = np.sort(sizes)
    below, up_to = (np.searchsorted(ordered, sizes, side=side) for side in ("left", "right"))
    ranks: NDArray[np.int64] = below + up_to + 1
    return ranks


def _sign_sums(ranks: NDArray[np.int64]) -> Numbers:
    """The chance of each sum 0, 1, … when every rank is counted or not by a fair coin."""
    chances = np.zeros(int(ranks.sum()) + 1)
    chances[0] = 1.0
    for rank in ranks:
        counted = np.zeros_like(chances)
        counted[rank:] = chances[: len(chances) - rank]
        chances = (chances + counted) / 2
    return chances
