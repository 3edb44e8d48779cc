"""Commands about paths: find one, compare ways to find it, make mazes, put claims to the test."""

import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground import files, path_view
from plyground.audit import audit
from plyground.audit_view import audit_svg
from plyground.cli.games import Json
from plyground.cli.terminal import (
    BAD,
    FAINT,
    FIRST,
    GOOD,
    SECOND,
    STRONG,
    at_least,
    colored,
    in_background,
    print_json,
    progress,
    progress_bar,
    status_line,
    warn,
)
from plyground.errors import BadParameter
from plyground.finders import Readable
from plyground.heuristics.distances import DISTANCES
from plyground.heuristics.puzzles import PUZZLE_HEURISTICS
from plyground.pathfinders import ALGORITHMS, Pathfinder, load_pathfinder
from plyground.paths import PROBLEMS, Graph, Grid, Problem, Puzzle, load_problem, write_problem
from plyground.paths import puzzle as make_puzzle
from plyground.paths.mazes import GENERATORS
from plyground.paths.mazes import maze as make_maze
from plyground.scenarios import Checked, check_queries, rows_to_compare
from plyground.search.best_first import NO_LIMIT
from plyground.search.path_results import PathResult
from plyground.text import defaults

ProblemText = Annotated[
    str,
    typer.Argument(
        metavar="PROBLEM", help="A name such as maze_runner_20, a text form, or a file (.map, …)."
    ),
]
From = Annotated[str, typer.Option("--from", help="Where to start: row,column, or a place's name.")]
To = Annotated[list[str] | None, typer.Option("--to", help="A goal; may be given several times.")]
AlgorithmText = Annotated[
    str, typer.Option("--algorithm", "-a", help='Such as "weighted_astar(weight=2)"; see problems.')
]
HeuristicText = Annotated[
    str, typer.Option("--heuristic", "-e", help="A name, or ./mine.py:name of your own.")
]
Connected = Annotated[int | None, typer.Option(help="4 or 8 neighbors a cell, on grids.")]
CornerRule = Annotated[
    str | None, typer.Option("--corners", help="May diagonal steps pass walls: never, one, always.")
]
SvgFile = Annotated[Path | None, typer.Option("--svg", help="Write a picture to this file.")]


def add_to(app: typer.Typer) -> None:
    """Put the commands of this file into the app."""
    app.command("problems")(problems_command)
    app.command("path")(path_command)
    app.command("compare")(compare_command)
    app.command("maze")(maze_command)
    app.command("convert")(convert_command)
    app.command("scen")(scen_command)
    app.command("audit")(audit_command)
    app.command("puzzle")(puzzle_command)


def problems_command(as_json: Json = False) -> None:
    """List path problems, maze generators, algorithms and heuristics."""
    sections = {
        "problems": {_written(name, make): _about(make) for name, make in PROBLEMS.items()},
        "generators": {name: _about(make) for name, make in GENERATORS.items()},
        "algorithms": {_written(name, make): _about(make) for name, make in ALGORITHMS.items()},
        "heuristics": {f"{name}(scale=1)": _about(make) for name, make in DISTANCES.items()}
        | {"landmarks(count=8)": "Exact distances to a few far places, and triangles."},
        "heuristics of puzzles": {name: each.doc for name, each in PUZZLE_HEURISTICS.items()},
    }
    if as_json:
        print_json(sections)
        return
    for title, rows in sections.items():
        print(colored(title, STRONG))
        for name, about in rows.items():
            print(f"  {name}")
            print(colored(f"      {about}", FAINT))
    endings = ".map .txt .maze .json .graphml .csv .cedge, or mine.py:name"
    print(colored(f"Files are problems too: {endings}", FAINT))


def path_command(
    problem: ProblemText,
    start: From = "",
    to: To = None,
    algorithm: AlgorithmText = "auto",
    heuristic: HeuristicText = "",
    connected: Connected = None,
    corners: CornerRule = None,
    max_steps: Annotated[
        int | None,
        typer.Option(parser=at_least(0), help="Stop after so many expansions; show what waits."),
    ] = None,
    svg: SvgFile = None,
    picture: Annotated[bool, typer.Option(help="Draw the search in the terminal.")] = True,
    as_json: Json = False,
) -> None:
    """Find a path, and show how the search went."""
    posed = read_problem(problem, start, to, connected, corners)
    finder = load_pathfinder(posed, algorithm, heuristic, engine="auto")
    warn(finder.estimate.note)
    most = NO_LIMIT if max_steps is None else max_steps
    result = _found(finder, most, record=True)
    if svg:
        files.save(svg, path_view.svg(posed, result))
    if as_json:
        print_json(_as_data(posed, finder, result))
        return
    ends = " or ".join(posed.state_name(goal) for goal in posed.goals) or "a goal"
    where = f"{posed.state_name(posed.start)} → {ends}"
    print(colored(f"{posed.title}  {where}  {result.algorithm}", STRONG))
    if finder.note.startswith("auto"):
        print(colored(finder.note, FAINT))
    if picture:
        print(_picture(posed, result))
    print(in_words(result))
    if result.open and most < NO_LIMIT:
        _print_open(posed, result)
    if svg:
        print(f"written: {svg}")


