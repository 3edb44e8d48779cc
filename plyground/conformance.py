"""The contract of a game as a suite of rules; run it on your own with `plyground check my_game.py`.

Each rule is a function that looks at sampled positions and yields a sentence for everything it
finds wrong. Positions come from random games, finished ones included, played with
the interpreted rules.
"""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from plyground.bits import WORD, Wide, below, scrambled
from plyground.errors import PlygroundError
from plyground.games.game import DRAWN, LOST, ONGOING, WON, Game, Position
from plyground.jit import compile_error, compiled

LONGEST = 300
HEAP_MOVES = 1_000_000
HEAP_BYTES = 8 << 20


@dataclass(frozen=True)
class Verdict:
    """What became of one rule: kept, or broken for this reason in this position."""

    rule: str
    problem: str = ""
    position: str = ""

    @property
    def kept(self) -> bool:
        return not self.problem


Finding = tuple[str, Position | None]
Rule = Callable[[Game, list[Position]], Iterator[Finding]]
RULES: dict[str, Rule] = {}


def check(game: Game, positions: int = 300, seed: int = 1) -> Iterator[Verdict]:
    """Try every rule of the contract on sampled positions; one verdict per rule."""
    try:
        samples = list(sampled(game, positions, seed))
    except Exception as error:
        yield Verdict("the game can be played from its start", _raised(error))
        return
    yield Verdict("the game can be played from its start")
    for name, rule in RULES.items():
        try:
            found = next(rule(game, samples), None)
        except Exception as error:
            found = (_raised(error), None)
        yield Verdict(name, found[0], _drawn(game, found[1])) if found else Verdict(name)


def sampled(game: Game, count: int, seed: int) -> Iterator[Position]:
    """The start, then positions along random games, finished ones included."""
    number = 0
    while count > 0:
        position = game.start
        yield position
        for move in game.random_game(seed, number, LONGEST):
            position = game.plain.play(position, move)
            yield position
            count -= 1
            if count == 0:
                return
        number += 1
        count -= 1


def rule(name: str) -> Callable[[Rule], Rule]:
    """Add a function to the suite under the sentence it stands for."""

    def add(function: Rule) -> Rule:
        RULES[name] = function
        return function

    return add


@rule("a position is a NamedTuple of integers from 0 to 2**62 - 1")
def _positions(game: Game, samples: list[Position]) -> Iterator[Finding]:
    for position in samples:
        for name in getattr(position, "_fields", ["(it is not a NamedTuple)"]):
            value = getattr(position, name, None)
            words = value if isinstance(value, Wide) else (value,)
            if not all(type(word) is int and 0 <= word < 1 << WORD for word in words):
                yield f"the field {name} is {value!r}", position


@rule("an outcome is ONGOING, LOST, DRAWN or WON, and an ongoing game has a move")
def _outcomes(game: Game, samples: list[Position]) -> Iterator[Finding]:
    for position in samples:
        result = game.plain.outcome(position)
        if result not in (ONGOING, LOST, DRAWN, WON):
            yield f"outcome returned {result!r}", position
        elif result == ONGOING and not game.moves(position):
            yield "outcome says ONGOING, but legal_moves yields nothing", position


@rule("legal moves are integers from 0 to 2**62 - 1, each yielded once")
def _moves(game: Game, samples: list[Position]) -> Iterator[Finding]:
    for position in samples:
        moves = game.moves(position)
        wrong = [move for move in moves if type(move) is not int or not 0 <= move < 1 << WORD]
        twice = [move for move in moves if moves.count(move) > 1]
        if wrong:
            yield f"legal_moves yielded {wrong[0]!r}", position
        elif twice:
            yield (
                f"legal_moves yielded {twice[0]} ({_name(game, position, twice[0])}) twice",
                position,
            )


@rule("play gives the same position every time, of the same kind")
def _play(game: Game, samples: list[Position]) -> Iterator[Finding]:
    for position, move, after in _steps(game, samples):
        again = game.plain.play(position, move)
        if after != again:
            yield f"playing {_name(game, position, move)} twice gave {after} and {again}", position
        elif type(after) is not type(game.start):
            yield f"play returned a {type(after).__name__}, not a position", position


@rule("the players take turns")
def _turns(game: Game, samples: list[Position]) -> Iterator[Finding]:
    for position, move, after in _steps(game, samples):
        before, now = game.turn(position), game.turn(after)
        if {before, now} != {0, 1}:
            name = _name(game, position, move)
            yield f"turn is {before} before {name} and {now} after it, not 0 and 1", position


@rule("a move's name is unique and reads back as the move")
def _move_names(game: Game, samples: list[Position]) -> Iterator[Finding]:
    for position in samples:
        names = {move: game.move_name(position, move) for move in game.moves(position)}
        for move, name in names.items():
            if list(names.values()).count(name) > 1:
                yield f"two legal moves are called {name!r}", position
            elif game.parse_move(position, name) != move:
                yield f"the move {name!r} reads back as another move", position


