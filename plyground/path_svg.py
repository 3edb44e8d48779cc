"""Drawings of a path search, and the frame they all share.

    maze_runner_20                          what was searched …
    astar(heuristic=manhattan)              … and by whom
    ┌──────────────────────────────┐
    │  (S)▒▒▓▓██      ░ first …    │        shaded cells were expanded, the later the stronger
    │   ┃ ▒ ██ ██▓    █ … last     │        hollow squares wait on the frontier
    │   ┗━━━━━━━━(G)  ▢ open       │        one thick line is the path
    └──────────────────────────────┘
    ░▒▓ 185 expanded   ▢ 12 open   ━ path: 38 steps, cost 38

All colors are Okabe and Ito's or tints of them. Nothing rests on color alone: the path is thick,
start and goal carry letters. Cells of a class are one element, a path of horizontal strokes:

    m5 0h3 m2 0h1 m-9 1h6        relative moves, so that a map of 512 × 512 stays below 2 MB
"""

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.draw import DARK, FIRST, LIGHT
from plyground.paths.grid import Grid
from plyground.paths.problem import Problem
from plyground.search.path_results import PathResult

EDGE, TOP, LINE, LETTER = 20, 62, 22, 6.6
LARGEST, LARGEST_CELL, ROOMY = 720, 26, 10
"""A map's longer side, and a cell, in pixels; cells from `ROOMY` on have lines between them."""
SHADES = 10
PALE_TO_DEEP = ["#d7edfa", "#bce0f7", "#a1d4f3", "#84c7ef", "#66baeb",
                "#4eace2", "#3f9dd6", "#2f8fca", "#1c80be", "#0072b2"]  # fmt: skip
DEEP_TO_BRIGHT = ["#1c3e5b", "#1b4a6f", "#185683", "#126298", "#046fad",
                  "#177dbb", "#298ac6", "#3998d2", "#48a6dd", "#56b4e9"]  # fmt: skip
"""Equal steps of lightness in OKLab, away from the paper, by way of Okabe and Ito's two blues."""
FRONTIER, START, GOAL = "#e69f00", "#009e73", "#cc79a7"

SHAPES = f"""
.way{{font:12px system-ui,sans-serif}}
.way text{{dominant-baseline:central}}
.way .title{{font-size:15px;font-weight:600}}
.way .quiet{{opacity:.75}}
.way .middle{{text-anchor:middle}}
.way .run{{stroke-width:1;shape-rendering:crispEdges}}
.way path.run,.way polyline,.way .edge,.way .mesh{{fill:none}}
.way .open{{fill:{FRONTIER}59;stroke:{FRONTIER}}}
.way .route{{stroke:{FIRST};stroke-linejoin:round;stroke-linecap:round}}
.way .casing{{stroke-linejoin:round;stroke-linecap:round}}
.way .mesh{{opacity:.6}}
.way .start{{fill:{START};stroke-width:1.5}}
.way .goal{{fill:{GOAL};stroke-width:1.5}}
.way text.letter{{fill:#000;font-weight:700;text-anchor:middle}}
"""


def _colors(theme: dict[str, str], shades: list[str], floor: str, wall: str) -> str:
    ink, paper = theme["ink"], theme["paper"]
    dark = range(7) if shades is PALE_TO_DEEP else range(7, SHADES)  # where dark letters read best
    return (
        f".way text{{fill:{ink}}}.way .paper{{fill:{paper}}}.way .floor{{fill:{floor}}}"
        f".way .wall{{fill:{wall};stroke:{wall}}}.way .heavy{{stroke:{ink}}}"
        f".way .mesh,.way .casing,.way .start,.way .goal{{stroke:{paper}}}"
        f".way .edge{{stroke:{ink}}}.way .unseen{{fill:{paper};stroke:{ink}}}"
        f".way .halo{{stroke:{paper};stroke-width:4;paint-order:stroke;stroke-linejoin:round}}"
        + "".join(f".way .s{n}{{fill:{tint};stroke:{tint}}}" for n, tint in enumerate(shades))
        + "".join(
            f".way .on{n}{{fill:{theme['edge'] if n in dark else '#fff'}}}" for n in range(SHADES)
        )
    )


STYLE = (
    f"{SHAPES}{_colors(LIGHT, PALE_TO_DEEP, '#f4f2ed', '#3d4148')}\n"
    f"@media (prefers-color-scheme:dark){{{_colors(DARK, DEEP_TO_BRIGHT, '#262b31', '#626a74')}}}"
)


class Body(NamedTuple):
    """The part of a drawing that is not frame."""

    width: float
    height: float
    shapes: Iterable[str]
    kinds: tuple[str, str] = ("step", "steps")
    """What one, and several, of the path's steps are called."""
    places: bool = True
    """Whether expanded and open states, start and goals can be seen."""
    faintest: int = 0
    """The first shade in use."""
    said: str = "first to last"
    """How the order of expansion shows."""


# --- the frame -----------------------------------------------------------------------------------


