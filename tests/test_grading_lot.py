"""Grades where the truth is in tables: positions by lot, stores, and fitted weights."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.errors import BadFile, BadParameter
from plyground.experiments.agreement import auc
from plyground.experiments.fitting import PULL, fitted, likeliest
from plyground.experiments.grading import Grading, graded
from plyground.experiments.grading_oracle import grading_oracle
from plyground.experiments.grading_positions import LOT, Sampling, phases, sampled, settled
from plyground.experiments.grading_report import grade_section
from plyground.experiments.grading_tables import grade_data
from plyground.experiments.grading_truth import questions, truth_folder
from plyground.experiments.grading_words import sentence
from plyground.games import load_game
from plyground.games.game import ONGOING
from plyground.solve.checkers import solve_checkers
from plyground.solve.checkers_slots import kinds
from plyground.solve.oracle import chosen
from plyground.studies.nine_mens_morris_accuracy import WEIGHTS, area, corrected, weighed

MORRIS = Sampling("nine_mens_morris", 90)
CHECKERS = load_game("checkers")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("plyground.files.cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(
        "plyground.experiments.grading_truth.cache_folder", lambda: tmp_path / "cache"
    )
    grading_oracle.cache_clear()
    yield
    grading_oracle.cache_clear()


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """Checkers endgames with up to two pieces, and with up to three."""
    found = {}
    for pieces in (2, 3):
        folder = tmp_path_factory.mktemp("checkers")
        solve_checkers(pieces, folder, workers=1)
        found[pieces] = str(folder)
    return found


# --- positions by lot ----------------------------------------------------------------------------


def test_where_all_truth_is_in_tables_positions_are_drawn_by_lot() -> None:
    assert settled(MORRIS).plays == settled(Sampling("checkers")).plays == LOT
    assert settled(Sampling("tic_tac_toe")).plays == ("random", "self")
    assert settled(replace(MORRIS, plays=("random",))).plays == ("random",)
    assert [str(phase) for phase in phases(MORRIS)] == ["6 men", "7 men", "8 men"]
    assert [str(phase) for phase in phases(Sampling("checkers"))] == ["2 pieces", "3 pieces"]


def test_each_number_of_men_gives_equally_many_ongoing_positions_all_different() -> None:
    game, found = load_game("nine_mens_morris"), sampled(MORRIS)
    assert Counter(each.phase for each in found) == {f"{men} men": 30 for men in (6, 7, 8)}
    for each in found:
        men = each.position.mine.bit_count() + each.position.theirs.bit_count()
        assert each.phase == f"{men} men" and not each.position.mine & each.position.theirs
        assert game.plain.outcome(each.position) == ONGOING
    assert len({game.plain.canonical(each.position) for each in found}) == len(found)


def test_a_lot_depends_on_the_seed_and_on_no_store(stores: dict[int, str]) -> None:
    lot = Sampling("checkers", 40, men=(2,))
    assert sampled(lot) == sampled(replace(lot, store=stores[2]))
    assert sampled(lot) == sampled(replace(lot, store=stores[3]))
    assert sampled(lot) != sampled(replace(lot, seed=2))


def test_all_placements_are_equally_likely_however_the_sides_share_the_men() -> None:
    oracle, dice = grading_oracle("nine_mens_morris"), np.random.default_rng(1)
    drawn = [oracle.drawn(8, lambda limit: int(dice.integers(limit))) for _ in range(3000)]
    shares = Counter(each.mine.bit_count() for each in drawn)
    ways = {3: 56, 4: 70, 5: 56}  # eight men taken as three and five, four and four, …
    for mine, way in ways.items():
        assert shares[mine] / 3000 == pytest.approx(way / sum(ways.values()), abs=0.03)
    points = Counter(at for each in drawn for at in range(24) if each.mine >> at & 1)
    assert min(points.values()) > 0.8 * max(points.values())


def test_pieces_of_all_kinds_are_drawn_as_often_as_they_can_stand() -> None:
    oracle, dice = grading_oracle("checkers"), np.random.default_rng(1)
    alike = [kind for kind in kinds(2) if sum(kind) == 2]
    drawn: Counter[tuple[bool, bool]] = Counter()
    for _ in range(2000):
        position = oracle.drawn(2, lambda limit: int(dice.integers(limit)))
        assert oracle.knows(position) and not position.mine & position.theirs
        drawn[bool(position.mine & position.kings), bool(position.theirs & position.kings)] += 1
    total = sum(kind.slots for kind in alike)
    for kind in alike:
        share = drawn[bool(kind.my_kings), bool(kind.their_kings)] / 2000
        assert share == pytest.approx(kind.slots / total, abs=0.04)


@given(st.lists(st.integers(0, 5), min_size=1).filter(any))
def test_a_place_is_chosen_by_as_many_rolls_as_its_weight(weights: list[int]) -> None:
    rolls = [chosen(weights, lambda _, roll=roll: roll) for roll in range(sum(weights))]  # type: ignore[misc]
    assert [rolls.count(place) for place in range(len(weights))] == weights


@pytest.mark.parametrize(
    ("sampling", "words"),
    [
        (replace(MORRIS, men=(8, 9)), "no positions of 9 men .*those of 6 to 8"),
        (replace(MORRIS, from_ply=4), "go by men, not by plies"),
        (replace(MORRIS, plays=("random", "lot")), "not along with those of play"),
        (Sampling("tic_tac_toe", plays=LOT), "has no tables"),
        (Sampling("tic_tac_toe", men=(3,)), "by plies, not by men"),
        (Sampling("tic_tac_toe", store="somewhere"), "graded without a store"),
    ],
)
def test_a_lot_that_makes_no_sense_is_refused(sampling: Sampling, words: str) -> None:
    with pytest.raises(BadParameter, match=words):
        sampled(sampling)


# --- the truth of a store ------------------------------------------------------------------------


def test_the_truth_about_a_lot_is_what_the_tables_say(stores: dict[int, str]) -> None:
    lot = Sampling("checkers", 60, store=stores[3])
    oracle, samples = grading_oracle("checkers", stores[3]), sampled(lot)
    asked = questions("checkers", samples, workers=2, store=stores[3])
    assert len(asked) == 60
    assert all(each.values == oracle.moves(each.position) for each in asked)
    assert all(each.truth == oracle.value(each.position) for each in asked)


def test_truth_is_kept_apart_by_what_a_store_holds(stores: dict[int, str]) -> None:
    small, large = (truth_folder(CHECKERS, stores[pieces]) for pieces in (2, 3))
    assert small != large
    assert large == truth_folder(CHECKERS)


def test_positions_that_a_smaller_store_does_not_hold_stay_unknown(stores: dict[int, str]) -> None:
    samples = sampled(Sampling("checkers", 40, store=stores[3], men=(3,)))
    known = questions("checkers", samples, store=stores[3])
    fewer = questions("checkers", samples, store=stores[2])
    assert len(known) == 40 > len(fewer)


def test_a_missing_or_foreign_store_is_refused_in_words(
    stores: dict[int, str], tmp_path: Path
) -> None:
    for game in ("checkers", "nine_mens_morris"):
        with pytest.raises(BadFile, match=r"holds no .* \(plyground solve"):
            graded(Grading(game, store=str(tmp_path / "nowhere")))
    for kind in kinds(2):
        (tmp_path / f"{kind.name}.table").write_bytes(b"something else")
    with pytest.raises(BadFile, match="is not a table"):
        graded(Grading("checkers", store=str(tmp_path)))
    for name in ("3-3", "4-3", "3-4"):
        (tmp_path / f"{name}.table").write_bytes((Path(stores[2]) / "k-k.table").read_bytes())
    with pytest.raises(BadFile, match=r"3-3.table holds .*; wanted: rules .nine_mens_morris"):
        graded(Grading("nine_mens_morris", store=str(tmp_path)))


def test_a_grade_says_that_positions_were_drawn(stores: dict[int, str]) -> None:
    setting = Grading("checkers", "piece_count", positions=40, depths=(0,), store=stores[2])
    found = graded(setting)
    assert "40 positions of `checkers` (drawn by lot from all placements of 2 pieces" in sentence(
        found
    )
    assert "nothing is said about others" in sentence(found)
    assert any("drawn by lot" in str(part) for part in grade_section(found).parts)
    assert json.loads(json.dumps(grade_data(found)))["sampling"]["plays"] == ["lot"]
    assert found.accuracy is not None and found.accuracy.overall.auc is not None
    assert found.accuracy.overall.auc.value == 0.5  # one piece each
    assert graded(replace(setting, store=stores[3], men=(2,))).accuracy == found.accuracy


# --- fitted weights ------------------------------------------------------------------------------


def drawn_wins(
    weights: Sequence[float], count: int, seed: int
) -> tuple[list[list[float]], list[bool]]:
    """Parts by chance, and wins as likely as the weights say."""
    dice = np.random.default_rng(seed)
    parts = dice.integers(-4, 5, (count, len(weights))).astype(float)
    won = dice.random(count) < 1 / (1 + np.exp(-parts @ np.asarray(weights)))
    return parts.tolist(), won.tolist()


def test_fitting_finds_the_weights_that_decide() -> None:
    fit = fitted(*drawn_wins((0.8, -0.4, 0.0), 2000, 1), size=1.2)
    assert fit is not None
    for each, true in zip(fit.weights, (0.8, -0.4, 0.0), strict=True):
        assert each.value == pytest.approx(true, abs=0.1)
        assert each.low - 0.05 <= true <= each.high + 0.05
    assert sum(map(abs, fit.values)) == pytest.approx(1.2)


@pytest.mark.parametrize("seed", range(8))
def test_fitted_weights_lie_where_the_likelihood_is_level(seed: int) -> None:
    parts, won = drawn_wins((1.0, 0.5), 40, seed)
    rows, wins = np.array(parts), np.array(won)
    weights = likeliest(rows, wins)
    low, high = -20.0, 20.0
    for _ in range(60):  # the constant under which as many wins are expected as there are
        constant = (low + high) / 2
        missing = wins - 1 / (1 + np.exp(-rows @ weights - constant))
        low, high = (constant, high) if missing.sum() > 0 else (low, constant)
    pull = PULL * rows.var(axis=0) * weights
    assert rows.T @ missing == pytest.approx(pull, abs=0.01)


def test_parts_that_never_vary_or_tell_everything_do_no_harm() -> None:
    rows = [[float(value), 3.0] for value in range(-10, 10)]
    fit = fitted(rows, [row[0] > 0 for row in rows], size=4)
    assert fit is not None and fit.values == (4.0, 0.0)
    assert fitted(rows, [True] * 20, size=4) is None


def test_fitted_weights_are_compared_where_they_were_not_fitted() -> None:
    parts, won = drawn_wins((0.0, -1.0, 0.0), 400, 3)
    values = dict(zip(WEIGHTS, map(list, zip(*parts, strict=True)), strict=True))
    found = weighed(WEIGHTS, values, won, range(400))
    assert found is not None and found.gap.above.low > 0
    held_out = [won[at] for at in range(1, 400, 2)]
    backwards = [sum(w * p for w, p in zip((4, 6, 1), parts[at], strict=True))
                 for at in range(1, 400, 2)]  # fmt: skip
    assert found.published == area(held_out, backwards)
    assert found.refitted.value - found.published.value == pytest.approx(found.gap.above.value)
    shuffled = won[:1] + [not each if at % 2 else each for at, each in enumerate(won)][1:]
    fooled = weighed(WEIGHTS, values, shuffled, range(400))
    assert fooled is not None and fooled.fit == found.fit and fooled.gap.above.high < 0


def test_where_one_part_alone_varies_there_is_nothing_to_weigh() -> None:
    won = [at % 3 == 0 for at in range(40)]
    values = {"pieces": [0.0] * 40, "mills": [float(at % 2) for at in range(40)],
              "mobility": [1.0] * 40}  # fmt: skip
    assert weighed(WEIGHTS, values, won, range(40)) is None
    assert weighed(WEIGHTS, values | {"mobility": [float(at) for at in range(40)]},
                   [True] * 40, range(40)) is None  # fmt: skip


def test_chances_are_corrected_for_all_fits_together() -> None:
    parts, won = drawn_wins((0.2, 0.1, 0.2), 300, 5)
    values = dict(zip(WEIGHTS, map(list, zip(*parts, strict=True)), strict=True))
    found = weighed(WEIGHTS, values, won, range(300))
    assert found is not None
    (alone,), (one, other) = (
        corrected([{"7 men": found}]),
        corrected([{"7 men": found, "6 men": None}, {"8 men": found}]),
    )
    assert alone["7 men"].gap == found.gap
    assert list(one) == ["7 men"] and list(other) == ["8 men"]
    assert one["7 men"].gap.p_value == pytest.approx(min(1.0, 2 * found.gap.p_value))
    assert other["8 men"].gap.p_value >= found.gap.p_value


def test_the_area_is_about_won_positions_and_all_others() -> None:
    assert area([True, False, False], [2.0, 1.0, 2.0]) == auc([2.0], [1.0, 2.0])
    assert area([True, True], [1.0, 2.0]) is None
