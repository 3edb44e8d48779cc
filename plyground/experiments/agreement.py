"""How well one order agrees with another: does a heuristic know what is true?

    truth     L  L  D  L  W  D  W  W      auc      of a won and a lost one: is the won one higher?
    value    -9 -4 -4  0  1  3  3  8      kendall  of any two: are they in the right order?
              ────────────────────▶       curve    how many points are worth such a value?

Only the order of the values counts, never their scale. Pure; chance only from a seed.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from plyground.experiments.samples import NORMAL, Estimate, Numbers, deviations, wilson

RESAMPLES = 1000
HALVINGS = 60  # of an interval, after which floats end


def bounded_mean(values: Sequence[float], confidence: float = 0.95) -> Estimate:
    """The mean of numbers from 0 to 1, with Wilson's interval.

    Among all such numbers of one mean, zeros and ones vary most, and the interval is made for
    those: it is on the safe side for any others, and keeps its width where all of them are 0, where
    a bootstrap would claim to be certain.
    """
    return wilson(min(float(np.sum(values)), len(values)), len(values), confidence)


# --- the area under the curve --------------------------------------------------------------------


def auc(high: Sequence[float], low: Sequence[float], confidence: float = 0.95) -> Estimate | None:
    """P(one of `high` > one of `low`), a tie being half of it; None if there is none of either.

    The interval holds every area that is no further from the one seen than chance might bring it
    (Newcombe 2006, method 5): like Wilson's for shares, honest for few values and perfect ones.
    """
    if not len(high) or not len(low):
        return None
    above, _ = placements(high, low)
    value, reach = float(above.mean()), deviations(confidence)

    def possible(area: float) -> bool:
        return abs(value - area) <= reach * math.sqrt(_variance(area, len(high), len(low)))

    return Estimate(value, _last(possible, value, 0.0), _last(possible, value, 1.0))


def _variance(area: float, high: int, low: int) -> float:
    """Of an area, by Hanley and McNeil (1982), with both sizes leveled as Newcombe does."""
    others = (high + low) / 2 - 1
    together = others * ((1 - area) / (2 - area) + area / (1 + area))
    return area * (1 - area) * (1 + together) / (high * low)


def _last(possible: Callable[[float], bool], inside: float, outside: float) -> float:
    """How far towards `outside` things stay possible, by halving."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if possible(middle) else (inside, middle)
    return inside


def placements(high: Sequence[float], low: Sequence[float]) -> tuple[Numbers, Numbers]:
    """For each of `high` the share of `low` below it, for each of `low` that of `high` above it.

    The mean of either is the area under the curve.
    """
    winners, losers = (np.asarray(each, dtype=np.float64) for each in (high, low))
    return _beaten(winners, losers), _beaten(-losers, -winners)


def _beaten(values: Numbers, others: Numbers) -> Numbers:
    """The share of the others that each value exceeds, ties half."""
    ordered = np.sort(others)
    less = np.searchsorted(ordered, values, side="left")
    up_to = np.searchsorted(ordered, values, side="right")
    shares: Numbers = (less + up_to) / (2 * len(ordered))
    return shares


@dataclass(frozen=True)
class Difference:
    """Two methods on the same positions: by how much the first is above, and is that chance?"""

    value: float
    p_value: float
    spread: float
    """The standard deviation of the value."""

    @property
    def estimate(self) -> Estimate:
        """The value with the interval of 95 %."""
        reach = deviations(0.95) * self.spread
        return Estimate(self.value, self.value - reach, self.value + reach)


def auc_difference(
    first: tuple[Sequence[float], Sequence[float]], second: tuple[Sequence[float], Sequence[float]]
) -> Difference:
    """Of two areas over the same positions, each given as (high, low) in the same order.

    DeLong, DeLong and Clarke-Pearson (1988): the variance of the difference is that of the
    placements' differences among the high over their number, plus the same among the low; at
    least that of a share of (number of pairs) fair coins, lest no variation look like certainty.
    """
    pairs = zip(placements(*first), placements(*second), strict=True)
    above, below = (one - other for one, other in pairs)
    value = float(above.mean())
    least = 1 / (4 * len(above) * len(below))
    spread = math.sqrt(max(least, sum(_of_the_mean(each) for each in (above, below))))
    return Difference(value, 2 * NORMAL.cdf(-abs(value) / spread), spread)


