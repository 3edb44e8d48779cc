"""Whole games played twice: by our compiled rules, and by rules that share no code with them.

ours     position ── legal_moves, outcome ──▶ ┐             ┌ ── play ──▶ next position
                                              ├ the same? ──┤
theirs   state    ── turns, outcome ────────▶ ┘             └ ── take ──▶ next state
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple, Protocol

from plyground.games import LOST, ONGOING, Game, Position


class Theirs(Protocol):
    """A game in progress under the other rules; what it says is in our notation."""

    def board(self) -> str:
        """What our `position_name` writes."""

    def turns(self) -> dict[str, Any]:
        """Each legal turn by our name for it, with what `take` needs."""

    def outcome(self) -> int | None:
        """As ours, for the player to move; None where a limit that we do not have stopped it."""

    def take(self, turn: Any) -> None:
        """Play a turn."""


class Said(NamedTuple):
    """What one of the two rules says about a position."""

    board: str
    outcome: int
    turns: dict[str, Any]


Kinds = Callable[[Said], Iterator[str]]
"""In which ways a position is special."""

Choose = Callable[[Random, Game, Position, dict[str, int]], str]


def at_random(random: Random, game: Game, position: Position, turns: dict[str, int]) -> str:
    """Sorted, so that a seed gives the same game in whichever order moves are generated."""
    return random.choice(sorted(turns))


def we_say(game: Game, position: Position) -> Said:
    board, outcome = game.position_name(position), game.outcome(position)
    moves = list(game.legal_moves(position)) if outcome == ONGOING else []
    turns = {game.move_name(position, move): move for move in moves}
    assert len(turns) == len(moves), f"two moves of one name: {board}"
    return Said(board, outcome, turns)


class Comparison:
    """Plays games, and counts the positions compared and those that are special in some way."""

    def __init__(self, game: Game, other: str, kinds_of: Kinds) -> None:
        self.game = game
        self.other = other
        self.kinds_of = kinds_of
        self.positions = 0
        self.different: set[str] = set()
        self.kinds: Counter[str] = Counter()

    def play_until(
        self,
        positions: int,
        begin: Callable[[Random], Theirs],
        choose: Choose = at_random,
        most_turns: int = 1000,
        first_seed: int = 0,
    ) -> None:
        """Whole games, each with its own seed, until so many positions have been compared."""
        for seed in count(first_seed):
            if self.positions >= positions:
                return
            random = Random(seed)
            self.play(random, begin(random), choose, most_turns)

    def play(self, random: Random, theirs: Theirs, choose: Choose, most_turns: int) -> None:
        start = theirs.board()
        fresh = start == self.game.position_name(self.game.start)
        position = self.game.start if fresh else self.game.parse_position(start)
        for _ in range(most_turns):
            their_outcome = theirs.outcome()
            if their_outcome is None:
                return
            ours = we_say(self.game, position)
            their_turns = theirs.turns() if their_outcome == ONGOING else {}
            self.compare(ours, Said(theirs.board(), their_outcome, their_turns))
            if their_outcome != ONGOING:
                return
            name = choose(random, self.game, position, ours.turns)
            theirs.take(their_turns[name])
            position = self.game.play(position, ours.turns[name])

    def compare(self, ours: Said, theirs: Said) -> None:
        assert ours.board == theirs.board
        assert ours.outcome == theirs.outcome, ours.board
        assert sorted(ours.turns) == sorted(theirs.turns), ours.board
        self.positions += 1
        self.different.add(ours.board)
        self.kinds.update(self.kinds_of(ours))

    def __str__(self) -> str:
        kinds = "".join(f", {number:,} {kind}" for kind, number in sorted(self.kinds.items()))
        return (
            f"{self.game.text}: {self.positions:,} positions compared with {self.other}, "
            f"0 differences ({len(self.different):,} different positions{kinds})"
        )


def kinds_of_endings(said: Said) -> Iterator[str]:
    if said.outcome != ONGOING:
        yield "lost" if said.outcome == LOST else "drawn"


def kinds_of_checkers(said: Said) -> Iterator[str]:
    """Read from FENs such as W:W18,K10:B12 and moves such as 11x18x25."""
    ways = [name.split("x") for name in said.turns]
    mover, white, black = said.board.split(":")
    if "K" in said.board:
        yield "with kings"
    if any(len(way) > 2 for way in ways):
        yield "with chains of jumps"
    if any(way[0] == way[-1] for way in ways if len(way) > 2):
        yield "with jumps in a circle"
    if said.outcome == LOST:
        mine = white if mover == "W" else black
        yield "blocked" if mine[1:] else "without a piece"
