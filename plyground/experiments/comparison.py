"""Two runs side by side: was the same asked, and did the same come out?

run 3     0-1  1-0  ½-½  1-0          common        games 0, 1, 2
run 7     0-1  0-1  ½-½               other results game  1
number     0    1    2    3           other moves   games 1, 2 (a draw, by other moves)
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from plyground.experiments.plan import Experiment
from plyground.experiments.records import GameRecord


@dataclass(frozen=True)
class Comparison:
    """How two runs differ."""

    settings: Mapping[str, tuple[object, object]]
    """The settings of the experiments that differ, with both values."""
    games: tuple[int, int]
    common: int
    """Games, by number, that both runs have."""
    other_results: tuple[int, ...]
    """Of the common games, those with other agents, points or another termination …"""
    other_moves: tuple[int, ...]
    """… and those in which something else was played."""

    @property
    def same_experiment(self) -> bool:
        return not self.settings

    @property
    def same_results(self) -> bool:
        """Both have the same games, and every one ended the same way."""
        return self.games == (self.common, self.common) and not self.other_results

    @property
    def same(self) -> bool:
        return self.same_experiment and self.same_results and not self.other_moves


def compared(
    experiments: tuple[Experiment, Experiment],
    records: tuple[Sequence[GameRecord], Sequence[GameRecord]],
) -> Comparison:
    """The differences in what was asked and in what was played; time does not count."""
    asked, asked_too = (asdict(experiment) for experiment in experiments)
    games, games_too = ({record.number: record for record in each} for each in records)
    both = sorted(games.keys() & games_too.keys())
    return Comparison(
        settings={
            name: (value, asked_too[name])
            for name, value in asked.items()
            if value != asked_too[name]
        },
        games=(len(games), len(games_too)),
        common=len(both),
        other_results=tuple(at for at in both if _ended(games[at]) != _ended(games_too[at])),
        other_moves=tuple(at for at in both if _played(games[at]) != _played(games_too[at])),
    )


def _ended(record: GameRecord) -> tuple[object, ...]:
    return record.first, record.second, record.points, record.termination


def _played(record: GameRecord) -> tuple[object, ...]:
    return record.position, record.opening, record.moves
