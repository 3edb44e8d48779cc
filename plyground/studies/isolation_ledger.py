"""What the source of Isolation's evaluations claimed, put to the test.

on strength       Elo in games of everyone against everyone; judged at the original's budgets, with
                  the code that was published, as described beside it
on the code       what it computes, by inspection, and how often that differs from its description
on the budget     what a flood looks at, and what the depth that it costs is worth
on the method     what a tournament of a few dozen games can tell

Where a claim is looked at several times, the looks share the 5 %.
"""

from collections.abc import Mapping

from plyground.experiments.document import Claim, Verdict
from plyground.experiments.statistics import Estimate, wilson
from plyground.experiments.summary import Summary
from plyground.studies.isolation_costs import EARLY, Floods, mean_depth
from plyground.studies.isolation_runs import (
    BOTH,
    CODED,
    DESCRIBED,
    IMPROVED,
    LATER,
    NODES,
    ORIGINAL,
    ORIGINALS,
    PUBLISHED,
    REACHABLE,
    Pools,
    share_won,
)
from plyground.studies.lab import listed
from plyground.studies.words import difference, in_elo, in_figures, in_percent, in_points

SECTION = "§7"
DOZENS = 36
"""Games of a tournament "of a few dozen"."""


def ledger(pools: Pools, gauntlet: Mapping[str, Summary], floods: Floods) -> list[Claim]:
    """Every claim of §7."""
    return [
        _better(pools, "heuristic 1, guaranteed moves, modestly improves on ID_Improved", CODED),
        _better(pools, "heuristic 2, reachable spaces, modestly improves on 1", REACHABLE, CODED),
        _best(pools),
        _consistent(pools),
        _discount(pools),
        _limit(floods),
        _slow(pools, floods),
        tells({name: share_won(each, sharing(len(PUBLISHED))) for name, each in gauntlet.items()},
              len(gauntlet[IMPROVED].records)),
    ]  # fmt: skip


def sharing(looks: int) -> float:
    """The confidence of each of so many looks that have 95 % together."""
    return 1 - 0.05 / looks


def _verdict(found: Estimate) -> Verdict:
    """Whether a difference is above zero."""
    if not found.excludes(0):
        return Verdict.UNTOLD
    return Verdict.HOLDS if found.value > 0 else Verdict.FAILS


def _told(found: Mapping[str, Estimate], verdict: Verdict) -> list[str]:
    return [name for name, each in found.items() if _verdict(each) == verdict]


def _listed(found: Mapping[str, Estimate]) -> str:
    return listed(f"{name} {in_elo(each)}" for name, each in found.items())


# --- on strength ---------------------------------------------------------------------------------


def _better(pools: Pools, claim: str, one: str, other: str = IMPROVED) -> Claim:
    """One above another, judged at the original's budgets, with the code that was published."""
    found = {kind: pool.above(one, other) for kind, pool in pools.items()}
    real = {CODED: DESCRIBED}
    described = pools[ORIGINALS].above(real.get(one, one), real.get(other, other))
    reading = {Verdict.HOLDS: "hold", Verdict.FAILS: "fail", Verdict.UNTOLD: "be open"}
    return Claim(
        SECTION,
        claim,
        "a modest improvement",
        f"as coded: {_listed(found)}; as described, at {ORIGINALS}: {in_elo(described)}",
        _verdict(found[ORIGINALS]),
        "judged as coded, at the original's budgets, where any improvement counts; it would "
        f"{reading[_verdict(described)]} as described",
    )


def _best(pools: Pools) -> Claim:
    """Best of both against the others that were published, and the baseline."""
    pool = pools[ORIGINALS]
    others = (IMPROVED, *(name for name in PUBLISHED if name != BOTH))
    sure = sharing(len(others))
    most, least = (
        {name: pool.above(entered, name, sure) for name in others} for entered in (BOTH, LATER)
    )
    verdict, because = bracketed(most, least)
    return Claim(
        SECTION,
        "heuristic 3, best of both, is the best",
        "the best of the three",
        f"at {ORIGINALS}, 95 % together: with {ORIGINAL[BOTH]:,} nodes throughout, the most it "
        f"had, above {_listed(most)}; with {ORIGINAL[LATER]:,} throughout, the least, above "
        f"{_listed(least)}; at equal nodes above improved {in_elo(pools[NODES].above(BOTH))}",
        verdict,
        f"{because}; from {len(pool.summary.records)} games",
    )


def bracketed(most: Mapping[str, Estimate], least: Mapping[str, Estimate]) -> tuple[Verdict, str]:
    """Whether one is above all others, known only with more than its budget and with less."""
    below = _told(most, Verdict.FAILS)
    ahead, still = (len(_told(each, Verdict.HOLDS)) == len(each) for each in (most, least))
    if below:
        return Verdict.FAILS, f"even with the most nodes it is below {listed(below)}"
    if still:
        return Verdict.HOLDS, "even with the least nodes it is above all others"
    if ahead:
        return Verdict.UNTOLD, "it is above all others with the most nodes, not with the least"
    above = listed(_told(most, Verdict.HOLDS)) or "none"
    return Verdict.UNTOLD, f"with the most nodes it is told to be above {above}, not above all"


