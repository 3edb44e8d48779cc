"""One game of a search against itself, and at every move what pruning saves.

    search       moves in           looks at
    minimax      the game's order   every position to the depth
    alpha_beta   the game's order   what can still matter       same value, same move
    ordering     best first         what can still matter       same value

Without pruning a count says nothing of the evaluation, but a lot about the board: it is the number
of ways to drop up to `depth` discs, so it tells how full the columns are.

    7 + 7² + 7³ + 7⁴ + 7⁵ = 19,607    no column can be full within five plies
    6 + 6² + 6³ + 6⁴ + 6⁵ = 9,330     one column is full already
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import NamedTuple

from plyground.agents import load_agent
from plyground.games.game import Game, Position
from plyground.search.results import SearchResult

SEARCHES = ("minimax", "alpha_beta", "ordering")
REPEATS = 3
"""Of each search, for its time; the fastest counts."""


class Effort(NamedTuple):
    """What a search took."""

    nodes: int
    seconds: float
    move: int
    score: int


class Decision(NamedTuple):
    """One move of the game, thought over by all three searches."""

    number: int
    position: Position
    full: Effort
    pruned: Effort
    ordered: Effort

    @property
    def saved(self) -> float:
        """The share of positions that pruning left out."""
        return 1 - self.pruned.nodes / self.full.nodes

    @property
    def same_value(self) -> bool:
        return self.full.score == self.pruned.score == self.ordered.score

    @property
    def same_move(self) -> bool:
        return self.full.move == self.pruned.move


class SelfPlay(NamedTuple):
    """A whole game."""

    heuristic: str
    decisions: list[Decision]
    end: Position
    moves: str


def self_play(
    game: Game, heuristic: str, depth: int, tell: Callable[[int], None] = lambda number: None
) -> SelfPlay:
    """Alpha-beta against itself; the other two searches look on."""
    players = [
        load_agent(f"{name}(depth={depth}, heuristic={heuristic})").player(game)
        for name in SEARCHES
    ]
    position, found, names = game.start, list[Decision](), []
    while game.moves(position):
        tell(len(found))
        thoughts = [
            [player.choose(position, line=False) for _ in range(REPEATS)] for player in players
        ]
        decision = Decision(len(found) + 1, position, *map(_effort, thoughts))
        found.append(decision)
        names.append(game.move_name(position, decision.pruned.move))
        position = game.plain.play(position, decision.pruned.move)
    return SelfPlay(heuristic, found, position, "".join(names))


def _effort(thoughts: Sequence[SearchResult]) -> Effort:
    best = min(thoughts, key=lambda thought: thought.seconds)
    return Effort(best.nodes, best.seconds, best.move, best.score)


# --- what a count without pruning tells ----------------------------------------------------------


@cache
def visits(free: tuple[int, ...], depth: int) -> int:
    """In how many ways up to `depth` discs drop into columns with so many free cells."""
    if depth == 0:
        return 0
    return sum(
        1 + visits(tuple(sorted((*free[:place], cells - 1, *free[place + 1 :]))), depth - 1)
        for place, cells in enumerate(free)
        if cells
    )


def fillings(count: int, discs: int, rows: int, columns: int, depth: int) -> list[tuple[int, ...]]:
    """The columns' heights, in order of size, that so many discs can have and give the count."""
    return [
        heights
        for heights in combinations_with_replacement(range(rows + 1), columns)
        if sum(heights) == discs
        and visits(tuple(sorted(rows - height for height in heights)), depth) == count
    ]


class Span(NamedTuple):
    """The counts of many boards: 95 of 100 lie from low to high."""

    low: int
    high: int


def boards_so_filled(
    game: Game, heights: Sequence[int], count: int, dice: Random
) -> list[Position]:
    """Positions after random moves that leave columns, in any order, with so many discs."""
    found = []
    for _ in range(count):
        columns = dice.sample(range(1, len(heights) + 1), len(heights))
        drops = [str(column) for column, height in zip(columns, heights, strict=True)
                 for _ in range(height)]  # fmt: skip
        dice.shuffle(drops)
        found.append(game.after(drops))
    return found


def span_of_counts(game: Game, heuristic: str, depth: int, positions: Sequence[Position]) -> Span:
    """How many positions alpha-beta visits from boards such as these."""
    player = load_agent(f"alpha_beta(depth={depth}, heuristic={heuristic})").player(game)
    counts = sorted(player.choose(position, line=False).nodes for position in positions)
    spare = len(counts) // 40
    return Span(counts[spare], counts[-1 - spare])
