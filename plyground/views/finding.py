"""Jobs of the Paths view: what worker processes do for it.

opened    a text form, or the files that a user picked ──▶ a grid or a graph
searched  a problem and algorithms ──▶ for each its result and its trail
audited   a problem and a heuristic ──▶ verdict, errors of every state, counterexamples
written   the state of the view ──▶ one self-contained page
"""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.audit import Audit, audit
from plyground.audit.words import figure
from plyground.audit_view.colors import DEAD, FIRST_HIGH, WALL, levels_of, meaning
from plyground.errors import BadFile, BadParameter, PlygroundError
from plyground.finders import Pathfinder, Readable
from plyground.page import page
from plyground.pathfinders import load_pathfinder
from plyground.paths import FILES, Graph, Grid, Problem, load_problem
from plyground.search.path_results import PathResult
from plyground.text import Call, parse
from plyground.views.paths_trail import MOST_STEPS, packed, watched

MOST_CELLS = 1 << 18
"""Of a map that is shown: 512 × 512."""
TOO_MANY_CELLS = f"here {MOST_CELLS:,} can be shown, such as 512 × 512"
READY = ("maze_runner_20", "maze_runner_8", "mount_olimp")
"""Problems without parameters."""
SMALL, USUAL_SIZE = 64 * 64, 21
MOST_PLACES, MOST_ARCS = 40_000, 200_000
PATIENCE = {True: 200_000, False: 20_000_000}
"""After how many states a search gives up: readable ones, compiled ones."""
TRIALS = 60
"""Starts from which an audit runs A*."""
BESIDE = (".cnode",)
"""Endings of files that others need."""


# --- problems -------------------------------------------------------------------------------------


def opened(text: str) -> Grid | Graph:
    """The problem of a text form; a maze that could not be shown is not even made."""
    if (cells := maze_cells(text)) > MOST_CELLS:
        raise BadParameter(f"{text} would have {cells:,} cells; {TOO_MANY_CELLS}")
    return drawable(load_problem(text))


def is_small(text: str) -> bool:
    """Whether the problem of a text form is there in a blink, so that no process need fetch it."""
    return text in READY or 0 < maze_cells(text) <= SMALL


def maze_cells(text: str) -> int:
    """How many cells a maze would have; 0 if the text is of something else."""
    call = parse(text) if text.startswith("maze(") else Call("")
    sizes = [call.parameters.get(name, USUAL_SIZE) for name in ("rows", "columns")]
    if call.name != "maze" or not all(isinstance(size, int) for size in sizes):
        return 0
    return max(0, int(str(sizes[0])) * int(str(sizes[1])))


def opened_files(files: Mapping[str, str]) -> Grid | Graph:
    """The problem of files given by name and content; the first one that is no companion."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            if Path(name).suffix.lower() not in (*FILES, *BESIDE):
                raise BadFile(f"{name} ends in none of {', '.join([*FILES, *BESIDE])}")
            Path(folder, Path(name).name).write_text(content, "utf-8")
        first = next((name for name in files if not _is_companion(name)), "")
        try:
            return drawable(load_problem(str(Path(folder, Path(first).name))))
        except PlygroundError as error:
            raise BadFile(str(error).replace(folder + "/", "")) from error


def _is_companion(name: str) -> bool:
    return name.lower().endswith((*BESIDE, ".places.csv"))


def drawable(problem: Problem) -> Grid | Graph:
    """The problem, if it can be drawn here."""
    if isinstance(problem, Grid):
        if problem.weights.size > MOST_CELLS:
            raise BadParameter(
                f"{problem.title} has {problem.rows} × {problem.columns} cells; {TOO_MANY_CELLS}"
            )
        return problem
    if isinstance(problem, Graph):
        if problem.states > MOST_PLACES or len(problem.target) > MOST_ARCS:
            raise BadParameter(
                f"{problem.title} has {problem.states:,} places and {len(problem.target):,} arcs; "
                f"here {MOST_PLACES:,} and {MOST_ARCS:,} can be shown"
            )
        return problem
    raise BadParameter(f"{problem.title} has no map to draw: open a grid or a graph")


def cells_of(problem: Grid | Graph, numbers: Any) -> NDArray[np.int64]:
    """The view's numbers: a grid has no border there, and counts row by row."""
    found = np.asarray(numbers, np.int64)
    if isinstance(problem, Graph):
        return found
    rows, columns = np.divmod(found, problem.columns + 2)
    cells: NDArray[np.int64] = (rows - 1) * problem.columns + columns - 1
    return cells


# --- searches -------------------------------------------------------------------------------------


