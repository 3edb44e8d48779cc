"""The recorded tree is the search: same nodes, same values; and its pictures stand alone."""

import functools
import itertools
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from plyground.errors import BadHeuristic, BadParameter
from plyground.games import GAMES, ONGOING, Game, Position, load_game
from plyground.heuristics import load_evaluation
from plyground.search.alpha_beta import alpha_beta
from plyground.search.minimax import minimax
from plyground.search.results import INFINITY, NODES, counters
from plyground.search.tree import (
    AT_MOST,
    CUT,
    EXACT,
    LEAF,
    ROOT,
    TERMINAL,
    Tree,
    compare,
    recorded_tree,
)
from plyground.tree_view import MOST_DRAWN, tree_data, tree_html, tree_svg

connect_four = load_game("connect_four")
threats = load_evaluation(connect_four)
DEPTHS = {"nine_mens_morris": 3, "isolation": 4}
CHROMIUM = shutil.which("chromium")


def random_positions(game: Game, count: int) -> Iterator[Position]:
    """The start, then ongoing positions at different plies of random games."""
    yield game.start
    for number in range(count - 1):
        moves = game.random_game(seed=5, number=number, most_plies=4 + 3 * number)
        position = game.start
        for move in moves[:-1]:
            position = game.plain.play(position, move)
        yield position


@functools.cache
def trees_of(name: str) -> list[Tree]:
    """Minimax and alpha-beta of some positions of a game, by turns."""
    game = load_game(name)
    evaluation = load_evaluation(game)
    return [
        recorded_tree(game, evaluation, position, depth, pruning)
        for position in random_positions(game, 4)
        for depth in range(1, DEPTHS.get(name, 5) + 1)
        for pruning in (False, True)
    ]


def plain_counts(tree: Tree) -> tuple[int, int, int]:
    """Move, score and nodes of the search that was recorded."""
    leaf = load_evaluation(tree.game).leaf
    search = (alpha_beta if tree.pruning else minimax)(tree.game, leaf)
    counts = counters()
    found = search.best(tree.position, tree.depth, 0, counts)
    return found.move, found.score, int(counts[NODES])


def by_path(tree: Tree) -> dict[tuple[int, ...], int]:
    """The index of each node by the moves that lead to it."""
    paths: dict[int, tuple[int, ...]] = {ROOT: ()}
    for index in range(1, len(tree)):
        paths[index] = (*paths[int(tree.parent[index])], int(tree.move[index]))
    return {path: index for index, path in paths.items()}


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_search_visits_the_nodes_of_the_plain_one(name: str) -> None:
    for tree in trees_of(name):
        best = tree.best_line[1]
        assert (tree.move[best], tree.score, tree.nodes) == plain_counts(tree)


@pytest.mark.parametrize(
    ("text", "depth", "pruning"),
    [
        ("nine_mens_morris", 4, False),
        ("nine_mens_morris", 5, True),
        ("isolation", 5, True),
        ("connect_four(rows=10, columns=10)", 4, True),
        ("connect_four(until_full=true)", 5, True),
    ],
)
def test_larger_trees_are_the_plain_search_too(text: str, depth: int, pruning: bool) -> None:
    game = load_game(text)
    tree = recorded_tree(game, load_evaluation(game), game.start, depth, pruning)
    assert (tree.move[tree.best_line[1]], tree.score, tree.nodes) == plain_counts(tree)


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_was_looked_at_or_left_out(name: str) -> None:
    tree = trees_of(name)[-1]
    looked_at = np.bincount(tree.parent[1:], minlength=len(tree))
    for index, _, position in tree.walk():
        if tree.kind[index] in (LEAF, TERMINAL):
            assert tree.end[index] == index + 1 and not tree.left_out[index]
            assert (tree.game.plain.outcome(position) == ONGOING) == (tree.kind[index] == LEAF)
        else:
            legal = len(tree.game.moves(position))
            assert looked_at[index] + tree.left_out[index] == legal
            assert len(tree.children(index)) == looked_at[index]
        if tree.left_out[index]:
            assert tree.kind[index] == CUT


