"""Mazes as text, one character a cell.

    S..#      # wall                 0010      0 open
    #.3#      . open, cost 1         1000      1 wall
    #..G      2 … 9 open, that cost  1000
              S start    G goals
              * start and goal in one

The drawn form holds everything `read_text` gives back; the form of digits has walls only. A text
without S begins at its first open cell, one without goals ends at its last. Blank lines at the ends
and white space at the end of a line are forgiven; a space is no cell, since it could not be told
from those.
"""

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadParameter, BadText
from plyground.paths.grid import Cell, Corners, Grid
from plyground.paths.reading import lines_of, open_grid

WALL, OPEN, START, GOAL, BOTH = "#.SG*"
DRAWN = {WALL: 0, OPEN: 1, START: 1, GOAL: 1, BOTH: 1, **{str(cost): cost for cost in range(2, 10)}}
DIGITS = {"0": 1, "1": 0}
UNKNOWN = 255


def read_text(
    text: str, title: str = "text", connected: int = 4, corners: Corners = "never"
) -> Grid:
    """The grid of a text in either form."""
    first, lines = _trimmed(text)
    if not lines:
        raise BadText(f"{title}: the map is empty; write rows of 0 and 1, or of # and .")
    check_lengths(lines, first, title)
    digits = any(sign in text for sign in DIGITS) and not any(sign in text for sign in "#.SG*")
    cells = characters(lines)
    weights = weights_of(cells, DIGITS if digits else DRAWN)
    strange = np.argwhere(weights == UNKNOWN)
    if len(strange):
        row, column = strange[0]
        where = f"{title}, line {first + row}, column {column + 1}"
        raise BadText(f"{where}: {lines[row][column]!r} is no cell; {_would_do(digits)}")
    grid = open_grid(weights, title, connected, corners)
    starts, goals = _marked(cells, START + BOTH), _marked(cells, GOAL + BOTH)
    if len(starts) > 1:
        one, other = (f"line {first + cell.row}, column {cell.column + 1}" for cell in starts[:2])
        raise BadText(f"{title}, {other}: a second start; the first is on {one}")
    return grid.between(starts[0] if starts else None, goals or None)


def write_text(grid: Grid) -> str:
    """The drawn form; reading it gives the grid back, its goals in reading order."""
    grid.check_ends()
    if grid.weights.max() > 9:
        raise BadParameter(f"{grid.title}: a cell costs {grid.weights.max()}; a text holds 1 … 9")
    signs = np.frombuffer(b"#.23456789", np.uint8)[grid.weights]
    for cell in (grid.start, *grid.goals):
        if grid.weights[cell] > 1:
            raise BadParameter(
                f"{grid.title}: {grid.state_name(cell)} costs {grid.weights[cell]}; "
                "in a text the start and the goals cost 1"
            )
    for goal in grid.goals:
        signs[goal] = ord(GOAL)
    signs[grid.start] = ord(BOTH if grid.start in grid.goals else START)
    return _joined(signs)


def write_digits(grid: Grid) -> str:
    """The form of digits, which holds the walls and nothing else."""
    if not grid.uniform:
        raise BadParameter(f"{grid.title} has weights, which rows of 0 and 1 cannot hold")
    return _joined(np.frombuffer(b"10", np.uint8)[grid.weights])


def check_lengths(lines: list[str], first: int, title: str) -> None:
    """Refuse lines that are not all as long as the one at the top, whose number is `first`."""
    wide = len(lines[0])
    for number, line in enumerate(lines, first):
        if not line:
            raise BadText(f"{title}: line {number} is blank, inside the map")
        if len(line) != wide:
            above = f"line {first} has" if number == first + 1 else "the lines above have"
            raise BadText(f"{title}: line {number} has {len(line)} cells, {above} {wide}")


def characters(lines: list[str]) -> NDArray[np.uint8]:
    """One byte a cell; what is beyond Latin 1 becomes a question mark."""
    content = "".join(lines).encode("latin-1", "replace")
    return np.frombuffer(content, np.uint8).reshape(len(lines), -1)


def weights_of(cells: NDArray[np.uint8], meaning: dict[str, int]) -> NDArray[np.uint8]:
    """What each character stands for, or UNKNOWN."""
    table = np.full(256, UNKNOWN, np.uint8)
    for sign, weight in meaning.items():
        table[ord(sign)] = weight
    return table[cells]


def _trimmed(text: str) -> tuple[int, list[str]]:
    """The lines without blank ones at the ends, and the number of the first."""
    lines = lines_of(text)
    filled = [number for number, line in enumerate(lines) if line]
    return (filled[0] + 1, lines[filled[0] : filled[-1] + 1]) if filled else (1, [])


def _would_do(digits: bool) -> str:
    if digits:
        return "in rows of digits write 0 (open) and 1 (wall)"
    return "write # (wall), . (open), 2 … 9 (cost), S (start), G (goal) or * (start and goal)"


def _marked(cells: NDArray[np.uint8], signs: str) -> list[Cell]:
    found = np.argwhere((cells == ord(signs[0])) | (cells == ord(signs[1])))
    return [Cell(int(row), int(column)) for row, column in found]


def _joined(signs: NDArray[np.uint8]) -> str:
    return "".join(row.tobytes().decode("ascii") + "\n" for row in signs)
