"""What every solver promises: truths that can be ordered, turned around and said in words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground import solve
from plyground.errors import BadParameter
from plyground.experiments.plan import Experiment
from plyground.experiments.referee import Referee
from plyground.games import GAMES, load_game
from plyground.games.game import DRAWN, LOST, ONGOING, WON, Game, Position
from plyground.search.results import SOME_DAY, WIN, in_words, plies_to_end
from plyground.solve import best_moves, load_oracle, solved
from plyground.solve.exhaustive import Exhaustive
from plyground.solve.oracle import Truth

BEST_TO_WORST = [
    Truth(WON, 3),
    Truth(WON, 7),
    Truth(DRAWN, 10),
    Truth(LOST, 8),
    Truth(LOST, 2),
]

truths = st.builds(
    Truth, st.sampled_from([LOST, DRAWN, WON]), st.none() | st.integers(0, 200), st.just(0)
)


def reachable(game: Game) -> Iterator[Position]:
    seen, waiting = {game.start}, [game.start]
    while waiting:
        position = waiting.pop()
        yield position
        if game.plain.outcome(position) == ONGOING:
            after = {game.plain.play(position, move) for move in game.moves(position)} - seen
            seen |= after
            waiting += after


def test_a_win_is_better_than_a_draw_sooner_is_better_and_a_loss_had_better_be_late() -> None:
    assert sorted(BEST_TO_WORST, key=lambda truth: truth.rank, reverse=True) == BEST_TO_WORST
    assert sorted(BEST_TO_WORST, key=lambda truth: truth.score, reverse=True) == BEST_TO_WORST


def test_more_is_better_than_less() -> None:
    assert Truth(WON, 9, 3).rank > Truth(WON, 9, 1).rank > Truth(DRAWN, 9).rank
    assert Truth(DRAWN, 9).rank > Truth(LOST, 9, -1).rank > Truth(LOST, 9, -3).rank


@given(truths)
def test_the_move_that_leads_there_is_worth_the_opposite_one_ply_later(truth: Truth) -> None:
    moved = truth.of_the_move()
    assert moved.outcome == -truth.outcome
    assert moved.plies == (None if truth.plies is None else truth.plies + 1)
    assert moved.of_the_move().outcome == truth.outcome


@given(truths, truths)
def test_turning_both_around_turns_their_order_around(one: Truth, other: Truth) -> None:
    if one.plies is not None and other.plies is not None:
        assert (one.rank < other.rank) == (one.of_the_move().rank > other.of_the_move().rank)


@given(truths)
def test_the_score_of_a_truth_says_the_same_to_a_search(truth: Truth) -> None:
    if truth.outcome == DRAWN:
        assert truth.score == 0
    else:
        assert plies_to_end(truth.score) == (SOME_DAY if truth.plies is None else truth.plies)
        assert (truth.score > 0) == (truth.outcome == WON)


@pytest.mark.parametrize(
    ("truth", "words"),
    [
        (Truth(WON, 5), "win in 5"),
        (Truth(LOST, 4), "loss in 4"),
        (Truth(WON, None), "win"),
        (Truth(LOST, None), "loss"),
    ],
)
def test_a_truth_reads_like_the_score_of_a_search(truth: Truth, words: str) -> None:
    assert str(truth) == in_words(truth.score) == words


def test_a_draw_and_a_margin_are_named() -> None:
    assert str(Truth(DRAWN, 12)) == "draw"
    assert str(Truth(WON, 6, 2)) == "win by 2"
    assert str(Truth(LOST, 6, -2)) == "loss by 2"
    assert Truth(WON, 0).score == WIN


def test_tic_tac_toe_is_a_draw_and_every_value_is_the_best_of_its_moves() -> None:
    game = load_game("tic_tac_toe")
    oracle = load_oracle(game)
    assert oracle.value(game.start) == Truth(DRAWN, 9)
    for position in reachable(game):
        outcome = game.plain.outcome(position)
        if outcome != ONGOING:
            assert oracle.value(position) == Truth(outcome, 0)
            continue
        values, best = oracle.moves(position), oracle.best(position)
        assert values is not None and best is not None
        assert set(values) == set(game.moves(position))
        assert oracle.value(position) == best[1] == values[best[0]]
        assert best[0] in best_moves(values)
        assert all(values[move].rank <= best[1].rank for move in values)


def test_all_best_moves_are_told() -> None:
    values = {3: Truth(DRAWN, 4), 5: Truth(WON, 3), 7: Truth(WON, 3), 9: Truth(WON, 5)}
    assert best_moves(values) == [5, 7]


def test_the_plainest_oracle_refuses_a_game_of_too_many_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("plyground.solve.exhaustive.MOST_POSITIONS", 100)
    game = load_game("connect_four(rows=4, columns=4)")
    with pytest.raises(BadParameter, match="more than 100 positions"):
        Exhaustive(game).value(game.start)


def test_every_game_has_an_oracle_but_not_every_size_of_it() -> None:
    assert not solved(load_game("connect_four(rows=10, columns=10)"))
    assert solved(load_game("connect_four"))
    assert solved(load_game("connect_four(rows=4, columns=5, until_full=true)"))
    assert all(solved(load_game(name)) for name in GAMES)


@pytest.mark.parametrize("agent", ["perfect", "advisor"])
def test_who_knows_the_truth_has_its_tables_before_a_clock_runs(
    agent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    solve._shared.cache_clear()
    referee = Referee(Experiment("checkers", (agent, "random"), 2))
    assert not (tmp_path / "checkers").exists()
    referee.player(0, 0)
    assert (tmp_path / "checkers" / "mm-m.table").is_file()
    solve._shared.cache_clear()


def test_who_adjudicates_has_the_tables_before_a_clock_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))
    solve._shared.cache_clear()
    Referee(Experiment("checkers", ("random", "deepening"), 2, adjudicate=True))
    assert (tmp_path / "checkers" / "mm-m.table").is_file()
    solve._shared.cache_clear()
