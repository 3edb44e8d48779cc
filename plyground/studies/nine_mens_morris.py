"""Nine Men's Morris: an evaluation of four parts, and what pruning saves (SYSTEMS.md §4).

    weights      the published evaluation plays itself without one part, and with other weights
    branching    legal moves of every position of random games and of those games, by phase
    pruning      positions visited to a depth:

                 minimax ≥ alpha-beta ≥ with killers and history ≥ best move first ≈ √(bᵈ)

The source measured none of its three criteria: accuracy, efficiency, alignment.
"""

import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from math import atanh, exp, log, sqrt, tanh
from typing import NamedTuple

from plyground.agents import load_agent
from plyground.experiments.document import Claim, Figure, Part, Section, Table, Verdict
from plyground.experiments.numerals import Cell, with_interval
from plyground.experiments.plan import Experiment
from plyground.experiments.plots import Interval, intervals, lines
from plyground.experiments.records import GameRecord
from plyground.experiments.statistics import Estimate, strength, wilson
from plyground.experiments.summary import Summary
from plyground.games import Game, load_game
from plyground.games.game import ONGOING
from plyground.games.nine_mens_morris import Position
from plyground.heuristics import load_evaluation
from plyground.search.minimax import minimax
from plyground.search.results import counters
from plyground.studies.lab import Lab, listed

PUBLISHED = "phases"
VARIANTS = {
    "without pieces": "phases(pieces=0)",
    "without mills": "phases(mills=0)",
    "without potential mills": "phases(potential=0)",
    "without mobility": "phases(mobility=0)",
    "all weights 1": "phases(pieces=1, mills=1, potential=1)",
    "pieces 20": "phases(pieces=20)",
}
SURE = 1 - 0.05 / len(VARIANTS)
"""Each interval's confidence, so that all of them together have 95 %."""
DEPTH = 3
PHASES = ("placing", "moving", "flying")
SEARCHES = ("minimax", "alpha_beta", "ordering")
PERFECT, ROOT = "best move first", "√(bᵈ)"
LONGEST = 60
"""Plies that the chart of branching shows."""
FEWEST, MOST = 5, 20
"""The published range of the branching factor."""
LEVEL = 1.5
"""A factor that grows less than this in two plies, when bᵈ grows b²-fold, counts as constant."""


class Seen(NamedTuple):
    """A position on the way of a game, and what became of it."""

    ply: int
    position: Position
    moves: int
    points: float
    """Of the player to move: 1, ½ or 0; ½ where nobody kept score."""


Costs = Mapping[int, Mapping[str, float]]
"""Depth -> search -> positions visited, the geometric mean."""


def nine_mens_morris(lab: Lab) -> Section:
    """What the evaluation's parts are worth, how wide the game is, and what pruning saves."""
    match = _match(lab)
    game = load_game("nine_mens_morris")
    played = match.records[:: lab.sized(4, 30)]
    engine = [
        seen
        for record in lab.each(played, "morris, positions of the games")
        for seen in _along(game, record)
    ]
    chance = _random_positions(lab, game)
    costs = {phase: _costs(lab, game, engine, phase) for phase in PHASES[:2]}
    gains = {
        name: strength(match.pairs[0, place], SURE).elo for place, name in enumerate(VARIANTS, 1)
    }
    worth = [f"{name} {_words(each)}" for name, each in gains.items() if each.excludes(0)]
    return Section(
        title="Nine Men's Morris: weights, width and pruning",
        question="What is each part of the evaluation worth, how many moves has a position, and "
        "how close does alpha-beta come to √(bᵈ)?",
        answer=f"The published weights against others, in Elo: {listed(worth) or 'all level'}; a "
        f"position has {_range(engine + chance)} moves; the best move first comes close to √(bᵈ), "
        "alpha-beta in the game's own order does not.",
        parts=_parts(match, gains, engine, chance, costs),
        ledger=_ledger(gains, engine, [*engine, *chance], costs),
        command=f"plyground study nine_mens_morris --scale {lab.scale} --seed {lab.seed}",
    )


