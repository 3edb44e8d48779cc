"""What the Nine Men's Morris study plays, and the positions on the way of its games.

match     the published evaluation against itself without one part, and with other weights
engine    every position of some games of the match, whole pairs: each side begins as often
chance    every position of random games
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from plyground.experiments.plan import Experiment
from plyground.experiments.records import GameRecord
from plyground.experiments.samples import Numbers
from plyground.experiments.statistics import Estimate, bootstrap, strength
from plyground.experiments.summary import Summary
from plyground.games import Game, load_game
from plyground.games.nine_mens_morris import Position
from plyground.studies.lab import Lab

PUBLISHED = "phases"
VARIANTS = {
    "without pieces": "phases(pieces=0)",
    "without mills": "phases(mills=0)",
    "without potential mills": "phases(potential=0)",
    "without mobility": "phases(mobility=0)",
    "all weights 1": "phases(pieces=1, mills=1, potential=1)",
    "pieces 20": "phases(pieces=20)",
}
SURE = 1 - 0.05 / len(VARIANTS)
"""Each interval's confidence, so that all of them together have 95 %."""
DEPTH = 3
"""To which all of them search."""
OPENING = 6
"""Random plies before a match's games; the same twice, with sides swapped."""
PHASES = ("placing", "moving", "flying")


class Seen(NamedTuple):
    """A position on the way of a game, and what became of it."""

    game: str
    """Which one: positions of the same game are much alike."""
    ply: int
    position: Position
    moves: int
    points: float
    """Of the player to move: 1, ½ or 0; ½ where nobody kept score."""


@dataclass(frozen=True)
class MorrisRuns:
    """All that was played."""

    match: Summary
    gains: Mapping[str, Estimate]
    """The Elo of the published weights above each variant."""
    engine: Sequence[Seen]
    chance: Sequence[Seen]

    @property
    def everywhere(self) -> Sequence[Seen]:
        """The positions of both."""
        return [*self.engine, *self.chance]


def run_morris(lab: Lab) -> MorrisRuns:
    """Everything, at the lab's scale and seed."""
    match, game = _match(lab), load_game("nine_mens_morris")
    played = whole_pairs(match.records, lab.sized(4, 30))
    return MorrisRuns(
        match=match,
        gains={
            name: strength(match.pairs[0, place], SURE).elo
            for place, name in enumerate(VARIANTS, 1)
        },
        engine=[
            seen
            for record in lab.each(played, "morris, positions of the games")
            for seen in _along(game, record)
        ],
        chance=_random_positions(lab, game),
    )


def whole_pairs(records: Sequence[GameRecord], step: int) -> list[GameRecord]:
    """Both games of every `step`-th opening."""
    return [record for record in records if record.number // 2 % step == 0]


def phase_of(position: Position) -> str:
    """Of the player to move."""
    if position.my_hand:
        return PHASES[0]
    return PHASES[2] if position.mine.bit_count() == 3 else PHASES[1]


def span_of_moves(seen: Sequence[Seen]) -> str:
    """`1 to 58`: the fewest legal moves of a position, and the most."""
    return f"{min(each.moves for each in seen)} to {max(each.moves for each in seen)}"


def mean_by_game(seen: Sequence[Seen], values: Sequence[float]) -> Estimate:
    """The mean of a value of each position; its interval comes from drawing whole games."""
    places = {name: place for place, name in enumerate(dict.fromkeys(each.game for each in seen))}
    totals, counts = np.zeros(len(places)), np.zeros(len(places))
    for each, value in zip(seen, values, strict=True):
        totals[places[each.game]] += value
        counts[places[each.game]] += 1

    def mean_of(games: Numbers, axis: int) -> Numbers:
        drawn = games.astype(int)
        found: Numbers = totals[drawn].sum(axis=axis) / counts[drawn].sum(axis=axis)
        return found

    return bootstrap(range(len(places)), mean_of)


def _match(lab: Lab) -> Summary:
    """The published evaluation against itself with other weights, all to the same depth."""
    heuristics = (PUBLISHED, *VARIANTS.values())
    agents = tuple(f'alpha_beta(depth={DEPTH}, heuristic="{each}")' for each in heuristics)
    experiment = Experiment(
        "nine_mens_morris",
        agents,
        2 * lab.sized(12, 1000),
        f"random(plies={OPENING})",
        "gauntlet",
        quiet_plies=60,
    )
    return lab.play(experiment, "morris, weights by match play")


def _along(game: Game, record: GameRecord) -> list[Seen]:
    """The ongoing positions of a game."""
    position, found = game.start, []
    moves = (*record.opening, *record.moves)
    for ply, name in enumerate(moves):
        first = (ply - len(record.opening)) % 2 == 0
        points = record.points if first else 1 - record.points
        moves_here = len(game.moves(position))
        found.append(Seen(f"match {record.number}", ply, position, moves_here, points))
        position = game.plain.play(position, game.parse_move(position, name))
    return found


def _random_positions(lab: Lab, game: Game) -> list[Seen]:
    found = []
    for number in lab.each(range(lab.sized(20, 200)), "morris, random games"):
        position = game.start
        for ply, move in enumerate(game.random_game(lab.seed, number, 200)):
            found.append(Seen(f"random {number}", ply, position, len(game.moves(position)), 0.5))
            position = game.plain.play(position, move)
    return found
