"""A session: the Python behind one view that is being looked at.

    view ──message {"do": …}──▶ session ──asks──▶ desk, a process that may take its time
      ◀──changes of state──────────┘  ◀──answer──────┘

The state is a dictionary of JSON values, all names given from the beginning; what changes is sent
to the view. Messages and answers come one at a time, in one thread: a session needs no locks.
Anything that may take longer than a blink belongs to the desk.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from plyground.errors import BadText, UnknownName
from plyground.text import Call, parse

Message = Mapping[str, Any]
State = dict[str, Any]
FILE = re.compile(r"[/\\~:]|\.[A-Za-z.]")
"""What only the names of files have."""


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
            job: Callable[..., Any], *arguments: Any) -> Ticket:  # fmt: skip
        """Let a process do job(*arguments); one of the two is called when it is done."""


class Session:
    """The part that all sessions share. A view is named by `view`."""

    view = ""

    def __init__(self, home: Home, **state: Any) -> None:
        self.home = home
        self.state: State = {"live": True, "problem": "", **state}
        self._tickets: list[Ticket] = []

    def show(self, **changes: Any) -> None:
        """Change the state, here and in the view."""
        unknown = changes.keys() - self.state.keys()
        assert not unknown, f"{self.view} has no state called {unknown}"
        self.state |= changes
        self.home.show(changes)

    def receive(self, message: Message) -> None:
        """Do what a message asks: the method do_NAME for {"do": "NAME", …}.

        The method gets the rest of the message as keyword arguments; it may raise PlygroundError.
        """
        name = message.get("do")
        known = [each.removeprefix("do_") for each in dir(self) if each.startswith("do_")]
        if not isinstance(name, str) or name not in known:
            raise UnknownName(f"message to {self.view}", str(name), known)
        arguments = {key: value for key, value in message.items() if key != "do"}
        action = getattr(self, f"do_{name}")
        try:
            action(**arguments)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            raise BadText(f"message {name!r} to {self.view}: {error}") from error

    def ask(self, then: Callable[[Any], None], job: Callable[..., Any], *arguments: Any) -> Ticket:
        """Ask the desk; what goes wrong there is shown as the view's `problem`."""
        ticket = self.home.ask(then, self.fail, job, *arguments)
        self._tickets.append(ticket)
        return ticket

    def fail(self, problem: str) -> None:
        """Something asked for did not work out."""
        self.show(problem=problem)

    def close(self) -> None:
        """Nobody looks any more."""
        for ticket in self._tickets:
            ticket.cancel()

    def allow(self, text: str) -> str:
        """The text form, unless it names a file and code of the user's may not run here."""
        if not self.home.runs_code and any(FILE.search(each) for each in _words(parse(text))):
            raise BadText(f"{text} names a file: {self.home.why_not}")
        return text


def _words(value: object) -> Iterator[str]:
    """All names and strings of a text form."""
    if isinstance(value, Call):
        yield value.name
        for each in value.parameters.values():
            yield from _words(each)
    elif isinstance(value, str):
        yield value
