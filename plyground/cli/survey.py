"""`plyground survey`: algorithms × heuristics × maps × seeds, with intervals."""

from collections.abc import Sequence
from typing import Annotated

import typer

from plyground.cli.games import Json
from plyground.cli.path_words import read_problem
from plyground.cli.terminal import STRONG, at_least, colored, print_json, progress
from plyground.experiments.document import Table
from plyground.experiments.path_runs import (
    Measure,
    PathExperiment,
    PathTrial,
    Unit,
    chosen,
    estimated,
    told,
    trials,
)
from plyground.experiments.report_text import text_table

MEASURES: tuple[Measure, ...] = ("cost", "length", "explored", "frontier", "milliseconds")


def add_to(app: typer.Typer) -> None:
    """Put the command of this file into the app."""
    app.command("survey")(survey_command)


def survey_command(
    problems: Annotated[
        list[str], typer.Argument(metavar="PROBLEM...", help="Maps, graphs or puzzles.")
    ],
    algorithms: Annotated[
        list[str] | None, typer.Option("--algorithm", "-a", help="Several times; astar by default.")
    ] = None,
    heuristics: Annotated[
        list[str] | None, typer.Option("--heuristic", "-e", help="Several times.")
    ] = None,
    seeds: Annotated[
        int, typer.Option(parser=at_least(1), help="Seeds of algorithms that are random.")
    ] = 20,
    repeats: Annotated[
        int, typer.Option(parser=at_least(1), help="How often each of the others is timed.")
    ] = 7,
    as_json: Json = False,
) -> None:
    """Ask many maps the same: means over them (or over seeds), medians of times, with intervals."""
    posed = [read_problem(text) for text in problems]
    experiment = PathExperiment(
        problems=posed,
        algorithms=algorithms or ["astar"],
        heuristics=heuristics or [""],
        seeds=range(1, seeds + 1),
        repeats=repeats,
    )
    found = trials(experiment, lambda all_of: progress(all_of, "survey"))
    unit: Unit = "problem" if len(posed) > 1 else "seed"
    if as_json:
        print_json({"trials": [vars(trial) for trial in found]})
        return
    over = f"{len(posed)} problems" if len(posed) > 1 else f"{seeds} seeds"
    print(colored(f"{', '.join(problems)[:90]}: 95 % intervals over {over}", STRONG))
    print(text_table(_table(found, unit)))


def _table(found: Sequence[PathTrial], unit: Unit) -> Table:
    ways = dict.fromkeys((trial.algorithm, trial.heuristic) for trial in found)
    rows = []
    for algorithm, heuristic in ways:
        own = chosen(found, algorithm, heuristic)
        solved = sum(trial.cost is not None for trial in own)
        cells = [told(estimated(own, each, unit)) if solved else "–" for each in MEASURES]
        rows.append([algorithm, heuristic or "–", f"{solved}/{len(own)}", *cells])
    return Table(["algorithm", "heuristic", "solved", *MEASURES], rows)
