"""The matches of `python -m bench strength`: a few quick ones, judged as the long ones are."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from bench.measure import Sheet, WrongAnswer
from bench.strength import (
    ELO1,
    FEW,
    HEADINGS,
    LADDER,
    PLAIN,
    Match,
    Rung,
    endings,
    judged,
    measure,
    price,
)
from plyground.agents import load_agent
from plyground.experiments.plan import Experiment
from plyground.experiments.records import GameRecord
from plyground.games import load_game

NODES, PIECES = 200, 2
WEAK, STRONG = Rung("alpha_beta(depth=1)"), Rung(f"deepening(nodes={NODES})", PIECES)
TINY = [Match(STRONG, WEAK), Match(STRONG, WEAK, few=True)]


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return measure(TINY, games=4)


def record(number: int, points: float) -> GameRecord:
    """A game in which agent 0, for two moves of ten nodes a second each, gets so many points."""
    first = number % 2
    mine, theirs = (10, 1.0), (70, 7.0)
    thoughts = [mine, theirs, mine] if first == 0 else [theirs, mine, theirs]
    nodes, seconds = zip(*thoughts, strict=True)
    scored = points if first == 0 else 1 - points
    return GameRecord(number, first, 1 - first, "", (), ("",) * 3, scored, "win", "", nodes,
                      (1,) * 3, seconds)  # fmt: skip


def experiment(games: int) -> Experiment:
    return Experiment("checkers", ("first", "second"), games)


def test_every_match_has_a_line_and_all_its_games(sheet: Sheet) -> None:
    assert len(sheet.lines) == len(sheet.data) == len(TINY)
    for line, data, match in zip(sheet.lines, sheet.data, TINY, strict=True):
        assert len(line) == len(HEADINGS)
        assert sum(int(cell) for cell in line[1:4]) == 4
        assert line[0].startswith(f"{match.rung}\n  against {match.earlier}")
        assert ("from" in line[0]) is match.few
        assert data["won"] == int(line[1])


def test_prices_are_those_of_each_side(sheet: Sheet) -> None:
    for line in sheet.lines:
        mine, theirs = (float(part.replace(",", "")) for part in line[6].split("\n"))
        assert theirs < mine <= NODES


def test_the_same_games_are_played_again(sheet: Sheet) -> None:
    again = measure(TINY[1:], games=4)
    assert [line[:7] for line in again.lines] == [line[:7] for line in sheet.lines[1:]]


def test_elo_is_of_all_games_and_the_test_of_those_it_needs() -> None:
    points = [1.0] * 200 + [0.0] * 200
    records = [record(number, each) for number, each in enumerate(points)]
    found = judged(TINY[0], experiment(400), records)
    assert (found.won, found.drawn, found.lost) == (200, 0, 200)
    assert found.elo.value == 0
    assert found.verdict == "accept"
    assert found.after < 200
    assert found.llr > 2.9


def test_a_test_without_an_end_says_so() -> None:
    found = judged(TINY[0], experiment(4), [record(number, 0.5) for number in range(4)])
    assert (found.verdict, found.after, found.drawn) == ("go on", 4, 4)


def test_prices_are_told_apart_whoever_moves_first() -> None:
    records = [record(number, 1.0) for number in range(2)]
    assert price(records, 0) == (10, 1000)
    assert price(records, 1) == (70, 7000)


def test_a_missing_or_a_forfeited_game_is_a_wrong_answer() -> None:
    records = [record(number, 1.0) for number in range(4)]
    with pytest.raises(WrongAnswer, match="3 games"):
        judged(TINY[0], experiment(4), records[:3])
    crashed = replace(records[3], termination="crash")
    with pytest.raises(WrongAnswer, match="crash"):
        judged(TINY[0], experiment(4), [*records[:3], crashed])


def test_the_ladder_climbs_from_rung_to_rung_and_once_from_its_foot_to_its_top() -> None:
    whole = [match for match in LADDER if not match.few]
    climbed = {PLAIN}
    for match in whole:
        assert match.earlier in climbed
        climbed.add(match.rung)
    assert whole[-1].earlier == PLAIN
    assert ELO1 > 0


def test_the_engines_of_the_ladder_count_and_never_look_at_the_clock() -> None:
    for match in LADDER:
        for rung in match[:2]:
            text = rung.agent(Path("tables"))
            load_agent(text)
            assert "seconds" not in text
            assert ("endgames" in text) is (rung.pieces > 0)


def test_endings_are_level_positions_of_few_pieces() -> None:
    game = load_game("checkers")
    found = list(islice(endings(), 20))
    assert len(set(found)) == 20
    for text in found:
        position = game.parse_position(text)
        assert position.mine.bit_count() == position.theirs.bit_count() == FEW // 2
        assert game.moves(position)
