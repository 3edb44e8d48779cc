"""What three studies say of Checkers, Isolation and Nine Men's Morris, however the data fall."""

import re
from collections.abc import Iterator, Mapping, Sequence

import pytest

from plyground.experiments.document import Claim, Verdict
from plyground.experiments.plots import Outcome
from plyground.experiments.records import GameRecord
from plyground.experiments.runner import LocalWorkers
from plyground.experiments.statistics import Estimate, wilson
from plyground.experiments.store import Store
from plyground.games import load_game
from plyground.heuristics import load_evaluation
from plyground.studies import checkers_ledger, isolation_ledger, nine_mens_morris_ledger
from plyground.studies.checkers import clock_words
from plyground.studies.checkers_ledger import as_far_off
from plyground.studies.checkers_published import HEURISTICS
from plyground.studies.checkers_runs import CheckersRuns, Sample, Samples
from plyground.studies.isolation_costs import Floods, looks_along
from plyground.studies.isolation_runs import BOTH, CODED, IMPROVED, PUBLISHED, REACHABLE
from plyground.studies.lab import Lab
from plyground.studies.nine_mens_morris_runs import Seen, mean_by_game, whole_pairs
from plyground.studies.words import difference, in_points

PIECE, KING, CONTROL = HEURISTICS


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    workers = LocalWorkers(1)
    with Store.open(tmp_path_factory.mktemp("lab") / "runs.sqlite") as store:
        yield Lab(workers, store)
    workers.close()


def near(value: float, reach: float = 1) -> Estimate:
    return Estimate(value, value - reach, value + reach)


# ---- differences


def test_a_difference_of_shares_agrees_with_newcombes_own_example() -> None:
    # Newcombe (1998), table II, method 10: 56/70 - 48/80 is 0.2, from 0.0524 to 0.3339.
    found = difference(wilson(56, 70), wilson(48, 80))
    assert (found.low, found.value, found.high) == pytest.approx((0.0524, 0.2, 0.3339), abs=5e-5)
    assert in_points(found) == "+20 points [+5, +33]"


# ---- checkers


def sample(
    name: str,
    outcome: Sequence[int] = (40, 10, 0),
    turns: int = 20,
    moves: int = 20,
    positions: int = 3000,
    seconds: float = 0.001,
) -> Sample:
    """Games of one agent, alike up to a little noise."""
    wins, draws, losses = outcome
    noise = [number % 5 for number in range(sum(outcome))]
    return Sample(
        Outcome(name, wins, draws, losses),
        [turns + each for each in noise],
        [moves + each for each in noise],
        [positions + each for each in noise],
        [seconds + each / 10_000 for each in noise],
    )


def told(lab: Lab, words: str, corrected: Samples, published: Samples | None = None) -> Claim:
    """The claim of the ledger that holds these words."""
    known = {name: sample(name) for name in HEURISTICS}
    first, flawed = {20: {**known, **corrected}}, {20: {**known, **(published or {})}}
    runs = CheckersRuns(first, first, flawed, "")
    (found,) = (each for each in checkers_ledger.ledger(lab, runs) if words in each.claim)
    return found


def test_fishers_tea_is_as_far_off_as_he_found() -> None:
    assert as_far_off((3, 1, 0), (1, 3, 0)) == pytest.approx(34 / 70)
    assert as_far_off((8, 2, 0), (80, 20, 0)) == 1


@pytest.mark.parametrize(
    ("published", "verdict"),
    [
        ((50, 50, 0), Verdict.HOLDS),
        ((50, 0, 50), Verdict.FAILS),  # as many wins, but losses for draws
        ((99, 1, 0), Verdict.FAILS),
    ],
)
def test_a_reported_score_is_tested_in_wins_draws_and_losses(
    lab: Lab, published: Sequence[int], verdict: Verdict
) -> None:
    claim = told(lab, "board_control wins 5", {}, {CONTROL: sample(CONTROL, published)})
    assert claim.verdict == verdict
    assert ("within the noise" in claim.because) == (verdict == Verdict.HOLDS)
    assert ("too far off" in claim.because) == (verdict == Verdict.FAILS)


def test_the_fewest_moves_are_counted_by_jumps(lab: Lab) -> None:
    jumps = {PIECE: sample(PIECE, turns=15, moves=40), KING: sample(KING, turns=30)}
    claim = told(lab, "fewest moves", jumps)
    assert claim.verdict == Verdict.FAILS
    assert "king_count needs fewer" in claim.because
    assert "each jump counted" in claim.measured


