"""What happens of itself in a game: agents answer, moves are valued, answers are shown.

what was asked for is kept by its kind, one of each: asking again cancels the one before

move · hint · values · prepare (an agent gets ready while a human thinks) · opening (a long game
is replayed) · export
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from plyground.advice import how
from plyground.errors import BadText, IllegalMove
from plyground.games import Position
from plyground.views import thinking
from plyground.views.play_controls import controls
from plyground.views.play_link import LONGEST_GAME, Link
from plyground.views.play_opening import opened, replayed_steps, seated
from plyground.views.play_record import Step
from plyground.views.session import Home, Session, Ticket

VALUER = "advisor(seconds=1)"
AT_ONCE = 60
"""A game of more plies is replayed at the desk."""
MOST_VALUED = 2000


class GameSession(Session):
    """A record that is looked at, and who thinks about it."""

    def __init__(self, home: Home, link: Link) -> None:
        super().__init__(home, controls=controls(), busy=[], hint=None, valuing=False,
                         valuer=VALUER, replaced=0, said="", link="", written=None,
                         exported=None)  # fmt: skip
        self._asked: dict[str, Ticket | None] = {}
        self._paused = False
        self._valuing: Position = None
        self._aside: list[tuple[Step, thinking.Thought | None]] = []
        self._aside_from = 0
        self._open(link)

    def close(self) -> None:
        self._drop(*self._asked)

    # --- opening ----------------------------------------------------------------------------------

    def _open(self, link: Link) -> None:
        """Look at another game; whatever is wrong with it, nothing has changed yet."""
        record = opened(link, self.allow)
        valuer = seated(link.values, self.allow).text if link.values else self.state["valuer"]
        at_once = len(link.moves) <= AT_ONCE
        steps = self._steps(link) if at_once else []
        if at_once and link.at is not None and link.at > len(steps):
            raise BadText(f"at={link.at}: the game has plies 0 to {len(steps)}")
        self._drop(*self._asked)
        self.record, self._paused, self._aside = record, False, []
        self.state |= {"valuing": bool(link.values), "valuer": valuer}
        if at_once:
            self._fill(link, steps)
        else:
            self._ask("opening", partial(self._filled, link), replayed_steps,
                      record.table.game.text, link.position, link.moves)  # fmt: skip

    def _steps(self, link: Link) -> list[Step]:
        return replayed_steps(link.game, link.position, link.moves)

    def _fill(self, link: Link, steps: list[Step]) -> None:
        """The moves of a link, and what it says of them."""
        record = self.record
        for step in steps:
            record.append(step)
        record.at = record.plies if link.at is None else min(link.at, record.plies)
        if not record.table.over:
            record.table.resigned = link.resigned
        self._prepare()

    def _filled(self, link: Link, steps: list[Step]) -> None:
        self._fill(link, steps)
        self._refresh(f"{self.record.plies} plies; {self.record.table.status}")

    # --- asking -----------------------------------------------------------------------------------

    def _ask(self, kind: str, then: Callable[[Any], None], job: Callable[..., Any],
             *arguments: Any) -> None:  # fmt: skip
        """Ask the desk; there is one of each kind."""
        self._drop(kind)

        def answered(tell: Callable[[Any], None], what: Any) -> None:
            self._asked.pop(kind, None)
            tell(what)

        self._asked[kind] = None
        ticket = self.home.ask(partial(answered, then),
                               partial(answered, partial(self._failed, kind)),
                               job, *arguments)  # fmt: skip
        if kind in self._asked:
            self._asked[kind] = ticket

    def _drop(self, *kinds: str) -> None:
        for kind in kinds:
            ticket = self._asked.pop(kind, None)
            if ticket is not None:
                ticket.cancel()

    @property
    def _busy(self) -> list[str]:
        return [kind for kind in self._asked if kind != "prepare"]

    def _failed(self, kind: str, problem: str) -> None:
        record = self.record
        if kind == "move":
            self._paused = True
            turn = record.table.turn
            problem = f"{record.table.game.players[turn]}, {record.agents[turn]}: {problem}"
        valuing = self.state["valuing"] and kind != "values"
        self.show(problem=problem, busy=self._busy, valuing=valuing)

    # --- answers ----------------------------------------------------------------------------------

    def _moved(self, thought: thinking.Thought) -> None:
        record, table = self.record, self.record.table
        turn, position = table.turn, table.position
        if thought.move not in table.game.moves(position):
            raise IllegalMove(f"{record.agents[turn]} answers with a move that is not legal")
        name = record.append((position, thought.move), thought)
        self._refresh(f"{table.game.players[turn]} plays {name}; {table.status}", thought.problem)

    def _hinted(self, found: thinking.Hinted) -> None:
        name, words = found.move, f"{found.words}, {how(found.exact)}" if found.words else ""
        cells, also = self.state["cells"].get(name, []), list(found.also)
        hint = {"move": name, "cells": cells, "words": words, "also": also}
        as_good = f"; as good: {' '.join(also)}" if also else ""
        said = f"Hint: {name} {words}".strip() + as_good
        self.show(hint=hint, said=said, busy=self._busy)

    def _valued(self, position: Position, found: thinking.Valued) -> None:
        if len(self.record.valued) >= MOST_VALUED:
            self.record.valued.clear()
        self.record.valued[position] = found
        self._refresh(None)

    def _prepared(self, problem: str) -> None:
        if problem:
            self.show(problem=problem)

    # --- going on ---------------------------------------------------------------------------------

    def _refresh(self, said: str | None, problem: str = "") -> None:
        """Show what has changed, after whatever goes on of itself has begun."""
        seen = self._seen()
        changes = {name: new for name, new in seen.items() if new != self.state.get(name)}
        told = {} if said is None else {"said": said, "problem": problem, "hint": None}
        self.show(**changes, **told)

    def _seen(self) -> dict[str, Any]:
        self._go_on()
        valuer = self.state["valuer"] if self.state["valuing"] else ""
        return self.record.picture() | {
            "busy": self._busy,
            "link": self.record.link(valuer),
            "replaced": len(self._aside),
        }

    def _go_on(self) -> None:
        """An agent answers a human; positions are valued, the one in view first."""
        record, table = self.record, self.record.table
        if "opening" in self._asked:
            return
        waits = self._paused or not record.humans or record.plies >= LONGEST_GAME
        if not (waits or table.over or table.human_to_move or "move" in self._asked):
            self._think()
        if self.state["valuing"]:
            self._value_next()

    def _think(self) -> None:
        record = self.record
        question = record.question(record.agents[record.table.turn], record.plies)
        self._ask("move", self._moved, thinking.choose, question)

    def _prepare(self) -> None:
        """While a human thinks, the other gets ready."""
        record, table = self.record, self.record.table
        others = [text for player, text in enumerate(record.agents) if player not in record.humans]
        if others and not table.over and table.human_to_move:
            question = record.question(others[0], record.plies)
            self._ask("prepare", self._prepared, thinking.prepare, question)

    def _value_next(self) -> None:
        """Value the nearest position that nobody has valued, beginning with the one in view."""
        record = self.record
        last = record.plies + record.ongoing(record.plies)
        missing = [ply for ply in range(last) if record.position(ply) not in record.valued]
        if not missing:
            return
        ply = min(missing, key=lambda each: abs(each - record.at))
        if "values" in self._asked and (ply != record.at or self._valuing == record.shown):
            return
        self._valuing = record.position(ply)
        self._ask("values", partial(self._valued, self._valuing), thinking.values,
                  record.question(self.state["valuer"], ply))  # fmt: skip
