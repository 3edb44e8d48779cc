"""The Isolation solver against plain minimax, symmetry, and what the rules of its search claim."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.bits import FULL, scrambled
from plyground.errors import BadParameter
from plyground.games import Game, Position, load_game
from plyground.games.game import LOST, ONGOING, WON
from plyground.solve import Truth, best_moves, load_oracle
from plyground.solve.exhaustive import Exhaustive
from plyground.solve.isolation import Isolation
from plyground.solve.isolation_board import Layout, layout, moving
from plyground.solve.isolation_openings import classes
from plyground.solve.isolation_paths import paths
from plyground.solve.isolation_search import UNKNOWN, memory, remember, remembered
from plyground.solve.searching import STOP

SMALL = [
    "isolation(rows=3, columns=3)",
    "isolation(rows=3, columns=4)",
    "isolation(rows=4, columns=4)",
    "isolation(rows=2, columns=4, move=king)",
    "isolation(rows=3, columns=3, move=king)",
    "isolation(rows=1, columns=6, move=queen)",
    "isolation(rows=4, columns=2, move=queen)",
    "isolation(rows=3, columns=3, move=queen)",
]


@cache
def oracle(text: str) -> Isolation:
    return Isolation(load_game(text), 16)


class Minimax:
    """The winner by the game's rules alone, of every position once."""

    def __init__(self, game: Game) -> None:
        self.rules = game.plain
        self.known: dict[Position, bool] = {}

    def wins(self, position: Position) -> bool:
        if position not in self.known:
            over = self.rules.outcome(position) != ONGOING
            moves = [] if over else list(self.rules.legal_moves(position))
            # Each is looked at, so that all that is reachable becomes known.
            lost = [not self.wins(self.rules.play(position, move)) for move in moves]
            self.known[position] = any(lost)
        return self.known[position]


@pytest.mark.parametrize("text", SMALL)
def test_every_position_of_a_small_board_has_the_value_of_plain_minimax(text: str) -> None:
    game, minimax = load_game(text), Minimax(load_game(text))
    board = layout(game)
    for opening in classes(game):
        minimax.wins(board.position(opening.first, opening.second))
    for position, wins in minimax.known.items():
        found = oracle(text).value(position)
        assert found is not None
        assert found.outcome == (WON if wins else LOST), game.show(position)


@pytest.mark.parametrize("text", [*SMALL[:2], *SMALL[3:4]])
def test_free_placement_on_a_small_board_has_the_value_of_plain_minimax(text: str) -> None:
    truth, game = Exhaustive(load_game(text)), load_game(text)
    placed = [game.plain.play(game.start, cell) for cell in game.moves(game.start)]
    for position in [game.start, *placed]:
        found = oracle(text).value(position)
        assert found is not None
        assert found.outcome == truth.value(position).outcome


def random_position(text: str, plies: int, seed: int) -> Position:
    """After so many random moves, or fewer where the game ended."""
    game = load_game(text)
    position = game.start
    for move in game.random_game(seed, 0, plies):
        position = game.plain.play(position, move)
    return position


LATE = [
    ("isolation(rows=5, columns=5)", 15),
    ("isolation", 17),
    ("isolation(rows=5, columns=10)", 17),
    ("isolation(rows=5, columns=5, move=king)", 9),
    ("isolation(rows=4, columns=5, move=queen)", 8),
]


@pytest.mark.parametrize(("text", "most_free"), LATE)
@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_late_positions_have_the_value_of_plain_minimax(
    text: str, most_free: int, data: st.DataObject
) -> None:
    board = layout(load_game(text))
    cells = st.lists(st.sampled_from(range(board.cells)), min_size=3, max_size=most_free + 2)
    mine, theirs, *free = dict.fromkeys(data.draw(cells.filter(lambda each: len(set(each)) > 2)))
    position = position_of(board, [sum(1 << cell for cell in free), 1 << mine, 1 << theirs])
    found = oracle(text).value(position)
    assert found is not None
    assert found.outcome == (WON if Minimax(load_game(text)).wins(position) else LOST)


@settings(max_examples=30, deadline=None)
@given(plies=st.integers(10, 30), seed=st.integers(0, 1 << 30))
def test_symmetric_positions_have_the_same_winner(plies: int, seed: int) -> None:
    solver = oracle("isolation")
    board = solver.board
    position = random_position("isolation", plies, seed)
    boards = [board.packed(cells) for cells in position]
    found = solver.value(position)
    for turned in board.images:
        image = position_of(board, [moved(cells, turned) for cells in boards])
        assert solver.game.plain.canonical(image) == solver.game.plain.canonical(position)
        assert solver.value(image) == found


