"""Matches and tournaments: fair schedules, the same result however it is played, nothing lost."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import pytest
from command_line import plyground

from plyground.cli.matches import table
from plyground.errors import BadFile, BadParameter, PlygroundError, UnknownName
from plyground.experiments.cluster import ClusterWorkers
from plyground.experiments.openings import openings_for, position_after
from plyground.experiments.plan import (
    Experiment,
    assignments,
    checked,
    experiment_of,
    pairings,
    read_experiment,
)
from plyground.experiments.records import GameRecord
from plyground.experiments.referee import Referee
from plyground.experiments.runner import LocalWorkers, run
from plyground.experiments.store import Store
from plyground.experiments.summary import Summary, tally_of
from plyground.games import load_game
from plyground.solve import load_oracle

SMALL = Experiment(
    "connect_four(rows=4, columns=5)",
    ("random", "alpha_beta(depth=2, heuristic=center)", "mcts(simulations=20)"),
    games=20,
    openings="random(plies=2)",
)


@pytest.fixture(scope="module")
def workers() -> Iterator[LocalWorkers]:
    both = LocalWorkers(2)
    yield both
    both.close()


def played(experiment: Experiment, file: Path, workers: Any) -> list[GameRecord]:
    with Store.open(file) as store:
        experiment = checked(experiment)
        return run(experiment, store, store.begin(experiment), workers)


def without_times(records: list[GameRecord]) -> list[dict[str, Any]]:
    return [vars(record) | {"seconds": ()} for record in records]


def test_each_opening_is_played_twice_with_sides_swapped() -> None:
    games = list(assignments(SMALL))
    assert [game.number for game in games] == list(range(60))
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.opening == other.opening
        assert (one.first, one.second) == (other.second, other.first)
    assert len({game.seed for game in games}) == 60


def test_everyone_meets_everyone_or_the_first_meets_all() -> None:
    assert pairings(SMALL) == [(0, 1), (0, 2), (1, 2)]
    gauntlet = Experiment("checkers", ("a", "b", "c", "d"), kind="gauntlet")
    assert pairings(gauntlet) == [(0, 1), (0, 2), (0, 3)]


def test_openings_are_legal_ongoing_and_repeatable() -> None:
    for name in ("connect_four", "checkers", "nine_mens_morris", "isolation", "tic_tac_toe"):
        game = load_game(name)
        found = openings_for(game, "random(plies=4)", 7, 20)
        assert found == openings_for(game, "random(plies=4)", 7, 20)
        assert found != openings_for(game, "random(plies=4)", 8, 20)
        assert len(set(found)) > 10
        assert all(game.moves(position_after(game, opening)) for opening in found)


def test_all_openings_up_to_symmetry() -> None:
    game = load_game("tic_tac_toe")
    assert len(set(openings_for(game, "all(plies=1)", 1, 3))) == 3
    assert len(set(openings_for(game, "all(plies=2)", 1, 100))) == 12
    isolation = load_game("isolation(rows=4, columns=4)")
    assert len(set(openings_for(isolation, "all(plies=2)", 1, 1000))) == 33


def test_ballots_and_positions_come_from_files(tmp_path: Path) -> None:
    game = load_game("checkers")
    file = tmp_path / "ballots.txt"
    file.write_text("# three moves\n09-13 21-17 05-09\n\n09-14 22-17 11-15\n")
    found = openings_for(game, f"ballots(file={file})", 1, 3)
    assert [len(opening.moves) for opening in found] == [3, 3, 3] and found[0] == found[2]
    file.write_text("09-13 21-17 05-09\n09-14 22-13\n")
    with pytest.raises(BadFile, match=r"line 2: .*22-13"):
        openings_for(game, f"ballots(file={file})", 1, 1)
    file.write_text("W:W27,26:B12\n")
    assert openings_for(game, f"positions(file={file})", 1, 1)[0].position == "W:W26,27:B12"


def test_the_number_of_workers_does_not_matter(tmp_path: Path, workers: LocalWorkers) -> None:
    by_two = played(SMALL, tmp_path / "two", workers)
    alone = LocalWorkers(1)
    by_one = played(SMALL, tmp_path / "one", alone)
    alone.close()
    here = Referee(checked(SMALL))
    by_hand = [here.play(game) for game in reversed(list(assignments(checked(SMALL))))][::-1]
    assert len(by_two) == 60
    assert without_times(by_one) == without_times(by_two) == without_times(by_hand)


def test_a_report_holds_what_was_asked_played_and_found(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    done = plyground(
        "match", "tic_tac_toe", "alpha_beta(depth=4)", "random", "--games", "40", "--openings",
        "random(plies=1)", "--sprt", "0,300", "--store", str(tmp_path / "s"), "--report", str(file),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    page = file.read_text()
    verdict = done.stdout.splitlines()[-2]
    assert verdict.startswith("the sequential test ends after") and escape(verdict) in page
    assert page.count("<figure") >= 4 and "log-likelihood ratio" in page
    assert "--sprt 0,300" in page
    tables = {each.name for each in (tmp_path / "report_tables").iterdir()}
    assert "report_tic_tac_toe_table_1.csv" in tables


def test_another_seed_gives_other_games(tmp_path: Path, workers: LocalWorkers) -> None:
    two = Experiment(SMALL.game, ("random", "random(seed=2)"), games=10, seed=5)
    other = Experiment(SMALL.game, ("random", "random(seed=2)"), games=10, seed=6)
    one, another = (played(each, tmp_path / "s", workers) for each in (two, other))
    assert [record.moves for record in one] != [record.moves for record in another]
    assert len({record.moves for record in one}) == 10


AGENTS = """
import os, time

