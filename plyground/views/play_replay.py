"""A game to pass on: one file that shows every ply, with what was thought of it.

A frame is what differs from ply to ply. Boards have most of their shapes in common, so each is a
list of numbers of shapes.
"""

from typing import Any

from plyground.games import Position, load_game
from plyground.page import page
from plyground.views.play_controls import cells_of
from plyground.views.play_record import Record

KEPT = ("game", "rules", "players", "forms", "humans", "moves", "over", "result", "evaluations")


def replayable(record: Record) -> tuple[list[Position], list[dict[str, Any]], dict[str, Any]]:
    """The positions, what frames hold beside the board, and what is the same at every ply."""
    picture, plies = record.picture(), range(record.plies + 1)
    frames = [
        {
            "values": record.values(ply),
            "valued": record.valued_how(ply),
            "thought": record.thought_in_words(ply),
        }
        for ply in plies
    ]
    ending = {"status": record.table.status}
    frames[-1] |= ending
    return [record.position(ply) for ply in plies], frames, {name: picture[name] for name in KEPT}


def replay(positions: list[Position], frames: list[dict[str, Any]], state: dict[str, Any]) -> str:
    """The page; drawing all boards of a long game takes a while."""
    game = load_game(state["game"])
    shapes: dict[str, int] = {}
    drawn = []
    for ply, (position, frame) in enumerate(zip(positions, frames, strict=True)):
        board = game.svg(position)
        pieces = [shapes.setdefault(piece, len(shapes)) for piece in board.split("<")[1:]]
        seen = {
            "at": ply,
            "board": pieces,
            "drawn": game.show(position),
            "position": game.position_name(position),
            "turn": game.turn(position),
            "status": game.status(position),
            "last": cells_of(state["moves"][ply - 1], board) if ply else [],
        }
        drawn.append(seen | frame)
    first, second = (each["text"] for each in state["forms"][1:])
    title = f"{game.text}: {first} against {second}, {state['result']}"
    return page("play", state | {"frames": drawn, "shapes": list(shapes)}, title)
