"""The recorded tree: every node that minimax or alpha-beta visits, in the order it visits them.

        0              index   0   1   2   3   4   5        stepping through the search in order
       / \\             parent -1   0   1   1   0   4        is stepping through the indices
      1   4            ply     0   1   2   2   1   2
     / \\   \\ ✂         end     6   4   3   4   6   6        the subtree of i is i … end[i] - 1
    2   3   5          left_out of 4 is 1: after 5 nothing below 4 could matter any more

Values and windows are as in the search, seen by the player to move at the node (`seen_by_root`
turns them around). An entered node has a window alpha … beta, and what its value says is its kind:

    EXACT     alpha < value < beta       LEAF      evaluated at the horizon
    AT_MOST   value <= alpha             TERMINAL  the game is over there
    CUT       at least value >= beta: the other children were left out
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadHeuristic, BadParameter
from plyground.games.game import ONGOING, Game, Position
from plyground.heuristics import Evaluation, Leaf
from plyground.jit import compiled, interpreted
from plyground.search.alpha_beta import alpha_beta
from plyground.search.minimax import minimax
from plyground.search.results import (
    DECIDED,
    INFINITY,
    NODES,
    STOP,
    Counters,
    Found,
    counters,
    entered,
    final_score,
    in_words,
)

LARGEST_TREE = 2_000_000
COUNTED = 200_000_000  # how far a tree that is too large is counted, a few seconds

KINDS = ("exact", "at most", "cut", "leaf", "terminal")
EXACT, AT_MOST, CUT, LEAF, TERMINAL = range(len(KINDS))
ROOT, NOTHING = 0, -1

NODE = np.dtype(
    [
        ("parent", np.int32),
        ("end", np.int32),
        ("move", np.int64),
        ("ply", np.int16),
        ("kind", np.int8),
        ("left_out", np.int16),
        ("value", np.int32),
        ("alpha", np.int32),
        ("beta", np.int32),
    ]
)
Nodes: TypeAlias = Any
"""An array of NODE."""
Integers: TypeAlias = NDArray[Any]
"""An array of integers, an entry per node."""


def record(game: Game, leaf: Leaf, pruning: bool) -> Callable[..., int]:
    """Build value(position, depth, alpha, beta, ply, parent, move, nodes, counts).

    It writes down what `alpha_beta` does, or `minimax` if not `pruning`: same order, same values.
    """
    legal_moves, play, outcome = game.legal_moves, game.play, game.outcome

    @compiled
    def value(
        position: Position,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        parent: int,
        move: int,
        nodes: Nodes,
        counts: Counters,
    ) -> int:
        index = counts[NODES]
        if not entered(counts):
            return 0
        result, best, left_out, kind = outcome(position), -INFINITY, 0, EXACT
        if result != ONGOING:
            best, kind = final_score(result, ply), TERMINAL
        elif depth == 0:
            best, kind = leaf(position, ply), LEAF
        else:
            for reply in legal_moves(position):
                if best >= beta:
                    left_out += 1
                    continue
                lower = max(alpha, best) if pruning else alpha
                after, below = play(position, reply), (depth - 1, -beta, -lower, ply + 1)
                best = max(best, -value(after, *below, index, reply, nodes, counts))
            kind = CUT if best >= beta else AT_MOST if best <= alpha else EXACT
        node = nodes[index]
        node["parent"], node["end"], node["move"] = parent, counts[NODES], move
        node["ply"], node["kind"], node["left_out"] = ply, kind, left_out
        node["value"], node["alpha"], node["beta"] = best, alpha, beta
        return best

    return value


@dataclass(frozen=True, repr=False)
class Tree:
    """A search written down: one entry per visited node in each array, the root first."""

    game: Game
    position: Position
    evaluation: str
    units: int
    """Evaluations are so many times what the heuristic returned."""
    depth: int
    pruning: bool

    parent: Integers
    """The index of the parent; -1 at the root."""
    end: Integers
    """One past the last index of the node's subtree."""
    move: Integers
    """The move that led here; -1 at the root."""
    ply: Integers
    """Moves below the root."""
    kind: Integers
    left_out: Integers
    """Children never looked at because of a cut-off."""
    value: Integers
    """Seen by the player to move at the node, as are alpha and beta."""
    alpha: Integers
    beta: Integers

    def __len__(self) -> int:
        return len(self.parent)

    def __repr__(self) -> str:
        return f"<{self.title}, {self.nodes} nodes, {self.words(self.score)}>"

    @property
    def title(self) -> str:
        """What was searched, and how."""
        how = "alpha-beta" if self.pruning else "minimax"
        return f"{self.game.text}, {how} to depth {self.depth}, {self.evaluation}"

    @property
    def nodes(self) -> int:
        """Positions visited below the root, as the searches count them."""
        return len(self) - 1

    @property
    def score(self) -> int:
        """The value of the root."""
        return int(self.value[ROOT])

    @property
    def seen_by_root(self) -> Integers:
        """The values seen by the player to move at the root; at odd plies `at most` and `cut` are
        then lower and upper bounds."""
        return np.where(self.ply % 2, -self.value, self.value)

    @property
    def best_line(self) -> list[int]:
        """Indices from the root down: at each node the first child that has its value."""
        line = [ROOT]
        while True:
            last = line[-1]
            same = (each for each in self.children(last) if -self.value[each] == self.value[last])
            best = next(same, None)
            if best is None:
                return line
            line.append(best)

    def children(self, index: int) -> list[int]:
        """The children that were looked at, in the order of the search."""
        found = []
        child, end = index + 1, int(self.end[index])
        while child < end:
            found.append(child)
            child = int(self.end[child])
        return found

    def path(self, index: int) -> list[int]:
        """The indices from the root to this node, both included."""
        up = [index]
        while up[-1] != ROOT:
            up.append(int(self.parent[up[-1]]))
        return up[::-1]

    def position_at(self, index: int) -> Position:
        """The position of a node."""
        position = self.position
        for each in self.path(index)[1:]:
            position = self.game.plain.play(position, int(self.move[each]))
        return position

    def move_name(self, index: int) -> str:
        """The move that led to a node, in the game's notation; empty at the root."""
        if index == ROOT:
            return ""
        before = self.position_at(int(self.parent[index]))
        return self.game.move_name(before, int(self.move[index]))

    def walk(self, deepest: int | None = None) -> Iterator[tuple[int, str, Position]]:
        """Index, move and position of every node down to a ply, in the order of the search."""
        play, name = self.game.plain.play, self.game.move_name
        above: list[Position] = [self.position] * (self.depth + 1)
        yield ROOT, "", self.position
        kept = range(1, len(self)) if deepest is None else np.flatnonzero(self.ply <= deepest)[1:]
        for index in map(int, kept):
            ply, move = int(self.ply[index]), int(self.move[index])
            before = above[ply - 1]
            above[ply] = play(before, move)
            yield index, name(before, move), above[ply]

    def words(self, score: int) -> str:
        """A score as people say it: +12, win in 3, -∞; in the units of the heuristic."""
        if abs(score) >= INFINITY:
            return "+∞" if score > 0 else "-∞"
        if abs(score) > DECIDED or self.units == 1:
            return in_words(score)
        return f"{score / self.units:+g}" if score else "0"

    def to_json(self) -> str:
        """One object: what was searched, and an array per property; no window end is null."""
        window = {
            name: [None if abs(each) >= INFINITY else each for each in getattr(self, name).tolist()]
            for name in ("alpha", "beta")
        }
        numbers = ("parent", "end", "ply", "kind", "left_out", "value")
        about = {
            "game": self.game.text,
            "position": self.game.position_name(self.position),
            "evaluation": self.evaluation,
            "units": self.units,
            "depth": self.depth,
            "pruning": self.pruning,
            "nodes": self.nodes,
            "kinds": KINDS,
            "best_line": self.best_line,
            "move": [name for _, name, _ in self.walk()],
        }
        arrays = {name: getattr(self, name).tolist() for name in numbers}
        return json.dumps(about | arrays | window, ensure_ascii=False)


