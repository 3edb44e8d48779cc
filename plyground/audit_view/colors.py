"""What colors say in pictures of an audit.

    exact   misses 10 %  …  70 % or more  │  too high by 5 %   20 %   more  │  no way   wall
      0         1        …       6        │      7              8      9    │    10      11

Blue for too low and vermillion for too high are Okabe and Ito's, told apart by every kind of color
vision; both grow stronger away from exact. Walls are dark in both themes.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from plyground import draw
from plyground.audit.measured import Measured

EDGE, TOP, LEGEND = 24, 116, 214
LOW = (0.0, 0.1, 0.2, 0.35, 0.5, 0.7)
"""Missed shares of the true distance after which a deeper blue begins."""
HIGH = (0.05, 0.2)
"""Excess shares after which a stronger red begins."""
FIRST_HIGH = len(LOW) + 1
DEAD = FIRST_HIGH + len(HIGH) + 1
WALL = DEAD + 1
ROUNDING = 1e-9
ROW = 24

BLUES = {
    "light": ("#e9f0dc", "#c9e1f2", "#a4cdea", "#74b3dd", "#4296cd", "#0072b2", "#004a78"),
    "dark": ("#e4eed8", "#a5d0ee", "#74b5e2", "#4a97cb", "#2c78ac", "#1b5a87", "#123f60"),
}
REDS = {
    "light": ("#f5b98a", "#e8833a", "#d55e00"),
    "dark": ("#a85a22", "#d8702a", "#ff8a33"),
}
DEADS = {"light": "#d9d3c7", "dark": "#6b6455"}
WALLS = {"light": draw.LIGHT["ink"], "dark": "#31363e"}
GOAL = "#009e73"


def _theme(name: str, colors: dict[str, str]) -> str:
    levels = [*BLUES[name], *REDS[name], DEADS[name], WALLS[name]]
    ink, paper, red = colors["ink"], colors["paper"], REDS[name][-1]
    return (
        "".join(f".ply .e{at}{{fill:{color};color:{color}}}" for at, color in enumerate(levels))
        + f".ply .say,.ply .note{{fill:{ink}}}.ply .halo{{stroke:{paper}}}"
        f".ply .rim,.ply .thin{{stroke:{ink}}}.ply .bad,.ply .doubt{{stroke:{red}}}"
        f".ply .warn{{fill:{red}}}"
    )


STYLE = (
    ".ply .say{font-size:15px;font-weight:600}.ply .note{font-size:12px;font-weight:400}"
    ".ply .tiny{font-size:10px}.ply .warn{font-size:12px;font-weight:700}"
    ".ply .halo{stroke-width:4;paint-order:stroke;stroke-linejoin:round}"
    ".ply .cells{shape-rendering:crispEdges}.ply .rim{stroke-width:1;stroke-opacity:.55}"
    ".ply .thin{fill:none;stroke-width:1.2;stroke-opacity:.4}"
    ".ply .road{fill:none;stroke:currentColor;stroke-width:1.6;stroke-linejoin:round}"
    ".ply .bad,.ply .doubt{fill:none;stroke-width:4.5;stroke-linecap:round}"
    ".ply .doubt{stroke-width:3;stroke-dasharray:1 6}"
    f".ply .goal{{fill:none;stroke:{GOAL};stroke-width:3.5}}"
    ".ply .cell{fill:#14181d;font-size:14px;font-weight:600}.ply .cell.tiny{font-weight:400;"
    "font-size:10px}.ply .cell.pale{fill:#fff}"
    + _theme("light", draw.LIGHT)
    + f"@media (prefers-color-scheme:dark){{{_theme('dark', draw.DARK)}}}"
)


def levels_of(found: Measured) -> NDArray[np.int64]:
    """A color for each number: by the share of the true distance missed, or exceeded."""
    judged = found.judged
    level = np.full(found.ground.space.states, WALL)
    level[found.ground.states] = DEAD
    h, true = found.h[judged], found.true[judged]
    missed = (true - h) / np.where(true > 0, true, 1)
    level[judged] = np.searchsorted(np.array(LOW) + ROUNDING, missed)
    high = np.isin(judged, found.too_high)
    beyond = np.where(true > 0, -missed, np.inf)[high]
    level[judged[high]] = FIRST_HIGH + np.searchsorted(np.array(HIGH), beyond)
    return level


def meaning(level: int) -> str:
    """What a color says, in words."""
    if level in (0, DEAD, WALL):
        return {0: "exact", DEAD: "no way to a goal", WALL: "wall"}[level]
    if level < FIRST_HIGH:
        ends = [*LOW, 1]
        return f"misses {100 * ends[level - 1]:.0f} – {100 * ends[level]:.0f} %"
    ends = [0, *HIGH]
    begin = 100 * ends[level - FIRST_HIGH]
    if level == DEAD - 1:
        return f"over {begin:.0f} % too high"
    return f"{begin:.0f} – {100 * HIGH[level - FIRST_HIGH]:.0f} % too high"


def legend(found: Measured, x: float, also: Sequence[tuple[str, str]]) -> tuple[str, float]:
    """Each color, what it means, how many states have it, and other marks; and where it ends."""
    counts = np.bincount(levels_of(found)[found.ground.states], minlength=WALL + 1)
    shown = [level for level in range(WALL) if counts[level] or level < FIRST_HIGH]
    shapes = [draw.label(x, TOP + 10, "h against the true distance", "note")]
    y = TOP + ROW
    for level in shown:
        shapes.append(draw.rectangle(x, y, 18, 16, f"e{level} rim", radius=3))
        shapes.append(draw.label(x + 28, y + 12, meaning(level), "note"))
        shapes.append(anchored(x + LEGEND, y + 12, f"{counts[level]:,}", "note", "end"))
        y += ROW
    for role, said in also:
        y += ROW // 4
        shapes.append(_mark(x, y + 8, role))
        shapes.append(draw.label(x + 28, y + 12, said, "note"))
        y += ROW
    return "".join(shapes), y


def _mark(x: float, y: float, role: str) -> str:
    if role == "goal":
        return draw.circle(x + 9, y, 6, role)
    if role in ("bad", "doubt"):
        return f'<path class="{role}" d="M{x + 2:g} {y:g}h15"/>'
    return draw.rectangle(x, y - 8, 18, 16, role, radius=3)


def anchored(x: float, y: float, text: str, role: str, anchor: str = "middle") -> str:
    """A text that has its middle or its end at x."""
    return draw.label(x, y, text, role).replace("<text ", f'<text text-anchor="{anchor}" ', 1)