def test_a_refuted_claim_of_speed_says_who_searches_more_or_less(lab: Lab) -> None:
    busy = {KING: sample(KING, positions=9000), CONTROL: sample(CONTROL, positions=1000)}
    assert "king_count searches more" in told(lab, "board control is the slowest", busy).because
    assert "board_control searches less" in told(lab, "piece count is the fastest", busy).because


@pytest.mark.parametrize(("slow", "words"), [(CONTROL, "holds, as by"), (KING, "but it holds by")])
def test_a_clock_that_says_otherwise_than_positions_is_not_kept_silent(
    slow: str, words: str
) -> None:
    searched = {PIECE: 2000, KING: 3000, CONTROL: 4000}
    seconds = {name: 0.009 if name == slow else 0.001 for name in HEURISTICS}
    samples = {
        name: sample(name, positions=searched[name], seconds=seconds[name]) for name in HEURISTICS
    }
    (found,) = re.findall("board control is the slowest [^;.]*", clock_words(samples))
    assert words in found
    assert ("does not hold" in found) == (slow == KING)


@pytest.mark.parametrize(
    ("wins", "verdict", "words"),
    [
        ((50, 25, 0), Verdict.HOLDS, "more than 95 %"),
        ((30, 25, 20), Verdict.FAILS, "no more than 95 %"),
    ],
)
def test_whether_ten_games_rank_the_three_follows_from_how_far_apart_they_are(
    lab: Lab, wins: Sequence[int], verdict: Verdict, words: str
) -> None:
    played = {name: sample(name, (won, 50 - won, 0))
              for name, won in zip((PIECE, CONTROL, KING), wins, strict=True)}  # fmt: skip
    claim = told(lab, "ten games each rank", played)
    assert claim.verdict == verdict
    assert claim.because.startswith(f"the order shows {words}")
    assert "piece_count > board_control > king_count" in claim.measured


def test_the_fault_is_told_to_matter_only_where_games_tell_it(lab: Lab) -> None:
    words = "switches sides"
    assert "is not told to matter" in told(lab, words, {}).because
    worse = told(lab, words, {}, {PIECE: sample(PIECE, (10, 40, 0))}).because
    assert "costs wins with piece_count" in worse and "brings" not in worse


# ---- Isolation


def shares(base: float, games: int, **others: float) -> dict[str, Estimate]:
    won = {IMPROVED: base, **dict.fromkeys(PUBLISHED, base), **others}
    return {name: wilson(round(each * games), games) for name, each in won.items()}


def test_few_games_are_measured_by_the_noise_of_two_shares_as_large_as_these() -> None:
    found = isolation_ledger.tells(shares(0.92, 4000), 4000)
    (noise,) = re.findall(r"± (\d+) points", found.measured)
    # Two shares of 0.92 from 36 games: 1.96 sqrt(2 * 0.92 * 0.08 / 36) is 0.125.
    assert 12 <= int(noise) <= 15
    assert found.verdict == Verdict.FAILS


@pytest.mark.parametrize(
    ("others", "games", "verdict"),
    [
        ({CODED: 0.9, REACHABLE: 0.9, BOTH: 0.9}, 4000, Verdict.HOLDS),
        ({CODED: 0.9, REACHABLE: 0.9, BOTH: 0.4}, 4000, Verdict.FAILS),
        ({CODED: 0.6, REACHABLE: 0.6, BOTH: 0.6}, 20, Verdict.UNTOLD),
    ],
)
def test_a_few_dozen_games_show_what_is_larger_than_their_noise(
    others: Mapping[str, float], games: int, verdict: Verdict
) -> None:
    found = isolation_ledger.tells(shares(0.5, games, **others), games)
    assert found.verdict == verdict
    assert ("best_of_both" in found.because) == (verdict == Verdict.FAILS)


@pytest.mark.parametrize(
    ("most", "least", "verdict", "words"),
    [
        ((20, 30), (5, 6), Verdict.HOLDS, "even with the least nodes it is above all"),
        ((20, 30), (-5, 6), Verdict.UNTOLD, "above all others with the most nodes, not with"),
        ((20, 0), (-5, -6), Verdict.UNTOLD, "told to be above improved, not above all"),
        ((20, -9), (-5, -30), Verdict.FAILS, "even with the most nodes it is below"),
    ],
)
def test_a_budget_known_by_its_bounds_is_judged_by_both(
    most: Sequence[float], least: Sequence[float], verdict: Verdict, words: str
) -> None:
    names = (IMPROVED, REACHABLE)
    found = isolation_ledger.bracketed(
        *(dict(zip(names, map(near, each), strict=True)) for each in (most, least))
    )
    assert found[0] == verdict
    assert words in found[1]


