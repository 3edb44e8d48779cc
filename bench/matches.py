"""Matches: what a second worker is worth, and the published checkers games against their library.

the agent (depth 4, piece count, first) against a random one, to the end or 20 quiet moves
"""

import importlib
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.measure import MissingPeer, Row
from bench.peer_imparaai import WON, Search
from plyground.experiments.plan import Experiment, assignments, checked
from plyground.experiments.referee import Referee
from plyground.experiments.runner import LocalWorkers, run
from plyground.experiments.store import Store

QUIET = 20
DEPTH = 4
THEIR_GAMES = 2
OUR_GAMES = 200
SHARED = 600


def measure() -> list[Row]:
    """Both rows."""
    return [_published_checkers(), _two_workers()]


def _published_checkers() -> Row:
    experiment = checked(
        Experiment(
            "checkers",
            (f"alpha_beta(depth={DEPTH}, heuristic=piece_count)", "random"),
            games=OUR_GAMES,
            openings="start",
            repetitions=0,
            quiet_plies=QUIET,
        )
    )
    referee = Referee(experiment)
    games = [game for game in assignments(experiment) if game.first == 0]
    referee.play(games[0])
    begun = time.perf_counter()
    for game in games:
        referee.play(game)
    ours = len(games) / (time.perf_counter() - begun)
    begun = time.perf_counter()
    for seed in range(THEIR_GAMES):
        _their_game(random.Random(seed))
    theirs = THEIR_GAMES / (time.perf_counter() - begun)
    return Row(
        work="checkers: the published games, depth 4 against random",
        ours=ours,
        unit="games/s",
        peer=theirs,
        peer_name="imparaai",
        at_least=2000,
    )


def _their_game(dice: random.Random) -> None:
    """One game on their library, with the same rules for its end."""
    try:
        game: Any = importlib.import_module("checkers.game").Game()
    except ImportError as error:
        raise MissingPeer("imparaai-checkers is missing: pip install -e '.[bench]'") from error
    game.consecutive_noncapture_move_limit = QUIET
    while not game.is_over() and game.get_possible_moves():
        if game.whose_turn() == 1:
            game.move(_their_choice(game))
        else:
            game.move(dice.choice(game.get_possible_moves()))


def _their_choice(game: Any) -> Any:
    thinker, best, chosen = Search(), -float("inf"), None
    copy = importlib.import_module("copy")
    for move in game.get_possible_moves():
        after = copy.deepcopy(game).move(move)
        left = DEPTH if after.whose_turn() == 1 else DEPTH - 1
        score = thinker.value(after, left, max(best, -WON), WON)
        if score > best:
            best, chosen = score, move
    return chosen


def _two_workers() -> Row:
    experiment = checked(
        Experiment(
            "connect_four",
            ("alpha_beta(depth=7, heuristic=center)", "mcts(simulations=500)"),
            games=SHARED,
        )
    )
    rates = {count: _games_per_second(experiment, count) for count in (1, 2)}
    return Row(
        work="two workers against one, Connect Four",
        ours=rates[2],
        unit="games/s",
        peer=rates[1],
        peer_name="one worker",
        at_least=1.7,
    )


def _games_per_second(experiment: Experiment, count: int) -> float:
    """Once the workers are up and have compiled."""
    workers = LocalWorkers(count)
    try:
        with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder, "runs")) as store:
            warm = checked(Experiment(experiment.game, experiment.agents, games=4 * count))
            run(warm, store, store.begin(warm), workers)
            begun = time.perf_counter()
            run(experiment, store, store.begin(experiment), workers)
            return experiment.games / (time.perf_counter() - begun)
    finally:
        workers.close()
