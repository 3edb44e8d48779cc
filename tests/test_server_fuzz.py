"""Whatever a page sends to any view, aimed well or badly, the others notice nothing."""

import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any, get_type_hints

from hosting import Client, Hosted, plays_on
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plyground.views.session import Session

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
SENSE = st.sampled_from(
    ["1", "4", "a1", "connect_four", "tic_tac_toe", "human", "random", "alpha_beta(depth=2)",
     "game=tic_tac_toe&moves=b2", "game=connect_four&second=random&at=99", 0, 1, 2, True, "X.O"]
)  # fmt: skip
NAMES = st.sampled_from(
    ["count", "say", "double", "think", "move", "look", "back", "new", "players", "swap", "resign",
     "step", "stop", "hint", "values", "setup", "restore", "follow", "write", "nothing", ""]
)  # fmt: skip
KEYS = st.sampled_from(
    ["text", "times", "number", "name", "at", "game", "first", "second", "on", "agent", "link",
     "self", "do"]
)  # fmt: skip
MESSAGES = st.builds(
    lambda name, rest: {**rest, "do": name} if name else rest,
    NAMES,
    st.dictionaries(KEYS, SENSE | JUNK, max_size=3),
)
OPEN: list[dict[str, Any]] = [
    {"open": 1, "view": "practice"},
    {"open": 2, "view": "play"},
    {"open": 3, "view": "play"},
    {"open": 4, "view": "tree", "with": {"game": "tic_tac_toe", "agent": "minimax(depth=2)"}},
    {"open": 5, "view": "paths"},
    {"open": 6, "view": "lab"},
    {"open": 7, "view": "write"},
]
NUMBERS = st.integers(1, 7)


def understood(view: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a view's session understands: the name of each message, and the types it takes."""
    for kind in vars(import_module(f"plyground.views.{view}")).values():
        if isinstance(kind, type) and issubclass(kind, Session) and kind.view == view:
            for name in dir(kind):
                if name.startswith("do_") and name != "do_measure":  # which runs a study
                    hints = get_type_hints(getattr(kind, name))
                    del hints["return"]
                    yield name.removeprefix("do_"), hints


FITTING: dict[Any, st.SearchStrategy[Any]] = {
    dict[str, Any]: st.dictionaries(st.text() | KEYS, SENSE | JUNK, max_size=4)
}
"""What Hypothesis cannot make of a type by itself."""


def aimed(number: int, name: str, hints: dict[str, Any]) -> st.SearchStrategy[Any]:
    """A message to a session with the right arguments, or nearly so."""
    given = {
        key: (FITTING[hint] if hint in FITTING else st.from_type(hint)) | SENSE | JUNK
        for key, hint in hints.items()
    }
    rest = st.fixed_dictionaries({}, optional=given)
    return rest.map(lambda found: {"to": number, "message": {**found, "do": name}})


AIMED = st.one_of(
    *(
        aimed(opened["open"], name, hints)
        for opened in OPEN[1:]
        for name, hints in understood(opened["view"])
    )
)
SENT = st.one_of(
    AIMED,
    AIMED,
    st.builds(lambda number, message: {"to": number, "message": message}, NUMBERS, MESSAGES),
    st.builds(lambda number, message: {"to": number, "message": message}, NUMBERS | JUNK, JUNK),
    st.builds(lambda number, view, given: {"open": number, "view": view, "with": given},
              NUMBERS | JUNK, st.sampled_from(["practice", "play"]) | JUNK,
              st.dictionaries(KEYS, SENSE | JUNK, max_size=3) | JUNK),
    st.builds(lambda number: {"close": number}, NUMBERS | JUNK),
    JUNK,
).map(json.dumps)  # fmt: skip
TEXTS = st.one_of(SENT, SENT, SENT, st.text(), st.binary(max_size=50))


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(TEXTS, max_size=20))
def test_whatever_one_sends_the_others_notice_nothing(
    fuzzed: tuple[Hosted, Client], texts: list[str | bytes]
) -> None:
    hosted, neighbor = fuzzed
    with hosted.client() as client:
        for each in OPEN:
            client.send(each)
        for text in texts:
            client.connection.send(text)
        client.send({"to": 77, "message": {}})
        while "no session 77" not in client.refusal():
            continue
    plays_on(neighbor)
