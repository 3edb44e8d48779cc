"""What the path commands share: reading a problem, searching with a word on the way, printing."""

import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from plyground import path_view
from plyground.cli.terminal import (
    BAD,
    FAINT,
    FIRST,
    GOOD,
    SECOND,
    STRONG,
    colored,
    in_background,
    status_line,
)
from plyground.errors import BadParameter
from plyground.finders import Readable
from plyground.pathfinders import Pathfinder
from plyground.paths import Graph, Grid, Problem, Puzzle, load_problem
from plyground.scenarios import Checked
from plyground.search.path_results import PathResult
from plyground.text import defaults


def in_words(result: PathResult) -> str:
    """What came out, in one line."""
    counts = (
        f"expanded {result.expanded:,}, generated {result.generated:,}, "
        f"largest frontier {result.peak_frontier:,}, {in_time(result.seconds)}"
    )
    if result.found:
        answer = f"cost {result.cost:g}, {len(result.path):,} states"
        return f"{colored(answer, GOOD)}; {counts}" + (f"; {result.note}" if result.note else "")
    if result.finished:
        reason = f": {result.note}" if result.note else ""
        return f"{colored('there is no path', BAD)}{reason}; {counts}"
    return f"{colored('stopped before it was settled', BAD)}; {counts}"


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


def searched(finder: Pathfinder, most: int, record: bool = False) -> PathResult:
    """What the search finds, with a word on the way where it takes long; compiled ahead."""

    def search() -> PathResult:
        if not isinstance(finder, Readable):
            finder.find(most=1, record=record)
        return finder.find(most=most, record=record)

    with status_line() as finder.progress:
        return in_background(search)


def written(name: str, make: Any) -> str:
    usual = {each: value for each, value in defaults(make).items() if each != "problem"}
    inside = ", ".join(f"{each}={_value(value)}" for each, value in usual.items())
    return f"{name}({inside})" if inside else name


def _value(value: Any) -> str:
    if value is None or value == "" or isinstance(value, type):
        return "…"
    return str(value).lower() if isinstance(value, bool) else str(value)


def about(make: Any) -> str:
    return (make.__doc__ or "").split("\n")[0]


def in_time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def picture_of(problem: Problem, result: PathResult) -> str:
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


def nothing_searched() -> PathResult:
    return PathResult((), None, 0, 0, 0, 0.0)


def print_open(problem: Problem, result: PathResult) -> None:
    """The frontier after a step budget: each state with its g and f, the next one first."""
    unit = getattr(problem, "straight", 1)
    print(colored(f"waiting after {result.expanded} expansions, the next first:", STRONG))
    width = max(len(problem.state_name(each.state)) for each in result.open)
    for each in result.open[:40]:
        g, f = each.g / unit, each.f / unit
        print(f"  {problem.state_name(each.state):<{width}}  g {g:<8g} h {f - g:<8g} f {f:g}")
    if len(result.open) > 40:
        print(colored(f"  … and {len(result.open) - 40:,} more (--json has all)", FAINT))


def as_data(problem: Problem, finder: Pathfinder, result: PathResult) -> dict[str, object]:
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


def timed(finder: Pathfinder, max_steps: int | None) -> PathResult:
    """The second of two runs, since the first may compile."""
    readable = isinstance(finder, Readable)
    most = max_steps or PATIENCE[readable]
    first = finder.find(most=most)
    return first if readable or first.seconds > 2 else finder.find(most=most)


def row_of(result: PathResult) -> dict[str, object]:
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


def print_comparison(problem: Problem, results: list[PathResult]) -> None:
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
        print(colored(line, FAINT if longer else "0") + f"{in_time(each.seconds):>12}")
    words = "path: states from start to goal · explored: states taken off the frontier"
    print(colored(words, FAINT))


def print_checked(checked: Checked) -> None:
    name = checked.file.name
    verdict = (
        colored(f"{len(checked.wrong)} not optimal", BAD)
        if checked.wrong
        else colored("all optimal", GOOD)
    )
    print(
        f"{name:<34} {checked.queries:>6,} queries  {verdict}  "
        f"{in_time(checked.seconds / max(1, checked.queries))} each  {checked.algorithm}"
    )
    for line in checked.wrong[:5]:
        print(f"    {line}")
