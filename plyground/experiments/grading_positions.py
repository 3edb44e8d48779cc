"""Where heuristics are graded: positions from stated games, equally many from each phase.

    ply   0 ···· from ├── opening ──┤├── middle ──┤├── end ──┤ to
    random play           ● ● ● ● ●     ● ● ● ● ●    ● ● ● ● ●     any legal move, all alike
    self-play             ● ● ● ● ●     ● ● ● ● ●    ● ● ● ● ●     alpha-beta against itself

Each position is from a game of its own, so that positions tell about each other as little as may
be; no two are equal up to symmetry, none is finished. They depend on the sampling alone: not on who
is graded, nor on workers, nor on the clock.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from plyground.agents import load_agent
from plyground.bits import FULL, below, dice, rolled, scrambled
from plyground.errors import BadParameter
from plyground.games import load_game
from plyground.games.game import ONGOING, Game, Position
from plyground.jit import interpreted

Play = Literal["random", "self"]
PLAYS: tuple[Play, ...] = get_args(Play)
NAMES = {"random": "random play", "self": "self-play"}

SELF = "alpha_beta(depth=4)"
"""Who plays itself, with the game's own heuristic …"""
OPENING_PLIES, SLIPS = 4, 10
"""… after so many random plies, and with so many random moves in a hundred."""

FREE_CELLS = {"connect_four": 34, "knight": 47, "king": 20, "queen": 18}
"""Where an oracle takes long, positions have at most so many free cells unless asked for; in
Isolation it depends on how one moves."""

PILOT, REACHED = 200, 0.05
"""Of so many random games this share is still going on at the last ply that is sampled."""

MISSES, PATIENCE = 300, 20
"""So many games in a row that end too soon or lead to known positions: there are no more. After so
many the next ply has its turn."""

DICE, ROLLED = interpreted(dice), interpreted(rolled)
SCRAMBLED, BELOW = interpreted(scrambled), interpreted(below)
MOST_POSITIONS, MOST_PLIES, STREAM = 5000, 300, 1 << 40


class Phase(NamedTuple):
    """A part of the game, by plies played, both ends included."""

    name: str
    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.name} (plies {self.low}–{self.high})"


@dataclass(frozen=True)
class Sampling:
    """Which positions to take; `from_ply` and `to_ply` are the game's usual ones if None."""

    game: str
    positions: int = 600
    seed: int = 1
    plays: tuple[Play, ...] = PLAYS
    from_ply: int | None = None
    to_ply: int | None = None


class Sample(NamedTuple):
    """A position, and where it is from."""

    position: Position
    ply: int
    phase: str
    play: Play


class Dice:
    """The dice of one game: a number below a limit with each roll."""

    def __init__(self, seed: int, number: int) -> None:
        self._state = DICE(seed, number & FULL)

    def roll(self, limit: int) -> int:
        self._state = ROLLED(self._state)
        return BELOW(SCRAMBLED(self._state), limit)


Choose = Callable[[Position, int, Dice], int]
"""The move in a position after so many plies."""


def sampled(sampling: Sampling) -> list[Sample]:
    """The positions: as many as asked for, or all that were found in a small game."""
    if not 1 <= sampling.positions <= MOST_POSITIONS:
        raise BadParameter(f"{sampling.positions} positions (from 1 to {MOST_POSITIONS:,} will do)")
    game = load_game(sampling.game)
    strata = [(play, phase) for play in sampling.plays for phase in phases(sampling)]
    share, rest = divmod(sampling.positions, len(strata))
    seen: set[Position] = set()
    found: list[Sample] = []
    for number, (play, phase) in enumerate(strata):
        wanted = share + (number < rest)
        dealt = _deals(game, play, phase, sampling.seed, number, seen)
        found += [sample for _, sample in zip(range(wanted), dealt, strict=False)]
    if not found:
        low, high = ply_range(sampling)
        raise BadParameter(f"{game.text}: no game was still going on at plies {low} to {high}")
    return found


def _deals(
    game: Game, play: Play, phase: Phase, seed: int, stratum: int, seen: set[Position]
) -> Iterator[Sample]:
    """New positions of a phase, its plies taking turns, until games bring none any more."""
    choose = PLAYERS[play](game)
    plies, misses, turn, number = phase.high - phase.low + 1, 0, 0, stratum * STREAM
    while misses < MISSES:
        ply = phase.low + (turn + misses // PATIENCE) % plies
        position = _reached(game, choose, ply, Dice(seed, number))
        number += 1
        key = None if position is None else game.plain.canonical(position)
        if key is None or key in seen:
            misses += 1
            continue
        misses, turn = 0, turn + 1
        seen.add(key)
        yield Sample(position, ply, phase.name, play)


def _reached(game: Game, choose: Choose, ply: int, rolls: Dice) -> Position | None:
    """The ongoing position of a game after so many plies; None if it ends before."""
    position = game.start
    for played in range(ply):
        if game.plain.outcome(position) != ONGOING:
            return None
        position = game.plain.play(position, choose(position, played, rolls))
    return position if game.plain.outcome(position) == ONGOING else None


def random_play(game: Game) -> Choose:
    """Any legal move, all equally likely."""

    def choose(position: Position, played: int, rolls: Dice) -> int:
        legal = list(game.plain.legal_moves(position))
        return legal[rolls.roll(len(legal))]

    return choose


def self_play(game: Game) -> Choose:
    """What the agent would play, but for a random opening and a slip now and then."""
    anything, player = random_play(game), load_agent(SELF).player(game)

    def choose(position: Position, played: int, rolls: Dice) -> int:
        if played < OPENING_PLIES or rolls.roll(100) < SLIPS:
            return anything(position, played, rolls)
        return player.choose(position, line=False).move

    return choose


PLAYERS: dict[Play, Callable[[Game], Choose]] = {"random": random_play, "self": self_play}


# --- phases --------------------------------------------------------------------------------------


def phases(sampling: Sampling) -> list[Phase]:
    """The thirds of the plies that are sampled, the later ones larger by one if need be."""
    low, high = ply_range(sampling)
    cuts = [low + (high + 1 - low) * third // 3 for third in range(4)]
    named = zip(("opening", "middle", "end"), cuts, cuts[1:], strict=False)
    return [Phase(name, start, stop - 1) for name, start, stop in named if start < stop]


def ply_range(sampling: Sampling) -> tuple[int, int]:
    """The first and the last ply that are sampled."""
    game = load_game(sampling.game)
    low = first_ply(game) if sampling.from_ply is None else sampling.from_ply
    high = last_ply(game) if sampling.to_ply is None else sampling.to_ply
    if not 0 <= low <= high <= MOST_PLIES:
        raise BadParameter(
            f"no positions from ply {low} to ply {high} of {game.text} (by default plies "
            f"{first_ply(game)} to {last_ply(game)} are sampled)"
        )
    return low, high


def first_ply(game: Game) -> int:
    """From where on the oracle is quick enough to be asked hundreds of times."""
    kind = game.parameters.get("move", game.name)
    if kind not in FREE_CELLS:
        return 0
    cells = game.parameters["rows"] * game.parameters["columns"]
    return int(max(0, cells - FREE_CELLS[kind]))


def last_ply(game: Game) -> int:
    """The last one that one random game in twenty reaches, but not before the first."""
    lengths = sorted(len(game.random_game(0, number, MOST_PLIES)) for number in range(PILOT))
    return max(lengths[round(PILOT * (1 - REACHED)) - 1] - 1, first_ply(game))
