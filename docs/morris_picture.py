"""Draws what the moving phase of morris holds, from docs/morris_solved.md:
python docs/morris_picture.py"""

import re
from pathlib import Path

from plyground import files
from plyground.solve.morris_sets import slots
from plyground.solve.morris_store import Subspace

HERE = Path(__file__).parent
ROW = re.compile(r"^ *([3-9])-([3-9]) +([\d,]+) +([\d,]+) +([\d,]+) +([\d,]+) +(\d+) +(\d+)$", re.M)
FEWEST, MOST, SIDE, GAP = 3, 9, 92, 8
LEFT, TOP, BOTTOM = 76, 64, 58
COLORS = {"won": "#009e73", "drawn": "#c3c9d0", "lost": "#d55e00"}
STYLE = (
    ".m{font:13px system-ui,sans-serif}.m text{fill:#1d2126}.m .paper{fill:#fff}"
    ".m .middle{text-anchor:middle}.m .strong{font-weight:600}.m .in{fill:#111;font-weight:600}"
    ".m .small{font-size:11px}"
    + "".join(f".m .{name}{{fill:{color}}}" for name, color in COLORS.items())
    + "@media (prefers-color-scheme:dark){.m .paper{fill:#16181c}.m text{fill:#d9dde3}"
    ".m .in{fill:#111}}"
)


def subspaces(text: str) -> list[Subspace]:
    """The rows of the table that the command printed."""
    found = []
    for row in ROW.findall(text):
        mine, theirs, *counts = (int(each.replace(",", "")) for each in row)
        size = slots(max(mine, theirs), min(mine, theirs))
        found.append(Subspace(mine, theirs, size, *counts))
    if len(found) != (MOST - FEWEST + 1) ** 2:
        raise SystemExit(f"{len(found)} subspaces were read, not all 49")
    return found


def cell(each: Subspace) -> str:
    """A square, filled from below by the shares of lost, drawn and won positions."""
    x, y = LEFT + (each.theirs - FEWEST) * (SIDE + GAP), TOP + (MOST - each.mine) * (SIDE + GAP)
    parts, bottom = [], float(y + SIDE)
    for name in ("lost", "drawn", "won"):
        height = SIDE * getattr(each, name) / each.positions
        bottom -= height
        parts.append(
            f'<rect class="{name}" x="{x}" y="{bottom:.2f}" width="{SIDE}" height="{height:.2f}"/>'
        )
    words = f"{each.mine} to move against {each.theirs}: {each.positions:,} positions, "
    words += f"{each.won:,} won, {each.drawn:,} drawn, {each.lost:,} lost"
    longest = max(each.longest_win, each.longest_loss)
    lines = (f"{each.won / each.positions:.0%} won", f"{each.drawn / each.positions:.0%} drawn",
             f"≤ {longest} plies")  # fmt: skip
    text = "".join(
        f'<text class="in middle small" x="{x + SIDE / 2}" y="{y + 32 + 18 * place}">{line}</text>'
        for place, line in enumerate(lines)
    )
    return f"<g><title>{words}</title>{''.join(parts)}{text}</g>"


def drawing(found: list[Subspace]) -> str:
    """All subspaces, by men of the side to move and of the other."""
    width = LEFT + (MOST - FEWEST + 1) * (SIDE + GAP)
    height = TOP + (MOST - FEWEST + 1) * (SIDE + GAP) + BOTTOM
    half, inner = LEFT + (width - LEFT) / 2, []
    for men in range(FEWEST, MOST + 1):
        x = LEFT + (men - FEWEST) * (SIDE + GAP) + SIDE / 2
        y = TOP + (MOST - men) * (SIDE + GAP) + SIDE / 2 + 5
        inner.append(f'<text class="middle strong" x="{x}" y="{height - BOTTOM + 16}">{men}</text>')
        inner.append(f'<text class="middle strong" x="{LEFT - 22}" y="{y}">{men}</text>')
    legend = "".join(
        f'<rect class="{name}" x="{LEFT + place * 90}" y="32" width="14" height="14" rx="2"/>'
        f'<text x="{LEFT + place * 90 + 20}" y="44">{name}</text>'
        for place, name in enumerate(COLORS)
    )
    total = sum(each.positions for each in found)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="m" role="img" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}"><style>{STYLE}</style>'
        '<rect class="paper" width="100%" height="100%" rx="8"/>'
        f'<text class="strong" x="{LEFT}" y="22">Nine Men\'s Morris: all {total:,} positions of '
        f"the moving phase, for the side to move</text>{legend}{''.join(inner)}"
        f'<text class="middle" x="{half}" y="{height - 14}">men of the other side</text>'
        f'<text class="middle" transform="translate(22 {TOP + (height - TOP - BOTTOM) / 2}) '
        f'rotate(-90)">men of the side to move</text>{"".join(map(cell, found))}</svg>'
    )


if __name__ == "__main__":
    table = (HERE / "morris_solved.md").read_text(encoding="utf-8")
    files.write(HERE / "morris_solved.svg", drawing(subspaces(table)))
