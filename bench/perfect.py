"""Perfect play put to the test: 6×7 positions that the player to move wins, against the engine.

100 positions after 8 to 20 random plies; perfect has to win every game from the won side, and the
engine, a second a move, takes that side too, so that one sees how hard it is.
"""

import os
import tempfile
from pathlib import Path

from bench.measure import Row, WrongAnswer
from plyground.experiments.grading_positions import Sampling, sampled
from plyground.experiments.plan import Experiment, checked
from plyground.experiments.records import WIN
from plyground.experiments.runner import LocalWorkers, run
from plyground.experiments.store import Store
from plyground.games import load_game
from plyground.solve import load_oracle

GAME, POSITIONS = "connect_four", 100
AGENTS = ("perfect", "deepening(seconds=1)")


def measure() -> list[Row]:
    """How many of the won positions each side wins."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "won.txt"
        file.write_text("\n".join(won_positions()) + "\n")
        experiment = checked(
            Experiment(GAME, AGENTS, 2 * POSITIONS, openings=f'positions(file="{file}")')
        )
        with Store.open(Path(folder) / "runs") as store:
            number = store.begin(experiment)
            workers = LocalWorkers(os.cpu_count() or 1)
            run(experiment, store, number, workers, lambda done, tally: None)
            workers.close()
            records = store.records(number)
    if len(records) != 2 * POSITIONS:
        raise WrongAnswer(f"{len(records)} games were played, not {2 * POSITIONS}")
    wins = [sum(each.points == WIN for each in records if each.first == agent) for agent in (0, 1)]
    if wins[0] != POSITIONS:
        raise WrongAnswer(f"perfect wins {wins[0]} of {POSITIONS} won positions")
    work = f"6×7, {POSITIONS} won positions, games won from there"
    return [Row(work=work, ours=wins[0], unit="games", peer=wins[1], peer_name=AGENTS[1])]


def won_positions() -> list[str]:
    """Positions by random play that the player to move wins, but not with its next disc."""
    game = load_game(GAME)
    oracle = load_oracle(game)
    sampling = Sampling(GAME, 5 * POSITIONS, plays=("random",), from_ply=8, to_ply=20)
    found = []
    for sample in sampled(sampling):
        truth = oracle.value(sample.position)
        if truth is not None and truth.outcome > 0 and truth.plies != 1:
            found.append(game.position_name(sample.position))
    if len(found) < POSITIONS:
        raise WrongAnswer(f"only {len(found)} positions are won")
    return found[:POSITIONS]
