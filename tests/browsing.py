"""A server, Debian's Chromium, and pages that must not complain."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
         "--disable-component-update", "--no-first-run"]  # fmt: skip


class Served:
    """A running `plyground serve`."""

    def __init__(self, folder: Path, *options: str) -> None:
        command = [sys.executable, "-c", "from plyground.cli import main; main()", "serve"]
        environment = os.environ | {"PLYGROUND_RUNS": str(folder / "runs.sqlite")}
        self.process = subprocess.Popen(
            [*command, "--port", "0", "--no-browser", *options],
            stdout=subprocess.PIPE, text=True, env=environment, cwd=folder,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        self.address = found[0]
        self.base, _, self.token = self.address.partition("/?token=")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    found = Served(tmp_path_factory.mktemp("served"))
    yield found
    found.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one file of tests: as long as it runs, its event loop occupies the thread."""
    if CHROMIUM is None:
        pytest.skip("no chromium on this machine: apt-get install chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield found
        found.close()


Open = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Open]:
    """visit("/play#…") opens a page; at the end none may have complained or asked elsewhere."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def heard(kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            complaints.append(text)

    def outside(url: str) -> None:
        if not url.startswith((served.base, "data:", "blob:")):
            complaints.append(f"asked for {url}")

    def opened(path: str = "/play", **settings: Any) -> Page:
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda said: heard(said.type, said.text))
        page.on("request", lambda asked: outside(asked.url))
        page.goto(served.address)
        page.goto(served.base + path)
        page.wait_for_selector("#view:not([aria-busy])")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


def accessible(page: Page) -> list[str]:
    """What axe has to say against the page as it stands; empty if nothing."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes']][:5]}"
        for each in found
    ]
