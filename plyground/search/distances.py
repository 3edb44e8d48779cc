"""Exact distances from some states to all others: Dijkstra's algorithm to its very end."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from plyground.jit import borrowing
from plyground.paths import graph, grid
from plyground.paths.graph import Graph
from plyground.paths.grid import Grid
from plyground.search.best_first import Strategy
from plyground.search.best_first_compiled import CompiledBestFirst

NO_GOALS = np.empty(0, np.int64)
NO_TABLE = np.zeros((0, 0))


@borrowing
def nothing(space: object, state: int, goals: object, table: object) -> int:
    """No estimate at all."""
    return 0


def distances_from(
    problem: Grid | Graph, sources: Sequence[int], backward: bool = False
) -> NDArray[np.float64]:
    """The cost from the nearest source to each state, by number; backward: to the nearest source.

    In the units of the arcs; infinite where there is no way.
    """
    arcs = grid if isinstance(problem, Grid) else graph
    space = problem.backward_space if backward else problem.space
    whole = isinstance(problem, Grid) or problem.cost.dtype.kind == "i"
    strategy = Strategy("dijkstra", h=0)
    search = CompiledBestFirst(
        arcs, space, problem.states, strategy, nothing, NO_TABLE, whole, whole
    )
    search.run(np.unique(np.asarray(sources, np.int64)), NO_GOALS)
    reached = search.memory.met == search.query
    return np.where(reached, search.memory.g.astype(np.float64), np.inf)
