"""What a game is: a frozen record of functions over positions.

    start ──legal_moves──▶ moves ──play──▶ position, seen by the other player ──outcome──▶ …

A position is a NamedTuple of integers seen by the player to move: "mine" is always the side whose
turn it is. A move is an integer, and a whole turn (a chain of jumps, a slide with its capture) is
one move. Draws that depend on how a position was reached (repetition, quiet plies, move caps) are
settings of a match, not rules of a position.
"""

import dataclasses
import functools
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeAlias

from plyground.bits import below, dice, rolled, scrambled
from plyground.errors import BadText, IllegalMove, PlygroundError
from plyground.jit import compiled, interpreted
from plyground.text import Call, bind, differing

LOST, DRAWN, WON, ONGOING = -1, 0, 1, 2
COMPILED = ("legal_moves", "play", "outcome", "canonical", "swapped", "captures")

Position: TypeAlias = Any
"""Each game's own NamedTuple of integers."""


@compiled
def never(move: int) -> bool:
    """The `captures` of a game in which nothing is ever captured."""
    return False


def by_name(text: str, names: Mapping[str, int]) -> int:
    """The legal move called `text`, or a refusal that lists the legal ones."""
    if text in names:
        return names[text]
    raise IllegalMove(f"{text!r} is not a legal move here (legal: {listed(names)})")


def listed(names: Mapping[str, int], most: int = 40) -> str:
    """The names, cut short where there are very many."""
    shown = " ".join(list(names)[:most])
    return f"{shown} … {len(names)} in all" if len(names) > most else shown


@dataclass(frozen=True, kw_only=True, repr=False)
class Game:
    """The rules of one game at one size, its notation and its pictures."""

    rules: str
    """The rules, in two lines."""

    start: Position
    legal_moves: Callable[[Position], Iterator[int]]
    """Compiled. The moves of an ongoing position, each once; a finished one is not asked."""
    play: Callable[[Position, int], Position]
    """Compiled. The position after a legal move, seen by the other player."""
    outcome: Callable[[Position], int]
    """Compiled. ONGOING, LOST, DRAWN or WON for the player to move."""
    canonical: Callable[[Position], Position]
    """Compiled. One representative of all positions that are equal up to symmetry."""
    swapped: Callable[[Position], Position]
    """Compiled. The same board with the other player to move; for heuristics, not for play."""
    captures: Callable[[int], bool] = never
    """Compiled. Whether a move takes an enemy piece."""

    turn: Callable[[Position], int]
    """0 if the player who moved first in the game is to move, else 1."""
    move_name: Callable[[Position, int], str]
    position_name: Callable[[Position], str]
    """The position in one line."""
    show: Callable[[Position], str]
    """The position as a text picture."""
    svg: Callable[[Position], str]
    read_position: Callable[[str], Position]
    """Reads what `position_name` and `show` write; refuses what cannot arise."""
    read_move: Callable[[str, Mapping[str, int]], int] = by_name
    """Finds what was typed among the names of the legal moves."""
    split_moves: Callable[[str], list[str]] = str.split
    """Cuts a line of moves into moves."""

    players: tuple[str, str] = ("X", "O")
    """What the two sides are called, first mover first."""
    marks: tuple[str, str] = ("X", "O")
    """The characters of each side's pieces in `show`."""

    name: str = ""
    """Filled in by @game: the name of the factory …"""
    parameters: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """… its parameters …"""
    text: str = ""
    """… and the text form, of which `load_game` is the inverse."""

    @functools.cached_property
    def plain(self) -> "Game":
        """The same game with its rules interpreted: nothing to compile for the odd question."""
        twins = {name: interpreted(getattr(self, name)) for name in COMPILED}
        return dataclasses.replace(self, **twins)

    def moves(self, position: Position) -> list[int]:
        """The legal moves; none once the game is over."""
        ongoing = self.plain.outcome(position) == ONGOING
        return list(self.plain.legal_moves(position)) if ongoing else []

    def parse_move(self, position: Position, text: str) -> int:
        """The move called `text` in this position; the inverse of `move_name`."""
        names = {self.move_name(position, move): move for move in self.moves(position)}
        if not names:
            raise IllegalMove(f"{text!r} cannot be played: {self.status(position)}")
        return self.read_move(text.strip(), names)

    def parse_position(self, text: str) -> Position:
        """A position in the game's notation, drawn as `show` draws it, or as the moves to it."""
        if re.search(r"[/:\n#XO]|\.(?!\s)", text):
            return self.read_position(text)
        return self.after(self.split_moves(text))

    def after(self, moves: list[str]) -> Position:
        """The position after these moves from the start."""
        position = self.start
        for number, text in enumerate(moves, 1):
            try:
                position = self.plain.play(position, self.parse_move(position, text))
            except PlygroundError as error:
                raise type(error)(f"move {number} of {' '.join(moves)!r}: {error}") from error
        return position

    def random_game(self, seed: int, number: int, most_plies: int) -> list[int]:
        """The moves of game `number` under `seed`, as `random_games` plays it."""
        state, position = interpreted(dice)(seed, number), self.start
        next_roll, show, choose = interpreted(rolled), interpreted(scrambled), interpreted(below)
        moves: list[int] = []
        legal = self.moves(position)
        while legal and len(moves) < most_plies:
            state = next_roll(state)
            moves.append(legal[choose(show(state), len(legal))])
            position = self.plain.play(position, moves[-1])
            legal = self.moves(position)
        return moves

    def status(self, position: Position) -> str:
        """Who is to move, or how the game ended."""
        mover = self.turn(position)
        result = self.plain.outcome(position)
        if result == ONGOING:
            return f"{self.players[mover]} to move"
        if result == DRAWN:
            return "the game is over: a draw"
        winner = self.players[mover if result == WON else 1 - mover]
        return f"the game is over: {winner} has won"

    def board(self, position: Position | None = None) -> "Board":
        """A position ready to be looked at; the start by default."""
        return Board(self, self.start if position is None else position)

    def __repr__(self) -> str:
        return f"<game {self.text}>"

    def _repr_html_(self) -> str:
        return f"<p><b>{self.text}</b><br>{self.rules}</p>{self.board()._repr_html_()}"


@dataclass(frozen=True)
class Board:
    """A position of a game that prints as text and shows as a picture in a notebook."""

    game: Game
    position: Position

    def __str__(self) -> str:
        return self.game.show(self.position)

    def _repr_html_(self) -> str:
        return self.game.svg(self.position)


Parameters = ParamSpec("Parameters")


def game(factory: Callable[Parameters, Game]) -> Callable[Parameters, Game]:
    """Make a function of parameters a game: parameters checked, named, one record per variant."""
    signature = inspect.signature(factory)
    built: dict[tuple[object, ...], Game] = {}

    @functools.wraps(factory)
    def build(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Game:
        given = signature.bind(*args, **kwargs).arguments
        bound = bind(factory, Call(factory.__name__, given))
        key = tuple(bound.values())
        if key not in built:
            record = factory(**bound)  # type: ignore[arg-type, call-arg]
            name = factory.__name__
            text = str(Call(name, differing(factory, bound)))
            built[key] = dataclasses.replace(record, name=name, parameters=bound, text=text)
        return built[key]

    vars(build)["is_game"] = True
    return build


def refuse_unreadable(text: str, shape: str) -> BadText:
    """The error for a position that does not have the shape it should."""
    return BadText(f"cannot read the position {text!r}: expected {shape}")
