"""The referee: plays one game by the book. Here, and only here, time passes.

    opening ──▶ first moves, second moves, … ──▶ the rules end it: win, draw
                                                 the match does: repetition, quiet, length, and
                                                 adjudicated, if so agreed, once a result is known
                                                 an agent does: illegal, crash (it forfeits)

Players are built once and begin each game with nothing remembered, so that a game depends on its
assignment alone, whoever plays it and whatever was played before.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from plyground.advice import Advisor, PerfectPlayer
from plyground.agents import load_agent
from plyground.bits import FULL, scrambled
from plyground.errors import BadText, IllegalMove
from plyground.experiments.openings import position_after
from plyground.experiments.plan import Assignment, Experiment
from plyground.experiments.records import ADJUDICATED, DRAW, LOSS, WIN, GameRecord
from plyground.games import load_game
from plyground.games.game import DRAWN, LOST, ONGOING, WON, Position
from plyground.jit import interpreted
from plyground.players import Player
from plyground.search.deepening import Draws
from plyground.search.results import SearchResult
from plyground.solve import Oracle, shared_oracle

SCRAMBLED = interpreted(scrambled)
Thinking = Callable[[int, int], None]
"""Told before each move: the game's number and which agent thinks."""


class Referee:
    """Plays the games of one experiment."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.game = load_game(experiment.game)
        self.draws = Draws(experiment.repetitions, experiment.quiet_plies, experiment.most_plies)
        self.oracle = shared_oracle(self.game) if experiment.adjudicate else None
        if self.oracle is not None:
            self.oracle.prepare()  # before a clock runs
        self._players: dict[tuple[int, int], Player] = {}

    def player(self, agent: int, side: int) -> Player:
        """An agent at one side of the board, so that an agent can meet itself."""
        if (agent, side) not in self._players:
            text = self.experiment.agents[agent]
            player = load_agent(text).player(self.game, self.draws)
            if isinstance(player, PerfectPlayer | Advisor):
                player.prepare()
            self._players[agent, side] = player
        return self._players[agent, side]

    def play(
        self, assignment: Assignment, thinking: Thinking = lambda number, agent: None
    ) -> GameRecord:
        """Play one game to its end."""
        board = _Board(self, assignment)
        agents = (assignment.first, assignment.second)
        for side, agent in enumerate(agents):
            try:
                self.player(agent, side).begin(SCRAMBLED((assignment.seed + side) & FULL))
            except Exception as error:
                return board.forfeited(side, "crash", error)
        while not board.termination:
            if self.oracle is not None and board.adjudicated(self.oracle):
                break
            side = board.side
            thinking(assignment.number, agents[side])
            try:
                board.make(self.player(agents[side], side))
            except (IllegalMove, BadText) as error:
                return board.forfeited(side, "illegal", error)
            except Exception as error:
                return board.forfeited(side, "crash", error)
        return board.record()


class _Board:
    """A game as it goes."""

    def __init__(self, referee: Referee, assignment: Assignment) -> None:
        self.rules, self.limits, self.assignment = referee.game, referee.draws, assignment
        self.position = position_after(referee.game, assignment.opening)
        self.leader = self.rules.turn(self.position)
        """The player, by the game's own count, whose side the agent that moves first plays."""
        self.past: list[Position] = []
        self.seen: Counter[Any] = Counter()
        self.moves: list[str] = []
        self.thoughts: list[SearchResult] = []
        self.points, self.termination = DRAW, ""
        self._judge()

    @property
    def side(self) -> int:
        """Who is to move: 0 the agent that moved first, 1 the other."""
        return int(self.rules.turn(self.position) != self.leader)

    def make(self, player: Player) -> None:
        """Ask for a move and play it."""
        played = len(self.assignment.opening.moves) + len(self.moves)
        found = player.choose(self.position, self.past, played, False)
        self.moves.append(self.rules.move_name(self.position, found.move))
        self.thoughts.append(found)
        self.past = [] if self.rules.plain.captures(found.move) else [*self.past, self.position]
        self.position = self.rules.plain.play(self.position, found.move)
        self._judge()

    def _judge(self) -> None:
        """See whether the game is over, and how."""
        outcome = self.rules.plain.outcome(self.position)
        self.seen[self.position] += 1
        played = len(self.assignment.opening.moves) + len(self.moves)
        if outcome == DRAWN:
            self.termination = "draw"
        elif outcome != ONGOING:
            won = (outcome == WON) == (self.side == 0)
            self.points, self.termination = WIN if won else LOSS, "win"
        elif 0 < self.limits.repetitions <= self.seen[self.position]:
            self.termination = "repetition"
        elif 0 < self.limits.quiet_plies <= len(self.past):
            self.termination = "quiet"
        elif played >= self.limits.most_plies:
            self.termination = "length"

    def adjudicated(self, oracle: Oracle) -> bool:
        """End the game with its true result, if that is known within a blink: the same everywhere
        and at all times."""
        truth = oracle.value(self.position) if oracle.knows(self.position) else None
        if truth is None:
            return False
        for_the_first = truth.outcome if self.side == 0 else -truth.outcome
        self.points = {WON: WIN, DRAWN: DRAW, LOST: LOSS}[for_the_first]
        self.termination = ADJUDICATED
        return True

    def forfeited(self, side: int, termination: str, error: BaseException) -> GameRecord:
        """The record of a game that one side lost by its own fault."""
        self.points, self.termination = LOSS if side == 0 else WIN, termination
        return self.record(f"{type(error).__name__}: {error}".splitlines()[0][:300])

    def record(self, detail: str = "") -> GameRecord:
        number, first, second, opening, _ = self.assignment
        return GameRecord(
            number=number,
            first=first,
            second=second,
            position=opening.position,
            opening=opening.moves,
            moves=tuple(self.moves),
            points=self.points,
            termination=self.termination,
            detail=detail,
            nodes=tuple(each.nodes for each in self.thoughts),
            depths=tuple(each.depth for each in self.thoughts),
            seconds=tuple(round(each.seconds, 6) for each in self.thoughts),
        )
