"""The file that `plyground new-heuristic` writes: an idea that already works, to be changed."""

from plyground.games.game import Game

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
    center = "CENTER = 1 << 24  # one bit a cell; see the picture in the game's file\n\n\n"
    return f'''"""My ideas for {game.text}."""

from plyground.bits import popcount
from plyground.heuristics import heuristic

{center if "CENTER" in body else ""}
@heuristic("{game.name}")
def my_idea(position):
    """What the position is worth to the player to move.

    position has the fields {fields}: boards are integers, one bit a cell.
    "mine" is always the side whose turn it is. Keep to integers, loops and calls of
    functions decorated with @compiled (from plyground import compiled).
    """
    {body}
'''
