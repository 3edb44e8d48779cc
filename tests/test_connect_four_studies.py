"""The studies of Connect Four: sound players, honest counts, and a ledger that says what it saw."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import isclose
from pathlib import Path
from random import Random

import pytest

from plyground.agents import load_agent
from plyground.experiments.document import Claim, Figure, Section, Table, Verdict
from plyground.experiments.records import GameRecord
from plyground.experiments.runner import LocalWorkers
from plyground.experiments.statistics import wilson
from plyground.experiments.store import Store
from plyground.games import load_game
from plyground.search.random_games import Tally, random_games
from plyground.studies.connect_four import connect_four
from plyground.studies.connect_four_chance import extremes, likelihood, tournaments
from plyground.studies.connect_four_counts import counted
from plyground.studies.connect_four_full_board import connect_four_full_board, scores
from plyground.studies.connect_four_players import FIRST, SECOND, results
from plyground.studies.connect_four_printed import PRINTED
from plyground.studies.lab import Lab
from plyground.studies.pruning import (
    SelfPlay,
    boards_so_filled,
    fillings,
    self_play,
    visits,
)
from plyground.studies.random_players import (
    BIASED,
    FORGETFUL,
    SOUND,
    Habits,
    Shares,
    Size,
    chances,
    exact,
    random_tally,
)

SMALL, USUAL = Size(3, 4, 3), Size(6, 7, 4)
FULL_BOARD = load_game("connect_four(until_full=true)")
HEURISTICS = ("runs_open", "runs_space")

# --- random players ------------------------------------------------------------------------------

LOPSIDED = """
. . X .
. . O .
X X O .
"""  # free cells: 2, 2, none and 3


def test_the_sound_player_picks_columns_and_the_biased_one_picks_cells() -> None:
    game = load_game("connect_four(rows=3, columns=4, connect=4)")
    position = game.parse_position(LOPSIDED)

    def by_column(biased: bool) -> dict[str, Fraction]:
        found = chances(game, position, biased)
        return {game.move_name(position, move): chance for move, chance in found.items()}

    assert by_column(False) == dict.fromkeys("124", Fraction(1, 3))
    assert by_column(True) == {"1": Fraction(2, 7), "2": Fraction(2, 7), "4": Fraction(3, 7)}


def test_a_board_of_three_cells_is_weighed_by_hand() -> None:
    """1×3 connect 2. The middle first (⅓) leaves two ends, one to the first player: a win.

    An end first (⅔): the other takes the middle (½), a draw, or the other end (½), which leaves the
    middle to the first player, a win.
    """
    game = load_game("connect_four(rows=1, columns=3, connect=2)")
    assert exact(game, biased=False) == pytest.approx(Shares(2 / 3, 1 / 3, 0))


@pytest.mark.parametrize("habits", [SOUND, BIASED])
def test_the_dice_agree_with_the_exact_shares(habits: Habits) -> None:
    truth = exact(load_game(SMALL.text), habits.biased)
    assert isclose(sum(truth), 1)
    games = 300_000
    tally = random_tally(SMALL, habits, 7, 0, games)
    for count, share in zip(tally[:3], truth, strict=True):
        assert not wilson(count, games, confidence=0.9999).excludes(share)
    other = exact(load_game(SMALL.text), not habits.biased)
    assert wilson(tally.wins, games, confidence=0.9999).excludes(other.wins)


def test_the_one_simulator_agrees_with_the_games_own() -> None:
    games = 40_000
    theirs = random_games(load_game(USUAL.text))(3, 0, games, 1000, 1000)
    ours = random_tally(USUAL, SOUND, 3, 0, games)
    for mine, other in zip(ours[:3], theirs[:3], strict=True):
        assert abs(mine - other) < 5 * (games / 2) ** 0.5
    assert ours.plies / games == pytest.approx(theirs.plies / games, rel=0.01)


def test_runs_can_be_cut_into_pieces() -> None:
    whole = random_tally(USUAL, BIASED, 1, 0, 300)
    assert (
        random_tally(USUAL, BIASED, 1, 0, 100) + random_tally(USUAL, BIASED, 1, 100, 300) == whole
    )


def test_a_forgetful_counter_overlooks_lines_so_that_games_last_longer() -> None:
    sound, forgetful = (random_tally(USUAL, each, 1, 0, 20_000) for each in (SOUND, FORGETFUL))
    assert forgetful.plies > 1.01 * sound.plies
    assert forgetful.draws > sound.draws
    assert random_tally(SMALL, SOUND, 1, 0, 999) == random_tally(SMALL, FORGETFUL, 1, 0, 999)


def test_tournaments_are_pieces_of_one_run() -> None:
    shares = tournaments(SMALL, SOUND, 1, count=4, games=50)
    assert len(shares) == 4
    assert sum(shares) / 4 == pytest.approx(random_tally(SMALL, SOUND, 1, 0, 200).wins / 2)


def test_likelihood_is_one_at_the_truth_and_small_far_away() -> None:
    truth = Shares(0.5, 0.1, 0.4)
    assert likelihood(Tally(500, 100, 400, 0, 0), truth) == 1
    assert likelihood(Tally(600, 0, 400, 0, 0), truth) < 1e-9
    # Without draws the test is that of one share: 2 standard errors off in 4.55 % of all cases.
    off = Tally(50_000 + 316, 0, 50_000 - 316, 0, 0)
    assert likelihood(off, Shares(0.5, 0, 0.5)) == pytest.approx(0.0455, abs=0.001)


def test_the_extremes_of_many_tournaments_lie_beyond_those_of_few() -> None:
    low, high = extremes(0.55, 100, 1000)
    assert low.low < low.value < low.high < 0.55 < high.low < high.value < high.high
    few, _ = extremes(0.55, 10, 1000)
    assert low.value < few.value
    one, _ = extremes(0.5, 1, 100)
    assert (one.low, one.high) == pytest.approx((0.402, 0.598), abs=0.001)


# --- counts --------------------------------------------------------------------------------------


def test_minimax_visits_277166_positions_of_the_small_board_and_alpha_beta_5094() -> None:
    (count,) = counted(load_game(SMALL.text), SMALL, [12])
    assert (count.without, count.pruned, count.same) == (277_166, 5_094, True)
    assert count.ratio == pytest.approx(54.41, abs=0.01)


@pytest.fixture(scope="module", params=HEURISTICS)
def whole_game(request: pytest.FixtureRequest) -> SelfPlay:
    return self_play(FULL_BOARD, request.param, 5)


def test_a_game_to_a_full_board_has_42_moves_and_begins_with_19607(whole_game: SelfPlay) -> None:
    assert [each.number for each in whole_game.decisions] == list(range(1, 43))
    assert len(whole_game.moves) == 42
    assert whole_game.decisions[0].full.nodes == 19_607
    assert FULL_BOARD.moves(whole_game.end) == []


def test_pruning_changes_neither_value_nor_move_at_any_of_42_moves(whole_game: SelfPlay) -> None:
    for each in whole_game.decisions:
        assert each.full.score == each.pruned.score == each.ordered.score
        assert each.full.move == each.pruned.move
        assert each.pruned.nodes <= each.full.nodes


def test_without_pruning_a_count_is_the_ways_to_drop_discs(whole_game: SelfPlay) -> None:
    for each in whole_game.decisions:
        heights = [whole_game.moves[: each.number - 1].count(name) for name in "1234567"]
        free = tuple(sorted(6 - height for height in heights))
        assert each.full.nodes == visits(free, 5)


def test_the_printed_counts_tell_one_filling_each_and_each_grows_out_of_the_one_before() -> None:
    found = [row.heights for row in PRINTED]
    assert [len(each) for each in found] == [1] * 7
    assert found[3] == [(0, 0, 0, 0, 0, 2, 6)]
    for (before,), (after,) in pairwise(found):
        assert all(low <= high for low, high in zip(before, after, strict=True))
    assert fillings(9331, 8, rows=6, columns=7, depth=5) == []


def test_boards_are_filled_as_asked() -> None:
    for position in boards_so_filled(FULL_BOARD, (0, 0, 0, 0, 0, 2, 5), 20, Random(1)):
        columns = [position.filled >> 7 * column & 0b111111 for column in range(7)]
        assert sorted(column.bit_count() for column in columns) == [0, 0, 0, 0, 0, 2, 5]


FIVE_AND_FOUR = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
O O O O . . .
X X X X X . .
"""


