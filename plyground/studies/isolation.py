"""Isolation: four evaluations against the baseline, and what a budget does to them (SYSTEMS.md §7).

An expensive evaluation costs depth, so the answer depends on what is held equal: depth, nodes, or
the nodes that the original is said to have reached in its 150 ms. Elo is above the baseline
`improved`; a game of Isolation has no draws. What the evaluations know, whatever a search makes of
it, solved positions tell (`isolation_accuracy`).
"""

from collections.abc import Mapping

from plyground.experiments.document import Figure, Part, Section, Table
from plyground.experiments.numerals import Cell
from plyground.experiments.plots import Interval, intervals, lines
from plyground.experiments.summary import Summary
from plyground.studies.isolation_accuracy import (
    accuracy_claims,
    accuracy_parts,
    accuracy_words,
    run_accuracy,
)
from plyground.studies.isolation_costs import EARLY, Floods, flooded, mean_depth, speed
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
    REACHABLE,
    TABLE,
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
    floods = flooded(lab, pools[DEPTH])
    known = run_accuracy(lab)
    gains = [f"{kind} {in_elo(pool.above(BOTH))}" for kind, pool in pools.items()]
    return Section(
        title="Isolation: four evaluations and their price",
        question="Do guaranteed moves, reachable spaces and best of both beat the baseline "
        "`improved`, and does the answer depend on what is held equal?",
        answer=f"Best of both above improved, in Elo: {listed(gains)}, there with the most nodes "
        "that it had. The heuristic that was "
        f"published as guaranteed moves is another one: {in_elo(pools[DEPTH].above(CODED))} at "
        f"equal depth, against {in_elo(pools[DEPTH].above(DESCRIBED))} as described. "
        f"{accuracy_words(known)}",
        parts=[*_parts(pools, gauntlet, floods), *accuracy_parts(known)],
        ledger=[*ledger(pools, gauntlet, floods), *accuracy_claims(known)],
        command=f"plyground study isolation --scale {lab.scale} --seed {lab.seed}",
    )


# --- tables and charts ---------------------------------------------------------------------------


def _parts(pools: Pools, gauntlet: Mapping[str, Summary], floods: Floods) -> list[Part]:
    rows = [
        Interval(f"{name}, {kind}", each.value, each.low, each.high)
        for name in (*HEURISTICS[1:], LATER)
        for kind, pool in pools.items()
        if name in pool.names
        for each in [pool.above(name)]
    ]
    curves = {
        "reachable_spaces": [(float(ply), each.value) for ply, each in floods.by_ply.items()],
        "improved": [(float(ply), 2.0) for ply in floods.by_ply],
    }
    return [
        _strengths(pools),
        Figure(intervals(rows, "Elo above improved"), "Elo above `improved`, by what is equal."),
        _tournament(gauntlet),
        "MM_ and AB_ players search to depth 3 and 5. Minimax and alpha-beta of one depth choose "
        "the same move, so the MM_ players are searched with alpha-beta. The others deepen and "
        f"keep a transposition table of {1 << TABLE:,} positions: §7 mentions none, so equal nodes "
        "may reach deeper here than in the original.",
        "The original's budgets are given, not measured here: the nodes that it got through in "
        f"150 ms. Of best of both they are {ORIGINAL[BOTH]:,} up to move 10 and {ORIGINAL[LATER]:,}"
        " from then on, while its evaluation changes after ply 12: a search looks ahead, and meets "
        "such positions before the game does. A player here has one budget for a whole game, so "
        f"best of both plays with {ORIGINAL[BOTH]:,} nodes throughout, the most it had, and in the "
        f"pool once more with {ORIGINAL[LATER]:,}, the least.",
        Figure(
            lines(curves, "ply", "cells expanded an evaluation"),
            "Cells that one evaluation goes on from; improved looks no further than the players' "
            "own two.",
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
    caption = f"Games won in the published tournament, {each} against each, at {ORIGINALS}."
    return Table(["", *OPPONENTS, "all"], rows, caption, "l" + "r" * (len(OPPONENTS) + 1))


def _costs(pools: Pools) -> Table:
    pool = pools[ORIGINALS]
    rows: list[list[Cell]] = [
        [name, ORIGINAL[name], *(in_figures(mean_depth(pool, name, early))
                                 for early in (True, False))]
        for name in pool.names
    ]  # fmt: skip
    columns = ["heuristic", "nodes a move", f"depth up to ply {EARLY}", "depth later"]
    return Table(columns, rows, "How deep the original's budgets reach.", "lrrr")


def _speeds(pool: Pool) -> Table:
    """The only part that another run will not repeat."""
    rows: list[list[Cell]] = [
        [name, *(round(speed(pool, name, early)) for early in (True, False))] for name in pool.names
    ]
    columns = ["heuristic", "thousand nodes a second, early", "thousand nodes a second, later"]
    early, later = (
        speed(pool, REACHABLE, each) / speed(pool, IMPROVED, each) for each in (True, False)
    )
    caption = (
        f"Time at equal nodes, compiled, on this machine: reachable spaces visits {early:.0%} of "
        f"improved's nodes a second up to ply {EARLY}, and {later:.0%} later."
    )
    return Table(columns, rows, caption)
