"""Solving openings of Isolation side by side: processes that are handed one opening at a time.

    left ──▶ pipe ──▶ worker (own oracle) ──▶ pipe ──▶ solved, as it comes

A worker whose parent is gone, however that came about, ends at once; one that is gone itself is an
error in words. Which worker solves an opening, and when, does not change who wins it.
"""

import dataclasses
import multiprocessing
import random
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from plyground.errors import BadParameter, PlygroundError
from plyground.games import load_game
from plyground.games.game import WON, Game
from plyground.processes import end_with_starter
from plyground.solve.isolation import Isolation
from plyground.solve.isolation_file import Progress, shipped
from plyground.solve.isolation_openings import Opening, Openings

Show = Callable[[int], None]
"""Told how many are solved."""


@dataclass(frozen=True)
class Verification:
    """What came of solving entries of the shipped table again."""

    game: str
    checked: int
    entries: int
    wrong: tuple[Opening, ...]
    """The entries that are not what was found, as they are in the table."""


def solve_openings(progress: Progress, workers: int, show: Show = lambda done: None) -> Openings:
    """Solve what is left, keep each opening at once, and return the table."""
    left = progress.left
    show(len(progress.winners))
    for opening in solved(progress.game, left, workers):
        progress.add(opening)
        show(len(progress.winners))
    return progress.result()


def verify(
    game: Game, workers: int, sample: int = 0, seed: int = 0, show: Show = lambda done: None
) -> Verification:
    """Solve the shipped openings again: all, or a sample of so many."""
    known = shipped(game)
    if known is None:
        raise BadParameter(f"no openings of {game.text} are shipped (those of isolation are)")
    return verified(game, known, workers, sample, seed, show)


def verified(
    game: Game, known: Openings, workers: int, sample: int, seed: int, show: Show
) -> Verification:
    """The same for any table."""
    chosen: Sequence[Opening] = known.openings
    if 0 < sample < len(chosen):
        chosen = random.Random(seed).sample(chosen, sample)
    said = {(each.first, each.second): each for each in chosen}
    wrong = []
    for done, opening in enumerate(solved(game, chosen, workers), 1):
        entry = said[opening.first, opening.second]
        if entry != opening:
            wrong.append(entry)
        show(done)
    in_order = sorted(wrong, key=lambda each: (each.first, each.second))
    return Verification(game.text, len(chosen), len(known.openings), tuple(in_order))


def solved(game: Game, left: Sequence[Opening], workers: int) -> Iterator[Opening]:
    """Each of these openings with its winner, in the order in which they are found."""
    waiting = list(reversed(left))
    team = [_Worker(game) for _ in range(min(workers, len(waiting)))]
    try:
        busy: dict[Any, _Worker] = {}
        for worker in team:
            worker.connection.send(waiting.pop())
            busy[worker.connection] = worker
        while busy:
            for connection in wait(list(busy)):
                opening = busy[connection].answer()
                if waiting:
                    busy[connection].connection.send(waiting.pop())
                else:
                    del busy[connection]
                yield opening
    finally:
        for worker in team:
            worker.end()


class _Worker:
    """One process and this end of its pipe."""

    def __init__(self, game: Game) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, game.text), daemon=True)
        self._process.start()
        theirs.close()

    def answer(self) -> Opening:
        try:
            opening: Opening = self.connection.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            raise PlygroundError(
                f"a worker ended before it was done (exit code {self._process.exitcode}): "
                "what was solved is kept; start again to go on"
            ) from None
        return opening

    def end(self) -> None:
        self._process.terminate()
        self._process.join()
        self.connection.close()


def _work(connection: "Connection[Any, Any]", game_text: str) -> None:
    """What a worker does: solve what comes, until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it too, and ends the workers
    end_with_starter()
    oracle = Isolation(load_game(game_text))
    while True:
        opening: Opening = connection.recv()
        connection.send(dataclasses.replace(opening, first_wins=_first_wins(oracle, opening)))


def _first_wins(oracle: Isolation, opening: Opening) -> bool:
    """By search, whatever a file says."""
    position = oracle.board.position(opening.first, opening.second)
    truth = oracle.searched(position)
    return truth is not None and truth.outcome == WON
