"""Estimates in words, each with its interval, and the difference of two.

in_percent    92% [89%, 95%]                a share
in_points     +7 points [-8, +22]           a difference of shares
in_elo        +89 [+70, +107]               a difference in strength
in_figures    22.61 [22.13, 23.15]          anything else, to the digits worth showing
"""

import math

from plyground.experiments.numerals import with_interval
from plyground.experiments.samples import Estimate


def in_percent(found: Estimate) -> str:
    return f"{found.value:.0%} [{found.low:.0%}, {found.high:.0%}]"


def in_points(found: Estimate) -> str:
    value, low, high = (100 * each for each in (found.value, found.low, found.high))
    return f"{value:+.0f} points [{low:+.0f}, {high:+.0f}]"


def in_elo(found: Estimate) -> str:
    return f"{found.value:+.0f} [{found.low:+.0f}, {found.high:+.0f}]"


def in_figures(found: Estimate) -> str:
    return with_interval(found.value, found.low, found.high)


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Of two independent values, from the intervals of both (Newcombe 1998, method 10)."""
    value = one.value - other.value
    below = math.hypot(one.value - one.low, other.high - other.value)
    above = math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, value - below, value + above)
