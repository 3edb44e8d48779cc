"""What worker processes do for the editor, from the quick to the thorough.

tried       read, loaded and asked about random positions; nothing is compiled: mistakes come soon
measured    compiled, compared with itself as written, timed in a search
raced       pairs of games against the game's own heuristic, a few seconds' worth at a time

A mistake is an answer, not a failure: {"line": 7, "words": "…"}, line 0 where none is at fault.
Worker processes live on, so a file is always read anew.
"""

import contextlib
import functools
import inspect
import io
import math
import re
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.errors import BadHeuristic, PlygroundError
from plyground.experiments.plan import Experiment, assignments
from plyground.experiments.records import GameRecord
from plyground.experiments.referee import Referee
from plyground.games import Game, Position, load_game
from plyground.heuristics import (
    DEFAULTS,
    Evaluation,
    Heuristic,
    check_claims,
    load_evaluation,
)
from plyground.jit import interpreted
from plyground.modules import load_module
from plyground.search.alpha_beta import alpha_beta
from plyground.search.results import NODES, counters
from plyground.views.session import State

TRIED, SHOWN, MOST_RANDOM_GAMES = 200, 6, 200
"""Positions that a heuristic is asked about; how many of them are drawn; where they come from."""
MOST_PRINTED = 2000
TIMED, MOST_NODES = 0.15, 20_000_000
"""A search is timed that takes so many seconds, or visits so many nodes."""
RACED = 2.0
"""Seconds of games between two answers."""

Plain = Callable[[Position], Any]


# --- tried ----------------------------------------------------------------------------------------


def tried(file: str, game_text: str, function: str = "") -> State:
    """What the file holds, what the heuristic says about random positions, or its mistake."""
    game, path = load_game(game_text), Path(file)
    found: State = {"function": "", "functions": [], "findings": [], "samples": [], "mistake": None}
    with heard() as printed:
        try:
            known = _heuristics_in(load_module(path), game, file)
            chosen = _chosen(known, function, game)
            found |= {"function": chosen.name, "functions": list(known)}
            plain = chosen.built(game)
            check_claims(chosen, game, plain, TRIED)
            positions = _ongoing(game)
            values = [plain(each) for each in positions]
            found["findings"] = _findings(chosen, game, plain, positions, values)
            found["samples"] = _samples(game, positions, values)
        except SystemExit:
            found["mistake"] = {"line": 0, "words": f"{path.name} ends Python when it is loaded"}
        except Exception as error:
            found["mistake"] = _mistake(error, path)
    return found | {"printed": printed.text}


