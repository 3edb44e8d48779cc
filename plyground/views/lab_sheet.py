"""What a page shows of a run, as JSON: words for tables, numbers for the two small plots.

about      what was asked for, when, by which command
lines      each agent: games, won, drawn, lost, score, forfeits, Elo in a pool
meetings   each two agents: score, Elo, superiority, pairs
course     Elo of the first agent after so many games, with its interval
test       the sequential test: where it stands, and its course
games      a page of the games, newest first, each with its link to Play
"""

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate
from math import isfinite
from typing import Any
from urllib.parse import urlencode

from plyground.experiments.exports import transcript_of
from plyground.experiments.plan import Experiment
from plyground.experiments.records import GameRecord, pair_points
from plyground.experiments.sprt import log_likelihood_ratio
from plyground.experiments.statistics import Estimate, Pairs, elo_difference
from plyground.experiments.store import RunInfo
from plyground.experiments.summary import Line, Summary, tally_of
from plyground.games import load_game

Data = dict[str, Any]
FURTHEST = 4000.0
"""Elo beyond this are drawn here: a plot knows no infinity."""
POINTS = 80
"""Of a course, at most."""
PAGE = 20
"""Games on a page."""


def summary_of(experiment: Experiment, records: Iterable[GameRecord]) -> Summary:
    """What the records say."""
    known = {record.number: record for record in records}
    return Summary(experiment, tally_of(experiment, known))


def about(info: RunInfo, experiment: Experiment) -> Data:
    """What a run was asked to play."""
    shown = {"game", "agents"}
    settings = {
        name: value if isinstance(value, str) else ", ".join(value) if isinstance(value, tuple)
        else f"{value:g}"
        for name, value in asdict(experiment).items()
        if name not in shown and value is not None and value != ()
    }  # fmt: skip
    facts = [
        ["identity", info.identity],
        *settings.items(),
        ["begun", f"{info.begun} UTC"],
        *([["command", info.command]] if info.command else []),
        *info.environment.items(),
    ]
    return {
        "run": info.id, "identity": info.identity, "game": info.game,
        "agents": list(info.agents), "facts": facts,
        "planned": info.planned, "begun": info.begun, "finished": info.finished,
        "reproducible": experiment.reproducible,
    }  # fmt: skip


def results(summary: Summary, done: int) -> Data:
    """What came of it so far: `done` games are kept, of which a sequential test may count fewer."""
    return {
        "done": done,
        "counted": len(summary.records),
        "verdict": summary.verdict,
        "lines": [_line(summary, line) for line in sorted(summary.lines, key=lambda x: -x.score)],
        "meetings": _meetings(summary),
        "groups": [list(group) for group in summary.ranking.groups] if summary.ranking else [],
        "terminations": summary.terminations.most_common(),
        "forfeits": summary.faults,
        "course": _course(summary),
        "test": _test(summary),
    }


def _line(summary: Summary, line: Line) -> Data:
    pool = summary.ratings
    rating = pool.rating(line.agent) if pool and line.agent in pool.players else None
    return vars(line) | {
        "games": line.games,
        "score": percent(line.score),
        "elo": elo_words(rating) if rating else "",
        "bar": _drawable(rating) if rating else [],
    }


def _meetings(summary: Summary) -> list[Data]:
    agents = summary.experiment.agents
    return [
        {"first": first, "second": second, "names": [agents[first], agents[second]],
         "games": each.games, "score": score_words(each.score),
         "share": [each.score.value, each.score.low, each.score.high],
         "elo": elo_words(each.elo), "superior": percent(each.superiority),
         "pairs": list(summary.pairs[first, second].counts)}
        for (first, second), each in summary.strengths.items()
    ]  # fmt: skip


def _running(summary: Summary) -> list[Pairs]:
    """The pairs of a match so far, after each of them; only of two agents."""
    if len(summary.experiment.agents) != 2:
        return []
    known = {record.number: record for record in summary.records}
    whole = [number for number in sorted(known) if number % 2 == 0 and number + 1 in known]
    points = (pair_points([known[number], known[number + 1]], 0) for number in whole)
    return list(accumulate(Pairs.tally([each]) for each in points))


