"""The address of a Paths page: what follows the #, as a query.

    problem=maze(generator=prim, seed=7)       a text form; or else what was drawn:
    cells=12x20.eJxj…   graph=eJyr…            weights row by row, or a graph as JSON: both packed
    from=0,0  to=3,4  to=5,6                   ends, where they are not the problem's own
    connected=8  corners=one                   likewise
    lane=astar(heuristic=octile)               one or more
    search=1                                   the search is to be seen

`read_link` and `write_link` are inverses. What comes from an address is data of a stranger's.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadText
from plyground.paths import Graph, Grid
from plyground.paths.graph_files import write_json
from plyground.views.paths_map import HEAVIEST, Drawing, Places, check_size

LONGEST, LONGEST_DRAWING, LONGEST_GRAPH = 8000, 2048, 1 << 17
MOST_FIELDS = 40
FEW_PLACES, FEW_CELLS = 300, 1 << 16
"""Larger drawings would not fit in any case."""
TOO_LARGE = "The map is too large for the address: download it to keep it."


class Settings(NamedTuple):
    """What an address says."""

    problem: str = ""
    cells: NDArray[np.uint8] | None = None
    graph: str = ""
    start: str = ""
    goals: tuple[str, ...] = ()
    connected: int | None = None
    corners: str | None = None
    lanes: tuple[str, ...] = ()
    search: bool = False
    too_large: bool = False
    """What was drawn would not fit, packed or not."""


def read_link(link: str) -> Settings:
    """The settings of a link; what it does not say is left empty."""
    if len(link) > LONGEST:
        raise BadText(f"the address has {len(link):,} characters; {LONGEST:,} at most are read")
    try:
        fields = parse_qsl(link, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError as error:
        raise BadText(f"the address cannot be read: {error}") from error
    once, cells = dict(fields), dict(fields).get("cells")
    ways = once.get("connected", "")
    if ways and ways not in ("4", "8"):
        raise BadText(f"the address says connected={ways}: it should be 4 or 8")
    return Settings(
        problem=once.get("problem", ""),
        cells=None if cells is None else unpacked_cells(cells),
        graph=_unzipped(once.get("graph", ""), LONGEST_GRAPH).decode("utf-8", "replace"),
        start=once.get("from", ""),
        goals=tuple(value for name, value in fields if name == "to"),
        connected=int(ways) if ways else None,
        corners=once.get("corners"),
        lanes=tuple(value for name, value in fields if name == "lane"),
        search=once.get("search") == "1",
    )


def write_link(settings: Settings) -> tuple[str, str]:
    """The link, and in words what is too large for it."""
    fields: list[tuple[str, Any]] = []
    note = ""
    if settings.too_large:
        note = TOO_LARGE
    elif settings.problem:
        fields.append(("problem", settings.problem))
    elif settings.cells is not None:
        fields.append(("cells", packed_cells(settings.cells)))
    elif settings.graph:
        fields.append(("graph", _zipped(settings.graph.encode())))
    if fields and not settings.problem and len(fields[0][1]) > LONGEST_DRAWING:
        fields, note = [], TOO_LARGE
    if not note:
        fields += [("from", settings.start)] if settings.start else []
        fields += [("to", goal) for goal in settings.goals]
    fields += [("connected", settings.connected)] if settings.connected else []
    fields += [("corners", settings.corners)] if settings.corners else []
    fields += [("lane", lane) for lane in settings.lanes]
    fields += [("search", "1")] if settings.search and not note else []
    return urlencode(fields, safe="(),=/.", quote_via=quote), note


def settings_of(
    ground: Drawing | Places, source: str, lanes: Sequence[str], search: bool
) -> Settings:
    """The settings of a view; `source` is the text form of the problem that was opened."""
    problem = ground.problem()
    common = Settings(
        start=problem.state_name(problem.start),
        goals=tuple(problem.state_name(goal) for goal in problem.goals),
        lanes=tuple(lanes),
        search=search,
    )
    if isinstance(ground, Places):
        if source or ground.size > FEW_PLACES:
            return common._replace(problem=source, too_large=not source)
        return common._replace(graph=write_json(ground.graph))
    corners = ground.corners if ground.connected == 8 else None
    common = common._replace(connected=ground.connected, corners=corners)
    if source and ground.as_given:
        return common._replace(problem=source)
    if ground.size > FEW_CELLS:
        return common._replace(too_large=True)
    return common._replace(cells=ground.problem().weights)


def ground_of(problem: Grid | Graph, settings: Settings) -> Drawing | Places:
    """The problem, posed as the settings say."""
    start = problem.read_state(settings.start) if settings.start else None
    goals = [problem.read_state(goal) for goal in settings.goals] or None
    if isinstance(problem, Graph):
        return Places(problem.between(start, goals))
    drawing = Drawing(problem)
    drawing.set_steps(settings.connected or problem.connected, settings.corners or problem.corners)
    if start or goals:
        drawing.ends = Drawing(problem.between(start, goals)).ends
    return drawing


def packed_cells(weights: NDArray[np.uint8]) -> str:
    """12x20. and the weights, packed."""
    rows, columns = weights.shape
    return f"{rows}x{columns}.{_zipped(weights.astype(np.uint8).tobytes())}"


def unpacked_cells(text: str) -> NDArray[np.uint8]:
    """The inverse of `packed_cells`, for any text."""
    size = re.match(r"(\d{1,4})x(\d{1,4})\.", text, re.ASCII)
    if not size:
        raise BadText(f"the address says cells={text[:20]}…: it should begin as in 12x20.")
    rows, columns = int(size[1]), int(size[2])
    check_size(rows, columns)
    content = _unzipped(text[size.end() :], rows * columns)
    weights = np.frombuffer(content, np.uint8).copy()
    if len(weights) != rows * columns or weights.max() > HEAVIEST:
        raise BadText(f"the cells in the address are not {rows} × {columns} weights of 0 … 9")
    return weights.reshape(rows, columns)


def _zipped(content: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(content)).decode("ascii").rstrip("=")


def _unzipped(text: str, most: int) -> bytes:
    """The inverse, of at most so many bytes: what claims to be more is refused."""
    if not text:
        return b""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(packed, most)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise BadText(f"the drawing in the address is damaged: {error}") from error
    if not unpacker.eof and unpacker.decompress(unpacker.unconsumed_tail, 1):
        raise BadText("the drawing in the address is larger than it says")
    return content
