"""Sliding puzzles: rules, notation, and estimates against the distances of every 8-puzzle."""

from collections import Counter, deque
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import TypeAlias
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

from plyground.errors import BadParameter, BadText, PlygroundError, UnknownName
from plyground.heuristics.puzzles import PUZZLE_HEURISTICS, find, linear_conflict, stepping_aside
from plyground.paths.puzzles import Puzzle, puzzle
from plyground.text import bind, parse

Numbers: TypeAlias = NDArray[np.int64]

# How many 8-puzzles are so many moves from the goal with the blank in a corner (OEIS A089473).
BY_DISTANCE = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
]  # fmt: skip


class Atlas:
    """Every state that leads to a puzzle's goal, its distance, and every move between two."""

    def __init__(self, frame: Puzzle) -> None:
        self.frame = frame
        self.distance = {frame.goal: 0}
        moves, waiting = [], deque([frame.goal])
        numbers = {frame.goal: 0}
        while waiting:
            state = waiting.popleft()
            for successor, _ in frame.successors(state):
                if successor not in self.distance:
                    self.distance[successor] = self.distance[state] + 1
                    numbers[successor] = len(numbers)
                    waiting.append(successor)
                moves.append((numbers[state], numbers[successor]))
        self.moves = np.array(moves)
        self.distances = np.array(list(self.distance.values()))
        self._estimates: dict[str, Numbers] = {}

    def estimates(self, name: str) -> Numbers:
        if name not in self._estimates:
            estimate = find(name).built(self.frame)
            self._estimates[name] = np.array([estimate(state) for state in self.distance])
        return self._estimates[name]


@pytest.fixture(scope="module")
def eight() -> Atlas:
    return Atlas(puzzle(rows=3, columns=3))


# --- the rules ------------------------------------------------------------------------------------


def test_the_8_puzzles_are_as_far_from_the_goal_as_is_known(eight: Atlas) -> None:
    counts = Counter(eight.distances.tolist())
    assert [counts[distance] for distance in range(32)] == BY_DISTANCE
    assert len(eight.distances) == sum(BY_DISTANCE) == 181_440


def test_the_blank_moves_up_left_right_down() -> None:
    frame = puzzle("1 2 3 / 4 · 5 / 6 7 8")
    shown = [frame.show(state) for state, _ in frame.successors(frame.start)]
    assert shown == [
        "1  ·  3\n4  2  5\n6  7  8",
        "1  2  3\n·  4  5\n6  7  8",
        "1  2  3\n4  5  ·\n6  7  8",
        "1  2  3\n4  7  5\n6  ·  8",
    ]
    assert {cost for _, cost in frame.successors(frame.start)} == {1}


def test_in_a_corner_the_blank_has_two_moves() -> None:
    frame = puzzle("· 1 2 / 3 4 5")
    shown = [frame.show(state) for state, _ in frame.successors(frame.start)]
    assert shown == ["1  ·  2\n3  4  5", "3  1  2\n·  4  5"]


@pytest.mark.parametrize("blank", ["first", "last"])
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (3, 2)])
def test_parity_tells_which_states_can_be_solved(rows: int, columns: int, blank: str) -> None:
    frame = Puzzle(rows, columns, range(rows * columns), "last" if blank == "last" else "first")
    reachable = Atlas(frame).distance
    for state in permutations(range(rows * columns)):
        assert frame.solvable(state) == (state in reachable), state


def test_the_goal_has_the_blank_first_or_last() -> None:
    assert puzzle(rows=2, columns=3).goal == (0, 1, 2, 3, 4, 5)
    last = puzzle(rows=2, columns=3, blank="last")
    assert last.goal == (1, 2, 3, 4, 5, 0)
    assert last.is_goal(last.goal) and not last.is_goal((0, 1, 2, 3, 4, 5))


