"""Checkers: three evaluations against a random player (SYSTEMS.md §2).

published   ten games each, the agent first, a draw after 20 plies without a capture
here        many games each, both sides, limits of 20, 40 and 80 plies, and two agents:

corrected   a chain of jumps is one move, so sides alternate with every move
published   every jump is a move of its own; after one that must go on, the same side moves
            again, but the search believes that the other does:

            agent jumps     agent jumps on     opponent     what happens
                max             min               max       what the search computes
"""

import functools
import math
import random
import statistics
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from plyground.bits import lowest
from plyground.errors import PlygroundError
from plyground.experiments.document import Claim, Figure, Part, Section, Table, Verdict
from plyground.experiments.numerals import Cell, with_interval
from plyground.experiments.plan import Experiment, checked
from plyground.experiments.plots import Interval, Outcome, bars, intervals, outcome_bars
from plyground.experiments.statistics import Estimate, mean, median, wilson
from plyground.experiments.summary import Summary
from plyground.games import Game
from plyground.games.checkers import (
    BOARD,
    CROWNING,
    JUMP,
    Position,
    jumpers,
    step,
    steppers,
    turned,
)
from plyground.games.checkers_text import bit
from plyground.heuristics.checkers import board_control, king_count, piece_count
from plyground.jit import compiled
from plyground.studies.lab import Lab, listed

HEURISTICS = ("piece_count", "king_count", "board_control")
LIMITS = (20, 40, 80)
REPORTED = {"piece_count": (8, 2, 0), "king_count": (4, 5, 1), "board_control": (5, 5, 0)}
REPORTED_MOVES = {"piece_count": 26, "king_count": 34, "board_control": 35}
DEPTH = 4
CORRECTED = f"alpha_beta(depth={DEPTH}, heuristic={{}})"
PUBLISHED = f"{__file__}:published(heuristic={{}})"


class Sample(NamedTuple):
    """The games of one agent on one side."""

    outcome: Outcome
    moves: list[int]
    """Of the agent, game by game, as are the positions it visited and its seconds."""
    jumps: list[int]
    """The same moves, each jump of a chain counted by itself, as the published games did."""
    positions: list[int]
    seconds: list[float]

    @property
    def wins(self) -> Estimate:
        return wilson(self.outcome.wins, self.outcome.games)


Samples = Mapping[str, Sample]
"""By heuristic."""


def checkers(lab: Lab) -> Section:
    """Which evaluation beats a random player best, and what ten games can say about it."""
    runs = {
        limit: _played(lab, CORRECTED, limit, lab.sized(60 if limit == 20 else 20, 300))
        for limit in LIMITS
    }
    first = {limit: _samples(run, True) for limit, run in runs.items()}
    second = {limit: _samples(run, False) for limit, run in runs.items()}
    flawed = _flawed(lab)
    best = max(HEURISTICS, key=lambda name: first[20][name].wins.value)
    wins = [f"{name} {_percent(first[20][name].wins)}" for name in HEURISTICS]
    return Section(
        title="Checkers: three evaluations against chance",
        question="Which of piece count, king count and board control wins most against a random "
        "player, with how many moves and how much searching?",
        answer=f"{best} wins most; shares of wins at the published limit, agent first: "
        f"{listed(wins)}. Hardly anybody loses to a random player: what differs is how many games "
        "end in a draw by the limit.",
        parts=_parts(first, second, flawed),
        ledger=_ledger(lab, first[20], flawed[20]),
        command=f"plyground study checkers --scale {lab.scale} --seed {lab.seed}",
    )


def _played(lab: Lab, agent: str, limit: int, pairs: int) -> Summary:
    """Random against the agent with each heuristic, each pair with sides swapped."""
    kind = "published" if agent == PUBLISHED else "corrected"
    return lab.play(_experiment(agent, limit, pairs), f"checkers, limit {limit}, {kind} agent")


def _experiment(agent: str, limit: int, pairs: int) -> Experiment:
    agents = ("random", *(agent.format(name) for name in HEURISTICS))
    return Experiment(
        "checkers", agents, 2 * pairs, "start", "gauntlet", repetitions=0, quiet_plies=limit
    )


