"""Agents by their text forms, and heuristics from a user's own file."""

from pathlib import Path

import pytest

from plyground.agents import AGENTS, load_agent
from plyground.errors import BadHeuristic, BadParameter, PlygroundError, UnknownName
from plyground.games import WON, load_game
from plyground.heuristics import HEURISTICS, load_evaluation
from plyground.heuristics.template import template
from plyground.search.results import in_words
from plyground.solve import Truth

TEXTS = [
    "random",
    "random(seed=7)",
    "minimax(depth=3, heuristic=center)",
    "alpha_beta(depth=5, heuristic=runs_open)",
    "ordering(depth=5)",
    "transpositions(depth=5)",
    "deepening(nodes=5000)",
    "deepening(depth=5, quiescence=false)",
    "deepening(seconds=0.05, heuristic=windows)",
    "mcts(simulations=200)",
    "astar",
    "advisor(otherwise=random)",
    'advisor(seconds=0.1, otherwise="deepening(nodes=5000)")',
]


@pytest.mark.parametrize("text", TEXTS)
def test_an_agent_parses_back_and_plays_a_legal_move(text: str) -> None:
    agent = load_agent(text)
    assert load_agent(agent.text) == agent
    game = load_game("connect_four")
    position = game.parse_position("4435")
    assert agent.player(game).choose(position).move in game.moves(position)


def test_defaults_are_left_out_of_the_text() -> None:
    assert load_agent("alpha_beta(depth=6)").text == "alpha_beta"
    assert set(AGENTS) >= {"random", "minimax", "alpha_beta", "deepening", "mcts", "astar", "human"}


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("alphabeta(depth=3)", UnknownName, "did you mean alpha_beta?"),
        ("alpha_beta(depht=3)", UnknownName, "did you mean depth? (known: depth, heuristic)"),
        ("alpha_beta(depth=0)", BadParameter, "depth=0 should be from 1 to 100"),
        ("alpha_beta(depth=x)", BadParameter, "depth=x should be a whole number"),
        ("deepening(seconds=-1)", BadParameter, "seconds=-1 should not be negative"),
        ("deepening(table=99)", BadParameter, "table=99 should be from 1 to 28"),
        ("alpha_beta(heuristic=centre)", UnknownName, "did you mean center?"),
        ("minimax(heuristic=center(w=2))", UnknownName, "there is no parameter of center"),
        ("human", BadParameter, "a human can play with `plyground play`"),
    ],
)
def test_wrong_agents_are_refused_in_words(
    text: str, error: type[PlygroundError], message: str
) -> None:
    with pytest.raises(error) as caught:
        load_agent(text).player(load_game("connect_four"))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text", ["alpha_beta(depth=3)", "deepening(nodes=3000)", "mcts(simulations=2000)", "astar"]
)
@pytest.mark.parametrize(("moves", "columns"), [("121212", "1"), ("12131", "1"), ("415161", "37")])
def test_agents_take_a_win_and_block_a_loss(text: str, moves: str, columns: str) -> None:
    """X wins at 1, O must stop it at 1, X wins at 3 or 7."""
    game = load_game("connect_four")
    position = game.parse_position(moves)
    assert game.move_name(position, load_agent(text).player(game).choose(position).move) in columns


def test_the_same_seed_gives_the_same_random_moves() -> None:
    game = load_game("connect_four")
    one, same, other = (load_agent(f"random(seed={seed})").player(game) for seed in (3, 3, 4))
    moves = [[player.choose(game.start).move for _ in range(20)] for player in (one, same, other)]
    assert moves[0] == moves[1] != moves[2]


def file_with(folder: Path, body: str, decorator: str = "") -> str:
    file = folder / "my_ideas.py"
    file.write_text(
        "from plyground.bits import popcount\n"
        "from plyground.heuristics import heuristic\n"
        f"{decorator}\n"
        f"def threats(position):\n    {body}\n"
    )
    return f"{file}:threats"


def test_a_heuristic_from_a_file_is_compiled_into_the_search(tmp_path: Path) -> None:
    game = load_game("checkers")
    text = file_with(tmp_path, "return popcount(position.mine) - popcount(position.theirs)")
    evaluation = load_evaluation(game, text)
    assert evaluation.problem == ""
    mine = load_agent(f"alpha_beta(depth=4, heuristic={text})").player(game).choose(game.start)
    ours = load_agent("alpha_beta(depth=4, heuristic=piece_count)").player(game).choose(game.start)
    assert (mine.score, mine.nodes) == (ours.score, ours.nodes)


def test_one_that_cannot_be_compiled_is_interpreted_with_its_line(tmp_path: Path) -> None:
    game = load_game("checkers")
    text = file_with(tmp_path, "return f'{position.mine:b}'.count('1')")
    agent = load_agent(f"alpha_beta(depth=2, heuristic={text})")
    player = agent.player(game)
    problem = load_evaluation(game, text).problem
    assert "my_ideas.py line 5" in problem
    assert "interpreted" in problem
    assert player.choose(game.start).move in game.moves(game.start)
    deep = load_agent(f"deepening(depth=2, heuristic={text})").player(game)
    assert deep.choose(game.start).move in game.moves(game.start)


