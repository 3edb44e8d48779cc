"""IDA* for sliding puzzles, at machine speed.

    depth       0     1     2  …        one stack, an entry a move: where the blank is, which ways
    blank      [ 9 |  8 |  12 | … ]     are still to be tried from there, and what is left of the
    way        [ . |  . |   . | … ]     threshold:
    slack      [ 4 |  4 |   2 | … ]             slack = threshold - (g + h) >= 0

A move changes g + h by what it does to one tile, so the sum is never computed anew: a table says
for each step of the blank and each tile what the move takes from the slack. For linear conflict,
note that a move does not change the order of the tiles in the line it goes along, and of the two
lines that it crosses over between, the tile is at home in one at most: one line changes its count.

A state as many moves deep as the threshold has no room left for h, so only there can a goal be: any
nearer one would have been found within a smaller threshold. The last move is never undone; beyond
that no state is remembered, unless there is a table (see `seen_before`).

`generated` counts as Korf did (Depth-First Iterative-Deepening, 1985), less the start itself: the
successors beyond the threshold are included, the undone move is not.
"""

import time
from collections.abc import Callable
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from plyground.errors import BadParameter, UnknownName
from plyground.heuristics import puzzles as heuristics
from plyground.jit import compiled
from plyground.paths.puzzles import UNSOLVABLE, Puzzle, Tiles
from plyground.search.ida_star import HUGE, thresholds_note
from plyground.search.ida_star_puzzle_tables import (
    ARC,
    AT_START,
    CELL,
    NO_WAY,
    ROW,
    Frame,
    Numbers,
    first_way,
    frame_of,
    line_numbers,
)
from plyground.search.path_results import PathResult
from plyground.text import Call

Name: TypeAlias = Literal["zero", "misplaced", "manhattan", "linear_conflict"]
Progress: TypeAlias = Callable[[int, int], None]
"""progress(threshold, generated): called now and then while the search runs."""

DEEPEST_PATH = 1 << 10  # no puzzle of up to 6 × 6 needs as many moves
CHUNK = 1 << 22  # states between two looks at the world: a fraction of a second
UNSETTLED, SOLVED, EXHAUSTED = range(3)
COUNTS = 7
DEPTH, GENERATED, EXPANDED, DEEPEST, BEYOND, KEY, STATUS = range(COUNTS)
"""What a walk keeps in `counts`; BEYOND is the largest slack below 0, for the next threshold."""


class Walk(NamedTuple):
    """Where a search stands, so that it can go on."""

    tiles: Any
    lines: Any
    """The number of each line, for the table of conflicts."""
    blank: Any
    way: Any
    slack: Any
    counts: Any
    marks: Any
    """The table: a key, then g << 16 | threshold, in each slot …"""
    states: Any
    """… and the state itself."""


@compiled
def takes_table(frame: Frame, walk: Walk, at: int) -> Any:
    """What the move takes from the slack: a matter of the tile alone."""
    return frame.takes[at]


@compiled
def takes_conflicts(frame: Frame, walk: Walk, at: int) -> Any:
    """What the move takes from the slack, the conflicts of the one line it may change included."""
    number = walk.lines[frame.line[at]]
    return frame.takes[at] + frame.aside[number + frame.shift[at]] - frame.aside[number]


@compiled
def shift_lines(frame: Frame, walk: Walk, arc: int, at: int, sign: int) -> None:
    """Make (sign 1) or undo (-1) the move in the numbers of its lines."""
    walk.lines[frame.line[at]] += sign * frame.shift[at]
    walk.lines[frame.along[arc]] += sign * frame.slide[at]


