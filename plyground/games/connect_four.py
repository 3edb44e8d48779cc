"""Connect Four of any size.

Bit numbers of the 6×7 board, one spare bit above each column so that lines cannot wrap around:

     6 13 20 27 34 41 48      always 0
     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

A move is the number of the bit where the disc lands. A step along a line adds 1 (up), 7 (right),
8 (up and right) or 6 (down and right): `rows + 1` and its neighbors on a board of another size.
"""

from collections.abc import Iterator, Mapping
from operator import index
from typing import NamedTuple

from plyground import bits
from plyground.bits import lowest, popcount, without_lowest
from plyground.errors import BadParameter, BadText, IllegalMove, ImpossiblePosition
from plyground.games.game import DRAWN, LOST, ONGOING, WON, Game, game, listed
from plyground.games.grids import Grid
from plyground.jit import compiled, interpreted


class Position(NamedTuple):
    mine: int  # discs of the player to move
    filled: int  # all discs


@game
def connect_four(
    rows: int = 6, columns: int = 7, connect: int = 4, until_full: bool = False
) -> Game:
    """Drop discs; `connect` in a line wins, or, `until_full`, most lines once the board is full."""
    check_size(rows, columns, connect)
    stride = rows + 1
    cells_in_all = stride * columns
    one, nothing = bits.board(1, cells_in_all), bits.board(0, cells_in_all)
    bottom_row = sum(1 << stride * column for column in range(columns))
    bottom = bits.board(bottom_row, cells_in_all)
    board = bits.board(bottom_row * ((1 << rows) - 1), cells_in_all)
    column_of_cells = bits.board((1 << rows) - 1, cells_in_all)

    @compiled
    def legal_moves(position: Position) -> Iterator[int]:
        """Each move is the number of the bit where the disc lands."""
        landing = ((position.filled << 1) | bottom) & (board ^ position.filled)
        while landing != nothing:
            yield lowest(landing)
            landing = without_lowest(landing)

    @compiled
    def play(position: Position, move: int) -> Position:
        """The position after `move`, seen by the other player."""
        return Position(position.mine ^ position.filled, position.filled | (one << move))

    @compiled
    def lines_along(discs: int, step: int) -> int:
        """The first cell of every line of `connect` discs in one direction."""
        starts, length = discs, 1
        while length < connect:  # lines twice as long each time: 1, 2, 4
            more = min(length, connect - length)
            starts &= starts >> more * step
            length += more
        return starts

    @compiled
    def has_line(discs: int) -> bool:
        found = lines_along(discs, 1) | lines_along(discs, stride)
        return (found | lines_along(discs, stride + 1) | lines_along(discs, stride - 1)) != nothing

    plain_has_line = interpreted(has_line)

    @compiled
    def count_lines(discs: int) -> int:
        """Every distinct line of `connect` cells: five in a row are two fours."""
        straight = popcount(lines_along(discs, 1)) + popcount(lines_along(discs, stride))
        rising = popcount(lines_along(discs, stride + 1))
        return straight + rising + popcount(lines_along(discs, stride - 1))

    @compiled
    def first_line_wins(position: Position) -> int:
        if has_line(position.mine ^ position.filled):
            return LOST
        return DRAWN if position.filled == board else ONGOING

    @compiled
    def most_lines_win(position: Position) -> int:
        if position.filled != board:
            return ONGOING
        mine = count_lines(position.mine)
        theirs = count_lines(position.mine ^ position.filled)
        return WON if mine > theirs else LOST if mine < theirs else DRAWN

    @compiled
    def mirrored(discs: int) -> int:
        turned = nothing
        for column in range(columns):
            turned |= ((discs >> column * stride) & column_of_cells) << (
                (columns - 1 - column) * stride
            )
        return turned

    @compiled
    def canonical(position: Position) -> Position:
        """The smaller of the position and its mirror image."""
        mirror = Position(mirrored(position.mine), mirrored(position.filled))
        return position if position < mirror else mirror

    @compiled
    def swapped(position: Position) -> Position:
        return Position(position.mine ^ position.filled, position.filled)

    grid = Grid(rows, columns, dropping=True)

    def bit(cell: int) -> int:
        """The bit number of a cell of the text picture, whose top left cell is 0."""
        row, column = divmod(cell, columns)
        return column * stride + rows - 1 - row

    def turn(position: Position) -> int:
        return popcount(position.filled) & 1

    def cells(position: Position) -> str:
        mine, theirs = "OX" if turn(position) else "XO"
        own, filled = index(position.mine), index(position.filled)
        return "".join(
            mine if own >> bit(cell) & 1 else theirs if filled >> bit(cell) & 1 else "."
            for cell in range(rows * columns)
        )

    def read_position(text: str) -> Position:
        read = grid.read(text)
        first, second = (
            sum(1 << bit(cell) for cell, mark in enumerate(read) if mark == player)
            for player in "XO"
        )
        discs = first | second
        extra = popcount(first) - popcount(second)
        if extra not in (0, 1) or "#" in read:
            counts = f"{popcount(first)} X and {popcount(second)} O"
            raise ImpossiblePosition(f"{text!r}: X moves first, then they take turns; not {counts}")
        if discs & ~(discs << 1 | bottom_row):
            floating = lowest(discs & ~(discs << 1 | bottom_row))
            raise ImpossiblePosition(f"{text!r}: a disc floats in column {floating // stride + 1}")
        position = Position(
            bits.board(second if extra else first, cells_in_all), bits.board(discs, cells_in_all)
        )
        if not until_full and plain_has_line(position.mine):
            raise ImpossiblePosition(f"{text!r}: the player to move already has a line")
        return position

    def read_move(text: str, names: Mapping[str, int]) -> int:
        if text in names:
            return names[text]
        if not text.isdigit() or not 1 <= int(text) <= columns:
            raise BadText(f"{text!r} is not a column (legal: {listed(names)})")
        raise IllegalMove(f"column {text} is full (legal: {listed(names)})")

    def split_moves(text: str) -> list[str]:
        """44435, or 4 4 4 3 5; only the latter where a column has two digits."""
        return list("".join(text.split())) if columns < 10 else text.split()

    goal = (
        f"The most lines of {connect} on the full board win"
        if until_full
        else (f"{connect} in a line, in any direction, win; a full board is a draw")
    )
    return Game(
        rules=f"Discs drop to the lowest free cell of a column, {rows}×{columns} cells.\n{goal}.",
        start=Position(nothing, nothing),
        legal_moves=legal_moves,
        play=play,
        outcome=most_lines_win if until_full else first_line_wins,
        canonical=canonical,
        swapped=swapped,
        turn=turn,
        move_name=lambda position, move: str(move // stride + 1),
        position_name=lambda position: grid.one_line(cells(position)),
        show=lambda position: grid.show(cells(position), turn(position)),
        svg=lambda position: grid.svg(cells(position)),
        read_position=read_position,
        read_move=read_move,
        split_moves=split_moves,
    )


def check_size(rows: int, columns: int, connect: int) -> None:
    """Refuse a board that has no cells, no line of that length, or no room in two words."""
    if rows < 1 or columns < 1:
        raise BadParameter(
            f"connect_four: a {rows}×{columns} board has no cells (use at least 1×1)"
        )
    needed = (rows + 1) * columns
    if needed > bits.MOST:
        raise BadParameter(
            f"connect_four: a {rows}×{columns} board needs {needed} bits and {bits.MOST} fit "
            f"(one more than its cells a column; 10×10 or 9×12 is about the largest)"
        )
    if not 2 <= connect <= max(rows, columns):
        raise BadParameter(
            f"connect_four: no line of {connect} fits on a {rows}×{columns} board "
            f"(connect: 2 to {max(rows, columns)})"
        )
