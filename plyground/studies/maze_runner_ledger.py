"""What Maze Runner claimed, put to the test.

a claim on algorithms    the source never ran A*, so it measured none of them;
                         the right experiment answers all the same
a claim on heuristics    asked four times: of best-first and of A*, on both mazes and on others;
                         it holds if it holds each time, and fails if it is refuted once
"""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.experiments.document import Claim, Verdict
from plyground.experiments.numerals import shown
from plyground.experiments.path_runs import (
    Measure,
    PathComparison,
    PathTrial,
    Unit,
    chosen,
    compared,
    estimated,
    told,
)
from plyground.experiments.statistics import wilson
from plyground.studies.lab import share
from plyground.studies.maze_runner_orderings import SECTION, on_heuristics
from plyground.studies.maze_runner_runs import BOTH, PLAIN, STUCK, MazeRuns, nodes_apart

TWICE = "the source's loop called best-first for both"


def ledger(runs: MazeRuns) -> list[Claim]:
    """Every claim of §1."""
    return [
        *_on_algorithms(runs),
        _on_lengths(runs),
        *on_heuristics(runs),
        _on_loops(runs),
    ]


# --- A* against best-first -----------------------------------------------------------------------


@dataclass(frozen=True)
class Duel:
    """A* against best-first in one measure."""

    measured: str
    here: PathComparison
    """On both mazes, by seeds."""
    elsewhere: PathComparison
    """On generated mazes, by mazes."""

    def words(self, less: str, more: str) -> str:
        """What the right experiment says."""
        return "; ".join(
            f"{_which(each, less, more)} on {where} ({each.test.smaller} times less, "
            f"{each.test.larger} times more, {_p(each.p_value)})"
            for where, each in (("both mazes", self.here), ("generated ones", self.elsewhere))
        )


def _which(comparison: PathComparison, less: str, more: str) -> str:
    if not comparison.told:
        return f"whether A* {less} or {more} cannot be told"
    return f"A* {less if comparison.less else more}"


def _p(value: float) -> str:
    return f"p = {value:.2g}" if value >= 0.001 else "p < 0.001"


def _duel(runs: MazeRuns, measure: Measure, unit: str = "") -> Duel:
    both = [chosen(runs.mazes, name) for name in BOTH]
    others = [chosen(runs.generated, name) for name in BOTH]
    here, elsewhere = _tested(both, measure, "seed"), _tested(others, measure, "problem")
    one, other = (told(estimated(each, measure, "seed")) for each in both)
    return Duel(
        f"A* {one}, best-first {other}{unit} on both mazes; on generated ones A* − best-first = "
        f"{told(elsewhere.difference)}{unit}",
        here,
        elsewhere,
    )


def _tested(both: Sequence[Sequence[PathTrial]], measure: Measure, unit: Unit) -> PathComparison:
    one, other = both
    return compared({BOTH: (one, other)}, measure, unit)[0]


def _on_algorithms(runs: MazeRuns) -> list[Claim]:
    apart = nodes_apart(runs.published)
    chance = share(sum(abs(each) >= 17.8 for each in apart), len(apart))
    time, nodes, frontier = (
        _duel(runs, "milliseconds", " ms"),
        _duel(runs, "explored"),
        _duel(runs, "frontier"),
    )
    return [
        Claim(SECTION, "A* is faster than best-first", "3.14 ms v 5.44 ms", time.measured,
              Verdict.UNMEASURED,
              f"{TWICE}; rightly run: {time.words('is faster', 'is slower')}"),
        Claim(SECTION, "A* explores fewer nodes than best-first", "137.3 v 155.1", nodes.measured,
              Verdict.UNMEASURED,
              f"{TWICE}, and so far apart or farther that search is from itself in {chance} of "
              f"{len(apart)} repetitions; rightly run: "
              f"{nodes.words('explores fewer', 'explores more')}"),
        Claim(SECTION, "best-first's largest frontier is 1.2 above A*'s", "+1.2",
              frontier.measured, Verdict.UNMEASURED,
              f"{TWICE}; rightly run: {frontier.words('has the smaller', 'has the larger')}"),
    ]  # fmt: skip


def _on_lengths(runs: MazeRuns) -> Claim:
    """A* returns shortest paths: nothing can be shorter, so the claim needs but one look."""
    duel = _duel(runs, "length")
    pairs = [
        (one, other)
        for found in (runs.mazes, runs.generated)
        for one in chosen(found, "astar")
        for other in chosen(found, "best_first", one.heuristic)
        if one.problem == other.problem
    ]
    longer = sum(one.length > other.length for one, other in pairs)
    shorter = sum(one.length < other.length for one, other in pairs)
    return Claim(
        SECTION,
        "A*'s paths are slightly longer than best-first's",
        "slightly longer",
        duel.measured,
        Verdict.HOLDS if longer > shorter else Verdict.FAILS,
        f"A* is longer in {longer} and shorter in {shorter} of {len(pairs):,} runs, since with any "
        "of the five heuristics it returns a shortest path; the source compared best-first with "
        "itself",
    )


# --- loops ---------------------------------------------------------------------------------------


def _on_loops(runs: MazeRuns) -> Claim:
    plain = [*chosen(runs.mazes, PLAIN), *chosen(runs.generated, PLAIN)]
    stuck = sum(trial.cost is None for trial in plain)
    chance = wilson(stuck, len(plain))
    lost = len(runs.arrived) - sum(runs.arrived)
    return Claim(
        SECTION,
        'plain best-first "got stuck in a loop", so that randomness was needed',
        "no figure",
        f"with a visited set and nothing random, {stuck} of {len(plain)} runs were stuck "
        f"[{chance.low:.1%}, {chance.high:.1%}], none exploring more than "
        f"{shown(max(trial.explored for trial in plain))} cells; without a visited set, {lost} of "
        f"{len(runs.arrived)} had not arrived after {STUCK:,} steps",
        Verdict.FAILS if not stuck else Verdict.HOLDS,
        "a visited set lets no cell wait twice, so the search ends after at most all cells: the "
        "missing memory made the loop, and with it nothing random is needed",
    )
