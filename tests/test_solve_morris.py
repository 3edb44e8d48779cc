"""Morris solved with up to seven men: against published figures, brute force, and the rules."""

import csv
import os
from collections.abc import Callable
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.cli import solve_morris as commands
from plyground.errors import BadParameter
from plyground.games import load_game
from plyground.games.game import DRAWN, LOST, ONGOING
from plyground.games.nine_mens_morris import Position
from plyground.jit import borrowing, interpreted
from plyground.solve.morris import (
    EVERYTHING,
    memory_of,
    needs,
    solve_morris,
)
from plyground.solve.morris_oracle import MorrisOracle
from plyground.solve.morris_pair import fresh_pair, fresh_room, ranks_of
from plyground.solve.morris_sets import (
    CLASSES,
    POINTS,
    Array,
    Classes,
    Symmetries,
    classes_of,
    moved,
    rank,
    slot_of,
    slots,
    symmetries,
)
from plyground.solve.morris_start import start_large, start_small
from plyground.solve.morris_store import MorrisStore, counted, pairs, sides
from plyground.solve.morris_verify import Board, set_up, verify_subspace
from plyground.solve.needs import Needs, refuse_if_short
from plyground.solve.oracle import Oracle
from plyground.solve.retrograde import DRAW, Workers, better, of_the_move

