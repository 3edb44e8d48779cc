"""The views in a notebook, and the notebooks that show them."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from hosting import until
from nbclient import NotebookClient
from playwright.sync_api import Browser, Page

import plyground as pg
from plyground.notebook.stills import Still
from plyground.views.lab_bench import laboratory

EXAMPLES = Path(__file__).parent.parent / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
SMALL = "connect_four(rows=4, columns=4, connect=3)"


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Matches of these tests are kept apart, and played in a laboratory of their own."""
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path / "runs.sqlite"))
    laboratory.cache_clear()
    yield
    laboratory().close()
    laboratory.cache_clear()


# --- pictures ------------------------------------------------------------------------------------


def test_a_board_is_a_picture_and_a_text() -> None:
    board = pg.board("connect_four", "44")
    assert str(board) == pg.load_game("connect_four").show(board.position)
    assert board._repr_html_().startswith("<svg")
    assert pg.board(pg.load_game("checkers")).position == pg.load_game("checkers").start


STILLS: list[tuple[Callable[[], Any], str]] = [
    (lambda: pg.play(SMALL, moves="22", live=False), ". O . .\n. X . ."),
    (lambda: pg.tree(SMALL, "23", "alpha_beta(depth=3, heuristic=center)", live=False), "49 nodes"),
    (lambda: pg.search_view("maze_runner_8", "astar", live=False), "cost 16"),
    (lambda: pg.match("tic_tac_toe", "alpha_beta(depth=3)", "random", games=4, live=False),
     "alpha_beta(depth=3)"),
]  # fmt: skip


@pytest.mark.parametrize(("made", "words"), STILLS, ids=["play", "tree", "search_view", "match"])
def test_a_view_that_is_not_live_is_a_picture_and_says_the_same_in_words(
    made: Callable[[], Still], words: str
) -> None:
    still = made()
    assert words in repr(still)
    assert "<svg" in still._repr_html_()


def test_an_unknown_setting_of_a_match_is_refused() -> None:
    with pytest.raises(pg.PlygroundError, match="no such setting"):
        pg.match("tic_tac_toe", "random", "random", colour="red", live=False)


WITHOUT = """
import sys
sys.modules["anywidget"] = None
import plyground as pg
assert "plyground.notebook" not in sys.modules
shown = pg.play("tic_tac_toe", moves="b2")
assert "plyground.notebook.widget" not in sys.modules
print(repr(shown))
assert "<svg" in shown._repr_html_() and "pip install" in shown._repr_html_()
"""


def test_without_anywidget_there_is_a_picture_and_how_to_get_the_live_one() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True,
                          check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "X" in done.stdout
    assert "pip install 'plyground[notebook]'" in done.stdout


# --- live views ----------------------------------------------------------------------------------


def test_a_message_changes_the_state_and_the_agent_answers() -> None:
    view = pg.play(SMALL, second="random")
    view.receive({"do": "move", "name": "2"})
    until(lambda: len(view.moves) == 2)
    assert view.moves[0] == "2"
    assert view.get_state()["moves"] == view.moves
    view.close()


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"do": "move", "name": "9"}, "'9' is not a column"),
        ({"do": "move"}, "missing 1 required"),
        ({"do": "dance"}, "there is no message to play 'dance'"),
        ({}, "there is no message to play"),
    ],
)
def test_what_is_refused_is_the_problem_of_the_view(message: dict[str, str], words: str) -> None:
    view = pg.play(SMALL)
    heard: list[str] = []
    view.observe(lambda change: heard.append(change["new"]), "problem")
    for _ in range(2):
        view.receive(message)
        assert words in view.problem
    assert len(heard) == 3  # the problem, gone, and again
    assert view.moves == []
    view.close()


def test_a_tree_is_recorded_for_the_view() -> None:
    view = pg.tree(SMALL, "23", "alpha_beta(depth=3, heuristic=center)")
    until(lambda: not view.busy)
    assert view.problem == ""
    assert len(view.trees) == 1
    view.receive({"do": "set", "pruning": "both"})
    until(lambda: not view.busy)
    assert len(view.trees) == 2
    view.close()


def test_algorithms_race_in_a_view() -> None:
    view = pg.search_view("maze_runner_8", "astar", "dijkstra")
    until(lambda: view.runs is not None)
    assert [lane["failed"] for lane in view.runs["lanes"]] == ["", ""]
    view.close()


def test_a_match_is_played_in_a_view() -> None:
    view = pg.match("tic_tac_toe", "alpha_beta(depth=3)", "random", games=4)
    other = pg.match("tic_tac_toe", "random", "random", games=2)
    until(lambda: [job["state"] for job in view.jobs] == ["done", "done"], 60)
    assert view.problem == other.problem == ""
    assert repr(view) == "tic_tac_toe: alpha_beta(depth=3) – random: done, 4 of 4 games"
    assert repr(other) == "tic_tac_toe: random – random: done, 2 of 2 games"
    view.close()
    other.close()


VIEWS: dict[str, Callable[[], Any]] = {
    "play": lambda: pg.play(SMALL, moves="22"),
    "tree": lambda: pg.tree(SMALL, "23", "alpha_beta(depth=3, heuristic=center)"),
    "paths": lambda: pg.search_view("maze_runner_8", "astar"),
    "lab": lambda: pg.match("tic_tac_toe", "random", "random", games=2),
}


