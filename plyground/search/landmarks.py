"""Choosing landmarks: each as far as possible from those before it, its distances exact."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.paths.graph import Graph
from plyground.paths.grid import Grid
from plyground.search.distances import distances_from


def landmark_table(problem: Grid | Graph, count: int) -> NDArray[np.float64]:
    """Two rows a landmark: the distances from it and to it, infinite where there is no way."""
    begin = problem.number(problem.start)
    nearest = distances_from(problem, [begin])
    nearest[~np.isfinite(nearest)] = -1
    rows: list[NDArray[Any]] = []
    while len(rows) < 2 * count:
        landmark = int(np.argmax(nearest))
        ahead = distances_from(problem, [landmark])
        rows += [ahead, distances_from(problem, [landmark], backward=True)]
        nearest = np.minimum(nearest, ahead) if len(rows) > 2 else np.where(nearest < 0, -1, ahead)
    return np.array(rows)