def _match(lab: Lab) -> Summary:
    """The published evaluation against itself with other weights, all to the same depth."""
    heuristics = (PUBLISHED, *VARIANTS.values())
    agents = tuple(f'alpha_beta(depth={DEPTH}, heuristic="{each}")' for each in heuristics)
    experiment = Experiment(
        "nine_mens_morris",
        agents,
        2 * lab.sized(12, 1000),
        "random(plies=6)",
        "gauntlet",
        quiet_plies=60,
    )
    return lab.play(experiment, "morris, weights by match play")


def _along(game: Game, record: GameRecord) -> list[Seen]:
    """The ongoing positions of a game."""
    position, found = game.start, []
    moves = (*record.opening, *record.moves)
    for ply, name in enumerate(moves):
        first = (ply - len(record.opening)) % 2 == 0
        points = record.points if first else 1 - record.points
        found.append(Seen(ply, position, len(game.moves(position)), points))
        position = game.plain.play(position, game.parse_move(position, name))
    return found


def _random_positions(lab: Lab, game: Game) -> list[Seen]:
    found = []
    for number in lab.each(range(lab.sized(20, 200)), "morris, random games"):
        position = game.start
        for ply, move in enumerate(game.random_game(lab.seed, number, 200)):
            found.append(Seen(ply, position, len(game.moves(position)), 0.5))
            position = game.plain.play(position, move)
    return found


def _phase(position: Position) -> str:
    """Of the player to move."""
    if position.my_hand:
        return PHASES[0]
    return PHASES[2] if position.mine.bit_count() == 3 else PHASES[1]


# --- what pruning saves --------------------------------------------------------------------------


def _costs(lab: Lab, game: Game, seen: Sequence[Seen], phase: str) -> Costs:
    """Positions visited by each search from positions of one phase, depth by depth."""
    fitting = [each.position for each in seen if _phase(each.position) == phase]
    dice = random.Random(lab.seed)
    positions = dice.sample(fitting, min(len(fitting), lab.sized(8, 30)))
    ordered = _best_first(game)
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
    return exp(statistics.fmean(log(max(1, value)) for value in values))


def _best_first(game: Game) -> Callable[[Position, int], int]:
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


# --- tables and charts ---------------------------------------------------------------------------


def _parts(
    match: Summary,
    gains: Mapping[str, Estimate],
    engine: Sequence[Seen],
    chance: Sequence[Seen],
    costs: Mapping[str, Costs],
) -> list[Part]:
    rows = [Interval(name, each.value, each.low, each.high) for name, each in gains.items()]
    widths = {"random games": _by_ply(chance), "engine games": _by_ply(engine)}
    bounds = {"published: 5": float(FEWEST), "published: 20": float(MOST)}
    return [
        _weights(match, gains),
        Figure(
            intervals(rows, "Elo of the published weights above the variant"),
            f"The published weights (4, 6, 3, 1) against others, alpha-beta to depth {DEPTH}.",
        ),
        _branching(engine, chance),
        Figure(
            lines(widths, "ply", "legal moves", references=bounds),
            "Legal moves by ply; men are placed until ply 18.",
        ),
        *(_pruning(phase, found) for phase, found in costs.items()),
        *(
            Figure(
                lines(_curves(found), "depth", "positions visited", log_y=True),
                f"Positions visited from positions where men are {phase}; geometric means.",
            )
            for phase, found in costs.items()
        ),
    ]


def _words(found: Estimate) -> str:
    return f"{found.value:+.0f} [{found.low:+.0f}, {found.high:+.0f}]"


def _range(seen: Sequence[Seen]) -> str:
    return f"{min(each.moves for each in seen)} to {max(each.moves for each in seen)}"


def _weights(match: Summary, gains: Mapping[str, Estimate]) -> Table:
    rows: list[list[Cell]] = [
        [name, VARIANTS[name], line.lost, line.drawn, line.won, _words(gains[name])]
        for name, line in zip(VARIANTS, match.lines[1:], strict=True)
    ]
    columns = ["variant", "evaluation", "published wins", "draws", "losses", "Elo of the published"]
    return Table(columns, rows, "Intervals have 95 % together.")


