"""What solving and verifying tables says, whatever the game: needs, progress, text and JSON."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from plyground.cli.terminal import in_background, leave, progress_bar, warn
from plyground.errors import BadFile
from plyground.solve.needs import GIGA, Needs, Progress
from plyground.solve.store import is_there

MEGA = 10**6
COSTS = ("slots", "seconds", "of processors", "ns a slot", "peak memory, MB")

T = TypeVar("T")


class Tables(NamedTuple):
    """What a store holds, for people and for scripts."""

    lines: list[str]
    data: dict[str, Any]


class Compared(NamedTuple):
    """What became of comparing a table, or of all of them."""

    line: str
    right: bool
    data: dict[str, object] | None = None
    """For scripts; None where it only sums up."""


class Cost(Protocol):
    """What solving a pair took."""

    @property
    def slots(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def processor(self) -> float: ...
    @property
    def memory(self) -> int: ...


def watched(title: str, wanted: Needs, folder: Path, work: Callable[[Progress], T]) -> T:
    """Say what it takes, and do it behind a bar; Ctrl-C says that what is done is kept."""
    if wanted.slots:
        memory, disk = wanted.memory / GIGA, wanted.disk / GIGA
        said = f"{memory:.2f} GB of memory, {disk:.2f} GB on the disk"
        warn(f"{wanted.slots:,} slots to solve: {said}")
    kept = f"interrupted: what is solved is kept in {folder}, and the same command goes on"
    with progress_bar(title, max(1, wanted.slots)) as show:
        return in_background(lambda: work(show), interrupt=lambda: leave(kept))


def solved_in_words(pairs_solved: int) -> str:
    """How many pairs there were to solve."""
    if not pairs_solved:
        return "all pairs had been solved"
    return f"{pairs_solved} {'pair' if pairs_solved == 1 else 'pairs'} solved now"


def cost_row(name: str, costs: Sequence[Cost]) -> tuple[object, ...]:
    """What some pairs took together, under COSTS."""
    slots, seconds = sum(each.slots for each in costs), sum(each.seconds for each in costs)
    processor = sum(each.processor for each in costs)
    each_slot = f"{processor * 1e9 / slots:.0f}" if slots else "–"
    most = max((each.memory // MEGA for each in costs), default=0)
    return (name, slots, f"{seconds:.1f}", f"{processor:.1f}", each_slot, most)


def aligned(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """A table in text: numbers with commas, to the right."""
    cells = [heads, *([f"{each:,}" if isinstance(each, int) else each for each in row]
                      for row in rows)]  # fmt: skip
    widths = [max(len(str(row[column])) for row in cells) for column in range(len(heads))]
    return [
        "  ".join(str(each).rjust(width) for each, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def refuse_rest(paths: Sequence[Path]) -> None:
    """BadFile if some of these files are there: they were to be compared, and could not be."""
    there = [path for path in paths if is_there(path)]
    if there:
        names = ", ".join(path.name for path in there)
        raise BadFile(
            f"{there[0].parent} holds {names} too, which cannot be compared while others that "
            "belong to them are missing: solve again, that makes what is missing"
        )
