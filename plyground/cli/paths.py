"""Commands about paths: find one, compare ways to find it, make mazes, put claims to the test."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from plyground import files, path_view
from plyground.audit import audit
from plyground.audit_view import audit_svg
from plyground.cli.games import Json
from plyground.cli.path_words import (
    about,
    as_data,
    in_words,
    nothing_searched,
    picture_of,
    print_checked,
    print_comparison,
    print_open,
    read_problem,
    row_of,
    searched,
    timed,
    written,
)
from plyground.cli.terminal import (
    BAD,
    FAINT,
    GOOD,
    STRONG,
    at_least,
    colored,
    in_background,
    print_json,
    progress,
    progress_bar,
    warn,
)
from plyground.errors import BadParameter
from plyground.heuristics.distances import DISTANCES
from plyground.heuristics.puzzles import PUZZLE_HEURISTICS
from plyground.pathfinders import ALGORITHMS, load_pathfinder
from plyground.paths import PROBLEMS, load_problem, write_problem
from plyground.paths import puzzle as make_puzzle
from plyground.paths.mazes import GENERATORS
from plyground.paths.mazes import maze as make_maze
from plyground.scenarios import check_queries, rows_to_compare
from plyground.search.best_first import NO_LIMIT

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
        "problems": {written(name, make): about(make) for name, make in PROBLEMS.items()},
        "generators": {name: about(make) for name, make in GENERATORS.items()},
        "algorithms": {written(name, make): about(make) for name, make in ALGORITHMS.items()},
        "heuristics": {f"{name}(scale=1)": about(make) for name, make in DISTANCES.items()}
        | {"landmarks(count=8)": "Exact distances to a few far places, and triangles."},
        "heuristics of puzzles": {name: each.doc for name, each in PUZZLE_HEURISTICS.items()},
    }
    if as_json:
        print_json(sections)
        return
    for title, rows in sections.items():
        print(colored(title, STRONG))
        for name, words in rows.items():
            print(f"  {name}")
            print(colored(f"      {words}", FAINT))
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
    result = searched(finder, most, record=True)
    if svg:
        files.save(svg, path_view.svg(posed, result))
    if as_json:
        print_json(as_data(posed, finder, result))
        return
    ends = " or ".join(posed.state_name(goal) for goal in posed.goals) or "a goal"
    where = f"{posed.state_name(posed.start)} → {ends}"
    print(colored(f"{posed.title}  {where}  {result.algorithm}", STRONG))
    if finder.note.startswith("auto"):
        print(colored(finder.note, FAINT))
    if picture:
        print(picture_of(posed, result))
    print(in_words(result))
    if result.open and most < NO_LIMIT:
        print_open(posed, result)
    if svg:
        print(f"written: {svg}")


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
        in_background(partial(timed, finder, max_steps))
        for finder in progress(finders, f"comparing on {posed.title}")
    ]
    if as_json:
        print_json({"problem": posed.title, "rows": [row_of(each) for each in results]})
        return
    print_comparison(posed, results)


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
        files.save(svg, path_view.svg(made, nothing_searched()))
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
            print_checked(checked[-1])
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
    result = searched(finder, NO_LIMIT if max_nodes is None else max_nodes)
    if svg:
        files.save(svg, path_view.svg(posed, result))
    if as_json:
        print_json(as_data(posed, finder, result))
        return
    print(colored(f"{posed.title}  {result.algorithm}", STRONG))
    print(picture_of(posed, result))
    print(in_words(result))
    rate = result.generated / result.seconds / 1e6 if result.seconds else 0
    print(colored(f"{rate:.1f} million states/s", FAINT))
    if svg:
        print(f"written: {svg}")
