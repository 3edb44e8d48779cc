"""Isolation against its rules written down again in the most naive way, cell by cell."""

import re
from collections.abc import Callable
from itertools import count

import pytest
from differential import Comparison, kinds_of_endings

from plyground.games import LOST, ONGOING, load_game

Cell = tuple[int, int]
ALL_AROUND = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
KNIGHT_STEPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


class NaiveIsolation:
    def __init__(self, rows: int, columns: int, move: str) -> None:
        self.rows, self.columns, self.move = rows, columns, move
        self.visited: list[Cell] = []

    def is_free(self, cell: Cell) -> bool:
        row, column = cell
        on_board = 0 <= row < self.rows and 0 <= column < self.columns
        return on_board and cell not in self.visited

    def targets(self) -> list[Cell]:
        if len(self.visited) < 2:
            cells = [(row, column) for row in range(self.rows) for column in range(self.columns)]
            return [cell for cell in cells if self.is_free(cell)]
        here = self.visited[-2]
        if self.move == "queen":
            return [cell for step in ALL_AROUND for cell in self.slide(here, step)]
        steps = KNIGHT_STEPS if self.move == "knight" else ALL_AROUND
        cells = [(here[0] + up, here[1] + right) for up, right in steps]
        return [cell for cell in cells if self.is_free(cell)]

    def slide(self, here: Cell, step: Cell) -> list[Cell]:
        reached: list[Cell] = []
        for distance in count(1):
            cell = (here[0] + distance * step[0], here[1] + distance * step[1])
            if not self.is_free(cell):
                return reached
            reached.append(cell)
        raise AssertionError("a slide has no end")

    def turns(self) -> dict[str, Cell]:
        return {
            "abcdefghijk"[column] + str(row + 1): (row, column) for row, column in self.targets()
        }

    def outcome(self) -> int:
        return ONGOING if self.targets() else LOST

    def take(self, turn: Cell) -> None:
        self.visited.append(turn)

    def board(self) -> str:
        rows = [
            "".join(self.mark((row, column)) for column in range(self.columns))
            for row in reversed(range(self.rows))
        ]
        return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)

    def mark(self, cell: Cell) -> str:
        if cell in self.visited[-2:]:
            return "XO"[self.visited.index(cell) % 2]
        return "#" if cell in self.visited else "."


@pytest.mark.parametrize("move", ["knight", "queen", "king"])
@pytest.mark.parametrize(("rows", "columns"), [(7, 7), (5, 5), (9, 11), (4, 6)])
def test_isolation_agrees_with_naive_rules_on_whole_random_games(
    rows: int, columns: int, move: str, record_property: Callable[[str, object], None]
) -> None:
    game = load_game(f"isolation(rows={rows}, columns={columns}, move={move})")
    comparison = Comparison(game, "naive rules", kinds_of_endings)
    comparison.play_until(2_000, lambda _: NaiveIsolation(rows, columns, move))
    assert comparison.kinds["lost"] > 20
    record_property("compared", str(comparison))
