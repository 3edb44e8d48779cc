"""Isolation: four evaluations against the baseline, and what a budget does to them (SYSTEMS.md §7).

An expensive evaluation costs depth, so the answer depends on what is held equal: depth, nodes, or
the nodes that the original reached in its 150 ms. Elo is above the baseline `improved`; a game of
Isolation has no draws.
"""

from collections.abc import Mapping

from plyground.experiments.document import Figure, Part, Section, Table
from plyground.experiments.numerals import Cell
from plyground.experiments.plots import Interval, intervals, lines
from plyground.experiments.statistics import Estimate
from plyground.experiments.summary import Summary
from plyground.studies.isolation_costs import EARLY, flooded_cells, mean_depth, speed
from plyground.studies.isolation_ledger import ledger
from plyground.studies.isolation_runs import (
    BOTH,
    CODED,
    DEPTH,
    DESCRIBED,
    HEURISTICS,
    IMPROVED,
    LATER,
    NODES,
    OPPONENTS,
    ORIGINAL,
    ORIGINALS,
    Pool,
    Pools,
    run_gauntlet,
    run_pools,
    share_won,
)
from plyground.studies.lab import Lab, listed
from plyground.studies.words import in_elo, in_figures, in_percent


def isolation(lab: Lab) -> Section:
    """Which evaluation is the strongest, by depth, by nodes and by the original's time."""
    pools = run_pools(lab)
    gauntlet = run_gauntlet(lab)
    cells = flooded_cells(lab, pools[DEPTH])
    gains = [f"{kind} {in_elo(pool.above(BOTH))}" for kind, pool in pools.items()]
    return Section(
        title="Isolation: four evaluations and their price",
        question="Do guaranteed moves, reachable spaces and best of both beat the baseline "
        "`improved`, and does the answer depend on what is held equal?",
        answer=f"Best of both above improved, in Elo: {listed(gains)}. The heuristic that was "
        f"published as guaranteed moves is another one: {in_elo(pools[DEPTH].above(CODED))} at "
        f"equal depth, against {in_elo(pools[DEPTH].above(DESCRIBED))} as described.",
        parts=_parts(pools, gauntlet, cells),
        ledger=ledger(pools, gauntlet, cells),
        command=f"plyground study isolation --scale {lab.scale} --seed {lab.seed}",
    )


# --- tables and charts ---------------------------------------------------------------------------


def _parts(
    pools: Pools, gauntlet: Mapping[str, Summary], cells: Mapping[int, Estimate]
) -> list[Part]:
    rows = [
        Interval(f"{name}, {kind}", each.value, each.low, each.high)
        for name in (*HEURISTICS[1:], LATER)
        for kind, pool in pools.items()
        if name in pool.names
        for each in [pool.above(name)]
    ]
    curves = {
        "reachable_spaces": [(float(ply), each.value) for ply, each in cells.items()],
        "improved": [(float(ply), 2.0) for ply in cells],
    }
    return [
        _strengths(pools),
        Figure(intervals(rows, "Elo above improved"), "Elo above `improved`, by what is equal."),
        _tournament(gauntlet),
        "MM_ and AB_ players search to depth 3 and 5. Minimax and alpha-beta of one depth choose "
        "the same move, so the MM_ players are searched with alpha-beta. Best of both plays with "
        "6,000 nodes throughout in the gauntlet; the original fell to 1,500 after move 10.",
        Figure(
            lines(curves, "ply", "cells expanded an evaluation"),
            "What one evaluation looks at; in slow Python this is what its time goes into.",
        ),
        _costs(pools),
        _speeds(pools[NODES]),
    ]


def _strengths(pools: Pools) -> Table:
    rows: list[list[Cell]] = [
        [name, *(in_elo(pool.above(name)) if name in pool.names else None
                 for pool in pools.values())]
        for name in (*HEURISTICS[1:], LATER)
    ]  # fmt: skip
    games = [len(pool.summary.records) for pool in pools.values()]
    caption = f"Elo above `improved` with 95 % intervals, from {listed(map(str, games))} games."
    return Table(["heuristic", *pools], rows, caption, "l" + "r" * len(pools))


def _tournament(gauntlet: Mapping[str, Summary]) -> Table:
    rows: list[list[Cell]] = []
    for name, summary in gauntlet.items():
        shares = [f"{line.lost / line.games:.0%}" for line in summary.lines[1:]]
        rows.append([f"ID_{name}", *shares, in_percent(share_won(summary))])
    each = gauntlet[IMPROVED].experiment.games
    caption = f"Games won in the published tournament, {each} against each at the original budgets."
    return Table(["", *OPPONENTS, "all"], rows, caption, "l" + "r" * (len(OPPONENTS) + 1))


def _costs(pools: Pools) -> Table:
    pool = pools[ORIGINALS]
    rows: list[list[Cell]] = [
        [name, ORIGINAL[name], *(in_figures(mean_depth(pool, name, early))
                                 for early in (True, False))]
        for name in pool.names
    ]  # fmt: skip
    columns = ["heuristic", "nodes a move", f"depth before ply {EARLY}", "depth later"]
    return Table(columns, rows, "How deep the original's budgets reach.", "lrrr")


def _speeds(pool: Pool) -> Table:
    """The only part that another run will not repeat."""
    rows: list[list[Cell]] = [
        [name, *(round(speed(pool, name, early)) for early in (True, False))] for name in pool.names
    ]
    columns = ["heuristic", "thousand nodes a second, early", "thousand nodes a second, later"]
    return Table(columns, rows, "Compiled, a flood costs little: time at equal nodes.")
