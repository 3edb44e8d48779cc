"""The truth about a small game, by looking at every position once.

Plain minimax over the game's own rules and nothing else: what faster solvers are tested against.
For games in which no position comes again.
"""

from plyground.errors import BadParameter
from plyground.games.game import ONGOING, Game, Position
from plyground.solve.oracle import Oracle, Truth

MOST_POSITIONS = 2_000_000


class Exhaustive(Oracle):
    """Remembers the value of every position it has seen, up to symmetry."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[Position, Truth] = {}

    def knows(self, position: Position) -> bool:
        return True

    def value(self, position: Position, seconds: float | None = None) -> Truth:
        rules = self.game.plain
        outcome = rules.outcome(position)
        if outcome != ONGOING:
            return Truth(outcome, 0)
        key = rules.canonical(position)
        if key not in self._known:
            self._known[key] = self._looked_at(key)
        return self._known[key]

    def _looked_at(self, position: Position) -> Truth:
        if len(self._known) >= MOST_POSITIONS:
            raise BadParameter(
                f"{self.game.text} has more than {MOST_POSITIONS:,} positions, too many to look at "
                "each"
            )
        rules = self.game.plain
        after = [rules.play(position, move) for move in rules.legal_moves(position)]
        return max((self.value(each).of_the_move() for each in after), key=lambda each: each.rank)
