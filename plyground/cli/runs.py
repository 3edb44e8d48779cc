"""Commands about runs that are kept: list them, look at one, take it elsewhere, compare two."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.games import Json
from plyground.cli.matches import as_data, summary_of, table
from plyground.cli.terminal import BAD, FAINT, GOOD, STRONG, colored, print_json
from plyground.experiments.comparison import Comparison, compared
from plyground.experiments.exports import export
from plyground.experiments.store import RunInfo, Store, default_path

StoreFile = Annotated[
    Path | None,
    typer.Option("--store", help="The file with the runs; by default PLYGROUND_RUNS, or the "
                 "user's cache folder."),
]  # fmt: skip
Run = Annotated[
    str, typer.Argument(metavar="RUN", help="Its number, or how its identity begins: see runs.")
]


def add_to(app: typer.Typer) -> None:
    """Put the commands of this file into the app."""
    runs = typer.Typer(invoke_without_command=True)
    runs.callback()(list_command)
    runs.command("show")(show_command)
    runs.command("export")(export_command)
    runs.command("compare")(compare_command)
    app.add_typer(runs, name="runs")


def list_command(context: typer.Context, store: StoreFile = None, as_json: Json = False) -> None:
    """List the runs that are kept; or show, export and compare them."""
    if context.invoked_subcommand:
        return
    nothing_yet = store is None and not default_path().exists()
    runs = []
    if not nothing_yet:
        with Store.open(store, create=False) as kept:
            runs = kept.runs()
    if as_json:
        print_json({"store": str(store or default_path()), "runs": [asdict(run) for run in runs]})
        return
    if not runs:
        print(f"no runs yet; matches and tournaments will be kept in {store or default_path()}")
        return
    head = f"{'run':>4}  {'identity':<12}  {'begun (UTC)':<19}  {'games':>15}  game: agents"
    print(colored(head, STRONG))
    for run in runs:
        print(_in_one_line(run))


def show_command(
    context: typer.Context, run: Run, store: StoreFile = None, as_json: Json = False
) -> None:
    """Print what a run was asked to play, and what came of it."""
    with _opened(context, store) as kept:
        number = kept.find(run)
        info, experiment, records = kept.info(number), kept.experiment(number), kept.records(number)
    if as_json:
        results = as_data(summary_of(experiment, records), number)
        print_json(asdict(info) | {"experiment": asdict(experiment), "results": results})
        return
    print(colored(f"run {info.id} · {info.identity} · {info.game}", STRONG))
    state = f"finished {info.finished}" if info.finished else "not finished: go on with --resume"
    print(f"  {info.done:,} of {info.planned:,} games; begun {info.begun}, {state} (UTC)")
    if info.command:
        print(f"  {info.command}")
    for name, value in asdict(experiment).items():
        if name not in ("game", "agents") and value is not None:
            print(f"  {name:<18} {value}")
    for name, value in info.environment.items():
        print(colored(f"  {name:<18} {value}", FAINT))
    if records:
        summary = summary_of(experiment, records)
        print("\n".join([*table(summary), summary.verdict]))


def export_command(
    context: typer.Context,
    run: Run,
    file: Annotated[Path, typer.Argument(help="What to write: .csv, .jsonl or .pdn.")],
    store: StoreFile = None,
) -> None:
    """Write the games of a run to a file, in the form that its ending asks for."""
    with _opened(context, store) as kept:
        number = kept.find(run)
        experiment, records = kept.experiment(number), kept.records(number)
    export(file, experiment, records)
    print(f"written: {file} ({len(records):,} games)")


def compare_command(
    context: typer.Context,
    one: Run,
    other: Run,
    store: StoreFile = None,
    as_json: Json = False,
) -> None:
    """Compare two runs: what was asked, how it ended, what was played; exit code 1 if not equal."""
    with _opened(context, store) as kept:
        first, second = kept.find(one), kept.find(other)
        found = compared(
            (kept.experiment(first), kept.experiment(second)),
            (kept.records(first), kept.records(second)),
        )
    if as_json:
        print_json(
            {"runs": [first, second], "same_experiment": found.same_experiment,
             "same_results": found.same_results, "same": found.same, **asdict(found)}
        )  # fmt: skip
    else:
        _print_comparison(found)
    if not found.same:
        raise typer.Exit(1)


def _print_comparison(found: Comparison) -> None:
    if found.same_experiment:
        print(f"experiment  {colored('the same', GOOD)}")
    for name, (value, value_too) in found.settings.items():
        print(f"experiment  {colored(name, BAD)}: {value} against {value_too}")
    one, other = found.games
    print(f"games       {one:,} against {other:,}, {found.common:,} in common")
    verdicts = {"results": found.other_results, "moves": found.other_moves}
    for what, numbers in verdicts.items():
        if numbers:
            some = " ".join(map(str, numbers[:10])) + (" …" if len(numbers) > 10 else "")
            print(f"{what:<11} {colored(f'{len(numbers):,} games differ', BAD)}: {some}")
        else:
            print(f"{what:<11} {colored('the same', GOOD)} in the games in common")


def _in_one_line(run: RunInfo) -> str:
    games = f"{run.done:,} of {run.planned:,}"
    state = "" if run.finished else colored("  not finished", BAD)
    agents = " – ".join(run.agents)
    return (
        f"{run.id:>4}  {run.identity:<12}  {run.begun:<19}  {games:>15}  "
        f"{run.game}: {agents}{state}"
    )


def _opened(context: typer.Context, store: Path | None) -> Store:
    """The store that was named, before or after the command's name."""
    named_before = context.parent.params.get("store") if context.parent else None
    return Store.open(store or named_before, create=False)
