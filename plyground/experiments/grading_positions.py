"""Where heuristics are graded: positions from stated games, equally many from each phase.

    ply   0 ···· from ├── opening ──┤├── middle ──┤├── end ──┤ to
    random play           ● ● ● ● ●     ● ● ● ● ●    ● ● ● ● ●     any legal move, all alike
    self-play             ● ● ● ● ●     ● ● ● ● ●    ● ● ● ● ●     alpha-beta against itself

    men                 6             7            8
    by lot            ● ● ● ● ●     ● ● ● ● ●    ● ● ● ● ●         any placement, all alike

Each position of play is from a game of its own, so that positions tell about each other as little
as may be. Play hardly ever comes to the few men of an oracle's tables within reason: where those
are all that is known, positions are drawn by lot, whether play would lead there or not. No two are
equal up to symmetry, none is finished. They depend on the sampling alone: not on who is graded, nor
on workers, nor on the clock.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

from plyground.agents import load_agent
from plyground.bits import FULL, below, dice, rolled, scrambled
from plyground.errors import BadParameter
from plyground.experiments.grading_oracle import grading_oracle
from plyground.games import load_game
from plyground.games.game import ONGOING, Game, Position
from plyground.jit import interpreted

Play = Literal["random", "self", "lot"]
PLAYS: tuple[Play, ...] = get_args(Play)
NAMES = {"random": "random play", "self": "self-play"}
BOTH, LOT = PLAYS[:2], PLAYS[2:]

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
    """A part of the game: plies played, or men on the board, from `low` to `high`."""

    name: str
    low: int
    high: int
    by_men: bool = False

    def __str__(self) -> str:
        return self.name if self.by_men else f"{self.name} (plies {self.low}–{self.high})"


@dataclass(frozen=True)
class Sampling:
    """Which positions to take; what is None or empty is as usual for the game."""

    game: str
    positions: int = 600
    seed: int = 1
    plays: tuple[Play, ...] = ()
    from_ply: int | None = None
    to_ply: int | None = None
    store: str = ""
    """The folder of the oracle's tables, where it has any."""
    men: tuple[int, ...] = ()
    """Of positions drawn by lot: how many are on the board."""


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
Find = Callable[[int, Dice], Sample | None]
"""A position for the turn of this number, with dice of its own; None if it is finished."""


def sampled(sampling: Sampling) -> list[Sample]:
    """The positions: as many as asked for, or all that were found in a small game."""
    if not 1 <= sampling.positions <= MOST_POSITIONS:
        raise BadParameter(f"{sampling.positions} positions (from 1 to {MOST_POSITIONS:,} will do)")
    game, sampling = load_game(sampling.game), settled(sampling)
    strata = [(play, phase) for play in sampling.plays for phase in phases(sampling)]
    share, rest = divmod(sampling.positions, len(strata))
    seen: set[Position] = set()
    found: list[Sample] = []
    for number, (play, phase) in enumerate(strata):
        wanted = share + (number < rest)
        find = by_lot(sampling, phase) if play == "lot" else reached(game, play, phase)
        dealt = _deals(game, find, sampling.seed, number, seen)
        found += [sample for _, sample in zip(range(wanted), dealt, strict=False)]
    if not found:
        low, high = phases(sampling)[0].low, phases(sampling)[-1].high
        raise BadParameter(f"{game.text}: no game was still going on at plies {low} to {high}")
    return found


def settled(sampling: Sampling) -> Sampling:
    """The same, having said whose positions are taken: by lot where all truth is in tables."""
    tables = bool(grading_oracle(sampling.game, sampling.store).strata())
    plays = sampling.plays or (LOT if tables else BOTH)
    if "lot" not in plays:
        refused, word = bool(sampling.men), "positions of play are chosen by plies, not by men"
    else:
        refused = sampling.from_ply is not None or sampling.to_ply is not None or plays != LOT
        word = (
            "positions drawn by lot go by men, not by plies, and not along with those of play "
            f"(which {', '.join(BOTH)} and both ask for)"
        )
    if refused:
        raise BadParameter(word)
    return replace(sampling, plays=plays)


def _deals(
    game: Game, find: Find, seed: int, stratum: int, seen: set[Position]
) -> Iterator[Sample]:
    """New positions of a stratum, until it brings none any more."""
    misses, turn, number = 0, 0, stratum * STREAM
    while misses < MISSES:
        sample = find(turn + misses // PATIENCE, Dice(seed, number))
        number += 1
        key = None if sample is None else game.plain.canonical(sample.position)
        if sample is None or key in seen:
            misses += 1
            continue
        misses, turn = 0, turn + 1
        seen.add(key)
        yield sample


# --- by lot --------------------------------------------------------------------------------------


def by_lot(sampling: Sampling, phase: Phase) -> Find:
    """Any placement of so many men, all equally likely, unless the game is over there."""
    oracle = grading_oracle(sampling.game, sampling.store)

    def find(turn: int, rolls: Dice) -> Sample | None:
        position = oracle.drawn(phase.low, rolls.roll)
        if oracle.game.plain.outcome(position) != ONGOING:
            return None
        return Sample(position, 0, phase.name, "lot")

    return find


# --- of play -------------------------------------------------------------------------------------


def reached(game: Game, play: Play, phase: Phase) -> Find:
    """What somebody's games come to, the plies of a phase taking turns."""
    choose, plies = PLAYERS[play](game), phase.high - phase.low + 1

    def find(turn: int, rolls: Dice) -> Sample | None:
        ply = phase.low + turn % plies
        position = _after(game, choose, ply, rolls)
        return None if position is None else Sample(position, ply, phase.name, play)

    return find


def _after(game: Game, choose: Choose, plies: int, rolls: Dice) -> Position | None:
    """The ongoing position of a game after so many plies; None if it ends before."""
    position = game.start
    for played in range(plies):
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


PLAYERS: dict[str, Callable[[Game], Choose]] = {"random": random_play, "self": self_play}


# --- phases --------------------------------------------------------------------------------------


def phases(sampling: Sampling) -> list[Phase]:
    """By men, or the thirds of the plies, the later ones larger by one if need be."""
    if settled(sampling).plays == LOT:
        return _strata(sampling)
    low, high = ply_range(sampling)
    cuts = [low + (high + 1 - low) * third // 3 for third in range(4)]
    named = zip(("opening", "middle", "end"), cuts, cuts[1:], strict=False)
    return [Phase(name, start, stop - 1) for name, start, stop in named if start < stop]


def _strata(sampling: Sampling) -> list[Phase]:
    oracle = grading_oracle(sampling.game, sampling.store)
    known, unit = oracle.strata(), oracle.unit
    if not known:
        raise BadParameter(
            f"no positions of {sampling.game} can be drawn by lot: its oracle has no tables "
            f"(one of {', '.join(BOTH)} and both will do)"
        )
    unknown = [men for men in sampling.men if men not in known]
    if unknown:
        raise BadParameter(
            f"the tables of {sampling.game} have no positions of {unknown[0]} {unit} "
            f"(they have those of {known[0]} to {known[-1]})"
        )
    wanted = sorted(set(sampling.men)) or known
    return [Phase(f"{men} {unit}", men, men, by_men=True) for men in wanted]


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
