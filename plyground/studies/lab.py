"""The lab: what a study may use. A study is a function of it that returns one section of a report.

study(lab) ──▶ lab.play(experiment) ──▶ Summary      games, kept in the store
           ──▶ lab.examine(sampling) ──▶ Exam        solved positions, kept on disk
           ──▶ lab.sized(quick, full)                how much of something at this scale
           ──▶ Section(question, answer, parts, ledger)
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeVar

from plyground.errors import PlygroundError
from plyground.experiments.grading import Exam, examined
from plyground.experiments.grading_positions import Sampling
from plyground.experiments.plan import Experiment, assignments, checked
from plyground.experiments.records import FORFEITS
from plyground.experiments.runner import Workers, run
from plyground.experiments.store import Store
from plyground.experiments.summary import Summary, Tally, tally_of

Scale: TypeAlias = Literal["quick", "full"]
T = TypeVar("T")


@dataclass(frozen=True)
class Lab:
    """Workers, a store, a seed and a scale."""

    workers: Workers
    store: Store
    scale: Scale = "quick"
    seed: int = 1
    resume: bool = False
    tell: Callable[[str, int, int], None] = lambda title, done, total: None
    """Told how far something has come: its title, what is done, of how much."""
    solvers: int = 1
    """Processes that solve positions at the same time."""

    def sized(self, quick: int, full: int) -> int:
        """How much of something belongs to this scale."""
        return quick if self.scale == "quick" else full

    def play(self, experiment: Experiment, title: str = "") -> Summary:
        """Let the games be played, under the lab's seed, and say what they tell.

        With `resume`, a run of the same experiment that was cut short is gone on with, and one that
        is finished is not played again.
        """
        experiment = checked(replace(experiment, seed=self.seed))
        number = self.store.latest(experiment) if self.resume else None
        if number is None:
            number = self.store.begin(experiment, title)
        planned = sum(1 for _ in assignments(experiment))

        def show(done: int, tally: Tally) -> None:
            self.tell(title or experiment.game, done, planned)

        self.tell(title or experiment.game, 0, planned)
        run(experiment, self.store, number, self.workers, show)
        records = self.store.records(number)
        for record in records:
            if record.termination in FORFEITS:
                raise PlygroundError(
                    f"{experiment.game}, run {number}, game {record.number} ended by "
                    f"{record.termination} ({record.detail}): no study can rest on that"
                )
        return Summary(experiment, tally_of(experiment, {each.number: each for each in records}))

    def examine(self, sampling: Sampling) -> Exam:
        """Positions drawn under the lab's seed, and the truth about them.

        The few of a quick study are solved here: a process more would take longer to start.
        """
        drawn = replace(sampling, seed=self.seed)
        return examined(drawn, self.sized(1, self.solvers), self.tell)

    def each(self, items: Sequence[T], title: str) -> Iterator[T]:
        """The items, with progress told."""
        for done, item in enumerate(items):
            self.tell(title, done, len(items))
            yield item


Study: TypeAlias = Callable[[Lab], object]


def share(part: float, whole: float) -> str:
    """A share in percent."""
    return f"{part / whole:.1%}" if whole else "–"


def listed(words: Iterable[str]) -> str:
    """a, b and c."""
    found = list(words)
    return " and ".join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)
