"""A session that asks the desk for several kinds of work, each of them once at a time.

work("search", …) ──▶ desk        the same kind asked for again: the earlier one is cancelled,
work("audit", …)  ──▶ desk        and should its answer still come, it is not listened to
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.views.session import Home, Session, Ticket


@dataclass(eq=False)
class Wanted:
    """A job that is waited for, and what the view says meanwhile."""

    words: str
    ticket: Ticket | None = None


class Worker(Session):
    """Says in `busy` what is being waited for. The state must have that name."""

    def __init__(self, home: Home, **state: Any) -> None:
        super().__init__(home, busy="", **state)
        self._wanted: dict[str, Wanted] = {}
        self.is_open = False
        """Until then nobody looks: the state as a whole is sent first."""

    def work(
        self, what: str, words: str, then: Callable[[Any], None], job: Callable[..., Any],
        *arguments: Any,
    ) -> None:  # fmt: skip
        """Ask the desk; what was asked for before and is not yet there is no longer wanted."""
        self.forget(what)
        wanted = self._wanted[what] = Wanted(words)

        def told(tell: Callable[[Any], None], answer: Any) -> None:
            if self._wanted.get(what) is wanted:
                self.forget(what)
                tell(answer)

        self.show(busy=words, problem="")
        wanted.ticket = self.home.ask(
            lambda answer: told(then, answer), lambda why: told(self.fail, why), job, *arguments
        )

    def forget(self, *works: str) -> None:
        """No longer wait for these."""
        for what in works:
            wanted = self._wanted.pop(what, None)
            if wanted is not None and wanted.ticket is not None:
                wanted.ticket.cancel()
        words = next((each.words for each in self._wanted.values()), "")
        if words != self.state["busy"]:
            self.show(busy=words)

    def close(self) -> None:
        self.forget(*list(self._wanted))

    def show(self, **changes: Any) -> None:
        """Until the session is open nobody looks: the state as a whole is sent first."""
        if self.is_open:
            super().show(**changes)
        else:
            self.state |= changes
