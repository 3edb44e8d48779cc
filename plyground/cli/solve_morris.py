"""Morris databases on the command line: solve them, verify them, pack them.

Plain functions, for the commands `solve` and `verify`: they return what is to be printed,
line by line, and progress goes to standard error.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from plyground.cli.terminal import in_background, leave, progress_bar, status_line, warn
from plyground.errors import BadFile, BadParameter
from plyground.games.nine_mens_morris import nine_mens_morris
from plyground.solve.morris import EVERYTHING, needs, solve_morris
from plyground.solve.morris_oracle import MorrisOracle
from plyground.solve.morris_packed import export_packed, packed_size
from plyground.solve.morris_sets import FEWEST, slots
from plyground.solve.morris_store import MorrisStore, Subspace, pairs, sides
from plyground.solve.morris_verify import Verdict, verify_pair
from plyground.solve.needs import GIGA, Needs
from plyground.solve.store import is_there

MEGA = 10**6


def solve(men: int, folder: Path, workers: int) -> list[str]:
    """Solve up to `men` men, having said what it takes; the tables of what is in the store now."""
    store = MorrisStore(folder)
    wanted = needs(men, store)
    warn(needs_in_words(wanted))
    with progress_bar("solving morris", max(1, wanted.slots)) as show:
        watched = in_background(
            lambda: solve_morris(men, folder, workers, lambda done, words: show(done)),
            interrupt=lambda: leave(kept_in(folder)),
        )
    solved = solved_in_words(len(watched))
    return [*subspace_table(store, men), "", *cost_table(store, men), "", solved]


def kept_in(folder: Path) -> str:
    """What to know after Ctrl-C."""
    return f"interrupted: what is solved is kept in {folder}, and the same command goes on"


def solved_in_words(pairs_solved: int) -> str:
    """How many pairs there were to solve."""
    if not pairs_solved:
        return "all pairs had been solved"
    return f"{pairs_solved} {'pair' if pairs_solved == 1 else 'pairs'} solved now"


def needs_in_words(wanted: Needs) -> str:
    """What solving takes, in a line."""
    if not wanted.slots:
        return ""
    memory, disk = wanted.memory / GIGA, wanted.disk / GIGA
    return f"{wanted.slots:,} slots to solve: {memory:.2f} GB of memory, {disk:.2f} GB on the disk"


def subspace_table(store: MorrisStore, men: int) -> list[str]:
    """Every subspace with up to `men` men: its positions up to symmetry, and their values."""
    heads = ("to move-other", "positions", "won", "lost", "drawn", "longest win", "longest loss")
    rows = [_subspace_row(store.subspace(*side)) for pair in pairs(men) for side in sides(*pair)]
    totals = [sum(column) for column in list(zip(*rows, strict=True))[1:5]]
    deepest = [max(column) for column in list(zip(*rows, strict=True))[5:]]
    return aligned(heads, [*rows, ("all", *totals, *deepest)])


def _subspace_row(each: Subspace) -> tuple[str, int, int, int, int, int, int]:
    name = f"{each.mine}-{each.theirs}"
    return (name, each.positions, each.won, each.lost, each.drawn, each.longest_win,
            each.longest_loss)  # fmt: skip


def cost_table(store: MorrisStore, men: int) -> list[str]:
    """What every pair took, where that is known."""
    heads = ("pair", "slots", "seconds", "of processors", "ns a slot", "peak memory, MB")
    costs = [cost for pair in pairs(men) if (cost := store.cost(*pair))]
    rows = [
        (f"{each.larger}-{each.smaller}", each.slots, f"{each.seconds:.1f}",
         f"{each.processor:.1f}", f"{each.nanoseconds:.0f}", each.memory // MEGA)
        for each in costs
    ]  # fmt: skip
    seconds, processor, work = (
        sum(getattr(each, name) for each in costs) for name in ("seconds", "processor", "slots")
    )
    mean = f"{processor * 1e9 / work:.0f}" if work else "–"
    most = max((each.memory // MEGA for each in costs), default=0)
    total = ("all", work, f"{seconds:.1f}", f"{processor:.1f}", mean, most)
    return aligned(heads, [*rows, total])


def aligned(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """A table in text: numbers with commas, to the right."""
    cells = [heads, *([f"{each:,}" if isinstance(each, int) else each for each in row]
                      for row in rows)]  # fmt: skip
    widths = [max(len(str(row[column])) for row in cells) for column in range(len(heads))]
    return [
        "  ".join(str(each).rjust(width) for each, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


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
) -> Iterator[tuple[str, bool]]:
    """Compare pair after pair with its successors: a line for each, and whether it was right."""
    store = MorrisStore(folder)
    chosen = chosen_pairs(store, men, names)
    for pair in chosen:
        began, total = time.monotonic(), slots(*pair) * len(sides(*pair))
        with progress_bar(f"verifying {pair[0]}-{pair[1]}", total) as show:
            verdicts = in_background(_verifying(pair, store, workers, show))
        for each in verdicts:
            yield verdict_in_words(each, time.monotonic() - began), each.mismatches == 0
    if men is None and not names:
        rest = (pair for pair in pairs(EVERYTHING) if pair not in chosen)
        refuse_rest([store.path(*side) for pair in rest for side in sides(*pair)])


def refuse_rest(paths: Sequence[Path]) -> None:
    """BadFile if some of these files are there: they were to be compared, and could not be."""
    there = [path for path in paths if is_there(path)]
    if there:
        names = ", ".join(path.name for path in there)
        raise BadFile(
            f"{there[0].parent} holds {names} too, which cannot be compared while others that "
            "belong to them are missing: solve again, that makes what is missing"
        )


def _verifying(
    pair: tuple[int, int], store: MorrisStore, workers: int, show: Callable[[int], None]
) -> Callable[[], list[Verdict]]:
    return lambda: verify_pair(*pair, store, workers, lambda done, words: show(done))


def verdict_in_words(each: Verdict, seconds: float) -> str:
    """What became of a subspace, in a line."""
    name = f"{each.mine}-{each.theirs}"
    example = f", such as {each.example}" if each.example else ""
    return (
        f"{name}: {each.slots:,} values, {each.mismatches:,} mismatches{example} ({seconds:.1f} s)"
    )


def opening(folder: Path) -> list[str]:
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
    return [f"the empty board: {found} ({oracle.nodes:,} nodes, {time.monotonic() - began:.1f} s)"]


def export(folder: Path, target: Path, workers: int) -> list[Path]:
    """Write win, draw and loss of all subspaces of the store, four slots to a byte."""
    store = MorrisStore(folder)
    if not store.men():
        raise BadParameter(f"{folder} holds no morris databases: solve some first")
    total = sum(packed_size(*side) for pair in pairs(store.men()) for side in sides(*pair))
    with progress_bar("packing morris", max(1, total)) as show:
        return in_background(
            lambda: export_packed(store, target, workers, lambda done, words: show(done))
        )
