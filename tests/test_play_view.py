"""The session behind Play: moves and messages, thinking at the desk, links, notation, replays."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.errors import BadParameter, BadText, IllegalMove, PlygroundError, UnknownName
from plyground.games import GAMES, load_game
from plyground.search.results import WIN
from plyground.solve import Truth
from plyground.views import play_link, thinking
from plyground.views.play import Play, session
from plyground.views.play_controls import controls
from plyground.views.play_link import Link
from plyground.views.play_opening import replayed_steps
from plyground.views.thinking import Question, Valued


class Asked:
    def __init__(self, then: Any, failed: Any, job: Any, arguments: Any) -> None:
        self.then, self.failed, self.job, self.arguments = then, failed, job, arguments
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True

    def work(self) -> None:
        if self.cancelled:
            return
        try:
            answer = self.job(*self.arguments)
        except PlygroundError as error:
            self.failed(str(error))
        else:
            self.then(answer)


class Home:
    """Keeps what is sent and what is asked; the desk works when the test says so."""

    def __init__(self, runs_code: bool = True) -> None:
        self.runs_code, self.why_not = runs_code, "" if runs_code else "code does not run here"
        self.sent: list[dict[str, Any]] = []
        self.asked: list[Asked] = []

    def show(self, changes: dict[str, Any]) -> None:
        self.sent.append(json.loads(json.dumps(changes)))

    def ask(
        self, then: Any, failed: Any, job: Callable[..., Any], *arguments: Any,
        seconds: float | None = None,
    ) -> Asked:  # fmt: skip
        self.asked.append(Asked(then, failed, job, arguments))
        return self.asked[-1]

    def work(self, *jobs: Callable[..., Any]) -> None:
        """Do what was asked for, only these jobs if some are named, until nothing is left."""
        while any(not jobs or each.job in jobs for each in self.asked):
            todo, self.asked = self.asked, []
            for each in todo:
                if not jobs or each.job in jobs:
                    each.work()
                else:
                    self.asked.append(each)


def opened(link: str = "", home: Home | None = None) -> tuple[Play, Home]:
    home = home or Home()
    return session(home, {"link": link}), home


def said(play: Play, *messages: dict[str, Any]) -> dict[str, Any]:
    for message in messages:
        play.receive(message)
    return play.state


def move(name: object) -> dict[str, Any]:
    return {"do": "move", "name": name}


# --- moves ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*GAMES, "isolation(rows=2, columns=26, move=king)"])
def test_every_legal_move_is_a_walk_over_cells_of_the_board(text: str) -> None:
    game = load_game(text)
    names = []
    position = game.start
    for number in game.random_game(seed=2, number=1, most_plies=60):
        names.append(game.move_name(position, number))
        position = game.plain.play(position, number)
    play, home = opened(f"game={text}&second=human&moves={','.join(names)}")
    home.work(replayed_steps)
    for ply in range(len(names) + 1):
        state = said(play, {"do": "look", "at": ply})
        drawn = set(re.findall(r'data-cell="(\w+)"', state["board"]))
        assert set(state["cells"]) == {
            game.move_name(play.record.shown, each) for each in game.moves(play.record.shown)
        }
        assert {cell for path in state["cells"].values() for cell in path} <= drawn
        assert set(state["last"]) <= drawn


def test_an_agent_answers_a_human() -> None:
    play, home = opened("game=connect_four&second=alpha_beta(depth=2)")
    state = said(play, move("4"))
    assert (state["moves"], state["busy"], state["cells"]) == (["4"], ["move"], {})
    home.work()
    assert len(state["moves"]) == 2
    assert state["busy"] == []
    assert re.fullmatch("O plays [1-7]; X to move", state["said"])
    assert re.match(r"[-+]?\d+, depth 2, \d+ nodes, 0.\d\d s, expects [1-7]", state["thought"])
    assert len(json.dumps(home.sent[-1])) < 12_000


def test_what_cannot_be_played_is_refused_and_changes_nothing() -> None:
    play, _ = opened("game=connect_four&second=random")
    before = dict(play.state)
    for name, words in [
        ("8", "'8' is not a column"),
        (4, "name should be text, not '4'"),
        ("\ud800", "half a character"),
        ("4" * 101, "at most 100"),
    ]:
        with pytest.raises(PlygroundError, match=words):
            said(play, move(name))
    with pytest.raises(IllegalMove, match="was meant for ply 5, but ply 0 is in view"):
        said(play, move("4") | {"at": 5})
    with pytest.raises(IllegalMove, match="it is X's turn: a human's"):
        said(play, {"do": "step"})
    assert play.state == before
    said(play, move("4"))
    with pytest.raises(IllegalMove, match="it is O's turn: random moves"):
        said(play, move("4"))
    with pytest.raises(IllegalMove, match="random is thinking already"):
        said(play, {"do": "step"})


def test_a_finished_game_takes_no_more_moves() -> None:
    play, _ = opened("game=connect_four&second=human&moves=1,2,1,2,1,2,1")
    assert play.state["status"] == "the game is over: X has won"
    assert (play.state["over"], play.state["cells"], play.state["result"]) == (True, {}, "1-0")
    for message in (move("3"), {"do": "resign"}, {"do": "hint"}, {"do": "step"}):
        with pytest.raises(IllegalMove, match="the game is over: X has won"):
            said(play, message)


def test_a_position_that_comes_back_a_third_time_is_a_draw() -> None:
    around = "32-28,1-5,28-32,5-1"
    play, _ = opened(f"game=checkers&second=human&position=W:WK32:BK1&moves={around},{around}")
    assert play.state["status"] == "the game is over: a draw by repetition"
    assert play.state["result"] == "1/2-1/2"


def test_take_back_returns_to_the_humans_last_choice() -> None:
    play, home = opened("game=connect_four&second=random")
    with pytest.raises(IllegalMove, match="no move of yours"):
        said(play, {"do": "back"})
    said(play, move("1"))
    home.work()
    said(play, move("2"))
    assert said(play, {"do": "back"})["moves"][0] == "1"
    assert len(play.state["moves"]) == 2
    assert play.state["busy"] == []
    home.work()
    assert len(play.state["moves"]) == 2


def test_a_resignation_can_be_taken_back() -> None:
    play, _ = opened("game=connect_four&second=human&moves=1")
    state = said(play, {"do": "resign"})
    assert state["status"] == "the game is over: O resigned, X has won"
    again, _ = opened(state["link"])
    assert again.state["status"] == state["status"]
    state = said(play, {"do": "back"})
    assert (state["status"], state["moves"]) == ("O to move", ["1"])


def test_another_move_before_a_resignation_undoes_it() -> None:
    play, _ = opened("game=connect_four&second=human&moves=1,2,3&resigned=1")
    assert play.state["status"] == "the game is over: O resigned, X has won"
    state = said(play, {"do": "look", "at": 2}, move("7"))
    assert (state["status"], state["moves"]) == ("O to move", ["1", "2", "7"])


def test_a_move_at_an_earlier_ply_sets_the_later_ones_aside() -> None:
    play, _ = opened("game=connect_four&second=human&moves=1,2,3&at=1")
    state = said(play, move("2"))
    assert (state["moves"], state["at"], state["replaced"]) == (["1", "2", "3"], 2, 0)
    state = said(play, {"do": "look", "at": 1}, move("7"))
    assert (state["moves"], state["at"], state["replaced"]) == (["1", "7"], 2, 2)
    state = said(play, {"do": "restore"})
    assert (state["moves"], state["at"], state["replaced"]) == (["1", "2", "3"], 3, 0)


def test_sides_are_swapped_and_the_agent_begins() -> None:
    play, home = opened("game=tic_tac_toe&second=random")
    said(play, {"do": "swap"})
    home.work()
    assert (play.state["humans"], len(play.state["moves"])) == ([1], 1)


# --- thinking -------------------------------------------------------------------------------------


def test_stopped_thinking_comes_to_nothing_until_somebody_says_step() -> None:
    play, home = opened("game=connect_four&second=random")
    said(play, move("4"), {"do": "stop"}, {"do": "look", "at": 0})
    home.work()
    assert (play.state["moves"], play.state["busy"]) == (["4"], [])
    said(play, {"do": "step"})
    home.work()
    assert len(play.state["moves"]) == 2


def test_agents_wait_for_each_step() -> None:
    play, home = opened("game=connect_four&first=random&second=random(seed=2)")
    home.work()
    assert play.state["moves"] == []
    for plies in (1, 2, 3):
        said(play, {"do": "step"})
        home.work()
        assert len(play.state["moves"]) == plies
    assert len(said(play, {"do": "back"})["moves"]) == 2


def test_an_agent_that_fails_is_told_and_can_be_changed() -> None:
    play, home = opened("game=connect_four&second=alpha_beta(heuristic=nonsense)")
    home.work(thinking.prepare)
    assert "there is no heuristic of connect_four 'nonsense'" in play.state["problem"]
    said(play, move("4"))
    home.work()
    assert play.state["problem"].startswith("O, alpha_beta(heuristic=nonsense): there is no")
    assert (play.state["moves"], play.state["busy"]) == (["4"], [])
    assert said(play, {"do": "look", "at": 0})["busy"] == []
    said(play, {"do": "players", "first": "human", "second": "random"})
    home.work()
    assert (len(play.state["moves"]), play.state["problem"]) == (2, "")


def test_closing_cancels_what_was_asked_for() -> None:
    play, home = opened("game=connect_four&second=random")
    said(play, move("4"))
    play.close()
    assert all(each.cancelled for each in home.asked)


@pytest.mark.parametrize("agent", ["deepening(nodes=3000)", "mcts(simulations=60)", "random"])
def test_an_answer_does_not_depend_on_what_was_asked_before(agent: str) -> None:
    game = load_game("connect_four")
    one = Question("connect_four", agent, game.start)
    other = Question("connect_four", agent, game.after(["4", "4", "3"]), (), 3)
    alone = thinking.choose(one)._replace(seconds=0)
    thinking.choose(other)
    assert thinking.choose(one)._replace(seconds=0) == alone


def test_chance_differs_from_ply_to_ply_and_from_game_to_game() -> None:
    game = load_game("isolation")
    asked = [Question("isolation", "random", game.start, (), 0, seed) for seed in range(20)]
    assert len({thinking.choose(each).move for each in asked}) > 5
    asked = [Question("isolation", "random", game.start, (), played) for played in range(20)]
    assert len({thinking.choose(each).move for each in asked}) > 5


def test_values_are_seen_by_the_mover_and_evaluations_by_the_first_player() -> None:
    play, home = opened("game=connect_four&second=human&moves=1,7,1,7,1,7,2")
    said(play, {"do": "values", "on": True, "agent": "alpha_beta(depth=3)"})
    home.work()
    assert play.state["values"]["7"] == ["win in 1", WIN - 1]
    assert play.state["evaluations"][7] == [-1, "O wins in 1"]
    assert play.state["evaluations"][6] == [1, "X wins in 1"]
    assert None not in play.state["evaluations"]
    assert play.state["values"]["1"][0] == "+0" or play.state["values"]["1"][1] < WIN - 1
    again, _ = opened(play.state["link"])
    assert (again.state["valuing"], again.state["valuer"]) == (True, "alpha_beta(depth=3)")
    assert said(play, {"do": "values", "on": False})["valuing"] is False


def test_who_cannot_value_moves_says_so() -> None:
    play, home = opened("game=connect_four&second=human")
    with pytest.raises(BadParameter, match="a human cannot value moves"):
        said(play, {"do": "values", "agent": "human"})
    said(play, {"do": "values", "agent": "random"})
    home.work()
    assert play.state["valuing"] is False
    assert "random cannot say what a move is worth" in play.state["problem"]


def test_a_hint_names_a_move_and_its_cells() -> None:
    play, home = opened("game=checkers&second=human&position=B:W15,22,31:B1,11")
    said(play, {"do": "hint"})
    home.work()
    assert play.state["hint"]["cells"] == ["11", "18", "25"]
    assert said(play, move("11-25"))["hint"] is None


SOLVED = "game=connect_four&second=human&moves=4,4,4,4,4,2,2,3,3,3,6,2,5,6"


def test_in_a_solved_game_hints_and_values_are_exact_and_say_so() -> None:
    play, home = opened(SOLVED)
    said(play, {"do": "hint"})
    home.work(thinking.hint)
    assert play.state["hint"] == {"move": "7", "cells": ["7"], "words": "win in 1, exact",
                                  "also": []}  # fmt: skip
    assert play.state["said"] == "Hint: 7 win in 1, exact"
    said(play, {"do": "values"})
    home.asked[0].work()
    assert play.state["values"]["2"] == ["draw", 0] and play.state["valued"] == "exact"
    assert play.state["evaluations"][14] == [1, "X wins in 1"]
    assert said(play, {"do": "look", "at": 13})["valued"] == "", "nobody has looked there yet"


def test_a_hint_that_is_not_known_in_time_is_searched_and_says_so() -> None:
    question = Question("connect_four", "advisor(seconds=0.05)", load_game("connect_four").start)
    assert not thinking.hint(question).exact
    assert not thinking.values(question).exact
    play, home = opened("game=checkers&second=human")
    said(play, {"do": "hint"})
    home.work(thinking.hint)
    assert play.state["hint"]["words"].endswith(", searched")


def test_all_moves_that_are_as_good_are_named() -> None:
    play, home = opened("game=tic_tac_toe&second=human&moves=b2,a3,c1")
    said(play, {"do": "hint"})
    home.work(thinking.hint)
    assert {play.state["hint"]["move"], *play.state["hint"]["also"]} == {"a1", "c3"}


def test_a_chosen_valuer_is_asked_instead_of_the_oracle() -> None:
    play, home = opened(SOLVED)
    said(play, {"do": "values", "agent": "alpha_beta(depth=1)"})
    home.asked[0].work()
    assert play.state["valued"] == "searched" and play.state["values"]["3"][0] != "win in 3"


def test_a_win_that_nobody_counted_is_a_win_in_words() -> None:
    play, _ = opened("game=connect_four&second=human")
    won = Truth(1, None)
    play.record.valued[play.record.shown] = Valued({"1": (str(won), won.score)}, True)
    assert play.record.picture()["evaluations"] == [[1, "X wins"]]
    assert play.record.picture()["values"] == {"1": ["win", won.score]}


def test_agents_are_offered_for_the_games_they_can_play() -> None:
    offered = {each["name"]: each["games"] for each in controls()["agents"]}
    assert sorted(offered["perfect"]) == ["connect_four", "isolation", "tic_tac_toe"]
    assert offered["deepening"] == offered["advisor"] == list(GAMES)


def test_perfect_play_is_an_opponent_and_its_thought_is_exact() -> None:
    play, home = opened("game=tic_tac_toe&second=perfect")
    said(play, move("b2"))
    home.work()
    assert play.state["moves"][1] in ("a1", "a3", "c1", "c3")
    assert play.state["thought"].startswith("draw, exact")
    play, home = opened("game=checkers&second=perfect")
    said(play, move("11-15"))
    home.work()
    assert "the oracle of checkers does not know this position" in play.state["problem"]


def test_moves_that_perfect_play_does_not_know_are_not_valued() -> None:
    play, home = opened("game=checkers")
    said(play, {"do": "values", "on": True, "agent": "perfect"})
    home.work()
    assert "its tables have those of 2 to 3 pieces" in play.state["problem"]


OWN = "def first(game, position):\n    return game.moves(position)[{}]\n"


def test_a_file_of_the_users_thinks_at_the_desk_and_is_read_again_when_it_changes(
    tmp_path: Path,
) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN.format("0"))
    play, _ = opened(f"game=connect_four&second={file}:first")
    assert play.state["forms"][2]["text"] == f"{file}:first"
    assert not any(str(getattr(each, "__file__", "")) == str(file) for each in sys.modules.values())
    question = Question("connect_four", f"{file}:first", load_game("connect_four").start)
    assert thinking.choose(question).line == ("1",)
    file.write_text(OWN.format("-1"))
    assert thinking.choose(question).line == ("7",)


def test_no_file_may_be_named_where_code_does_not_run() -> None:
    play, _ = opened("game=connect_four", Home(runs_code=False))
    for text in ("./own.py:first", "alpha_beta(heuristic=./own.py:idea)"):
        with pytest.raises(BadText, match="code does not run here"):
            said(play, {"do": "players", "first": "human", "second": text})
        with pytest.raises(BadText, match="code does not run here"):
            said(play, {"do": "values", "agent": text})
    with pytest.raises(BadText, match="played in the terminal"):
        said(opened()[0], {"do": "new", "game": "./own.py:hex"})


# --- addresses and notation -----------------------------------------------------------------------


@given(
    text=st.sampled_from([*GAMES, "connect_four(rows=5, columns=10)"]),
    number=st.integers(0, 50),
    plies=st.integers(0, 100),
    back=st.integers(0, 3),
)
@settings(deadline=None, max_examples=25)
def test_an_address_brings_back_what_was_seen(
    text: str, number: int, plies: int, back: int
) -> None:
    game = load_game(text)
    play, _ = opened(f"game={text}&second=human")
    for each in game.random_game(seed=5, number=number, most_plies=plies):
        if not play.state["over"]:
            said(play, move(game.move_name(play.record.shown, each)))
    said(play, {"do": "look", "at": max(0, play.state["at"] - back)})
    again, other = opened(play.state["link"])
    other.work(replayed_steps)
    told = ("said", "problem")
    assert {**again.state, **dict.fromkeys(told, "")} == {**play.state, **dict.fromkeys(told, "")}


def test_a_link_and_its_text_are_inverses() -> None:
    link = Link(
        "isolation(rows=4, columns=5)", "./my ideas&more.py:one(depth=2)", "random", "4/4", ("a1",),
        0, 1, 5, "mcts",
    )  # fmt: skip
    assert play_link.read(play_link.written(link)) == link
    assert play_link.read("") == Link()


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("game=go", "there is no game 'go'"),
        ("second=nobody", "there is no agent 'nobody'"),
        ("moves=4,9", "move 2 of the saved game: '9' is not a column"),
        ("moves=4&at=2", "at=2: the game has plies 0 to 1"),
        ("at=x", "at=x should be a whole number"),
        ("resigned=3", "resigned=3 should be 0 or 1"),
        ("position=hello", "'h' is not a column"),
        ("moves=" + "4," * 2000, "at most 1,000"),
        ("game=connect_four(rows=100)", "needs 707 bits"),
    ],
)
def test_a_broken_address_opens_an_ordinary_game_and_says_so(link: str, words: str) -> None:
    play, home = opened(link)
    assert play.state["problem"].startswith("the address could not be followed: ")
    assert words in play.state["problem"]
    assert (play.state["game"], play.state["moves"]) == ("connect_four", [])
    before = dict(play.state)
    with pytest.raises(PlygroundError, match=re.escape(words)):
        said(play, {"do": "follow", "link": link})
    assert play.state == before
    assert home.sent == [{"link": before["link"]}]


def test_a_long_game_is_opened_at_the_desk() -> None:
    around = ["32-28", "1-5", "28-32", "5-1"]
    names = ",".join([*(around * 2)[:7], "5-9", "32-28", "9-5", *(["28-32", "5-1"] * 40)])
    play, home = opened(f"game=checkers&position=W:WK32:BK1&second=random&moves={names}")
    assert (play.state["busy"], play.state["moves"]) == (["opening"], [])
    with pytest.raises(IllegalMove, match="still being opened"):
        said(play, move("32-28"))
    home.work()
    assert (play.state["busy"], play.state["moves"]) == ([], [])
    assert "move 13 of the saved game" in play.state["problem"]


DRAWN = "O X .\n. X .\n. . .\nO to move"


@pytest.mark.parametrize(
    ("game", "text", "position", "moves"),
    [
        ("checkers", "W:W18:BK1,3", "W:W18:BK1,3", []),
        ("checkers", "1. 11-15 {classic} 22-18 2. 15x22 *", "", ["11-15", "22-18", "15x22"]),
        ("tic_tac_toe", DRAWN, "OX1/1X1/3", []),
        ("connect_four", "44435", "", ["4", "4", "4", "3", "5"]),
        ("connect_four", "4, 4, 3", "", ["4", "4", "3"]),
        ("isolation", "", "", []),
    ],
)
def test_positions_and_moves_are_set_up(
    game: str, text: str, position: str, moves: list[str]
) -> None:
    play, _ = opened(f"game={game}&second=human")
    state = said(play, {"do": "setup", "text": text})
    assert state["moves"] == moves
    assert f"&position={position}" in state["link"] if position else "position" not in state["link"]


def test_what_cannot_be_set_up_is_refused_and_changes_nothing() -> None:
    play, _ = opened("game=checkers&second=human&moves=11-15")
    before = dict(play.state)
    for text, words in [
        ("W:W18:BK33", "squares from 1 to 32"),
        ("11-15 11-15", "move 2 of the saved game"),
        ('[Game "go"]\n\n1. a1 *', "there is no game 'go'"),
        ("hello", "hello"),
        (None, "should be text"),
        ("x" * 40_000, "at most 30,000"),
    ]:
        with pytest.raises(PlygroundError, match=words):
            said(play, {"do": "setup", "text": text})
    assert play.state == before


def test_a_saved_game_is_read_back_and_people_become_humans() -> None:
    play, _ = opened("game=checkers&second=random&first=human&moves=11-15,22-18")
    said(play, {"do": "write"})
    text = play.state["written"]["text"]
    assert '[White "random"]' in text
    other, _ = opened()
    state = said(other, {"do": "setup", "text": text})
    assert (state["game"], state["moves"]) == ("checkers", ["11-15", "22-18"])
    assert [each["text"] for each in state["forms"]] == ["checkers", "human", "random"]
    foreign = '[GameType "21"]\n[Black "Marion Tinsley"]\n[White "Chinook"]\n\n1. 11-15 22-18 1-0'
    state = said(other, {"do": "setup", "text": foreign})
    assert (state["humans"], state["moves"]) == ([0, 1], ["11-15", "22-18"])


def test_a_replay_is_one_file_with_every_ply() -> None:
    play, home = opened("game=connect_four&second=human&moves=1,7,1,7,1,7,1")
    said(play, {"do": "values", "agent": "alpha_beta(depth=2)"})
    home.work()
    said(play, {"do": "export"})
    home.work()
    text = next(each["exported"]["text"] for each in home.sent if "exported" in each)
    assert play.state["exported"] is None
    found = re.search(r'id="state">(.*?)</script>', text, re.DOTALL)
    assert found
    state = json.loads(found[1])
    assert (state["live"], len(state["frames"])) == (False, 8)
    frame = state["frames"][6]
    board = "".join(f"<{state['shapes'][each]}" for each in frame["board"])
    assert board == play.record.table.game.svg(play.record.position(6))
    assert frame["values"]["1"][0] == "win in 1"
    assert state["frames"][7]["status"] == "the game is over: X has won"
    assert set(re.findall(r"\w+://[\w./]+", text)) == {"http://www.w3.org/2000/svg"}


# --- whatever comes -------------------------------------------------------------------------------

MESSAGES = [each.removeprefix("do_") for each in dir(Play) if each.startswith("do_")]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
    | st.sampled_from(["4", "human", "random", "connect_four", "tic_tac_toe", "moves=4&at=1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)  # fmt: skip
KEYS = st.sampled_from(["name", "at", "game", "first", "second", "text", "link", "on", "agent"])


@given(
    messages=st.lists(
        st.builds(
            lambda kind, rest: {"do": kind, **rest},
            st.sampled_from(MESSAGES) | JSON,
            st.dictionaries(KEYS, JSON, max_size=3),
        ),
        max_size=8,
    )
)
@settings(deadline=None, max_examples=150)
def test_no_message_does_harm(messages: list[dict[str, Any]]) -> None:
    play, home = opened("game=connect_four(rows=4, columns=4)&second=random&moves=1")
    for message in messages:
        try:
            play.receive(message)
        except PlygroundError as error:
            assert str(error)
        home.work()
    record = play.record
    assert len(record.names) == len(record.thoughts) == record.plies
    assert 0 <= play.state["at"] <= record.plies
    json.dumps(play.state)
    again, _ = opened(play.state["link"])
    assert again.state["board"] == play.state["board"]


def test_an_unknown_message_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="did you mean move"):
        said(opened()[0], {"do": "mov"})
