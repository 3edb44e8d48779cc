"""The session behind Play: a game between any two agents, either of them human.

    do: move name · look at · back · new game, first, second · players first, second · swap · resign
        step · stop · hint · values on, agent · setup text · restore · follow link · write · export

State, beside what Record.picture shows of the ply in view (play_record.py):

    controls   games, agents and heuristics there are, with their parameters
    busy       what the desk works on: "move", "hint", "values", "opening", "export"
    hint       {"move", "cells", "words", "also"} of the ply in view, or null
    valuing    whether moves are valued     valuer     who values them and gives hints
    replaced   how many moves the last one took the place of; `restore` brings them back
    said       what happened, in words      link       the address of this view (play_link.py)
    written    {"text", "number"}: the game as text, once asked for
    exported   {"text", "number"}: the replay as one file; sent once, not kept
"""

from typing import Any

from plyground.errors import BadParameter, BadText, IllegalMove, PlygroundError
from plyground.table import HUMAN
from plyground.views import play_link, thinking
from plyground.views.play_going import GameSession
from plyground.views.play_link import LONGEST_GAME, LONGEST_MOVE, Link, plain
from plyground.views.play_opening import seated, set_up
from plyground.views.play_replay import replay, replayable
from plyground.views.session import Home, Message, shortened

WHILE_OPENING = ("new", "follow", "stop")


def session(home: Home, given: dict[str, Any]) -> "Play":
    """The game that `given` or its link asks for; a broken link opens an ordinary one and says."""
    if "link" not in given:
        return Play(home, play_link.from_given(given))
    try:
        return Play(home, play_link.read(given["link"]))
    except PlygroundError as error:
        usual = Play(home, Link())
        usual.state["problem"] = f"the address could not be followed: {error}"
        return usual


