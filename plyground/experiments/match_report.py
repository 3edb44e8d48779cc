"""A match or tournament as a section of a report: what was asked, the answer, tables and plots."""

from collections.abc import Iterator
from itertools import accumulate
from statistics import fmean

from plyground.experiments.document import Board, Crosstable, Figure, Part, Section, Table
from plyground.experiments.numerals import Cell
from plyground.experiments.openings import Opening, position_after
from plyground.experiments.plots import (
    Interval,
    Outcome,
    Score,
    histogram,
    intervals,
    lines,
    outcome_bars,
)
from plyground.experiments.records import ADJUDICATED, DRAW, GameRecord, pair_points
from plyground.experiments.sprt import log_likelihood_ratio
from plyground.experiments.statistics import Pairs
from plyground.experiments.summary import Summary
from plyground.games import Game, load_game
from plyground.games.game import Position

SAMPLES = 3


def section_of(summary: Summary, command: str = "") -> Section:
    """All that the games say."""
    experiment = summary.experiment
    agents = ", ".join(f"`{agent}`" for agent in experiment.agents)
    how = "" if experiment.reproducible else " An agent thinks by the clock: not reproducible."
    if experiment.adjudicate:
        how += " A game ends as soon as its result under perfect play is known, with that result."
    question = (
        f"Who is stronger at `{experiment.game}`: {agents}? Openings `{experiment.openings}`, each "
        f"twice with sides swapped; seed {experiment.seed}.{how}"
    )
    return Section(
        title=experiment.game,
        question=question,
        answer=summary.verdict,
        parts=list(_parts(summary)),
        command=command,
    )


def _parts(summary: Summary) -> Iterator[Part]:
    rows = [Outcome(line.agent, line.won, line.drawn, line.lost) for line in summary.lines]
    yield Figure(outcome_bars(rows), "Games won, drawn and lost")
    yield from _strengths(summary)
    yield _meetings(summary)
    if len(summary.experiment.agents) > 2:
        yield _crosstable(summary)
    if summary.tally.test is not None:
        yield _test_plot(summary)
    plies = [len(record.opening) + len(record.moves) for record in summary.records]
    yield Figure(histogram(plies, "plies"), "How long the games were")
    yield _thinking(summary)
    ends: list[list[Cell]] = [[how, count] for how, count in summary.terminations.most_common()]
    yield Table(["ended by", "games"], ends, "How the games ended")
    yield from _sample_games(summary)


def _strengths(summary: Summary) -> Iterator[Part]:
    """Elo with error bars: of a pool, or of the first agent of a match."""
    agents = summary.experiment.agents
    if summary.ratings:
        pool = summary.ratings
        rows = [(agent, pool.rating(agent)) for agent in pool.players]
    else:
        rows = [
            (f"{agents[first]} against {agents[second]}", each.elo)
            for (first, second), each in summary.strengths.items()
        ]
    shown = [Interval(name, each.value, each.low, each.high) for name, each in rows]
    yield Figure(intervals(shown, "Elo"), "Elo with 95 % intervals, from pairs of games")


def _meetings(summary: Summary) -> Table:
    agents = summary.experiment.agents
    rows: list[list[Cell]] = [
        [agents[first], agents[second], each.games, each.score.value, each.score.low,
         each.score.high, each.elo.value, each.elo.low, each.elo.high, each.superiority,
         " ".join(map(str, summary.pairs[first, second].counts))]
        for (first, second), each in summary.strengths.items()
    ]  # fmt: skip
    names = ["first", "second", "games", "score", "low", "high", "Elo", "Elo low", "Elo high",
             "superior", "pairs"]  # fmt: skip
    return Table(names, rows, "Each meeting, seen by the first; pairs by points 0, ½, 1, 1½, 2")


def _crosstable(summary: Summary) -> Crosstable:
    agents = summary.experiment.agents
    cells: list[list[Score | None]] = [[None] * len(agents) for _ in agents]
    for (first, second), each in summary.strengths.items():
        score = each.score
        cells[first][second] = Score(score.value, score.low, score.high)
        cells[second][first] = Score(1 - score.value, 1 - score.high, 1 - score.low)
    return Crosstable(agents, cells, "Score of the row against the column")


def _test_plot(summary: Summary) -> Figure:
    """The log-likelihood ratio after each pair, between its two bounds."""
    experiment, test = summary.experiment, summary.tally.test
    assert test is not None and experiment.elo0 is not None and experiment.elo1 is not None
    games = iter(summary.records)
    pairs = [Pairs.tally([pair_points(pair, 0)]) for pair in zip(games, games, strict=False)]
    counts = [each.counts for each in accumulate(pairs)]
    ratios = log_likelihood_ratio(counts, experiment.elo0, experiment.elo1, "normalized")
    points = [(2.0 * number, float(ratio)) for number, ratio in enumerate(ratios, 1)]
    bounds = {"reject": test.lower, "accept": test.upper}
    plot = lines({"log-likelihood ratio": points}, "games", "", references=bounds)
    return Figure(plot, f"The sequential test of {experiment.elo0:+g} against {experiment.elo1:+g}")


def _thinking(summary: Summary) -> Table:
    """Positions, depth and time of each agent, a move."""
    rows: list[list[Cell]] = []
    for place, agent in enumerate(summary.experiment.agents):
        own = [
            thought
            for record in summary.records
            for thought in _thoughts(record, 0 if record.first == place else 1)
            if place in (record.first, record.second)
        ]
        nodes, depth, seconds = (
            fmean(column) for column in zip(*(own or [(0, 0, 0)]), strict=True)
        )
        rows.append([agent, len(own), nodes, depth, 1000 * seconds])
    return Table(["agent", "moves", "nodes a move", "depth", "ms a move"], rows, "Thinking")


def _thoughts(record: GameRecord, side: int) -> list[tuple[int, int, float]]:
    """Nodes, depth and seconds of the moves of one side."""
    found = list(zip(record.nodes, record.depths, record.seconds, strict=True))
    return found[side::2]


def _sample_games(summary: Summary) -> Iterator[Board]:
    """The last positions of the first games that were won, on the board or by adjudication."""
    game = load_game(summary.experiment.game)
    agents = summary.experiment.agents
    ends = ("win", ADJUDICATED)
    decided = [each for each in summary.records if each.termination in ends and each.points != DRAW]
    for record in decided[:SAMPLES]:
        winner = record.first if record.points == 1 else record.second
        caption = (
            f"game {record.number}: {agents[record.first]} – {agents[record.second]}, won by "
            f"{agents[winner]} after {len(record.opening) + len(record.moves)} plies"
            f"{', adjudicated' if record.termination == ADJUDICATED else ''}"
        )
        yield Board(game.svg(_final(game, record)), caption)


def _final(game: Game, record: GameRecord) -> Position:
    position = position_after(game, Opening(record.position, record.opening))
    for name in record.moves:
        position = game.plain.play(position, game.parse_move(position, name))
    return position