@compiled
def seen_before(
    marks: Numbers, states: Any, tiles: Numbers, key: int, g: int, threshold: int
) -> bool:
    """Whether the state need not be entered; if it must, it is remembered from now on.

    Not if it was entered with fewer moves, or with as many within this threshold. The states of
    a shortest solution are never reached with fewer moves than on it, so one is always left.
    """
    slot = key & (len(marks) - 1)
    cell = 0
    while cell < len(tiles) and marks[slot, 0] == key and states[slot, cell] == tiles[cell]:
        cell += 1
    same = cell == len(tiles)
    mark = marks[slot, 1]
    if same and (mark >> 16 < g or (mark >> 16 == g and mark & 0xFFFF == threshold)):
        return True
    marks[slot, 0], marks[slot, 1] = key, g << 16 | threshold
    if not same:
        for cell in range(len(tiles)):
            states[slot, cell] = tiles[cell]
    return False


@compiled
def is_goal(tiles: Numbers, goal: Numbers) -> bool:
    """Whether every tile is home."""
    cell = 0
    while cell < len(goal) and tiles[cell] == goal[cell]:
        cell += 1
    return cell == len(goal)


@cache
def walker(conflicts: bool, table: bool) -> Callable[[Frame, Walk, int, int], None]:
    """Build go_on(frame, walk, threshold, limit): search on until `limit` are generated."""
    takes = takes_conflicts if conflicts else takes_table

    @compiled
    def go_on(frame: Frame, walk: Walk, threshold: int, limit: int) -> None:
        ways, cells, tiles, counts = frame.ways, frame.cells, walk.tiles, walk.counts
        goal, marks, states = frame.goal, walk.marks, walk.states
        depth, generated, expanded = counts[DEPTH], counts[GENERATED], counts[EXPANDED]
        deepest, beyond, key = counts[DEEPEST], counts[BEYOND], counts[KEY]
        blank, way, slack = walk.blank[depth], walk.way[depth], walk.slack[depth]
        status = UNSETTLED
        while generated < limit:
            entry = ways[way]
            if entry < 0:
                if depth == 0:
                    status = EXHAUSTED
                    break
                depth -= 1
                there, blank = blank, walk.blank[depth]
                way, slack = walk.way[depth], walk.slack[depth]
                tile = tiles[blank]
                tiles[there], tiles[blank] = tile, 0
                arc = ways[way - 1] >> 6 & ARC
                at = arc * cells + tile
                if conflicts:
                    shift_lines(frame, walk, arc, at, -1)
                if table:
                    key ^= frame.hash[at]
                continue
            way += 1
            generated += 1
            arc, there = entry >> 6 & ARC, entry & CELL
            tile = tiles[there]
            at = arc * cells + tile
            left = slack - takes(frame, walk, at)
            if left < 0:
                beyond = max(beyond, left)
                continue
            walk.blank[depth], walk.way[depth], walk.slack[depth] = blank, way, slack
            tiles[blank], tiles[there] = tile, 0
            if conflicts:
                shift_lines(frame, walk, arc, at, 1)
            depth += 1
            deepest = max(deepest, depth)
            blank, way, slack = there, entry >> ROW, left
            if table:
                key ^= frame.hash[at]
                if seen_before(marks, states, tiles, key, depth, threshold):
                    way = NO_WAY  # never a goal: the search would have ended there
                    continue
            expanded += 1
            if depth == threshold and is_goal(tiles, goal):
                status = SOLVED
                break
        walk.blank[depth], walk.way[depth], walk.slack[depth] = blank, way, slack
        counts[DEPTH], counts[GENERATED], counts[EXPANDED] = depth, generated, expanded
        counts[DEEPEST], counts[BEYOND], counts[KEY] = deepest, beyond, key
        counts[STATUS] = status

    return go_on


