"""All morris positions with so many men on either side, in two tables, a block a class.

    pair 9-8      large: the side with 9 men is to move         block    class of the 9 men
                  small: the side with 8 men is to move         slot     rank of the 8 men

A move of the smaller set stays in its block. A move of the larger set leads to another block, and
the symmetry that takes the moved set to the first of its class also moves the smaller set: an edge
of the class. Every slot is a position of its own, with the edges of its class.

With equal numbers both tables hold the same positions, once by the set of the side to move and once
by the other: the work is done twice, and no move ever needs to change between them.
"""

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from plyground.bits import lowest, without_lowest
from plyground.games.nine_mens_morris import BOARD, completing, neighbors
from plyground.jit import borrowing
from plyground.solve.morris_sets import (
    FEWEST,
    POINTS,
    Array,
    Classes,
    Symmetries,
    classes_of,
    following,
    rank,
    symmetries,
)
from plyground.solve.retrograde import Table, fresh_table

CLOSING = 1 << 10
TABLE_WIDTH = 128
AWAY = 1 << POINTS  # marks the image of a set that cannot have been there


class Edges(NamedTuple):
    """The moves of the first set of each class."""

    start: Array
    """Class -> where its edges begin; one more entry than classes."""
    edge: Array
    """class after it << 15 | symmetry << 11 | closes a mill << 10 | origin << 5 | target."""


class Ranks(NamedTuple):
    """Sets of one size on so many free points, closed up."""

    of: Array
    """Bits of a set -> its rank."""
    bits: Array
    """Rank -> the bits of the set."""


class Pair(NamedTuple):
    """What the steps of the analysis work on."""

    larger: int
    smaller: int
    first: Array
    """Class of the larger set -> its first set."""
    edges: Edges
    ranks: Ranks
    symmetry: Symmetries
    near: Array
    """Point -> the points next to it."""
    large: Table
    small: Table
    found: Array
    """What has just been decided in each block of `small`: slots …"""
    length: Array
    """… and how many."""


class Room(NamedTuple):
    """What one thread needs while it works on a block."""

    bit_at: Array
    """Point -> its bit among the free points of the block; 0 if it is taken."""
    point_at: Array
    """Number of a free point -> point."""
    other_bit_at: Array
    other_point_at: Array
    images: Array
    """Number of a free point -> what it becomes."""
    spread: Array
    """The images of sets, tabulated by thirds of their bits."""
    whole: Array
    """The same for sets of points on the board."""
    goal: Array
    men: Array
    gain: Array
    found: Array


def fresh_room(size: int) -> Room:
    """For blocks of so many slots."""
    point_arrays = [np.zeros(POINTS, np.int64) for _ in range(5)]
    spread, whole = (np.zeros((3, TABLE_WIDTH), np.int32) for _ in range(2))
    bit_at, point_at, other_bit_at, other_point_at, images = point_arrays
    return Room(
        bit_at,
        point_at,
        other_bit_at,
        other_point_at,
        images,
        spread,
        whole,
        goal=np.zeros(POINTS, np.int64),
        men=np.zeros(size, np.int32),
        gain=np.zeros(size, np.uint8),
        found=np.zeros(size, np.uint16),
    )


def fresh_pair(larger: int, smaller: int) -> Pair:
    """Room for all positions; nothing is known yet."""
    ranks, first = ranks_of(POINTS - larger, smaller), classes_of(larger).first
    blocks, size = len(first), len(ranks.bits)
    return Pair(
        larger,
        smaller,
        first,
        edges_of(larger),
        ranks,
        symmetries(),
        np.array([neighbors(1 << point) for point in range(POINTS)], np.int64),
        large=fresh_table(blocks, size),
        small=fresh_table(blocks, size),
        found=np.zeros((blocks, size), np.uint16),
        length=np.zeros(blocks, np.int64),
    )


@cache
def ranks_of(free: int, size: int) -> Ranks:
    """The ranks of all sets of `size` on `free` points."""
    ranks = Ranks(np.zeros(1 << free, np.uint16), np.zeros(comb(free, size), np.int32))
    number_sets(size, ranks)
    return ranks


@borrowing
def number_sets(size: int, ranks: Ranks) -> None:
    bits = (1 << size) - 1
    for place in range(ranks.bits.shape[0]):
        ranks.bits[place] = bits
        ranks.of[bits] = place
        bits = following(bits)


@cache
def edges_of(size: int) -> Edges:
    """The edges of the classes of `size` men."""
    classes = classes_of(size)
    blocks = len(classes.first)
    start = np.zeros(blocks + 1, np.int64)
    nothing = Edges(start, np.zeros(0, np.int64))
    total = write_edges(size, classes, symmetries(), nothing, False)
    edges = Edges(start, np.zeros(total, np.int64))
    write_edges(size, classes, symmetries(), edges, True)
    return edges


@borrowing
def write_edges(size: int, classes: Classes, table: Symmetries, edges: Edges, write: bool) -> int:
    """Count the edges of all classes, and write them where there is room."""
    total = 0
    for block in range(classes.first.shape[0]):
        edges.start[block] = total
        men = int(classes.first[block])
        origins = men
        while origins:
            origin = origins & -origins
            origins ^= origin
            targets = BOARD ^ men
            if size > FEWEST:
                targets &= neighbors(origin)
            closing = completing(men ^ origin)
            while targets:
                target = targets & -targets
                targets ^= target
                if write:
                    number = int(classes.number[rank(men ^ origin ^ target, 0, table)])
                    mill = CLOSING if closing & target else 0
                    edges.edge[total] = number << 11 | mill | lowest(origin) << 5 | lowest(target)
                total += 1
    edges.start[classes.first.shape[0]] = total
    return total


@borrowing
def lay_out(taken: int, bit_at: Array, point_at: Array) -> int:
    """Number the free points; how many there are."""
    free = 0
    for point in range(POINTS):
        bit_at[point] = 0
        if taken >> point & 1 == 0:
            bit_at[point] = 1 << free
            point_at[free] = point
            free += 1
    return free


@borrowing
def tabulate(images: Array, free: int, table: Array) -> int:
    """The sums of images for all sets of a third of the free points; the width of a third."""
    width = (free + 2) // 3
    for third in range(3):
        table[third, 0] = 0
        here = max(0, min(width, free - third * width))
        for bits in range(1, 1 << here):
            rest = without_lowest(bits)
            table[third, bits] = table[third, rest] + images[third * width + lowest(bits)]
    return width


@borrowing
def looked_up(bits: int, width: int, table: Array) -> int:
    """The sum of the images of a set."""
    low = (1 << width) - 1
    return int(table[0, bits & low] + table[1, bits >> width & low] + table[2, bits >> 2 * width])
