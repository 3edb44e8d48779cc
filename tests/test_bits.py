"""Boards of one and two words act like Python's integers, compiled and interpreted."""

from operator import and_, index, lshift, or_, rshift, xor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import bits
from plyground.bits import MOST, WORD, Wide, below, lowest, popcount, reverse, scrambled
from plyground.jit import compiled, interpreted

wide = st.integers(0, (1 << MOST) - 1)
narrow = st.integers(0, (1 << WORD) - 1)


def as_wide(number: int) -> Wide:
    board = bits.board(number, MOST)
    assert isinstance(board, Wide)
    return board


@compiled
def all_of(left: Wide, right: Wide, count: int) -> tuple[Wide, Wide, Wide, Wide, Wide]:
    return left & right, left | right, left ^ right, left << count, left >> count


@compiled
def facts(board: Any) -> tuple[int, int, Any]:
    return bits.popcount(board), bits.lowest(board), bits.without_lowest(board)


@given(left=wide, right=wide, count=st.integers(0, MOST - 1))
@settings(deadline=None)
def test_wide_boards_act_like_one_integer(left: int, right: int, count: int) -> None:
    expected = [
        and_(left, right),
        or_(left, right),
        xor(left, right),
        lshift(left, count) % (1 << MOST),
        rshift(left, count),
    ]
    one, other = as_wide(left), as_wide(right)
    assert [index(board) for board in all_of(one, other, count)] == expected
    assert [index(board) for board in interpreted(all_of)(one, other, count)] == expected


@given(number=wide.filter(bool))
@settings(deadline=None)
def test_counting_and_lowest_bit_of_a_wide_board(number: int) -> None:
    least = number & -number
    expected = (number.bit_count(), least.bit_length() - 1, as_wide(number ^ least))
    assert facts(as_wide(number)) == expected
    assert interpreted(facts)(as_wide(number)) == expected


@given(number=narrow.filter(bool))
@settings(deadline=None)
def test_counting_and_lowest_bit_of_a_narrow_board(number: int) -> None:
    least = number & -number
    assert facts(number) == (popcount(number), lowest(number), number ^ least)
    assert interpreted(facts)(number) == facts(number)


@compiled
def reversed_bits(number: int) -> int:
    return bits.reverse(number)


@given(number=narrow)
@settings(deadline=None)
def test_reversing_twice_changes_nothing(number: int) -> None:
    assert reverse(reverse(number)) == number
    assert reversed_bits(number) == reverse(number)


@given(number=narrow, limit=st.integers(1, 1000))
@settings(deadline=None)
def test_scrambled_numbers_are_the_same_compiled_and_interpreted(number: int, limit: int) -> None:
    assert 0 <= scrambled(number) == interpreted(scrambled)(number) < 1 << WORD
    assert 0 <= below(number, limit) == interpreted(below)(number, limit) < limit


def test_scrambled_numbers_fall_evenly() -> None:
    counts = [0] * 7
    for number in range(70_000):
        counts[below(scrambled(number), 7)] += 1
    chi_squared = sum((count - 10_000) ** 2 / 10_000 for count in counts)
    assert chi_squared < 22.46  # 99.9 % of fair dice with seven faces


def test_a_wide_board_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="compare it with the empty board"):
        bool(as_wide(0))
