"""The staircase: every rung finds the same value, compiled or interpreted."""

from collections.abc import Callable, Iterator

import pytest

from plyground.games import DRAWN, ONGOING, Game, Position, load_game
from plyground.heuristics import Leaf, load_evaluation
from plyground.jit import compiled, interpreted
from plyground.search.alpha_beta import alpha_beta
from plyground.search.deepening import Draws, Engine, principal_variation
from plyground.search.memory import NO_MOVE, memory
from plyground.search.minimax import minimax
from plyground.search.ordering import ordering
from plyground.search.quiescence import no_quiescence, quiescence
from plyground.search.results import (
    DECIDED,
    INFINITY,
    NODES,
    WIN,
    Limits,
    Search,
    counters,
    in_words,
    plies_to_end,
)
from plyground.search.transpositions import transpositions

SLOTS = 1 << 12

DEPTHS = {
    "tic_tac_toe": 5,
    "connect_four": 5,
    "connect_four(rows=10, columns=10)": 4,
    "connect_four(rows=4, columns=4, until_full=true)": 5,
    "checkers": 5,
    "nine_mens_morris": 4,
    "isolation": 4,
    "isolation(rows=5, columns=6, move=king)": 4,
}


def walked(game: Game, count: int) -> Iterator[Position]:
    """Ongoing positions along random games; openings with very many moves are passed over."""
    number = 0
    while count > 0:
        position = game.start
        for ply, move in enumerate(game.random_game(seed=7, number=number, most_plies=200)):
            if count > 0 and (ply > 3 or "isolation" not in game.name):
                count -= 1
                yield position
            position = game.plain.play(position, move)
        number += 1


def rungs(game: Game, leaf: Leaf) -> dict[str, Callable[[Position, int], int]]:
    """Each exact rung as a function of position and depth that gives the score."""
    principal = principal_variation(game, no_quiescence(leaf), SLOTS, Draws())
    searches = {
        "minimax": minimax(game, leaf),
        "alpha_beta": alpha_beta(game, leaf),
        "ordering": ordering(game, leaf),
        "transpositions": transpositions(game, leaf, SLOTS),
    }
    kept = memory(SLOTS)

    def deepening(position: Position, depth: int) -> int:
        fresh = memory(SLOTS)
        return int(principal(position, depth, -INFINITY, INFINITY, NO_MOVE, 0, 0, fresh).score)

    def rung(search: Search) -> Callable[[Position, int], int]:
        return lambda position, depth: int(search.best(position, depth, 0, kept).score)

    return {name: rung(search) for name, search in searches.items()} | {"deepening": deepening}


@pytest.mark.parametrize(("text", "depth"), DEPTHS.items())
def test_all_exact_rungs_find_the_same_value(text: str, depth: int) -> None:
    game = load_game(text)
    scores = rungs(game, load_evaluation(game).leaf)
    for position in walked(game, 1000 if "(" not in text else 200):
        found = {name: score(position, depth) for name, score in scores.items()}
        assert len(set(found.values())) == 1, (game.position_name(position), found)


@pytest.mark.parametrize("text", ["tic_tac_toe", "connect_four", "checkers", "nine_mens_morris"])
def test_searches_are_the_same_compiled_and_interpreted(text: str) -> None:
    game = load_game(text)
    leaf = load_evaluation(game).leaf
    search = transpositions(game, leaf, 1 << 8)
    principal = principal_variation(game, no_quiescence(leaf), 1 << 8, Draws(2, 20))
    for position in list(walked(game, 60))[::12]:
        fast, slow = memory(1 << 8), memory(1 << 8, plain=True)
        assert search.best(position, 3, 0, fast) == interpreted(search.best)(position, 3, 0, slow)
        assert list(fast) == slow
        window = (-INFINITY, INFINITY, NO_MOVE, 0, 0)
        one = principal(position, 3, *window, fast)
        assert one == interpreted(principal)(position, 3, *window, slow)
        assert fast[NODES] == slow[NODES]


def test_minimax_visits_every_position_to_its_depth() -> None:
    game = load_game("connect_four")
    counts = counters()
    minimax(game, load_evaluation(game).leaf).best(game.start, 5, 0, counts)
    assert counts[NODES] == 7 + 7**2 + 7**3 + 7**4 + 7**5 == 19607


def test_tic_tac_toe_is_a_draw_in_549945_positions() -> None:
    game = load_game("tic_tac_toe")
    counts = counters()
    assert minimax(game, load_evaluation(game).leaf).best(game.start, 9, 0, counts).score == DRAWN
    assert counts[NODES] == 549_945


def test_a_sooner_win_is_preferred_and_a_later_loss_too() -> None:
    game = load_game("connect_four")
    engine = Engine(game, load_evaluation(game), slots=SLOTS)
    at_once = engine.search(game.parse_position("121212"), Limits(depth=8))
    assert (game.move_name(game.start, at_once.move), at_once.score) == ("1", WIN - 1)
    lost = engine.search(game.parse_position("4455"), Limits(depth=8))
    assert plies_to_end(lost.score) == 3
    assert in_words(lost.score) == "win in 3"


