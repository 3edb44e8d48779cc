"""Pictures of a recorded tree: a drawing for print, and a page to walk through the search.

                    ┌─ 3 ─( +1 )─ …  48 more        a pill is a node: its value, and who is to move
      ( ● +4 )──────┼─ 4 ─( +4 )════════ best line  the move stands on the edge
                    └╌ ✂ 5                          5 children were never looked at

Values are those seen by the player at the root, so that one side maximizes and the other minimizes;
the page can also show them as the search has them, seen by the player to move. Shape and color say
the same thing twice: the second player's marker has a ring, leaves are square, ends diamonds.
"""

from collections.abc import Iterator
from html import escape
from itertools import chain
from typing import Any

import numpy as np

from plyground.draw import DARK, FIRST, LIGHT, SECOND
from plyground.page import page
from plyground.search.tree import AT_MOST, CUT, EXACT, KINDS, LEAF, ROOT, TERMINAL, Tree

MOST_DRAWN = 400
MOST_EMBEDDED = 200_000
MOST_BOARDS = 1_500

ROW, COLUMN, PILL, HEIGHT, EDGE, TOP = 28, 184, 104, 22, 24, 66
LINE, SCISSORS = "#009e73", "#cc79a7"  # Okabe and Ito's green and purple

SHAPES = f"""
.tree{{font:12px system-ui,sans-serif}}
.tree text{{dominant-baseline:central}}
.tree .pill{{stroke-width:1.2}}
.tree .edge{{fill:none;stroke-width:1.3;opacity:.45}}
.tree .best{{stroke:{LINE};stroke-width:2.6;opacity:1}}
.tree .cut{{fill:none;stroke:{SCISSORS};stroke-width:1.6;stroke-dasharray:3 3}}
.tree .move{{text-anchor:middle;font-weight:600;stroke-width:5;paint-order:stroke}}
.tree .value{{font-variant-numeric:tabular-nums}}
.tree .title{{font-size:15px;font-weight:600}}
.tree .quiet{{opacity:.72}}
.tree .first{{fill:{FIRST};stroke-width:1}}
.tree .second{{fill:{SECOND};stroke-width:1}}
.tree .ring{{fill:none;stroke-width:1}}
"""


def _colors(theme: dict[str, str]) -> str:
    ink, paper, edge = theme["ink"], theme["paper"], theme["edge"]
    return (
        f".tree text{{fill:{ink}}}.tree .paper{{fill:{paper}}}"
        f".tree .pill{{fill:{theme['well']};stroke:{ink}66}}.tree .pill.best{{stroke:{LINE}}}"
        f".tree .edge{{stroke:{ink}}}.tree .edge.best{{stroke:{LINE}}}.tree .move{{stroke:{paper}}}"
        f".tree .first,.tree .second,.tree .ring{{stroke:{edge}}}"
    )


STYLE = f"{SHAPES}{_colors(LIGHT)}@media (prefers-color-scheme:dark){{{_colors(DARK)}}}"


# --- the drawing ---------------------------------------------------------------------------------


def tree_svg(tree: Tree, most: int = MOST_DRAWN) -> str:
    """The best line and the first plies, at most about `most` nodes, from left to right."""
    best = tree.best_line
    open_nodes = _opened(tree, best, most)
    rows, count = _rows(tree, open_nodes)
    shapes = [_edges(tree, node, rows, set(best)) for node in open_nodes]
    shapes += [_node(tree, node, rows, node in open_nodes, set(best)) for node in rows]
    plies = max(int(tree.ply[node]) for node in rows)
    width, height = 2 * EDGE + plies * COLUMN + PILL + 90, TOP + count * ROW + 58
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(tree.title)}</title><style>{STYLE}</style>"
        f'<rect class="paper" width="100%" height="100%" rx="8"/>{_heading(tree, len(rows))}'
        f"{''.join(shapes)}{_legend(tree, height - 26)}</svg>"
    )


def _opened(tree: Tree, best: list[int], most: int) -> list[int]:
    """The nodes whose children are drawn: the best line's, then the shallowest, while they fit."""
    found: list[int] = []
    drawn = 1
    for node in chain(best, _breadth_first(tree, set(best))):
        children = len(tree.children(node))
        if drawn + children > most and found:
            return found
        if children:
            found.append(node)
            drawn += children
    return found


def _breadth_first(tree: Tree, passed_over: set[int]) -> Iterator[int]:
    level = [ROOT]
    while level:
        yield from (node for node in level if node not in passed_over)
        level = [child for node in level for child in tree.children(node)]


