"""What the source of the checkers evaluations claimed, put to the test.

on evaluations    wins, moves and effort of the corrected agent at the published limit; one
                  evaluation is the best if intervals separate it from both others
on scores         the ten games reported, against many of the published agent
by inspection     what the table of squares and the agent's code say without any game
"""

import math
import random
import statistics
from collections.abc import Mapping

from plyground.experiments.document import Claim, Verdict
from plyground.experiments.statistics import Estimate, mean, wilson
from plyground.games.checkers import Position
from plyground.games.checkers_text import bit
from plyground.heuristics.checkers import board_control
from plyground.studies.checkers_published import HEURISTICS
from plyground.studies.checkers_runs import Sample, Samples
from plyground.studies.lab import Lab, listed
from plyground.studies.words import in_figures, in_percent

SECTION = "§2"
REPORTED = {"piece_count": (8, 2, 0), "king_count": (4, 5, 1), "board_control": (5, 5, 0)}
REPORTED_MOVES = {"piece_count": 26, "king_count": 34, "board_control": 35}


def ledger(lab: Lab, samples: Samples, flawed: Samples) -> list[Claim]:
    """Every claim of §2."""
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
        SECTION,
        claim,
        reported,
        f"{unit}: {listed(texts)}",
        Verdict.HOLDS if len(ahead) == len(gaps) else verdict,
        f"{listed(behind)} {'does' if len(behind) == 1 else 'do'} better" if behind else apart,
    )


def _words(found: Estimate) -> str:
    return in_percent(found) if found.high <= 1 else in_figures(found)


def _score(name: str, corrected: Sample, flawed: Samples) -> Claim:
    """Whether the reported wins can come from the share that the published agent has."""
    wins, draws, losses = REPORTED[name]
    sample = flawed.get(name, corrected)
    gap = _difference(wilson(wins, 10), sample.wins)
    return Claim(
        SECTION,
        f"{name} wins {wins}, draws {draws} and loses {losses} of ten games",
        f"{wins}-{draws}-{losses}",
        f"published agent {_score_words(sample)}; corrected agent {_score_words(corrected)}",
        Verdict.FAILS if gap.excludes(0) else Verdict.HOLDS,
        f"but {wins} wins in ten games say no more than {in_percent(wilson(wins, 10))}",
    )


def _score_words(found: Sample) -> str:
    _, wins, draws, losses = found.outcome
    return f"{wins}-{draws}-{losses} of {found.outcome.games}, {in_percent(found.wins)} won"


def _lengths(samples: Samples) -> Claim:
    """Whether means of ten games as reported can come from games as long as these."""
    found, far = [], []
    for name, reported in REPORTED_MOVES.items():
        jumps = samples[name].jumps
        noise = 1.96 * statistics.stdev(jumps) * math.sqrt(1 / 10 + 1 / len(jumps))
        found.append(f"{name} {in_figures(mean(jumps))} (ten games: ± {noise:.0f})")
        if abs(statistics.fmean(jumps) - reported) > noise:
            far.append(name)
    return Claim(
        SECTION,
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
        SECTION,
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
        SECTION,
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
        SECTION,
        "the agent is minimax with alpha-beta, although it switches sides within a chain of jumps",
        "not noticed",
        f"wins of the corrected agent minus those of the published one: {listed(texts)}",
        Verdict.FAILS,
        "by inspection: after a jump that goes on it picks its own worst move; it is told to cost "
        f"wins with {listed(costs) or 'none'}, and to bring some with {listed(gains) or 'none'}",
    )
