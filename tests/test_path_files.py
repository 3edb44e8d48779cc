"""Maps and graphs in files: what was written is read back, and every mistake is named."""

import heapq
import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.errors import BadFile, BadParameter, BadText, PlygroundError, UnknownName
from plyground.paths import PROBLEMS, load_problem, write_problem
from plyground.paths.graph import Graph, graph_of
from plyground.paths.graph_files import (
    from_networkx,
    read_csv,
    read_graphml,
    read_json,
    read_roads,
    to_networkx,
    write_csv,
    write_graphml,
    write_json,
)
from plyground.paths.grid import Cell, Grid
from plyground.paths.mount_olimp import mount_olimp
from plyground.paths.movingai import (
    Query,
    map_beside,
    posed,
    read_map,
    read_scen,
    read_scenario,
    write_map,
    write_scen,
)
from plyground.paths.reading import open_grid
from plyground.paths.text_maps import read_text, write_digits, write_text

DATA = Path(
    os.environ.get("PLYGROUND_DATA", Path(__file__).parent.parent.parent / "shared" / "data")
)
with_data = pytest.mark.skipif(
    not DATA.is_dir(), reason=f"no reference data in {DATA}: set PLYGROUND_DATA"
)


def in_words(words: str) -> str:
    """The words as a pattern that means just them."""
    return re.escape(words)


# --- what Hypothesis draws ------------------------------------------------------------------------


@st.composite
def grids(draw: st.DrawFn, heaviest: int = 1) -> Grid:
    """Grids with a start and goals on open cells of cost 1."""
    rows, columns = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    cells = st.lists(
        st.integers(0, heaviest), min_size=rows * columns, max_size=rows * columns
    ).filter(lambda drawn: 1 in drawn)
    weights = np.array(draw(cells), np.uint8).reshape(rows, columns)
    light = [Cell(*cell) for cell in np.argwhere(weights == 1).tolist()]
    start = draw(st.sampled_from(light))
    goals = draw(st.sets(st.sampled_from(light), min_size=1))
    return Grid(weights, start, tuple(goals), draw(st.sampled_from([4, 8])))


numbers = st.one_of(
    st.integers(0, 1000), st.floats(0, 1e9, allow_nan=False).filter(lambda cost: cost >= 0)
)
xml_text = st.text(
    st.characters(codec="utf-8", exclude_characters="\ufffe\uffff", exclude_categories=["Cc"]),
    min_size=1,
    max_size=5,
)
plain_names = xml_text.filter(lambda name: name == name.strip())


@st.composite
def graphs(draw: st.DrawFn, names: st.SearchStrategy[str], joined: bool = False) -> Graph:
    """Graphs with parallel edges, loops, lone places, whole and broken costs; or all `joined`."""
    called = draw(st.lists(names, min_size=1, max_size=6, unique=True))
    place = st.integers(0, len(called) - 1)
    edges = draw(st.lists(st.tuples(place, place, numbers), max_size=10))
    if joined:
        edges += [(index, index + 1, 1) for index in range(len(called) - 1)] or [(0, 0, 1)]
    points = st.lists(
        st.tuples(st.integers(-9, 9), st.floats(-1e3, 1e3)),
        min_size=len(called),
        max_size=len(called),
    )
    return graph_of(
        len(called),
        edges,
        names=called,
        points=draw(st.none() | points),
        directed=draw(st.booleans()),
        start=draw(place),
        goals=sorted(draw(st.sets(place, min_size=1))),
    )


def edges(graph: Graph) -> set[tuple[str, str, float]]:
    """Every arc by name, equal ones once."""
    return {
        (graph.state_name(here), graph.state_name(there), cost)
        for here in range(graph.states)
        for there, cost in graph.successors(here)
    }


def points(graph: Graph) -> dict[str, Any]:
    return {
        graph.state_name(state): graph.point(state) if graph.has_places else None
        for state in range(graph.states)
    }


def same_graph(one: Graph, other: Graph) -> bool:
    return (
        edges(one) == edges(other)
        and points(one) == points(other)
        and one.directed == other.directed
        and one.cost.dtype == other.cost.dtype
    )


def same_ends(one: Graph, other: Graph) -> bool:
    def ends(graph: Graph) -> tuple[str, list[str]]:
        return graph.state_name(graph.start), [graph.state_name(goal) for goal in graph.goals]

    return ends(one) == ends(other)


# --- text -----------------------------------------------------------------------------------------


@given(grid=grids(heaviest=9))
def test_a_drawn_maze_is_read_back_with_weights_start_and_goals(grid: Grid) -> None:
    again = read_text(write_text(grid), connected=grid.connected)
    assert (again.weights == grid.weights).all()
    assert again.start == grid.start
    assert set(again.goals) == set(grid.goals)
    assert write_text(again) == write_text(grid)


@given(grid=grids())
def test_a_maze_of_digits_is_read_back_cell_by_cell(grid: Grid) -> None:
    again = read_text(write_digits(grid))
    assert (again.weights == grid.weights).all()


