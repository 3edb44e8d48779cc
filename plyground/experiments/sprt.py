"""The sequential probability ratio test: play until the result is clear, then stop.

                    log-likelihood ratio
    upper  ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄╭┄┄┄   accept: elo1 rather than elo0
                            ╭──╮╭╯
      0    ──╮  ╭───╮╭──╮╭──╯  ╰╯        go on
             ╰──╯   ╰╯  ╰╯
    lower  ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄   reject: elo0 rather than elo1

Each hypothesis fixes one number of the distribution of results; of all distributions with that
number the likeliest one speaks for it (the generalized test). With shares f of the n units, b the
results less ½, and Lagrange's multipliers:

    logistic     E b = s - ½                   p = f / (1 + theta (b - s + ½))
    normalized   E b = t sigma, that is
                 E b = c R, R² = E b²,         p = f / (1 + theta (b - c (b² / R + R) / 2))
                 c = t / sqrt(1 + t²)

theta is the root of E (b - …) = 0, which falls in theta. In the normalized case R is that of p
itself: start from that of one size of b, solve, and repeat with the new one. Since
(b² / R + R) / 2 is at least |b|, every round leaves E b beyond c R, which keeps a root in being.
For large t there can be two such distributions: start from each size and keep the likelier one.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from plyground.errors import BadParameter
from plyground.experiments.elo import NORMALIZED, Results, expected_score

Model = Literal["normalized", "logistic"]
Verdict = Literal["accept", "reject", "go on"]
Numbers = NDArray[np.float64]

UNSEEN = 1e-3  # units that a result is given which never came up, as fishtest does
ROUNDS = 200
CLOSE = 1e-9
STANDS_STILL = 1e-8
NEAR = 0.2  # a ratio of 0.2 a pair is 49 normalized Elo


@dataclass(frozen=True)
class Sprt:
    """Where a sequential test stands."""

    llr: float
    lower: float
    upper: float
    verdict: Verdict
    """accept: the difference is elo1 rather than elo0; reject: the other way round."""


def sprt(
    results: Results,
    elo0: float,
    elo1: float,
    alpha: float = 0.05,
    beta: float = 0.05,
    model: Model = "normalized",
) -> Sprt:
    """Wald's test of elo0 against elo1 (1945), between log(beta/(1-alpha)) and log((1-beta)/alpha).

    At most alpha of the tests accept when elo0 is true, at most beta reject when elo1 is.
    """
    if not elo0 < elo1:
        raise BadParameter(f"elo0 = {elo0} and elo1 = {elo1} (elo0 has to be the smaller one)")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise BadParameter(f"alpha = {alpha} and beta = {beta} (between 0 and ½, such as 0.05)")
    lower, upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
    llr = float(log_likelihood_ratio(results.counts, elo0, elo1, model))
    verdict: Verdict = "accept" if llr >= upper else "reject" if llr <= lower else "go on"
    return Sprt(llr, lower, upper, verdict)


def log_likelihood_ratio(
    counts: ArrayLike, elo0: float, elo1: float, model: Model = "normalized"
) -> Numbers:
    """n Σ f log(p1 / p0) for counts of games (three) or pairs (five) along the last axis.

    Earlier axes are as many matches at once; a match without games has a ratio of 0.
    """
    observed = np.asarray(counts, dtype=np.float64)
    if observed.shape[-1] not in (3, 5):
        raise BadParameter(f"{observed.shape[-1]} counts (three for games, five for pairs)")
    filled = np.where(observed == 0, UNSEEN, observed)
    shares = filled / filled.sum(axis=-1, keepdims=True)
    if model == "logistic":
        first, second = (_likeliest_mean(shares, elo) for elo in (elo0, elo1))
    elif model == "normalized":
        first, second = (_likeliest_ratio(shares, elo) for elo in (elo0, elo1))
    else:
        raise BadParameter(f"there is no model {model!r} (known: normalized, logistic)")
    ratio: Numbers = np.sum(filled * np.log(second / first), axis=-1)
    return np.where(observed.sum(axis=-1) == 0, 0.0, ratio)


def _likeliest_mean(shares: Numbers, elo: float) -> Numbers:
    """The likeliest distribution with the mean score that goes with this Elo."""
    results = np.linspace(0, 1, shares.shape[-1])
    return _likeliest(shares, np.broadcast_to(results - expected_score(elo), shares.shape))


def _likeliest_ratio(shares: Numbers, elo: float) -> Numbers:
    """The likeliest distribution with this normalized Elo."""
    offsets = np.linspace(-0.5, 0.5, shares.shape[-1])
    games_each = (shares.shape[-1] - 1) // 2
    ratio = elo / NORMALIZED * math.sqrt(games_each)
    factor = ratio / math.sqrt(1 + ratio * ratio)
    starts = offsets[offsets > 0] if abs(ratio) > NEAR else [0.5]
    rows = shares.reshape(-1, len(offsets))
    found = [_standing_still(rows, offsets, factor, float(start)) for start in starts]
    likely = [np.sum(rows * np.log(each), axis=-1, keepdims=True) for each in found]
    return np.where(likely[0] >= likely[-1], found[0], found[-1]).reshape(shares.shape)


def _standing_still(rows: Numbers, offsets: Numbers, factor: float, start: float) -> Numbers:
    """The distributions whose own R leads back to them, in rounds that begin with R = start."""
    likeliest, spread = np.empty_like(rows), np.full((len(rows), 1), start)
    moving = np.arange(len(rows))
    for _ in range(ROUNDS):
        before = spread[moving]
        constraint = offsets - factor * (offsets * offsets / before + before) / 2
        likeliest[moving] = _likeliest(rows[moving], constraint)
        spread[moving, 0] = np.sqrt(likeliest[moving] @ (offsets * offsets))
        moving = moving[np.abs(spread[moving] - before)[:, 0] > STANDS_STILL]
        if not len(moving):
            break
    return likeliest


def _likeliest(shares: Numbers, constraint: Numbers) -> Numbers:
    """The likeliest distribution with E constraint = 0: shares / (1 + theta · constraint).

    theta lies between the poles, where the sum falls from +∞ to -∞: Newton's steps, and halves of
    what is left whenever one leads outside.
    """
    low = left = -1 / constraint.max(axis=-1, keepdims=True)
    high = right = -1 / constraint.min(axis=-1, keepdims=True)
    theta = np.zeros_like(low)
    for _ in range(ROUNDS):
        parts = constraint / (1 + theta * constraint)
        value = np.sum(shares * parts, axis=-1, keepdims=True)
        slope = np.sum(shares * parts * parts, axis=-1, keepdims=True)
        low, high = np.where(value > 0, theta, low), np.where(value > 0, high, theta)
        step = theta + value / slope
        before, theta = theta, np.where((low < step) & (step < high), step, (low + high) / 2)
        if np.all(np.abs(theta - before) <= CLOSE * np.minimum(theta - left, right - theta)):
            break
    likeliest = shares / (1 + theta * constraint)
    whole: Numbers = likeliest / likeliest.sum(axis=-1, keepdims=True)
    return whole
