"""Evaluations of Tic-tac-toe."""

from plyground.bits import popcount
from plyground.games.tic_tac_toe import LINES, Position
from plyground.heuristics.heuristic import heuristic


@heuristic("tic_tac_toe", default=True)
def open_lines(position: Position) -> int:
    """Lines I can still fill minus lines they can."""
    mine = theirs = 0
    for cells in LINES:
        if not position.theirs & cells:
            mine += 1
        if not position.mine & cells:
            theirs += 1
    return mine - theirs


@heuristic("tic_tac_toe")
def nothing(position: Position) -> int:
    """0 everywhere: only wins and losses within sight count."""
    return 0


@heuristic("tic_tac_toe")
def cells(position: Position) -> int:
    """My cells minus theirs: whose turn it is, and little else."""
    return popcount(position.mine) - popcount(position.theirs)
