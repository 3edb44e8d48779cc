"""Sets of men on the morris board, numbered: classes under the 16 symmetries, and ranks.

    symmetry     4 turns × mirror × inside out, numbers 0 … 15; 0 leaves everything as it is
    class        all sets that a symmetry takes into each other; its first set is the smallest
    rank         the place of a set among all of its size, in the order of their bits (colex):
                 ranks of sets on free points look at these points only, closed up

        L  the larger set, class 7                    24 points   ..L..SL.S..L…
        S  the smaller one on the points that are left:           .. ..S . S.. …   closed up, rank

A position of the moving phase has the slot  class of L × (sets of S's size) + rank of S, after a
symmetry has taken L to the first set of its class. Where several do, a position has several slots:
all hold its value.
"""

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from plyground.bits import popcount
from plyground.games.nine_mens_morris import MEN
from plyground.jit import borrowing

POINTS = 24
SYMMETRIES = 16
FEWEST = 3
CLASSES = {3: 158, 4: 757, 5: 2830, 6: 8774, 7: 22188, 8: 46879, 9: 82880}
"""Size -> number of classes."""

Array = Any


class Symmetries(NamedTuple):
    image: Array
    """image[symmetry, third, byte]: where the points of one third of the board go."""
    point: Array
    """point[symmetry, point]: where one point goes."""
    inverse: Array
    choose: Array
    """choose[n, k]: sets of k out of n points."""
    closed: Array
    """closed[free, byte]: the bits of a byte that are free, closed up."""
    half: Array
    """half[men below, twelve bits]: what half of a set adds to its rank; row -1: the lower half."""


class Classes(NamedTuple):
    """The classes of the sets of one size."""

    first: Array
    """Class -> its first set."""
    number: Array
    """Rank of a set -> class << 4 | a symmetry that takes the set to the first one."""


@cache
def symmetries() -> Symmetries:
    point_maps = [
        [_moved_point(point, turn, mirrored, inward) for point in range(POINTS)]
        for inward in (False, True)
        for mirrored in (False, True)
        for turn in range(4)
    ]
    image = np.zeros((SYMMETRIES, 3, 256), np.int32)
    for symmetry, points in enumerate(point_maps):
        for third in range(3):
            for byte in range(256):
                image[symmetry, third, byte] = sum(
                    1 << points[8 * third + bit] for bit in range(8) if byte >> bit & 1
                )
    inverse = [
        next(
            other
            for other, back in enumerate(point_maps)
            if all(back[points[point]] == point for point in range(POINTS))
        )
        for points in point_maps
    ]
    return Symmetries(
        image,
        np.array(point_maps, np.int64),
        np.array(inverse, np.int64),
        np.array([[comb(n, k) for k in range(MEN + 1)] for n in range(POINTS + 1)], np.int64),
        _closed_bytes(),
        _half_ranks(),
    )


def _closed_bytes() -> Array:
    closed = np.zeros((256, 256), np.uint8)
    bytes_ = np.arange(256)
    for free in range(256):
        places = [bit for bit in range(8) if free >> bit & 1]
        for place, bit in enumerate(places):
            closed[free] |= ((bytes_ >> bit & 1) << place).astype(np.uint8)
    return closed


def _half_ranks() -> Array:
    half = np.zeros((MEN + 2, 1 << 12), np.int32)
    bits, sizes = np.arange(1 << 12), np.zeros(1 << 12, np.int64)
    for place in range(12):
        here = (bits >> place & 1).astype(bool)
        sizes += here
        for below in range(MEN + 1):
            count = np.minimum(sizes + below, POINTS)
            ways = np.array([comb(12 + place, k) for k in range(POINTS + 1)])
            half[below, here] += ways[count][here].astype(np.int32)
        ways = np.array([comb(place, k) for k in range(POINTS + 1)])
        half[-1, here] += ways[sizes][here].astype(np.int32)
    return half


def _moved_point(point: int, turn: int, mirrored: bool, inward: bool) -> int:
    square, place = divmod(point, 8)
    place = (-place if mirrored else place) + 2 * turn
    return 8 * (2 - square if inward else square) + place % 8


@borrowing
def moved(points: int, symmetry: int, table: Symmetries) -> int:
    """Where a symmetry takes a set of points."""
    image = table.image
    return int(
        image[symmetry, 0, points & 255]
        | image[symmetry, 1, points >> 8 & 255]
        | image[symmetry, 2, points >> 16]
    )


@borrowing
def rank(men: int, taken: int, table: Symmetries) -> int:
    """The rank of a set of men on the points that are not taken."""
    free = ~taken
    low, middle, high = free & 255, free >> 8 & 255, free >> 16 & 255
    closed = table.closed
    bits = int(closed[low, men & 255])
    shift = popcount(low)
    bits |= int(closed[middle, men >> 8 & 255]) << shift
    shift += popcount(middle)
    bits |= int(closed[high, men >> 16]) << shift
    lower = bits & 4095
    return int(table.half[MEN + 1, lower]) + int(table.half[popcount(lower), bits >> 12])


@borrowing
def opened(bits: int, taken: int) -> int:
    """A set on the points that are not taken, closed up, back on the board."""
    men, free = 0, 0
    for point in range(POINTS):
        if taken >> point & 1 == 0:
            men |= (bits >> free & 1) << point
            free += 1
    return men


@borrowing
def following(men: int) -> int:
    """The next set of the same size, in the order of bits."""
    low = men & -men
    carried = men + low
    return carried | (men ^ carried) // low >> 2


@borrowing
def number_classes(size: int, table: Symmetries, classes: Classes) -> int:
    """Fill in the classes of the sets of one size; how many there are."""
    men, known = (1 << size) - 1, 0
    for place in range(classes.number.shape[0]):
        if classes.number[place] < 0:
            classes.first[known] = men
            for symmetry in range(SYMMETRIES):
                other = rank(moved(men, symmetry, table), 0, table)
                if classes.number[other] < 0:
                    classes.number[other] = known << 4 | table.inverse[symmetry]
            known += 1
        men = following(men)
    return known


@cache
def classes_of(size: int) -> Classes:
    """The classes of all sets of `size` men."""
    number = np.full(comb(POINTS, size), -1, np.int32)
    classes = Classes(np.zeros(CLASSES[size], np.int64), number)
    number_classes(size, symmetries(), classes)
    return classes


@borrowing
def slot_of(mine: int, theirs: int, classes: Classes, table: Symmetries) -> int:
    """The slot of a position; `classes` are those of the size of the larger set."""
    if popcount(mine) >= popcount(theirs):
        larger, smaller = mine, theirs
    else:
        larger, smaller = theirs, mine
    number = int(classes.number[rank(larger, 0, table)])
    larger = moved(larger, number & 15, table)
    smaller = moved(smaller, number & 15, table)
    sets = int(table.choose[POINTS - popcount(larger), popcount(smaller)])
    return (number >> 4) * sets + rank(smaller, larger, table)


def slots(larger: int, smaller: int) -> int:
    """How many slots the positions with so many men have, one side being to move."""
    return CLASSES[larger] * comb(POINTS - larger, smaller)
