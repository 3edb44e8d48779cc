"""Monte Carlo tree search: proofs against minimax, the tree between moves, the same play again."""

import random

import numpy as np
import pytest

from plyground.errors import BadParameter, IllegalMove
from plyground.games import load_game
from plyground.games.game import ONGOING, WON, Game, Position
from plyground.heuristics import load_evaluation
from plyground.jit import interpreted
from plyground.search.mcts import CHILDREN, FIRST, PARENT, ROOT, SIZE, USED, VISITS, mcts
from plyground.search.mcts_player import Mcts
from plyground.search.results import WIN, Limits

SMALL = "connect_four(rows=3, columns=4, connect=3)"
DOUBLE_THREAT = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    O . . . . . .
    O . X X . . .
"""
MUST_BLOCK = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . O
    X X X . . . O
"""


def value(game: Game, position: Position, known: dict[Position, int]) -> int:
    """The true result for the player to move, by looking at everything."""
    if position not in known:
        result = game.plain.outcome(position)
        if result == ONGOING:
            after = (game.plain.play(position, move) for move in game.moves(position))
            result = max(-value(game, each, known) for each in after)
        known[position] = result
    return known[position]


def positions_of(game: Game, games: int, plies: int) -> list[Position]:
    """Ongoing positions after some random plies."""
    found = []
    for number in range(games):
        position = game.start
        for move in game.random_game(1, number, plies):
            position = game.plain.play(position, move)
        if game.plain.outcome(position) == ONGOING:
            found.append(position)
    return found


def replies(game: Game, position: Position, moves: tuple[int, ...]) -> Position:
    for move in moves:
        position = game.plain.play(position, move)
    return position


@pytest.mark.parametrize("text", ["tic_tac_toe", SMALL])
def test_a_proof_is_the_true_value(text: str) -> None:
    game, known = load_game(text), dict[Position, int]()
    player = Mcts(game, simulations=100_000)
    for position in positions_of(game, games=30, plies=4):
        found = player.search(position)
        assert found.exact
        after = game.plain.play(position, found.move)
        true = value(game, position, known)
        assert (found.score > 0) - (found.score < 0) == true == -value(game, after, known)


def test_a_double_threat_is_proven_to_win_in_three_plies() -> None:
    game = load_game("connect_four")
    found = Mcts(game).search(game.parse_position(DOUBLE_THREAT))
    assert found.exact and found.score == WIN - 3 and found.depth == 3
    assert found.nodes < 2000


def test_a_single_threat_is_blocked() -> None:
    game = load_game("connect_four")
    position = game.parse_position(MUST_BLOCK)
    found = Mcts(game).search(position)
    assert game.move_name(position, found.move) == "4"


@pytest.mark.parametrize(
    ("text", "heuristic"),
    [
        ("connect_four", ""),
        ("connect_four", "center"),
        ("connect_four(rows=10, columns=10)", ""),
        ("checkers", "piece_count"),
        ("isolation", ""),
        ("nine_mens_morris", ""),
    ],
)
def test_compiled_and_interpreted_trees_are_the_same(text: str, heuristic: str) -> None:
    game = load_game(text)
    evaluation = load_evaluation(game, heuristic) if heuristic else None
    player = Mcts(game, evaluation, cutoff=8 if heuristic else 60)
    batch = mcts(game, evaluation.leaf if evaluation else None)
    tree, twin = player.tree.copy(), player.tree.copy()
    tree[ROOT + VISITS] = twin[ROOT + VISITS] = 1
    assert batch(game.start, tree, 150) == interpreted(batch)(game.start, twin, 150)
    assert np.array_equal(tree, twin)


def test_the_same_calls_give_the_same_results() -> None:
    game = load_game("connect_four")
    position, one, two = game.start, Mcts(game, seed=7), Mcts(game, seed=7)
    while game.plain.outcome(position) == ONGOING:
        found, again = one.search(position), two.search(position)
        assert (found.move, found.score, found.line) == (again.move, again.score, again.line)
        assert one.moves() == two.moves()
        position = game.plain.play(position, found.move)


def test_another_seed_gives_another_tree() -> None:
    game = load_game("connect_four")
    one, two = Mcts(game, seed=1), Mcts(game, seed=2)
    one.search(game.start), two.search(game.start)
    assert one.moves() != two.moves()


