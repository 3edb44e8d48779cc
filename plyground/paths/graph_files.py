"""Weighted graphs in files: JSON, CSV, the pair of road files; GraphML has a file of its own.

    {"places": {"Dion": [21, 17], "Petra": [4, 17]},      JSON; a list of names if there are no
     "edges": [["Dion", "Petra", 19]],                    coordinates; start and goals as names
     "directed": false, "start": "Dion", "goals": ["Petra"]}

    from,to,cost         name,x,y                         CSV: edges, and coordinates beside them
    Dion,Petra,19        Dion,21,17                       towns.csv + towns.places.csv
                         Petra,4,17

    0 0 1 0.002025       0 -121.904167 41.974556          roads: cal.cedge (id from to length)
    1 0 6 0.005952       1 -121.902153 41.974766                 cal.cnode (id longitude latitude)

Reading what was written gives the same places, edges, start and goals (CSV has no ends: they are
the first place and the last). Equal edges are written once and refused when given twice.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from plyground.errors import BadParameter, BadText, UnknownName
from plyground.paths.graph import Graph
from plyground.paths.graph_parts import (
    Edge,
    Place,
    assembled,
    cost,
    edges_of,
    named_in,
    number,
    places_of,
    plain,
    refuse_repeats,
)
from plyground.paths.graphml import read_graphml, write_graphml
from plyground.paths.networks import from_networkx, to_networkx
from plyground.paths.reading import lines_of

__all__ = [
    "from_networkx",
    "read_csv",
    "read_graphml",
    "read_json",
    "read_roads",
    "to_networkx",
    "write_csv",
    "write_graphml",
    "write_json",
]

KEYS = ("places", "edges", "directed", "start", "goals")
COLUMNS = ({"from", "source"}, {"to", "target"}, {"cost", "weight", "length"})
COORDINATES = ({"name", "place", "id"}, {"x", "lon", "longitude"}, {"y", "lat", "latitude"})


# --- JSON -----------------------------------------------------------------------------------------


def read_json(text: str, title: str = "json") -> Graph:
    """The graph of a JSON text, whose schema is drawn above."""
    content = _json(text, title)
    if not isinstance(content, dict) or "edges" not in content:
        raise BadText(f'{title}: an object with "places" and "edges" was expected')
    for key in content:
        if key not in KEYS:
            raise UnknownName(f"key in {title}", key, KEYS)
    directed, start, goals = (content.get(key) for key in ("directed", "start", "goals"))
    if not isinstance(directed, bool | None):
        raise BadText(f'{title}: "directed": {json.dumps(directed)} should be true or false')
    if not isinstance(goals, list | None):
        raise BadText(f'{title}: "goals": {json.dumps(goals)} should be a list of names')
    edges = list(_json_edges(content["edges"], title))
    refuse_repeats(title, edges, bool(directed))
    return assembled(
        title,
        _json_places(content["places"], title) if "places" in content else named_in(edges),
        edges,
        directed=bool(directed),
        start=None if start is None else _name(start, f'{title}, "start"'),
        goals=None if goals is None else [_name(goal, f'{title}, "goals"') for goal in goals],
    )


def write_json(graph: Graph) -> str:
    """The graph as JSON, an edge a line."""
    places = places_of(graph)
    if graph.has_places:
        shown = ",\n    ".join(
            f"{_quoted(name)}: [{plain(x or 0)}, {plain(y or 0)}]" for name, x, y, _ in places
        )
        listed = f"{{\n    {shown}\n  }}"
    else:
        listed = "[" + ", ".join(_quoted(place.name) for place in places) + "]"
    edges = ",\n    ".join(
        f"[{_quoted(here)}, {_quoted(there)}, {plain(price)}]"
        for _, here, there, price in edges_of(graph)
    )
    goals = ", ".join(_quoted(places[goal].name) for goal in graph.goals)
    return (
        f'{{\n  "places": {listed},\n  "edges": [\n    {edges}\n  ],\n'
        f'  "directed": {json.dumps(graph.directed)},\n'
        f'  "start": {_quoted(places[graph.start].name)},\n  "goals": [{goals}]\n}}\n'
    )


def _json(text: str, title: str) -> Any:
    """The content, without what JSON would let pass: a key given twice, NaN."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise BadText(f"{title}: {key!r} is given twice")
            found[key] = value
        return found

    try:
        return json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadText(f"{title}, {where}: this is no JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise BadText(f"{title}: this JSON cannot be read: {error}") from error


def _json_places(places: Any, title: str) -> list[Place]:
    if isinstance(places, list):
        return [Place(_name(name, f'{title}, "places"')) for name in places]
    if not isinstance(places, dict):
        raise BadText(f'{title}: "places" should be {{"Name": [x, y], …}} or a list of names')
    found = []
    for name, point in places.items():
        where = f"{title}, place {name!r}"
        if point is None:
            found.append(Place(name))
        elif isinstance(point, list) and len(point) == 2:
            x, y = (_json_number(each, "a coordinate", where) for each in point)
            found.append(Place(name, x, y))
        else:
            raise BadText(f"{where}: {json.dumps(point)[:60]} should be [x, y]")
    return found


def _json_edges(edges: Any, title: str) -> Iterator[Edge]:
    if not isinstance(edges, list):
        raise BadText(f'{title}: "edges" should be a list of ["from", "to", cost]')
    for index, edge in enumerate(edges, 1):
        where = f"edge {index}"
        if not isinstance(edge, list) or len(edge) != 3:
            raise BadText(
                f'{title}, {where}: {json.dumps(edge)[:60]} should be ["from", "to", cost]'
            )
        here, there = (_name(end, f"{title}, {where}") for end in edge[:2])
        told = f"{title}, {where} ({here} – {there})"
        yield Edge(where, here, there, cost(_json_number(edge[2], "a cost", told), told))


def _json_number(value: Any, wanted: str, where: str) -> float:
    """A number of JSON; text that looks like one is none."""
    if isinstance(value, str):
        raise BadText(f"{where}: {json.dumps(value)[:40]} should be {wanted}, without quotes")
    return number(value, wanted, where)


def _name(value: Any, where: str) -> str:
    """A name; a number becomes the text of it."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise BadText(f"{where}: {json.dumps(value)[:40]} should be the name of a place")
    return str(value)


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=not name.isprintable())


# --- CSV ------------------------------------------------------------------------------------------


def read_csv(
    edges: str,
    coordinates: str | None = None,
    title: str = "csv",
    *,
    beside: str = "coordinates",
    directed: bool = False,
) -> Graph:
    """The graph of two tables; `beside` is what messages call the second one."""
    found = []
    for where, (here, there, price) in _table(edges, title, COLUMNS, "from,to,cost"):
        found.append(Edge(where, here, there, cost(price, f"{title}, {where}")))
    refuse_repeats(title, found, directed)
    if coordinates is None:
        return assembled(title, named_in(found), found, directed=directed)
    places = []
    for where, (name, *point) in _table(coordinates, beside, COORDINATES, "name,x,y"):
        x, y = (number(each, "a coordinate", f"{beside}, {where}") for each in point)
        places.append(Place(name, x, y, where))
    _cover(places, found, title, beside)
    return assembled(title, places, found, directed=directed)


def write_csv(graph: Graph) -> tuple[str, str | None]:
    """The table of edges and, if there are any, that of coordinates."""
    places, edges = places_of(graph), edges_of(graph)
    for place in places:
        if place.name != place.name.strip() or not place.name:
            raise BadParameter(f"{graph.title}: CSV cannot hold the name {place.name!r}; JSON can")
    if graph.has_places:
        points = [[name, plain(x or 0), plain(y or 0)] for name, x, y, _ in places]
        coordinates = _written([["name", "x", "y"], *points])
    else:
        alone = {place.name for place in places} - {end for edge in edges for end in edge[1:3]}
        if alone:
            raise BadParameter(
                f"{graph.title}: CSV cannot hold {min(alone)!r}, without edges or coordinates; "
                "JSON can"
            )
        coordinates = None
    rows = [[here, there, plain(price)] for _, here, there, price in edges]
    return _written([["from", "to", "cost"], *rows]), coordinates


def _cover(places: Sequence[Place], edges: Sequence[Edge], title: str, beside: str) -> None:
    """Refuse edges to places that the table of coordinates does not know."""
    known = {place.name for place in places}
    for where, here, there, _ in edges:
        for end in (here, there):
            if end not in known:
                raise BadText(f"{title}, {where}: the place {end!r} is not in {beside}")


def _table(
    text: str, title: str, columns: Sequence[set[str]], usual: str
) -> Iterator[tuple[str, list[str]]]:
    """Where each row is and its three fields, by the header's names if there is a header."""
    reader = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True, strict=True)
    picked: list[int] | None = None
    first = True
    try:
        for row in reader:
            fields, where = [field.strip() for field in row], f"line {reader.line_num}"
            if not any(fields):
                continue
            if first:
                first, picked = False, _picked([field.lower() for field in fields], columns)
                if picked:
                    continue
            if len(fields) != 3 if not picked else len(fields) <= max(picked):
                raise BadText(f"{title}, {where}: {','.join(row)[:60]!r} should be {usual}")
            yield where, [fields[index] for index in picked] if picked else fields
    except csv.Error as error:
        raise BadText(f"{title}, line {reader.line_num}: this is no CSV: {error}") from error


