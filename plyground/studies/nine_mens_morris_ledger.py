"""What the source of Nine Men's Morris claimed, put to the test.

named only    weights by testing, accuracy, efficiency, alignment: the source measured none of them,
              so none can hold or fail; what we measured stands beside
theory        √(bᵈ) with perfect ordering
a figure      a branching factor of 5 to 20
"""

import statistics
from collections.abc import Mapping, Sequence
from math import atanh, sqrt, tanh

from plyground.experiments.document import Claim, Verdict
from plyground.experiments.statistics import Estimate, wilson
from plyground.games import load_game
from plyground.heuristics import load_evaluation
from plyground.studies.lab import listed
from plyground.studies.nine_mens_morris_pruning import PERFECT, ROOT, SEARCHES, Costs
from plyground.studies.nine_mens_morris_runs import (
    PHASES,
    PUBLISHED,
    MorrisRuns,
    Seen,
    phase_of,
    span_of_moves,
)
from plyground.studies.words import in_elo, in_figures

SECTION = "§4"
FEWEST, MOST = 5, 20
"""The published range of the branching factor."""
LEVEL = 1.5
"""A factor that grows less than this in two plies, when bᵈ grows b²-fold, counts as constant."""


def ledger(runs: MorrisRuns, costs: Mapping[str, Costs]) -> list[Claim]:
    """Every claim of §4."""
    return [
        _claim_weights(runs.gains),
        _claim_accuracy(runs.engine),
        _claim_efficiency(costs),
        _claim_alignment(runs.gains),
        _claim_root(costs),
        _claim_width(runs.everywhere),
    ]


def _claim_weights(gains: Mapping[str, Estimate]) -> Claim:
    others = {name: each for name, each in gains.items() if not name.startswith("without")}
    worse = [name for name, each in others.items() if each.high < 0]
    told = (
        f"{listed(worse)} would have been better" if worse else "none of ours is told to be better"
    )
    return Claim(
        SECTION,
        "the weights 4, 6, 3, 1 were chosen by empirical testing",
        "no test was shown",
        f"Elo of the published weights above {_listed(others)}",
        Verdict.UNMEASURED,
        f"because no other weights and no games are reported; {told}",
    )


def _listed(gains: Mapping[str, Estimate]) -> str:
    return listed(f"{name} {in_elo(each)}" for name, each in gains.items())


def _claim_accuracy(engine: Sequence[Seen]) -> Claim:
    """How the evaluation goes along with results, once in each game: right after the placing."""
    evaluate = load_evaluation(load_game("nine_mens_morris"), PUBLISHED).plain
    seen = [each for each in engine if each.ply == 18]
    values = [float(evaluate(each.position)) for each in seen]
    points = [each.points for each in seen]
    found = "too few games"
    if len(seen) > 3 and len(set(values)) > 1 and len(set(points)) > 1:
        value = statistics.correlation(values, points)
        middle, reach = atanh(min(max(value, -0.999), 0.999)), 1.96 / sqrt(len(seen) - 3)
        found = f"r = {value:.2f} [{tanh(middle - reach):.2f}, {tanh(middle + reach):.2f}]"
    return Claim(
        SECTION,
        "evaluation accuracy: the heuristic value correlates with winning chances",
        "a criterion without a figure",
        f"{found} with the result, after the placing, in {len(seen)} games of the match",
        Verdict.UNMEASURED,
        "because it was only named; the exact grade, against the solved game, comes with the "
        "solver",
    )


def _claim_efficiency(costs: Mapping[str, Costs]) -> Claim:
    """What alpha-beta leaves out at the largest depth."""
    texts = []
    for phase, found in costs.items():
        depth, last = max(found), found[max(found)]
        saved = ", ".join(f"{name} {1 - last[name] / last['minimax']:.0%}" for name in SEARCHES[1:])
        texts.append(f"{phase}, depth {depth}: {saved}")
    return Claim(
        SECTION,
        "search efficiency: alpha-beta visits fewer positions",
        "a criterion without a figure",
        f"saved of minimax's positions: {'; '.join(texts)}",
        Verdict.UNMEASURED,
        "because it was only named",
    )


def _claim_alignment(gains: Mapping[str, Estimate]) -> Claim:
    """Whether each part of the evaluation is worth having."""
    parts = {name: each for name, each in gains.items() if name.startswith("without")}
    useful = [name.removeprefix("without ") for name, each in parts.items() if each.low > 0]
    harmful = [name.removeprefix("without ") for name, each in parts.items() if each.high < 0]
    return Claim(
        SECTION,
        "strategic alignment: pieces, mills, potential mills and mobility are what matters",
        "a criterion without a figure",
        f"Elo of the published weights above itself {_listed(parts)}",
        Verdict.UNMEASURED,
        f"because it was only named; worth having: {listed(useful) or 'none is proved'}; "
        f"better left out: {listed(harmful) or 'none is proved'}",
    )


def _claim_root(costs: Mapping[str, Costs]) -> Claim:
    """Whether positions visited per √(bᵈ) stay level from depth 2 to depth 4.

    Odd depths add a factor √b: the least is b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves (Knuth and Moore 1975).
    """
    names = (PERFECT, "ordering", "alpha_beta")
    ratios = {
        name: [tuple(found[depth][name] / found[depth][ROOT] for depth in (2, 4))
               for found in costs.values()]
        for name in names
    }  # fmt: skip
    texts = [
        f"{name} {' and '.join(f'{two:.1f} → {four:.1f}' for two, four in each)}"
        for name, each in ratios.items()
    ]
    level = all(four <= LEVEL * two for two, four in ratios[PERFECT])
    return Claim(
        SECTION,
        "alpha-beta with perfect ordering visits O(√(bᵈ)) positions",
        "theory; no order was tried",
        f"times √(bᵈ), from depth 2 to 4, {' and '.join(costs)}: {'; '.join(texts)}",
        Verdict.HOLDS if level else Verdict.FAILS,
        f"with the best move first the factor {'stays level' if level else 'grows'}; the published "
        "search has no ordering",
    )


def _claim_width(seen: Sequence[Seen]) -> Claim:
    """Means by phase within the range, and how many positions lie outside it."""
    means = {
        phase: _mean([each.moves for each in seen if phase_of(each.position) == phase])
        for phase in PHASES
        if any(phase_of(each.position) == phase for each in seen)
    }
    outside = [phase for phase, each in means.items() if each.low > MOST or each.high < FEWEST]
    within = wilson(sum(FEWEST <= each.moves <= MOST for each in seen), len(seen))
    texts = [f"{name} {in_figures(each)}" for name, each in means.items()]
    return Claim(
        SECTION,
        f"the branching factor is {FEWEST} to {MOST}",
        f"{FEWEST}–{MOST}",
        f"means: {listed(texts)}; {within.value:.0%} of positions lie within, the range is "
        f"{span_of_moves(seen)}",
        Verdict.FAILS if outside else Verdict.HOLDS,
        f"not while {listed(outside)}"
        if outside
        else "the mean of each phase; single positions go beyond",
    )


def _mean(values: Sequence[float]) -> Estimate:
    """By the normal distribution: there are thousands of positions."""
    value = statistics.fmean(values)
    margin = 1.96 * statistics.pstdev(values) / sqrt(len(values))
    return Estimate(value, value - margin, value + margin)
