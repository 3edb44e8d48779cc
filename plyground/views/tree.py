"""The tree behind a move: minimax and alpha-beta written down, alone or side by side.

    agent, position ──▶ depth, heuristic, pruning ──▶ desk: records the search ──▶ trees, counts
                             ▲                                                        │
                             └────────────── the view changes them ◀──────────────────┘

    pruning   on: alpha-beta's tree · off: minimax's · both: the two beside each other

Agents that search in another way have no such tree; they are told apart in words, and alpha-beta
with their heuristic stands in.
"""

from typing import Any, Literal, NamedTuple, TypeAlias

from plyground.agents import AGENTS
from plyground.errors import BadParameter, BadText, UnknownName
from plyground.games import Game, Position, load_game
from plyground.heuristics import HEURISTICS, load_evaluation
from plyground.page import page
from plyground.search.tree import Comparison, compare, recorded_tree
from plyground.text import bind, parse, split_file
from plyground.tree_view import MOST_BOARDS, tree_data
from plyground.views.session import Home, Session, State, Ticket

MOST_SHOWN = 60_000
"""Nodes sent to the view; of a larger tree the first plies are."""
BOARDS_SHOWN = 200
"""Boards sent along; the others are asked for one at a time."""
DEEPEST = 100
STANDING_IN = 4
"""The depth at which alpha-beta stands in for an agent without one …"""
SHALLOW = 5
"""… and the largest, for those with one."""

Pruning: TypeAlias = Literal["on", "off", "both"]
OWN_TREE = {"minimax": "off", "alpha_beta": "on"}
NO_TREE = {
    "ordering": "ordering tries the moves in an order that it learns on the way",
    "transpositions": "transpositions keeps a table, in which branches of the tree meet",
    "deepening": "deepening searches depth after depth with a table and an order that it learns",
    "mcts": "mcts grows its tree by random games and knows no windows and no cut-offs",
    "astar": "astar plans its own moves as if nobody answered",
    "random": "random looks at no tree at all",
    "human": "how a human decides is not recorded",
}


class Question(NamedTuple):
    """Which search is to be seen, in text forms."""

    game: str
    position: str
    depth: int
    heuristic: str
    pruning: str


# --- jobs of the desk ----------------------------------------------------------------------------


def recorded(question: Question, most: int = MOST_SHOWN, boards: int = BOARDS_SHOWN) -> State:
    """The trees, their counts, and what has to be said about them."""
    game = load_game(question.game)
    position = game.parse_position(question.position)
    evaluation = load_evaluation(game, question.heuristic)
    searched = game, evaluation, position, question.depth
    found: State = {"counts": None}
    remarks = [evaluation.problem]
    if question.pruning == "both":
        trees = [recorded_tree(*searched, pruning=True)]
        try:
            found["counts"] = _counted(compare(*searched))
            trees.append(recorded_tree(*searched, pruning=False))
        except BadParameter as error:
            remarks.append(f"without pruning: {error}")
    else:
        trees = [recorded_tree(*searched, pruning=question.pruning == "on")]
    return found | {
        "trees": [tree_data(tree, most, boards) for tree in trees],
        "remark": "; ".join(filter(None, remarks)),
    }


def exported(question: Question, note: str) -> str:
    """The same as one file, with all the boards that a file has room for."""
    found = recorded(question, boards=MOST_BOARDS)
    settings = {"pruning": question.pruning}
    title = found["trees"][0]["title"]
    return page("tree", {"note": note, "settings": settings, "problem": "", **found}, title)


def _counted(found: Comparison) -> State:
    return {
        "pruned": found.alpha_beta.nodes,
        "whole": found.minimax.nodes,
        "ratio": found.ratio,
        "saved": found.saved,
    }


# --- the session ---------------------------------------------------------------------------------


