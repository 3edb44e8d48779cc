"""Players: agents at the board. Each makes one legal move after the other, in its own way.

begin(seed)        a new game: nothing of earlier ones is remembered
choose(position)   the move, with what led to it
scores(position)   what every legal move is worth, from those who can tell
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.bits import below, dice, rolled, scrambled
from plyground.errors import IllegalMove
from plyground.games.game import ONGOING, Game, Position
from plyground.heuristics import Evaluation
from plyground.jit import ENABLED, interpreted
from plyground.search.connect_four_astar import AStar
from plyground.search.deepening import Engine
from plyground.search.mcts_player import Mcts
from plyground.search.memory import memory, renew, stopped
from plyground.search.results import (
    DECIDED,
    NODES,
    Counters,
    Limits,
    Search,
    SearchResult,
    final_score,
    one_ply_later,
)

DICE, ROLLED = interpreted(dice), interpreted(rolled)
SCRAMBLED, BELOW = interpreted(scrambled), interpreted(below)


class Player(Protocol):
    """An agent at the board, for one game."""

    def begin(self, seed: int) -> None:
        """Forget all earlier games; what is left to chance is decided by the seed."""

    def choose(
        self,
        position: Position,
        past: Sequence[Position] = (),
        played: int = 0,
        line: bool = True,
    ) -> SearchResult:
        """A legal move of an ongoing position, after `played` plies of the game; `past` are the
        positions since the last capture. Only draws by history depend on either. Without `line`
        the moves expected after it are left out, which is faster."""


@dataclass
class RandomPlayer:
    """Rolls the dice once a move."""

    game: Game
    seed: int
    moves_made: int = 0

    def begin(self, seed: int) -> None:
        self.seed, self.moves_made = seed, 0

    def choose(
        self,
        position: Position,
        past: Sequence[Position] = (),
        played: int = 0,
        line: bool = True,
    ) -> SearchResult:
        legal = self.game.moves(position)
        state = ROLLED(DICE(self.seed, self.moves_made))
        move = legal[BELOW(SCRAMBLED(state), len(legal))]
        self.moves_made += 1
        return SearchResult(move, 0, (move,), 0, 0, 0.0, False)


@dataclass
class EnginePlayer:
    """Lets the engine think within its limits."""

    engine: Engine
    limits: Limits

    @property
    def problem(self) -> str:
        return self.engine.evaluation.problem

    def begin(self, seed: int) -> None:
        self.engine.forget()

    def choose(
        self,
        position: Position,
        past: Sequence[Position] = (),
        played: int = 0,
        line: bool = True,
    ) -> SearchResult:
        return self.engine.search(position, self.limits, past, played, line)

    def scores(self, position: Position) -> dict[int, int]:
        """The value of every legal move, within the same limits shared out among them."""
        game, moves = self.engine.game, self.engine.game.moves(position)
        share = Limits(
            self.limits.depth and self.limits.depth - 1,
            self.limits.nodes and self.limits.nodes // len(moves) + 1,
            self.limits.seconds and self.limits.seconds / len(moves),
        )
        found = {}
        for move in moves:
            after = game.plain.play(position, move)
            result = game.plain.outcome(after)
            if result != ONGOING:
                found[move] = -interpreted(final_score)(result, 1)
            elif share.depth == 0:
                found[move] = -self.engine.evaluation.leaf(after, 1)
            else:
                found[move] = -one_ply_later(self.engine.search(after, share).score)
        return found


@dataclass
class MctsPlayer:
    """Keeps the tree of its last search."""

    thinker: Mcts
    problem: str = ""

    def begin(self, seed: int) -> None:
        self.thinker.seed = seed
        self.thinker.forget()

    def choose(
        self,
        position: Position,
        past: Sequence[Position] = (),
        played: int = 0,
        line: bool = True,
    ) -> SearchResult:
        return self.thinker.search(position)

    def scores(self, position: Position) -> dict[int, int]:
        """The mean result of every move of the last search, in thousandths."""
        return {each.move: round(1000 * each.mean) for each in self.thinker.moves()}


@dataclass
class AStarPlayer:
    """Plans anew each turn."""

    planner: AStar

    def begin(self, seed: int) -> None: ...

    def choose(
        self,
        position: Position,
        past: Sequence[Position] = (),
        played: int = 0,
        line: bool = True,
    ) -> SearchResult:
        return self.planner.search(position)


@dataclass
class FunctionPlayer:
    """Asks a function of the user's for each move."""

    game: Game
    function: Callable[..., Any]
    parameters: Mapping[str, object]

    def begin(self, seed: int) -> None: ...

    def choose(
        self,
        position: Position,
        past: Sequence[Position] = (),
        played: int = 0,
        line: bool = True,
    ) -> SearchResult:
        started = time.perf_counter()
        answer = self.function(self.game, position, **self.parameters)
        seconds = time.perf_counter() - started
        if isinstance(answer, str):
            move = self.game.parse_move(position, answer)
        elif answer in self.game.moves(position):
            move = int(answer)
        else:
            legal = " ".join(self.game.move_name(position, each) for each in
                             self.game.moves(position))  # fmt: skip
            raise IllegalMove(f"{self.function.__name__} answers {answer!r} (legal: {legal})")
        return SearchResult(move, 0, (move,), 0, 0, seconds, False)


