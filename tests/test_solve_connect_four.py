"""Connect Four's solver is right: on published positions, on whole small boards, against itself."""

import os
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whole_boards import Board, whole_game

from plyground.bits import popcount
from plyground.errors import BadParameter
from plyground.games import load_game
from plyground.games.connect_four import Position
from plyground.games.game import DRAWN, LOST, ONGOING, WON
from plyground.solve.connect_four import ConnectFour, next_question
from plyground.solve.exhaustive import Exhaustive
from plyground.solve.oracle import Truth

DATA = Path(os.environ.get("PLYGROUND_DATA", Path(__file__).parents[2] / "shared" / "data"))
SETS = {"L3_R1": 1000, "L2_R1": 1000, "L1_R1": 1000, "L2_R2": 1000, "L1_R2": 100, "L1_R3": 10}
"""Pons' sets, and how many positions of each are solved here."""
GAME = load_game("connect_four")

WHOLE = {
    Board(3, 4, 3): 1,
    Board(4, 4, 4): 1,
    Board(3, 5, 4): 1,
    Board(3, 5, 5): 1,
    Board(3, 3, 2): 1,
}
SAMPLED = {Board(4, 5, 3): 61, Board(5, 4, 4): 301}
"""Boards all of whose positions have scores, and of how many one is solved: odd and even heights,
2, 3, 4 and 5 in a line."""


@cache
def solver(table: int = 22) -> ConnectFour:
    return ConnectFour(GAME, table)


@st.composite
def late_positions(draw: st.DrawFn) -> Position:
    """After 18 random moves or more; some games are over by then."""
    moves = GAME.random_game(draw(st.integers(0, 10**6)), 0, draw(st.integers(18, 42)))
    return played(moves)


def played(moves: list[int]) -> Position:
    position: Position = GAME.start
    for move in moves:
        position = GAME.plain.play(position, move)
    return position


def mirrored(position: Position) -> Position:
    def turned(discs: int) -> int:
        return sum((discs >> 7 * column & 127) << 7 * (6 - column) for column in range(7))

    return Position(turned(position.mine), turned(position.filled))


# --- against others -------------------------------------------------------------------------------


@pytest.mark.skipif(not DATA.is_dir(), reason=f"no reference data in {DATA}: set PLYGROUND_DATA")
@pytest.mark.parametrize(("name", "count"), SETS.items())
def test_every_published_position_has_its_published_score(name: str, count: int) -> None:
    lines = (DATA / "connect_four" / f"Test_{name}").read_text().splitlines()[:count]
    assert len(lines) == count
    for line in lines:
        moves, score = line.split()
        assert solver().score(GAME.after(list(moves))) == int(score), moves


def positions_of(board: Board, one_of: int) -> Iterator[tuple[int, Position, int]]:
    """How many discs, the position, and its score."""
    for ply in whole_game(board):
        chosen = slice(None, None, one_of if len(ply.mine) > one_of else 1)
        for mine, filled, score in zip(
            ply.mine[chosen].tolist(),
            ply.filled[chosen].tolist(),
            ply.score[chosen].tolist(),
            strict=True,
        ):
            yield ply.played, Position(mine, filled), score


@pytest.mark.parametrize(
    ("board", "one_of"), (WHOLE | SAMPLED).items(), ids=lambda board: getattr(board, "text", None)
)
def test_scores_of_small_boards_are_those_of_plain_rules(board: Board, one_of: int) -> None:
    found = ConnectFour(load_game(board.text), table=12)
    for discs, position, score in positions_of(board, one_of):
        assert found.score(position) == score, (discs, position)


@pytest.mark.parametrize("board", [Board(3, 4, 3), Board(3, 3, 2)], ids=lambda board: board.text)
def test_outcome_and_plies_are_those_of_plain_minimax(board: Board) -> None:
    game = load_game(board.text)
    fast, plain = ConnectFour(game, table=12), Exhaustive(game)
    for _, position, _ in positions_of(board, 1):
        assert fast.value(position) == plain.value(position), position
        if game.plain.outcome(position) == ONGOING:
            assert fast.moves(position) == plain.moves(position), position


# --- against itself -------------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(late_positions())
def test_a_mirror_image_has_the_same_score(position: Position) -> None:
    assert solver().score(position) == solver().score(mirrored(position))


@settings(deadline=None, max_examples=60)
@given(late_positions())
def test_a_position_is_worth_its_best_move(position: Position) -> None:
    truth = solver().value(position)
    assert truth is not None
    if GAME.plain.outcome(position) != ONGOING:
        assert truth == Truth(GAME.plain.outcome(position), 0)
        return
    values, best = solver().moves(position), solver().best(position)
    assert values is not None and best is not None
    assert max(values.values(), key=lambda each: each.rank) == truth
    assert best[1] == truth == values[best[0]]


@settings(deadline=None, max_examples=60)
@given(late_positions())
def test_the_line_is_legal_and_ends_the_game_when_the_truth_says(position: Position) -> None:
    truth, line = solver().value(position), solver().line(position)
    assert truth is not None and len(line) == truth.plies
    for move in line:
        assert GAME.plain.outcome(position) == ONGOING
        assert move in GAME.moves(position)
        position = GAME.plain.play(position, move)
    sign = -1 if len(line) % 2 else 1
    assert GAME.plain.outcome(position) == sign * truth.outcome


@pytest.mark.parametrize("table", [1, 8])
def test_a_tiny_table_gives_the_same_scores(table: int) -> None:
    for number in range(150):
        position = played(GAME.random_game(4, number, 22 + number % 18))
        assert solver(table).score(position) == solver().score(position), position