def _picked(header: Sequence[str], columns: Sequence[set[str]]) -> list[int] | None:
    """Where a header has the columns; None if the line is no header."""
    found = [[index for index, name in enumerate(header) if name in names] for names in columns]
    return [each[0] for each in found] if all(found) else None


def _written(rows: Sequence[Sequence[object]]) -> str:
    table = io.StringIO(newline="")
    csv.writer(table, lineterminator="\n").writerows(rows)
    return table.getvalue()


# --- roads ----------------------------------------------------------------------------------------


def read_roads(edges: str, nodes: str, title: str = "cedge", beside: str = "cnode") -> Graph:
    """The undirected graph of a .cedge and a .cnode text."""
    places = []
    for where, (name, x, y) in _columns(nodes, beside, "id longitude latitude"):
        told = f"{beside}, {where}"
        places.append(
            Place(name, number(x, "a longitude", told), number(y, "a latitude", told), where)
        )
    found = []
    for where, (_, here, there, price) in _columns(edges, title, "id from to length"):
        found.append(Edge(where, here, there, cost(price, f"{title}, {where}")))
    _cover(places, found, title, beside)
    return assembled(title, places, found)


def _columns(text: str, title: str, usual: str) -> Iterator[tuple[str, list[str]]]:
    """Where each line is and its fields, as many as `usual` names."""
    wanted = len(usual.split())
    for index, line in enumerate(lines_of(text), 1):
        fields = line.split()
        if not fields:
            continue
        if len(fields) != wanted:
            raise BadText(f"{title}, line {index}: {line[:60]!r} should be {usual}")
        yield f"line {index}", fields
