"""Figures, names and paths as an audit writes them.

1,234,567     0.0127316     Sela – Laimos     [1 2 0 3 4 5 6 7 8]     a → b → (219 states) → y → z

Names and figures are held together while lines are broken: `bound` to glue, `loose` to let go.
"""

from collections.abc import Sequence
from math import isfinite

ENDS = 4
"""Of long paths, so many states at either end are named."""
GLUE = "\u00a0"


def bound(text: str) -> str:
    """The text, not to be broken."""
    return text.replace(" ", GLUE)


def loose(text: str) -> str:
    """The text with ordinary spaces again."""
    return text.replace(GLUE, " ")


def named(state: str) -> str:
    """A state; in brackets if its name has spaces."""
    return bound(f"[{state}]" if " " in state else state)


def arc(way: str, origin: str, target: str, one_way: bool = False) -> str:
    """Both ends, with a dash between if the way goes both ways."""
    mark = "–" if way == "edge" and not one_way else "→"
    return f"{named(origin)} {mark} {named(target)}"


def path(states: Sequence[str]) -> str:
    """The states in order, the middle of a long path left out."""
    names = [named(state) for state in states]
    if len(names) > 2 * ENDS + 1:
        between = bound(f"({len(names) - 2 * ENDS:,} states)")
        names = [*names[:ENDS], between, *names[-ENDS:]]
    return " → ".join(names)


def figure(value: float) -> str:
    """Whole numbers whole, others with six digits that count."""
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    return f"{value:,.6g}" if abs(value) < 1e6 else f"{value:,.0f}"


def portion(count: int, whole: int, what: str) -> str:
    """3 of 42 edges (7 %)."""
    share = 100 * count / max(1, whole)
    figures = f"{share:.{0 if share >= 1 else 2}f}" if share >= 0.01 else "under 0.01"
    return f"{count:,} of {whole:,} {what}s " + bound(f"({figures} %)")


def longer(ratio: float) -> str:
    """12.0 % too long."""
    if not isfinite(ratio):
        return "longer than 0"
    percent = 100 * (ratio - 1)
    return bound(f"{percent:.1f} %" if percent >= 0.1 else f"{percent:.2g} %") + " too long"


def with_article(word: str) -> str:
    return f"a{'n' * (word[0] in 'aeiou')} {word}"


def listed(names: Sequence[str]) -> str:
    """The goal, or the goals if they are few, or how many there are."""
    if len(names) > ENDS:
        return f"{len(names):,} goals"
    return f"the goal{'s' * (len(names) > 1)} {' and '.join(named(name) for name in names)}"
