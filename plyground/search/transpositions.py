"""A transposition table: different ways to the same position, searched once.

    entry   score, depth, move, and a bound:  EXACT     alpha < score < beta
                                              AT_LEAST  the position made a cut: score >= beta
                                              AT_MOST   no move reached alpha: score <= alpha

An entry answers only for the very depth it was searched to, so the value is that of plain
alpha-beta; its move is tried first at any depth. From SYMMETRIC plies on, positions that mirror or
turn into each other share an entry.
"""

from collections.abc import Callable

from plyground.games.game import ONGOING, Game, Position
from plyground.heuristics import Leaf
from plyground.jit import compiled
from plyground.search.memory import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_MOVE,
    WIDEST,
    Entry,
    looked_up,
    position_key,
    store,
)
from plyground.search.ordering import listing, next_move, refuted
from plyground.search.results import INFINITY, STOP, Counters, Found, Search, entered, final_score

SYMMETRIC = 3


def table_key(game: Game) -> Callable[[Position, int], int]:
    """Build key(position, depth): shared by symmetric positions where the depth makes it pay."""
    key, canonical = position_key(game), game.canonical

    @compiled
    def shared(position: Position, depth: int) -> int:
        return key(canonical(position)) if depth >= SYMMETRIC else key(position)

    return shared


@compiled
def answers(entry: Entry, depth: int, alpha: int, beta: int) -> bool:
    """Whether an entry settles a search to this depth with this window."""
    if entry.depth != depth:
        return False
    if entry.bound == EXACT:
        return True
    return entry.score >= beta if entry.bound == AT_LEAST else entry.score <= alpha


@compiled
def bound_of(score: int, alpha: int, beta: int) -> int:
    return AT_LEAST if score >= beta else AT_MOST if score <= alpha else EXACT


def transpositions(game: Game, leaf: Leaf, slots: int) -> Search:
    """Build alpha-beta with ordered moves and a table of so many slots, a power of two."""
    play, outcome, captures = game.play, game.outcome, game.captures
    listed, key_of = listing(game), table_key(game)

    @compiled
    def value(
        position: Position, depth: int, alpha: int, beta: int, ply: int, memory: Counters
    ) -> int:
        if not entered(memory):
            return 0
        result = outcome(position)
        if result != ONGOING:
            return final_score(result, ply)
        if depth == 0:
            return leaf(position, ply)
        key = key_of(position, depth)
        known = looked_up(memory, slots, key, ply)
        if answers(known, depth, alpha, beta):
            return known.score
        best, best_move = -INFINITY, NO_MOVE
        first = ply * WIDEST
        last = first + listed(position, ply, known.move, memory)
        for place in range(first, last):
            move = next_move(place, last, memory)
            after = play(position, move)
            score = -value(after, depth - 1, -beta, -max(alpha, best), ply + 1, memory)
            if score > best:
                best, best_move = score, move
            if best >= beta:
                refuted(move, not captures(move), depth, ply, memory)
                break
        if not memory[STOP]:
            entry = Entry(best, depth, bound_of(best, alpha, beta), best_move)
            store(memory, slots, key, ply, entry)
        return best

    @compiled
    def best(position: Position, depth: int, ply: int, memory: Counters) -> Found:
        """A best move; the root itself is not counted."""
        found = Found(NO_MOVE, -INFINITY)
        first = ply * WIDEST
        last = first + listed(position, ply, NO_MOVE, memory)
        for place in range(first, last):
            move = next_move(place, last, memory)
            after = play(position, move)
            score = -value(after, depth - 1, -INFINITY, -found.score, ply + 1, memory)
            if score > found.score:
                found = Found(move, score)
        return found

    return Search("transpositions", best, value)
