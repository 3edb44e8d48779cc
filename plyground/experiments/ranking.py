"""A ranking that keeps silent where it does not know.

alpha_beta(6)   +180  ────────────────────[══●══]──     group 1
alpha_beta(4)    +20  ───────[══●══]───────────────  ┐  group 2: the two are not separated
mcts(1000)        -5  ──────[══●══]────────────────  ┘
random          -195  [══●═════]───────────────────     group 3
"""

import math
from dataclasses import dataclass
from itertools import combinations

from plyground.experiments.ratings import Ratings
from plyground.experiments.samples import NORMAL, Estimate, deviations, holm


@dataclass(frozen=True)
class Comparison:
    """Two players of a pool."""

    better: str
    worse: str
    elo: Estimate
    superiority: float
    p_value: float
    """Two-sided, corrected for the number of comparisons."""
    separated: bool
    growth: float
    """Times as many games in the whole pool would separate them if all goes on as it did: 1 if they
    are, infinite if they are exactly level or no games join them."""


@dataclass(frozen=True)
class Ranking:
    """Groups from best to worst; everyone in one is separated from everyone in the next ones."""

    groups: tuple[tuple[str, ...], ...]
    comparisons: tuple[Comparison, ...]
    """Every two players, also those within a group: A and C may differ and B be like both."""


def separated(ratings: Ratings, first: str, second: str, confidence: float = 0.95) -> bool:
    """Whether equality is refused; for two players picked beforehand, and only if games join them.

    The same as the interval of their difference leaving out 0.
    """
    return _p_value(ratings, first, second) < 1 - confidence


def ranked(ratings: Ratings, confidence: float = 0.95) -> Ranking:
    """The ranking, as far as it is known: Holm's correction over all comparisons of two players.

    A line is drawn between two players next to each other only if everyone above it is separated
    from everyone below it.
    """
    order = sorted(range(len(ratings.players)), key=lambda place: -ratings.elo[place])
    names = [ratings.players[place] for place in order]
    comparisons = _comparisons(ratings, names, confidence)
    apart = {(pair.better, pair.worse) for pair in comparisons if pair.separated}
    groups: list[list[str]] = []
    for place, name in enumerate(names):
        if all((above, below) in apart for above in names[:place] for below in names[place:]):
            groups.append([])
        groups[-1].append(name)
    return Ranking(tuple(tuple(group) for group in groups), comparisons)


def _comparisons(ratings: Ratings, names: list[str], confidence: float) -> tuple[Comparison, ...]:
    """Every two players, the better one first; `names` come best first."""
    duels = list(combinations(names, 2))
    p_values = holm([_p_value(ratings, better, worse) for better, worse in duels])
    found = []
    for (better, worse), p_value in zip(duels, p_values, strict=True):
        gap = ratings.difference(better, worse, confidence)
        likely = ratings.superiority(better, worse)
        apart, growth = p_value < 1 - confidence, 1.0
        if not apart:
            needed = deviations(1 - (1 - confidence) / len(duels))
            growth = _growth(_p_value(ratings, better, worse), needed)
        found.append(Comparison(better, worse, gap, likely, p_value, apart, growth))
    return tuple(found)


def _p_value(ratings: Ratings, first: str, second: str) -> float:
    """Two-sided, of the score test that the two are equal; 1 if no games join them."""
    if not ratings.joined(first, second):
        return 1.0
    likely = ratings.superiority(first, second)
    return 2 * min(likely, 1 - likely)


def _growth(p_value: float, needed: float) -> float:
    """(deviations needed / those there are)², by Bonferroni's bound: Holm never asks for more."""
    now = NORMAL.inv_cdf(1 - p_value / 2) if p_value < 1 else 0.0
    return max(1.0, (needed / now) ** 2) if now else math.inf
