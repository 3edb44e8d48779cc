"""What a solver answers: the truth about a position.

    outcome   LOST, DRAWN or WON for the player to move, if both play perfectly from here
    plies     to the end, the winner hurrying and the loser holding out; None if nobody counted
    margin    by how much, in a game that can be won by more or by less; else 0

An oracle may know some positions at once, others after a while, and others not at all.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from plyground.errors import BadParameter
from plyground.games.game import Game, Position
from plyground.search.results import SOME_DAY, WIN

Roll = Callable[[int], int]
"""One of 0 … limit - 1, all equally likely."""


class Truth(NamedTuple):
    """The value of a position under perfect play, seen by the player to move."""

    outcome: int
    plies: int | None
    margin: int = 0

    @property
    def rank(self) -> tuple[int, int, int]:
        """Larger is better: a win before a draw, more before less, sooner wins, later losses."""
        return self.outcome, self.margin, -self.outcome * self._counted

    @property
    def _counted(self) -> int:
        """The plies; an end that nobody counted is further than any that somebody did."""
        return SOME_DAY if self.plies is None else self.plies

    @property
    def score(self) -> int:
        """The same on the scale of searches, in search/results.py; `rank` orders likewise."""
        if self.margin:  # what counts then is by how much, not when
            return self.outcome * (WIN - 2 * SOME_DAY + min(abs(self.margin), SOME_DAY))
        return self.outcome * (WIN - self._counted)

    def of_the_move(self) -> "Truth":
        """What the move that led here is worth to the player who made it."""
        plies = None if self.plies is None else self.plies + 1
        return Truth(-self.outcome, plies, -self.margin)

    def __str__(self) -> str:
        word = {1: "win", 0: "draw", -1: "loss"}[self.outcome]
        if self.margin:
            return f"{word} by {abs(self.margin)}"
        return f"{word} in {self.plies}" if self.outcome and self.plies is not None else word


class Oracle(ABC):
    """Exact values of the positions of one game."""

    game: Game
    unit = "men"
    """What is counted on the board of an oracle that has strata …"""
    phase = ""
    """… and when, if not always."""

    @property
    def nodes(self) -> int:
        """Positions visited so far, by an oracle that searches."""
        return 0

    @abstractmethod
    def knows(self, position: Position) -> bool:
        """Whether `value` answers within a blink; the same at all times and on all machines."""

    @abstractmethod
    def value(self, position: Position, seconds: float | None = None) -> Truth | None:
        """The truth, of a finished position too; None: not known, or not within the time."""

    def prepare(self) -> None:
        """Do now what it would do once when it is first asked: compile, build tables."""
        self.value(self.game.start, 0.0)

    def strata(self) -> Sequence[int]:
        """Numbers of men such that it knows every position of so many; none if it has no tables."""
        return ()

    def drawn(self, men: int, roll: Roll) -> Position:
        """By lot, one placement of so many men, all equally likely; the game may be over there."""
        raise BadParameter(f"{self.game.text} has no tables to draw positions from")

    def holdings(self) -> str:
        """What its tables hold, in a word; a folder that holds none, or foreign ones, is refused.

        Two oracles of a game that hold the same know the same.
        """
        return ""

    def unknown(self) -> str:
        """That it does not know a position, in words, and which ones it knows."""
        words = f"the oracle of {self.game.text} does not know this position"
        self.holdings()
        known = self.strata()
        if not known:
            return words
        return (
            f"{words}: its tables have those of {known[0]} to {known[-1]} {self.unit}{self.phase}"
        )

    def points(self, position: Position, truth: Truth) -> int:
        """The value of a position on the scale that is usual for the game."""
        return truth.margin or truth.outcome

    def moves(self, position: Position, seconds: float | None = None) -> dict[int, Truth] | None:
        """What each legal move is worth to the player who makes it; `seconds` for all of them."""
        end = None if seconds is None else time.monotonic() + seconds
        found = {}
        for move in self.game.moves(position):
            left = None if end is None else max(0.0, end - time.monotonic())
            truth = self.value(self.game.plain.play(position, move), left)
            if truth is None:
                return None
            found[move] = truth.of_the_move()
        return found

    def best(self, position: Position, seconds: float | None = None) -> tuple[int, Truth] | None:
        """A best move and what it is worth."""
        values = self.moves(position, seconds)
        if values is None:
            return None
        move = best_moves(values)[0]
        return move, values[move]

    def line(self, position: Position) -> list[int]:
        """Best moves for both sides, to the end of the game or of what is known."""
        moves: list[int] = []
        while self.game.moves(position):
            found = self.best(position)
            if found is None:
                break
            moves.append(found[0])
            position = self.game.plain.play(position, found[0])
        return moves


def best_moves(values: dict[int, Truth]) -> list[int]:
    """The moves that nothing beats."""
    best = max(truth.rank for truth in values.values())
    return [move for move, truth in values.items() if truth.rank == best]


def chosen(weights: Sequence[int], roll: Roll) -> int:
    """By lot, a place among the weights: one of twice the weight is twice as likely."""
    rest = roll(sum(weights))
    for place, weight in enumerate(weights):
        if rest < weight:
            return place
        rest -= weight
    raise AssertionError("a roll is below its limit")
