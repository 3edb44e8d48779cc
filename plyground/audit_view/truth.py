"""Problems without a map: h against the true distance.

h │      ■ ·         a square for all states with the same two numbers, larger for more states
  │    ■ ■┌──
  │    ■┌─┘▪         on the stairs h is exact, above them too high
  │  ┌──┘▪ ·
  └──┴───────── true distance
"""

import numpy as np

from plyground import draw
from plyground.audit.measured import Measured
from plyground.audit_view.colors import EDGE, ROUNDING, TOP, anchored, levels_of
from plyground.audit_view.grids import Drawn

SIDE, LEFT = 560.0, EDGE + 46.0
MOST_WHOLE, USUAL = 64, 32
"""Whole distances up to the first get a column each; others are put into so many."""


def drawn_truth(found: Measured) -> Drawn:
    """How many states have which true distance and which h."""
    judged, unit = found.judged, found.ground.unit
    true, h = found.true[judged] / unit, np.maximum(found.h[judged] / unit, 0)
    most = max(float(true.max()), float(h.max()), ROUNDING)
    whole = most <= MOST_WHOLE and bool(np.all(true == np.floor(true)))
    step = 1.0 if whole else most / USUAL
    size = int(most / step + ROUNDING) + 1
    column, row = ((value / step + ROUNDING).astype(int) for value in (true, h))
    counts, worst = np.zeros((size, size), int), np.zeros((size, size), int)
    np.add.at(counts, (row, column), 1)
    np.maximum.at(worst, (row, column), levels_of(found)[judged])
    side, bottom = SIDE / size, TOP + SIDE
    shapes = [_stairs(side, size, bottom)]
    for up, along in np.argwhere(counts).tolist():
        share = float(np.log1p(counts[up, along]) / np.log1p(counts.max()))
        width = side * (0.3 + 0.65 * share)
        x, y = LEFT + (along + 0.5) * side - width / 2, bottom - (up + 0.5) * side - width / 2
        shapes.append(draw.rectangle(x, y, width, width, f"e{worst[up, along]} rim", radius=1.5))
    return LEFT - EDGE + SIDE, SIDE + 44, "".join([*shapes, *_axes(side, size, step)]), ()


def _stairs(side: float, size: int, bottom: float) -> str:
    steps = "".join(f"v-{side:.3f}h{side:.3f}" for _ in range(size))
    return f'<path class="thin" d="M{LEFT:g} {bottom:g}{steps}V{bottom:g}z"/>'


def _axes(side: float, size: int, step: float) -> list[str]:
    """Numbers along both axes, and what they count."""
    shapes, bottom = [], TOP + SIDE
    for place in range(0, size, max(1, size // 8)):
        middle, figure = (place + 0.5) * side, f"{place * step:.3g}"
        shapes.append(anchored(LEFT + middle, bottom + 18, figure, "note"))
        shapes.append(anchored(LEFT - 8, bottom - middle + 4, figure, "note", "end"))
    said = "true distance (larger squares: more states; above the stairs h is too high)"
    shapes.append(anchored(LEFT + SIDE / 2, bottom + 40, said, "note"))
    shapes.append(anchored(EDGE + 4, bottom - SIDE / 2, "h", "say"))
    return shapes
