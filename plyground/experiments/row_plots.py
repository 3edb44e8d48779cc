"""Plots with a row for each player or method.

piece_count    ▇▇▇▇▇▇▇▇▇▇▇▇▒▒▒     8  2  0      outcome_bars
king_count     ▇▇▇▇▇▇▒▒▒▒▒▒▒░░     4  5  1

piece_count         ┊   ├──●──┤    +89 [+41, +137]      intervals: filled if the reference
king_count       ├──┊─○────┤       +12 [−30, +60]       lies outside, hollow if it does not

           piece ┃ king            crosstable: the row's score against the column
piece       ··   ┃ 61 %
king       39 %  ┃  ··
"""

from collections.abc import Sequence
from math import inf, isfinite, isnan
from typing import NamedTuple

from plyground.experiments import axes
from plyground.experiments.axes import EDGE, LOSS, SMALL, WIDTH, WIN, breadth, rule, text, xml
from plyground.experiments.numerals import column, counted, signed

NAMES = 180
"""Names wider than this stand above their rows."""
BAR = 18


class Outcome(NamedTuple):
    """How often a player won, drew and lost."""

    name: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


class Interval(NamedTuple):
    """A value and the interval it is known to."""

    name: str
    value: float
    low: float
    high: float


class Score(NamedTuple):
    """The share of points, from 0 to 1, that a row's player took from a column's."""

    value: float
    low: float
    high: float


class Rows(NamedTuple):
    """Where rows and their names go: beside the rows, or above them if they are long."""

    names: Sequence[str]
    top: float
    above: bool
    left: float

    @property
    def height(self) -> float:
        return 42 if self.above else 30

    @property
    def bottom(self) -> float:
        return self.top + self.height * len(self.names)

    def middle(self, row: int) -> float:
        """The height at which a row is drawn."""
        return self.top + row * self.height + (28 if self.above else 15)

    def drawn(self) -> str:
        room = WIDTH - 2 * EDGE if self.above else NAMES
        return "".join(
            text(EDGE, self.middle(row) - (19 if self.above else 0), axes.fitted(name, room))
            for row, name in enumerate(self.names)
        )


def _rows(names: Sequence[str], top: float) -> Rows:
    widest = max(map(breadth, names))
    above = widest > NAMES
    return Rows(names, top, above, EDGE if above else EDGE + widest + 12)


# --- wins, draws, losses -------------------------------------------------------------------------

KINDS = ("wins", "draws", "losses")
ROLES = {"wins": "win", "draws": "draw", "losses": "loss"}


def outcome_bars(rows: Sequence[Outcome], title: str = "") -> str:
    """Wins, draws and losses as shares of each row's games, with their counts beside."""
    title = title or f"Wins, draws and losses of {counted(len(rows), 'player')}"
    if not rows:
        return axes.empty(title)
    place = _rows([row.name for row in rows], 34)
    widths = [
        18 + max([breadth(kind), *(breadth(f"{count:,}") for count in counts)])
        for kind, counts in zip(KINDS, zip(*(row[1:] for row in rows), strict=True), strict=True)
    ]
    ends = [WIDTH - EDGE - sum(widths[number + 1 :]) for number in range(3)]
    right = WIDTH - EDGE - sum(widths) - 8
    shapes = [place.drawn(), *_kinds(ends)]
    for number, row in enumerate(rows):
        y = place.middle(number)
        shapes.append(_shares(row, place.left, right, y))
        shapes += [
            text(end, y, f"{count:,}", "strong" if kind == "wins" else "", "end")
            for end, kind, count in zip(ends, KINDS, row[1:], strict=True)
        ]
    return axes.chart(place.bottom + 8, title, *shapes)


def _kinds(ends: Sequence[float]) -> list[str]:
    """The headings of the counts, which are the legend as well."""
    return [
        f'<rect class="bar {ROLES[kind]}" x="{end - breadth(kind, SMALL) - 13:g}" y="13" '
        f'width="9" height="9" rx="2"/>' + text(end, 18, kind, "small", "end")
        for end, kind in zip(ends, KINDS, strict=True)
    ]


def _shares(row: Outcome, left: float, right: float, y: float) -> str:
    """One bar; each part says its share where there is room."""
    if not row.games:
        return text(left, y, "no games", "quiet")
    shapes, x = [], left
    for kind, count in zip(KINDS, row[1:], strict=True):
        width = (right - left) * count / row.games
        share = f"{100 * count / row.games:.0f} %"
        said = xml(f"{row.name}: {count:,} {kind} of {counted(row.games, 'game')} ({share})")
        if count:
            shapes.append(
                f'<rect class="bar {ROLES[kind]}" x="{x:.2f}" y="{y - BAR / 2:g}" '
                f'width="{width:.2f}" height="{BAR}"><title>{said}</title></rect>'
            )
        if breadth(share, SMALL) + 6 < width:
            ink = "small deep" if kind == "draws" else "small bright"
            shapes.append(text(x + width / 2, y, share, ink, "middle"))
        x += width
    return "".join(shapes)


# --- values with error bars ----------------------------------------------------------------------


