"""Plots along a level axis of numbers.

 ╱▔▔▔▔ without         lines: each curve has a color, a dash and a mark of its own,
╱  ╱▔▔ with            and its name where it ends; references are dashed and thin

▂▅█┊▆▃▁                histogram: bins of a round width, and the median
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import ceil, floor, isfinite, log10

from plyground.experiments import axes
from plyground.experiments.axes import (
    EDGE,
    GAP,
    HEIGHT,
    SERIES,
    SMALL,
    WIDTH,
    breadth,
    fitted,
    rule,
    text,
    xml,
)
from plyground.experiments.numerals import counted, shown

Points = Sequence[tuple[float, float]]

FEW_BINS, MOST_BINS, MOST_MARKS, NAMES, APART = 10, 24, 24, 170, 16
"""Fewer bins than the first are drawn as narrow as so many; texts stand 16 pixels APART."""
DASHES = ("", "8 4", "2 4", "10 4 2 4")
MARKS = (
    '<circle class="mark {role}" cx="{x:g}" cy="{y:g}" r="4"/>',
    '<path class="mark {role}" d="M{x:g} {y:g}m-3.6 -3.6h7.2v7.2h-7.2z"/>',
    '<path class="mark {role}" d="M{x:g} {y:g}m0 -5l5 5l-5 5l-5 -5z"/>',
    '<path class="mark {role}" d="M{x:g} {y:g}m0 -4.8l4.8 8.4h-9.6z"/>',
)


# --- curves --------------------------------------------------------------------------------------


def lines(
    series: Mapping[str, Points],
    x_label: str,
    y_label: str,
    log_y: bool = False,
    references: Mapping[str, float] | None = None,
    title: str = "",
) -> str:
    """A curve for each series of (x, y), broken where y is not finite; references lie level."""
    title = title or f"{y_label} by {x_label}: {', '.join(series) or 'nothing'}"
    real = [point for points in series.values() for point in points if _real(point)]
    if not real:
        return axes.empty(title)
    levels = dict(references or {})
    names = [*series, *levels]
    widest = max(map(breadth, names))
    at_ends = widest <= NAMES and APART * len(names) <= HEIGHT
    keys, top = ("", 10.0) if at_ends else axes.legend(_keys(names, len(series)), 10)
    top, bottom = top + 34, top + 34 + HEIGHT
    scale = _upright([y for _, y in real] + list(levels.values()), bottom, top, log_y)
    left = EDGE + axes.tick_room(scale) + 8
    right = WIDTH - EDGE - (20 + widest if at_ends else 8)
    along = _level([x for x, _ in real], left, right)
    shapes = [keys, axes.heading(y_label, log_y, top), axes.levels(scale, left, right)]
    shapes += [rule("reference", left, scale(y), right, scale(y)) for y in levels.values()]
    shapes += [_curve(*item, along, scale) for item in enumerate(series.items())]
    if at_ends:
        shapes.append(_names(series, levels, scale, right))
    return axes.chart(bottom + 46, title, *shapes, axes.foot(along, bottom, x_label))


def _real(point: tuple[float, float]) -> bool:
    return isfinite(point[0]) and isfinite(point[1])


def _upright(heights: Sequence[float], bottom: float, top: float, log: bool) -> axes.Scale:
    """Begins at zero if the values come near it."""
    if log:
        return axes.logarithmic(heights, bottom, top, -GAP if 0 in heights else 0)
    near = 0 <= min(heights) <= 0.5 * max(heights)
    return axes.linear([*heights, 0.0] if near else heights, bottom, top)


def _level(values: Sequence[float], left: float, right: float) -> axes.Scale:
    """From the first value to the last; ticks are whole if all values are."""
    whole = all(float(value).is_integer() for value in values)
    low, high = min(values), max(values)
    if low == high and whole:
        low, high = low - 1, high + 1
    return axes.linear([low, high], left, right, most=8, extend=False, whole=whole)


def _curve(number: int, item: tuple[str, Points], along: axes.Scale, scale: axes.Scale) -> str:
    """One curve, with marks on all of its points or, if there are many, on some."""
    name, points = item
    role, dash = f"s{number % len(SERIES)}", DASHES[number % len(DASHES)]
    pieces = [list(piece) for real, piece in groupby(points, _real) if real]
    shapes = []
    for piece in pieces:
        path = " ".join(f"{along(x):g},{scale(y):g}" for x, y in piece)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        shapes.append(f'<polyline class="curve {role}"{dashed} points="{path}"/>')
    real = [point for piece in pieces for point in piece]
    shape = MARKS[number % len(MARKS)]
    marks = [
        f"<g><title>{xml(f'{name}: {shown(y)} at {shown(x)}')}</title>"
        f"{shape.format(role=role, x=along(x), y=scale(y))}</g>"
        for x, y in real[:: _every(len(real))]
    ]
    return "".join(shapes + marks)


def _every(points: int) -> int:
    """Which points get a mark: all of a few, some of many, hardly any of a great many."""
    return max(1, ceil(points / (MOST_MARKS if points < 4 * MOST_MARKS else MOST_MARKS / 3)))


def _keys(names: Sequence[str], curves: int) -> list[tuple[str, str]]:
    """A short piece of each curve or reference, for a legend."""
    keys = []
    for number, name in enumerate(names):
        role, dash = f"s{number % len(SERIES)}", DASHES[number % len(DASHES)]
        mark = rule("reference", -9, 0, 9, 0)
        if number < curves:
            mark = f'<path class="curve {role}" stroke-dasharray="{dash or "none"}" d="M-9 0H9"/>'
            mark += MARKS[number % len(MARKS)].format(role=role, x=0, y=0)
        keys.append((mark, name))
    return keys


def _names(
    series: Mapping[str, Points],
    references: Mapping[str, float],
    scale: axes.Scale,
    right: float,
) -> str:
    """Each name at the height where its curve ends, moved apart where they would touch."""
    ends = []
    for number, (name, points) in enumerate(series.items()):
        real = [y for x, y in points if _real((x, y))]
        mark = MARKS[number % len(MARKS)]
        drawn = mark.format(role=f"s{number % len(SERIES)}", x=right + 10, y=0)
        ends.append((scale(real[-1]) if real else scale.start, name, drawn))
    ends += [(scale(height), name, "") for name, height in references.items()]
    ends.sort(key=lambda end: end[0])
    heights = _apart([height for height, _, _ in ends], scale.end, scale.start)
    return "".join(
        (f'<g transform="translate(0 {y:g})">{mark}</g>' if mark else "")
        + text(right + (19 if mark else 8), y, name, "" if mark else "small quiet")
        for y, (_, name, mark) in zip(heights, ends, strict=True)
    )


def _apart(heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """The heights, in order, with at least APART between them and none outside."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + APART if found else top))
    limit = bottom
    for number in reversed(range(len(found))):
        found[number] = min(found[number], limit)
        limit = found[number] - APART
    return found