def framed(problem: Problem, result: PathResult, body: Body) -> str:
    """The drawing with its title above and its legend below."""
    words = [(problem.title or type(problem).__name__, 8.4), (result.algorithm, LETTER)]
    wanted = max(len(text) * each for text, each in words)
    width = max(body.width, 340, min(wanted, LARGEST))
    title, algorithm = (elided(text, int(width / each)) for text, each in words)
    below = TOP + body.height + LINE
    legend, lines = _legend(_entries(result, body), width, below)
    left = EDGE + (width - body.width) / 2
    full, height = width + 2 * EDGE, below + lines * LINE + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="way" role="img" '
        f'viewBox="0 0 {full:g} {height:g}" width="{full:g}" height="{height:g}">'
        f"<title>{written(title)}</title><style>{STYLE}</style>"
        f'<rect class="paper" width="100%" height="100%" rx="8"/>'
        f'<text class="title" x="{EDGE}" y="24">{written(title)}</text>'
        f'<text class="quiet" x="{EDGE}" y="44">{written(algorithm)}</text>'
        f'<g transform="translate({left:g} {TOP})">{"".join(body.shapes)}</g>{legend}</svg>'
    )


def written(text: str) -> str:
    """The text for XML; characters it cannot hold at all become �."""
    return escape(re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "�", text))