def _flawed(lab: Lab) -> dict[int, Samples]:
    """The published agent, moving first, by limit; none where its file cannot be named."""
    try:
        checked(_experiment(PUBLISHED, 20, 1))
    except PlygroundError:
        return {limit: {} for limit in LIMITS}
    return {
        limit: _samples(_played(lab, PUBLISHED, limit, lab.sized(quick, 300)), True)
        for limit, quick in ((20, 40), (40, 10), (80, 10))
    }


def _samples(run: Summary, first: bool) -> Samples:
    """What each heuristic's agent did where it moved first, or second."""
    found = {}
    for agent, name in enumerate(HEURISTICS, 1):
        records = [each for each in run.records if agent == (each.first if first else each.second)]
        points = [each.points if first else 1 - each.points for each in records]
        own = slice(0 if first else 1, None, 2)
        found[name] = Sample(
            Outcome(name, points.count(1), points.count(0.5), points.count(0)),
            [len(each.moves[own]) for each in records],
            [sum(max(1, move.count("x")) for move in each.moves[own]) for each in records],
            [sum(each.nodes[own]) for each in records],
            [sum(each.seconds[own]) for each in records],
        )
    return found


# --- tables and charts ---------------------------------------------------------------------------


def _parts(
    first: Mapping[int, Samples], second: Mapping[int, Samples], flawed: Mapping[int, Samples]
) -> list[Part]:
    published = [first[20][name] for name in HEURISTICS]
    rows = [each.outcome for each in published]
    rebuilt = flawed[20].items()
    rows += [each.outcome._replace(name=f"{name}, as published") for name, each in rebuilt]
    shares = [[samples[name].wins for name in HEURISTICS] for samples in first.values()]
    return [
        _outcomes(first, second, flawed),
        Figure(outcome_bars(rows), "Agent first, draw after 20 plies without a capture."),
        Figure(
            bars(
                HEURISTICS,
                [f"limit {limit}" for limit in first],
                [[100 * each.value for each in row] for row in shares],
                [[(100 * each.low, 100 * each.high) for each in row] for row in shares],
                unit="% won",
            ),
            "Share of games won by the agent that moves first, with 95 % intervals.",
        ),
        Figure(_lengths_chart(first), "Moves of the agent that moves first, with 95 % intervals."),
        _effort(first),
        *_durations(first[20]),
        "The published agent is rebuilt with its one fault: jumps of a chain are searched one by "
        "one, and the search takes every second one for the opponent's."
        if flawed[20]
        else "The published agent was not rebuilt: its file has a name with a space.",
    ]


def _lengths_chart(first: Mapping[int, Samples]) -> str:
    found = {
        f"{name}, limit {limit}": mean(first[limit][name].moves)
        for name in HEURISTICS
        for limit in LIMITS
    }
    rows = [Interval(name, each.value, each.low, each.high) for name, each in found.items()]
    return intervals(rows, "moves of the agent a game", None)


def _outcomes(
    first: Mapping[int, Samples], second: Mapping[int, Samples], flawed: Mapping[int, Samples]
) -> Table:
    rows: list[list[Cell]] = [
        [limit, name, agent, side, *sample.outcome[1:], _percent(sample.wins)]
        for limit in LIMITS
        for agent, side, samples in (
            ("corrected", "first", first[limit]),
            ("corrected", "second", second[limit]),
            ("published", "first", flawed[limit]),
        )
        for name, sample in samples.items()
    ]
    columns = ["limit", "heuristic", "agent", "moves", "wins", "draws", "losses", "won"]
    return Table(columns, rows, f"Alpha-beta to depth {DEPTH} against a random player.")


def _effort(first: Mapping[int, Samples]) -> Table:
    rows: list[list[Cell]] = [
        [limit, name, _with_interval(mean(each.moves)), _with_interval(mean(each.positions))]
        for limit, samples in first.items()
        for name, each in samples.items()
    ]
    columns = ["limit", "heuristic", "agent moves a game", "positions searched a game"]
    return Table(columns, rows, "Means with 95 % intervals; the agent moves first.", "rlrr")