@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (7, 3), (3, -2)])
def test_a_side_is_2_to_6_cells_long(rows: int, columns: int) -> None:
    with pytest.raises(BadParameter, match=r"should be 2 … 6"):
        puzzle(rows=rows, columns=columns)


# --- notation -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["7 2 4 5 0 6 8 3 1", "7,2,4,5,0,6,8,3,1", "7 2 4\n5 _ 6\n8 3 1\n", " 7, 2, 4 / 5 . 6 / 8 3 1"],
)
def test_tiles_are_read_from_a_list_or_a_drawing(text: str) -> None:
    assert puzzle(text).start == (7, 2, 4, 5, 0, 6, 8, 3, 1)
    assert puzzle(rows=3).read_state(text) == (7, 2, 4, 5, 0, 6, 8, 3, 1)


@pytest.mark.parametrize("frame", [puzzle(rows=3, columns=4, seed=3), puzzle(rows=6, seed=1)])
def test_names_and_pictures_are_read_back(frame: Puzzle) -> None:
    assert frame.read_state(frame.state_name(frame.start)) == frame.start
    assert frame.read_state(frame.show(frame.start)) == frame.start


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1 2 3", "3 tiles, but 9 are needed"),
        ("1 2 3 4 5 6 7 8 8", "tile 8 is there twice and 0 is missing"),
        ("1 2 3 4 5 6 7 8 9", "there is no tile 9 and 0 is missing"),
        ("1 2 3 4 x 6 7 8 0", "cannot read the tile 'x'"),
        ("1 2 3 4 -5 6 7 8 0", "cannot read the tile '-5'"),
        ("1 2 3\n4 5\n6 7 8 0", "not a rectangle: its lines have 3, 2, 4 tiles"),
        ("0 1 2 3 / 4 5 6 7", "drawn as 2 × 4, but the puzzle has 3 rows of 3"),
        ("", "0 tiles, but 9 are needed"),
    ],
)
def test_a_bad_state_is_refused_with_what_would_do(text: str, says: str) -> None:
    with pytest.raises(BadText, match=says):
        puzzle(rows=3).read_state(text)


def test_the_shape_is_drawn_or_square_or_has_to_be_said() -> None:
    twelve = "0 1 2 3 4 5 6 7 8 9 10 11"
    with pytest.raises(BadText, match="12 tiles are no square: add rows="):
        puzzle(twelve)
    assert [puzzle(twelve, rows=2).rows, puzzle(twelve, columns=3).rows] == [2, 4]
    drawn = puzzle("0 1 2 3\n4 5 6 7\n8 9 10 11")
    assert (drawn.rows, drawn.columns) == (3, 4)
    with pytest.raises(BadText, match="12 tiles do not fill 5 × 2"):
        puzzle(twelve, rows=5)
    with pytest.raises(BadText, match="is drawn as 2 × 2, not as 4 × 2"):
        puzzle("0 1 / 2 3", rows=4)


@pytest.mark.parametrize(
    "text",
    [
        "puzzle",
        "puzzle(seed=7)",
        "puzzle(rows=4, blank=last)",
        "puzzle(rows=2, columns=5, seed=3)",
        'puzzle(tiles="3 1 2 0")',
        'puzzle(tiles="0 1 2 3 4 5", rows=3, blank=last)',
    ],
)
def test_the_title_is_a_text_form_of_the_same_puzzle(text: str) -> None:
    def made(form: str) -> Puzzle:
        call = parse(form)
        parameters = bind(puzzle, call)
        return puzzle(**parameters)  # type: ignore[arg-type]

    first = made(text)
    again = made(first.title)
    assert first.title == again.title == text
    assert (first.start, first.goal, first.rows) == (again.start, again.goal, again.rows)
    moved = first.between(next(iter(first.successors(first.start)))[0])
    assert made(moved.title).start == moved.start
    assert (made(moved.title).rows, made(moved.title).goal) == (first.rows, first.goal)


