"""Tic-tac-toe: the game to copy when you write your own (see CONTRIBUTING.md).

Bit numbers, in the shape of the board; a move is the number of its cell:

     0 1 2
     3 4 5
     6 7 8
"""

from collections.abc import Iterator
from typing import NamedTuple

from plyground.bits import lowest, popcount, without_lowest
from plyground.errors import ImpossiblePosition
from plyground.games.game import DRAWN, LOST, ONGOING, Game, game
from plyground.games.grids import Grid
from plyground.jit import compiled

BOARD = 0b111_111_111
ROWS = (0b000_000_111, 0b000_111_000, 0b111_000_000)
COLUMNS = (0b001_001_001, 0b010_010_010, 0b100_100_100)
DIAGONALS = (0b100_010_001, 0b001_010_100)
LINES = ROWS + COLUMNS + DIAGONALS


class Position(NamedTuple):
    mine: int  # cells of the player to move
    theirs: int  # cells of the other player


@game
def tic_tac_toe() -> Game:
    """Three in a line wins."""

    @compiled
    def legal_moves(position: Position) -> Iterator[int]:
        """Every free cell."""
        free = BOARD ^ position.mine ^ position.theirs
        while free:
            yield lowest(free)
            free = without_lowest(free)

    @compiled
    def play(position: Position, move: int) -> Position:
        """The position after `move`, seen by the other player."""
        return Position(position.theirs, position.mine | 1 << move)

    @compiled
    def outcome(position: Position) -> int:
        """Only the player who just moved can have completed a line."""
        for cells in LINES:
            if position.theirs & cells == cells:
                return LOST
        return DRAWN if position.mine | position.theirs == BOARD else ONGOING

    @compiled
    def turned(cells: int) -> int:
        """A quarter turn: row r, column c goes to row c, column 2 - r."""
        result = 0
        for cell in range(9):
            result |= (cells >> cell & 1) << (cell % 3 * 3 + 2 - cell // 3)
        return result

    @compiled
    def mirrored(cells: int) -> int:
        left, middle, right = COLUMNS
        return (cells & left) << 2 | (cells & middle) | (cells & right) >> 2

    @compiled
    def canonical(position: Position) -> Position:
        """The smallest of the eight turned and mirrored images."""
        image = best = position
        for turn in range(8):
            image = Position(turned(image.mine), turned(image.theirs))
            if turn == 3:
                image = Position(mirrored(image.mine), mirrored(image.theirs))
            if image < best:
                best = image
        return best

    @compiled
    def swapped(position: Position) -> Position:
        return Position(position.theirs, position.mine)

    grid = Grid(rows=3, columns=3)

    def turn(position: Position) -> int:
        return popcount(position.mine) - popcount(position.theirs) & 1

    def cells(position: Position) -> str:
        """What stands on each cell, cell 0 first."""
        mine, theirs = "OX" if turn(position) else "XO"
        return "".join(
            mine if position.mine >> cell & 1 else theirs if position.theirs >> cell & 1 else "."
            for cell in range(9)
        )

    def read_position(text: str) -> Position:
        """The inverse of `cells`, for positions that can arise."""
        read = grid.read(text)
        first, second = (sum(1 << cell for cell in range(9) if read[cell] == mark) for mark in "XO")
        extra = popcount(first) - popcount(second)
        if extra not in (0, 1) or "#" in read:
            raise ImpossiblePosition(f"{text!r}: X moves first, then they take turns")
        position = Position(second, first) if extra else Position(first, second)
        if any(position.mine & line == line for line in LINES):
            raise ImpossiblePosition(f"{text!r}: the player to move already has a line")
        return position

    return Game(
        rules="Two players mark the free cells of a 3×3 board in turn.\n"
        "Three in a line wins; a full board without a line is a draw.",
        start=Position(0, 0),
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        canonical=canonical,
        swapped=swapped,
        turn=turn,
        move_name=lambda position, move: grid.cell_name(move),
        position_name=lambda position: grid.one_line(cells(position)),
        read_position=read_position,
        show=lambda position: grid.show(cells(position), turn(position)),
        svg=lambda position: grid.svg(cells(position)),
    )
