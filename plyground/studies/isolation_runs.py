"""What the Isolation study plays: everyone against everyone, and the published tournament.

                    equal depth      equal nodes       the original's 150 ms in slow Python
    improved        depth 4          2,000             6,800 nodes
    guaranteed      depth 4          2,000             6,000         as described, and as coded
    reachable       depth 4          2,000             1,500
    best of both    depth 4          2,000             6,000, and 1,500: entered twice

The last column is not measured here: it comes from issue 5, which asked for this study and gives
the nodes that the slow original got through in 150 ms. Best of both had 6,000 up to move 10 and
1,500 from then on; a player here has one budget for a whole game, so it is entered with the most
that it ever had and with the least. Its evaluation changes after ply 12 (SYSTEMS.md §7), by the
moves made in the position it is given, which a search that looks ahead meets before the game does.

All games start from random placements, each played twice with sides swapped. All search with a
transposition table; §7 mentions none.
"""

from collections.abc import Mapping
from typing import NamedTuple

from plyground.experiments.plan import Experiment
from plyground.experiments.statistics import Estimate, wilson
from plyground.experiments.summary import Summary
from plyground.search.deepening import Draws
from plyground.studies.lab import Lab

IMPROVED, CODED = "improved", "guaranteed_moves_as_coded"
DESCRIBED, REACHABLE, BOTH = "guaranteed_moves", "reachable_spaces", "best_of_both"
LATER = "best_of_both, 1,500 nodes"
PUBLISHED = (CODED, REACHABLE, BOTH)
"""The three that the source entered against the baseline."""
HEURISTICS = (IMPROVED, DESCRIBED, CODED, REACHABLE, BOTH)
TABLE = 14
"""Each player remembers 2**TABLE positions."""
ORIGINAL = {IMPROVED: 6800, DESCRIBED: 6000, CODED: 6000, REACHABLE: 1500, BOTH: 6000, LATER: 1500}
AGREED = Draws(repetitions=0, quiet_plies=0, most_plies=Experiment.most_plies)
"""No draw by history: no position comes back, and no game is so long."""
DEPTH, NODES, ORIGINALS = "equal depth", "equal nodes", "the original's budgets"
OPPONENTS = {
    "Random": "random",
    **{f"MM_{name}": f"alpha_beta(depth=3, heuristic={heuristic})"
       for name, heuristic in (("Null", "null"), ("Open", "open_moves"), ("Improved", IMPROVED))},
    **{f"AB_{name}": f"alpha_beta(depth=5, heuristic={heuristic})"
       for name, heuristic in (("Null", "null"), ("Open", "open_moves"), ("Improved", IMPROVED))},
}  # fmt: skip


class Pool(NamedTuple):
    """One kind of budget: everyone against everyone."""

    names: tuple[str, ...]
    summary: Summary

    def above(self, one: str, other: str = IMPROVED, confidence: float = 0.95) -> Estimate:
        """The Elo of one above another."""
        found = self.summary.ratings
        assert found is not None
        agents = dict(zip(self.names, self.summary.experiment.agents, strict=True))
        return found.difference(agents[one], agents[other], confidence)


Pools = Mapping[str, Pool]


def run_pools(lab: Lab) -> Pools:
    """Everyone against everyone, for each kind of budget."""
    return {
        DEPTH: _pool(lab, DEPTH, dict.fromkeys(HEURISTICS, "depth=4"), lab.sized(8, 250)),
        NODES: _pool(lab, NODES, dict.fromkeys(HEURISTICS, "nodes=2000"), lab.sized(8, 250)),
        ORIGINALS: _pool(lab, ORIGINALS, _originals(), lab.sized(6, 200)),
    }


def run_gauntlet(lab: Lab) -> dict[str, Summary]:
    """Each evaluation at its own budget against the seven of the published tournament."""
    found = {}
    for name in HEURISTICS:
        agents = (player(name, _originals()[name]), *OPPONENTS.values())
        title = f"isolation, gauntlet of {name}"
        found[name] = lab.play(_experiment(agents, lab.sized(2, 30), True), title)
    return found


def share_won(gauntlet: Summary, confidence: float = 0.95) -> Estimate:
    """Of all games of an evaluation's gauntlet."""
    return wilson(gauntlet.lines[0].won, gauntlet.lines[0].games, confidence)


def _originals() -> dict[str, str]:
    return {name: f"nodes={nodes}" for name, nodes in ORIGINAL.items()}


def player(name: str, budget: str) -> str:
    """Who searches with an evaluation within a budget."""
    heuristic = name.split(",")[0]
    return f"deepening({budget}, heuristic={heuristic}, quiescence=false, table={TABLE})"


def _pool(lab: Lab, kind: str, budgets: Mapping[str, str], pairs: int) -> Pool:
    agents = tuple(player(name, budget) for name, budget in budgets.items())
    return Pool(tuple(budgets), lab.play(_experiment(agents, pairs), f"isolation, {kind}"))


def _experiment(agents: tuple[str, ...], pairs: int, gauntlet: bool = False) -> Experiment:
    return Experiment(
        "isolation",
        agents,
        2 * pairs,
        "random(plies=2)",
        "gauntlet" if gauntlet else "round_robin",
        repetitions=AGREED.repetitions,
        quiet_plies=AGREED.quiet_plies,
        most_plies=AGREED.most_plies,
    )
