"""Pictures of path searches: what they show, and that they stay small and well-formed."""

import re
from collections.abc import Iterable
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from plyground.graph_svg import FEW
from plyground.path_svg import DEEP_TO_BRIGHT, PALE_TO_DEEP, SHADES, number
from plyground.path_view import MARKS, show, summary, svg
from plyground.pathfinders import load_pathfinder
from plyground.paths import Cell, Graph, Grid, Problem, graph_of, load_problem, mount_olimp, puzzle
from plyground.paths.text_maps import read_text
from plyground.search.best_first import NO_LIMIT, Strategy, best_first
from plyground.search.path_results import PathResult

SVG = "{http://www.w3.org/2000/svg}"
MAZE = """
S.#..
.##..
....3
#.#.#
...G2
"""


def astar(problem: Problem, record: bool = True) -> PathResult:
    return load_pathfinder(problem, "astar", engine="readable").find(record=record)


def dijkstra(problem: Problem, most: int = NO_LIMIT) -> PathResult:
    return best_first(problem, Strategy("dijkstra", h=0), lambda state: 0, most, record=True)


def lines(text: str, count: int) -> str:
    """The first lines of a picture, as drawn in a test."""
    return "\n" + "\n".join(text.splitlines()[:count]) + "\n"


def drawn(problem: Problem, result: PathResult) -> ElementTree.Element:
    return ElementTree.fromstring(svg(problem, result))


def of_role(root: ElementTree.Element, role: str) -> list[ElementTree.Element]:
    return [each for each in root.iter() if role in each.get("class", "").split()]


