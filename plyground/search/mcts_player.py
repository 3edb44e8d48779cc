"""A player that searches with MCTS and keeps its tree from move to move.

root ── my move ── their reply ── the next root: what is below it is kept, the rest forgotten
"""

import time
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from plyground.errors import BadParameter, IllegalMove
from plyground.games.game import ONGOING, Game, Position
from plyground.heuristics import Evaluation
from plyground.jit import interpreted
from plyground.search.mcts import (
    BATCH,
    CHILDREN,
    FIRST,
    MOVE,
    PROOF,
    ROOT,
    SIZE,
    TOTAL,
    UNIT,
    UNPROVEN,
    USED,
    VISITS,
    Tree,
    mcts,
    transplant,
)
from plyground.search.memory import WIDEST
from plyground.search.results import Limits, SearchResult


class Visited(NamedTuple):
    """What the tree thinks of a move at the root; `mean` is in [-1, 1], seen by who plays it."""

    move: int
    visits: int
    mean: float


@dataclass
class Mcts:
    """A player for one game whose tree lives on between moves: what it says depends on the calls
    before, and on nothing else unless `seconds` are a limit."""

    game: Game
    evaluation: Evaluation | None = None
    simulations: int | None = 2000
    seconds: float | None = None
    exploration: float = 1.4
    """On the scale of results from -1 to 1, kept to a millionth."""
    seed: int = 0
    cutoff: int = 200
    """Plies after which a rollout is stopped; 0 to evaluate at once."""
    tree: Tree = field(init=False, repr=False)
    root: Position = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if min(self.seed, self.cutoff, self.exploration) < 0:
            raise BadParameter("mcts: seed, cutoff and exploration must not be negative")
        evaluation = self.evaluation
        batch = mcts(self.game, evaluation.leaf if evaluation else None)
        self._batch = interpreted(batch) if evaluation and evaluation.problem else batch
        self._typical = typical(evaluation) if evaluation else 1
        self.forget()

    def forget(self) -> None:
        """Fell the tree: the next search depends on its position, its limits and the seed alone."""
        self.root = None
        self.tree = np.zeros(4 * WIDEST * SIZE, np.int64)
        settings = self.seed, round(self.exploration * UNIT), self.cutoff, self._typical
        self.tree[: len(settings)] = settings
        self.tree[USED] = ROOT + SIZE
        self.tree[ROOT + PROOF] = UNPROVEN

    def search(self, position: Position, limits: Limits | None = None) -> SearchResult:
        """Simulate until a limit (`nodes` are simulations) or a proof. The score is the best move's
        mean result in thousandths; of a proven root, a draw, or a win or loss within n plies."""
        self._reuse(position)
        self._batch(position, self.tree, 0)  # compiles, before the clock starts
        started = time.perf_counter()
        done = self._run(limits or Limits(nodes=self.simulations, seconds=self.seconds), started)
        best, line, proof = self.moves()[0], self._line(), self._of(ROOT, PROOF)
        exact = proof != UNPROVEN
        score = proof if exact else round(1000 * best.mean)
        seconds = time.perf_counter() - started
        return SearchResult(best.move, score, line, len(line), done, seconds, exact)

    def moves(self) -> list[Visited]:
        """Every move at the root of the last search, best first: proven wins, then by visits."""
        return [
            Visited(self._of(child, MOVE), self._of(child, VISITS), self._mean(child))
            for child in self._ranked(ROOT)
        ]

    def _run(self, limits: Limits, started: float) -> int:
        """Batch after batch, with a look at the clock between them."""
        if limits.nodes is None and limits.seconds is None:
            raise BadParameter("mcts needs an end: a number of simulations, or seconds")
        most, done = 1 << 62 if limits.nodes is None else max(1, limits.nodes), 0
        while done < most and self._of(ROOT, PROOF) == UNPROVEN:
            done += self._batch(self.root, self.tree, min(BATCH, most - done))
            if self.tree[USED] > len(self.tree) - WIDEST * SIZE:
                self.tree = np.concatenate([self.tree, np.zeros_like(self.tree)])
            if limits.seconds is not None and time.perf_counter() - started >= limits.seconds:
                break
        return done

    def _reuse(self, position: Position) -> None:
        """Make `position` the root, with all that is known of it."""
        if self.game.plain.outcome(position) != ONGOING:
            raise IllegalMove(f"nothing to search: {self.game.status(position)}")
        node = self._find(position)
        if node is None:
            self.forget()
        elif node != ROOT:
            old, self.tree = self.tree, np.zeros_like(self.tree)
            transplant(old, node, self.tree)
        self.root = position
        self.tree[ROOT + VISITS] = max(1, self._of(ROOT, VISITS))  # so that it is expanded

    def _find(self, position: Position) -> int | None:
        """The node of a position at most two plies below the old root."""
        level = [] if self.root is None else [(ROOT, self.root)]
        one_sided = self.evaluation is not None and self.evaluation.heuristic.one_sided
        for ply in range(3):
            for node, known in level:
                if known == position and not (one_sided and ply == 1):  # it took the other's side
                    return node
            level = [
                (child, self.game.plain.play(known, self._of(child, MOVE)))
                for node, known in level
                for child in self._ranked(node)
            ]
        return None

    def _line(self) -> tuple[int, ...]:
        """The best moves down to where the tree ends."""
        node, line = ROOT, []
        while children := self._ranked(node):
            node = children[0]
            if not self._of(node, VISITS) and self._of(node, PROOF) == UNPROVEN:
                break
            line.append(self._of(node, MOVE))
        return tuple(line)

    def _of(self, node: int, word: int) -> int:
        return int(self.tree[node + word])

    def _mean(self, child: int) -> float:
        """The mean result for the player who moves there."""
        proof, visits = self._of(child, PROOF), max(1, self._of(child, VISITS))
        if proof != UNPROVEN:
            return float((proof < 0) - (proof > 0))
        return -self._of(child, TOTAL) / (UNIT * visits)

    def _ranked(self, node: int) -> list[int]:
        """The children: quick wins first, slow losses last, the others by visits, then mean."""

        def rank(child: int) -> tuple[int, int, float]:
            proof = self._of(child, PROOF)
            return 0 if proof == UNPROVEN else -proof, self._of(child, VISITS), self._mean(child)

        first, words = self._of(node, FIRST), self._of(node, CHILDREN) * SIZE
        return sorted(range(first, first + words, SIZE), key=rank, reverse=True)


def typical(evaluation: Evaluation, games: int = 20, most_plies: int = 100) -> int:
    """The mean size of an evaluation over the positions of some random games, at least 1."""
    game, leaf = evaluation.game, interpreted(evaluation.leaf)
    sizes = []
    for number in range(games):
        position = game.start
        for move in game.random_game(0, number, most_plies):
            sizes.append(abs(leaf(position, 0)))
            position = game.plain.play(position, move)
    return max(1, round(sum(sizes) / len(sizes)))