def test_a_drawn_maze_means_what_its_picture_shows() -> None:
    grid = read_text("S.#\n#3G\n..G\n")
    assert grid.weights.tolist() == [[1, 1, 0], [0, 3, 1], [1, 1, 1]]
    assert (grid.start, grid.goals) == ((0, 0), ((1, 2), (2, 2)))


def test_a_maze_without_marks_goes_from_its_first_open_cell_to_its_last() -> None:
    grid = read_text("110\n001\n")
    assert (grid.start, grid.goals) == ((0, 2), ((1, 1),))
    assert read_text(".").goals == (read_text(".").start,)
    assert read_text("#2\n34").start == (0, 1)


def test_blank_lines_at_the_ends_line_ends_and_trailing_spaces_are_forgiven() -> None:
    assert write_text(read_text("\n  \n01  \r\n00\t\r\n\n")) == "S#\n.G\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a.txt: the map is empty; write rows of 0 and 1, or of # and ."),
        (" \n\t\n", "the map is empty"),
        ("00\n01\n0\n", "a.txt: line 3 has 1 cells, the lines above have 2"),
        ("00\n010\n", "a.txt: line 2 has 3 cells, line 1 has 2"),
        ("\n\n00\n0\n", "a.txt: line 4 has 1 cells, line 3 has 2"),
        ("00\n\n00\n", "a.txt: line 2 is blank"),
        ("..\n.x\n", "a.txt, line 2, column 2: 'x' is no cell; write # (wall), . (open)"),
        ("..\n.1\n", "a.txt, line 2, column 2: '1' is no cell"),
        ("01\n02\n", "a.txt, line 2, column 2: '2' is no cell; in rows of digits write 0"),
        ("#.λ", "a.txt, line 1, column 3: 'λ' is no cell"),
        (". .", "a.txt, line 1, column 2: ' ' is no cell"),
        ("S.\n.S", "a.txt, line 2, column 2: a second start; the first is on line 1, column 1"),
        ("##\n##", "a.txt: the map has no open cell"),
    ],
)
def test_a_text_that_is_no_maze_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(BadText, match=in_words(words)):
        read_text(text, "a.txt")


@given(text=st.text("01#.SG*29 x\n\r", max_size=30) | st.text(max_size=20))
def test_any_text_is_a_maze_or_refused_in_words(text: str) -> None:
    try:
        grid = read_text(text)
    except PlygroundError as error:
        assert "text" in str(error)
    else:
        grid.check_ends()


def test_what_a_text_cannot_hold_is_refused() -> None:
    weights = np.array([[1, 10], [5, 1]], np.uint8)
    with pytest.raises(BadParameter, match="a cell costs 10; a text holds 1 … 9"):
        write_text(Grid(weights, Cell(0, 0), (Cell(1, 1),)))
    with pytest.raises(BadParameter, match="1,0 costs 5; in a text the start and the goals cost 1"):
        write_text(Grid(weights.clip(0, 9), Cell(1, 0), (Cell(1, 1),)))
    with pytest.raises(BadParameter, match="has weights"):
        write_digits(Grid(weights))


# --- MovingAI -------------------------------------------------------------------------------------

MAP = "type octile\nheight 2\nwidth 3\nmap\n.G@\nSTW\n"


def test_terrain_is_passable_or_blocked_as_said() -> None:
    grid = read_map(MAP)
    assert grid.weights.tolist() == [[1, 1, 0], [1, 0, 0]]
    assert (grid.connected, grid.corners) == (8, "never")
    assert (grid.start, grid.goals) == ((0, 0), ((1, 0),))


@given(grid=grids())
def test_a_map_is_read_back_cell_by_cell(grid: Grid) -> None:
    assert (read_map(write_map(grid)).weights == grid.weights).all()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a.map, line 1: '' should be `type octile`"),
        ("type tile\n", "a.map, line 1: 'type tile' should be `type octile`"),
        (MAP.replace("height 2", "height two"), "a.map, line 2: 'height two' should be `height`"),
        (MAP.replace("width 3", "width 0"), "a.map, line 3: 'width 0' should be"),
        (MAP.replace("width", "height"), "a.map, line 3: 'height 3' should be"),
        ("type octile\nheight 2\n", "a.map, line 3"),
        (MAP.replace("map\n", "mop\n"), "a.map, line 4: `height`, `width` and `map` should"),
        (MAP.replace("height 2", "height 3"), "promises height 3, but 2 rows follow"),
        (MAP.replace(".G@", ".G@."), "a.map, line 5: 4 cells, but the header says width 3"),
        (MAP.replace("T", "t"), "a.map, line 6, column 2: 't' is no terrain; passable are . G S"),
        (MAP.replace("2", "99999").replace("3", "99999"), "99999 × 99999 cells"),
    ],
)
def test_a_broken_map_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(BadText, match=in_words(words)):
        read_map(text, "a.map")