def words(root: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def cells_of(root: ElementTree.Element, role: str) -> set[tuple[int, int]]:
    """The cells that the strokes of a role cover."""
    found = set()
    for path in of_role(root, role):
        column, row = 0, 0
        for right, down, length in re.findall(r"m(-?\d+) (-?\d+)h(\d+)", path.get("d", "")):
            column, row = column + int(right), row + int(down)
            found |= {(row, column + each) for each in range(int(length))}
            column += int(length)
    return found


def route(root: ElementTree.Element) -> list[str]:
    """The points of the one line that is the path."""
    found = [each for each in of_role(root, "route") if each.tag == f"{SVG}polyline"]
    return found[0].get("points", "").split() if found else []


def square_map(side: int) -> Grid:
    """Scattered walls, a quarter of all cells, from one corner to the other."""
    walls = np.random.default_rng(3).random((side, side)) < 0.25
    walls[0, 0] = walls[-1, -1] = False
    grid = Grid(np.where(walls, 0, 1).astype(np.uint8), connected=8, title="scattered")
    return grid.between((0, 0), [(side - 1, side - 1)])


def everything_expanded(grid: Grid) -> PathResult:
    """As if all open cells had been expanded, row by row, with a diagonal drawn as the path."""
    order = [Cell(*cell) for cell in np.argwhere(grid.weights).tolist()]
    path = [Cell(each, each) for each in range(grid.rows)]
    return PathResult(path, float(len(path)), len(order), 0, 0, 0.0, "dijkstra", order=order)


@pytest.mark.parametrize(
    ("cost", "text"),
    [(0, "0"), (23.0, "23"), (1234567, "1,234,567"), (2.5, "2.5"), (71.84062, "71.841"),
     (2.00001, "2.000"), (0.006583, "0.006583"), (1e-10, "1e-10"), (float("inf"), "∞")],
)  # fmt: skip
def test_costs_read_as_people_write_them(cost: float, text: str) -> None:
    assert number(cost) == text


# --- grids in text --------------------------------------------------------------------------------


def test_a_small_maze_shows_every_kind_of_cell() -> None:
    maze = read_text(MAZE, "small")
    result = dijkstra(maze, most=7)
    two_steps = result._replace(path=[Cell(0, 0), Cell(1, 0), Cell(2, 0)], cost=2)
    assert show(maze, two_steps) == (
        "S : ##. .\n"
        "* ####. .\n"
        "* : : o 3\n"
        "##: ##. ##\n"
        ". o . G 2\n"
        "S start  G goal  * path  o open  : expanded  # wall"
    )
    assert summary(two_steps) == "path: 2 steps, cost 2 · 7 expanded · 2 open · dijkstra"


def test_a_map_that_is_too_wide_for_gaps_has_one_character_a_cell() -> None:
    maze = read_text(MAZE, "small")
    expected = """
So#..
*##..
**o.3
#*#.#
o**G2
"""
    result = astar(maze)
    assert lines(show(maze, result, width=9), 5) == expected
    assert lines(show(maze, result, width=10), 1) == "\nS o ##. .\n"


def test_paint_gets_every_mark_with_its_role_and_adds_nothing_else() -> None:
    maze, seen = read_text(MAZE, "small"), []

    def paint(text: str, role: str) -> str:
        seen.append((text, role))
        return text

    result = dijkstra(maze, most=7)._replace(path=[Cell(0, 0), Cell(1, 0)], cost=1)
    assert show(maze, result, paint=paint) == show(maze, result)
    assert {role for _, role in seen} == {*MARKS} - {"both"}
    assert all(MARKS[role] in text for text, role in seen if role != "weight")


def test_costs_above_nine_show_as_plus() -> None:
    grid = Grid(np.array([[1, 9, 10, 255]], np.uint8), goals=[Cell(0, 3)])
    nothing = PathResult((), None, 0, 0, 0, 0.0)
    wider = replace(grid, goals=())
    assert show(wider, nothing).startswith("S 9 + +\n")


@pytest.mark.parametrize(("width", "height"), [(40, 20), (80, 24), (7, 50), (100, 3), (1, 1)])
def test_a_large_map_shrinks_to_fit_and_keeps_the_path_in_one_piece(
    width: int, height: int
) -> None:
    grid = load_problem("maze(generator=caves, rows=90, columns=70, connected=8, seed=3)")
    text = show(grid, astar(grid), width, height).splitlines()
    scale = next(row for row, line in enumerate(text) if "stands for" in line)
    drawing = text[: scale - 1]
    assert len(drawing) <= height
    assert max(len(line) for line in drawing) <= width
    marked = [
        (row, column)
        for row, line in enumerate(drawing)
        for column, mark in enumerate(line)
        if mark in "S*G"
    ]
    assert any("S" in line for line in drawing)
    if (width, height) != (1, 1):
        assert any("G" in line for line in drawing)
    assert connected(marked)


def connected(cells: list[tuple[int, int]]) -> bool:
    """Whether steps to the eight neighbors lead from the first to all others."""
    left, reached = set(cells), [cells[0]]
    while reached:
        row, column = reached.pop()
        near = {each for each in left if abs(each[0] - row) <= 1 and abs(each[1] - column) <= 1}
        left -= near
        reached += near
    return not left


def test_the_scale_of_a_shrunk_map_is_that_of_its_blocks() -> None:
    grid = square_map(64)
    text = show(grid, everything_expanded(grid), width=200, height=16).splitlines()
    assert text[-1] == "a mark stands for 4 × 2 cells (rows × columns)"
    assert len(text[0]) == 32 and len(text) == 16 + 2
    wide = Grid(np.ones((10, 400), np.uint8), goals=[Cell(9, 399)])
    nothing = PathResult((), None, 0, 0, 0, 0.0)
    assert show(wide, nothing, width=100, height=50).splitlines()[:2] == [
        "S" + "." * 99,
        "." * 99 + "G",
    ]


def test_a_wall_is_kept_where_it_fills_a_quarter_of_a_block() -> None:
    weights = np.ones((8, 8), np.uint8)
    weights[6, :] = 0  # in the lower blocks of 4 × 2, two of eight
    weights[1, 7] = 0  # in the upper right block, one of eight
    grid = Grid(weights)
    text = show(grid, PathResult((), None, 0, 0, 0, 0.0), width=8, height=2).splitlines()
    assert text[:2] == ["S...", "####"]


# --- grids as drawings ----------------------------------------------------------------------------


def test_a_drawn_maze_holds_exactly_its_walls_its_path_and_what_was_expanded() -> None:
    maze = load_problem("maze_runner_20")
    assert isinstance(maze, Grid)
    result = astar(maze)
    root = drawn(maze, result)
    assert cells_of(root, "wall") == set(map(tuple, np.argwhere(maze.weights == 0).tolist()))
    shaded: set[tuple[int, int]] = set().union(*(cells_of(root, f"s{n}") for n in range(SHADES)))
    assert shaded == set(result.order)
    assert len(route(root)) == len(result.path)
    squares = next(each for each in of_role(root, "open") if each.tag == f"{SVG}path")
    assert squares.get("d", "").count("z") == len(result.open)
    assert {"S", "G", "63 expanded, first to last", "path: 40 steps, cost 40"} <= set(words(root))


def test_shades_follow_the_order_of_expansion() -> None:
    maze = load_problem("maze_runner_20")
    result = astar(maze)
    root = drawn(maze, result)
    shade = {cell: n for n in range(SHADES) for cell in cells_of(root, f"s{n}")}
    shades = [shade[cell] for cell in result.order]
    assert shades == sorted(shades)
    assert {*shades} == {*range(SHADES)}


@pytest.mark.parametrize(("scale", "sign"), [(PALE_TO_DEEP, -1), (DEEP_TO_BRIGHT, 1)])
def test_shades_can_be_told_apart_in_gray(scale: list[str], sign: int) -> None:
    def gray(color: str) -> float:
        return sum(
            share * int(color[at : at + 2], 16)
            for share, at in ((0.2126, 1), (0.7152, 3), (0.0722, 5))
        )

    steps = np.diff([gray(color) for color in scale]) * sign
    assert steps.min() > 4


def test_a_cell_expanded_twice_keeps_the_shade_of_its_first_time() -> None:
    grid = read_text("S..G")
    once = PathResult((), None, 3, 0, 0, 0.0, order=[Cell(0, 0), Cell(0, 1), Cell(0, 2)])
    twice = once._replace(order=[*once.order, Cell(0, 0), Cell(0, 1)])
    assert svg(grid, once) == svg(grid, twice)


def test_a_map_of_512_by_512_stays_small() -> None:
    grid = square_map(512)
    picture = svg(grid, everything_expanded(grid))
    root = ElementTree.fromstring(picture)
    assert len(picture) < 2_000_000
    assert len(list(root.iter())) < 60
    assert len(route(root)) == 512
    assert len(cells_of(root, "wall")) == int((grid.weights == 0).sum())


def test_costly_cells_show_what_they_cost() -> None:
    maze = read_text(MAZE, "small")
    assert {"2", "3"} <= set(words(drawn(maze, astar(maze))))


def test_without_an_order_only_the_path_and_the_frontier_show() -> None:
    maze = read_text(MAZE, "small")
    result = astar(maze)._replace(order=())
    root = drawn(maze, result)
    assert not any(cells_of(root, f"s{n}") for n in range(SHADES))
    assert len(route(root)) == len(result.path)
    assert f"{result.expanded} expanded" in words(root)
    assert ":" not in show(maze, result).splitlines()[2]


def test_a_search_without_a_path_says_so() -> None:
    maze = read_text("S.#G")
    result = astar(maze)
    assert show(maze, result).startswith("S : ##G\n")
    assert summary(result) == "no path · 2 expanded · astar(heuristic=manhattan)"
    root = drawn(maze, result)
    assert not route(root) and "no path" in words(root)


def test_a_search_that_was_stopped_does_not_claim_that_there_is_no_path() -> None:
    maze = load_problem("maze_runner_20")
    stopped = dijkstra(maze, most=5)
    assert summary(stopped).startswith("stopped before a path was found · 5 expanded")
    assert "stopped before a path was found" in words(drawn(maze, stopped))


def test_a_start_that_is_the_goal_gets_one_mark() -> None:
    maze = read_text(MAZE, "small").between((0, 0), [(0, 0)])
    result = astar(maze)
    assert show(maze, result).startswith("@ . ##. .\n")
    assert "@ start and goal" in show(maze, result)
    assert "path: 0 steps, cost 0" in words(drawn(maze, result))
    marks = [text for text in words(drawn(maze, result)) if text in ("S", "G", "SG")]
    assert marks == ["SG", "S", "G"]  # the last two belong to the legend


def test_a_map_that_nobody_searched_makes_no_claim_about_paths() -> None:
    maze = read_text(MAZE, "small")
    texts = words(drawn(maze, PathResult((), None, 0, 0, 0, 0.0)))
    assert texts[-4:] == ["S", "start", "G", "goal"]
    assert not any("path" in text or "expanded" in text for text in texts)


# --- graphs ---------------------------------------------------------------------------------------


def test_a_path_through_a_graph_shows_steps_sums_and_the_table_of_a_star() -> None:
    mountain = mount_olimp()
    expected = """
Litochoro -6-> Enipeas -8-> Muses -3-> Sela -3-> Laimos -3-> Olimp
0              6            14         17        20          23

place       g   h   f
Litochoro   0  14  14  expanded 1st
Enipeas     6   8  14  expanded 2nd
Zonaria    10   4  14  expanded 3rd
"""
    text = show(mountain, astar(mountain))
    assert lines(text, 7) == expected
    assert "Ampelos    14  10  24  open" in text.splitlines()
    assert "not seen: Karya, Pyrgos, Petra, Dendra, Bara, Kedros, Pan, Skolio" in text


@pytest.mark.parametrize(
    "algorithm", ["astar", "weighted_astar", "dijkstra", "greedy", "breadth_first", "depth_first"]
)
def test_the_table_knows_the_costs_that_the_search_had(algorithm: str) -> None:
    mountain = mount_olimp()
    result = load_pathfinder(mountain, algorithm, engine="readable").find(record=True)
    rows = known(show(mountain, result))
    for end, place in enumerate(result.path, 1):
        assert rows[mountain.state_name(place)][0] == mountain.length(result.path[:end])
    for each in result.open:
        name = mountain.state_name(each.state)
        assert rows[name][0] == each.g
        if "astar" in algorithm:
            assert rows[name][-1] == each.f
        taken_next = result._replace(open=(), order=[*result.order, each.state])
        assert known(show(mountain, taken_next))[name] == rows[name]


def known(text: str) -> dict[str, list[float]]:
    """The numbers of each row of the table."""
    rows = re.findall(r"^(\w+) +((?:-?[\d.]+ +)+)(?:expanded|open)", text, re.MULTILINE)
    return {name: [float(number) for number in numbers.split()] for name, numbers in rows}


def test_a_long_path_is_wrapped_and_cut_in_the_middle() -> None:
    chain = graph_of(400, [(at, at + 1, 7) for at in range(399)], goals=[399])
    text = show(chain, dijkstra(chain), width=60, height=10)
    drawing = text.split("\n\n")[0].splitlines()
    assert len(drawing) <= 10 and max(map(len, drawing)) <= 60
    assert drawing[0].startswith("0 -7-> 1 -7-> ") and drawing[-2].endswith("399")
    assert drawing[-1].endswith("2,793")
    assert any(line.startswith("…") for line in drawing)


def test_a_drawn_graph_has_its_names_its_costs_and_numbers_in_order() -> None:
    mountain = mount_olimp()
    result = astar(mountain)
    root = drawn(mountain, result)
    assert {*mountain.names} <= set(words(root))
    assert {"10 expanded, numbered", "6 open", "path: 5 steps, cost 23"} <= set(words(root))
    assert len(route(root)) == 6
    assert len(of_role(root, "unseen")) == mountain.states
    assert [text for text in words(root) if text in ("S", "G")] == ["G", "S", "S", "G"]


def test_north_is_up() -> None:
    pair = graph_of(2, [(0, 1, 5)], points=[(0, 0), (0, 5)], goals=[1])
    start, goal = (point.split(",") for point in route(drawn(pair, dijkstra(pair))))
    assert float(goal[1]) < float(start[1])


@pytest.mark.parametrize(
    "graph",
    [
        mount_olimp(),
        graph_of(
            4, [(0, 3, 9)], names=["Amphipolis", "Berga", "Chalkis", "Dodona"],
            points=[(0, 0), (1, 0.2), (1.5, 0), (30, 20)], goals=[3],
        ),
    ],
    ids=["the mountain", "three neighbors"],
)  # fmt: skip
def test_names_do_not_cover_each_other(graph: Graph) -> None:
    boxes = []
    for text in drawn(graph, dijkstra(graph)).iter(f"{SVG}text"):
        if text.text in graph.names:
            wide = 7.0 * len(text.text or "")
            x, y = float(text.get("x", "")), float(text.get("y", ""))
            left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor", "")]
            boxes.append((left, y - 6, left + wide, y + 6))
    assert len(boxes) == graph.states
    for first, box in enumerate(boxes):
        for other in boxes[:first]:
            apart = box[0] >= other[2] or other[0] >= box[2]
            assert apart or box[1] >= other[3] or other[1] >= box[3]


def test_names_cannot_break_the_drawing() -> None:
    graph = graph_of(2, [(0, 1, 1)], names=["<&>", '"]]>'], goals=[1], title="<a&b>")
    root = drawn(graph, dijkstra(graph))
    assert {"<&>", '"]]>', "<a&b>"} <= set(words(root))
    assert "<&> -1-> " in show(graph, dijkstra(graph))
    strange = graph_of(1, [], names=["a\x00\x1b\ud800\uffffb"], goals=[0])
    assert "a����b" in words(drawn(strange, dijkstra(strange)))


def test_places_without_coordinates_stand_on_a_circle() -> None:
    ring = graph_of(8, [(at, (at + 1) % 8, 1) for at in range(8)], goals=[4])
    root = drawn(ring, dijkstra(ring))
    centers = np.array(
        [(float(c.get("cx", "")), float(c.get("cy", ""))) for c in of_role(root, "unseen")]
    )
    distances = np.hypot(*(centers - centers.mean(axis=0)).T)
    assert len(centers) == 8 and np.ptp(distances) < 1 < distances.min()


def test_arcs_of_a_directed_graph_have_heads() -> None:
    there = graph_of(3, [(0, 1, 1), (1, 2, 1)], goals=[2], directed=True)
    both = graph_of(3, [(0, 1, 1), (1, 2, 1)], goals=[2])
    strokes = [
        len(list(drawn(graph, dijkstra(graph)).iter(f"{SVG}path"))) for graph in (there, both)
    ]
    assert strokes[0] == strokes[1] + 2


def test_a_large_graph_is_a_few_elements_without_names() -> None:
    side = 60
    at = {(x, y): x * side + y for x in range(side) for y in range(side)}
    roads = [(at[x, y], at[x + 1, y], 1.5) for x, y in at if x + 1 < side]
    roads += [(at[x, y], at[x, y + 1], 1) for x, y in at if y + 1 < side]
    town = graph_of(len(at), roads, points=list(at), goals=[len(at) // 2])
    assert town.states > FEW
    result = dijkstra(town)
    root = drawn(town, result)
    assert len(list(root.iter())) < 60
    strokes = [each.get("d", "") for each in of_role(root, "edge")]
    assert sum(stroke.count("M") for stroke in strokes) == len(roads)
    dots = [each.get("d", "") for each in of_role(root, "open") if each.tag == f"{SVG}path"]
    assert dots[0].count("M") == len(result.open)
    assert len(route(root)) == len(result.path)


def test_graphs_without_edges_or_extent_can_be_drawn() -> None:
    alone = graph_of(1, [], points=[(3, 4)], goals=[0])
    assert "SG" in words(drawn(alone, dijkstra(alone)))
    heap = graph_of(3, [(0, 1, 0)], points=[(1, 1)] * 3, goals=[2])
    assert "no path" in words(drawn(heap, dijkstra(heap)))
    assert show(heap, dijkstra(heap)).startswith("no path\n\nplace")


def test_an_algorithm_of_unknown_rules_gets_a_table_without_costs() -> None:
    mountain = mount_olimp()
    result = astar(mountain)._replace(algorithm="my_search")
    assert "place\nLitochoro  expanded 1st" in re.sub(" +\n", "\n", show(mountain, result))


# --- puzzles and other problems -------------------------------------------------------------------


def test_a_puzzle_shows_both_boards_and_the_moves() -> None:
    board = puzzle("1 4 2 / 3 · 5 / 6 7 8")
    expected = """
1  4  2       ·  1  2
3  ·  5   →   3  4  5
6  7  8       6  7  8

the blank goes: U L
the tiles slide: 4 1
"""
    assert lines(show(board, astar(board)), 9) == expected


def test_a_solved_puzzle_and_one_that_cannot_be_solved_draw_fine() -> None:
    solved = puzzle("· 1 2 / 3 4 5 / 6 7 8")
    assert "path: 0 moves, cost 0" in words(drawn(solved, astar(solved)))
    odd = puzzle("· 2 1 / 3 4 5 / 6 7 8")
    assert "no path" in words(drawn(odd, astar(odd)))
    assert summary(astar(odd)).startswith("no path")
    assert len(show(odd, astar(odd)).splitlines()) == 3


def test_a_strip_of_boards_shows_every_move_if_they_are_few() -> None:
    board = puzzle("1 4 2 / 3 · 5 / 6 7 8")
    root = drawn(board, astar(board))
    assert len(list(root.iter(f"{SVG}svg"))) == 1 + 3
    assert [text for text in words(root) if ":" in text or text == "start"] == [
        "start", "1: U", "2: L", "path: 2 moves, cost 2"
    ]  # fmt: skip


def test_a_long_strip_has_24_boards_from_the_first_to_the_last() -> None:
    board = puzzle("8 6 7 / 2 5 4 / 3 · 1")
    result = load_pathfinder(board, "greedy", engine="readable").find(record=True)
    assert len(result.path) > 24
    root = drawn(board, result)
    assert len(list(root.iter(f"{SVG}svg"))) == 1 + 24
    assert str(len(result.path) - 1) in words(root)


class Countdown(Problem):
    """From a number to 0, by one or by half."""

    title = "countdown <1>"
    start = 10
    goals = (0,)

    def successors(self, state: int) -> Iterable[tuple[int, int]]:
        yield state - 1, 1
        if state % 2 == 0:
            yield state // 2, 2


def test_any_other_problem_shows_its_states() -> None:
    problem = Countdown()
    result = dijkstra(problem)
    assert show(problem, result).splitlines() == [
        f"{cost}  {state}"
        for cost, state in zip((0, 2, 3, 5, 6, 7), (10, 5, 4, 2, 1, 0), strict=True)
    ]
    root = drawn(problem, result)
    assert {"10", "5", "4", "0", "countdown <1>"} <= set(words(root))


def test_a_long_list_of_states_is_cut_in_the_middle() -> None:
    class Stairs(Countdown):
        start = 1000

        def successors(self, state: int) -> Iterable[tuple[int, int]]:
            yield state - 1, 1

    assert show(Stairs(), dijkstra(Stairs(), most=3)) == "stopped before a path was found"
    text = show(Stairs(), dijkstra(Stairs()), height=9).splitlines()
    assert len(text) == 9
    assert text[4] == "… 993 more …"
    assert text[0].split() == ["0", "1000"] and text[8].split() == ["1,000", "0"]


def test_a_problem_that_draws_its_states_is_shown_by_its_own_pictures() -> None:
    class Discs(Countdown):
        def svg(self, state: int) -> str:
            size = 'viewBox="0 0 40 20" height="20" width="40"'
            inner = f'<circle r="{state}"/>' if state else ""
            return f'<?xml version="1.0"?>\n<svg xmlns="{SVG[1:-1]}" {size}>{inner}</svg>'

    cards = list(drawn(Discs(), dijkstra(Discs())).iter(f"{SVG}svg"))[1:]
    assert [len(card) for card in cards] == [1, 1, 1, 1, 1, 0]
    width, height = (float(cards[0].get(side, "")) for side in ("width", "height"))
    assert width == 2 * height


@pytest.mark.parametrize("algorithm", ["bidirectional", "ida_star", "weighted_astar", "best_first"])
@pytest.mark.parametrize("text", ["maze_runner_20", "mount_olimp", "puzzle(seed=2)"])
def test_every_algorithm_can_be_shown(algorithm: str, text: str) -> None:
    problem = load_problem(text)
    result = load_pathfinder(problem, algorithm, engine="readable").find(record=True)
    assert result.found
    assert f"{result.expanded:,} expanded" in summary(result) and show(problem, result)
    assert any(f"{result.expanded:,} expanded" in text for text in words(drawn(problem, result)))
