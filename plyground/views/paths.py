"""The Paths session: a map that is edited, algorithms that race on it, heuristics put to the test.

    paint, start, goal …  ──▶ the map, in this process ──▶ patch: only the cells that changed
    open, read            ──▶ desk ──▶ map
    search, audit, save   ──▶ desk ──▶ runs, audit, download

After an edit what was found is out of date: on maps of modest size the search is done again at
once, else it goes away.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from plyground.errors import BadParameter, BadText, PlygroundError
from plyground.paths import Graph, Grid, Problem, maze_runner_20
from plyground.paths.graph_files import write_json
from plyground.paths.movingai import write_map
from plyground.paths.reading import open_grid
from plyground.paths.text_maps import write_text
from plyground.views.finding import (
    audited,
    drawable,
    is_small,
    opened,
    opened_files,
    searched,
    written,
)
from plyground.views.paths_catalog import MOST_LANES, catalog, lane_of
from plyground.views.paths_link import (
    Settings,
    ground_of,
    read_link,
    settings_of,
    write_link,
)
from plyground.views.paths_map import Drawing, Places, check_size
from plyground.views.paths_work import Worker
from plyground.views.session import Home, fits

AT_ONCE = 128 * 128
"""Cells of a map up to which every edit is followed by a search, once there was one."""
FIRST_LANE = "astar"
LONGEST_TEXT = 300


class PathsSession(Worker):
    """A map, lanes, and what was found."""

    view = "paths"

    def __init__(self, home: Home, given: Mapping[str, Any]) -> None:
        super().__init__(
            home,
            map=None, patch=None, history={"undo": 0, "redo": 0}, lanes=[lane_of(FIRST_LANE)],
            runs=None, audit=None, download=None, link="", link_note="",
            catalog=catalog(),
        )  # fmt: skip
        self._ground: Drawing | Places = Drawing(maze_runner_20())
        self._source = "maze_runner_20"
        """The text form of the problem that was opened; empty if it has none."""
        self._edits = 0
        self.state["map"] = self._ground.as_data()
        try:
            self._begin(given)
        except PlygroundError as error:
            self.state["problem"] = str(error)
        self.is_open = True

    def _begin(self, given: Mapping[str, Any]) -> None:
        """Open what is asked for: a link, or a problem of this process's own."""
        problem, link = given.get("problem"), given.get("link")
        if isinstance(problem, Problem):
            self._settle(drawable(problem), "", Settings())
        if isinstance(link, str) and link:
            self.do_follow(link)
        elif fits(given.get("lanes"), list[str]):
            self.do_lanes(given["lanes"])
        elif not isinstance(problem, Problem):
            self.do_search()  # nothing in particular was asked for: let there be something to see

    # --- opening ---------------------------------------------------------------------------------

    def do_follow(self, link: str) -> None:
        """Show what an address says."""
        settings = read_link(link)
        if settings.lanes:
            self.do_lanes(list(settings.lanes))
        if settings.cells is not None:
            self._settle(open_grid(settings.cells, "drawing"), "", settings)
        elif settings.graph:
            self._fetch(settings, "", opened_files, {"graph.json": settings.graph})
        else:
            self._open(settings.problem or "maze_runner_20", settings)

    def do_open(self, text: str) -> None:
        """A problem by its text form."""
        self._open(text, Settings())

    def do_read(self, files: dict[str, str]) -> None:
        """A problem from files that the user picked: their names and contents."""
        if not 1 <= len(files) <= 2:
            raise BadText("one file can be read, or two that belong together")
        self._fetch(Settings(), "", opened_files, files)

    def do_new(self, rows: int, columns: int) -> None:
        """An empty map."""
        check_size(rows, columns)
        self._settle(open_grid(np.ones((rows, columns), np.uint8), "drawing"), "", Settings())

    def _open(self, text: str, settings: Settings) -> None:
        form = self.allow(_short(text))
        if is_small(form):
            self._settle(opened(form), form, settings)
        else:
            self._fetch(settings, form, opened, form)

    def _fetch(self, settings: Settings, source: str, job: Callable[..., Any], given: Any) -> None:
        def then(problem: Grid | Graph) -> None:
            self._settle(problem, source, settings)

        self.work("open", "opening the map", then, job, given)

    def _settle(self, problem: Grid | Graph, source: str, settings: Settings) -> None:
        """Show another problem, posed as the settings say."""
        self._ground = ground_of(problem, settings)
        self._source = source
        self.forget("open", "search", "audit")
        shown = {"map": self._ground.as_data(), "history": self._ground.history}
        self.show(**shown, patch=None, runs=None, audit=None, problem="")
        self._linked()
        if settings.search:
            self.do_search()

    # --- editing ---------------------------------------------------------------------------------

    def do_paint(self, cells: list[int], weight: int) -> None:
        self._edited(self._drawing().paint(cells, weight))

    def do_clear(self) -> None:
        self._edited(self._drawing().clear())

    def do_undo(self) -> None:
        self._edited(self._drawing().undo())

    def do_redo(self) -> None:
        self._edited(self._drawing().redo())

    def do_start(self, cell: int) -> None:
        self._edited(self._ground.move_start(cell))

    def do_goal(self, cell: int, was: int | None = None) -> None:
        """Move the goal that was there, or add one."""
        self._edited(self._ground.move_goal(cell, was))

    def do_no_goal(self, cell: int) -> None:
        """Take a goal away; one must remain."""
        self._edited(self._ground.remove_goal(cell))

    def do_size(self, rows: int, columns: int) -> None:
        """Cut or grow the map; what lies inside stays."""
        self._ground = self._drawing().sized(rows, columns)
        self._source = ""
        self._changed(map=self._ground.as_data(), history=self._ground.history)

    def do_steps(self, connected: int, corners: str) -> None:
        self._drawing().set_steps(connected, corners)
        self._changed(map=self._ground.as_data())

    def _drawing(self) -> Drawing:
        if isinstance(self._ground, Places):
            raise BadParameter(f"{self._ground.graph.title} is a graph: only grids can be painted")
        return self._ground

    def _edited(self, patch: dict[str, Any]) -> None:
        self._edits += 1
        self.state["map"] = self._ground.as_data()  # sent whole only to those who come later
        self._changed(patch=patch | {"number": self._edits}, history=self._ground.history)

    def _changed(self, **changes: Any) -> None:
        """What was found no longer holds."""
        had = self.state["runs"] is not None
        small = self._ground.size <= AT_ONCE
        self.forget("search", "audit")
        if had and not small:
            changes |= {"runs": None}
        self.show(**changes, audit=None)
        self._linked()
        if had and small:
            self.do_search()

    # --- finding ---------------------------------------------------------------------------------

    def do_lanes(self, texts: list[str]) -> None:
        """Who races."""
        if not 1 <= len(texts) <= MOST_LANES:
            raise BadParameter(f"there can be 1 … {MOST_LANES} lanes")
        lanes = [lane_of(text) for text in texts]
        for lane in lanes:
            self.allow(lane["text"])
        self.forget("search")
        self.show(lanes=lanes, runs=None)
        self._linked()

    def do_search(self) -> None:
        """Let all lanes search."""
        problem, texts = self._ground.problem(), [lane["text"] for lane in self.state["lanes"]]
        again = self.state["runs"] is not None

        def then(found: list[dict[str, Any]]) -> None:
            self.show(runs={"lanes": found, "again": again})
            self._linked()

        self.work("search", "searching", then, searched, problem, texts)

    def do_audit(self, heuristic: str) -> None:
        """Is a heuristic admissible and consistent on this map?"""
        text = self.allow(_short(heuristic))

        def then(found: dict[str, Any]) -> None:
            self.show(audit=found)

        self.work(
            "audit", f"putting {text} to the test", then, audited, self._ground.problem(), text
        )

    def do_no_audit(self) -> None:
        self.forget("audit")
        self.show(audit=None)

    # --- keeping ---------------------------------------------------------------------------------

    def do_save(self, kind: str) -> None:
        """The map as a file, or the animation as a page."""
        problem = self._ground.problem()
        if kind == "html" and self.state["runs"] is None:
            raise BadParameter("there is no search to save yet: search first")
        if kind == "html":
            kept = ("map", "lanes", "runs", "audit", "catalog")
            state = {name: self.state[name] for name in kept} | {"problem": ""}
            title = f"{problem.title} · Plyground"
            self.work("save", "writing the page", self._sender("search.html"), written, state,
                       title)  # fmt: skip
        elif kind == "json" and isinstance(problem, Graph):
            self._sender("graph.json")(write_json(problem))
        elif kind in ("txt", "map") and isinstance(problem, Grid):
            self._sender(f"map.{kind}")((write_map if kind == "map" else write_text)(problem))
        else:
            raise BadParameter(f"cannot save {problem.title} as {kind!r}: txt, map, json or html")

    def _sender(self, name: str) -> Callable[[str], None]:
        def send(text: str) -> None:
            self.show(download={"name": name, "text": text})
            self.state["download"] = None

        return send

    # --- what all of them need -------------------------------------------------------------------

    def _linked(self) -> None:
        """Keep the address in step."""
        lanes = [lane["text"] for lane in self.state["lanes"]]
        searched = self.state["runs"] is not None
        link, note = write_link(settings_of(self._ground, self._source, lanes, searched))
        if (link, note) != (self.state["link"], self.state["link_note"]):
            self.show(link=link, link_note=note)


def _short(text: str) -> str:
    """The text, unless nobody could have typed it."""
    if len(text) > LONGEST_TEXT:
        raise BadText(f"{text[:40]}… should have at most {LONGEST_TEXT} characters")
    return text


def session(home: Home, given: dict[str, Any]) -> PathsSession:
    """A session for one page."""
    return PathsSession(home, given)
