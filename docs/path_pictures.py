"""Draws the pictures of path searches for the documentation: python docs/path_pictures.py"""

import re
from pathlib import Path

from pictures import side_by_side

from plyground import files
from plyground.path_view import svg
from plyground.pathfinders import load_pathfinder
from plyground.paths import load_problem

SEARCHES = {"maze_runner_20": "astar", "mount_olimp": "astar"}
HEIGHT = 640


def drawing(problem_text: str, algorithm: str) -> str:
    """One search, recorded and drawn."""
    problem = load_problem(problem_text)
    finder = load_pathfinder(problem, algorithm, engine="auto")
    return svg(problem, finder.find(record=True))


def as_high(picture: str, height: float) -> str:
    """The drawing scaled to a height."""
    size = re.compile(r' width="([\d.]+)" height="([\d.]+)"')
    wide, high = (float(number) for number in size.findall(picture)[0])
    return size.sub(f' width="{wide * height / high:.5g}" height="{height:g}"', picture, count=1)


if __name__ == "__main__":
    drawings = [drawing(problem, algorithm) for problem, algorithm in SEARCHES.items()]
    alike = [as_high(picture, HEIGHT) for picture in drawings]
    files.write(Path(__file__).with_name("paths.svg"), side_by_side(alike))
