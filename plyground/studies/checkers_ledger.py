"""What the source of the checkers evaluations claimed, put to the test.

on evaluations    wins, moves and effort of the corrected agent at the published limit; one
                  evaluation is the best if intervals separate it from both others
on scores         the ten games reported, against many of the published agent
by inspection     what the table of squares and the agent's code say without any game
"""

import math
import random
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from plyground.experiments.document import Claim, Verdict
from plyground.experiments.statistics import Estimate, mean, wilson
from plyground.games.checkers import Position
from plyground.games.checkers_text import bit
from plyground.heuristics.checkers import board_control
from plyground.studies.checkers_published import HEURISTICS
from plyground.studies.checkers_runs import CheckersRuns, Sample, Samples
from plyground.studies.lab import Lab, listed
from plyground.studies.words import difference, in_figures, in_percent, in_points

SECTION = "§2"
REPORTED = {"piece_count": (8, 2, 0), "king_count": (4, 5, 1), "board_control": (5, 5, 0)}
REPORTED_MOVES = {"piece_count": 26, "king_count": 34, "board_control": 35}
CENTER = (10, 11, 14, 15, 18, 19, 22, 23)


def ledger(lab: Lab, runs: CheckersRuns) -> list[Claim]:
    """Every claim of §2."""
    samples, flawed = runs.first[20], runs.flawed[20]
    absent = f"the published agent did not play here: {runs.problem}"
    return [
        *_extremes(samples),
        *(_score(name, samples[name], flawed.get(name), absent) for name in HEURISTICS),
        _lengths(samples, flawed, absent),
        _center(),
        _ten_games(lab, {name: samples[name].wins.value for name in HEURISTICS}),
        *([_fault(samples, flawed)] if flawed else []),
    ]


# --- one evaluation above the others -------------------------------------------------------------


class Standing(NamedTuple):
    """Where one heuristic's value stands among the others'."""

    ahead: list[str]
    """Those it is told to be beyond, in the direction claimed."""
    behind: list[str]
    """Those that are told to be beyond it."""
    others: int

    @property
    def verdict(self) -> Verdict:
        if self.behind:
            return Verdict.FAILS
        return Verdict.HOLDS if len(self.ahead) == self.others else Verdict.UNTOLD


def standing(found: Mapping[str, Estimate], name: str, sign: int) -> Standing:
    """Whether one value is above the others (sign 1), or below them (sign -1)."""
    gaps = {each: difference(found[name], found[each]) for each in found if each != name}
    ahead = [each for each, gap in gaps.items() if gap.excludes(0) and gap.value * sign > 0]
    behind = [each for each, gap in gaps.items() if gap.excludes(0) and gap.value * sign < 0]
    return Standing(ahead, behind, len(gaps))


def _extremes(samples: Samples) -> list[Claim]:
    piece, _, control = HEURISTICS
    wins = {name: samples[name].wins for name in HEURISTICS}
    moves = {name: mean(samples[name].moves) for name in HEURISTICS}
    searched = {name: mean(samples[name].positions) for name in HEURISTICS}
    won = f"games won: {_each(wins, in_percent)}"
    made = f"moves a game, each jump counted: {_each(moves)}"
    visited = f"positions searched a game: {_each(searched)}"
    clock = (
        "; positions stand for seconds, so that every run repeats the verdict: what the clock says "
        "is below the table of thinking time"
    )
    return [
        _extreme("piece count wins most", "8 of 10; others 4, 5", won,
                 standing(wins, piece, 1), "wins more"),
        _extreme("piece count is the fastest", "< 2.5 s a game", visited,
                 standing(searched, piece, -1), "searches less", clock),
        _extreme("piece count needs the fewest moves", "26, 34, 35", made,
                 standing(moves, piece, -1), "needs fewer"),
        _extreme("board control is the slowest", "> 4.0 s a game", visited,
                 standing(searched, control, 1), "searches more", clock),
    ]  # fmt: skip


def _each(found: Mapping[str, Estimate], words: Callable[[Estimate], str] = in_figures) -> str:
    return listed(f"{name} {words(value)}" for name, value in found.items())


def _extreme(
    claim: str, reported: str, measured: str, found: Standing, beyond: str, note: str = ""
) -> Claim:
    """`beyond` says what a heuristic does that refutes the claim."""
    apart = f"told apart from {listed(found.ahead) or 'neither'}"
    because = listed(f"{each} {beyond}" for each in found.behind) or apart
    return Claim(
        SECTION, claim, reported, f"corrected agent, {measured}", found.verdict, because + note
    )


# --- the ten games -------------------------------------------------------------------------------


def as_far_off(reported: Sequence[int], found: Sequence[int]) -> float:
    """How often the games reported, shuffled with those found, split as unevenly or worse.

    Of all ways to deal as many games, those at most as likely as the reported one count: the exact
    test of a table of two rows (Freeman and Halton 1951), of wins, draws and losses together.
    """
    games = sum(reported)
    wins, draws, losses = (sum(both) for both in zip(reported, found, strict=True))
    ways = {
        (won, drawn): math.comb(wins, won) * math.comb(draws, drawn)
        * math.comb(losses, games - won - drawn)
        for won in range(games + 1) for drawn in range(games + 1 - won)
    }  # fmt: skip
    seen = ways[reported[0], reported[1]]
    return sum(each for each in ways.values() if each <= seen) / sum(ways.values())


