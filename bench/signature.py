"""The bench signature: all leaves of a fixed small bench, as one number.

It changes only if the rules of a game change, and a commit that changes it must say why.
"""

from bench.measure import Row
from plyground.games import load_game
from plyground.search.perft import perft

DEPTHS = {
    "tic_tac_toe": 9,
    "connect_four": 7,
    "connect_four(rows=3, columns=4, connect=3)": 9,
    "connect_four(rows=10, columns=10)": 6,
    "checkers": 8,
    "nine_mens_morris": 4,
    "isolation": 5,
    "isolation(rows=9, columns=11)": 4,
    "isolation(move=queen)": 3,
}


def leaves(text: str, depth: int) -> int:
    """The perft of one game from its start."""
    game = load_game(text)
    return perft(game)(game.start, depth)


def signature() -> int:
    """The sum over all games and sizes of the bench."""
    return sum(leaves(text, depth) for text, depth in DEPTHS.items())


def measure() -> list[Row]:
    """One row, without a peer."""
    return [Row(work="signature of all games", ours=signature(), unit="leaves")]