def recorded_tree(
    game: Game, evaluation: Evaluation, position: Position, depth: int, pruning: bool = True
) -> Tree:
    """Count the nodes with the plain search, then write them down in arrays of that size."""
    _, count = _plain_search(game, evaluation, pruning)(position, depth)
    if count.nodes >= LARGEST_TREE:
        advice = "a smaller depth" if pruning else "a smaller depth, or pruning"
        raise BadParameter(
            f"the tree of depth {depth} has {_known(count, evaluation)} nodes and "
            f"{LARGEST_TREE:,} fit (use {advice})"
        )
    value = record(game, evaluation.leaf, pruning)
    search = interpreted(value) if evaluation.problem else value
    size = count.nodes + 1
    nodes, counts = np.zeros(size, NODE), counters(size)
    search(position, depth, -INFINITY, INFINITY, 0, NOTHING, NOTHING, nodes, counts)
    if counts[NODES] != size or counts[STOP]:
        raise BadHeuristic(
            f"{evaluation.text} does not say the same twice about the same position: the search "
            f"visited {count.nodes} nodes at first and another number when it was recorded"
        )
    columns = {name: np.ascontiguousarray(nodes[name]) for name in NODE.names or ()}
    return Tree(game, position, evaluation.text, evaluation.units, depth, pruning, **columns)