@dataclass
class FixedDepthPlayer:
    """One rung of the staircase, to one depth."""

    game: Game
    evaluation: Evaluation
    search: Search
    depth: int
    slots: int
    ready: bool = False
    kept: Counters = None

    @property
    def problem(self) -> str:
        return self.evaluation.problem

    def begin(self, seed: int) -> None: ...

    def choose(
        self,
        position: Position,
        past: Sequence[Position] = (),
        played: int = 0,
        line: bool = True,
    ) -> SearchResult:
        if not self.ready:
            self.search.best(position, 1, 0, stopped(self._memory()))  # compiles before the clock
            self.ready = True
        counts = self._memory()
        started = time.perf_counter()
        found = self.search.best(position, self.depth, 0, counts)
        seconds, nodes = time.perf_counter() - started, int(counts[NODES])
        expected = self._line(position, found.move) if line else (found.move,)
        exact = abs(found.score) > DECIDED
        return SearchResult(found.move, found.score, expected, self.depth, nodes, seconds, exact)

    def _line(self, position: Position, move: int) -> tuple[int, ...]:
        """Best play on both sides, by searching again one ply less deep after each move."""
        line = [move]
        position = self.game.plain.play(position, move)
        for ply in range(1, self.depth):
            if self.game.plain.outcome(position) != ONGOING:
                break
            found = self.search.best(position, self.depth - ply, ply, self._memory())
            line.append(found.move)
            position = self.game.plain.play(position, found.move)
        return tuple(line)

    def scores(self, position: Position) -> dict[int, int]:
        """The value of every legal move at the agent's depth."""
        found = {}
        for move in self.game.moves(position):
            after = self.game.plain.play(position, move)
            result = self.game.plain.outcome(after)
            if result != ONGOING:
                found[move] = -interpreted(final_score)(result, 1)
            elif self.depth == 1:
                found[move] = -self._leaf(after)
            else:
                best = self.search.best(after, self.depth - 1, 1, self._memory())
                found[move] = -best.score
        return found

    def _leaf(self, position: Position) -> int:
        leaf = self.evaluation.leaf
        return interpreted(leaf)(position, 1) if self.problem else leaf(position, 1)

    def _memory(self) -> Counters:
        """A memory as good as fresh; the same one each time, since making one takes long."""
        if self.kept is None:
            self.kept = memory(self.slots, plain=bool(self.problem) or not ENABLED)
        renew(self.kept)
        return self.kept
