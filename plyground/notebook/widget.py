"""A session and its view in the cell of a notebook: anywidget in the place of the WebSocket.

    view in the cell ──custom message──▶ Widget ──▶ session ──asks──▶ desk of this notebook
            ◀──traits, one a name of the state──┘ ◀──in the kernel's loop──┘

A saved notebook shows the picture that stands still.
"""

import asyncio
import atexit
import functools
import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import anywidget
import traitlets

from plyground.errors import PlygroundError
from plyground.notebook.stills import Still, board_of, run_of
from plyground.page import script_of, style_of
from plyground.views.desk import Asked, Desk
from plyground.views.session import Message, Session, State

Picture = Callable[[], Still]


@functools.cache
def desk() -> Desk:
    """The processes that think for this notebook, from the first live view on."""
    made = Desk(max(2, os.cpu_count() or 2))
    atexit.register(made.close)
    return made


class Widget(anywidget.AnyWidget):  # type: ignore[misc]
    """A live view. The session is there for those who want to speak to it in Python."""

    def __init__(self, view: str, session: Session, still: Picture) -> None:
        self._esm, self._css = script_of(view), _below_the_cell(style_of(view))
        super().__init__()
        self.add_traits(**{name: traitlets.Any(value).tag(sync=True)
                           for name, value in session.state.items()})  # fmt: skip
        self.session, self._still = session, functools.cache(still)
        self.on_msg(lambda _, message, buffers: self.receive(message))

    def receive(self, message: Message) -> None:
        """Do what the view asks; what is refused is the view's `problem`."""
        guarded(self.session, lambda: self.session.receive(message))

    def take(self, changes: State) -> None:
        """Pass on what has changed."""
        with self.hold_sync():
            for name, value in changes.items():
                self.set_trait(name, value)

    def close(self) -> None:
        """Nobody looks any more."""
        self.session.close()
        super().close()

    def __repr__(self) -> str:
        return repr(self._picture())

    def _repr_mimebundle_(self, **settings: Any) -> Any:
        """The live view; for those who cannot show it, a picture."""
        bundle = super()._repr_mimebundle_(**settings)
        if isinstance(bundle, tuple):
            bundle[0]["text/html"] = self._picture()._repr_html_()
        return bundle

    def _picture(self) -> Still:
        as_it_stands = {"play": board_of, "lab": run_of}.get(self.session.view)
        if as_it_stands:
            return as_it_stands(self.session.state)
        try:
            return self._still()
        except PlygroundError as error:
            return Still(str(error))


class NotebookHome:
    """Where a session of a notebook lives. Code of the user's runs: it is the user's notebook."""

    runs_code, why_not = True, ""

    def __init__(self) -> None:
        self.widget: Widget | None = None
        self.session: Session | None = None
        self._one_at_a_time = threading.RLock()
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None  # no kernel: what comes, comes in the desk's threads

    def show(self, changes: State) -> None:
        if self.widget is not None:
            self.widget.take(changes)

    def ask(
        self,
        then: Callable[[Any], None],
        failed: Callable[[str], None],
        job: Callable[..., Any],
        *arguments: Any,
        seconds: float | None = None,
    ) -> Asked:
        def told(tell: Callable[[Any], None], what: Any) -> None:
            if not asked.cancelled.is_set() and self.session is not None:
                guarded(self.session, lambda: tell(what))

        def later(tell: Callable[[Any], None]) -> Callable[[Any], None]:
            return lambda what: self._later(lambda: told(tell, what))

        asked = desk().ask(self, later(then), later(failed), job, *arguments, seconds=seconds)
        return asked

    def _later(self, action: Callable[[], None]) -> None:
        """In the thread of the kernel, when it has time."""
        if self._loop is None:
            with self._one_at_a_time:
                action()
        else:
            with suppress(RuntimeError):  # the kernel may have ended
                self._loop.call_soon_threadsafe(action)


def widget(view: str, given: State, still: Picture, messages: Sequence[Message]) -> Widget:
    """A live view of what is given, after these messages."""
    home = NotebookHome()
    session: Session = import_module(f"plyground.views.{view}").session(home, given)
    home.session, home.widget = session, Widget(view, session, still)
    for message in messages:
        home.widget.receive(message)
    return home.widget


def guarded(session: Session, action: Callable[[], None]) -> None:
    """Do it; whatever goes wrong is shown in the view."""
    try:
        action()
    except PlygroundError as error:
        problem = str(error)
    except Exception as error:
        problem = f"a bug in Plyground: {type(error).__name__}: {error}"
    else:
        return
    session.show(problem="")  # a view hears only of what changes
    session.show(problem=problem)


def _below_the_cell(style: str) -> str:
    """A style sheet that leaves the rest of the notebook's page alone."""
    return style.replace(":root {", ".ply-view {").replace(".ply-view, body {", ".ply-view {")
