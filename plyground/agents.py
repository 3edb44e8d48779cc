"""Agents: who plays. A frozen record of parameters whose text form parses back.

    random · human · minimax(depth=4, heuristic=piece_count) · alpha_beta(depth=6) · ordering ·
    transpositions · deepening(seconds=0.15, heuristic=improved) · deepening(nodes=200000) ·
    mcts(simulations=2000) · astar · perfect · advisor(seconds=2) · ./mine.py:my_agent(depth=3)

A function of a user's file is an agent too: def my_agent(game, position) -> a legal move, as the
game's number or in notation; parameters with defaults may follow.

`load_agent` reads a text form; `agent.player(game)` builds what thinks: an object with
`choose(position, past) -> SearchResult` that may remember things from move to move of one game.
"""

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from plyground.advice import Advisor, PerfectPlayer
from plyground.errors import BadParameter, UnknownName
from plyground.games.game import Game
from plyground.heuristics import load_evaluation
from plyground.jit import interpreted
from plyground.modules import load_module
from plyground.players import (
    AStarPlayer,
    EnginePlayer,
    FixedDepthPlayer,
    FunctionPlayer,
    MctsPlayer,
    Player,
    RandomPlayer,
)
from plyground.search.alpha_beta import alpha_beta
from plyground.search.connect_four_astar import AStar
from plyground.search.deepening import NO_DRAWS, Draws, Engine
from plyground.search.endgames import NO_ENDGAMES
from plyground.search.mcts_player import Mcts
from plyground.search.minimax import minimax
from plyground.search.ordering import ordering
from plyground.search.results import (
    Limits,
    Search,
)
from plyground.search.transpositions import transpositions
from plyground.solve import ORACLES, STORED, load_endgames, shared_oracle, solved
from plyground.text import Call, bind, defaults, differing, parse, split_file


@dataclass(frozen=True)
class Agent:
    """A way to play, by name and parameters."""

    text: str
    build: Callable[[Game, Draws], Player] = field(compare=False, repr=False)

    def player(self, game: Game, draws: Draws = NO_DRAWS) -> Player:
        """Sit down at a game, under the draws that the match has agreed on."""
        return self.build(game, draws)

    def __str__(self) -> str:
        return self.text


def load_agent(text: str) -> Agent:
    """The agent of a text form; wrong names and values are refused with the right ones."""
    call = parse(text)
    file, name = split_file(call.name)
    if file is not None:
        return _own(call, file, name)
    if call.name not in AGENTS:
        raise UnknownName("agent", call.name, AGENTS)
    factory = AGENTS[call.name]
    bound = bind(factory, call)
    build = factory(**bound)
    return Agent(str(Call(call.name, differing(factory, bound))), build)


def with_parameters(text: str, given: Mapping[str, object]) -> str:
    """An agent's text with parameters added that it takes and does not name itself."""
    call = parse(text)
    takes = defaults(AGENTS[call.name]) if call.name in AGENTS else {}
    added = {name: value for name, value in given.items() if name in takes}
    return str(Call(call.name, {**added, **call.parameters}))


Builder = Callable[[Game, Draws], Player]


def _own(call: Call, file: Path, name: str) -> Agent:
    """A function of a user's file as an agent."""
    module = vars(load_module(file))
    own = {each: value for each, value in module.items() if inspect.isfunction(value)}
    if name not in own:
        raise UnknownName(f"agent in {file}", name or "(none named)", own)
    function = own[name]
    needed = [each.name for each in inspect.signature(function).parameters.values()][:2]
    if len(needed) < 2:
        raise BadParameter(f"{name} in {file} should begin: def {name}(game, position)")
    given = Call(call.name, {**call.parameters, **dict.fromkeys(needed, "")})
    bound = {key: value for key, value in bind(function, given).items() if key not in needed}
    usual = defaults(function)
    said = {key: value for key, value in bound.items() if value != usual[key]}
    text = str(Call(call.name, said))
    return Agent(text, lambda game, draws: FunctionPlayer(game, function, bound))


# --- the agents -----------------------------------------------------------------------------------


def random_agent(seed: int = 1) -> Builder:
    """Any legal move, all equally likely."""
    return lambda game, draws: RandomPlayer(game, seed)


def human_agent() -> Builder:
    """You: moves are asked for at the board."""

    def build(game: Game, draws: Draws) -> Player:
        raise BadParameter("a human can play with `plyground play`, not here")

    return build


def minimax_agent(depth: int = 4, heuristic: str = "") -> Builder:
    """Every position to a depth."""
    return _fixed_depth(minimax, depth, heuristic)


def alpha_beta_agent(depth: int = 6, heuristic: str = "") -> Builder:
    """Minimax without what cannot matter, moves in the game's own order."""
    return _fixed_depth(alpha_beta, depth, heuristic)


