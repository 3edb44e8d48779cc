"""What a peer's search of Connect Four found, in the same terms for all peers."""

from typing import NamedTuple


class Answer(NamedTuple):
    """The root's best column, counted from 0, its score, and the positions visited below it."""

    column: int
    score: float | None
    """Discs in the center column, mine minus theirs; None where the peer does not tell."""
    nodes: int
