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
from plyground.experiments.statistics import Estimate
from plyground.games import load_game
from plyground.heuristics import load_evaluation
from plyground.studies.lab import listed
from plyground.studies.nine_mens_morris_accuracy import (
    Accuracies,
    accuracy_words,
    better_words,
    coin_words,
    fit_words,
)
from plyground.studies.nine_mens_morris_pruning import LEAST, PERFECT, ROOT, SEARCHES, Costs
from plyground.studies.nine_mens_morris_runs import (
    DEPTH,
    PHASES,
    PUBLISHED,
    MorrisRuns,
    Seen,
    mean_by_game,
    phase_of,
    span_of_moves,
)
from plyground.studies.words import in_elo, in_figures, in_percent

SECTION = "§4"
FEWEST, MOST = 5, 20
"""The published range of the branching factor."""
LEVEL = 1.5
"""A factor that grows less than this in two plies, when bᵈ grows b²-fold, counts as constant."""


def ledger(runs: MorrisRuns, costs: Mapping[str, Costs], known: Accuracies) -> list[Claim]:
    """Every claim of §4."""
    return [
        _claim_weights(runs.gains, known),
        _claim_accuracy(runs.engine, known),
        _claim_efficiency(costs),
        _claim_alignment(runs.gains),
        _claim_root(costs),
        claim_width(runs.everywhere),
    ]


def _claim_weights(gains: Mapping[str, Estimate], known: Accuracies) -> Claim:
    others = {name: each for name, each in gains.items() if not name.startswith("without")}
    worse = [name for name, each in others.items() if each.high < 0]
    told = f"told to be better: {listed(worse) or 'none of ours'}"
    return Claim(
        SECTION,
        "the weights 4, 6, 3, 1 were chosen by empirical testing",
        "no test was shown",
        f"Elo of the published weights, at depth {DEPTH}, above {_listed(others)}; "
        f"{fit_words(known)}",
        Verdict.UNMEASURED,
        f"because no other weights and no games are reported; at depth {DEPTH}, {told}; by the "
        f"truth, {better_words(known)}",
    )


def _listed(gains: Mapping[str, Estimate]) -> str:
    return listed(f"{name} {in_elo(each)}" for name, each in gains.items())


def _claim_accuracy(engine: Sequence[Seen], known: Accuracies) -> Claim:
    """By the truth with few men, and by results, once in each game: right after the placing."""
    evaluate = load_evaluation(load_game("nine_mens_morris"), PUBLISHED).plain
    seen = [each for each in engine if each.ply == 18]
    values = [float(evaluate(each.position)) for each in seen]
    points = [each.points for each in seen]
    found = "too few games, or all alike,"
    if len(seen) > 3 and len(set(values)) > 1 and len(set(points)) > 1:
        value = statistics.correlation(values, points)
        middle, reach = atanh(min(max(value, -0.999), 0.999)), 1.96 / sqrt(len(seen) - 3)
        found = f"r = {value:.2f} [{tanh(middle - reach):.2f}, {tanh(middle + reach):.2f}]"
    return Claim(
        SECTION,
        "evaluation accuracy: the heuristic value correlates with winning chances",
        "a criterion without a figure",
        f"{accuracy_words(known)}; {found} with the result, after the placing, in {len(seen)} "
        "games of the match",
        Verdict.UNMEASURED,
        f"because it was only named; {coin_words(known)}; with more men it is measured only by "
        f"results between players of depth {DEPTH}",
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
        f"Elo of the published weights, at depth {DEPTH}, above itself {_listed(parts)}",
        Verdict.UNMEASURED,
        f"because it was only named; at depth {DEPTH}, told to be worth having: "
        f"{listed(useful) or 'none'}; told to be better left out: {listed(harmful) or 'none'}",
    )


def _claim_root(costs: Mapping[str, Costs]) -> Claim:
    """Whether positions visited per √(bᵈ) stay level from depth 2 to depth 4."""
    even, odd = (
        {name: _ratios(costs, name, depths) for name in (PERFECT, "ordering", "alpha_beta")}
        for depths in ((2, 4), (1, 3))
    )
    level = all(four <= LEVEL * two for two, four in even[PERFECT])
    growth = max(four / two for two, four in even[PERFECT])
    where = "within" if level else "beyond"
    return Claim(
        SECTION,
        "alpha-beta with perfect ordering visits O(√(bᵈ)) positions",
        "theory; no order was tried",
        f"times √(bᵈ), {' and '.join(costs)}, from depth 2 to 4: {_arrows(even)}; from depth 1 to "
        f"3: {_arrows({PERFECT: odd[PERFECT]})}",
        Verdict.HOLDS if level else Verdict.FAILS,
        "judged by even depths, 2 and 4 alone: with the best move first the factor at depth 4 is "
        f"at most {growth:.2f} times that at depth 2, {where} the {LEVEL:g} that counts as level; "
        f"{LEAST}; §4 names no ordering of the published search",
    )


def _ratios(
    costs: Mapping[str, Costs], name: str, depths: tuple[int, int]
) -> list[tuple[float, float]]:
    """Positions visited per √(bᵈ) at two depths, phase by phase."""
    one, other = depths
    return [
        (found[one][name] / found[one][ROOT], found[other][name] / found[other][ROOT])
        for found in costs.values()
    ]


def _arrows(ratios: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    return "; ".join(
        f"{name} {' and '.join(f'{one:.1f} → {other:.1f}' for one, other in each)}"
        for name, each in ratios.items()
    )


def claim_width(seen: Sequence[Seen]) -> Claim:
    """Means by phase within the range, and how many positions lie outside it."""
    means = {}
    for phase in PHASES:
        there = [each for each in seen if phase_of(each.position) == phase]
        if there:
            means[phase] = mean_by_game(there, [each.moves for each in there])
    outside = [phase for phase, each in means.items() if each.low > MOST or each.high < FEWEST]
    inside = [phase for phase, each in means.items() if FEWEST <= each.low <= each.high <= MOST]
    within = mean_by_game(seen, [FEWEST <= each.moves <= MOST for each in seen])
    told = Verdict.HOLDS if len(inside) == len(means) else Verdict.UNTOLD
    texts = [f"{name} {in_figures(each)}" for name, each in means.items()]
    return Claim(
        SECTION,
        f"the branching factor is {FEWEST} to {MOST}",
        f"{FEWEST}–{MOST}",
        f"means over random games and games of the match: {listed(texts)}; {in_percent(within)} of "
        f"positions lie within, the range is {span_of_moves(seen)}; intervals by games",
        Verdict.FAILS if outside else told,
        f"judged by the mean of each phase; within: {listed(inside) or 'none'}; outside: "
        f"{listed(outside) or 'none'}",
    )
