"""Isolation: move, and never step where anyone has been.

Bit numbers of the 7×7 board, two spare bits between rows so that a knight's move cannot wrap around
(their cells are never free):

     6   54 55 56 57 58 59 60  ·  ·
     …
     1    9 10 11 12 13 14 15  ·  ·
     0    0  1  2  3  4  5  6  ·  ·
          a  b  c  d  e  f  g

A move is the number of the cell moved to; the first move of each player is to any free cell.
"""

from collections.abc import Iterator
from operator import index
from typing import Literal, NamedTuple

from plyground import bits
from plyground.bits import lowest, popcount, without_lowest
from plyground.errors import BadParameter, ImpossiblePosition
from plyground.games.game import LOST, ONGOING, Game, game
from plyground.games.grids import Grid
from plyground.jit import compiled

GAP = 2  # spare bits between rows: how far a knight reaches sideways


class Position(NamedTuple):
    free: int  # cells never visited
    mine: int  # my cell, nothing before my first move
    theirs: int  # the other player's cell


@game
def isolation(
    rows: int = 7, columns: int = 7, move: Literal["knight", "queen", "king"] = "knight"
) -> Game:
    """Who cannot move loses."""
    check_size(rows, columns)
    stride = columns + GAP
    size = (rows - 1) * stride + columns
    one, nothing = bits.board(1, size), bits.board(0, size)
    row_of_cells = (1 << columns) - 1
    board = bits.board(sum(row_of_cells << row * stride for row in range(rows)), size)
    square = rows == columns

    @compiled
    def around(cell: int, forward: int, right: int) -> int:
        """The four cells `forward` and `right` away, in each combination of directions."""
        up, down = cell << forward * stride, cell >> forward * stride
        return (up << right) | (up >> right) | (down << right) | (down >> right)

    @compiled
    def knight(free: int, cell: int) -> int:
        return (around(cell, 1, 2) | around(cell, 2, 1)) & free

    @compiled
    def king(free: int, cell: int) -> int:
        return (around(cell, 1, 1) | around(cell, 0, 1) | around(cell, 1, 0)) & free

    @compiled
    def queen(free: int, cell: int) -> int:
        """Slides over free cells in eight directions."""
        reached = nothing
        for step in (1, stride - 1, stride, stride + 1):
            ahead = (cell << step) & free
            while ahead != nothing:
                reached |= ahead
                ahead = (ahead << step) & free
            behind = (cell >> step) & free
            while behind != nothing:
                reached |= behind
                behind = (behind >> step) & free
        return reached

    reachable = {"knight": knight, "queen": queen, "king": king}[move]

    @compiled
    def targets(position: Position) -> int:
        """The cells that the player to move can go to."""
        if position.mine == nothing:
            return position.free
        return reachable(position.free, position.mine)

    @compiled
    def legal_moves(position: Position) -> Iterator[int]:
        cells = targets(position)
        while cells != nothing:
            yield lowest(cells)
            cells = without_lowest(cells)

    @compiled
    def play(position: Position, move: int) -> Position:
        """The position after `move`, seen by the other player."""
        cell = one << move
        return Position(position.free ^ cell, position.theirs, cell)

    @compiled
    def outcome(position: Position) -> int:
        return LOST if targets(position) == nothing else ONGOING

    @compiled
    def upside_down(cells: int) -> int:
        turned = nothing
        for row in range(rows):
            turned |= ((cells >> row * stride) & first_row) << (rows - 1 - row) * stride
        return turned

    @compiled
    def mirrored(cells: int) -> int:
        turned = nothing
        for column in range(columns):
            turned |= ((cells >> column) & first_column) << columns - 1 - column
        return turned

    @compiled
    def transposed(cells: int) -> int:
        turned = nothing
        for row in range(rows):
            for column in range(columns):
                cell = (cells >> row * stride + column) & one
                turned |= cell << column * stride + row
        return turned

    first_row = bits.board(row_of_cells, size)
    first_column = bits.board(sum(1 << row * stride for row in range(rows)), size)

    @compiled
    def canonical(position: Position) -> Position:
        """The smallest of the images: eight on a square board, four on another."""
        best = position
        free, mine, theirs = position
        for image in range(8 if square else 4):
            if image == 4:
                free, mine, theirs = transposed(free), transposed(mine), transposed(theirs)
            elif image % 2 == 0:
                free, mine, theirs = upside_down(free), upside_down(mine), upside_down(theirs)
            else:
                free, mine, theirs = mirrored(free), mirrored(mine), mirrored(theirs)
            if Position(free, mine, theirs) < best:
                best = Position(free, mine, theirs)
        return best

    @compiled
    def swapped(position: Position) -> Position:
        return Position(position.free, position.theirs, position.mine)

    grid = Grid(rows, columns)

    def bit(cell: int) -> int:
        """The bit number of a cell of the text picture, whose top left cell is 0."""
        row, column = divmod(cell, columns)
        return (rows - 1 - row) * stride + column

    def turn(position: Position) -> int:
        """Each move visits one cell."""
        return popcount(board ^ position.free) & 1

    def cells(position: Position) -> str:
        mine, theirs = "OX" if turn(position) else "XO"
        marks = {".": position.free, mine: position.mine, theirs: position.theirs}
        return "".join(
            next((mark for mark, each in marks.items() if index(each) >> bit(cell) & 1), "#")
            for cell in range(rows * columns)
        )

    def read_position(text: str) -> Position:
        read = grid.read(text)
        visited = rows * columns - read.count(".")
        if (read.count("X"), read.count("O")) != (visited > 0, visited > 1):
            raise ImpossiblePosition(
                f"{text!r}: {visited} cells were visited, so there must be "
                f"{int(visited > 0)} X and {int(visited > 1)} O"
            )
        free, first, second = (
            bits.board(sum(1 << bit(at) for at, each in enumerate(read) if each == mark), size)
            for mark in ".XO"
        )
        return Position(free, second, first) if visited % 2 else Position(free, first, second)

    moving = {"knight": "like a knight", "queen": "like a queen", "king": "one step"}[move]
    return Game(
        rules=f"On {rows}×{columns} cells each player first takes any cell, then moves {moving}.\n"
        "A visited cell stays blocked for both; who cannot move loses.",
        start=Position(board, nothing, nothing),
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        canonical=canonical,
        swapped=swapped,
        turn=turn,
        move_name=lambda position, move: grid.name(move % stride, move // stride),
        position_name=lambda position: grid.one_line(cells(position)),
        show=lambda position: grid.show(cells(position), turn(position)),
        svg=lambda position: grid.svg(cells(position)),
        read_position=read_position,
    )


def check_size(rows: int, columns: int) -> None:
    """Refuse a board without room for two players, or too large for two words."""
    if rows < 1 or columns < 1 or rows * columns < 2:
        raise BadParameter(f"isolation: a {rows}×{columns} board has no room for two players")
    needed = (rows - 1) * (columns + GAP) + columns
    if needed > bits.MOST or columns > 26:
        raise BadParameter(
            f"isolation: a {rows}×{columns} board needs {needed} bits and {bits.MOST} fit "
            f"({GAP} more than its cells a row; 9×11 or 10×10 is about the largest)"
        )