def elided(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]}…{text[len(text) - most // 2 + 1 :]}"


def _entries(result: PathResult, body: Body) -> list[tuple[str, float, str]]:
    """The legend: small shapes around (0, 0), how far they reach, and what they stand for."""
    shades = range(body.faintest, SHADES)
    wide = 26 / len(shades)
    strip = "".join(
        f'<path class="s{n}" d="M{k * wide - 13:.3g} 0h{wide + 0.4:.3g}" stroke-width="10"/>'
        for k, n in enumerate(shades)
    )
    marks = [(_end(0, 0, 8, role, role[0].upper()), 8.0, role) for role in ("start", "goal")]
    if not (result.expanded or result.found or result.algorithm):  # nobody has searched yet
        return marks if body.places else []
    recorded = bool(len(result.order)) and body.places
    tail = f", {body.said}" if recorded and result.expanded > 1 else ""
    entries = [(strip if recorded else "", 13.0, f"{result.expanded:,} expanded{tail}")]
    if len(result.open):
        square = '<rect class="open" x="-5" y="-5" width="10" height="10" stroke-width="2"/>'
        entries.append((square if body.places else "", 6, f"{len(result.open):,} open"))
    stroke = '<path class="route" d="M-9 0H9" stroke-width="4"/>'
    shown = stroke if result.found and body.places else ""
    entries.append((shown, 11, outcome(result, body.kinds)))
    return entries + marks if body.places else entries


def outcome(result: PathResult, kinds: tuple[str, str] = ("step", "steps")) -> str:
    """How the search ended, in words."""
    if result.cost is None:
        return "no path" if result.finished else "stopped before a path was found"
    steps = len(result.path) - 1
    return f"path: {steps:,} {kinds[steps != 1]}, cost {number(result.cost)}"


def number(value: float) -> str:
    """A cost as people write it: whole numbers without a point, others to three decimals or so."""
    if value == inf or value == int(value):
        return "∞" if value == inf else f"{value:,.0f}"
    text = f"{value:,.3f}" if abs(value) >= 1 else f"{value:.4g}"
    return text.rstrip("0") if abs(value) >= 1 and not text.endswith(".000") else text


def _legend(entries: list[tuple[str, float, str]], width: float, y: float) -> tuple[str, int]:
    """The entries side by side, in as many lines as they need."""
    shapes, x, lines = [], 0.0, 1
    for shape, reach, text in entries:
        before = 2 * reach + 7 if shape else 0
        room = before + LETTER * len(text)
        if x and x + room > width:
            x, lines = 0, lines + 1
        line = y + (lines - 1) * LINE
        at = f"translate({EDGE + x:g} {line:g})"
        mark = f'<g transform="translate({reach:g} 0)">{shape}</g>' if shape else ""
        shapes.append(f'<g transform="{at}">{mark}<text x="{before:g}">{written(text)}</text></g>')
        x += room + 20
    return "".join(shapes), lines


# --- what drawings share -------------------------------------------------------------------------


def in_order(numbers: NDArray[Any], faintest: int = 0) -> tuple[NDArray[Any], NDArray[Any]]:
    """Each number once, as they appear first, and its shade, from `faintest` to SHADES - 1."""
    first = np.sort(np.unique(numbers, return_index=True)[1])
    shades = np.arange(len(first)) * (SHADES - faintest) // max(1, len(first))
    return numbers[first], faintest + shades


def route(points: Sequence[tuple[float, float]], width: float) -> str:
    """The path as a thick line with a casing, so that it stands out from everything below it."""
    if not len(points):
        return ""
    drawn = " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
    wider = f'<polyline class="casing" stroke-width="{4 * width / 3 + 2:.3g}" points="{drawn}"/>'
    return f'{wider}<polyline class="route" stroke-width="{width:.3g}" points="{drawn}"/>'


def ends(
    problem: Problem, point: Callable[[Any], tuple[float, float]], radius: float
) -> Iterable[str]:
    """The marks of the goals and of the start, one mark where they are the same."""
    for goal in problem.goals:
        if goal != problem.start:
            yield _end(*point(goal), radius, "goal", "G")
    letters = "SG" if problem.start in problem.goals else "S"
    yield _end(*point(problem.start), radius, "start", letters)


def _end(x: float, y: float, radius: float, role: str, letter: str) -> str:
    size = radius * (1.3 if len(letter) == 1 else 1)
    return (
        f'<circle class="{role}" cx="{x:.5g}" cy="{y:.5g}" r="{radius:.3g}"/>'
        f'<text class="letter" x="{x:.5g}" y="{y:.5g}" style="font-size:{size:.3g}px">'
        f"{letter}</text>"
    )


# --- grids ---------------------------------------------------------------------------------------


def grid_svg(grid: Grid, result: PathResult) -> str:
    """The map with what was expanded, what waits, and the path."""
    side = max(1, min(LARGEST_CELL, LARGEST // max(grid.rows, grid.columns)))
    width, height = grid.columns * side, grid.rows * side

    def point(cell: Any) -> tuple[float, float]:
        return (cell[1] + 0.5) * side, (cell[0] + 0.5) * side

    shade = np.full((grid.rows, grid.columns), -1)
    numbers, shades = in_order(_numbers(grid, result.order))
    shade.flat[numbers] = shades
    waits = np.zeros(shade.shape, bool)
    waits.flat[_numbers(grid, [each.state for each in result.open])] = True
    shapes = [
        f'<rect class="floor" width="{width}" height="{height}"/>',
        f'<g transform="scale({side})">{"".join(_cells(grid, shade, waits, side))}</g>',
        *_weights(grid, shade, side),
        route([point(cell) for cell in result.path], max(2, 0.26 * side)),
        *ends(grid, point, max(7, 0.4 * side)),
    ]
    return framed(grid, result, Body(width, height, shapes))


def _cells(
    grid: Grid, shade: NDArray[np.int64], waits: NDArray[np.bool_], side: int
) -> Iterable[str]:
    """Everything made of whole cells, in units of one cell."""
    for each in range(SHADES):
        yield _runs(shade == each, f"s{each}")
    heaviest = max(2, int(grid.weights.max()))
    for level in range(1, 5):  # the heavier a cell, the more ink over it
        heavy = -(-4 * (grid.weights.astype(int) - 1) // (heaviest - 1)) == level
        yield _runs(heavy & (grid.weights > 1), "heavy", f' opacity="{0.08 * level:g}"')
    if side < ROOMY:
        yield _runs(waits, "open")
    else:
        down = "".join(f"M{column} 0v{grid.rows}" for column in range(1, grid.columns))
        across = "".join(f"M0 {row}h{grid.columns}" for row in range(1, grid.rows))
        yield f'<path class="mesh" stroke-width="{1 / side:.3g}" d="{down}{across}"/>'
        squares = "".join(f"M{x}.2 {y}.2h.6v.6h-.6z" for y, x in np.argwhere(waits).tolist())
        yield f'<path class="open" stroke-width=".14" d="{squares}"/>' if squares else ""
    yield _runs(grid.weights == 0, "wall")


def _numbers(grid: Grid, cells: Sequence[Any]) -> NDArray[np.int64]:
    rows = np.array(cells[:], np.int64).reshape(-1, 2)
    return rows[:, 0] * grid.columns + rows[:, 1]


def _runs(cells: NDArray[np.bool_], role: str, more: str = "") -> str:
    """One element for all cells of a class, a stroke for each run within a row."""
    change = np.diff(np.pad(cells, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, left = np.nonzero(change == 1)
    right = np.nonzero(change == -1)[1]
    if not len(rows):
        return ""
    over = left - np.concatenate([[0], right[:-1]])
    moves = zip(
        over.tolist(), np.diff(rows, prepend=0).tolist(), (right - left).tolist(), strict=True
    )
    strokes = "".join(f"m{x} {y}h{length}" for x, y, length in moves)
    return f'<path class="run {role}" transform="translate(0 .5)"{more} d="{strokes}"/>'


def _weights(grid: Grid, shade: NDArray[np.int64], side: int) -> Iterable[str]:
    """What a step into each costly cell costs, where there is room to say it."""
    if side < 14:
        return
    for row, column in np.argwhere(grid.weights > 1).tolist():
        x, y = (column + 0.5) * side, (row + 0.5) * side
        on = f" on{shade[row, column]}" if shade[row, column] >= 0 else ""
        yield f'<text class="middle{on}" x="{x:g}" y="{y:g}">{grid.weights[row, column]}</text>'