@pytest.mark.parametrize(
    ("body", "decorator", "message"),
    [
        ("return 'abc'", "", "threats returns 'abc', not a number"),
        ("return None", "", "threats returns None, not a number"),
        ("return float('nan')", "", "threats returns nan, not a number"),
        ("return 1 // (popcount(position.theirs) - 11)", "", "line 5: ZeroDivisionError"),
        ("return 1", '@heuristic("checkers")', "claims to be antisymmetric, but is worth 1"),
    ],
)
def test_a_heuristic_that_cannot_be_right_is_refused(
    tmp_path: Path, body: str, decorator: str, message: str
) -> None:
    with pytest.raises(BadHeuristic) as caught:
        load_evaluation(load_game("checkers"), file_with(tmp_path, body, decorator))
    assert message in str(caught.value)
    if "returns" in message or "Zero" in message:
        assert "to move" in str(caught.value)


def test_a_file_does_not_shadow_a_heuristic_of_ours(tmp_path: Path) -> None:
    game = load_game("checkers")
    file = tmp_path / "shadow.py"
    file.write_text(
        "from plyground.heuristics import heuristic\n"
        '@heuristic("checkers")\n'
        "def piece_count(position):\n    return 0\n"
    )
    position = game.parse_position("B:W21:B1,2,3")
    assert load_evaluation(game, f"{file}:piece_count").leaf(position, 0) == 0
    assert load_evaluation(game, f"{file}").leaf(position, 0) == 0
    assert load_evaluation(game, "piece_count").leaf(position, 0) == 2


def test_floats_are_kept_to_a_thousandth(tmp_path: Path) -> None:
    game = load_game("checkers")
    difference = "popcount(position.mine) - popcount(position.theirs)"
    text = file_with(tmp_path, f"return 0.25 * ({difference})")
    evaluation = load_evaluation(game, text)
    position = game.parse_position("B:W21:B1,2,3")
    assert evaluation.units == 1000
    assert evaluation.leaf(position, 0) == 500


@pytest.mark.parametrize("text", ["tic_tac_toe", "connect_four", "checkers", "isolation"])
def test_the_template_works_as_it_is(tmp_path: Path, text: str) -> None:
    game = load_game(text)
    file = tmp_path / f"idea_{game.name}.py"
    file.write_text(template(game))
    assert load_evaluation(game, f"{file}:my_idea").problem == ""
    assert "my_idea" not in HEURISTICS[game.name]


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    file, game = tmp_path / "mine.py", load_game("tic_tac_toe")
    for value in (3, 5):
        file.write_text(f"def always(position):\n    return {value}\n")
        assert load_evaluation(game, f"{file}:always").leaf(game.start, 0) == value


def test_an_advisor_asks_the_oracle_first_and_another_where_it_is_silent() -> None:
    game = load_game("connect_four")
    advisor = load_agent("advisor(otherwise=alpha_beta(depth=2))").player(game)
    known, perfect = game.parse_position("44444223336256"), load_agent("perfect").player(game)
    assert advisor.choose(known).exact and advisor.choose(known).move == perfect.choose(known).move
    searched = advisor.choose(game.start)
    assert (searched.exact, searched.depth) == (False, 2)
    checkers = load_game("checkers")
    assert load_agent("advisor").player(checkers).choose(checkers.start).nodes > 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("advisor(seconds=-1)", "should not be negative"),
        ("advisor(otherwise=nobody)", "there is no agent 'nobody'"),
        ("advisor(otherwise=advisor)", "an agent of another kind"),
    ],
)
def test_an_advisor_that_cannot_be_is_refused(text: str, words: str) -> None:
    with pytest.raises(PlygroundError, match=words):
        load_agent(text)


def test_perfect_play_is_told_with_its_line_and_in_words() -> None:
    game = load_game("connect_four")
    position = game.parse_position("44444223336256")
    found = load_agent("perfect").player(game).choose(position)
    assert (in_words(found.score, found.exact), len(found.line)) == ("win in 1", 1)
    later = load_agent("perfect").player(game).choose(game.parse_position("444442233362561"))
    assert (in_words(later.score), len(later.line)) == ("win in 25", 25)
    assert in_words(0, exact=True) == "draw" and in_words(0) == "0"


def test_a_larger_margin_scores_higher_and_is_not_taken_for_a_distance() -> None:
    more, less, some_day = Truth(WON, 4, 3), Truth(WON, 4, 1), Truth(WON, None)
    assert more.score > less.score > -less.score > -more.score
    assert {in_words(each.score) for each in (more, less, some_day)} == {"win"}
