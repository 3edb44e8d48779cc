"""A game in progress: turns, takeback, saving and loading in the game's own notation."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground import games
from plyground.agents import load_agent
from plyground.errors import BadParameter, BadText, IllegalMove
from plyground.games import GAMES, load_game
from plyground.solve import load_oracle, solved
from plyground.table import Table, resumed

MIDDLE = "44444223336256"
"""Connect Four with 28 free cells."""
HUMANS = (load_agent("human"), load_agent("human"))


def table(text: str, first: str = "human", second: str = "human", position: str = "") -> Table:
    game = load_game(text)
    agents = (load_agent(first), load_agent(second))
    return Table(game, agents, game.parse_position(position))


@given(text=st.sampled_from(sorted(GAMES)), number=st.integers(0, 50), plies=st.integers(0, 40))
@settings(deadline=None, max_examples=30)
def test_a_saved_game_goes_on_where_it_was_left(text: str, number: int, plies: int) -> None:
    game = load_game(text)
    played = Table(game, HUMANS, game.start)
    for move in game.random_game(seed=5, number=number, most_plies=plies):
        if not played.over:
            played.play(game.move_name(played.position, move))
    again = resumed(played.save())
    assert (again.game, again.steps, again.agents) == (played.game, played.steps, played.agents)
    assert again.save() == played.save()


def test_checkers_is_saved_as_pdn() -> None:
    game = table("checkers", second="deepening(nodes=500)")
    game.play("11-15")
    game.answer()
    saved = game.save()
    assert '[GameType "21"]' in saved
    assert '[Black "human"]' in saved
    assert "\n1. 11-15 2" in saved


def test_foreign_pdn_can_be_read() -> None:
    text = (
        '[Event "a match"]\n[GameType "21"]\n[Black "human"]\n[White "human"]\n[Result "*"]\n\n'
        "1. 11-15 {a classic} 23-19 2. 8-11 22-17 *\n"
    )
    assert resumed(text).names() == ["11-15", "23-19", "8-11", "22-17"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "this is not a saved game"),
        ('[Game "connect_four"]\n\n1. 4 9 *\n', "move 2 of the saved game: '9' is not a column"),
    ],
)
def test_what_is_not_a_game_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadText) as caught:
        resumed(text)
    assert message in str(caught.value)


def test_takeback_returns_to_the_humans_turn() -> None:
    game = table("connect_four", second="random")
    game.play("4")
    game.answer()
    assert game.take_back() == 2
    assert game.human_to_move
    with pytest.raises(IllegalMove, match="no move to take back"):
        game.take_back()


def test_a_third_occurrence_is_a_draw() -> None:
    game = table("checkers", position="W:WK29:BK4")
    for move in ("29-25", "4-8", "25-29", "8-4") * 2:
        assert not game.over
        game.play(move)
    assert game.status == "the game is over: a draw by repetition"
    assert game.result == "1/2-1/2"


def test_resigning_loses() -> None:
    game = table("connect_four")
    game.resigned = 0
    assert game.over
    assert game.result == "0-1"
    assert "X resigned, O has won" in game.status


def test_a_won_game_has_its_result() -> None:
    game = table("connect_four", position="121212")
    game.play("1")
    assert game.result == "1-0"
    with pytest.raises(IllegalMove, match="X has won"):
        game.play("1")


def test_two_agents_finish_a_game_by_themselves() -> None:
    game = table("tic_tac_toe", "alpha_beta(depth=9)", "deepening(depth=9)")
    while not game.over:
        game.answer()
    assert game.result == "1/2-1/2"


def test_a_hint_is_a_good_move() -> None:
    game = table("connect_four", position="121212")
    hint = game.hint()
    assert game.game.move_name(game.position, hint.result.move) == "1"
    assert (hint.words, hint.how) == ("win in 1", "exact")


def test_a_hint_in_a_solved_game_names_all_best_moves() -> None:
    hint = table("tic_tac_toe").hint()
    assert (hint.words, hint.how, len(hint.also)) == ("draw", "exact", 8)
    game = table("tic_tac_toe", position="b2 a3 c1")
    named = {game.game.move_name(game.position, move) for move in game.values().best}
    assert named == {"c3", "a1"}, "only a corner holds the draw"


def test_values_are_true_in_a_solved_game_and_searched_in_others() -> None:
    solved, open_one = table("connect_four", position=MIDDLE).values(), table("checkers").values()
    assert (solved.how, open_one.how) == ("exact", "searched")
    oracle = load_oracle(load_game("connect_four"))
    truths = oracle.moves(load_game("connect_four").parse_position(MIDDLE))
    assert truths and {move: str(truth) for move, truth in truths.items()} == {
        move: worth.words for move, worth in solved.worths.items()
    }
    assert len(open_one.worths) == 7


def test_what_the_oracle_does_not_know_in_time_is_searched() -> None:
    hint = table("connect_four").hint()
    assert hint.how == "searched" and hint.result.nodes > 0 and not hint.also


def test_a_game_of_ones_own_has_no_oracle_whatever_its_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text((Path(games.__file__).parent / "tic_tac_toe.py").read_text())
    own = load_game(f"{file}:tic_tac_toe")
    assert own.text == "tic_tac_toe" and not solved(own) and solved(load_game(own.text))
    with pytest.raises(BadParameter, match="a game of your own"):
        load_oracle(own)
    assert not Table(own, HUMANS, own.after(["b2"])).values().exact
