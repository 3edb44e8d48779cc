"""Endgames that a search need not search: it looks their exact values up.

    memory of the search │ … │ table │ words of the databases
                                     └─ memory[first]

A probe is a compiled function, built for one game by those who know its databases; a search that is
given none has one that knows nothing. A position that is known is a leaf.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.games.game import Position
from plyground.jit import compiled
from plyground.search.memory import TABLE
from plyground.search.results import INFINITY, Counters

UNKNOWN = INFINITY + 1

Probe = Callable[[Position, Counters, int], int]
"""probe(position, memory, first): the exact score of an ongoing position, counted from itself, or
UNKNOWN; the words of its databases begin at memory[first]."""
Known = Callable[[Position, int, Counters], int]
"""known(position, ply, memory): the same, counted from the root."""


@compiled
def know_nothing(position: Position, memory: Counters, first: int) -> int:
    """The probe of a search without databases."""
    return UNKNOWN


class Endgames(NamedTuple):
    """Databases for the searches of one game."""

    probe: Probe
    words: Any
    """What the probe reads: 64-bit integers."""


NO_ENDGAMES = Endgames(know_nothing, np.zeros(0, np.int64))


def known_to(endgames: Endgames, slots: int) -> Known:
    """Build known(position, ply, memory) for a memory whose table has so many slots."""
    probe, first = endgames.probe, TABLE + 3 * slots

    @compiled
    def known(position: Position, ply: int, memory: Counters) -> int:
        score = probe(position, memory, first)
        if score == UNKNOWN or score == 0:
            return score
        return score - ply if score > 0 else score + ply

    return known


@compiled
def nothing_known(position: Position, ply: int, memory: Counters) -> int:
    """For a search whose memory has no databases."""
    return UNKNOWN
