"""Frames per second while the search of a 64 × 64 map is played, in headless Chromium.

    python -m bench.animation

The page is the one that the Paths view exports, played from its first step to its last at the speed
it chooses itself; what is counted are the frames that the browser draws, each after its steps. On
a machine that has other work to do, an empty page and the share of its time that the page's thread
is busy tell more.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from plyground.views.finding import written
from plyground.views.paths import session
from plyground.views.session import State

WANTED = 50
IDLE = """async () => {
  const frame = () => new Promise(requestAnimationFrame), first = await frame();
  let last = first, frames = 0;
  for (; last - first < 2000; frames += 1) last = await frame();
  return 1000 * frames / (last - first);
}"""
MAP = "maze(generator=obstacles, rows=64, columns=64, seed=2)"
RACES = [["dijkstra"], ["dijkstra", "astar", "greedy", "bidirectional"]]

PLAY = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const play = document.querySelector("[data-do=play]");
  document.querySelector("[data-do=begin]").click();
  play.click();
  const times = [await frame()];
  while (play.textContent === "Pause") times.push(await frame());
  const gaps = times.slice(1).map((time, at) => time - times[at]).sort((a, b) => a - b);
  return { fps: 1000 * gaps.length / (times.at(-1) - times[0]), worst: gaps.at(-1),
    seconds: (times.at(-1) - times[0]) / 1000 };
}"""


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


def measured(page: Page, file: Path, state: State) -> dict[str, float]:
    """Frames per second, the longest wait in milliseconds, how long it played, and how busily."""
    file.write_text(written(state, "animation"), "utf-8")
    page.goto(file.as_uri())
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")

    before = worked()
    found: dict[str, float] = page.evaluate(PLAY)
    return found | {"busy": (worked() - before) / found["seconds"]}


def main() -> int:
    """Print the frames per second of each race; 1 if any has too few."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("no chromium on this machine: apt-get install chromium")
        return 1
    print(f"playing searches of {MAP} (wanted: {WANTED} frames per second)")
    least = float("inf")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        print(f"  an empty page:  {page.evaluate(IDLE):5.1f} frames/s")
        for lanes in RACES:
            state = animation(lanes)
            found = measured(page, Path(folder) / "search.html", state)
            steps = max(run["steps"] for run in state["runs"]["lanes"])
            least = min(least, found["fps"])
            print(
                f"  {len(lanes)} side by side: {found['fps']:5.1f} frames/s, longest wait "
                f"{found['worst']:.0f} ms, {steps:,} steps in {found['seconds']:.1f} s, "
                f"busy {found['busy']:.0%}"
            )
        browser.close()
    return int(least < WANTED)


if __name__ == "__main__":
    sys.exit(main())
