"""Checkers endgames on the command line: solve them, verify them.

Plain functions, for the commands `solve` and `verify`: they return what is to be printed,
line by line, and progress goes to standard error.
"""

import time
from collections.abc import Iterator
from pathlib import Path

from plyground.cli.solve_morris import (
    MEGA,
    aligned,
    kept_in,
    needs_in_words,
    refuse_rest,
    solved_in_words,
)
from plyground.cli.terminal import in_background, leave, progress_bar, warn
from plyground.errors import BadParameter
from plyground.solve.checkers import needs, solve_checkers
from plyground.solve.checkers_slots import MOST, kinds, pairs, slots
from plyground.solve.checkers_store import CheckersStore, Counts, total
from plyground.solve.checkers_verify import Verdict, verify_checkers


def solve(pieces: int, folder: Path, workers: int) -> list[str]:
    """Solve up to `pieces` pieces, having said what it takes; tables of what is there now."""
    store = CheckersStore(folder)
    wanted = needs(pieces, store)
    warn(needs_in_words(wanted))
    with progress_bar("solving checkers", max(1, wanted.slots)) as show:
        costs = in_background(
            lambda: solve_checkers(pieces, folder, workers, lambda done, words: show(done)),
            interrupt=lambda: leave(kept_in(folder)),
        )
    solved = solved_in_words(len(costs))
    return [*kind_table(store, pieces), "", *cost_table(store, pieces), "", solved]


def kind_table(store: CheckersStore, pieces: int) -> list[str]:
    """Every kind with up to `pieces` pieces, and the kinds of each number of pieces together."""
    heads = ("to move-other", "positions", "won", "drawn", "lost", "longest win", "longest loss")
    counts = {kind: store.counts(kind) for kind in kinds(pieces)}
    rows: list[tuple[object, ...]] = []
    for number in range(2, pieces + 1):
        here = {kind: each for kind, each in counts.items() if sum(kind) == number}
        rows += [_row(kind.name, each) for kind, each in here.items()]
        rows.append(_row(f"all {number}", total(list(here.values()))))
    return aligned(heads, rows)


def _row(name: str, counts: Counts) -> tuple[object, ...]:
    return (name, *counts)


def cost_table(store: CheckersStore, pieces: int) -> list[str]:
    """What each number of pieces took, where that is known."""
    heads = ("pieces", "slots", "seconds", "of processors", "ns a slot", "peak memory, MB")
    rows = []
    for number in range(2, pieces + 1):
        chosen = [pair for pair in pairs(number) if sum(pair[0]) == number]
        costs = [cost for pair in chosen if (cost := store.cost(pair))]
        work, seconds, processor = (
            sum(getattr(each, name) for each in costs) for name in ("slots", "seconds", "processor")
        )
        each_slot = f"{processor * 1e9 / work:.0f}" if work else "–"
        most = max((each.memory // MEGA for each in costs), default=0)
        rows.append((str(number), work, f"{seconds:.1f}", f"{processor:.1f}", each_slot, most))
    return aligned(heads, rows)


def verify(folder: Path, workers: int, pieces: int | None = None) -> Iterator[tuple[str, bool]]:
    """Compare all values with their successors': a line for each kind, and whether it was right."""
    store = CheckersStore(folder)
    most = store.pieces() if pieces is None else pieces
    if not store.pieces():
        raise BadParameter(f"{folder} holds no checkers endgames: solve some first")
    began = time.monotonic()
    with progress_bar("verifying checkers", slots(most)) as show:
        verdicts = in_background(
            lambda: verify_checkers(most, store, workers, lambda done, words: show(done))
        )
    for each in verdicts:
        yield verdict_in_words(each), each.mismatches == 0
    seconds, wrong = time.monotonic() - began, sum(each.mismatches for each in verdicts)
    yield f"all: {slots(most):,} values, {wrong:,} mismatches ({seconds:.1f} s)", wrong == 0
    if pieces is None:
        refuse_rest([store.path(kind) for kind in kinds(MOST) if sum(kind) > most])


def verdict_in_words(each: Verdict) -> str:
    """What became of a kind, in a line."""
    example = f", such as {each.example}" if each.example else ""
    return f"{each.kind.name}: {each.slots:,} values, {each.mismatches:,} mismatches{example}"
