"""Who wins Connect Four on boards of other sizes: Tromp's table, as far as it takes a second each.

Larger ones, and the seven openings of 6×7, take longer: `python -m bench solve_boards`.
"""

import pytest

from plyground.games import load_game
from plyground.games.game import DRAWN, LOST
from plyground.solve.connect_four import ConnectFour

OUTCOMES = {
    (4, 6): LOST,
    (4, 7): DRAWN,
    (4, 8): LOST,
    (5, 5): DRAWN,
    (5, 6): DRAWN,
    (6, 5): DRAWN,
    (7, 5): DRAWN,
    (8, 4): DRAWN,
}
"""(height, width) -> what becomes of the player who begins."""


@pytest.mark.parametrize(("size", "outcome"), OUTCOMES.items(), ids=str)
def test_the_right_player_wins(size: tuple[int, int], outcome: int) -> None:
    height, width = size
    game = load_game(f"connect_four(rows={height}, columns={width})")
    truth = ConnectFour(game).value(game.start)
    assert truth is not None and truth.outcome == outcome
