"""What searches share: the scale of scores, what is counted, and what comes back.

    -WIN ……… lost in n ……… │ -DECIDED … evaluations … DECIDED │ ……… won in n ……… WIN
             -(WIN - n)                                                WIN - n

Scores are integers seen by the player to move; n counts plies from the root, so a sooner win scores
higher and a later loss less low.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from plyground.heuristics import LARGEST
from plyground.jit import ENABLED, compiled

WIN = 1 << 30
DECIDED = LARGEST
INFINITY = WIN + 1
SOME_DAY = 1 << 15  # plies to an end that is sure to come, nobody knows when

NODES, MOST, STOP, PLAYED = 0, 1, 2, 3  # places in a search's counters
COUNTERS = 4

Counters = Any
"""Integers: positions visited, how many may be, whether to stop, plies played before."""


@dataclass(frozen=True)
class Limits:
    """When to stop: whichever comes first of a depth in plies, a number of positions, a time."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


class Found(NamedTuple):
    """The best move of a position and its score."""

    move: int
    score: int


@dataclass(frozen=True)
class SearchResult:
    """What a search has to say about a position."""

    move: int
    score: int
    """Seen by the player to move."""
    line: tuple[int, ...]
    """The moves that both sides were seen to play, the best move first."""
    depth: int
    nodes: int
    """Positions visited below the root."""
    seconds: float
    exact: bool
    """Whether the score is the game's true value: a win, loss or draw seen to its end."""


def counters(most_nodes: int | None = None) -> Counters:
    """Fresh counters, with no limit unless one is given."""
    fresh = np.zeros(COUNTERS, np.int64)
    fresh[MOST] = np.iinfo(np.int64).max if most_nodes is None else most_nodes
    return fresh if ENABLED else fresh.tolist()


@compiled
def entered(counts: Counters) -> bool:
    """Count one more position; False once the search has to stop."""
    if counts[STOP] or counts[NODES] >= counts[MOST]:
        counts[STOP] = 1
        return False
    counts[NODES] += 1
    return True


@compiled
def final_score(result: int, ply: int) -> int:
    """The score of a finished position, `ply` plies below the root."""
    return result * (WIN - ply)


def plies_to_end(score: int) -> int | None:
    """In how many plies from the root a decided score ends the game; None for an evaluation."""
    return WIN - abs(score) if abs(score) > DECIDED else None


def one_ply_later(score: int) -> int:
    """A score counted from a root one ply further up: what is decided is one ply further away."""
    if abs(score) <= DECIDED:
        return score
    return score - 1 if score > 0 else score + 1


def in_words(score: int, exact: bool = False) -> str:
    """win in 7, loss in 2, win, +12: plies to the end if known, or an evaluation; an exact one is
    the value of the game, 0 a draw."""
    plies = plies_to_end(score)
    if exact and not score:
        return "draw"
    if plies is None:
        return f"{score:+d}" if score else "0"
    end = "win" if score > 0 else "loss"
    return f"{end} in {plies}" if plies < SOME_DAY else end


Value = Any
"""A compiled value(position, depth, …) of one rung."""


@dataclass(frozen=True)
class Search:
    """A search built for one game and one evaluation."""

    name: str
    best: Any
    """Compiled best(position, depth, ply, counts) -> Found, for an ongoing position."""
    value: Value
    """The compiled recursion, for those who want to look inside."""
