"""What an evaluation of Isolation costs: cells it looks at, depth it leaves, nodes a second.

A flood goes on from every cell it reaches; `best_of_both` stops one of its two floods where the
other player could go next. Both are looked at in the positions of some games, game by game.
"""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from plyground.experiments.records import GameRecord
from plyground.experiments.statistics import Estimate, mean
from plyground.games import Game, load_game
from plyground.games.isolation import Position
from plyground.heuristics.isolation import flood, moves
from plyground.jit import interpreted
from plyground.studies.isolation_runs import Pool
from plyground.studies.lab import Lab

EARLY = 12
"""Moves made in all that still count as early: after more of them best of both floods."""


class Floods(NamedTuple):
    """What floods look at, and what limits change; intervals are by games."""

    by_ply: Mapping[int, Estimate]
    """Cells that reachable spaces goes on from in one evaluation."""
    early: Estimate
    later: Estimate
    limited: Estimate
    """Share of later positions whose value changes as one flood is limited: best of both."""
    both: Estimate
    """Share of later positions whose value would change once more if the other were, too."""


class Look(NamedTuple):
    """One position of a game."""

    ply: int
    cells: int
    limited: bool
    both: bool


def flooded(lab: Lab, pool: Pool) -> Floods:
    """Look at the positions of some games of the pool."""
    game = load_game("isolation")
    step = max(1, len(pool.summary.records) // lab.sized(20, 100))
    records = pool.summary.records[:: step | 1]  # an odd step, so that both sides begin
    games = [
        list(looks_along(game, each)) for each in lab.each(records, "isolation, cells flooded")
    ]
    seen: dict[int, list[float]] = {}
    for look in (look for looks in games for look in looks):
        seen.setdefault(look.ply, []).append(look.cells)
    early = [[look for look in looks if look.ply <= EARLY] for looks in games]
    later = [[look for look in looks if look.ply > EARLY] for looks in games]
    return Floods(
        {ply: mean(found) for ply, found in sorted(seen.items()) if len(found) >= len(games) / 2},
        _by_game([[look.cells for look in looks] for looks in early]),
        _by_game([[look.cells for look in looks] for looks in later]),
        _by_game([[look.limited for look in looks] for looks in later]),
        _by_game([[look.both for look in looks] for looks in later]),
    )


def _by_game(values: Sequence[Sequence[float]]) -> Estimate:
    """The mean of the games' means: positions of one game are much alike."""
    return mean([fmean(each) for each in values if each])


def looks_along(game: Game, record: GameRecord) -> Iterator[Look]:
    """One for each position of a game in which both players are on the board."""
    reach, targets = interpreted(flood(game)), interpreted(moves(game))
    position: Position = game.start
    for ply, name in enumerate((*record.opening, *record.moves)):
        if ply >= 2:
            free, mine, theirs = position
            my_reach, their_reach = (reach(free, cell, free) for cell in (mine, theirs))
            my_next, their_next = (targets(free, cell) for cell in (mine, theirs))
            yield Look(
                ply,
                2 + my_reach.bit_count() + their_reach.bit_count(),
                reach(free, theirs, free ^ my_next) != their_reach,
                reach(free, mine, free ^ their_next) != my_reach,
            )
        position = game.plain.play(position, game.parse_move(position, name))


def mean_depth(pool: Pool, name: str, early: bool) -> Estimate:
    """The mean depth of an agent's moves, early or later in its games."""
    agent, found = pool.names.index(name), []
    for record in pool.summary.records:
        plies = enumerate(record.depths, len(record.opening))
        depths = [each for ply, each in plies
                  if _mover(record, ply) == agent and (ply <= EARLY) == early]  # fmt: skip
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
            if _mover(record, ply) == agent and (ply <= EARLY) == early:
                nodes, seconds = nodes + visited, seconds + took
    return nodes / seconds / 1000 if seconds else 0.0
