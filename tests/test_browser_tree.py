"""The tree in a browser: what it shows is the recorded search."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from browsing import Open, accessible
from playwright.sync_api import Browser, Page, expect

from plyground.games import load_game
from plyground.heuristics import load_evaluation
from plyground.search.tree import CUT, Tree, compare, recorded_tree

expect.set_options(timeout=30_000)  # a busy machine compiles slowly

GAME = load_game("connect_four")
EVALUATION = load_evaluation(GAME)
POSITION = GAME.parse_position("4435")

OPEN = """async (given) => {
  const { connect } = await import("/static/model.js");
  const { default: view } = await import("/static/tree.js");
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet" });
  await new Promise((resolve) => {
    sheet.onload = resolve;
    sheet.href = "/static/tree.css";
    document.head.append(sheet);
  });
  const model = connect((words) => { document.getElementById("notice").textContent = words; })
    .open("tree", given);
  await model.ready;
  const main = document.getElementById("view");
  main.replaceChildren();
  main.className = "";
  view.render({ model, el: main });
}"""

LISTEN = """() => {
  window.drawn = new Set();
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
    if (text.includes("never looked at")) window.drawn.add(`${text} at ${x} ${y}`);
    return fillText.call(this, text, x, y, ...rest);
  };
}"""

SWEEP = """async () => {
  const canvas = document.querySelector("canvas"), frame = () => new Promise(requestAnimationFrame);
  const turn = (deltaY) => canvas.dispatchEvent(
    new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true }));
  for (const by of [-300, 300]) {
    for (let far = 0; far < 60; far++) {
      turn(by);
      await frame();
      await frame();
    }
    for (let far = 0; far < 60; far++) turn(-by);
  }
  return [...window.drawn];
}"""


def tree_of(depth: int, pruning: bool = True) -> Tree:
    return recorded_tree(GAME, EVALUATION, POSITION, depth, pruning)


def show(page: Page, **given: Any) -> None:
    """Open a tree in the page and wait until it is drawn."""
    page.evaluate(OPEN, {"game": "connect_four", "position": "4435", **given})
    expect(page.locator(".ply-tree canvas").first).to_be_visible()
    expect(page.locator(".said")).not_to_be_empty()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def output(page: Page) -> Any:
    return expect(page.locator(".steps output"))


def test_the_cuts_in_the_picture_are_those_of_the_search(visit: Open) -> None:
    page = visit("/write")
    page.evaluate(LISTEN)
    show(page, agent="alpha_beta(depth=3)")
    tree = tree_of(3)
    expect(page.locator(".about")).to_contain_text(
        f"{tree.nodes} nodes, ✂ {tree.left_out.sum()} never looked at"
    )
    press(page, "Expand all")
    drawn = page.evaluate(SWEEP)
    shown = sorted(int(text.split()[1]) for text in drawn)
    assert shown == sorted(tree.left_out[tree.left_out > 0].tolist())
    assert len(shown) > 20


def test_the_outline_tells_of_every_child_what_the_search_says(visit: Open) -> None:
    page = visit("/write")
    show(page, agent="alpha_beta(depth=3)")
    tree = tree_of(3)
    cut = next(index for index in range(len(tree)) if tree.kind[index] == CUT and index > 20)
    for node in tree.path(cut)[1:]:
        place = tree.children(int(tree.parent[node])).index(node)
        page.get_by_role("list", name="children").get_by_role("button").nth(place).click()
    path = page.get_by_role("list", name="path").get_by_role("button")
    expect(path).to_have_count(len(tree.path(cut)))
    expect(path.last).to_have_attribute("aria-current", "true")
    seen = -1 if tree.ply[cut] % 2 else 1
    words = ("≤" if seen < 0 else "≥") + " " + tree.words(seen * int(tree.value[cut]))
    name, left_out = tree.move_name(cut), tree.left_out[cut]
    expect(path.last).to_have_text(f"{name} {words} ✂ {left_out}")
    expect(page.locator("dl")).to_contain_text(
        f"{len(tree.children(cut))} looked at, ✂ {left_out} never"
    )


def test_side_by_side_the_counters_are_those_of_the_comparison(visit: Open) -> None:
    page = visit("/write")
    show(page, agent="alpha_beta(depth=4)")
    page.locator("[name=pruning]").select_option("both")
    found = compare(GAME, EVALUATION, POSITION, 4)
    pruned, whole = found.alpha_beta.nodes, found.minimax.nodes
    expect(page.locator("figcaption")).to_have_text(
        [f"With pruning: {pruned:,}", f"Without pruning: {whole:,}"]
    )
    expect(page.locator(".counts")).to_have_text(
        f"with pruning {pruned:,} nodes, without {whole:,}: {found.ratio:.1f} times as many, "
        f"{round(100 * found.saved)} % saved"
    )


def test_side_by_side_both_searches_go_in_step(visit: Open) -> None:
    page = visit("/write")
    show(page, agent="alpha_beta(depth=3)")
    page.locator("[name=pruning]").select_option("both")
    expect(page.locator("canvas")).to_have_count(2)
    pruned, whole = tree_of(3), tree_of(3, pruning=False)
    paths = [[whole.move_name(each) for each in whole.path(node)] for node in range(len(whole))]
    also = [[pruned.move_name(each) for each in pruned.path(node)] for node in range(len(pruned))]
    for step in (0, 60, 200, whole.nodes):
        page.locator(".steps input").fill(str(step))
        visited = sum(path in paths[: step + 1] for path in also) - 1
        output(page).to_have_text(f"✂ {visited} of {pruned.nodes} · all {step} of {whole.nodes}")


def test_the_search_can_be_stepped_through_both_ways(visit: Open) -> None:
    page = visit("/write")
    show(page, agent="alpha_beta(depth=4)")
    tree = tree_of(4)
    output(page).to_have_text(f"{tree.nodes:,} of {tree.nodes:,} visited")
    press(page, "to the first node")
    output(page).to_have_text(f"0 of {tree.nodes:,} visited")
    expect(page.locator(".said")).to_have_text("…")
    for step in (1, 2, 3, 4):
        press(page, "one node on")
        output(page).to_have_text(f"{step} of {tree.nodes:,} visited")
    expect(page.locator(".said")).to_have_text(tree.words(int(tree.seen_by_root[4])))
    press(page, "one node back")
    output(page).to_have_text(f"3 of {tree.nodes:,} visited")
    page.locator("canvas").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    output(page).to_have_text(f"5 of {tree.nodes:,} visited")
    moves = " ".join(tree.move_name(each) for each in tree.path(5)[1:])
    expect(page.locator("dd").first).to_have_text(moves)
    page.keyboard.press("End")
    output(page).to_have_text(f"{tree.nodes:,} of {tree.nodes:,} visited")


def test_the_search_plays_by_itself_until_it_is_paused(visit: Open) -> None:
    page = visit("/write")
    show(page, agent="alpha_beta(depth=4)")
    page.get_by_label("speed").select_option("2")
    press(page, "Play")
    output(page).to_have_text(re.compile(r"^1\d of"))
    press(page, "Pause")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_with_the_keyboard_alone_a_node_is_found_and_opened(visit: Open) -> None:
    page = visit("/write")
    show(page, agent="alpha_beta(depth=3)")
    tree = tree_of(3)
    press(page, "Collapse all")
    page.locator("canvas").focus()
    for key in ("c", "ArrowDown", "ArrowDown", "Enter", "c"):
        page.keyboard.press(key)
    third = tree.children(0)[2]
    node = tree.children(third)[0]
    moves = f"{tree.move_name(third)} {tree.move_name(node)}"
    expect(page.locator("dd").first).to_have_text(moves)
    expect(page.locator("[aria-live].hidden")).to_contain_text(f"{moves}: ")
    page.keyboard.press("p")
    expect(page.locator("dd").first).to_have_text(tree.move_name(third))


def test_a_node_leads_to_its_board_and_into_play(visit: Open) -> None:
    page = visit("/write")
    show(page, agent="alpha_beta(depth=5)")
    tree = tree_of(5)
    node = tree.nodes - 1
    page.locator(".steps input").fill(str(node))
    moves = [tree.move_name(each) for each in tree.path(node)[1:]]
    expect(page.locator(".spot p")).to_have_text(f"after {' '.join(moves)}")
    name = GAME.position_name(tree.position_at(node))
    expect(page.locator(".spot svg title")).to_have_text(name)
    link = page.get_by_role("link", name="Open this position in Play")
    said = parse_qs((link.get_attribute("href") or "").removeprefix("/play#"))
    assert said == {"game": ["connect_four"], "position": [name]}


def test_another_agent_is_explained_and_another_depth_can_be_had(visit: Open) -> None:
    page = visit("/write")
    show(page, agent="mcts(simulations=100)")
    expect(page.locator(".note")).to_contain_text("mcts grows its tree by random games")
    page.get_by_label("depth").fill("2")
    page.get_by_label("depth").press("Enter")
    tree = tree_of(2)
    output(page).to_have_text(f"{tree.nodes} of {tree.nodes} visited")
    page.get_by_label("heuristic").fill("center")
    page.get_by_label("heuristic").press("Enter")
    expect(page.locator("h1")).to_have_text("connect_four, alpha-beta to depth 2, center")
    page.get_by_label("depth").fill("40")
    page.get_by_label("depth").press("Enter")
    expect(page.get_by_role("alert").filter(has_text="fit")).to_contain_text(
        "(use a smaller depth)", timeout=60_000
    )


def test_the_saved_file_shows_the_same_without_a_server(
    visit: Open, browser: Browser, tmp_path: Path
) -> None:
    page = visit("/write", accept_downloads=True)
    show(page, agent="alpha_beta(depth=3)")
    with page.expect_download() as download:
        press(page, "Save as HTML")
    file = tmp_path / "tree.html"
    download.value.save_as(file)
    errors: list[str] = []
    alone = browser.new_page()
    alone.on("pageerror", lambda error: errors.append(str(error)))
    alone.on("console", lambda said: errors.append(said.text))
    alone.goto(f"{file.as_uri()}#step=7")
    tree = tree_of(3)
    output(alone).to_have_text(f"7 of {tree.nodes} visited")
    expect(alone.get_by_label("depth")).to_be_hidden()
    expect(alone.get_by_role("button", name="Save as HTML")).to_be_hidden()
    press(alone, "one node on")
    output(alone).to_have_text(f"8 of {tree.nodes} visited")
    assert not accessible(alone)
    alone.close()
    assert not errors


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_everyone_can_use_the_tree(visit: Open, scheme: str, width: int) -> None:
    page = visit("/write", color_scheme=scheme, viewport={"width": width, "height": 800})
    show(page, agent="deepening(depth=3)")
    assert not accessible(page)
    page.locator("[name=pruning]").select_option("both")
    expect(page.locator("figcaption")).to_have_count(2)
    assert not accessible(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
