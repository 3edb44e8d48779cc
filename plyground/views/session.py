"""A session: the Python behind one view that is being looked at.

    view ──message {"do": …}──▶ session ──asks──▶ desk, a process that may take its time
      ◀──changes of state──────────┘  ◀──answer──────┘

The state is a dictionary of JSON values, all names given from the beginning; what changes is sent
to the view. Messages and answers come one at a time, in one thread: a session needs no locks.
Anything that may take longer than a blink belongs to the desk.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Protocol, Union, get_args, get_origin, get_type_hints
from weakref import WeakSet

from plyground.errors import BadText, UnknownName
from plyground.text import Call, parse

Message = Mapping[str, Any]
State = dict[str, Any]
FILE = re.compile(r"[/\\~:]|\.[A-Za-z.]")
"""What only the names of files have."""
FOLDER = re.compile(r"\b(endgames|store)\s*=")
"""Parameters of agents that are folders, even one that looks like any other name."""


class Ticket(Protocol):
    """Something asked for and not yet answered."""

    def cancel(self) -> None:
        """It is no longer wanted: nothing will come of it, and whoever works on it stops."""


class Home(Protocol):
    """Where a session lives: a WebSocket, a notebook, a test."""

    runs_code: bool
    """Whether code of the user's may run: files named in text forms, and what the editor holds."""
    why_not: str
    """If it may not, why, in words for the user."""

    def show(self, changes: State) -> None:
        """Send what has changed to the view."""

    def ask(self, then: Callable[[Any], None], failed: Callable[[str], None],
            job: Callable[..., Any], *arguments: Any, seconds: float | None = None
            ) -> Ticket:  # fmt: skip
        """Let a process do job(*arguments); one of the two is called when it is done.

        It may take that many seconds; None: as many as the home grants.
        """


class Session:
    """The part that all sessions share. A view is named by `view`."""

    view = ""

    def __init__(self, home: Home, **state: Any) -> None:
        self.home = home
        self.state: State = {"live": True, "problem": "", **state}
        self._tickets: WeakSet[Ticket] = WeakSet()  # who works on one holds it

    def show(self, **changes: Any) -> None:
        """Change the state, here and in the view."""
        unknown = changes.keys() - self.state.keys()
        assert not unknown, f"{self.view} has no state called {unknown}"
        self.state |= changes
        self.home.show(changes)

    def receive(self, message: Message) -> None:
        """Do what a message asks: the method do_NAME for {"do": "NAME", …}.

        The method gets the rest of the message as keyword arguments, each of the type that it
        declares; it may raise PlygroundError.
        """
        name = message.get("do")
        known = [each.removeprefix("do_") for each in dir(self) if each.startswith("do_")]
        if not isinstance(name, str) or name not in known:
            raise UnknownName(f"message to {self.view}", shortened(name), known)
        arguments = {key: value for key, value in message.items() if key != "do"}
        action = getattr(self, f"do_{name}")
        for key, kind in _declared(action.__func__).items():
            if key in arguments and not fits(arguments[key], kind):
                raise BadText(f"message {name!r} to {self.view}: {key} should be {_called(kind)}, "
                              f"not {shortened(arguments[key])!r}")  # fmt: skip
        try:
            action(**arguments)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            raise BadText(f"message {name!r} to {self.view}: {shortened(error, 300)}") from error

    def ask(
        self,
        then: Callable[[Any], None],
        job: Callable[..., Any],
        *arguments: Any,
        seconds: float | None = None,
    ) -> Ticket:
        """Ask the desk; what goes wrong there is shown as the view's `problem`."""
        limit = {} if seconds is None else {"seconds": seconds}
        ticket = self.home.ask(then, self.fail, job, *arguments, **limit)
        self._tickets.add(ticket)
        return ticket

    def fail(self, problem: str) -> None:
        """Something asked for did not work out."""
        self.show(problem=problem)

    def close(self) -> None:
        """Nobody looks any more."""
        for ticket in list(self._tickets):
            ticket.cancel()

    def allow(self, text: str) -> str:
        """The text form, unless it names a file and code of the user's may not run here."""
        words = () if self.home.runs_code else _words(parse(text))
        if any(FILE.search(each) or FOLDER.search(each) for each in words):
            raise BadText(f"{text} names a file: {self.home.why_not}")
        return text


def _words(value: object) -> Iterator[str]:
    """All names and strings of a text form; those of parameters with their sign."""
    if isinstance(value, Call):
        yield value.name
        for name, each in value.parameters.items():
            yield f"{name}="
            yield from _words(each)
    elif isinstance(value, str):
        yield value


def shortened(value: object, length: int = 60) -> str:
    """What came, for a message that nobody should have to scroll through."""
    text = str(value)
    return text if len(text) <= length else text[: length - 1] + "…"


@cache
def _declared(action: Any) -> dict[str, Any]:
    """The types of what a message may hold."""
    return get_type_hints(action)


def fits(value: object, kind: Any) -> bool:
    """Whether a JSON value is of a declared type; a type that JSON cannot tell fits all."""
    whole, parts = get_origin(kind) or kind, get_args(kind)
    if whole in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if whole is Literal:
        return value in parts
    if whole is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if whole is list:
        return isinstance(value, list) and all(fits(each, part) for part in parts for each in value)
    if whole is dict:
        return isinstance(value, dict) and all(
            fits(each, part) for part in parts[1:] for each in value.values()
        )
    if whole in (str, bool, NoneType):
        return isinstance(value, whole)
    if whole is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return True


def _called(kind: Any) -> str:
    """A type in a user's words."""
    whole, parts = get_origin(kind) or kind, get_args(kind)
    if whole in (Union, UnionType):
        return " or ".join(_called(part) for part in parts)
    if whole is Literal:
        return " or ".join(map(repr, parts))
    names = {str: "text", int: "a whole number", float: "a number", bool: "true or false",
             NoneType: "nothing", list: "a list", dict: "an object"}  # fmt: skip
    inner = f" of {', '.join(_called(part) for part in parts[-1:])}" if parts else ""
    return names.get(whole, str(whole)) + inner