def _sampled(running: Sequence[Pairs]) -> list[Pairs]:
    """Evenly spaced, the last one included."""
    step = max(1, -(-len(running) // POINTS))
    return [running[at] for at in range((len(running) - 1) % step, len(running), step)]


def _course(summary: Summary) -> list[list[float]]:
    return [
        [pairs.games, *_drawable(elo_difference(pairs))] for pairs in _sampled(_running(summary))
    ]


def _test(summary: Summary) -> Data | None:
    test, experiment = summary.tally.test, summary.experiment
    if test is None or experiment.elo0 is None or experiment.elo1 is None:
        return None
    sampled = _sampled(_running(summary))
    counts = [each.counts for each in sampled or [Pairs()]]
    ratios = log_likelihood_ratio(counts, experiment.elo0, experiment.elo1)
    stands = {"go on": "undecided", "accept": f"{experiment.elo1:+g} is accepted",
              "reject": f"{experiment.elo0:+g} is accepted"}[test.verdict]  # fmt: skip
    words = (
        f"sequential test of {experiment.elo0:+g} against {experiment.elo1:+g} normalized Elo: "
        f"log-likelihood ratio {test.llr:.2f} between {test.lower:.2f} and {test.upper:.2f}, "
        f"{stands}"
    )
    return vars(test) | {
        "words": words,
        "course": [[each.games, float(llr)] for each, llr in zip(sampled, ratios, strict=False)],
    }


# --- games ---------------------------------------------------------------------------------------


def games_page(
    experiment: Experiment, records: Sequence[GameRecord], wanted: Mapping[str, Any], page: int = 0
) -> Data:
    """Games that have what is wanted (agent, termination, result), a page of them."""
    found = [each for each in reversed(records) if _fits(experiment, each, wanted)]
    pages = max(1, -(-len(found) // PAGE))
    page = max(0, min(page, pages - 1))
    rows = found[page * PAGE : (page + 1) * PAGE]
    return {"rows": [game_row(experiment, each) for each in rows], "total": len(found),
            "page": page, "pages": pages, "wanted": dict(wanted),
            "terminations": sorted({each.termination for each in records})}  # fmt: skip


def _fits(experiment: Experiment, record: GameRecord, wanted: Mapping[str, Any]) -> bool:
    agent = wanted.get("agent", "")
    if agent and agent not in (experiment.agents[record.first], experiment.agents[record.second]):
        return False
    if wanted.get("termination", "") not in ("", record.termination):
        return False
    return wanted.get("result", "") in ("", result(record))


def result(record: GameRecord) -> str:
    """Seen by the agent that moved first after the opening."""
    return {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}[record.points]


def game_row(experiment: Experiment, record: GameRecord) -> Data:
    return {
        "number": record.number,
        "first": experiment.agents[record.first],
        "second": experiment.agents[record.second],
        "result": result(record),
        "termination": record.termination,
        "detail": record.detail,
        "plies": len(record.opening) + len(record.moves),
        "link": play_link(experiment, record),
    }


@functools.lru_cache(maxsize=4096)
def play_link(experiment: Experiment, record: GameRecord) -> str:
    """What follows # in the address of Play, to see this game: opening and moves, sides named."""
    game = transcript_of(load_game(experiment.game), experiment, record)
    parts = {"game": game.game, "first": game.players[0], "second": game.players[1]}
    if game.position:
        parts["position"] = game.position
    return urlencode(parts | {"moves": ",".join(game.moves)})


# --- words ---------------------------------------------------------------------------------------


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def score_words(score: Estimate) -> str:
    """`62.5 % [51.0, 72.7]`."""
    return f"{percent(score.value)} [{100 * score.low:.1f}, {100 * score.high:.1f}]"


def elo_words(elo: Estimate) -> str:
    """`+89 [+8, +170]`."""
    value, low, high = (_elo(each) for each in (elo.value, elo.low, elo.high))
    return f"{value} [{low}, {high}]"


def _elo(value: float) -> str:
    text = f"{value:+.0f}" if isfinite(value) else f"{'+' if value > 0 else '-'}∞"
    return "0" if text in ("+0", "-0") else text.replace("-", "−")


def _drawable(elo: Estimate) -> list[float]:
    return [max(-FURTHEST, min(FURTHEST, each)) for each in (elo.value, elo.low, elo.high)]
