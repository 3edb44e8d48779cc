"""What the evaluations of Isolation know: §7's claims judged by solved positions, not by games.

             values          moves, where the game can be thrown away
improved     AUC, tau        at depth 0: the evaluation alone; 2; 4: the players of equal depth
…

The source claimed improvements and showed games. An evaluation that knows better who wins may yet
play worse, if it knows it of positions that a search would have seen through, or if it is slow: so
these lines stand apart from those on strength.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from plyground.experiments.document import Claim, Part, Verdict
from plyground.experiments.grading import Exam, Grading, graded_on
from plyground.experiments.grading_choices import chosen
from plyground.experiments.grading_decisions import Decisions, decisions
from plyground.experiments.grading_positions import Sampling
from plyground.experiments.grading_words import percent, where
from plyground.studies.isolation_runs import (
    AGREED,
    BOTH,
    CODED,
    DESCRIBED,
    HEURISTICS,
    IMPROVED,
    PUBLISHED,
    REACHABLE,
    player,
)
from plyground.studies.knowledge import (
    Gap,
    Known,
    Pair,
    gaps,
    knowledge_figure,
    knowledge_table,
    thrown,
)
from plyground.studies.lab import Lab, Scale, listed

SECTION, GAME = "§7", "isolation"
DEPTHS = (2, 4)
FROM_PLY: dict[Scale, int] = {"quick": 8, "full": 2}
"""Earlier positions take longer to solve; from ply 2 on both players are on the board."""
OTHERS = (IMPROVED, *(name for name in PUBLISHED if name != BOTH))
"""Those that best of both was claimed to be better than."""
PAIRS: tuple[Pair, ...] = (
    (CODED, IMPROVED),
    (DESCRIBED, IMPROVED),
    (REACHABLE, CODED),
    (REACHABLE, DESCRIBED),
    *((BOTH, name) for name in OTHERS),
)
APART = "accuracy is not strength: what a search makes of it, the games tell"
READING = {Verdict.HOLDS: "hold", Verdict.FAILS: "fail", Verdict.UNTOLD: "be open"}


class Accuracies(NamedTuple):
    """What all know, on the same positions."""

    exam: Exam
    known: Mapping[str, Known]
    gaps: Mapping[Pair, Gap]


def run_accuracy(lab: Lab) -> Accuracies:
    """Grade the five on solved positions."""
    exam = lab.examine(Sampling(GAME, lab.sized(300, 600), from_ply=FROM_PLY[lab.scale]))
    known = {name: _known(exam, name) for name in lab.each(HEURISTICS, "isolation, accuracy")}
    return compared(exam, known)


def compared(exam: Exam, known: Mapping[str, Known]) -> Accuracies:
    """The same, and which of them are told apart."""
    return Accuracies(exam, known, gaps(known, PAIRS))


def _known(exam: Exam, name: str) -> Known:
    """The evaluation alone, and the players of the pool of equal depth."""
    alone = graded_on(exam, Grading(GAME, name, depths=(0,)))
    moves = {depth: _searched(exam, name, depth) for depth in DEPTHS}
    return Known(alone, {0: alone.deepest, **moves})


def _searched(exam: Exam, name: str, depth: int) -> Decisions:
    agent = player(name, f"depth={depth}")
    made = list(chosen(GAME, agent, exam.questions, AGREED))
    return decisions(f"depth {depth}", exam.questions, made, exam.phases)


def accuracy_parts(found: Accuracies) -> list[Part]:
    """The table, the areas, and where positions are from."""
    best = found.exam.baseline.overall
    return [
        knowledge_table(found.known, found.exam),
        knowledge_figure(found.known),
        f"{where(found.exam)} Self-play there is by `best_of_both`. The players search as those of "
        f"the pools do. In {best.thrown.positions} of the {best.positions} positions some move "
        f"keeps what the position is worth and some other throws it away. And {APART}.",
    ]


def accuracy_words(found: Accuracies) -> str:
    """One sentence for the answer."""
    shares = {name: percent(found.known[name].area) for name in (BOTH, IMPROVED, CODED)}
    return (
        f"Of pairs of a won and a lost position among {len(found.exam.questions)} solved ones, "
        f"best of both rates {shares[BOTH]} rightly, improved {shares[IMPROVED]}, and what was "
        f"published as guaranteed moves {shares[CODED]}; that is accuracy, not strength."
    )


# --- the ledger ----------------------------------------------------------------------------------


def accuracy_claims(found: Accuracies) -> list[Claim]:
    """The claims of improvement once more, by what the evaluations know."""
    one = "heuristic 1, guaranteed moves, modestly improves on ID_Improved, judged by accuracy"
    two = "heuristic 2, reachable spaces, modestly improves on 1, judged by accuracy"
    return [
        _better(found, one, (CODED, IMPROVED), (DESCRIBED, IMPROVED)),
        _better(found, two, (REACHABLE, CODED), (REACHABLE, DESCRIBED)),
        _best(found),
    ]


def _better(found: Accuracies, claim: str, coded: Pair, described: Pair) -> Claim:
    """One above another, judged with the code that was published."""
    verdict, otherwise = (found.gaps[pair].verdict for pair in (coded, described))
    names = dict.fromkeys((*coded, *described))
    return Claim(
        SECTION,
        claim,
        "a modest improvement, in games",
        f"{_areas(found, names)}; as coded {found.gaps[coded]}; as described "
        f"{found.gaps[described]}; {_thrown(found, names)}",
        verdict,
        f"judged as coded, {_how(found)}, where any improvement counts; it would "
        f"{READING[otherwise]} as described; {APART}",
    )


def _best(found: Accuracies) -> Claim:
    """Best of both against the others that were published, and the baseline."""
    against = {name: found.gaps[BOTH, name] for name in OTHERS}
    above, below = (
        [name for name, gap in against.items() if gap.verdict == verdict]
        for verdict in (Verdict.HOLDS, Verdict.FAILS)
    )
    always = len(above) == len(against)
    names = (BOTH, *OTHERS)
    return Claim(
        SECTION,
        "heuristic 3, best of both, is the best, judged by accuracy",
        "the best of the three, in games",
        f"{_areas(found, names)}; best of both above "
        f"{'; '.join(f'{name} {gap}' for name, gap in against.items())}; {_thrown(found, names)}",
        Verdict.FAILS if below else Verdict.HOLDS if always else Verdict.UNTOLD,
        f"{_how(found)}; told to know more than {listed(above) or 'none'}, less than "
        f"{listed(below) or 'none'}; {APART}",
    )


def _areas(found: Accuracies, names: Iterable[str]) -> str:
    shares = listed(f"{name} {percent(found.known[name].area)}" for name in names)
    return f"pairs of a won and a lost position rated rightly: {shares}"


def _thrown(found: Accuracies, names: Iterable[str]) -> str:
    last = max(DEPTHS)
    shares = listed(f"{name} {thrown(found.known[name].moves[last])}" for name in names)
    possible = found.exam.baseline.overall.thrown.positions
    return f"the game thrown away at depth {last}, of {possible} positions: {shares}"


def _how(found: Accuracies) -> str:
    return (
        f"on {len(found.exam.questions)} solved positions, by paired tests corrected for "
        f"{len(found.gaps)} pairs (Holm)"
    )
