"""What Connect Four's solver claims without searching, compared with whole boards.

Every reachable position of every board below was given its score by the rules alone; a bound that
is wrong anywhere, or that never speaks, fails.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from whole_boards import Board, Ply, whole_game

from plyground.jit import compiled
from plyground.solve.connect_four_bounds import NOTHING_KNOWN, bound_on
from plyground.solve.connect_four_lines import has_line_on, lines_on, threats_on

BOTH_SPEAK = [Board(4, 4, 4), Board(4, 4, 3), Board(6, 3, 3), Board(6, 4, 3), Board(4, 5, 4)]
ONE_SPEAKS = [Board(2, 7, 3), Board(6, 3, 4)]
"""Even heights without a first player who waits above a cell that nobody wants: none has time."""
SMALL = [Board(3, 4, 3), Board(4, 4, 4), Board(3, 5, 5), Board(4, 3, 2)]


def bounds_of(board: Board, ply: Ply) -> Any:
    """What is said about each position, as it is asked: with the threats of who has just moved."""
    each, found = _each(bound_on(*board)), np.empty(len(ply.mine), np.int64)
    theirs = ply.mine ^ ply.filled
    each(ply.mine, ply.filled, ply.played, board.threats(theirs, ply.filled), found)
    return found


def _each(bound: Callable[[int, int, int, int], int]) -> Callable[..., None]:
    @compiled
    def each(mine: Any, filled: Any, played: int, threats: Any, found: Any) -> None:
        for place in range(len(mine)):
            found[place] = bound(mine[place], filled[place], played, threats[place])

    return each


def landings(board: Board, filled: Any) -> Any:
    return sum(board.landing(filled, column) for column in range(board.columns))


def quiet(board: Board, ply: Ply) -> Any:
    """Where who has just moved cannot win with the next disc: the search asks for bounds there."""
    threats = board.threats(ply.mine ^ ply.filled, ply.filled)
    return threats & landings(board, ply.filled) == 0


@pytest.mark.parametrize("board", BOTH_SPEAK + ONE_SPEAKS, ids=lambda board: board.text)
def test_no_score_on_a_whole_board_is_above_its_bound(board: Board) -> None:
    spoken, tight = [0, 0], [0, 0]
    for ply in whole_game(board)[:-1]:
        found = bounds_of(board, ply)
        wrong = (found != NOTHING_KNOWN) & (ply.score > found)
        examples = list(zip(ply.mine[wrong], ply.filled[wrong], strict=True))
        assert not examples, f"{len(examples)} after {ply.played} discs, the first {examples[:1]}"
        asked = quiet(board, ply)
        spoken[ply.played % 2] += int((asked & (found != NOTHING_KNOWN)).sum())
        tight[ply.played % 2] += int((asked & (found == ply.score)).sum())
    follow_up, zugzwang = spoken
    assert follow_up > 0
    assert (zugzwang > 0) == (board in BOTH_SPEAK)
    assert 2 * sum(tight) > sum(spoken), "hardly ever the score itself"


def test_nothing_is_said_about_boards_of_odd_height() -> None:
    board = Board(3, 4, 3)
    for ply in whole_game(board)[:-1]:
        assert (bounds_of(board, ply) == NOTHING_KNOWN).all()


@pytest.mark.parametrize("board", SMALL, ids=lambda board: board.text)
def test_threats_and_lines_are_those_found_cell_by_cell(board: Board) -> None:
    threats, has_line = threats_on(*board), has_line_on(board.rows, board.connect)
    count = lines_on(board.rows, board.connect)
    lines = [sum(line) for line in board.lines()]
    for ply in whole_game(board):
        expected = board.threats(ply.mine, ply.filled).tolist()
        positions = zip(ply.mine.tolist(), ply.filled.tolist(), expected, strict=True)
        for mine, filled, cells in list(positions)[:1000]:
            assert threats(mine, filled) == cells
            assert count(filled) == sum(filled & line == line for line in lines)
            assert has_line(filled) == (count(filled) > 0)


@pytest.mark.parametrize("board", [Board(4, 4, 4), Board(3, 5, 3)], ids=lambda board: board.text)
def test_two_threats_at_once_or_one_above_the_other_win_with_the_disc_after_next(
    board: Board,
) -> None:
    """And early on, when nobody is short of moves, nothing else does."""
    cells = board.rows * board.columns
    for ply in whole_game(board)[:-1]:
        made = makes_a_double_threat(board, ply)
        most = (cells - ply.played - 1) // 2
        assert (ply.score[made] >= most).all()
        if ply.played < cells // 2:
            assert made[ply.score == most].all()
    assert any(makes_a_double_threat(board, ply).any() for ply in whole_game(board))


def makes_a_double_threat(board: Board, ply: Ply) -> Any:
    """Where a move that lets the opponent win nowhere leaves two ways to complete a line."""
    theirs, filled = ply.mine ^ ply.filled, ply.filled
    found = np.zeros(len(filled), bool)
    for column in range(board.columns):
        move = board.landing(filled, column)
        after = filled | move
        playable = landings(board, after)
        safe = (move != 0) & (board.threats(theirs, after) & playable == 0)
        mine_now = board.threats(ply.mine | move, after)
        now = mine_now & playable
        found |= safe & ((now & now - 1 != 0) | (now << 1 & mine_now != 0))
    return found
