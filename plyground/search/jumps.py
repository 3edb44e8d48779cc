"""Jumps: straight runs over a grid to the next cell where a shortest path may have to turn.

Going east along o ─ ─ ─ *, nothing happens until *. Whatever lies beside the run up to there can be
reached as cheaply by leaving it earlier, with a diagonal step. At * the wall above ends: the cell n
has no shorter way in than the turn at *, which is a jump point.

    row above       . # # # n .          corners=never: a diagonal step must not pass a wall, so the
    row of travel   o ─ ─ ─ * .          turn comes one cell later than where corners may be cut
    row below       . . . . . .

Which cells are jump points does not depend on the search, only on the direction of travel. So each
of the four straight directions has a bitmap of *stops*, its jump points and walls, laid out in its
own order: what is ahead is always in the higher bits, and the next stop is the lowest of them.

    cells                  # . . . . * . #           a lane to the east; the border is a wall,
    stops          bits    1 0 0 0 0 1 0 1           so every lane has a last stop
    from cell 2: bits >> 3     0 0 1 0 1             lowest: 2, so the jump is 1 + 2 cells long

    bit of a cell = origin + row * down + column * right        east   (0, lane, 1)
    per direction; a lane is a whole number of words            south  (…, 1, lane)   and so on

A goal is a stop in all directions while a query lasts. Harabor and Grastien, *Online Graph Pruning
for Pathfinding on Grid Maps* (2011) and *Improving Jump Point Search* (2014).
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyground.bits import lowest
from plyground.jit import borrowing
from plyground.paths.grid import DIAGONAL, STEPS, STRAIGHT, Corners, Grid

Step: TypeAlias = tuple[int, int]

WORD = 64
"""Cells in a word. One with its last bit set is negative, but `>>` and `lowest` do not mind."""
ALL_WAYS = 255
"""One bit a direction, numbered as in STEPS; the diagonals are 4 … 7."""
TURNS = 4
"""Bit TURNS + d of a cell tells that it is a jump point for the diagonal direction d."""
GOAL = 12
"""The bit of a cell that is a goal of this query."""
PARTS = ((0, 1), (2, 1), (2, 3), (0, 3))
"""The vertical and the horizontal direction of each diagonal one."""


class Jumps(NamedTuple):
    """A grid as jumps see it; only `mark_goal` changes it, and it can take that back."""

    cells: Any
    """Per cell: the open directions, 8 bits; diagonal turns, 4 bits; whether it is a goal."""
    stops: Any
    """Per word of a lane, two words: its stops, and those of them that are walls."""
    lanes: Any
    """Per straight direction: origin, down, right."""
    ways: Any
    """ways[d, open directions]: where to go on from a jump point reached in direction d."""
    found: Any
    """What `jump_points` writes: row, column, length of the way, direction of arrival, of each."""
    stride: int


@borrowing
def jump_points(jumps: Jumps, cell: int, ways: int) -> int:
    """Find all jump points one diagonal run and one straight jump away; how many there are.

    A cell of a diagonal run is a jump point itself only if it is a goal or, where corners may be
    cut, forces a turn.
    """
    row = cell // jumps.stride
    column = cell - row * jumps.stride
    count = 0
    for way in range(4):
        if ways >> way & 1:
            count = _jump(jumps, count, way, row, column, 0)
    for way in range(4, 8):
        if ways >> way & 1:
            count = _run(jumps, count, way, row, column)
    return count


@borrowing
def _run(jumps: Jumps, count: int, way: int, row: int, column: int) -> int:
    """Go diagonally as far as the map allows, with two straight jumps from each cell."""
    (down, right), (vertical, horizontal) = STEPS[way], PARTS[way - 4]
    length, here = 0, jumps.cells[row * jumps.stride + column]
    while here >> way & 1:
        row, column, length = row + down, column + right, length + DIAGONAL
        here = jumps.cells[row * jumps.stride + column]
        if here >> way + TURNS & 1 or here >> GOAL:
            return _note(jumps.found, count, row, column, length, way)
        count = _jump(jumps, count, vertical, row, column, length)
        count = _jump(jumps, count, horizontal, row, column, length)
    return count


@borrowing
def _jump(jumps: Jumps, count: int, way: int, row: int, column: int, length: int) -> int:
    """Note the jump point straight ahead, if there is one."""
    cells = leap(jumps.stops, _bit(jumps.lanes, way, row, column))
    if not cells:
        return count
    (down, right), length = STEPS[way], length + cells * STRAIGHT
    return _note(jumps.found, count, row + cells * down, column + cells * right, length, way)


@borrowing
def _note(found: Any, count: int, row: int, column: int, length: int, way: int) -> int:
    found[4 * count], found[4 * count + 1] = row, column
    found[4 * count + 2], found[4 * count + 3] = length, way
    return count + 1


@borrowing
def leap(stops: Any, bit: int) -> int:
    """How many cells long the jump from the cell of this bit is; 0 if it ends at a wall."""
    word = (bit + 1) >> 6
    skipped = bit + 1 - word * WORD
    ahead, walls = stops[2 * word] >> skipped, stops[2 * word + 1] >> skipped
    while not ahead:
        word += 1
        skipped = 0
        ahead, walls = stops[2 * word], stops[2 * word + 1]
    nearest = lowest(int(ahead))
    return 0 if walls >> nearest & 1 else word * WORD + skipped + nearest - bit


@borrowing
def _bit(lanes: Any, way: int, row: int, column: int) -> int:
    """Where the bitmap of the direction holds the cell."""
    return int(lanes[way, 0] + row * lanes[way, 1] + column * lanes[way, 2])


@borrowing
def mark_goal(jumps: Jumps, cell: int, on: int) -> None:
    """Let every jump stop at the cell (on = 1), or only those that did before (on = 0)."""
    cells, stops = jumps.cells, jumps.stops
    opened = cells[cell] & ALL_WAYS
    cells[cell] = cells[cell] & ((1 << GOAL) - 1) | on << GOAL
    if not opened:  # a wall, whose bits must stay, or a cell that no jump can come to
        return
    row = cell // jumps.stride
    for way in range(4):
        turns = jumps.ways[way, opened] != opened & 1 << way
        bit = _bit(jumps.lanes, way, row, cell - row * jumps.stride)
        word = bit >> 6
        place = bit - word * WORD
        mask = 1 << place if place < WORD - 1 else -1 << place
        stops[2 * word] = stops[2 * word] | mask if on or turns else stops[2 * word] & ~mask


# --- building, once per map -----------------------------------------------------------------------


def jumps_of(grid: Grid) -> Jumps:
    """The bitmaps and tables of a grid: a few passes over its cells, no search."""
    opened = grid.space.open.astype(np.int16)
    walls = (grid.space.weight == 0).reshape(grid.rows + 2, grid.columns + 2)
    ways = ways_table(grid.corners)
    cells = opened.copy()
    maps: list[NDArray[np.int64]] = []
    lanes: list[tuple[int, int, int]] = []
    origin = 0
    for direction, step in enumerate(STEPS):
        turns = ways[direction][opened] & ~_natural(step) != 0
        if direction >= 4:
            cells |= turns.astype(np.int16) << np.int16(direction + TURNS)
            continue
        stops = turns.reshape(walls.shape) | walls
        words = np.stack([_in_words(_along(each, step)) for each in (stops, walls)], axis=-1)
        maps.append(words.ravel())
        lane = words.shape[1] * WORD
        (down, right), (rows, columns) = step, walls.shape
        first = origin if down + right > 0 else origin + (rows if down else columns) - 1
        lanes.append((first, down, lane) if down else (first, lane, right))
        origin += words.shape[0] * lane
    found = np.empty(4 * (4 + 8 * max(walls.shape)), np.int64)
    return Jumps(
        cells, np.concatenate(maps), np.array(lanes, np.int64), ways, found, grid.columns + 2
    )


def ways_table(corners: Corners) -> NDArray[np.int16]:
    """table[d, open directions]: the directions worth trying after a step in direction d.

    The natural ones lead straight on and, after a diagonal step, along its two parts. Forced ones
    lead where a wall keeps away every other path that is as short (s: where the step came from):

        # f f   corners=never        . # f   corners=one        f . .   corners=one or always,
        s * .                        s * .   or always          # * .   after a diagonal step
                                                                s . .
    """
    opened = np.arange(256)
    table = np.zeros((8, 256), np.int16)
    for direction, step in enumerate(STEPS):
        kept = np.full(256, _natural(step))
        for wall, forced in _forced(step, corners):
            kept |= np.where(opened & _mask(wall), 0, _mask(*forced))
        table[direction] = kept & opened
    return table


def _natural(step: Step) -> int:
    down, right = step
    return _mask(step, (down, 0), (0, right))


def _forced(step: Step, corners: Corners) -> Iterator[tuple[Step, tuple[Step, ...]]]:
    """Pairs: a direction that is closed, and those that this makes worth trying.

    Where corners are never cut, the diagonal step back past the wall is closed exactly if the wall
    is there or the cell beside us is one; in the second case the forced directions are closed too.
    """
    down, right = step
    if down and right:
        if corners != "never":
            yield (-down, 0), ((-down, right),)
            yield (0, -right), ((down, -right),)
        return
    for beside in ((right, down), (-right, -down)):
        behind = (beside[0] - down, beside[1] - right)
        beyond = (beside[0] + down, beside[1] + right)
        if corners == "never":
            yield behind, (beside, beyond)
        else:
            yield beside, (beyond,)


def _mask(*steps: Step) -> int:
    return sum(1 << STEPS.index(step) for step in {*steps} - {(0, 0)})


def _along(cells: NDArray[np.bool_], step: Step) -> NDArray[np.bool_]:
    """The cells as lanes: one row for each line in the direction, in the order of travel."""
    down, right = step
    lanes = cells.T if down else cells
    return lanes if down + right > 0 else lanes[:, ::-1]


def _in_words(lanes: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Each lane as words of WORD bits, the first cell in the lowest bit of the first word."""
    count, length = lanes.shape
    words = -(-length // WORD)
    bits = np.zeros((count, words * WORD), np.uint8)
    bits[:, :length] = lanes
    return np.packbits(bits, axis=1, bitorder="little").view(np.dtype("<i8")).astype(np.int64)