def intervals(
    rows: Sequence[Interval], unit: str, reference: float | None = 0.0, title: str = ""
) -> str:
    """A point with its error bar for each row, and a dashed line at the reference."""
    title = title or f"{unit}, with intervals, of {counted(len(rows), 'row')}"
    if not rows:
        return axes.empty(title)
    place = _rows([row.name for row in rows], 12)
    tails = _tails(rows)
    ends = _ends(rows, reference)
    scale = axes.linear(ends, 0, 1, most=5)
    beyond = axes.tick_room(scale) / 2
    left = place.left + (beyond if place.above else 4)
    right = WIDTH - EDGE - max(map(breadth, tails)) - max(14, beyond)
    scale = axes.linear(ends, left, right, most=5)
    bottom = place.bottom + 2
    shapes = [place.drawn()]
    shapes += [rule("grid", scale(x), place.top, scale(x), bottom) for x, _ in scale.ticks]
    if reference is not None:
        x = scale(reference)
        shapes.append(rule("reference", x, place.top, x, bottom))
    for number, (row, tail) in enumerate(zip(rows, tails, strict=True)):
        y = place.middle(number)
        shapes.append(_point(row, scale, y, reference, tail))
        shapes.append(text(WIDTH - EDGE, y, tail, "", "end"))
    return axes.chart(bottom + 46, title, *shapes, axes.foot(scale, bottom, unit))


def _ends(rows: Sequence[Interval], reference: float | None) -> list[float]:
    """What the axis must hold; some room beyond it where something goes on to infinity."""
    numbers = [number for row in rows for number in row[1:] if not isnan(number)]
    numbers += [] if reference is None else [reference]
    real = [number for number in numbers if isfinite(number)] or [0.0]
    beyond = (max(real) - min(real)) / 8
    return [
        *real,
        *([max(real) + beyond] if inf in numbers else []),
        *([min(real) - beyond] if -inf in numbers else []),
    ]


def _tails(rows: Sequence[Interval]) -> list[str]:
    texts = column([float(number) for row in rows for number in row[1:]], digits=3)
    if any(min(row[1:]) < 0 for row in rows):
        texts = [signed(each) for each in texts]
    threes = zip(texts[::3], texts[1::3], texts[2::3], strict=True)
    return [
        "no data" if isnan(row.value) else f"{value} [{low}, {high}]"
        for row, (value, low, high) in zip(rows, threes, strict=True)
    ]


def _point(row: Interval, scale: axes.Scale, y: float, reference: float | None, tail: str) -> str:
    """The point and its error bar; an end at infinity is an arrow, as is a point there."""
    if isnan(row.value):
        return ""
    low = row.low if not isnan(row.low) else row.value
    high = row.high if not isnan(row.high) else row.value
    x1, x2 = scale(low), scale(high)
    caps = [
        f"M{x + 5 * inward:g} {y - 4:g}L{x:g} {y:g}L{x + 5 * inward:g} {y + 4:g}"
        if not isfinite(end)
        else f"M{x:g} {y - 5:g}V{y + 5:g}"
        for x, end, inward in ((x1, low, 1), (x2, high, -1))
    ]
    outside = reference is None or not low <= reference <= high
    return (
        f"<g><title>{xml(f'{row.name}: {tail}')}</title>"
        f'<path class="error" d="M{x1:g} {y:g}H{x2:g}{"".join(caps)}"/>'
        f'<circle class="mark s0{"" if outside else " hollow"}" '
        f'cx="{scale(row.value):g}" cy="{y:g}" r="5"/></g>'
    )


# --- everyone against everyone -------------------------------------------------------------------


def crosstable(names: Sequence[str], cells: Sequence[Sequence[Score | None]]) -> str:
    """An HTML table: each row's score against each column, shaded, bold where it is settled."""
    numbers = range(1, len(names) + 1)
    head = "".join(
        f'<th scope="col" title="{xml(name)}">{number}</th>'
        for number, name in zip(numbers, names, strict=True)
    )
    body = "".join(
        f'<tr><th scope="row"><span>{number}</span> {xml(name)}</th>{"".join(map(_cell, row))}</tr>'
        for number, name, row in zip(numbers, names, cells, strict=True)
    )
    return (
        f'<table class="crosstable"><thead><tr><td></td>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _cell(score: Score | None) -> str:
    if score is None:
        return '<td class="self">·</td>'
    value, low, high = (100 * share for share in score)
    color = WIN if value >= 50 else LOSS
    strength = min(1.0, abs(value - 50) / 50) ** 0.7 * 0.6
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    words = f"{value:.0f} %"
    settled = not low <= 50 <= high
    return (
        f'<td style="background:rgba({red},{green},{blue},{strength:.2f})">'
        f"{f'<strong>{words}</strong>' if settled else words}"
        f"<small>{low:.0f} – {high:.0f}</small></td>"
    )


def score_words(score: Score | None) -> str:
    """`61 % [52, 70]`, and a dot for a player against itself."""
    if score is None:
        return "·"
    value, low, high = (100 * share for share in score)
    return f"{value:.0f} % [{low:.0f}, {high:.0f}]"