def test_deepening_gives_the_value_of_its_depth() -> None:
    game = load_game("checkers")
    evaluation = load_evaluation(game)
    engine = Engine(game, evaluation, slots=SLOTS, quiescent=False)
    plain = alpha_beta(game, evaluation.leaf)
    for position in list(walked(game, 200))[::10]:
        result = engine.search(position, Limits(depth=6))
        if not result.exact:
            assert result.score == plain.best(position, 6, 0, counters()).score
            assert result.line[0] == result.move


def test_the_line_is_playable_and_leads_to_the_score() -> None:
    game = load_game("connect_four")
    evaluation = load_evaluation(game)
    engine = Engine(game, evaluation, slots=1 << 16)
    for position in list(walked(game, 100))[::9]:
        result = engine.search(position, Limits(depth=7))
        for move in result.line:
            assert move in game.moves(position)
            position = game.play(position, move)


def test_a_node_budget_is_kept_and_gives_the_same_answer_again() -> None:
    game = load_game("nine_mens_morris")
    results = []
    for _ in range(2):
        engine = Engine(game, load_evaluation(game), slots=SLOTS)
        result = engine.search(game.start, Limits(nodes=20_000))
        assert result.nodes <= 20_000
        results.append((result.move, result.score, result.line, result.depth, result.nodes))
    assert results[0] == results[1]


def shuttled(game: Game) -> tuple[Position, list[Position]]:
    """Black, a king down, is to move; 8-4 would bring back the first of three past positions."""
    position = game.parse_position("W:WK29,K30:BK4")
    past = []
    for text in ("29-25", "4-8", "25-29"):
        past.append(position)
        position = game.play(position, game.parse_move(position, text))
    return position, past


def test_an_engine_without_any_time_still_makes_a_legal_move() -> None:
    game = load_game("tic_tac_toe")
    engine = Engine(game, load_evaluation(game))
    assert engine.search(game.start, Limits(nodes=-1)).move in game.moves(game.start)


def test_a_repetition_of_the_games_past_is_a_draw() -> None:
    game = load_game("checkers")
    evaluation = load_evaluation(game, "piece_count")
    position, past = shuttled(game)
    knowing = Engine(game, evaluation, SLOTS, draws=Draws(repetitions=2))
    saved = knowing.search(position, Limits(depth=1), past)
    assert (game.move_name(position, saved.move), saved.score) == ("8-4", DRAWN)
    assert knowing.search(position, Limits(depth=1)).score == -1
    ignorant = Engine(game, evaluation, SLOTS)
    assert ignorant.search(position, Limits(depth=1), past).score == -1


def test_too_many_quiet_plies_are_a_draw() -> None:
    game = load_game("checkers")
    evaluation = load_evaluation(game, "piece_count")
    position, past = shuttled(game)
    for most, score in ((0, -1), (4, DRAWN), (9, -1)):
        engine = Engine(game, evaluation, SLOTS, draws=Draws(quiet_plies=most))
        assert engine.search(position, Limits(depth=1), past).score == score


def test_a_move_cap_on_the_path_is_a_draw() -> None:
    game = load_game("checkers")
    evaluation = load_evaluation(game, "piece_count")
    position = game.parse_position("W:WK29,K30,K31:BK4")
    capped = Engine(game, evaluation, SLOTS, draws=Draws(most_plies=100))
    assert capped.search(position, Limits(depth=4), played=50).score == 2
    assert capped.search(position, Limits(depth=4), played=97).score == DRAWN


def test_quiescence_does_not_stop_in_the_middle_of_an_exchange() -> None:
    """White must take the man on 15: one man each, not one against two."""
    game = load_game("checkers")
    leaf = load_evaluation(game, "piece_count").leaf
    position = game.parse_position("W:W18:B15,1")
    assert leaf(position, 0) == -1
    assert quiescence(game, leaf)(position, -INFINITY, INFINITY, 0, memory()) == 0


def test_an_optional_capture_may_be_left_alone() -> None:
    """White closes a mill if that is better than standing pat, and here nothing is worse."""
    game = load_game("nine_mens_morris")
    position = game.parse_position("W:Wa7,d7,g4,b2:Ba1,d1,b6,f4")
    for name, better in (("pieces", 1), ("mobility", None)):
        leaf = load_evaluation(game, name).leaf
        value = quiescence(game, leaf)(position, -INFINITY, INFINITY, 0, memory())
        assert value >= leaf(position, 0)
        assert better is None or value == leaf(position, 0) + better


def test_one_sided_heuristics_look_from_the_root() -> None:
    game = load_game("checkers")
    evaluation = load_evaluation(game, "king_count")
    position = game.parse_position("B:WK32,K31:BK1")
    assert evaluation.leaf(position, 0) == 1
    assert evaluation.leaf(position, 1) == -2


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_scores_never_pass_the_bounds(depth: int) -> None:
    game = load_game("connect_four")
    huge = compiled(lambda position, ply: DECIDED)
    assert alpha_beta(game, huge).best(game.start, depth, 0, counters()).score in (
        -DECIDED,
        DECIDED,
    )
    assert game.outcome(game.start) == ONGOING
