"""`plyground study`: the course systems put to the test, with a report of what held."""

import os
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.terminal import STRONG, at_least, colored, progress_bar
from plyground.errors import BadParameter
from plyground.experiments.runner import LocalWorkers
from plyground.experiments.store import Store
from plyground.studies.catalog import STUDIES, load_study

if TYPE_CHECKING:
    from plyground.experiments.document import Section
    from plyground.studies.lab import Lab

CORES = os.cpu_count() or 1


def add_to(app: typer.Typer) -> None:
    """Put the command of this file into the app."""
    app.command("study")(study_command)


def study_command(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help=f"all, or {', '.join(STUDIES)}.")
    ],
    scale: Annotated[str, typer.Option(help="quick: seconds each; full: minutes each.")] = "quick",
    seed: Annotated[int, typer.Option(parser=at_least(0), help="Of everything random.")] = 1,
    workers: Annotated[
        int, typer.Option(parser=at_least(1), help="Processes that play at the same time.")
    ] = CORES,
    report: Annotated[
        Path | None, typer.Option(help="Write an HTML report here; Markdown and tables beside it.")
    ] = None,
    store: Annotated[Path | None, typer.Option("--store", help="Where games are kept.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what was cut short; play nothing twice.")
    ] = False,
) -> None:
    """Run studies as published and as they should have been; every claim gets a verdict."""
    from plyground.experiments.report import (
        Report,
        environment,
        in_terminal,
        verdicts,
        write_report,
    )
    from plyground.studies.lab import Lab

    if scale not in ("quick", "full"):
        raise BadParameter(f"--scale {scale} should be quick or full")
    begun = time.perf_counter()
    sections = []
    with Store.open(store) as kept, _players(workers) as players:
        chosen = list(STUDIES) if names == ["all"] else names
        for name in chosen:
            load_study(name)  # a wrong name is refused before anything is played
        for name in chosen:
            lab = Lab(players, kept, scale, seed, resume, solvers=workers)  # type: ignore[arg-type]
            sections.append(_studied(name, lab))
            print(in_terminal(sections[-1]))
            print()
    made = Report(
        title="Plyground: the studies",
        sections=sections,
        environment=environment(),
        command=shlex.join(["plyground", *sys.argv[1:]]),
        seconds=time.perf_counter() - begun,
    )
    print(colored(verdicts(made.ledger), STRONG))
    if report:
        print(f"written: {write_report(made, report)[0]}")


@contextmanager
def _players(workers: int) -> Iterator[LocalWorkers]:
    players = LocalWorkers(workers)
    try:
        yield players
    finally:
        players.close()


def _studied(name: str, lab: "Lab") -> "Section":
    """One study, with a bar that says what is being done."""
    with progress_bar(name, 1000) as show:

        def tell(title: str, done: int, total: int) -> None:
            show(1000 * done // max(1, total))

        return load_study(name)(replace(lab, tell=tell))
