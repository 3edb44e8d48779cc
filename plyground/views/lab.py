"""Lab: set up matches and tournaments, watch them, read earlier runs and the studies.

    setup ──start──▶ run 7 ◀──watch── laboratory of the server        address: #run=7
    runs  ──open───▶ run 3 ◀──read─── store                                    #tab=runs
    studies ───────▶ report                                                    #study=maze_runner

`run` in the state is what is shown of one run, whether it is being played or was kept; a job of the
laboratory is called run/7 or study/maze_runner/quick/1.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal
from urllib.parse import parse_qs, urlencode

from plyground.errors import BadParameter, BadText, PlygroundError
from plyground.experiments.store import default_path
from plyground.views import lab_runs, lab_studies
from plyground.views.lab_bench import OVER, laboratory
from plyground.views.lab_form import choices, form_in, form_of, link_of
from plyground.views.lab_setup import NOTHING_CHECKED, SetUp
from plyground.views.session import Home, Ticket

Tab = Literal["setup", "run", "runs", "studies"]
Scale = Literal["quick", "full"]


def session(home: Home, given: dict[str, Any]) -> "LabSession":
    """A session of this view."""
    return LabSession(home, given)


class LabSession(SetUp):
    """One page that looks at the laboratory."""

    view = "lab"

    def __init__(self, home: Home, given: dict[str, Any]) -> None:
        form = form_of({})
        self.store = default_path()
        super().__init__(
            home, link="", tab="setup", choices=choices(), form=form, checked=NOTHING_CHECKED,
            parts={}, starting=False, jobs=[], runs=None, run=None, comparison=None, download=None,
            studies=None, study=None, store=str(self.store),
        )  # fmt: skip
        self._lab = laboratory()
        self._open = False
        self._reading: Ticket | None = None
        self._seen: object = None
        self._wanted: dict[str, str] = {}
        self._page = 0
        self._later = _caller()
        self._begin(given)
        self.state["jobs"] = self._lab.jobs()
        self._lab.watch(self._changed)
        self._open = True

    def _begin(self, given: dict[str, Any]) -> None:
        try:
            asked = given.get("experiment", given)
            if isinstance(asked, dict) and "game" in asked:
                self.show_form(form_of(asked))
            else:
                self._go(given.get("link", ""))
        except PlygroundError as error:
            self.state["problem"] = str(error)
            return
        if given.get("start") is True and self.home.runs_code:
            self.do_start(self.state["form"])

    def show(self, **changes: Any) -> None:
        """As always; before the view has its first state nothing is sent."""
        if self._open:
            super().show(**changes)
        else:
            self.state |= changes

    def close(self) -> None:
        """The page is gone; what it started goes on."""
        self._open = False
        self._lab.leave(self._changed)
        super().close()

    # --- where to look ---------------------------------------------------------------------------

    def do_follow(self, link: str) -> None:
        """Show what an address says."""
        self._go(link)

    def do_tab(self, name: Tab) -> None:
        """Another part of the view."""
        if name == "runs":
            self._go("tab=runs")
        elif name == "studies":
            self._go("tab=studies")
        elif name == "run" and self.state["run"]:
            self.watch(self.state["run"]["about"]["run"])
        else:
            self.show(tab="setup", link=link_of(self.state["form"]), problem="")

    def _go(self, link: object) -> None:
        if not isinstance(link, str):
            raise BadText("a link should be text")
        said = {name: values[-1] for name, values in parse_qs(link[:20_000]).items()}
        if "run" in said:
            self.watch(_whole(said["run"]))
            if "compare" in said:
                self.do_compare(_whole(said["run"]), _whole(said["compare"]))
        elif "study" in said:
            self._read_study(said["study"], said.get("scale", "quick"), said.get("seed", "1"))
        elif said.get("tab") == "runs":
            self.show(tab="runs", link="tab=runs", problem="")
            self._list_runs()
        elif said.get("tab") == "studies":
            self.show(tab="studies", link="tab=studies", study=None, problem="")
            self._list_studies()
        else:
            self.show_form(form_in(link), link)

    # --- runs ------------------------------------------------------------------------------------

    def do_run(self, run: int) -> None:
        """Look at a run."""
        self.watch(run)

    def watch(self, run: int) -> None:
        shown = self.state["run"]
        known = shown if shown and shown["about"]["run"] == run else None
        self._seen, self._wanted, self._page = None, {}, 0
        self.show(tab="run", link=f"run={run}", run=known, comparison=None, problem="")
        self._read(run)

    def _read(self, run: int) -> None:
        if self._reading is not None:
            self._reading.cancel()
        asked = self.store, run, self._wanted, self._page, self.home.why_not
        self._reading = self.ask(lambda found: self.show(run=found), lab_runs.opened, *asked)

    def do_games(self, wanted: dict[str, str], page: int) -> None:
        """Games of the run, only those that are wanted."""
        self._wanted = {name: wanted[name] for name in ("agent", "termination", "result")
                        if wanted.get(name)}  # fmt: skip
        self._page = page
        self._read(self._shown_run())

    def do_resume(self, run: int) -> None:
        """Go on with a run that was cut short."""

        def ready(title: str) -> None:
            self._lab.add(f"run/{run}", title, lab_runs.play, self.store, run, self.workers())
            self.watch(run)

        self.show(problem="")
        self.ask(ready, lab_runs.resumable, self.store, run, self.home.why_not)

    def do_stop(self, key: str) -> None:
        """End a job; what it has is kept."""
        self._lab.stop(key)

    def do_compare(self, one: int, other: int) -> None:
        """Two runs side by side."""
        link = urlencode({"run": one, "compare": other})
        self.ask(lambda found: self.show(comparison=found, link=link, problem=""),
                 lab_runs.comparison, self.store, one, other)  # fmt: skip

    def do_export(self, kind: str) -> None:
        """The run as a file to download."""
        self.show(problem="")
        self.ask(
            self._hand_over,
            lab_runs.exported,
            self.store,
            self._shown_run(),
            kind,
            self.home.why_not,
        )

    def _hand_over(self, file: dict[str, str]) -> None:
        self.show(download=file)
        self.show(download=None)

    def _shown_run(self) -> int:
        run = self.state["run"]
        if not run:
            raise BadParameter("no run is open")
        return int(run["about"]["run"])

    def _list_runs(self) -> None:
        self.ask(lambda found: self.show(runs=found), lab_runs.listed, self.store)

    # --- studies ---------------------------------------------------------------------------------

    def do_study(self, name: str, scale: Scale, seed: int) -> None:
        """Read what is kept of a study."""
        self._read_study(name, scale, str(seed))

    def do_measure(self, name: str, scale: Scale, seed: int) -> None:
        """Run a study."""
        known = [each["name"] for each in self.state["studies"] or []]
        if name not in known or not 0 <= seed < 2**53:
            raise BadParameter(f"study {name} with seed {seed} (studies: {', '.join(known)})")
        key = f"study/{name}/{scale}/{seed}"
        at = lab_studies.folder(), self.store, name, scale, seed
        self._lab.add(key, f"study {name}, {scale}", lab_studies.measure, *at)
        self._read_study(name, scale, str(seed))

    def _read_study(self, name: str, scale: str, seed: str) -> None:
        if not name.isidentifier() or scale not in ("quick", "full"):
            raise BadText(f"study={name[:40]}&scale={scale[:40]}: such as study=maze_runner")
        at: dict[str, Any] = {"name": name, "scale": scale, "seed": _whole(seed)}
        link = urlencode({"study": name, "scale": scale, "seed": at["seed"]})
        self.show(tab="studies", link=link, study=at, problem="")
        self._list_studies()
        if self._reading is not None:
            self._reading.cancel()
        self._reading = self.ask(lambda found: self.show(study=at | (found or {})),
                                 lab_studies.read, lab_studies.folder(), *at.values())  # fmt: skip

    def _list_studies(self) -> None:
        self.ask(lambda found: self.show(studies=found), lab_studies.catalog, lab_studies.folder())

    # --- news of the laboratory ------------------------------------------------------------------

    def _changed(self) -> None:
        """Called by the laboratory, from a thread of its own."""
        self._later(self._refresh)

    def _refresh(self) -> None:
        if not self._open:
            return
        before = {each["key"]: each["state"] for each in self.state["jobs"]}
        jobs = self._lab.jobs()
        self.show(jobs=jobs)
        turned = [each for each in jobs if before.get(each["key"]) != each["state"]]
        ended = {str(each["key"]) for each in turned if each["state"] in OVER}
        if self.state["tab"] == "runs" and turned:
            self._list_runs()
        if self.state["tab"] == "studies":
            self._refresh_study(ended)
        if self.state["tab"] == "run":
            self._refresh_run(ended)

    def _refresh_run(self, ended: set[str]) -> None:
        key = self.state["link"].replace("=", "/").split("&")[0]
        job = self._lab.job(key)
        if job is None:
            return
        if key in ended:
            self._read(_whole(key.removeprefix("run/")))
        elif job.state == "playing" and job.news is not None and job.news is not self._seen:
            self._seen = job.news
            shown = self.state["run"] or {}
            kept = {"games": shown["games"]} if shown and (self._wanted or self._page) else {}
            self.show(run={**shown, **job.news, **kept})

    def _refresh_study(self, ended: set[str]) -> None:
        at = self.state["study"]
        if at and f"study/{at['name']}/{at['scale']}/{at['seed']}" in ended:
            self._read_study(at["name"], at["scale"], str(at["seed"]))
        elif ended:
            self._list_studies()


def _caller() -> Callable[[Callable[[], None]], None]:
    """How another thread calls back into the session's: through its loop, if there is one."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return lambda action: action()

    def later(action: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop may be closed by now
            loop.call_soon_threadsafe(action)

    return later


def _whole(text: str) -> int:
    if not text.isdecimal() or len(text) > 15:
        raise BadText(f"{text[:40]!r} should be a whole number")
    return int(text)
