"""Time limits for compiled searches: a timer raises a flag in their memory, which they look at."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def time_limit(memory: Any, flag: int, seconds: float | None) -> Iterator[None]:
    """Raise the flag once the time is up; when it is over, nothing will raise it any more."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, memory.__setitem__, (flag, 1))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