@settings(deadline=None, max_examples=30)
@given(late_positions())
def test_a_solver_that_forgot_visits_the_same_nodes_again(position: Position) -> None:
    counts = []
    for _ in range(2):
        solver().forget()
        solver().score(position)
        counts.append(solver().nodes)
    assert counts[0] == counts[1]


def test_forgetting_more_often_than_there_are_generations_starts_a_fresh_table() -> None:
    position = played(GAME.random_game(5, 0, 20))
    score = solver(1).score(position)  # so small a table leaves two bits to count with
    for _ in range(9):
        solver(1).forget()
        assert solver(1).nodes == 0
        assert solver(1).score(position) == score


@given(st.integers(-25, 24), st.integers(1, 50))
def test_a_question_lies_between_what_is_known_so_that_each_answer_says_more(
    low: int, more: int
) -> None:
    high = min(low + more, 25)
    assert low <= next_question(low, high) < high


# --- time, stops and borders ----------------------------------------------------------------------


def test_when_time_is_up_bounds_remain() -> None:
    solver().forget()
    found = solver().bounds(GAME.start, seconds=0.05)
    assert not found.exact
    assert found.low <= 1 <= found.high
    assert solver().value(GAME.start, seconds=0.05) is None
    assert solver().moves(GAME.start, seconds=0.05) is None
    assert solver().best(GAME.start, seconds=0.05) is None


def test_a_search_that_was_stopped_knows_bounds_and_the_next_is_exact() -> None:
    solver().forget()
    found = []
    thread = threading.Thread(target=lambda: found.append(solver().bounds(GAME.start)))
    thread.start()
    while solver().nodes < 10_000:
        time.sleep(0.01)
    assert solver().so_far.low < solver().so_far.high
    solver().stop()
    thread.join()
    assert found[0].low <= 1 <= found[0].high and not found[0].exact
    position = GAME.after(list("274552224131661"))  # the first of L2_R2
    assert solver().score(position) == 0


@pytest.mark.parametrize(
    ("moves", "score"), [("32751571231557", -3), ("335662333565", -2), ("2416615552", 4)]
)
def test_a_search_that_is_interrupted_again_and_again_remembers_nothing_wrong(
    moves: str, score: int
) -> None:
    """The first three positions of L1_R2."""
    position, seconds = GAME.after(list(moves)), 0.001
    solver().forget()
    found = solver().bounds(position, seconds)
    while not found.exact:
        assert found.low <= score <= found.high
        seconds *= 1.3
        found = solver().bounds(position, seconds)
    assert found.low == score


def test_a_move_can_be_chosen_after_a_stop() -> None:
    position = GAME.after(list("32164625"))  # the first of L1_R1
    score = solver().score(position)
    move = solver().best_move(position, score)
    solver().forget()
    solver().stop()
    assert solver().best_move(position, score) == move
    assert move is not None and -solver().score(GAME.plain.play(position, move)) == score


def test_no_move_is_worth_more_than_the_position() -> None:
    position = GAME.after(list("32164625"))
    assert solver().best_move(position, solver().score(position) + 1) is None


def test_a_choice_that_is_stopped_is_none() -> None:
    """That column 4 is worth the score of the empty board takes a while to show."""
    solver().forget()
    chosen: list[int | None] = []
    thread = threading.Thread(target=lambda: chosen.append(solver().best_move(GAME.start, 1)))
    thread.start()
    while solver().nodes < 10_000:
        time.sleep(0.01)
    solver().stop()
    thread.join()
    assert chosen == [None]


def test_a_finished_game_has_the_score_of_the_disc_that_ended_it() -> None:
    position = GAME.after(list("1212121"))
    assert solver().value(position) == Truth(LOST, 0)
    assert solver().score(position) == -18  # won with its 18th disc from the end, the fourth
    assert solver().score(GAME.after(list("121212"))) == 18
    assert solver().line(position) == []
    assert solver().moves(position) == {}


def test_a_full_board_is_a_draw() -> None:
    full = GAME.after(list("115764373664531443243553522776711147566222"))
    assert solver().value(full) == Truth(DRAWN, 0)
    assert solver().score(full) == 0


def test_what_a_score_says_about_the_end() -> None:
    assert solver().truth(GAME.start, 1) == Truth(WON, 41)
    assert solver().truth(GAME.start, 0) == Truth(DRAWN, 42)
    assert solver().truth(GAME.start, -1) == Truth(LOST, 42)
    assert solver().truth(GAME.after(["4"]), -1) == Truth(LOST, 40)


def test_late_positions_are_known_and_early_ones_are_not() -> None:
    assert not solver().knows(GAME.start)
    late = played(GAME.random_game(1, 0, 20))
    assert popcount(late.filled) >= 14 and solver().knows(late)


def test_a_board_beyond_one_word_is_refused_in_words() -> None:
    with pytest.raises(BadParameter, match="a 10×10 board needs 110 bits"):
        ConnectFour(load_game("connect_four(rows=10, columns=10)"))


@pytest.mark.parametrize("table", [-1, 0, 31])
def test_a_table_of_no_size_is_refused_in_words(table: int) -> None:
    with pytest.raises(BadParameter, match=f"table={table} should be from 1 to 30"):
        ConnectFour(GAME, table)


def test_a_table_too_small_to_tell_the_positions_of_a_large_board_apart_is_refused() -> None:
    game = load_game("connect_four(rows=7, columns=7)")
    with pytest.raises(BadParameter, match="table=6 should be from 7 to 30"):
        ConnectFour(game, 6)
    found = ConnectFour(game, 7)
    position = game.start
    for move in game.random_game(3, 0, 30):
        position = game.plain.play(position, move)
    assert found.score(position) == ConnectFour(game, 16).score(position)
