"""The placing phase, with few men, against plain minimax down to the databases."""

from functools import cache
from pathlib import Path

import pytest

from plyground.agents import load_agent
from plyground.cli import solve_morris as commands
from plyground.errors import BadParameter
from plyground.games import load_game
from plyground.games.game import DRAWN, ONGOING, WON
from plyground.games.nine_mens_morris import Position
from plyground.jit import interpreted
from plyground.solve.morris import solve_morris
from plyground.solve.morris_opening import (
    Opening,
    ending,
    fresh_memory,
    key_of,
    opening,
    solve_opening,
)
from plyground.solve.morris_oracle import MorrisOracle
from plyground.solve.morris_sets import symmetries
from plyground.solve.morris_store import MorrisStore
from plyground.solve.oracle import Truth
from plyground.solve.searching import STOP

GAME = load_game("nine_mens_morris")
MEN = 3
EMPTY = Position(0, 0, MEN, MEN, 1)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> MorrisStore:
    folder = tmp_path_factory.mktemp("morris")
    solve_morris(2 * MEN, folder)
    return MorrisStore(folder)


@pytest.fixture(scope="module")
def known(store: MorrisStore) -> Opening:
    return opening(store, fresh_memory(), MEN, table=16)


PLACING = [
    "W:Wa7,d7:Bb6,d6/1,1",
    "W:Wa7,d7:Bb6,g7/1,1",
    "W:Wa7,g1:Bb6,c3/1,1",
    "B:Wa7,d7:Bb6/1,2",
    "B:Wa4,g4:Bd3/1,2",
    "B:Wa7,d7,g7:Bb6/0,1",
    "B:Wa7,d7,b2:Bb6,d6/0,1",
]


@pytest.mark.parametrize("text", PLACING)
def test_a_question_is_answered_as_plain_minimax_answers_it(
    store: MorrisStore, known: Opening, text: str
) -> None:
    oracle, rules = MorrisOracle(GAME, str(store.folder)), GAME.plain

    @cache
    def value(position: Position) -> int:
        if rules.outcome(position) != ONGOING or not (position.my_hand or position.their_hand):
            truth = oracle.value(position)
            assert truth is not None
            return truth.outcome
        after = {rules.canonical(rules.play(position, move)) for move in GAME.moves(position)}
        return max(-value(each) for each in after)

    position = GAME.read_position(text)
    truth = Truth(value(position), None)
    assert solve_opening(position, known) == truth
    told, moves = oracle.value(position), oracle.moves(position)
    assert told is not None and moves is not None
    assert told.outcome == truth.outcome
    assert {move: each.outcome for move, each in moves.items()} == {
        move: -value(rules.canonical(rules.play(position, move))) for move in GAME.moves(position)
    }


def test_with_three_men_each_the_first_player_wins(known: Opening) -> None:
    assert solve_opening(EMPTY, known) == Truth(WON, None)


def test_a_small_table_gives_the_same_answer(store: MorrisStore) -> None:
    small = opening(store, fresh_memory(), MEN, table=4)
    assert solve_opening(EMPTY, small) == Truth(WON, None)


def test_all_images_of_a_position_have_one_key() -> None:
    position = GAME.read_position("B:Wa7,d7,c4:Bb6,f4/6,7")
    mine, theirs, my_hand, their_hand, _ = position
    table = symmetries()
    keys = set()
    for image in table.point.tolist():
        seen = [sum(1 << image[at] for at in range(24) if men >> at & 1) for men in (mine, theirs)]
        keys.add(int(key_of(seen[0], seen[1], my_hand, their_hand, table)))
    assert len(keys) == 1
    assert keys != {int(key_of(mine, theirs, my_hand, my_hand, table))}


def test_endings_are_those_of_the_store(store: MorrisStore, known: Opening) -> None:
    oracle = MorrisOracle(GAME, str(store.folder))
    for text in ("W:Wa1,d6,g7:Ba7,b6,c5", "W:Wa1,a4,g7:Bb2,b4,b6", "B:Wa1,d5,g4:Bb2,b4,e3"):
        position = GAME.read_position(text)
        truth = oracle.value(position)
        assert truth is not None
        for way in (ending, interpreted(ending)):
            assert way(position.mine, position.theirs, known) == truth.outcome - DRAWN + 1


def test_a_search_that_is_stopped_knows_nothing_and_remembers_nothing_wrong(
    store: MorrisStore,
) -> None:
    known = opening(store, fresh_memory(), MEN, table=16)
    known.memory[STOP] = 1
    assert solve_opening(EMPTY, known) is None
    assert not known.table.any()
    known.memory[STOP] = 0
    assert solve_opening(EMPTY, known) == Truth(WON, None)


def test_the_oracle_knows_what_leads_to_its_tables_and_no_more(store: MorrisStore) -> None:
    oracle = MorrisOracle(GAME, str(store.folder))
    assert oracle.value(EMPTY, seconds=0) is None
    assert oracle.value(EMPTY) == Truth(WON, None)
    assert not oracle.knows(EMPTY)
    assert oracle.nodes > 0
    assert oracle.value(GAME.start) is None
    assert MorrisOracle(GAME).value(EMPTY) is None


def test_perfect_and_advisor_play_by_a_store(store: MorrisStore) -> None:
    for name in ("perfect", "advisor"):
        settings = f'store="{store.folder}"' + (", seconds=60" if name == "advisor" else "")
        found = load_agent(f"{name}({settings})").player(GAME).choose(EMPTY)
        assert (found.exact, found.score) == (True, Truth(WON, None).score)


def test_without_the_databases_the_empty_board_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match=r"needs the databases up to 18 men, and .* holds none"):
        commands.opening(tmp_path)
