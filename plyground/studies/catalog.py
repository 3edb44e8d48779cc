"""All studies by name, in the order of SYSTEMS.md."""

from collections.abc import Callable

from plyground.experiments.document import Section
from plyground.studies.checkers import checkers
from plyground.studies.connect_four import connect_four
from plyground.studies.connect_four_full_board import connect_four_full_board
from plyground.studies.isolation import isolation
from plyground.studies.lab import Lab
from plyground.studies.maze_runner import maze_runner
from plyground.studies.mount_olimp import mount_olimp
from plyground.studies.nine_mens_morris import nine_mens_morris

STUDIES: dict[str, Callable[[Lab], Section]] = {
    "maze_runner": maze_runner,
    "checkers": checkers,
    "mount_olimp": mount_olimp,
    "nine_mens_morris": nine_mens_morris,
    "connect_four": connect_four,
    "connect_four_full_board": connect_four_full_board,
    "isolation": isolation,
}
