"""Isolation once the players are apart: a race of two paths.

    . . X . . # . O .      No cell can be reached by both players, so neither can disturb the
    . . # . . # # . .      other, and each just walks as far as it can.

If the longest path of the player to move has a moves and the other's b, these are the moves that
they can make; who runs out first loses, so the player to move wins exactly if a > b.

The lengths of longest paths are narrowed down from both sides, and only until the winner is sure:
a greedy walk to the cells with the fewest ways on (Warnsdorff's rule) is a path, so a lower bound.
"""

from collections.abc import Callable
from typing import NamedTuple

from plyground.bits import lowest, popcount, without_lowest
from plyground.jit import borrowing, recursive
from plyground.solve.isolation_board import Moving
from plyground.solve.searching import STOP, Memory

WAYS = 9  # more ways on than this are not told apart


class Paths(NamedTuple):
    """Compiled functions over paths through free cells, each a step a move."""

    reaches: Callable[..., bool]
    """reaches(free, cell, moves, memory): whether a path of so many moves starts at `cell`."""
    race: Callable[..., bool]
    """race(my_cells, mine, their_cells, theirs, memory): whether the player to move wins."""


def paths(moving: Moving) -> Paths:
    """Build the functions for one piece."""
    targets, region, most_moves = moving

    @borrowing
    def ways_on(free: int, cell: int, memory: Memory) -> int:
        """How many, 1 … WAYS; a dead end comes last, as the path ends there."""
        ways = popcount(targets(free, cell, memory))
        return WAYS if ways == 0 or ways > WAYS else ways

    @recursive
    def reaches(free: int, cell: int, moves: int, memory: Memory) -> bool:
        ahead = targets(free, cell, memory)
        if moves <= 1 or ahead == 0:
            return moves <= 0 or ahead != 0
        inside = region(free, ahead, memory)
        if most_moves(inside, cell, memory) < moves or memory[STOP] != 0:
            return False
        for ways in range(1, WAYS + 1):
            left = ahead
            while left != 0:
                to = lowest(left)
                left = without_lowest(left)
                after = inside & ~(1 << to)
                if ways_on(after, to, memory) == ways and reaches(after, to, moves - 1, memory):
                    return True
        return False

    @borrowing
    def greedy(free: int, cell: int, memory: Memory) -> int:
        """The length of Warnsdorff's walk."""
        length = 0
        ahead = targets(free, cell, memory)
        while ahead != 0:
            fewest = WAYS + 1
            while ahead != 0:
                to = lowest(ahead)
                ahead = without_lowest(ahead)
                ways = ways_on(free & ~(1 << to), to, memory)
                if ways < fewest:
                    fewest, cell = ways, to
            free &= ~(1 << cell)
            length += 1
            ahead = targets(free, cell, memory)
        return length

    @borrowing
    def race(my_cells: int, mine: int, their_cells: int, theirs: int, memory: Memory) -> bool:
        """Each test raises one lower bound or lowers one upper bound, so it comes to an end."""
        my_least, their_least = greedy(my_cells, mine, memory), greedy(their_cells, theirs, memory)
        my_most = most_moves(my_cells, mine, memory)
        their_most = most_moves(their_cells, theirs, memory)
        while my_least <= their_most and my_most > their_least and memory[STOP] == 0:
            if my_least <= their_least:
                if reaches(my_cells, mine, their_least + 1, memory):
                    my_least = their_least + 1
                else:
                    my_most = their_least
            elif reaches(their_cells, theirs, my_least, memory):
                their_least = my_least
            else:
                their_most = my_least - 1
        return my_least > their_most

    return Paths(reaches, race)
