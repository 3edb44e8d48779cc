"""A* for Connect Four: the cheapest line of own discs, planned anew each turn.

    . . . . . . .
    . . . . . . .
    . . . * . . .      the open line that takes me, X, the fewest discs is the diagonal:
    . . X + . . .      one * to complete it, and one + to stand on:  h = 2
    . X O O . . .
    X O O X . . .

The planning problem of a position:

    state      my discs; the other side's stay as they are
    action     drop a disc of mine into a column with room, at cost 1
    reply      none: the other side passes, so the discs below a cell are all mine to drop
    goal       a line that was not complete at the start is mine
    g          own discs spent; the same on every way to a state, so no state is opened twice
    h          `discs_to_drop` (below); `cells_to_fill` and `nothing` are weaker bounds to compare
    frontier   a heap by (f = g + h, h, order of insertion), columns inserted center first

Why the other side passes: a plan then exists as long as a line is open, whereas a reply that blocks
would leave most positions without a plan, though not without good moves. What the model is blind to
is mended by planning again each turn, and by two rules that come before the plan:

    1. complete a line at once, if one disc does;
    2. else, if one disc of the other side would complete a line, take that cell.

All three bounds are admissible and consistent, since a disc fills one cell and so lowers each count
by at most 1. `discs_to_drop` is even exact in this model: A* walks straight to its goal.
"""

import heapq
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from operator import index, or_
from typing import NamedTuple

from plyground.bits import lowest
from plyground.errors import BadParameter, IllegalMove
from plyground.games.game import Game, Position
from plyground.search.results import SearchResult


class Line(NamedTuple):
    """Cells to fill, and the same with all cells below them."""

    cells: int
    down_to_the_floor: int


@dataclass(frozen=True)
class Problem:
    """One side's planning problem. Boards are plain integers, one bit a cell, as in the game."""

    mine: int
    theirs: int
    lines: tuple[Line, ...]
    """The lines that hold no disc of theirs and are not complete yet."""
    columns: tuple[int, ...]
    """The cells of each column, center first."""

    def drops(self, mine: int) -> Iterator[int]:
        """The cells where a disc of mine can land, as bits."""
        for column in self.columns:
            free = column & ~(mine | self.theirs)
            if free:
                yield free & -free


Bound = Callable[[Problem, int], int]
"""bound(problem, mine): at most the number of discs to the goal; the problem must have a line."""


def nothing(problem: Problem, mine: int) -> int:
    """No estimate, which makes A* Dijkstra's algorithm."""
    return 0


def cells_to_fill(problem: Problem, mine: int) -> int:
    """The fewest empty cells of a line; 0 at the goal and nowhere else."""
    return min((line.cells & ~mine).bit_count() for line in problem.lines)


def discs_to_drop(problem: Problem, mine: int) -> int:
    """The fewest empty cells of a line and below it: each costs a disc."""
    free = ~(mine | problem.theirs)
    return min((line.down_to_the_floor & free).bit_count() for line in problem.lines)


class Plan(NamedTuple):
    """The cells of my next discs in order, none if no line is open; and how many states it took."""

    moves: tuple[int, ...]
    expanded: int


def cheapest_plan(problem: Problem, bound: Bound = discs_to_drop) -> Plan:
    """A*: the fewest own discs that complete a line."""
    if not problem.lines:
        return Plan((), 0)
    start, pushed, expanded = problem.mine, 0, 0
    last_disc = {start: 0}
    frontier = [(bound(problem, start), 0, 0, start)]
    while frontier:
        mine = heapq.heappop(frontier)[-1]
        if cells_to_fill(problem, mine) == 0:
            return Plan(_way_back(mine, last_disc), expanded)
        expanded += 1
        for disc in problem.drops(mine):
            after = mine | disc
            if after not in last_disc:
                last_disc[after] = disc
                h, g = bound(problem, after), after.bit_count() - start.bit_count()
                pushed += 1
                heapq.heappush(frontier, (g + h, h, pushed, after))
    raise AssertionError("a problem with an open line has a plan")


def _way_back(mine: int, last_disc: dict[int, int]) -> tuple[int, ...]:
    moves: list[int] = []
    while disc := last_disc[mine]:
        moves.append(lowest(disc))
        mine ^= disc
    return tuple(reversed(moves))


@dataclass(frozen=True)
class AStar:
    """The player: two rules, then the first disc of the cheapest plan."""

    game: Game
    lines: tuple[Line, ...] = field(init=False, repr=False)
    columns: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.game.name != "connect_four":
            raise BadParameter(f"astar plays connect_four of any size, not {self.game.text}")
        rows, columns = self.game.parameters["rows"], self.game.parameters["columns"]
        center_first = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))
        column = (1 << rows) - 1
        boards = tuple(column << (rows + 1) * number for number in center_first)
        lines = tuple(all_lines(rows, columns, self.game.parameters["connect"]))
        object.__setattr__(self, "lines", lines)
        object.__setattr__(self, "columns", boards)

    def problem(self, position: Position) -> Problem:
        """What the player to move has to plan."""
        mine, filled = index(position.mine), index(position.filled)
        return self._problem(mine, filled ^ mine)

    def _problem(self, mine: int, theirs: int) -> Problem:
        lines = (line for line in self.lines if not line.cells & theirs and line.cells & ~mine)
        return Problem(mine, theirs, tuple(lines), self.columns)

    def search(self, position: Position) -> SearchResult:
        """The score is minus the discs that the plan takes, or minus all cells without one; `line`
        is the move alone, `depth` the length of the plan, `nodes` the states expanded."""
        started = time.perf_counter()
        if not self.game.moves(position):
            raise IllegalMove(f"nothing to plan: {self.game.status(position)}")
        problem = self.problem(position)
        plan = cheapest_plan(problem)
        moves = plan.moves or tuple(map(lowest, problem.drops(problem.mine)))
        move = moves[0] if len(plan.moves) == 1 else self._block(problem, moves[0])
        cost = len(plan.moves) or sum(column.bit_count() for column in self.columns)
        seconds = time.perf_counter() - started
        return SearchResult(move, -cost, (move,), len(plan.moves), plan.expanded, seconds, False)

    def _block(self, problem: Problem, planned: int) -> int:
        """The cell with which the other side would complete a line, else what was planned."""
        other = self._problem(problem.theirs, problem.mine)
        for disc in other.drops(other.mine):
            if any(not line.cells & ~(other.mine | disc) for line in other.lines):
                return lowest(disc)
        return planned


def all_lines(rows: int, columns: int, connect: int) -> Iterator[Line]:
    """Every line of a board whose columns are `rows + 1` bits apart."""
    stride = rows + 1
    for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for column in range(columns - right * (connect - 1)):
            for row in range(rows):
                if 0 <= row + up * (connect - 1) < rows:
                    cells = [(column + right * n, row + up * n) for n in range(connect)]
                    line = sum(1 << x * stride + y for x, y in cells)
                    columns_below = (((2 << y) - 1) << x * stride for x, y in cells)
                    yield Line(line, reduce(or_, columns_below))