def _rows(tree: Tree, open_nodes: list[int]) -> tuple[dict[int, float], int]:
    """The row of each drawn node, a parent in the middle of its children; how many rows there are.

    Below the children of a cut node one row is left free for the scissors.
    """
    opened = set(open_nodes)
    rows: dict[int, float] = {}
    used = 0

    def place(node: int) -> float:
        nonlocal used
        if node not in opened:
            rows[node] = used
            used += 1
        else:
            below = [place(child) for child in tree.children(node)]
            rows[node] = (below[0] + below[-1]) / 2
            used += bool(tree.left_out[node])
        return rows[node]

    place(ROOT)
    return rows, used


def _at(tree: Tree, node: int, rows: dict[int, float]) -> tuple[float, float]:
    """The left end of a node's pill, and its middle line."""
    return EDGE + int(tree.ply[node]) * COLUMN, TOP + (rows[node] + 0.5) * ROW


def _edges(tree: Tree, node: int, rows: dict[int, float], best: set[int]) -> str:
    x, y = _at(tree, node, rows)
    start = x + PILL
    shapes = []
    children = tree.children(node)
    for child in children:
        to_x, to_y = _at(tree, child, rows)
        role = "edge best" if child in best else "edge"
        shapes.append(f'<path class="{role}" d="{_curve(start, y, to_x, to_y)}"/>')
        name = escape(tree.move_name(child))
        shapes.append(f'<text class="move" x="{to_x - 28:g}" y="{to_y:g}">{name}</text>')
    if tree.left_out[node]:
        to_x, last = _at(tree, children[-1], rows)
        to_y = max(last, _lowest(tree, children[-1], rows)) + ROW
        shapes.append(f'<path class="cut" d="{_curve(start, y, to_x - 40, to_y)}"/>')
        text = f"✂ {tree.left_out[node]} never looked at"
        shapes.append(f'<text class="quiet" x="{to_x - 34:g}" y="{to_y:g}">{text}</text>')
    return "".join(shapes)


def _lowest(tree: Tree, node: int, rows: dict[int, float]) -> float:
    """The middle of the last row that a node's drawn subtree takes, its scissors included."""
    drawn = [child for child in tree.children(node) if child in rows]
    if not drawn:
        return _at(tree, node, rows)[1]
    return _lowest(tree, drawn[-1], rows) + (ROW if tree.left_out[node] else 0)


def _curve(x: float, y: float, to_x: float, to_y: float) -> str:
    bend = x + (COLUMN - PILL) / 3
    return f"M{x:g} {y:g}C{bend:g} {y:g} {x + 10:g} {to_y:g} {bend + 12:g} {to_y:g}H{to_x:g}"


def _node(tree: Tree, node: int, rows: dict[int, float], is_open: bool, best: set[int]) -> str:
    x, y = _at(tree, node, rows)
    turn = tree.game.turn(tree.position)
    role = "pill best" if node in best else "pill"
    top = y - HEIGHT / 2
    size = f'width="{PILL}" height="{HEIGHT}" rx="{HEIGHT / 2:g}"'
    shapes = f'<rect class="{role}" x="{x:g}" y="{top:g}" {size}/>'
    shapes += _marker(x + 13, y, (turn + int(tree.ply[node])) % 2, int(tree.kind[node]))
    value = escape(_value(tree, node))
    shapes += f'<text class="value" x="{x + 25:g}" y="{y:g}">{value}</text>'
    notes = []
    if tree.left_out[node] and not is_open:
        notes.append(f"✂ {tree.left_out[node]}")
    below = int(tree.end[node]) - node - 1
    if below and not is_open:
        notes.append(f"… {below:,} more")
    text = " · ".join(notes)
    return shapes + (f'<text class="quiet" x="{x + PILL + 8:g}" y="{y:g}">{text}</text>')


def _value(tree: Tree, node: int) -> str:
    """The value as the player at the root sees it, with a sign if it is only a bound."""
    kind, turned = int(tree.kind[node]), bool(tree.ply[node] % 2)
    sign = "" if kind not in (AT_MOST, CUT) else "≤ " if (kind == AT_MOST) != turned else "≥ "
    score = int(tree.value[node])
    return sign + tree.words(-score if turned else score)


def _marker(x: float, y: float, player: int, kind: int) -> str:
    """Who is to move, and whether the node was searched, evaluated, or the end of a game."""
    role = "second" if player else "first"
    if kind == LEAF:
        shape = f'<rect class="{role}" x="{x - 5:g}" y="{y - 5:g}" width="10" height="10" rx="1"/>'
    elif kind == TERMINAL:
        shape = f'<path class="{role}" d="M{x:g} {y - 7:g}l7 7l-7 7l-7 -7z"/>'
    else:
        shape = f'<circle class="{role}" cx="{x:g}" cy="{y:g}" r="6"/>'
    ring = f'<circle class="ring" cx="{x:g}" cy="{y:g}" r="3"/>' if player else ""
    return shape + ring


