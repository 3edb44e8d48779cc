"""GraphML, as other graph programs write it.

    <graphml>
      <key id="x" for="node" attr.name="x" attr.type="double"/>      names of what follows
      <key id="weight" for="edge" attr.name="weight" attr.type="double"/>
      <graph edgedefault="undirected">
        <node id="Dion"><data key="x">21</data> …</node>             a place; its id is its name
        <edge source="Dion" target="Petra"><data key="weight">19</data></edge>
      </graph>
    </graphml>

Nodes lie at x, y (or lon, lat); edges cost their weight, cost or length, and 1 each where no edge
has any of these. We mark ends by the attributes `start` and `goal` of a node. A document type is
refused: nothing we read needs one, and entities can make a short file explode.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from plyground.errors import BadParameter, BadText
from plyground.paths.graph import Graph
from plyground.paths.graph_parts import (
    Edge,
    Place,
    assembled,
    cost,
    edges_of,
    number,
    places_of,
    plain,
)

X, Y = ("x", "lon", "longitude"), ("y", "lat", "latitude")
COSTS = ("weight", "cost", "length")
NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass
class _Item:
    """A node or an edge with the line it is on, its XML attributes and its data."""

    kind: str
    line: int
    own: dict[str, str]
    data: dict[str, str] = field(default_factory=dict)

    def first(self, names: tuple[str, ...]) -> str | None:
        """The data under the first of these names that it has."""
        return next((self.data[name] for name in names if name in self.data), None)


def read_graphml(content: bytes, title: str = "graphml") -> Graph:
    """The graph of a GraphML document."""
    document = _Document(title)
    document.read(content)
    nodes = [item for item in document.items if item.kind == "node"]
    edges = [item for item in document.items if item.kind == "edge"]
    places = [_place(node, title) for node in nodes]
    ways = {_is_directed(edge, document.directed) for edge in edges} or {document.directed}
    goals = [node.own["id"] for node in nodes if _true(node, "goal")]
    return assembled(
        title,
        places,
        _edges(edges, title, both_ways=len(ways) > 1, directed=document.directed),
        directed=True in ways,
        start=next((node.own["id"] for node in nodes if _true(node, "start")), None),
        goals=goals or None,
    )


def write_graphml(graph: Graph) -> str:
    """The graph as GraphML."""
    places = places_of(graph)
    for place in places:
        if UNWRITABLE.search(place.name):
            raise BadParameter(f"{graph.title}: XML cannot hold the name {place.name!r}; JSON can")
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<graphml xmlns="{NAMESPACE}">']
    for kind, name, type_ in (
        *(("node", name, "double") for name in ("x", "y")),
        *(("node", name, "boolean") for name in ("start", "goal")),
        ("edge", "weight", "double"),
    ):
        lines.append(f'  <key id="{name}" for="{kind}" attr.name="{name}" attr.type="{type_}"/>')
    lines.append(f'  <graph edgedefault="{"directed" if graph.directed else "undirected"}">')
    goals = set(graph.goals)
    for index, (name, x, y, _) in enumerate(places):
        data = "" if x is None or y is None else _data("x", plain(x)) + _data("y", plain(y))
        data += _data("start", "true") if index == graph.start else ""
        data += _data("goal", "true") if index in goals else ""
        lines.append(f"    <node id={quoteattr(name)}>{data}</node>")
    for _, here, there, price in edges_of(graph):
        ends = f"source={quoteattr(here)} target={quoteattr(there)}"
        lines.append(f"    <edge {ends}>{_data('weight', plain(price))}</edge>")
    return "\n".join([*lines, "  </graph>", "</graphml>", ""])


def _data(key: str, value: object) -> str:
    return f'<data key="{key}">{value}</data>'


def _place(node: _Item, title: str) -> Place:
    where = f"line {node.line}"
    x, y = (
        None if value is None else number(value, "a coordinate", f"{title}, {where}")
        for value in (node.first(X), node.first(Y))
    )
    return Place(node.own["id"], x, y, where)


def _edges(edges: list[_Item], title: str, both_ways: bool, directed: bool) -> Iterator[Edge]:
    """The edges; in a mixed graph an undirected one becomes two."""
    priced = any(edge.first(COSTS) is not None for edge in edges)
    for edge in edges:
        where, price = f"line {edge.line}", edge.first(COSTS)
        if price is None and priced:
            raise BadText(f"{title}, {where}: the edge has no cost, but others have: add a weight")
        paid = cost("1" if price is None else price, f"{title}, {where}")
        here, there = edge.own["source"], edge.own["target"]
        yield Edge(where, here, there, paid)
        if both_ways and not _is_directed(edge, directed):
            yield Edge(where, there, here, paid)


def _is_directed(edge: _Item, default: bool) -> bool:
    return edge.own.get("directed", str(default).lower()) == "true"


def _true(node: _Item, name: str) -> bool:
    return node.data.get(name, "").strip().lower() in ("true", "1")


class _Document:
    """Collects nodes and edges while expat reads."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.items: list[_Item] = []
        self.directed = False
        self._graphs = 0
        self._names: dict[str, str] = {}
        self._defaults: dict[str, dict[str, str]] = {"node": {}, "edge": {}}
        self._open: list[_Item] = []
        self._key, self._text = "", ""
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._hear
        self._parser.StartDoctypeDeclHandler = self._refuse_document_type

    def read(self, content: bytes) -> None:
        try:
            self._parser.Parse(content, True)
        except expat.ExpatError as error:
            reason = expat.errors.messages.get(error.code, "") or expat.ErrorString(error.code)
            where = f"line {error.lineno}, column {error.offset + 1}"
            raise BadText(f"{self.title}, {where}: this is no XML: {reason}") from error
        except (LookupError, ValueError) as error:
            raise BadText(f"{self.title}: this XML cannot be read: {error}") from error
        if not self._graphs:
            raise BadText(f"{self.title}: there is no <graph> in it")
        for item in self.items:
            for name, value in self._defaults[item.kind].items():
                item.data.setdefault(name, value)

    def _begin(self, tag: str, own: dict[str, str]) -> None:
        kind = tag.rpartition(":")[2]
        if kind == "key":
            identity = self._needed(own, "id", tag)
            self._names[identity] = own.get("attr.name", identity).lower()
            self._open.append(_Item(f"key of {own.get('for', 'all')}", 0, own))
        elif kind == "graph":
            self._graphs += 1
            if self._graphs > 1:
                self._refuse("a second or nested <graph>; one is read")
            self.directed = own.get("edgedefault") == "directed"
        elif kind == "hyperedge":
            self._refuse("a <hyperedge>; an edge has two ends")
        elif kind in ("node", "edge"):
            for name in ("id",) if kind == "node" else ("source", "target"):
                self._needed(own, name, tag)
            self._open.append(_Item(kind, self._parser.CurrentLineNumber, own))
            self.items.append(self._open[-1])
        elif kind in ("data", "default"):
            self._key, self._text = own.get("key", kind), ""

    def _end(self, tag: str) -> None:
        kind = tag.rpartition(":")[2]
        if kind in ("key", "node", "edge"):
            self._open.pop()
        elif kind == "data" and self._open:
            self._open[-1].data[self._names.get(self._key, self._key)] = self._text.strip()
        elif kind == "default" and self._open:
            key = self._open[-1]
            for wanted in ("node", "edge"):
                if key.kind in (f"key of {wanted}", "key of all"):
                    self._defaults[wanted][self._names[key.own["id"]]] = self._text.strip()

    def _hear(self, text: str) -> None:
        self._text += text

    def _needed(self, own: dict[str, str], name: str, tag: str) -> str:
        if name not in own:
            self._refuse(f"<{tag}> needs {name}=…")
        return own[name]

    def _refuse_document_type(self, *_: object) -> None:
        self._refuse("a document type (<!DOCTYPE …>) is not accepted; take it out")

    def _refuse(self, reason: str) -> NoReturn:
        raise BadText(f"{self.title}, line {self._parser.CurrentLineNumber}: {reason}")
