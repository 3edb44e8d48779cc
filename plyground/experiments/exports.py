"""Games for other programs: a table, lines of JSON, or game scores. Pure, but for `export`.

games.csv      one row a game; several values in a cell are separated by spaces
games.jsonl    one JSON object a game: the whole record, with its game and agents named
games.pdn      checkers in Portable Draughts Notation, other games as in saved games

[Event "plyground 5f0c61d2a9b3"]        the experiment; no date, so that equal games give
[Round "1.2"]                           equal files; pair and game within the pair
[Black "alpha_beta(depth=6)"]           who moves first after the opening has Black or White,
[White "random"]                        whichever is to move there
[Result "1-0"]                          Black won: in English draughts Black begins

1. 11-15 22-18 2. 15x22 25x18 … 1-0
"""

import csv
import io
import json
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

from plyground import files
from plyground.errors import BadParameter
from plyground.experiments.openings import Opening, position_after
from plyground.experiments.plan import Experiment
from plyground.experiments.records import DRAW, WIN, GameRecord
from plyground.games import Game, load_game
from plyground.games.transcript import Transcript, written

COLUMNS = ("number", "pair", "first", "second", "points", "termination", "detail", "plies",
           "position", "opening", "moves", "nodes", "depths", "seconds")  # fmt: skip
ENGLISH_DRAUGHTS = "21"
SAYS_NOTHING = ("win", "draw")


def as_csv(experiment: Experiment, records: Sequence[GameRecord]) -> str:
    """A row of names, then one row a game; `points` are those of `first`."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for record in records:
        cells = vars(record) | _named(experiment, record)
        cells |= {
            "pair": record.number // 2,
            "first": cells["first_agent"],
            "second": cells["second_agent"],
            "plies": len(record.opening) + len(record.moves),
        }
        rows.writerow([_cell(cells[name]) for name in COLUMNS])
    return text.getvalue()


def as_json_lines(experiment: Experiment, records: Sequence[GameRecord]) -> str:
    """One JSON object a line; without the names that are added it is the record."""
    return "".join(
        json.dumps(_named(experiment, record) | vars(record), ensure_ascii=False) + "\n"
        for record in records
    )


def as_games(experiment: Experiment, records: Sequence[GameRecord]) -> str:
    """Game scores one after another, an empty line between them."""
    game = load_game(experiment.game)
    return "\n".join(_score(game, experiment, record) for record in records)


EXPORTS: dict[str, Callable[[Experiment, Sequence[GameRecord]], str]] = {
    ".csv": as_csv,
    ".jsonl": as_json_lines,
    ".pdn": as_games,
}


def export(path: Path, experiment: Experiment, records: Sequence[GameRecord]) -> None:
    """Write the games in the form that the file's ending asks for."""
    if path.suffix not in EXPORTS:
        raise BadParameter(f"{path} should end in {', '.join(EXPORTS)}")
    text = EXPORTS[path.suffix](experiment, records)
    files.save(path, text.encode("utf-8", "backslashreplace"))


def transcript_of(game: Game, experiment: Experiment, record: GameRecord) -> Transcript:
    """The whole game, opening included; players and result by side, as the game counts them."""
    begun = position_after(game, Opening(record.position, record.opening))
    agents = tuple(_quoted(experiment.agents[who]) for who in (record.first, record.second))
    points = record.points
    if game.turn(begun) == 1:  # the second side moves first after the opening
        agents, points = agents[::-1], 1 - points
    result = "1/2-1/2" if points == DRAW else "1-0" if points == WIN else "0-1"
    players = agents[0], agents[1]
    return Transcript(game.text, players, record.opening + record.moves, record.position, result)


def _score(game: Game, experiment: Experiment, record: GameRecord) -> str:
    transcript = transcript_of(game, experiment, record)
    if game.name != "checkers":
        return written(game, transcript)
    return _pdn(game, transcript, experiment, record)


def _pdn(game: Game, transcript: Transcript, experiment: Experiment, record: GameRecord) -> str:
    tags = {
        "Event": f"plyground {experiment.identity}",
        "Site": "?",
        "Date": "????.??.??",
        "Round": f"{record.number // 2 + 1}.{record.number % 2 + 1}",
        "Black": transcript.players[0],
        "White": transcript.players[1],
        "Result": transcript.result,
        "GameType": ENGLISH_DRAUGHTS,
    }
    start = game.start
    if transcript.position:
        start = game.parse_position(transcript.position)
        tags |= {"SetUp": "1", "FEN": game.position_name(start)}
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    words = [*numbered(transcript.moves, game.turn(start)), transcript.result]
    body = textwrap.wrap(" ".join(words), 79, break_on_hyphens=False)
    if record.termination not in SAYS_NOTHING:
        body.insert(0, _comment(f"{record.termination}: {record.detail}".rstrip(": ")))
    return "\n".join([*lines, "", *body, ""])


def numbered(moves: Sequence[str], turn: int) -> list[str]:
    """1. 11-15 22-18 2. …, or 1... 22-18 2. … where the second side begins."""
    words = ["1..."] if turn and moves else []
    for at, move in enumerate(moves, turn):
        if at % 2 == 0:
            words.append(f"{at // 2 + 1}.")
        words.append(move)
    return words


def _comment(words: str) -> str:
    """A comment in one line: braces would end it."""
    return "{" + " ".join(words.translate({ord("{"): "(", ord("}"): ")"}).split()) + "}"


def _quoted(value: str) -> str:
    """A value for a tag: no double quotes in it, and no line breaks; agents read either quote."""
    return " ".join(value.replace('"', "'").split())


def _named(experiment: Experiment, record: GameRecord) -> dict[str, object]:
    return {
        "experiment": experiment.identity,
        "game": experiment.game,
        "first_agent": experiment.agents[record.first],
        "second_agent": experiment.agents[record.second],
    }


def _cell(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
