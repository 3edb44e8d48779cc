"""One step back: what was decided at one depth decides positions at the next."""

from plyground.bits import lowest, without_lowest
from plyground.games.nine_mens_morris import BOARD, mills
from plyground.jit import borrowing
from plyground.solve.morris_pair import (
    AWAY,
    CLOSING,
    Pair,
    Room,
    lay_out,
    looked_up,
    tabulate,
)
from plyground.solve.morris_sets import FEWEST, Array
from plyground.solve.retrograde import carry_loss, carry_win, decided


@borrowing
def step_small(pair: Pair, first: int, last: int, depth: int, room: Room) -> None:
    """In each block, from the larger side's positions to the smaller side's before its move.

    Lists on the way what was decided at depth - 1 with the smaller side to move, for step_large.
    """
    for block in range(first, last):
        pair.length[block] = 0
        if pair.small.pending[block, depth - 1]:
            pair.length[block] = decided(pair.small, block, depth - 1, pair.found[block])
        if pair.large.pending[block, depth - 1]:
            length = decided(pair.large, block, depth - 1, room.found)
            if length:
                _take_back(pair, block, depth, length, room)


@borrowing
def _take_back(pair: Pair, block: int, depth: int, length: int, room: Room) -> None:
    """Every quiet move of the smaller set that led to one of the slots found."""
    men = int(pair.first[block])
    free = lay_out(men, room.bit_at, room.point_at)
    for number in range(free):
        room.images[number] = 1 << room.point_at[number]
    width = tabulate(room.images, free, room.whole)
    for place in range(length):
        bits = int(pair.ranks.bits[room.found[place]])
        others = looked_up(bits, width, room.whole)
        empty = BOARD ^ men ^ others
        targets = others & ~mills(others)
        while targets:
            target = lowest(targets)
            targets = without_lowest(targets)
            origins = empty if pair.smaller == FEWEST else empty & int(pair.near[target])
            rest = bits ^ room.bit_at[target]
            while origins:
                slot = int(pair.ranks.of[rest ^ room.bit_at[lowest(origins)]])
                origins = without_lowest(origins)
                if depth & 1:
                    carry_loss(pair.small, block, slot, depth)
                else:
                    carry_win(pair.small, block, slot, depth)


@borrowing
def step_large(pair: Pair, first: int, last: int, depth: int, room: Room) -> None:
    """To each block, from the blocks that quiet moves of the larger set lead to."""
    for block in range(first, last):
        laid_out = False
        for place in range(pair.edges.start[block], pair.edges.start[block + 1]):
            edge = int(pair.edges.edge[place])
            length = pair.length[edge >> 15]
            if length == 0 or edge & CLOSING:
                continue
            if not laid_out:
                lay_out(int(pair.first[block]), room.bit_at, room.point_at)
                laid_out = True
            free = _images(pair, edge, room)
            width = tabulate(room.images, free, room.spread)
            _pull(pair, block, edge >> 15, depth, width, room.spread)


@borrowing
def _images(pair: Pair, edge: int, room: Room) -> int:
    """What the free points at the far end of an edge are here; its origin cannot be taken."""
    back, taken = pair.symmetry.inverse[edge >> 11 & 15], int(pair.first[edge >> 15])
    origin, free = edge >> 5 & 31, 0
    points = BOARD ^ taken
    while points:
        point = pair.symmetry.point[back, lowest(points)]
        points = without_lowest(points)
        room.images[free] = AWAY if point == origin else room.bit_at[point]
        free += 1
    return free


@borrowing
def _pull(pair: Pair, block: int, other: int, depth: int, width: int, spread: Array) -> None:
    """Carry what was decided in the block `other` back to `block`."""
    for place in range(pair.length[other]):
        bits = int(pair.ranks.bits[pair.found[other, place]])
        image = looked_up(bits, width, spread)
        if image < AWAY:
            slot = int(pair.ranks.of[image])
            if depth & 1:
                carry_loss(pair.large, block, slot, depth)
            else:
                carry_win(pair.large, block, slot, depth)
