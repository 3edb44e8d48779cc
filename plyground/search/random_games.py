"""Random play: whole games of uniformly random legal moves, all in compiled code.

Game number n under a seed is always the same game, whatever was played before it and wherever it is
played: its dice start at scrambled(scrambled(seed) + n). So a run can be cut into pieces and counts
add up.
"""

from collections.abc import Callable
from typing import NamedTuple

from plyground.bits import FULL, below, scrambled
from plyground.games.game import DRAWN, ONGOING, WON, Game, Position
from plyground.jit import compiled

GOLDEN = 0x1E3779B97F4A7C15  # steps through all 62-bit numbers, far apart


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


def random_games(game: Game) -> Callable[[int, int, int, int, int], Tally]:
    """Build tally(seed, first, last, most_plies, quiet_plies) over the games first … last - 1."""
    legal_moves, play, outcome = game.legal_moves, game.play, game.outcome
    captures, start = game.captures, game.start

    @compiled
    def random_move(position: Position, dice: int) -> int:
        """Counts the moves, then takes the one the dice show."""
        count = 0
        for _ in legal_moves(position):
            count += 1
        left = below(dice, count)
        chosen = -1
        for move in legal_moves(position):
            chosen = move if left == 0 else chosen
            left -= 1
        return chosen

    @compiled
    def tally(seed: int, first: int, last: int, most_plies: int, quiet_plies: int) -> Tally:
        wins = draws = losses = cut = plies = 0
        for number in range(first, last):
            state = scrambled((scrambled(seed) + number) & FULL)
            position = start
            result = outcome(position)
            ply = quiet = 0
            while result == ONGOING and ply < most_plies and quiet < quiet_plies:
                state = (state + GOLDEN) & FULL
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


def one_random_game(game: Game, seed: int, number: int, most_plies: int) -> list[int]:
    """The moves of game `number` under `seed`, the same that `random_games` plays."""
    state = scrambled((scrambled(seed) + number) & FULL)
    position = game.start
    moves: list[int] = []
    legal = game.moves(position)
    while legal and len(moves) < most_plies:
        state = (state + GOLDEN) & FULL
        moves.append(legal[below(scrambled(state), len(legal))])
        position = game.plain.play(position, moves[-1])
        legal = game.moves(position)
    return moves
