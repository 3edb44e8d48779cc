"""Ratings of a pool of players: Elo with mean 0, and honest intervals.

    Bradley and Terry (1952): i scores 1 / (1 + 10^((r_j - r_i) / 400)) against j, draws half.

    alpha_beta(6)   +180  ────────────────────[══●══]──
    alpha_beta(4)    +20  ───────[══●══]───────────────
    mcts(1000)        -5  ──────[══●══]────────────────
    random          -195  [══●═════]───────────────────

Inside this file ratings are logits: p = 1 / (1 + e^(r_j - r_i)), and Elo is 400 / ln 10 of them.
Whatever is asked of a pool is a contrast c · r: +1 for A and -1 for B compares the two. Its
interval holds every value d that the score test does not refuse:

    |slope| sqrt(c A⁻¹ c / psi) <= z     slope of the log-likelihood at its best with c · r = d
                                         A   information there
                                         psi how much wider results spread than coins would

It is Wilson's interval for two players, and like it stays honest when all games are won.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadParameter, UnknownName
from plyground.experiments.elo import ELO_PER_LOGIT, Results
from plyground.experiments.samples import NORMAL, Estimate, deviations

Numbers = NDArray[np.float64]

PRIOR = 0.5  # games that every player has drawn against one of strength 0
IMAGINARY = 0.25  # the variance of one pair that is won or lost by a coin
ROUNDS = 200
CLOSE = 1e-7  # Newton's steps: what is left after one so small is its square


@dataclass(frozen=True)
class _Pool:
    """The results as arrays, one entry for each pairing."""

    duels: Numbers
    """A row for each pairing: +1 for its first player, -1 for its second."""
    units: Numbers
    games_each: Numbers
    mean: Numbers
    variance: Numbers

    @property
    def games(self) -> Numbers:
        return self.units * self.games_each


@dataclass(frozen=True)
class _Fit:
    """The likeliest ratings in logits, and the spread of their slope."""

    pool: _Pool
    rating: Numbers
    inverse: Numbers
    """Of the information."""
    spread: Numbers


@dataclass(frozen=True)
class Ratings:
    """Elo of each player, their mean 0."""

    players: tuple[str, ...]
    elo: tuple[float, ...]
    games: tuple[int, ...]
    parts: tuple[int, ...]
    """Players with the same number are joined by games; between parts nothing is known."""
    _fit: _Fit = field(repr=False, compare=False)

    def rating(self, player: str, confidence: float = 0.95) -> Estimate:
        """A player's Elo above the mean of the pool."""
        contrast = np.full(len(self.players), -1 / len(self.players))
        contrast[self._place(player)] += 1
        return _interval(self._fit, contrast, confidence)

    def difference(self, first: str, second: str, confidence: float = 0.95) -> Estimate:
        """How many Elo the first is above the second; surer than their two intervals look."""
        return _interval(self._fit, self._contrast(first, second), confidence)

    def superiority(self, first: str, second: str) -> float:
        """The likelihood that the first is the stronger one, by the score test of equality."""
        return NORMAL.cdf(_test(self._fit, self._contrast(first, second))(0.0))

    def joined(self, first: str, second: str) -> bool:
        """Whether games join the two, be it through others."""
        return self.parts[self._place(first)] == self.parts[self._place(second)]

    def _contrast(self, first: str, second: str) -> Numbers:
        one, other = self._place(first), self._place(second)
        if one == other:
            raise BadParameter(f"{first} compared with itself (two different players would do)")
        contrast = np.zeros(len(self.players))
        contrast[one], contrast[other] = 1, -1
        return contrast

    def _place(self, player: str) -> int:
        if player not in self.players:
            raise UnknownName("player", player, self.players)
        return self.players.index(player)


def ratings(results: Mapping[tuple[str, str], Results]) -> Ratings:
    """The likeliest ratings, given what each first player achieved against each second one.

    Every player has also drawn half a game (PRIOR) against one of strength 0. It moves a rating by
    about half a game in all of a player's, and gives perfect scores a finite one; parts of a pool
    that never met are joined by nothing else, and their intervals say so.
    """
    pool, players = _pool(results)
    rating = _climb(pool, np.zeros(len(players)), np.zeros(len(players)))[0]
    inverse = np.asarray(np.linalg.inv(_likelihood(pool, rating)[1]), dtype=np.float64)
    counted = np.abs(pool.duels).T @ pool.games
    return Ratings(
        players=players,
        elo=tuple(float(value) for value in (rating - rating.mean()) * ELO_PER_LOGIT),
        games=tuple(int(count) for count in counted),
        parts=_parts(pool),
        _fit=_Fit(pool, rating, inverse, _spread(pool, rating)),
    )


