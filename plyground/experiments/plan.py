"""What is to be played: an experiment, and the games it consists of. Pure and seeded.

    Experiment ──▶ pairings of agents ──▶ openings ──▶ assignments, numbered from 0

    number      0        1        2        3       …       each opening twice, sides swapped:
    opening     A        A        B        B       …       games 2 n and 2 n + 1 are pair n
    first       alpha    beta     alpha    beta    …

An assignment depends on the experiment and its own number alone, so that any worker may play any
game at any time.
"""

import hashlib
import itertools
import json
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from plyground.agents import load_agent
from plyground.bits import dice
from plyground.errors import BadFile, BadParameter, UnknownName
from plyground.experiments.openings import Opening, openings_for
from plyground.games import Game, load_game
from plyground.jit import interpreted
from plyground.solve import shared_oracle
from plyground.text import Call, parse, split_file

Kind: TypeAlias = Literal["round_robin", "gauntlet"]
Model: TypeAlias = Literal["normalized", "logistic"]


@dataclass(frozen=True)
class Experiment:
    """Everything that decides what is played. Two equal experiments have equal results."""

    game: str
    agents: tuple[str, ...]
    games: int = 100
    """Games between each two agents, an even number."""
    openings: str = "random(plies=4)"
    kind: Kind = "round_robin"
    """round_robin: everyone against everyone; gauntlet: the first against everyone else."""
    seed: int = 1
    repetitions: int = 3
    """A position that occurs so often is a draw; 0: no such rule."""
    quiet_plies: int = 100
    """So many plies in a row without a capture are a draw; 0: no such rule."""
    most_plies: int = 1000
    """A game of so many plies is a draw."""
    elo0: float | None = None
    elo1: float | None = None
    """The hypotheses of a sequential test between two agents, in normalized Elo."""
    seconds_per_move: float = 60.0
    """Who takes longer forfeits the game; a guard, not a budget."""
    megabytes: int = 4096
    """Memory that a worker may use; an agent that needs more forfeits the game."""
    adjudicate: bool = False
    """Whether a game ends, with its true result, as soon as the oracle knows that: what counts then
    is who reaches a won position, not who can win it."""
    files: tuple[str, ...] = ()
    """The user's files that it names, with fingerprints: an edited one is another experiment."""

    def __post_init__(self) -> None:
        if len(self.agents) < 2:
            raise BadParameter(f"a match needs two agents, but there is {len(self.agents)}")
        if self.games < 2 or self.games % 2:
            raise BadParameter(
                f"games={self.games} should be even and at least 2: each opening is played twice"
            )
        if self.kind not in ("round_robin", "gauntlet"):
            raise BadParameter(f"kind={self.kind} is not round_robin or gauntlet")
        if (self.elo0 is None) != (self.elo1 is None):
            raise BadParameter("a sequential test needs both elo0 and elo1")
        if self.elo0 is not None and self.elo1 is not None:
            if len(self.agents) != 2:
                raise BadParameter("a sequential test is between two agents")
            if self.elo0 >= self.elo1:
                raise BadParameter(f"elo0={self.elo0:g} should be less than elo1={self.elo1:g}")
        for name in ("seed", "repetitions", "quiet_plies"):
            if getattr(self, name) < 0:
                raise BadParameter(f"{name}={getattr(self, name)} should not be negative")
        if self.most_plies < 1 or self.seconds_per_move <= 0 or self.megabytes < 64:
            raise BadParameter("most_plies, seconds_per_move and megabytes are too small")

    @property
    def identity(self) -> str:
        """A short name, equal for equal experiments."""
        return hashlib.sha256(self.as_json().encode()).hexdigest()[:12]

    def as_json(self) -> str:
        """All settings; of adjudication only where there is any, as before it could be had."""
        said = asdict(self)
        if not self.adjudicate:
            del said["adjudicate"]
        return json.dumps(said, sort_keys=True, ensure_ascii=False)

    @property
    def reproducible(self) -> bool:
        """Whether no agent thinks by the clock."""
        return not any("seconds=" in text for text in self.agents)