class Play(GameSession):
    """One game, played and looked at."""

    view = "play"

    def __init__(self, home: Home, link: Link) -> None:
        super().__init__(home, link)
        self._number = 0
        self.state |= self._seen()

    def receive(self, message: Message) -> None:
        if "opening" in self._asked and message.get("do") not in WHILE_OPENING:
            raise IllegalMove("the game is still being opened")
        super().receive(message)

    # --- moves ------------------------------------------------------------------------------------

    def do_move(self, name: str, at: int | None = None) -> None:
        """A human's move at the ply in view; it takes the place of what was played there."""
        record, game = self.record, self.record.table.game
        text = plain(name, "a move", LONGEST_MOVE)
        if at is not None and at != record.at:
            raise IllegalMove(
                f"{text!r} was meant for ply {shortened(at)}, but ply {record.at} is in view"
            )
        if record.at == record.plies and record.table.over:
            raise IllegalMove(f"{text!r} cannot be played: {record.table.status}")
        mover = record.mover(record.at)
        if mover not in record.humans:
            raise IllegalMove(f"it is {game.players[mover]}'s turn: {record.agents[mover]} moves")
        self._room_for_one_more(record.at)
        step = record.shown, game.parse_move(record.shown, text)
        if record.at < record.plies and record.table.steps[record.at] == step:
            self.do_look(record.at + 1)
            return
        self._aside_from, self._aside = record.at, self._cut(record.at)
        played = record.append(step)
        self._paused = False
        self._refresh(f"{game.players[mover]} plays {played}; {record.table.status}")

    def do_look(self, at: int) -> None:
        """Show another ply."""
        if not 0 <= at <= self.record.plies:
            raise BadText(f"ply {shortened(at)}: the game has plies 0 to {self.record.plies}")
        self.record.at = at
        self._drop("hint")
        after = f"after {self.record.names[at - 1]}" if at else "the beginning"
        self._refresh(f"Ply {at}, {after}")

    def do_back(self) -> None:
        """Take back a resignation, or a human's last move and what came after it; between agents,
        one move."""
        record = self.record
        if record.table.resigned is not None:
            record.table.resigned = None
            self._refresh(f"Taken back; {record.table.status}")
            return
        own = [ply for ply in range(record.plies) if record.mover(ply) in record.humans]
        if not record.plies or (record.humans and not own):
            raise IllegalMove("there is no move of yours to take back")
        self._cut(own[-1] if own else record.plies - 1)
        self._aside, record.at = [], record.plies
        self._refresh(f"Taken back; {record.table.status}")

    def do_restore(self) -> None:
        """Bring back the moves that the last one took the place of."""
        if not self._aside:
            raise IllegalMove("there are no moves to bring back")
        dropped, self._aside = self._aside, []
        self._cut(self._aside_from)
        for step, thought in dropped:
            self.record.append(step, thought)
        self._refresh(f"{len(dropped)} moves are back; {self.record.table.status}")

    def do_resign(self) -> None:
        """The human to move, or the only one there is, gives up."""
        record, table = self.record, self.record.table
        if table.over:
            raise IllegalMove(f"nobody can resign: {table.status}")
        if not record.humans:
            raise IllegalMove("only a human can resign")
        self._drop("move", "hint")
        table.resigned = table.turn if table.turn in record.humans else record.humans[0]
        record.at = record.plies
        self._refresh(table.status)

    def _cut(self, ply: int) -> list[Any]:
        """Drop the moves from a ply on, and what is thought about what comes after them."""
        self._drop("move", "hint")
        return self.record.cut(ply)

    def _room_for_one_more(self, plies: int) -> None:
        if plies >= LONGEST_GAME:
            raise IllegalMove(f"a game may have {LONGEST_GAME:,} plies")

    # --- agents -----------------------------------------------------------------------------------

    def do_step(self) -> None:
        """Let the agent whose turn it is move."""
        record, table = self.record, self.record.table
        if table.over:
            raise IllegalMove(table.status)
        if table.human_to_move:
            raise IllegalMove(f"it is {table.game.players[table.turn]}'s turn: a human's")
        if "move" in self._asked:
            raise IllegalMove(f"{record.agents[table.turn]} is thinking already")
        self._room_for_one_more(record.plies)
        record.at, self._paused = record.plies, False
        self._think()
        self._refresh(None)

    def do_stop(self) -> None:
        """End all thinking; an agent waits until somebody says `step`."""
        self._paused = self._paused or "move" in self._asked
        self._drop(*self._asked)
        self.show(busy=[], said="Stopped")

    def do_hint(self) -> None:
        """Ask whoever values moves about the ply in view."""
        record = self.record
        if not record.may_move(record.at):
            raise IllegalMove(f"there is no hint to give: {self.state['status']}")
        question = record.question(self.state["valuer"], record.at)
        self._ask("hint", self._hinted, thinking.hint, question)
        self.show(busy=self._busy)

    def do_values(self, on: bool = True, agent: str | None = None) -> None:
        """Value every legal move, or stop doing so."""
        valuer = self.state["valuer"] if agent is None else seated(agent, self.allow).text
        if valuer == HUMAN:
            raise BadParameter("a human cannot value moves here: use an agent such as deepening")
        if valuer != self.state["valuer"]:
            self.record.valued.clear()
        self._drop("values")
        self.show(valuing=on, valuer=valuer)
        self._refresh("Moves are valued" if on else "Moves are not valued")

    # --- settings ---------------------------------------------------------------------------------

    def do_new(
        self, game: str | None = None, first: str | None = None, second: str | None = None
    ) -> None:
        """Another game, with the same settings where nothing else is said."""
        now = self._now()
        told = {"game": game, "first": first, "second": second}
        texts = {name: text for name, text in told.items() if text is not None}
        self._show_other(Link(**now._asdict() | texts | {"seed": now.seed + 1}))

    def do_players(self, first: str, second: str) -> None:
        """Other players at the same board."""
        agents = seated(first, self.allow), seated(second, self.allow)
        self._drop("move", "prepare")
        self.record.table.agents = agents
        self._paused = False
        self._prepare()
        self._refresh(f"{agents[0]} against {agents[1]}; {self.record.table.status}")

    def do_swap(self) -> None:
        """The players change sides."""
        first, second = self.record.agents
        self.do_players(second, first)

    def do_setup(self, text: str) -> None:
        """A position, drawn or in notation; a list of moves; or a whole game that was saved."""
        self._show_other(set_up(text, self._now(), self.allow))

    def do_follow(self, link: str) -> None:
        """The user has changed the address."""
        if link == self.state["link"]:
            return
        try:
            self._show_other(play_link.read(link))
        except PlygroundError:
            self.show(link=self.state["link"])
            raise

    def _now(self) -> Link:
        """The settings of this game, without its position and moves."""
        first, second = self.record.agents
        valuer = self.state["valuer"] if self.state["valuing"] else ""
        game, seed = self.record.table.game.text, self.record.seed
        return Link(game, first, second, seed=seed, values=valuer)

    def _show_other(self, link: Link) -> None:
        self._open(link)
        self.show(valuing=self.state["valuing"], valuer=self.state["valuer"])
        self._refresh(f"{self.record.table.game.text}; {self.record.table.status}")

    # --- to pass on -------------------------------------------------------------------------------

    def do_write(self) -> None:
        """Tell the game as text."""
        self._number += 1
        self.show(written={"text": self.record.table.save(), "number": self._number})

    def do_export(self) -> None:
        """Make a replay of the game."""
        self._ask("export", self._exported, replay, *replayable(self.record))
        self.show(busy=self._busy)

    def _exported(self, text: str) -> None:
        self._number += 1
        self.home.show({"exported": {"text": text, "number": self._number}})
        self.show(busy=self._busy)
