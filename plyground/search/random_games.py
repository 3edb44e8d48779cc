"""Random play: whole games of uniformly random legal moves, all in compiled code.

Game number n under a seed is always the same game, whatever was played before it and wherever it is
played (`Game.random_game` names its moves). So a run can be cut into pieces and counts add up.
"""

from collections.abc import Callable
from typing import NamedTuple

from plyground.bits import below, dice, rolled, scrambled
from plyground.games.game import DRAWN, ONGOING, WON, Game, Position
from plyground.jit import compiled


class Settings(NamedTuple):
    """Draws that depend on the history of a game; a match decides on them."""

    most_plies: int = 1000
    quiet_plies: int = 1000  # plies in a row without a capture


class Tally(NamedTuple):
    """What became of some games, for the player who moved first."""

    wins: int
    draws: int  # by the rules
    losses: int
    cut: int  # drawn by the settings
    plies: int  # in all games together

    def __add__(self, other: "Tally") -> "Tally":  # type: ignore[override]
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def random_mover(game: Game) -> Callable[[Position, int], int]:
    """Build random_move(position, shown): the legal move that scrambled dice show."""
    legal_moves = game.legal_moves

    @compiled
    def random_move(position: Position, shown: int) -> int:
        """Counts the moves, then walks past all of them: no branch for the processor to guess."""
        count = 0
        for _ in legal_moves(position):
            count += 1
        left = below(shown, count)
        chosen = -1
        for move in legal_moves(position):
            chosen = move if left == 0 else chosen
            left -= 1
        return chosen

    return random_move


def random_games(game: Game) -> Callable[[int, int, int, int, int], Tally]:
    """Build tally(seed, first, last, most_plies, quiet_plies) over the games first … last - 1."""
    play, outcome, captures = game.play, game.outcome, game.captures
    random_move, start = random_mover(game), game.start

    @compiled
    def tally(seed: int, first: int, last: int, most_plies: int, quiet_plies: int) -> Tally:
        wins = draws = losses = cut = plies = 0
        for number in range(first, last):
            state = dice(seed, number)
            position = start
            result = outcome(position)
            ply = quiet = 0
            while result == ONGOING and ply < most_plies and quiet < quiet_plies:
                state = rolled(state)
                move = random_move(position, scrambled(state))
                quiet = 0 if captures(move) else quiet + 1
                position = play(position, move)
                result = outcome(position)
                ply += 1
            plies += ply
            first_to_move = ply % 2 == 0
            if result == ONGOING:
                cut += 1
            elif result == DRAWN:
                draws += 1
            elif (result == WON) == first_to_move:
                wins += 1
            else:
                losses += 1
        return Tally(wins, draws, losses, cut, plies)

    return tally
