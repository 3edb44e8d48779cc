"""A search through a graph in text: the path, and a table of the places if there are few.

    Litochoro -6-> Enipeas -8-> Muses        steps with their costs,
    0              6            14           and below what it took to get there

    place       g   h   f
    Litochoro   0  14  14  expanded 1st
    Enipeas     6   8  14  expanded 2nd
    Ampelos    14  10  24  open
    not seen: Karya, Pyrgos

A result holds the order of expansion but no costs of expanded places; going through that order
again, by the rule of the algorithm for places met twice, gives them back.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, TypeAlias

from plyground.errors import PlygroundError
from plyground.graph_svg import FEW
from plyground.path_svg import number, outcome
from plyground.paths.graph import Graph
from plyground.paths.problem import Problem
from plyground.search.estimates import load_estimate
from plyground.search.path_results import PathResult
from plyground.text import Call, parse

Paint: TypeAlias = Callable[[str, str], str]
"""(text, role) -> the text as it should be printed."""


class Rule(NamedTuple):
    """How an algorithm uses what it knows of a place."""

    again: str
    """Which way to a place counts: the least, the first, or the latest while it waits."""
    weight: float | None = None
    """f = g + weight · h, where the algorithm looks at such a sum."""


RULES = {
    "breadth_first": Rule("first"),
    "depth_first": Rule("latest"),
    "dijkstra": Rule("least"),
    "greedy": Rule("first"),
    "best_first": Rule("first"),
    "astar": Rule("least", 1),
    "weighted_astar": Rule("least", 1.5),
    "ida_star": Rule("least", 1),
}


def plain(text: str, role: str) -> str:
    """The text as it is."""
    return text


def places(
    graph: Graph, result: PathResult, width: int, height: int, paint: Paint = plain
) -> Iterable[str]:
    """The lines of the picture."""
    yield from _chain(graph, result, width, height, paint)
    if graph.states <= FEW and (len(result.order) or len(result.open)):
        yield ""
        yield from _table(graph, result, paint)


def step_costs(problem: Problem, path: Sequence[Any]) -> list[Any]:
    """What each step of the path costs."""
    return [
        min(cost for state, cost in problem.successors(here) if state == there)
        for here, there in pairwise(path)
    ]


def shortened(lines: list[str], most: int, each: int = 1) -> list[str]:
    """The first and the last lines, at most about `most`, cut at multiples of `each`."""
    if len(lines) <= most:
        return lines
    half = max(1, (most - 1) // 2 // each) * each
    left_out = len(lines) // each - 2 * half // each
    return [*lines[:half], f"… {left_out:,} more …", *lines[len(lines) - half :]]


def _chain(
    graph: Graph, result: PathResult, width: int, height: int, paint: Paint
) -> Iterable[str]:
    """The path with its costs, two lines for each line of names."""
    if not len(result.path):
        yield outcome(result)
        return
    steps = step_costs(graph, result.path)
    arrows = [*(f" -{number(cost)}-> " for cost in steps), ""]
    pairs = [["", ""]]
    for place, arrow, g in zip(result.path, arrows, accumulate(steps, initial=0), strict=True):
        name, cost = graph.state_name(place), number(g)
        cell = (name + arrow).ljust(len(cost) + 1)
        if pairs[-1][0] and len(pairs[-1][0] + cell) > width:
            pairs.append(["  ", "  "])
        pairs[-1][0] += cell
        pairs[-1][1] += cost.ljust(len(cell))
    lines = [each for upper, lower in pairs for each in (paint(upper.rstrip(), "path"), lower)]
    yield from (line.rstrip() for line in shortened(lines, max(6, height), 2))


def _table(graph: Graph, result: PathResult, paint: Paint) -> Iterable[str]:
    """Expanded places in their order, then open ones, then the names of the others."""
    status = _status(result)
    columns = _columns(graph, result)
    rows = [["place", *columns]]
    for place in status:
        values = [column(place) for column in columns.values()]
        rows.append([graph.state_name(place), *("" if v is None else number(v) for v in values)])
    wide = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    for row, said in zip(rows, ["", *status.values()], strict=True):
        cells = [row[0].ljust(wide[0])]
        cells += [cell.rjust(room) for cell, room in zip(row[1:], wide[1:], strict=True)]
        mark = paint(said, said.split(" ")[0]) if said else ""
        yield "  ".join([*cells, mark]).rstrip()
    unseen = [graph.state_name(place) for place in range(graph.states) if place not in status]
    if unseen:
        yield f"not seen: {', '.join(unseen)}"


def _status(result: PathResult) -> dict[Any, str]:
    """What became of each place, those expanded first."""
    turns: dict[Any, list[str]] = {}
    for turn, place in enumerate(result.order, 1):
        turns.setdefault(place, []).append(f"{turn}{_ending(turn)}")
    status = {place: f"expanded {', '.join(each)}" for place, each in turns.items()}
    waiting = {each.state: "open" for each in result.open}
    return {place: said for place, said in status.items() if place not in waiting} | waiting


def _ending(turn: int) -> str:
    if turn % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(turn % 10, "th")


def _columns(graph: Graph, result: PathResult) -> dict[str, Callable[[Any], Any]]:
    """g, h and f, as far as the algorithm has them; nothing if its rule is not known."""
    call = parse(result.algorithm) if result.algorithm else Call("")
    rule = RULES.get(call.name)
    if rule is None:
        return {}
    g = _known_costs(graph, result, rule, bool(call.parameters.get("reopen", True)))
    columns: dict[str, Callable[[Any], Any]] = {"g": g.get}
    if "heuristic" not in call.parameters:
        return columns
    try:
        h = load_estimate(graph, str(call.parameters["heuristic"])).to_nearest(graph.goals)
        h(graph.start)
    except PlygroundError:  # a heuristic of a file that is gone, or one that needs coordinates
        return columns
    columns["h"] = h
    weight = call.parameters.get("weight", rule.weight)
    if isinstance(weight, int | float):
        columns["f"] = lambda place: g[place] + weight * h(place) if place in g else None
    return columns


def _known_costs(graph: Graph, result: PathResult, rule: Rule, reopen: bool) -> dict[Any, Any]:
    """What the search knew it takes to get to each place."""
    g: dict[Any, Any] = {graph.start: 0}
    expanded = set()
    for here in result.order:
        expanded.add(here)
        if here not in g or graph.is_goal(here):  # a goal ends the search
            continue
        for there, cost in graph.successors(here):
            through, fresh = g[here] + cost, there not in g
            better = rule.again == "least" and not fresh and through < g[there]
            later = rule.again == "latest" and there not in expanded
            if fresh or (better and (reopen or there not in expanded)) or later:
                g[there] = through
    return g | {each.state: each.g for each in result.open}
