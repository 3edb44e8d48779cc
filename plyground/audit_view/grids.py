"""Grids: one square a cell, or a block of cells on large maps, in the worst color of the block.

┌────┐
│ h  │   small grids also show the figures
│true│
└────┘
"""

from collections.abc import Sequence
from itertools import groupby
from math import ceil

import numpy as np
from numpy.typing import NDArray

from plyground import draw
from plyground.audit.measured import Measured
from plyground.audit_view.colors import DEAD, EDGE, TOP, WALL, anchored, levels_of
from plyground.paths.grid import Grid

PLOT, MOST_BLOCKS = 640, 128
READABLE, READABLE_SIDE = 14, 46
DEEP = (5, 6)
"""Levels of blue so deep that figures on them are white."""

Drawn = tuple[float, float, str, Sequence[tuple[str, str]]]
"""Width, height, shapes, and the marks the legend has to explain."""


def drawn_grid(found: Measured, grid: Grid) -> Drawn:
    """The cells, in blocks if there are many."""
    levels = levels_of(found).reshape(grid.rows + 2, grid.columns + 2)[1:-1, 1:-1]
    block = ceil(max(levels.shape) / MOST_BLOCKS)
    blocks = blocked(levels, block)
    readable = max(levels.shape) <= READABLE
    side = READABLE_SIDE if readable else max(3, min(20, PLOT // max(blocks.shape)))
    width, height = blocks.shape[1] * side, blocks.shape[0] * side
    shapes = [_runs(blocks, side), draw.rectangle(EDGE, TOP, width, height, "thin")]
    for goal in found.ground.goals.tolist():
        row, column = grid.state(goal)
        x, y = EDGE + side * (column // block + 0.5), TOP + side * (row // block + 0.5)
        shapes.append(draw.circle(x, y, 0.44 * side if readable else max(6, 0.6 * side), "goal"))
    if readable:
        shapes += [_figures(found, grid, number) for number in found.judged.tolist()]
    if block > 1:
        said = f"a square is {block} × {block} cells and shows the worst of them"
        shapes.append(draw.label(EDGE, TOP + height + 20, said, "note"))
    also = [("goal", "goal")]
    if np.any(levels == WALL):
        also.insert(0, (f"e{WALL}", "wall"))
    return width, height + 16 * (block > 1), "".join(shapes), also


def blocked(levels: NDArray[np.int64], block: int) -> NDArray[np.int64]:
    """The worst level of each block: too high before too low, walls only if nothing else is."""
    if block == 1:
        return levels
    rows, columns = (ceil(size / block) for size in levels.shape)
    order = np.where(levels >= DEAD, DEAD - levels - 1, levels)
    padded = np.full((rows * block, columns * block), DEAD - WALL - 1)
    padded[: levels.shape[0], : levels.shape[1]] = order
    worst = padded.reshape(rows, block, columns, block).max(axis=(1, 3))
    result: NDArray[np.int64] = np.where(worst < 0, DEAD - worst - 1, worst)
    return result


def _runs(levels: NDArray[np.int64], side: float) -> str:
    """One path a color, made of the runs of equal cells of each row."""
    outlines: dict[int, list[str]] = {}
    for row, line in enumerate(levels.tolist()):
        column = 0
        for level, run in groupby(line):
            count = len(list(run))
            x, y, length = EDGE + column * side, TOP + row * side, count * side
            outlines.setdefault(level, []).append(f"M{x:g} {y:g}h{length:g}v{side:g}h-{length:g}z")
            column += count
    return "".join(
        f'<path class="e{level} cells" d="{"".join(parts)}"/>'
        for level, parts in sorted(outlines.items())
    )


def _figures(found: Measured, grid: Grid, number: int) -> str:
    """h, and below it the true distance."""
    (row, column), unit = grid.state(number), found.ground.unit
    x, y = EDGE + READABLE_SIDE * (column + 0.5), TOP + READABLE_SIDE * (row + 0.5)
    h, true = found.h[number] / unit, found.true[number] / unit
    role = "cell pale" if levels_of(found)[number] in DEEP else "cell"
    over = anchored(x, y, f"{h:.3g}", role)
    return over + anchored(x, y + 15, f"{true:.4g}", f"{role} tiny")
