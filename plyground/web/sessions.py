"""The views that a page may open: views/NAME.py makes their sessions with session(home, given)."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from plyground.views.session import Home, Session

VIEWS = ("play", "tree", "paths", "lab", "write")


def _maker(view: str) -> Callable[[Home, dict[str, Any]], Session]:
    """Imports a view's module when it is first opened: the server is up sooner."""

    def made(home: Home, given: dict[str, Any]) -> Session:
        session: Session = import_module(f"plyground.views.{view}").session(home, given)
        return session

    return made


SESSIONS = {view: _maker(view) for view in VIEWS}