def _of_the_mean(values: Numbers) -> float:
    return float(values.var(ddof=1)) / len(values) if len(values) > 1 else 0.25


# --- rank correlation ----------------------------------------------------------------------------


def kendall(
    first: Sequence[float], second: Sequence[float], *, seed: int = 0, confidence: float = 0.95
) -> Estimate | None:
    """Kendall's tau-b (1945) with a bootstrap interval; None if either is the same throughout.

    (pairs in the same order − pairs in the opposite one) / √(pairs untied in the first · pairs
    untied in the second): 1 the same order, −1 the opposite, about 0 for what has none in common.
    """
    ranks = [np.unique(np.asarray(each), return_inverse=True)[1] for each in (first, second)]
    if not all(each.any() for each in ranks):
        return None
    signs = [np.sign(each[:, None] - each[None, :]).astype(np.float32) for each in ranks]
    agreement = signs[0] * signs[1]

    def tau(weights: Numbers) -> Numbers:
        """Of each row of weights: how often each place is counted."""
        same = np.einsum("ij,ij->i", weights @ agreement, weights).astype(np.float64)
        scale = np.sqrt(_untied(weights, ranks[0]) * _untied(weights, ranks[1]))
        found: Numbers = np.divide(same, scale, out=np.zeros_like(same), where=scale > 0)
        return np.clip(found, -1.0, 1.0)

    places = len(first)
    drawn = np.random.default_rng(seed).multinomial(places, [1 / places] * places, RESAMPLES)
    tail = (1 - confidence) / 2
    low, high = np.quantile(tau(drawn.astype(np.float32)), (tail, 1 - tail))
    value = float(tau(np.ones((1, places), np.float32))[0])
    return Estimate(value, min(float(low), value), max(float(high), value))


def _untied(weights: Numbers, ranks: NDArray[np.int64]) -> Numbers:
    """Twice the weight of all pairs that differ in rank, for each row of weights."""
    order = np.argsort(ranks, kind="stable")
    starts = np.flatnonzero(np.diff(ranks[order], prepend=-1))
    levels = np.add.reduceat(weights[:, order].astype(np.float64), starts, axis=1)
    pairs: Numbers = levels.sum(axis=1) ** 2 - np.sum(levels**2, axis=1)
    return pairs


# --- the curve -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bin:
    """The positions whose values lie from `low` to `high`, and what they are truly worth."""

    low: float
    high: float
    won: int
    drawn: int
    lost: int
    points: Estimate
    """Won 1, drawn ½, lost 0, on average."""

    @property
    def positions(self) -> int:
        return self.won + self.drawn + self.lost


def curve(values: Sequence[float], outcomes: Sequence[int], bins: int = 10) -> tuple[Bin, ...]:
    """From low values to high ones: bins of about equally many positions, equal values together."""
    found = []
    ordered, results = np.asarray(values, dtype=np.float64), np.asarray(outcomes)
    for low, high in _cuts(ordered, len(values) / bins):
        inside = results[(ordered >= low) & (ordered <= high)]
        won, drawn, lost = (int(np.sum(inside == each)) for each in (1, 0, -1))
        points = wilson(won + drawn / 2, len(inside))
        found.append(Bin(float(low), float(high), won, drawn, lost, points))
    return tuple(found)


def _cuts(values: Numbers, wanted: float) -> Iterator[tuple[float, float]]:
    """The lowest and highest value of each bin; one that would stay half empty joins the last."""
    levels, counts = np.unique(values, return_counts=True)
    ends: list[int] = []
    filled = 0.0
    for place, count in enumerate(counts):
        filled += count
        if filled >= wanted * (1 - 1e-9):
            ends.append(place)
            filled = 0.0
    if filled and (filled >= wanted / 2 or not ends):
        ends.append(len(levels) - 1)
    elif filled:
        ends[-1] = len(levels) - 1
    starts = [0, *(end + 1 for end in ends[:-1])]
    for start, end in zip(starts, ends, strict=True):
        yield levels[start], levels[end]
