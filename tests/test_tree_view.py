"""The session behind a tree: what is recorded, what is said, and what is refused."""

import functools
import json
import re
from typing import Any

import pytest
from homes import HomeHere

from plyground.errors import BadParameter, BadText, IllegalMove, PlygroundError, UnknownName
from plyground.games import Game, load_game
from plyground.heuristics import load_evaluation
from plyground.search.tree import Tree, compare, recorded_tree
from plyground.views.session import Session, State
from plyground.views.tree import TreeSession, session

PLACE = "4435"
connect_four = load_game("connect_four")


def opened(home: HomeHere | None = None, **given: Any) -> tuple[TreeSession, HomeHere]:
    home = home or HomeHere()
    made = session(home, {"game": "connect_four", "position": PLACE, **given})
    assert made.state["busy"] and not home.shown  # the view gets its state before any change
    home.work()
    return made, home


@functools.cache
def recorded_here(depth: int, pruning: bool, heuristic: str = "") -> Tree:
    evaluation = load_evaluation(connect_four, heuristic)
    position = connect_four.parse_position(PLACE)
    return recorded_tree(connect_four, evaluation, position, depth, pruning)


def same_tree(shown: State, tree: Tree) -> None:
    for name in ("ply", "kind", "left_out", "value", "alpha", "beta"):
        assert shown[name] == getattr(tree, name).tolist(), name
    assert (shown["nodes"], shown["pruning"]) == (tree.nodes, tree.pruning)
    assert shown["cut"] == sum(tree.left_out.tolist())


@pytest.mark.parametrize(
    ("agent", "depth", "pruning", "heuristic"),
    [
        ("minimax(depth=3)", 3, False, ""),
        ("alpha_beta(depth=5)", 5, True, ""),
        ("alpha_beta(depth=4, heuristic=center)", 4, True, "center"),
    ],
)
def test_the_tree_is_the_search_of_the_agent(
    agent: str, depth: int, pruning: bool, heuristic: str
) -> None:
    made, _ = opened(agent=agent)
    (shown,) = made.state["trees"]
    same_tree(shown, recorded_here(depth, pruning, heuristic))
    assert not made.state["note"] and not made.state["busy"] and not made.state["problem"]


@pytest.mark.parametrize(
    ("agent", "why", "depth"),
    [
        ("deepening(nodes=5000, heuristic=center)", "deepening searches depth after depth", 4),
        ("deepening(depth=3)", "deepening searches depth after depth", 3),
        ("transpositions(depth=9)", "transpositions keeps a table", 5),
        ("ordering(depth=2)", "an order that it learns", 2),
        ("mcts(simulations=50)", "mcts grows its tree by random games", 4),
        ("random(seed=3)", "random looks at no tree", 4),
        ("astar", "astar plans its own moves", 4),
        ("human", "how a human decides is not recorded", 4),
        ("./mine.py:my_agent", "decides in a function of its own", 4),
    ],
)
def test_who_has_no_such_tree_is_told_and_alpha_beta_stands_in(
    agent: str, why: str, depth: int
) -> None:
    made, _ = opened(agent=agent)
    assert why in made.state["note"] and "the tree of alpha-beta" in made.state["note"]
    heuristic = "center" if "center" in agent else ""
    assert ("same heuristic" in made.state["note"]) == bool(heuristic)
    (shown,) = made.state["trees"]
    same_tree(shown, recorded_here(depth, True, heuristic))


def test_side_by_side_both_are_there_with_the_counters_of_the_comparison() -> None:
    made, home = opened(agent="alpha_beta(depth=4)")
    made.receive({"do": "set", "pruning": "both"})
    assert made.state["busy"]
    home.work()
    pruned, whole = made.state["trees"]
    same_tree(pruned, recorded_here(4, True))
    same_tree(whole, recorded_here(4, False))
    position = connect_four.parse_position(PLACE)
    found = compare(connect_four, load_evaluation(connect_four), position, 4)
    assert made.state["counts"] == {
        "pruned": found.alpha_beta.nodes,
        "whole": found.minimax.nodes,
        "ratio": found.ratio,
        "saved": found.saved,
    }


def test_the_counters_are_there_even_if_the_whole_tree_is_too_large() -> None:
    made, home = opened(agent="alpha_beta(depth=8)", position="")
    made.receive({"do": "set", "pruning": "both"})
    home.work()
    (pruned,) = made.state["trees"]
    assert pruned["pruning"] and made.state["counts"]["whole"] == 6_634_026
    assert "without pruning: the tree of depth 8 has 6,634,026 nodes" in made.state["remark"]


def test_a_tree_too_large_is_refused_in_words_and_the_last_one_stays() -> None:
    made, home = opened(agent="minimax(depth=2)", position="")
    made.receive({"do": "set", "depth": 8})
    home.work()
    assert "2,000,000 fit (use a smaller depth, or pruning)" in made.state["problem"]
    assert made.state["trees"][0]["depth"] == 2 and not made.state["busy"]
    made.receive({"do": "set", "depth": 3})
    home.work()
    assert made.state["trees"][0]["depth"] == 3 and not made.state["problem"]


def test_a_large_tree_is_shown_by_its_first_plies() -> None:
    made, _ = opened(agent="minimax(depth=6)", position="")
    (shown,) = made.state["trees"]
    assert (shown["depth"], shown["deepest"]) == (6, 5) and len(shown["ply"]) == 19_608


