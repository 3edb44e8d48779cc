"""Nine Men's Morris solved: all positions of the moving phase, pair after pair.

    3-3 ──▶ 4-3 ──▶ 5-3 ──▶ 6-3 …        a capture leads to a pair with one man less,
             │       │                    so 6 men come before 7, and 7 before 8
             └─────▶ 4-4 ──▶ 5-4 …

A pair that is done is a file or two in the store, and stays; whenever the work is cut short, what
was in hand starts again from the files before it.
"""

import time
from pathlib import Path

import numpy as np

from plyground.errors import BadParameter
from plyground.games.nine_mens_morris import MEN
from plyground.solve.morris_pair import Pair, Ranks, fresh_pair, fresh_room, ranks_of
from plyground.solve.morris_sets import (
    CLASSES,
    FEWEST,
    POINTS,
    Array,
    Classes,
    classes_of,
    slots,
    symmetries,
)
from plyground.solve.morris_start import start_large, start_small
from plyground.solve.morris_steps import step_large, step_small
from plyground.solve.morris_store import Cost, MorrisStore, counted, pairs, sides, tally_blocks
from plyground.solve.needs import (
    A_LITTLE,
    Needs,
    Progress,
    begin,
    nobody,
    peak_memory,
)
from plyground.solve.retrograde import DRAW, Workers, depths, in_blocks, settle

EVERYTHING = 2 * MEN


def solve_morris(
    men: int, folder: Path, workers: int = 2, progress: Progress = nobody
) -> list[Cost]:
    """Solve all pairs with up to `men` men into `folder`; what each pair that was missing took."""
    store = MorrisStore(folder)
    begin(needs(men, store), folder, workers, "men")
    missing = [pair for pair in pairs(men) if not store.has(*pair)]
    if missing:
        compile_all()
    costs, done = [], 0
    for pair in missing:
        costs.append(solve_pair(*pair, store, workers, progress, done))
        done += costs[-1].slots
        store.close()
    return costs


def compile_all() -> None:
    """Do nothing once with each function that works on a pair, before the clock runs."""
    pair = fresh_pair(FEWEST, FEWEST)
    room, less = fresh_room(len(pair.ranks.bits)), ranks_of(POINTS - FEWEST, FEWEST - 1)
    start_large(pair, 0, 0, room, _nothing(), less)
    start_small(pair, 0, 0, room, _nothing(), less, classes_of(FEWEST))
    step_small(pair, 0, 0, 1, room)
    step_large(pair, 0, 0, 1, room)
    settle(pair.large, 0, 0)
    tally_blocks(
        0, 0, pair.first, pair.ranks, pair.large.value.reshape(-1), symmetries(), pair.length
    )


def needs(men: int, store: MorrisStore) -> Needs:
    """What it takes to solve the pairs with up to `men` men that the store does not have."""
    if not 2 * FEWEST <= men <= EVERYTHING:
        raise BadParameter(f"{men} men: morris is solved for {2 * FEWEST} to {EVERYTHING} of them")
    missing = [pair for pair in pairs(men) if not store.has(*pair)]
    return Needs(
        slots=sum(2 * slots(*pair) for pair in missing),
        memory=max((memory_of(*pair) for pair in missing), default=0),
        disk=sum(slots(*pair) * len(sides(*pair)) for pair in missing),
    )


def memory_of(larger: int, smaller: int) -> int:
    """Bytes at work: value, count and a list for each slot, and the pairs that captures lead to."""
    own = 6 * slots(larger, smaller) + 2 * (DRAW + 1) * CLASSES[larger]
    after = slots(larger, smaller - 1) if smaller > FEWEST else 0
    if larger > smaller:
        after += slots(larger - 1, smaller)
    return own + after + A_LITTLE


def solve_pair(
    larger: int, smaller: int, store: MorrisStore, workers: int, progress: Progress, done: int
) -> Cost:
    """Solve one pair from those before it, and keep it."""
    began, began_work = time.monotonic(), time.process_time()
    both, name = 2 * slots(larger, smaller), f"{larger}-{smaller}"
    with Workers(workers) as pool:
        progress(done, f"{name}: captures")
        pair = fresh_pair(larger, smaller)
        start(pair, store, pool, workers)
        work = both // 4
        for depth in depths((pair.large, pair.small)):
            progress(done + work, f"{name}: depth {depth + 1}")
            step(pair, depth + 1, pool)
            work += (both - work) // 20  # nobody knows how deep it goes; later depths are quicker
        in_blocks(lambda first, last: settle(pair.large, first, last), *_on(pair, pool))
        in_blocks(lambda first, last: settle(pair.small, first, last), *_on(pair, pool))
        progress(done + both, f"{name}: writing")
        for side, table in zip(sides(larger, smaller), (pair.large, pair.small), strict=False):
            store.keep(counted(*side, table.value, pool), table.value, pool)
    seconds, processor = time.monotonic() - began, time.process_time() - began_work
    cost = Cost(larger, smaller, both, seconds, processor, workers, peak_memory())
    store.keep_cost(cost)
    return cost


def start(pair: Pair, store: MorrisStore, pool: Workers, workers: int) -> None:
    """Count the quiet moves, and look up what captures are worth."""
    larger, smaller, size = pair.larger, pair.smaller, len(pair.ranks.bits)
    less = ranks_of(POINTS - larger, smaller - 1)
    after = _checked(store, smaller - 1, larger, workers) if smaller > FEWEST else _nothing()
    in_blocks(
        lambda first, last: start_large(pair, first, last, fresh_room(size), after, less),
        *_on(pair, pool),
    )
    ranks: Ranks = less
    classes: Classes = classes_of(larger)
    if larger > smaller:
        after = _checked(store, larger - 1, smaller, workers)
        ranks, classes = ranks_of(POINTS - larger + 1, smaller), classes_of(larger - 1)
    in_blocks(
        lambda first, last: start_small(pair, first, last, fresh_room(size), after, ranks, classes),
        *_on(pair, pool),
    )


def step(pair: Pair, depth: int, pool: Workers) -> None:
    """Decide all that is decided at `depth`."""
    size, on = len(pair.ranks.bits), _on(pair, pool)
    in_blocks(lambda first, last: step_small(pair, first, last, depth, fresh_room(size)), *on)
    in_blocks(lambda first, last: step_large(pair, first, last, depth, fresh_room(size)), *on)


def _on(pair: Pair, pool: Workers) -> tuple[int, Workers]:
    return len(pair.first), pool


def _checked(store: MorrisStore, mine: int, theirs: int, workers: int) -> Array:
    table = store.table(mine, theirs)
    table.check(workers)
    return table.values


def _nothing() -> Array:
    """No values, of the same kind as those of a file."""
    values = np.zeros(1, np.uint8)
    values.flags.writeable = False
    return values
