"""Checkers endgames on the command line: solve them, verify them.

Plain functions, for the commands `solve` and `verify`: they return what is to be printed, and
progress goes to standard error.
"""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from plyground.cli.tables import (
    COSTS,
    Compared,
    Tables,
    aligned,
    cost_row,
    refuse_rest,
    solved_in_words,
    watched,
)
from plyground.cli.terminal import in_background, progress_bar
from plyground.errors import BadParameter
from plyground.solve.checkers import needs, solve_checkers
from plyground.solve.checkers_slots import MOST, Kind, kinds, pairs, slots
from plyground.solve.checkers_store import CheckersStore, Cost, Counts, total
from plyground.solve.checkers_verify import Verdict, verify_checkers


def solve(pieces: int, folder: Path, workers: int) -> Tables:
    """Solve up to `pieces` pieces, having said what it takes; what is in the store now."""
    store = CheckersStore(folder)
    solved = watched(
        "solving checkers",
        needs(pieces, store),
        folder,
        lambda progress: solve_checkers(pieces, folder, workers, progress),
    )
    counts = {kind: store.counts(kind) for kind in kinds(pieces)}
    costs = {pair: cost for pair in pairs(pieces) if (cost := store.cost(pair))}
    lines = [*kind_table(counts), "", *cost_table(costs), "", solved_in_words(len(solved))]
    return Tables(
        lines,
        {
            "kinds": [{"kind": kind.name, **each._asdict()} for kind, each in counts.items()],
            "costs": [each._asdict() for each in costs.values()],
            "solved_now": len(solved),
        },
    )


def kind_table(counts: Mapping[Kind, Counts]) -> list[str]:
    """Every kind, and the kinds of each number of pieces together."""
    heads = ("to move-other", "positions", "won", "drawn", "lost", "longest win", "longest loss")
    rows: list[tuple[object, ...]] = []
    for number in sorted({sum(kind) for kind in counts}):
        here = {kind: each for kind, each in counts.items() if sum(kind) == number}
        rows += [(kind.name, *each) for kind, each in here.items()]
        rows.append((f"all {number}", *total(list(here.values()))))
    return aligned(heads, rows)


def cost_table(costs: Mapping[tuple[Kind, ...], Cost]) -> list[str]:
    """What each number of pieces took, where that is known."""
    numbers = sorted({sum(pair[0]) for pair in costs})
    rows = [
        cost_row(str(number), [cost for pair, cost in costs.items() if sum(pair[0]) == number])
        for number in numbers
    ]
    return aligned(("pieces", *COSTS), rows)


def verify(folder: Path, workers: int, pieces: int | None = None) -> Iterator[Compared]:
    """Compare all values with their successors', kind by kind."""
    store = CheckersStore(folder)
    most = store.pieces() if pieces is None else pieces
    if not store.pieces():
        raise BadParameter(f"{folder} holds no checkers endgames: solve some first")
    began = time.monotonic()
    with progress_bar("verifying checkers", slots(most)) as show:
        verdicts = in_background(lambda: verify_checkers(most, store, workers, show))
    for each in verdicts:
        yield compared(each)
    seconds, wrong = time.monotonic() - began, sum(each.mismatches for each in verdicts)
    yield Compared(
        f"all: {slots(most):,} values, {wrong:,} mismatches ({seconds:.1f} s)", not wrong
    )
    if pieces is None:
        refuse_rest([store.path(kind) for kind in kinds(MOST) if sum(kind) > most])


def compared(each: Verdict) -> Compared:
    """What became of a kind."""
    example = f", such as {each.example}" if each.example else ""
    line = f"{each.kind.name}: {each.slots:,} values, {each.mismatches:,} mismatches{example}"
    return Compared(line, each.mismatches == 0, {**each._asdict(), "kind": each.kind.name})
