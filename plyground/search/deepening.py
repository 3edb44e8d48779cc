"""Iterative deepening: the engine. Search to depth 1, 2, 3 … until a limit says stop.

Each iteration leaves its best moves in the table, so the next one starts with good ones; that is
also why it can be stopped at any moment. Two ideas narrow the windows:

    principal variation   only the first move of a position is searched with the whole window; the
                          others are asked one yes-or-no question, "better than that?", and searched
                          again only if the answer is yes
    aspiration            the root expects about the score of the iteration before; a result outside
                          that window is searched again with an open one
"""

import functools
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from plyground.games.game import DRAWN, ONGOING, Game, Position
from plyground.heuristics import Evaluation
from plyground.jit import ENABLED, compiled, interpreted
from plyground.search import memory as remembered
from plyground.search.endgames import (
    NO_ENDGAMES,
    UNKNOWN,
    Endgames,
    Known,
    known_to,
    nothing_known,
)
from plyground.search.memory import NO_MOVE, PAST, PATH, WIDEST, Entry, looked_up, store
from plyground.search.ordering import listing, next_move, refuted
from plyground.search.quiescence import Horizon, no_quiescence, quiescence
from plyground.search.results import (
    DECIDED,
    INFINITY,
    MOST,
    NODES,
    PLAYED,
    STOP,
    Counters,
    Found,
    Limits,
    SearchResult,
    entered,
    final_score,
)
from plyground.search.transpositions import SYMMETRIC, answers, bound_of, table_key

DEEPEST = 100
ASPIRATION = 40
HELD_BACK = 0.003  # seconds: what a timer may be late, and the way back to the caller


class Draws(NamedTuple):
    """Draws by history that a match has agreed on; 0 means no such rule."""

    repetitions: int = 0
    """A position that occurs so often is a draw; within the search its first return is."""
    quiet_plies: int = 0
    """So many plies in a row without a capture are a draw."""
    most_plies: int = 0
    """A game of so many plies is a draw."""


NO_DRAWS = Draws()


