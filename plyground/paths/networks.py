"""Graphs from networkx and to it.

    networkx.Graph   node "Dion" (pos=(21, 17))   edge "Dion" "Petra" (weight=19)
          ▲ │
          │ ▼
        Graph        a node's name is its text; networkx itself is not needed to read

An edge without weight costs 1, as it does in networkx.
"""

from importlib import import_module
from typing import Any

from plyground.errors import BadParameter, BadText, PlygroundError
from plyground.paths.graph import Graph
from plyground.paths.graph_parts import Edge, Place, assembled, cost, edges_of, number, places_of


def from_networkx(graph: Any, weight: str = "weight", pos: str = "pos") -> Graph:
    """Our graph of a networkx one; `weight` and `pos` name the attributes for cost and place."""
    if not all(hasattr(graph, name) for name in ("nodes", "edges", "is_directed")):
        raise BadParameter(f"a networkx graph was expected, not {type(graph).__name__}")
    title = str(graph.graph.get("name") or "networkx")
    places = [_place(node, data, pos, title) for node, data in graph.nodes(data=True)]
    edges = []
    for here, there, price in graph.edges(data=weight, default=1):
        where = f"{title}, the edge {here} – {there}"
        edges.append(Edge("edge", str(here), str(there), cost(price, where)))
    return assembled(title, places, edges, directed=bool(graph.is_directed()))


def to_networkx(graph: Graph) -> Any:
    """A networkx graph with `weight` on edges and `pos` on nodes; a multigraph if needed."""
    try:
        networkx = import_module("networkx")
    except ImportError as error:
        raise PlygroundError("networkx is not installed: pip install networkx") from error
    edges = [(here, there, price) for _, here, there, price in edges_of(graph)]
    pairs = {(here, there) for here, there, _ in edges}
    kind = ("Multi" if len(pairs) < len(edges) else "") + ("DiGraph" if graph.directed else "Graph")
    made = getattr(networkx, kind)(name=graph.title)
    for name, x, y, _ in places_of(graph):
        made.add_node(name, **({} if x is None else {"pos": (x, y)}))
    made.add_weighted_edges_from(edges)
    return made


def _place(node: Any, data: dict[str, Any], pos: str, title: str) -> Place:
    point = data.get(pos)
    if point is None:
        return Place(str(node))
    where = f"{title}, node {node}"
    try:
        x, y = point
    except (TypeError, ValueError):
        raise BadText(f"{where}: {pos}={point!r} should be (x, y)") from None
    across, up = (number(each, "a coordinate", where) for each in (x, y))
    return Place(str(node), across, up)
