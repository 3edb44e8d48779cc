"""The part of the Lab that sets up: what was typed, what is wrong with it, and the start."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from plyground.errors import BadParameter, BadText, PlygroundError
from plyground.text import parse
from plyground.views import lab_runs
from plyground.views.lab_bench import laboratory
from plyground.views.lab_form import CORES, Checked, Form, check, form_of, link_of, number, parts
from plyground.views.session import Session, Ticket

NOTHING_CHECKED = {"problems": {}, "command": "", "planned": 0, "reproducible": True}
COMPILING = 300.0
"""Seconds that it may take to build the players for the first time."""
READS_FILES = ("ballots", "positions")


class SetUp(Session, ABC):
    """A session with a form."""

    store: Path
    _checking: Ticket | None = None

    @abstractmethod
    def watch(self, run: int) -> None:
        """Look at a run."""

    def show_form(self, form: Form, link: str | None = None) -> None:
        """Fill the form; nothing starts by itself."""
        self.show(tab="setup", form=form, link=link_of(form) if link is None else link, problem="")
        self._check(form)

    def do_form(self, form: dict[str, Any]) -> None:
        """What was typed; the answer says what is wrong with it."""
        kept = form_of(form)
        self.state["form"] = kept
        self.show(link=link_of(kept), problem="")
        self._check(kept)

    def _check(self, form: Form) -> None:
        problems = self._refusals(form)
        texts = [form["game"], *form["agents"]]
        self.show(parts={text: parts(text) for text in texts})
        if self._checking is not None:
            self._checking.cancel()
        if problems:
            self.show(checked=NOTHING_CHECKED | {"problems": problems})
            return
        self._checking = self.ask(lambda found: self.show(checked=found.shown()), check, form)

    def _refusals(self, form: Form) -> dict[str, str]:
        """Texts that cannot be read, or name files where none may be loaded."""
        fields = {"game": form["game"], "openings": form["openings"]}
        fields |= {f"agents.{place}": text for place, text in enumerate(form["agents"])}
        problems = {}
        for field, text in fields.items():
            try:
                self.allow(text)
                if not self.home.runs_code and parse(text).name in READS_FILES:
                    raise BadText(f"{text} reads a file: {self.home.why_not}")
            except PlygroundError as error:
                problems[field] = str(error)
            except RecursionError:
                problems[field] = "this is nested too deeply"
        return problems

    def do_start(self, form: dict[str, Any]) -> None:
        """Play it, unless something is wrong with it."""
        if self.state["starting"]:
            raise BadParameter("a match is being set up already: one moment")
        kept = form_of(form)
        problems = self._refusals(kept)
        self.state["form"] = kept
        if problems:
            self.show(checked=NOTHING_CHECKED | {"problems": problems})
            return
        self.show(starting=True, problem="")
        self.ask(self._start, check, kept, True, seconds=COMPILING)

    def _start(self, found: Checked) -> None:
        experiment = found.experiment
        self.show(checked=found.shown(), starting=experiment is not None)
        if experiment is None:
            return

        def begun(run: int) -> None:
            self.show(starting=False)
            title = lab_runs.title(experiment)
            laboratory().add(f"run/{run}", title, lab_runs.play, self.store, run, found.workers)
            self.watch(run)

        self.ask(begun, lab_runs.begin, self.store, experiment, found.command)

    def fail(self, problem: str) -> None:
        self.show(problem=problem, starting=False)

    def do_again(self) -> None:
        """Fill the form with what the run plays that is being looked at."""
        run = self.state["run"]
        if not run or not run.get("setup"):
            raise BadParameter("no run is open whose settings could be taken over")
        self.show_form(form_of(run["setup"] | {"workers": CORES}))

    def workers(self) -> int:
        """Processes that play, as the form has it."""
        try:
            return int(number("workers", self.state["form"]["workers"]) or CORES)
        except PlygroundError:
            return CORES
