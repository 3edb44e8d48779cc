"""Mount Olimp's own search, which was called A*, and what it lacks.

    the goal test had no effect        the search goes on until nothing waits
    a cheaper way to a waiting place   is recorded, but the place keeps its old priority

        priority 9 ──▶ u            u was put in at f = 12; now f = 9 is known,
        priority 12 ─▶ u            yet whatever has f = 10 or 11 is taken before it

A place taken off the heap is done with, so one that is taken too soon keeps too large a cost.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any, NamedTuple

from plyground.paths.graph import Graph


class Answer(NamedTuple):
    """What the source's search comes back with."""

    cost: float
    expanded: int
    sizes: tuple[int, ...]
    """The size of the open set after 0, 1, … steps."""


def stale_search(graph: Graph, start: int, goals: tuple[int, ...], stops: bool) -> Answer:
    """The source's search; with `stops` its goal test is mended, and only the priorities are stale.

    Without, the cheapest goal is looked up when nothing waits any more.
    """
    estimate = _distance(graph, goals)
    g: dict[int, Any] = {start: 0}
    heap = [(estimate(start), 0, start)]
    done: set[int] = set()
    sizes = [1]
    while heap:
        place = heappop(heap)[-1]
        done.add(place)
        sizes.append(len(heap))
        if stops and place in goals:
            break
        for neighbor, cost in graph.successors(place):
            through = g[place] + cost
            if neighbor not in g:
                heappush(heap, (through + estimate(neighbor), -len(g), neighbor))
                g[neighbor] = through
            elif neighbor not in done and through < g[neighbor]:
                g[neighbor] = through  # its priority in the heap stays as it was
        sizes[-1] = len(heap)
    reached = [goal for goal in goals if goal in (done if stops else g)]
    return Answer(min(g[goal] for goal in reached), len(done), tuple(sizes))


def _distance(graph: Graph, goals: tuple[int, ...]) -> Callable[[int], float]:
    """The Manhattan distance to the nearest goal."""
    ends = [graph.point(goal) for goal in goals]

    def estimate(place: int) -> float:
        x, y = graph.point(place)
        return min(abs(x - end.x) + abs(y - end.y) for end in ends)

    return estimate
