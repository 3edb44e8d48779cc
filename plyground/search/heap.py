"""A heap of waiting states for compiled searches.

                 0                     the least first: by f, then by tie where ties are kept, then
            1         2                the one with the largest number
          3   4     5   6
                                       entry = number << 32 | state
A state that gets another priority is put in again, under a new number; `latest[state]` is the one
that counts, and entries with another are passed over. So putting and taking touch nothing but the
heap itself, which is small and stays in the processor's cache.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.jit import borrowing

NOT_WAITING = 0
ROOM = 1 << 12
STATE = (1 << 32) - 1


class Heap(NamedTuple):
    """Entry i has the priority f[i]."""

    f: Any
    entry: Any
    tie: Any
    """tie[i] decides between equal f; empty where the numbers alone decide."""
    latest: Any
    counts: Any
    """How many entries there are, and how many states wait."""


def heap_for(states: int, whole: bool, ties: bool = False, room: int = ROOM) -> Heap:
    """An empty heap with room for so many entries; priorities are whole numbers or floats."""
    kind = np.int64 if whole else np.float64
    return Heap(
        f=np.empty(room, kind),
        tie=np.empty(room if ties else 0, kind),
        entry=np.empty(room, np.int64),
        latest=np.zeros(states, np.int64),
        counts=np.zeros(2, np.int64),
    )


@borrowing
def emptied(heap: Heap) -> None:
    """Forget all that waits; what `latest` says of states not put in since then is stale."""
    heap.counts[0] = 0
    heap.counts[1] = 0


@borrowing
def waiting(heap: Heap) -> Any:
    """How many states wait."""
    return heap.counts[1]


@borrowing
def is_full(heap: Heap) -> Any:
    """Whether there is no room for another entry."""
    return heap.counts[0] == len(heap.f)


@borrowing
def put(heap: Heap, state: int, f: Any, tie: Any, number: int, waits: bool) -> None:
    """Let a state wait, or give a waiting one another priority; there must be room."""
    heap.latest[state] = number
    place = heap.counts[0]
    heap.counts[0] = place + 1
    if not waits:
        heap.counts[1] += 1
    entry = number << 32 | int(state)
    while place:
        above = (place - 1) >> 1
        if not before(f, tie, entry, heap, above):
            break
        move(heap, above, place)
        place = above
    write(heap, place, f, tie, entry)


@borrowing
def write(heap: Heap, place: int, f: Any, tie: Any, entry: int) -> None:
    """Set the entry at `place`."""
    heap.f[place] = f
    heap.entry[place] = entry
    if len(heap.tie):
        heap.tie[place] = tie


@borrowing
def move(heap: Heap, origin: int, place: int) -> None:
    """Copy the entry at `origin` to `place`."""
    heap.f[place] = heap.f[origin]
    heap.entry[place] = heap.entry[origin]
    if len(heap.tie):
        heap.tie[place] = heap.tie[origin]


@borrowing
def take(heap: Heap) -> Any:
    """Remove the least state; one must wait."""
    drop_stale(heap)
    state = heap.entry[0] & STATE
    drop_first(heap)
    leave(heap, state)
    return state


@borrowing
def least(heap: Heap) -> Any:
    """The least priority; one state must wait."""
    drop_stale(heap)
    return heap.f[0]


@borrowing
def leave(heap: Heap, state: int) -> None:
    """Let a waiting state wait no longer; its entry becomes stale."""
    heap.latest[state] = NOT_WAITING
    heap.counts[1] -= 1


@borrowing
def drop_stale(heap: Heap) -> None:
    """Bring an entry that counts to the top; one must be there."""
    while heap.latest[heap.entry[0] & STATE] != heap.entry[0] >> 32:
        drop_first(heap)


@borrowing
def drop_first(heap: Heap) -> None:
    """Take the first entry off, whatever it is."""
    size = heap.counts[0] - 1
    heap.counts[0] = size
    f, entry = heap.f[size], heap.entry[size]
    tie = heap.tie[size] if len(heap.tie) else f
    place: Any = 0
    right: Any = 2
    while right <= size:
        least_one = right - 1
        if right < size:
            # Adding a comparison instead of branching on it: half of the branches would be missed.
            if heap.f[right] != heap.f[least_one]:
                least_one += np.int64(heap.f[right] < heap.f[least_one])
            elif beats(heap, right, least_one):
                least_one = right
        if before(f, tie, entry, heap, least_one):
            break
        move(heap, least_one, place)
        place = least_one
        right = 2 * place + 2
    write(heap, place, f, tie, entry)


@borrowing
def before(f: Any, tie: Any, entry: int, heap: Heap, place: int) -> Any:
    """Whether this priority comes before that of the entry at `place`."""
    if f != heap.f[place]:
        return f < heap.f[place]
    if len(heap.tie) and tie != heap.tie[place]:
        return tie < heap.tie[place]
    return entry > heap.entry[place]


@borrowing
def beats(heap: Heap, place: int, other: int) -> Any:
    """Whether of two entries with the same f the one at `place` comes first."""
    if len(heap.tie) and heap.tie[place] != heap.tie[other]:
        return heap.tie[place] < heap.tie[other]
    return heap.entry[place] > heap.entry[other]
