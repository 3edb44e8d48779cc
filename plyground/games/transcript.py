"""A played game as text: tags, then numbered moves in the game's own notation (PDN for checkers).

[Game "checkers"]
[Black "human"]
[White "deepening(nodes=200000)"]
[Result "*"]

1. 11-15 22-18 2. 15x22 25x18 *
"""

import re
from dataclasses import dataclass

from plyground.errors import BadText
from plyground.games.game import Game, Position

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""The player who moved first won, lost, drew, or the game goes on."""


@dataclass(frozen=True)
class Transcript:
    """A game from some position on, with who played it."""

    game: str
    players: tuple[str, str]
    moves: tuple[str, ...]
    position: str = ""
    """Where it began, if not at the start."""
    result: str = "*"


def written(game: Game, transcript: Transcript) -> str:
    """The text of a transcript; `read` is its inverse."""
    tags = {"Game": transcript.game}
    if game.name == "checkers":
        tags["GameType"] = "21"
    tags |= dict(zip(game.players, transcript.players, strict=True))
    tags["Result"] = transcript.result
    if transcript.position:
        tags["FEN"] = transcript.position
    header = "\n".join(f'[{name} "{value}"]' for name, value in tags.items())
    numbered = [
        f"{at // 2 + 1}. {move}" if at % 2 == 0 else move
        for at, move in enumerate(transcript.moves)
    ]
    return f"{header}\n\n{' '.join([*numbered, transcript.result])}\n"


def read(text: str) -> Transcript:
    """Tags and moves; what stands in braces is passed over, as in PDN."""
    tags = dict(re.findall(r'^\[(\w+) "([^"]*)"\]\s*$', text, re.MULTILINE))
    if "Game" not in tags and tags.get("GameType") == "21":
        tags["Game"] = "checkers"
    if "Game" not in tags:
        raise BadText('this is not a saved game: it has no line such as [Game "checkers"]')
    body = re.sub(r"\{[^}]*\}|^\[.*\]\s*$", " ", text, flags=re.MULTILINE)
    words = [word for word in body.split() if not re.fullmatch(r"\d+\.+", word)]
    moves = tuple(word for word in words if word not in RESULTS)
    others = [value for name, value in tags.items() if name not in _OWN]
    first, second = (*others, "human", "human")[:2]
    return Transcript(
        tags["Game"], (first, second), moves, tags.get("FEN", ""), tags.get("Result", "*")
    )


_OWN = {"Game", "GameType", "Result", "FEN", "Event", "Site", "Date", "Round"}


def replayed(game: Game, transcript: Transcript) -> list[tuple[Position, int]]:
    """Each position of the game with the move played there."""
    start = transcript.position
    position = game.parse_position(start) if start else game.start
    steps = []
    for number, text in enumerate(transcript.moves, 1):
        try:
            move = game.parse_move(position, text)
        except Exception as error:
            raise BadText(f"move {number} of the saved game: {error}") from error
        steps.append((position, move))
        position = game.plain.play(position, move)
    return steps
