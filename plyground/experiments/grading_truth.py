"""The truth about sampled positions: what every move of each is worth, found once and kept.

    samples ── those not kept ──▶ batches ──▶ workers, an oracle each ──▶ truths/GAME.HASH/*.json
       └────────── kept ◀───────────────────────────────────────────────────────┘

A file a batch, written as soon as its batch is done: a run that was killed goes on where it was,
and another heuristic on the same positions waits for nothing. A file begins with the checksum of
the rest; what does not match is as good as absent. The folder's name holds a hash of the solvers,
the game's rules and what the oracle's tables hold: where any of them differs, nothing is believed.
"""

import hashlib
import json
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from plyground.experiments.grading_oracle import grading_oracle
from plyground.experiments.grading_positions import Play, Sample
from plyground.files import cache_folder, write
from plyground.games import Game, load_game
from plyground.games.game import DRAWN, LOST, WON, Position
from plyground.processes import end_with_starter
from plyground.solve import Truth

BATCH = 8
Values = Mapping[int, Truth]
"""Legal move -> what it is worth to the player who makes it."""
Show = Callable[[int, int], None]
"""Told how many are done, and of how many."""


class Question(NamedTuple):
    """A sampled position and the answer."""

    position: Position
    ply: int
    phase: str
    play: Play
    values: Values

    @property
    def truth(self) -> Truth:
        """What the position is worth: its best move."""
        return max(self.values.values(), key=lambda each: each.rank)


def questions(
    game: str,
    samples: Sequence[Sample],
    workers: int = 1,
    show: Show = lambda done, total: None,
    store: str = "",
) -> list[Question]:
    """The samples in their order with the truth about each; without those nobody knows."""
    rules = load_game(game)
    names = [rules.position_name(sample.position) for sample in samples]
    folder = truth_folder(rules, store)
    known = kept(folder, rules, set(names))
    left = [name for name in dict.fromkeys(names) if name not in known]
    show(len(names) - len(left), len(names))
    for found in _solved(game, store, left, workers):
        keep(folder, rules, found)
        known |= found
        show(len(known), len(names))
    return comparable(
        [
            Question(*sample, known[name])
            for name, sample in zip(names, samples, strict=True)
            if name in known
        ]
    )


def comparable(asked: list[Question]) -> list[Question]:
    """The same, without plies unless every win and loss has them.

    Some oracles tell who wins, not how soon, but see a game that ends at once: such a win would not
    be comparable with others.
    """
    if all(
        truth.plies is not None or truth.outcome == DRAWN
        for question in asked
        for truth in question.values.values()
    ):
        return asked
    return [question._replace(values=_without_plies(question.values)) for question in asked]


def _without_plies(values: Values) -> Values:
    return {move: truth._replace(plies=None) for move, truth in values.items()}


# --- finding it ----------------------------------------------------------------------------------


def _solved(
    game: str, store: str, names: Sequence[str], workers: int
) -> Iterator[dict[str, Values]]:
    """Batch after batch, in any order; here if one worker is enough, else in processes.

    One is enough to look things up in tables: a process would take longer to start.
    """
    batches = [names[at : at + BATCH] for at in range(0, len(names), BATCH)]
    if workers == 1 or len(batches) < 2 or grading_oracle(game, store).strata():
        for batch in batches:
            yield _answers(game, store, batch)
        return
    pool = ProcessPoolExecutor(
        min(workers, len(batches)), mp_context=get_context("spawn"), initializer=_begin
    )
    try:
        waiting = [pool.submit(_answers, game, store, batch) for batch in batches]
        for done in as_completed(waiting):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Let Ctrl-C end a worker even within compiled code, and let none outlive who started it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_starter()


def _answers(game: str, store: str, names: Sequence[str]) -> dict[str, Values]:
    """What every move of these positions is worth."""
    oracle = grading_oracle(game, store)
    found: dict[str, Values] = {}
    for name in names:
        values = oracle.moves(oracle.game.read_position(name))
        if values is not None:
            found[name] = values
    return found


# --- keeping it ----------------------------------------------------------------------------------


def truth_folder(game: Game, store: str = "") -> Path:
    """Where the truth about a game is kept, as the solvers and tables of today find it."""
    package = Path(__file__).parent.parent
    sources = [*sorted((package / "solve").rglob("*.py")), package / "games" / f"{game.name}.py"]
    held = grading_oracle(game.text, store).holdings()
    digest = hashlib.sha256(f"{game.text} {held}".encode())
    for file in sources:
        digest.update(file.read_bytes() if file.exists() else b"")
    return cache_folder() / "truths" / f"{game.name}.{digest.hexdigest()[:16]}"


def keep(folder: Path, game: Game, found: Mapping[str, Values]) -> None:
    """Write a batch; where nothing can be written, the truth is found again the next time."""
    if not found:
        return
    named = {name: _named(game, name, values) for name, values in found.items()}
    body = json.dumps(named, ensure_ascii=False)
    file = hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / f"{file}.json", f"{_checksum(body)}\n{body}\n")
    except OSError:
        return


def kept(folder: Path, game: Game, names: Set[str]) -> dict[str, Values]:
    """What is kept about the positions of these names."""
    found: dict[str, Values] = {}
    for file in sorted(folder.glob("*.json")):
        for name, moves in _read(file).items():
            if name in names:
                found[name] = _values(game, name, moves)
    return found


def _read(file: Path) -> dict[str, dict[str, list[int]]]:
    """What one file holds; nothing if it is not what was once written."""
    try:
        checksum, _, body = file.read_text("utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return {}
    if checksum != _checksum(body.rstrip("\n")):
        return {}
    truths: dict[str, dict[str, list[int]]] = json.loads(body)
    return truths


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


def _named(game: Game, name: str, values: Values) -> dict[str, Truth]:
    position = game.read_position(name)
    return {game.move_name(position, move): truth for move, truth in values.items()}


def _values(game: Game, name: str, moves: Mapping[str, Sequence[int]]) -> Values:
    position = game.read_position(name)
    legal = {game.move_name(position, move): move for move in game.moves(position)}
    return {legal[move]: Truth(*truth) for move, truth in moves.items()}


# --- what it means -------------------------------------------------------------------------------

POINTS = {WON: 1.0, DRAWN: 0.5, LOST: 0.0}


def regret(question: Question, move: int) -> float:
    """The points that a move gives away: a win is worth 1, a draw ½, a loss 0."""
    return POINTS[question.truth.outcome] - POINTS[question.values[move].outcome]