def test_batches_and_a_growing_tree_change_nothing() -> None:
    game = load_game("connect_four")
    player = Mcts(game)
    roomy = np.concatenate([player.tree, np.zeros(1_000_000, np.int64)])
    roomy[ROOT + VISITS] = 1
    small = len(player.tree)
    player.search(game.start, Limits(nodes=10_000))
    assert len(player.tree) > small
    assert mcts(game)(game.start, roomy, 10_000) == 10_000
    used = roomy[USED]
    assert np.array_equal(player.tree[:used], roomy[:used])


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_the_tree_is_kept_between_moves(plies: int) -> None:
    game = load_game("connect_four")
    player = Mcts(game)
    line = player.search(game.start).line
    visits, node = int(player.tree[ROOT + VISITS]), ROOT
    for _ in range(plies):
        node = player._ranked(node)[0]
        visits = int(player.tree[node + VISITS])
    player.search(replies(game, game.start, line[:plies]), Limits(nodes=100))
    assert player.tree[ROOT + VISITS] == visits + 100
    assert_sound(player)


def assert_sound(player: Mcts) -> None:
    """Children know their parent, and a node is visited once more than its children together."""
    tree = player.tree
    for node in range(ROOT, int(tree[USED]), SIZE):
        first, words = int(tree[node + FIRST]), int(tree[node + CHILDREN]) * SIZE
        children = range(first, first + words, SIZE)
        assert all(tree[child + PARENT] == node for child in children)
        below = sum(int(tree[child + VISITS]) for child in children)
        assert below < max(1, tree[node + VISITS])


def test_an_unrelated_position_starts_afresh() -> None:
    game = load_game("connect_four")
    player, fresh = Mcts(game), Mcts(game)
    player.search(game.start)
    position = game.parse_position("1 2 3 4 5 6")
    player.search(position), fresh.search(position)
    assert player.moves() == fresh.moves()


def test_forgetting_makes_the_next_search_like_the_first() -> None:
    game = load_game("checkers")
    player = Mcts(game, simulations=200)
    first = player.search(game.start)
    player.forget()
    assert player.search(game.start).line == first.line


@pytest.mark.parametrize("text", ["checkers", "nine_mens_morris", "isolation", "tic_tac_toe"])
def test_every_game_gets_a_legal_line_and_all_its_moves_judged(text: str) -> None:
    game = load_game(text)
    player = Mcts(game, cutoff=50)
    found = player.search(game.start, Limits(nodes=500))
    position = game.start
    for move in found.line:
        assert move in game.moves(position)
        position = game.plain.play(position, move)
    assert found.depth == len(found.line) >= 1
    assert {each.move for each in player.moves()} == set(game.moves(game.start))
    assert all(-1 <= each.mean <= 1 for each in player.moves())
    assert sum(each.visits for each in player.moves()) == found.nodes == 500


def test_a_cutoff_of_zero_trusts_the_evaluation_alone() -> None:
    game = load_game("connect_four")
    player = Mcts(game, load_evaluation(game, "center"), cutoff=0)
    found = player.search(game.start)
    assert game.move_name(game.start, found.move) == "4"


def test_a_clock_stops_the_search() -> None:
    game = load_game("connect_four")
    found = Mcts(game, simulations=None, seconds=0.02).search(game.start)
    assert found.nodes >= 256
    assert 0.02 <= found.seconds < 1


def test_a_search_without_an_end_or_of_a_finished_game_is_refused() -> None:
    game = load_game("connect_four")
    with pytest.raises(BadParameter, match="needs an end"):
        Mcts(game, simulations=None).search(game.start)
    with pytest.raises(IllegalMove, match="X has won"):
        Mcts(game).search(game.parse_position("1212121"))
    with pytest.raises(BadParameter, match="negative"):
        Mcts(game, cutoff=-1)


def test_it_beats_random_play() -> None:
    game, dice = load_game("connect_four"), random.Random(3)
    player = Mcts(game, simulations=300)
    for number in range(20):
        position, ply = game.start, 0
        while game.plain.outcome(position) == ONGOING:
            mine = ply % 2 == number % 2
            move = player.search(position).move if mine else dice.choice(game.moves(position))
            position = game.plain.play(position, move)
            ply += 1
        assert (game.plain.outcome(position) == WON) == (ply % 2 == number % 2)
