"""Landmarks: estimates from exact distances to a few far-away places (A*, landmarks, triangles).

      here ────── d(here, there) ─────▶ there
        ▲                                 ▲          d(L, there) ≤ d(L, here) + d(here, there)
        │                                 │
    d(L, here)                       d(L, there)     so  d(here, there) ≥ d(L, there) - d(L, here)
        └────────────── L ────────────────┘

Goldberg and Harrelson, 2005. Admissible and consistent on every graph, coordinates or not; pays off
where many questions are asked of one map. The table has two rows a landmark: the distances from it,
and the distances to it.
"""

from typing import Any

import numpy as np

from plyground.jit import borrowing

UNREACHED = np.inf


@borrowing
def by_landmarks(table: Any, here: int, there: int) -> float:
    """The largest lower bound that the landmarks give for the way from `here` to `there`."""
    best = 0.0
    for row in range(0, len(table), 2):
        ahead = table[row, there] - table[row, here]
        behind = table[row + 1, here] - table[row + 1, there]
        # Where a landmark does not reach, the difference is infinite or no number: skip it.
        if best < ahead < UNREACHED:
            best = ahead
        if best < behind < UNREACHED:
            best = behind
    return best
