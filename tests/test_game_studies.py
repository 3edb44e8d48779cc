"""The studies of Checkers, Isolation and Nine Men's Morris, run through a real lab, very small."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from plyground.agents import load_agent
from plyground.experiments.document import Figure, Section, Table, Verdict
from plyground.experiments.report_text import in_terminal
from plyground.experiments.runner import LocalWorkers
from plyground.experiments.store import Store
from plyground.games import ONGOING, Game, Position, load_game
from plyground.games.checkers import JUMP
from plyground.heuristics import load_evaluation
from plyground.players import FixedDepthPlayer
from plyground.search.alpha_beta import alpha_beta
from plyground.search.results import counters
from plyground.studies import checkers_runs
from plyground.studies.checkers import checkers
from plyground.studies.checkers_published import HEURISTICS, published
from plyground.studies.isolation import isolation
from plyground.studies.isolation_runs import HEURISTICS as ISOLATION
from plyground.studies.lab import Lab
from plyground.studies.nine_mens_morris import nine_mens_morris
from plyground.studies.nine_mens_morris_pruning import best_first
from plyground.studies.nine_mens_morris_runs import PUBLISHED

STUDIES: dict[str, Callable[[Lab], Section]] = {
    "checkers": checkers,
    "isolation": isolation,
    "nine_mens_morris": nine_mens_morris,
}
TIMES = re.compile("seconds|a second")


class Tiny(Lab):
    """A lab of an eighth of the quick scale."""

    def sized(self, quick: int, full: int) -> int:
        return max(2, quick // 8)


@pytest.fixture(scope="module")
def workers() -> Iterator[LocalWorkers]:
    found = LocalWorkers(1)
    yield found
    found.close()


@pytest.fixture(scope="module")
def lab(workers: LocalWorkers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with Store.open(tmp_path_factory.mktemp("lab") / "runs.sqlite") as store:
        yield Tiny(workers, store)


@pytest.fixture(scope="module")
def sections(lab: Lab) -> dict[str, Section]:
    return {name: study(lab) for name, study in STUDIES.items()}


def claims(section: Section) -> dict[str, Verdict]:
    return {claim.claim: claim.verdict for claim in section.ledger}


def verdict(section: Section, words: str) -> Verdict:
    """The verdict on the only claim that holds these words."""
    (found,) = (each for claim, each in claims(section).items() if words in claim)
    return found


def tables(section: Section) -> list[Table]:
    """All that should not change from run to run: no times."""
    found = [part for part in section.parts if isinstance(part, Table)]
    return [table for table in found if not any(map(TIMES.search, table.columns))]


# ---- the ledgers


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("checkers", "piece count wins most"),
        ("checkers", "piece count is the fastest"),
        ("checkers", "piece count needs the fewest moves"),
        ("checkers", "board control is the slowest"),
        ("checkers", "piece_count wins 8, draws 2 and loses 0"),
        ("checkers", "king_count wins 4, draws 5 and loses 1"),
        ("checkers", "board_control wins 5, draws 5 and loses 0"),
        ("checkers", "26, 34 and 35 moves"),
        ("checkers", "rewards the center"),
        ("checkers", "ten games"),
        ("checkers", "switches sides within a chain"),
        ("isolation", "heuristic 1"),
        ("isolation", "heuristic 2"),
        ("isolation", "heuristic 3"),
        ("isolation", "consistently outperform"),
        ("isolation", "the published code"),
        ("isolation", "best of both floods only through"),
        ("isolation", "too slow early on"),
        ("isolation", "a few dozen games"),
        ("isolation", "heuristic 1, guaranteed moves, modestly improves on ID_Improved, judged"),
        ("isolation", "heuristic 2, reachable spaces, modestly improves on 1, judged"),
        ("isolation", "heuristic 3, best of both, is the best, judged"),
        ("nine_mens_morris", "empirical testing"),
        ("nine_mens_morris", "evaluation accuracy"),
        ("nine_mens_morris", "search efficiency"),
        ("nine_mens_morris", "strategic alignment"),
        ("nine_mens_morris", "√(bᵈ)"),
        ("nine_mens_morris", "branching factor"),
    ],
)
def test_every_claim_has_a_verdict_and_a_figure(
    sections: dict[str, Section], name: str, words: str
) -> None:
    found = [claim for claim in sections[name].ledger if words in claim.claim]
    assert found
    for claim in found:
        assert claim.verdict in Verdict
        assert re.search(r"\d", claim.measured), claim
        assert claim.reported
        assert claim.because


def test_what_inspection_alone_decides_does_not_depend_on_games(
    sections: dict[str, Section],
) -> None:
    assert verdict(sections["checkers"], "rewards the center") == Verdict.FAILS
    assert verdict(sections["checkers"], "ten games each rank") == Verdict.FAILS
    assert verdict(sections["isolation"], "the published code") == Verdict.FAILS
    assert verdict(sections["nine_mens_morris"], "empirical testing") == Verdict.UNMEASURED


def test_perfect_ordering_stays_near_the_root_even_in_few_positions(
    sections: dict[str, Section],
) -> None:
    assert verdict(sections["nine_mens_morris"], "√(bᵈ)") == Verdict.HOLDS


def test_the_answer_says_how_far_from_the_root_the_table_finds_the_best_move_first(
    sections: dict[str, Section],
) -> None:
    section = sections["nine_mens_morris"]
    found = [table for table in tables(section) if "depth" in table.columns]
    factors = [row[-1] for table in found for row in table.rows if row[0] == 4]
    placing, moving = (f"{float(each or 0):.1f}" for each in factors)
    assert f"the best move first visits {placing} and {moving} times" in section.answer


def test_the_isolation_study_says_that_its_players_keep_a_table(
    sections: dict[str, Section],
) -> None:
    words = " ".join(part for part in sections["isolation"].parts if isinstance(part, str))
    assert "transposition table of 16,384 positions" in words


def test_the_isolation_study_grades_five_evaluations_on_solved_positions(
    sections: dict[str, Section],
) -> None:
    (table,) = (each for each in tables(sections["isolation"]) if "AUC" in each.columns)
    assert [row[0] for row in table.rows] == [*ISOLATION, "a random move"]
    assert table.columns[-3:] == [f"thrown away, depth {depth}" for depth in (0, 2, 4)]
    assert len(sections["isolation"].ledger) == 11


def test_a_flying_player_has_more_than_twenty_moves(sections: dict[str, Section]) -> None:
    (table,) = (each for each in tables(sections["nine_mens_morris"]) if "phase" in each.columns)
    flying = [row for row in table.rows if row[1] == "flying"]
    assert flying and all(isinstance(row[3], float) and row[3] > 20 for row in flying)
    assert verdict(sections["nine_mens_morris"], "branching factor") == Verdict.FAILS


# ---- the sections


@pytest.mark.parametrize("name", STUDIES)
def test_a_section_has_a_question_an_answer_charts_and_tables(
    sections: dict[str, Section], name: str
) -> None:
    section = sections[name]
    assert section.question.endswith("?")
    assert section.answer.endswith(".")
    assert f"study {name} " in section.command
    assert len([part for part in section.parts if isinstance(part, Figure)]) >= 2
    assert len(tables(section)) >= 2
    for claim in section.ledger:
        assert claim.claim in " ".join(in_terminal(section).split())


@pytest.mark.parametrize("name", STUDIES)
def test_the_same_seed_gives_the_same_tables_and_the_same_ledger(
    sections: dict[str, Section], lab: Lab, name: str
) -> None:
    again = STUDIES[name](lab)
    assert tables(again) == tables(sections[name])
    assert again.ledger == sections[name].ledger


def test_another_seed_gives_other_tables(sections: dict[str, Section], lab: Lab) -> None:
    assert tables(checkers(replace(lab, seed=2))) != tables(sections["checkers"])


def test_no_game_of_a_study_is_forfeited(sections: dict[str, Section], lab: Lab) -> None:
    runs = lab.store.runs()
    assert {run.game for run in runs} == {"checkers", "isolation", "nine_mens_morris"}
    for run in runs:
        assert run.finished
        faults = {each.termination for each in lab.store.records(run.id)}
        assert not faults & {"timeout", "illegal", "crash"}, run


def test_the_checkers_study_plays_all_three_limits_and_both_agents(
    sections: dict[str, Section], lab: Lab
) -> None:
    played = [lab.store.experiment(run.id) for run in lab.store.runs() if run.game == "checkers"]
    assert {each.quiet_plies for each in played} == {20, 40, 80}
    assert any("published" in agent for each in played for agent in each.agents)


# ---- the published agent of checkers


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_the_published_agent_makes_whole_legal_turns(heuristic: str) -> None:
    game = load_game("checkers")
    jumps = 0
    for number in range(6):
        position = game.start
        for move in game.random_game(7, number, 80):
            chosen = published(game, position, heuristic)
            assert chosen in game.moves(position), game.show(position)
            jumps += bool(chosen & JUMP)
            position = game.plain.play(position, move)
            assert game.plain.outcome(position) == ONGOING or not game.moves(position)
    assert jumps


def test_the_published_agent_errs_where_chains_of_jumps_are_near_and_only_there() -> None:
    game = load_game("checkers")
    corrected = load_agent("alpha_beta(depth=4, heuristic=piece_count)").player(game)
    assert isinstance(corrected, FixedDepthPlayer)
    errors: list[bool] = []
    for number in range(8):
        position = game.start
        for move in game.random_game(7, number, 60):
            # To the published agent a loss is a loss, however soon.
            scores = {
                each: max(-100, min(100, score))
                for each, score in corrected.scores(position).items()
            }
            errs = scores[published(game, position)] < max(scores.values())
            assert not errs or longest_chain(game, position, 4) > 1, game.show(position)
            errors.append(errs)
            position = game.plain.play(position, move)
    assert 0.01 < sum(errors) / len(errors) < 0.3


def longest_chain(game: Game, position: Position, plies: int) -> int:
    """The most jumps of one move within so many plies, whatever is played."""
    names = [game.move_name(position, move).count("x") for move in game.moves(position)]
    if plies == 1 or max(names, default=0) > 1:
        return max(names, default=0)
    after = (game.plain.play(position, move) for move in game.moves(position))
    return max((longest_chain(game, each, plies - 1) for each in after), default=0)


def test_the_best_move_first_visits_no_more_than_any_other_order() -> None:
    game = load_game("nine_mens_morris")
    visited = best_first(game)
    evaluation = load_evaluation(game, PUBLISHED)
    search = alpha_beta(game, evaluation.leaf)
    position = game.start
    for move in game.random_game(3, 0, 14):
        position = game.plain.play(position, move)
    for depth in (1, 2, 3):
        counts = counters()
        search.best(position, depth, 0, counts)
        assert visited(position, depth) <= counts[0]
    assert visited(position, 1) == len(game.moves(position))


def test_without_the_published_agent_no_figure_is_given_as_its_own(
    lab: Lab, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spaced = tmp_path / "a folder" / "checkers_published.py"
    monkeypatch.setattr(checkers_runs, "PUBLISHED", f"{spaced}:published(heuristic={{}})")
    section = checkers(lab)
    assert len(section.ledger) == 10
    assert not [claim for claim in section.ledger if "published agent" in claim.measured]
    for words in ("piece_count wins 8", "king_count wins 4", "board_control wins 5", "26, 34 and"):
        (claim,) = (each for each in section.ledger if words in each.claim)
        assert claim.verdict == Verdict.UNTOLD
        assert claim.measured.startswith("corrected agent")
        assert "cannot read" in claim.because and "a folder" in claim.because
    (left_out,) = (part for part in section.parts if isinstance(part, str) and "left out" in part)
    assert "cannot read" in left_out


@pytest.mark.parametrize("agent", ["/nowhere/at_all.py:published(heuristic={})", "nobody({})"])
def test_an_agent_that_cannot_play_says_its_own_reason(agent: str) -> None:
    assert checkers_runs.problem_of(agent)
    assert "space" not in checkers_runs.problem_of(agent)
    assert not checkers_runs.problem_of(checkers_runs.CORRECTED)