def test_five_in_a_row_are_two_lines_of_four() -> None:
    assert scores(FULL_BOARD, FULL_BOARD.parse_position(FIVE_AND_FOUR)) == (2, 1)


def test_who_has_more_lines_at_the_end_has_won(whole_game: SelfPlay) -> None:
    first, second = scores(FULL_BOARD, whole_game.end)
    assert FULL_BOARD.turn(whole_game.end) == 0
    assert FULL_BOARD.plain.outcome(whole_game.end) == (first > second) - (first < second)


# --- games ---------------------------------------------------------------------------------------


def test_results_are_told_by_side_and_by_opponent() -> None:
    def record(number: int, first: int, second: int, points: float) -> GameRecord:
        return GameRecord(number, first, second, "", (), (), points, "win")

    records = [record(0, 1, 0, 1.0), record(1, 0, 1, 1.0), record(2, 0, 1, 0.5), record(3, 1, 2, 0)]
    assert results(records, 1, 0)[1:] == (1, 1, 1)
    assert results(records, 1, 0, FIRST)[1:] == (1, 0, 0)
    assert results(records, 1, 0, SECOND)[1:] == (0, 1, 1)
    assert results(records, 1, 2)[1:] == (0, 0, 1)


@dataclass(frozen=True)
class TinyLab(Lab):
    """A lab for as little of everything as makes sense."""

    def sized(self, quick: int, full: int) -> int:
        return max(min(quick, 6), quick // 20 // 2 * 2)


@pytest.fixture(scope="module")
def workers() -> Iterator[LocalWorkers]:
    found = LocalWorkers(1)
    yield found
    found.close()


Told = list[tuple[str, int, int]]


def both(workers: LocalWorkers, path: Path, told: Told) -> list[Section]:
    with Store.open(path) as store:
        lab = TinyLab(workers, store, seed=5, tell=lambda *news: told.append(news))
        return [connect_four(lab), connect_four_full_board(lab)]


@pytest.fixture(scope="module")
def sections(
    workers: LocalWorkers, tmp_path_factory: pytest.TempPathFactory
) -> tuple[list[Section], list[Section], Told]:
    """Both studies, twice under one seed, and what was told of the progress."""
    folder, told = tmp_path_factory.mktemp("studies"), Told()
    first = both(workers, folder / "first.sqlite", told)
    return first, both(workers, folder / "second.sqlite", []), told


def lasting(section: Section) -> list[Table]:
    """The tables that have no times in them."""
    tables = [part for part in section.parts if isinstance(part, Table)]
    return [each for each in tables if not any("µs" in name for name in each.columns)]


Sections = tuple[list[Section], list[Section], Told]


def test_the_same_seed_makes_the_same_tables_and_verdicts(sections: Sections) -> None:
    first, second, _ = sections
    for one, other in zip(first, second, strict=True):
        assert lasting(one) == lasting(other)
        timeless = [[claim for claim in each.ledger if "takes" not in claim.claim] for each in
                    (one, other)]  # fmt: skip
        assert timeless[0] == timeless[1]
        assert len(timeless[0]) >= len(one.ledger) - 1
        assert one.answer == other.answer


def test_every_claim_of_both_sections_is_in_the_ledger(sections: Sections) -> None:
    small, full = (section.ledger for section in sections[0])
    assert [claim.section for claim in small] == [
        "§5 1b", "§5 1b", "§5 1b", "§5 1c", "§5 1c", "§5 1d", "§5 2b", "§5 2b", "§5 2b", "§5 1e",
    ]  # fmt: skip
    reported = " ".join(claim.claim + claim.reported for claim in small)
    for figure in ("55 %", "52–59", "59.3", "51.6", "100 % of 10", "30 minutes", "71.1"):
        assert figure in reported
    printed = [f"{row.pruned:,} / {row.full:,}" for row in PRINTED]
    assert [claim.reported for claim in full][:7] == printed
    words = " ".join(claim.claim for claim in full)
    for part in ("0.143", "7⁵", "85 %", "never changes the value", "different heuristics"):
        assert part in words


def test_every_claim_has_a_figure_and_a_verdict(sections: Sections) -> None:
    for section in sections[0]:
        for claim in section.ledger:
            assert any(letter.isdigit() for letter in claim.measured), claim.claim
            assert claim.reported
            assert claim.verdict in Verdict
        assert sum(isinstance(part, Figure) for part in section.parts) >= 3


def verdict_of(section: Section, words: str) -> Claim:
    (found,) = [claim for claim in section.ledger if words in claim.claim]
    return found


def test_what_can_be_proved_is_in_the_ledger_whatever_the_dice(sections: Sections) -> None:
    small, full = sections[0]
    never = verdict_of(small, "never loses")
    assert never.verdict is Verdict.HOLDS
    assert "win in 9" in never.because
    assert "277,166" in verdict_of(small, "states expanded").measured
    assert verdict_of(small, "A* against random").verdict is Verdict.UNMEASURED
    assert verdict_of(full, "19,607 = 7").verdict is Verdict.HOLDS
    assert verdict_of(full, "never changes").measured.count("84") == 3
    assert verdict_of(full, "move 42").verdict is Verdict.HOLDS


def test_moves_are_graded_on_the_boards_that_are_solved(sections: Sections) -> None:
    small, full = sections[0]
    (moves,) = (table for table in lasting(small) if "thrown away" in table.columns)
    by_board = {(row[0], row[1]): row for row in moves.rows}
    assert {board for board, _ in by_board} == {"3×4 connect 3", "6×7 connect 4"}
    perfect = by_board["3×4 connect 3", "alpha-beta to the end"]
    assert str(perfect[3]).startswith("100 %") and str(perfect[4]).startswith("0 % [")
    (knowledge,) = (table for table in lasting(full) if "AUC" in table.columns)
    assert [row[0] for row in knowledge.rows] == [*HEURISTICS, "a random move"]


def test_progress_is_told(sections: Sections) -> None:
    titles = {title for title, _, _ in sections[2]}
    assert {"random games by board size", "42 moves by runs_open"} <= titles
    assert all(0 <= done <= total for _, done, total in sections[2])


def test_alpha_beta_to_the_end_beats_every_random_player_on_the_small_board() -> None:
    """All replies, not a sample of them."""
    game = load_game(SMALL.text)
    player = load_agent("alpha_beta(depth=12)").player(game)
    waiting, ends = [game.start], 0
    while waiting:
        position = waiting.pop()
        after = game.plain.play(position, player.choose(position, line=False).move)
        if not game.moves(after):
            assert game.plain.outcome(after) == -1
            ends += 1
        waiting += [game.plain.play(after, reply) for reply in game.moves(after)]
    assert ends > 10