def _score(name: str, corrected: Sample, flawed: Sample | None, absent: str) -> Claim:
    """Whether the reported score can come from games as the published agent plays them."""
    wins, draws, losses = REPORTED[name]
    measured = f"corrected agent {_score_words(corrected)}"
    verdict, because = Verdict.UNTOLD, absent
    if flawed:
        chance = as_far_off(REPORTED[name], flawed.outcome[1:])
        verdict = Verdict.FAILS if chance < 0.05 else Verdict.HOLDS
        measured = f"published agent {_score_words(flawed)}; {measured}"
        noise = "too far off for" if verdict == Verdict.FAILS else "within the noise of"
        because = (
            f"wins, draws and losses together are {noise} ten games (p = {chance:.2g}); {wins} "
            f"wins in ten say no more than {in_percent(wilson(wins, 10))}"
        )
    claim = f"{name} wins {wins}, draws {draws} and loses {losses} of ten games"
    return Claim(SECTION, claim, f"{wins}-{draws}-{losses}", measured, verdict, because)


def _score_words(found: Sample) -> str:
    _, wins, draws, losses = found.outcome
    return f"{wins}-{draws}-{losses} of {found.outcome.games}, {in_percent(found.wins)} won"


def _lengths(samples: Samples, flawed: Samples, absent: str) -> Claim:
    """Whether means of ten games as reported can come from games as long as these."""
    found, far = [], []
    for name, reported in REPORTED_MOVES.items():
        moves = (flawed or samples)[name].moves
        noise = 1.96 * statistics.stdev(moves) * math.sqrt(1 / 10 + 1 / len(moves))
        found.append(f"{name} {in_figures(mean(moves))} (ten games: ± {noise:.0f})")
        if abs(statistics.fmean(moves) - reported) > noise:
            far.append(name)
    verdict = Verdict.FAILS if far else Verdict.HOLDS
    noisy = f"too far off for ten games: {listed(far)}" if far else "within the noise of ten games"
    return Claim(
        SECTION,
        "the agent makes about 26, 34 and 35 moves a game, each jump counted",
        "26, 34, 35",
        f"{'published' if flawed else 'corrected'} agent: {listed(found)}",
        verdict if flawed else Verdict.UNTOLD,
        noisy if flawed else absent,
    )


def _ten_games(lab: Lab, chances: Mapping[str, float]) -> Claim:
    """How often ten games of each, won with these chances, put the three in their order."""
    dice, tries, right = random.Random(lab.seed), 2000, 0
    order = sorted(chances, key=lambda name: -chances[name])
    for _ in range(tries):
        first, second, third = (sum(dice.random() < chances[name] for _ in range(10))
                                for name in order)  # fmt: skip
        right += first > second > third
    gap = difference(wilson(5, 10), wilson(4, 10))
    enough = right / tries > 0.95
    return Claim(
        SECTION,
        "ten games each rank the three evaluations",
        "8 > 5 > 4 wins",
        f"at the corrected agent's shares of wins, ten games each show their order, "
        f"{' > '.join(order)}, {right / tries:.0%} of the time; 5 wins minus 4 of 10 is "
        f"{in_points(gap)}",
        Verdict.HOLDS if enough else Verdict.FAILS,
        f"the order shows {'more' if enough else 'no more'} than 95 % of the time; ten games "
        f"{'separate' if gap.excludes(0) else 'cannot separate'} 50 % from 40 %",
    )


# --- by inspection -------------------------------------------------------------------------------


def _center() -> Claim:
    """The weights of the table, asked square by square."""
    lone = (Position(1 << bit(square, 1), 0, 0, 1) for square in range(1, 33))
    weights = dict(enumerate(map(board_control, lone), 1))
    center = [weights[square] for square in CENTER]
    own = [weights[square] for square in range(1, 9)]
    above = sum(each > max(own) for each in center)
    return Claim(
        SECTION,
        "board control rewards the center",
        "claimed of its table",
        f"squares 1-8, the own back rows: {statistics.fmean(own):g} each on average; the "
        f"{len(center)} squares of the center: {statistics.fmean(center):g}",
        Verdict.HOLDS if above == len(center) else Verdict.FAILS,
        f"by inspection: {above} of the {len(center)} squares of the center weigh more than the "
        "own back rows",
    )


def _fault(samples: Samples, flawed: Samples) -> Claim:
    """The published agent, its one fault rebuilt, against the corrected one."""
    gaps = {name: difference(samples[name].wins, flawed[name].wins) for name in HEURISTICS}
    costs = [name for name, gap in gaps.items() if gap.low > 0]
    gains = [name for name, gap in gaps.items() if gap.high < 0]
    told = [f"costs wins with {listed(costs)}"] if costs else []
    told += [f"brings wins with {listed(gains)}"] if gains else []
    return Claim(
        SECTION,
        "the agent is minimax with alpha-beta, although it switches sides within a chain of jumps",
        "not noticed",
        f"wins of the corrected agent minus those of the published one: {_each(gaps, in_points)}",
        Verdict.FAILS,
        "by inspection: past a jump that goes on, its search expects the worst jump from itself "
        "and, with the sides swapped in all later plies, help from the opponent; on the board it "
        "then searches every further jump anew, as its own; in games this "
        f"{listed(told) or 'is not told to matter'}",
    )
