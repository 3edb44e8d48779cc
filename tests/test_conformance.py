"""Every game keeps the contract, and the kit catches every way to break it."""

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from plyground.bits import lowest, popcount, without_lowest
from plyground.conformance import check
from plyground.games import GAMES, LOST, Game, load_game
from plyground.games.tic_tac_toe import BOARD, Position, tic_tac_toe
from plyground.jit import compiled

VARIANTS = [
    "connect_four(rows=3, columns=4, connect=3)",
    "connect_four(rows=10, columns=10)",
    "connect_four(rows=1, columns=5, connect=2)",
    "connect_four(rows=4, columns=4, until_full=true)",
    "connect_four(rows=9, columns=12, connect=5)",
    "isolation(rows=9, columns=11)",
    "isolation(rows=5, columns=5)",
    "isolation(rows=4, columns=6, move=queen)",
    "isolation(rows=10, columns=10, move=king)",
    "isolation(rows=1, columns=2)",
]


@pytest.mark.parametrize("text", [*GAMES, *VARIANTS])
def test_every_game_keeps_the_contract(text: str) -> None:
    broken = [verdict for verdict in check(load_game(text)) if not verdict.kept]
    assert not broken


@pytest.mark.parametrize("text", [*GAMES, *VARIANTS])
def test_a_game_and_its_text_form_are_inverses(text: str) -> None:
    assert load_game(text).text == text
    assert load_game(load_game(text).text) is load_game(text)


good = tic_tac_toe()
judged = good.outcome


@compiled
def some_twice(position: Position) -> Iterator[int]:
    yield lowest(BOARD ^ position.mine ^ position.theirs)
    yield lowest(BOARD ^ position.mine ^ position.theirs)


@compiled
def below_zero(position: Position) -> Iterator[int]:
    yield -1


@compiled
def nowhere(position: Position, move: int) -> Position:
    return Position(position.theirs, position.mine | 1 << (move & 7))


@compiled
def nothing_at_all(position: Position) -> Iterator[int]:
    free = 0
    while free:
        yield lowest(free)
        free = without_lowest(free)


@compiled
def always_my_turn(position: Position, move: int) -> Position:
    return Position(position.mine | 1 << move, position.theirs)


@compiled
def strange_result(position: Position) -> int:
    return 7


@compiled
def too_coarse(position: Position) -> Position:
    """Forgets where O stands, as long as nobody has two men."""
    return Position(0, 1) if popcount(position.theirs) == 1 else position


@compiled
def never_settles(position: Position) -> Position:
    return Position((position.mine + 1) & BOARD, position.theirs)


@compiled
def cannot_compile(position: Position, move: int) -> Position:
    return Position(position.theirs, int(f"{position.mine | 1 << move}"))


@compiled
def wraps_around(position: Position) -> int:
    """Zero once the machine drops the bits above 64, far above it in Python."""
    return LOST if (position.mine | 1) * (1 << 61) * 8 == 0 else judged(position)


@compiled
def leaks(position: Position) -> Iterator[int]:
    """Generators that hold arrays are never freed when a search cuts them short (numba #5350)."""
    cells = np.arange(9)
    for cell in cells:
        if not (position.mine | position.theirs) >> cell & 1:
            yield int(cell)


def raises(position: Position) -> str:
    raise ValueError("no ink left")


BREAKAGES: list[tuple[str, dict[str, Callable[..., Any]], str]] = [
    ("each yielded once", {"legal_moves": some_twice}, "twice"),
    ("legal moves are integers", {"legal_moves": below_zero, "play": nowhere}, "yielded -1"),
    ("an ongoing game has a move", {"legal_moves": nothing_at_all}, "yields nothing"),
    ("the players take turns", {"turn": lambda position: 0}, "not 0 and 1"),
    ("an outcome is", {"outcome": strange_result}, "outcome returned 7"),
    ("name is unique", {"move_name": lambda position, move: "a1"}, "two legal moves are called"),
    ("read back", {"position_name": lambda position: "3/3/3"}, "reads back as"),
    ("read back", {"show": lambda position: "one\ntwo"}, "its picture is refused"),
    ("well-formed", {"svg": lambda position: "<svg>"}, "svg is not XML"),
    ("symmetry key", {"canonical": too_coarse}, "lead to different keys"),
    ("symmetry key", {"canonical": never_settles}, "the key of a key is another"),
    ("the rules compile", {"play": cannot_compile}, "test_conformance.py line"),
    ("compiled and interpreted", {"outcome": wraps_around}, "compiled and"),
    ("no memory behind", {"legal_moves": leaks}, "MB behind"),
    ("read back", {"show": raises}, "ValueError in raises, test_conformance.py line"),
]


def broken_game(functions: dict[str, Callable[..., Any]]) -> Game:
    return dataclasses.replace(good, **functions)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rule", "functions", "sentence"), BREAKAGES)
def test_a_broken_rule_is_named_with_its_reason(
    rule: str, functions: dict[str, Callable[..., Any]], sentence: str
) -> None:
    broken = [verdict for verdict in check(broken_game(functions)) if not verdict.kept]
    assert any(rule in verdict.rule and sentence in verdict.problem for verdict in broken), broken


def test_a_failure_shows_the_position() -> None:
    verdicts = {verdict.rule: verdict for verdict in check(broken_game({"canonical": too_coarse}))}
    broken = next(verdict for verdict in verdicts.values() if not verdict.kept)
    assert "a b c" in broken.position
