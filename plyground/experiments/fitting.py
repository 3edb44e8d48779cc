"""Weights that tell won positions from others: logistic regression, and how sure they are.

    chance of a win  =  1 / (1 + e^−(constant + weights · parts))

Newton's method climbs to the likeliest weights, with a slight pull to zero: it keeps weights finite
where the parts tell all outcomes rightly, and at 0 where a part is the same everywhere.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from plyground.experiments.samples import Estimate, Numbers

PULL = 0.1
"""On the square of a weight, its part having been scaled to a deviation of 1."""
STEPS, HALVINGS, CLOSE = 50, 20, 1e-9
RESAMPLES = 200


class Fit(NamedTuple):
    """The weight of each part with its interval of 95 %, by drawing positions anew."""

    weights: tuple[Estimate, ...]

    @property
    def values(self) -> tuple[float, ...]:
        return tuple(each.value for each in self.weights)


def fitted(
    parts: Sequence[Sequence[float]], won: Sequence[bool], size: float, seed: int = 0
) -> Fit | None:
    """Weights of the parts of positions whose sizes add up to `size`; None if all end alike."""
    rows, wins = np.asarray(parts, np.float64), np.asarray(won, bool)
    if wins.all() or not wins.any():
        return None
    value, dice = _sized(likeliest(rows, wins), size), np.random.default_rng(seed)
    others = []
    for _ in range(RESAMPLES):
        drawn = dice.integers(len(rows), size=len(rows))
        others.append(_sized(likeliest(rows[drawn], wins[drawn]), size))
    low, high = np.quantile(others, (0.025, 0.975), axis=0)
    ends = zip(value, np.minimum(low, value), np.maximum(high, value), strict=True)
    return Fit(tuple(Estimate(*map(float, each)) for each in ends))


def _sized(weights: Numbers, size: float) -> Numbers:
    total = float(np.abs(weights).sum())
    return weights * (size / total) if total else weights


def likeliest(parts: Numbers, won: Numbers) -> Numbers:
    """The weights under which these wins are likeliest, but for the pull."""
    spread = parts.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    scaled = np.column_stack([(parts - parts.mean(axis=0)) / spread, np.ones(len(parts))])
    pull = np.array([PULL] * parts.shape[1] + [PULL * 1e-3])  # the constant is all but free
    weights = np.zeros(len(pull))
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (won - chances) - pull * weights
        bend = (scaled * (chances * (1 - chances))[:, None]).T @ scaled + np.diag(pull)
        step = _shortened(scaled, won, pull, weights, np.linalg.solve(bend, slope))
        weights = weights + step
        if np.abs(step).max() < CLOSE:
            break
    found: Numbers = weights[:-1] / spread
    return found


def _shortened(scaled: Numbers, won: Numbers, pull: Numbers, at: Numbers, step: Numbers) -> Numbers:
    """The step, halved until it does not lead down: far from the top Newton's may be too long."""
    here = _height(scaled, won, pull, at)
    for _ in range(HALVINGS):
        if _height(scaled, won, pull, at + step) >= here:
            return step
        step = step / 2
    return np.zeros_like(step)


def _height(scaled: Numbers, won: Numbers, pull: Numbers, weights: Numbers) -> float:
    """The logarithm of the likelihood, less the pull."""
    values = scaled @ weights
    likelihood = np.sum(won * values - np.logaddexp(0.0, values))
    return float(likelihood - np.sum(pull * weights**2) / 2)
