"""Before the first step: the quiet moves of every position, and what its captures are worth.

A capture leads to a pair with one man less, which is solved already:

    the larger set captures     9-8 ──▶ 9-7, the smaller side to move     class by class
    the smaller set captures    9-8 ──▶ 8-8, the larger side to move      man taken by man taken
"""

from plyground.bits import lowest, popcount, without_lowest
from plyground.games.nine_mens_morris import (
    BOARD,
    MIDDLES,
    clockwise,
    counterclockwise,
    mills,
    removable,
)
from plyground.jit import borrowing
from plyground.solve.morris_pair import (
    AWAY,
    CLOSING,
    Pair,
    Ranks,
    Room,
    lay_out,
    looked_up,
    tabulate,
)
from plyground.solve.morris_sets import FEWEST, Array, Classes, moved, rank, slot_of
from plyground.solve.retrograde import better, mark_pending, of_the_move

MARKED = 1  # has captures, whose value is still to be fetched


@borrowing
def start_large(pair: Pair, first: int, last: int, room: Room, after: Array, ranks: Ranks) -> None:
    """The larger side to move. `after` are the values of what its captures lead to."""
    for block in range(first, last):
        free = lay_out(int(pair.first[block]), room.bit_at, room.point_at)
        count_quiet_edges(pair, block, free, room)
        width = _on_the_board(room, free)
        for slot in range(pair.ranks.bits.shape[0]):
            room.men[slot] = removable(looked_up(int(pair.ranks.bits[slot]), width, room.whole))
        for place in range(pair.edges.start[block], pair.edges.start[block + 1]):
            edge = int(pair.edges.edge[place])
            if edge & CLOSING:
                _captures_over(pair, block, edge, free, room, after, ranks)
        mark_pending(pair.large, block)


@borrowing
def count_quiet_edges(pair: Pair, block: int, free: int, room: Room) -> None:
    """An edge is a move where its target is free: count all, less those that end on a man."""
    total = 0
    for number in range(free):
        room.images[number] = 0
    for place in range(pair.edges.start[block], pair.edges.start[block + 1]):
        edge = int(pair.edges.edge[place])
        if edge & CLOSING == 0:
            total += 1
            room.images[lowest(int(room.bit_at[edge & 31]))] += 1
    width = tabulate(room.images, free, room.spread)
    for slot in range(pair.ranks.bits.shape[0]):
        blocked = looked_up(int(pair.ranks.bits[slot]), width, room.spread)
        pair.large.count[block, slot] = total - blocked


@borrowing
def _on_the_board(room: Room, free: int) -> int:
    """Let looked_up(…, room.whole) give sets of points."""
    for number in range(free):
        room.images[number] = 1 << room.point_at[number]
    return tabulate(room.images, free, room.whole)


@borrowing
def _captures_over(
    pair: Pair, block: int, edge: int, free: int, room: Room, after: Array, ranks: Ranks
) -> None:
    """What closing a mill along one edge is worth, for every slot where the target is free."""
    target, symmetry, other = edge & 31, edge >> 11 & 15, edge >> 15
    lay_out(int(pair.first[other]), room.other_bit_at, room.other_point_at)
    for number in range(free):
        point = room.point_at[number]
        room.goal[point] = room.other_bit_at[pair.symmetry.point[symmetry, point]]
        room.images[number] = AWAY if point == target else room.goal[point]
    width = tabulate(room.images, free, room.spread)
    begin = other * ranks.bits.shape[0]
    for slot in range(pair.ranks.bits.shape[0]):
        image = looked_up(int(pair.ranks.bits[slot]), width, room.spread)
        if image >= AWAY:
            continue
        value = int(pair.large.value[block, slot])
        if pair.smaller == FEWEST:
            value = 1
        else:
            victims = int(room.men[slot])
            while victims:
                left = image ^ room.goal[lowest(victims)]
                victims = without_lowest(victims)
                value = better(value, of_the_move(int(after[begin + ranks.of[left]])))
        pair.large.value[block, slot] = value


