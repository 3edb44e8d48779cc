"""Path experiments: algorithms × heuristics × problems, repeated where random or timed.

    problems × algorithms × heuristics        a random algorithm runs once for each seed,
          │                                   any other once, timed `repeats` times
          ▼ trials()
    PathTrial, PathTrial, …  ──▶ estimated()  a mean with its interval, over problems or seeds
                             ──▶ compared()   two ways on the same problems: sign test, Holm

The same experiment gives equal trials on every machine; only their `times`, which do not count
when trials are compared, are of the day.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from time import process_time
from typing import Literal, TypeAlias

from plyground.experiments.numerals import with_interval
from plyground.experiments.statistics import Estimate, PairedTest, holm, mean, sign_test
from plyground.experiments.statistics import median as middle
from plyground.pathfinders import ALGORITHMS, Engine, Pathfinder, load_pathfinder
from plyground.paths.problem import Problem
from plyground.search.best_first import NO_LIMIT
from plyground.text import Call, parse

Measure: TypeAlias = Literal["length", "explored", "frontier", "milliseconds", "cost"]
Unit: TypeAlias = Literal["problem", "seed"]
"""What an average is taken over, and what is paired: problems, or the seeds of one set of them."""
Averages: TypeAlias = Mapping[str | int | None, float]

TIMED = ("milliseconds", "seed")
"""What is told by medians: a few rounds may take far longer than the others."""
LEVEL = 0.05
"""How small a corrected p-value must be for a difference to be told."""


@dataclass(frozen=True)
class PathTrial:
    """One question to one algorithm, and what it took."""

    problem: str
    algorithm: str
    """Its text form, without heuristic and seed."""
    heuristic: str
    seed: int | None
    """None where nothing is random."""
    cost: float | None
    """None without a path."""
    length: int
    """States on the path, both ends included; 0 without a path."""
    explored: int
    """States taken off the frontier; for IDA*, entered, as often as they were."""
    frontier: int
    """The most that waited at a time; for IDA*, the longest path."""
    finished: bool = True
    """False if a budget ran out."""
    times: tuple[float, ...] = field(default=(0.0,), compare=False)
    """Seconds of processor time, once for each repeat: waiting for the processor does not count."""

    @property
    def seconds(self) -> float:
        """The median of the repeats."""
        return median(self.times)

    @property
    def milliseconds(self) -> float:
        return 1000 * self.seconds


@dataclass(frozen=True)
class PathExperiment:
    """What is asked of whom, and how often."""

    problems: Sequence[Problem]
    algorithms: Sequence[str]
    heuristics: Sequence[str] = ("",)
    seeds: Sequence[int] = (1,)
    repeats: int = 1
    """How often each trial of an algorithm that is not random is timed; the others have seeds."""
    most: int = NO_LIMIT
    engine: Engine = "auto"


# --- running -------------------------------------------------------------------------------------


def is_random(algorithm: str) -> bool:
    """Whether the algorithm takes a seed, and its text form leaves it open."""
    call = parse(algorithm)
    return "seed" in ALGORITHMS[call.name].__annotations__ and "seed" not in call.parameters


def trials(
    experiment: PathExperiment,
    each: Callable[[Sequence[Problem]], Iterable[Problem]] = iter,
) -> list[PathTrial]:
    """Every trial, problem by problem; `each` may tell how far it has come."""
    return [
        trial
        for problem in each(experiment.problems)
        for algorithm in experiment.algorithms
        for heuristic in experiment.heuristics
        for trial in _trials(experiment, problem, algorithm, heuristic)
    ]


def _trials(
    experiment: PathExperiment, problem: Problem, algorithm: str, heuristic: str
) -> Iterable[PathTrial]:
    call = parse(algorithm)
    seeds = experiment.seeds if is_random(algorithm) else (None,)
    for seed in seeds:
        given = {} if seed is None else {"seed": seed}
        text = str(Call(call.name, {**call.parameters, **given}))
        finder = load_pathfinder(problem, text, heuristic, experiment.engine)
        repeats = experiment.repeats if seed is None else 1
        yield trial_of(finder, algorithm, heuristic, seed, experiment.most, repeats)


def trial_of(
    finder: Pathfinder,
    algorithm: str,
    heuristic: str,
    seed: int | None = None,
    most: int = NO_LIMIT,
    repeats: int = 1,
) -> PathTrial:
    """What the finder does on its own problem."""
    times = []
    for _ in range(max(1, repeats)):
        begun = process_time()
        result = finder.find(most=most)
        times.append(process_time() - begun)
    return PathTrial(
        problem=finder.problem.title,
        algorithm=algorithm,
        heuristic=heuristic,
        seed=seed,
        cost=result.cost,
        length=len(result.path),
        explored=result.expanded,
        frontier=result.peak_frontier,
        finished=result.finished,
        times=tuple(times),
    )


# --- what they tell ------------------------------------------------------------------------------


def chosen(
    found: Iterable[PathTrial], algorithm: str | None = None, heuristic: str | None = None
) -> list[PathTrial]:
    """The trials of an algorithm, of a heuristic, or of both."""
    return [
        trial
        for trial in found
        if algorithm in (None, trial.algorithm) and heuristic in (None, trial.heuristic)
    ]


def averages(found: Sequence[PathTrial], measure: Measure, unit: Unit) -> Averages:
    """The mean of each problem, or of each seed; trials without a figure are left out."""
    if (measure, unit) == TIMED and all(trial.seed is None for trial in found):
        return {None: median(rounds(found))}
    values: dict[str | int | None, list[float]] = defaultdict(list)
    for trial in found:
        value = getattr(trial, measure)
        if value is not None:
            values[getattr(trial, unit)].append(float(value))
    return {key: fmean(each) for key, each in values.items()}


def estimated(found: Sequence[PathTrial], measure: Measure, unit: Unit) -> Estimate:
    """The mean over problems or seeds with its interval; where nothing is random it is exact."""
    if (measure, unit) == TIMED:
        return middle(rounds(found))
    values = averages(found, measure, unit)
    if values.keys() == {None}:
        return Estimate(values[None], values[None], values[None])
    return _mean(list(values.values()))


def rounds(found: Sequence[PathTrial]) -> list[float]:
    """Milliseconds of each round, a seed or else a repeat: the mean over all that it asked."""
    values: dict[int, list[float]] = defaultdict(list)
    for trial in found:
        for number, seconds in enumerate(trial.times):
            values[number if trial.seed is None else trial.seed].append(1000 * seconds)
    return [fmean(each) for each in values.values()]


@dataclass(frozen=True)
class PathComparison:
    """Two ways on the same problems: the first minus the second."""

    names: tuple[str, str]
    difference: Estimate
    test: PairedTest
    p_value: float
    """Corrected for all comparisons that were made together."""

    @property
    def told(self) -> bool:
        return self.p_value < LEVEL

    @property
    def less(self) -> bool:
        """Whether the first is told to have less."""
        return self.told and self.test.smaller > self.test.larger

    @property
    def more(self) -> bool:
        return self.told and self.test.larger > self.test.smaller


def differences(one: Averages, other: Averages) -> list[float]:
    """One minus the other, unit by unit; what has no seed counts for each seed of the other."""
    if one.keys() == {None} != other.keys():
        return [one[None] - value for value in other.values()]
    if other.keys() == {None} != one.keys():
        return [value - other[None] for value in one.values()]
    return [one[key] - other[key] for key in one if key in other]


def compared(
    pairs: Mapping[tuple[str, str], tuple[Sequence[PathTrial], Sequence[PathTrial]]],
    measure: Measure,
    unit: Unit,
) -> list[PathComparison]:
    """Sign tests over problems or seeds, corrected together after Holm."""
    apart = {
        names: differences(*(averages(found, measure, unit) for found in both))
        for names, both in pairs.items()
    }
    typical = middle if (measure, unit) == TIMED else _mean
    tests = [sign_test(values) for values in apart.values()]
    corrected = holm([test.p_value for test in tests])
    return [
        PathComparison(names, typical(values), test, p_value)
        for (names, values), test, p_value in zip(apart.items(), tests, corrected, strict=True)
    ]


def _mean(values: Sequence[float]) -> Estimate:
    """The mean with its interval; where all values are the same there is nothing to resample."""
    same = len(values) > 1 and len(set(values)) == 1
    return Estimate(values[0], values[0], values[0]) if same else mean(values)


def against_all(
    found: Sequence[PathTrial], heuristic: str, measure: Measure, unit: Unit
) -> list[PathComparison]:
    """One heuristic against each other one, in the trials given."""
    others = dict.fromkeys(trial.heuristic for trial in found)
    own = chosen(found, heuristic=heuristic)
    pairs = {
        (heuristic, other): (own, chosen(found, heuristic=other))
        for other in others
        if other != heuristic
    }
    return compared(pairs, measure, unit)


def told(estimate: Estimate) -> str:
    """The value with its interval; alone where it is exact, to the digits shown."""
    words = with_interval(estimate.value, estimate.low, estimate.high)
    value, low, high = words.replace("[", "").replace("]", "").replace(", ", " ").split(" ")
    return value if value == low == high else words