@dataclass(frozen=True)
class Count:
    """What one search cost."""

    nodes: int
    seconds: float


@dataclass(frozen=True)
class Comparison:
    """The same search with and without pruning."""

    depth: int
    found: Found
    """The best move and its score; the same both ways."""
    minimax: Count
    alpha_beta: Count

    @property
    def ratio(self) -> float:
        """How many times more nodes minimax visits."""
        return self.minimax.nodes / self.alpha_beta.nodes

    @property
    def saved(self) -> float:
        """The share of the nodes that pruning leaves out."""
        return 1 - self.alpha_beta.nodes / self.minimax.nodes

    def __str__(self) -> str:
        without, pruned = self.minimax, self.alpha_beta
        return (
            f"depth {self.depth}: alpha-beta {pruned.nodes:,} nodes in {pruned.seconds:.4f} s, "
            f"minimax {without.nodes:,} in {without.seconds:.4f} s: {self.saved:.0%} saved"
        )


def compare(game: Game, evaluation: Evaluation, position: Position, depth: int) -> Comparison:
    """Nodes and seconds with and without pruning, compiling not included."""
    counts = []
    for pruning in (False, True):
        search = _plain_search(game, evaluation, pruning)
        search(position, 1)  # compiles
        found, count = search(position, depth)
        if count.nodes >= _most_counted(evaluation):
            known = _known(count, evaluation)
            raise BadParameter(f"depth {depth} takes {known} nodes (use a smaller depth)")
        counts.append(count)
    return Comparison(depth, found, *counts)


def _plain_search(
    game: Game, evaluation: Evaluation, pruning: bool
) -> Callable[[Position, int], tuple[Found, Count]]:
    """The search that is to be recorded: what it finds, and what that costs."""
    best = (alpha_beta if pruning else minimax)(game, evaluation.leaf).best
    runnable = interpreted(best) if evaluation.problem else best

    def search(position: Position, depth: int) -> tuple[Found, Count]:
        if depth < 1:
            raise BadParameter(f"a tree of depth {depth} has no moves (use 1 or more)")
        if game.plain.outcome(position) != ONGOING:
            raise BadParameter(f"there is nothing to search: {game.status(position)}")
        counts = counters(_most_counted(evaluation))
        started = time.perf_counter()
        found = runnable(position, depth, 0, counts)
        return found, Count(int(counts[NODES]), time.perf_counter() - started)

    return search


def _most_counted(evaluation: Evaluation) -> int:
    """Where counting stops; an interpreted search is some hundred times slower."""
    return LARGEST_TREE if evaluation.problem else COUNTED


def _known(count: Count, evaluation: Evaluation) -> str:
    most = _most_counted(evaluation)
    return f"{count.nodes:,}" if count.nodes < most else f"{most:,} or more"
