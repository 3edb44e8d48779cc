"""The editor: a heuristic is written, checked, measured, and sent to play.

    text ──save──▶ heuristics/NAME.py ──▶ desk: tried ──▶ measured ──▶ play, race, grade it
                                                └──▶ a mistake, at its line

No file is replaced without a question. Nothing of the user's ever runs in this process, and where
code may not run, files are not even listed.
"""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from plyground.errors import BadParameter, BadText, PlygroundError
from plyground.experiments.plan import Experiment, checked
from plyground.experiments.records import GameRecord
from plyground.games import GAMES, Game, load_game
from plyground.heuristics import DEFAULTS
from plyground.heuristics.template import template
from plyground.text import parse, split_file
from plyground.views import write_folder as folder
from plyground.views.session import Home, Session, State, Ticket
from plyground.views.write_grading import GRADING, quickly_graded, why_ungraded
from plyground.views.write_race import standing
from plyground.views.writing import measured, raced, tried

TRYING, MEASURING = 10.0, 90.0
"""Seconds: a heuristic that takes longer for a few hundred positions never ends."""
DEPTH, DEEPEST, MOST_GAMES = 4, 12, 200

CLEARED: dict[str, Any] = {"check": None, "speed": None, "race": None, "grade": None,
                           "play": "", "lab": "", "busy": "", "problem": "", "question": None,
                           "said": ""}  # fmt: skip


