"""What an evaluation of Isolation costs: cells it looks at, depth it leaves, nodes a second."""

from statistics import fmean

from plyground.experiments.records import GameRecord
from plyground.experiments.statistics import Estimate, mean
from plyground.games import load_game
from plyground.heuristics.isolation import flood
from plyground.jit import interpreted
from plyground.studies.isolation_runs import Pool
from plyground.studies.lab import Lab

EARLY = 12
"""Plies that count as early: until then best of both uses its cheap half."""


def flooded_cells(lab: Lab, pool: Pool) -> dict[int, Estimate]:
    """Cells that reachable spaces goes on from in one evaluation, by ply, in games of the pool."""
    game = load_game("isolation")
    reach = interpreted(flood(game))
    games = pool.summary.records[:: max(1, len(pool.summary.records) // lab.sized(20, 100))]
    seen: dict[int, list[float]] = {}
    for record in lab.each(games, "isolation, cells flooded"):
        position = game.start
        for ply, name in enumerate((*record.opening, *record.moves)):
            if ply >= 2:
                free, mine, theirs = position
                counts = (reach(free, cell, free).bit_count() for cell in (mine, theirs))
                seen.setdefault(ply, []).append(2 + sum(counts))
            position = game.plain.play(position, game.parse_move(position, name))
    return {ply: mean(found) for ply, found in sorted(seen.items()) if len(found) >= len(games) / 2}


def mean_depth(pool: Pool, name: str, early: bool) -> Estimate:
    """The mean depth of an agent's moves, early or later in its games."""
    agent, found = pool.names.index(name), []
    for record in pool.summary.records:
        plies = enumerate(record.depths, len(record.opening))
        depths = [each for ply, each in plies
                  if _mover(record, ply) == agent and (ply < EARLY) == early]  # fmt: skip
        found += [fmean(depths)] if depths else []
    return mean(found)


def _mover(record: GameRecord, ply: int) -> int:
    """Who made the move of this ply; the opening leaves the first agent to move."""
    return (record.first, record.second)[(ply - len(record.opening)) % 2]


def speed(pool: Pool, name: str, early: bool) -> float:
    """Thousands of nodes a second."""
    agent, nodes, seconds = pool.names.index(name), 0, 0.0
    for record in pool.summary.records:
        for ply, (visited, took) in enumerate(
            zip(record.nodes, record.seconds, strict=True), len(record.opening)
        ):
            if _mover(record, ply) == agent and (ply < EARLY) == early:
                nodes, seconds = nodes + visited, seconds + took
    return nodes / seconds / 1000 if seconds else 0.0
