"""The file that `plyground new-heuristic` writes: an idea that already works, to be changed."""

from plyground.bits import Wide, board
from plyground.games.game import Game
from plyground.games.isolation import GAP

BODIES = {
    "checkers": "return popcount(position.mine) - popcount(position.theirs)",
    "nine_mens_morris": "return popcount(position.mine) - popcount(position.theirs)",
    "tic_tac_toe": "return popcount(position.mine & CENTER) - popcount(position.theirs & CENTER)",
    "connect_four": "theirs = position.mine ^ position.filled\n"
    "    return popcount(position.mine & CENTER) - popcount(theirs & CENTER)",
    "isolation": "return popcount(position.mine & CENTER) - popcount(position.theirs & CENTER)",
}


def template(game: Game) -> str:
    """A heuristic for this game in plain Python, with what there is to know in comments."""
    fields = ", ".join(game.start._fields)
    body = BODIES.get(game.name, "return 0")
    center, needs = _center(game) if "CENTER" in body else ("", "")
    return f'''"""My ideas for {game.text}."""

from plyground.bits import {needs}popcount
from plyground.heuristics import heuristic

{center}
@heuristic("{game.name}")
def my_idea(position):
    """What the position is worth to the player to move.

    position has the fields {fields}: boards are integers, one bit a cell.
    "mine" is always the side whose turn it is. Keep to integers, loops and calls of
    functions decorated with @compiled (from plyground import compiled).
    """
    {body}
'''


def _center(game: Game) -> tuple[str, str]:
    """The lines that say which bits are in the middle of this board, and what they need."""
    rows, columns = (int(game.parameters.get(side, 3)) for side in ("rows", "columns"))
    if game.name == "connect_four":
        size = (rows + 1) * columns
        numbers = [column * (rows + 1) + row for column in _middle(columns) for row in range(rows)]
    else:
        width = columns if game.name == "tic_tac_toe" else columns + GAP
        size = (rows - 1) * width + columns
        numbers = [row * width + column for row in _middle(rows) for column in _middle(columns)]
    bits = board(sum(1 << number for number in numbers), size)
    wide = isinstance(bits, Wide)
    listed = " ".join(str(number) for number in numbers)
    return (
        f"# The middle of the board, one bit a cell: {listed}\n"
        f"CENTER = {bits if wide else hex(bits)}\n\n",
        "Wide, " if wide else "",
    )


def _middle(length: int) -> list[int]:
    """The middle of so many places: one of them, or two."""
    return [(length - 1) // 2] if length % 2 else [length // 2 - 1, length // 2]
