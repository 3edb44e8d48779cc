"""Frames per second in headless Chromium: a search played on a 64 × 64 map, a large tree panned.

    session ──▶ the page it exports ──▶ Chromium: play, or scroll by wheel ──▶ frames a second

Counted are the frames that the browser draws; an empty page says how many the machine can.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.measure import MissingPeer, Row
from plyground.games import load_game
from plyground.heuristics import load_evaluation
from plyground.search.tree import recorded_tree
from plyground.tree_view import tree_html
from plyground.views.finding import written
from plyground.views.paths import session
from plyground.views.session import State

if TYPE_CHECKING:
    from playwright.sync_api import Page

WANTED = 50
SECONDS = 3
MAP = "maze(generator=obstacles, rows=64, columns=64, seed=2)"
RACES = [["dijkstra"], ["dijkstra", "astar", "greedy", "bidirectional"]]
ZOOMS = {"nearby": 1.0, "halfway": 0.3, "all in view": 0.001}

IDLE = """async (seconds) => {
  const frame = () => new Promise(requestAnimationFrame), first = await frame();
  let last = first, frames = 0;
  for (; last - first < 1000 * seconds; frames += 1) last = await frame();
  return 1000 * frames / (last - first);
}"""

PLAY = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const play = document.querySelector("[data-do=play]");
  document.querySelector("[data-do=begin]").click();
  play.click();
  const first = await frame();
  let last = first, frames = 0;
  for (; play.textContent === "Pause"; frames += 1) last = await frame();
  return 1000 * frames / (last - first);
}"""

PAN = """async ([zoom, seconds]) => {
  const canvas = document.querySelector("canvas");
  const turn = (deltaY, ctrlKey) => canvas.dispatchEvent(
    new WheelEvent("wheel", { deltaY, ctrlKey, bubbles: true, cancelable: true }));
  const frame = () => new Promise(requestAnimationFrame);
  turn(-3000, true);
  turn(300 * Math.log(2.5 / zoom), true);
  await frame();
  const first = await frame();
  let last = first, frames = 0;
  for (; last - first < 1000 * seconds; frames += 1) {
    turn(frames % 120 < 60 ? 40 : -40, false);
    last = await frame();
  }
  return 1000 * frames / (last - first);
}"""


def measure() -> list[Row]:
    """An empty page, animations, and a tree."""
    with empty_page() as (page, folder):
        idle = page.evaluate(IDLE, SECONDS)
        rows = [Row(work="an empty page", ours=idle, unit="frames/s")]
        for lanes in RACES:
            page.goto(_file(folder, written(animation(lanes), "animation")))
            work = f"the search of a 64 × 64 map played, {len(lanes)} side by side"
            rows.append(_row(work, page.evaluate(PLAY)))
        game = load_game("connect_four")
        tree = recorded_tree(game, load_evaluation(game), game.start, depth=5, pruning=False)
        page.goto(_file(folder, tree_html(tree)))
        page.get_by_role("button", name="Expand all").click()
        for name, zoom in ZOOMS.items():
            work = f"a tree of {tree.nodes:,} expanded nodes panned, {name}"
            rows.append(_row(work, page.evaluate(PAN, [zoom, SECONDS])))
    return rows


@contextmanager
def empty_page() -> Iterator[tuple["Page", Path]]:
    """A page of headless Chromium, and a folder for what it shows."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise MissingPeer("no chromium on this machine: apt-get install chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise MissingPeer("no playwright: pip install -e '.[dev]'") from None
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield browser.new_page(viewport={"width": 1280, "height": 800}), Path(folder)
        browser.close()


class HomeHere:
    """Where a session does its own jobs."""

    runs_code, why_not = False, "this is a measurement"

    def show(self, changes: State) -> None: ...

    def ask(
        self,
        then: Callable[[Any], None],
        failed: Callable[[str], None],
        job: Callable[..., Any],
        *arguments: Any,
        seconds: float | None = None,
    ) -> Any:
        then(job(*arguments))


def animation(lanes: list[str]) -> State:
    """The state of a view that has searched the map."""
    link = "&".join([f"problem={MAP}", *(f"lane={lane}" for lane in lanes), "search=1"])
    return session(HomeHere(), {"link": link}).state


def _file(folder: Path, page: str) -> str:
    file = folder / "page.html"
    file.write_text(page, "utf-8")
    return file.as_uri()


def _row(work: str, frames: float) -> Row:
    return Row(work=work, ours=frames, unit="frames/s", at_least=WANTED)
