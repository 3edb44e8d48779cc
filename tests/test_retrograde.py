"""Retrograde analysis, on small graphs that are not a game's, against plain iteration."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games.game import DRAWN, LOST, WON
from plyground.solve.oracle import Truth
from plyground.solve.retrograde import (
    DRAW,
    Table,
    Workers,
    better,
    carry_loss,
    carry_win,
    decided,
    depths,
    fresh_table,
    in_blocks,
    mark_pending,
    of_the_move,
    settle,
    truth,
)

VALUES = st.one_of(st.integers(0, 40), st.just(DRAW))


@settings(deadline=None)  # the first example compiles
@given(VALUES, VALUES)
def test_the_better_value_is_the_one_of_higher_rank(one: int, other: int) -> None:
    assert truth(better(one, other)).rank == max(truth(one).rank, truth(other).rank)


@settings(deadline=None)  # the first example compiles
@given(VALUES)
def test_a_move_is_worth_the_opposite_of_what_it_leads_to(value: int) -> None:
    assert truth(of_the_move(value)) == truth(value).of_the_move()


def test_a_byte_says_won_drawn_or_lost_and_when() -> None:
    assert truth(0) == Truth(LOST, 0)
    assert truth(203) == Truth(WON, 203)
    assert truth(204) == Truth(LOST, 204)
    assert truth(DRAW) == Truth(DRAWN, None)


Graph = tuple[list[list[int]], list[list[int]]]
"""Two sides by turns: for each position its quiet moves, and the values its captures lead to."""


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Graph, Graph]:
    sizes = draw(st.integers(1, 8)), draw(st.integers(1, 8))

    def side(own: int, other: int) -> Graph:
        moves = st.lists(st.integers(0, other - 1), max_size=4)
        captures = st.lists(st.one_of(st.integers(0, 9), st.just(DRAW)), max_size=2)
        return (
            draw(st.lists(moves, min_size=own, max_size=own)),
            draw(st.lists(captures, min_size=own, max_size=own)),
        )

    return side(*sizes), side(*reversed(sizes))


def started(graph: Graph) -> Table:
    table = fresh_table(1, len(graph[0]))
    for slot, (quiet, captures) in enumerate(zip(*graph, strict=True)):
        table.count[0, slot] = len(quiet)
        for value in captures:
            table.value[0, slot] = better(int(table.value[0, slot]), of_the_move(value))
    mark_pending(table, 0)
    return table


def analyzed(graph: tuple[Graph, Graph]) -> list[list[int]]:
    """By the steps of the analysis, over explicit edges."""
    tables = tuple(started(side) for side in graph)
    for depth in depths(tables):
        found = [np.zeros(8, np.uint16) for _ in tables]
        lengths = [
            decided(table, 0, depth, each) for table, each in zip(tables, found, strict=True)
        ]
        for side, table in enumerate(tables):
            just_decided = found[1 - side][: lengths[1 - side]].tolist()
            carry = carry_win if depth & 1 else carry_loss
            for slot, quiet in enumerate(graph[side][0]):
                for move in quiet:
                    if move in just_decided:
                        carry(table, 0, slot, depth + 1)
    for table in tables:
        settle(table, 0, 1)
    return [table.value[0].tolist() for table in tables]


def iterated(graph: tuple[Graph, Graph]) -> list[list[int]]:
    """Sweep over all positions; in sweep n settle those that end within n plies."""
    known: list[dict[int, int]] = [{}, {}]
    for depth in range(60):
        fresh = []
        for side, (moves, captures) in enumerate(graph):
            for slot, (quiet, taken) in enumerate(zip(moves, captures, strict=True)):
                after = [known[1 - side].get(move, DRAW) for move in quiet] + taken
                value = 0
                for each in after:
                    value = better(value, of_the_move(each))
                if slot not in known[side] and value == depth:
                    fresh.append((side, slot))
        for side, slot in fresh:
            known[side][slot] = depth
    return [[known[side].get(slot, DRAW) for slot in range(len(graph[side][0]))] for side in (0, 1)]


@settings(deadline=None)  # the first example compiles
@given(graphs())
def test_steps_backwards_find_what_sweeps_forwards_find(graph: tuple[Graph, Graph]) -> None:
    assert analyzed(graph) == iterated(graph)


def test_depths_include_those_that_become_pending_on_the_way() -> None:
    table = fresh_table(2, 3)
    table.pending[1, 2] = 1
    seen = []
    for depth in depths((table,)):
        seen.append(depth)
        if depth == 2:
            table.pending[0, 7] = 1
    assert seen == [2, 7]


@pytest.mark.parametrize("blocks", [1, 7, 1000])
def test_every_block_is_worked_on_once(blocks: int) -> None:
    seen = np.zeros(blocks, np.int64)

    def work(first: int, last: int) -> None:
        seen[first:last] += 1

    with Workers(3) as pool:
        in_blocks(work, blocks, pool)
    assert (seen == 1).all()


def test_what_goes_wrong_in_a_thread_is_heard_of() -> None:
    def work(first: int, last: int) -> None:
        raise ValueError("in a thread")

    with Workers(2) as pool, pytest.raises(ValueError, match="in a thread"):
        in_blocks(work, 5, pool)