def test_weights_do_not_fit_into_a_map() -> None:
    with pytest.raises(BadParameter, match="has weights"):
        write_map(read_text("S3G"))


@st.composite
def queries(draw: st.DrawFn) -> Query:
    width, height = draw(st.integers(1, 600)), draw(st.integers(1, 600))
    cell = st.builds(Cell, st.integers(0, height - 1), st.integers(0, width - 1))
    name = draw(st.sampled_from(["a.map", "maps/dao/b c.map", "x/y.map"]))
    length = draw(st.floats(0, 1e6))
    return Query(draw(st.integers(0, 99)), name, width, height, draw(cell), draw(cell), length)


@given(asked=st.lists(queries(), max_size=5), version=st.sampled_from(["1", "1.0"]))
def test_queries_are_read_back_with_tabs_or_spaces_in_either_version(
    asked: list[Query], version: str
) -> None:
    written = write_scen(asked).replace("version 1", f"version {version}")
    assert read_scen(written) == asked
    assert read_scen(written.replace("\t", " ").replace("\n", "\r\n")) == asked


def test_a_query_counts_columns_first_and_a_cell_rows_first() -> None:
    (query,) = read_scen("version 1\n3\tmaps/a.map\t30\t20\t25\t4\t7\t19\t21.5\n")
    assert query == Query(3, "maps/a.map", 30, 20, Cell(4, 25), Cell(19, 7), 21.5)
    assert map_beside(Path("some/where/a.map.scen"), query) == Path("some/where/a.map")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a.scen, line 1: '' should be `version 1`"),
        ("version 2\n", "a.scen, line 1: 'version 2' should be `version 1`"),
        ("version 1\n0 a.map 3 3 0 0\n", "a.scen, line 2: '0 a.map 3 3 0 0' should be bucket, map"),
        ("version 1\n\n0 a.map 3 3 0 0 1 one 1\n", "a.scen, line 3"),
        ("version 1\n0 a.map 3 3 0 0 1 3 1\n", "line 2: the goal x=1 y=3 is outside 3 × 3"),
        ("version 1\n0 a.map 3 3 0 0 1 1 nan\n", "line 2: the length nan should be a number"),
    ],
)
def test_a_broken_query_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(BadText, match=in_words(words)):
        read_scen(text, "a.scen")


def test_a_query_for_a_scaled_map_or_into_a_wall_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.map").write_text(MAP)
    query = Query(0, "maps/a.map", 3, 2, Cell(0, 0), Cell(1, 0), 1.0)
    scen = tmp_path / "a.scen"
    scen.write_text(write_scen([query]))
    grid, asked = read_scenario(scen)
    assert posed(grid, asked[0]).goals == (Cell(1, 0),)
    scaled = query._replace(width=6, height=4)
    with pytest.raises(BadParameter, match=r"for 6 × 4 cells .* has 3 × 2: scaled maps are not"):
        posed(grid, scaled)
    scen.write_text(write_scen([query, query._replace(goal=Cell(1, 1))]))
    with pytest.raises(BadText, match=r"a\.scen, query 2: the goal 1,1 is a wall"):
        read_scenario(scen)
    scen.write_text(write_scen([query, query._replace(map="b.map")]))
    with pytest.raises(BadText, match="several maps"):
        read_scenario(scen)
    scen.write_text(write_scen([query._replace(map="gone.map")]))
    with pytest.raises(BadFile, match=r"there is no file .*gone\.map"):
        read_scenario(scen)


SIZES = {
    "AR0011SR.map": (512, 512, 120458),
    "Berlin_1_256.map": (256, 256, 47540),
    "WarpGates.map": (512, 512, 141278),
    "arena2.map": (209, 281, 24311),
    "brc202d.map": (481, 530, 43151),
    "maze512-8-0.map": (512, 512, 232931),
    "random-32-32-20.map": (32, 32, 819),
    "random512-25-0.map": (512, 512, 195313),
}


@with_data
@pytest.mark.parametrize("name", SIZES)
def test_the_benchmark_maps_have_their_sizes_and_open_cells(name: str) -> None:
    grid = load_problem(str(DATA / "movingai" / name))
    assert isinstance(grid, Grid)
    assert (grid.rows, grid.columns, int(grid.weights.sum())) == SIZES[name]


@with_data
def test_every_benchmark_query_fits_its_map() -> None:
    files = sorted((DATA / "movingai").glob("*.scen"))
    counted = Counter({file.name: len(read_scenario(file)[1]) for file in files})
    assert len(files) == 8
    assert counted["arena2.map.scen"] == 929
    assert counted.total() == 15947


# --- graphs ---------------------------------------------------------------------------------------


@given(graph=graphs(st.text(st.characters(exclude_categories=[]), max_size=5)))
@settings(deadline=None)
def test_a_graph_is_read_back_from_json(graph: Graph) -> None:
    again = read_json(write_json(graph))
    assert same_graph(graph, again)
    assert same_ends(graph, again)