def position_of(board: Layout, boards: list[int]) -> Position:
    kind = type(load_game("isolation").start)
    return kind(*(board.spaced(cells) for cells in boards))


def moved(cells: int, turned: tuple[int, ...]) -> int:
    return sum(1 << to for cell, to in enumerate(turned) if cells >> cell & 1)


@pytest.mark.parametrize("size", [(7, 7), (5, 6), (1, 4), (10, 5)])
def test_a_square_board_has_eight_images_and_another_four_or_two(size: tuple[int, int]) -> None:
    images = Layout(*size).images
    assert len(set(images)) == len(images) == {(7, 7): 8, (1, 4): 2}.get(size, 4)
    assert all(sorted(turned) == list(range(size[0] * size[1])) for turned in images)


# --- the parts of the search ---------------------------------------------------------------------


def longest(targets: dict[int, int], free: int, cell: int) -> int:
    """The plain definition."""
    ahead = [to for to in targets if targets[cell] & free & 1 << to]
    return max((1 + longest(targets, free & ~(1 << to), to) for to in ahead), default=0)


BOARD = Layout(4, 5)
KNIGHT = moving("knight")
WALKS = paths(KNIGHT)
MEMORY = memory(BOARD, "knight", 10)
NEAR = {cell: KNIGHT.targets((1 << 20) - 1, cell, MEMORY) for cell in range(20)}


@settings(max_examples=300, deadline=None)
@given(free=st.integers(0, (1 << 20) - 1), cell=st.integers(0, 19), moves=st.integers(0, 14))
def test_a_path_is_found_exactly_if_there_is_one(free: int, cell: int, moves: int) -> None:
    free &= 0b10111_11011_01101_11110 & ~(1 << cell)
    length = longest(NEAR, free, cell)
    assert WALKS.reaches(free, cell, moves, MEMORY) == (length >= moves)
    region = KNIGHT.region(free, KNIGHT.targets(free, cell, MEMORY), MEMORY)
    assert KNIGHT.most_moves(region, cell, MEMORY) >= length


@settings(max_examples=300, deadline=None)
@given(free=st.integers(0, (1 << 20) - 1), first=st.integers(0, 19), second=st.integers(0, 19))
def test_a_race_is_won_exactly_by_the_longer_path(free: int, first: int, second: int) -> None:
    free &= 0b10111_11011_01101_11110 & ~(1 << first) & ~(1 << second)
    mine = KNIGHT.region(free, KNIGHT.targets(free, first, MEMORY), MEMORY)
    theirs = KNIGHT.region(free, KNIGHT.targets(free, second, MEMORY), MEMORY) & ~mine
    wins = longest(NEAR, mine, first) > longest(NEAR, theirs, second)
    assert WALKS.race(mine, first, theirs, second, MEMORY) == wins


def test_players_apart_are_judged_by_their_paths_as_plain_minimax_judges_them() -> None:
    text = "isolation(rows=5, columns=10)"
    game, board = load_game(text), layout(load_game(text))
    half = sum(0b11111 << row * 10 for row in range(5))
    dice = random.Random(1)
    for _ in range(150):
        blocked = sum(1 << cell for cell in dice.sample(range(50), 30))
        left, right = half & ~blocked & ~1, half << 5 & ~blocked & ~(1 << 49)
        left &= ~(0b11 << 3 | 0b11 << 13 | 0b11 << 23 | 0b11 << 33 | 0b11 << 43)
        position = position_of(board, [left | right, 1, 1 << 49])
        solver = oracle(text)
        before = solver.nodes
        found = solver.value(position)
        assert solver.nodes == before
        assert found is not None
        assert found.outcome == (WON if Minimax(game).wins(position) else LOST), game.show(position)


@settings(max_examples=200, deadline=None)
@given(keys=st.lists(st.integers(0, FULL), min_size=1, max_size=40), log=st.integers(10, 12))
def test_the_table_never_takes_one_position_for_another(keys: list[int], log: int) -> None:
    table = memory(BOARD, "knight", log)
    kept: dict[int, bool] = {}
    for number, key in enumerate(keys):
        kept[key] = bool(key % 3 == 0)
        remember(key, kept[key], 1 + number * 37 % 11, table)
    near = [key ^ 1 << bit for key in keys for bit in (0, 1, log - 1, log, 40, 61)]
    for key in [*keys, *near]:
        assert remembered(key, table) in ({UNKNOWN, kept[key]} if key in kept else {UNKNOWN})
    assert remembered(keys[-1], table) == kept[keys[-1]]


