"""The README's screenshots: python docs/screenshots.py (dev extra, Chromium).

Starts a server, brings each page into a state worth seeing, writes docs/web_*.png; then grades all
heuristics of Connect Four and writes the figures of that report to docs/leaderboard.png.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from browsing import CHROMIUM, QUIET, Served  # noqa: E402
from command_line import plyground  # noqa: E402

GAME = {
    "game": "checkers",
    "first": "human",
    "second": "alpha_beta(depth=4)",
    "moves": "11-15,23-19,8-11,22-17,11-16,24-20,16x23,27x18x11",
    "values": "deepening(nodes=200000)",
}
RACE = [("problem", "maze(generator=caves, rows=40, columns=40, seed=4)"), ("search", "1")]
RACE += [("lane", each) for each in ("astar", "greedy", "dijkstra")]


SHOWN = {"x": 0, "y": 0, "width": 1280, "height": 720}


def play(page: Page) -> None:
    page.get_by_text("valuing moves").wait_for(state="hidden", timeout=60_000)
    page.wait_for_timeout(1000)


def tree(page: Page) -> None:
    page.get_by_role("button", name="The tree behind this move").click()
    page.wait_for_timeout(6000)


def paths(page: Page) -> None:
    page.wait_for_timeout(6000)


def lab(page: Page) -> None:
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_timeout(15000)


def write(page: Page) -> None:
    page.get_by_role("button", name="Save and check").click()
    page.wait_for_timeout(20000)


PICTURES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "play": (f"/play#{urlencode(GAME)}", play),
    "tree": ("/play#game=connect_four&first=human&second=alpha_beta(depth%3D4)&moves=4", tree),
    "paths": (f"/paths#{urlencode(RACE)}", paths),
    "lab": ("/lab#game=isolation&agents=alpha_beta(depth%3D3)%3Bminimax(depth%3D2)", lab),
    "write": ("/write", write),
}


def leaderboard(page: Page, report: Path) -> None:
    """The two figures on who wins, and on what is thrown away."""
    graded = plyground("leaderboard", "connect_four", "--report", str(report))
    assert graded.returncode == 0, graded.stderr
    page.goto(report.as_uri())
    figures = [page.locator("figure").nth(number).bounding_box() for number in (0, 1)]
    first, second = (each or {} for each in figures)
    clip = {"x": first["x"] - 8, "y": first["y"] - 8, "width": first["width"] + 16}
    clip["height"] = second["y"] + second["height"] + 16 - first["y"]
    page.screenshot(path=str(HERE / "leaderboard.png"), clip=clip, full_page=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.goto(served.address)
            for name, (address, prepare) in PICTURES.items():
                page.goto("about:blank")
                page.goto(served.base + address)
                page.wait_for_selector("#view:not([aria-busy])")
                prepare(page)
                page.screenshot(path=str(HERE / f"web_{name}.png"), clip=SHOWN)
            leaderboard(page, Path(folder) / "leaderboard.html")
            browser.close()
        finally:
            served.stop()


if __name__ == "__main__":
    main()
