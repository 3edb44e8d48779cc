"""A heap of states that knows where each one is, so that a priority can fall or a state leave.

                 0                   the least first: by f, then by tie, then the last put in
            1         2
          3   4     5   6            where[state] = its place, or NOT_WAITING

All arrays are made once for a space of n states; nothing is allocated during a search.
"""

from typing import Any, NamedTuple

import numpy as np

from plyground.jit import borrowing

NOT_WAITING = -1


class Heap(NamedTuple):
    """Parallel arrays: entry i is a state with its priority; `size` holds one number."""

    f: Any
    tie: Any
    number: Any
    state: Any
    where: Any
    size: Any


def heap_for(states: int, whole: bool) -> Heap:
    """An empty heap; priorities are whole numbers or floats."""
    kind = np.int64 if whole else np.float64
    return Heap(
        np.empty(states, kind),
        np.empty(states, kind),
        np.empty(states, np.int64),
        np.empty(states, np.int32),
        np.empty(states, np.int32),
        np.zeros(1, np.int64),
    )


@borrowing
def put(heap: Heap, state: int, f: Any, tie: Any, number: int, waits: bool) -> None:
    """Add a state, or give a waiting one another priority, higher or lower."""
    place = heap.where[state]
    if not waits:
        place = heap.size[0]
        heap.size[0] += 1
    elif not _before(f, tie, number, heap, place):
        _sink(heap, place, f, tie, number, state)
        return
    _rise(heap, place, f, tie, number, state)


@borrowing
def take(heap: Heap) -> Any:
    """Remove the least state."""
    state = heap.state[0]
    remove(heap, state)
    return state


@borrowing
def remove(heap: Heap, state: int) -> None:
    """Take a waiting state out, wherever it is."""
    place = heap.where[state]
    heap.where[state] = NOT_WAITING
    heap.size[0] -= 1
    last = heap.size[0]
    if place == last:
        return
    f, tie, number, moved = heap.f[last], heap.tie[last], heap.number[last], heap.state[last]
    if place and _before(f, tie, number, heap, (place - 1) // 2):
        _rise(heap, place, f, tie, number, moved)
    else:
        _sink(heap, place, f, tie, number, moved)


@borrowing
def _before(f: Any, tie: Any, number: int, heap: Heap, place: int) -> Any:
    """Whether this priority comes before that of the entry at `place`."""
    if f != heap.f[place]:
        return f < heap.f[place]
    if tie != heap.tie[place]:
        return tie < heap.tie[place]
    return number > heap.number[place]


@borrowing
def _write(heap: Heap, place: int, f: Any, tie: Any, number: int, state: int) -> None:
    heap.f[place] = f
    heap.tie[place] = tie
    heap.number[place] = number
    heap.state[place] = state
    heap.where[state] = place


@borrowing
def _move(heap: Heap, origin: int, target: int) -> None:
    state = heap.state[origin]
    _write(heap, target, heap.f[origin], heap.tie[origin], heap.number[origin], state)


@borrowing
def _rise(heap: Heap, place: int, f: Any, tie: Any, number: int, state: int) -> None:
    """Put the entry at `place` or above it."""
    while place:
        above = (place - 1) // 2
        if not _before(f, tie, number, heap, above):
            break
        _move(heap, above, place)
        place = above
    _write(heap, place, f, tie, number, state)


@borrowing
def _sink(heap: Heap, place: int, f: Any, tie: Any, number: int, state: int) -> None:
    """Put the entry at `place` or below it."""
    size = heap.size[0]
    while True:
        below = 2 * place + 1
        if below >= size:
            break
        right = below + 1
        if right < size and _before(
            heap.f[right], heap.tie[right], heap.number[right], heap, below
        ):
            below = right
        if _before(f, tie, number, heap, below):
            break
        _move(heap, below, place)
        place = below
    _write(heap, place, f, tie, number, state)
