"""Move ordering: alpha-beta cuts most when the best move comes first.

    1. the move that was best here before (from the table, where there is one)
    2. captures
    3. killers: quiet moves that refuted a sibling at this ply
    4. the rest by history: how often, and how deep, a move has refuted anything so far

The order changes how many positions are visited, never the value.
"""

from collections.abc import Callable

from plyground.bits import scrambled
from plyground.games.game import ONGOING, Game, Position
from plyground.heuristics import Leaf
from plyground.jit import compiled
from plyground.search.memory import HISTORY, KILLERS, KINDS, MOVES, NO_MOVE, RANKS, WIDEST
from plyground.search.results import INFINITY, Counters, Found, Search, entered, final_score

BEST_BEFORE, CAPTURE, KILLER, MOST_HISTORY = 1 << 40, 1 << 38, 1 << 36, 1 << 35


@compiled
def kind(move: int) -> int:
    """The place of a move in the history; different moves may share one."""
    return HISTORY + (scrambled(move) & (KINDS - 1))


@compiled
def next_move(first: int, last: int, memory: Counters) -> int:
    """Bring the highest-ranked of the moves in places first … last - 1 to the first place."""
    best = first
    for place in range(first + 1, last):
        if memory[RANKS + place] > memory[RANKS + best]:
            best = place
    move: int = memory[MOVES + best]
    # The others keep their order, so that equals are tried as the game lists them.
    for place in range(best, first, -1):
        memory[MOVES + place] = memory[MOVES + place - 1]
        memory[RANKS + place] = memory[RANKS + place - 1]
    memory[MOVES + first] = move
    return move


@compiled
def refuted(move: int, quiet: bool, depth: int, ply: int, memory: Counters) -> None:
    """Remember a move that made a cut."""
    if not quiet:
        return
    if memory[KILLERS + 2 * ply] != move:
        memory[KILLERS + 2 * ply + 1] = memory[KILLERS + 2 * ply]
        memory[KILLERS + 2 * ply] = move
    memory[kind(move)] = min(MOST_HISTORY, memory[kind(move)] + depth * depth)


def listing(game: Game) -> Callable[[Position, int, int, Counters], int]:
    """Build listed(position, ply, best_before, memory): fill the ply's row; how many moves."""
    legal_moves, captures = game.legal_moves, game.captures

    @compiled
    def listed(position: Position, ply: int, best_before: int, memory: Counters) -> int:
        row = ply * WIDEST
        count = 0
        first_killer, second_killer = memory[KILLERS + 2 * ply], memory[KILLERS + 2 * ply + 1]
        for move in legal_moves(position):
            if move == best_before:
                rank = BEST_BEFORE
            elif captures(move):
                rank = CAPTURE
            elif move == first_killer:
                rank = KILLER + 1
            elif move == second_killer:
                rank = KILLER
            else:
                rank = memory[kind(move)]
            memory[MOVES + row + count] = move
            memory[RANKS + row + count] = rank
            count += 1
        return count

    return listed


def ordering(game: Game, leaf: Leaf) -> Search:
    """Build alpha-beta over ordered moves: value(position, depth, alpha, beta, ply, memory)."""
    play, outcome, captures = game.play, game.outcome, game.captures
    listed = listing(game)

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
        best = -INFINITY
        first = ply * WIDEST
        last = first + listed(position, ply, NO_MOVE, memory)
        for place in range(first, last):
            move = next_move(place, last, memory)
            after = play(position, move)
            best = max(best, -value(after, depth - 1, -beta, -max(alpha, best), ply + 1, memory))
            if best >= beta:
                refuted(move, not captures(move), depth, ply, memory)
                break
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

    return Search("ordering", best, value)
