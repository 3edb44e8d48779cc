"""`plyground play`: a game in the terminal, against an agent, a friend, or between two agents."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import typer

from plyground import files
from plyground.agents import load_agent, with_parameters
from plyground.cli.games import GameText, PositionText, read_position
from plyground.cli.search import HeuristicText, effort
from plyground.cli.terminal import FAINT, STRONG, board, colored, in_background, warn
from plyground.errors import BadFile, PlygroundError
from plyground.games import load_game
from plyground.search.results import in_words
from plyground.table import Table, resumed

COMMANDS = """\
  a move, such as {example}      play it
  moves                   all legal moves
  hint                    a best move: by perfect play in solved games, else by search
  values                  what every move is worth
  back                    take back your last move
  save FILE, load FILE    keep the game, or go on with another
  resign, quit"""

MOST_NAMED = 10


class Leave(Exception):
    """The player wants to go."""


def add_to(app: typer.Typer) -> None:
    """Put the command of this file into the app."""
    app.command("play")(play_command)


def play_command(
    game: GameText,
    first: Annotated[str, typer.Option(help="Who moves first: an agent, or human.")] = "human",
    second: Annotated[str, typer.Option(help="Who moves second.")] = "deepening(seconds=0.5)",
    position: PositionText = "",
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    heuristic: HeuristicText = "",
    seed: Annotated[int | None, typer.Option(help="Of random agents that name none.")] = None,
) -> None:
    """Play in the terminal, with hints, takeback, save and load."""
    if load:
        table = _loaded(load)
    else:
        rules = load_game(game)
        given = {"heuristic": heuristic or None, "seed": seed}
        agents = tuple(load_agent(_completed(text, given)) for text in (first, second))
        table = Table(rules, (agents[0], agents[1]), read_position(rules, position))
    print(
        f"{table.game.text}: {table.agents[0]} against {table.agents[1]}; help lists the commands"
    )
    try:
        _run(table)
    except (Leave, EOFError):
        print()
    print(colored(table.status, STRONG))


def _run(table: Table) -> None:
    print(board(table.game, table.position))
    while not table.over:
        if table.human_to_move:
            table = _ask(table)
        else:
            name, result = in_background(table.answer)
            known = result.nodes or result.exact
            score = in_words(result.score, result.exact) if known else "by chance"
            said = f"({score}, {effort(result)})"
            print(f"{colored(name, STRONG)}  {colored(said, FAINT)}")
            print(board(table.game, table.position))


def _ask(table: Table) -> Table:
    """One line from the human: a move or a command."""
    player = table.game.players[table.turn]
    words = input(f"{player}> ").split()
    command, rest = (words[0].lower(), words[1:]) if words else ("help", [])
    try:
        if command in ("save", "load") and rest:
            return _files(table, command, Path(rest[0]))
        if command in ACTIONS:
            ACTIONS[command](table)
        else:
            table.play(" ".join(words))
            print(board(table.game, table.position))
    except PlygroundError as error:
        print(error)
    return table


def _files(table: Table, command: str, file: Path) -> Table:
    if command == "load":
        table = _loaded(file)
        print(board(table.game, table.position))
        return table
    files.save(file, table.save())
    print(f"written: {file}")
    return table


def _loaded(file: Path) -> Table:
    try:
        return resumed(file.read_text())
    except OSError as error:
        raise BadFile(f"cannot read {file}: {error.strerror or error}") from error


def _help(table: Table) -> None:
    moves = table.game.moves(table.position)
    print(COMMANDS.format(example=table.game.move_name(table.position, moves[0])))


def _moves(table: Table) -> None:
    position = table.position
    print(" ".join(table.game.move_name(position, move) for move in table.game.moves(position)))


def _hint(table: Table) -> None:
    hint, position = in_background(table.hint), table.position
    move = table.game.move_name(position, hint.result.move)
    who = "perfect play" if hint.result.exact else "by search"
    also = " ".join(table.game.move_name(position, each) for each in hint.also[:MOST_NAMED])
    more = " …" if len(hint.also) > MOST_NAMED else ""
    print(f"try {move}  ({who}: {hint.words}{f'; as good: {also}{more}' if also else ''})")


def _values(table: Table) -> None:
    found = in_background(table.values)
    for move, worth in sorted(found.worths.items(), key=lambda each: -each[1].score):
        print(f"{table.game.move_name(table.position, move):>9}  {worth.words}")
    print(colored("by perfect play: exact" if found.exact else "by search", FAINT))


def _back(table: Table) -> None:
    print(f"{table.take_back()} plies taken back")
    print(board(table.game, table.position))


def _resign(table: Table) -> None:
    table.resigned = table.turn


def _quit(table: Table) -> None:
    warn("" if not table.steps else "the moves were: " + " ".join(table.names()))
    raise Leave


ACTIONS: dict[str, Callable[[Table], None]] = {
    "help": _help,
    "moves": _moves,
    "hint": _hint,
    "values": _values,
    "back": _back,
    "resign": _resign,
    "quit": _quit,
}


def _completed(agent: str, given: Mapping[str, object]) -> str:
    """The agent with what the options say and its text does not."""
    return with_parameters(
        agent, {name: value for name, value in given.items() if value is not None}
    )