@pytest.mark.parametrize("name", VIEWS)
def test_a_saved_notebook_shows_a_picture_or_words(name: str) -> None:
    view = VIEWS[name]()
    data, _ = view._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert ("<svg" in data["text/html"]) == (name != "lab")
    assert len(data["text/plain"]) > 10
    view.close()


HARNESS = """<!doctype html><html lang="en"><meta charset="utf-8"><title>cell</title>
<style>{style}</style><body><div id="cell"></div><script type="module">
const state = {state};
const listeners = {{}};
window.sent = [];
const model = {{
  get: (name) => state[name],
  on: (event, listener) => (listeners[event] ??= []).push(listener),
  off: (event, listener) => {{ listeners[event] = (listeners[event] ?? []).filter((each) => each !== listener); }},
  send: (message) => window.sent.push(message),
}};
window.change = (changes) => {{
  Object.assign(state, changes);
  Object.keys(changes).forEach((name) => (listeners["change:" + name] ?? []).forEach((each) => each()));
  (listeners.change ?? []).forEach((each) => each());
}};
const source = {script};
const address = URL.createObjectURL(new Blob([source], {{ type: "text/javascript" }}));
const view = await import(address);
await view.default.render({{ model, el: document.getElementById("cell") }});
document.body.dataset.ready = "yes";
</script></body></html>"""  # noqa: E501


@pytest.fixture
def cell(browser: Browser) -> Iterator[Callable[[str, str], Page]]:
    """A page with the view of a widget and a model like anywidget's; no server anywhere."""
    contexts, complaints = [], []

    def shown(html: str, ready: str) -> Page:
        context = browser.new_context()
        contexts.append(context)
        found = context.new_page()
        found.on("pageerror", lambda error: complaints.append(str(error)))
        found.on("request", lambda asked: complaints.append(asked.url)
                 if not asked.url.startswith(("data:", "blob:", "about:")) else None)  # fmt: skip
        found.set_content(html)
        found.wait_for_selector(ready)
        return found

    yield shown
    for context in contexts:
        context.close()
    assert complaints == []


def as_cell(view: Any) -> str:
    state = {key: view.get_state()[key] for key in view.session.state}
    return HARNESS.format(
        style=view._css,
        state=json.dumps(state).replace("<", "\\u003c"),
        script=json.dumps(view._esm).replace("<", "\\u003c"),
    )


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_drawn_in_a_cell_without_a_server(
    browser: Browser, cell: Callable[[str, str], Page], name: str
) -> None:
    view = VIEWS[name]()
    blank = browser.new_page()  # while Playwright waits, answers of the desk come in
    while (name == "tree" and view.busy) or (name == "lab" and view.run is None):
        blank.wait_for_timeout(20)
    blank.close()
    found = cell(as_cell(view), "body[data-ready]")
    drawn = found.locator(f".ply-view.ply-{name}")
    assert drawn.count() == 1
    assert drawn.bounding_box()["height"] > 100  # type: ignore[index]
    view.close()


def test_a_game_is_played_in_a_cell(cell: Callable[[str, str], Page]) -> None:
    view = pg.play(SMALL, second="random")
    found = cell(as_cell(view), "body[data-ready]")
    passed: list[str] = []
    view.observe(lambda change: passed.append(change["name"]))

    def pass_on() -> None:
        """What the kernel and the page tell each other, by hand."""
        for message in found.evaluate("window.sent.splice(0)"):
            view.receive(message)
        changes = {name: getattr(view, name) for name in passed if name in view.session.state}
        passed.clear()
        found.evaluate("window.change", changes)

    box = found.locator(".ply-play .board svg").bounding_box()
    assert box
    found.mouse.click(box["x"] + 0.38 * box["width"], box["y"] + 0.5 * box["height"])
    started = time.monotonic()
    while len(view.moves) < 2 and time.monotonic() - started < 20:
        pass_on()
    pass_on()
    assert view.moves[0] == "2"
    found.wait_for_function("name => document.body.innerText.includes(name)", arg="X to move")
    view.close()


# --- the examples --------------------------------------------------------------------------------


def test_there_are_three_notebooks() -> None:
    names = [notebook.stem for notebook in NOTEBOOKS]
    assert names == ["a_first_heuristic", "is_your_heuristic_admissible", "pruning_seen"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    for each in notebook.cells:
        assert not each.get("outputs")
        assert not each.get("execution_count")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, 4)
    assert notebook.metadata.kernelspec.name == "python3"
    where = nbformat.v4.new_code_cell("import sys; print(sys.executable)")
    notebook.cells.append(where)
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}})
    client.execute(env=os.environ | {"PLYGROUND_RUNS": str(tmp_path / "runs.sqlite")})
    assert where.outputs[0].text.strip() == sys.executable
    shown = [output for each in notebook.cells for output in each.get("outputs", ())]
    assert not [output for output in shown if output.output_type == "error"]
    live = [output for output in shown if "widget-view" in str(output.get("data", {}).keys())]
    assert live
    assert all("<svg" in output.data["text/html"] for output in live)