class TreeSession(Session):
    """One tree that is being looked at."""

    view = "tree"

    def __init__(self, home: Home, game: Game, position: Position, settings: State, note: str,
                 ) -> None:  # fmt: skip
        super().__init__(
            home,
            game=game.text,
            position=game.position_name(position),
            heuristics=list(HEURISTICS.get(game.name, {})),
            settings=settings,
            note=note,
            remark="",
            trees=[],
            counts=None,
            board=None,
            busy=True,
            file=None,
        )
        self._game, self._position = game, position
        self._recording: Ticket | None = None

    @property
    def _question(self) -> Question:
        return Question(self.state["game"], self.state["position"], **self.state["settings"])

    def record(self) -> None:
        """Let the desk record the search that the settings name; an earlier wish is forgotten."""
        if self._recording:
            self._recording.cancel()
        self._recording = self.ask(self._recorded, recorded, self._question)

    def _recorded(self, found: State) -> None:
        self.show(**found, board=None, busy=False, problem="")

    def fail(self, problem: str) -> None:
        self.show(problem=problem, busy=False)

    def do_set(
        self,
        depth: int | None = None,
        heuristic: str | None = None,
        pruning: Pruning | None = None,
    ) -> None:
        """Another depth, heuristic or pruning."""
        given = {"depth": depth, "heuristic": heuristic, "pruning": pruning}
        changes = {name: value for name, value in given.items() if value is not None}
        if depth is not None:
            _check_depth(depth)
        if heuristic:
            self.allow(heuristic)
        self.show(settings=self.state["settings"] | changes, busy=True, problem="")
        self.record()

    def do_board(self, moves: list[str]) -> None:
        """The board after these moves from the root."""
        if len(moves) > DEEPEST:
            raise BadText(f"{len(moves)} moves: a tree has at most {DEEPEST} plies")
        position = self._position
        for name in moves:
            position = self._game.plain.play(position, self._game.parse_move(position, name))
        name = self._game.position_name(position)
        self.show(board={"moves": moves, "svg": self._game.svg(position), "position": name})

    def do_export(self) -> None:
        """Make one self-contained file; the view lets the user keep it."""
        self.show(busy=True)
        self.ask(self._exported, exported, self._question, self.state["note"])

    def _exported(self, html: str) -> None:
        self.show(file={"name": f"tree-{self._game.name}.html", "text": html}, busy=False)
        self.show(file=None)


def session(home: Home, given: State) -> TreeSession:
    """The tree of an agent's search in a position; the start's without one."""
    texts = {name: given.get(name) or "" for name in ("game", "position", "agent")}
    for name, text in texts.items():
        if not isinstance(text, str):
            raise BadText(f"{name}={text!r} should be a text")
    game = _own_game(texts["game"] or "connect_four")
    position = game.parse_position(texts["position"]) if texts["position"] else game.start
    agent = texts["agent"] or "alpha_beta"
    settings, note = _search_of(agent)
    made = TreeSession(home, game, position, settings, note)
    made.allow(agent)
    made.record()
    return made


def _own_game(text: str) -> Game:
    if split_file(parse(text).name)[0]:
        raise BadParameter(f"{text}: a game of one's own has its trees on the command line: "
                           "plyground analyze … --tree tree.html")  # fmt: skip
    return load_game(text)


def _search_of(agent: str) -> tuple[State, str]:
    """The settings that show an agent's search, and what to say if they are only like it."""
    call = parse(agent)
    if split_file(call.name)[0]:
        bound: dict[str, Any] = {}
        why = f"{call.name} decides in a function of its own"
    elif call.name not in AGENTS:
        raise UnknownName("agent", call.name, AGENTS)
    else:
        bound = bind(AGENTS[call.name], call)
        why = NO_TREE.get(call.name, "")
    depth = bound.get("depth", 0)
    settings = {
        "depth": min(depth or STANDING_IN, SHALLOW) if why else _check_depth(depth),
        "heuristic": bound.get("heuristic", ""),
        "pruning": OWN_TREE.get(call.name, "on"),
    }
    if not why:
        return settings, ""
    shown = "alpha-beta with the same heuristic" if settings["heuristic"] else "alpha-beta"
    return settings, f"{why}; so this is the tree of {shown}, to a depth of your choice"


def _check_depth(depth: int) -> int:
    if not 1 <= depth <= DEEPEST:
        raise BadParameter(f"depth={depth} should be from 1 to {DEEPEST}")
    return depth