@given(graph=graphs(xml_text))
@settings(deadline=None)
def test_a_graph_is_read_back_from_graphml(graph: Graph) -> None:
    again = read_graphml(write_graphml(graph).encode())
    assert same_graph(graph, again)
    assert same_ends(graph, again)


@given(graph=graphs(plain_names, joined=True))
@settings(deadline=None)
def test_a_graph_is_read_back_from_csv(graph: Graph) -> None:
    again = read_csv(*write_csv(graph), directed=graph.directed)
    assert same_graph(graph, again)
    assert (again.start, again.goals) == (0, (again.states - 1,))


def test_a_graph_in_json_means_what_it_says() -> None:
    graph = read_json(
        '{"places": {"A": [0, 1], "B": [2.5, 3], "C": [4, 5]},'
        ' "edges": [["A", "B", 4], ["B", "C", 5]], "directed": true, "start": "B", "goals": ["C"]}'
    )
    assert edges(graph) == {("A", "B", 4), ("B", "C", 5)}
    assert (graph.start, graph.goals, graph.point(1)) == (1, (2,), (2.5, 3))
    assert graph.cost.dtype == np.int64


def test_places_of_json_may_be_names_alone_or_come_from_the_edges() -> None:
    listed = read_json('{"places": ["A", 7, "C"], "edges": [["A", 7, 1]]}')
    assert (list(listed.names), listed.has_places) == (["A", "7", "C"], False)
    assert (listed.start, listed.goals) == (0, (2,))
    assert list(read_json('{"edges": [["B", "A", 1], ["A", "C", 2]]}').names) == ["B", "A", "C"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"edges": [\n["A", "B" 1]]}', "a.json, line 2, column 11: this is no JSON"),
        ("", "a.json, line 1, column 1: this is no JSON"),
        ("[" * 100_000, "a.json: this JSON cannot be read"),
        ("[1, 2]", 'a.json: an object with "places" and "edges" was expected'),
        ('{"edges": 3}', '"edges" should be a list'),
        ('{"edges": [["A", "B"]]}', 'a.json, edge 1: ["A", "B"] should be ["from", "to", cost]'),
        ('{"edges": [["A", "B", -2]]}', "edge 1 (A – B): the cost -2.0 is negative"),
        ('{"edges": [["A", "B", "2"]]}', 'edge 1 (A – B): "2" should be a cost, without quotes'),
        ('{"edges": [["A", "B", NaN]]}', "edge 1 (A – B): 'nan' should be a cost, a number"),
        ('{"edges": [["A", "B", true]]}', "edge 1 (A – B): 'True' should be a cost"),
        ('{"edges": [["A", null, 1]]}', "edge 1: null should be the name of a place"),
        (
            '{"places": ["A", "C"], "edges": [["A", "B", 1]]}',
            "a.json, edge 1: an edge from 'A' to 'B', but there is no place 'B' (known: A, C)",
        ),
        ('{"places": ["A", "A"], "edges": []}', "a.json: the place 'A' is given twice"),
        ('{"places": {"A": [1, 2], "A": [3, 4]}, "edges": []}', "a.json: 'A' is given twice"),
        ('{"places": [], "edges": []}', "a.json: the graph has no places"),
        ('{"places": {"A": [1]}, "edges": []}', "a.json, place 'A': [1] should be [x, y]"),
        ('{"places": {"A": [1, "2"]}, "edges": []}', "place 'A': \"2\" should be a coordinate"),
        (
            '{"places": {"A": [1, 2], "B": null}, "edges": []}',
            "a.json: 'B' has no coordinates, but 1 of 2 places have",
        ),
        ('{"edges": [["A", "B", 1]], "start": "X"}', "a.json: the start 'X' is no place (known:"),
        ('{"edges": [["A", "B", 1]], "goals": ["X"]}', "a.json: the goal 'X' is no place"),
        ('{"edges": [["A", "B", 1]], "goals": "B"}', '"goals": "B" should be a list of names'),
        ('{"edges": [["A", "B", 1]], "directed": 1}', '"directed": 1 should be true or false'),
        (
            '{"edges": [["A", "B", 1], ["B", "A", 1]]}',
            "edge 2: the edge from 'B' to 'A' is the one of edge 1; an undirected edge is given",
        ),
    ],
)
def test_a_broken_graph_in_json_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(BadText, match=in_words(words)):
        read_json(text, "a.json")


def test_a_mistyped_key_of_json_is_answered_with_the_right_one() -> None:
    with pytest.raises(UnknownName, match="did you mean goals"):
        read_json('{"edges": [], "goal": ["A"]}')


