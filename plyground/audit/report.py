"""An audit, and how it is told: one sentence, lines for the terminal, data for a file.

Audit = Findings ──▶ verdict     one sentence                    sentence
                 ├─▶ as_text()   paragraphs in lines             lines
                 └─▶ as_data()   {"admissible": {"holds": …      for JSON
"""

from dataclasses import dataclass, fields, is_dataclass
from math import isfinite
from textwrap import wrap
from typing import Any

from plyground.audit.lines import paragraphs
from plyground.audit.record import Findings
from plyground.audit.sentence import sentence
from plyground.audit.words import loose

WIDTH, INDENT = 96, 15
PROPERTIES = ("holds", "share", "excess", "ratio", "missing")
"""What records know beyond their fields."""


@dataclass(frozen=True)
class Audit(Findings):
    """What is true of a heuristic on a problem, and how to say it."""

    @property
    def verdict(self) -> str:
        """One sentence."""
        return loose(sentence(self))

    def as_text(self) -> list[str]:
        """Lines for the terminal."""
        lines = _broken(sentence(self), WIDTH)
        for title, text in paragraphs(self):
            for place, piece in enumerate(_broken(text, WIDTH - INDENT)):
                lines.append(f"{'' if place else title:{INDENT}}{piece}")
        return lines

    def as_data(self) -> dict[str, Any]:
        """Everything as numbers, texts and lists, ready for JSON."""
        return {
            "problem": self.problem,
            "heuristic": self.heuristic,
            "goals": list(self.goals),
            "holds": self.holds,
            "verdict": self.verdict,
            "admissible": _data(self.admissible),
            "consistent": _data(self.consistent),
            "premise": _data(self.premise),
            "practice": _data(self.practice),
            "elsewhere": _data(self.elsewhere),
            "note": self.note,
        }


def _broken(text: str, width: int) -> list[str]:
    lines = wrap(text, width, break_on_hyphens=False, break_long_words=False)
    return [loose(line) for line in lines]


def _data(part: Any) -> Any:
    """A record as a dictionary, its properties included; numbers that are none become None."""
    if is_dataclass(part):
        names = [each.name for each in fields(part)]
        names += [name for name in PROPERTIES if hasattr(part, name)]
        return {name: _data(getattr(part, name)) for name in names}
    if isinstance(part, (list, tuple)):
        return [_data(each) for each in part]
    if isinstance(part, float) and not isfinite(part):
        return None
    return part
