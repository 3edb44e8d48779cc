"""Which heuristic has the least, and which the most: what Maze Runner claimed, asked four times.

                       both mazes                       generated mazes
    best-first 0.40    by seeds, sign tests, Holm       by mazes, sign tests, Holm
    A*                 exact: nothing is random         by mazes, sign tests, Holm

A claim holds if it holds each time, and fails if it is refuted once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from plyground.experiments.document import Claim, Verdict
from plyground.experiments.path_runs import (
    Measure,
    PathTrial,
    Unit,
    against_all,
    chosen,
    estimated,
    told,
)
from plyground.studies.lab import listed
from plyground.studies.maze_runner_runs import MazeRuns

SECTION = "§1"
TITLES = {name: name.capitalize() for name in ("euclidean", "manhattan", "chebyshev")}


@dataclass(frozen=True)
class Ordering:
    """A claim on which heuristic has the least, and which the most, of something."""

    claim: str
    reported: str
    measure: Measure
    least: str = ""
    most: str = ""

    @property
    def named(self) -> list[tuple[str, int]]:
        """The heuristics it names: 1 for the least, -1 for the most."""
        return [each for each in ((self.least, 1), (self.most, -1)) if each[0]]


CHART = "a chart, one run each"
ORDERINGS = (
    Ordering("octile explores the fewest nodes", CHART, "explored", "octile"),
    Ordering("zero explores the most nodes", CHART, "explored", most="zero"),
    Ordering("Chebyshev has the largest frontier and zero the smallest", CHART, "frontier",
             "zero", "chebyshev"),
    Ordering("zero has the largest frontier and Chebyshev the smallest",
             "the conclusion, against the chart", "frontier", "chebyshev", "zero"),
    Ordering("Chebyshev gives the shortest paths", CHART, "length", "chebyshev"),
    Ordering("zero gives the longest paths", CHART, "length", most="zero"),
)  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """One of the experiments that can refute a claim on heuristics."""

    name: str
    found: Sequence[PathTrial]
    unit: Unit
    exact: bool = False


def _settings(runs: MazeRuns) -> list[Setting]:
    return [
        Setting("best-first on both mazes", chosen(runs.mazes, "best_first"), "seed"),
        Setting("best-first on generated ones", chosen(runs.generated, "best_first"), "problem"),
        Setting("A* on both mazes", chosen(runs.mazes, "astar"), "seed", exact=True),
        Setting("A* on generated ones", chosen(runs.generated, "astar"), "problem"),
    ]


def on_heuristics(runs: MazeRuns) -> list[Claim]:
    """Every claim on heuristics."""
    return [_on_heuristics(runs, ordering) for ordering in ORDERINGS]


def _on_heuristics(runs: MazeRuns, ordering: Ordering) -> Claim:
    settings = _settings(runs)
    rulings = [
        (setting.name, *_ruling(setting, *each, ordering.measure))
        for setting in settings
        for each in ordering.named
    ]
    every = {verdict for _, verdict, _ in rulings}
    verdict = Verdict.UNTOLD
    if Verdict.FAILS in every or len(every) == 1:
        verdict = Verdict.FAILS if Verdict.FAILS in every else every.pop()
    return Claim(
        SECTION,
        ordering.claim,
        ordering.reported,
        "; ".join(_figures(each, ordering) for each in settings if each.unit == "seed"),
        verdict,
        _reasons(rulings, verdict),
    )


def _reasons(rulings: Sequence[tuple[str, Verdict, str]], verdict: Verdict) -> str:
    """Who says so, and how many of the others cannot tell."""
    if verdict == Verdict.HOLDS:
        return "told in all four experiments, best-first and A*, both mazes and generated ones"
    said: dict[str, list[str]] = {}
    for name, each, words in rulings:
        if each == verdict:
            said.setdefault(words, []).append(name)
    reasons = [f"{words} ({listed(names)})" for words, names in said.items()]
    untold = sum(each == Verdict.UNTOLD for _, each, _ in rulings)
    agree = sum(each == Verdict.HOLDS for _, each, _ in rulings)
    others = f"of {len(rulings)} tests {untold} cannot tell and {agree} agree"
    return "; ".join([*reasons, others])


def _figures(setting: Setting, ordering: Ordering) -> str:
    """The figures of the heuristics the claim names, and of the best rival of each."""
    figures = {
        name: estimated(chosen(setting.found, heuristic=name), ordering.measure, setting.unit)
        for name in dict.fromkeys(trial.heuristic for trial in setting.found)
    }
    if len({each.value for each in figures.values()}) == 1:
        return f"{setting.name}: {told(next(iter(figures.values())))} with all five"
    kept: dict[str, None] = {}
    for claimed, sign in ordering.named:
        ranked = sorted(figures, key=lambda name: sign * figures[name].value)
        kept |= dict.fromkeys([claimed, next(name for name in ranked if name != claimed)])
    ordered = sorted(kept, key=lambda name: figures[name].value)
    words = [f"{TITLES.get(name, name)} {told(figures[name])}" for name in ordered]
    return f"{setting.name}: {', '.join(words)}"


def _ruling(setting: Setting, heuristic: str, sign: int, measure: Measure) -> tuple[Verdict, str]:
    """Whether the heuristic has the least (sign 1) or the most (sign -1), and who refutes it."""
    title, end = TITLES.get(heuristic, heuristic), "least" if sign > 0 else "most"
    if setting.exact:
        beyond, equal = _exactly(setting, heuristic, sign, measure)
    else:
        rivals = against_all(setting.found, heuristic, measure, setting.unit)
        beyond = [each.names[1] for each in rivals if (each.more if sign > 0 else each.less)]
        equal = [each.names[1] for each in rivals if not each.told]
    if beyond:
        names = listed(TITLES.get(name, name) for name in beyond)
        has, word = "has" if len(beyond) == 1 else "have", "less" if sign > 0 else "more"
        return Verdict.FAILS, f"{names} {has} {word} than {title}"
    if equal:
        names = listed(TITLES.get(name, name) for name in equal)
        alike = _all_alike(setting, measure)
        verdict = Verdict.FAILS if alike else Verdict.UNTOLD
        return verdict, "all heuristics alike" if alike else f"{title} not told from {names}"
    return Verdict.HOLDS, f"{title} has the {end}"


def _exactly(
    setting: Setting, heuristic: str, sign: int, measure: Measure
) -> tuple[list[str], list[str]]:
    """Who goes beyond the heuristic, and who equals it, where nothing is random."""
    values = {
        name: sign * estimated(chosen(setting.found, heuristic=name), measure, setting.unit).value
        for name in dict.fromkeys(trial.heuristic for trial in setting.found)
    }
    own = values.pop(heuristic)
    return (
        [name for name, value in values.items() if value < own],
        [name for name, value in values.items() if value == own],
    )


def _all_alike(setting: Setting, measure: Measure) -> bool:
    """Whether every heuristic has the same figure on every problem and for every seed."""
    values: dict[tuple[str, int | None], set[float]] = {}
    for trial in setting.found:
        values.setdefault((trial.problem, trial.seed), set()).add(getattr(trial, measure))
    return all(len(each) == 1 for each in values.values())
