"""Graphs: places where they lie, north up.

     Sela            few places: named, colored, with h / true distance
     ○─━━━━━━━○      ━━━ h falls by more than the edge costs: inconsistent for these goals
    4/4  1<2  2/3    ┄┄┄ the edge is shorter than its distance: some other goal would suffer

Large maps have their edges colored instead.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from plyground import draw
from plyground.audit.findings import violating_arcs
from plyground.audit.measured import Measured
from plyground.audit.premise import short_arcs
from plyground.audit.report import Audit
from plyground.audit_view.colors import EDGE, TOP, anchored, levels_of
from plyground.audit_view.grids import PLOT, Drawn
from plyground.paths.graph import Graph

FEW, FEW_LABELS, MOST_BAD, MARGIN = 80, 8, 1000, 28
ROOM_FOR_A_LABEL, ABOVE_NAMES = 110, 34


def drawn_graph(audit: Audit, found: Measured, graph: Graph) -> Drawn:
    """Edges, those that break a claim, places and goals."""
    assert graph.x is not None and graph.y is not None
    wide, tall = float(np.ptp(graph.x)), float(np.ptp(graph.y))
    scale = (PLOT - 2 * MARGIN) / (max(wide, tall) or 1)
    x = EDGE + MARGIN + (graph.x - graph.x.min()) * scale
    y = TOP + MARGIN + (graph.y.max() - graph.y) * scale
    few = graph.states <= FEW
    falls = [int(arc) for arc in violating_arcs(found)]
    short: list[int] = []
    if few and audit.estimate is not None:
        known = {_ends(found, arc) for arc in falls}
        arcs = short_arcs(found.ground, audit.estimate)
        short = [arc for arc in arcs if _ends(found, arc) not in known]
    drawn = falls if len(falls) <= MOST_BAD else []
    shapes = [_roads(found, x, y, few), _lines(found, drawn, x, y, "bad")]
    shapes.append(_lines(found, short, x, y, "doubt"))
    if few:
        shapes += _places(found, graph, x, y)
        if len(falls) + len(short) <= FEW_LABELS:
            shapes += [_said(found, audit, arc, x, y) for arc in [*falls, *short]]
    for goal in found.ground.goals.tolist():
        shapes.append(draw.circle(x[goal], y[goal], 12 if few else 9, "goal"))
    also = [("goal", "goal")]
    also += [("bad", f"h falls too fast: {len(falls):,}")] if drawn else []
    also += [("doubt", f"shorter than its distance: {len(short):,}")] if short else []
    return wide * scale + 2 * MARGIN, tall * scale + 2 * MARGIN, "".join(shapes), also


def _ends(found: Measured, arc: int) -> frozenset[int]:
    return frozenset((int(found.ground.origin[arc]), int(found.ground.target[arc])))


def _roads(found: Measured, x: Any, y: Any, few: bool) -> str:
    """Edges: thin and gray on small maps, where places carry the color; colored on large ones."""
    groups: dict[str, list[int]] = {}
    ground, levels = found.ground, levels_of(found)
    arcs = np.arange(len(ground.origin))
    if ground.undirected:
        arcs = np.flatnonzero(ground.origin < ground.target)
    worst = np.maximum(levels[ground.origin[arcs]], levels[ground.target[arcs]])
    for arc, level in zip(arcs.tolist(), worst.tolist(), strict=True):
        groups.setdefault("thin" if few else f"e{level} road", []).append(arc)
    return "".join(
        _lines(found, some, x, y, role) for role, some in sorted(groups.items(), key=_level)
    )


def _level(group: tuple[str, list[int]]) -> int:
    """Deep colors last, so that they are on top."""
    return int("".join(letter for letter in group[0] if letter.isdigit()) or 0)


def _lines(found: Measured, arcs: Sequence[int], x: Any, y: Any, role: str) -> str:
    if not len(arcs):
        return ""
    here, there = found.ground.origin[arcs], found.ground.target[arcs]
    ends = np.stack([x[here], y[here], x[there], y[there]], axis=1).round(1).tolist()
    parts = [f"M{left:g} {top:g}L{right:g} {bottom:g}" for left, top, right, bottom in ends]
    return f'<path class="{role}" d="{"".join(parts)}"/>'


def _places(found: Measured, graph: Graph, x: Any, y: Any) -> list[str]:
    """Dots, names, and h over the true distance."""
    levels = levels_of(found)
    dots = [draw.circle(x[at], y[at], 8, f"e{levels[at]} rim") for at in range(graph.states)]
    for at in range(graph.states):
        h, true = found.h[at], found.true[at]
        figures = f"{h:.3g} / {true:.3g}" if np.isfinite(true) else f"{h:.3g} / ∞"
        dots.append(anchored(x[at], y[at] - 13, graph.state_name(at), "note halo"))
        dots.append(anchored(x[at], y[at] + 20, figures, "note tiny halo"))
    return dots


def _said(found: Measured, audit: Audit, arc: int, x: Any, y: Any) -> str:
    """What the edge costs, and what h makes of it."""
    ground = found.ground
    here, there = int(ground.origin[arc]), int(ground.target[arc])
    assert audit.estimate is not None
    fall = found.h[here] - found.h[there]
    if fall <= ground.cost[arc]:
        fall = audit.estimate.between(ground.state(here), ground.state(there))
    text = f"{ground.cost[arc]:.4g} < {fall:.4g}"
    up = -4 if np.hypot(x[here] - x[there], y[here] - y[there]) > ROOM_FOR_A_LABEL else ABOVE_NAMES
    middle = (x[here] + x[there]) / 2, (y[here] + y[there]) / 2 - up
    return anchored(*middle, text, "warn halo")
