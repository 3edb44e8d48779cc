"""SVG boards out of a few shapes.

Shapes carry roles (`first`, `second`, `well`, `line` …), not colors; `picture` adds one style
sheet that knows both themes. Colors are Okabe and Ito's, told apart by every kind of color vision;
the second player's pieces also carry a ring, so that a print in gray stays readable. `data-cell`
names what can be clicked.

    (0, 0) ──▶ x            one cell is SIDE wide
      │
      ▼ y
"""

from html import escape

SIDE = 44
MARGIN = 26

LIGHT = {"paper": "#ffffff", "ink": "#3d4148", "wood": "#f1ede4", "shade": "#b9a98c",
         "well": "#dfe7ee", "frame": "#0072b2", "edge": "#1d2126"}  # fmt: skip
DARK = {"paper": "#16181c", "ink": "#c9ced6", "wood": "#57524a", "shade": "#2f2c28",
        "well": "#2a3138", "frame": "#0b5c8c", "edge": "#050607"}  # fmt: skip
FIRST, SECOND, CROWN = "#d55e00", "#56b4e9", "#f0e442"

SHAPES = f"""
.ply{{font:600 15px system-ui,sans-serif}}
.ply .label{{text-anchor:middle;dominant-baseline:central}}
.ply .small{{font-size:10px;opacity:.8}}
.ply .blocked{{opacity:.55}}
.ply .line,.ply .ring{{fill:none;stroke-width:2;stroke-linecap:round}}
.ply .first{{fill:{FIRST};stroke-width:1.5}}
.ply .second{{fill:{SECOND};stroke-width:1.5}}
.ply .crown{{fill:{CROWN};stroke-width:1.2;stroke-linejoin:round}}
"""


def _colors(theme: dict[str, str]) -> str:
    fills = {
        ".paper": "paper",
        ".frame": "frame",
        ".well": "well",
        ".light": "wood",
        ".dark": "shade",
        ".blocked,.ply .point,.ply .label,.ply .small": "ink",
    }
    strokes = {".line": "ink", ".ring,.ply .first,.ply .second,.ply .crown": "edge"}
    return "".join(
        f".ply {roles}{{{what}:{theme[name]}}}"
        for what, table in (("fill", fills), ("stroke", strokes))
        for roles, name in table.items()
    )


STYLE = f"{SHAPES}{_colors(LIGHT)}\n@media (prefers-color-scheme:dark){{{_colors(DARK)}}}"


def picture(width: float, height: float, title: str, *shapes: str) -> str:
    """The whole drawing, with a style sheet of its own."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ply" role="img" '
        f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f'<rect class="paper" width="100%" height="100%" rx="8"/>{"".join(shapes)}</svg>'
    )


def rectangle(
    x: float, y: float, width: float, height: float, role: str, cell: str = "", radius: float = 0
) -> str:
    corner = f' rx="{radius:g}"' if radius else ""
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{corner}'
    return f'<rect class="{role}" {place}{_named(cell)}/>'


def circle(x: float, y: float, radius: float, role: str, cell: str = "") -> str:
    return f'<circle class="{role}" cx="{x:g}" cy="{y:g}" r="{radius:g}"{_named(cell)}/>'


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="line" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>'


def label(x: float, y: float, text: str, role: str = "label") -> str:
    return f'<text class="{role}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def piece(x: float, y: float, player: int, radius: float = 0.38 * SIDE, king: bool = False) -> str:
    """A disc of the first (0) or second (1) player; the second's has a ring, a king's a crown."""
    shapes = circle(x, y, radius, "second" if player else "first")
    if player:
        shapes += circle(x, y, 0.68 * radius, "ring")
    if king:
        points = [(-5, 3), (-5, -3), (-2, 0), (0, -5), (2, 0), (5, -3), (5, 3)]
        outline = " ".join(f"{x + radius * a / 8:g},{y + radius * b / 8:g}" for a, b in points)
        shapes += f'<polygon class="crown" points="{outline}"/>'
    return shapes


def rulers(left: list[str], below: list[str]) -> str:
    """Names of the rows beside the board and of the columns below it."""
    bottom = MARGIN + SIDE * len(left) + MARGIN / 2 if left else MARGIN / 2
    rows = [label(MARGIN / 2, MARGIN + (i + 0.5) * SIDE, name) for i, name in enumerate(left)]
    columns = [label(MARGIN + (i + 0.5) * SIDE, bottom, name) for i, name in enumerate(below)]
    return "".join(rows + columns)


def _named(cell: str) -> str:
    return f' data-cell="{escape(cell)}"' if cell else ""
