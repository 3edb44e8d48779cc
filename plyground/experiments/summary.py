"""What the games say: tallies, strengths, who is above whom, and what remains open. Pure.

records ──▶ pairs of each two agents ──▶ match: score, Elo, how many more games would settle it
                                    └──▶ pool: ratings, groups of those not told apart
"""

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from plyground.experiments.plan import Experiment, pairings
from plyground.experiments.records import FORFEITS, GameRecord, pair_points
from plyground.experiments.statistics import (
    Pairs,
    Ranking,
    Ratings,
    Sprt,
    Strength,
    games_to_settle,
    ranked,
    ratings,
    settled,
    sprt,
    strength,
)


@dataclass(frozen=True)
class Tally:
    """The games that count, and how a sequential test stands after them."""

    counted: list[GameRecord]
    test: Sprt | None = None

    @property
    def decided(self) -> bool:
        return self.test is not None and self.test.verdict != "go on"


def tally_of(experiment: Experiment, known: Mapping[int, GameRecord]) -> Tally:
    """All games; with a sequential test, the pairs in order up to the one that decides it."""
    if experiment.elo0 is None or experiment.elo1 is None:
        return Tally([known[number] for number in sorted(known)])
    counted: list[GameRecord] = []
    pairs, test = Pairs(), _tested(Pairs(), experiment.elo0, experiment.elo1)
    while {len(counted), len(counted) + 1} <= known.keys():
        pair = [known[len(counted)], known[len(counted) + 1]]
        counted += pair
        pairs += Pairs.tally([pair_points(pair, 0)])
        test = _tested(pairs, experiment.elo0, experiment.elo1)
        if test.verdict != "go on":
            break
    return Tally(counted, test)


@functools.lru_cache(maxsize=100_000)
def _tested(pairs: Pairs, elo0: float, elo1: float) -> Sprt:
    return sprt(pairs, elo0, elo1)


@dataclass(frozen=True)
class Line:
    """One agent in the table."""

    agent: str
    won: int
    drawn: int
    lost: int
    forfeits: int
    """Games it lost by its own fault: timeouts, illegal moves, crashes."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5


@dataclass(frozen=True)
class Summary:
    """The result of an experiment, as far as it was played."""

    experiment: Experiment
    tally: Tally

    @property
    def records(self) -> Sequence[GameRecord]:
        return self.tally.counted

    @cached_property
    def pairs(self) -> dict[tuple[int, int], Pairs]:
        """For each two agents that met, whole pairs seen by the first of them."""
        waiting: dict[int, GameRecord] = {}
        points: dict[tuple[int, int], list[float]] = {}
        for record in self.records:
            other = waiting.pop(record.number ^ 1, None)
            if other is None:
                waiting[record.number] = record
                continue
            names = (min(record.first, record.second), max(record.first, record.second))
            points.setdefault(names, []).append(pair_points([record, other], names[0]))
        meetings = [pair for pair in pairings(self.experiment) if pair in points]
        return {pair: Pairs.tally(points[pair]) for pair in meetings}

    @cached_property
    def lines(self) -> list[Line]:
        """Each agent's games."""
        return [
            Line(text, *self._counts(place)) for place, text in enumerate(self.experiment.agents)
        ]

    def _counts(self, agent: int) -> Iterable[int]:
        won = drawn = lost = forfeits = 0
        for record in self.records:
            if agent not in (record.first, record.second):
                continue
            points = record.points if record.first == agent else 1 - record.points
            won, drawn, lost = won + (points == 1), drawn + (points == 0.5), lost + (points == 0)
            forfeits += points == 0 and record.termination in FORFEITS
        return won, drawn, lost, forfeits

    @cached_property
    def terminations(self) -> Counter[str]:
        return Counter(record.termination for record in self.records)

    @property
    def faults(self) -> list[str]:
        """The last few games that an agent lost by its own fault, in words."""
        found = [record for record in self.records if record.termination in FORFEITS]
        return [
            f"game {each.number} was forfeited by {each.termination}: {each.detail}"
            for each in found[-3:]
        ]

    @cached_property
    def strengths(self) -> dict[tuple[int, int], Strength]:
        return {names: strength(pairs) for names, pairs in self.pairs.items()}

    @cached_property
    def ratings(self) -> Ratings | None:
        """Of a pool of three or more whose agents have all played."""
        agents = self.experiment.agents
        if len(agents) < 3 or len({each for pair in self.pairs for each in pair}) < len(agents):
            return None
        return ratings({(agents[a], agents[b]): pairs for (a, b), pairs in self.pairs.items()})

    @cached_property
    def ranking(self) -> Ranking | None:
        return ranked(self.ratings) if self.ratings else None

    @property
    def verdict(self) -> str:
        """The answer in one sentence; what is not told apart is not ranked."""
        if not self.pairs:
            return "no pair of games is finished yet"
        if self.ranking:
            return _of_a_pool(self.ranking)
        if len(self.experiment.agents) > 2:
            return "not every agent has finished a pair of games yet"
        (((first, second), pairs),) = self.pairs.items()
        agents = self.experiment.agents
        return self._of_a_test() or _of_a_match(agents[first], agents[second], pairs)

    def _of_a_test(self) -> str:
        test, agents = self.tally.test, self.experiment.agents
        if test is None or test.verdict == "go on":
            return ""
        bounds = self.experiment.elo0, self.experiment.elo1
        favored, other = bounds[::-1] if test.verdict == "accept" else bounds
        return (
            f"the sequential test ends after {len(self.records)} games: they favor {favored:+g} "
            f"normalized Elo of {agents[0]} against {agents[1]} over {other:+g} (log-likelihood "
            f"ratio {test.llr:.2f})"
        )


def _of_a_match(first: str, second: str, pairs: Pairs) -> str:
    found = strength(pairs)
    if settled(pairs):
        better, worse, elo = (first, second, found.elo)
        if elo.value < 0:
            better, worse, elo = second, first, -elo
        return (
            f"{better} is stronger than {worse}: {_elo(elo.value)} Elo, between {_elo(elo.low)} "
            f"and {_elo(elo.high)}, from {found.games} games"
        )
    more = games_to_settle(pairs)
    would = "they may be equal" if more is None else f"about {more:,} more games would settle it"
    return (
        f"{found.games} games do not tell {first} and {second} apart: {_elo(found.elo.value)} Elo, "
        f"between {_elo(found.elo.low)} and {_elo(found.elo.high)}; {would}"
    )


def _elo(value: float) -> str:
    return f"{value:+.0f}".replace("inf", "∞")


def _of_a_pool(ranking: Ranking) -> str:
    groups = [" = ".join(group) for group in ranking.groups]
    if len(groups) == 1:
        return f"no agent is separated from all others: {groups[0]}"
    equal = any(len(group) > 1 for group in ranking.groups)
    note = " (= not told apart)" if equal else ""
    return " > ".join(groups) + note
