"""Checkers endgames solved: all positions with up to five pieces, pair of kinds after pair.

    k-k ──▶ m-k, k-m ──▶ m-m ──▶ kk-k, k-kk ──▶ …    captures lead to fewer pieces, crowning to
                                                      fewer men: what comes later leads to these

A pair that is done is a file or two in the store, and stays; whenever the work is cut short, what
was in hand starts again from the files before it. Infinite play is a draw.
"""

import time
from pathlib import Path

import numpy as np

from plyground.errors import BadParameter
from plyground.games.checkers import checkers
from plyground.solve.checkers_pair import Side, fresh_side, starting, step_back
from plyground.solve.checkers_slots import MOST, Array, Kind, pairs, slots
from plyground.solve.checkers_store import CheckersStore, Cost
from plyground.solve.needs import (
    A_LITTLE,
    Needs,
    Progress,
    begin,
    nobody,
    peak_memory,
)
from plyground.solve.retrograde import DRAW, Workers, depths, in_blocks, settle

START = starting(checkers())


def solve_checkers(
    pieces: int, folder: Path, workers: int = 2, progress: Progress = nobody
) -> list[Cost]:
    """Solve all pairs with up to `pieces` pieces; what each pair that was missing took."""
    store = CheckersStore(folder)
    begin(needs(pieces, store), folder, workers, "pieces")
    if all(store.has(pair) for pair in pairs(pieces)):
        return []
    values = np.zeros(slots(pieces), np.uint8)
    compile_all(values)
    costs, done = [], 0
    for pair in pairs(pieces):
        if store.has(pair):
            for kind in pair:
                store.load(kind, values, workers)
        else:
            costs.append(solve_pair(pair, values, store, workers, progress, done))
            done += costs[-1].slots
    return costs


def compile_all(values: Array) -> None:
    """Do nothing once with each function that works on a pair, before the clock runs."""
    side = fresh_side(Kind(0, 1, 0, 1), values)
    START(side, 0, 0, values)
    step_back(side, side.table, 0, 0, 1, np.zeros(1, np.int32))
    settle(side.table, 0, 0)


def needs(pieces: int, store: CheckersStore) -> Needs:
    """What it takes to solve the pairs with up to `pieces` pieces that the store does not have."""
    if not 2 <= pieces <= MOST:
        raise BadParameter(f"{pieces} pieces: checkers is solved for 2 to {MOST} of them")
    missing = [pair for pair in pairs(pieces) if not store.has(pair)]
    todo = sum(kind.slots for pair in missing for kind in pair)
    work = max((memory_of(pair) for pair in missing), default=0)
    return Needs(todo, work + slots(pieces) + A_LITTLE if missing else 0, todo)


def memory_of(pair: tuple[Kind, ...]) -> int:
    """Bytes at work on a pair, beside its values: counts, and what is pending."""
    return sum(kind.slots + (DRAW + 1) * kind.rows for kind in pair)


def solve_pair(
    pair: tuple[Kind, ...],
    values: Array,
    store: CheckersStore,
    workers: int,
    progress: Progress,
    done: int,
) -> Cost:
    """Solve one pair from those before it, and keep it."""
    began, began_work = time.monotonic(), time.process_time()
    name, size = pair[0].name, sum(kind.slots for kind in pair)
    with Workers(workers) as pool:
        progress(done, f"{name}: captures")
        sides = [fresh_side(kind, values) for kind in pair]
        for side in sides:
            start(side, values, pool)
        work = size // 2
        for depth in depths(tuple(side.table for side in sides)):
            progress(done + work, f"{name}: depth {depth + 1}")
            for side, other in zip(sides, reversed(sides), strict=True):
                step(side, other, depth + 1, pool)
            work += (size - work) // 20  # nobody knows how deep it goes; later depths are quicker
        for side in sides:
            finish(side, pool)
        progress(done + size, f"{name}: writing")
        for kind in pair:
            store.keep(kind, values, pool)
    seconds, processor = time.monotonic() - began, time.process_time() - began_work
    cost = Cost(name, size, seconds, processor, workers, peak_memory())
    store.keep_cost(cost)
    return cost


def start(side: Side, values: Array, pool: Workers) -> None:
    """Count the quiet moves, and look up what captures and crownings are worth."""
    in_blocks(lambda first, last: START(side, first, last, values), *_on(side, pool))


def step(side: Side, other: Side, depth: int, pool: Workers) -> None:
    """From what is decided at depth - 1 in one side's table to the other's."""

    def work(first: int, last: int) -> None:
        found = np.zeros(side.table.value.shape[1], np.int32)
        step_back(side, other.table, first, last, depth, found)

    in_blocks(work, *_on(side, pool))


def finish(side: Side, pool: Workers) -> None:
    """What is not decided is a draw."""
    in_blocks(lambda first, last: settle(side.table, first, last), *_on(side, pool))


def _on(side: Side, pool: Workers) -> tuple[int, Workers]:
    return len(side.table.value), pool
