"""The same numbers with and without the compiler: CI runs this folder both ways."""

from pathlib import Path

import pytest

from plyground.agents import load_agent
from plyground.games import load_game
from plyground.pathfinders import load_pathfinder
from plyground.paths import load_problem
from plyground.search.perft import perft
from plyground.search.random_games import Tally, random_games
from plyground.solve.checkers import solve_checkers
from plyground.solve.checkers_oracle import CheckersOracle
from plyground.solve.checkers_slots import kinds
from plyground.solve.checkers_store import CheckersStore, Counts, total
from plyground.solve.checkers_verify import verify_checkers
from plyground.solve.connect_four import ConnectFour
from plyground.solve.full_board import FullBoard

PERFT = {
    "tic_tac_toe": [9, 72, 504, 3024],
    "connect_four": [7, 49, 343, 2401, 16807],
    "connect_four(rows=10, columns=10)": [10, 100, 1000, 10000],
    "checkers": [7, 49, 302, 1469, 7361],
    "nine_mens_morris": [24, 552, 12144],
    "isolation": [49, 2352, 11280],
    "isolation(rows=9, columns=11)": [99, 9702],
}

RANDOM = {
    "tic_tac_toe": Tally(123, 22, 55, 0, 1543),
    "connect_four": Tally(115, 0, 85, 0, 4243),
    "connect_four(rows=10, columns=10)": Tally(114, 0, 86, 0, 4644),
    "connect_four(rows=4, columns=5, until_full=true)": Tally(63, 79, 58, 0, 4000),
    "checkers": Tally(99, 0, 91, 10, 13691),
    "nine_mens_morris": Tally(98, 0, 77, 25, 16010),
    "isolation": Tally(103, 0, 97, 0, 5363),
    "isolation(rows=9, columns=11, move=queen)": Tally(78, 0, 79, 43, 9848),
}


@pytest.mark.parametrize(("text", "counts"), PERFT.items())
def test_perft_is_the_same_with_and_without_the_compiler(text: str, counts: list[int]) -> None:
    game = load_game(text)
    count = perft(game)
    assert [count(game.start, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("text", "tally"), RANDOM.items())
def test_random_games_are_the_same_with_and_without_the_compiler(text: str, tally: Tally) -> None:
    assert random_games(load_game(text))(1, 0, 200, 150, 60) == tally


SEARCHES = {
    ("connect_four", "minimax(depth=3, heuristic=center)"): ("4", 1, 399),
    ("connect_four(rows=10, columns=10)", "alpha_beta(depth=3, heuristic=center)"): ("5", 1, 322),
    ("checkers", "ordering(depth=4, heuristic=piece_count)"): ("9-13", 0, 182),
    ("checkers", "deepening(depth=4, heuristic=king_count, table=10)"): ("9-13", 0, 427),
    ("nine_mens_morris", "transpositions(depth=2, heuristic=phases, table=10)"): ("d6", 0, 123),
    ("isolation", "deepening(nodes=3000, heuristic=improved, table=10)"): ("c3", 0, 3000),
    ("connect_four", "mcts(simulations=60)"): ("4", 556, 60),
}


@pytest.mark.parametrize(("game_and_agent", "expected"), SEARCHES.items())
def test_searches_are_the_same_with_and_without_the_compiler(
    game_and_agent: tuple[str, str], expected: tuple[str, int, int]
) -> None:
    text, agent = game_and_agent
    game = load_game(text)
    result = load_agent(agent).player(game).choose(game.start)
    assert (game.move_name(game.start, result.move), result.score, result.nodes) == expected


PATHS = {
    ("maze_runner_20", "astar(heuristic=manhattan)"): (40, 63, 151, 22),
    ("maze_runner_20", "dijkstra"): (40, 220, 507, 12),
    ("maze_runner_20", "best_first(heuristic=octile, random_factor=0.4, seed=1)"): (
        40,
        69,
        171,
        22,
    ),
    ("mount_olimp", "astar(heuristic=landmarks)"): (23, 7, 21, 7),
    ("mount_olimp", "bidirectional(heuristic=manhattan)"): (23, 7, 25, 12),
    ("mount_olimp", "ida_star(heuristic=manhattan)"): (23, 55, 201, 6),
}


@pytest.mark.parametrize(("problem", "algorithm"), PATHS)
def test_paths(problem: str, algorithm: str) -> None:
    result = load_pathfinder(load_problem(problem), algorithm).find()
    counts = (result.cost, result.expanded, result.generated, result.peak_frontier)
    assert counts == PATHS[problem, algorithm]


SOLUTIONS = {
    ("connect_four(rows=3, columns=4, connect=3)", ""): (2, 60),
    ("connect_four(rows=4, columns=4)", ""): (0, 2878),
    ("connect_four", "1233722555341451114725221333"): (-1, 255),
}


@pytest.mark.parametrize(("game_and_moves", "expected"), SOLUTIONS.items())
def test_solutions_and_their_nodes_are_the_same_with_and_without_the_compiler(
    game_and_moves: tuple[str, str], expected: tuple[int, int]
) -> None:
    text, moves = game_and_moves
    game = load_game(text)
    solver = ConnectFour(game, table=10)
    assert (solver.score(game.after(list(moves))), solver.nodes) == expected


def test_margins_are_the_same_with_and_without_the_compiler() -> None:
    game = load_game("connect_four(rows=3, columns=3, connect=2, until_full=true)")
    solver = FullBoard(game, table=10)
    assert (str(solver.value(game.start)), solver.nodes) == ("win by 1", 191)


def test_endgames_are_the_same_with_and_without_the_compiler(tmp_path: Path) -> None:
    solve_checkers(2, tmp_path)
    store, game = CheckersStore(tmp_path), load_game("checkers")
    counts = total([store.counts(kind) for kind in kinds(2)])
    assert counts == Counts(3488, 716, 2370, 402, 13, 12)
    assert sum(each.mismatches for each in verify_checkers(2, store)) == 0
    oracle, position = CheckersOracle(game, str(tmp_path)), game.read_position("B:W21:BK3")
    agent = load_agent(f'deepening(depth=1, table=10, endgames="{tmp_path}")')
    found = agent.player(game).choose(position)
    truth = oracle.value(position)
    assert truth is not None
    assert (str(truth), found.score) == ("win in 7", truth.score)
