"""Distances in the plane: how far it is at least, judged by coordinates alone.

       there
      /|        dx = columns apart, dy = rows apart
     / | dy     straight, diagonal = what one step of each kind costs
    ────        (1 and the square root of 2, or whole numbers in that proportion)
     dx

Which of them never exceeds the true cost depends on the steps allowed: manhattan on 4-connected
grids; octile, chebyshev and euclidean on 8-connected ones too; on a graph it depends on its edges.
`plyground audit` proves or refutes it for a given map.
"""

from collections.abc import Callable
from math import sqrt
from typing import Any


def zero(dx: Any, dy: Any, straight: Any, diagonal: Any) -> Any:
    """0: with it, A* is Dijkstra's algorithm."""
    return straight * 0


def manhattan(dx: Any, dy: Any, straight: Any, diagonal: Any) -> Any:
    """dx + dy: exact on an empty grid without diagonal steps."""
    return straight * (dx + dy)


def chebyshev(dx: Any, dy: Any, straight: Any, diagonal: Any) -> Any:
    """max(dx, dy): exact if diagonal steps cost the same as straight ones."""
    return straight * max(dx, dy)


def euclidean(dx: Any, dy: Any, straight: Any, diagonal: Any) -> Any:
    """√(dx² + dy²): the straight line."""
    return straight * sqrt(dx * dx + dy * dy)


def octile(dx: Any, dy: Any, straight: Any, diagonal: Any) -> Any:
    """dx + dy + (√2 − 2) min(dx, dy): exact on an empty grid with diagonal steps."""
    return straight * (dx + dy) + (diagonal - 2 * straight) * min(dx, dy)


DISTANCES: dict[str, Callable[..., Any]] = {
    each.__name__: each for each in (zero, manhattan, euclidean, chebyshev, octile)
}
METRICS = tuple(DISTANCES)
"""Each of them obeys the triangle inequality, so checking every edge once settles all goals."""