def _heading(tree: Tree, drawn: int) -> str:
    name, root = tree.game.position_name(tree.position), tree.game.turn(tree.position)
    about = (
        f"{name} · {tree.nodes:,} nodes, {drawn - 1:,} drawn · "
        f"values seen by {tree.game.players[root]}, who is to move at the root"
    )
    return (
        f'<text class="title" x="{EDGE}" y="26">{escape(tree.title)}</text>'
        f'<text class="quiet" x="{EDGE}" y="48">{escape(about)}</text>'
    )


def _legend(tree: Tree, y: float) -> str:
    first, second = (escape(name) for name in tree.game.players)
    entries = [
        (_marker(0, 0, 0, EXACT), f"{first} to move", 84),
        (_marker(0, 0, 1, EXACT), f"{second} to move", 84),
        (_marker(0, 0, 0, LEAF), "evaluated", 66),
        (_marker(0, 0, 0, TERMINAL), "game over", 66),
        ('<path class="edge best" d="M-8 0H8"/>', "best line", 58),
        ('<path class="cut" d="M-8 0H8"/>', "✂ cut", 0),
    ]
    shapes, x = [], EDGE + 8
    for shape, text, width in entries:
        shapes.append(f'<g transform="translate({x} {y:g})">{shape}<text x="13">{text}</text></g>')
        x += width + 34 + 3 * max(0, len(text) - 10)
    return "".join(shapes)


# --- the page ------------------------------------------------------------------------------------


def tree_html(tree: Tree) -> str:
    """One file without any outside reference: the whole search to walk through, boards included."""
    return page("tree", {"trees": [tree_data(tree)]}, tree.title)


def tree_data(
    tree: Tree, most: int = MOST_EMBEDDED, most_boards: int = MOST_BOARDS
) -> dict[str, Any]:
    """What tree.js shows: the plies that fit, values in words, boards cut into shared pieces."""
    deepest = _deepest(tree, most)
    kept = np.flatnonzero(tree.ply <= deepest)
    place = {int(index): number for number, index in enumerate(kept)}
    scores = np.unique(np.concatenate([column[kept] for column in _scores(tree)])).tolist()
    best = [place[index] for index in tree.best_line if index in place]
    return {
        "title": tree.title,
        "game": tree.game.text,
        "pruning": tree.pruning,
        "position": tree.game.position_name(tree.position),
        "players": tree.game.players,
        "turn": tree.game.turn(tree.position),
        "nodes": tree.nodes,
        "cut": int(tree.left_out.sum()),
        "depth": tree.depth,
        "deepest": deepest,
        "kinds": KINDS,
        "line": best,
        "words": {
            str(score): tree.words(score) for score in {*scores, *(-each for each in scores)}
        },
        **{name: getattr(tree, name)[kept].tolist() for name in COLUMNS},
        "visited": kept.tolist() if len(kept) < len(tree) else None,
        "below": (tree.end - np.arange(len(tree)) - 1)[kept].tolist(),
        **_names_and_boards(tree, place, deepest, _deepest(tree, most_boards), set(best)),
    }


COLUMNS = ("ply", "kind", "left_out", "value", "alpha", "beta")


def _scores(tree: Tree) -> tuple[Any, Any, Any]:
    return tree.value, tree.alpha, tree.beta


def _deepest(tree: Tree, most: int) -> int:
    """The last ply such that no more than `most` nodes lie above or on it; at least 1."""
    so_far = np.cumsum(np.bincount(tree.ply))
    return max(1, int(np.searchsorted(so_far, most, side="right")) - 1)


def _names_and_boards(
    tree: Tree, place: dict[int, int], deepest: int, drawn_to: int, best: set[int]
) -> dict[str, Any]:
    """Moves by name; a board for each node down to a ply and of the best line.

    Boards have most of their shapes in common, so each is a list of numbers of shapes.
    """
    moves: dict[str, int] = {}
    shapes: dict[str, int] = {}
    boards, named = {}, []
    for index, name, position in tree.walk(deepest):
        number = place[index]
        named.append(moves.setdefault(name, len(moves)))
        if tree.ply[index] <= drawn_to or number in best:
            pieces = tree.game.svg(position).split("<")[1:]
            boards[number] = [shapes.setdefault(piece, len(shapes)) for piece in pieces]
    return {"moves": list(moves), "move": named, "shapes": list(shapes), "boards": boards}