@pytest.mark.parametrize("name", GAMES)
def test_alpha_beta_visits_a_part_of_the_minimax_tree_and_its_bounds_hold(name: str) -> None:
    for whole, pruned in pairs(trees_of(name)):
        assert pruned.score == whole.score and pruned.nodes <= whole.nodes
        everywhere = by_path(whole)
        for path, index in by_path(pruned).items():
            true, said = whole.value[everywhere[path]], pruned.value[index]
            kind = pruned.kind[index]
            assert (
                true <= said if kind == AT_MOST else true >= said if kind == CUT else true == said
            )


def pairs(trees: list[Tree]) -> Iterator[tuple[Tree, Tree]]:
    return zip(trees[::2], trees[1::2], strict=True)


@pytest.mark.parametrize("name", GAMES)
def test_the_kind_follows_from_value_and_window(name: str) -> None:
    for tree in trees_of(name):
        inner = (tree.kind != LEAF) & (tree.kind != TERMINAL)
        assert np.array_equal((tree.value >= tree.beta)[inner], (tree.kind == CUT)[inner])
        assert np.array_equal((tree.value <= tree.alpha)[inner], (tree.kind == AT_MOST)[inner])
        assert tree.kind[ROOT] == EXACT and tree.parent[ROOT] == -1
        assert np.all(tree.alpha < tree.beta)


@pytest.mark.parametrize("name", GAMES)
def test_the_best_line_is_exact_all_the_way_down(name: str) -> None:
    for tree in trees_of(name):
        line = tree.best_line
        assert len({int(tree.seen_by_root[index]) for index in line}) == 1
        assert all(tree.kind[index] == EXACT for index in line[:-1])
        assert tree.kind[line[-1]] in (LEAF, TERMINAL)


def test_five_plies_of_connect_four_are_19607_nodes() -> None:
    """7 + 49 + 343 + 2,401 + 16,807, as in the table of SYSTEMS.md."""
    tree = recorded_tree(connect_four, threats, connect_four.start, 5, pruning=False)
    assert tree.nodes == 19_607 and np.bincount(tree.ply).tolist() == [7**ply for ply in range(6)]
    assert not tree.left_out.any() and (tree.alpha == -INFINITY).all()


def test_nodes_stand_in_the_order_of_the_search() -> None:
    tree = trees_of("checkers")[-1]
    assert (tree.parent[1:] < np.arange(1, len(tree))).all()
    assert tree.children(ROOT) == np.flatnonzero(tree.ply == 1).tolist()
    last = len(tree) - 1
    assert [int(tree.ply[index]) for index in tree.path(last)] == list(range(tree.ply[last] + 1))


def test_walking_gives_the_positions_and_names_of_the_nodes() -> None:
    tree = trees_of("nine_mens_morris")[5]
    for index, name, position in itertools.islice(tree.walk(), 0, None, 97):
        assert (name, position) == (tree.move_name(index), tree.position_at(index))


def test_pruning_is_compared_with_looking_everywhere() -> None:
    comparison = compare(connect_four, threats, connect_four.start, 5)
    assert comparison.minimax.nodes == 19_607 > comparison.alpha_beta.nodes
    assert comparison.ratio == pytest.approx(1 / (1 - comparison.saved))
    assert comparison.minimax.seconds > 0 and "% saved" in str(comparison)


def test_a_tree_that_is_too_large_is_refused_with_its_size() -> None:
    with pytest.raises(BadParameter, match="depth 8 has 6,634,026 nodes and 2,000,000 fit"):
        recorded_tree(connect_four, threats, connect_four.start, 8, pruning=False)


def test_there_is_no_tree_without_moves() -> None:
    with pytest.raises(BadParameter, match="depth 0"):
        recorded_tree(connect_four, threats, connect_four.start, 0)
    over = connect_four.parse_position("1213141")
    with pytest.raises(BadParameter, match="X has won"):
        recorded_tree(connect_four, threats, over, 3)


def test_a_heuristic_that_changes_its_mind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "moods.py"
    file.write_text(
        "import itertools\n\ncalls = itertools.count()\n\n"
        "def mood(position):\n    return next(calls) % 97\n"
    )
    game = load_game("tic_tac_toe")
    evaluation = load_evaluation(game, f"{file}:mood")
    with pytest.raises(BadHeuristic, match="does not say the same twice"):
        recorded_tree(game, evaluation, game.start, 4)


