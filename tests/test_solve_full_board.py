"""Connect Four to a full board is solved right: every position of tiny boards, by plain minimax."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whole_boards import Board

from plyground.errors import BadParameter
from plyground.games import load_game
from plyground.games.connect_four import Position
from plyground.games.game import DRAWN, LOST, WON, Game
from plyground.solve import load_oracle
from plyground.solve.exhaustive import Exhaustive
from plyground.solve.full_board import FullBoard
from plyground.solve.oracle import Truth

TINY = [Board(3, 3, 3), Board(3, 3, 2), Board(2, 4, 2), Board(4, 3, 3), Board(1, 5, 2)]


def until_full(board: Board) -> Game:
    return load_game(board.text.replace(")", ", until_full=true)"))


def margins(board: Board) -> dict[Position, int]:
    """Of every position: my lines minus theirs once the board is full, each side doing its best."""
    game, lines, found = until_full(board), [sum(line) for line in board.lines()], {}

    def margin(position: Position) -> int:
        if position not in found:
            moves = game.moves(position)
            after = [-margin(game.plain.play(position, move)) for move in moves]
            found[position] = max(after) if after else counted(position)
        return found[position]

    def counted(position: Position) -> int:
        mine, theirs = position.mine, position.mine ^ position.filled
        return sum((mine & line == line) - (theirs & line == line) for line in lines)

    margin(game.start)
    return found


@pytest.mark.parametrize("board", TINY, ids=lambda board: board.text)
def test_every_margin_is_that_of_plain_minimax(board: Board) -> None:
    game = until_full(board)
    oracle, plain = FullBoard(game, table=10), Exhaustive(game)
    cells, count = board.rows * board.columns, 0
    for position, margin in margins(board).items():
        left = cells - position.filled.bit_count()
        outcome = (margin > 0) - (margin < 0)
        assert oracle.value(position) == Truth(outcome, left, margin), position
        assert plain.value(position).outcome == outcome
        count += 1
    assert count > board.rows * board.columns


@cache
def five_by_four() -> FullBoard:
    return FullBoard(until_full(Board(4, 5, 4)))


def mirrored(position: Position) -> Position:
    def turned(discs: int) -> int:
        return sum((discs >> 5 * column & 31) << 5 * (4 - column) for column in range(5))

    return Position(turned(position.mine), turned(position.filled))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(6, 20))
def test_a_position_is_worth_its_best_move_and_its_mirror_image(seed: int, plies: int) -> None:
    oracle = five_by_four()
    game, position = oracle.game, oracle.game.start
    for move in game.random_game(seed, 0, plies):
        position = game.plain.play(position, move)
    truth, values = oracle.value(position), oracle.moves(position)
    assert truth is not None and values is not None
    if values:
        assert max(values.values(), key=lambda each: each.rank) == truth
    assert oracle.value(mirrored(position)) == truth


def test_full_boards_are_counted() -> None:
    game = until_full(Board(1, 5, 2))
    oracle = load_oracle(game)
    assert oracle.value(game.after(list("14253"))) == Truth(LOST, 0, -1)  # XXXOO: two to one
    assert oracle.value(game.after(list("12345"))) == Truth(DRAWN, 0, 0)  # XOXOX
    assert oracle.value(game.after(list("1425"))) == Truth(WON, 1, 1)
    assert str(oracle.value(game.after(list("1425")))) == "win by 1"


def test_when_time_is_up_nothing_is_known_and_later_everything() -> None:
    game = until_full(Board(5, 5, 3))
    oracle = FullBoard(game, table=16)
    assert oracle.value(game.start, seconds=0.02) is None
    assert not oracle.knows(game.start)
    late = game.after(list("333332222244444"))
    assert oracle.knows(late)
    assert oracle.value(late) is not None


def test_a_board_of_more_than_25_cells_is_refused_in_words() -> None:
    with pytest.raises(BadParameter, match="boards of up to 25 cells are solved"):
        load_oracle(load_game("connect_four(until_full=true)"))
