"""Pictures of an audit: where the estimate sees the way, where it does not, where it sees too much.

grid      each cell, or block of cells, by how much of the true distance h misses    grids
graph     each place, and on large maps each edge, likewise                          graphs
others    h against the true distance, a square for all states with the same two     truth

blue         h too low, the deeper the more it misses: harmless, only slow           colors
vermillion   h too high, or falling by more than an edge costs: A* may go astray
"""

from textwrap import wrap

from plyground import draw
from plyground.audit.report import Audit
from plyground.audit_view.colors import EDGE, LEGEND, STYLE, TOP, legend
from plyground.audit_view.graphs import drawn_graph
from plyground.audit_view.grids import drawn_grid
from plyground.audit_view.truth import drawn_truth
from plyground.errors import BadParameter
from plyground.paths.grid import Grid

__all__ = ["audit_svg"]

LETTER, MOST_LINES = 6.7, 3
"""How wide a letter of the heading is, about, and how many lines it may have."""


def audit_svg(audit: Audit) -> str:
    """The picture that fits the problem."""
    found = audit.measured
    if found is None:
        raise BadParameter("this audit holds no distances: run it again to draw it")
    space = found.ground.space
    if isinstance(space, Grid):
        width, height, shapes, also = drawn_grid(found, space)
    elif space is found.ground.problem and space.has_places:
        width, height, shapes, also = drawn_graph(audit, found, space)
    else:
        width, height, shapes, also = drawn_truth(found)
    keys, below = legend(found, EDGE + width + 28, also)
    whole = width + LEGEND + 2 * EDGE + 28
    style = f"<style>{STYLE}</style>"
    bottom = max(TOP + height, below) + EDGE
    return draw.picture(whole, bottom, audit.verdict, style, _heading(audit, whole), shapes, keys)


def _heading(audit: Audit, width: float) -> str:
    """Whose picture it is, and the verdict as far as it fits."""
    lines = wrap(audit.verdict, max(40, int((width - 2 * EDGE) / LETTER)))
    shown = lines[:MOST_LINES]
    if len(lines) > len(shown):
        shown[-1] = shown[-1][:-2] + " …"
    title = f"{audit.heuristic} on {audit.problem}"
    return draw.label(EDGE, 30, title, "say") + "".join(
        draw.label(EDGE, 51 + 16 * row, line, "note") for row, line in enumerate(shown)
    )