def _branching(engine: Sequence[Seen], chance: Sequence[Seen]) -> Table:
    rows: list[list[Cell]] = []
    for games, seen in (("random", chance), ("engine", engine)):
        for phase in PHASES:
            moves = [each.moves for each in seen if _phase(each.position) == phase]
            if moves:
                within = sum(FEWEST <= each <= MOST for each in moves) / len(moves)
                spread = f"{min(moves)}–{max(moves)}"
                rows.append(
                    [games, phase, len(moves), statistics.fmean(moves), spread, f"{within:.0%}"]
                )
    columns = ["games", "phase", "positions", "moves", "range", f"{FEWEST} to {MOST}"]
    return Table(columns, rows, "Legal moves a position.")


def _by_ply(seen: Sequence[Seen]) -> list[tuple[float, float]]:
    moves: dict[int, list[int]] = {}
    for each in seen:
        if each.ply < LONGEST:
            moves.setdefault(each.ply, []).append(each.moves)
    return [(float(ply), statistics.fmean(found)) for ply, found in sorted(moves.items())]


def _pruning(phase: str, costs: Costs) -> Table:
    names = (*SEARCHES, PERFECT, ROOT)
    rows: list[list[Cell]] = [
        [depth, *(found[name] for name in names), found[PERFECT] / found[ROOT]]
        for depth, found in costs.items()
    ]
    caption = f"Positions visited while {phase}, geometric means; bᵈ is minimax's last ply."
    return Table(["depth", *names, "best first / √(bᵈ)"], rows, caption)


def _curves(costs: Costs) -> dict[str, list[tuple[float, float]]]:
    names = (*SEARCHES, PERFECT, ROOT)
    return {name: [(float(depth), found[name]) for depth, found in costs.items()] for name in names}


# --- the ledger ----------------------------------------------------------------------------------


def _ledger(
    gains: Mapping[str, Estimate],
    engine: Sequence[Seen],
    everywhere: Sequence[Seen],
    costs: Mapping[str, Costs],
) -> list[Claim]:
    return [
        _claim_weights(gains),
        _claim_accuracy(engine),
        _claim_efficiency(costs),
        _claim_alignment(gains),
        _claim_root(costs),
        _claim_width(everywhere),
    ]


def _claim_weights(gains: Mapping[str, Estimate]) -> Claim:
    others = {name: each for name, each in gains.items() if not name.startswith("without")}
    worse = [name for name, each in others.items() if each.high < 0]
    told = (
        f"{listed(worse)} would have been better" if worse else "none of ours is told to be better"
    )
    return Claim(
        "§4",
        "the weights 4, 6, 3, 1 were chosen by empirical testing",
        "no test was shown",
        f"Elo of the published weights above {_listed(others)}",
        Verdict.UNMEASURED,
        f"because no other weights and no games are reported; {told}",
    )


def _listed(gains: Mapping[str, Estimate]) -> str:
    return listed(f"{name} {_words(each)}" for name, each in gains.items())


def _claim_accuracy(engine: Sequence[Seen]) -> Claim:
    """How the evaluation goes along with results, once in each game: right after the placing."""
    evaluate = load_evaluation(load_game("nine_mens_morris"), PUBLISHED).plain
    seen = [each for each in engine if each.ply == 18]
    values = [float(evaluate(each.position)) for each in seen]
    points = [each.points for each in seen]
    found = "too few games"
    if len(seen) > 3 and len(set(values)) > 1 and len(set(points)) > 1:
        value = statistics.correlation(values, points)
        middle, reach = atanh(min(max(value, -0.999), 0.999)), 1.96 / sqrt(len(seen) - 3)
        found = f"r = {value:.2f} [{tanh(middle - reach):.2f}, {tanh(middle + reach):.2f}]"
    return Claim(
        "§4",
        "evaluation accuracy: the heuristic value correlates with winning chances",
        "a criterion without a figure",
        f"{found} with the result, after the placing, in {len(seen)} games of the match",
        Verdict.UNMEASURED,
        "because it was only named; the exact grade, against the solved game, comes with the "
        "solver",
    )