def _durations(samples: Samples) -> list[Part]:
    """Thinking time; the only part that another run will not repeat."""
    found = {name: median([1000 * each for each in samples[name].seconds]) for name in HEURISTICS}
    rows = [[name, _with_interval(each)] for name, each in found.items()]
    values = [[each.value for each in found.values()]]
    bounds = [[(each.low, each.high) for each in found.values()]]
    chart = bars(HEURISTICS, ["agent"], values, bounds, unit="milliseconds a game")
    return [
        Table(["heuristic", "milliseconds"], rows, "Median thinking time a game, limit 20."),
        Figure(chart, "Median thinking time of the agent a game, limit 20, agent first."),
    ]


def _percent(found: Estimate) -> str:
    return f"{found.value:.0%} [{found.low:.0%}, {found.high:.0%}]"


def _with_interval(found: Estimate) -> str:
    return with_interval(found.value, found.low, found.high)


# --- the ledger ----------------------------------------------------------------------------------


def _ledger(lab: Lab, samples: Samples, flawed: Samples) -> list[Claim]:
    wins = {name: samples[name].wins for name in HEURISTICS}
    moves = {name: mean(samples[name].moves) for name in HEURISTICS}
    searched = {name: mean(samples[name].positions) for name in HEURISTICS}
    piece, control = HEURISTICS[0], HEURISTICS[2]
    won, effort, length = "games won", "positions a game (for seconds)", "agent's moves a game"
    return [
        _extreme("piece count wins most", "8 of 10; others 4, 5", won, wins, piece, 1),
        _extreme("piece count is the fastest", "< 2.5 s a game", effort, searched, piece, -1),
        _extreme("piece count needs the fewest moves", "26, 34, 35", length, moves, piece, -1),
        _extreme("board control is the slowest", "> 4.0 s a game", effort, searched, control, 1),
        *(_score(name, samples[name], flawed) for name in HEURISTICS),
        _lengths(flawed or samples),
        _center(),
        _ten_games(lab, samples),
        *([_fault(samples, flawed)] if flawed else []),
    ]


def _difference(one: Estimate, other: Estimate) -> Estimate:
    """Of two independent values, from the intervals of both (Newcombe 1998, method 10)."""
    value = one.value - other.value
    below = math.hypot(one.value - one.low, other.high - other.value)
    above = math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, value - below, value + above)


def _extreme(
    claim: str, reported: str, unit: str, found: Mapping[str, Estimate], name: str, sign: int
) -> Claim:
    """Whether one heuristic's value is above the others' (sign 1), or below them (sign -1)."""
    gaps = {each: _difference(found[name], found[each]) for each in found if each != name}
    ahead = [each for each, gap in gaps.items() if gap.excludes(0) and gap.value * sign > 0]
    behind = [each for each, gap in gaps.items() if gap.excludes(0) and gap.value * sign < 0]
    verdict = Verdict.FAILS if behind else Verdict.UNTOLD
    texts = [f"{each} {_words(value)}" for each, value in found.items()]
    apart = f"separated from {listed(ahead) or 'neither'}"
    return Claim(
        "§2",
        claim,
        reported,
        f"{unit}: {listed(texts)}",
        Verdict.HOLDS if len(ahead) == len(gaps) else verdict,
        f"{listed(behind)} {'does' if len(behind) == 1 else 'do'} better" if behind else apart,
    )


def _words(found: Estimate) -> str:
    return _percent(found) if found.high <= 1 else _with_interval(found)


def _score(name: str, corrected: Sample, flawed: Samples) -> Claim:
    """Whether the reported wins can come from the share that the published agent has."""
    wins, draws, losses = REPORTED[name]
    sample = flawed.get(name, corrected)
    gap = _difference(wilson(wins, 10), sample.wins)
    return Claim(
        "§2",
        f"{name} wins {wins}, draws {draws} and loses {losses} of ten games",
        f"{wins}-{draws}-{losses}",
        f"published agent {_score_words(sample)}; corrected agent {_score_words(corrected)}",
        Verdict.FAILS if gap.excludes(0) else Verdict.HOLDS,
        f"but {wins} wins in ten games say no more than {_percent(wilson(wins, 10))}",
    )


