"""What is kept of a game: enough to play it again, to judge it, and to plot it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

WIN, DRAW, LOSS = 1.0, 0.5, 0.0


@dataclass(frozen=True)
class GameRecord:
    """One finished game."""

    number: int
    """Its place in the experiment; games 2 n and 2 n + 1 share an opening, sides swapped."""
    first: int
    """Which agent moved first, by its place in the experiment."""
    second: int
    position: str
    """Where it began, in notation; empty for the game's own start."""
    opening: tuple[str, ...]
    """Moves that were made for the agents."""
    moves: tuple[str, ...]
    """Moves that the agents made."""
    points: float
    """Of the agent that moved first: 1, ½ or 0."""
    termination: str
    """win, draw, repetition, quiet, length, adjudicated; timeout, illegal, crash (a forfeit)."""
    detail: str = ""
    """What went wrong, in words, where something did."""
    nodes: tuple[int, ...] = ()
    depths: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()
    """Of each move that the agents made."""

    def as_json(self) -> str:
        return json.dumps(vars(self), ensure_ascii=False)


ADJUDICATED = "adjudicated"
FORFEITS = ("timeout", "illegal", "crash")


def record_of(text: str) -> GameRecord:
    """The inverse of `as_json`."""
    data = json.loads(text)
    for name in ("opening", "moves", "nodes", "depths", "seconds"):
        data[name] = tuple(data[name])
    return GameRecord(**data)


def pair_points(records: Sequence[GameRecord], agent: int) -> float:
    """What an agent made of the two games of a pair: 0, ½ … 2."""
    return sum(record.points if record.first == agent else 1 - record.points for record in records)