def _claim_efficiency(costs: Mapping[str, Costs]) -> Claim:
    """What alpha-beta leaves out at the largest depth."""
    texts = []
    for phase, found in costs.items():
        depth, last = max(found), found[max(found)]
        saved = ", ".join(f"{name} {1 - last[name] / last['minimax']:.0%}" for name in SEARCHES[1:])
        texts.append(f"{phase}, depth {depth}: {saved}")
    return Claim(
        "§4",
        "search efficiency: alpha-beta visits fewer positions",
        "a criterion without a figure",
        f"saved of minimax's positions: {'; '.join(texts)}",
        Verdict.UNMEASURED,
        "because it was only named",
    )


def _claim_alignment(gains: Mapping[str, Estimate]) -> Claim:
    """Whether each part of the evaluation is worth having."""
    parts = {name: each for name, each in gains.items() if name.startswith("without")}
    useful = [name.removeprefix("without ") for name, each in parts.items() if each.low > 0]
    harmful = [name.removeprefix("without ") for name, each in parts.items() if each.high < 0]
    return Claim(
        "§4",
        "strategic alignment: pieces, mills, potential mills and mobility are what matters",
        "a criterion without a figure",
        f"Elo of the published weights above itself {_listed(parts)}",
        Verdict.UNMEASURED,
        f"because it was only named; worth having: {listed(useful) or 'none is proved'}; "
        f"better left out: {listed(harmful) or 'none is proved'}",
    )


def _claim_root(costs: Mapping[str, Costs]) -> Claim:
    """Whether positions visited per √(bᵈ) stay level from depth 2 to depth 4.

    Odd depths add a factor √b: the least is b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves (Knuth and Moore 1975).
    """
    names = (PERFECT, "ordering", "alpha_beta")
    ratios = {
        name: [tuple(found[depth][name] / found[depth][ROOT] for depth in (2, 4))
               for found in costs.values()]
        for name in names
    }  # fmt: skip
    texts = [
        f"{name} {' and '.join(f'{two:.1f} → {four:.1f}' for two, four in each)}"
        for name, each in ratios.items()
    ]
    level = all(four <= LEVEL * two for two, four in ratios[PERFECT])
    return Claim(
        "§4",
        "alpha-beta with perfect ordering visits O(√(bᵈ)) positions",
        "theory; no order was tried",
        f"times √(bᵈ), from depth 2 to 4, {' and '.join(costs)}: {'; '.join(texts)}",
        Verdict.HOLDS if level else Verdict.FAILS,
        f"with the best move first the factor {'stays level' if level else 'grows'}; the published "
        "search has no ordering",
    )


def _claim_width(seen: Sequence[Seen]) -> Claim:
    """Means by phase within the range, and how many positions lie outside it."""
    means = {
        phase: _mean([each.moves for each in seen if _phase(each.position) == phase])
        for phase in PHASES
        if any(_phase(each.position) == phase for each in seen)
    }
    outside = [phase for phase, each in means.items() if each.low > MOST or each.high < FEWEST]
    within = wilson(sum(FEWEST <= each.moves <= MOST for each in seen), len(seen))
    texts = [f"{name} {with_interval(*_ends(each))}" for name, each in means.items()]
    return Claim(
        "§4",
        f"the branching factor is {FEWEST} to {MOST}",
        f"{FEWEST}–{MOST}",
        f"means: {listed(texts)}; {within.value:.0%} of positions lie within, the range is "
        f"{_range(seen)}",
        Verdict.FAILS if outside else Verdict.HOLDS,
        f"not while {listed(outside)}"
        if outside
        else "the mean of each phase; single positions go beyond",
    )


def _mean(values: Sequence[float]) -> Estimate:
    """By the normal distribution: there are thousands of positions."""
    value = statistics.fmean(values)
    margin = 1.96 * statistics.pstdev(values) / sqrt(len(values))
    return Estimate(value, value - margin, value + margin)


def _ends(found: Estimate) -> tuple[float, float, float]:
    return found.value, found.low, found.high
