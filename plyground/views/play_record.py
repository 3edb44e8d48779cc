"""The game that a Play view looks at: a table, what was thought at it, and the ply in view.

    ply 0 ──name 0, thought 0──▶ ply 1 ──name 1, thought 1──▶ …      `at` is the ply in view

`picture` is what there is to see, as JSON values; nothing here takes time or asks anybody.
"""

from dataclasses import dataclass, field
from typing import Any

from plyground.advice import how
from plyground.games.game import ONGOING, Position
from plyground.search.results import in_words, plies_to_end
from plyground.table import HUMAN, Table
from plyground.views.play_controls import cells_of, form, legal_cells
from plyground.views.play_link import Link, written
from plyground.views.thinking import Question, Thought, Valued

FLATTEST = 50
"""A graph of evaluations reaches at least so far: small ones should look small."""
USUAL_TREE = "alpha_beta(depth=4)"

Step = tuple[Position, int]


@dataclass
class Record:
    """A table and the ply in view."""

    table: Table
    seed: int = 1
    names: list[str] = field(default_factory=list)
    thoughts: list[Thought | None] = field(default_factory=list)
    at: int = 0
    valued: dict[Position, Valued] = field(default_factory=dict)
    """What each move of a position is worth to who is to move there."""

    @property
    def plies(self) -> int:
        return len(self.table.steps)

    @property
    def agents(self) -> tuple[str, str]:
        first, second = self.table.agents
        return first.text, second.text

    @property
    def humans(self) -> list[int]:
        """The players who are human."""
        return [player for player, agent in enumerate(self.agents) if agent == HUMAN]

    @property
    def shown(self) -> Position:
        """The position in view."""
        return self.position(self.at)

    def position(self, ply: int) -> Position:
        return self.table.steps[ply][0] if ply < self.plies else self.table.position

    def mover(self, ply: int) -> int:
        return self.table.game.turn(self.position(ply))

    def append(self, step: Step, thought: Thought | None = None) -> str:
        """One more move; its name. Who looks at the last ply goes on looking at it."""
        follows = self.at == self.plies
        self.names.append(self.table.game.move_name(*step))
        self.thoughts.append(thought)
        self.table.steps.append(step)
        if follows:
            self.at = self.plies
        return self.names[-1]

    def cut(self, ply: int) -> list[tuple[Step, Thought | None]]:
        """Drop the moves from a ply on; they are returned, to be appended again perhaps."""
        dropped = list(zip(self.table.steps[ply:], self.thoughts[ply:], strict=True))
        for each in (self.table.steps, self.names, self.thoughts):
            del each[ply:]
        self.at, self.table.resigned = min(self.at, ply), None
        return dropped

    def question(self, agent: str, ply: int) -> Question:
        """What to ask an agent about a ply."""
        table = self.table
        before = Table(table.game, table.agents, table.start, table.draws, table.steps[:ply])
        past = tuple(before.past())
        return Question(table.game.text, agent, self.position(ply), past, ply, self.seed)

    def ongoing(self, ply: int) -> bool:
        """Whether the rules allow a move at a ply."""
        return bool(self.table.game.plain.outcome(self.position(ply)) == ONGOING)

    def may_move(self, ply: int) -> bool:
        """Whether a human may make a move at a ply."""
        ended = ply == self.plies and self.table.over
        return not ended and self.mover(ply) in self.humans

    def link(self, values: str) -> str:
        """The address of this view."""
        table = self.table
        fresh = table.start == table.game.start
        return written(
            Link(
                table.game.text,
                *self.agents,
                "" if fresh else table.game.position_name(table.start),
                tuple(self.names),
                None if self.at == self.plies else self.at,
                table.resigned,
                self.seed,
                values,
            )
        )

    def picture(self) -> dict[str, Any]:
        """What there is to see at the ply in view."""
        table, game, position = self.table, self.table.game, self.shown
        board, last = game.svg(position), self.at == self.plies
        return {
            "game": game.text,
            "rules": game.rules,
            "players": list(game.players),
            "forms": [form(text) for text in (game.text, *self.agents)],
            "humans": self.humans,
            "moves": list(self.names),
            "at": self.at,
            "turn": game.turn(position),
            "board": board,
            "drawn": game.show(position),
            "position": game.position_name(position),
            "cells": legal_cells(game, position, board) if self.may_move(self.at) else {},
            "last": cells_of(self.names[self.at - 1], board) if self.at else [],
            "status": table.status if last else game.status(position),
            "over": table.over,
            "result": table.result,
            "evaluations": self.evaluations(),
            "values": self.values(self.at),
            "valued": self.valued_how(self.at),
            "thought": self.thought_in_words(self.at),
            "behind": self.behind(),
        }

    def values(self, ply: int) -> dict[str, list[Any]] | None:
        """Each move's value, in words and as a number; None where nobody has looked."""
        found = self.valued.get(self.position(ply))
        if found is None:
            return None
        return {name: list(worth) for name, worth in found.worths.items()}

    def valued_how(self, ply: int) -> str:
        """exact or searched; empty where nobody has looked."""
        found = self.valued.get(self.position(ply))
        return how(found.exact) if found else ""

    def thought_in_words(self, ply: int) -> str:
        """What the agent thought that made the move to this ply."""
        thought = self.thoughts[ply - 1] if ply else None
        if thought is None or not thought.words:
            return ""
        certain = ", exact" if thought.exact else ""
        expected = f", expects {' '.join(thought.line[1:9])}" if thought.line[1:] else ""
        return (
            f"{thought.words}{certain}, depth {thought.depth}, {thought.nodes:,} nodes, "
            f"{thought.seconds:.2f} s{expected}"
        )

    def behind(self) -> dict[str, str]:
        """Whose tree leads to this ply, and from where it was grown."""
        ply = max(0, self.at - 1)
        own, other = self.agents[self.mover(ply)], self.agents[1 - self.mover(ply)]
        agent = next((each for each in (own, other) if each != HUMAN), USUAL_TREE)
        return {"position": self.table.game.position_name(self.position(ply)), "agent": agent}

    # --- evaluations, seen by the first player ----------------------------------------------------

    def evaluations(self) -> list[list[Any] | None]:
        """For each ply how good it is for the first player, from -1 to 1, and in words."""
        scores = [self._score(ply) for ply in range(self.plies + 1)]
        open_ones = [abs(each[0]) for each in scores if each and plies_to_end(each[0]) is None]
        largest = max(open_ones, default=0)
        found = [each and self._judged(*each, largest) for each in scores]
        if self.table.over:
            found[-1] = [self._final_share(), self.table.status]
        return found

    def _score(self, ply: int) -> tuple[int, bool] | None:
        """What the ply is worth to the first player, and whether that is certain."""
        known = self.valued.get(self.position(ply))
        thought = self.thoughts[ply] if ply < self.plies else None
        if known:
            score, exact = max(score for _, score in known.worths.values()), known.exact
        elif thought and thought.words:
            score, exact = thought.score, thought.exact
        else:
            return None
        return (-score if self.mover(ply) else score), exact

    def _judged(self, score: int, exact: bool, largest: int) -> list[Any]:
        if plies_to_end(score) is None:
            share = 0.9 * score / max(FLATTEST, largest)
            even = "a draw" if exact else "even"
            return [round(share, 3), f"{score:+d}" if score else even]
        winner = self.table.game.players[score < 0]
        return [1 if score > 0 else -1, in_words(abs(score)).replace("win", f"{winner} wins")]

    def _final_share(self) -> int:
        return {"1-0": 1, "0-1": -1}.get(self.table.result, 0)
