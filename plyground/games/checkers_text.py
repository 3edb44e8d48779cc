"""Checkers on paper: PDN's numbers and FEN, the text board, the picture.

           1   2   3   4        Black's men start on 1 to 12 and move down,
         5   6   7   8          White's on 21 to 32 and move up
           9  10  11  12
        13  14  15  16

    FEN   B:W18,24,K10:B12,K22      Black to move, White's pieces, Black's; K marks a king
    moves 11-15, 22x15, 11x18x25    origin, then each square landed on

A board is (mine, theirs, kings, black) as in checkers.py, where the bits are drawn.
"""

import re
from collections.abc import Mapping

from plyground import draw
from plyground.errors import BadText, IllegalMove, ImpossiblePosition
from plyground.games.game import listed, refuse_unreadable

Pieces = dict[int, str]
"""Square number -> x or X for Black's man or king, o or O for White's."""


def square(bit: int, black: int) -> int:
    """The printed number of a bit, when Black (1) or White (0) is to move."""
    seen_by_black = bit if black else 34 - bit
    return seen_by_black - seen_by_black // 9 + 1


def bit(number: int, black: int) -> int:
    """The inverse of `square`."""
    seen_by_black = number - 1 + (number - 1) // 8
    return seen_by_black if black else 34 - seen_by_black


def pieces(mine: int, theirs: int, kings: int, black: int) -> Pieces:
    """What stands where."""
    found = {}
    for number in range(1, 33):
        place = bit(number, black)
        if (mine | theirs) >> place & 1:
            mark = "x" if (mine >> place & 1) == black else "o"
            found[number] = mark.upper() if kings >> place & 1 else mark
    return found


def fen(mine: int, theirs: int, kings: int, black: int) -> str:
    board = pieces(mine, theirs, kings, black)
    sides = [
        ",".join("K" * (mark in "XO") + str(at) for at, mark in board.items() if mark in side)
        for side in ("oO", "xX")
    ]
    return f"{'B' if black else 'W'}:W{sides[0]}:B{sides[1]}"


def show(mine: int, theirs: int, kings: int, black: int) -> str:
    """Dark squares only, the number of each row's first square at its left."""
    board = pieces(mine, theirs, kings, black)
    lines = []
    for row in range(8):
        cells = [board.get(4 * row + column, ".") for column in range(1, 5)]
        lines.append(f"{4 * row + 1:>2} {'' if row % 2 else '  '}" + "   ".join(cells))
    return "\n".join([*lines, "Black (x) to move" if black else "White (o) to move"])


def read(text: str) -> tuple[int, int, int, int]:
    """A FEN or a drawn board as (mine, theirs, kings, black); refuses what cannot arise."""
    black, board = _drawn(text) if "\n" in text.strip() else _fen(text)
    for name, side, last in (("Black", "xX", range(29, 33)), ("White", "oO", range(1, 5))):
        count = sum(mark in side for mark in board.values())
        if count > 12:
            raise ImpossiblePosition(f"{text!r}: {name} has {count} pieces, of 12")
        stuck = next((at for at in last if board.get(at) == side[0]), None)
        if stuck:
            raise ImpossiblePosition(f"{text!r}: a man of {name}'s on {stuck} would be a king")
    sets = [
        sum(1 << bit(at, black) for at, mark in board.items() if mark in group)
        for group in ("xX", "oO", "XO")
    ]
    own, other = (sets[0], sets[1]) if black else (sets[1], sets[0])
    return own, other, sets[2], black


def _fen(text: str) -> tuple[int, Pieces]:
    match = re.fullmatch(r"\s*([WB])((?::[WB][\dK,\-\s]*){2})\.?\s*", text)
    sides = match and dict(re.findall(r":([WB])([^:]*)", match[2]))
    if not match or not sides or len(sides) < 2:
        raise refuse_unreadable(text, "a FEN such as B:W18,24,K10:B12,K22")
    board: Pieces = {}
    for color, man in (("W", "o"), ("B", "x")):
        for item in filter(None, re.sub(r"\s", "", sides[color]).split(",")):
            piece = re.fullmatch(r"(K?)(\d+)(?:-K?(\d+))?", item)
            numbers = range(int(piece[2]), int(piece[3] or piece[2]) + 1) if piece else range(0)
            if not piece or not numbers or numbers[0] < 1 or numbers[-1] > 32:
                raise refuse_unreadable(
                    text, f"squares from 1 to 32 such as 18 or K10, not {item!r}"
                )
            for number in numbers:
                if number in board:
                    raise ImpossiblePosition(f"{text!r}: two pieces stand on {number}")
                board[number] = man.upper() if piece[1] else man
    return int(match[1] == "B"), board


def _drawn(text: str) -> tuple[int, Pieces]:
    rows = re.findall(r"^\s*\d+((?:\s+[xXoO.]){4})\s*$", text, re.MULTILINE)
    mover = re.search(r"(Black|White) (?:\([xo]\) )?to move", text)
    if len(rows) != 8 or not mover:
        raise refuse_unreadable(
            text, "a board as `show` draws it: eight rows of four, and the turn"
        )
    cells = "".join(rows).split()
    board = {number: mark for number, mark in enumerate(cells, 1) if mark != "."}
    return int(mover[1] == "Black"), board


def read_move(text: str, names: Mapping[str, int]) -> int:
    """All squares of a move, or its first and last where only one legal move joins them."""
    if text in names:
        return names[text]
    numbers = re.fullmatch(r"\d+(?:\s*[-x×]\s*\d+)+", text)
    if not numbers:
        raise BadText(f"{text!r} is not a move such as 11-15 or 11x18 (legal: {listed(names)})")
    typed = [int(square) for square in re.findall(r"\d+", text)]
    ways = {name: [int(square) for square in re.findall(r"\d+", name)] for name in names}
    fitting = [name for name, way in ways.items() if way == typed]
    if not fitting and len(typed) == 2:
        fitting = [name for name, way in ways.items() if [way[0], way[-1]] == typed]
    if len(fitting) > 1:
        raise IllegalMove(f"{text!r} can be {' or '.join(fitting)}: write every square")
    if not fitting:
        raise IllegalMove(f"{text!r} is not a legal move here (legal: {listed(names)})")
    return names[fitting[0]]


def split_moves(text: str) -> list[str]:
    """The moves of a line, without move numbers such as 1."""
    return [word for word in text.split() if not re.fullmatch(r"\d+\.+", word)]


def svg(mine: int, theirs: int, kings: int, black: int) -> str:
    side, margin = draw.SIDE, draw.MARGIN / 2
    board = pieces(mine, theirs, kings, black)
    shapes = [draw.rectangle(margin, margin, 8 * side, 8 * side, "light")]
    for number in range(1, 33):
        row, place = divmod(number - 1, 4)
        x, y = margin + (2 * place + 1 - row % 2) * side, margin + row * side
        shapes.append(draw.rectangle(x, y, side, side, "dark", str(number)))
        shapes.append(draw.label(x + 3, y + 10, str(number), "small"))
        if number in board:
            mark = board[number]
            player = "xo".index(mark.lower())
            middle = x + side / 2, y + side / 2
            shapes.append(draw.piece(*middle, player, 0.35 * side, king=mark.isupper()))
    size = 8 * side + 2 * margin
    return draw.picture(size, size, fen(mine, theirs, kings, black), *shapes)