def sleeps(game, position):
    time.sleep(3600)

def allocates(game, position):
    hoard = []
    while True:
        hoard.append(bytearray(4_000_000_000))

def cheats(game, position):
    return -7

def mumbles(game, position):
    return "z9"

def raises(game, position):
    return 1 // 0

def dies(game, position):
    os._exit(1)

def first(game, position):
    return game.moves(position)[0]
"""

FAULTS = {
    "cheats": ("illegal", "answers -7"),  # first, since a worker's first move may take minutes
    "sleeps": ("timeout", "took longer than 4 s for a move"),
    "allocates": ("crash", "MemoryError"),
    "mumbles": ("illegal", "z9"),
    "raises": ("crash", "ZeroDivisionError"),
    "dies": ("crash", "ended its process"),
}


def test_agents_that_misbehave_forfeit_and_the_run_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "agents.py"
    file.write_text(AGENTS)
    agents = (f"{file}:first", *(f"{file}:{name}" for name in FAULTS))
    experiment = Experiment(
        SMALL.game, agents, games=2, kind="gauntlet", seconds_per_move=4, megabytes=2500,
        openings="random(plies=2)",
    )  # fmt: skip
    worker = LocalWorkers(1)
    records = played(experiment, tmp_path / "runs", worker)
    worker.close()
    assert len(records) == 12
    for record in records:
        culprit = max(record.first, record.second)
        termination, words = list(FAULTS.values())[culprit - 1]
        assert record.termination == termination, record
        assert words in record.detail
        assert record.points == (0 if record.first == culprit else 1)
    summary = Summary(checked(experiment), tally_of(experiment, dict(enumerate(records))))
    assert [line.forfeits for line in summary.lines] == [0, 2, 2, 2, 2, 2, 2]
    assert summary.terminations == {"timeout": 2, "crash": 6, "illegal": 4}
    assert summary.faults[-1].startswith(f"game {records[-1].number} was forfeited by ")
    assert summary.faults[-1] == table(summary)[-1]
    assert list(FAULTS.values())[-1][1] in summary.faults[-1]


def test_a_sequential_test_stops_at_the_same_pair_whoever_plays(
    tmp_path: Path, workers: LocalWorkers
) -> None:
    experiment = Experiment(
        SMALL.game, ("alpha_beta(depth=2, heuristic=center)", "random"), games=400,
        openings="random(plies=2)", elo0=0, elo1=200,
    )  # fmt: skip
    counted = played(experiment, tmp_path / "a", workers)
    assert 4 <= len(counted) < 200
    again = played(experiment, tmp_path / "b", workers)
    assert without_times(counted) == without_times(again)
    whole = {record.number: record for record in counted}
    test = tally_of(experiment, whole).test
    assert test is not None and test.verdict == "accept"


def test_a_pool_is_rated_once_all_of_it_has_played(workers: LocalWorkers) -> None:
    experiment = checked(SMALL)
    plan = list(assignments(experiment))
    (records,) = workers.play(experiment, [plan[:2]])
    begun = Summary(experiment, tally_of(experiment, {each.number: each for each in records}))
    assert begun.pairs and begun.ratings is None
    assert begun.verdict == "not every agent has finished a pair of games yet"


def test_nothing_goes_on_once_the_games_are_no_longer_wanted(workers: LocalWorkers) -> None:
    experiment, before = checked(SMALL), threading.active_count()
    plan = list(assignments(experiment))
    for _ in range(3):
        playing = workers.play(experiment, [plan[at : at + 2] for at in range(0, len(plan), 2)])
        assert len(next(playing)) == 2
        playing.close()
        assert threading.active_count() == before
    assert len(list(workers.play(experiment, [plan[:2], plan[2:4]]))) == 2


COMMAND = [
    "tournament", "connect_four(rows=4, columns=5)", "random", "alpha_beta(depth=2)",
    "mcts(simulations=30)", "--games", "120", "--openings", "random(plies=2)", "--workers", "2",
]  # fmt: skip


def test_killed_at_any_moment_a_tournament_ends_with_the_identical_table(tmp_path: Path) -> None:
    whole = plyground(*COMMAND, "--store", str(tmp_path / "whole"))
    assert whole.returncode == 0, whole.stderr
    dice, kills = random.Random(3), 0
    command = [sys.executable, "-c", "from plyground.cli import main; main()", *COMMAND]
    command += ["--store", str(tmp_path / "cut"), "--resume"]
    while kills < 5:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)  # fmt: skip
        time.sleep(dice.uniform(1.5, 5))
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        kills += 1
    resumed = plyground(*COMMAND, "--store", str(tmp_path / "cut"), "--resume")
    assert resumed.stdout.splitlines()[1:] == whole.stdout.splitlines()[1:]


def test_a_cluster_plays_the_same_games_even_if_a_worker_is_killed(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    try:
        workers = ClusterWorkers(cluster.scheduler_address)
        experiment = checked(SMALL)
        here = Referee(experiment)
        expected = [here.play(game) for game in assignments(experiment)]
        with Store.open(tmp_path / "runs") as store:
            killed: list[int] = []

            def kill_one(done: int, tally: Any) -> None:
                if not killed:
                    killed.append(cluster.workers[0].pid)
                    os.kill(killed[0], signal.SIGKILL)

            found = run(experiment, store, store.begin(experiment), workers, kill_one)
        workers.close()
    finally:
        cluster.close()
    assert killed and without_times(found) == without_times(expected)


def test_a_cluster_that_is_not_there_is_said_in_words() -> None:
    with pytest.raises(BadParameter, match=r"there is no Dask scheduler at tcp://127.0.0.1:9"):
        ClusterWorkers("tcp://127.0.0.1:9")


def test_a_match_says_what_can_be_told(tmp_path: Path) -> None:
    done = plyground(
        "match", "tic_tac_toe", "random", "random(seed=9)", "--games", "20",
        "--openings", "start", "--store", str(tmp_path / "s"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "20 games do not tell random and random(seed=9) apart" in done.stdout
    found = json.loads(plyground(
        "match", "tic_tac_toe", "alpha_beta(depth=9)", "random", "--games", "20", "--openings",
        "random(plies=1)", "--store", str(tmp_path / "s"), "--json").stdout)  # fmt: skip
    assert found["games"] == 20 and found["reproducible"]
    assert sum(found["meetings"][0]["pairs"]) == 10
    assert found["agents"][0]["lost"] == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('game = "checkers"\nagents = ["random", "mcts"]\ngmaes = 4', "did you mean games"),
        ('game = "checkers"\nagents = ["random"]', "a match needs two agents"),
        ('game = "checkers"', "agents is missing"),
        ('game = "checkers\nagents = []', "is not TOML"),
        ('game = "checkers"\nagents = ["random", 7]', "should be a list of texts"),
        ('game = "chekers"\nagents = ["random", "mcts"]', "did you mean checkers"),
        ('game = "checkers"\nagents = ["random", "mtcs"]', "did you mean mcts"),
        ('game = "checkers"\nagents = ["random", "mcts"]\ngames = 7', "should be even"),
        ('game = "checkers"\nagents = ["random", "mcts"]\ngames = "many"', "wrong kind"),
        ('game = "checkers"\nagents = ["random", "mcts"]\nopenings = "al"', "did you mean all"),
    ],
)  # fmt: skip
def test_a_file_with_a_mistake_is_refused_in_words(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "run.toml"
    file.write_text(text)
    with pytest.raises(PlygroundError, match=words):
        checked(read_experiment(file))
    done = plyground("tournament", str(file), "--store", str(tmp_path / "s"))
    assert done.returncode == 2 and "Traceback" not in done.stderr


def test_an_experiment_is_the_same_again_from_its_json() -> None:
    experiment = checked(SMALL)
    data = json.loads(experiment.as_json())
    assert experiment_of(data, "json") == experiment
    assert experiment_of(data, "json").identity == experiment.identity


def test_an_edited_file_makes_another_experiment(tmp_path: Path) -> None:
    """So that --resume never mixes games of two different agents or heuristics."""
    agent, idea = tmp_path / "agent.py", tmp_path / "idea.py"
    agent.write_text("def mine(game, position):\n    return game.moves(position)[0]\n")
    idea.write_text("def h(position):\n    return 0\n")
    experiment = Experiment(
        "tic_tac_toe", (f"{agent}:mine", f"alpha_beta(depth=2, heuristic={idea}:h)"), games=2
    )
    before = checked(experiment)
    assert checked(experiment).identity == before.identity and len(before.files) == 2
    idea.write_text("def h(position):\n    return 1 - 1\n")
    assert checked(experiment).identity != before.identity


def test_tests_that_make_no_sense_are_refused() -> None:
    with pytest.raises(BadParameter, match="between two agents"):
        Experiment("checkers", ("a", "b", "c"), elo0=0, elo1=5)
    with pytest.raises(BadParameter, match="less than elo1"):
        Experiment("checkers", ("a", "b"), elo0=5, elo1=5)
    with pytest.raises(UnknownName, match="kind of openings"):
        openings_for(load_game("checkers"), "book", 1, 1)
    done = plyground("match", "checkers", "random", "mcts", "--sprt", "0;5")
    assert done.returncode == 2 and "two numbers such as 0,10" in done.stderr


# --- adjudication ---------------------------------------------------------------------------------

JUDGED = Experiment("connect_four", ("random", "random(seed=2)"), games=20, adjudicate=True)


def test_an_adjudicated_game_ends_once_its_true_result_is_known() -> None:
    game, referee = load_game(JUDGED.game), Referee(checked(JUDGED))
    oracle, records = load_oracle(game), [referee.play(each) for each in assignments(JUDGED)]
    judged = [record for record in records if record.termination == "adjudicated"]
    assert len(judged) > 10
    for record in judged:
        position = game.after([*record.opening, *record.moves])
        before = game.after([*record.opening, *record.moves[:-1]])
        assert oracle.knows(position) and not oracle.knows(before)
        truth = oracle.value(position)
        assert truth is not None
        outcome = truth.outcome if len(record.moves) % 2 == 0 else -truth.outcome
        assert record.points == (outcome + 1) / 2
    finished = {record.termination for record in records if record not in judged}
    assert finished <= {"win"}, "games that end before anything is known"


def test_adjudicated_games_do_not_depend_on_the_workers(
    tmp_path: Path, workers: LocalWorkers
) -> None:
    one = LocalWorkers(1)
    alone = played(JUDGED, tmp_path / "one", one)
    one.close()
    assert without_times(alone) == without_times(played(JUDGED, tmp_path / "two", workers))


def test_experiments_without_adjudication_keep_their_names() -> None:
    assert SMALL.identity == "c578c307ac06" and "adjudicate" not in SMALL.as_json()
    judged = replace(SMALL, adjudicate=True)
    assert judged.identity != SMALL.identity
    assert experiment_of(json.loads(judged.as_json()), "json") == judged
    assert experiment_of(json.loads(SMALL.as_json()), "json") == SMALL


@pytest.mark.parametrize(
    "game", ["isolation(rows=9, columns=9)", "connect_four(rows=9, columns=9)"]
)
def test_nobody_adjudicates_what_is_not_solved(game: str, tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="adjudicate: nobody knows the results"):
        checked(Experiment(game, ("random", "mcts"), adjudicate=True))
    file = tmp_path / "run.toml"
    file.write_text(f'game = "{game}"\nagents = ["random", "mcts"]\nadjudicate = 1')
    with pytest.raises(BadParameter, match="adjudicate = 1 is of the wrong kind"):
        read_experiment(file)


def test_adjudications_are_told_by_the_command_and_its_report(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    done = plyground(
        "match", "tic_tac_toe", "random", "random(seed=2)", "--games", "4", "--adjudicate",
        "--openings", "random(plies=3)", "--store", str(tmp_path / "s"), "--report", str(report),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "ended: 4 adjudicated" in done.stdout
    page = report.read_text()
    assert "adjudicated</td>" in page and "under perfect play" in page and "--adjudicate" in page
    large = "connect_four(rows=10, columns=10)"
    refused = plyground("match", large, "random", "mcts", "--adjudicate")
    assert refused.returncode == 2 and "can be solved up to 62" in refused.stderr
    toml = tmp_path / "run.toml"
    toml.write_text('game = "tic_tac_toe"\nagents = ["random", "mcts"]\nadjudicate = true\n')
    assert read_experiment(toml).adjudicate
