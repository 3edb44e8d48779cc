"""Text and pictures of boards that are grids of X, O, # (blocked) and . (free).

    2 . . . .      `show` draws it; cells are named by column and row, a1 at the bottom left
    1 . X O .
      a b c d
    4/1XO1         `one_line`: the same, runs of free cells as their length

`read` reads both. Cells travel as one string, row by row, the top row first; whose turn it is
follows from how many are in use.
"""

import re
from dataclasses import dataclass
from string import ascii_lowercase

from plyground import draw
from plyground.errors import BadText

FREE, BLOCKED, PIECES = ".", "#", "XO"
MARKS = FREE + BLOCKED + PIECES


@dataclass(frozen=True)
class Grid:
    """Rows by columns of cells; a `dropping` grid has numbered columns and round holes."""

    rows: int
    columns: int
    dropping: bool = False

    @property
    def left(self) -> list[str]:
        """The names of the rows, top row first."""
        return [str(row) for row in range(self.rows, 0, -1) if not self.dropping]

    @property
    def below(self) -> list[str]:
        """The names of the columns."""
        numbers = [str(column) for column in range(1, self.columns + 1)]
        return numbers if self.dropping else list(ascii_lowercase[: self.columns])

    def cell_name(self, cell: int) -> str:
        """c3, or 4 where a disc can only be dropped into a column."""
        row, column = divmod(cell, self.columns)
        return self.name(column, self.rows - 1 - row)

    def name(self, column: int, row: int) -> str:
        """The name of the cell in this column from the left and row from the bottom."""
        return self.below[column] + ("" if self.dropping else str(row + 1))

    def split(self, cells: str) -> list[str]:
        return [cells[at : at + self.columns] for at in range(0, len(cells), self.columns)]

    def show(self, cells: str, turn: int) -> str:
        """The text picture with its rulers, and whose turn it is."""
        width = len(str(self.rows)) + 1
        left = [f"{name:<{width}}" for name in self.left] or [""] * self.rows
        column = len(self.below[-1])
        lines = [
            name + " ".join(f"{cell:>{column}}" for cell in row)
            for name, row in zip(left, self.split(cells), strict=True)
        ]
        ruler = " " * len(left[0]) + " ".join(f"{name:>{column}}" for name in self.below)
        return "\n".join([*lines, ruler, f"{PIECES[turn]} to move"])

    def one_line(self, cells: str) -> str:
        """Rows joined by /, each run of free cells as its length; a single row is left as it is."""
        if self.rows == 1:
            return cells
        short = (re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in self.split(cells))
        return "/".join(short)

    def read(self, text: str) -> str:
        """The cells of a drawn or one-line board, its size checked."""
        lines = _drawn(text) if "\n" in text.strip() else _short(text)
        if len(lines) != self.rows:
            raise BadText(f"cannot read the position {text!r}: {len(lines)} rows, not {self.rows}")
        for number, line in enumerate(lines, 1):
            if len(line) != self.columns:
                problem = f"row {number} from the top has {len(line)} cells, not {self.columns}"
                raise BadText(f"cannot read the position {text!r}: {problem}")
        return "".join(lines)

    def svg(self, cells: str) -> str:
        side, margin = draw.SIDE, draw.MARGIN
        width, height = self.columns * side, self.rows * side
        shapes = [draw.rulers(self.left or [""] * self.rows, self.below)]
        if self.dropping:
            shapes.append(draw.rectangle(margin, margin, width, height, "frame", radius=8))
        for cell, mark in enumerate(cells):
            row, column = divmod(cell, self.columns)
            shapes.append(self._svg_cell(margin + column * side, margin + row * side, cell, mark))
        return draw.picture(width + 2 * margin, height + 2 * margin, self.one_line(cells), *shapes)

    def _svg_cell(self, x: float, y: float, cell: int, mark: str) -> str:
        side, name = draw.SIDE, self.cell_name(cell)
        middle_x, middle_y = x + side / 2, y + side / 2
        if self.dropping:
            shape = draw.circle(middle_x, middle_y, 0.4 * side, "well", name)
        else:
            role = "blocked" if mark == BLOCKED else "well"
            shape = draw.rectangle(x + 1, y + 1, side - 2, side - 2, role, name, 4)
        return shape + (
            draw.piece(middle_x, middle_y, PIECES.index(mark)) if mark in PIECES else ""
        )


def _short(text: str) -> list[str]:
    found = []
    for row in text.strip().split("/"):
        wrong = re.search(rf"[^\d{re.escape(MARKS)}]", row)
        if wrong:
            raise BadText(f"cannot read {wrong[0]!r} in the position {text!r} (use X O # . and /)")
        found.append(re.sub(r"\d+", lambda run: FREE * min(int(run[0]), 200), row))
    return found


def _drawn(text: str) -> list[str]:
    """Lines of single marks, past an optional row number; rulers and remarks are passed over."""
    found = []
    for line in text.splitlines():
        words = line.split()
        cells = words[1:] if words and words[0].isdigit() else words
        if cells and all(len(cell) == 1 and cell in MARKS for cell in cells):
            found.append("".join(cells))
    return found
