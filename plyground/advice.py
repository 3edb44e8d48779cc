"""Who knows the truth: a perfect player, and an advisor who asks a search where that is silent.

    position ──▶ the oracle, if the game is solved ──▶ exact      4, win in 17; 3 is as good
                     └─ not known in time ──▶ another player ──▶ searched   4, +12

A position that the oracle knows within a blink, and every position after it, gets all the time it
takes, so that the same is said about it on every machine; others get `seconds`.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from plyground.errors import BadParameter
from plyground.games.game import Position
from plyground.players import MctsPlayer, Player
from plyground.search.results import SearchResult, in_words
from plyground.solve import Oracle, Truth


@dataclass
class PerfectPlayer:
    """Asks the oracle."""

    oracle: Oracle

    def prepare(self) -> None:
        """Before a clock runs: let the oracle do what it does once."""
        self.oracle.prepare()

    def begin(self, seed: int) -> None: ...

    def choose(
        self,
        position: Position,
        past: Sequence[Position] = (),
        played: int = 0,
        line: bool = True,
    ) -> SearchResult:
        found = self.sure(position)
        if found is None:
            raise BadParameter(f"{self.oracle.unknown()}\n{self.oracle.game.show(position)}")
        if line and self.oracle.knows(position):
            return replace(found, line=tuple(self.oracle.line(position)))
        return found

    def sure(self, position: Position, seconds: float | None = None) -> SearchResult | None:
        """A best move; None if the oracle does not find one within the time.

        Nodes are not counted: how many it takes depends on what the oracle was asked before.
        """
        started = time.perf_counter()
        found = self.oracle.best(position, seconds)
        if found is None:
            return None
        seconds, (move, truth) = time.perf_counter() - started, found
        return SearchResult(move, truth.score, (move,), truth.plies or 0, 0, seconds, True)

    def truths(self, position: Position, seconds: float | None = None) -> dict[int, Truth] | None:
        """What every legal move is worth; None if the oracle cannot tell within the time."""
        return self.oracle.moves(position, seconds)

    def scores(self, position: Position) -> dict[int, int]:
        """The true value of every legal move."""
        found = self.truths(position)
        if found is None:
            raise BadParameter(self.oracle.unknown())
        return {move: truth.score for move, truth in found.items()}


@dataclass
class Advisor:
    """Asks the oracle first, and another player about what that does not know."""

    perfect: PerfectPlayer | None
    """None where the game is not solved."""
    other: Player
    seconds: float = 0.0
    """For what the oracle does not know within a blink; 0: not to be tried."""

    @property
    def problem(self) -> str:
        return str(getattr(self.other, "problem", ""))

    def prepare(self) -> None:
        """Before a clock runs: let the oracle do what it does once."""
        if self.perfect is not None:
            self.perfect.prepare()

    def begin(self, seed: int) -> None:
        self.other.begin(seed)

    def choose(
        self,
        position: Position,
        past: Sequence[Position] = (),
        played: int = 0,
        line: bool = True,
    ) -> SearchResult:
        if self.perfect is not None:
            at_once = knows_all(self.perfect, position)
            if at_once or self.seconds:
                found = self.perfect.sure(position, None if at_once else self.seconds)
                if found is not None:
                    return found
        return self.other.choose(position, past, played, line)

    def truths(self, position: Position) -> dict[int, Truth] | None:
        """What every legal move is worth; None if that is not known in time."""
        if self.perfect is None:
            return None
        at_once = knows_all(self.perfect, position)
        if not at_once and not self.seconds:
            return None
        return self.perfect.truths(position, None if at_once else self.seconds)


def knows_all(perfect: PerfectPlayer, position: Position) -> bool:
    """Whether the oracle knows a position and all that come next within a blink."""
    oracle, game = perfect.oracle, perfect.oracle.game
    after = (game.plain.play(position, move) for move in game.moves(position))
    return oracle.knows(position) and all(oracle.knows(each) for each in after)


class Worth(NamedTuple):
    """What a move is worth to the player who makes it."""

    score: int
    """On the scale of searches."""
    words: str


class Values(NamedTuple):
    """What every legal move is worth."""

    worths: dict[int, Worth]
    exact: bool

    @property
    def how(self) -> str:
        return how(self.exact)

    @property
    def best(self) -> list[int]:
        """The moves that nothing beats."""
        most = max(worth.score for worth in self.worths.values())
        return [move for move, worth in self.worths.items() if worth.score == most]


class Hint(NamedTuple):
    """A move to play, and what it is worth."""

    result: SearchResult
    words: str
    also: tuple[int, ...] = ()
    """Other moves that are surely as good."""

    @property
    def how(self) -> str:
        return how(self.result.exact)


def how(exact: bool) -> str:
    """How it was found out, in a word."""
    return "exact" if exact else "searched"


def values_by(player: Player, position: Position) -> Values | None:
    """What a player says about every legal move; None if it cannot tell."""
    if isinstance(player, PerfectPlayer | Advisor):
        truths = player.truths(position)
        if truths is not None:
            return Values({move: Worth(each.score, str(each)) for move, each in truths.items()},
                          True)  # fmt: skip
    if isinstance(player, Advisor):
        return values_by(player.other, position)
    scores = getattr(player, "scores", None)
    if scores is None:
        return None
    if isinstance(player, MctsPlayer):
        player.choose(position)  # its scores are those of its last search
    found = {int(move): int(score) for move, score in scores(position).items()}
    return Values({move: Worth(score, in_words(score)) for move, score in found.items()}, False)


def hint_by(
    player: Player, position: Position, past: Sequence[Position] = (), played: int = 0
) -> Hint:
    """What a player would play, and which other moves it knows to be as good."""
    result = player.choose(position, past, played)
    words = in_words(int(result.score), result.exact) if result.nodes or result.exact else ""
    if not (result.exact and isinstance(player, PerfectPlayer | Advisor)):
        return Hint(result, words)
    truths = player.truths(position) or {}
    if result.move not in truths:
        return Hint(result, words)
    own = truths[result.move]
    also = [move for move, each in truths.items() if each.rank == own.rank and move != result.move]
    return Hint(result, str(own), tuple(also))
