"""Numbers that can be wrong: published vectors, exact enumeration, and thousands of simulations.

kinds of pairs      lost both  behind  level  ahead  won both
even, few draws        .25       .05    .40    .05     .25
heavy in draws         .01       .09    .75    .13     .02
tied together          .40       .03    .04    .03     .50     an opening decides both games
one-sided              .02       .06    .22    .30     .40
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from plyground.errors import BadParameter, UnknownName
from plyground.experiments.statistics import (
    Estimate,
    Games,
    Model,
    Pairs,
    Results,
    benjamini_hochberg,
    bootstrap,
    elo,
    elo_difference,
    expected_score,
    games_for_margin,
    games_to_settle,
    holm,
    log_likelihood_ratio,
    mean,
    median,
    normalized_elo,
    ranked,
    ratings,
    score,
    score_margin,
    separated,
    settled,
    sign_test,
    signed_rank_test,
    sprt,
    strength,
    superiority,
    wilson,
)

PUBLISHED = Pairs(177, 1629, 3083, 1780, 221)
HALVES = np.array([0, 0.25, 0.5, 0.75, 1])
KINDS = {
    "even, few draws": [0.25, 0.05, 0.40, 0.05, 0.25],
    "heavy in draws": [0.01, 0.09, 0.75, 0.13, 0.02],
    "tied together": [0.40, 0.03, 0.04, 0.03, 0.50],
    "one-sided": [0.02, 0.06, 0.22, 0.30, 0.40],
}
kinds = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
models: pytest.MarkDecorator = pytest.mark.parametrize("model", ["normalized", "logistic"])
counts = st.integers(0, 400)
some_pairs = st.builds(Pairs, counts, counts, counts, counts, counts)
some_games = st.builds(Games, counts, counts, counts)
some_results = st.one_of(some_pairs, some_games)


def close(left: Estimate, right: Estimate) -> bool:
    ends = zip((left.value, left.low, left.high), (right.value, right.low, right.high), strict=True)
    return all(one == pytest.approx(other, rel=1e-7, abs=1e-7) for one, other in ends)


def matches(kind: Sequence[float], pairs: int, number: int, seed: int) -> list[Pairs]:
    drawn = np.random.default_rng(seed).multinomial(pairs, kind, size=number)
    return [Pairs(*(int(count) for count in row)) for row in drawn]


def coverage(estimates: Sequence[Estimate], truth: float) -> float:
    return sum(not estimate.excludes(truth) for estimate in estimates) / len(estimates)


# The published figures.


def test_the_published_vector_comes_out_to_the_printed_digits() -> None:
    found = strength(PUBLISHED)
    assert found.games == 13780
    assert (round(found.elo.value, 2), round(found.elo.margin, 2)) == (6.03, 3.49)
    assert (round(found.normalized.value, 2), round(found.normalized.margin, 2)) == (10.01, 5.80)
    assert round(found.superiority, 4) == 0.9996
    assert round(sprt(PUBLISHED, 0, 3).llr, 4) == 2.9129
    assert round(sprt(PUBLISHED, 0, 3, model="logistic").llr, 4) == 4.2743


def test_seventy_games_leave_83_elo_open() -> None:
    margin = score_margin(70)
    assert round(100 * margin, 1) == 11.7
    assert round(elo(0.5 + margin)) == 83
    even = elo_difference(Games(35, 0, 35))
    assert even.margin == pytest.approx(83, abs=3)


def test_ten_elo_take_4640_games_without_draws() -> None:
    assert games_for_margin(10) == pytest.approx(4640, abs=5)
    half = games_for_margin(10) // 2
    assert elo_difference(Games(half, 0, half)).margin == pytest.approx(10, abs=0.01)
    assert games_for_margin(10, draws=0.75) == pytest.approx(1160, abs=2)


# Pairs, score and Elo.


@kinds
def test_in_2000_matches_the_interval_covers_the_true_score(kind: list[float]) -> None:
    truth = float(HALVES @ kind)
    found = [score(match) for match in matches(kind, 250, 2000, seed=1)]
    assert 0.93 <= coverage(found, truth) <= 0.97


@kinds
def test_in_2000_matches_the_interval_covers_the_true_elo_and_normalized_elo(
    kind: list[float],
) -> None:
    truth = float(HALVES @ kind)
    sigma = math.sqrt(2 * float((HALVES - truth) ** 2 @ kind))
    normalized = (truth - 0.5) / sigma * 800 / math.log(10)
    played = matches(kind, 350, 2000, seed=2)
    assert 0.93 <= coverage([elo_difference(match) for match in played], elo(truth)) <= 0.97
    assert 0.93 <= coverage([normalized_elo(match) for match in played], normalized) <= 0.97


def test_counting_tied_games_one_by_one_would_cover_too_little() -> None:
    kind = KINDS["tied together"]
    played = matches(kind, 250, 2000, seed=3)
    alone = [
        Games(2 * p.won_both + p.ahead, p.behind + p.ahead, 2 * p.lost_both + p.behind)
        for p in played
    ]
    assert coverage([score(match) for match in alone], float(HALVES @ kind)) < 0.9


@pytest.mark.parametrize("pairs", [3, 10, 35, 100])
@pytest.mark.parametrize("rare", [0.002, 0.01, 0.03])
@pytest.mark.parametrize("usual", [2, 3, 4])
def test_rare_losses_do_not_make_the_interval_boast(pairs: int, rare: float, usual: int) -> None:
    """Nearly always the same result: what most matches never see must still be covered.

    Wilson's interval is known to fall to 0.88 near a perfect score, where its end towards 1 comes
    too soon; the end towards ½, which says who is better, must not.
    """
    kind = [rare, 0.0, 0.0, 0.0, 0.0]
    kind[usual] = 1 - rare
    truth = float(HALVES @ kind)
    found = [score(match) for match in matches(kind, pairs, 1000, seed=4)]
    assert coverage(found, truth) >= 0.88
    assert sum(estimate.low > truth for estimate in found) <= 30


def test_without_games_anything_is_possible() -> None:
    for nothing in (Pairs(), Games()):
        found = strength(nothing)
        assert found.score == Estimate(0.5, 0, 1)
        assert found.elo == found.normalized == Estimate(0, -math.inf, math.inf)
        assert found.superiority == 0.5
        assert not settled(nothing)
        assert games_to_settle(nothing) is None
        assert sprt(nothing, 0, 3).verdict == "go on"


def test_draws_alone_leave_an_interval_that_narrows() -> None:
    few, many = elo_difference(Pairs(level=10)), elo_difference(Pairs(level=1000))
    assert few.value == many.value == 0
    assert few.margin > 50 > 2 > many.margin > 0
    assert superiority(Pairs(level=1000)) == 0.5
    assert normalized_elo(Pairs(level=100)).high == pytest.approx(
        1.96 / math.sqrt(200) * 347.4, 1e-3
    )


def test_a_perfect_score_has_no_upper_end_and_an_honest_lower_one() -> None:
    found = strength(Pairs(won_both=10))
    assert found.elo.value == found.elo.high == found.normalized.high == math.inf
    exact = 0.025 ** (1 / 10)  # ten pairs are all won with probability 0.025
    assert found.score.low == pytest.approx(exact, abs=0.04)
    assert 0 < found.normalized.low < found.elo.low < 200
    assert 0.95 < found.superiority < 1
    assert not settled(Pairs(won_both=1))


def test_pairs_without_spread_but_ahead_are_not_certain() -> None:
    found = strength(Pairs(ahead=3))
    assert found.score.low < 0.5 < found.score.value
    assert found.superiority < 0.97


@given(results=some_results)
def test_swapping_the_players_mirrors_everything(results: Results) -> None:
    here, there = strength(results), strength(results.swapped())
    assert here.score.value + there.score.value == pytest.approx(1)
    assert here.score.low + there.score.high == pytest.approx(1)
    assert close(here.elo, -there.elo)
    assert close(here.normalized, -there.normalized)
    assert here.superiority + there.superiority == pytest.approx(1)
    assert games_to_settle(results) == games_to_settle(results.swapped())


@given(results=some_results, confidence=st.floats(0.5, 0.999))
def test_intervals_hold_their_value_and_widen_with_confidence(
    results: Results, confidence: float
) -> None:
    for estimated in (score, elo_difference, normalized_elo):
        narrow, wide = estimated(results, confidence), estimated(results, 0.9995)
        assert wide.low <= narrow.low <= narrow.value <= narrow.high <= wide.high


@given(one=some_pairs, other=some_pairs)
def test_merged_pairs_score_between_the_two(one: Pairs, other: Pairs) -> None:
    merged = one + other
    assert merged == other + one
    assert merged.games == one.games + other.games
    total = one.mean * one.games + other.mean * other.games
    assert merged.mean * merged.games == pytest.approx(total)


@given(pairs=some_pairs.filter(lambda pairs: pairs.units > 1), times=st.integers(2, 9))
def test_more_of_the_same_narrows_every_interval(pairs: Pairs, times: int) -> None:
    more = Pairs(*(times * count for count in pairs.counts))
    assert score(more).margin < score(pairs).margin
    assert abs(superiority(more) - 0.5) >= abs(superiority(pairs) - 0.5)


@given(pairs=some_pairs.filter(lambda pairs: pairs.level > 0))
def test_a_better_pair_means_more_elo(pairs: Pairs) -> None:
    better = pairs + Pairs(ahead=1)
    better = Pairs(better.lost_both, better.behind, pairs.level - 1, better.ahead, better.won_both)
    assert elo_difference(better).value > elo_difference(pairs).value


@given(difference=st.floats(-2000, 2000))
def test_elo_and_expected_score_are_inverse(difference: float) -> None:
    assert elo(expected_score(difference)) == pytest.approx(difference, abs=1e-6)


@given(points=st.lists(st.sampled_from([0, 0.5, 1, 1.5, 2])))
def test_a_tally_counts_points(points: list[float]) -> None:
    pairs = Pairs.tally(points)
    assert pairs.units == len(points)
    assert 2 * pairs.mean * len(points) == pytest.approx(sum(points))


def test_impossible_results_are_refused() -> None:
    with pytest.raises(BadParameter, match="3 points"):
        Pairs.tally([1, 0.3])
    with pytest.raises(BadParameter, match="possible: 0, "):
        Games.tally([2])
    with pytest.raises(BadParameter, match="negative"):
        Pairs(level=-1)
    with pytest.raises(BadParameter, match="confidence"):
        score(PUBLISHED, 95)
    with pytest.raises(BadParameter, match="margin"):
        games_for_margin(0)


# How many more games.


@given(pairs=some_pairs.filter(lambda pairs: pairs.units >= 20 and pairs.mean != 0.5))
def test_the_games_that_would_settle_it_do_and_half_of_them_do_not(pairs: Pairs) -> None:
    more = games_to_settle(pairs)
    if settled(pairs) or more is None:
        assert (more == 0) == settled(pairs)
        return
    times = 1 + more / pairs.games
    later = Pairs(*(round(1.05 * times * count + 0.5) for count in pairs.counts))
    if abs(later.mean - 0.5) >= abs(pairs.mean - 0.5):  # rounding left the score as good
        assert settled(later)
    sooner = Pairs(*(int((1 + (times - 1) / 2) * count) for count in pairs.counts))
    if abs(sooner.mean - 0.5) <= abs(pairs.mean - 0.5):
        assert not settled(sooner)


def test_pairs_without_spread_are_settled_by_their_number_alone() -> None:
    assert games_to_settle(Pairs(ahead=3)) == 10
    assert settled(Pairs(ahead=8))
    assert not settled(Pairs(ahead=7))


def test_equals_are_never_settled_and_near_equals_neither() -> None:
    assert games_to_settle(Pairs(10, 20, 30, 20, 10)) is None
    assert games_to_settle(Games(1_000_001, 0, 1_000_000)) is None
    assert games_to_settle(PUBLISHED) == 0


# The sequential test.


def test_the_bounds_are_walds() -> None:
    test = sprt(PUBLISHED, 0, 3, alpha=0.05, beta=0.1)
    assert (test.lower, test.upper) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert test.verdict == "accept"
    assert sprt(PUBLISHED, 0, 3).verdict == "go on"
    assert sprt(PUBLISHED.swapped(), 0, 3).verdict == "reject"


def simulated_verdicts(kind: NDArray[np.float64], elo1: float, model: Model, seed: int) -> float:
    """The share of 1,000 tests of [0, elo1] that accept, looked at after every fifth pair."""
    random, running = np.random.default_rng(seed), np.zeros((1000, 5))
    bound, accepted = math.log(0.95 / 0.05), 0
    for _ in range(400):
        steps = random.multinomial(5, kind, size=(len(running), 4)).cumsum(axis=1)
        history = running[:, np.newaxis] + steps
        ratio = log_likelihood_ratio(history, 0, elo1, model)
        ended = np.abs(ratio) >= bound
        first = np.argmax(ended, axis=1)
        accepted += int(np.sum((ratio[np.arange(len(ratio)), first] > 0)[ended.any(axis=1)]))
        running = history[~ended.any(axis=1), -1]
        if not len(running):
            return accepted / 1000
    raise AssertionError(f"{len(running)} tests did not end")


def shifted(kind: Sequence[float], elo1: float, model: Model) -> NDArray[np.float64]:
    """A distribution like `kind` for which the hypothesis elo1 is exactly true."""
    low, high = -20.0, 20.0
    for _ in range(100):
        tilt = (low + high) / 2
        tilted = np.array(kind) * np.exp(tilt * HALVES)
        tilted /= tilted.sum()
        middle = float(HALVES @ tilted)
        sigma = math.sqrt(2 * float((HALVES - middle) ** 2 @ tilted))
        normalized = (middle - 0.5) / sigma * 800 / math.log(10)
        low, high = (
            (low, tilt)
            if (elo(middle) if model == "logistic" else normalized) > elo1
            else (tilt, high)
        )
    return tilted


NOISE = 3 * math.sqrt(0.05 * 0.95 / 1000)


@models
@pytest.mark.parametrize("kind", ["even, few draws", "heavy in draws", "tied together"])
def test_the_sequential_test_errs_in_at_most_one_of_twenty(kind: str, model: Model) -> None:
    elo1 = 60 if model == "normalized" or kind != "heavy in draws" else 35
    equal, better = (shifted(KINDS[kind], truth, model) for truth in (0, elo1))
    assert simulated_verdicts(equal, elo1, model, seed=5) <= 0.05 + NOISE
    assert simulated_verdicts(better, elo1, model, seed=6) >= 0.95 - NOISE


@models
@given(pairs=some_pairs, gap=st.floats(1, 300), elo0=st.floats(-200, 200))
@settings(max_examples=60, deadline=None)
def test_the_ratio_is_mirrored_with_players_and_hypotheses(
    model: Model, pairs: Pairs, gap: float, elo0: float
) -> None:
    here = log_likelihood_ratio(pairs.counts, elo0, elo0 + gap, model)
    there = log_likelihood_ratio(pairs.swapped().counts, -elo0 - gap, -elo0, model)
    assert here == pytest.approx(-there, rel=1e-5, abs=1e-5)


def constraint(tried: NDArray[np.float64], truth: float, model: Model) -> float:
    """0 for the distributions of which the hypothesis is true."""
    points = np.linspace(0, 1, len(tried))
    center = float(points @ tried)
    if model == "logistic":
        return center - expected_score(truth)
    spread = math.sqrt(max(float((points - center) ** 2 @ tried), 0) * (len(tried) // 2))
    return center - 0.5 - truth * math.log(10) / 800 * spread


@models
@pytest.mark.parametrize("truths", [(-150, 0), (0, 40), (40, 400)])
@pytest.mark.parametrize(
    "kind", [[3, 9, 40, 12, 4], [50, 1, 2, 1, 30], [1, 1, 1, 1, 60], [5, 9, 4]]
)
def test_each_hypothesis_is_spoken_for_by_its_likeliest_distribution(
    model: Model, truths: tuple[float, float], kind: list[int]
) -> None:
    """Against a general optimizer from several starts."""
    optimize = pytest.importorskip("scipy.optimize")
    observed, best = np.array(kind), [-math.inf, -math.inf]
    for place, mixed in product((0, 1), (0.2, 0.5, 0.9)):
        conditions: list[Callable[[NDArray[np.float64]], float]] = [
            lambda tried: float(tried.sum()) - 1,
            partial(constraint, truth=truths[place], model=model),
        ]
        found = optimize.minimize(
            lambda tried: -float(observed @ np.log(tried)),
            mixed * observed / observed.sum() + (1 - mixed) / len(kind),
            method="SLSQP",
            bounds=[(1e-9, 1)] * len(kind),
            constraints=[{"type": "eq", "fun": condition} for condition in conditions],
            options={"ftol": 1e-13, "maxiter": 1000},
        )
        if all(abs(condition(found.x)) < 1e-7 for condition in conditions):
            best[place] = max(best[place], -found.fun)
    ratio = float(log_likelihood_ratio(kind, *truths, model))
    assert ratio == pytest.approx(best[1] - best[0], rel=1e-3, abs=1e-3)


def test_hypotheses_in_the_wrong_order_are_refused() -> None:
    with pytest.raises(BadParameter, match="smaller"):
        sprt(PUBLISHED, 3, 0)
    with pytest.raises(BadParameter, match="alpha"):
        sprt(PUBLISHED, 0, 3, alpha=0)
    with pytest.raises(BadParameter, match="three for games, five for pairs"):
        log_likelihood_ratio([1, 2, 3, 4], 0, 3)


# Ratings of a pool.


def test_ratings_are_the_numeric_optimum() -> None:
    """Three players: a grid around the answer has no better point, and its middle is the best."""
    results = {
        ("a", "b"): Games(30, 10, 20),
        ("b", "c"): Games(25, 5, 10),
        ("a", "c"): Games(9, 2, 4),
    }
    found = ratings(results)
    assert sum(found.elo) == pytest.approx(0, abs=1e-6)

    def likelihood(first: float, second: float, third: float) -> float:
        rating, total = {"a": first, "b": second, "c": third}, 0.0
        for (one, other), games in results.items():
            share = expected_score(rating[one] - rating[other])
            points = games.won + games.drawn / 2
            total += points * math.log(share) + (games.games - points) * math.log(1 - share)
        for value in rating.values():  # half a game drawn against strength 0
            share = expected_score(value)
            total += 0.25 * math.log(share) + 0.25 * math.log(1 - share)
        return total

    shift = min(np.linspace(-3, 3, 601), key=lambda by: -likelihood(*(r + by for r in found.elo)))
    at = [value + shift for value in found.elo]
    top = likelihood(*at)
    steps = [np.array(step) for step in product((-2, -0.5, 0, 0.5, 2), repeat=3) if any(step)]
    assert all(likelihood(*(at + step)) < top for step in steps)


def test_two_players_have_the_interval_of_their_match() -> None:
    pairs = Pairs(30, 90, 400, 120, 60)
    found, expected = ratings({("a", "b"): pairs}).difference("a", "b"), elo_difference(pairs)
    assert found.value == pytest.approx(expected.value, abs=0.1)
    assert found.low == pytest.approx(expected.low, abs=0.5)
    assert found.high == pytest.approx(expected.high, abs=0.5)
    swapped = ratings({("b", "a"): pairs.swapped()}).difference("a", "b")
    assert close(found, swapped)


def pool(
    strengths: dict[str, float], pairs: int, tied: float, random: np.random.Generator
) -> dict[tuple[str, str], Pairs]:
    """A round robin; the second game of a pair repeats the first with probability `tied`."""
    names, results = list(strengths), {}
    for place, one in enumerate(names):
        for other in names[place + 1 :]:
            share = expected_score(strengths[one] - strengths[other])
            first, fresh = random.random((2, pairs)) < share
            second = np.where(random.random(pairs) < tied, first, fresh)
            results[one, other] = Pairs.tally((first.astype(int) + second).tolist())
    return results


@pytest.mark.parametrize("tied", [0.0, 0.8])
def test_intervals_of_ratings_cover_true_strengths(tied: float) -> None:
    strengths = {"a": 150.0, "b": 50.0, "c": 30.0, "d": -50.0, "e": -180.0}
    random, kept = np.random.default_rng(7), []
    for _ in range(200):
        found = ratings(pool(strengths, 40, tied, random))
        kept += [not found.rating(name).excludes(strengths[name]) for name in "ac"]
        for one, other in ("ab", "bc", "ae"):
            gap = strengths[one] - strengths[other]
            kept.append(not found.difference(one, other).excludes(gap))
    assert 0.93 <= sum(kept) / len(kept) <= 0.97


def test_a_perfect_score_is_rated_and_separated() -> None:
    found = ratings({("a", "b"): Pairs(won_both=100), ("a", "c"): Pairs(5, 10, 30, 12, 5)})
    gap = found.difference("a", "b")
    assert math.isfinite(gap.high)
    assert 500 < gap.low < elo(0.025 ** (1 / 200)) < gap.value  # 200 games, all won by chance
    assert found.superiority("a", "b") > 0.9999
    assert ranked(found).groups[-1] == ("b",)
    assert not separated(ratings({("a", "b"): Pairs(won_both=1)}), "a", "b")


def test_what_never_met_is_not_ranked() -> None:
    results = {("a", "b"): Pairs(won_both=50), ("c", "d"): Pairs(won_both=50)}
    found = ranked(ratings(results))
    apart = {(pair.better, pair.worse) for pair in found.comparisons if pair.separated}
    assert apart == {("a", "b"), ("c", "d")}
    assert len(found.groups) == 1
    assert not separated(ratings(results), "a", "d")
    assert all(
        math.isinf(pair.growth)
        for pair in found.comparisons
        if {pair.better, pair.worse} == {"a", "d"}
    )


def test_games_of_nobody_leave_everything_open() -> None:
    found = ratings({("a", "b"): Pairs()})
    assert found.elo == (0, 0)
    assert found.difference("a", "b").margin > 500
    assert ranked(found).groups == (("a", "b"),)


def test_impossible_pools_are_refused() -> None:
    with pytest.raises(BadParameter, match="itself"):
        ratings({("a", "a"): PUBLISHED})
    with pytest.raises(BadParameter, match="no results"):
        ratings({})
    found = ratings({("a", "b"): PUBLISHED})
    with pytest.raises(UnknownName, match="there is no player 'z'"):
        found.rating("z")
    with pytest.raises(BadParameter, match="itself"):
        found.difference("a", "a")


def test_a_ranking_separates_what_it_can_and_no_more() -> None:
    strong, even = Pairs(5, 10, 30, 60, 95), Pairs(40, 10, 100, 12, 38)
    found = ranked(
        ratings({("a", "b"): even, ("a", "c"): strong, ("b", "c"): strong, ("c", "d"): strong})
    )
    assert [set(group) for group in found.groups] == [{"a", "b"}, {"c"}, {"d"}]
    close_call = next(pair for pair in found.comparisons if {pair.better, pair.worse} == {"a", "b"})
    assert not close_call.separated
    assert close_call.growth > 1
    assert close_call.elo.low < 0 < close_call.elo.high


def test_equals_are_rarely_ranked() -> None:
    """Five equal players: Holm keeps even one false separation below one in twenty."""
    random, false = np.random.default_rng(8), 0
    for _ in range(60):
        found = ranked(ratings(pool(dict.fromkeys("abcde", 0.0), 20, 0.5, random)))
        false += any(pair.separated for pair in found.comparisons)
    assert false / 60 <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 60)


# Shares, means and medians.


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_is_the_published_one(
    hits: int, trials: int, low: float, high: float
) -> None:
    found = wilson(hits, trials)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(trials=st.integers(0, 500), share=st.floats(0, 1))
def test_wilsons_interval_is_mirrored_and_holds_the_share(trials: int, share: float) -> None:
    hits = round(share * trials)
    here, there = wilson(hits, trials), wilson(trials - hits, trials)
    assert here.low == pytest.approx(1 - there.high, abs=1e-12)
    assert 0 <= here.low <= here.value <= here.high <= 1
    with pytest.raises(BadParameter, match="trials"):
        wilson(trials + 1, trials)


def test_the_bootstrap_covers_the_mean_of_skewed_measures() -> None:
    random, truth = np.random.default_rng(9), math.exp(0.5**2 / 2)
    samples = np.exp(random.normal(0, 0.5, size=(600, 50)))
    found = [bootstrap(list(sample), np.mean, seed=1, resamples=1000) for sample in samples]
    assert 0.92 <= coverage(found, truth) <= 0.975
    too_high = sum(estimate.low > truth for estimate in found) / len(found)
    too_low = sum(estimate.high < truth for estimate in found) / len(found)
    assert max(too_high, too_low) < 0.06


def test_the_interval_of_the_median_covers_it() -> None:
    samples = np.random.default_rng(10).exponential(size=(2000, 40))
    found = [median(list(sample)) for sample in samples]
    assert 0.94 <= coverage(found, math.log(2)) <= 0.985  # exact: at least 0.95, in whole ranks
    boot = [bootstrap(list(sample), np.median, resamples=500) for sample in samples[:400]]
    assert 0.91 <= coverage(boot, math.log(2)) <= 0.98


def test_the_bootstrap_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    sample = np.random.default_rng(11).exponential(size=60)
    other = stats.bootstrap((sample,), np.mean, method="BCa", n_resamples=20000, rng=1)
    found = bootstrap(list(sample), np.mean, resamples=20000)
    assert found.value == pytest.approx(sample.mean())
    width = found.high - found.low
    assert found.low == pytest.approx(other.confidence_interval.low, abs=0.03 * width)
    assert found.high == pytest.approx(other.confidence_interval.high, abs=0.03 * width)


def test_the_same_seed_gives_the_same_interval() -> None:
    sample = [1.0, 2.0, 4.0, 8.0, 9.0, 30.0]
    assert mean(sample, seed=3) == mean(sample, seed=3)
    assert mean(sample, seed=3) != mean(sample, seed=4)


def test_the_median_lies_between_the_ranks_of_the_table() -> None:
    """Six values: only smallest and largest do; 25 values: the 8th and the 18th (Dixon, Massey)."""
    assert median([5, 1, 4, 2, 6, 3]) == Estimate(3.5, 1, 6)
    assert median([1, 2, 3, 4, 5]) == Estimate(3, -math.inf, math.inf)
    assert median(list(range(1, 26))) == Estimate(13, 8, 18)


def test_single_and_equal_values_and_none() -> None:
    assert mean([7.0]) == Estimate(7, -math.inf, math.inf)
    assert mean([7.0] * 30) == Estimate(7, 7, 7)
    with pytest.raises(BadParameter, match="no values"):
        mean([])
    with pytest.raises(BadParameter, match="finite"):
        median([1.0, math.nan])


# Paired tests and corrections.


def enumerated(differences: Sequence[float]) -> float:
    """Wilcoxon's two-sided p-value, by going through every choice of signs."""
    sizes = [abs(value) for value in differences if value]
    ranks = [
        sum(other < size for other in sizes) + (sum(other == size for other in sizes) + 1) / 2
        for size in sizes
    ]
    signed = [value for value in differences if value]
    seen = sum(rank for rank, value in zip(ranks, signed, strict=True) if value > 0)
    least = min(seen, sum(ranks) - seen)
    choices = list(product((0, 1), repeat=len(ranks)))
    sums = [sum(r for r, chosen in zip(ranks, choice, strict=True) if chosen) for choice in choices]
    return min(1.0, 2 * sum(total <= least for total in sums) / len(sums))


