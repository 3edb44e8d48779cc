"""A game as an address holds it: enough to open it again exactly as it was.

    game=connect_four&first=human&second=alpha_beta(depth=4)&moves=4,4,3&at=2

position   where it began, if not at the start         seed       of what is left to chance
moves      by name, with commas between                resigned   0 or 1, if a player has
at         the ply looked at, if not the last          values     who values moves, if shown
"""

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode

from plyground.errors import BadText

LONGEST_TEXT = 4000
"""Characters of anything but a list of moves."""
LONGEST_GAME = 1000
"""Plies."""
LONGEST_MOVE = 100


class Link(NamedTuple):
    """All of a game's settings and moves, as text."""

    game: str = "connect_four"
    first: str = "human"
    second: str = "alpha_beta(depth=4)"
    position: str = ""
    moves: tuple[str, ...] = ()
    at: int | None = None
    resigned: int | None = None
    seed: int = 1
    values: str = ""


def written(link: Link) -> str:
    """The part of the address after #."""
    usual = Link()
    said = {
        name: ",".join(value) if name == "moves" else str(value)
        for name, value in link._asdict().items()
        if name in ("game", "first", "second") or value != getattr(usual, name)
    }
    return urlencode(said, quote_via=quote, safe="(),:/=")


def read(text: object) -> Link:
    """The inverse of `written`; what is left out is as usual."""
    longest = LONGEST_GAME * LONGEST_MOVE
    return from_given(dict(parse_qsl(plain(text, "the address", longest), keep_blank_values=True)))


def from_given(given: Mapping[str, Any]) -> Link:
    """A link of what a view or a notebook asks for; names that it does not know are passed over."""
    texts = {
        name: plain(given[name], name)
        for name in ("game", "first", "second", "position", "values")
        if given.get(name)
    }
    numbers = {
        name: _whole(given[name], name)
        for name in ("at", "resigned", "seed")
        if given.get(name) not in (None, "")
    }
    if numbers.get("resigned") not in (None, 0, 1):
        raise BadText(f"resigned={numbers['resigned']} should be 0 or 1: who has resigned")
    said: dict[str, Any] = {**texts, **numbers}
    return Link(**said, moves=_moves(given.get("moves")))


def plain(value: object, name: str, longest: int = LONGEST_TEXT) -> str:
    """The value if it is text of a bearable length."""
    if not isinstance(value, str):
        raise BadText(f"{name} should be text, not {type(value).__name__}")
    if len(value) > longest:
        raise BadText(f"{name} has {len(value):,} characters: at most {longest:,} are read")
    if any("\ud800" <= each <= "\udfff" for each in value):
        raise BadText(f"{name} has half a character in it: {ascii(value)[:60]}")
    return value


def _moves(value: object) -> tuple[str, ...]:
    if not value:
        return ()
    if isinstance(value, str):
        value = [each for each in value.split(",") if each.strip()]
    if not isinstance(value, (list, tuple)):
        raise BadText("moves should be a list of names, such as 4,4,3")
    if len(value) > LONGEST_GAME:
        raise BadText(f"a game of {len(value):,} plies: at most {LONGEST_GAME:,} are read")
    return tuple(plain(each, "a move", LONGEST_MOVE) for each in value)


def _whole(value: object, name: str) -> int:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31:
        return value
    raise BadText(f"{name}={str(value)[:40]} should be a whole number")
