"""Frames per second while a fully expanded tree of 20,000 nodes is panned, in headless Chromium.

    python -m bench.tree_frames

Every frame scrolls the canvas by a wheel event, as a hand would; what is counted are the frames
that the browser then draws in a second. Nearby, nodes have words; from afar, they melt into bars.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from plyground.games import load_game
from plyground.heuristics import load_evaluation
from plyground.search.tree import recorded_tree
from plyground.tree_view import tree_html

WANTED = 50
SECONDS = 3
ZOOMS = {"nearby": 1.0, "halfway": 0.3, "all in view": 0.001}

PAN = """async ([zoom, seconds]) => {
  const canvas = document.querySelector("canvas");
  const turn = (deltaY, ctrlKey) => canvas.dispatchEvent(
    new WheelEvent("wheel", { deltaY, ctrlKey, bubbles: true, cancelable: true }));
  const frame = () => new Promise(requestAnimationFrame);
  turn(-3000, true);
  turn(300 * Math.log(2.5 / zoom), true);
  await frame();
  const times = [await frame()];
  for (let number = 0; times.at(-1) - times[0] < 1000 * seconds; number += 1) {
    turn(number % 120 < 60 ? 40 : -40, false);
    times.push(await frame());
  }
  const gaps = times.slice(1).map((time, at) => time - times[at]).sort((a, b) => a - b);
  return { fps: 1000 * gaps.length / (times.at(-1) - times[0]), worst: gaps.at(-1) };
}"""


def measured(page: Page, zoom: float) -> dict[str, float]:
    """Frames per second at a zoom, and the longest wait between two frames in milliseconds."""
    found: dict[str, float] = page.evaluate(PAN, [zoom, SECONDS])
    return found


def main() -> int:
    """Print the frames per second at each zoom; 1 if any is too few."""
    game = load_game("connect_four")
    tree = recorded_tree(game, load_evaluation(game), game.start, depth=5, pruning=False)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("no chromium on this machine: apt-get install chromium")
        return 1
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "tree.html"
        file.write_text(tree_html(tree), "utf-8")
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(file.as_uri())
        page.get_by_role("button", name="Expand all").click()
        found = {name: measured(page, zoom) for name, zoom in ZOOMS.items()}
        browser.close()
    print(f"panning {tree.nodes:,} expanded nodes (wanted: {WANTED} frames per second)")
    for name, each in found.items():
        print(f"  {name:12} {each['fps']:5.1f} frames/s, longest wait {each['worst']:.0f} ms")
    return int(min(each["fps"] for each in found.values()) < WANTED)


if __name__ == "__main__":
    sys.exit(main())
