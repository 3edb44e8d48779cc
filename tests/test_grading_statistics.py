"""Rank correlation, AUC and calibration, against naive counting and known vectors."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.experiments.agreement import (
    auc,
    auc_difference,
    bounded_mean,
    curve,
    kendall,
    placements,
)

NUMBERS = st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=25)
PAIRS = st.lists(st.tuples(st.integers(-4, 4), st.integers(-1, 1)), min_size=2, max_size=25)


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def naive_auc(high: list[float], low: list[float]) -> float:
    wins = sum((one > other) + (one == other) / 2 for one in high for other in low)
    return wins / (len(high) * len(low))


def naive_tau(pairs: list[tuple[int, int]]) -> float | None:
    both = [(sign(a - c), sign(b - d)) for a, b in pairs for c, d in pairs]
    first, second = (sum(abs(each[side]) for each in both) for side in (0, 1))
    return sum(a * b for a, b in both) / math.sqrt(first * second) if first and second else None


@given(NUMBERS, NUMBERS)
def test_the_area_is_the_share_of_pairs_in_the_right_order(
    high: list[float], low: list[float]
) -> None:
    found = auc(high, low)
    assert found is not None
    assert found.value == pytest.approx(naive_auc(high, low))
    assert 0 <= found.low <= found.value <= found.high <= 1


@given(NUMBERS, NUMBERS)
def test_both_kinds_of_placements_have_the_area_as_their_mean(
    high: list[float], low: list[float]
) -> None:
    above, below = placements(high, low)
    assert above.mean() == pytest.approx(naive_auc(high, low))
    assert below.mean() == pytest.approx(naive_auc(high, low))


@given(NUMBERS, NUMBERS)
def test_the_area_of_the_opposite_is_the_rest_and_so_is_its_interval(
    high: list[float], low: list[float]
) -> None:
    one, other = auc(high, low), auc(low, high)
    assert one is not None and other is not None
    assert (one.value, one.low, one.high) == pytest.approx(
        (1 - other.value, 1 - other.high, 1 - other.low)
    )


def test_without_pairs_there_is_no_area() -> None:
    assert auc([], [1.0]) is None
    assert auc([1.0], []) is None


def test_ten_perfect_pairs_are_no_proof_of_perfection() -> None:
    found = auc([1.0] * 10, [0.0] * 10)
    assert found is not None
    assert found.value == found.high == 1
    assert 0.7 < found.low < 0.9


def test_the_interval_of_an_area_covers_it_about_as_often_as_it_says() -> None:
    random, covered = np.random.default_rng(5), 0
    truth = 0.7602  # P(x > y) of normal x, y one standard deviation apart
    for _ in range(400):
        found = auc(random.normal(1, 1, 40).tolist(), random.normal(0, 1, 30).tolist())
        assert found is not None
        covered += found.low <= truth <= found.high
    assert 0.92 <= covered / 400 <= 0.99


@settings(deadline=None, max_examples=60)
@given(PAIRS)
def test_tau_counts_pairs_in_the_same_order(pairs: list[tuple[int, int]]) -> None:
    found = kendall([float(a) for a, _ in pairs], [float(b) for _, b in pairs])
    expected = naive_tau(pairs)
    assert (found is None) == (expected is None)
    if found is not None:
        assert found.value == pytest.approx(expected, abs=1e-6)
        assert -1 <= found.low <= found.value <= found.high <= 1


@pytest.mark.parametrize(
    ("first", "second", "tau"),
    [  # as scipy.stats.kendalltau 1.17 has them
        ([1, 2, 3, 4, 5, 5], [2, 1, 3, 4, 4, 5], 0.7857142857142857),
        ([12, 2, 1, 12, 2], [1, 4, 7, 1, 0], -0.4714045207910316),
        ([1, 2, 3], [1, 2, 3], 1.0),
        ([1, 2, 3], [3, 2, 1], -1.0),
    ],
)
def test_tau_of_known_vectors(first: list[float], second: list[float], tau: float) -> None:
    found = kendall(first, second)
    assert found is not None
    assert found.value == pytest.approx(tau, abs=1e-6)


def test_the_same_seed_gives_the_same_interval_of_tau() -> None:
    values, truths = [3.0, 1, 4, 1, 5, 9, 2, 6], [1.0, 0, 1, -1, 1, 1, 0, 0]
    assert kendall(values, truths, seed=7) == kendall(values, truths, seed=7)
    assert kendall(values, truths, seed=7) != kendall(values, truths, seed=8)


def test_the_interval_of_tau_covers_it_about_as_often_as_it_says() -> None:
    random, covered = np.random.default_rng(6), 0
    truth = 2 / math.pi * math.asin(0.5)  # of two normal variables with correlation ½
    for seed in range(200):
        first = random.normal(0, 1, 100)
        second = first / 2 + random.normal(0, math.sqrt(0.75), 100)
        found = kendall(first.tolist(), second.tolist(), seed=seed)
        assert found is not None
        covered += found.low <= truth <= found.high
    assert 0.9 <= covered / 200 <= 0.99


def test_a_difference_of_areas_is_theirs_and_none_is_no_finding() -> None:
    random = np.random.default_rng(3)
    high, low = random.normal(1, 1, 80), random.normal(0, 1, 80)
    noise = random.normal(0, 2, 80), random.normal(0, 2, 80)
    better, worse = (high, low), (high + noise[0], low + noise[1])
    found = auc_difference(better, worse)  # type: ignore[arg-type]
    expected = naive_auc(list(high), list(low)) - naive_auc(list(worse[0]), list(worse[1]))
    assert found.value == pytest.approx(expected)
    assert found.p_value < 0.05
    same = auc_difference(better, better)  # type: ignore[arg-type]
    assert (same.value, same.p_value) == (0, 1)


def test_areas_of_equally_good_values_seldom_differ() -> None:
    random, found = np.random.default_rng(4), 0
    for _ in range(300):
        truth = random.normal(1, 1, 40), random.normal(0, 1, 40)
        one, other = (
            tuple((each + random.normal(0, 1, 40)).tolist() for each in truth) for _ in range(2)
        )
        found += auc_difference(one, other).p_value < 0.05
    assert found / 300 < 0.09


def test_the_interval_of_a_difference_excludes_zero_just_where_its_p_value_is_small() -> None:
    random, excluded = np.random.default_rng(6), []
    for shift in np.linspace(0, 1, 60):
        high, low = random.normal(1, 1, 40), random.normal(0, 1, 40)
        worse = (high + random.normal(-shift, 0.5, 40)).tolist()
        found = auc_difference((high.tolist(), low.tolist()), (worse, low.tolist()))
        assert found.estimate.excludes(0) == (found.p_value < 0.05)
        assert found.estimate.low < found.value < found.estimate.high
        excluded.append(found.estimate.excludes(0))
    assert True in excluded and False in excluded


def test_one_pair_proves_no_difference_however_perfect() -> None:
    assert auc_difference(([1.0], [0.0]), ([0.0], [1.0])).p_value > 0.05


def test_a_mean_of_nothing_but_zeros_is_not_certain() -> None:
    found = bounded_mean([0.0] * 50)
    assert found.value == found.low == 0
    assert 0.05 < found.high < 0.1


@given(PAIRS, st.integers(1, 12))
def test_bins_hold_every_position_once_and_never_part_equal_values(
    pairs: list[tuple[int, int]], bins: int
) -> None:
    found = curve([float(a) for a, _ in pairs], [b for _, b in pairs], bins)
    assert sum(each.positions for each in found) == len(pairs)
    assert sum(each.won for each in found) == sum(b == 1 for _, b in pairs)
    assert all(one.high < other.low for one, other in pairwise(found))
    assert len(found) <= bins


def test_the_points_of_a_bin_are_the_mean_of_its_outcomes() -> None:
    low, high = curve([1.0, 1.0, 2.0, 2.0], [-1, 0, 1, 1], bins=2)
    assert (low.won, low.drawn, low.lost, low.points.value) == (0, 1, 1, 0.25)
    assert (high.low, high.high, high.points.value) == (2, 2, 1)