def test_scrambling_is_reversible_so_that_a_key_is_all_of_the_position() -> None:
    """Its steps are: a shift and exclusive or, or a product with an odd number."""
    undo_1, undo_2 = pow(0x3F58476D1CE4E5B9, -1, 1 << 62), pow(0x14D049BB133111EB, -1, 1 << 62)

    def unshifted(number: int, by: int) -> int:
        found = number
        for _ in range(62 // by + 1):
            found = number ^ found >> by
        return found

    for number in [0, 1, 12345, FULL, FULL // 3, 1 << 61]:
        last = unshifted(scrambled(number), 31)
        middle = unshifted(last * undo_2 & FULL, 27)
        assert unshifted(middle * undo_1 & FULL, 30) == number


# --- the oracle ----------------------------------------------------------------------------------


def test_a_finished_game_is_lost_at_once() -> None:
    game = load_game("isolation(rows=3, columns=3)")
    position = game.parse_position("b2 a1")
    assert oracle(game.text).value(position) == Truth(LOST, 0)


def test_with_free_placement_the_second_player_wins_seven_by_seven_at_once() -> None:
    solver = oracle("isolation")
    before = solver.nodes
    assert solver.value(solver.game.start) == Truth(LOST, None)
    assert solver.value(solver.game.parse_position("d4")) == Truth(WON, None)
    assert solver.value(solver.game.parse_position("d4 e6")) == Truth(WON, None)
    assert solver.value(solver.game.parse_position("d4 d5")) == Truth(LOST, None)
    assert solver.nodes == before


def test_best_placements_lead_to_positions_that_the_other_player_loses() -> None:
    solver = oracle("isolation")
    position = solver.game.parse_position("a1")
    values = solver.moves(position)
    assert values is not None
    for move in best_moves(values):
        after = solver.game.plain.play(position, move)
        searched = solver.searched(after)
        assert searched is not None
        assert searched.outcome == LOST
    assert len(best_moves(values)) == 24


def test_openings_and_late_positions_are_known_at_once_and_others_are_not() -> None:
    solver = oracle("isolation")
    for text in ("", "d4", "d4 e6"):
        assert solver.knows(solver.game.parse_position(text))
    assert not solver.knows(solver.game.parse_position("d4 e6 c2"))
    assert solver.knows(random_position("isolation", 20, 1))
    other = oracle("isolation(rows=5, columns=10)")
    assert not other.knows(other.game.start)
    assert not other.knows(other.game.parse_position("d4"))


def test_no_answer_when_the_time_is_up_and_the_right_one_later() -> None:
    game = load_game("isolation(rows=5, columns=10)")
    solver = Isolation(game, 20)
    position = game.parse_position("a1 c2")
    assert solver.value(position, 0.0) is None
    assert solver.value(position, 0.002) is None
    assert solver.nodes < 5_000_000
    assert solver.moves(position, 0.002) is None
    late = random_position(game.text, 30, 3)
    assert solver.value(late, 60.0) == Isolation(game, 16).value(late)


def test_a_search_that_was_stopped_leaves_nothing_wrong_behind() -> None:
    game = load_game("isolation(rows=5, columns=6)")
    stopped, other = Isolation(game, 16), oracle(game.text)
    for number in range(12):
        position = random_position(game.text, 3, number)
        stopped.value(position, 0.0002 * number)
        assert stopped.value(position) == other.value(position)


def test_the_load_oracle_of_isolation_is_this_one() -> None:
    assert isinstance(load_oracle(load_game("isolation")), Isolation)


@pytest.mark.parametrize("table", [0, 9, 31])
def test_a_table_too_small_or_too_large_is_refused(table: int) -> None:
    with pytest.raises(BadParameter, match="from 10 to 30"):
        Isolation(load_game("isolation"), table)


def test_a_board_too_large_is_refused_in_words() -> None:
    with pytest.raises(BadParameter, match="64 cells, too many to solve: 50"):
        load_oracle(load_game("isolation(rows=8, columns=8)"))


def test_a_raised_flag_stops_a_race_too() -> None:
    table = memory(BOARD, "knight", 10)
    table[STOP] = 1
    assert not WALKS.reaches((1 << 20) - 2, 0, 19, table)
