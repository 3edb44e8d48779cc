"""The Paths page in a browser: maps painted, searches watched, heuristics put to the test."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from browsing import Open, accessible
from playwright.sync_api import Browser, Locator, Page, expect

from plyground.pathfinders import load_pathfinder
from plyground.paths import Grid, load_problem, maze_runner_20, mount_olimp
from plyground.paths.text_maps import read_text
from plyground.search.path_results import PathResult


def link(problem: str, *lanes: str) -> str:
    return "/paths#" + "&".join([f"problem={quote(problem)}", *(f"lane={lane}" for lane in lanes)])


def ready(page: Page, words: str) -> None:
    expect(page.locator(".title")).to_contain_text(words)
    expect(page.locator(".busy")).to_have_text("")


def counter(page: Page, name: str, lane: int = 0) -> Locator:
    return page.locator(".lane").nth(lane).locator(f"[data-count={name}]")


def search(page: Page) -> None:
    page.get_by_role("button", name="Search", exact=True).click()
    expect(counter(page, "cost")).not_to_have_text(re.compile("[–…]"))


def middle(page: Page, rows: int, columns: int, row: int, column: int) -> tuple[float, float]:
    """Where a cell of the first lane is on the screen."""
    canvas = page.locator(".stack canvas").nth(2)
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    return (
        box["x"] + box["width"] * (column + 0.5) / columns,
        box["y"] + box["height"] * (row + 0.5) / rows,
    )


def drag(page: Page, *places: tuple[float, float]) -> None:
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place, steps=4)
    page.mouse.up()


def table(page: Page) -> list[str]:
    return page.locator("tbody td:first-child").all_inner_texts()


def waiting(result: PathResult, problem: Any) -> list[str]:
    return [problem.state_name(each.state) for each in result.open]


def empty_map(page: Page, rows: int, columns: int) -> None:
    page.get_by_text("Make a maze, import, download").click()
    page.get_by_label("kind").select_option("empty")
    page.get_by_label("rows").fill(str(rows))
    page.get_by_label("columns").fill(str(columns))
    page.get_by_role("button", name="Make it").click()
    ready(page, f"{rows} × {columns}")
    page.get_by_text("Make a maze, import, download").click()


DRAWN = """
S..#......
...#..#...
...#..#...
...#..#...
...#..#...
......#..G
"""


def test_a_maze_is_drawn_with_the_mouse_solved_and_stepped_back(visit: Open) -> None:
    page = visit("/paths", viewport={"width": 1280, "height": 800})
    empty_map(page, 6, 10)
    size = (6, 10)
    drag(page, middle(page, *size, 0, 3), middle(page, *size, 4, 3))
    drag(page, middle(page, *size, 1, 6), middle(page, *size, 5, 6))
    grid = read_text(DRAWN)
    finder = load_pathfinder(grid, "astar")
    whole = finder.find(record=True)
    search(page)
    expect(counter(page, "cost")).to_have_text(f"{whole.cost}")
    expect(counter(page, "expanded")).to_have_text(f"{whole.expanded}")
    assert table(page) == waiting(whole, grid)
    for steps in (1, 2, 3):
        page.get_by_label("one step back").click()
        expect(counter(page, "expanded")).to_have_text(f"{whole.expanded - steps}")
        expect(counter(page, "cost")).to_have_text("…")
        before = finder.find(most=whole.expanded - steps)
        assert table(page) == waiting(before, grid)
        expect(counter(page, "open")).to_have_text(f"{len(before.open)}")
    page.get_by_label("one step on").click()
    assert table(page) == waiting(finder.find(most=whole.expanded - 2), grid)
    page.get_by_role("button", name="Undo").click()
    expect(counter(page, "cost")).to_have_text("14")


PIXEL = """([lane, layer, row, column, rows, columns]) => {
  const canvas = document.querySelectorAll(".stack")[lane].querySelectorAll("canvas")[layer];
  const x = (column + 0.5) * canvas.width / columns, y = (row + 0.5) * canvas.height / rows;
  const copy = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const pen = copy.getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, -Math.floor(x), -Math.floor(y));
  return [...pen.getImageData(0, 0, 1, 1).data];
}"""
VERMILLION, GREEN, ORANGE, NOTHING = [213, 94, 0], [0, 158, 115], [230, 159, 0], [0, 0, 0]
GROUND, MARKS, OVER = 0, 1, 2


def test_walls_marks_path_and_ends_are_painted(visit: Open) -> None:
    page = visit(link("maze_runner_8", "astar"))
    ready(page, "8 × 8")
    search(page)

    def pixel(layer: int, row: int, column: int) -> list[int]:
        found: list[int] = page.evaluate(PIXEL, [0, layer, row, column, 8, 8])
        return found[:3]

    grid = load_problem("maze_runner_8")
    result = load_pathfinder(grid, "astar").find()
    assert pixel(OVER, 0, 0) == GREEN
    assert pixel(OVER, 7, 7) == VERMILLION
    assert all(pixel(OVER, *cell) == VERMILLION for cell in result.path[1:])
    assert pixel(GROUND, 0, 2) == [59, 66, 76]
    assert all(pixel(MARKS, *each.state) == ORANGE for each in result.open)
    page.get_by_label("to the beginning").click()
    assert pixel(OVER, *result.path[3]) == NOTHING
    assert pixel(MARKS, *result.path[3]) == NOTHING
    assert pixel(MARKS, 0, 0) == ORANGE


def test_three_algorithms_race_with_the_counters_of_python(visit: Open) -> None:
    lanes = ["astar", "dijkstra", "weighted_astar(weight=2)"]
    page = visit(link("maze_runner_20", *lanes))
    ready(page, "20 × 20")
    search(page)
    results = [load_pathfinder(maze_runner_20(), lane).find() for lane in lanes]
    for lane, result in enumerate(results):
        expect(counter(page, "expanded", lane)).to_have_text(f"{result.expanded}")
        expect(counter(page, "peak", lane)).to_have_text(f"{result.peak_frontier}")
        expect(counter(page, "cost", lane)).to_have_text(f"{result.cost}")
    page.get_by_label("expansions so far").fill("60")
    for lane, text in enumerate(lanes):
        stopped = load_pathfinder(maze_runner_20(), text).find(most=60)
        expect(counter(page, "expanded", lane)).to_have_text(f"{stopped.expanded}")
        expect(counter(page, "open", lane)).to_have_text(f"{len(stopped.open)}")
        expect(counter(page, "peak", lane)).to_have_text(f"{stopped.peak_frontier}")
    page.locator("[name=of]").select_option("1")
    shown = waiting(load_pathfinder(maze_runner_20(), "dijkstra").find(most=60), maze_runner_20())
    assert table(page) == shown


def test_a_search_plays_pauses_and_goes_on(visit: Open) -> None:
    page = visit(link("maze(generator=prim, rows=31, columns=31)", "dijkstra"))
    ready(page, "31 × 31")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(counter(page, "expanded")).not_to_have_text(re.compile("^(0|–)$"))
    page.get_by_role("button", name="Pause").click()
    here = counter(page, "expanded").inner_text()
    page.get_by_label("one step on").click()
    expect(counter(page, "expanded")).to_have_text(f"{int(here) + 1}")
    page.get_by_label("speed").fill("100")
    page.get_by_role("button", name="Play").click()
    expect(counter(page, "cost")).not_to_have_text("…")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_goal_is_dragged_and_the_path_follows(visit: Open) -> None:
    page = visit(link("maze(generator=obstacles, rows=9, columns=9, density=0)"))
    ready(page, "9 × 9")
    search(page)
    expect(counter(page, "cost")).to_have_text("16")
    drag(page, middle(page, 9, 9, 8, 8), middle(page, 9, 9, 4, 5))
    expect(counter(page, "cost")).to_have_text("9")
    drag(page, middle(page, 9, 9, 0, 0), middle(page, 9, 9, 4, 0))
    expect(counter(page, "cost")).to_have_text("5")
    page.get_by_label("Goal").check()
    page.mouse.click(*middle(page, 9, 9, 6, 0))
    expect(counter(page, "cost")).to_have_text("2")
    page.mouse.click(*middle(page, 9, 9, 6, 0))
    expect(counter(page, "cost")).to_have_text("5")


def test_the_keyboard_alone_edits_and_solves(visit: Open) -> None:
    page = visit(link("maze(generator=obstacles, rows=5, columns=5, density=0)"))
    ready(page, "5 × 5")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.tagName") == "CANVAS":
            break
    for key in ("ArrowRight", "w", "ArrowDown", "w", "ArrowDown", "w", "ArrowDown", "5"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    grid = read_text("S#...\n.#...\n.#...\n.5...\n....G")
    expect(counter(page, "cost")).to_have_text(f"{load_pathfinder(grid, 'astar').find().cost}")
    for key in ("z", "ArrowRight", "g"):
        page.keyboard.press(key)
    expect(counter(page, "cost")).to_have_text("5")
    page.keyboard.press(",")
    expect(counter(page, "cost")).to_have_text("…")
    page.keyboard.press("End")
    expect(counter(page, "cost")).to_have_text("5")
    expect(page.locator(".cell")).to_contain_text("g 5, h 0, f 5")


@pytest.mark.parametrize("ending", ["txt", "map"])
def test_a_map_is_downloaded_and_read_again(visit: Open, tmp_path: Path, ending: str) -> None:
    cave = "maze(generator=caves, rows=12, columns=17, seed=4)"
    page = visit(link(cave))
    ready(page, "12 × 17")
    page.get_by_text("Make a maze, import, download").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=f".{ending}", exact=True).click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    saved, given = (
        load_problem(str(file)),
        load_problem("maze(generator=caves, rows=12, columns=17, seed=4)"),
    )
    assert isinstance(saved, Grid) and isinstance(given, Grid)
    assert saved.weights.tolist() == given.weights.tolist()
    empty_at = page.get_by_label("kind")
    empty_at.select_option("empty")
    page.get_by_label("rows").fill("3")
    page.get_by_role("button", name="Make it").click()
    ready(page, "3 × 17")
    page.get_by_label("import").set_input_files(file)
    ready(page, "12 × 17")
    search(page)
    cost = load_pathfinder(saved, "astar").find().cost
    assert float(counter(page, "cost").inner_text()) == pytest.approx(cost, abs=1e-4)


def test_a_file_that_is_no_map_is_answered_in_words(visit: Open, tmp_path: Path) -> None:
    page = visit("/paths")
    bad = tmp_path / "bad.txt"
    bad.write_text("..\n.?\n")
    page.get_by_text("Make a maze, import, download").click()
    page.get_by_label("import").set_input_files(bad)
    expect(page.locator(".ply-paths > .problem")).to_contain_text("bad.txt, line 2, column 2")


def test_a_heuristic_that_is_too_high_is_refuted_on_the_map(visit: Open) -> None:
    page = visit(link("maze_runner_8"))
    ready(page, "8 × 8")
    page.get_by_label("heuristic to put to the test").fill("manhattan(scale=3)")
    page.get_by_role("button", name="Put to the test").click()
    expect(page.locator(".verdict")).to_contain_text("is not admissible", timeout=60_000)
    expect(page.locator(".case").first).to_contain_text("Not admissible: h at 6,7 is 3")
    page.locator(".case").first.get_by_role("button", name="Show on the map").click()
    expect(page.locator(".cell")).to_contain_text("h 3, true distance 1, too high by 2")
    expect(page.locator(".levels")).to_contain_text("too high")
    assert accessible(page) == []
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".verdict")).to_have_count(0)


def test_mount_olimp_is_a_graph_with_the_same_animation(visit: Open) -> None:
    page = visit(link("mount_olimp", "astar"))
    ready(page, "24 places")
    search(page)
    expect(counter(page, "cost")).to_have_text("23")
    assert accessible(page) == []
    page.get_by_label("expansions so far").fill("7")
    stopped = load_pathfinder(mount_olimp(), "astar").find(most=7)
    assert table(page) == waiting(stopped, mount_olimp())
    page.locator(".stack canvas").nth(2).focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cell")).to_contain_text("Enipeas")
    expect(page.locator(".cell")).to_contain_text("g 6, h 8, f 14")
    page.keyboard.press("s")
    expect(counter(page, "cost")).to_have_text("17")


def test_the_address_restores_a_drawing(visit: Open) -> None:
    page = visit("/paths")
    empty_map(page, 7, 7)
    page.get_by_label("neighbors").select_option("8")
    page.get_by_label("past corners").select_option("always")
    drag(page, middle(page, 7, 7, 3, 1), middle(page, 7, 7, 3, 5))
    page.get_by_label("algorithm of lane 1").select_option("weighted_astar")
    page.get_by_label("heuristic of lane 1").select_option("octile")
    page.get_by_label("options of lane 1").click()
    page.get_by_label("weight", exact=True).fill("3")
    page.get_by_label("weight", exact=True).press("Enter")
    expect(page.locator("[name=text]")).to_have_value("weighted_astar(heuristic=octile, weight=3)")
    search(page)
    cost = counter(page, "cost").inner_text()
    page.reload()
    expect(counter(page, "cost")).to_have_text(cost)
    expect(page.get_by_label("neighbors")).to_have_value("8")
    expect(page.get_by_label("past corners")).to_have_value("always")
    expect(page.locator(".form")).to_have_text("weighted_astar(weight=3, heuristic=octile)")


def test_the_exported_animation_plays_from_disk(
    visit: Open, browser: Browser, tmp_path: Path
) -> None:
    page = visit(link("maze_runner_20", "astar", "greedy"))
    ready(page, "20 × 20")
    search(page)
    page.get_by_text("Make a maze, import, download").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="the animation (.html)").click()
    file = tmp_path / "search.html"
    download.value.save_as(file)
    complaints: list[str] = []
    alone = browser.new_page()
    alone.on("pageerror", lambda error: complaints.append(str(error)))
    alone.on("console", lambda said: complaints.append(said.text))
    alone.on("request", lambda asked: complaints.append(asked.url))
    alone.goto(file.as_uri())
    expect(counter(alone, "cost")).to_have_text("40")
    expect(alone.get_by_role("button", name="Search")).to_have_count(0)
    alone.get_by_label("to the beginning").click()
    expect(counter(alone, "expanded")).to_have_text("0")
    alone.get_by_label("speed").fill("100")
    alone.get_by_role("button", name="Play").click()
    expect(counter(alone, "cost", 1)).not_to_have_text("…")
    assert complaints == [file.as_uri()]
    alone.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_the_page_is_accessible(visit: Open, scheme: str, width: int) -> None:
    page = visit(link("maze_runner_20", "astar", "ida_star"), color_scheme=scheme,
                 viewport={"width": width, "height": 800})  # fmt: skip
    ready(page, "20 × 20")
    page.get_by_text("Make a maze, import, download").click()
    page.get_by_label("options of lane 1").click()
    search(page)
    assert accessible(page) == []
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert wide <= width


def test_a_large_map_is_loaded_searched_and_shown(visit: Open) -> None:
    page = visit(link("maze(generator=obstacles, rows=512, columns=512)", "dijkstra"))
    expect(page.locator(".title")).to_contain_text("512 × 512", timeout=30_000)
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator(".remark")).to_contain_text("the first 50,000 of", timeout=40_000)
    page.get_by_label("one step back").click()
    expect(counter(page, "expanded")).to_have_text("49,999")