@borrowing
def start_small(
    pair: Pair,
    first: int,
    last: int,
    room: Room,
    after: Array,
    ranks: Ranks,
    classes: Classes,
) -> None:
    """The smaller side to move, once all blocks of the larger side have started.

    `after`, `ranks` and `classes` are those of the larger set with one man less; with equal numbers
    the captures have been seen in the other table already, and `classes` are those of this pair.
    """
    for block in range(first, last):
        men = int(pair.first[block])
        free = lay_out(men, room.bit_at, room.point_at)
        width = _on_the_board(room, free)
        for slot in range(pair.ranks.bits.shape[0]):
            others = looked_up(int(pair.ranks.bits[slot]), width, room.whole)
            pair.small.count[block, slot] = count_moves(others, BOARD ^ men ^ others)
            room.men[slot] = others
            room.gain[slot] = MARKED
        if pair.larger > pair.smaller:
            _gains(pair, men, free, room, after, ranks, classes)
        _close_mills(pair, block, room)
        if pair.larger == pair.smaller:
            _fetch_marked(pair, block, room, classes)
        mark_pending(pair.small, block)


@borrowing
def count_moves(men: int, empty: int) -> int:
    """The moves of a set of men, closing or not."""
    if popcount(men) == FEWEST:
        return FEWEST * popcount(empty)
    spokes = men & MIDDLES
    around = popcount(clockwise(men) & empty) + popcount(counterclockwise(men) & empty)
    return around + popcount(spokes << 8 & empty) + popcount(spokes >> 8 & empty)


@borrowing
def _gains(
    pair: Pair, men: int, free: int, room: Room, after: Array, ranks: Ranks, classes: Classes
) -> None:
    """gain[slot]: what a move that closes a mill and leads to the smaller set `slot` is worth."""
    for slot in range(pair.ranks.bits.shape[0]):
        room.gain[slot] = 0
    victims = removable(men)
    while victims:
        victim = victims & -victims
        victims ^= victim
        number = int(classes.number[rank(men ^ victim, 0, pair.symmetry)])
        taken = moved(men ^ victim, number & 15, pair.symmetry)
        lay_out(taken, room.other_bit_at, room.other_point_at)
        for place in range(free):
            point = pair.symmetry.point[number & 15, room.point_at[place]]
            room.images[place] = room.other_bit_at[point]
        width = tabulate(room.images, free, room.spread)
        begin = (number >> 4) * ranks.bits.shape[0]
        for slot in range(pair.ranks.bits.shape[0]):
            if mills(int(room.men[slot])):
                image = looked_up(int(pair.ranks.bits[slot]), width, room.spread)
                value = of_the_move(int(after[begin + ranks.of[image]]))
                room.gain[slot] = better(int(room.gain[slot]), value)


@borrowing
def _close_mills(pair: Pair, block: int, room: Room) -> None:
    """Take back every move of the smaller set that closed a mill."""
    men = int(pair.first[block])
    for slot in range(pair.ranks.bits.shape[0]):
        others, bits = int(room.men[slot]), int(pair.ranks.bits[slot])
        closed = mills(others)
        empty = BOARD ^ men ^ others
        while closed:
            target = lowest(closed)
            closed = without_lowest(closed)
            origins = empty if pair.smaller == FEWEST else empty & int(pair.near[target])
            while origins:
                before = bits ^ room.bit_at[target] ^ room.bit_at[lowest(origins)]
                origins = without_lowest(origins)
                place = int(pair.ranks.of[before])
                value = int(pair.small.value[block, place])
                pair.small.value[block, place] = better(value, int(room.gain[slot]))
                pair.small.count[block, place] -= 1


@borrowing
def _fetch_marked(pair: Pair, block: int, room: Room, classes: Classes) -> None:
    """With equal numbers, the same position in the other table knows what captures are worth."""
    men, size = int(pair.first[block]), pair.ranks.bits.shape[0]
    for slot in range(size):
        if pair.small.value[block, slot] == MARKED:
            other = slot_of(int(room.men[slot]), men, classes, pair.symmetry)
            pair.small.value[block, slot] = pair.large.value[other // size, other % size]
