"""What a report is made of, whatever face it will show.

    Report ─┬─ Section ─┬─ question, answer
            │           ├─ parts    Table · Figure · Crosstable · Board · a paragraph
            │           ├─ ledger   Claim, Claim, …       reported | measured | verdict
            │           └─ command  that makes it again
            └─ environment, command, seconds

Texts are plain; `words between backticks` are shown as code.
"""

import os
import platform
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from unicodedata import normalize

from plyground.experiments.numerals import Cell, column, counted
from plyground.experiments.row_plots import Score, score_words

NUMERIC = re.compile(r"[+−-]?[\d.,∞]+( ?%)?( ?\[.*\]| ?± ?[\d.,]+)?|–|yes|no")


@dataclass(frozen=True)
class Table:
    """Rows of cells; `align` has an l or r for each column, or follows what the cells are."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    align: str = ""

    def texts(self) -> list[list[str]]:
        """The rows as they are shown."""
        shown = [column([row[number] for row in self.rows]) for number in range(len(self.columns))]
        return [list(row) for row in zip(*shown, strict=True)]

    def alignment(self) -> str:
        """An l or r for each column; columns of numbers go right."""
        if self.align:
            return self.align
        columns = zip(*self.texts(), strict=True) if self.rows else ([""] for _ in self.columns)
        return "".join(
            "r" if all(NUMERIC.fullmatch(text) for text in texts) else "l" for texts in columns
        )


@dataclass(frozen=True)
class Figure:
    """A drawing: one SVG."""

    svg: str
    caption: str


@dataclass(frozen=True)
class Board:
    """A position of a sample game: one SVG, smaller than a figure."""

    svg: str
    caption: str = ""


@dataclass(frozen=True)
class Crosstable:
    """Everyone against everyone: `cells[row][column]` is the row's score, None on the diagonal."""

    names: Sequence[str]
    cells: Sequence[Sequence[Score | None]]
    caption: str = ""

    def table(self) -> Table:
        """The same in words, with numbers for the columns."""
        rows = [
            [f"{number} {name}", *map(score_words, row)]
            for number, (name, row) in enumerate(zip(self.names, self.cells, strict=True), 1)
        ]
        numbers = [str(number) for number in range(1, len(self.names) + 1)]
        return Table(["", *numbers], rows, self.caption, "l" + "r" * len(numbers))

    def scores(self) -> Table:
        """A row for each score, as measured."""
        rows: list[list[Cell]] = [
            [name, other, *score]
            for name, row in zip(self.names, self.cells, strict=True)
            for other, score in zip(self.names, row, strict=True)
            if score is not None
        ]
        return Table(["row", "column", "score", "low", "high"], rows, self.caption)


Part = Table | Figure | Board | Crosstable | str


class Verdict(StrEnum):
    """What a measurement makes of a claim."""

    HOLDS = "holds"
    FAILS = "does not hold"
    UNTOLD = "cannot be told"
    UNMEASURED = "the published experiment did not measure it"


SIGNS = {Verdict.HOLDS: "✓", Verdict.FAILS: "✗", Verdict.UNTOLD: "?", Verdict.UNMEASURED: "∅"}
SHORT = {each: str(each) for each in Verdict} | {Verdict.UNMEASURED: "not measured"}
TOGETHER = {
    Verdict.HOLDS: ("holds", "hold"),
    Verdict.FAILS: ("does not hold", "do not hold"),
    Verdict.UNTOLD: ("cannot be told",) * 2,
    Verdict.UNMEASURED: ("was never measured", "were never measured"),
}


@dataclass(frozen=True)
class Claim:
    """One line of the ledger."""

    section: str
    claim: str
    reported: str
    measured: str
    verdict: Verdict
    because: str = ""

    @property
    def ruling(self) -> str:
        """The verdict with its reason."""
        return f"{self.verdict}: {self.because}" if self.because else str(self.verdict)


@dataclass(frozen=True)
class Section:
    """One question and all that answers it."""

    title: str
    question: str
    answer: str
    parts: Sequence[Part] = ()
    ledger: Sequence[Claim] = ()
    command: str = ""


@dataclass(frozen=True)
class Report:
    """All sections, and how they came about."""

    title: str
    sections: Sequence[Section]
    environment: Mapping[str, str] = field(default_factory=dict)
    command: str = ""
    seconds: float = 0

    @property
    def ledger(self) -> list[Claim]:
        return [claim for section in self.sections for claim in section.ledger]


LEDGER = ("section", "claim", "reported", "measured", "verdict", "because")


def ledger_table(claims: Iterable[Claim]) -> Table:
    """The ledger as rows."""
    rows = [[str(getattr(claim, name)) for name in LEDGER] for claim in claims]
    return Table(LEDGER, rows, align="l" * len(LEDGER))


def verdicts(claims: Sequence[Claim]) -> str:
    """`31 claims: 9 hold, 14 do not hold, 5 cannot be told, 3 were never measured`."""
    counts = Counter(claim.verdict for claim in claims)
    parts = [
        f"{counts[verdict]} {words[counts[verdict] != 1]}"
        for verdict, words in TOGETHER.items()
        if counts[verdict]
    ]
    return f"{counted(len(claims), 'claim')}: {', '.join(parts)}" if claims else "no claims"


def slug(text: str) -> str:
    """A text as a name for files and anchors: `Nine Men's Morris` → `nine_mens_morris`."""
    plain = normalize("NFKD", text.replace("'", "").replace("’", ""))
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode().lower())
    return "_".join(words)[:40].strip("_") or "section"


def slugs(sections: Sequence[Section]) -> list[str]:
    """A name for each section, all different."""
    found: list[str] = []
    for section in sections:
        name = plain = slug(section.title)
        count = 1
        while name in found:
            count += 1
            name = f"{plain}_{count}"
        found.append(name)
    return found


def named_parts(report: Report) -> Iterator[tuple[str, Part]]:
    """Each table and drawing with the name of its file: section, kind, number within both."""
    for name, section in zip(slugs(report.sections), report.sections, strict=True):
        counts: Counter[str] = Counter()
        for part in section.parts:
            if not isinstance(part, str):
                kind = "table" if isinstance(part, Table) else type(part).__name__.lower()
                counts[kind] += 1
                yield f"{name}_{kind}_{counts[kind]}", part


# --- where it was measured -----------------------------------------------------------------------


def environment() -> dict[str, str]:
    """What a reader needs to know of the machine and its software."""
    return {
        "plyground": _version("plyground"),
        "Python": f"{platform.python_version()} ({platform.python_implementation()})",
        "numba": _version("numba"),
        "numpy": _version("numpy"),
        "processor": _processor(),
        "cores": str(_cores()),
        "system": platform.platform(terse=True),
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8", "replace")
    except OSError:
        text = ""
    found = re.search(r"^(?:model name|Hardware|cpu model)\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1].strip() if found else platform.processor() or platform.machine() or "unknown"


def _cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
