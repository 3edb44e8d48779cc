"""Morris databases on the command line: solve them, verify them, pack them.

Plain functions, for the commands `solve` and `verify`: they return what is to be printed, and
progress goes to standard error.
"""

import time
from collections.abc import Callable, Iterator, Sequence
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
from plyground.cli.terminal import in_background, progress_bar, status_line
from plyground.errors import BadParameter
from plyground.games.nine_mens_morris import nine_mens_morris
from plyground.solve.morris import EVERYTHING, needs, solve_morris
from plyground.solve.morris_oracle import MorrisOracle
from plyground.solve.morris_packed import export_packed, packed_size
from plyground.solve.morris_sets import FEWEST, slots
from plyground.solve.morris_store import Cost, MorrisStore, Subspace, pairs, sides
from plyground.solve.morris_verify import Verdict, verify_subspace


def solve(men: int, folder: Path, workers: int) -> Tables:
    """Solve up to `men` men, having said what it takes; what is in the store now."""
    store = MorrisStore(folder)
    solved = watched(
        "solving morris",
        needs(men, store),
        folder,
        lambda progress: solve_morris(men, folder, workers, progress),
    )
    subspaces = [store.subspace(*side) for pair in pairs(men) for side in sides(*pair)]
    costs = [cost for pair in pairs(men) if (cost := store.cost(*pair))]
    lines = [*subspace_table(subspaces), "", *cost_table(costs), "", solved_in_words(len(solved))]
    return Tables(
        lines,
        {
            "subspaces": [each._asdict() for each in subspaces],
            "costs": [each._asdict() for each in costs],
            "solved_now": len(solved),
        },
    )


def subspace_table(subspaces: Sequence[Subspace]) -> list[str]:
    """Every subspace: its positions up to symmetry, and their values; and all of them together."""
    heads = ("to move-other", "positions", "won", "lost", "drawn", "longest win", "longest loss")
    rows = [(f"{each.mine}-{each.theirs}", *each[3:]) for each in subspaces]
    columns = list(zip(*subspaces, strict=True))[3:]
    totals = [sum(column) for column in columns[:4]]
    return aligned(heads, [*rows, ("all", *totals, *map(max, columns[4:]))])


def cost_table(costs: Sequence[Cost]) -> list[str]:
    """What every pair took, where that is known."""
    rows = [cost_row(f"{each.larger}-{each.smaller}", [each]) for each in costs]
    return aligned(("pair", *COSTS), [*rows, cost_row("all", costs)])


def chosen_pairs(
    store: MorrisStore, men: int | None, names: Sequence[str]
) -> list[tuple[int, int]]:
    """The pairs called 9-8 and so on; else those with up to `men` men; else all in the store."""
    if names:
        return [_pair(name) for name in names]
    held = store.men()
    if not held:
        raise BadParameter(f"{store.folder} holds no morris databases: solve some first")
    if men is not None and not 2 * FEWEST <= men <= held:
        raise BadParameter(
            f"{store.folder} holds the morris databases of {2 * FEWEST} to {held} men, not of {men}"
        )
    return list(pairs(held if men is None else men))


def _pair(name: str) -> tuple[int, int]:
    known = {f"{first}-{second}": pair for pair in pairs(18) for first, second in sides(*pair)}
    if name not in known:
        raise BadParameter(f"{name!r} is not a pair of numbers of men, such as 5-3 or 9-8")
    return known[name]


def verify(
    folder: Path, workers: int, men: int | None = None, names: Sequence[str] = ()
) -> Iterator[Compared]:
    """Compare pair after pair with its successors, subspace by subspace."""
    store = MorrisStore(folder)
    chosen = chosen_pairs(store, men, names)
    for pair in chosen:
        for side in sides(*pair):
            began = time.monotonic()
            with progress_bar(f"verifying {side[0]}-{side[1]}", slots(*pair)) as show:
                found = in_background(_verifying(side, store, workers, show))
            yield compared(found, time.monotonic() - began)
    if men is None and not names:
        rest = (pair for pair in pairs(EVERYTHING) if pair not in chosen)
        refuse_rest([store.path(*side) for pair in rest for side in sides(*pair)])


def _verifying(
    side: tuple[int, int], store: MorrisStore, workers: int, show: Callable[..., None]
) -> Callable[[], Verdict]:
    return lambda: verify_subspace(*side, store, workers, lambda done: show(done))


def compared(each: Verdict, seconds: float) -> Compared:
    """What became of a subspace."""
    name = f"{each.mine}-{each.theirs}"
    example = f", such as {each.example}" if each.example else ""
    line = f"{name}: {each.slots:,} values, {each.mismatches:,} mismatches{example}"
    data = {**each._asdict(), "seconds": round(seconds, 3)}
    return Compared(f"{line} ({seconds:.1f} s)", each.mismatches == 0, data)


def opening(folder: Path) -> str:
    """Search the placing phase from the empty board down to the databases: its value."""
    game, began = nine_mens_morris(), time.monotonic()
    oracle = MorrisOracle(game, str(folder))
    if oracle.store.men() < EVERYTHING:
        raise BadParameter(
            f"the empty board needs the databases up to {EVERYTHING} men, and {folder} holds "
            f"{oracle.store.men() or 'none'}: solve them first"
        )
    with status_line() as show:
        found = in_background(
            lambda: oracle.value(game.start),
            lambda: show(f"{oracle.progress}, {time.monotonic() - began:.0f} s"),
        )
    seconds = time.monotonic() - began
    return f"the empty board: {found} ({oracle.nodes:,} nodes, {seconds:.1f} s)"


def export(folder: Path, target: Path, workers: int) -> list[Path]:
    """Write win, draw and loss of all subspaces of the store, four slots to a byte."""
    store = MorrisStore(folder)
    if not store.men():
        raise BadParameter(f"{folder} holds no morris databases: solve some first")
    total = sum(packed_size(*side) for pair in pairs(store.men()) for side in sides(*pair))
    with progress_bar("packing morris", max(1, total)) as show:
        return in_background(lambda: export_packed(store, target, workers, show))
