"""Random games per second, ours against OpenSpiel's: a Python loop, and its own players in C++.

The two sides roll different dice, so what they played is compared by what became of the games: the
mean length and the first player's wins must agree within five standard errors.
"""

import math
import random
import statistics
from collections.abc import Callable

from bench import open_spiel
from bench.measure import Row, WrongAnswer, side_by_side
from plyground.games import load_game
from plyground.search.random_games import Settings, Tally, random_games

SEED = 2024
OUR_GAMES = 100_000
PEER_GAMES = 1_000
CHECKED_GAMES = 4_000

BOARDS = {
    "connect_four": ("connect_four", 100.0),
    "connect_four(rows=10, columns=10)": ("connect_four(rows=10,columns=10)", None),
    "connect_four(rows=3, columns=4, connect=3)": (
        "connect_four(rows=3,columns=4,x_in_row=3)",
        None,
    ),
}
"""Our text form, OpenSpiel's, and the goal for the ratio."""


def measure() -> list[Row]:
    """Every board against the Python loop, then the usual board against the players in C++."""
    rows = [_against_loop(ours, peer, goal) for ours, (peer, goal) in BOARDS.items()]
    return [*rows, _against_bots()]


def _against_loop(text: str, peer_text: str, goal: float | None) -> Row:
    peer = open_spiel.pyspiel().load_game(peer_text)
    dice = random.Random(SEED)
    play = _player(text)
    ends = [open_spiel.random_end(peer, dice.random) for _ in range(CHECKED_GAMES)]
    _check(text, play(OUR_GAMES), ends)
    return _row(text, play, lambda: open_spiel.play_randomly(peer, PEER_GAMES, dice), goal)


def _against_bots() -> Row:
    peer = open_spiel.pyspiel().load_game("connect_four")
    play = _player("connect_four")
    play(1)
    name = "connect_four, theirs all in C++"
    return _row(name, play, lambda: open_spiel.let_bots_play(peer, PEER_GAMES, SEED), None)


def _player(text: str) -> Callable[[int], Tally]:
    """play(games) of our side."""
    tally = random_games(load_game(text))
    return lambda games: tally(SEED, 0, games, *Settings())


def _row(
    name: str, play: Callable[[int], Tally], theirs: Callable[[], object], goal: float | None
) -> Row:
    seconds = side_by_side(lambda: play(OUR_GAMES), theirs)
    return Row(
        work=f"{name}: random games",
        ours=OUR_GAMES / seconds.ours,
        peer=PEER_GAMES / seconds.theirs,
        unit="games/s",
        peer_name="OpenSpiel",
        at_least=goal,
    )


def _check(text: str, ours: Tally, ends: list[open_spiel.State]) -> None:
    """Our sample is so much the larger that only the peer's standard error counts."""
    samples = {
        "plies": (ours.plies, [float(len(end.history())) for end in ends]),
        "first player's wins": (ours.wins, [float(end.returns()[0] > 0) for end in ends]),
    }
    for what, (our_sum, theirs) in samples.items():
        our_mean, mean = our_sum / OUR_GAMES, statistics.fmean(theirs)
        error = statistics.stdev(theirs) / math.sqrt(len(theirs))
        if abs(our_mean - mean) > 5 * error:
            raise WrongAnswer(
                f"random games of {text}: {what} per game {our_mean:.3f}, "
                f"but {mean:.3f} ± {error:.3f} by OpenSpiel"
            )