def _score_words(found: Sample) -> str:
    _, wins, draws, losses = found.outcome
    return f"{wins}-{draws}-{losses} of {found.outcome.games}, {_percent(found.wins)} won"


def _lengths(samples: Samples) -> Claim:
    """Whether means of ten games as reported can come from games as long as these."""
    found, far = [], []
    for name, reported in REPORTED_MOVES.items():
        jumps = samples[name].jumps
        noise = 1.96 * statistics.stdev(jumps) * math.sqrt(1 / 10 + 1 / len(jumps))
        found.append(f"{name} {_with_interval(mean(jumps))} (ten games: ± {noise:.0f})")
        if abs(statistics.fmean(jumps) - reported) > noise:
            far.append(name)
    return Claim(
        "§2",
        "the agent makes about 26, 34 and 35 moves a game, each jump counted",
        "26, 34, 35",
        listed(found),
        Verdict.FAILS if far else Verdict.HOLDS,
        f"too far off for ten games: {listed(far)}" if far else "within the noise of ten games",
    )


def _center() -> Claim:
    """The weights of the table, asked square by square."""
    lone = (Position(1 << bit(square, 1), 0, 0, 1) for square in range(1, 33))
    weights = dict(enumerate(map(board_control, lone), 1))
    center = [weights[square] for square in (10, 11, 14, 15, 18, 19, 22, 23)]
    own = [weights[square] for square in range(1, 9)]
    return Claim(
        "§2",
        "board control rewards the center",
        "claimed of its table",
        f"squares 1-8, the own back rows: {statistics.fmean(own):g} each; the eight squares of the "
        f"center: {statistics.fmean(center):g} on average, its middle rows {weights[14]}",
        Verdict.HOLDS if min(center) > max(own) else Verdict.FAILS,
        "by inspection: a man loses weight as he leaves home",
    )


def _ten_games(lab: Lab, samples: Samples) -> Claim:
    """How often ten games of each, drawn from ours, would put the three in the reported order."""
    dice, tries, right = random.Random(lab.seed), 2000, 0
    chances = {name: samples[name].wins.value for name in HEURISTICS}
    for _ in range(tries):
        piece, king, control = (sum(dice.random() < chances[name] for _ in range(10))
                                for name in HEURISTICS)  # fmt: skip
        right += piece > control > king
    gap = _difference(wilson(5, 10), wilson(4, 10))
    return Claim(
        "§2",
        "ten games each rank the three evaluations",
        "8 > 5 > 4 wins",
        f"at our shares of wins, ten games each show that order {right / tries:.0%} of the time; "
        f"5 wins minus 4 of 10 is {100 * gap.value:+.0f} points, "
        f"between {100 * gap.low:+.0f} and {100 * gap.high:+.0f}",
        Verdict.HOLDS if right / tries > 0.95 else Verdict.FAILS,
        "ten games cannot separate 50 % from 40 %",
    )


def _fault(samples: Samples, flawed: Samples) -> Claim:
    """The published agent, its one fault rebuilt, against the corrected one."""
    gaps = {name: _difference(samples[name].wins, flawed[name].wins) for name in HEURISTICS}
    texts = [
        f"{name} {100 * gap.value:+.0f} points [{100 * gap.low:+.0f}, {100 * gap.high:+.0f}]"
        for name, gap in gaps.items()
    ]
    costs = [name for name, gap in gaps.items() if gap.low > 0]
    gains = [name for name, gap in gaps.items() if gap.high < 0]
    return Claim(
        "§2",
        "the agent is minimax with alpha-beta, although it switches sides within a chain of jumps",
        "not noticed",
        f"wins of the corrected agent minus those of the published one: {listed(texts)}",
        Verdict.FAILS,
        "by inspection: after a jump that goes on it picks its own worst move; it is told to cost "
        f"wins with {listed(costs) or 'none'}, and to bring some with {listed(gains) or 'none'}",
    )


# --- the published agent -------------------------------------------------------------------------

LOST = -1000
Weights = tuple[int, int, int]


