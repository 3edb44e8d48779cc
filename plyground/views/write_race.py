"""How a quick match stands: the games so far, and what they say about who is better."""

from collections.abc import Sequence

from plyground.experiments.plan import Experiment
from plyground.experiments.records import GameRecord
from plyground.experiments.summary import Summary, Tally
from plyground.text import parse
from plyground.views.session import State


def standing(experiment: Experiment, records: Sequence[GameRecord], function: str) -> State:
    """For the page: games, score and verdict of the first agent, whose heuristic is `function`."""
    summary = Summary(experiment, Tally(list(records)))
    line, strength = summary.lines[0], summary.strengths.get((0, 1))
    score = strength and strength.score
    return {
        "games": experiment.games,
        "done": len(records),
        **{name: getattr(line, name) for name in ("won", "drawn", "lost")},
        "score": [score.low, score.value, score.high] if score else None,
        "verdict": in_short(summary.verdict, experiment, function),
        "broken": next((each.detail for each in records if each.detail), ""),
    }


def in_short(verdict: str, experiment: Experiment, function: str) -> str:
    """The agents by their heuristics: all else about them is the same."""
    mine, usual = experiment.agents
    name = str(parse(usual).parameters["heuristic"])
    return verdict.replace(mine, function).replace(usual, name)
