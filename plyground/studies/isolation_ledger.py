"""What the source of Isolation's evaluations claimed, put to the test.

on strength       Elo in games of everyone against everyone; judged at the original's budgets, with
                  the code that was published, as described beside it
on the budget     what a flood looks at, and the depth that it costs
on the method     what a tournament of a few dozen games can tell
"""

from collections.abc import Mapping, Sequence

from plyground.experiments.document import Claim, Verdict
from plyground.experiments.statistics import Estimate, elo, wilson
from plyground.experiments.summary import Summary
from plyground.studies.isolation_costs import EARLY, mean_depth
from plyground.studies.isolation_runs import (
    BOTH,
    CODED,
    DESCRIBED,
    HEURISTICS,
    IMPROVED,
    LATER,
    NODES,
    ORIGINALS,
    REACHABLE,
    Pools,
    share_won,
)
from plyground.studies.lab import listed
from plyground.studies.words import in_elo, in_figures

SECTION = "§7"


def ledger(
    pools: Pools, gauntlet: Mapping[str, Summary], cells: Mapping[int, Estimate]
) -> list[Claim]:
    """Every claim of §7."""
    return [
        _better(pools, "heuristic 1, guaranteed moves, modestly improves on ID_Improved", CODED),
        _better(pools, "heuristic 2, reachable spaces, modestly improves on 1", REACHABLE, CODED),
        _best(pools),
        _consistent(pools),
        _discount(pools),
        _slow(pools, cells),
        _tells(gauntlet),
    ]


def _verdict(found: Estimate) -> Verdict:
    """Whether a difference is above zero."""
    if not found.excludes(0):
        return Verdict.UNTOLD
    return Verdict.HOLDS if found.value > 0 else Verdict.FAILS


def _better(pools: Pools, claim: str, one: str, other: str = IMPROVED) -> Claim:
    """One above another, judged at the original's budgets, with the code that was published."""
    found = {kind: pool.above(one, other) for kind, pool in pools.items()}
    real = {CODED: DESCRIBED}
    described = pools[ORIGINALS].above(real.get(one, one), real.get(other, other))
    return Claim(
        SECTION,
        claim,
        "a modest improvement",
        f"as coded: {_listed(found)}; as described, at {ORIGINALS}: {in_elo(described)}",
        _verdict(found[ORIGINALS]),
        f"judged as coded, at the original's budgets; it would {_reading(described)} as described",
    )


def _reading(found: Estimate) -> str:
    return {Verdict.HOLDS: "hold", Verdict.FAILS: "fail", Verdict.UNTOLD: "be open"}[
        _verdict(found)
    ]


def _listed(found: Mapping[str, Estimate]) -> str:
    return listed(f"{name} {in_elo(each)}" for name, each in found.items())


def _best(pools: Pools) -> Claim:
    """Best of both against each of the others; it is best only if it is above all of them."""
    pool = pools[ORIGINALS]
    found = {name: pool.above(BOTH, name) for name in HEURISTICS[:-1]}
    verdicts = [_verdict(each) for each in found.values()]
    failed = Verdict.FAILS in verdicts
    told = Verdict.HOLDS if set(verdicts) == {Verdict.HOLDS} else Verdict.UNTOLD
    return Claim(
        SECTION,
        "heuristic 3, best of both, is the best",
        "the best of the three",
        f"with 6,000 nodes, above {_listed(found)}; with 1,500 nodes, above improved "
        f"{in_elo(pool.above(LATER))}; at equal nodes {in_elo(pools[NODES].above(BOTH))}",
        Verdict.FAILS if failed else told,
        f"from {len(pool.summary.records)} games at the original's budgets",
    )


def _consistent(pools: Pools) -> Claim:
    """All three that were published, at every kind of budget; nine looks share the 5 %."""
    sure = 1 - 0.05 / (3 * len(pools))
    found = {
        f"{name} at {kind}": pool.above(name, IMPROVED, sure)
        for name in (CODED, REACHABLE, BOTH)
        for kind, pool in pools.items()
    }
    worse = [name for name, each in found.items() if _verdict(each) == Verdict.FAILS]
    better = [name for name, each in found.items() if _verdict(each) == Verdict.HOLDS]
    told = Verdict.HOLDS if len(better) == len(found) else Verdict.UNTOLD
    return Claim(
        SECTION,
        "all three consistently outperform the baseline",
        "claimed of all",
        f"{len(better)} of {len(found)} comparisons are above it, {len(worse)} below, corrected "
        "for their number",
        Verdict.FAILS if worse else told,
        f"below the baseline: {listed(worse)}" if worse else f"above: {listed(better) or 'none'}",
    )


def _discount(pools: Pools) -> Claim:
    """The heuristic as described against the one that its code computes."""
    found = {kind: pool.above(DESCRIBED, CODED) for kind, pool in pools.items()}
    apart = [kind for kind, each in found.items() if each.excludes(0)]
    return Claim(
        SECTION,
        "the published code is guaranteed moves: it discounts what the other can take next",
        "described so",
        f"as described above as coded: {_listed(found)}",
        Verdict.FAILS,
        "by inspection: the code discounts every move of the player not to move; the games tell "
        f"the two apart at {listed(apart) or 'no budget yet'}",
    )


def _slow(pools: Pools, cells: Mapping[int, Estimate]) -> Claim:
    """What a flood looks at, and the depth that it costs at the original's budgets."""
    early = [each.value for ply, each in cells.items() if ply < EARLY]
    later = [each.value for ply, each in cells.items() if ply >= EARLY]
    pool = pools[ORIGINALS]
    ours, base = (mean_depth(pool, name, True) for name in (REACHABLE, IMPROVED))
    gap = Estimate(ours.value - base.value, ours.low - base.high, ours.high - base.low)
    return Claim(
        SECTION,
        "reachable spaces is too slow early on",
        "claimed",
        f"cells expanded an evaluation: {_mean(early):.0f} before ply {EARLY}, {_mean(later):.0f} "
        f"later, 2 by improved; early depth at the original's budgets {in_figures(ours)}"
        f" against {in_figures(base)}; Elo above improved at equal nodes "
        f"{in_elo(pools[NODES].above(REACHABLE))}, there {in_elo(pool.above(REACHABLE))}",
        Verdict.HOLDS if gap.high < 0 and _mean(early) > _mean(later) else Verdict.UNTOLD,
        "in slow Python; compiled, the same flood costs little (see the speeds)",
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _tells(gauntlet: Mapping[str, Summary]) -> Claim:
    """What a tournament of a few dozen games can tell."""
    shares = {name: share_won(summary) for name, summary in gauntlet.items()}
    few, base = wilson(18, 36), shares.pop(IMPROVED)
    gap = max(each.value for each in shares.values()) - base.value
    return Claim(
        SECTION,
        "a tournament of a few dozen games at 150 ms shows the improvement",
        "a few dozen games each",
        f"the best of the others is {100 * gap:+.0f} points above ID_improved in our gauntlet of "
        f"{len(gauntlet[IMPROVED].records)} games each; 36 games know a share of one half to "
        f"± {100 * few.margin:.0f} points (± {elo(0.5 + few.margin):.0f} Elo)",
        Verdict.FAILS if gap < few.margin else Verdict.HOLDS,
        "the differences are smaller than the noise" if gap < few.margin else "a large gap",
    )