@given(differences=st.lists(st.integers(-6, 6), min_size=1, max_size=9))
@settings(deadline=None)
def test_signed_ranks_equal_the_enumeration_of_all_signs(differences: list[int]) -> None:
    assert signed_rank_test(differences).p_value == pytest.approx(enumerated(differences))


@given(differences=st.lists(st.integers(-6, 6), min_size=1, max_size=9))
def test_signs_equal_the_binomial(differences: list[int]) -> None:
    found = sign_test(differences)
    signs = found.larger + found.smaller
    tail = sum(math.comb(signs, k) for k in range(min(found.larger, found.smaller) + 1)) / 2**signs
    assert found.p_value == pytest.approx(min(1, 2 * tail))
    assert signs == sum(value != 0 for value in differences)


@pytest.mark.parametrize("size", [15, 59, 61, 400])
def test_paired_tests_agree_with_scipy(size: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    differences = np.random.default_rng(12).normal(0.2, 1, size)
    method = "exact" if size <= 60 else "approx"
    expected = stats.wilcoxon(differences, method=method, correction=True).pvalue
    assert signed_rank_test(list(differences)).p_value == pytest.approx(expected, rel=1e-9)
    larger = int(np.sum(differences > 0))
    assert sign_test(list(differences)).p_value == pytest.approx(
        stats.binomtest(larger, size).pvalue, rel=1e-9
    )


def test_the_normal_approximation_with_ties_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    differences = np.random.default_rng(13).integers(-5, 7, 300)
    expected = stats.wilcoxon(differences, method="approx", correction=True).pvalue
    assert signed_rank_test([*differences]).p_value == pytest.approx(expected, rel=1e-6)


def test_holm_by_hand() -> None:
    """0.005 · 4, 0.01 · 3, 0.03 · 2, and 0.04 · 1 raised to what went before."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([0.5, 0.9]) == (1, 1)
    assert holm([]) == ()


def test_benjamini_and_hochberg_by_hand() -> None:
    """0.005 · 4/1, 0.01 · 4/2, 0.03 · 4/3 = 0.04 · 4/4."""
    assert benjamini_hochberg([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.02, 0.04, 0.04, 0.02))
    assert benjamini_hochberg([0.04, 0.01]) == pytest.approx((0.04, 0.02))
    assert benjamini_hochberg([]) == ()


@given(p_values=st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_corrections_keep_the_order_and_holm_is_the_stricter(p_values: list[float]) -> None:
    strict, mild = holm(p_values), benjamini_hochberg(p_values)
    for p_value, one, other in zip(p_values, strict, mild, strict=True):
        assert p_value <= other * (1 + 1e-12) <= one * (1 + 1e-9) <= 1 + 1e-6
    order = np.argsort(p_values, kind="stable")
    for adjusted in (strict, mild):
        assert [adjusted[place] for place in order] == sorted(adjusted)