MEN = 7
DATA = Path(os.environ.get("PLYGROUND_DATA", Path(__file__).parents[2] / "shared" / "data"))
FIGURES = DATA / "morris" / "subspaces.csv"
GAME = load_game("nine_mens_morris")
KNOWN = {  # won, lost, drawn, longest win, longest loss: eigenraum's verified solution
    (3, 3): (140621, 28736, 269, 25, 26),
    (4, 3): (75397, 3095, 681906, 1, 32),
    (3, 4): (102281, 0, 658117, 33, 0),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> MorrisStore:
    folder = tmp_path_factory.mktemp("morris")
    solve_morris(MEN, folder, workers=2)
    return MorrisStore(folder)


@st.composite
def positions(draw: st.DrawFn, least: int = 3, most: int = 9) -> Position:
    mine, theirs = draw(st.integers(least, most)), draw(st.integers(least, most))
    points = draw(st.permutations(range(POINTS)))
    my_men, their_men = points[:mine], points[-theirs:]
    return Position(sum(1 << at for at in my_men), sum(1 << at for at in their_men), 0, 0, 1)


few_men = positions(most=4).filter(
    lambda each: each.mine.bit_count() + each.theirs.bit_count() <= MEN
)


# --- numbers of sets and positions ---------------------------------------------------------------


def test_there_are_as_many_classes_and_slots_as_gasser_had() -> None:
    for size, count in CLASSES.items():
        assert len(classes_of(size).first) == count
        assert (classes_of(size).number >> 4).max() == count - 1
    everything = list(pairs(EVERYTHING))
    assert len(everything) == 28
    assert sum(slots(*pair) * len(sides(*pair)) for pair in everything) == 9_074_932_579


@settings(deadline=None)
@given(positions())
def test_all_sixteen_images_of_a_position_have_slots_of_that_position(position: Position) -> None:
    mine, theirs, *_ = position
    sizes = mine.bit_count(), theirs.bit_count()
    classes, ranks = classes_of(max(sizes)), ranks_of(POINTS - max(sizes), min(sizes))
    board = Board(classes.first, ranks, sizes[0] >= sizes[1], symmetries())
    canonical = GAME.plain.canonical(position)
    for symmetry in range(16):
        my_image, their_image = (int(moved(men, symmetry, symmetries())) for men in (mine, theirs))
        slot = slot_of(my_image, their_image, classes, symmetries())
        back = set_up(slot // len(ranks.bits), slot % len(ranks.bits), board)
        assert GAME.plain.canonical(Position(*map(int, back))) == canonical


@settings(deadline=None)
@given(st.integers(1, 8), st.integers(0, (1 << POINTS) - 1), st.data())
def test_the_rank_is_the_place_among_all_sets_in_order(
    size: int, taken: int, data: st.DataObject
) -> None:
    free = [point for point in range(POINTS) if not taken >> point & 1][:12]
    if len(free) < size:
        return
    chosen = sorted(data.draw(st.permutations(range(len(free))))[:size])
    expected = sum(comb(place, count) for count, place in enumerate(chosen, 1))
    men = sum(1 << free[place] for place in chosen)
    assert rank(men, taken, symmetries()) == expected
    assert interpreted(rank)(men, taken, symmetries()) == expected


def test_pairs_come_after_those_that_captures_lead_to() -> None:
    order = list(pairs(EVERYTHING))
    for larger, smaller in order:
        for less in ((larger - 1, smaller), (larger, smaller - 1)):
            pair = max(less), min(less)
            assert pair[1] < 3 or order.index(pair) < order.index((larger, smaller))


# --- values --------------------------------------------------------------------------------------


def test_the_figures_are_those_of_an_independent_solution(store: MorrisStore) -> None:
    found = {side: store.subspace(*side)[4:] for pair in pairs(MEN) for side in sides(*pair)}
    assert found == KNOWN


@pytest.mark.skipif(not FIGURES.is_file(), reason=f"no {FIGURES}: set PLYGROUND_DATA")
def test_the_figures_are_those_of_the_reference_file(store: MorrisStore) -> None:
    with FIGURES.open() as file:
        rows = [tuple(map(int, row.values())) for row in csv.DictReader(file)]
    for mine, theirs, *figures in rows:
        if mine + theirs <= MEN:
            assert list(store.subspace(mine, theirs)[4:]) == figures


@borrowing
def sweep(depth: int, board: Board, classes: Classes, table: Symmetries, values: Array) -> int:
    """Decide what ends within `depth` plies, knowing what ends sooner; how many were decided."""
    count, size = 0, board.ranks.bits.shape[0]
    for slot in range(values.shape[0]):
        if values[slot] != DRAW:
            continue
        position = set_up(slot // size, slot % size, board)
        best = 0
        for move in GAME_MOVES(position):
            after = GAME_PLAY(position, move)
            value = 0
            if GAME_OUTCOME(after) == ONGOING:
                value = values[slot_of(after.mine, after.theirs, classes, table)]
                if value >= depth:
                    value = DRAW
            best = better(best, of_the_move(int(value)))
        if best == depth:
            values[slot] = depth
            count += 1
    return count


GAME_MOVES, GAME_PLAY, GAME_OUTCOME = GAME.legal_moves, GAME.play, GAME.outcome


def test_three_against_three_is_what_brute_force_finds(store: MorrisStore) -> None:
    classes, ranks = classes_of(3), ranks_of(POINTS - 3, 3)
    board = Board(classes.first, ranks, True, symmetries())
    values = np.full(slots(3, 3), DRAW, np.int64)
    for depth in range(1, 30):
        sweep(depth, board, classes, symmetries(), values)
    assert (values == store.table(3, 3).values).all()


def test_every_value_is_what_its_successors_say(store: MorrisStore) -> None:
    for pair in pairs(MEN):
        for side in sides(*pair):
            verdict = verify_subspace(*side, store)
            assert verdict.slots == slots(*pair)
            assert verdict.mismatches == 0


def test_a_planted_error_is_found(store: MorrisStore, tmp_path: Path) -> None:
    spoiled = MorrisStore(tmp_path)
    values = store.table(3, 3).values.copy()
    place = int(np.flatnonzero(values == 5)[17])
    values[place] = 7
    with Workers(1) as pool:
        spoiled.keep(counted(3, 3, values, pool), values, pool)
    verdict = verify_subspace(3, 3, spoiled)
    assert verdict.mismatches > 0
    assert GAME.read_position(verdict.example)


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_does_not_matter(
    store: MorrisStore, tmp_path: Path, workers: int
) -> None:
    solve_morris(MEN, tmp_path, workers)
    for path in sorted(store.folder.glob("*.table")):
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("larger", [3, 4])
def test_compiled_and_interpreted_start_alike(store: MorrisStore, larger: int) -> None:
    after = store.table(3, 3).values
    size = len(ranks_of(POINTS - larger, 3).bits)
    tables = []
    ways: list[Callable[[Any], Any]] = [lambda function: function, interpreted]
    for run in ways:
        pair, room = fresh_pair(larger, 3), fresh_room(size)
        less, more = ranks_of(POINTS - larger, 2), ranks_of(POINTS - larger + 1, 3)
        run(start_large)(pair, 0, 2, room, after, less)
        if larger > 3:
            run(start_small)(pair, 0, 2, room, after, more, classes_of(larger - 1))
        tables.append((*pair.large, *pair.small))
    assert all((one == other).all() for one, other in zip(*tables, strict=True))


# --- what it takes -------------------------------------------------------------------------------


def test_needs_are_known_beforehand_and_refused_if_they_are_not_there(store: MorrisStore) -> None:
    assert needs(MEN, store) == Needs(0, 0, 0)
    everything = needs(EVERYTHING, MorrisStore(store.folder / "nowhere"))
    assert everything.disk == 9_074_932_579
    assert everything.memory == memory_of(8, 8) or everything.memory == memory_of(9, 8)
    assert everything.memory < 8e9
    with pytest.raises(BadParameter, match=r"GB on the disk .* fewer men"):
        refuse_if_short(Needs(1, 1, 1 << 60), store.folder, "men")
    with pytest.raises(BadParameter, match="GB of memory"):
        refuse_if_short(Needs(1, 1 << 60, 1), store.folder, "men")


@pytest.mark.parametrize(("men", "workers"), [(5, 1), (19, 1), (6, 0)])
def test_numbers_that_make_no_sense_are_refused(tmp_path: Path, men: int, workers: int) -> None:
    with pytest.raises(BadParameter):
        solve_morris(men, tmp_path, workers)


def test_what_is_solved_is_not_solved_again(store: MorrisStore) -> None:
    assert solve_morris(MEN, store.folder) == []


# --- the oracle ----------------------------------------------------------------------------------


@settings(deadline=None)
@given(few_men)
def test_the_oracle_gives_each_move_the_value_of_what_it_leads_to(
    store: MorrisStore, position: Position
) -> None:
    oracle = MorrisOracle(GAME, str(store.folder))
    assert oracle.knows(position)
    moves, value = oracle.moves(position), oracle.value(position)
    assert moves == Oracle.moves(oracle, position)
    assert value is not None
    if moves:
        assert max(truth.rank for truth in moves.values()) == value.rank
    else:
        assert value.outcome == LOST


def test_best_play_takes_exactly_as_long_as_the_oracle_says(store: MorrisStore) -> None:
    oracle = MorrisOracle(GAME, str(store.folder))
    values = store.table(3, 3).values
    slot = int(np.flatnonzero(values == 26)[0])
    ranks = ranks_of(POINTS - 3, 3)
    board = Board(classes_of(3).first, ranks, True, symmetries())
    position = Position(*map(int, set_up(slot // len(ranks.bits), slot % len(ranks.bits), board)))
    line = oracle.line(position)
    assert len(line) == 26
    for move in line:
        position = GAME.plain.play(position, move)
    assert GAME.plain.outcome(position) == LOST


def test_a_draw_has_no_best_line(store: MorrisStore) -> None:
    oracle = MorrisOracle(GAME, str(store.folder))
    position = GAME.read_position("W:Wa7,d6,g1,c3:Bd7,b4,e4")
    value = oracle.value(position)
    assert value is not None
    assert value.outcome == DRAWN
    assert oracle.line(position) == []


def test_what_the_oracle_does_not_know(store: MorrisStore) -> None:
    oracle = MorrisOracle(GAME, str(store.folder))
    placing = GAME.start
    eight = GAME.read_position("W:Wa7,d6,g1,c3:Bd7,b4,e4,d1")
    for position in (placing, eight):
        assert not oracle.knows(position)
        assert oracle.value(position) is None
        assert oracle.moves(position) is None


def test_a_finished_game_has_a_value_without_a_database(tmp_path: Path) -> None:
    oracle = MorrisOracle(GAME, str(tmp_path))
    position = GAME.read_position("W:Wa7,d7:Bb4,b6,b2")
    assert oracle.knows(position)
    value = oracle.value(position)
    assert value is not None
    assert (value.outcome, value.plies) == (LOST, 0)
    assert oracle.moves(position) == {}


def test_by_default_the_oracle_builds_eight_men_on_first_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    oracle = MorrisOracle(GAME)
    oracle.store = MorrisStore(tmp_path / "morris")
    position = GAME.read_position("W:Wa7,d7,c4:Bb4,b6,b2,d6,g1")
    assert oracle.knows(position)
    assert oracle.value(position) is not None
    assert "solving morris up to 8 men" in capsys.readouterr().err
    assert oracle.store.men() == 8
    assert not oracle.knows(GAME.read_position("W:Wa7,d7,c4,c3:Bb4,b6,b2,d6,g1"))


# --- the command line's functions ----------------------------------------------------------------


def test_the_tables_show_every_subspace_and_every_pair(store: MorrisStore) -> None:
    lines, data = commands.solve(MEN, store.folder, 2)
    assert lines[1].split() == ["3-3", "169,626", "140,621", "28,736", "269", "25", "26"]
    assert lines[4].split()[:2] == ["all", "1,690,422"]
    assert [line.split()[0] for line in lines[7:10]] == ["3-3", "4-3", "all"]
    assert lines[-1] == "all pairs had been solved"
    assert data["subspaces"][0]["won"] == 140_621
    assert [cost["slots"] for cost in data["costs"]] == [420_280, 1_725_960]
    assert data["solved_now"] == 0


def test_verifying_from_the_command_line(store: MorrisStore) -> None:
    results = list(commands.verify(store.folder, 2, names=["3-4"]))
    assert [each.right for each in results] == [True, True]
    assert results[0].line.startswith("4-3: 862,980 values, 0 mismatches")
    with pytest.raises(BadParameter, match="such as 5-3"):
        list(commands.verify(store.folder, 2, names=["2-3"]))
    with pytest.raises(BadParameter, match="holds no morris databases"):
        list(commands.verify(store.folder / "nowhere", 2))