def principal_variation(
    game: Game, horizon: Horizon, slots: int, draws: Draws, known: Known = nothing_known
) -> Any:
    """Build value(position, depth, alpha, beta, ply, quiet, memory); `quiet` counts plies without
    a capture, the game's own before the root included. The horizon asks `known` by itself."""
    legal_moves, play, outcome, captures = (
        game.legal_moves,
        game.play,
        game.outcome,
        game.captures,
    )
    listed, key_of, path_key = listing(game), table_key(game), remembered.position_key(game)
    repeats, most_quiet, most_plies = draws.repetitions > 0, draws.quiet_plies, draws.most_plies

    @compiled
    def drawn(position: Position, ply: int, quiet: int, memory: Counters) -> bool:
        """Whether the path makes this position a draw; writes it down for those below."""
        if most_quiet and quiet >= most_quiet:
            return True
        if most_plies and memory[PLAYED] + ply >= most_plies:
            return True
        if repeats:
            key, here = path_key(position), PATH + PAST + ply
            memory[here] = key
            for place in range(here - 4, here - quiet - 1, -2):
                if memory[place] == key:
                    return True
        return False

    @compiled
    def frontier(
        position: Position, alpha: int, beta: int, ply: int, quiet: int, memory: Counters
    ) -> int:
        """The value one ply above the horizon, where order and table cost more than they save."""
        best = -INFINITY
        for move in legal_moves(position):
            if not entered(memory):
                return 0
            after, still = play(position, move), 0 if captures(move) else quiet + 1
            result = outcome(after)
            if result != ONGOING:
                score = -final_score(result, ply + 1)
            elif drawn(after, ply + 1, still, memory):
                score = DRAWN
            else:
                score = -horizon(after, -beta, -max(alpha, best), ply + 1, memory)
            best = max(best, score)
            if best >= beta:
                break
        return best

    @compiled
    def value(
        position: Position,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        quiet: int,
        memory: Counters,
    ) -> int:
        if not entered(memory):
            return 0
        result = outcome(position)
        if result != ONGOING:
            return final_score(result, ply)
        if drawn(position, ply, quiet, memory):
            return DRAWN
        if depth == 0:
            return horizon(position, alpha, beta, ply, memory)
        exact = known(position, ply, memory)
        if exact != UNKNOWN:
            return exact
        if depth == 1:
            return frontier(position, alpha, beta, ply, quiet, memory)
        key = key_of(position, depth)
        found = looked_up(memory, slots, key, ply)
        if answers(found, depth, alpha, beta):
            return found.score
        best, best_move = -INFINITY, NO_MOVE
        first = ply * WIDEST
        last = first + listed(position, ply, found.move, memory)
        for place in range(first, last):
            move = next_move(place, last, memory)
            after, lower = play(position, move), max(alpha, best)
            still = 0 if captures(move) else quiet + 1
            if place > first:
                score = -value(after, depth - 1, -lower - 1, -lower, ply + 1, still, memory)
            if place == first or lower < score < beta:
                score = -value(after, depth - 1, -beta, -lower, ply + 1, still, memory)
            if memory[STOP]:
                return 0
            if score > best:
                best, best_move = score, move
            if best >= beta:
                refuted(move, not captures(move), depth, ply, memory)
                break
        entry = Entry(best, depth, bound_of(best, alpha, beta), best_move)
        store(memory, slots, key, ply, entry)
        return best

    @compiled
    def best(
        position: Position,
        depth: int,
        alpha: int,
        beta: int,
        guess: int,
        ply: int,
        quiet: int,
        memory: Counters,
    ) -> Found:
        """The best move at the root, `guess` tried first; outside the window a bound.

        `ply` is 0; as a constant it would make the compiler build a second `value`.
        """
        found = Found(NO_MOVE, -INFINITY)
        if repeats:
            memory[PATH + PAST + ply] = path_key(position)
        first = ply * WIDEST
        last = first + listed(position, ply, guess, memory)
        for place in range(first, last):
            move = next_move(place, last, memory)
            after, lower = play(position, move), max(alpha, found.score)
            still = 0 if captures(move) else quiet + 1
            if place > first:
                score = -value(after, depth - 1, -lower - 1, -lower, ply + 1, still, memory)
            if place == first or lower < score < beta:
                score = -value(after, depth - 1, -beta, -lower, ply + 1, still, memory)
            if memory[STOP]:
                break
            if score > found.score:
                found = Found(move, score)
            if found.score >= beta:
                break
        return found

    return best


