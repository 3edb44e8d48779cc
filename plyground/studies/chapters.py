"""Chapters: a study with many questions answers them one by one and binds the answers together."""

from collections.abc import Iterable
from typing import NamedTuple

from plyground.experiments.document import Claim, Part
from plyground.experiments.samples import Estimate


class Chapter(NamedTuple):
    """What one experiment has to say: a sentence, parts of the report, lines of the ledger."""

    answer: str
    parts: list[Part]
    claims: list[Claim]


def bound(chapters: Iterable[Chapter]) -> Chapter:
    """All chapters as one."""
    found = list(chapters)
    return Chapter(
        " ".join(each.answer for each in found),
        [part for each in found for part in each.parts],
        [claim for each in found for claim in each.claims],
    )


def percent(share: float) -> str:
    """`55.7 %`."""
    return f"{100 * share:.1f} %"


def within(estimate: Estimate) -> str:
    """`55.7 % [55.5, 55.8]`."""
    ends = f"{100 * estimate.low:.1f}, {100 * estimate.high:.1f}"
    return f"{percent(estimate.value)} [{ends}]"
