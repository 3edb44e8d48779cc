"""Checkers: English draughts.

The board is turned so that the player to move always moves up. Bit numbers, with a ghost after
every second row so that a step is always ±4 or ±5 and never wraps around (ghosts are never empty,
nor taken); beside them the same squares as numbered in print when Black, who begins, is to move:

        34  33  32  31      crowning row           32  31  30  29
      30  29  28  27        (ghost 26)           28  27  26  25
        25  24  23  22                             24  23  22  21
      21  20  19  18        (ghost 17)           20  19  18  17
        16  15  14  13                             16  15  14  13
      12  11  10   9        (ghost 8)            12  11  10   9
         7   6   5   4                              8   7   6   5
       3   2   1   0        my first row          4   3   2   1

A move is its target (six bits), whether it jumps (one bit), and its way there, read from the end:
two bits a step, the last step lowest, a 1 above the first. Directions: 0 is +4, 1 +5, 2 -4, 3 -5.
"""

from collections.abc import Iterator
from typing import NamedTuple

from plyground.bits import lowest, reverse
from plyground.games import checkers_text as text
from plyground.games.game import LOST, ONGOING, Game, game
from plyground.jit import compiled, interpreted

BOARD = 0b1111_1111_0_1111_1111_0_1111_1111_0_1111_1111
CROWNING = 0b1111 << 31
JUMP = 1 << 6


class Position(NamedTuple):
    mine: int  # pieces of the player to move
    theirs: int
    kings: int  # of both
    black: int  # 1 if Black, who began, is to move: for the border, the rules never look


@compiled
def step(squares: int, direction: int) -> int:
    distance = 4 + (direction & 1)
    return squares << distance if direction < 2 else squares >> distance


@compiled
def turned(squares: int) -> int:
    """The board turned around: bit i goes to bit 34 - i."""
    return reverse(squares) >> 28


@compiled
def steppers(mine: int, kings: int, empty: int) -> int:
    """My pieces that have an empty square next to them, in a direction they move in."""
    return mine & (empty >> 4 | empty >> 5) | mine & kings & (empty << 4 | empty << 5)


@compiled
def jumpers(mine: int, kings: int, theirs: int, empty: int) -> int:
    """My pieces that can jump: next to them an enemy, behind it an empty square."""
    up = (empty >> 4 & theirs) >> 4 | (empty >> 5 & theirs) >> 5
    down = (empty << 4 & theirs) << 4 | (empty << 5 & theirs) << 5
    return mine & up | mine & kings & down


@game
def checkers() -> Game:
    """Capture or block all enemy pieces."""

    @compiled
    def legal_moves(position: Position) -> Iterator[int]:
        """Whole chains of jumps if there is any jump, else single steps."""
        mine, theirs, kings, _ = position
        empty = BOARD ^ mine ^ theirs
        jumping = jumpers(mine, kings, theirs, empty)
        movers = 0 if jumping else mine
        for direction in range(4):
            targets = step(movers & kings if direction > 1 else movers, direction) & empty
            while targets:
                yield (4 | direction) << 7 | lowest(targets)
                targets &= targets - 1
        while jumping:
            # A depth-first walk over all chains of one piece; `way` remembers the steps back.
            # Crowning ends a man's chain by itself: from the last row there is no way up.
            origin = at = jumping & -jumping
            jumping ^= origin
            directions = 4 if origin & kings else 2
            direction, way, captured, arrived = 0, 1, 0, False
            while way:
                if direction < directions:
                    over = step(at, direction) & theirs & ~captured
                    landing = step(over, direction) & (empty | origin)
                    if landing:
                        at, captured, arrived = landing, captured | over, True
                        way, direction = way << 2 | direction, 0
                    else:
                        direction += 1
                else:
                    if arrived:
                        yield way << 7 | JUMP | lowest(at)
                    arrived = False
                    over = step(at, way & 3 ^ 2)
                    at = step(over, way & 3 ^ 2)
                    direction, way, captured = (way & 3) + 1, way >> 2, captured & ~over

    @compiled
    def play(position: Position, move: int) -> Position:
        """The position after `move`, seen by the other player."""
        target = origin = 1 << (move & 63)
        way, captured = move >> 7, 0
        while way > 1:
            origin = step(origin, way & 3 ^ 2)
            if move & JUMP:
                captured |= origin
                origin = step(origin, way & 3 ^ 2)
            way >>= 2
        crowned = position.kings & origin or target & CROWNING
        kings = position.kings & ~(origin | captured) | (target if crowned else 0)
        mine = position.mine & ~origin | target
        theirs = position.theirs & ~captured
        return Position(turned(theirs), turned(mine), turned(kings), 1 - position.black)

    @compiled
    def outcome(position: Position) -> int:
        """Who has no move, or no piece to move, has lost."""
        mine, theirs, kings, _ = position
        empty = BOARD ^ mine ^ theirs
        moving = steppers(mine, kings, empty) | jumpers(mine, kings, theirs, empty)
        return ONGOING if moving else LOST

    @compiled
    def captures(move: int) -> bool:
        return move & JUMP != 0

    @compiled
    def canonical(position: Position) -> Position:
        """The board has no symmetry but the exchange of colors."""
        return Position(position.mine, position.theirs, position.kings, 1)

    @compiled
    def swapped(position: Position) -> Position:
        mine, theirs, kings, black = position
        return Position(turned(theirs), turned(mine), turned(kings), 1 - black)

    def squares_along(position: Position, move: int) -> list[int]:
        """The printed numbers of the squares that a move visits, its origin first."""
        at, way = 1 << (move & 63), move >> 7
        visited = [lowest(at)]
        while way > 1:
            for _ in range(2 if move & JUMP else 1):
                at = back(at, way & 3 ^ 2)
            visited.append(lowest(at))
            way >>= 2
        return [text.square(bit, position.black) for bit in reversed(visited)]

    back = interpreted(step)
    return Game(
        rules="Men step and jump forward, kings both ways; jumps are compulsory, in full chains.\n"
        "Reaching the last row crowns and ends the move. Who cannot move loses.",
        start=Position(*text.read("B:W21-32:B1-12")),
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        canonical=canonical,
        swapped=swapped,
        captures=captures,
        turn=lambda position: 1 - position.black,
        move_name=lambda position, move: ("x" if move & JUMP else "-").join(
            map(str, squares_along(position, move))
        ),
        position_name=lambda position: text.fen(*position),
        show=lambda position: text.show(*position),
        svg=lambda position: text.svg(*position),
        read_position=lambda written: Position(*text.read(written)),
        read_move=text.read_move,
        split_moves=text.split_moves,
        players=("Black", "White"),
        marks=("xX", "oO"),
    )
