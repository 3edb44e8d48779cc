"""An errand: one long task in a process of its own, which dies with whoever sent it.

    lab ──leash──▶ errand ──▶ its own worker processes       the leash carries nothing: when it
     ◀──news───────┘                                         breaks, the whole group is killed

The errand leads a group of processes, so that it ends at once with all that it started: when it is
done, when it is called back, and when the server is gone, by whatever means.
"""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Literal, NamedTuple

from plyground.errors import PlygroundError
from plyground.views.desk import PROCESSES

Tell = Callable[[Any], None]
"""What a task calls to send news."""


class News(NamedTuple):
    """What comes from an errand."""

    kind: Literal["told", "done", "failed"]
    what: Any


class Errand:
    """A process for task(tell, *arguments): a function of a module, with what can be pickled."""

    def __init__(self, task: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        theirs, self._leash = PROCESSES.Pipe(duplex=False)
        self._news, out = PROCESSES.Pipe(duplex=False)
        life = (theirs, out, task, arguments)
        self._process = PROCESSES.Process(target=_life, args=life, daemon=True)
        self._process.start()
        theirs.close()
        out.close()

    def news(self) -> Iterator[News]:
        """What it tells, ending with done or failed; nothing more once it was called back."""
        with suppress(EOFError, OSError):
            while True:
                news = News(*self._news.recv())
                yield news
                if news.kind != "told":
                    return

    def end(self) -> None:
        """Kill it with all that it started; any thread may."""
        with suppress(ProcessLookupError, AttributeError):
            os.killpg(self._process.pid or 0, signal.SIGKILL)
        self._process.kill()

    def close(self) -> None:
        """End it and let go of it."""
        self.end()
        self._process.join()
        self._leash.close()
        self._news.close()


def _life(
    leash: Connection, out: Connection, task: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()
    threading.Thread(target=_die_with, args=(leash,), daemon=True).start()
    out.send(_done(task, lambda what: out.send(("told", what)), arguments))


def _die_with(leash: Connection) -> None:
    """Wait until nobody holds the other end."""
    with suppress(EOFError, OSError):
        leash.recv()
    if hasattr(os, "killpg"):
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(1)


def _done(task: Callable[..., Any], tell: Tell, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "done", task(tell, *arguments)
    except PlygroundError as error:
        return "failed", str(error)
    except MemoryError:
        return "failed", "there is not enough memory for it: ask for less"
    except Exception as error:
        if os.environ.get("PLYGROUND_TRACEBACK"):
            traceback.print_exc(file=sys.stderr)
        return "failed", f"it went wrong: {type(error).__name__}: {error}"