@dataclass(frozen=True)
class Engine:
    """Iterative deepening for one game and one evaluation, with a memory kept between moves."""

    game: Game
    evaluation: Evaluation
    slots: int = 1 << 20
    quiescent: bool = True
    draws: Draws = NO_DRAWS
    endgames: Endgames = NO_ENDGAMES
    """Databases that the search looks into; draws by history are not in them."""
    memory: Counters = field(init=False, repr=False)
    best: Callable[..., Found] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        leaf, known = self.evaluation.leaf, known_to(self.endgames, self.slots)
        deeper = self.quiescent
        horizon = quiescence(self.game, leaf, known) if deeper else no_quiescence(leaf, known)
        best = principal_variation(self.game, horizon, self.slots, self.draws, known)
        slow = bool(self.evaluation.problem)
        object.__setattr__(self, "best", interpreted(best) if slow else best)
        fresh = remembered.memory(self.slots, slow or not ENABLED, self.endgames.words)
        object.__setattr__(self, "memory", fresh)

    def search(
        self,
        position: Position,
        limits: Limits,
        past: Sequence[Position] = (),
        played: int = 0,
        line: bool = True,
    ) -> SearchResult:
        """Deepen until a limit; `past` are the game's positions since the last capture, `played`
        all its plies so far. Without `line`, what is expected after the move is left out."""
        self.memory[STOP] = 1
        self.best(position, 1, -INFINITY, INFINITY, NO_MOVE, 0, 0, self.memory)  # compiles
        self.memory[STOP] = 0
        started = time.perf_counter()
        timer = self._timer(limits.seconds)
        self._prepare(limits, past)
        self.memory[PLAYED] = played
        found, depth = Found(NO_MOVE, 0), 0
        try:
            for next_depth in range(1, min(limits.depth or DEEPEST, DEEPEST) + 1):
                if 0 < self.draws.most_plies <= played + next_depth:
                    self._forget_table()  # values now depend on the ply
                result = self._iteration(position, next_depth, found, len(past))
                if result.move != NO_MOVE:
                    found = result
                if self.memory[STOP]:
                    break
                depth = next_depth
                if abs(found.score) > DECIDED:
                    break
        finally:
            if timer:
                timer.cancel()
        if found.move == NO_MOVE:  # stopped before the first move was looked at: any is better
            found = Found(self.game.moves(position)[0], 0)
        seconds, nodes = time.perf_counter() - started, int(self.memory[NODES])
        after = self._line(position, found.move, depth - 1) if line else []
        expected = (found.move, *after)
        exact = abs(found.score) > DECIDED
        return SearchResult(found.move, found.score, expected, depth, nodes, seconds, exact)

    def forget(self) -> None:
        """Begin anew: the next search depends on its position and its limits alone."""
        remembered.forget(self.memory, len(self.endgames.words))

    def _forget_table(self) -> None:
        remembered.forget_table(self.memory, len(self.endgames.words))

    @functools.cached_property
    def _plain_key(self) -> Callable[[Position, int], int]:
        return interpreted(table_key(self.game))

    def _prepare(self, limits: Limits, past: Sequence[Position]) -> None:
        self.memory[NODES] = 0
        self.memory[MOST] = limits.nodes or (1 << 62)
        if self.evaluation.heuristic.one_sided:
            self._forget_table()
        if self.draws.repetitions:
            key = interpreted(remembered.position_key(self.game))
            for back, position in enumerate(reversed(past[-PAST:]), 1):
                self.memory[PATH + PAST - back] = key(position)

    def _timer(self, seconds: float | None) -> threading.Timer | None:
        """Sets the stop flag just before the time is up; the search looks at it at every position.

        A timer is never early and often late, so a little of the time is held back.
        """
        if not seconds:
            return None
        held_back = min(HELD_BACK, seconds / 10)
        timer = threading.Timer(seconds - held_back, self.memory.__setitem__, (STOP, 1))
        timer.daemon = True
        timer.start()
        return timer

    def _iteration(self, position: Position, depth: int, last: Found, quiet: int) -> Found:
        """One depth: first within a narrow window around the last score, if there is one."""
        if depth > 3 and abs(last.score) < DECIDED:
            low, high = last.score - ASPIRATION, last.score + ASPIRATION
            found = self.best(position, depth, low, high, last.move, 0, quiet, self.memory)
            if low < found.score < high or self.memory[STOP]:
                return found if low < found.score else Found(NO_MOVE, 0)
        return self.best(position, depth, -INFINITY, INFINITY, last.move, 0, quiet, self.memory)

    def _line(self, position: Position, move: int, depth: int) -> list[int]:
        """The moves that the table thinks both sides will play after `move`."""
        plain, key_of, look_up = self.game.plain, self._plain_key, interpreted(looked_up)
        line: list[int] = []
        position = plain.play(position, move)
        while depth > 1 and plain.outcome(position) == ONGOING:
            known = look_up(self.memory, self.slots, key_of(position, depth), 0).move
            # The entry may be a mirror image's: its move is the one that leads to the same place.
            image = plain.canonical(position) if depth >= SYMMETRIC else position
            if known not in self.game.moves(image):
                break
            target = plain.canonical(plain.play(image, known))
            for each in self.game.moves(position):
                if plain.canonical(plain.play(position, each)) == target:
                    line.append(each)
                    position = plain.play(position, each)
                    break
            depth -= 1
        return line
