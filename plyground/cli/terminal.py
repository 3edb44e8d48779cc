"""What all commands share: color where there is a terminal, progress on stderr, JSON on stdout."""

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

import typer

from plyground.bits import WORD
from plyground.games import Game, Position

FIRST, SECOND, STRONG, FAINT, GOOD, BAD = "38;5;208;1", "38;5;75;1", "1", "2", "32", "31;1"
SECONDS_BEFORE_A_BAR = 1.0

T = TypeVar("T")


def colored(text: str, style: str) -> str:
    """The text in a style, where standard output is a terminal and colors are welcome."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return text
    return f"\x1b[{style}m{text}\x1b[0m"


def board(game: Game, position: Position) -> str:
    """The text picture with each side's pieces in its color."""
    text = game.show(position)
    first, second = game.marks

    def painted(mark: re.Match[str]) -> str:
        return colored(mark[0], FIRST if mark[0] in first else SECOND)

    return re.sub(rf"(?<!\w)[{first}{second}](?!\w)", painted, text)


def at_least(smallest: int) -> Callable[[str], int]:
    """Reads a whole number, from `smallest` up to what compiled code can hold."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise typer.BadParameter(f"{text!r} is not a whole number") from None
        if not smallest <= value < 1 << WORD:
            raise typer.BadParameter(f"{value} is not a number from {smallest} to 2**{WORD} - 1")
        return value

    return number


def warn(message: str) -> None:
    """A word on stderr, if there is one to say."""
    if message:
        print(message, file=sys.stderr)


def print_json(value: object) -> None:
    """One object on stdout and nothing else."""
    print(json.dumps(value, ensure_ascii=False))


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[..., None]]:
    """Call the result with what is done so far, and a few words about what is being done if you
    like; a bar appears once it has taken a second."""
    started = time.monotonic()
    bar: _Bar | None = None

    def show(done: int, words: str = "") -> None:
        nonlocal bar
        if bar is None and time.monotonic() - started > SECONDS_BEFORE_A_BAR:
            bar = _Bar(title, total)
        if bar is not None:
            bar.update(done, f"{title} {words}".strip())

    try:
        yield show
    finally:
        if bar is not None:
            bar.close()


def progress(items: Sequence[T], title: str) -> Iterator[T]:
    """The items, with a bar if going through them takes longer than a second."""
    with progress_bar(title, len(items)) as show:
        for done, item in enumerate(items):
            show(done)
            yield item


@contextmanager
def status_line() -> Iterator[Callable[[str], None]]:
    """Call the result with a few words; they stand on one line of stderr until the work is done."""
    shown = False

    def show(words: str) -> None:
        nonlocal shown
        if sys.stderr.isatty():
            shown = True
            print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def in_background(
    work: Callable[[], T],
    waiting: Callable[[], None] = lambda: None,
    interrupt: Callable[[], None] = lambda: leave("interrupted"),
) -> T:
    """Do it in another thread and wait: compiled code does not hear Ctrl-C, but waiting does.

    `waiting` is called ten times a second; `interrupt`, on Ctrl-C, may make the work come back.
    """
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        while True:
            try:
                return future.result(timeout=0.1)
            except TimeoutError:
                if future.done():
                    raise
                waiting()
            except KeyboardInterrupt:
                interrupt()


def leave(words: str) -> None:
    """End at once, whatever other threads do: for Ctrl-C."""
    print(f"\nplyground: {words}", file=sys.stderr, flush=True)
    os._exit(130)


class _Bar:
    """A bar on stderr that is gone when the work is done; nothing where stderr is no terminal."""

    def __init__(self, title: str, total: int) -> None:
        from rich.console import Console
        from rich.progress import Progress

        console = Console(stderr=True)
        self._progress = Progress(console=console, transient=True, disable=not console.is_terminal)
        self._progress.start()
        self._task = self._progress.add_task(title, total=total)

    def update(self, done: int, words: str) -> None:
        self._progress.update(self._task, completed=done, description=words)

    def close(self) -> None:
        self._progress.stop()