# --- how values are spread -----------------------------------------------------------------------


def histogram(
    values: Sequence[float] | Mapping[int, int],
    x_label: str,
    y_label: str = "games",
    title: str = "",
) -> str:
    """How often values fall into bins of a round width; a mapping gives each value's count."""
    title = title or f"How {x_label} are spread"
    given = values.items() if isinstance(values, Mapping) else Counter(values).items()
    counts = {value: count for value, count in sorted(given) if count and isfinite(value)}
    if not counts:
        return axes.empty(title)
    bins = list(_bins(counts))
    top, bottom = 42.0, 42.0 + HEIGHT
    scale = axes.linear([0, *(count for _, _, count in bins)], bottom, top, whole=True)
    left, right = EDGE + axes.tick_room(scale) + 8, WIDTH - EDGE - 8
    along = _along(counts, bins, left, right)
    shapes = [axes.heading(y_label, False, top), axes.levels(scale, left, right)]
    for low, high, count in bins:
        x, width = along(low), max(0.5, along(high) - along(low) - 1)
        said = xml(f"{_span(low, high, _whole(counts))}: {count:,} {y_label}")
        shapes.append(
            f'<rect class="bar s0" x="{x:g}" y="{scale(count):g}" width="{width:g}" '
            f'height="{bottom - scale(count):g}"><title>{said}</title></rect>'
        )
    shapes.append(_median(counts, along, top, bottom))
    return axes.chart(bottom + 46, title, *shapes, axes.foot(along, bottom, x_label))


def _whole(counts: Mapping[float, int]) -> bool:
    return all(float(value).is_integer() for value in counts)


def _bins(counts: Mapping[float, int]) -> Iterator[tuple[float, float, int]]:
    """(low, high, count) from the lowest to the highest; whole values lie amid their bins."""
    low, high = min(counts), max(counts)
    whole = _whole(counts)
    step = axes.round_step((high - low) / MOST_BINS) if high > low else 1.0
    step = max(step, 1.0) if whole else step
    shift = 0.5 if whole else 0.0
    first, last = floor(low / step + 1e-9), floor(high / step + 1e-9)
    found: Counter[int] = Counter()
    for value, count in counts.items():
        found[floor(value / step + 1e-9)] += count
    exact = max(0, 1 - floor(log10(step)))
    for number in range(first, last + 1):
        low, high = (round(place * step - shift, exact) for place in (number, number + 1))
        yield low, high, found[number]


def _span(low: float, high: float, whole: bool) -> str:
    """The values of a bin in words."""
    first, last = (low + 0.5, high - 0.5) if whole else (low, high)
    return shown(first) if first == last else f"{shown(first)} to {shown(last)}"


def _along(
    counts: Mapping[float, int], bins: Sequence[tuple[float, float, int]], left: float, right: float
) -> axes.Scale:
    low, high = bins[0][0], bins[-1][1]
    margin = max(0, FEW_BINS - len(bins)) / 2 * (high - low) / len(bins)
    ends = [low - margin, high + margin]
    return axes.linear(ends, left, right, most=8, extend=False, whole=_whole(counts))


def _median(counts: Mapping[float, int], along: axes.Scale, top: float, bottom: float) -> str:
    """A dashed line at the median, which is named above the plot on the right."""
    total = sum(counts.values())
    middle = _at_rank(counts, (total - 1) // 2), _at_rank(counts, total // 2)
    median = sum(middle) / 2
    words = f"median {shown(median)}, {counted(total, 'value')}"
    x = along(median)
    return rule("reference", x, top, x, bottom) + text(
        WIDTH - EDGE, top - 24, fitted(words, WIDTH / 2, SMALL), "small", "end"
    )


def _at_rank(counts: Mapping[float, int], rank: int) -> float:
    """The value that has `rank` values before it."""
    for value, count in sorted(counts.items()):
        if rank < count:
            return value
        rank -= count
    raise AssertionError("ranks end where values do")
