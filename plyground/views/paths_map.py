"""The map of the Paths view while it is edited, and how it goes over the wire.

cells    0 1 2 3 …       row by row; a weight of 0 is a wall, 1 … 9 what a step into it costs
change   cells, their weights before and after, both ends before and after    ◀ undo  redo ▶
"""

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadParameter
from plyground.paths import Cell, Graph, Grid
from plyground.views.finding import MOST_CELLS
from plyground.views.paths_trail import packed

SMALLEST, LARGEST, HEAVIEST = 2, 512, 9
MOST_GOALS, MOST_CHANGES = 20, 200
ONLY_GOAL = "this is the only goal: add another one first, or move it"
WAYS, CORNERS = (4, 8), ("never", "one", "always")


class Ends(NamedTuple):
    """Where to start and where to go, by cell."""

    start: int
    goals: tuple[int, ...]


@dataclass(frozen=True)
class Change:
    """One edit, both ways."""

    cells: NDArray[np.int64]
    before: NDArray[np.uint8]
    after: NDArray[np.uint8]
    ends_before: Ends
    ends_after: Ends


class Drawing:
    """A grid that can be painted."""

    def __init__(self, grid: Grid) -> None:
        self.columns, self.rows = grid.columns, grid.rows
        self.weights = grid.weights.ravel().copy()
        self.ends = Ends(self._of(grid.start), tuple(self._of(goal) for goal in grid.goals))
        self.connected, self.corners = grid.connected, str(grid.corners)
        self.given = grid
        self._done: list[Change] = []
        self._undone: list[Change] = []

    def _of(self, cell: Any) -> int:
        return int(cell[0] * self.columns + cell[1])

    def cell(self, number: int) -> Cell:
        return Cell(*divmod(number, self.columns))

    @property
    def size(self) -> int:
        return len(self.weights)

    @property
    def as_given(self) -> bool:
        """Whether the cells are those of the problem that was opened."""
        return np.array_equal(self.weights, self.given.weights.ravel())

    def problem(self) -> Grid:
        """The map as it stands."""
        return Grid(
            self.weights.reshape(self.rows, self.columns).copy(),
            self.cell(self.ends.start),
            tuple(self.cell(goal) for goal in self.ends.goals),
            self.connected,
            self.corners,  # type: ignore[arg-type]
            self.given.title if self.as_given else "drawing",
        )

    # --- edits, each of which can be undone ------------------------------------------------------

    def paint(self, cells: Sequence[int], weight: int) -> dict[str, Any]:
        """Give all these cells a weight; start and goals stay as they are."""
        if weight not in range(HEAVIEST + 1):
            raise BadParameter(f"weight {weight}: 0 is a wall, 1 … {HEAVIEST} what a step costs")
        numbers = {self.checked(cell) for cell in cells}
        chosen = sorted(numbers - {self.ends.start, *self.ends.goals})
        return self._change(chosen, weight, self.ends)

    def clear(self) -> dict[str, Any]:
        """Open all cells."""
        return self._change(range(self.weights.size), 1, self.ends)

    def move_start(self, cell: int) -> dict[str, Any]:
        number = self.checked(cell)
        return self._change(self._walls([number]), 1, self.ends._replace(start=number))

    def move_goal(self, cell: int, was: int | None = None) -> dict[str, Any]:
        """Move the goal that was there; without one add a goal."""
        number, goals = self.checked(cell), list(self.ends.goals)
        if number in goals:
            return self._change([], 1, self.ends)
        if was is not None and was in goals:
            goals[goals.index(was)] = number
        elif was is not None:
            raise BadParameter(f"there is no goal at cell {was}")
        elif len(goals) >= MOST_GOALS:
            raise BadParameter(f"there are {MOST_GOALS} goals already: remove one first")
        else:
            goals.append(number)
        return self._change(self._walls([number]), 1, self.ends._replace(goals=tuple(goals)))

    def remove_goal(self, cell: int) -> dict[str, Any]:
        goals = [goal for goal in self.ends.goals if goal != self.checked(cell)]
        if len(goals) == len(self.ends.goals):
            raise BadParameter("there is no goal on this cell")
        if not goals:
            raise BadParameter(ONLY_GOAL)
        return self._change([], 1, self.ends._replace(goals=tuple(goals)))

    def undo(self) -> dict[str, Any]:
        if not self._done:
            raise BadParameter("there is nothing to undo")
        change = self._done.pop()
        self._undone.append(change)
        return self._applied(change.cells, change.before, change.ends_before)

    def redo(self) -> dict[str, Any]:
        if not self._undone:
            raise BadParameter("there is nothing to do again")
        change = self._undone.pop()
        self._done.append(change)
        return self._applied(change.cells, change.after, change.ends_after)

    @property
    def history(self) -> dict[str, int]:
        """How much can be undone and done again."""
        return {"undo": len(self._done), "redo": len(self._undone)}

    def checked(self, cell: int) -> int:
        """The cell, if it is one of this map."""
        if not 0 <= cell < self.size:
            raise BadParameter(f"cell {cell}: this map has 0 … {self.size - 1}")
        return cell

    def _walls(self, cells: Sequence[int]) -> list[int]:
        return [cell for cell in cells if not self.weights[cell]]

    def _change(self, cells: Sequence[int], weight: int, ends: Ends) -> dict[str, Any]:
        where = np.array(cells, np.int64)
        where = where[self.weights[where] != weight]
        after = np.full(len(where), weight, np.uint8)
        if len(where) or ends != self.ends:
            change = Change(where, self.weights[where], after, self.ends, ends)
            self._done = [*self._done, change][-MOST_CHANGES:]
            self._undone.clear()
        return self._applied(where, after, ends)

    def _applied(self, cells: Any, weights: Any, ends: Ends) -> dict[str, Any]:
        """Change the map; what the view has to paint."""
        self.weights[cells] = weights
        self.ends = ends
        return {
            "cells": packed(cells.astype(np.int32)),
            "weights": packed(weights.astype(np.uint8)),
            "start": ends.start,
            "goals": list(ends.goals),
        }

    # --- another size, other steps ---------------------------------------------------------------

    def sized(self, rows: int, columns: int) -> "Drawing":
        """The same map cut, or grown by open cells, to another size."""
        check_size(rows, columns)
        weights = np.ones((rows, columns), np.uint8)
        old = self.weights.reshape(self.rows, self.columns)[:rows, :columns]
        weights[: old.shape[0], : old.shape[1]] = old
        inside = [self.cell(each) for each in (self.ends.start, *self.ends.goals)]
        start, *goals = (
            Cell(min(row, rows - 1), min(column, columns - 1)) for row, column in inside
        )
        for end in (start, *goals):
            weights[end] = max(1, weights[end])
        ways: Any = {"connected": self.connected, "corners": self.corners}
        return Drawing(Grid(weights, start, tuple(dict.fromkeys(goals)), title="drawing", **ways))

    def set_steps(self, connected: int, corners: str) -> None:
        """Which neighbors a step may lead to."""
        if connected not in WAYS:
            raise BadParameter(f"connected {connected!r} should be 4 or 8")
        if corners not in CORNERS:
            raise BadParameter(f"corners {corners!r} should be {', '.join(CORNERS)}")
        self.connected, self.corners = connected, corners

    def as_data(self) -> dict[str, Any]:
        """The whole map for the view."""
        grid = self.problem()
        return {
            "kind": "grid",
            "title": grid.title,
            "rows": self.rows,
            "columns": self.columns,
            "cells": "u1" + base64.b64encode(self.weights.tobytes()).decode("ascii"),
            "start": self.ends.start,
            "goals": list(self.ends.goals),
            "connected": self.connected,
            "corners": self.corners,
            "unit": grid.straight,
        }


