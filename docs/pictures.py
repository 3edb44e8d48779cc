"""Draws the pictures of the documentation: python docs/pictures.py"""

import re
from pathlib import Path

from plyground import files, load_game
from plyground.heuristics import load_evaluation
from plyground.search.tree import recorded_tree
from plyground.tree_view import tree_svg

BOARDS = {
    "connect_four": "4433525",
    "checkers": "B:W18,24,K10,29,30,31,32,27:B12,K22,1,2,3,6,5",
    "nine_mens_morris": "d6 a1 f4 g7 b2 d2 f6",
    "isolation": "c3 d5 e4 b4 f6 c2",
}
GAP = 12


def side_by_side(drawings: list[str]) -> str:
    """Several SVG drawings in one, in a row."""
    x, inner, height = 0.0, [], 0.0
    for drawing in drawings:
        width, tall = (
            float(number) for number in re.findall(r'(?:width|height)="([\d.]+)"', drawing)[:2]
        )
        inner.append(drawing.replace("<svg ", f'<svg x="{x:g}" ', 1))
        x, height = x + width + GAP, max(height, tall)
    size = f'viewBox="0 0 {x - GAP:g} {height:g}" width="{x - GAP:g}" height="{height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(inner)}</svg>'


def small_tree() -> str:
    """A search tree small enough to read: depth 2 on a small board."""
    game = load_game("connect_four(rows=3, columns=4, connect=3)")
    evaluation = load_evaluation(game, "center")
    return tree_svg(recorded_tree(game, evaluation, game.parse_position("23"), 3), most=60)


if __name__ == "__main__":
    files.write(Path(__file__).with_name("tree.svg"), small_tree())
    games = {text: load_game(text) for text in BOARDS}
    drawings = [games[text].svg(games[text].parse_position(at)) for text, at in BOARDS.items()]
    files.write(Path(__file__).with_name("games.svg"), side_by_side(drawings))
