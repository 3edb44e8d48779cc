"""What can go wrong, one class per remedy.

    PlygroundError                 everything Plyground says no to; its text is meant for the user
    ├── UnknownName                no such game, parameter …: pick one of the names listed
    ├── BadParameter               the name is right, its value cannot work: change the value
    ├── BadText                    cannot be read at all: fix the notation
    ├── IllegalMove                reads well, but is not allowed in this position
    ├── ImpossiblePosition         reads well, but no game leads there
    ├── BadHeuristic               it raises, returns no number, or breaks its own claim
    ├── BadFile                    a file is missing, unreadable or holds something else
    └── CannotCompile              the code is outside what the compiler understands

Every message says what was read, where, and what would do.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class PlygroundError(Exception):
    """The root: catch it to catch all of them."""


class UnknownName(PlygroundError):
    """No such game, parameter or agent."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = list(known)
        close = get_close_matches(name, names, n=1)
        hint = f"did you mean {close[0]}? " if close else ""
        known_names = f"known: {', '.join(names)}" if names else "there are none"
        super().__init__(f"there is no {kind} {name!r}: {hint}({known_names})")


class BadParameter(PlygroundError):
    """The parameter exists; its value cannot work."""


class BadText(PlygroundError):
    """The text cannot be read."""


class IllegalMove(PlygroundError):
    """The move can be read, but not played here."""


class ImpossiblePosition(PlygroundError):
    """The position can be read, but cannot arise."""


class BadHeuristic(PlygroundError):
    """The heuristic raises, returns no number, or is not what it claims to be."""


class BadFile(PlygroundError):
    """The file is missing, unreadable, or not what it should be."""


class CannotCompile(PlygroundError):
    """The function is outside the Python that the compiler understands."""