@compiled
def jumped(position: Position, piece: int, origin: int, direction: int) -> tuple[Position, int]:
    """One step or one jump of `origin`, and the piece that must jump on, seen by the same side.

    Piece is 0 where the turn ends, -1 where there is no such step; `piece` alone may move if any.
    """
    mine, theirs, kings, black = position
    empty = BOARD ^ mine ^ theirs
    over = 0
    ahead = step(origin, direction)
    if jumpers(mine, kings, theirs, empty):
        over = ahead & theirs
        ahead = step(over, direction)
    landing = ahead & empty
    if not landing or (direction > 1 and not origin & kings) or (piece and piece != origin):
        return position, -1
    crowned = 0 if origin & kings else landing & CROWNING
    royal = landing if crowned or origin & kings else 0
    kings = kings & ~(origin | over) | royal
    mine, theirs = mine ^ origin | landing, theirs ^ over
    on = jumpers(landing, kings, theirs, BOARD ^ mine ^ theirs) if over and not crowned else 0
    return Position(mine, theirs, kings, black), on


@functools.cache
def flawed_search() -> Callable[..., Any]:
    """Build best(position, piece, depth, 1, weights): origin and direction of the best step."""
    pieces, kings, control = map(compiled, (piece_count, king_count, board_control))

    @compiled
    def other(position: Position) -> Position:
        mine, theirs, kings, black = position
        return Position(turned(theirs), turned(mine), turned(kings), 1 - black)

    @compiled
    def evaluate(position: Position, weights: Weights) -> int:
        """One search for all three evaluations: two of the weights are 0."""
        return (
            weights[0] * pieces(position)
            + weights[1] * kings(position)
            + weights[2] * control(position)
        )

    @compiled
    def value(
        position: Position,
        piece: int,
        depth: int,
        alpha: int,
        beta: int,
        mine: int,
        highest: int,
        weights: Weights,
    ) -> int:
        """`mine`: whether the agent is to move; `highest`: whether the search believes so."""
        empty = BOARD ^ position.mine ^ position.theirs
        able = steppers(position.mine, position.kings, empty)
        if not able | jumpers(position.mine, position.kings, position.theirs, empty):
            return LOST if mine else -LOST
        if depth == 0:
            return evaluate(position if mine else other(position), weights)
        left = position.mine
        while left and alpha < beta:
            origin = left & -left
            left ^= origin
            for direction in range(4):
                after, on = jumped(position, piece, origin, direction)
                if on >= 0:
                    then = after if on else other(after)
                    turn = mine if on else 1 - mine
                    found = value(then, on, depth - 1, alpha, beta, turn, 1 - highest, weights)
                    alpha = max(alpha, found) if highest else alpha
                    beta = beta if highest else min(beta, found)
        return alpha if highest else beta

    @compiled
    def best(
        position: Position, piece: int, depth: int, highest: int, weights: Weights
    ) -> tuple[int, int]:
        """`highest` is 1; as a constant it would make the compiler build a second `value`."""
        chosen, most, left = (0, 0), 2 * LOST, position.mine
        while left:
            origin = left & -left
            left ^= origin
            for direction in range(4):
                after, on = jumped(position, piece, origin, direction)
                if on >= 0:
                    then, turn = (after, 1) if on else (other(after), 0)
                    score = value(then, on, depth - 1, most, -2 * LOST, turn, 1 - highest, weights)
                    if score > most:
                        chosen, most = (origin, direction), score
        return chosen

    return best


def published(game: Game, position: Position, heuristic: str = "piece_count") -> int:
    """The published agent: each jump is searched for by itself, sides switched by depth alone."""
    best = flawed_search()
    weights = tuple(int(name == heuristic) for name in HEURISTICS)
    captured, way, piece = 0, 1, 0
    while piece >= 0 and (way == 1 or piece):
        origin, direction = best(position, piece, DEPTH, 1, weights)
        after, piece = jumped(position, piece, origin, direction)
        captured |= position.theirs ^ after.theirs
        target = after.mine & ~(position.mine ^ origin)
        position, way = after, way << 2 | direction
    return way << 7 | (JUMP if captured else 0) | lowest(target)