GRAPHML = """<?xml version="1.0"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="lon" attr.type="double"/>
  <key id="d1" for="node" attr.name="lat" attr.type="double"/>
  <key id="d2" for="edge" attr.name="length" attr.type="double"><default>5</default></key>
  <graph edgedefault="directed">
    <edge source="A" target="B"><data key="d2">3</data></edge>
    <node id="A"><data key="d0">1.5</data><data key="d1">2</data></node>
    <node id="B"><data key="d0">7</data><data key="d1">8</data></node>
    <edge source="B" target="A"/>
  </graph>
</graphml>
"""


def test_graphml_may_say_lon_lat_and_length_and_have_defaults() -> None:
    graph = read_graphml(GRAPHML.encode())
    assert edges(graph) == {("A", "B", 3), ("B", "A", 5)}
    assert points(graph) == {"A": (1.5, 2), "B": (7, 8)}


def test_an_undirected_edge_of_a_directed_graphml_goes_both_ways() -> None:
    mixed = GRAPHML.replace('source="A"', 'directed="false" source="A"')
    assert edges(read_graphml(mixed.encode())) == {("A", "B", 3), ("B", "A", 3), ("B", "A", 5)}


def test_edges_of_graphml_without_any_cost_cost_one() -> None:
    nodes = '<node id="a"/><node id="b"/>'
    plain = f'<graphml><graph>{nodes}<edge source="a" target="b"/></graph></graphml>'
    graph = read_graphml(plain.encode())
    assert edges(graph) == {("a", "b", 1), ("b", "a", 1)}
    assert len(graph.target) == 2


BILLION_LAUGHS = '<!DOCTYPE g [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><graphml>&b;</graphml>'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a.graphml, line 1, column 1: this is no XML: no element found"),
        (GRAPHML.replace("</graph>", ""), "a.graphml, line 12, column 3: this is no XML"),
        (BILLION_LAUGHS, "a.graphml, line 1: a document type (<!DOCTYPE …>) is not accepted"),
        ('<!DOCTYPE g SYSTEM "/etc/passwd"><g/>', "line 1: a document type"),
        ("<html/>", "a.graphml: there is no <graph> in it"),
        ("<graphml><graph/></graphml>", "a.graphml: the graph has no places"),
        (GRAPHML.replace('target="B"', 'target="C"'), "line 7: an edge from 'A' to 'C', but there"),
        (GRAPHML.replace('target="B"', ""), "a.graphml, line 7: <edge> needs target=…"),
        (GRAPHML.replace('id="B"', 'id="A"'), "a.graphml, line 9: the place 'A' is given twice"),
        (GRAPHML.replace(">3<", ">-3<"), "a.graphml, line 7: the cost -3 is negative"),
        (GRAPHML.replace(">3<", ">far<"), "a.graphml, line 7: 'far' should be a cost, a number"),
        (GRAPHML.replace(">1.5<", ">east<"), "line 8: 'east' should be a coordinate"),
        (
            GRAPHML.replace('<data key="d0">7</data>', ""),
            "a.graphml, line 9: 'B' has no coordinates, but 1 of 2 places have",
        ),
        (GRAPHML.replace("<default>5</default>", ""), "line 10: the edge has no cost, but others"),
        (GRAPHML.replace("<edge", "<graph/><edge", 1), "line 7: a second or nested <graph>"),
        (GRAPHML.replace("<edge", "<hyperedge/><edge", 1), "line 7: a <hyperedge>"),
        ('<?xml version="1.0" encoding="klingon"?><graphml/>', "a.graphml"),
    ],
)
def test_a_broken_graphml_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(BadText, match=in_words(words)):
        read_graphml(text.encode(), "a.graphml")


def test_a_name_that_a_format_cannot_hold_is_refused_on_writing() -> None:
    with pytest.raises(BadParameter, match="XML cannot hold the name"):
        write_graphml(graph_of(1, [], names=["bell\a"]))
    with pytest.raises(BadParameter, match="CSV cannot hold the name ' A'"):
        write_csv(graph_of(1, [], names=[" A"]))
    with pytest.raises(BadParameter, match="CSV cannot hold 'C', without edges or coordinates"):
        write_csv(graph_of(3, [(0, 1, 1)], names=["A", "B", "C"]))


def test_two_places_of_one_name_are_refused() -> None:
    with pytest.raises(BadText, match="two places are called 'A'"):
        graph_of(2, [], names=["A", "A"])


@pytest.mark.parametrize("header", ["", "from,to,cost\n", "Source, Target, Weight\n", "\n\n"])
def test_csv_needs_no_header(header: str) -> None:
    graph = read_csv(f'{header}A,"B, old",3\r\n\r\nA, C ,4.5\n')
    assert edges(graph) == {
        ("A", "B, old", 3), ("B, old", "A", 3), ("A", "C", 4.5), ("C", "A", 4.5)
    }  # fmt: skip


def test_a_header_of_csv_may_name_its_columns_in_any_order() -> None:
    graph = read_csv("road,cost,to,from\nE75,3,B,A\n", "y,x,name\n1,2,A\n3,4,B\n", directed=True)
    assert edges(graph) == {("A", "B", 3)}
    assert points(graph) == {"A": (2, 1), "B": (4, 3)}


