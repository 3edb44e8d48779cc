"""Processes that work for another one, and end with it."""

import multiprocessing
import os
import threading


def end_with_starter() -> None:
    """Let this process end as soon as the one that started it does, even if that is killed."""
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    starter = multiprocessing.parent_process()
    if starter is not None:
        starter.join()
        os._exit(1)
