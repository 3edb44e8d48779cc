"""The A* player: legal, deterministic, its bounds sound, its plans the cheapest, its strength."""

import dataclasses
import random

import pytest

from plyground.errors import BadParameter, IllegalMove
from plyground.games import load_game
from plyground.games.game import ONGOING, WON, Game, Position
from plyground.search.connect_four_astar import (
    AStar,
    Bound,
    Problem,
    cells_to_fill,
    cheapest_plan,
    discs_to_drop,
    nothing,
)

SMALL = "connect_four(rows=3, columns=4, connect=3)"
USUAL = "connect_four"
LARGE = "connect_four(rows=10, columns=10)"
FEW_CELLS = [SMALL, "connect_four(rows=4, columns=4)", "connect_four(rows=4, columns=5, connect=3)"]

DIAGONAL = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . X . . . .
    . X O O . . .
    X O O X . . .
"""
BOTH_CAN_WIN = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    O . . . . . X
    O . . . . . X
    O . . . . . X
"""
MUST_BLOCK = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    O O O . . . .
    X X O X . X .
"""
NO_LINE_LEFT = """
    O . . . .
    X O . . X
"""


def positions_of(game: Game, games: int) -> list[Position]:
    """Ongoing positions at all plies of random games."""
    found = []
    for number in range(games):
        position = game.start
        for move in game.random_game(5, number, 100):
            found.append(position)
            position = game.plain.play(position, move)
    return found


def column(text: str, drawn: str) -> str:
    game = load_game(text)
    position = game.parse_position(drawn)
    return game.move_name(position, AStar(game).search(position).move)


def result_against_random(game: Game, games: int) -> float:
    """Points per game of the A* player, who moves first in every other game."""
    player, dice, points = AStar(game), random.Random(11), 0.0
    for number in range(games):
        position, ply = game.start, 0
        while (legal := game.moves(position)) and ply < 1000:
            mine = ply % 2 == number % 2
            move = player.search(position).move if mine else dice.choice(legal)
            assert move in legal
            position = game.plain.play(position, move)
            ply += 1
        result = game.plain.outcome(position)
        won = (result == WON) == (ply % 2 == number % 2)
        points += 0.5 if result == 0 else won
    return points / games


def fewest_discs(game: Game, position: Position) -> int | None:
    """By trying all sets of own discs, with the game's own rules and a passing opponent."""
    layer, discs = {position}, 0
    while layer:
        after = {
            game.plain.play(each, move) for each in layer for move in game.plain.legal_moves(each)
        }
        discs += 1
        if any(game.plain.outcome(each) == -1 for each in after):
            return discs
        layer = {game.plain.swapped(each) for each in after}
    return None


@pytest.mark.parametrize(("text", "games"), [(SMALL, 100), (USUAL, 40), (LARGE, 10)])
def test_every_move_is_legal(text: str, games: int) -> None:
    game = load_game(text)
    player = AStar(game)
    for position in positions_of(game, games):
        assert player.search(position).move in game.moves(position)


@pytest.mark.parametrize("text", FEW_CELLS)
def test_the_plan_is_as_short_as_any_way_to_a_line(text: str) -> None:
    game = load_game(text)
    player = AStar(game)
    for position in positions_of(game, 12):
        plan = cheapest_plan(player.problem(position))
        assert (len(plan.moves) or None) == fewest_discs(game, position)


@pytest.mark.parametrize("text", FEW_CELLS)
def test_every_bound_finds_a_plan_as_short_as_dijkstras_and_opens_no_more_states(text: str) -> None:
    game = load_game(text)
    player = AStar(game)
    for position in positions_of(game, 20):
        problem = player.problem(position)
        plans = [cheapest_plan(problem, h) for h in (discs_to_drop, cells_to_fill, nothing)]
        assert len({len(plan.moves) for plan in plans}) == 1
        assert plans[0].expanded == len(plans[0].moves) <= plans[2].expanded
        assert plans[1].expanded <= plans[2].expanded


@pytest.mark.parametrize("bound", [discs_to_drop, cells_to_fill, nothing])
@pytest.mark.parametrize("text", FEW_CELLS)
def test_every_bound_is_admissible_and_consistent(text: str, bound: Bound) -> None:
    game = load_game(text)
    player, dice = AStar(game), random.Random(2)
    for position in positions_of(game, 20):
        problem = player.problem(position)
        mine = problem.mine
        while problem.lines and cells_to_fill(problem, mine):
            true = len(cheapest_plan(dataclasses.replace(problem, mine=mine), nothing).moves)
            assert bound(problem, mine) <= true
            for disc in problem.drops(mine):
                step = bound(problem, mine) - bound(problem, mine | disc)
                assert step <= 1
            mine |= dice.choice(list(problem.drops(mine)))
        assert not problem.lines or bound(problem, mine) == 0


def test_a_cell_in_the_air_costs_the_discs_below_it() -> None:
    game = load_game(USUAL)
    problem: Problem = AStar(game).problem(game.parse_position(DIAGONAL))
    assert discs_to_drop(problem, problem.mine) == 2
    assert cells_to_fill(problem, problem.mine) == 1
    assert len(cheapest_plan(problem).moves) == 2


def test_a_win_is_taken_before_a_loss_is_blocked() -> None:
    assert column(USUAL, BOTH_CAN_WIN) == "7"


def test_a_loss_is_blocked() -> None:
    assert column(USUAL, MUST_BLOCK) == "4"


def test_without_an_open_line_the_most_central_column_is_played() -> None:
    game = load_game("connect_four(rows=2, columns=5, connect=5)")
    position = game.parse_position(NO_LINE_LEFT)
    found = AStar(game).search(position)
    assert (game.move_name(position, found.move), found.depth, found.score) == ("3", 0, -10)


def test_the_same_position_gets_the_same_answer() -> None:
    game = load_game(USUAL)
    for position in positions_of(game, 10):
        one, two = AStar(game).search(position), AStar(game).search(position)
        assert dataclasses.replace(one, seconds=0) == dataclasses.replace(two, seconds=0)


@pytest.mark.parametrize(("text", "seconds"), [(USUAL, 0.02), (LARGE, 0.1)])
def test_a_move_takes_little_time(text: str, seconds: float) -> None:
    game = load_game(text)
    player = AStar(game)
    times = sorted(player.search(position).seconds for position in positions_of(game, 5))
    assert times[len(times) * 9 // 10] < seconds


@pytest.mark.parametrize(("text", "games"), [(SMALL, 200), (USUAL, 200), (LARGE, 20)])
def test_it_beats_random_play_clearly(text: str, games: int) -> None:
    assert result_against_random(load_game(text), games) >= 0.85


def test_lines_beyond_the_first_are_planned_where_the_board_is_filled() -> None:
    game = load_game("connect_four(until_full=True)")
    position = game.parse_position("1 2 1 2 1 2 1")
    assert game.plain.outcome(position) == ONGOING
    player = AStar(game)
    while game.moves(position):
        position = game.plain.play(position, player.search(position).move)


def test_other_games_and_finished_games_are_refused() -> None:
    with pytest.raises(BadParameter, match="astar plays connect_four of any size, not checkers"):
        AStar(load_game("checkers"))
    game = load_game(USUAL)
    with pytest.raises(IllegalMove, match="nothing to plan: the game is over: X has won"):
        AStar(game).search(game.parse_position("1212121"))
