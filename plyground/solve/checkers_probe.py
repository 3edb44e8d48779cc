"""Checkers endgames for searches: all values of a folder as words, and the probe that reads them.

word   8 values, the first one lowest      slot s is byte s % 8 of word s // 8
"""

from pathlib import Path

import numpy as np

from plyground.errors import BadParameter
from plyground.games.checkers import Position
from plyground.jit import compiled
from plyground.search.endgames import UNKNOWN, Endgames, Probe
from plyground.search.results import WIN, Counters
from plyground.solve.checkers_slots import Array, has_slot, slot_of
from plyground.solve.checkers_store import CheckersStore
from plyground.solve.retrograde import DRAW


def checkers_endgames(folder: Path) -> Endgames:
    """The databases of a folder, up to the number of pieces for which it has all."""
    store = CheckersStore(folder)
    pieces = store.pieces()
    if not pieces:
        raise BadParameter(
            f"{folder} holds no checkers endgames: plyground solve checkers --pieces 4 "
            f"--store {folder} makes some"
        )
    return Endgames(probing(pieces), in_words(store.loaded(pieces)))


def in_words(values: Array) -> Array:
    """Bytes as 64-bit integers."""
    padded = np.zeros(-(-len(values) // 8) * 8, np.uint8)
    padded[: len(values)] = values
    return padded.view("<i8").astype(np.int64, copy=False)


def probing(pieces: int) -> Probe:
    """Build probe(position, memory, first) for databases with up to so many pieces."""

    @compiled
    def probe(position: Position, memory: Counters, first: int) -> int:
        if not has_slot(position, pieces):
            return UNKNOWN
        slot = slot_of(position)
        value = int(memory[first + (slot >> 3)]) >> 8 * (slot & 7) & 255
        if value == DRAW:
            return 0
        return WIN - value if value & 1 else value - WIN

    return probe
