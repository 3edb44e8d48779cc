"""python -m bench [group …] [--json]: ours, theirs and the ratio, from one run.

    group ──measure()──▶ rows ──▶ a table, or one JSON object

A group is a file with a function measure() -> list[Row], and a line in GROUPS, or in ON_REQUEST if
it is measured only when named; where no speeds are compared it returns a Sheet, a table of its own.
The exit code is 1 if a side computes a wrong answer, and 0 otherwise, goals met or missed.
"""

import argparse
import dataclasses
import json
import os
import platform
import sys
from collections.abc import Callable
from importlib import metadata

from rich.console import Console
from rich.table import Table

from bench import (
    clock,
    frames,
    matches,
    mcts,
    paths,
    perfect,
    perft,
    random_games,
    search,
    signature,
    solve,
    startup,
    strength,
    web,
    web_load,
)
from bench.measure import LEAST_SECONDS, TURNS, MissingPeer, Row, Sheet, WrongAnswer

GROUPS: dict[str, Callable[[], list[Row]]] = {
    "perft": perft.measure,
    "random": random_games.measure,
    "mcts": mcts.measure,
    "search": search.against_open_spiel,
    "search_aima": search.against_aima,
    "search_easyai": search.against_easyai,
    "checkers": search.checkers,
    "isolation": search.isolation,
    "morris": search.morris,
    "grids_8": paths.grids_8,
    "grids_4": paths.grids_4,
    "roads": paths.roads,
    "puzzles": paths.puzzles,
    "growth": paths.growth,
    "solve": solve.measure,
    "matches": matches.measure,
    "clock": clock.measure,
    "startup": startup.measure,
    "web": web.measure,
    "web_load": web_load.measure,
    "frames": frames.measure,
    "signature": signature.measure,
}

ON_REQUEST: dict[str, Callable[[], list[Row] | Sheet]] = {
    "solve_boards": solve.boards,
    "perfect": perfect.measure,
    "strength": strength.measure,
}
"""Minutes of our own, with no peer beside them."""


@dataclasses.dataclass
class Report:
    """What a run found; filled group by group."""

    machine: str
    rows: dict[str, list[Row]] = dataclasses.field(default_factory=dict)
    sheets: dict[str, Sheet] = dataclasses.field(default_factory=dict)
    missing: list[str] = dataclasses.field(default_factory=list)
    wrong: str = ""


def main() -> int:
    """Run the named groups, by default all but those that take minutes, and print what came out."""
    names, as_json = _arguments()
    report = Report(_machine())
    for name in names:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        try:
            measured = (GROUPS | ON_REQUEST)[name]()
            if isinstance(measured, Sheet):
                report.sheets[name] = measured
            else:
                report.rows[name] = measured
        except MissingPeer as lack:
            report.missing.append(f"{name} left out: {lack}")
        except WrongAnswer as wrong:
            report.wrong = f"{name}: {wrong}"
            break
    if as_json:
        print(json.dumps(_as_data(report), indent=2))
    else:
        _show(report)
    return 1 if report.wrong else 0


def _arguments() -> tuple[list[str], bool]:
    parser = argparse.ArgumentParser(prog="python -m bench", description=main.__doc__)
    known = GROUPS | ON_REQUEST
    parser.add_argument("groups", nargs="*", metavar="group", help=" ".join(known))
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    for name in given.groups:
        if name not in known:
            parser.error(f"there is no group {name!r} (groups: {' '.join(known)})")
    return given.groups or list(GROUPS), given.json


def _machine() -> str:
    """What the figures depend on."""
    versions = [f"Python {platform.python_version()}"]
    for package in ("numba", "open_spiel"):
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            versions.append(f"no {package}")
    load = os.getloadavg()[0]
    return ", ".join([*versions, f"{os.cpu_count()} cores, load {load:.1f} at the start"])


def _as_data(report: Report) -> dict[str, object]:
    """The report in JSON's types, each row with its ratio and verdict."""
    groups = {
        name: [dataclasses.asdict(row) | {"ratio": row.ratio, "met": row.met} for row in rows]
        for name, rows in report.rows.items()
    }
    sheets = {name: list(sheet.data) for name, sheet in report.sheets.items()}
    return {
        "machine": report.machine,
        "groups": groups | sheets,
        "missing": report.missing,
        "wrong": report.wrong,
    }


def _show(report: Report) -> None:
    """The tables, then what is missing or wrong; piped, as wide as they need to be."""
    console = Console() if sys.stdout.isatty() else Console(width=140)
    if report.rows:
        console.print(_comparison(report))
    for sheet in report.sheets.values():
        console.print(_table(sheet, report.machine))
    for line in report.missing:
        print(line)
    if report.wrong:
        print(f"WRONG ANSWER in {report.wrong}", file=sys.stderr)


def _comparison(report: Report) -> Table:
    table = Table(
        caption=f"{report.machine}\nratio = ours / peer; best of {TURNS} interleaved turns of "
        f"{LEAST_SECONDS} s or more each, startup median of {startup.RUNS} interleaved runs",
        caption_justify="left",
    )
    table.add_column("work")
    for column in ("ours", "peer", "ratio", "goal"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("met")
    for rows in report.rows.values():
        for row in rows:
            table.add_row(*_cells(row))
        table.add_section()
    return table


def _table(sheet: Sheet, machine: str) -> Table:
    table = Table(caption=f"{machine}\n{sheet.note}", caption_justify="left", show_lines=True)
    for place, heading in enumerate(sheet.headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=True)
    for line in sheet.lines:
        table.add_row(*line)
    return table


def _cells(row: Row) -> list[str]:
    peer = "–" if row.peer is None else f"{_figure(row.peer, row.unit)} {row.peer_name}"
    ratio = "–" if row.ratio is None else f"{row.ratio:.{0 if row.ratio >= 20 else 2}f} ×"
    unit = "×" if row.peer is not None else row.unit
    goal = f"≥ {row.at_least:g} {unit}" if row.at_least is not None else "–"
    goal = f"≤ {row.at_most:g} {unit}" if row.at_most is not None else goal
    met = {None: "–", True: "yes", False: "NO"}[row.met]
    return [row.work, _figure(row.ours, row.unit), peer, ratio, goal, met]


def _figure(value: float, unit: str) -> str:
    """A rate with its prefix, a time in seconds, a count in full, a mean with its fraction."""
    if unit in ("s", "ms"):
        return f"{value:,.3f} {unit}"
    if not float(value).is_integer() and not unit.endswith("/s"):
        return f"{value:,.2f} {unit}"
    if not unit.endswith("/s"):
        return f"{value:,.0f} {unit}"
    if value < 1000:
        return f"{value:.1f} {unit}"
    scale, prefix = (1e6, "M ") if value >= 1e6 else (1e3, "k ")
    return f"{value / scale:.{0 if value >= 100 * scale else 2}f} {prefix}{unit}"


if __name__ == "__main__":
    sys.exit(main())