class WriteSession(Session):
    """One editor."""

    view = "write"

    def __init__(self, home: Home, link: str) -> None:
        super().__init__(
            home,
            **CLEARED,
            link="",
            runs=home.runs_code,
            why_not=home.why_not,
            folder=str(folder.FOLDER.absolute()) if home.runs_code else "",
            files=folder.listed() if home.runs_code else [],
            games=list(GAMES),
            game="",
            ungraded="",
            name="",
            opened={},
            saved=0,
        )
        self._on_disk: tuple[str, str] | None = None
        """The file that is open, and its text when it was last read or written here."""
        self._checked = Path()
        self._working: Ticket | None = None
        self._experiment: Experiment | None = None
        self._records: list[GameRecord] = []
        self.state |= self._at(link)

    # --- files ------------------------------------------------------------------------------------

    def do_follow(self, link: str) -> None:
        """Another address."""
        self._stop()
        self.show(**self._at(link))

    def do_new(self, game: str) -> None:
        """Begin with a game's template, under a name that is free."""
        self._stop()
        self.show(**self._template(_built_in(game)))

    def do_game(self, game: str) -> None:
        """The same text for another game."""
        text = _built_in(game).text
        self._stop()
        self.show(game=text, ungraded=why_ungraded(text), link=self._link(text), **CLEARED)

    def do_open(self, name: str) -> None:
        self._may()
        found = self._file(name, self.state["game"])
        self._stop()
        self.show(**found)

    def do_save(self, name: str, text: str, over: bool = False) -> None:
        self._save(name, text, over, {"do": "save", "name": name, "text": text, "over": True})

    def do_keep(self) -> None:
        """The answer is no: nothing is replaced."""
        self.show(question=None)

    def do_rename(self, name: str, to: str) -> None:
        self._may()
        path, other = folder.path_of(name), folder.path_of(to)
        folder.rename(path, other)
        if self._on_disk and self._on_disk[0] == path.name:
            self._stop()
            self._on_disk = (other.name, self._on_disk[1])
            self.show(**CLEARED, name=other.name, link=self._link(self.state["game"]))
        self.show(files=folder.listed(), said=f"{path} is called {other} now")

    def do_delete(self, name: str) -> None:
        self._may()
        path = folder.path_of(name)
        folder.delete(path)
        if self._on_disk and self._on_disk[0] == path.name:
            self._on_disk = None
        self.show(files=folder.listed(), said=f"{path} is deleted")

    def _at(self, link: str) -> State:
        """What an address names; if that cannot be had, a template and the reason."""
        said = dict(parse_qsl(link))
        game, problem = load_game("connect_four"), ""
        try:
            game = _built_in(said.get("game") or game.text)
            if said.get("file"):
                self._may()
                return self._file(said["file"], game.text)
        except PlygroundError as error:
            problem = str(error)
        return self._template(game) | {"problem": problem}

    def _template(self, game: Game) -> State:
        self._on_disk = None
        name = folder.free_name(folder.listed() if self.home.runs_code else [])
        return self._opened(name, template(game), game.text)

    def _file(self, name: str, game: str) -> State:
        path = folder.path_of(name)
        self._on_disk = (path.name, folder.read(path))
        return self._opened(*self._on_disk, game)

    def _opened(self, name: str, text: str, game: str) -> State:
        number = self.state["opened"].get("number", 0) + 1
        opened = {"name": name, "text": text, "number": number}
        games = list(dict.fromkeys([*GAMES, game]))
        link = self._link(game)
        return CLEARED | {
            "opened": opened,
            "name": name,
            "game": game,
            "ungraded": why_ungraded(game),
            "games": games,
            "link": link,
        }

    def _link(self, game: str) -> str:
        return urlencode({"game": game} | ({"file": self._on_disk[0]} if self._on_disk else {}))

    def _save(self, name: str, text: str, over: bool, again: State) -> bool:
        """Whether the file is written; no if it would replace what nobody here has seen."""
        self._may()
        path = folder.path_of(name)
        if path.exists() and not over and self._on_disk != (path.name, folder.read(path)):
            same = self._on_disk is not None and self._on_disk[0] == path.name
            why = "has changed since it was opened here" if same else "exists already"
            self.show(question={"words": f"{path} {why}. Replace it?", "again": again})
            return False
        folder.save(path, text)
        self._stop()
        self._on_disk = (path.name, text)
        said = {"files": folder.listed(), "name": path.name, "said": f"saved as {path}"}
        link, saved = self._link(self.state["game"]), self.state["saved"] + 1
        self.show(**CLEARED | said, link=link, saved=saved)
        return True

    def _may(self) -> None:
        if not self.home.runs_code:
            raise BadParameter(f"files are neither read nor run here: {self.home.why_not}")

    # --- checks -----------------------------------------------------------------------------------

    def do_check(self, name: str, text: str, function: str = "", over: bool = False) -> None:
        """Save, then try what was written."""
        again = {"do": "check", "name": name, "text": text, "function": function, "over": True}
        if not self._save(name, text, over, again):
            return
        self._checked = folder.path_of(name)
        self.show(busy="checking")
        asked = str(self._checked), self.state["game"], function
        self._working = self.ask(self._tried, tried, *asked, seconds=TRYING)

    def _tried(self, found: State) -> None:
        self.show(check=found, busy="" if found["mistake"] else "measuring")
        if not found["mistake"]:
            asked = str(self._checked), self.state["game"], found["function"]
            self._working = self.ask(self._measured, measured, *asked, seconds=MEASURING)

    def _measured(self, found: State) -> None:
        self.show(busy="")
        if found["mistake"]:
            self.show(check=self.state["check"] | {"mistake": found["mistake"]})
            return
        game, (mine, usual) = self.state["game"], self._agents(DEPTH)
        self.show(
            speed=found,
            play="/play#" + urlencode({"game": game, "second": mine}),
            lab="/lab#" + urlencode({"game": game, "agents": f"{mine};{usual}"}),
        )

    def fail(self, problem: str) -> None:
        """What the desk says, and what it may mean to the one who wrote it."""
        hint = ""
        if problem.startswith("stopped after") and self.state["busy"] == "grading":
            hint = ". The truth that was found is kept: grade it again, and it goes on from there"
        elif problem.startswith("stopped after"):
            hint = ". Does a loop in it never end?"
        elif "died" in problem:
            hint = ". Does it end its process, or take too much memory?"
        self._working = self._experiment = None
        self.show(problem=problem + hint, busy="")

    def _agents(self, depth: int) -> tuple[str, str]:
        """The heuristic that was checked, and the game's own, in the same search."""
        usual = DEFAULTS[load_game(self.state["game"]).name]
        mine = f"{self._checked.as_posix()}:{self.state['check']['function']}"
        return (
            f"alpha_beta(depth={depth}, heuristic={mine})",
            f"alpha_beta(depth={depth}, heuristic={usual})",
        )

    # --- a quick match ----------------------------------------------------------------------------

    def do_race(self, games: int = 40, depth: int = DEPTH) -> None:
        """Some games against the game's own heuristic, at the same depth."""
        self._passed("race")
        if games > MOST_GAMES or not 1 <= depth <= DEEPEST:
            raise BadParameter(f"games={games}, depth={depth}: here up to {MOST_GAMES} games can "
                               f"be played, to a depth from 1 to {DEEPEST}")  # fmt: skip
        asked = Experiment(self.state["game"], self._agents(depth), games)
        self._stop()
        self._experiment, self._records = checked(asked), []
        self.show(race=self._standing(), busy="racing", problem="")
        self._go_on()

    def do_stop(self) -> None:
        """No more of what is going on."""
        self._stop()
        self.show(busy="")

    def _stop(self) -> None:
        if self._working:
            self._working.cancel()
        self._working = self._experiment = None

    def _go_on(self) -> None:
        asked = self._experiment, len(self._records)
        self._working = self.ask(self._played, raced, *asked, seconds=MEASURING)

    def _played(self, records: list[GameRecord]) -> None:
        assert self._experiment
        self._records += records
        over = len(self._records) >= self._experiment.games
        self.show(race=self._standing(), busy="" if over else "racing")
        if not over:
            self._go_on()

    def _standing(self) -> State:
        assert self._experiment
        return standing(self._experiment, self._records, self.state["check"]["function"])

    def _passed(self, what: str) -> None:
        self._may()
        if not self.state["speed"]:
            raise BadParameter(f"only a heuristic that has passed its check can {what}: check it")

    # --- a quick grade ----------------------------------------------------------------------------

    def do_grade(self) -> None:
        """Some positions, and what perfect play says about them."""
        self._passed("be graded")
        if self.state["ungraded"]:
            raise BadParameter(self.state["ungraded"])
        self._stop()
        self.show(grade=None, busy="grading", problem="")
        asked = str(self._checked), self.state["game"], self.state["check"]["function"]
        self._working = self.ask(self._graded, quickly_graded, *asked, seconds=GRADING)

    def _graded(self, found: State) -> None:
        self.show(grade=found, busy="")


def session(home: Home, given: State) -> WriteSession:
    """The editor at an address."""
    link = given.get("link") or ""
    if not isinstance(link, str):
        raise BadText("link should be text: what follows # in the address")
    return WriteSession(home, link)


def _built_in(text: str) -> Game:
    if split_file(parse(text).name)[0]:
        raise BadParameter(f"{text}: heuristics for a game of one's own are checked on the command "
                           "line: plyground analyze")  # fmt: skip
    return load_game(text)