@pytest.mark.parametrize(
    ("table", "coordinates", "words"),
    [
        ("A,B\n", None, "a.csv, line 1: 'A,B' should be from,to,cost"),
        ("A,B,3\nA;C;4\n", None, "a.csv, line 2: 'A;C;4' should be from,to,cost"),
        ("from,to,cost\nA,B,x\n", None, "a.csv, line 2: 'x' should be a cost, a number"),
        ("A,B,x\n", None, "a.csv, line 1: 'x' should be a cost, a number"),
        ("A,B,-1\n", None, "a.csv, line 1: the cost -1 is negative; the least cost is 0"),
        ("A,B,1\nB,A,1\n", None, "a.csv, line 2: the edge from 'B' to 'A' is the one of line 1"),
        ("", None, "a.csv: the graph has no places"),
        ('A,"B,1\n', None, "a.csv, line 1: this is no CSV"),
        ("A,B,1\n", "A,0,0\n", "a.csv, line 1: the place 'B' is not in b.csv"),
        ("A,A,1\n", "A,0,0\nA,1,1\n", "line 2: the place 'A' is given twice"),
        ("A,A,1\n", "A,0,up\n", "b.csv, line 1: 'up' should be a coordinate"),
        ("A,A,1\n", "A,0\n", "b.csv, line 1: 'A,0' should be name,x,y"),
    ],
)
def test_a_broken_table_is_refused_with_its_line(
    table: str, coordinates: str | None, words: str
) -> None:
    with pytest.raises(BadText, match=in_words(words)):
        read_csv(table, coordinates, "a.csv", beside="b.csv")


@pytest.mark.parametrize(
    ("roads", "nodes", "words"),
    [
        ("0 0 1\n", "0 1 2\n1 2 3\n", "a.cedge, line 1: '0 0 1' should be id from to length"),
        ("0 0 1 2.5\n", "0 1 2\n1 2\n", "a.cnode, line 2: '1 2' should be id longitude latitude"),
        ("0 0 9 2.5\n", "0 1 2\n1 2 3\n", "a.cedge, line 1: the place '9' is not in a.cnode"),
        ("0 0 1 -2\n", "0 1 2\n1 2 3\n", "a.cedge, line 1: the cost -2 is negative"),
        ("0 0 1 2\n", "0 1 2\n1 2 north\n", "a.cnode, line 2: 'north' should be a latitude"),
        ("0 0 1 2\n", "1 1 2\n1 2 3\n0 1 2", "line 2: the place '1' is given twice"),
    ],
)
def test_broken_road_files_are_refused_with_their_line(roads: str, nodes: str, words: str) -> None:
    with pytest.raises(BadText, match=in_words(words)):
        read_roads(roads, nodes, "a.cedge", "a.cnode")


@with_data
def test_the_roads_of_california_have_their_size() -> None:
    graph = load_problem(str(DATA / "roads" / "cal.cedge"))
    assert isinstance(graph, Graph)
    assert (graph.states, len(graph.target)) == (21048, 2 * 21693)
    assert graph.point(0) == (-121.904167, 41.974556)
    assert (1, 0.002025) in list(graph.successors(0))


# --- networkx -------------------------------------------------------------------------------------


def cheapest(graph: Graph, start: int) -> dict[str, float]:
    """Dijkstra by hand: what each place that can be reached costs, by name."""
    found: dict[str, float] = {}
    waiting: list[tuple[float, int]] = [(0, start)]
    while waiting:
        total, here = heapq.heappop(waiting)
        if graph.state_name(here) not in found:
            found[graph.state_name(here)] = total
            for there, cost in graph.successors(here):
                heapq.heappush(waiting, (total + cost, there))
    return found


@given(graph=graphs(xml_text))
@settings(deadline=None)
def test_networkx_finds_the_same_shortest_paths(graph: Graph) -> None:
    networkx = pytest.importorskip("networkx")
    made = to_networkx(graph)
    name = graph.state_name(graph.start)
    theirs = networkx.single_source_dijkstra_path_length(made, name)
    assert theirs == pytest.approx(cheapest(graph, graph.start))
    assert same_graph(from_networkx(made), graph)


@pytest.mark.parametrize("write", [write_graphml], ids=["graphml"])
def test_networkx_and_we_read_each_others_graphml(
    write: Callable[[Graph], str], tmp_path: Path
) -> None:
    networkx = pytest.importorskip("networkx")
    file = tmp_path / "olimp.graphml"
    file.write_text(write(mount_olimp()))
    theirs = networkx.read_graphml(file)
    assert networkx.shortest_path_length(theirs, "Litochoro", "Olimp", "weight") == 23
    networkx.write_graphml(theirs, file)
    ours = load_problem(str(file))
    assert isinstance(ours, Graph)
    assert same_graph(ours, mount_olimp())
    assert same_ends(ours, mount_olimp())


