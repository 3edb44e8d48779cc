"""Checkers endgames with up to four pieces: against known figures, brute force, and the rules."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.cli import solve_checkers as commands
from plyground.errors import BadParameter
from plyground.games import load_game
from plyground.games.checkers import Position
from plyground.games.game import DRAWN, LOST, ONGOING, WON
from plyground.jit import interpreted
from plyground.solve.checkers import START, needs, solve_checkers
from plyground.solve.checkers_oracle import CheckersOracle
from plyground.solve.checkers_pair import NO_POSITION, fresh_side, values_of
from plyground.solve.checkers_slots import (
    MOST,
    SQUARES,
    Kind,
    all_placements,
    closed,
    has_slot,
    kinds,
    opened,
    pairs,
    placement,
    set_up,
    slot_of,
    slots,
)
from plyground.solve.checkers_store import CheckersStore, Counts, total
from plyground.solve.checkers_verify import verify_checkers, verify_kind
from plyground.solve.needs import Needs
from plyground.solve.oracle import Oracle, Truth
from plyground.solve.retrograde import DRAW, truth

GAME = load_game("checkers")
RULES = GAME.plain
PIECES = 4
TWO_KINGS = Kind(0, 2, 0, 2)
KNOWN = {  # positions, won, drawn, lost
    2: (3_488, 716, 2_370, 402),
    3: (196_032, 100_250, 8_477, 87_305),
    4: (6_209_316, 2_574_304, 1_717_922, 1_917_090),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> CheckersStore:
    folder = tmp_path_factory.mktemp("checkers")
    solve_checkers(PIECES, folder)
    return CheckersStore(folder)


@pytest.fixture(scope="module")
def oracle(store: CheckersStore) -> CheckersOracle:
    return CheckersOracle(GAME, str(store.folder))


@st.composite
def positions(draw: st.DrawFn, most: int = MOST) -> Position:
    """Mine, then theirs, on different squares; men not on the row where they are crowned."""
    mine = draw(st.integers(1, most - 1))
    theirs = draw(st.integers(1, most - mine))
    squares = draw(st.permutations(range(SQUARES)))[: mine + theirs]
    bits = [1 << square + square // 8 for square in squares]
    kings = 0
    for place, (square, bit) in enumerate(zip(squares, bits, strict=True)):
        crowned = square >= 28 if place < mine else square < 4
        kings |= bit if crowned or draw(st.booleans()) else 0
    return Position(sum(bits[:mine]), sum(bits[mine:]), kings, 1)


# --- numbers of placements and positions ---------------------------------------------------------


@given(st.integers(0, (1 << 32) - 1))
def test_squares_are_bits_without_ghosts(squares: int) -> None:
    bits = interpreted(opened)(squares)
    assert interpreted(closed)(bits) == squares
    assert bits == sum(1 << at + at // 8 for at in range(SQUARES) if squares >> at & 1)


@pytest.mark.parametrize(("men", "kings"), [(1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (2, 1), (1, 2)])
def test_every_placement_has_its_number(men: int, kings: int) -> None:
    table = all_placements(men, kings)
    pieces = list(zip(table.men.tolist(), table.kings.tolist(), strict=True))
    assert len(set(pieces)) == len(pieces)
    assert all(my_men & my_kings == 0 for my_men, my_kings in pieces)
    assert [placement(*each) for each in pieces] == list(range(len(pieces)))


@settings(deadline=None)  # the first example compiles
@given(positions())
def test_a_position_is_set_up_again_from_its_slot(position: Position) -> None:
    slot = slot_of(position)
    assert slot == interpreted(slot_of)(position)
    begin = 0
    for kind in kinds(MOST):
        if slot < begin + kind.slots:
            break
        begin += kind.slots
    row, column = divmod(slot - begin, kind.columns)
    mine, theirs = all_placements(*kind[:2]), all_placements(*kind[2:])
    assert Position(*map(int, set_up(row, column, mine, theirs))) == position


@settings(deadline=None)  # the first example compiles
@given(positions())
def test_positions_with_few_pieces_have_slots_and_others_have_none(position: Position) -> None:
    pieces = (position.mine | position.theirs).bit_count()
    for most in range(2, MOST + 1):
        assert has_slot(position, most) == (pieces <= most)
    assert not has_slot(Position(0, position.theirs, 0, 1), MOST)
    assert not has_slot(Position(1 << 33, 1, 1, 1), MOST)  # a man where men are kings
    assert not has_slot(Position(1 << 33, 1, 1 << 33, 1), MOST)


def test_kinds_come_after_those_that_captures_and_crownings_lead_to() -> None:
    order = list(pairs(MOST))
    place = {kind: number for number, pair in enumerate(order) for kind in pair}
    assert len(place) == sum(len(pair) for pair in order) == 85
    for my_men, my_kings, their_men, their_kings in place:
        now = place[Kind(my_men, my_kings, their_men, their_kings)]
        assert place[Kind(their_men, their_kings, my_men, my_kings)] == now
        after = [
            Kind(their_men - men, their_kings - kings, my_men - crowned, my_kings + crowned)
            for men in range(their_men + 1)
            for kings in range(their_kings + 1)
            for crowned in range(min(my_men, 1) + 1)
            if men + kings + crowned > 0 and men + kings < their_men + their_kings
        ]
        assert all(place[kind] < now for kind in after)


# --- values --------------------------------------------------------------------------------------


@pytest.mark.parametrize("pieces", KNOWN)
def test_the_figures_are_the_known_ones(store: CheckersStore, pieces: int) -> None:
    found = total([store.counts(kind) for kind in kinds(pieces) if sum(kind) == pieces])
    assert found[:4] == KNOWN[pieces]
    assert found.longest_win == {2: 13, 3: 61, 4: 109}[pieces]


def test_the_figures_of_kings_are_the_known_ones(store: CheckersStore) -> None:
    assert store.counts(Kind(0, 1, 0, 1)) == Counts(992, 230, 654, 108, 11, 10)
    assert store.counts(TWO_KINGS)[1:4] == (58_361, 153_456, 3_943)
    assert store.counts(Kind(0, 2, 0, 1))[1:4] == (14_846, 34, 0)
    assert store.counts(Kind(0, 3, 0, 1))[:2] == (143_840, 143_840)


def two_pieces() -> Iterator[Position]:
    squares = [square + square // 8 for square in range(SQUARES)]
    for mine in squares:
        for theirs in squares:
            for kings in (0, 1 << mine, 1 << theirs, 1 << mine | 1 << theirs):
                men = [not kings >> at & 1 for at in (mine, theirs)]
                stuck = (men[0] and mine > 30) or (men[1] and theirs < 4)
                if mine != theirs and not stuck:
                    yield Position(1 << mine, 1 << theirs, kings, 1)


def test_two_pieces_are_what_brute_force_finds(oracle: CheckersOracle) -> None:
    """Round after round, decide what has a move to a loss, or no move but to wins."""
    after = {
        position: [RULES.play(position, move)._replace(black=1) for move in GAME.moves(position)]
        for position in two_pieces()
    }
    assert len(after) == KNOWN[2][0]
    after |= {each: [] for successors in after.values() for each in successors if not each.mine}
    known: dict[Position, Truth] = {}
    for plies in range(20):
        fresh = {}
        for position, successors in after.items():
            values = [known.get(each) for each in successors]
            if position in known:
                continue
            if any(value and value.outcome == LOST for value in values):
                fresh[position] = Truth(WON, plies)
            elif all(value and value.outcome == WON for value in values):
                fresh[position] = Truth(LOST, plies)
        known.update(fresh)
    for position in after:
        assert oracle.value(position) == known.get(position, Truth(DRAWN, None))


@cache
def seen_ahead(position: Position, plies: int) -> Truth | None:
    """A plain search: the end that is forced within so many plies, if there is one."""
    if RULES.outcome(position) != ONGOING:
        return Truth(LOST, 0)
    if plies == 0:
        return None
    values = [
        seen_ahead(RULES.play(position, move)._replace(black=1), plies - 1)
        for move in GAME.moves(position)
    ]
    losses = [value for value in values if value and value.outcome == LOST]
    if losses:
        return min(losses, key=lambda each: each.plies or 0).of_the_move()
    if all(values):
        return max(
            (each for each in values if each), key=lambda each: each.plies or 0
        ).of_the_move()
    return None


@settings(deadline=None, max_examples=150)
@given(positions(most=PIECES))
def test_a_plain_search_sees_the_ends_that_are_near_and_no_others(
    oracle: CheckersOracle, position: Position
) -> None:
    value = oracle.value(position)
    assert value is not None
    near = value.outcome != DRAWN and (value.plies or 0) <= 4
    assert seen_ahead(position, 4) == (value if near else None)


def test_every_value_is_what_its_successors_say(store: CheckersStore) -> None:
    verdicts = verify_checkers(PIECES, store)
    assert sum(verdict.slots for verdict in verdicts) == slots(PIECES)
    assert [verdict.mismatches for verdict in verdicts] == [0] * len(kinds(PIECES))


def test_a_planted_error_is_found(store: CheckersStore) -> None:
    kind, values = Kind(1, 0, 0, 1), store.loaded(2)
    part = values_of(kind, values)
    row, column = (int(each[5]) for each in (part == DRAW).nonzero())
    part[row, column] = 9
    verdict = verify_kind(kind, values, 2)
    assert verdict.mismatches >= 1
    assert GAME.read_position(verdict.example)
    part[row, column] = NO_POSITION
    assert verify_kind(kind, values, 1).mismatches >= 1


def test_slots_without_a_position_are_those_of_placements_that_meet(store: CheckersStore) -> None:
    for kind in kinds(3):
        values = store.table(kind).values
        assert int((values != NO_POSITION).sum()) == store.counts(kind).positions


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_does_not_matter(
    store: CheckersStore, tmp_path: Path, workers: int
) -> None:
    solve_checkers(3, tmp_path, workers)
    paths = sorted(tmp_path.glob("*.table"))
    assert len(paths) == len(kinds(3))
    for path in paths:
        assert path.read_bytes() == (store.folder / path.name).read_bytes()


@pytest.mark.parametrize("kind", [Kind(0, 1, 0, 1), Kind(1, 0, 0, 1), Kind(1, 1, 1, 0)])
def test_compiled_and_interpreted_start_alike(store: CheckersStore, kind: Kind) -> None:
    values = store.loaded(3)
    sides = [fresh_side(kind, values.copy()) for _ in range(2)]
    START(sides[0], 20, 23, values)
    interpreted(START)(sides[1], 20, 23, values)
    assert all(
        (one[20:23] == other[20:23]).all()
        for one, other in zip(sides[0].table, sides[1].table, strict=True)
    )


# --- what it takes -------------------------------------------------------------------------------


def test_needs_are_known_beforehand(store: CheckersStore) -> None:
    assert needs(PIECES, store) == Needs(0, 0, 0)
    everything = needs(MOST, CheckersStore(store.folder / "nowhere"))
    assert everything.slots == everything.disk == slots(MOST) > 139_450_808
    assert everything.memory < 1_500_000_000
    assert solve_checkers(PIECES, store.folder) == []


@pytest.mark.parametrize(("pieces", "workers"), [(1, 1), (6, 1), (2, 0)])
def test_numbers_that_make_no_sense_are_refused(tmp_path: Path, pieces: int, workers: int) -> None:
    with pytest.raises(BadParameter):
        solve_checkers(pieces, tmp_path, workers)


# --- the oracle ----------------------------------------------------------------------------------


@settings(deadline=None)
@given(positions(most=PIECES))
def test_the_oracle_gives_each_move_the_value_of_what_it_leads_to(
    oracle: CheckersOracle, position: Position
) -> None:
    assert oracle.knows(position)
    moves, value = oracle.moves(position), oracle.value(position)
    assert moves == Oracle.moves(oracle, position)
    assert value is not None
    if moves:
        assert max(each.rank for each in moves.values()) == value.rank
    else:
        assert value == Truth(LOST, 0)


@settings(deadline=None)
@given(positions(most=PIECES))
def test_colors_do_not_matter(oracle: CheckersOracle, position: Position) -> None:
    assert oracle.value(position._replace(black=0)) == oracle.value(position)


def test_best_play_takes_exactly_as_long_as_the_oracle_says(oracle: CheckersOracle) -> None:
    kind = next(kind for kind in kinds(3) if oracle.store.counts(kind).longest_win == 61)
    row, column = (int(each[0]) for each in (values_of(kind, oracle.values) == 61).nonzero())
    sides = all_placements(*kind[:2]), all_placements(*kind[2:])
    position = Position(*map(int, set_up(row, column, *sides)))
    assert oracle.value(position) == truth(61) == Truth(WON, 61)
    line = oracle.line(position)
    assert len(line) == 61
    for move in line:
        position = RULES.play(position, move)
    assert RULES.outcome(position) == LOST


def test_a_draw_has_no_best_line(oracle: CheckersOracle) -> None:
    position = GAME.read_position("B:WK1:BK32")
    assert oracle.value(position) == Truth(DRAWN, None)
    assert oracle.line(position) == []


def test_what_the_oracle_does_not_know(oracle: CheckersOracle) -> None:
    five = GAME.read_position("B:WK1,K2:BK32,K31,K30")
    for position in (GAME.start, five):
        assert not oracle.knows(position)
        assert oracle.value(position) is None
        assert oracle.moves(position) is None


def test_a_capture_into_the_databases_is_known_from_outside(oracle: CheckersOracle) -> None:
    position = GAME.read_position("B:W18,K32:BK14,K1,K2")
    assert not oracle.knows(position)
    moves = oracle.moves(position)
    assert moves is not None
    assert [GAME.move_name(position, move) for move in moves] == ["14x23"]


def test_a_finished_game_has_a_value_without_a_database(tmp_path: Path) -> None:
    oracle = CheckersOracle(GAME, str(tmp_path))
    position = GAME.start._replace(mine=0, kings=0)
    assert oracle.knows(position)
    assert oracle.value(position) == Truth(LOST, 0)
    assert oracle.moves(position) == {}
    assert not oracle.knows(GAME.read_position("B:WK1:BK32"))


def test_by_default_the_oracle_builds_three_pieces_on_first_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    oracle = CheckersOracle(GAME)
    oracle.store = CheckersStore(tmp_path / "checkers")
    position = GAME.read_position("B:WK1:BK32,K28")
    assert oracle.knows(position)
    assert not oracle.store.folder.exists()
    value = oracle.value(position)
    assert value is not None
    assert value.outcome == WON
    assert "solving checkers up to 3 pieces" in capsys.readouterr().err
    assert oracle.store.pieces() == 3
    assert not oracle.knows(GAME.read_position("B:WK1,K2:BK32,K28"))


# --- the command line's functions ----------------------------------------------------------------


def test_the_tables_show_every_kind_and_what_it_took(store: CheckersStore) -> None:
    text, data = commands.solve(3, store.folder, 2)
    lines = [line.split() for line in text]
    assert ["k-k", "992", "230", "654", "108", "11", "10"] in lines
    assert ["all", "3", "196,032", "100,250", "8,477", "87,305", "61", "62"] in lines
    assert [line[:2] for line in lines[-4:-2]] == [["2", "3,600"], ["3", "209,040"]]
    assert lines[-1] == ["all", "pairs", "had", "been", "solved"]
    assert data["kinds"][0] == {
        "kind": "k-k", "positions": 992, "won": 230, "drawn": 654, "lost": 108, "longest_win": 11,
        "longest_loss": 10,
    }  # fmt: skip


def test_verifying_from_the_command_line(store: CheckersStore) -> None:
    results = list(commands.verify(store.folder, 2, 2))
    assert [each.right for each in results] == [True] * 5
    assert results[0].line == "k-k: 1,024 values, 0 mismatches"
    assert results[-1].line.startswith("all: 3,600 values, 0 mismatches")
    with pytest.raises(BadParameter, match="holds no checkers endgames"):
        list(commands.verify(store.folder / "nowhere", 2))
    with pytest.raises(BadParameter, match="up to 4 pieces, not to 5"):
        list(commands.verify(store.folder, 2, 5))