def _pool(results: Mapping[tuple[str, str], Results]) -> tuple[_Pool, tuple[str, ...]]:
    """The results as arrays, and the players in the order in which they first appear."""
    players = tuple(dict.fromkeys(player for duel in results for player in duel))
    if not players:
        raise BadParameter("no results to rate (at least one game between two players would do)")
    duels = np.zeros((len(results), len(players)))
    for row, (first, second) in enumerate(results):
        if first == second:
            raise BadParameter(f"{first} against itself says nothing about its strength")
        duels[row, players.index(first)], duels[row, players.index(second)] = 1, -1
    columns = (
        [getattr(result, name) for result in results.values()]
        for name in ("units", "games_each", "mean", "variance")
    )
    units, games_each, mean, variance = (np.array(column, dtype=np.float64) for column in columns)
    return _Pool(duels, units, games_each, mean, variance), players


def _parts(pool: _Pool) -> tuple[int, ...]:
    """The number of the part each player belongs to: the least place among those joined to it."""
    part = np.arange(pool.duels.shape[1])
    played = pool.duels[pool.units > 0] != 0
    for _ in part:
        for duel in played:
            part[duel] = part[duel].min()
    return tuple(int(number) for number in part)


def _likelihood(pool: _Pool, rating: Numbers) -> tuple[Numbers, Numbers]:
    """Slope and information of the log-likelihood, the half draw of each player included."""
    share, alone = _logistic(pool.duels @ rating), _logistic(rating)
    slope = pool.duels.T @ (pool.games * (pool.mean - share)) + PRIOR * (0.5 - alone)
    weights = pool.games * share * (1 - share)
    information = (pool.duels.T * weights) @ pool.duels + np.diag(PRIOR * alone * (1 - alone))
    return slope, information


def _climb(pool: _Pool, rating: Numbers, contrast: Numbers) -> tuple[Numbers, float, float]:
    """Newton's steps to the likeliest ratings that keep contrast · rating as it is.

    The ratings r, the slope there (that of the log-likelihood is slope · contrast) and c A⁻¹ c. The
    log-likelihood is concave; no step moves a rating by more than one logit. A contrast of zeros
    keeps nothing fixed.
    """
    for _ in range(ROUNDS):
        gradient, information = _likelihood(pool, rating)
        free, along = np.linalg.solve(information, np.stack([gradient, contrast], axis=1)).T
        variance = float(contrast @ along)
        slope = float(contrast @ free) / variance if variance else 0.0
        step = free - slope * along
        largest = float(np.abs(step).max())
        rating = rating + step / max(1.0, largest)
        if largest < CLOSE:
            break
    return rating, slope, variance


def _spread(pool: _Pool, rating: Numbers) -> Numbers:
    """The covariance of the likelihood's slope, from the spread of units about the prediction.

    A pairing counts with games_each · dispersion times its information, where dispersion 1 is that
    of a coin a unit. One imaginary pair, as uncertain as a pair can be, is shared out among the
    pairings, so that no dispersion is 0 only because too little was seen.
    """
    share, alone = _logistic(pool.duels @ rating), _logistic(rating)
    most = share * (1 - share)
    seen = pool.variance + (pool.mean - share) ** 2
    extra = IMAGINARY / len(pool.units)
    dispersion = (pool.units * seen + extra) / (pool.units * most + extra)
    weights = pool.games_each * dispersion * pool.games * most
    return (pool.duels.T * weights) @ pool.duels + np.diag(PRIOR * alone * (1 - alone))


def _test(fit: _Fit, contrast: Numbers) -> Callable[[float], float]:
    """The score test of contrast · rating = value, in standard deviations; falls with `value`."""
    direction = fit.inverse @ contrast
    psi = float(direction @ fit.spread @ direction) / float(contrast @ direction)
    rating = fit.rating

    def deviation(value: float) -> float:
        nonlocal rating  # each search begins where the one before ended
        moved = contrast * (value - contrast @ rating) / (contrast @ contrast)
        rating, slope, variance = _climb(fit.pool, rating + moved, contrast)
        return slope * math.sqrt(variance / psi)

    return deviation


def _interval(fit: _Fit, contrast: Numbers, confidence: float) -> Estimate:
    """The contrast in Elo, with all values that its score test does not refuse."""
    deviation, reach = _test(fit, contrast), deviations(confidence)
    value = float(contrast @ fit.rating)
    low = _crossing(lambda below: deviation(value - below) - reach)
    high = _crossing(lambda above: -deviation(value + above) - reach)
    return Estimate(*(ELO_PER_LOGIT * end for end in (value, value - low, value + high)))


def _crossing(rising: Callable[[float], float]) -> float:
    """Where a function that starts below 0 comes to 0, by false position (Illinois)."""
    left, right = 0.0, 0.25
    below, above = rising(left), rising(right)
    while above < 0:
        left, below = right, above
        right *= 2
        above = rising(right)
    while right - left > 1e-9 * right:
        middle = (left * above - right * below) / (above - below)
        found = rising(middle)
        if abs(found) < 1e-7:
            return middle
        if found < 0:
            left, below, above = middle, found, above / 2
        else:
            right, above, below = middle, found, below / 2
    return right


def _logistic(logit: Numbers) -> Numbers:
    share: Numbers = (1 + np.tanh(logit / 2)) / 2
    return share
