"""The searches of Maze Runner's source, with their faults, to see what these do.

    as_published      best-first, which takes a random entry of the heap now and then, and leaves it
                      there: it is explored again when its turn comes
    without_memory    plain best-first, which keeps no visited set: it "got stuck in a loop"

The source's code for the way back was not printed. Here the last cell that sees a waiting one
becomes its parent, whatever was known before.
"""

from heapq import heappop, heappush
from random import Random
from time import process_time
from typing import Any

from plyground.experiments.path_runs import PathTrial
from plyground.paths.grid import Grid
from plyground.search.best_first import way_back
from plyground.search.estimates import load_estimate


def as_published(grid: Grid, heuristic: str, random_factor: float, seed: int) -> PathTrial:
    """One run of the source's best-first search."""
    begun = process_time()
    estimate = load_estimate(grid, heuristic).to_nearest(grid.goals)
    random, closed, came_from = Random(seed), set(), {grid.start: None}
    heap: list[tuple[Any, int, Any]] = [(estimate(grid.start), 0, grid.start)]
    explored, peak, entries, cell = 0, 1, 0, None
    while heap:
        drawn = random.random() < random_factor
        cell = random.choice(heap)[-1] if drawn else heappop(heap)[-1]
        explored += 1
        if grid.is_goal(cell):
            break
        closed.add(cell)
        for neighbor, _ in grid.successors(cell):
            if neighbor not in closed:
                came_from[neighbor], entries = cell, entries + 1
                heappush(heap, (estimate(neighbor), entries, neighbor))
        peak = max(peak, len(heap))
    path = way_back(came_from, cell) if grid.is_goal(cell) else []
    cost, times = grid.length(path) if path else None, (process_time() - begun,)
    name = "as published"
    return PathTrial(
        grid.title, name, heuristic, seed, cost, len(path), explored, peak, times=times
    )


def without_memory(grid: Grid, heuristic: str, most: int) -> bool:
    """Whether best-first that forgets where it was arrives within so many steps."""
    estimate = load_estimate(grid, heuristic).to_nearest(grid.goals)
    heap: list[tuple[Any, int, Any]] = [(estimate(grid.start), 0, grid.start)]
    entries = 0
    for _ in range(most):
        cell = heappop(heap)[-1]
        if grid.is_goal(cell):
            return True
        for neighbor, _ in grid.successors(cell):
            entries += 1
            heappush(heap, (estimate(neighbor), -entries, neighbor))
    return False
