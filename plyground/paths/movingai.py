"""Maps and queries of the MovingAI benchmarks (Sturtevant 2012, "Benchmarks for grid-based
pathfinding").

    type octile       version 1
    height 3          0       maps/dao/arena2.map   281    209     100 41      98 44      3.82842712
    width 4           bucket  map                   width  height  start x, y  goal x, y  length
    map
    ..@@              passable: . G (ground), S (swamp)
    .S.T              blocked: @ O (outside), T (trees), W (water)
    @.G.

Swamp costs what ground costs, as in the lengths of the benchmark. Water could be entered from water
only; here it is blocked. A query counts columns first, our cells rows first: `Query` holds cells.
"""

import re
from collections.abc import Iterable, Sequence
from math import isfinite
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import numpy as np

from plyground.errors import BadParameter, BadText
from plyground.paths.grid import MOST_CELLS, Cell, Corners, Grid
from plyground.paths.reading import lines_of, open_grid, read_file
from plyground.paths.text_maps import UNKNOWN, characters, weights_of

TERRAIN = {".": 1, "G": 1, "S": 1, "@": 0, "O": 0, "T": 0, "W": 0}
HEADER = 4
"""Lines before the map."""
FIELDS = "bucket, map, width, height, start x, start y, goal x, goal y, length"


class Query(NamedTuple):
    """A line of a .scen file: a way to find, and how long the shortest is."""

    bucket: int
    map: str
    width: int
    height: int
    start: Cell
    goal: Cell
    length: float


def read_map(text: str, title: str = "map", connected: int = 8, corners: Corners = "never") -> Grid:
    """The grid of a .map file, from its first open cell to its last."""
    lines = lines_of(text)
    rows, columns = _header(lines[:HEADER], title)
    body = lines[HEADER:]
    while body and not body[-1]:
        body.pop()
    if len(body) != rows:
        raise BadText(f"{title}: the header promises height {rows}, but {len(body)} rows follow")
    for number, line in enumerate(body, HEADER + 1):
        if len(line) != columns:
            raise BadText(
                f"{title}, line {number}: {len(line)} cells, but the header says width {columns}"
            )
    weights = weights_of(characters(body), TERRAIN)
    strange = np.argwhere(weights == UNKNOWN)
    if len(strange):
        row, column = strange[0]
        raise BadText(
            f"{title}, line {HEADER + 1 + row}, column {column + 1}: {body[row][column]!r} is no "
            "terrain; passable are . G S, blocked are @ O T W"
        )
    return open_grid(weights, title, connected, corners)


def write_map(grid: Grid) -> str:
    """The walls as a .map file, which holds neither weights nor a start nor goals."""
    if not grid.uniform:
        raise BadParameter(f"{grid.title} has weights, which a .map file cannot hold")
    signs = np.frombuffer(b"@.", np.uint8)[grid.weights]
    rows = [row.tobytes().decode("ascii") for row in signs]
    header = ["type octile", f"height {grid.rows}", f"width {grid.columns}", "map"]
    return "\n".join([*header, *rows, ""])


def read_scen(text: str, title: str = "scen") -> list[Query]:
    """The queries of a .scen file, in its order."""
    lines = lines_of(text)
    if not re.fullmatch(r"version\s+1(\.0*)?", lines[0].strip()):
        raise BadText(f"{title}, line 1: {lines[0]!r} should be `version 1`")
    return [
        _query(line, f"{title}, line {number}") for number, line in enumerate(lines[1:], 2) if line
    ]


def write_scen(queries: Iterable[Query]) -> str:
    """The queries as a .scen file; reading it gives them back."""
    lines = ["version 1"]
    for query in queries:
        numbers = [query.width, query.height, query.start.column, query.start.row]
        numbers += [query.goal.column, query.goal.row]
        fields = [query.bucket, query.map, *numbers, repr(float(query.length))]
        lines.append("\t".join(str(field) for field in fields))
    return "\n".join([*lines, ""])


def map_beside(scen: Path, query: Query) -> Path:
    """Where the map of a query should be: next to the .scen file, whatever folder it names."""
    return scen.parent / PurePosixPath(query.map.replace("\\", "/")).name


def posed(grid: Grid, query: Query) -> Grid:
    """The map with the start and the goal of a query."""
    if (query.width, query.height) != (grid.columns, grid.rows):
        raise BadParameter(
            f"the query is for {query.width} × {query.height} cells (width × height), but "
            f"{grid.title} has {grid.columns} × {grid.rows}: scaled maps are not supported"
        )
    return grid.between(query.start, [query.goal])


def read_scenario(scen: Path) -> tuple[Grid, list[Query]]:
    """The queries of a .scen file and the one map that all of them are about."""
    queries = read_scen(read_file(scen), str(scen))
    if not queries:
        raise BadText(f"{scen}: no queries follow the version")
    others = {map_beside(scen, query) for query in queries} - {map_beside(scen, queries[0])}
    if others:
        raise BadText(
            f"{scen}: queries on several maps, such as {queries[0].map} and {others.pop()}"
        )
    file = map_beside(scen, queries[0])
    grid = read_map(read_file(file), str(file))
    for number, query in enumerate(queries, 1):
        try:
            posed(grid, query)
        except BadParameter as error:
            raise BadText(f"{scen}, query {number}: {error}") from error
    return grid, queries


def _header(lines: Sequence[str], title: str) -> tuple[int, int]:
    """Height and width; they may come in either order."""
    if not lines or lines[0].split() != ["type", "octile"]:
        found = lines[0] if lines else ""
        raise BadText(f"{title}, line 1: {found[:40]!r} should be `type octile`")
    sizes: dict[str, int] = {}
    for number, line in enumerate(lines[1:3], 2):
        found_size = re.fullmatch(r"(height|width)\s+(\d{1,9})", line.strip())
        if not found_size or found_size[1] in sizes or not int(found_size[2]):
            raise BadText(
                f"{title}, line {number}: {line[:40]!r} should be `height` or `width`, "
                "once each, and a number from 1"
            )
        sizes[found_size[1]] = int(found_size[2])
    if lines[3:] != ["map"] or len(sizes) < 2:
        raise BadText(f"{title}, line {len(sizes) + 2}: `height`, `width` and `map` should follow")
    if sizes["height"] * sizes["width"] > MOST_CELLS:
        raise BadText(f"{title}: {sizes['height']} × {sizes['width']} cells; {MOST_CELLS} at most")
    return sizes["height"], sizes["width"]


def _query(line: str, where: str) -> Query:
    """A query from its line; a map's name may hold spaces, even between spaces."""
    head, *numbers = line.rsplit(None, 7)
    bucket, *names = head.split(None, 1)
    try:
        width, height, left, top, right, bottom = (int(number) for number in numbers[:6])
        number, length, name = int(bucket), float(numbers[6]), names[0]
    except (ValueError, IndexError):
        raise BadText(f"{where}: {line[:80]!r} should be {FIELDS}") from None
    if not (isfinite(length) and length >= 0):
        raise BadText(f"{where}: the length {numbers[6]} should be a number from 0")
    for role, column, row in (("start", left, top), ("goal", right, bottom)):
        if not (0 <= column < width and 0 <= row < height):
            raise BadText(f"{where}: the {role} x={column} y={row} is outside {width} × {height}")
    return Query(number, name, width, height, Cell(top, left), Cell(bottom, right), length)
