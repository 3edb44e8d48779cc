"""Opening a game: from text that came from outside to a record, or a refusal in words.

Games and agents of a user's file are never loaded here: agents only where they think, games not at
all. What may be named is for `allow` to say.
"""

import re
from collections.abc import Callable

from plyground.agents import Agent, load_agent
from plyground.errors import BadParameter, BadText, PlygroundError
from plyground.games import Game, load_game
from plyground.games.transcript import RESULTS, Transcript, read, replayed
from plyground.players import Player
from plyground.search.deepening import Draws
from plyground.table import HUMAN, Table
from plyground.text import parse, split_file
from plyground.views.play_link import LONGEST_GAME, Link, plain
from plyground.views.play_record import Record, Step

Allow = Callable[[str], str]

LONGEST_CALL = 500
LONGEST_SETUP = 30_000


def opened(link: Link, allow: Allow) -> Record:
    """The record of a link, without its moves."""
    game = _game(link.game, allow)
    agents = seated(link.first, allow), seated(link.second, allow)
    start = game.parse_position(link.position) if link.position else game.start
    return Record(Table(game, agents, start), link.seed)


def seated(text: object, allow: Allow) -> Agent:
    """The agent of a text form; one of a user's file is built where it thinks."""
    call = parse(allow(plain(text, "an agent", LONGEST_CALL)))
    if split_file(call.name)[0] is not None:
        return Agent(str(call), _elsewhere)
    return load_agent(str(call))


def replayed_steps(game: str, position: str, moves: tuple[str, ...]) -> list[Step]:
    """Each position of a game with the move played there; long games take a while."""
    return replayed(load_game(game), Transcript(game, (HUMAN, HUMAN), moves, position))


def set_up(text: object, now: Link, allow: Allow) -> Link:
    """What a text asks for, where nothing else is said with the settings of `now`.

    It may be a game as it is saved, the moves of one, a position in notation, or a drawn one.
    """
    said = plain(text, "the position", LONGEST_SETUP).strip()
    if re.search(r'^\[\w+ "', said, re.MULTILINE):
        return _of_transcript(read(said), now, allow)
    game, fresh = _game(now.game, allow), now._replace(moves=(), at=None, resigned=None)
    words = [word for word in re.sub(r"\{[^}]*\}|,", " ", said).split() if not _remark(word)]
    moves = tuple(game.split_moves(" ".join(words)))[: LONGEST_GAME + 1]
    try:
        game.parse_move(game.start, moves[0] if moves else "")
    except PlygroundError:
        start = game.parse_position(plain(said, "the position"))
        unusual = start != game.start
        return fresh._replace(position=game.position_name(start) if unusual else "")
    return fresh._replace(position="", moves=moves)


def _of_transcript(saved: Transcript, now: Link, allow: Allow) -> Link:
    first, second = (_agent_or_human(each, allow) for each in saved.players)
    return now._replace(
        game=saved.game, first=first, second=second, position=saved.position, moves=saved.moves,
        at=None, resigned=None,
    )  # fmt: skip


def _agent_or_human(name: str, allow: Allow) -> str:
    """Games from elsewhere tell the names of people."""
    try:
        return seated(name, allow).text
    except PlygroundError:
        return HUMAN


def _remark(word: str) -> bool:
    """Numbers of moves and results."""
    return word in RESULTS or bool(re.fullmatch(r"\d+\.+", word))


def _game(text: str, allow: Allow) -> Game:
    call = parse(allow(plain(text, "a game", LONGEST_CALL)))
    if split_file(call.name)[0] is not None:
        raise BadText(
            f"{text}: a game of one's own is played in the terminal: plyground play {call.name}"
        )
    return load_game(str(call))


def _elsewhere(game: Game, draws: Draws) -> Player:
    raise BadParameter("an agent of a user's file thinks at the desk only")
