"""A home for sessions in tests: what they ask for is done at once, or when the test lets it be."""

import json
from collections.abc import Callable
from typing import Any

from plyground.errors import PlygroundError
from plyground.views.session import State


class Asked:
    """A job that waits."""

    def __init__(self, work: Callable[[], None], seconds: float | None) -> None:
        self.work, self.seconds, self.cancelled = work, seconds, False

    def cancel(self) -> None:
        self.cancelled = True


class HomeHere:
    """Keeps what is asked for until `work` is called, unless it is done at once."""

    def __init__(self, runs_code: bool = True, at_once: bool = False) -> None:
        self.at_once = at_once
        self.runs_code, self.why_not = runs_code, "" if runs_code else "no code on Sundays"
        self.shown: list[State] = []
        self.waiting: list[Asked] = []

    def show(self, changes: State) -> None:
        json.dumps(changes, allow_nan=False)
        self.shown.append(changes)

    def ask(
        self,
        then: Callable[[Any], None],
        failed: Callable[[str], None],
        job: Callable[..., Any],
        *arguments: Any,
        seconds: float | None = None,
    ) -> Asked:
        def work() -> None:
            try:
                answer = job(*arguments)
            except PlygroundError as error:
                failed(str(error))
            else:
                then(answer)

        asked = Asked(work, seconds)
        if self.at_once:
            work()
        else:
            self.waiting.append(asked)
        return asked

    def work(self, most: int = 1000) -> None:
        """Do what waits and is still wanted."""
        while self.waiting and most:
            asked = self.waiting.pop(0)
            if not asked.cancelled:
                asked.work()
                most -= 1
