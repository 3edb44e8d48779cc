"""The views in a notebook: board, play, tree, search_view and match, all of them pg.NAME.

    pg.play("checkers", second="alpha_beta(depth=6)")
        with anywidget      the view of the web app, alive, in the cell
        without             a picture that stands still, and how to get the live view

Games, positions and problems may be given as text or as what text stands for. `live=False` asks for
the picture in any case; a match that is not live is played to its end first.
"""

from collections.abc import Callable
from typing import Any

from plyground.games import Board, Game, Position, load_game
from plyground.notebook.stills import (
    Still,
    match_still,
    play_still,
    search_still,
    tree_still,
)
from plyground.paths import Problem, load_problem
from plyground.views.session import Message

__all__ = ["board", "match", "play", "search_view", "tree"]

HOW = "This picture stands still; pip install 'plyground[notebook]' brings it to life."
DEEPEST = 4
"""Plies of a tree in the picture that a saved notebook keeps of it."""


def board(game: Game | str, position: Position | str | None = None) -> Board:
    """A position as a picture and as text; the start by default."""
    record = load_game(game) if isinstance(game, str) else game
    return record.board(record.parse_position(position) if isinstance(position, str) else position)


def play(
    game: Game | str = "connect_four",
    first: str = "human",
    second: str = "alpha_beta(depth=4)",
    position: Position | str | None = None,
    moves: str = "",
    live: bool = True,
) -> Any:
    """A game between any two agents; either of them, or both, may be human."""
    shown = board(game, position)
    given = {"game": shown.game.text, "first": first, "second": second}
    if position is not None:
        given["position"] = shown.game.position_name(shown.position)
    if moves:
        given["moves"] = ",".join(shown.game.split_moves(moves))
    return _shown("play", given, live, lambda: play_still(given))


def tree(
    game: Game | str,
    position: Position | str | None = None,
    agent: str = "alpha_beta(depth=4)",
    live: bool = True,
) -> Any:
    """The search tree behind an agent's move: values, windows, and what was cut off."""
    shown = board(game, position)
    name = shown.game.position_name(shown.position)
    given = {"game": shown.game.text, "position": name, "agent": agent}
    deepest = DEEPEST if live else None
    return _shown("tree", given, live, lambda: tree_still(given, deepest))


def search_view(problem: Problem | str, *algorithms: str, live: bool = True) -> Any:
    """Algorithms on the same map, side by side, expansion by expansion."""
    ground = load_problem(problem) if isinstance(problem, str) else problem
    lanes = list(algorithms) or ["astar"]
    given = {"problem": ground, "lanes": lanes}
    return _shown("paths", given, live, lambda: search_still(ground, lanes), {"do": "search"})


def match(
    game: Game | str, *agents: str, games: int = 100, live: bool = True, **settings: Any
) -> Any:
    """A match of two agents, or a tournament of more; kept among the runs, as always.

    Settings are those of an experiment: openings, seed, elo0, elo1, kind and so on.
    """
    name = game if isinstance(game, str) else game.text
    asked = {"game": name, "agents": list(agents), "games": games, **settings}
    given = {"experiment": asked, "start": True}
    return _shown("lab", given, live, lambda: match_still(asked))


def _shown(
    view: str, given: dict[str, Any], live: bool, still: Callable[[], Still], *messages: Message
) -> Any:
    """The live view, or a picture with a word about how to get it."""
    if not live:
        return still()
    try:
        from plyground.notebook.widget import widget
    except ImportError:
        return still().with_note(HOW)
    return widget(view, given, still, messages)
