"""Pictures that stand still: what a view shows where nobody answers it.

what was asked for ──searched and played here──▶ Still: drawings, and words for where none are seen
"""

import atexit
import functools
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from plyground.errors import BadParameter
from plyground.experiments.document import Figure
from plyground.experiments.match_report import section_of
from plyground.experiments.plan import Experiment, checked
from plyground.experiments.report_text import in_terminal
from plyground.experiments.runner import LocalWorkers, run
from plyground.experiments.store import Store
from plyground.experiments.summary import Summary, tally_of
from plyground.games import load_game
from plyground.heuristics import load_evaluation
from plyground.path_view import show, summary, svg
from plyground.pathfinders import load_pathfinder
from plyground.paths import Problem
from plyground.search.tree import recorded_tree
from plyground.tree_view import tree_svg
from plyground.views import play as play_view
from plyground.views import tree as tree_view
from plyground.views.session import State, Ticket

MOST_DRAWN = 60
"""Nodes of a tree that fit into a cell."""


@dataclass(frozen=True)
class Still:
    """Drawings and the same in words."""

    words: str
    drawings: tuple[str, ...] = ()
    note: str = ""
    caption: str = ""
    """What the drawings do not say."""

    def with_note(self, note: str) -> "Still":
        return replace(self, note=note)

    def __repr__(self) -> str:
        return "\n".join(filter(None, [self.words, self.note]))

    def _repr_html_(self) -> str:
        caption = f"<p>{escape(self.caption)}</p>" if self.caption else ""
        shown = caption + "".join(f"<div>{drawing}</div>" for drawing in self.drawings)
        words = "" if self.drawings else f"<pre>{escape(self.words)}</pre>"
        note = f"<p><small>{escape(self.note)}</small></p>" if self.note else ""
        return f"<div>{shown}{words}{note}</div>"


class Nowhere:
    """A home where nobody looks and nothing is done: sessions only read what they are given."""

    runs_code, why_not = True, ""

    def show(self, changes: State) -> None:
        pass

    def ask(self, *job: object, seconds: float | None = None) -> Ticket:
        return _Nothing()


class _Nothing:
    def cancel(self) -> None:
        pass


def play_still(given: dict[str, str]) -> Still:
    """The board as it stands before anybody moves."""
    return board_of(play_view.session(Nowhere(), given).state)


def board_of(state: State) -> Still:
    """The board in view of a Play session."""
    agents = " against ".join(form["text"] for form in state["forms"][1:])
    return Still(f"{state['game']}: {agents}\n{state['drawn']}", (state["board"],))


def tree_still(given: dict[str, str], deepest: int | None = None) -> Still:
    """The first plies and the best line of the tree that an agent's search leaves behind."""
    settings = tree_view.session(Nowhere(), given).state["settings"]
    depth = min(settings["depth"], deepest or settings["depth"])
    game = load_game(given["game"])
    position = game.parse_position(given["position"])
    evaluation = load_evaluation(game, settings["heuristic"])
    tree = recorded_tree(game, evaluation, position, depth, settings["pruning"] == "on")
    value = tree.words(int(tree.value[0]))
    return Still(
        f"{tree.title}: {tree.nodes:,} nodes, value {value}", (tree_svg(tree, MOST_DRAWN),)
    )


def search_still(problem: Problem, lanes: Sequence[str]) -> Still:
    """What each algorithm found, and what it looked at."""
    finders = [load_pathfinder(problem, lane) for lane in lanes]
    results = [finder.find(record=True) for finder in finders]
    texts = [
        f"{finder.text}: {summary(result)}\n{show(problem, result)}"
        for finder, result in zip(finders, results, strict=True)
    ]
    return Still("\n\n".join(texts), tuple(svg(problem, result) for result in results))


def run_of(state: State) -> Still:
    """How the match that a Lab session looks at stands."""
    own = state["link"].replace("=", "/")
    words = [f"{job['title']}: {_progress(job)}" for job in state["jobs"] if job["key"] == own]
    return Still("".join(words) or state["problem"] or "a match that has not begun")


def _progress(job: State) -> str:
    progress = job["progress"] or {"done": 0, "planned": 0}
    return f"{job['state']}, {progress['done']} of {progress['planned']} games"


@functools.cache
def workers() -> LocalWorkers:
    """Processes that play, kept from one match of a notebook to the next."""
    made = LocalWorkers(os.cpu_count() or 1)
    atexit.register(made.close)
    return made


def match_still(asked: State) -> Still:
    """Play it to its end; how it ended, with intervals."""
    try:
        experiment = checked(Experiment(**asked | {"agents": tuple(asked["agents"])}))
    except TypeError as error:
        raise BadParameter(f"a match has no such setting: {error}") from error
    with Store.open() as store:
        number = store.begin(experiment, "plyground.match")
        records = run(experiment, store, number, workers())
    known = {record.number: record for record in records}
    section = section_of(Summary(experiment, tally_of(experiment, known)))
    figures = [part.svg for part in section.parts if isinstance(part, Figure)]
    return Still(in_terminal(section), tuple(figures[:2]), caption=section.answer)
