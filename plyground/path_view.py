"""Pictures of a path search: in text for the terminal, as a drawing for everything else.

    S * : o # #      S start      * path             show(problem, result)   text
    # * : # . .      G goal       : expanded         svg(problem, result)    one SVG, both themes
    # * * * G .      # wall       o open
                     . not seen, 2 … 9 if it costs that, + if it costs more

A grid is drawn as a map, made smaller in blocks if it does not fit; a graph as its path and a table
of its places; a puzzle as boards and moves; any other problem as a list of states. Where
`result.order` was not recorded, nobody knows what was expanded, and only the path and the frontier
show.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate, groupby, pairwise
from textwrap import fill
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.graph_svg import graph_svg
from plyground.graph_text import Paint, places, plain, shortened, step_costs
from plyground.path_svg import Body, elided, framed, grid_svg, number, outcome, written
from plyground.paths.graph import Graph
from plyground.paths.grid import Grid
from plyground.paths.problem import Problem
from plyground.paths.puzzles import MOVES, Puzzle
from plyground.search.path_results import PathResult

MARKS = {"floor": ".", "weight": "+", "wall": "#", "expanded": ":", "open": "o", "path": "*",
         "goal": "G", "start": "S", "both": "@"}  # fmt: skip
"""Roles and their marks; where one mark stands for several cells, the last of them shows."""
ROLES = list(MARKS)
MOVE_LETTERS = "ULRD"
WIDTH, HEIGHT = 100, 50
MOST_CARDS, CARD, CARDS_IN_A_ROW = 24, 116, 6


def show(
    problem: Problem,
    result: PathResult,
    width: int = WIDTH,
    height: int = HEIGHT,
    paint: Paint = plain,
) -> str:
    """A picture in text, at most `width` wide; a map takes at most `height` lines and its legend.

    `paint` may color the marks; roles are those of MARKS, and "" for words.
    """
    if isinstance(problem, Grid):
        lines = _map(problem, result, width, height, paint)
    elif isinstance(problem, Graph):
        lines = places(problem, result, width, height, paint)
    elif isinstance(problem, Puzzle):
        lines = _boards(problem, result, width)
    else:
        lines = _states(problem, result, height)
    return "\n".join(lines)


def svg(problem: Problem, result: PathResult) -> str:
    """A drawing that stands alone, for light and dark pages."""
    if isinstance(problem, Grid):
        return grid_svg(problem, result)
    if isinstance(problem, Graph):
        return graph_svg(problem, result)
    return cards_svg(problem, result, move_letters(problem, result.path))


def summary(result: PathResult) -> str:
    """One line to go with a picture: how the search ended, what it took, and who searched."""
    parts = [outcome(result), f"{result.expanded:,} expanded"]
    parts += [f"{len(result.open):,} open"] if len(result.open) else []
    parts += [result.algorithm] if result.algorithm else []
    return " · ".join(parts)


# --- grids ---------------------------------------------------------------------------------------


def _map(grid: Grid, result: PathResult, width: int, height: int, paint: Paint) -> Iterable[str]:
    roles, digits = _roles(grid, result)
    high, wide = _block(grid.rows, grid.columns, max(1, width), max(1, height))
    if (high, wide) != (1, 1):
        roles, digits = _blocks(roles, high, wide), {}
    gap = " " if high == 1 and 2 * grid.columns <= width else ""
    for row, line in enumerate(roles.tolist()):
        text = []
        for role, run in groupby(enumerate(line), key=lambda cell: ROLES[cell[1]]):
            marks = [digits.get((row, column), MARKS[role]) for column, _ in run]
            between = MARKS["wall"] if gap and role == "wall" else gap
            text.append(paint("".join(mark + between for mark in marks), role))
        yield "".join(text).rstrip()
    used = [ROLES[role] for role in np.unique(roles).tolist() if ROLES[role] not in NO_LEGEND]
    yield "  ".join(f"{paint(MARKS[role], role)} {SAID.get(role, role)}" for role in used[::-1])
    if (high, wide) != (1, 1):
        yield f"a mark stands for {high} × {wide} cells (rows × columns)"


NO_LEGEND = {"floor", "weight"}
SAID = {"both": "start and goal"}


def _roles(grid: Grid, result: PathResult) -> tuple[NDArray[np.int8], dict[tuple[int, int], str]]:
    """The role of each cell, and the digits of those that cost more than one."""
    heavy = grid.weights > 1
    roles = np.where(grid.weights == 0, ROLES.index("wall"), heavy).astype(np.int8)
    layers: list[tuple[str, Sequence[Any]]] = [
        ("expanded", result.order),
        ("open", [each.state for each in result.open]),
        ("path", result.path),
        ("goal", grid.goals),
        ("start", [grid.start]),
        ("both", [goal for goal in grid.goals if goal == grid.start]),
    ]
    for role, cells in layers:
        places = np.array(cells[:], np.int64).reshape(-1, 2)
        roles[places[:, 0], places[:, 1]] = ROLES.index(role)
    costly = np.argwhere((roles == ROLES.index("weight")) & (grid.weights < 10)).tolist()
    return roles, {(row, column): str(grid.weights[row, column]) for row, column in costly}


def _block(rows: int, columns: int, width: int, height: int) -> tuple[int, int]:
    """How many rows and columns one mark stands for; a mark is about twice as high as wide."""
    high, wide = -(-rows // height), -(-columns // width)
    if high == wide == 1:
        return 1, 1
    wide = max(wide, (high + 1) // 2)
    return max(high, 2 * wide), wide


def _blocks(roles: NDArray[np.int8], high: int, wide: int) -> NDArray[np.int8]:
    """The strongest role of each block; walls count where they fill a quarter of it."""
    rows, columns = -(-roles.shape[0] // high), -(-roles.shape[1] // wide)
    room = ((0, rows * high - roles.shape[0]), (0, columns * wide - roles.shape[1]))
    cells = np.pad(roles, room).reshape(rows, high, columns, wide)
    wall = ROLES.index("wall")
    strongest = cells.max(axis=(1, 3))
    thin = (cells == wall).sum(axis=(1, 3)) * 4 < high * wide
    return np.where((strongest == wall) & thin, ROLES.index("floor"), strongest)


# --- puzzles, and everything that is neither grid nor graph --------------------------------------


def move_letters(problem: Problem, path: Sequence[Any]) -> list[str]:
    """Where the blank of a puzzle goes in each step: U, L, R or D. Other problems have none."""
    if not isinstance(problem, Puzzle):
        return []
    steps = [down * problem.columns + right for down, right in MOVES]
    blanks = [tiles.index(0) for tiles in path]
    return [MOVE_LETTERS[steps.index(there - here)] for here, there in pairwise(blanks)]


def _boards(puzzle: Puzzle, result: PathResult, width: int) -> Iterable[str]:
    """The first and the last board, the moves of the blank, and which tiles they slide."""
    first, last = (puzzle.show(tiles).splitlines() for tiles in (puzzle.start, puzzle.goal))
    for row, (left, right) in enumerate(zip(first, last, strict=True)):
        yield f"{left}   {'→' if row == len(first) // 2 else ' '}   {right}"
    if len(result.path) > 1:
        yield ""
        slid = [here[there.index(0)] for here, there in pairwise(result.path)]
        for said, words in (
            ("the blank goes: ", move_letters(puzzle, result.path)),
            ("the tiles slide: ", [str(tile) for tile in slid]),
        ):
            yield fill(" ".join(words), width, initial_indent=said, subsequent_indent="  ")


def _states(problem: Problem, result: PathResult, height: int) -> Iterable[str]:
    """The states of the path, one a line, each with what it took to get there."""
    costs = [number(g) for g in accumulate(step_costs(problem, result.path), initial=0)]
    wide = max(len(cost) for cost in costs)
    lines = [
        f"{cost.rjust(wide)}  {problem.state_name(state)}".replace("\n", "\n" + " " * (wide + 2))
        for cost, state in zip(costs, result.path, strict=False)
    ]
    yield from shortened(lines, height) if lines else [outcome(result)]


def cards_svg(problem: Problem, result: PathResult, moves: Sequence[str] = ()) -> str:
    """A strip of states, the problem's own pictures of them where it draws any."""
    path = list(result.path) or [problem.start]
    count = min(len(path), MOST_CARDS)
    chosen = [round(k * (len(path) - 1) / max(1, count - 1)) for k in range(count)]
    drawn = [_card(problem, path[step]) for step in chosen]
    tall = max(height for _, height in drawn) + 24
    shapes = []
    for place, (step, (card, _)) in enumerate(zip(chosen, drawn, strict=True)):
        row, column = divmod(place, CARDS_IN_A_ROW)
        whole = len(path) <= MOST_CARDS
        said = f"{step}: {moves[step - 1]}" if moves and step and whole else str(step or "start")
        words = f'<text class="middle quiet" x="{CARD / 2}" y="{tall - 18:g}">{said}</text>'
        at = f"{column * (CARD + 8)} {row * tall:g}"
        shapes.append(f'<g transform="translate({at})">{card}{words}</g>')
    columns = min(count, CARDS_IN_A_ROW)
    rows = -(-count // CARDS_IN_A_ROW)
    size = (columns * (CARD + 8) - 8, rows * tall - 12)
    return framed(problem, result, Body(*size, shapes, ("move", "moves"), places=False))


def _card(problem: Problem, state: Any) -> tuple[str, float]:
    """One state, CARD wide, and how tall it is."""
    draws = getattr(problem, "svg", None)
    picture = draws(state) if draws else ""
    opening = re.search(r"<svg\b[^>]*", picture)
    sizes = dict(re.findall(r' (width|height)="([\d.]+)"', opening[0])) if opening else {}
    if not opening or len(sizes) < 2:
        name = written(elided(problem.state_name(state), 17))
        box = f'<rect class="floor" width="{CARD}" height="40" rx="6"/>'
        return f'{box}<text class="middle" x="{CARD / 2}" y="20">{name}</text>', 40
    tall = CARD * float(sizes["height"]) / float(sizes["width"])
    unsized = re.sub(r' (?:width|height)="[^"]*"', "", opening[0])
    return f'{unsized} width="{CARD}" height="{tall:.4g}"{picture[opening.end() :]}', tall
