"""What worker processes do for the view of a game: choose a move, give a hint, value all moves.

    position, past, settings ──▶ a player begun anew ──▶ Thought, Hinted or Valued

Players are kept, since building one takes longer than most moves; each thinks as if it had just sat
down, so that an answer depends on the position, its past and the settings, not on who asked before.
A file of the user's that has changed is read again.
"""

import functools
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from plyground.advice import Advisor, hint_by, values_by
from plyground.agents import load_agent
from plyground.errors import BadParameter
from plyground.games import Game, Position, load_game
from plyground.games.game import ONGOING
from plyground.players import EnginePlayer, FixedDepthPlayer, Player
from plyground.search.deepening import Draws
from plyground.search.results import Limits, in_words
from plyground.text import Call, parse, split_file

KEPT = 4
DRAWS = Draws(repetitions=3)


class Thought(NamedTuple):
    """A move and what led to it."""

    move: int
    score: int
    """Seen by the player to move."""
    words: str
    """The score in words; empty if the player has not searched."""
    line: tuple[str, ...]
    """The moves expected, this one first."""
    depth: int
    nodes: int
    seconds: float
    problem: str
    """Why it thinks slowly, if it does."""
    exact: bool = False
    """Whether the score is the true value."""


class Hinted(NamedTuple):
    """A move to play, by its name, and what it is worth."""

    move: str
    words: str
    exact: bool
    also: tuple[str, ...]
    """Other moves that are surely as good."""


class Valued(NamedTuple):
    """What each legal move is worth to the player to move, by the move's name."""

    worths: dict[str, tuple[str, int]]
    """In words, and on the scale of searches."""
    exact: bool


class Question(NamedTuple):
    """Who is asked about which position of which game."""

    game: str
    agent: str
    position: Position
    past: Sequence[Position] = ()
    """The positions since the last capture."""
    played: int = 0
    """Plies of the game so far."""
    seed: int = 1
    """Of the game; what is left to chance follows from it, the agent and the plies."""


def choose(question: Question) -> Thought:
    """The agent's move."""
    player, game = _begun(question), load_game(question.game)
    found = player.choose(question.position, question.past, question.played)
    return Thought(
        int(found.move),
        int(found.score),
        in_words(int(found.score), found.exact) if found.nodes or found.exact else "",
        tuple(_names(game, question.position, found.line)),
        int(found.depth),
        int(found.nodes),
        float(found.seconds),
        getattr(player, "problem", ""),
        bool(found.exact),
    )


def hint(question: Question) -> Hinted:
    """What the agent would play, and which moves it knows to be as good."""
    player, game, position = _begun(question), load_game(question.game), question.position
    found = hint_by(player, position, question.past, question.played)
    name, *also = (game.move_name(position, int(move)) for move in (found.result.move, *found.also))
    return Hinted(name, found.words, bool(found.result.exact), tuple(also))


def values(question: Question) -> Valued:
    """What each legal move is worth, and whether that is certain."""
    player, game = _begun(question), load_game(question.game)
    found = values_by(player, question.position)
    if found is None:
        raise BadParameter(
            f"{question.agent} cannot say what a move is worth: use alpha_beta, deepening, mcts …"
        )
    named = {
        game.move_name(question.position, move): (worth.words, worth.score)
        for move, worth in found.worths.items()
    }
    return Valued(named, found.exact)


def prepare(question: Question) -> str:
    """Build the player and compile its search before it is needed; what is wrong with it, if
    anything is."""
    player = _begun(question)
    if isinstance(player, Advisor):
        player = player.other
    if isinstance(player, EnginePlayer):
        replace(player, limits=Limits(depth=1)).choose(question.position)
    elif isinstance(player, FixedDepthPlayer):
        replace(player, depth=1).choose(question.position)
    return str(getattr(player, "problem", ""))


def files_named(text: str) -> Iterator[Path]:
    """The users' files that a text form names."""
    yield from _files(parse(text))


def _files(value: object) -> Iterator[Path]:
    name = value.name if isinstance(value, Call) else value
    if isinstance(name, str):
        file, _ = split_file(name.split("(")[0])
        if file is not None:
            yield file
    if isinstance(value, Call):
        for each in value.parameters.values():
            yield from _files(each)


def _begun(question: Question) -> Player:
    """The agent at the board, remembering nothing."""
    versions = tuple(_version(file) for file in files_named(question.agent))
    player = _seated(question.game, question.agent, DRAWS, versions)
    mixed = f"{question.agent} {question.seed} {question.played}"
    player.begin(zlib.crc32(mixed.encode()))
    return player


@functools.lru_cache(KEPT)
def _seated(game: str, agent: str, draws: Draws, versions: tuple[tuple[int, int], ...]) -> Player:
    return load_agent(agent).player(load_game(game), draws)


def _version(file: Path) -> tuple[int, int]:
    """Changes whenever the file does."""
    try:
        status = file.expanduser().stat()
    except (OSError, RuntimeError):
        return 0, 0  # loading it will say what is wrong
    return status.st_mtime_ns, status.st_size


def _names(game: Game, position: Position, line: Sequence[int]) -> Iterator[str]:
    for move in line:
        if game.plain.outcome(position) != ONGOING:
            return
        yield game.move_name(position, move)
        position = game.plain.play(position, move)
