"""Drawings of a search through a graph.

         (2)─── 7 ───(S) Pella           few places: names, costs, and in each disc when it was
        ╱   ╲         ┃                  expanded
       9     4        5                  many places: thin edges, shaded where both ends were
      ╱       ╲       ┃                  expanded, dots for the frontier
    ( )        ▢     (G) Dion

North, a larger y, is up. Places without coordinates stand on a circle. A name goes to that side of
its place where it covers least: other names, discs and costs first, then edges.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.path_svg import EDGE, SHADES, Body, ends, framed, in_order, number, route, written
from plyground.paths.graph import Graph
from plyground.search.path_results import PathResult

FEW = 60
"""Up to so many places have names; up to so many edges show what they cost."""
FAINTEST = 3
"""The first shade that is strong enough for a thin line."""
WIDE, HIGH, MARGIN = 780, 560, 30
RADIUS, TALL, LETTER = 11, 15, 7.4
"""Of a disc; the height of a line of text and the width of a character."""
SIDES = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))


class Box(NamedTuple):
    """A rectangle on the drawing that something takes up."""

    left: float
    top: float
    right: float
    bottom: float


class Plan(NamedTuple):
    """Where everything is."""

    xy: NDArray[np.float64]
    """A row for each place, in pixels."""
    width: float
    height: float
    edges: list[tuple[int, int, float]]
    """Each edge once, the cheapest of several; both directions apart only if the graph is."""


def graph_svg(graph: Graph, result: PathResult) -> str:
    """Places and edges, what was expanded, what waits, and the path."""
    plan = _plan(graph)

    def point(place: Any) -> tuple[float, float]:
        return float(plan.xy[place, 0]), float(plan.xy[place, 1])

    few = graph.states <= FEW
    dot = RADIUS if few else float(np.clip(400 / graph.states**0.5, 2.5, 8))
    draw = _few_places if few else _many_places
    below, above = draw(graph, result, plan, dot)
    line = route([point(place) for place in result.path], 6 if few else max(3, 0.5 * dot))
    marks = ends(graph, point, RADIUS + 1 if few else max(8, dot))
    shapes = [*below, line, *above, *marks]
    body = Body(plan.width, plan.height, shapes)
    words = body._replace(said="numbered") if few else body._replace(faintest=FAINTEST)
    return framed(graph, result, words)


def _plan(graph: Graph) -> Plan:
    at = _points(graph)
    low, high = at.min(axis=0), at.max(axis=0)
    wide, tall = (float(extent) for extent in high - low)
    scales = [room / extent for room, extent in ((WIDE, wide), (HIGH, tall)) if extent > 0]
    scale = min(scales, default=1)
    xy = (at - low) * scale
    xy[:, 1] = tall * scale - xy[:, 1]
    side = MARGIN + (30 if graph.states <= FEW else -14)
    xy += (side, MARGIN)
    costs: dict[tuple[int, int], float] = {}
    for here, there, cost in _arcs(graph):
        costs[here, there] = min(cost, costs.get((here, there), cost))
    edges = [(here, there, cost) for (here, there), cost in costs.items()]
    return Plan(xy, wide * scale + 2 * side, tall * scale + 2 * MARGIN, edges)


def _points(graph: Graph) -> NDArray[np.float64]:
    """Coordinates, or places on a circle, the first one at the top and on clockwise."""
    if graph.x is not None and graph.y is not None:
        at = np.stack([graph.x, graph.y], axis=1)
        if graph.states == 1 or np.ptp(at, axis=0).max() > 0:
            return at
    angle = 2 * pi * np.arange(graph.states) / graph.states
    return np.stack([np.sin(angle), np.cos(angle)], axis=1)


def _arcs(graph: Graph) -> Iterable[tuple[int, int, float]]:
    for origin, target, cost in graph.arcs():
        for arc in zip(origin.tolist(), target.tolist(), cost.tolist(), strict=True):
            if graph.directed or arc[0] < arc[1]:
                yield arc


# --- many places ---------------------------------------------------------------------------------


def _many_places(
    graph: Graph, result: PathResult, plan: Plan, dot: float
) -> tuple[list[str], list[str]]:
    """All edges of a shade in one element, in tenths of a pixel; all open places in another."""
    shade = np.full(graph.states, SHADES)
    numbers, shades = in_order(np.array(result.order[:], np.int64), FAINTEST)
    shade[numbers] = shades
    tenths = np.rint(plan.xy * 10).astype(np.int64)
    pairs = np.array([edge[:2] for edge in plan.edges], np.int64).reshape(-1, 2)
    later = shade[pairs].max(axis=1)
    below = []
    for each in (SHADES, *range(FAINTEST, SHADES)):
        chosen = pairs[later == each]
        from_, by = tenths[chosen[:, 0]], tenths[chosen[:, 1]] - tenths[chosen[:, 0]]
        rows = np.concatenate([from_, by], axis=1).tolist()
        strokes = "".join(f"M{x} {y}l{right} {down}" for x, y, right, down in rows)
        width, role = (9, 'edge" opacity=".35') if each == SHADES else (18, f"edge s{each}")
        below.append(f'<path class="{role}" stroke-width="{width}" d="{strokes}"/>')
    waiting = tenths[[each.state for each in result.open]].tolist() if len(result.open) else []
    dots = "".join(f"M{x} {y}h0" for x, y in waiting)
    style = f'stroke-width="{15 * dot:g}" stroke-linecap="round"'
    frontier = f'<path class="open" {style} d="{dots}"/>' if dots else ""
    return [f'<g transform="scale(.1)">{"".join(below)}{frontier}</g>'], []


# --- few places ----------------------------------------------------------------------------------


def _few_places(
    graph: Graph, result: PathResult, plan: Plan, dot: float
) -> tuple[list[str], list[str]]:
    """What lies below the path and what lies above it."""
    on_path = set(pairwise(result.path))
    taken = [_around(x, y, dot + 1) for x, y in plan.xy.tolist()]
    below, above = [], []
    for here, there, _ in plan.edges:
        (x, y), (to_x, to_y) = plan.xy[[here, there]].tolist()
        stroke = f'd="M{x:.4g} {y:.4g}L{to_x:.4g} {to_y:.4g}"'
        below.append(f'<path class="edge" opacity=".5" stroke-width="1.4" {stroke}/>')
        if graph.directed:
            on = (here, there) in on_path
            above.append(_arrowhead(x, y, to_x, to_y, dot, "route" if on else "edge"))
    if len(plan.edges) <= FEW:
        above += _costs(graph, plan, taken, on_path)
    above += [_disc(x, y, dot) for x, y in plan.xy.tolist()]
    above += _marks(result, plan, dot)
    above += _names(graph, plan, taken, dot)
    return below, above


def _disc(x: float, y: float, dot: float) -> str:
    return f'<circle class="unseen" cx="{x:.4g}" cy="{y:.4g}" r="{0.55 * dot:.3g}"/>'


def _marks(result: PathResult, plan: Plan, dot: float) -> Iterable[str]:
    """Discs with the number of the expansion, squares for what waits."""
    numbers, shades = in_order(np.array(result.order[:], np.int64))
    for step, (place, shade) in enumerate(zip(numbers.tolist(), shades.tolist(), strict=True), 1):
        x, y = plan.xy[place].tolist()
        yield f'<circle class="s{shade}" cx="{x:.4g}" cy="{y:.4g}" r="{dot}"/>'
        yield f'<circle class="edge" cx="{x:.4g}" cy="{y:.4g}" r="{dot}"/>'
        yield f'<text class="middle on{shade}" x="{x:.4g}" y="{y:.4g}">{step}</text>'
    for waiting in result.open:
        x, y = plan.xy[waiting.state].tolist()
        size, half = 1.7 * dot, 0.85 * dot
        place = f'x="{x - half:.4g}" y="{y - half:.4g}" width="{size:.3g}" height="{size:.3g}"'
        yield f'<rect class="paper" {place}/><rect class="open" {place} stroke-width="3"/>'


def _arrowhead(x: float, y: float, to_x: float, to_y: float, dot: float, role: str) -> str:
    """A small angle just before the disc that an arc leads to."""
    length = hypot(to_x - x, to_y - y) or 1
    right, down = (to_x - x) / length, (to_y - y) / length
    tip_x, tip_y = to_x - right * (dot + 2), to_y - down * (dot + 2)
    wings = []
    for turn in (-0.45, 0.45):
        back_x = right * cos(turn) - down * sin(turn)
        back_y = right * sin(turn) + down * cos(turn)
        wings.append(f"{tip_x - 10 * back_x:.4g} {tip_y - 10 * back_y:.4g}")
    path = f"M{wings[0]}L{tip_x:.4g} {tip_y:.4g}L{wings[1]}"
    return f'<path class="{role}" fill="none" stroke-width="2" d="{path}"/>'


def _costs(
    graph: Graph, plan: Plan, taken: list[Box], on_path: set[tuple[Any, Any]]
) -> Iterable[str]:
    """What each edge costs, near its middle, beside it if it is thick, where it covers least."""
    lines = [_line(plan, here, there) for here, there, _ in plan.edges]
    for place, (here, there, cost) in enumerate(plan.edges):
        text = number(cost)
        others = lines[:place] + lines[place + 1 :]
        thick = (here, there) in on_path or (there, here) in on_path
        half = 0.5 * LETTER * len(text) + 1
        spots = _spots(plan, here, there, 0.4 if graph.directed else 0.5, half if thick else 0)
        boxes = [_around(x, y, half, 7) for x, y in spots]
        best = min(boxes, key=lambda box: _covered(box, taken, others))
        taken.append(best)
        x, y = (best.left + best.right) / 2, (best.top + best.bottom) / 2
        bold = ' font-weight="700"' if thick else ""
        yield f'<text class="middle halo"{bold} x="{x:.4g}" y="{y:.4g}">{text}</text>'


def _spots(
    plan: Plan, here: int, there: int, middle: float, half: float
) -> Iterable[tuple[float, float]]:
    """Where a cost may be written, the best first; beside the edge if it is `half` a text wide."""
    x, y = plan.xy[here].tolist()
    right, down = (plan.xy[there] - plan.xy[here]).tolist()
    length = hypot(right, down) or 1
    away = (5 + (half * abs(down) + 7 * abs(right)) / length) / length if half else 0
    for along in (middle, middle - 0.1, middle + 0.1, middle - 0.18, middle + 0.18):
        for side in (away, -away):
            yield x + along * right + side * down, y + along * down - side * right


def _names(graph: Graph, plan: Plan, taken: list[Box], dot: float) -> Iterable[str]:
    lines = [_line(plan, here, there) for here, there, _ in plan.edges]
    for place, (x, y) in enumerate(plan.xy.tolist()):
        text = graph.state_name(place)
        half, boxes = LETTER * len(text) / 2, {}
        for right, down in SIDES:
            reach = dot + 4 if not down else dot * 0.55 + 2
            center_x = x + right * (half + reach)
            center_y = y + down * (TALL / 2 + (dot + 1 if not right else dot * 0.55))
            boxes[_around(center_x, center_y, half, TALL / 2)] = right
        best = min(boxes, key=lambda box: _covered(box, taken, lines) + _outside(box, plan))
        taken.append(best)
        anchor, at = {
            1: ("start", best.left),
            -1: ("end", best.right),
            0: ("middle", best.left + half),
        }[boxes[best]]
        style = f'class="halo" font-weight="600" text-anchor="{anchor}"'
        yield f'<text {style} x="{at:.4g}" y="{best.top + TALL / 2:.4g}">{written(text)}</text>'


def _around(x: float, y: float, half: float, half_height: float = 0) -> Box:
    high = half_height or half
    return Box(x - half, y - high, x + half, y + high)


def _line(plan: Plan, here: int, there: int) -> NDArray[np.float64]:
    """Points along an edge, a few pixels apart."""
    return np.linspace(plan.xy[here], plan.xy[there], 60)


def _covered(box: Box, taken: Sequence[Box], lines: Sequence[NDArray[np.float64]]) -> float:
    """How bad it is to write there: the area of boxes it covers, and a little for each edge."""
    area = 0.0
    for other in taken:
        wide = min(box.right, other.right) - max(box.left, other.left)
        high = min(box.bottom, other.bottom) - max(box.top, other.top)
        area += max(0.0, wide) * max(0.0, high)
    inside = 0
    if lines:
        points = np.concatenate(lines)
        inside = int(((points > box[:2]) & (points < box[2:])).all(axis=1).sum())
    return 10 * area + 8 * inside


def _outside(box: Box, plan: Plan) -> float:
    """How far a name would stick out of the picture, which is worse than anything."""
    return 1000 * max(0.0, -EDGE - box.left, box.right - plan.width - EDGE, -box.top)
