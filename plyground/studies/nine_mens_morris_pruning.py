"""What pruning saves in Nine Men's Morris: positions visited to a depth, search by search.

minimax         b + b² + … + bᵈ
alpha-beta      in the game's own order, and with killers and history
best move first at least b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves (Knuth and Moore 1975)
"""

import random
from collections.abc import Callable, Mapping, Sequence
from math import exp, log, sqrt
from statistics import fmean

from plyground.agents import load_agent
from plyground.games import Game, load_game
from plyground.games.game import ONGOING
from plyground.games.nine_mens_morris import Position
from plyground.heuristics import load_evaluation
from plyground.search.minimax import minimax
from plyground.search.results import counters
from plyground.studies.lab import Lab
from plyground.studies.nine_mens_morris_runs import PHASES, PUBLISHED, Seen, phase_of

SEARCHES = ("minimax", "alpha_beta", "ordering")
PERFECT, ROOT = "best move first", "√(bᵈ)"
LEAST = "by theory the least is about 2 times √(bᵈ) at even depths, and √b times √(bᵈ) at odd ones"
Costs = Mapping[int, Mapping[str, float]]
"""Depth -> search -> positions visited, the geometric mean."""


def run_searches(lab: Lab, seen: Sequence[Seen]) -> dict[str, Costs]:
    """While placing, and while moving."""
    game = load_game("nine_mens_morris")
    return {phase: _costs(lab, game, seen, phase) for phase in PHASES[:2]}


def _costs(lab: Lab, game: Game, seen: Sequence[Seen], phase: str) -> Costs:
    """Positions visited by each search from positions of one phase, depth by depth."""
    fitting = [each.position for each in seen if phase_of(each.position) == phase]
    dice = random.Random(lab.seed)
    positions = dice.sample(fitting, min(len(fitting), lab.sized(8, 30)))
    ordered = best_first(game)
    found: dict[int, dict[str, float]] = {}
    shallower = [0] * len(positions)
    for depth in lab.each(
        range(1, 6 if lab.scale == "full" else 5), f"morris, pruning while {phase}"
    ):
        nodes = {name: _visited(game, name, depth, positions) for name in SEARCHES}
        nodes[PERFECT] = [ordered(position, depth) for position in positions]
        whole = nodes["minimax"]  # its last ply alone is bᵈ
        last = [each - before for each, before in zip(whole, shallower, strict=True)]
        found[depth] = {name: _geometric(each) for name, each in nodes.items()}
        found[depth][ROOT] = _geometric([sqrt(each) for each in last])
        shallower = whole
    return found


def _visited(game: Game, search: str, depth: int, positions: Sequence[Position]) -> list[int]:
    player = load_agent(f"{search}(depth={depth}, heuristic={PUBLISHED})").player(game)
    return [player.choose(position, (), 0, False).nodes for position in positions]


def _geometric(values: Sequence[float]) -> float:
    return exp(fmean(log(max(1, value)) for value in values))


def best_first(game: Game) -> Callable[[Position, int], int]:
    """Build visited(position, depth): alpha-beta that knows the best move of every position."""
    leaf = load_evaluation(game, PUBLISHED).leaf
    exact = minimax(game, leaf).value

    def value(position: Position, depth: int, alpha: int, beta: int) -> tuple[int, int]:
        """The value, and how many positions were visited for it, this one included."""
        if depth == 0 or game.plain.outcome(position) != ONGOING:
            return exact(position, 0, 0, counters()), 1
        after = [game.plain.play(position, move) for move in game.moves(position)]
        after.sort(key=lambda each: int(exact(each, depth - 1, 0, counters())))
        best, visited = -(1 << 40), 1
        for each in after:
            found, below = value(each, depth - 1, -beta, -max(alpha, best))
            best, visited = max(best, -found), visited + below
            if best >= beta:
                break
        return best, visited

    return lambda position, depth: value(position, depth, -(1 << 40), 1 << 40)[1] - 1