class PuzzleSolver:
    """IDA* for the puzzles of one frame, with one heuristic and a table of at least so many slots.

    With a table the search takes longer for each state and looks at fewer of them.
    """

    def __init__(self, puzzle: Puzzle, heuristic: Name = "linear_conflict", table: int = 0) -> None:
        if heuristic not in get_args(Name):
            raise UnknownName("heuristic of the compiled puzzle search", heuristic, get_args(Name))
        if table < 0:
            raise BadParameter(f"table={table} should be 0, for none, or a number of slots")
        self.puzzle = puzzle
        self.table = 1 << (table - 1).bit_length() if table else 0
        said = {"heuristic": heuristic} | ({"table": table} if table else {})
        self.name = str(Call("ida_star", said))
        self._frame = frame_of(puzzle, heuristic)
        self._estimate = heuristics.find(heuristic).built(puzzle)
        self._go_on = walker(heuristic == "linear_conflict", table > 0)

    def run(
        self, start: Tiles | None = None, most: int = HUGE, progress: Progress | None = None
    ) -> PathResult:
        """Search from a state, the puzzle's own if none is given; `most` bounds `generated`."""
        begun = time.perf_counter()
        tiles = self.puzzle.start if start is None else self.puzzle.between(start).start
        if not self.puzzle.solvable(tiles):
            seconds = time.perf_counter() - begun
            return PathResult((), None, 0, 0, 0, seconds, self.name, note=UNSOLVABLE)
        walk = walk_from(self.puzzle, tiles, self.table)
        thresholds = self._searched(walk, self._estimate(tiles), most, progress)
        counts = walk.counts.tolist()
        solved = counts[STATUS] == SOLVED
        path = path_of(walk, tiles) if solved else ()
        return PathResult(
            path=path,
            cost=len(path) - 1 if solved else None,
            expanded=counts[EXPANDED],
            generated=counts[GENERATED],
            peak_frontier=counts[DEEPEST] + 1,
            seconds=time.perf_counter() - begun,
            algorithm=self.name,
            finished=solved,
            note=thresholds_note(thresholds),
        )

    def _searched(
        self, walk: Walk, estimate: int, most: int, progress: Progress | None
    ) -> list[int]:
        """Walk to the goal or to the end of the budget; the thresholds on the way."""
        counts, thresholds = walk.counts, [estimate]
        begin(walk, 0)
        if tuple(walk.tiles) == self.puzzle.goal:
            counts[STATUS] = SOLVED
        while counts[STATUS] != SOLVED and counts[GENERATED] < most:
            limit = min(most, int(counts[GENERATED]) + CHUNK)
            self._go_on(self._frame, walk, thresholds[-1], limit)
            if progress is not None:
                progress(thresholds[-1], int(counts[GENERATED]))
            if counts[STATUS] == EXHAUSTED:
                thresholds.append(thresholds[-1] - int(counts[BEYOND]))
                begin(walk, thresholds[-1] - estimate)
        return thresholds


def begin(walk: Walk, slack: int) -> None:
    """Enter the start, with so much slack."""
    blank = walk.tiles.tolist().index(0)
    walk.blank[0], walk.way[0], walk.slack[0] = blank, first_way(blank, AT_START), slack
    walk.counts[DEPTH], walk.counts[BEYOND] = 0, -HUGE
    walk.counts[EXPANDED] += 1


def walk_from(puzzle: Puzzle, tiles: Tiles, table: int) -> Walk:
    """A walk that has not begun, with an empty table of so many slots."""
    blank, way, slack = np.zeros((3, DEEPEST_PATH), np.int64)
    return Walk(
        tiles=np.array(tiles, np.int64),
        lines=line_numbers(puzzle, tiles),
        blank=blank,
        way=way,
        slack=slack,
        counts=np.zeros(COUNTS, np.int64),
        marks=np.full((table, 2), -1, np.int64),
        states=np.zeros((table, len(tiles)), np.uint8),
    )


def path_of(walk: Walk, start: Tiles) -> tuple[Tiles, ...]:
    """The states from the start to where the walk stands."""
    tiles, path = list(start), [start]
    for depth in range(int(walk.counts[DEPTH])):
        here, there = int(walk.blank[depth]), int(walk.blank[depth + 1])
        tiles[here], tiles[there] = tiles[there], 0
        path.append(tuple(tiles))
    return tuple(path)
