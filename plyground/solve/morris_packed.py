"""Win, draw and loss only, four slots to a byte: for sharing, and to hold all of it in memory.

byte  │ slot 4n+3 │ slot 4n+2 │ slot 4n+1 │ slot 4n │        0 lost, 1 drawn, 2 won
        2 bits      2 bits      2 bits      2 bits
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from plyground.errors import BadFile
from plyground.jit import borrowing
from plyground.solve.morris_sets import Array, slots
from plyground.solve.morris_store import RULES, MorrisStore, pairs, sides
from plyground.solve.retrograde import DRAW
from plyground.solve.store import TableFile, write_table

LOSS, DRAWN, WIN = 0, 1, 2
IN_A_BYTE = 4
SUFFIX = ".packed"


@borrowing
def pack(values: Array, packed: Array) -> None:
    """Forget the depths: write the values into a quarter of their bytes, rounded up."""
    for place in range(packed.shape[0]):
        byte, begin = 0, IN_A_BYTE * place
        for slot in range(begin, min(begin + IN_A_BYTE, values.shape[0])):
            value = int(values[slot])
            outcome = DRAWN if value == DRAW else WIN if value & 1 else LOSS
            byte |= outcome << 2 * (slot - begin)
        packed[place] = byte


@borrowing
def unpacked(packed: Array, begin: int, slot: int) -> int:
    """LOSS, DRAWN or WIN in a slot of the table that begins at that byte."""
    return int(packed[begin + (slot >> 2)]) >> 2 * (slot & 3) & 3


def packed_size(mine: int, theirs: int) -> int:
    """The bytes of a packed subspace."""
    return -(-slots(max(mine, theirs), min(mine, theirs)) // IN_A_BYTE)


def packed_values(store: MorrisStore, mine: int, theirs: int, workers: int = 2) -> Array:
    """A subspace of the store, packed."""
    packed = np.zeros(packed_size(mine, theirs), np.uint8)
    pack_into(packed, store, mine, theirs, workers)
    return packed


def pack_into(packed: Array, store: MorrisStore, mine: int, theirs: int, workers: int = 1) -> None:
    """Write a subspace of the store, packed, where there is room for it."""
    table = store.table(mine, theirs)
    table.check(workers)
    pack(table.values, packed)


def export_packed(
    store: MorrisStore,
    folder: Path,
    workers: int = 2,
    progress: Callable[[int, str], None] = lambda done, words: None,
) -> list[Path]:
    """Write every subspace of the store that is complete, packed, into a folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot make the folder {folder}: {error.strerror or error}") from error
    written, done = [], 0
    with ThreadPoolExecutor(workers) as pool:
        for side in (side for pair in pairs(store.men()) for side in sides(*pair)):
            progress(done, f"{side[0]}-{side[1]}")
            path = folder / f"{side[0]}-{side[1]}{SUFFIX}"
            write_table(path, _holds(*side), packed_values(store, *side, workers), pool)
            written.append(path)
            done += packed_size(*side)
    return written


def read_packed(folder: Path, mine: int, theirs: int) -> Array:
    """A packed subspace, checked."""
    path = folder / f"{mine}-{theirs}{SUFFIX}"
    table = TableFile(path, _holds(mine, theirs))
    if len(table.values) != packed_size(mine, theirs):
        raise BadFile(f"{path} has {len(table.values):,} bytes, not {packed_size(mine, theirs):,}")
    table.check()
    return table.values


def _holds(mine: int, theirs: int) -> dict[str, object]:
    return {
        "rules": RULES,
        "to move": mine,
        "against": theirs,
        "packed": "two bits a slot, lowest first: 0 lost, 1 drawn, 2 won",
    }
