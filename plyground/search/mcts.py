"""Monte Carlo tree search: UCT with random rollouts, and proofs where the tree sees the end.

    select ──▶ expand ──▶ roll out ──▶ back up        one simulation; a batch of them per call
      ●          ●           ●           ●+1
     ╱ ╲        ╱ ╲         ╱ ╲         ╱ ╲           select   the largest -mean(child)
    ●   ●      ●   ●       ●   ●       ●   ●+1                 + exploration · √(ln N / n)
       ╱          ╱ ╲         ╱ ╲         ╱ ╲         where N, n count visits of node and child
      ●          ●   ●       ●   ●       ●   ●+1

Results are in [-1, 1] for the player to move. A rollout that does not end within `cutoff` plies is
a draw or, with an evaluation v, worth v / (|v| + typical), where `typical` is the mean |v| over the
positions of some random games: a typical advantage counts as half a win.

A node is proven once its value is certain: the game is over, a child is lost for the other side, or
all children are proven (MCTS-Solver, Winands 2008; draws too). The tree is one array of integers:

    settings and counters │ root │ its children, side by side │ …       8 words each
                            move, parent, first child, children, visits, total, proof

A node is known by its offset, and 0 stands for none. Results are kept in millionths, so that sums
are exact, the same compiled and interpreted. Simulation n rolls the same dice under the same seed.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any

from plyground.bits import below, dice, rolled, scrambled
from plyground.games.game import ONGOING, Game, Position
from plyground.heuristics import Leaf
from plyground.jit import compiled
from plyground.search.memory import WIDEST
from plyground.search.random_games import random_mover
from plyground.search.results import DECIDED, INFINITY, WIN, final_score

SEED, EXPLORATION, CUTOFF, TYPICAL, PLAYED, USED = range(6)  # simulations so far, words in use
MOVE, PARENT, FIRST, CHILDREN, VISITS, TOTAL, PROOF = range(7)
ROOT = SIZE = 8
UNIT = 1_000_000
BATCH = 256
UNPROVEN = 2 * WIN

Tree = Any
"""The array of integers drawn above."""

Batch = Callable[[Position, Tree, int], int]
"""batch(position, tree, simulations): how many it did; fewer if the root is proven, or no room."""


@compiled
def selected(node: int, tree: Tree) -> int:
    """The child to visit next: the first one never visited, else by UCT; none that is lost."""
    wide = tree[EXPLORATION] * sqrt(log(tree[node + VISITS]))
    first = tree[node + FIRST]
    best, best_value = first, -1e30
    for child in range(first, first + tree[node + CHILDREN] * SIZE, SIZE):
        visits, proof = tree[child + VISITS], tree[child + PROOF]
        if proof == UNPROVEN or proof <= DECIDED:  # else the other side wins there
            if visits == 0:
                return int(child)
            value = wide / sqrt(visits) - tree[child + TOTAL] / visits
            if value > best_value:
                best, best_value = child, value
    return int(best)


@compiled
def result_of(proof: int) -> int:
    return UNIT if proof > 0 else -UNIT if proof < 0 else 0


@compiled
def certain(node: int, tree: Tree) -> int:
    """The score that the proofs of its children give a node, one ply nearer to 0; or UNPROVEN."""
    best, open_child = -INFINITY, False
    first = tree[node + FIRST]
    for child in range(first, first + tree[node + CHILDREN] * SIZE, SIZE):
        proof = tree[child + PROOF]
        if proof == UNPROVEN:
            open_child = True
        else:
            nearer = 1 if proof < 0 else -1 if proof > 0 else 0
            best = max(best, -proof - nearer)
    return UNPROVEN if open_child and best <= 0 else best


@compiled
def prove(node: int, tree: Tree) -> None:
    """Settle a node and its ancestors as far as certainty goes; what is certain has no variance."""
    while node and tree[node + PROOF] == UNPROVEN:
        proof = certain(node, tree)
        if proof == UNPROVEN:
            return
        tree[node + PROOF] = proof
        tree[node + TOTAL] = result_of(proof) * tree[node + VISITS]
        node = tree[node + PARENT]


@compiled
def back_up(node: int, value: int, tree: Tree) -> None:
    """Count a result, seen by the player to move at `node`, there and at all its ancestors."""
    while node:
        tree[node + VISITS] += 1
        tree[node + TOTAL] += value
        value = -value
        node = tree[node + PARENT]


@compiled
def transplant(old: Tree, node: int, new: Tree) -> None:
    """Copy what hangs below `node` to a new tree, breadth first; `new` must be as large."""
    for word in range(SIZE):
        new[word] = old[word]
        new[ROOT + word] = 0 if word == PARENT else old[node + word]
    here, end = ROOT, 2 * ROOT
    while here < end:
        first, new[here + FIRST] = new[here + FIRST], end
        for word in range(new[here + CHILDREN] * SIZE):
            new[end + word] = here if word % SIZE == PARENT else old[first + word]
        end += new[here + CHILDREN] * SIZE
        here += SIZE
    new[USED] = end


def mcts(game: Game, leaf: Leaf | None = None) -> Batch:
    """Build the compiled batch of simulations for a game; without a leaf, unfinished is drawn."""
    legal_moves, play, outcome = game.legal_moves, game.play, game.outcome
    random_move = random_mover(game)

    @compiled
    def drawn(position: Position, ply: int) -> int:
        return 0

    evaluate = drawn if leaf is None else leaf

    @compiled
    def count_moves(position: Position) -> int:
        count = 0
        for _ in legal_moves(position):
            count += 1
        return count

    @compiled
    def rollout(position: Position, ply: int, state: int, tree: Tree) -> int:
        """What random play from an ongoing position leads to, for the player to move in it."""
        result, sign, last = ONGOING, UNIT, ply + tree[CUTOFF]
        while result == ONGOING and ply < last:
            state = rolled(state)
            position = play(position, random_move(position, scrambled(state)))
            result = outcome(position)
            sign = -sign
            ply += 1
        if result != ONGOING:
            return sign * result
        value = evaluate(position, ply)
        return int(sign * value // (abs(value) + tree[TYPICAL]))

    @compiled
    def expand(node: int, position: Position, tree: Tree, shown: int) -> None:
        """Append the children, starting with a random one, and see which of them end the game."""
        first, count = tree[USED], count_moves(position)
        place = below(shown, count)
        for move in legal_moves(position):
            child = first + place * SIZE
            result = outcome(play(position, move))
            tree[child + MOVE], tree[child + PARENT] = move, node
            tree[child + PROOF] = UNPROVEN if result == ONGOING else final_score(result, 0)
            place = place + 1 if place + 1 < count else 0
        tree[node + FIRST], tree[node + CHILDREN] = first, count
        tree[USED] = first + count * SIZE
        prove(node, tree)

    @compiled
    def simulate(position: Position, tree: Tree, state: int) -> None:
        """One way down the tree, a new node at its end, and the result all the way back."""
        node, ply, expanded = ROOT, 0, False
        while tree[node + PROOF] == UNPROVEN and not expanded and tree[node + VISITS]:
            if not tree[node + CHILDREN]:
                expand(node, position, tree, scrambled(state))
                expanded = True
            if tree[node + PROOF] == UNPROVEN:
                node = selected(node, tree)
                position = play(position, int(tree[node + MOVE]))
                ply += 1
        proof = tree[node + PROOF]
        unknown = proof == UNPROVEN
        value = rollout(position, ply, state, tree) if unknown else result_of(proof)
        back_up(node, value, tree)

    @compiled
    def batch(position: Position, tree: Tree, simulations: int) -> int:
        done, room = 0, len(tree) - WIDEST * SIZE
        while done < simulations and tree[ROOT + PROOF] == UNPROVEN and tree[USED] <= room:
            simulate(position, tree, dice(int(tree[SEED]), int(tree[PLAYED])))
            tree[PLAYED] += 1
            done += 1
        return done

    return batch
