"""Monte Carlo tree search: simulations per second on the empty board, ours against OpenSpiel's.

Both sides (theirs is in C++) run UCT with the same exploration constant on results from -1 to 1,
one random rollout per simulation, a fresh tree each time. Ours also proves wins; theirs has that
turned off, which is faster. The dice differ, but both must find the center column to be the best.
"""

from bench import open_spiel
from bench.measure import Row, WrongAnswer, side_by_side
from plyground.games import load_game
from plyground.search.mcts_player import Mcts
from plyground.search.results import Limits

SEED = 2024
EXPLORATION = 1.4
MEMORY_MB = 1000
GOALS = {2_000: 3.0, 10_000: 3.0}
"""Simulations per move, and the goal for the ratio."""


def measure() -> list[Row]:
    """The same number of simulations on both sides."""
    return [_row(simulations, goal) for simulations, goal in GOALS.items()]


def _row(simulations: int, goal: float) -> Row:
    game = load_game("connect_four")
    player = Mcts(game, exploration=EXPLORATION, seed=SEED)
    peer, state = _peer(simulations)

    def ours() -> int:
        player.forget()
        return player.search(game.start, Limits(nodes=simulations)).move

    def theirs() -> int:
        return int(peer.step(state))

    _check(game.move_name(game.start, ours()), str(theirs() + 1))
    seconds = side_by_side(ours, theirs)
    return Row(
        work=f"connect_four: a move by {simulations:,} simulations",
        ours=simulations / seconds.ours,
        peer=simulations / seconds.theirs,
        unit="simulations/s",
        peer_name="OpenSpiel",
        at_least=goal,
    )


def _peer(simulations: int) -> tuple[open_spiel.State, open_spiel.State]:
    """Their player and the position to move in."""
    spiel = open_spiel.pyspiel()
    game = spiel.load_game("connect_four")
    bot = spiel.MCTSBot(
        game,
        spiel.RandomRolloutEvaluator(n_rollouts=1, seed=SEED),
        uct_c=EXPLORATION,
        max_simulations=simulations,
        max_memory_mb=MEMORY_MB,
        solve=False,
        seed=SEED,
        verbose=False,
    )
    return bot, game.new_initial_state()


def _check(ours: str, theirs: str) -> None:
    if not ours == theirs == "4":
        raise WrongAnswer(f"mcts opens in column {ours}, OpenSpiel's in {theirs}; 4 is the best")