@rule("a position's name and its picture read back as the position")
def _position_names(game: Game, samples: list[Position]) -> Iterator[Finding]:
    for position in samples:
        for what, text in (
            ("name", game.position_name(position)),
            ("picture", game.show(position)),
        ):
            try:
                back = game.parse_position(text)
            except PlygroundError as error:
                yield f"its {what} is refused: {error}", position
                continue
            if back != position:
                yield f"its {what} {text!r} reads back as {back}, not {position}", position


@rule("the SVG picture is well-formed")
def _pictures(game: Game, samples: list[Position]) -> Iterator[Finding]:
    for position in samples[:40]:
        try:
            root = ElementTree.fromstring(game.svg(position))
        except ElementTree.ParseError as error:
            yield f"svg is not XML: {error}", position
            continue
        if not root.tag.endswith("svg"):
            yield f"svg starts with <{root.tag}>", position


@rule("the symmetry key stands for the position: same outcome, same keys one move on")
def _keys(game: Game, samples: list[Position]) -> Iterator[Finding]:
    plain = game.plain
    for position in samples:
        key = plain.canonical(position)
        if plain.canonical(key) != key:
            yield (
                f"canonical of {key} is {plain.canonical(key)}: the key of a key is another",
                position,
            )
        elif plain.outcome(key) != plain.outcome(position):
            yield f"the position and its key {key} have different outcomes", position
        elif _children(game, position) != _children(game, key):
            yield f"the moves of the position and of its key {key} lead to different keys", position


@rule("swapping the players twice changes nothing")
def _swaps(game: Game, samples: list[Position]) -> Iterator[Finding]:
    for position in samples:
        twice = game.plain.swapped(game.plain.swapped(position))
        if twice != position:
            yield f"swapped twice it is {twice}", position


@rule("the rules compile")
def _compiles(game: Game, samples: list[Position]) -> Iterator[Finding]:
    position = next(each for each in samples if game.moves(each))
    move = game.moves(position)[0]
    for function, arguments in (
        (game.legal_moves, (position,)),
        (game.play, (position, move)),
        (game.outcome, (position,)),
        (game.canonical, (position,)),
        (game.swapped, (position,)),
        (game.captures, (move,)),
    ):
        error = compile_error(function, *arguments)
        if error:
            yield str(error), None


@rule("compiled and interpreted rules agree")
def _agreement(game: Game, samples: list[Position]) -> Iterator[Finding]:
    plain = game.plain
    for position in samples:
        pairs: list[tuple[str, Any, Any]] = [
            ("outcome", game.outcome(position), plain.outcome(position)),
            ("canonical", game.canonical(position), plain.canonical(position)),
            ("swapped", game.swapped(position), plain.swapped(position)),
        ]
        moves = game.moves(position)
        if moves:
            pairs.append(("legal_moves", list(game.legal_moves(position)), moves))
        for move in moves:
            pairs.append(("play", game.play(position, move), plain.play(position, move)))
            pairs.append(("captures", game.captures(move), plain.captures(move)))
        for name, fast, slow in pairs:
            if fast != slow:
                yield f"{name} gives {fast} compiled and {slow} interpreted", position


@rule("a million random moves leave no memory behind")
def _memory(game: Game, samples: list[Position]) -> Iterator[Finding]:
    walk = _wanderer(game)
    walk(HEAP_MOVES // 100)
    before = _memory_in_use()
    walk(HEAP_MOVES)
    grown = _memory_in_use() - before
    if grown > HEAP_BYTES:
        yield f"{HEAP_MOVES:,} moves left {grown / 1e6:.0f} MB behind", None


def _wanderer(game: Game) -> Callable[[int], int]:
    """Build walk(plies): random games, where as in a search some lists of moves are cut short."""
    legal_moves, play, outcome, start = game.legal_moves, game.play, game.outcome, game.start

    @compiled
    def walk(plies: int) -> int:
        position, depth, games = start, 0, 0
        for ply in range(plies):
            if depth == LONGEST or outcome(position) != ONGOING:
                position, depth, games = start, 0, games + 1
            chosen, left = -1, below(scrambled(ply), 8)
            for move in legal_moves(position):
                chosen = move
                if left == 0:
                    break
                left -= 1
            position, depth = play(position, chosen), depth + 1
        return games

    return walk


def _steps(game: Game, samples: list[Position]) -> Iterator[tuple[Position, int, Position]]:
    for position in samples:
        for move in game.moves(position):
            yield position, move, game.plain.play(position, move)


def _children(game: Game, position: Position) -> set[Position]:
    plain = game.plain
    return {plain.canonical(plain.play(position, move)) for move in game.moves(position)}


def _name(game: Game, position: Position, move: int) -> str:
    try:
        return game.move_name(position, move)
    except Exception:
        return str(move)


def _drawn(game: Game, position: Position | None) -> str:
    if position is None:
        return ""
    try:
        return game.show(position)
    except Exception:
        return repr(position)


def _raised(error: Exception) -> str:
    """The error in a sentence, with the innermost line of the game's own code."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename != __file__:
            place = f" in {code.co_name}, {Path(code.co_filename).name} line {trace.tb_lineno}"
        trace = trace.tb_next
    return f"{type(error).__name__}{place}: {error}"


def _memory_in_use() -> int:
    """Bytes of real memory, or the most ever used where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
