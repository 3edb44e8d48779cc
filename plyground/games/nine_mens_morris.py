"""Nine Men's Morris, by Gasser's rules.

Point numbers, clockwise on each of three squares; even points are corners:

     7   0 ─────────── 1 ─────────── 2        a point's square is number // 8, 0 the outer one
     6   │   8 ─────── 9 ────── 10   │
     5   │   │  16 ── 17 ── 18   │   │        a man steps by ±1 around its square, or,
     4   7 ─15 ─ 23         19 ─11 ─ 3        from an odd point, by ±8 to the next square
     3   │   │  22 ── 21 ── 20   │   │
     2   │  14 ────── 13 ────── 12   │
     1   6 ─────────── 5 ─────────── 4
         a   b   c     d     e   f   g

A move is origin, target and removed man, five bits each. Men not yet placed stand on point 24, the
hand; where no man is removed, `removed` is the hand as well.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from plyground import draw
from plyground.bits import lowest, popcount, without_lowest
from plyground.errors import ImpossiblePosition
from plyground.games.game import LOST, ONGOING, Game, by_name, game, refuse_unreadable
from plyground.jit import compiled

POINTS = tuple(
    "a7 d7 g7 g4 g1 d1 a1 a4  b6 d6 f6 f4 f2 d2 b2 b4  c5 d5 e5 e4 e3 d3 c3 c4".split()  # noqa: SIM905
)
BOARD = (1 << 24) - 1
HAND = 24
MEN = 9
CORNERS = 0x555555
MIDDLES = 0xAAAAAA
FIRST_CORNERS = 0x010101  # the point where each square's numbers begin, and wrap around to


class Position(NamedTuple):
    mine: int  # points of the player to move
    theirs: int
    my_hand: int  # men not yet placed
    their_hand: int
    white: int  # 1 if White, who began, is to move: for the border, the rules never look


@compiled
def clockwise(points: int) -> int:
    """Every point one step further around its square."""
    last = FIRST_CORNERS << 7
    return (points & ~last) << 1 | (points & last) >> 7


@compiled
def counterclockwise(points: int) -> int:
    return (points & ~FIRST_CORNERS) >> 1 | (points & FIRST_CORNERS) << 7


@compiled
def neighbors(points: int) -> int:
    """The points one step away from any of these."""
    spokes = points & MIDDLES
    return (clockwise(points) | counterclockwise(points) | spokes << 8 | spokes >> 8) & BOARD


@compiled
def mills(men: int) -> int:
    """The men that stand in a line of three: on a side of a square, or along a spoke."""
    sides = men & clockwise(men) & counterclockwise(men) & MIDDLES  # the middle of a full side
    spokes = men & men >> 8 & men >> 16 & MIDDLES  # its outer end
    return sides | clockwise(sides) | counterclockwise(sides) | spokes * 0x010101


@compiled
def completing(men: int) -> int:
    """The points where one more man would make a mill with two of these."""
    after, before = clockwise(men), counterclockwise(men)
    corners = (after & clockwise(after)) | (before & counterclockwise(before))
    spokes = men & MIDDLES
    across = (spokes << 8 | spokes >> 16) & (spokes << 16 | spokes >> 8) & BOARD
    return corners & CORNERS | after & before & MIDDLES | across


@compiled
def removable(men: int) -> int:
    """Men outside mills; all of them if all are in mills."""
    loose = men & ~mills(men)
    return loose if loose else men


@game
def nine_mens_morris() -> Game:
    """Place nine men, move them, close mills; who has two men left or no move loses."""

    @compiled
    def legal_moves(position: Position) -> Iterator[int]:
        mine, theirs = position.mine, position.theirs
        empty = BOARD ^ mine ^ theirs
        placing = position.my_hand > 0
        anywhere = placing or popcount(mine) == 3
        victims = removable(theirs)
        origins = 1 << HAND if placing else mine
        while origins:
            origin = origins & -origins
            origins ^= origin
            targets = empty if anywhere else empty & neighbors(origin)
            closing = targets & completing(mine & ~origin) if victims else 0
            quiet = targets ^ closing
            while closing:
                removed = victims
                while removed:
                    yield lowest(origin) << 10 | lowest(closing) << 5 | lowest(removed)
                    removed = without_lowest(removed)
                closing = without_lowest(closing)
            while quiet:
                yield lowest(origin) << 10 | lowest(quiet) << 5 | HAND
                quiet = without_lowest(quiet)

    @compiled
    def play(position: Position, move: int) -> Position:
        """The position after `move`, seen by the other player."""
        placed = move >> 10 == HAND
        men = (position.mine & ~(1 << (move >> 10))) | 1 << (move >> 5 & 31)
        others = position.theirs & ~(1 << (move & 31))
        hand = position.my_hand - 1 if placed else position.my_hand
        return Position(others, men, position.their_hand, hand, 1 - position.white)

    @compiled
    def outcome(position: Position) -> int:
        men = popcount(position.mine)
        if men + position.my_hand < 3:
            return LOST
        if position.my_hand or men == 3:
            return ONGOING
        empty = BOARD ^ position.mine ^ position.theirs
        return ONGOING if neighbors(position.mine) & empty else LOST

    @compiled
    def captures(move: int) -> bool:
        return move & 31 != HAND

    @compiled
    def turned(points: int) -> int:
        """A quarter turn: two steps around each square."""
        return clockwise(clockwise(points))

    @compiled
    def mirrored(points: int) -> int:
        """Point n of a square goes to point 8 - n: the numbers run the other way around."""
        result = points & FIRST_CORNERS
        for place in range(1, 8):
            result |= (points >> place & FIRST_CORNERS) << (8 - place)
        return result

    @compiled
    def inside_out(points: int) -> int:
        return points >> 16 | points & 0xFF00 | (points & 0xFF) << 16

    @compiled
    def canonical(position: Position) -> Position:
        """The smallest of the sixteen images, with White to move."""
        mine, theirs = position.mine, position.theirs
        best_mine, best_theirs = mine, theirs
        for image in range(16):
            mine, theirs = turned(mine), turned(theirs)
            if image % 4 == 3:
                mine, theirs = inside_out(mine), inside_out(theirs)
            if image == 7:
                mine, theirs = mirrored(mine), mirrored(theirs)
            if (mine, theirs) < (best_mine, best_theirs):
                best_mine, best_theirs = mine, theirs
        return Position(best_mine, best_theirs, position.my_hand, position.their_hand, 1)

    @compiled
    def swapped(position: Position) -> Position:
        mine, theirs, my_hand, their_hand, white = position
        return Position(theirs, mine, their_hand, my_hand, 1 - white)

    return Game(
        rules="Nine men each: place them, then slide along the lines, then fly with three left.\n"
        "A mill (three in a line) removes an enemy man; two men left, or no move, loses.",
        start=Position(0, 0, MEN, MEN, 1),
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        canonical=canonical,
        swapped=swapped,
        captures=captures,
        turn=lambda position: 1 - position.white,
        move_name=move_name,
        position_name=position_name,
        show=show,
        svg=svg,
        read_position=read_position,
        read_move=lambda text, names: by_name(text.lower(), names),
        players=("White", "Black"),
    )


def move_name(position: Position, move: int) -> str:
    """d6 places, a4-a7 slides or flies, and xd2 after it removes."""
    origin, target, removed = move >> 10, move >> 5 & 31, move & 31
    slide = "" if origin == HAND else POINTS[origin] + "-"
    return slide + POINTS[target] + ("" if removed == HAND else "x" + POINTS[removed])


def by_color(position: Position) -> tuple[int, int, int, int]:
    """White's and Black's points, White's and Black's hands."""
    mine, theirs, my_hand, their_hand, white = position
    return (mine, theirs, my_hand, their_hand) if white else (theirs, mine, their_hand, my_hand)


def position_name(position: Position) -> str:
    """W:Wa1,d6:Bg7/7,8 — who moves, the men of each color, then both hands while men are placed."""
    white, black, white_hand, black_hand = by_color(position)
    sides = [
        color + ",".join(sorted(name for at, name in enumerate(POINTS) if men >> at & 1))
        for color, men in (("W", white), ("B", black))
    ]
    hands = f"/{white_hand},{black_hand}" if white_hand or black_hand else ""
    return f"{'W' if position.white else 'B'}:{sides[0]}:{sides[1]}{hands}"


PICTURE = """\
7 * ----- * ----- *
6 | * --- * --- * |
5 | | * - * - * | |
4 * * *       * * *
3 | | * - * - * | |
2 | * --- * --- * |
1 * ----- * ----- *
  a b c   d   e f g"""


def show(position: Position) -> str:
    """X is White, O is Black."""
    white, black, white_hand, black_hand = by_color(position)
    marks = {
        name: "XO"[black >> at & 1] for at, name in enumerate(POINTS) if (white | black) >> at & 1
    }
    rows = iter(sorted(POINTS, key=lambda name: (-int(name[1]), name[0])))
    board = re.sub(r"\*", lambda _: marks.get(next(rows), "."), PICTURE)
    mover = "White (X)" if position.white else "Black (O)"
    return f"{board}\nin hand: {white_hand} X, {black_hand} O\n{mover} to move"


def read_position(text: str) -> Position:
    """Reads both `position_name` and `show`; refuses what cannot arise."""
    white_to_move, sides, hands = _drawn(text) if "\n" in text.strip() else _one_line(text)
    for name in (name for side in sides for name in side):
        if name not in POINTS:
            raise refuse_unreadable(text, f"points such as a1 or d6, not {name!r}")
    named = [name for side in sides for name in side]
    twice = next((name for name in named if named.count(name) > 1), None)
    if twice:
        raise ImpossiblePosition(f"{text!r}: two men stand on {twice}")
    for color, side, hand in zip(("White", "Black"), sides, hands, strict=True):
        if len(side) + hand > MEN:
            raise ImpossiblePosition(f"{text!r}: {color} has {len(side) + hand} men, of {MEN}")
    ahead = hands[1] - hands[0]
    if ahead != (0 if white_to_move else 1) and any(hands):
        raise ImpossiblePosition(f"{text!r}: White places first, so the hands do not fit the turn")
    white, black = (sum(1 << POINTS.index(name) for name in side) for side in sides)
    if white_to_move:
        return Position(white, black, hands[0], hands[1], 1)
    return Position(black, white, hands[1], hands[0], 0)


def _one_line(text: str) -> tuple[bool, list[list[str]], list[int]]:
    match = re.fullmatch(r"([WB]):W([\w,]*):B([\w,]*)(?:/(\d+),(\d+))?", text.strip())
    if not match:
        raise refuse_unreadable(text, "W:Wa1,d6:Bg7/7,8 (turn, White's men, Black's men/hands)")
    sides = [match[group].split(",") if match[group] else [] for group in (2, 3)]
    return match[1] == "W", sides, [int(match[4] or 0), int(match[5] or 0)]


def _drawn(text: str) -> tuple[bool, list[list[str]], list[int]]:
    hands = re.search(r"in hand: (\d+) X, (\d+) O", text)
    mover = re.search(r"(White|Black) (?:\([XO]\) )?to move", text)
    board = "".join(re.findall(r"^\s*[1-7] (.*)$", text, re.MULTILINE))
    cells = re.findall(r"[XO.]", board)
    if not (hands and mover and len(cells) == len(POINTS)):
        raise refuse_unreadable(text, "a board as `show` draws it, with 24 points, hands and turn")
    rows = sorted(POINTS, key=lambda name: (-int(name[1]), name[0]))
    sides = [
        [name for name, cell in zip(rows, cells, strict=True) if cell == mark] for mark in "XO"
    ]
    return mover[1] == "White", sides, [int(hands[1]), int(hands[2])]


def svg(position: Position) -> str:
    side, margin = draw.SIDE, draw.MARGIN

    def place(name: str) -> tuple[float, float]:
        return margin + ("abcdefg".index(name[0]) + 0.5) * side, margin + (
            7.5 - int(name[1])
        ) * side

    white, black, white_hand, black_hand = by_color(position)
    shapes = [draw.rulers(list("7654321"), list("abcdefg"))]
    for at, name in enumerate(POINTS):
        after = at - 7 if at % 8 == 7 else at + 1
        shapes.append(draw.line(*place(name), *place(POINTS[after])))
    shapes += [draw.line(*place(POINTS[at]), *place(POINTS[at + 16])) for at in (1, 3, 5, 7)]
    for at, name in enumerate(POINTS):
        shapes.append(draw.circle(*place(name), 6, "point", name))
        if (white | black) >> at & 1:
            shapes.append(draw.piece(*place(name), black >> at & 1, 0.34 * side))
    size = 7 * side + 2 * margin
    for player, hand in enumerate((white_hand, black_hand)):
        row = size + (player + 0.25) * 0.5 * side
        shapes += [
            draw.piece(margin + (man + 0.7) * 0.62 * side, row, player, 0.2 * side)
            for man in range(hand)
        ]
    height = size + 1.2 * side if white_hand or black_hand else size
    return draw.picture(size, height, position_name(position), *shapes)
