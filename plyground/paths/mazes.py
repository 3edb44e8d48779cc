"""Mazes from a seed: the same seed gives the same maze on every machine.

    . . . # .      Rooms are the cells whose row and column are both even; passages join rooms
    # # . # .      through the cell between them; everything else is wall. Of n rows, (n + 1) // 2
    . . . . .      hold rooms: an odd size begins and ends with rooms, an even one keeps its last
    . # # # #      row (or column) as a wall.
    . . . . .

The perfect mazes (backtracker, prim, kruskal, division) are spanning trees of the rooms: one way,
and only one, between any two. Caves are one connected region. Obstacles promise nothing but an open
first and last cell.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadParameter, UnknownName
from plyground.paths.grid import Corners, Grid
from plyground.paths.reading import open_grid
from plyground.text import Call, differing

Passage: TypeAlias = tuple[int, int]
Cells: TypeAlias = NDArray[np.uint8]

LARGEST = 4096
"""Rows or columns, at most."""
OBSTACLES, CAVES = 0.25, 0.45
"""The usual densities."""
SMOOTHINGS = 5


class Rooms(NamedTuple):
    """A lattice of rooms, numbered in reading order."""

    high: int
    wide: int

    def around(self, room: int) -> list[int]:
        """The rooms one passage away: north, east, south, west."""
        high, wide = self
        column = room % wide
        found = [room - wide] if room >= wide else []
        if column < wide - 1:
            found.append(room + 1)
        if room < (high - 1) * wide:
            found.append(room + wide)
        if column:
            found.append(room - 1)
        return found


Carve: TypeAlias = Callable[[Rooms, Iterator[int]], Iterator[Passage]]


def backtracker(rooms: Rooms, rolls: Iterator[int]) -> Iterator[Passage]:
    """Walk on to a new room at random; where there is none, step back. Long corridors."""
    seen = bytearray(rooms.high * rooms.wide)
    trail = [0]
    seen[0] = 1
    while trail:
        fresh = [room for room in rooms.around(trail[-1]) if not seen[room]]
        if not fresh:
            trail.pop()
            continue
        there = fresh[next(rolls) % len(fresh)]
        yield trail[-1], there
        seen[there] = 1
        trail.append(there)


def prim(rooms: Rooms, rolls: Iterator[int]) -> Iterator[Passage]:
    """Grow from one room along a random passage out of all that lead on. Many short dead ends."""
    seen = bytearray(rooms.high * rooms.wide)
    seen[0] = 1
    edge = [(0, room) for room in rooms.around(0)]
    while edge:
        chosen = next(rolls) % len(edge)
        edge[chosen], edge[-1] = edge[-1], edge[chosen]
        here, there = edge.pop()
        if not seen[there]:
            yield here, there
            seen[there] = 1
            edge += [(there, room) for room in rooms.around(there) if not seen[room]]


def kruskal(rooms: Rooms, rolls: Iterator[int]) -> Iterator[Passage]:
    """Try all passages in random order; open those that join two regions."""
    count = rooms.high * rooms.wide
    passages = [(room, other) for room in range(count) for other in rooms.around(room)]
    passages = [passage for passage in passages if passage[0] < passage[1]]
    leader = list(range(count))

    def region(room: int) -> int:
        while leader[room] != room:
            leader[room] = room = leader[leader[room]]
        return room

    for last in range(len(passages) - 1, -1, -1):
        chosen = next(rolls) % (last + 1)
        passages[chosen], passages[last] = passages[last], passages[chosen]
        here, there = passages[last]
        one, other = region(here), region(there)
        if one != other:
            leader[one] = other
            yield here, there


def division(rooms: Rooms, rolls: Iterator[int]) -> Iterator[Passage]:
    """Halve the rooms by a wall with one gap, then each half. Long straight walls."""
    parts = [(0, 0, rooms.high, rooms.wide)]
    while parts:
        top, left, high, wide = parts.pop()
        if high == wide == 1:
            continue
        if high > wide or (high == wide and next(rolls) % 2):
            cut, gap = top + 1 + next(rolls) % (high - 1), left + next(rolls) % wide
            yield (cut - 1) * rooms.wide + gap, cut * rooms.wide + gap
            parts += [(top, left, cut - top, wide), (cut, left, top + high - cut, wide)]
        else:
            cut, gap = left + 1 + next(rolls) % (wide - 1), top + next(rolls) % high
            yield gap * rooms.wide + cut - 1, gap * rooms.wide + cut
            parts += [(top, left, high, cut - left), (top, cut, high, left + wide - cut)]


def carved(carve: Carve) -> Callable[[int, int, int, float], Cells]:
    """The generator that carves the passages of a spanning tree out of solid wall."""

    def perfect(rows: int, columns: int, seed: int, density: float = 0) -> Cells:
        rooms = Rooms((rows + 1) // 2, (columns + 1) // 2)
        passages = list(carve(rooms, _rolls(seed)))
        cells = np.zeros((rows, columns), np.uint8)
        cells[::2, ::2] = 1
        ends = np.array(passages, np.int64).reshape(-1, 2)
        cells[(ends // rooms.wide).sum(axis=1), (ends % rooms.wide).sum(axis=1)] = 1
        return cells

    perfect.__doc__ = carve.__doc__
    return perfect


def caves(rows: int, columns: int, seed: int, density: float = CAVES) -> Cells:
    """Random walls, smoothed: a cell becomes what most of the 3 × 3 around it are.

    Outside is wall. Of the regions that result the largest is kept; where nothing is left, the
    cell in the middle.
    """
    open_ = np.pad(_noise(seed, rows, columns) >= density, 1)
    for _ in range(SMOOTHINGS):
        around = sum(
            open_[down : rows + down, right : columns + right].astype(np.uint8)
            for down in range(3)
            for right in range(3)
        )
        open_[1:-1, 1:-1] = np.asarray(around) >= 5
    if not open_.any():
        open_[1 + rows // 2, 1 + columns // 2] = True
    return _largest_region(open_)[1:-1, 1:-1]


def obstacles(rows: int, columns: int, seed: int, density: float = OBSTACLES) -> Cells:
    """Single walls at random: round(density × cells), though never the first or last cell."""
    noise = _noise(seed, rows, columns).ravel()
    noise[[0, -1]] = 2
    walls = min(round(density * noise.size), len(np.flatnonzero(noise < 1)))
    cells = np.ones(noise.size, np.uint8)
    cells[np.argsort(noise, kind="stable")[:walls]] = 0
    return cells.reshape(rows, columns)


GENERATORS: dict[str, Callable[[int, int, int, float], Cells]] = {
    **{carve.__name__: carved(carve) for carve in (backtracker, prim, kruskal, division)},
    "caves": caves,
    "obstacles": obstacles,
}
DENSITIES = {"caves": CAVES, "obstacles": OBSTACLES}


def maze(
    generator: str = "backtracker",
    rows: int = 21,
    columns: int = 21,
    seed: int = 1,
    density: float | None = None,
    connected: int = 4,
    corners: Corners = "never",
) -> Grid:
    """A maze from its first open cell to its last; `density` is for caves and obstacles only."""
    if generator not in GENERATORS:
        raise UnknownName("maze generator", generator, GENERATORS)
    chosen = {"generator": generator, "rows": rows, "columns": columns, "seed": seed,
              "density": density, "connected": connected, "corners": corners}  # fmt: skip
    for name, size in (("rows", rows), ("columns", columns)):
        if not 1 <= size <= LARGEST:
            raise BadParameter(f"maze: {name}={size} should be 1 … {LARGEST}")
    if seed < 0:
        raise BadParameter(f"maze: seed={seed} should be 0 or more")
    cells = GENERATORS[generator](rows, columns, seed, _density(generator, density))
    return open_grid(cells, str(Call("maze", differing(maze, chosen))), connected, corners)


def _density(generator: str, density: Any) -> float:
    """The density asked for, or the usual one."""
    if density is None:
        return DENSITIES.get(generator, 0)
    if generator not in DENSITIES:
        raise BadParameter(f"maze: {generator} takes no density; {' and '.join(DENSITIES)} do")
    if isinstance(density, bool) or not isinstance(density, (int, float)) or not 0 <= density <= 1:
        raise BadParameter(f"maze: density={density} should be a number from 0 to 1")
    return density


def _rolls(seed: int) -> Iterator[int]:
    """Random numbers without end, of 64 bits; NumPy promises that PCG64's raw ones never change."""
    dice = np.random.PCG64(seed)
    while True:
        yield from dice.random_raw(4096).tolist()


def _noise(seed: int, rows: int, columns: int) -> NDArray[np.float64]:
    """A random number of 0 … 1, less than 1, for each cell."""
    raw = np.random.PCG64(seed).random_raw(rows * columns)
    return (raw >> np.uint64(11)).reshape(rows, columns) / 2.0**53


def _largest_region(open_: NDArray[np.bool_]) -> Cells:
    """Only the largest of the 4-connected regions; the border must be wall."""
    stride = open_.shape[1]
    left = bytearray(open_.tobytes())
    best: list[int] = []
    at = left.find(1)
    while at >= 0:
        region = [at]
        left[at] = 0
        for cell in region:
            for other in (cell - stride, cell + 1, cell + stride, cell - 1):
                if left[other]:
                    left[other] = 0
                    region.append(other)
        best = max(best, region, key=len)
        at = left.find(1, at)
    cells = np.zeros(open_.size, np.uint8)
    cells[best] = 1
    return cells.reshape(open_.shape)
