"""Plots: data in, one SVG out, in both themes, for a column of 640 pixels.

    bars         ▂ ▅ █  grouped, with error bars          outcome_bars   wins, draws, losses
    histogram    ▁▄█▅▂  how values are spread             intervals      points with error bars
    lines        ╱╲_╱   curves, named where they end      crosstable     everyone against everyone

Every mark says its number when pointed at; nothing is told by color alone.
"""

from collections.abc import Sequence
from math import cos, isfinite, isnan, radians, sin
from typing import NamedTuple

from plyground.experiments import axes
from plyground.experiments.axes import (
    EDGE,
    GAP,
    HEIGHT,
    SERIES,
    SMALL,
    WIDTH,
    breadth,
    rule,
    text,
    xml,
)
from plyground.experiments.line_plots import histogram, lines
from plyground.experiments.numerals import column
from plyground.experiments.row_plots import (
    Interval,
    Outcome,
    Score,
    crosstable,
    intervals,
    outcome_bars,
)

__all__ = [
    "Interval",
    "Outcome",
    "Score",
    "bars",
    "crosstable",
    "histogram",
    "intervals",
    "lines",
    "outcome_bars",
]

WIDEST, SLANT, LONGEST = 44, 35, 190
"""A bar's width at most, the angle of names that are too long, and how long they may be."""
Bounds = tuple[float, float] | None


class Field(NamedTuple):
    """The rectangle that holds the marks."""

    left: float
    right: float
    top: float
    bottom: float


# --- grouped bars --------------------------------------------------------------------------------


class Bar(NamedTuple):
    """One bar: its value, between which bounds it is known, and what it says."""

    value: float
    bounds: Bounds
    words: str
    said: str


def bars(
    groups: Sequence[str],
    series: Sequence[str],
    values: Sequence[Sequence[float | None]],
    errors: Sequence[Sequence[Bounds]] | None = None,
    unit: str = "",
    log: bool = False,
    title: str = "",
) -> str:
    """`values[series][group]` as upright bars; `errors` has the (low, high) of each, or None."""
    title = title or f"{unit or 'Values'} of {', '.join(series) or 'nothing'}"
    table = _bars(groups, series, values, errors)
    known = [bar for row in table for bar in row if bar is not None]
    if not known:
        return axes.empty(title)
    keys, top = _keys(series, 10)
    top += 34 if unit else 18
    bottom = top + HEIGHT
    scale = _heights(known, bottom, top, log)
    field = Field(EDGE + axes.tick_room(scale) + 8, WIDTH - EDGE, top, bottom)
    lower = 12 if any(bar.value < 0 for bar in known) else 0  # for their numbers
    names, left, below = _group_names(groups, field._replace(bottom=bottom + lower))
    field = field._replace(left=left)
    shapes = [keys, axes.heading(unit, log, top), axes.levels(scale, left, field.right), names]
    shapes += _drawn_bars(table, field, scale)
    shapes.append(rule("axis", left, scale(0), field.right, scale(0)))
    return axes.chart(below, title, *shapes)


def _heights(known: Sequence[Bar], bottom: float, top: float, log: bool) -> axes.Scale:
    """A scale for values and error bars; on a log axis an error bar below zero ends at zero."""
    values = [bar.value for bar in known]
    ends = [end for bar in known for end in bar.bounds or ()]
    if log:
        return axes.logarithmic([*values, *(end for end in ends if end > 0)], bottom, top, -GAP)
    return axes.linear([0.0, *values, *ends], bottom, top)


def _bars(
    groups: Sequence[str],
    series: Sequence[str],
    values: Sequence[Sequence[float | None]],
    errors: Sequence[Sequence[Bounds]] | None,
) -> list[list[Bar | None]]:
    """A row of bars for each series; None where there is no value."""
    none = [[None] * len(groups)] * len(series)
    flat = iter(column([value for row in values for value in row], digits=3))
    return [
        [
            _bar(value, bounds, next(flat), " · ".join(filter(None, (group, name))))
            for group, value, bounds in zip(groups, row, row_bounds, strict=True)
        ]
        for name, row, row_bounds in zip(series, values, errors or none, strict=True)
    ]


def _bar(value: float | None, bounds: Bounds, words: str, name: str) -> Bar | None:
    if value is None or not isfinite(value):
        return None
    if bounds and any(isnan(end) for end in bounds):
        bounds = None
    interval = f" [{', '.join(column([float(end) for end in bounds], digits=3))}]" if bounds else ""
    return Bar(value, bounds, words, f"{name}: {words}{interval}")