def in_words(result: PathResult) -> str:
    """What came out, in one line."""
    counts = (
        f"expanded {result.expanded:,}, generated {result.generated:,}, "
        f"largest frontier {result.peak_frontier:,}, {_time(result.seconds)}"
    )
    if result.found:
        answer = f"cost {result.cost:g}, {len(result.path):,} states"
        return f"{colored(answer, GOOD)}; {counts}" + (f"; {result.note}" if result.note else "")
    if result.finished:
        reason = f": {result.note}" if result.note else ""
        return f"{colored('there is no path', BAD)}{reason}; {counts}"
    return f"{colored('stopped before it was settled', BAD)}; {counts}"


def compare_command(
    problem: ProblemText,
    start: From = "",
    to: To = None,
    connected: Connected = None,
    corners: CornerRule = None,
    algorithms: Annotated[
        list[str] | None, typer.Option("--algorithm", "-a", help="Only these (several times).")
    ] = None,
    heuristics: Annotated[
        list[str] | None, typer.Option("--heuristic", "-e", help="Only these (several times).")
    ] = None,
    max_steps: Annotated[
        int | None,
        typer.Option(parser=at_least(1), help="Each search gives up after so many states."),
    ] = None,
    as_json: Json = False,
) -> None:
    """All algorithms with all heuristics, in one table: path, states explored, frontier, time."""
    posed = read_problem(problem, start, to, connected, corners)
    finders = rows_to_compare(posed, algorithms or [], heuristics or [])
    results = [
        in_background(partial(_timed, finder, max_steps))
        for finder in progress(finders, f"comparing on {posed.title}")
    ]
    if as_json:
        print_json({"problem": posed.title, "rows": [_row(each) for each in results]})
        return
    _print_comparison(posed, results)