def test_what_networkx_cannot_mean_is_refused() -> None:
    networkx = pytest.importorskip("networkx")
    with pytest.raises(BadParameter, match="a networkx graph was expected, not dict"):
        from_networkx({})
    twice = networkx.Graph([(1, "1")])
    with pytest.raises(BadText, match="the place '1' is given twice"):
        from_networkx(twice)
    with pytest.raises(BadText, match="the edge a – b: the cost -1 is negative"):
        from_networkx(networkx.Graph([("a", "b", {"weight": -1})]))
    lost = networkx.Graph()
    lost.add_node("a", pos=5)
    with pytest.raises(BadText, match=r"node a: pos=5 should be \(x, y\)"):
        from_networkx(lost)


# --- any problem, by its text ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["a.map", "a.txt", "A.MAZE", "with spaces (and [odd], signs=1) é.map", "#1.txt"]
)
def test_a_grid_is_loaded_by_the_ending_of_its_file(name: str, tmp_path: Path) -> None:
    grid = read_text("S.#\n..G\n", connected=8)
    file = tmp_path / name
    write_problem(grid, file)
    again = load_problem(str(file))
    assert isinstance(again, Grid)
    assert (again.weights == grid.weights).all()
    assert again.connected == (8 if name.endswith("map") else 4)
    assert again.title == str(file)


@pytest.mark.parametrize("name", ["a.json", "a.graphml", "my towns.csv"])
def test_a_graph_is_loaded_by_the_ending_of_its_file(name: str, tmp_path: Path) -> None:
    write_problem(mount_olimp(), tmp_path / name)
    again = load_problem(str(tmp_path / name))
    assert isinstance(again, Graph)
    assert same_graph(again, mount_olimp())
    assert same_ends(again, mount_olimp())


def test_files_with_options_have_a_text_form_that_loads_them_again(tmp_path: Path) -> None:
    file = tmp_path / "some map.map"
    file.write_text(MAP)
    grid = load_problem(f'grid(file="{file}", connected=8, corners=always)')
    assert isinstance(grid, Grid)
    assert (grid.connected, grid.corners) == (8, "always")
    again = load_problem(grid.title)
    assert isinstance(again, Grid)
    assert (again.connected, again.corners) == (8, "always")
    table = tmp_path / "e.csv"
    table.write_text("A,B,1\n")
    (tmp_path / "c.csv").write_text("A,0,0\nB,1,1\n")
    text = f"graph(edges={table}, coordinates={tmp_path / 'c.csv'}, directed=true)"
    graph = load_problem(text)
    assert isinstance(graph, Graph)
    assert (edges(graph), graph.has_places, graph.title) == ({("A", "B", 1)}, True, text)


def test_coordinates_of_another_graph_are_not_left_beside_a_new_one(tmp_path: Path) -> None:
    write_problem(mount_olimp(), tmp_path / "a.csv")
    with pytest.raises(BadFile, match="belongs to another graph"):
        write_problem(graph_of(2, [(0, 1, 1)]), tmp_path / "a.csv")


@pytest.mark.parametrize("name", [name for name in PROBLEMS if name not in ("grid", "graph")])
def test_every_shipped_problem_loads_and_its_title_loads_it_again(name: str) -> None:
    problem = load_problem(name)
    again = load_problem(problem.title)
    assert (again.start, tuple(again.goals)) == (problem.start, tuple(problem.goals))
    assert list(again.successors(again.start)) == list(problem.successors(problem.start))


OWN = """
from plyground.paths import Problem, Grid, load_problem, maze

class Line(Problem):
    goals = (9,)
    def __init__(self, start: int = 0):
        self.start = start
    def successors(self, state):
        return [(state + 1, 1)]

class Lost(Line):
    def __init__(self):
        pass

ready = Line(3)

def cave(seed: int = 1) -> Grid:
    return maze("caves", seed=seed)

def broken() -> Grid:
    return 1 // 0

def nothing():
    return 7

number = 5
"""


def test_a_users_file_holds_classes_problems_and_functions(tmp_path: Path) -> None:
    file = tmp_path / "my own.py"
    file.write_text(OWN)
    assert load_problem(str(file)).start == 0
    assert load_problem(f"{file}:Line(start=4)").start == 4
    assert load_problem(f"{file}:ready").start == 3
    assert load_problem(f"{file}:cave(seed=8)").title == "maze(generator=caves, seed=8)"
    plain = tmp_path / "own.py"
    plain.write_text(OWN)
    assert load_problem(f"{plain}(start=5)").start == 5
    assert load_problem(f"{plain}:Line(start=4)").title == f"{plain}:Line(start=4)"


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("gone", UnknownName, "known: Line, Lost, ready, cave, broken"),
        ("number", UnknownName, "there is no problem in"),
        ("broken", BadFile, "broken cannot be made: line 21: ZeroDivisionError"),
        ("nothing", BadFile, "nothing gives int, not a Problem"),
        ("Lost", BadFile, "Lost has no start: set self.start"),
        ("Line(begin=3)", UnknownName, "there is no parameter of Line 'begin'"),
        ("ready(start=3)", BadParameter, "ready is a problem already and takes no parameters"),
        ("cave(seed=x)", BadParameter, "seed=x should be a whole number"),
    ],
)
def test_a_mistake_in_a_users_file_is_told(
    name: str, error: type[PlygroundError], words: str, tmp_path: Path
) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    with pytest.raises(error, match=in_words(words)):
        load_problem(f"{file}:{name}")


