"""The form of a match or tournament: texts from a page, a link or a notebook ──▶ an experiment.

    form     {"game": "connect_four", "agents": ["mcts", "random"], "games": "100", …}   all texts
    checked  problems by field ("games", "agents.1"), the command line, how many games in all
    link     game=connect_four&agents=mcts%3Brandom&games=100 and whatever is not as usual

A form holds whatever was typed; only `check` says whether it can be played.
"""

import inspect
import os
import shlex
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints
from urllib.parse import parse_qs, urlencode

from plyground.agents import AGENTS, load_agent
from plyground.errors import BadParameter, BadText, PlygroundError
from plyground.experiments.openings import openings_for
from plyground.experiments.plan import Experiment, checked, pairings
from plyground.games import GAMES, load_game
from plyground.heuristics import HEURISTICS
from plyground.text import parse

Form = dict[str, Any]
CORES = os.cpu_count() or 1
LONGEST, MOST_AGENTS, MOST_GAMES = 2000, 24, 1_000_000
USUAL = Experiment("", ("", ""))


class Number(NamedTuple):
    """A field that holds a number."""

    whole: bool
    low: float
    high: float
    usual: float | None
    option: str = ""
    """Of the command line."""


NUMBERS = {
    "games": Number(True, 2, 100_000, USUAL.games, "--games"),
    "seed": Number(True, 0, 2**62, USUAL.seed, "--seed"),
    "elo0": Number(False, -2000, 2000, None),
    "elo1": Number(False, -2000, 2000, None),
    "repetitions": Number(True, 0, 1000, USUAL.repetitions, "--repetitions"),
    "quiet_plies": Number(True, 0, 100_000, USUAL.quiet_plies, "--quiet-plies"),
    "most_plies": Number(True, 1, 100_000, USUAL.most_plies, "--max-plies"),
    "seconds_per_move": Number(False, 0.01, 3600, USUAL.seconds_per_move, "--move-limit"),
    "workers": Number(True, 1, max(CORES, 2), CORES, "--workers"),
}
TEXTS = {"game": "connect_four", "openings": USUAL.openings, "kind": USUAL.kind}
START: Form = {
    **TEXTS,
    "agents": ["alpha_beta(depth=4)", "random"],
    **{name: "" if each.usual is None else f"{each.usual:g}" for name, each in NUMBERS.items()},
    "adjudicate": "",
}
YES = "yes"
"""What a form says of a switch that is on; else nothing."""


def form_of(given: Mapping[str, Any]) -> Form:
    """A form with what is given, which may be anything; the rest as usual."""
    form = dict(START)
    for name in START.keys() & given.keys():
        value = given[name]
        if name == "agents":
            if not isinstance(value, list | tuple) or len(value) > MOST_AGENTS:
                raise BadText(f"agents should be a list of at most {MOST_AGENTS} texts")
            form[name] = [_text(name, each) for each in value]
        else:
            form[name] = _text(name, value)
    return form


def _text(name: str, value: object) -> str:
    if value is None:
        return ""
    if name == "adjudicate":
        return YES if value in (True, YES) else ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise BadText(f"{name} should be a text or a number")
    text = f"{value:.15g}" if isinstance(value, float) else str(value)
    if len(text) > LONGEST:
        raise BadText(f"{name} has {len(text):,} characters: at most {LONGEST:,} are read")
    return text.strip()


def link_of(form: Form) -> str:
    """The form as it stands in an address; what is as usual is left out."""
    said = {name: form[name] for name in START if form[name] != START[name]}
    said |= {"game": form["game"], "agents": ";".join(form["agents"])}
    return urlencode(said)


def form_in(link: str) -> Form:
    """The inverse of `link_of`."""
    found = {name: values[-1] for name, values in parse_qs(link[:20_000]).items()}
    agents = [each for each in found.pop("agents", "").split(";") if each.strip()]
    return form_of(found | ({"agents": agents} if agents else {}))


class Checked(NamedTuple):
    """What a form comes to."""

    problems: dict[str, str]
    """By field: game, agents.0, …; what belongs to none of them is under `form`."""
    experiment: Experiment | None
    """None if there are problems."""
    workers: int
    command: str

    def shown(self) -> dict[str, Any]:
        """For the page."""
        ready = self.experiment
        planned = len(pairings(ready)) * ready.games if ready else 0
        return {"problems": self.problems, "command": self.command, "planned": planned,
                "reproducible": ready.reproducible if ready else True}  # fmt: skip