def check_size(rows: int, columns: int) -> None:
    """Refuse sizes that are none, or too much."""
    for name, size in (("rows", rows), ("columns", columns)):
        if not SMALLEST <= size <= LARGEST or rows * columns > MOST_CELLS:
            raise BadParameter(f"{name} {size} should be {SMALLEST} … {LARGEST}")


class Places:
    """A graph; only its start and its goals can be changed."""

    history: ClassVar[dict[str, int]] = {"undo": 0, "redo": 0}

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    @property
    def size(self) -> int:
        return self.graph.states

    def problem(self) -> Graph:
        return self.graph

    def move_start(self, place: int) -> dict[str, Any]:
        return self._posed(self._checked(place), self.graph.goals)

    def move_goal(self, place: int, was: int | None = None) -> dict[str, Any]:
        """Move the goal that was there; without one add a goal."""
        goals = [goal for goal in self.graph.goals if goal != was]
        return self._posed(self.graph.start, [*goals, self._checked(place)])

    def remove_goal(self, place: int) -> dict[str, Any]:
        goals = [goal for goal in self.graph.goals if goal != self._checked(place)]
        if not goals:
            raise BadParameter(ONLY_GOAL)
        return self._posed(self.graph.start, goals)

    def _checked(self, place: int) -> int:
        return self.graph.end("place", place)

    def _posed(self, start: int, goals: Sequence[int]) -> dict[str, Any]:
        if len(goals) > MOST_GOALS:
            raise BadParameter(f"there are {MOST_GOALS} goals already: remove one first")
        self.graph = self.graph.between(start, tuple(dict.fromkeys(goals)))
        return {"cells": "i4", "weights": "u1", "start": start, "goals": list(self.graph.goals)}

    def as_data(self) -> dict[str, Any]:
        """The graph for the view; places without coordinates are put on a circle."""
        graph = self.graph
        origin, target, cost = next(iter(graph.arcs()))
        kept = np.ones(len(origin), bool) if graph.directed else origin < target
        x, y = graph.x, graph.y
        if x is None or y is None:
            turn = np.arange(graph.states) * (2 * np.pi / graph.states)
            x, y = np.sin(turn), np.cos(turn)
        return {
            "kind": "graph",
            "title": graph.title,
            "names": list(graph.names),
            "placed": graph.has_places,
            "x": packed(x.astype(np.float32)),
            "y": packed(y.astype(np.float32)),
            "origin": packed(origin[kept].astype(np.int32)),
            "target": packed(target[kept].astype(np.int32)),
            "cost": packed(cost[kept]),
            "directed": graph.directed,
            "start": int(graph.start),
            "goals": [int(goal) for goal in graph.goals],
            "unit": 1,
        }
