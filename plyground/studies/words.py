"""Estimates in words, each with its interval.

in_percent    92% [89%, 95%]           a share
in_elo        +89 [+70, +107]          a difference in strength
in_figures    22.61 [22.13, 23.15]     anything else, to the digits worth showing
"""

from plyground.experiments.numerals import with_interval
from plyground.experiments.samples import Estimate


def in_percent(found: Estimate) -> str:
    return f"{found.value:.0%} [{found.low:.0%}, {found.high:.0%}]"


def in_elo(found: Estimate) -> str:
    return f"{found.value:+.0f} [{found.low:+.0f}, {found.high:+.0f}]"


def in_figures(found: Estimate) -> str:
    return with_interval(found.value, found.low, found.high)