def check(form: Form, thorough: bool = False) -> Checked:
    """Read every field; `thorough` also builds the players, heuristics included.

    It may load files of the user's: a job for a process of its own.
    """
    problems: dict[str, str] = {}

    def tried(field: str, read: Callable[[], Any]) -> Any:
        try:
            return read()
        except PlygroundError as error:
            problems[field] = str(error)
        except RecursionError:
            problems[field] = "this is nested too deeply"
        return None

    numbers = {name: tried(name, partial(number, name, form[name])) for name in NUMBERS}
    workers = numbers.pop("workers") or CORES
    game = tried("game", lambda: load_game(form["game"]))
    for place, text in enumerate(form["agents"]):
        tried(f"agents.{place}", partial(_player, text, game if thorough else None))
    if game is not None:
        tried("openings", lambda: openings_for(game, form["openings"], 1, 1))
    if problems:
        return Checked(problems, None, workers, "")
    texts = {name: form[name] for name in ("game", "openings", "kind")}
    agents, adjudicate = tuple(form["agents"]), form["adjudicate"] == YES
    made = tried("form", lambda: _few_enough(
        checked(Experiment(**texts, agents=agents, adjudicate=adjudicate, **numbers))))  # fmt: skip
    if made is None:
        return Checked(_placed(problems), None, workers, "")
    return Checked({}, made, workers, command(made, workers))


def _player(text: str, game: Any) -> None:
    agent = load_agent(text)
    if agent.text == "human":
        raise BadParameter("a human can play in Play, not in a match")
    if game is not None:
        agent.player(game)


def _few_enough(experiment: Experiment) -> Experiment:
    planned = len(pairings(experiment)) * experiment.games
    if planned > MOST_GAMES:
        raise BadParameter(f"games={experiment.games:,} make {planned:,} in all: at most "
                           f"{MOST_GAMES:,} are played")  # fmt: skip
    return experiment


def _placed(problems: dict[str, str]) -> dict[str, str]:
    """A refusal of the whole that names its field goes there."""
    words = problems["form"]
    fields = {"games=": "games", "elo0=": "elo0", "a sequential test": "elo0", "kind=": "kind",
              "adjudicate": "adjudicate"}  # fmt: skip
    field = next((name for start, name in fields.items() if words.startswith(start)), "form")
    return {field: words}


def number(name: str, text: str) -> float | int | None:
    """The number in a field."""
    kind = NUMBERS[name]
    if not text and kind.usual is None:
        return None
    try:
        value = int(text) if kind.whole else float(text)
    except ValueError:
        value = float("nan")
    if not kind.low <= value <= kind.high:
        what = "a whole number" if kind.whole else "a number"
        raise BadParameter(f"{text!r} should be {what} from {kind.low:,g} to {kind.high:,.15g}")
    return value


def command(experiment: Experiment, workers: int) -> str:
    """The same on the command line."""
    duel = len(experiment.agents) == 2 and experiment.kind == "round_robin"
    words = ["plyground", "match" if duel else "tournament", experiment.game, *experiment.agents]
    if experiment.kind == "gauntlet":
        words.append("--gauntlet")
    if experiment.adjudicate:
        words.append("--adjudicate")
    values = vars(experiment) | {"workers": workers}
    for name, kind in NUMBERS.items():
        if kind.option and values[name] != kind.usual:
            words += [kind.option, f"{values[name]:.15g}"]
    if experiment.openings != USUAL.openings:
        words += ["--openings", experiment.openings]
    if experiment.elo0 is not None and experiment.elo1 is not None:
        words.append(f"--sprt={experiment.elo0:g},{experiment.elo1:g}")
    return shlex.join(words)


# --- what controls offer -------------------------------------------------------------------------


def choices() -> dict[str, Any]:
    """Games, agents and openings with their parameters, heuristics by game."""
    agents = {name: each for name, each in AGENTS.items() if name != "human"}
    return {
        "games": {name: _offered(each) for name, each in GAMES.items()},
        "agents": {name: _offered(each) for name, each in agents.items()},
        "heuristics": {game: list(found) for game, found in HEURISTICS.items()},
        "openings": ["random(plies=4)", "start", "all(plies=2)", "random(plies=8)"],
        "cores": CORES,
    }


def _offered(factory: Callable[..., Any]) -> dict[str, Any]:
    hints = get_type_hints(factory)
    parameters = [
        {"name": each.name, "usual": each.default, **_kind(hints[each.name])}
        for each in inspect.signature(factory).parameters.values()
    ]
    return {
        "about": (inspect.getdoc(factory) or "").split("\n")[0].replace("`", ""),
        "parameters": parameters,
    }


def _kind(hint: Any) -> dict[str, Any]:
    if get_origin(hint) is Literal:
        return {"kind": "choice", "choices": list(get_args(hint))}
    return {"kind": {int: "whole", float: "number", bool: "switch"}.get(hint, "text")}


def parts(text: str) -> dict[str, Any] | None:
    """Name and parameters of a text form, for the controls; None where it cannot be read."""
    try:
        call = parse(text)
    except (PlygroundError, RecursionError):
        return None
    plain = {
        name: value if isinstance(value, str | int | float) else str(value)
        for name, value in call.parameters.items()
    }
    return {"name": call.name, "parameters": plain}
