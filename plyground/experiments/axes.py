"""The ground that plots stand on: scales with round ticks, the frame, texts that fit.

    20 ┤              value ──scale──▶ pixel
    10 ┤  ▇           ticks at 1, 2, 5 · 10ⁿ
     0 ┴──▇──▇─       on a log axis zero has a place of its own below the lowest tick

Colors are Okabe and Ito's, in an order in which dark and light take turns, so that a print in gray
stays readable; nothing rests on color alone.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, isfinite, log10
from unicodedata import combining, east_asian_width

from plyground.draw import DARK, LIGHT
from plyground.errors import BadParameter
from plyground.experiments.numerals import written

WIDTH, EDGE, LINE = 640, 14, 20
HEIGHT, GAP = 210, 14
"""Of the field that holds the marks, and of the place of zero on a log axis."""
SIZE, SMALL = 12.0, 11.0
SERIES = ("#0072b2", "#e69f00", "#009e73", "#56b4e9", "#d55e00", "#cc79a7", "#7d8590")
WIN, DRAW, LOSS = SERIES[0], "#c4c9d0", SERIES[4]
LIT = {"#0072b2": "#2b8fd3"}
"""What stands in for a color that is too dark on dark paper."""

SHAPES = """
.chart{font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}
.chart text{dominant-baseline:central}
.chart .small{font-size:11px}
.chart .strong{font-weight:600}
.chart .quiet{opacity:.75}
.chart .grid{stroke-width:1;opacity:.16}
.chart .axis{stroke-width:1;opacity:.6}
.chart .reference{stroke-width:1.5;stroke-dasharray:5 4;opacity:.75}
.chart .error{fill:none;stroke-width:1.5}
.chart .curve{fill:none;stroke-width:2.2;stroke-linejoin:round;stroke-linecap:round}
.chart .bar{stroke-width:.75;stroke-opacity:.45}
.chart .mark{stroke-width:1.2}
.chart .bright{fill:#fff}
.chart .deep{fill:#14181d}
"""


def _theme(theme: dict[str, str], lit: dict[str, str]) -> str:
    ink, paper = theme["ink"], theme["paper"]
    colors = [lit.get(color, color) for color in SERIES]
    roles = {"win": lit.get(WIN, WIN), "draw": DRAW, "loss": LOSS}
    return (
        f".chart text{{fill:{ink}}}.chart .paper{{fill:{paper}}}"
        f".chart .grid,.chart .axis,.chart .reference,.chart .error,.chart .bar{{stroke:{ink}}}"
        f".chart .mark{{stroke:{paper}}}.chart .hollow{{fill:{paper}!important}}"
        + "".join(
            f".chart .s{n}{{fill:{color};color:{color}}}.chart .curve.s{n}{{stroke:{color};"
            f"fill:none}}.chart .hollow.s{n}{{stroke:{color};stroke-width:2}}"
            for n, color in enumerate(colors)
        )
        + "".join(f".chart .{role}{{fill:{color}}}" for role, color in roles.items())
    )


STYLE = f"{SHAPES}{_theme(LIGHT, {})}\n@media (prefers-color-scheme:dark){{{_theme(DARK, LIT)}}}"


def chart(height: float, title: str, *shapes: str) -> str:
    """The whole drawing, with a style sheet of its own."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" '
        f'viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}">'
        f"<title>{xml(title)}</title><style>{STYLE}</style>"
        f'<rect class="paper" width="100%" height="100%" rx="8"/>{"".join(shapes)}</svg>'
    )


def empty(title: str) -> str:
    """What is drawn of nothing."""
    return chart(64, title, text(WIDTH / 2, 32, "no data", "quiet", "middle"))


# --- scales --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Scale:
    """From values to pixels: `low` lies at `start`, on log axes `gap` after it; `high` at `end`."""

    low: float
    high: float
    start: float
    end: float
    ticks: tuple[tuple[float, str], ...]
    log: bool = False
    gap: float = 0

    def __call__(self, value: float) -> float:
        """The pixel of a value; what lies beyond an end of the axis is drawn at that end."""
        if self.log and value <= 0:
            return self.start
        if self.log:
            share = log10(value / self.low) / log10(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        begin = self.start + self.gap
        return round(begin + max(0.0, min(1.0, share)) * (self.end - begin), 2)


def linear(
    values: Iterable[float],
    start: float,
    end: float,
    most: int = 5,
    extend: bool = True,
    whole: bool = False,
) -> Scale:
    """A scale over all values with about `most` ticks; its ends are ticks if it extends."""
    real = [float(value) for value in values if isfinite(value)] or [0.0, 1.0]
    low, high = min(real), max(real)
    if low == high:
        low, high = (low, low + 1) if low == 0 else (low - abs(low) / 10, high + abs(high) / 10)
    step = max(round_step((high - low) / most), 1.0 if whole else 0.0)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    exact = max(0, -floor(log10(step) + 1e-9))
    ticks = [round(number * step, exact) for number in range(first, last + 1)]
    if extend:
        low, high = ticks[0], ticks[-1]
    slack = (high - low) * 1e-9
    kept = [tick for tick in ticks if low - slack <= tick <= high + slack]
    return Scale(low, high, start, end, tuple((tick, written(tick, exact)) for tick in kept))


def round_step(rough: float) -> float:
    """The smallest of 1, 2, 5 · 10ⁿ that is not below `rough`."""
    power = 10.0 ** floor(log10(rough))
    return next(times * power for times in (1, 2, 5, 10) if times * power >= rough * (1 - 1e-9))


def logarithmic(values: Iterable[float], start: float, end: float, gap: float = 0) -> Scale:
    """A scale by powers of ten; zeros, if there are any, get a tick of their own `gap` below."""
    real = [value for value in values if isfinite(value)]
    if any(value < 0 for value in real):
        raise BadParameter(f"a log axis cannot show {min(real):g} (values must be 0 or more)")
    above = [value for value in real if value > 0] or [1.0]
    low, high = _round_down(min(above)), -_round_down(-max(above))
    if log10(high / low) > 3:
        low, high = 10.0 ** floor(log10(low) + 1e-9), 10.0 ** ceil(log10(high) - 1e-9)
    if high <= low:
        high = 10 * low
    ticks = [(tick, _plainly(tick)) for tick in _log_ticks(low, high)]
    zeros = [(0.0, "0")] if 0 in real else []
    return Scale(low, high, start, end, tuple(zeros + ticks), log=True, gap=gap)


def _round_down(value: float) -> float:
    """The largest of 1, 2, 5 · 10ⁿ up to a value; for a negative value, its mirror image."""
    size = abs(value)
    power = 10.0 ** floor(log10(size) + 1e-12)
    if value > 0:
        return max(times * power for times in (1, 2, 5) if times * power <= size * (1 + 1e-9))
    return -min(times * power for times in (1, 2, 5, 10) if times * power >= size * (1 - 1e-9))


def _log_ticks(low: float, high: float) -> Iterator[float]:
    first, last = floor(log10(low) + 1e-9), ceil(log10(high) - 1e-9)
    close = log10(high / low) <= 3
    for power in range(first, last + 1, 1 if close else ceil((last - first) / 6)):
        for times in (1, 2, 5) if close else (1,):
            if low * (1 - 1e-9) <= times * 10.0**power <= high * (1 + 1e-9):
                yield times * 10.0**power


def _plainly(tick: float) -> str:
    return written(tick, max(0, -floor(log10(tick) + 1e-9)))


# --- texts ---------------------------------------------------------------------------------------


def xml(words: str) -> str:
    """The text for XML; characters it cannot hold at all become �."""
    return escape(re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "�", words))


def text(x: float, y: float, words: str, role: str = "", anchor: str = "start") -> str:
    kind = f' class="{role}"' if role else ""
    place = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text{kind} x="{x:g}" y="{y:g}"{place}>{xml(words)}</text>'


def breadth(words: str, size: float = SIZE) -> float:
    """How wide a text is, about, and rather too wide than too narrow."""
    return size * sum(map(_letter, words))


def _letter(letter: str) -> float:
    if combining(letter):
        return 0
    if east_asian_width(letter) in "WF" or letter in "mwMW@%…—":
        return 1
    if letter in "ijltfrI.,:;'|!()[] ·":
        return 0.4
    return 0.75 if letter.isupper() else 0.64


def fitted(words: str, room: float, size: float = SIZE) -> str:
    """The text, with an ellipsis in its middle if it is wider than the room."""
    if breadth(words, size) <= room:
        return words
    keep = len(words) - 1
    while keep > 1 and breadth(_elided(words, keep), size) > room:
        keep -= 1
    return _elided(words, keep)


def _elided(words: str, keep: int) -> str:
    return f"{words[: (keep + 1) // 2]}…{words[len(words) - keep // 2 :]}"


def folded(words: str, room: float, size: float = SIZE, most: int = 2) -> list[str] | None:
    """The text in at most `most` lines that fit the room, broken after spaces, _ , ( or none."""
    lines = [""]
    for piece in re.findall(r"[^\s_,(]*[\s_,(]?", words):
        if lines[-1] and breadth((lines[-1] + piece).strip(), size) > room:
            lines.append("")
        lines[-1] += piece
    lines = [line.strip() for line in lines]
    wide = any(breadth(line, size) > room for line in lines)
    return None if wide or len(lines) > most else lines


# --- what several plots have ---------------------------------------------------------------------


def rule(role: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{role}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>'


def heading(unit: str, log: bool, top: float) -> str:
    """What an upright axis measures, in words above it."""
    words = f"{unit} (log scale)" if unit and log else unit
    room = WIDTH - 2 * EDGE
    return text(EDGE, top - 24, fitted(words, room, SMALL), "small quiet") if unit else ""


def tick_room(scale: Scale) -> float:
    """How wide the widest of the ticks' texts is."""
    return max((breadth(words, SMALL) for _, words in scale.ticks), default=0)


def levels(scale: Scale, left: float, right: float) -> str:
    """The ticks of an upright axis: a line across the plot each, and its number on the left."""
    return "".join(
        rule("grid", left, scale(tick), right, scale(tick))
        + text(left - 7, scale(tick), words, "small", "end")
        for tick, words in scale.ticks
    )


def foot(scale: Scale, bottom: float, label: str) -> str:
    """A level axis below the plot: its line, its ticks, and what it measures."""
    shapes = [rule("axis", scale.start, bottom, scale.end, bottom)]
    shapes += [rule("axis", x, bottom, x, bottom + 4) for x in (scale(at) for at, _ in scale.ticks)]
    apart = abs(scale.end - scale.start) / max(1, len(scale.ticks))
    for tick, words in scale.ticks[:: ceil((tick_room(scale) + 10) / apart)]:
        beside = breadth(words, SMALL) / 2 + 2
        x = min(max(scale(tick), beside), WIDTH - beside)
        shapes.append(text(x, bottom + 13, words, "small", "middle"))
    middle = (scale.start + scale.end) / 2
    return "".join(shapes) + text(middle, bottom + 32, label, "quiet", "middle")


def legend(entries: Sequence[tuple[str, str]], top: float) -> tuple[str, float]:
    """Marks, drawn around (0, 0), and their names in as many lines as they need; where it ends."""
    shapes, x, y = [], float(EDGE), top + LINE / 2
    for mark, name in entries:
        words = fitted(name, WIDTH - 2 * EDGE - 26)
        room = 26 + breadth(words)
        if x > EDGE and x + room > WIDTH - EDGE:
            x, y = EDGE, y + LINE
        shapes.append(f'<g transform="translate({x + 9:g} {y:g})">{mark}</g>')
        shapes.append(text(x + 23, y, words))
        x += room + 10
    return "".join(shapes), y + LINE / 2
