"""What Mount Olimp claimed, put to the test."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from plyground.experiments.document import Claim, Verdict
from plyground.experiments.numerals import counted, shown
from plyground.experiments.path_runs import PathTrial, told
from plyground.experiments.statistics import Estimate, bootstrap, wilson
from plyground.paths.mount_olimp import ROADS
from plyground.studies.mount_olimp_runs import SHORT, Asked, Grown, OlimpRuns
from plyground.studies.mount_olimp_source import Answer

SECTION = "§3"
ALL_QUESTIONS = 7200
MOST_WAYS = 3
"""Ways on from a state of a growing problem, at most, but for the way back (and from the start)."""


OF_THE_DATA = (
    "a fact of the data, not of the formula: the source printed neither coordinates nor costs; it "
    "holds on the mountain that Plyground ships, for every choice of goals"
)


def ledger(runs: OlimpRuns) -> list[Claim]:
    """Every claim of §3."""
    return [
        *_on_the_heuristic(runs),
        _optimal(runs, "A*", [each.astar for each in runs.asked], runs.cut_off[0]),
        _optimal(runs, "IDA*", [each.ida for each in runs.asked], runs.cut_off[1]),
        _memory_of_astar(runs.grown),
        _memory_of_ida(runs),
        _source(runs),
    ]


def longer(found: Sequence[tuple[float, Answer]]) -> int:
    """How many answers cost more than the truth."""
    return sum(answer.cost > truth for truth, answer in found)


def _on_the_heuristic(runs: OlimpRuns) -> list[Claim]:
    """Two claims with one proof, edge by edge; and a map on which it fails."""
    proof, refuted, asked = runs.proof, runs.refuted, len(runs.asked)
    edges, edge = proof.premise.edges if proof.premise else 0, refuted.edge
    copy = (
        f"on a copy whose edge {edge.origin} – {edge.target} costs {shown(edge.cost)} for a "
        f"distance of {shown(edge.distance)}, with the goal {SHORT[1]}"
    )
    proved = bool(proof.premise and proof.premise.holds)
    findings = (
        ("admissible", "place", proof.admissible, refuted.admissible),
        ("consistent", "edge", proof.consistent, refuted.consistent),
    )
    return [
        Claim(
            SECTION,
            f"the smallest Manhattan distance to a goal is {word}, as every edge costs at least "
            "the distance it covers",
            "argued from the edges, none of them printed",
            f"{'all' if proved else 'not all'} of {edges} edges obey, and it is refuted by "
            f"{here.violating}; {copy}, by {counted(there.violating, what)}, and A* gives "
            f"{refuted.too_long} of {asked:,} answers too long",
            Verdict.HOLDS if proved and here.holds else Verdict.FAILS,
            OF_THE_DATA,
        )
        for word, what, here, there in findings
    ]


def _optimal(runs: OlimpRuns, name: str, trials: Sequence[PathTrial], cut_off: PathTrial) -> Claim:
    asked = len(trials)
    right = sum(trial.cost == each.truth for trial, each in zip(trials, runs.asked, strict=True))
    chance = wilson(right, asked)
    sure = "all there are" if asked == ALL_QUESTIONS else f"[{chance.low:.2%}, {chance.high:.2%}]"
    complete = cut_off.cost is None and cut_off.finished
    fine = right == asked and complete
    return Claim(
        SECTION,
        f"{name} is complete and optimal with an admissible heuristic",
        "yes",
        f"{right:,} of {asked:,} answers as cheap as Floyd and Warshall's, {sure}; where no road "
        f"leads to the summit it {'ends and says so' if complete else 'does not end'}, after "
        f"{counted(cut_off.explored, 'expansion')}",
        Verdict.HOLDS if fine else Verdict.FAILS,
        "with edges that cost more than nothing, on a finite graph",
    )


# --- memory --------------------------------------------------------------------------------------


def factor(grown: Sequence[Grown], kept: Callable[[Grown], int]) -> Estimate:
    """By what factor that which is kept grows with each step of depth: least squares on logs."""
    depth = np.array([each.depth for each in grown], float)
    height = np.log([kept(each) for each in grown])

    def slope(numbers: Any, axis: int) -> Any:
        chosen = np.asarray(numbers).astype(int)
        x, y = depth[chosen], height[chosen]
        away = x - x.mean(axis=axis, keepdims=True)
        spread = np.maximum((away**2).sum(axis=axis), 1e-9)
        return np.exp((away * y).sum(axis=axis) / spread)

    return bootstrap(range(len(grown)), slope)


def _memory_of_astar(grown: Sequence[Grown]) -> Claim:
    families = {family: _family(grown, family) for family in ("trees", "8-puzzles", "grids")}
    factors = {name: factor(some, lambda each: each.astar.frontier) for name, some in
               families.items()}  # fmt: skip
    words = [f"{name} × {told(each)}" for name, each in factors.items()]
    doubles = all(each.astar.frontier == 2**each.depth for each in families["trees"])
    over = [each for each in grown if each.astar.frontier > MOST_WAYS**each.depth]
    verdict = Verdict.HOLDS if doubles else Verdict.UNTOLD
    return Claim(
        SECTION,
        "A* needs memory of O(b^d)",
        "O(b^d)",
        f"its largest frontier grows with each step of depth by a factor: {', '.join(words)}"
        + ("; on trees it is 2^d exactly" if doubles else "")
        + f"; above {MOST_WAYS}^d in {len(over)} of {len(grown)} problems",
        Verdict.FAILS if over else verdict,
        "as a bound that trees reach; a good estimate shrinks b, and on a map d steps reach only "
        "about d² cells, so that memory stays below the number of places",
    )


def _memory_of_ida(runs: OlimpRuns) -> Claim:
    """A path within a threshold of C* has at most C* / (cheapest step) + 1 states."""
    deepest = max(each.depth for each in runs.grown)
    over = sum(each.ida.frontier > each.depth + 1 for each in runs.grown)
    cheapest = min(cost for _, _, cost in ROADS)
    beyond = sum(_too_long(each, cheapest) for each in runs.asked)
    grids = _family(runs.grown, "grids")
    return Claim(
        SECTION,
        "IDA* needs memory of O(d)",
        "O(d)",
        f"its longest path had more than d + 1 states in {over} of {len(runs.grown)} problems of "
        f"depths up to {deepest}, and more than C* / {cheapest} + 1 in {beyond} of "
        f"{len(runs.asked):,} questions on the mountain",
        Verdict.HOLDS if not over + beyond else Verdict.FAILS,
        f"it pays in expansions: {_work(runs.asked):.1f} times A*'s on the mountain, and "
        f"{_work(grids):.1f} times on grids, where many ways lead to the same cell",
    )


def _work(pairs: Sequence[Asked | Grown]) -> float:
    """IDA*'s expansions for each of A*'s."""
    return sum(each.ida.explored for each in pairs) / sum(each.astar.explored for each in pairs)


def _too_long(asked: Asked, cheapest: float) -> bool:
    return asked.ida.frontier > asked.truth / cheapest + 1


def _family(grown: Sequence[Grown], family: str) -> list[Grown]:
    return [each for each in grown if each.family == family]


# --- the source ----------------------------------------------------------------------------------


def _source(runs: OlimpRuns) -> Claim:
    asked = len(runs.stale)
    endless, stale = longer(runs.endless), longer(runs.stale)
    astar = sum(each.astar.explored for each in runs.asked) / len(runs.asked)
    work = sum(answer.expanded for _, answer in runs.endless) / asked
    return Claim(
        SECTION,
        "the source's search is A*",
        "called so",
        f"too long a path on {endless} of {asked:,} questions as it was, expanding "
        f"{shown(work)} places where A* expands {shown(astar)}; on {stale} with a mended goal test",
        Verdict.FAILS if endless + stale else Verdict.HOLDS,
        "a cheaper way to a waiting place does not move it forward, so that others are taken, and "
        "done with, before their cheapest way is known",
    )
