"""Evaluations of Isolation, for boards of any size and each way to move.

`reach` takes a set of cells to all cells one move away, so a flood is `reach` again and again:

     .  2  .  2  .      the cells a knight reaches in one move and in two; on the board's bits, two
     2  .  1  .  2      spare ones between rows, a move is a shift to the left or to the right by
     .  .  2  1  .      stride + 2, stride - 2, 2·stride + 1 or 2·stride - 1, where stride is
     2  N  .  .  2      columns + 2

A player who is not on the board yet can go to any free cell. A board beyond 62 bits is a `Wide`, so
only & | ^ << >> == != are used.
"""

from collections.abc import Callable

from plyground import bits
from plyground.bits import lowest, popcount
from plyground.games.game import Game
from plyground.games.isolation import GAP, Position
from plyground.heuristics.heuristic import Evaluate, heuristic
from plyground.jit import compiled

Cells = Callable[[int, int], int]
"""A compiled function of the free cells and a player's own cell."""


def reach(game: Game) -> Cells:
    """Build reach(free, cells): the free cells one move away from any of these."""
    stride = game.parameters["columns"] + GAP
    slides = game.parameters["move"] == "queen"
    around = (1, stride - 1, stride, stride + 1)
    knight = (stride - 2, stride + 2, 2 * stride - 1, 2 * stride + 1)
    steps = knight if game.parameters["move"] == "knight" else around
    nothing = nowhere(game)

    @compiled
    def reach(free: int, cells: int) -> int:
        found = nothing
        for step in steps:
            ahead, behind = (cells << step) & free, (cells >> step) & free
            found |= ahead | behind
            while slides and (ahead | behind) != nothing:
                ahead, behind = (ahead << step) & free, (behind >> step) & free
                found |= ahead | behind
        return found

    return reach


def moves(game: Game) -> Cells:
    """Build moves(free, cell): where a player can go."""
    one_move, nothing = reach(game), nowhere(game)

    @compiled
    def moves(free: int, cell: int) -> int:
        return free if cell == nothing else one_move(free, cell)

    return moves


def flood(game: Game) -> Callable[[int, int, int], int]:
    """Build flood(free, cell, through): all that can be reached by going on from `through` only."""
    first_move, one_move, nothing = moves(game), reach(game), nowhere(game)

    @compiled
    def flood(free: int, cell: int, through: int) -> int:
        found = edge = first_move(free, cell)
        while edge != nothing:
            new = one_move(free, edge & through)
            edge = new ^ (new & found)
            found |= edge
        return found

    return flood


def nowhere(game: Game) -> int:
    """The empty set of cells."""
    rows, columns = game.parameters["rows"], game.parameters["columns"]
    return bits.board(0, (rows - 1) * (columns + GAP) + columns)


@heuristic("isolation")
def null(position: Position) -> int:
    """0 everywhere: only wins and losses within sight count."""
    return 0


@heuristic("isolation", one_sided=True)
def open_moves(game: Game) -> Evaluate:
    """My moves; theirs do not count."""
    targets = moves(game)

    def evaluate(position: Position) -> int:
        return popcount(targets(position.free, position.mine))

    return evaluate


@heuristic("isolation")
def improved(game: Game) -> Evaluate:
    """My moves minus theirs."""
    targets = moves(game)

    def evaluate(position: Position) -> int:
        free, mine, theirs = position
        return popcount(targets(free, mine)) - popcount(targets(free, theirs))

    return evaluate


@heuristic("isolation")
def center(game: Game) -> Evaluate:
    """Their squared distance from the center minus mine, in half cells; off the board it is 0."""
    rows, columns, nothing = game.parameters["rows"], game.parameters["columns"], nowhere(game)
    stride = columns + GAP

    @compiled
    def distance(cell: int) -> int:
        if cell == nothing:
            return 0
        up: int = 2 * (lowest(cell) // stride) - (rows - 1)
        right: int = 2 * (lowest(cell) % stride) - (columns - 1)
        return up * up + right * right

    def evaluate(position: Position) -> int:
        return distance(position.theirs) - distance(position.mine)

    return evaluate


@heuristic("isolation", antisymmetric=False)
def guaranteed_moves(game: Game) -> Evaluate:
    """My moves, I am to move, minus theirs to cells that I cannot take first."""
    targets = moves(game)

    def evaluate(position: Position) -> int:
        mine = targets(position.free, position.mine)
        theirs = targets(position.free, position.theirs)
        return popcount(mine) - popcount(theirs ^ (theirs & mine))

    return evaluate


@heuristic("isolation", antisymmetric=False)
def guaranteed_moves_as_coded(game: Game) -> Evaluate:
    """The moves of the player to move: the original discounted all of the other's by mistake."""
    targets = moves(game)

    def evaluate(position: Position) -> int:
        return popcount(targets(position.free, position.mine))

    return evaluate


@heuristic("isolation")
def reachable_spaces(game: Game) -> Evaluate:
    """Cells that I can ever reach if the other never moves, minus those that they can."""
    reachable = flood(game)

    def evaluate(position: Position) -> int:
        free, mine, theirs = position
        return popcount(reachable(free, mine, free)) - popcount(reachable(free, theirs, free))

    return evaluate


@heuristic("isolation", antisymmetric=False)
def best_of_both(game: Game, switch: int = 12) -> Evaluate:
    """guaranteed_moves up to ply `switch`; then reachable_spaces, theirs limited by my next move.

    The player who is not to move reaches the cells that I can take next, but not beyond them.
    """
    targets, reachable = moves(game), flood(game)
    cells = game.parameters["rows"] * game.parameters["columns"]

    def evaluate(position: Position) -> int:
        free, mine, theirs = position
        taken = targets(free, mine)
        if cells - popcount(free) <= switch:
            others = targets(free, theirs)
            return popcount(taken) - popcount(others ^ (others & taken))
        through = free ^ taken
        return popcount(reachable(free, mine, free)) - popcount(reachable(free, theirs, through))

    return evaluate


@heuristic("isolation", antisymmetric=False, default=True)
def territory(game: Game) -> Evaluate:
    """Twice the cells that I reach in fewer moves than they, minus theirs; 1 for each tie.

    A tied cell is worth something to me, who moves first, and the other does not go on from it.
    """
    targets, one_move, nothing = moves(game), reach(game), nowhere(game)

    def evaluate(position: Position) -> int:
        free, mine, theirs = position
        my_edge, their_edge = targets(free, mine), targets(free, theirs)
        value, unclaimed = 0, free
        while (my_edge | their_edge) != nothing:
            tied = my_edge & their_edge
            their_edge ^= tied
            value += 2 * (popcount(my_edge) - popcount(their_edge)) - popcount(tied)
            unclaimed ^= my_edge | their_edge
            my_edge = one_move(free, my_edge) & unclaimed
            their_edge = one_move(free, their_edge) & unclaimed
        return value

    return evaluate
