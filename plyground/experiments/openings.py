"""Openings: where games begin, so that two agents that never vary do not play one game forever.

start                    the game's own start, over and over
random(plies=4)          so many random plies, a new one for each pair, none decided already
all(plies=2)             every opening of so many plies up to symmetry, in order, again if needed
ballots(file=…)          a line of moves each, such as the three-move ballots of checkers
positions(file=…)        a line of notation each
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from plyground.bits import FULL, below, dice, rolled, scrambled
from plyground.errors import BadFile, BadParameter, PlygroundError, UnknownName
from plyground.games.game import ONGOING, Game, Position
from plyground.jit import interpreted
from plyground.text import Call, bind, parse

MOST_TRIES = 1000
MOST_OPENINGS = 200_000
DICE, ROLLED = interpreted(dice), interpreted(rolled)
SCRAMBLED, BELOW = interpreted(scrambled), interpreted(below)


class Opening(NamedTuple):
    """A position in notation, empty for the game's own start, and the moves made from there."""

    position: str
    moves: tuple[str, ...]


def openings_for(game: Game, text: str, seed: int, count: int) -> list[Opening]:
    """So many openings; the same for the same seed."""
    call = parse(text)
    if call.name not in OPENINGS:
        raise UnknownName("kind of openings", call.name, OPENINGS)
    factory = OPENINGS[call.name]
    given = {**call.parameters, "game": game, "seed": seed, "count": count}
    return factory(**bind(factory, Call(call.name, given)))


def start(game: Game, seed: int, count: int) -> list[Opening]:
    """The game's own start."""
    return [Opening("", ())] * count


def random_plies(game: Game, seed: int, count: int, plies: int = 4) -> list[Opening]:
    """Random legal moves; a game that ends within them is rolled again."""
    if not 0 <= plies <= 200:
        raise BadParameter(f"random openings: plies={plies} should be from 0 to 200")
    found = []
    for number in range(count):
        for attempt in range(MOST_TRIES):
            moves = _rolled_moves(game, DICE(seed, (number * MOST_TRIES + attempt) & FULL), plies)
            if moves is not None:
                found.append(Opening("", moves))
                break
        else:
            raise BadParameter(f"{game.text} is over within {plies} random plies, time and again")
    return found


def _rolled_moves(game: Game, state: int, plies: int) -> tuple[str, ...] | None:
    position, names = game.start, []
    for _ in range(plies):
        legal = game.moves(position)
        if not legal:
            return None
        state = ROLLED(state)
        move = legal[BELOW(SCRAMBLED(state), len(legal))]
        names.append(game.move_name(position, move))
        position = game.plain.play(position, move)
    return tuple(names) if game.plain.outcome(position) == ONGOING else None


def all_plies(game: Game, seed: int, count: int, plies: int = 2) -> list[Opening]:
    """Every position after so many plies, one of each symmetry class, in the order of the moves."""
    if not 0 <= plies <= 12:
        raise BadParameter(f"all openings: plies={plies} should be from 0 to 12")
    layer: list[tuple[Position, tuple[str, ...]]] = [(game.start, ())]
    for _ in range(plies):
        seen: set[object] = set()
        deeper = []
        for position, names in layer:
            for move in game.moves(position):
                after = game.plain.play(position, move)
                key = game.plain.canonical(after)
                if key not in seen and game.plain.outcome(after) == ONGOING:
                    seen.add(key)
                    deeper.append((after, (*names, game.move_name(position, move))))
        layer = deeper
        if len(layer) > MOST_OPENINGS:
            raise BadParameter(f"{game.text} has more than {MOST_OPENINGS:,} openings that long")
    if not layer:
        raise BadParameter(f"{game.text} is over within {plies} plies")
    return _repeated([Opening("", names) for _, names in layer], count)


def ballots(game: Game, seed: int, count: int, file: str) -> list[Opening]:
    """Lines of moves from the start."""

    def read(line: str) -> Opening:
        position, names = game.start, []
        for word in game.split_moves(line):
            move = game.parse_move(position, word)
            names.append(game.move_name(position, move))
            position = game.plain.play(position, move)
        return Opening("", tuple(names))

    return _repeated(_lines(game, file, read), count)


def positions(game: Game, seed: int, count: int, file: str) -> list[Opening]:
    """Lines of notation."""
    return _repeated(
        _lines(game, file, lambda line: Opening(game.position_name(game.parse_position(line)), ())),
        count,
    )


def _lines(game: Game, file: str, read: Callable[[str], Opening]) -> list[Opening]:
    path = Path(file).expanduser()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadFile(f"cannot read openings from {path}: {reason}") from error
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                opening = read(line.strip())
            except PlygroundError as error:
                raise BadFile(f"{path}, line {number}: {error}") from error
            if game.plain.outcome(position_after(game, opening)) != ONGOING:
                raise BadFile(f"{path}, line {number}: the game is over after {line.strip()!r}")
            found.append(opening)
    if not found:
        raise BadFile(f"{path} holds no openings")
    return found


def position_after(game: Game, opening: Opening) -> Position:
    """Where the opening leads."""
    position = game.parse_position(opening.position) if opening.position else game.start
    for name in opening.moves:
        position = game.plain.play(position, game.parse_move(position, name))
    return position


def _repeated(openings: list[Opening], count: int) -> list[Opening]:
    times = -(-count // len(openings))
    return (openings * times)[:count]


OPENINGS: dict[str, Callable[..., list[Opening]]] = {
    "start": start,
    "random": random_plies,
    "all": all_plies,
    "ballots": ballots,
    "positions": positions,
}