def maze_command(
    generator: Annotated[str, typer.Argument(metavar="GENERATOR", help=", ".join(GENERATORS))],
    rows: Annotated[int, typer.Option(help="Rows.")] = 21,
    columns: Annotated[int, typer.Option(help="Columns.")] = 41,
    seed: Annotated[int, typer.Option(parser=at_least(0), help="Same seed, same maze.")] = 1,
    density: Annotated[
        float | None, typer.Option(help="Share of walls, for caves and obstacles.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write it to this file: .txt, .maze or .map.")
    ] = None,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Make a maze or a cave, print it, or write it to a file."""
    made = make_maze(generator, rows, columns, seed, density)
    if out:
        write_problem(made, out)
    if svg:
        files.save(svg, path_view.svg(made, _nothing_searched()))
    if as_json:
        lines = ["".join(".#"[not cell] for cell in row) for row in made.weights.tolist()]
        print_json({"maze": made.title, "rows": rows, "columns": columns, "cells": lines})
    elif out or svg:
        print(f"{made.title} written: {' '.join(str(file) for file in (out, svg) if file)}")
    else:
        for row in made.weights.tolist():
            print("".join(".#"[not cell] for cell in row))


def convert_command(
    problem: ProblemText,
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Its ending says the format.")],
) -> None:
    """Write a grid or a graph in another format: .txt .maze .map, or .json .graphml .csv."""
    write_problem(load_problem(problem), out)
    print(f"written: {out}")


def scen_command(
    scenarios: Annotated[list[Path], typer.Argument(metavar="FILE.scen...")],
    algorithm: AlgorithmText = "auto",
    heuristic: HeuristicText = "",
    as_json: Json = False,
) -> None:
    """Solve every query of MovingAI scenarios, and check each against its optimal length."""
    checked = []
    for file in scenarios:
        with progress_bar(file.name, 1000) as show:
            check = partial(check_queries, file, algorithm, heuristic, show)
            checked.append(in_background(check))
        if not as_json:
            _print_checked(checked[-1])
    wrong = sum(len(each.wrong) for each in checked)
    if as_json:
        print_json({"scenarios": [each.as_data() for each in checked], "wrong": wrong})
    else:
        total = sum(each.queries for each in checked)
        verdict = colored(f"{wrong} not optimal", BAD) if wrong else colored("all optimal", GOOD)
        print(f"{total:,} queries, {verdict}")
    if wrong:
        raise typer.Exit(1)


def audit_command(
    problem: ProblemText,
    heuristic: Annotated[str, typer.Argument(metavar="HEURISTIC", help="Name or ./mine.py:name.")],
    goals: Annotated[
        list[str] | None, typer.Option("--goal", help="A goal; may be given several times.")
    ] = None,
    connected: Connected = None,
    corners: CornerRule = None,
    svg: SvgFile = None,
    seed: Annotated[int, typer.Option(parser=at_least(0), help="Of the starts tried.")] = 1,
    as_json: Json = False,
) -> None:
    """Is the heuristic admissible? Consistent? Prove it, or show where it fails."""
    posed = read_problem(problem, "", goals, connected, corners)
    found = in_background(lambda: audit(posed, heuristic, seed=seed))
    if svg:
        files.save(svg, audit_svg(found))
    if as_json:
        print_json(found.as_data())
    else:
        for number, line in enumerate(found.as_text()):
            print(colored(line, STRONG) if number == 0 else line)
        if svg:
            print(f"written: {svg}")
    if not found.holds or (found.premise is not None and not found.premise.holds):
        raise typer.Exit(1)


def puzzle_command(
    tiles: Annotated[
        str, typer.Argument(metavar="TILES", help='Such as "8 1 3 4 0 2 7 6 5"; 0 is the blank.')
    ] = "",
    rows: Annotated[int, typer.Option(help="Rows, where the tiles do not tell.")] = 0,
    columns: Annotated[int, typer.Option(help="Columns, where the tiles do not tell.")] = 0,
    blank: Annotated[str, typer.Option(help="Where it is in the goal: first or last.")] = "first",
    seed: Annotated[
        int, typer.Option(parser=at_least(0), help="Of a random puzzle, without tiles.")
    ] = 0,
    algorithm: AlgorithmText = "ida_star",
    heuristic: HeuristicText = "",
    max_nodes: Annotated[
        int | None, typer.Option(parser=at_least(1), help="Give up after so many states.")
    ] = None,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Solve a sliding puzzle in the fewest moves."""
    if blank not in ("first", "last"):
        raise BadParameter(f"--blank {blank} should be first or last")
    posed = make_puzzle(sys.stdin.read() if tiles == "-" else tiles, rows, columns, blank, seed)  # type: ignore[arg-type]
    finder = load_pathfinder(posed, algorithm, heuristic)
    result = _found(finder, NO_LIMIT if max_nodes is None else max_nodes)
    if svg:
        files.save(svg, path_view.svg(posed, result))
    if as_json:
        print_json(_as_data(posed, finder, result))
        return
    print(colored(f"{posed.title}  {result.algorithm}", STRONG))
    print(_picture(posed, result))
    print(in_words(result))
    rate = result.generated / result.seconds / 1e6 if result.seconds else 0
    print(colored(f"{rate:.1f} million states/s", FAINT))
    if svg:
        print(f"written: {svg}")


# --- what the commands share ----------------------------------------------------------------------


def read_problem(
    text: str,
    start: str = "",
    goals: Sequence[str] | None = None,
    connected: int | None = None,
    corners: str | None = None,
) -> Problem:
    """The problem a user typed, with the ends and the steps asked for."""
    problem = load_problem(text)
    if connected is not None or corners is not None:
        if not isinstance(problem, Grid):
            raise BadParameter(f"--connected and --corners are for grids; {problem.title} is none")
        ways: Any = {"connected": connected, "corners": corners}
        problem = replace(problem, **{name: each for name, each in ways.items() if each})
    if not start and not goals:
        return problem
    if isinstance(problem, (Grid, Graph)):
        return problem.between(
            problem.read_state(start) if start else None,
            [problem.read_state(goal) for goal in goals] if goals else None,
        )
    if isinstance(problem, Puzzle) and not goals:
        return problem.between(problem.read_state(start))
    raise BadParameter(f"{problem.title} has a start and goals of its own")


def _found(finder: Pathfinder, most: int, record: bool = False) -> PathResult:
    """What the search finds, with a word on the way where it takes long; compiled ahead."""

    def search() -> PathResult:
        if not isinstance(finder, Readable):
            finder.find(most=1, record=record)
        return finder.find(most=most, record=record)

    with status_line() as finder.progress:
        return in_background(search)


def _written(name: str, make: Any) -> str:
    usual = {each: value for each, value in defaults(make).items() if each != "problem"}
    inside = ", ".join(f"{each}={_value(value)}" for each, value in usual.items())
    return f"{name}({inside})" if inside else name


def _value(value: Any) -> str:
    if value is None or value == "" or isinstance(value, type):
        return "…"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _about(make: Any) -> str:
    return (make.__doc__ or "").split("\n")[0]


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def _picture(problem: Problem, result: PathResult) -> str:
    """The search as text, as large as the terminal allows."""
    room = shutil.get_terminal_size((100, 50))
    height = max(10, room.lines - 8) if sys.stdout.isatty() else 50
    return path_view.show(problem, result, room.columns, height, _paint)


def _paint(text: str, role: str) -> str:
    """A mark of the picture in the color of its role."""
    return colored(text, PAINT[role]) if role in PAINT else text


PAINT = {
    "wall": FAINT,
    "expanded": SECOND,
    "open": GOOD,
    "path": FIRST,
    "start": STRONG,
    "goal": STRONG,
}


def _nothing_searched() -> PathResult:
    return PathResult((), None, 0, 0, 0, 0.0)


def _print_open(problem: Problem, result: PathResult) -> None:
    """The frontier after a step budget: each state with its g and f, the next one first."""
    unit = getattr(problem, "straight", 1)
    print(colored(f"waiting after {result.expanded} expansions, the next first:", STRONG))
    width = max(len(problem.state_name(each.state)) for each in result.open)
    for each in result.open[:40]:
        g, f = each.g / unit, each.f / unit
        print(f"  {problem.state_name(each.state):<{width}}  g {g:<8g} h {f - g:<8g} f {f:g}")
    if len(result.open) > 40:
        print(colored(f"  … and {len(result.open) - 40:,} more (--json has all)", FAINT))


def _as_data(problem: Problem, finder: Pathfinder, result: PathResult) -> dict[str, object]:
    unit = getattr(problem, "straight", 1)
    return {
        "problem": problem.title,
        "from": problem.state_name(problem.start),
        "to": [problem.state_name(goal) for goal in problem.goals],
        "algorithm": result.algorithm,
        "note": finder.note or result.note,
        "found": result.found,
        "finished": result.finished,
        "cost": result.cost,
        "path": [problem.state_name(state) for state in result.path],
        "expanded": result.expanded,
        "generated": result.generated,
        "peak_frontier": result.peak_frontier,
        "seconds": round(result.seconds, 6),
        "open": [
            {"state": problem.state_name(each.state), "g": each.g / unit, "f": each.f / unit}
            for each in result.open
        ],
        "order": [problem.state_name(state) for state in result.order],
    }


PATIENCE = {True: 100_000, False: 5_000_000}
"""After how many states a comparison gives up: readable searches, compiled ones."""


def _timed(finder: Pathfinder, max_steps: int | None) -> PathResult:
    """The second of two runs, since the first may compile."""
    readable = isinstance(finder, Readable)
    most = max_steps or PATIENCE[readable]
    first = finder.find(most=most)
    return first if readable or first.seconds > 2 else finder.find(most=most)


def _row(result: PathResult) -> dict[str, object]:
    return {
        "algorithm": result.algorithm,
        "cost": result.cost,
        "path_length": len(result.path),
        "explored": result.expanded,
        "generated": result.generated,
        "largest_frontier": result.peak_frontier,
        "seconds": round(result.seconds, 6),
        "finished": result.finished,
    }


def _print_comparison(problem: Problem, results: list[PathResult]) -> None:
    costs = [each.cost for each in results if each.cost is not None]
    best = min(costs) if costs else None
    print(colored(f"{problem.title}  from {problem.state_name(problem.start)}", STRONG))
    width = max(len(each.algorithm) for each in results)
    heads = ("cost", "path", "explored", "frontier", "time")
    print(colored(f"{'':<{width}}" + "".join(f"{head:>12}" for head in heads), FAINT))
    for each in results:
        if each.cost is not None:
            cost, longer = f"{each.cost:.6g}", best is not None and each.cost > best + 1e-9
        else:
            cost, longer = ("no path" if each.finished else "gave up"), True
        cells = (cost, len(each.path), f"{each.expanded:,}", f"{each.peak_frontier:,}")
        line = f"{each.algorithm:<{width}}" + "".join(f"{cell:>12}" for cell in cells)
        print(colored(line, FAINT if longer else "0") + f"{_time(each.seconds):>12}")
    words = "path: states from start to goal · explored: states taken off the frontier"
    print(colored(words, FAINT))


def _print_checked(checked: Checked) -> None:
    name = checked.file.name
    verdict = (
        colored(f"{len(checked.wrong)} not optimal", BAD)
        if checked.wrong
        else colored("all optimal", GOOD)
    )
    print(
        f"{name:<34} {checked.queries:>6,} queries  {verdict}  "
        f"{_time(checked.seconds / max(1, checked.queries))} each  {checked.algorithm}"
    )
    for line in checked.wrong[:5]:
        print(f"    {line}")
