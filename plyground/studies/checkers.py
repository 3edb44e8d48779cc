"""Checkers: three evaluations against a random player (SYSTEMS.md §2).

published   ten games each, the agent first, a draw after 20 plies without a capture
here        many games each, both sides, limits of 20, 40 and 80 plies, and two agents:

corrected   a chain of jumps is one move, so sides alternate with every move
published   every jump is a move of its own, and the search takes the other side to choose from
            each ply to the next
"""

from collections.abc import Mapping

from plyground.experiments.document import Figure, Part, Section, Table, Verdict
from plyground.experiments.numerals import Cell
from plyground.experiments.plots import Interval, bars, intervals, outcome_bars
from plyground.experiments.statistics import Estimate, mean, median
from plyground.studies.checkers_accuracy import endgame_parts
from plyground.studies.checkers_ledger import ledger, standing
from plyground.studies.checkers_published import DEPTH, HEURISTICS
from plyground.studies.checkers_runs import LIMITS, CheckersRuns, Samples, run_checkers
from plyground.studies.lab import Lab, listed
from plyground.studies.words import in_figures, in_percent


def checkers(lab: Lab) -> Section:
    """Which evaluation beats a random player best, and what ten games can say about it."""
    runs = run_checkers(lab)
    return Section(
        title="Checkers: three evaluations against chance",
        question="Which of piece count, king count and board control wins most against a random "
        "player, with how many moves and how much searching?",
        answer=_answer(runs.first[20]),
        parts=[*_parts(runs), *endgame_parts(lab)],
        ledger=ledger(lab, runs),
        command=f"plyground study checkers --scale {lab.scale} --seed {lab.seed}",
    )


def _answer(samples: Samples) -> str:
    wins = {name: samples[name].wins for name in HEURISTICS}
    best = max(wins, key=lambda name: wins[name].value)
    told = standing(wins, best, 1).verdict == Verdict.HOLDS
    shares = listed(f"{name} {in_percent(each)}" for name, each in wins.items())
    outcomes = [each.outcome for each in samples.values()]
    return (
        f"{f'{best} wins most' if told else 'Who wins most cannot be told'}; shares of wins of the "
        f"corrected agent at the published limit, agent first: {shares}. Of "
        f"{sum(each.games for each in outcomes)} games {sum(each.draws for each in outcomes)} are "
        f"drawn and {sum(each.losses for each in outcomes)} lost."
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
        Figure(
            _lengths_chart(first),
            "Moves of the agent that moves first, each jump counted, with 95 % intervals.",
        ),
        _effort(first),
        *_durations(runs),
        "The published agent is rebuilt with its one fault: jumps of a chain are searched one by "
        "one, and from each ply to the next the search takes the other side to choose."
        if rebuilt
        else f"The published agent is left out: {runs.problem}.",
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
        [limit, name, *(in_figures(mean(found)) for found in
                        (each.moves, each.turns, each.positions))]
        for limit, samples in first.items()
        for name, each in samples.items()
    ]  # fmt: skip
    columns = ["limit", "heuristic", "moves a game", "turns a game", "positions searched a game"]
    caption = (
        "Means with 95 % intervals; the corrected agent moves first. A chain of jumps is one turn; "
        "each of its jumps is a move, as the source counted."
    )
    return Table(columns, rows, caption, "rlrrr")


def _durations(runs: CheckersRuns) -> list[Part]:
    """Thinking time; the only part that another run will not repeat."""
    agents = {"corrected": runs.first[20], "published": runs.flawed[20]}
    rows: list[list[Cell]] = [
        [agent, name, in_figures(each)]
        for agent, samples in agents.items()
        for name, each in _milliseconds(samples).items()
    ]
    found = _milliseconds(runs.first[20])
    values = [[each.value for each in found.values()]]
    bounds = [[(each.low, each.high) for each in found.values()]]
    chart = bars(HEURISTICS, ["agent"], values, bounds, unit="milliseconds a game")
    caption = "Median thinking time a game on this machine, limit 20, agent first."
    return [
        Table(["agent", "heuristic", "milliseconds"], rows, caption),
        Figure(chart, "Median thinking time of the corrected agent a game, limit 20, agent first."),
        clock_words(runs.first[20]),
    ]


def _milliseconds(samples: Samples) -> dict[str, Estimate]:
    return {name: median([1000 * each for each in one.seconds]) for name, one in samples.items()}


def clock_words(samples: Samples) -> str:
    """Whether the clock agrees with the positions that stand for it in the ledger."""
    timed = _milliseconds(samples)
    searched = {name: mean(samples[name].positions) for name in HEURISTICS}
    words = []
    for claim, name, sign in (
        ("piece count is the fastest", HEURISTICS[0], -1),
        ("board control is the slowest", HEURISTICS[2], 1),
    ):
        clock, stand_in = (standing(found, name, sign).verdict for found in (timed, searched))
        agrees = "as" if clock == stand_in else f"but it {stand_in}"
        words.append(f"that {claim} {clock}, {agrees} by positions")
    return (
        f"By the clock of this run, of the corrected agent: {'; '.join(words)}. The ledger goes by "
        "positions, which another run repeats. Clock and positions can part where one evaluation "
        "takes longer a position than another, and where a search is over so soon that starting it "
        "takes most of the time."
    )