class Assignment(NamedTuple):
    """One game to be played."""

    number: int
    first: int
    """Which agent moves first, by its place in the experiment."""
    second: int
    opening: Opening
    seed: int


def checked(experiment: Experiment) -> Experiment:
    """The experiment with every text in its full form; what cannot be read is refused."""
    game = load_game(experiment.game)
    agents = tuple(load_agent(text).text for text in experiment.agents)
    twice = [text for number, text in enumerate(agents) if text in agents[:number]]
    if twice and len(agents) > 2:
        raise BadParameter(f"{twice[0]} is entered twice")
    for text in agents:
        if text == "human":
            raise BadParameter("a human can play with `plyground play`, not in a match")
    openings_for(game, experiment.openings, experiment.seed, 1)
    if experiment.adjudicate:
        _check_oracle(game)
    named = sorted(
        {each for text in (game.text, *agents, experiment.openings) for each in _files(parse(text))}
    )
    data = asdict(experiment) | {
        "game": game.text,
        "agents": agents,
        "files": tuple(f"{name} {_fingerprint(Path(name))}" for name in named),
    }
    return Experiment(**data)


def _check_oracle(game: Game) -> None:
    try:
        shared_oracle(game)
    except BadParameter as error:
        raise BadParameter(f"adjudicate: nobody knows the results of positions: {error}") from error


def _files(value: object) -> Iterator[str]:
    """The files that a text form names: ./mine.py:my_idea, or file=ballots.txt."""
    if not isinstance(value, Call):
        return
    file, _ = split_file(value.name)
    if file is not None:
        yield str(file)
    for name, inner in value.parameters.items():
        if name == "file":
            yield str(inner)
        elif isinstance(inner, str):
            yield from _files(Call(inner))
        yield from _files(inner)


def _fingerprint(path: Path) -> str:
    try:
        return hashlib.sha256(path.expanduser().read_bytes()).hexdigest()[:12]
    except OSError as error:
        raise BadFile(f"cannot read {path}: {error.strerror or error}") from error


def pairings(experiment: Experiment) -> list[tuple[int, int]]:
    """Who meets whom, by place."""
    places = range(len(experiment.agents))
    if experiment.kind == "gauntlet":
        return [(0, other) for other in places[1:]]
    return list(itertools.combinations(places, 2))


def assignments(experiment: Experiment) -> Iterator[Assignment]:
    """All games, in order; every pairing meets the same openings."""
    game = load_game(experiment.game)
    pairs = experiment.games // 2
    openings = openings_for(game, experiment.openings, experiment.seed, pairs)
    number = 0
    for first, second in pairings(experiment):
        for opening in openings:
            for sides in ((first, second), (second, first)):
                seed = interpreted(dice)(experiment.seed, number)
                yield Assignment(number, *sides, opening, seed)
                number += 1


def read_experiment(path: Path) -> Experiment:
    """The experiment of a TOML file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadFile(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path} cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise BadFile(f"{path} is not TOML: {error}") from error
    return experiment_of(data, str(path))


def experiment_of(data: dict[str, Any], where: str) -> Experiment:
    """The experiment of a mapping; unknown names and wrong kinds of values are refused."""
    known = {each.name: each for each in fields(Experiment)}
    kinds = {"games": int, "seed": int, "repetitions": int, "quiet_plies": int, "most_plies": int,
             "megabytes": int, "game": str, "openings": str, "kind": str,
             "elo0": (int, float, type(None)), "elo1": (int, float, type(None)),
             "seconds_per_move": (int, float), "agents": (list, tuple),
             "files": (list, tuple), "adjudicate": bool}  # fmt: skip
    for name, value in data.items():
        if name not in known:
            raise UnknownName(f"setting in {where}", name, known)
        kind: Any = kinds[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise BadParameter(f"{where}: {name} = {value!r} is of the wrong kind")
    for name in ("game", "agents"):
        if name not in data:
            raise BadParameter(f"{where}: {name} is missing")
    if not all(isinstance(text, str) for text in data["agents"]):
        raise BadParameter(f"{where}: agents should be a list of texts")
    lists = {"agents": tuple(data["agents"]), "files": tuple(data.get("files", ()))}
    return Experiment(**(data | lists))
