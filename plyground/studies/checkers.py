"""Checkers: three evaluations against a random player (SYSTEMS.md §2).

published   ten games each, the agent first, a draw after 20 plies without a capture
here        many games each, both sides, limits of 20, 40 and 80 plies, and two agents:

corrected   a chain of jumps is one move, so sides alternate with every move
published   every jump is a move of its own, and the search takes every second one for the
            opponent's
"""

from collections.abc import Mapping

from plyground.experiments.document import Figure, Part, Section, Table
from plyground.experiments.numerals import Cell
from plyground.experiments.plots import Interval, bars, intervals, outcome_bars
from plyground.experiments.statistics import mean, median
from plyground.studies.checkers_ledger import ledger
from plyground.studies.checkers_published import DEPTH, HEURISTICS
from plyground.studies.checkers_runs import LIMITS, CheckersRuns, Samples, run_checkers
from plyground.studies.lab import Lab, listed
from plyground.studies.words import in_figures, in_percent


def checkers(lab: Lab) -> Section:
    """Which evaluation beats a random player best, and what ten games can say about it."""
    runs = run_checkers(lab)
    samples = runs.first[20]
    best = max(HEURISTICS, key=lambda name: samples[name].wins.value)
    wins = [f"{name} {in_percent(samples[name].wins)}" for name in HEURISTICS]
    return Section(
        title="Checkers: three evaluations against chance",
        question="Which of piece count, king count and board control wins most against a random "
        "player, with how many moves and how much searching?",
        answer=f"{best} wins most; shares of wins at the published limit, agent first: "
        f"{listed(wins)}. Hardly anybody loses to a random player: what differs is how many games "
        "end in a draw by the limit.",
        parts=_parts(runs),
        ledger=ledger(lab, samples, runs.flawed[20]),
        command=f"plyground study checkers --scale {lab.scale} --seed {lab.seed}",
    )


# --- tables and charts ---------------------------------------------------------------------------


def _parts(runs: CheckersRuns) -> list[Part]:
    first, rebuilt = runs.first, runs.flawed[20].items()
    rows = [first[20][name].outcome for name in HEURISTICS]
    rows += [each.outcome._replace(name=f"{name}, as published") for name, each in rebuilt]
    shares = [[samples[name].wins for name in HEURISTICS] for samples in first.values()]
    return [
        _outcomes(runs),
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
        if rebuilt
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


def _outcomes(runs: CheckersRuns) -> Table:
    rows: list[list[Cell]] = [
        [limit, name, agent, side, *sample.outcome[1:], in_percent(sample.wins)]
        for limit in LIMITS
        for agent, side, samples in (
            ("corrected", "first", runs.first[limit]),
            ("corrected", "second", runs.second[limit]),
            ("published", "first", runs.flawed[limit]),
        )
        for name, sample in samples.items()
    ]
    columns = ["limit", "heuristic", "agent", "moves", "wins", "draws", "losses", "won"]
    return Table(columns, rows, f"Alpha-beta to depth {DEPTH} against a random player.")


def _effort(first: Mapping[int, Samples]) -> Table:
    rows: list[list[Cell]] = [
        [limit, name, in_figures(mean(each.moves)), in_figures(mean(each.positions))]
        for limit, samples in first.items()
        for name, each in samples.items()
    ]
    columns = ["limit", "heuristic", "agent moves a game", "positions searched a game"]
    return Table(columns, rows, "Means with 95 % intervals; the agent moves first.", "rlrr")


def _durations(samples: Samples) -> list[Part]:
    """Thinking time; the only part that another run will not repeat."""
    found = {name: median([1000 * each for each in samples[name].seconds]) for name in HEURISTICS}
    rows = [[name, in_figures(each)] for name, each in found.items()]
    values = [[each.value for each in found.values()]]
    bounds = [[(each.low, each.high) for each in found.values()]]
    chart = bars(HEURISTICS, ["agent"], values, bounds, unit="milliseconds a game")
    return [
        Table(["heuristic", "milliseconds"], rows, "Median thinking time a game, limit 20."),
        Figure(chart, "Median thinking time of the agent a game, limit 20, agent first."),
    ]
