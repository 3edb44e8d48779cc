"""The engine with endgames: exact where they reach, the same as before where there are none."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from test_solve_checkers import positions

from plyground.agents import load_agent
from plyground.errors import BadParameter
from plyground.games import load_game
from plyground.games.checkers import Position
from plyground.games.game import ONGOING
from plyground.heuristics import load_evaluation
from plyground.search.deepening import Engine
from plyground.search.endgames import NO_ENDGAMES, UNKNOWN, Endgames
from plyground.search.memory import TABLE
from plyground.search.results import Limits, plies_to_end
from plyground.solve import load_endgames
from plyground.solve.checkers import solve_checkers
from plyground.solve.checkers_oracle import CheckersOracle
from plyground.solve.checkers_probe import in_words
from plyground.solve.checkers_slots import kinds

GAME = load_game("checkers")
EVALUATION = load_evaluation(GAME)
SLOTS = 1 << 10
DEEP_WIN = "B:WK9:BK21,22,23"  # 21-17 gives up a man, and wins in 47
SACRIFICE = "B:WK19:BK7,K14,18"  # 18-23 is captured, and wins in 7


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> CheckersOracle:
    """Knows four pieces."""
    folder = tmp_path_factory.mktemp("four")
    solve_checkers(4, folder)
    return CheckersOracle(GAME, str(folder))


@pytest.fixture(scope="module")
def folder(oracle: CheckersOracle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Holds three pieces."""
    folder = tmp_path_factory.mktemp("three")
    for kind in kinds(3):
        shutil.copy(oracle.store.path(kind), folder)
    return folder


@pytest.fixture(scope="module")
def endgames(folder: Path) -> Endgames:
    return load_endgames(GAME, str(folder))


@pytest.fixture(scope="module")
def engine(endgames: Endgames) -> Engine:
    return Engine(GAME, EVALUATION, SLOTS, endgames=endgames)


def ongoing(position: Position) -> bool:
    return GAME.plain.outcome(position) == ONGOING


def test_words_hold_eight_values_each_the_first_one_lowest() -> None:
    values = np.array([1, 2, 3, 4, 5, 6, 7, 255, 8], np.uint8)
    words = in_words(values).tolist()
    assert [words[slot >> 3] >> 8 * (slot & 7) & 255 for slot in range(9)] == values.tolist()


@settings(deadline=None)  # the first example compiles
@given(positions(most=4))
def test_the_probe_says_what_the_oracle_says(
    oracle: CheckersOracle, endgames: Endgames, position: Position
) -> None:
    pieces = (position.mine | position.theirs).bit_count()
    truth = oracle.value(position)
    assert truth is not None
    expected = truth.score if pieces <= 3 else UNKNOWN
    assert endgames.probe(position, endgames.words, 0) == expected


@settings(deadline=None)
@given(positions(most=3).filter(ongoing))
def test_within_the_endgames_one_ply_is_enough_to_play_perfectly(
    oracle: CheckersOracle, engine: Engine, position: Position
) -> None:
    engine.forget()
    found, moves = engine.search(position, Limits(depth=1)), oracle.moves(position)
    assert moves is not None
    assert found.score == moves[found.move].score == max(each.score for each in moves.values())


def test_nothing_is_searched_below_a_position_that_is_known(engine: Engine) -> None:
    engine.forget()
    position = GAME.read_position("B:WK1:BK31")
    moves, depth = len(GAME.moves(position)), 6
    found = engine.search(position, Limits(depth=depth))
    assert (found.score, found.depth) == (0, depth)
    assert found.nodes <= 2 * depth * moves


@settings(deadline=None)
@given(positions(most=4).filter(ongoing))
def test_what_is_decided_from_outside_the_endgames_is_true(
    oracle: CheckersOracle, engine: Engine, position: Position
) -> None:
    engine.forget()
    found, truth = engine.search(position, Limits(nodes=3000)), oracle.value(position)
    assert truth is not None
    assert truth.plies is not None or not found.exact
    if found.exact:
        assert found.score * truth.outcome > 0
        if truth.outcome > 0:
            assert (plies_to_end(found.score) or 0) >= (truth.plies or 0)


def test_a_win_is_found_that_is_too_deep_to_be_searched(engine: Engine) -> None:
    position = GAME.read_position(DEEP_WIN)
    alone = Engine(GAME, EVALUATION, SLOTS).search(position, Limits(nodes=20_000))
    assert not alone.exact
    engine.forget()
    found = engine.search(position, Limits(nodes=20_000))
    assert found.exact
    assert found.score > 0
    assert found.depth < alone.depth


@pytest.mark.parametrize("quiescent", [True, False])
def test_captures_at_the_horizon_are_followed_into_the_endgames(
    endgames: Endgames, quiescent: bool
) -> None:
    position = GAME.read_position(SACRIFICE)
    engine = Engine(GAME, EVALUATION, SLOTS, quiescent, endgames=endgames)
    assert engine.search(position, Limits(depth=1)).exact is quiescent


def test_the_databases_survive_what_makes_the_engine_forget(engine: Engine) -> None:
    engine.search(GAME.start, Limits(nodes=3000))
    engine.forget()
    words = engine.endgames.words
    assert not engine.memory[TABLE : TABLE + 3 * SLOTS : 3].any()
    assert (engine.memory[TABLE + 3 * SLOTS :] == words).all()


def test_compiled_and_interpreted_searches_look_up_the_same(endgames: Endgames) -> None:
    position = GAME.read_position(DEEP_WIN)
    slow = replace(EVALUATION, problem="say")
    found = [
        Engine(GAME, each, SLOTS, endgames=endgames).search(position, Limits(nodes=300))
        for each in (EVALUATION, slow)
    ]
    assert replace(found[0], seconds=0) == replace(found[1], seconds=0)


def test_without_endgames_nothing_is_known() -> None:
    assert NO_ENDGAMES.probe(GAME.start, NO_ENDGAMES.words, 0) == UNKNOWN
    assert len(Engine(GAME, EVALUATION, SLOTS).memory) == TABLE + 3 * SLOTS


def test_the_agent_takes_a_folder_of_endgames(folder: Path, tmp_path: Path) -> None:
    agent = load_agent(f'deepening(nodes=500, endgames="{folder}")')
    assert load_agent(str(agent)) == agent
    found = agent.player(GAME).choose(GAME.read_position("B:WK1:BK32,K28,K10"))
    assert found.exact
    with pytest.raises(BadParameter, match="holds no checkers endgames"):
        load_agent(f'deepening(endgames="{tmp_path}")').player(GAME)
    with pytest.raises(BadParameter, match="no endgames of tic_tac_toe"):
        load_agent(f'deepening(endgames="{folder}")').player(load_game("tic_tac_toe"))