def test_a_heuristic_that_cannot_be_compiled_has_a_tree_too(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text("def slow(position):\n    return bin(position.mine).count('1')\n")
    game = load_game("tic_tac_toe")
    evaluation = load_evaluation(game, f"{file}:slow")
    tree = recorded_tree(game, evaluation, game.start, 2, pruning=False)
    assert evaluation.problem and tree.nodes == 81 and tree.score == 1


# --- what can be looked at ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tree() -> Tree:
    return recorded_tree(connect_four, threats, connect_four.parse_position("4435"), 5)


def test_the_json_reads_back(tree: Tree) -> None:
    read = json.loads(tree.to_json())
    game = load_game(read["game"])
    assert game.parse_position(read["position"]) == tree.position
    assert (read["depth"], read["pruning"], read["nodes"]) == (5, True, tree.nodes)
    assert read["value"] == tree.value.tolist() and read["left_out"] == tree.left_out.tolist()
    assert read["alpha"][ROOT] is None and read["beta"][ROOT] is None
    line = " ".join(read["move"][index] for index in read["best_line"])
    position = game.parse_position(f"4435{line}")
    assert position == tree.position_at(tree.best_line[-1])


@pytest.mark.parametrize("name", GAMES)
def test_the_drawing_is_well_formed_and_keeps_to_its_size(name: str) -> None:
    drawing = ElementTree.fromstring(tree_svg(trees_of(name)[-1]))
    pills = [each for each in drawing.iter() if each.get("class", "").startswith("pill")]
    assert 1 < len(pills) <= MOST_DRAWN


def test_the_drawing_shows_the_best_line_the_cuts_and_where_it_stops(tree: Tree) -> None:
    drawing = tree_svg(tree, most=60)
    assert drawing.count('"edge best"') == len(tree.best_line) - 1 + 1  # one in the legend
    assert re.search(r"✂ \d+ never looked at", drawing) and re.search(r"… \d+ more", drawing)
    assert tree.words(tree.score) in drawing


def test_the_page_stands_alone(tree: Tree) -> None:
    page = tree_html(tree)
    addresses = set(re.findall(r"\w+://[^\s\"'\\<>]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script[^>]*\ssrc|<link|@import|url\(", page)


def test_the_page_holds_every_node_and_the_boards_of_the_first_plies(tree: Tree) -> None:
    data = tree_data(tree)
    assert len(data["ply"]) == len(data["move"]) == len(tree) and data["visited"] is None
    root = "".join(f"<{data['shapes'][each]}" for each in data["boards"][ROOT])
    assert root == connect_four.svg(tree.position)
    assert set(data["line"]) <= set(data["boards"])
    assert data["words"][str(tree.score)] == tree.words(tree.score)


def test_a_page_of_a_very_large_tree_holds_its_first_plies() -> None:
    tree = recorded_tree(connect_four, threats, connect_four.start, 7, pruning=False)
    data = tree_data(tree)
    assert data["deepest"] == 6 and len(data["ply"]) == int((tree.ply <= 6).sum()) <= 200_000
    assert data["visited"][-1] == data["nodes"] - data["below"][-1]


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium to open the page with")
def test_the_page_opens_at_the_step_its_address_names(tree: Tree, tmp_path: Path) -> None:
    at_once = "<script>window.requestAnimationFrame = (paint) => { paint(); return 0; }</script>"
    file = tmp_path / "tree.html"
    file.write_text(tree_html(tree).replace("<body", at_once + "<body"), "utf-8")
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    command = [
        str(CHROMIUM),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        *quiet,
    ]
    command += [
        f"--user-data-dir={tmp_path / 'profile'}",
        "--dump-dom",
        f"{file.as_uri()}#step=400",
    ]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert f"400 of {tree.nodes:,} visited" in shown
    assert f'<p class="said">{tree.words(int(tree.seen_by_root[400]))}</p>' in shown
    assert " ".join(tree.move_name(index) for index in tree.path(400)[1:]) in shown