class _Printed(io.TextIOBase):
    """Keeps the beginning of what is printed."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        room = MOST_PRINTED - len(self.text)
        self.text += text[: max(0, room)]
        return len(text)


@contextlib.contextmanager
def heard() -> Iterator[_Printed]:
    """What is printed meanwhile, instead of in the terminal of the server."""
    printed = _Printed()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        yield printed


def _heuristics_in(module: ModuleType, game: Game, file: str) -> dict[str, Heuristic]:
    """The heuristics that a file declares; without any, its functions of a position."""
    own = {
        name: each
        for name, each in vars(module).items()
        if inspect.isfunction(each) and each.__module__ == module.__name__
    }
    declared = {name: each.declared for name, each in own.items() if hasattr(each, "declared")}
    plain = {
        name: Heuristic(name, game.name, each, antisymmetric=False)
        for name, each in own.items()
        if list(inspect.signature(each).parameters) == ["position"]
    }
    if not declared and not plain:
        raise BadHeuristic(f'{file} holds no heuristic: write @heuristic("{game.name}") and below '
                           "it def my_idea(position):")  # fmt: skip
    return declared or plain


def _chosen(known: dict[str, Heuristic], function: str, game: Game) -> Heuristic:
    """The function asked for, or the first for this game."""
    if function in known:
        return known[function]
    for each in known.values():
        if each.game == game.name:
            return each
    other = next(iter(known.values()))
    raise BadHeuristic(f'{other.name} is a heuristic of {other.game}: choose that game, or write '
                       f'@heuristic("{game.name}")') from _At(other)  # fmt: skip


class _At(Exception):
    """Where a function begins."""

    def __init__(self, heuristic: Heuristic) -> None:
        self.line = heuristic.function.__code__.co_firstlineno


def _mistake(error: BaseException, path: Path) -> State:
    """The error in words, and the line of the file that it came from."""
    chain = [each for each in (error.__cause__, error) if each is not None]
    line = next((found for each in chain if (found := _line(each, path))), 0)
    if isinstance(chain[0], SyntaxError):
        return {
            "line": line,
            "words": f"SyntaxError: {chain[0].msg}: {chain[0].text or ''}".strip(),
        }
    known = isinstance(error, PlygroundError)
    return {"line": line, "words": str(error) if known else f"{type(error).__name__}: {error}"}


def _line(error: BaseException, path: Path) -> int:
    if isinstance(error, SyntaxError):
        return error.lineno or 0
    if isinstance(error, _At):
        return error.line
    frames = traceback.extract_tb(error.__traceback__)
    place = path.resolve()
    lines = [frame.lineno for frame in frames if Path(frame.filename) == place]
    return (lines[-1] or 0) if lines else 0


def _ongoing(game: Game) -> list[Position]:
    """Positions from the beginning, the middle and the end of random games."""
    found: dict[Position, None] = {}
    for number in range(MOST_RANDOM_GAMES):
        position = game.start
        for ply, move in enumerate(game.random_game(seed=2, number=number, most_plies=300)):
            if (ply + number) % 3 == 0:
                found[position] = None
            position = game.plain.play(position, move)
        if len(found) >= TRIED:
            break
    return list(found)[:TRIED]


def _findings(
    heuristic: Heuristic, game: Game, plain: Plain, positions: list[Position], values: list[Any]
) -> list[State]:
    """What is good about it, and what is odd."""

    def holds(asked: Callable[[Position], Any]) -> bool:
        pairs = zip(map(asked, positions), values, strict=True)
        return all(math.isclose(other, value, abs_tol=1e-9) for other, value in pairs)

    swapped, canonical, different = game.plain.swapped, game.plain.canonical, len(set(values))
    steady = holds(plain)
    opposite = holds(lambda position: -plain(swapped(position)))
    mirrored = holds(lambda position: plain(canonical(position)))
    sided = "one-sided: asked for the player at the root"
    odd = "not worth the opposite to the other player, though his gain should be my loss"
    spread = f"{different} different values from {min(values):+g} to {max(values):+g}"
    rows = [
        (True, f"a number in each of {len(values)} random positions", ""),
        (steady, "the same when asked twice", "another number when asked twice: no search works"),
        (opposite, "worth the opposite to the other player", sided if heuristic.one_sided else odd),
        (mirrored, "the same for mirror images", "not the same for mirror images"),
        (different > 1, spread, f"always {values[0]:g}: it cannot tell positions apart"),
    ]
    return [{"good": good, "words": words if good else other} for good, words, other in rows]


def _samples(game: Game, positions: list[Position], values: list[Any]) -> list[State]:
    """A few positions from the worst to the best."""
    order = sorted(range(len(positions)), key=lambda each: values[each])
    picked = [order[step * (len(order) - 1) // (SHOWN - 1)] for step in range(SHOWN)]
    return [
        {
            "svg": game.svg(positions[each]),
            "value": f"{values[each]:+g}" if values[each] else "0",
            "status": game.status(positions[each]),
            "position": game.position_name(positions[each]),
        }
        for each in dict.fromkeys(picked)
    ]


# --- measured -------------------------------------------------------------------------------------


def measured(file: str, game_text: str, function: str) -> State:
    """Whether it can be compiled, and how fast alpha-beta is with it and with the game's own."""
    game, path = load_game(game_text), Path(file)
    found: State = {"mistake": None, "slow": None, "speed": 0, "usual": 0, "name": ""}
    with heard():
        load_module(path)
        try:
            evaluation = load_evaluation(game, f"{file}:{function}")
        except PlygroundError as error:
            return found | {"mistake": _mistake(error, path)}
        speed = _speed(game, evaluation)
    if evaluation.problem:
        line = re.search(rf"{re.escape(path.name)} line (\d+)", evaluation.problem)
        found["slow"] = {"line": int(line[1]) if line else 0, "words": evaluation.problem}
    usual = _speed(game, load_evaluation(game))
    return found | {"speed": speed, "usual": usual, "name": DEFAULTS[game.name]}


def _speed(game: Game, evaluation: Evaluation) -> float:
    """Nodes a second of alpha-beta, some moves into a game."""
    best = alpha_beta(game, evaluation.leaf).best
    search = interpreted(best) if evaluation.problem else best
    position = _ongoing(game)[2]
    search(position, 1, 0, counters())  # compiles
    for depth in range(2, 60):
        counts, started = counters(MOST_NODES), time.perf_counter()
        search(position, depth, 0, counts)
        seconds, nodes = time.perf_counter() - started, int(counts[NODES])
        if seconds > TIMED or nodes >= MOST_NODES:
            break
    return nodes / max(seconds, 1e-9)


# --- raced ----------------------------------------------------------------------------------------


def raced(experiment: Experiment, begin: int) -> list[GameRecord]:
    """The pairs of games from number `begin` on, as many as a few seconds hold."""
    referee, started = _referee(experiment), time.monotonic()
    records: list[GameRecord] = []
    for assignment in assignments(experiment):
        if assignment.number < begin:
            continue
        with heard():
            records.append(referee.play(assignment))
        if len(records) % 2 == 0 and time.monotonic() - started > RACED:
            break
    return records


@functools.lru_cache(maxsize=1)
def _referee(experiment: Experiment) -> Referee:
    """Kept from one answer to the next; an edited file makes another experiment."""
    return Referee(experiment)
