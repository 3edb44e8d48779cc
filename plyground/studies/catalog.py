"""All studies by name, in the order of SYSTEMS.md; each is read when it is first asked for."""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from plyground.errors import UnknownName

if TYPE_CHECKING:
    from plyground.experiments.document import Section
    from plyground.studies.lab import Lab

STUDIES = (
    "maze_runner",
    "checkers",
    "mount_olimp",
    "nine_mens_morris",
    "connect_four",
    "connect_four_full_board",
    "isolation",
)


def load_study(name: str) -> "Callable[[Lab], Section]":
    """The study of that name: a function of the same name in a file of the same name."""
    if name not in STUDIES:
        raise UnknownName("study", name, ["all", *STUDIES])
    found: Callable[[Lab], Section] = getattr(import_module(f"plyground.studies.{name}"), name)
    return found