def _keys(series: Sequence[str], top: float) -> tuple[str, float]:
    """The legend, unless one series needs none, and where it ends."""
    if len(series) < 2:
        return "", top
    marks = [
        f'<rect class="bar s{number % len(SERIES)}" x="-6" y="-6" width="12" height="12" rx="2"/>'
        for number in range(len(series))
    ]
    return axes.legend(list(zip(marks, series, strict=True)), top)


def _group_names(groups: Sequence[str], field: Field) -> tuple[str, float, float]:
    """The groups' names, level or else slanted; the plot's left, and where all of it ends."""
    left, right, _, bottom = field
    slot = (right - left) / len(groups)
    level = [axes.folded(name, slot - 6) for name in groups]
    if all(level):
        shapes = [
            text(left + (number + 0.5) * slot, bottom + 16 + 15 * row, words, "", "middle")
            for number, lines in enumerate(level)
            for row, words in enumerate(lines or ())
        ]
        return "".join(shapes), left, bottom + 14 + 15 * max(len(each or ()) for each in level)
    return _slanted(groups, field)


def _slanted(groups: Sequence[str], field: Field) -> tuple[str, float, float]:
    """Slanted names end below the middle of their group and reach down to the left of it."""
    left, right, _, bottom = field
    names = [axes.fitted(name, LONGEST) for name in groups]
    reach, drop = cos(radians(SLANT)), sin(radians(SLANT))
    for number, name in enumerate(names):  # make room on the left, so that none leaves the paper
        share = (number + 0.5) / len(names)
        left = max(left, (breadth(name) * reach + EDGE - right * share) / (1 - share))
    slot = (right - left) / len(names)
    shapes = []
    for number, (name, whole) in enumerate(zip(names, groups, strict=True)):
        x, y = left + (number + 0.5) * slot + 4, bottom + 12
        turn = f'transform="rotate(-{SLANT} {x:g} {y:g})"'
        words = text(x, y, name, "", "end").replace("<text", f"<text {turn}", 1)
        shapes.append(f"<g><title>{xml(whole)}</title>{words}</g>")
    return "".join(shapes), left, bottom + 26 + drop * max(map(breadth, names))


def _drawn_bars(
    table: Sequence[Sequence[Bar | None]], field: Field, scale: axes.Scale
) -> list[str]:
    slot = (field.right - field.left) / len(table[0])
    width = min(WIDEST, 0.82 * slot / len(table))
    known = [bar for row in table for bar in row if bar is not None]
    spoken = all(breadth(bar.words, SMALL) <= max(width - 1, 0) for bar in known) or (
        len(table) == 1 and all(breadth(bar.words, SMALL) <= slot - 4 for bar in known)
    )
    shapes = []
    for number, row in enumerate(table):
        for group, bar in enumerate(row):
            middle = field.left + (group + 0.5) * slot
            x = middle + (number - len(table) / 2) * width
            if bar is not None:
                shapes.append(_drawn_bar(bar, x, width, f"bar s{number % len(SERIES)}", scale))
                shapes.append(_drawn_words(bar, x + width / 2, scale) if spoken else "")
    return shapes


def _drawn_bar(bar: Bar, x: float, width: float, role: str, scale: axes.Scale) -> str:
    base, end = scale(0), scale(bar.value)
    shape = (
        f'<rect class="{role}" x="{x:.2f}" y="{min(base, end):g}" width="{width:.2f}" '
        f'height="{abs(end - base):g}"><title>{xml(bar.said)}</title></rect>'
    )
    if not bar.bounds:
        return shape
    low, high = scale(bar.bounds[0]), scale(bar.bounds[1])
    middle, arm = x + width / 2, min(4.0, width / 4)
    caps = "".join(f"M{middle - arm:.2f} {y:g}h{2 * arm:.2f}" for y in (low, high))
    return f'{shape}<path class="error" d="M{middle:.2f} {low:g}V{high:g}{caps}"/>'


def _drawn_words(bar: Bar, x: float, scale: axes.Scale) -> str:
    """The number at the bar's end, beyond its error bar."""
    low, high = bar.bounds or (bar.value, bar.value)
    if bar.value < 0:
        return text(x, max(scale(low), scale(bar.value)) + 9, bar.words, "small", "middle")
    return text(x, min(scale(high), scale(bar.value)) - 9, bar.words, "small", "middle")
