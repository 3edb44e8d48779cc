"""A game in progress: whose turn it is, what was played, whether a rule of the match ends it.

table.play("11-15")  ·  table.answer()  ·  table.take_back()  ·  table.hint()  ·  table.values()
"""

from dataclasses import dataclass, field

from plyground.advice import Hint, Values, hint_by, values_by
from plyground.agents import Agent, load_agent
from plyground.errors import IllegalMove
from plyground.games import Game, Position, load_game
from plyground.games.game import DRAWN, ONGOING, WON
from plyground.games.transcript import Transcript, read, replayed, written
from plyground.players import Player
from plyground.search.deepening import Draws
from plyground.search.results import SearchResult

HUMAN = "human"
HINTS = "advisor(seconds=2, otherwise=deepening(seconds=1))"


@dataclass
class Table:
    """Two agents, of which either may be human, and the moves they have made."""

    game: Game
    agents: tuple[Agent, Agent]
    start: Position
    draws: Draws = field(default_factory=lambda: Draws(repetitions=3))
    steps: list[tuple[Position, int]] = field(default_factory=list)
    resigned: int | None = None
    """Who has resigned: 0 the first player, 1 the second."""

    def __post_init__(self) -> None:
        self._players: dict[int, Player] = {}

    @property
    def position(self) -> Position:
        if not self.steps:
            return self.start
        return self.game.plain.play(*self.steps[-1])

    @property
    def turn(self) -> int:
        return self.game.turn(self.position)

    @property
    def human_to_move(self) -> bool:
        return self.agents[self.turn].text == HUMAN

    @property
    def positions(self) -> list[Position]:
        """All positions so far, the present one last."""
        return [position for position, _ in self.steps] + [self.position]

    @property
    def repeated(self) -> bool:
        times = self.positions.count(self.position)
        return bool(self.draws.repetitions) and times >= self.draws.repetitions

    @property
    def over(self) -> bool:
        ongoing = self.game.plain.outcome(self.position) == ONGOING
        return self.resigned is not None or self.repeated or not ongoing

    @property
    def status(self) -> str:
        """Who is to move, or how it ended."""
        if self.resigned is not None:
            loser, winner = self.game.players[self.resigned], self.game.players[1 - self.resigned]
            return f"the game is over: {loser} resigned, {winner} has won"
        if self.repeated:
            return "the game is over: a draw by repetition"
        return self.game.status(self.position)

    @property
    def result(self) -> str:
        if self.resigned is not None:
            return ("0-1", "1-0")[self.resigned]
        outcome = self.game.plain.outcome(self.position)
        if self.repeated or outcome == DRAWN:
            return "1/2-1/2"
        if outcome == ONGOING:
            return "*"
        winner = self.turn if outcome == WON else 1 - self.turn
        return ("1-0", "0-1")[winner]

    def play(self, text: str) -> str:
        """Make the move that was typed; its full name."""
        if self.over:
            raise IllegalMove(self.status)
        position = self.position
        move = self.game.parse_move(position, text)
        self.steps.append((position, move))
        return self.game.move_name(position, move)

    def answer(self) -> tuple[str, SearchResult]:
        """Let the agent whose turn it is move."""
        turn = self.turn
        if turn not in self._players:
            self._players[turn] = self.agents[turn].player(self.game, self.draws)
        position = self.position
        result = self._players[turn].choose(position, self.past(), len(self.steps))
        self.steps.append((position, result.move))
        return self.game.move_name(position, result.move), result

    def past(self) -> list[Position]:
        """The positions since the last capture, the present one not included."""
        captures = self.game.plain.captures
        since = 0
        for at, (_, move) in enumerate(self.steps, 1):
            if captures(move):
                since = at
        return [position for position, _ in self.steps[since:]]

    def hint(self) -> Hint:
        """A best move, by perfect play where the game is solved, or what a strong agent plays."""
        return hint_by(self._advisor(), self.position, self.past(), len(self.steps))

    def values(self) -> Values:
        """What every legal move is worth, by whom hints are given."""
        found = values_by(self._advisor(), self.position)
        assert found is not None, f"{HINTS} can value moves"
        return found

    def _advisor(self) -> Player:
        return load_agent(HINTS).player(self.game, self.draws)

    def take_back(self) -> int:
        """Undo moves until a human is to move again; how many."""
        if not self.steps:
            raise IllegalMove("there is no move to take back")
        taken = 0
        self.resigned = None
        while self.steps and (taken == 0 or not self.human_to_move):
            self.steps.pop()
            taken += 1
        self._players.clear()
        return taken

    def names(self) -> list[str]:
        """The moves so far, in notation."""
        return [self.game.move_name(position, move) for position, move in self.steps]

    def save(self) -> str:
        """The game as text; `resumed` is the inverse."""
        fresh = self.start == self.game.start
        start = "" if fresh else self.game.position_name(self.start)
        players = (self.agents[0].text, self.agents[1].text)
        return written(
            self.game,
            Transcript(self.game.text, players, tuple(self.names()), start, self.result),
        )


def resumed(text: str) -> Table:
    """The table of a saved game, as it was left."""
    transcript = read(text)
    game = load_game(transcript.game)
    start = game.parse_position(transcript.position) if transcript.position else game.start
    agents = (load_agent(transcript.players[0]), load_agent(transcript.players[1]))
    return Table(game, agents, start, steps=replayed(game, transcript))
