"""Connect Four, checkers and Nine Men's Morris against OpenSpiel.

OpenSpiel splits a turn into several actions of the same player (each jump of a chain, a mill's
capture) and stops games that go on for long; here whole turns are put together, and a game that it
stopped ends unjudged.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pyspiel
import pytest
from differential import Comparison, Said, kinds_of_checkers, kinds_of_endings

from plyground.games import LOST, ONGOING, Game, Position, load_game

Record = Callable[[str, object], None]


class OpenSpiel(ABC):
    """A game in progress. A subclass knows the notation, and the limit that stops a game."""

    def __init__(self, text: str) -> None:
        self.state: Any = pyspiel.load_game(text).new_initial_state()
        self.taken: list[str] = []

    @property
    def mover(self) -> int:
        return len(self.taken) % 2

    def turns(self) -> dict[str, tuple[int, ...]]:
        return {self.name(actions): actions for actions in self.from_here(self.state, ())}

    def from_here(self, state: Any, so_far: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """The actions of every whole turn: until the other player is to move."""
        for action in state.legal_actions():
            after = state.child(action)
            if after.current_player() == self.mover:
                yield from self.from_here(after, (*so_far, action))
            else:
                yield (*so_far, action)

    def take(self, turn: tuple[int, ...]) -> None:
        name = self.name(turn)
        for action in turn:
            self.state.apply_action(action)
        self.taken.append(name)

    def outcome(self) -> int | None:
        if not self.state.is_terminal():
            return ONGOING
        result = int(self.state.returns()[self.mover])
        return None if result == 0 and self.stopped() else result

    def spelled(self, actions: tuple[int, ...]) -> list[str]:
        return [self.state.action_to_string(self.mover, action) for action in actions]

    @abstractmethod
    def name(self, actions: tuple[int, ...]) -> str:
        """Our name for a whole turn."""

    def stopped(self) -> bool:
        return False


# --- Connect Four ---------------------------------------------------------------------------------


class OpenSpielConnectFour(OpenSpiel):
    def name(self, actions: tuple[int, ...]) -> str:
        (column,) = actions
        return str(column + 1)

    def board(self) -> str:
        rows = str(self.state).upper().split()
        return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


@pytest.mark.parametrize(
    ("rows", "columns", "connect", "positions"),
    [
        (6, 7, 4, 20_000),
        (3, 4, 3, 4_000),
        (4, 4, 2, 2_000),
        (5, 6, 4, 4_000),
        (8, 5, 5, 4_000),
        (10, 10, 4, 4_000),
        (10, 10, 6, 4_000),
    ],
)
def test_connect_four_agrees_with_open_spiel_on_whole_random_games(
    rows: int, columns: int, connect: int, positions: int, record_property: Record
) -> None:
    game = load_game(f"connect_four(rows={rows}, columns={columns}, connect={connect})")
    text = f"connect_four(rows={rows},columns={columns},x_in_row={connect})"
    comparison = Comparison(game, "OpenSpiel", kinds_of_endings)
    comparison.play_until(positions, lambda _: OpenSpielConnectFour(text))
    assert comparison.kinds["lost"] > 10
    record_property("compared", str(comparison))


# --- checkers -------------------------------------------------------------------------------------


class OpenSpielCheckers(OpenSpiel):
    """Its first player begins at the bottom, ours at the top: the board is turned around."""

    def name(self, actions: tuple[int, ...]) -> str:
        spelled = self.spelled(actions)
        jumps = abs(int(spelled[0][1]) - int(spelled[0][3])) == 2
        squares = [spelled[0][:2], *(action[2:] for action in spelled)]
        return ("x" if jumps else "-").join(str(number_of(square)) for square in squares)

    def board(self) -> str:
        pieces = {
            number_of(column + row[0]): piece
            for row in str(self.state).split("\n")[:8]
            for column, piece in zip("abcdefgh", row[1:], strict=True)
            if piece != "."
        }
        return f"{'BW'[self.mover]}:W{side(pieces, '+', '*')}:B{side(pieces, 'o', '8')}"

    def stopped(self) -> bool:
        return len(self.taken) >= 40 and not any("x" in name for name in self.taken[-40:])


def number_of(square: str) -> int:
    """a1, c1, … h8 as 4, 3, … 29."""
    column, row = "abcdefgh".index(square[0]), int(square[1]) - 1
    return 4 * row + (7 - column) // 2 + 1


def side(pieces: dict[int, str], man: str, king: str) -> str:
    return ",".join(
        f"K{at}" if piece == king else str(at)
        for at, piece in sorted(pieces.items())
        if piece in (man, king)
    )


def test_checkers_agrees_with_open_spiel_on_whole_random_games(record_property: Record) -> None:
    comparison = Comparison(load_game("checkers"), "OpenSpiel", kinds_of_checkers)
    comparison.play_until(30_000, lambda _: OpenSpielCheckers("checkers"))
    assert comparison.kinds["with kings"] > 10_000
    assert comparison.kinds["with chains of jumps"] > 500
    assert comparison.kinds["blocked"] >= 5
    assert comparison.kinds["without a piece"] > 100
    record_property("compared", str(comparison))


# --- Nine Men's Morris ----------------------------------------------------------------------------

ROWS = "a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1"
COLUMNS = "a7 a4 a1, b6 b4 b2, c5 c4 c3, d7 d6 d5, d3 d2 d1, e5 e4 e3, f6 f4 f2, g7 g4 g1"
LINES = [line.split() for line in f"{ROWS}, {COLUMNS}".split(", ")]
POINTS = ROWS.replace(",", "").split()  # as OpenSpiel counts them
STEPS = [step for line in LINES for step in (line[:2], line[1:])]


class OpenSpielMorris(OpenSpiel):
    def name(self, actions: tuple[int, ...]) -> str:
        points = [[POINTS[int(at)] for at in re.findall(r"\d+", a)] for a in self.spelled(actions)]
        return "x".join("-".join(action) for action in points)

    def board(self) -> str:
        picture, remarks = str(self.state).split("\n\n", 1)
        cells = re.findall("[WB.]", picture)
        sides = [
            color
            + ",".join(sorted(at for at, cell in zip(POINTS, cells, strict=True) if cell == color))
            for color in "WB"
        ]
        hands = re.findall(r"deploy: (\d) (\d)", remarks)[0]
        written = "" if hands == ("0", "0") else "/" + ",".join(hands)
        return f"{'WB'[self.mover]}:{':'.join(sides)}{written}"

    def stopped(self) -> bool:
        return len(self.taken) == 200


def men(board: str) -> tuple[set[str], set[str]]:
    """The points of the player to move, and those of the other."""
    mover, *sides = board.partition("/")[0].split(":")
    white, black = (set(side[1:].split(",")) - {""} for side in sides)
    return (white, black) if mover == "W" else (black, white)


def lines_of(men: set[str]) -> list[list[str]]:
    return [line for line in LINES if men.issuperset(line)]


def kinds_of_morris(said: Said) -> Iterator[str]:
    mine, theirs = men(said.board)
    placing = "/" in said.board
    if said.outcome == LOST:
        yield "with two men" if len(mine) == 2 else "blocked"
    elif len(mine) == 3 and not placing:
        yield "flying"
    captures = [name.split("x") for name in said.turns if "x" in name]
    if captures and placing:
        yield "with captures while placing"
    if any(man in line for _, man in captures for line in lines_of(theirs)):
        yield "with captures out of mills"
    if any(closed_lines(mine, move) == 2 for move, _ in captures):
        yield "with double mills"


def closed_lines(mine: set[str], move: str) -> int:
    *origin, target = move.split("-")
    return sum(target in line for line in lines_of(mine.difference(origin) | {target}))


def test_morris_agrees_with_open_spiel_on_whole_random_games(record_property: Record) -> None:
    comparison = Comparison(load_game("nine_mens_morris"), "OpenSpiel", kinds_of_morris)
    comparison.play_until(25_000, lambda _: OpenSpielMorris("nine_mens_morris"))
    assert comparison.kinds["flying"] > 1000
    assert comparison.kinds["with captures while placing"] > 1000
    assert comparison.kinds["with captures out of mills"] > 10
    assert comparison.kinds["with double mills"] > 5
    assert comparison.kinds["with two men"] > 100
    record_property("compared", str(comparison))


def test_morris_agrees_with_open_spiel_where_a_player_is_blocked(record_property: Record) -> None:
    comparison = Comparison(load_game("nine_mens_morris"), "OpenSpiel (blocking)", kinds_of_morris)
    comparison.play_until(10_000, lambda _: OpenSpielMorris("nine_mens_morris"), smothering)
    assert comparison.kinds["blocked"] > 10
    record_property("compared", str(comparison))


def smothering(random: Random, game: Game, position: Position, turns: dict[str, int]) -> str:
    """Random play almost never blocks anyone: here nobody captures, and Black crowds White."""
    peaceful = [name for name in sorted(turns) if "x" not in name] or sorted(turns)
    random.shuffle(peaceful)
    if game.turn(position) == 0 or random.random() < 0.2:
        return peaceful[0]
    return min(
        peaceful, key=lambda name: room(game.position_name(game.play(position, turns[name])))
    )


def room(board: str) -> int:
    """How many free points are next to the men of the player to move."""
    mine, theirs = men(board)
    pairs = [pair for step in STEPS for pair in (step, step[::-1])]
    return len({target for origin, target in pairs if origin in mine} - mine - theirs)
