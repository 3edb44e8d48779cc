"""What the web app adds to a search: from a click on the board to the agent's reply on the screen.

    click ──▶ page ──▶ server ──▶ desk: search ──▶ server ──▶ page: the reply is drawn
    └────────────────────── measured, minus the search itself ──────────────────────┘

In headless Chromium, by the page's own clock; and how long `plyground serve` takes to be up.
"""

import random
import shutil
import statistics
import time
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bench.measure import MissingPeer, Row
from bench.web_load import server

MOVES, STARTS = 50, 5
COLUMNS, ROWS = 7, 6
AGENT = "alpha_beta(depth=6)"
CLOCK = """(wanted) => {
  const board = document.querySelector(".ply-play .board");
  const list = document.querySelector(".ply-play .moves");
  const over = () => document.querySelector(".ply-play .status")?.textContent.includes("over");
  let begin = 0;
  board.addEventListener("click", () => { begin = performance.now(); }, { capture: true, once: true });
  window.taken = new Promise((resolve) => {
    const watcher = new MutationObserver(() => {
      const plies = list.querySelectorAll("[data-ply]").length;
      if (plies < wanted && !(over() && plies === wanted - 1)) return;
      watcher.disconnect();
      requestAnimationFrame(() => resolve({ taken: performance.now() - begin, plies }));
    });
    watcher.observe(document.querySelector(".ply-play"), { childList: true, subtree: true, characterData: true });
  });
}"""  # noqa: E501


def measure() -> list[Row]:
    """Click to reply, and time to up."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise MissingPeer("no chromium on this machine: apt-get install chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise MissingPeer("no playwright: pip install -e '.[dev]'") from None
    with sync_playwright() as playwright, server() as (_, socket):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        added = click_to_reply(browser.new_page(), socket, MOVES)
        browser.close()
    work = f"click to reply in the page, minus the search, {MOVES} moves against {AGENT}"
    return [
        Row(work=f"{work}: median", ours=statistics.median(added), unit="ms", at_most=50),
        Row(work=f"{work}: 90 %", ours=statistics.quantiles(added, n=10)[8], unit="ms"),
        Row(work="plyground serve is up, warm", ours=statistics.median(starts()), unit="s",
            at_most=3),
    ]  # fmt: skip


def click_to_reply(page: Any, socket: str, moves: int) -> list[float]:
    """Milliseconds from click to reply, each minus its search, of so many moves."""
    parts = urlsplit(socket)
    page.goto(f"http://{parts.netloc}/play?{parts.query}")
    chance, added = random.Random(1), list[float]()
    while len(added) < moves:
        page.goto("about:blank")
        page.goto(f"http://{parts.netloc}/play#game=connect_four&second={AGENT}")
        page.wait_for_selector("#view:not([aria-busy]) .board svg")
        added += _game(page, chance)
    return added[:moves]


def _game(page: Any, chance: random.Random) -> Iterator[float]:
    """A game against the agent; the first move, for which it may have to load, is left out."""
    plies = 0
    while "over" not in page.inner_text(".ply-play .status"):
        heights = [_moves(page).count(str(column)) for column in range(1, COLUMNS + 1)]
        column = chance.choice([each for each in range(COLUMNS) if heights[each] < ROWS])
        page.evaluate(CLOCK, plies + 2)
        box = page.locator(".ply-play .board svg").bounding_box()
        page.mouse.click(box["x"] + (column + 0.5) / COLUMNS * box["width"],
                         box["y"] + 0.5 * box["height"])  # fmt: skip
        found = page.evaluate("window.taken")
        if plies and found["plies"] == plies + 2:
            yield found["taken"] - 1000 * _searched(page.inner_text(".ply-play .thought"))
        plies = found["plies"]


def _moves(page: Any) -> list[str]:
    """The moves so far, from the page's address."""
    found = parse_qs(urlsplit(page.url).fragment).get("moves", [""])[0]
    return [each for each in found.split(",") if each]


def _searched(thought: str) -> float:
    """Seconds of the search, as the page tells them: "O: +3, depth 6, 1,204 nodes, 0.01 s, …"."""
    words = thought.replace(",", " ").split()
    return float(words[words.index("s") - 1]) if "s" in words else 0.0


def starts() -> list[float]:
    """Seconds from starting the command to its first answer."""
    found = []
    for _ in range(STARTS):
        begin = time.perf_counter()
        with server() as (_, socket):
            parts = urlsplit(socket)
            with urllib.request.urlopen(f"http://{parts.netloc}/static/app.js") as answer:
                answer.read()
            found.append(time.perf_counter() - begin)
    return found


def main() -> None:
    """Print the figures."""
    for row in measure():
        met = {None: "", True: ", goal met", False: ", goal MISSED"}[row.met]
        print(f"{row.work}: {row.ours:.2f} {row.unit}{met}")


if __name__ == "__main__":
    main()