def ordering_agent(depth: int = 6, heuristic: str = "") -> Builder:
    """Alpha-beta with killers and history."""
    return _fixed_depth(ordering, depth, heuristic)


def transpositions_agent(depth: int = 6, heuristic: str = "", table: int = 18) -> Builder:
    """Ordered alpha-beta with a transposition table of 2**table positions."""
    _in_range("transpositions", "table", table, 1, 28)
    return _fixed_depth(
        lambda game, leaf: transpositions(game, leaf, 1 << table), depth, heuristic, 1 << table
    )


def deepening_agent(
    depth: int = 0,
    nodes: int = 0,
    seconds: float = 0.0,
    heuristic: str = "",
    quiescence: bool = True,
    table: int = 20,
    endgames: str = "",
) -> Builder:
    """The engine: iterative deepening to a depth, a number of nodes or a time.

    With a folder of `endgames`, positions that its databases know are not searched.
    """
    for name, value in (("depth", depth), ("nodes", nodes), ("seconds", seconds)):
        if value < 0:
            raise BadParameter(f"deepening: {name}={value} should not be negative")
    _in_range("deepening", "table", table, 1, 28)
    limits = Limits(depth or None, nodes or None, seconds or None)
    if limits == Limits():
        limits = Limits(nodes=200_000)

    def build(game: Game, draws: Draws) -> Player:
        evaluation = load_evaluation(game, heuristic)
        known = load_endgames(game, endgames) if endgames else NO_ENDGAMES
        engine = Engine(game, evaluation, 1 << table, quiescence, draws, known)
        return EnginePlayer(engine, limits)

    return build


def mcts_agent(
    simulations: int = 0,
    seconds: float = 0.0,
    heuristic: str = "",
    cutoff: int = 200,
    exploration: float = 1.4,
    seed: int = 1,
) -> Builder:
    """UCT: random games from a growing tree; with a heuristic, games stop after `cutoff` plies."""
    budget = simulations or (None if seconds else 2000)

    def build(game: Game, draws: Draws) -> Player:
        evaluation = load_evaluation(game, heuristic) if heuristic else None
        thinker = Mcts(game, evaluation, budget, seconds or None, exploration, seed, cutoff)
        return MctsPlayer(thinker, evaluation.problem if evaluation else "")

    return build


def astar_agent() -> Builder:
    """Connect Four by A*: the cheapest line of own discs against a passing opponent."""
    return lambda game, draws: AStarPlayer(AStar(game))


def perfect_agent(store: str = "") -> Builder:
    """The truth: a best move by exact solution, in games that are solved.

    With the folder of a `store`, by the tables there.
    """
    return lambda game, draws: PerfectPlayer(shared_oracle(game, store))


def advisor_agent(seconds: float = 0.0, otherwise: str = "deepening", store: str = "") -> Builder:
    """The truth where it comes within a blink or `seconds`, elsewhere what another agent says.

    With the folder of a `store`, by the tables there.
    """
    if seconds < 0:
        raise BadParameter(f"advisor: seconds={seconds:g} should not be negative")
    if parse(otherwise).name == "advisor":
        raise BadParameter(f"advisor: otherwise={otherwise} should be an agent of another kind")
    other = load_agent(otherwise)

    def build(game: Game, draws: Draws) -> Player:
        perfect = PerfectPlayer(shared_oracle(game, store)) if solved(game) else None
        return Advisor(perfect, other.player(game, draws), seconds)

    return build


AGENTS: dict[str, Callable[..., Builder]] = {
    "random": random_agent,
    "human": human_agent,
    "minimax": minimax_agent,
    "alpha_beta": alpha_beta_agent,
    "ordering": ordering_agent,
    "transpositions": transpositions_agent,
    "deepening": deepening_agent,
    "mcts": mcts_agent,
    "astar": astar_agent,
    "perfect": perfect_agent,
    "advisor": advisor_agent,
}
ONLY_FOR: dict[str, Collection[str]] = {
    "astar": ("connect_four",),
    "perfect": tuple(name for name in ORACLES if name not in STORED),
}
"""Agents that cannot play every game from its start, just as they are, with those they can."""


def _fixed_depth(
    build_search: Callable[..., Search], depth: int, heuristic: str, slots: int = 0
) -> Builder:
    _in_range("a search", "depth", depth, 1, 100)

    def build(game: Game, draws: Draws) -> Player:
        evaluation = load_evaluation(game, heuristic)
        search = build_search(game, evaluation.leaf)
        if evaluation.problem:
            search = replace(search, best=interpreted(search.best))
        return FixedDepthPlayer(game, evaluation, search, depth, slots)

    return build


def _in_range(owner: str, name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise BadParameter(f"{owner}: {name}={value} should be from {low} to {high}")