def test_only_the_last_wish_is_answered() -> None:
    made, home = opened(agent="alpha_beta(depth=2)")
    made.receive({"do": "set", "depth": 3})
    made.receive({"do": "set", "depth": 4, "heuristic": "center"})
    assert [asked.cancelled for asked in home.waiting] == [True, False]
    home.work()
    same_tree(made.state["trees"][0], recorded_here(4, True, "center"))
    assert made.state["settings"] == {"depth": 4, "heuristic": "center", "pruning": "on"}


@pytest.mark.parametrize("text", ["connect_four", "checkers", "isolation"])
def test_every_node_has_a_board_for_the_asking(text: str) -> None:
    game = load_game(text)
    made, _ = opened(game=text, position="", agent="alpha_beta(depth=3)")
    tree = recorded_tree(game, load_evaluation(game), game.start, 3)
    for node in (0, len(tree) // 2, len(tree) - 1):
        moves = [tree.move_name(each) for each in tree.path(node)[1:]]
        made.receive({"do": "board", "moves": moves})
        position = tree.position_at(node)
        assert made.state["board"] == {
            "moves": moves,
            "svg": game.svg(position),
            "position": game.position_name(position),
        }


@pytest.mark.parametrize(
    ("message", "error", "words"),
    [
        ({"do": "board", "moves": ["9"]}, BadText, "legal: 1 2 3 4 5 6 7"),
        ({"do": "board", "moves": "44"}, BadText, "moves should be a list"),
        ({"do": "board", "moves": ["4"] * 101}, BadText, "at most 100 plies"),
        ({"do": "set", "depth": 0}, BadParameter, "depth=0 should be from 1 to 100"),
        ({"do": "set", "depth": "deep"}, BadText, "depth should be a whole number"),
        ({"do": "set", "pruning": "maybe"}, BadText, "pruning should be"),
        ({"do": "set", "color": "red"}, BadText, "color"),
        ({"do": "grow"}, UnknownName, "there is no message to tree 'grow'"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    message: State, error: type[PlygroundError], words: str
) -> None:
    made, home = opened(agent="alpha_beta(depth=2)")
    before = dict(made.state)
    with pytest.raises(error, match=re.escape(words)):
        made.receive(message)
    assert made.state == before and not home.waiting


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"game": "chess"}, UnknownName, "there is no game 'chess'"),
        ({"game": "./mine.py:game"}, BadParameter, "on the command line"),
        ({"position": "4444444"}, IllegalMove, "column 4 is full"),
        ({"agent": "alphabeta"}, UnknownName, "did you mean alpha_beta?"),
        ({"agent": "alpha_beta(depth=0)"}, BadParameter, "depth=0 should be"),
        ({"agent": 7}, BadText, "agent=7 should be a text"),
    ],
)
def test_a_search_that_there_is_not_cannot_be_opened(
    given: State, error: type[PlygroundError], words: str
) -> None:
    with pytest.raises(error, match=re.escape(words)):
        opened(**given)


def test_a_heuristic_of_a_file_needs_a_place_where_code_runs() -> None:
    made, _ = opened(HomeHere(runs_code=False), agent="alpha_beta(depth=2)")
    with pytest.raises(BadText, match="names a file: no code on Sundays"):
        made.receive({"do": "set", "heuristic": "./mine.py:idea"})
    with pytest.raises(BadText, match="no code on Sundays"):
        opened(HomeHere(runs_code=False), agent="alpha_beta(heuristic=mine.py:idea)")


@pytest.mark.parametrize(
    "agent",
    [
        "deepening(endgames=tables)",
        "perfect(store=tables)",
        "advisor(otherwise=deepening(endgames=tables))",
        'advisor(otherwise="deepening(endgames = tables)")',
    ],
)
def test_a_folder_needs_a_place_where_files_are_read(agent: str) -> None:
    assert Session(HomeHere()).allow(agent) == agent
    with pytest.raises(BadText, match="names a file: no code on Sundays"):
        Session(HomeHere(runs_code=False)).allow(agent)


def test_an_edited_file_is_read_again(tmp_path: Any) -> None:
    file = tmp_path / "mine.py"
    made, home = opened(agent="alpha_beta(depth=1)")
    for worth in (3, 44):
        file.write_text(f"def idea(position):\n    return {worth}\n")
        made.receive({"do": "set", "heuristic": f"{file}:idea"})
        home.work()
        assert made.state["trees"][0]["value"][1] == worth


def test_a_game_that_is_over_has_no_tree() -> None:
    made, _ = opened(position="1213141")
    assert made.state["problem"] == ("there is nothing to search: the game is over: X has won")


def test_the_exported_file_stands_alone_and_holds_both_trees() -> None:
    made, home = opened(agent="alpha_beta(depth=2)")
    made.receive({"do": "set", "pruning": "both"})
    made.receive({"do": "export"})
    home.work()
    (file,) = [changes["file"] for changes in home.shown if changes.get("file")]
    assert file["name"] == "tree-connect_four.html" and made.state["file"] is None
    page = file["text"]
    assert set(re.findall(r"\w+://[^\s\"'\\<>]+", page)) <= {"http://www.w3.org/2000/svg"}
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', page)
    assert found is not None
    state = json.loads(found[1])
    same_tree(state["trees"][0], recorded_here(2, True))
    same_tree(state["trees"][1], recorded_here(2, False))
    assert state["live"] is False


def test_every_game_has_a_tree() -> None:
    for name in ("tic_tac_toe", "nine_mens_morris"):
        game: Game = load_game(name)
        made, _ = opened(game=name, position="", agent="alpha_beta(depth=2)")
        tree = recorded_tree(game, load_evaluation(game), game.start, 2)
        same_tree(made.state["trees"][0], tree)