@pytest.mark.parametrize(
    ("early", "loss", "verdict", "words"),
    [
        (80, -100, Verdict.HOLDS, "it looks at more cells early than later, and the nodes that it "
         "lacks cost it strength"),
        (80, 0, Verdict.UNTOLD, "are not told to cost strength"),
        (80, 100, Verdict.FAILS, "do not cost it strength"),
        (20, -100, Verdict.FAILS, "it looks at fewer cells early"),
    ],
)  # fmt: skip
def test_too_slow_early_on_needs_more_cells_early_and_a_loss_of_strength(
    early: float, loss: float, verdict: Verdict, words: str
) -> None:
    floods = Floods({}, near(early), near(40), near(0.5, 0.1), near(0.5, 0.1))
    found = isolation_ledger.slowness(floods, near(loss, 10))
    assert found[0] == verdict
    assert words in found[1]


def test_a_limited_flood_changes_the_value_where_best_of_both_is_not_reachable_spaces() -> None:
    game = load_game("isolation")
    plain, limited = (load_evaluation(game, name).plain for name in (REACHABLE, BOTH))
    changed = []
    for number in range(6):
        position, names, values = game.start, list[str](), list[bool]()
        for move in game.random_game(5, number, 60):
            values.append(plain(position) != limited(position))
            names.append(game.move_name(position, move))
            position = game.plain.play(position, move)
        record = GameRecord(number, 0, 1, "", tuple(names[:2]), tuple(names[2:]), 1.0, "win")
        for look in looks_along(game, record):
            if look.ply > 12:
                assert look.limited == values[look.ply]
                changed.append(look.limited)
    assert True in changed and False in changed


# ---- Nine Men's Morris


def test_whole_pairs_let_both_sides_begin_and_leave_no_opponent_out() -> None:
    pairs = [(0, other) for other in (1, 2, 3) for _ in range(12)]
    sides = [each for pair in pairs for each in (pair, pair[::-1])]
    records = [GameRecord(number, *each, "", (), (), 0.5, "quiet")
               for number, each in enumerate(sides)]  # fmt: skip
    chosen = whole_pairs(records, 4)
    assert len(chosen) == len(records) / 4
    assert sum(each.first == 0 for each in chosen) == len(chosen) / 2
    assert {each.first for each in chosen} == {0, 1, 2, 3}


def seen(*games: Sequence[int]) -> list[Seen]:
    """Positions with so many moves, game by game."""
    start = load_game("nine_mens_morris").start
    return [Seen(str(number), ply, start, moves, 0.5)
            for number, game in enumerate(games) for ply, moves in enumerate(game)]  # fmt: skip


def test_a_hundred_positions_of_one_game_are_worth_one() -> None:
    several = seen(*([moves] * 100 for moves in (6, 9, 12, 15) * 5))
    once = seen(*([moves] for moves in (6, 9, 12, 15) * 5))
    many, few = (mean_by_game(each, [one.moves for one in each]) for each in (several, once))
    assert many == few
    assert many.value == 10.5 and many.margin > 1


def test_a_long_game_counts_for_each_of_its_positions() -> None:
    both = seen([10] * 9, [20])
    assert mean_by_game(both, [each.moves for each in both]).value == 11


@pytest.mark.parametrize(
    ("games", "verdict", "words"),
    [
        ([[10, 12]] * 10 + [[14, 16]] * 10, Verdict.HOLDS, "within: placing; outside: none"),
        ([[12]] * 10 + [[30]] * 10, Verdict.UNTOLD, "within: none; outside: none"),
        ([[30]] * 10 + [[40]] * 10, Verdict.FAILS, "within: none; outside: placing"),
    ],
)
def test_the_width_is_judged_by_the_interval_of_each_phase(
    games: Sequence[Sequence[int]], verdict: Verdict, words: str
) -> None:
    found = nine_mens_morris_ledger.claim_width(seen(*games))
    assert found.verdict == verdict
    assert words in found.because