def searched(problem: Grid | Graph, texts: Sequence[str]) -> list[dict[str, Any]]:
    """One answer for each algorithm: what it found and its trail, or why it could not."""
    return [_answer(problem, text) for text in texts]


def _answer(problem: Grid | Graph, text: str) -> dict[str, Any]:
    try:
        finder = load_pathfinder(problem, text, engine="auto")
        result = finder.find(most=PATIENCE[isinstance(finder, Readable)], record=True)
        return run_of(problem, finder, result)
    except PlygroundError as error:
        return {"text": text, "failed": str(error)}


def run_of(problem: Grid | Graph, finder: Pathfinder, result: PathResult) -> dict[str, Any]:
    """A result and its trail, in the view's numbers."""
    trail, rule, kind = watched(finder, result)
    shown = min(result.expanded, MOST_STEPS)
    known = None
    if trail is not None:
        sides, numbers = np.divmod(np.array(trail.state, np.int64), problem.states)
        size = problem.states if isinstance(problem, Graph) else problem.weights.size
        trail.state = (cells_of(problem, numbers) + sides * size).tolist()
        shown, known = min(trail.steps, MOST_STEPS), trail.as_data()
    order = [problem.number(state) for state in result.order[: 0 if known else MOST_STEPS]]
    path = [problem.number(state) for state in result.path]
    return {
        "text": finder.text,
        "note": finder.note or (result.note if problem.straight == 1 else ""),
        "failed": "",
        "rule": rule._asdict(),
        "open": kind,
        "trail": known,
        "order": packed(cells_of(problem, order).astype(np.int32)),
        "path": packed(cells_of(problem, path).astype(np.int32)),
        "steps": shown,
        "found": result.found,
        "finished": result.finished,
        "cost": result.cost,
        "expanded": result.expanded,
        "generated": result.generated,
        "peak": result.peak_frontier,
        "seconds": round(result.seconds, 6),
    }


# --- audits ---------------------------------------------------------------------------------------


def audited(problem: Grid | Graph, heuristic: str) -> dict[str, Any]:
    """What the view shows of an audit; h and true distances of all states included."""
    found = audit(problem, heuristic, instances=TRIALS)
    measured = found.measured
    assert measured is not None
    numbers = np.arange(problem.states)
    if isinstance(problem, Grid):
        numbers = numbers.reshape(problem.rows + 2, -1)[1:-1, 1:-1].ravel()
    levels = levels_of(measured)[numbers]
    counts = np.bincount(levels, minlength=WALL + 1)
    with np.errstate(over="ignore"):
        h, true = (
            (values[numbers] / measured.ground.unit).astype(np.float32)
            for values in (measured.h, measured.true)
        )
    return {
        "heuristic": found.heuristic,
        "verdict": found.verdict,
        "admissible": found.admissible.holds,
        "consistent": found.consistent.holds,
        "lines": found.as_text()[1:],
        "levels": packed(levels.astype(np.uint8)),
        "h": packed(h),
        "true": packed(true),
        "legend": [
            [level, meaning(level), int(counts[level])] for level in range(WALL) if counts[level]
        ],
        "first_high": FIRST_HIGH,
        "dead": DEAD,
        "cases": _cases(problem, found),
    }


def _cases(problem: Grid | Graph, found: Audit) -> list[dict[str, Any]]:
    """Counterexamples, one for each claim that fails, the nearest to a goal."""
    cases = []
    over, drop = found.admissible.smallest, found.consistent.smallest
    if over is not None:
        words = (
            f"h at {over.state} is {figure(over.h)}, but a shortest path from there costs "
            f"{figure(over.true)}: an overestimate of {figure(over.excess)}"
        )
        cases.append(("admissible", words, [over.state, *over.path[1:]]))
    if drop is not None:
        words = (
            f"along the {found.way} {drop.origin} → {drop.target} h falls from "
            f"{figure(drop.h_origin)} to {figure(drop.h_target)}, by "
            f"{figure(drop.h_origin - drop.h_target)}, but the {found.way} costs "
            f"{figure(drop.cost)}"
        )
        cases.append(("consistent", words, [drop.origin, drop.target]))
    for name, h in found.consistent.goals[:1]:
        cases.append(("consistent", f"h at the goal {name} is {figure(h)}, not 0", [name]))
    return [
        {"claim": claim, "words": words, "states": _numbers(problem, names)}
        for claim, words, names in cases
    ]


def _numbers(problem: Grid | Graph, names: Sequence[str]) -> list[int]:
    found = [problem.number(problem.read_state(name)) for name in names]
    numbers: list[int] = cells_of(problem, found).tolist()
    return numbers


# --- pages ----------------------------------------------------------------------------------------


def written(state: dict[str, Any], title: str) -> str:
    """The view as one file."""
    return page("paths", state, title)