def _consistent(pools: Pools) -> Claim:
    """All three that were published, at every kind of budget."""
    sure = sharing(len(PUBLISHED) * len(pools) + 1)
    found = {
        f"{name} at {kind}": pool.above(name, IMPROVED, sure)
        for name in PUBLISHED
        for kind, pool in pools.items()
    }
    worse, better = _told(found, Verdict.FAILS), _told(found, Verdict.HOLDS)
    least = pools[ORIGINALS].above(LATER, IMPROVED, sure)
    always = len(better) == len(found) and least.low > 0
    return Claim(
        SECTION,
        "all three consistently outperform the baseline",
        "claimed of all",
        f"{len(better)} of {len(found)} comparisons are above it, {len(worse)} below, corrected "
        f"for their number; among them best of both with the most nodes that it had; with the "
        f"least {in_elo(least)}",
        Verdict.FAILS if worse else Verdict.HOLDS if always else Verdict.UNTOLD,
        f"below the baseline: {listed(worse)}" if worse else f"above: {listed(better) or 'none'}",
    )


# --- on the code ---------------------------------------------------------------------------------


def _discount(pools: Pools) -> Claim:
    """The heuristic as described against the one that its code computes."""
    sure = sharing(len(pools))
    found = {kind: pool.above(DESCRIBED, CODED, sure) for kind, pool in pools.items()}
    apart = [kind for kind, each in found.items() if each.excludes(0)]
    return Claim(
        SECTION,
        "the published code is guaranteed moves: it discounts what the other can take next",
        "described so",
        f"as described above as coded, 95 % together: {_listed(found)}",
        Verdict.FAILS,
        "by inspection: the code discounts every move of the player not to move; the games tell "
        f"the two apart at {listed(apart) or 'no budget yet'}",
    )


def _limit(floods: Floods) -> Claim:
    """Both floods were described as limited; the code limits one."""
    return Claim(
        SECTION,
        "best of both floods only through cells that the opponent cannot take next",
        "described so",
        f"after more than {EARLY} moves, the limit that is coded changes the value of "
        f"{in_percent(floods.limited)} of a game's positions; limiting the other flood, too, would "
        f"change {in_percent(floods.both)}",
        Verdict.FAILS,
        "by inspection: the code limits the flood of the player who is not to move, and lets that "
        "of the player to move go on through every cell",
    )


# --- on the budget -------------------------------------------------------------------------------


def _slow(pools: Pools, floods: Floods) -> Claim:
    """What a flood looks at early and later, and what it costs at the original's budgets."""
    pool = pools[ORIGINALS]
    ours, base = (mean_depth(pool, name, True) for name in (REACHABLE, IMPROVED))
    equal, there = (each.above(REACHABLE) for each in (pools[NODES], pool))
    verdict, because = slowness(floods, difference(there, equal))
    return Claim(
        SECTION,
        "reachable spaces is too slow early on",
        "claimed",
        f"cells expanded an evaluation: {in_figures(floods.early)} up to ply {EARLY}, "
        f"{in_figures(floods.later)} later, 2 by improved; early depth with the nodes that were "
        f"given {in_figures(ours)} against {in_figures(base)}; Elo above improved at equal nodes "
        f"{in_elo(equal)}, with the nodes given {in_elo(there)}",
        verdict,
        f"{because}. Partly by construction: that reachable spaces gets "
        f"{ORIGINAL[REACHABLE]:,} nodes and improved {ORIGINAL[IMPROVED]:,} is given, not "
        "measured, and so is the depth that it loses; measured are the cells, and what the lost "
        "nodes are worth, in the whole game and not early alone",
    )


def slowness(floods: Floods, loss: Estimate) -> tuple[Verdict, str]:
    """Slow early, if an evaluation looks at more cells then; too slow, if that costs strength."""
    early = _verdict(difference(floods.early, floods.later))
    costs = _verdict(-loss)
    words = {
        Verdict.HOLDS: ("looks at more cells early than later", "cost it strength"),
        Verdict.FAILS: ("looks at fewer cells early than later", "do not cost it strength"),
        Verdict.UNTOLD: (
            "is not told to look at more cells early",
            "are not told to cost strength",
        ),
    }
    verdict = next(
        (each for each in (Verdict.FAILS, Verdict.UNTOLD) if each in (early, costs)), Verdict.HOLDS
    )
    return verdict, (
        f"it {words[early][0]}, and the nodes that it lacks {words[costs][1]}: {in_elo(loss)} Elo"
    )


# --- on the method -------------------------------------------------------------------------------


def tells(shares: Mapping[str, Estimate], games: int) -> Claim:
    """What a tournament of a few dozen games can tell, if these are the shares of games won."""
    base = shares[IMPROVED]
    gaps = {name: difference(shares[name], base) for name in PUBLISHED}
    few = wilson(base.value * DOZENS, DOZENS)
    noise = difference(few, few).margin
    return Claim(
        SECTION,
        "a tournament of a few dozen games at 150 ms shows the improvement",
        "a few dozen games each",
        f"games won in our gauntlets of {games} each, above ID_improved, 95 % together: "
        f"{listed(f'{name} {in_points(gap)}' for name, gap in gaps.items())}; of two such shares, "
        f"{DOZENS} games each know the difference to ± {100 * noise:.0f} points",
        *_seen(gaps, noise),
    )


def _seen(gaps: Mapping[str, Estimate], noise: float) -> tuple[Verdict, str]:
    small = [name for name, gap in gaps.items() if gap.high < noise]
    large = [name for name, gap in gaps.items() if gap.low > noise]
    if small:
        return Verdict.FAILS, f"too small for so few games to show: {listed(small)}"
    if len(large) == len(gaps):
        return Verdict.HOLDS, "each is larger than the noise of so few games"
    return Verdict.UNTOLD, f"larger than the noise of so few games: {listed(large) or 'none yet'}"
