"""Perft against published counts: the files in tests/perft, each with its source."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games import load_game
from plyground.jit import interpreted
from plyground.search.perft import parts, perft


def golden() -> Iterator[tuple[str, str, list[int]]]:
    for file in sorted(Path(__file__).with_name("perft").glob("*.perft")):
        game = ""
        for line in file.read_text().splitlines():
            if line.startswith("game "):
                game = line.removeprefix("game ")
            elif line and not line.startswith("#"):
                position, *counts = line.split()
                yield game, position, [int(count) for count in counts]


@pytest.mark.parametrize(("text", "position", "counts"), list(golden()))
def test_perft_equals_the_published_counts(text: str, position: str, counts: list[int]) -> None:
    game = load_game(text)
    count = perft(game)
    start = game.start if position == "start" else game.parse_position(position)
    assert [count(start, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("text", ["checkers", "isolation(rows=5, columns=5)", "nine_mens_morris"])
def test_compiled_and_interpreted_perft_agree(text: str) -> None:
    game = load_game(text)
    count = perft(game)
    assert interpreted(count)(game.start, 3) == count(game.start, 3)


@settings(max_examples=20, deadline=None)
@given(depth=st.integers(0, 7), moves=st.text("1234", max_size=6))
def test_the_parts_of_a_perft_add_up(depth: int, moves: str) -> None:
    game = load_game("connect_four(rows=4, columns=4)")
    position = game.parse_position(moves) if max(map(moves.count, "1234")) <= 4 else game.start
    count = perft(game)
    cut = parts(game, position, depth)
    assert sum(count(part.position, part.depth) for part in cut) == count(position, depth)


def test_a_finished_game_has_no_leaves() -> None:
    game = load_game("connect_four")
    assert perft(game)(game.parse_position("1212121"), 1) == 0
