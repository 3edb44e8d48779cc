"""The solution of a position, found part by part; it may be stopped at any point.

position ──▶ its value ──▶ the value of every move ──▶ a best line
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from plyground.errors import BadParameter
from plyground.games.game import Position
from plyground.solve.oracle import Oracle, Truth
from plyground.solve.searching import Searching


@dataclass(frozen=True)
class Solution:
    """What is known about a position."""

    position: Position
    truth: Truth | None = None
    """None: the search was stopped before it knew."""
    moves: Mapping[int, Truth] = field(default_factory=dict)
    """The moves whose value is known, seen by the player who makes them."""
    line: tuple[int, ...] = ()
    """Best moves for both sides, once all moves are known."""
    stopped: str = ""
    """What was known when the search was stopped, if it was."""
    nodes: int = 0
    seconds: float = 0.0
    """What the values took."""


def make_ready(oracle: Oracle, position: Position) -> None:
    """Let it compile and read what it needs for a position, before the clock runs."""
    if not oracle.game.moves(position):
        raise BadParameter(f"there is nothing to solve: {oracle.game.status(position)}")
    oracle.value(position, seconds=0)


def solution(oracle: Oracle, position: Position) -> Solution:
    """Solve a position, as far as the oracle can and is not stopped."""
    started, before = time.perf_counter(), oracle.nodes
    found = _values(oracle, position)
    seconds, nodes = time.perf_counter() - started, oracle.nodes - before
    line = () if found.stopped else tuple(oracle.line(position))
    return replace(found, line=line, nodes=nodes, seconds=seconds)


def _values(oracle: Oracle, position: Position) -> Solution:
    """The position's value and then those of its moves, mirror images only once."""
    rules, found = oracle.game.plain, Solution(position, oracle.value(position))
    if found.truth is None:
        if not (isinstance(oracle, Searching) and oracle.stopped):
            raise BadParameter(oracle.unknown())
        return replace(found, stopped=oracle.progress)
    known: dict[Position, Truth | None] = {}
    for move in oracle.game.moves(position):
        after = rules.canonical(rules.play(position, move))
        if after not in known:
            known[after] = oracle.value(after)
        value = known[after]
        if value is None:
            return replace(found, stopped=f"{len(found.moves)} moves are known")
        found = replace(found, moves={**found.moves, move: value.of_the_move()})
    return found