def test_a_users_file_without_a_problem_is_told(tmp_path: Path) -> None:
    file = tmp_path / "empty.py"
    file.write_text("x = 1\n")
    with pytest.raises(BadFile, match="holds no problem"):
        load_problem(str(file))


def test_an_unknown_problem_is_answered_with_what_exists() -> None:
    with pytest.raises(UnknownName, match=r"did you mean mount_olimp\?.*maze_runner_20.*\.graphml"):
        load_problem("mount_olymp")


@pytest.mark.parametrize("ending", ["map", "txt", "maze", "json", "graphml", "csv", "cedge", "py"])
def test_a_missing_file_is_told_whatever_its_ending(ending: str) -> None:
    with pytest.raises(BadFile, match=rf"there is no file no/such\.{ending}"):
        load_problem(f"no/such.{ending}")


def test_a_cedge_without_its_cnode_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.cedge").write_text("0 0 1 2\n")
    with pytest.raises(BadFile, match=r"there is no file .*a\.cnode"):
        load_problem(str(tmp_path / "a.cedge"))


@pytest.mark.parametrize("ending", ["map", "txt", "json", "csv", "cedge"])
@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n", b"\xff\xfe0\x001\x00", b"01\n0\0\n"])
def test_a_binary_file_is_refused_in_words(ending: str, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / f"a.{ending}"
    file.write_bytes(content)
    with pytest.raises(BadFile, match=r"line \d: .*should be plain text in UTF-8"):
        load_problem(str(file))


def test_folders_huge_files_and_strange_endings_are_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "folder.map").mkdir()
    with pytest.raises(BadFile, match="is a folder"):
        load_problem(str(tmp_path / "folder.map"))
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(1 << 33)
    with pytest.raises(BadFile, match="has 8192 MB, but 512 MB at most"):
        load_problem(str(tmp_path / "huge.txt"))
    (tmp_path / "a.doc").write_text("01")
    with pytest.raises(BadFile, match=r"ends in \.doc; known: \.map, \.txt"):
        load_problem(str(tmp_path / "a.doc"))


@given(text=st.text(max_size=30) | st.text("mazegrid(=,.py:)\0/~1", max_size=30))
def test_any_text_is_a_problem_or_refused_in_words(text: str) -> None:
    try:
        load_problem(text)
    except PlygroundError as error:
        assert str(error)


@pytest.mark.parametrize(
    "text",
    ["x" * 5000, "x" * 5000 + ".map", "\0.map", "~\0", "~nobody/a.map", "~nobody/a.py:cave", " "],
    ids=lambda text: repr(text[-12:]),
)
def test_texts_that_no_file_can_have_are_refused_in_words(text: str) -> None:
    with pytest.raises(PlygroundError):
        load_problem(text)


def test_grid_and_graph_want_files_that_they_can_read() -> None:
    with pytest.raises(BadParameter, match=r"grid: a\.json should end in \.map, \.txt, \.maze"):
        load_problem("grid(file=a.json)")
    with pytest.raises(BadParameter, match=r"graph: a\.json should end in \.csv"):
        load_problem("graph(edges=a.json)")
    with pytest.raises(BadParameter, match="grid needs a value for file"):
        load_problem("grid")
    for wrong in ("5", "4.0", "many", "true"):
        with pytest.raises(BadParameter, match="should be 4 or 8"):
            load_problem(f"grid(file=a.map, connected={wrong})")


def test_a_problem_is_written_only_in_a_format_of_its_kind(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match=r"it can end in \.map, \.txt, \.maze"):
        write_problem(read_text("S.G"), tmp_path / "a.json")
    with pytest.raises(BadParameter, match=r"it can end in \.json, \.graphml or \.csv"):
        write_problem(mount_olimp(), tmp_path / "a.map")
    with pytest.raises(BadParameter, match="grids and graphs can be written"):
        write_problem(load_problem("puzzle"), tmp_path / "a.json")
    with pytest.raises(BadFile, match="cannot write"):
        write_problem(mount_olimp(), tmp_path / "no" / "a.json")


def test_a_large_map_is_read_quickly_and_exactly() -> None:
    weights = (np.random.default_rng(1).random((2048, 2048)) > 0.3).astype(np.uint8)
    grid = open_grid(weights, "large", 8)
    assert (read_map(write_map(grid)).weights == weights).all()