def test_random_puzzles_can_be_solved_and_are_all_as_likely() -> None:
    drawn = Counter(puzzle(rows=2, seed=seed).start for seed in range(1200))
    solvable = [state for state in permutations(range(4)) if puzzle(rows=2).solvable(state)]
    assert set(drawn) == set(solvable)
    assert all(60 <= count <= 140 for count in drawn.values())
    assert puzzle(rows=4, columns=5, seed=5).start == puzzle(rows=4, columns=5, seed=5).start


def test_the_drawing_names_each_tile_once() -> None:
    frame = puzzle(rows=3, columns=4, seed=2)
    drawing = ElementTree.fromstring(frame.svg(frame.start))
    labels = [each.text for each in drawing.iter() if each.tag.endswith("text")]
    assert labels == [str(tile) for tile in frame.start if tile]
    cells = [each.get("data-cell") for each in drawing.iter() if each.get("data-cell")]
    assert cells == [f"{row},{column}" for row in range(3) for column in range(4)]


# --- estimates ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PUZZLE_HEURISTICS)
def test_an_estimate_is_admissible_and_consistent_on_every_8_puzzle(
    name: str, eight: Atlas
) -> None:
    estimates = eight.estimates(name)
    assert estimates[0] == 0
    assert (estimates <= eight.distances).all()
    assert (np.abs(np.diff(estimates[eight.moves], axis=1)) <= 1).all()


@pytest.mark.parametrize("name", PUZZLE_HEURISTICS)
@pytest.mark.parametrize("blank", ["first", "last"])
def test_an_estimate_is_admissible_on_oblong_frames(name: str, blank: str) -> None:
    for rows, columns in ((2, 3), (3, 2), (2, 4)):
        atlas = Atlas(
            Puzzle(rows, columns, range(rows * columns), "last" if blank == "last" else "first")
        )
        estimates = atlas.estimates(name)
        assert (estimates <= atlas.distances).all()
        assert (np.abs(np.diff(estimates[atlas.moves], axis=1)) <= 1).all()


def test_better_estimates_say_more(eight: Atlas) -> None:
    misplaced, gaschnig, manhattan, conflict = (
        eight.estimates(name) for name in ("misplaced", "gaschnig", "manhattan", "linear_conflict")
    )
    assert (misplaced <= gaschnig).all() and (misplaced <= manhattan).all()
    assert (manhattan <= conflict).all()
    assert misplaced.mean() < gaschnig.mean() < manhattan.mean() < conflict.mean()


def test_the_picture_at_the_top_of_the_estimates_is_right() -> None:
    frame = puzzle("· 2 1 / 3 5 4 / 6 7 8")
    said = {name: each.built(frame)(frame.start) for name, each in PUZZLE_HEURISTICS.items()}
    assert said == {
        "zero": 0,
        "misplaced": 4,
        "gaschnig": 6,
        "manhattan": 4,
        "linear_conflict": 8,
    }


def test_three_tiles_in_a_row_may_need_one_or_two_to_step_aside() -> None:
    goal = tuple(range(16))
    rest = (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    assert linear_conflict((0, 3, 1, 2, *rest), goal, 4) == 4 + 2
    assert linear_conflict((0, 3, 2, 1, *rest), goal, 4) == 4 + 4


def fewest_to_remove(homes: Sequence[int]) -> int:
    """By trying all that may stay, the most first."""
    for count in range(len(homes), 0, -1):
        if any(list(kept) == sorted(kept) for kept in combinations(homes, count)):
            return len(homes) - count
    return 0


def test_the_tiles_that_step_aside_are_as_few_as_can_be() -> None:
    for count in range(7):
        for homes in permutations(range(count)):
            assert stepping_aside(homes) == fewest_to_remove(homes), homes


def test_an_unknown_estimate_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match="did you mean manhattan"):
        find("manhatan")
    assert all(each.doc.endswith(".") for each in PUZZLE_HEURISTICS.values())
    assert issubclass(UnknownName, PlygroundError)
