"""Runs of the store: play one, list them, read one, take it elsewhere, compare two.

Each function opens the store in a file by itself: they are jobs for other processes than the
server's, since a store can be large, and the game of a run may come from a user's file.
"""

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from plyground.errors import BadFile, BadParameter, UnknownName
from plyground.experiments.comparison import compared
from plyground.experiments.exports import EXPORTS
from plyground.experiments.guard import limit_memory
from plyground.experiments.match_report import section_of
from plyground.experiments.numerals import counted
from plyground.experiments.plan import Assignment, Experiment, checked
from plyground.experiments.records import GameRecord
from plyground.experiments.report import Report, as_html, environment
from plyground.experiments.runner import LocalWorkers, Workers, run
from plyground.experiments.store import RunInfo, Store
from plyground.experiments.summary import Summary, Tally
from plyground.page import page
from plyground.views.lab_errand import Tell
from plyground.views.lab_sheet import about, games_page, results, summary_of

Data = dict[str, Any]
PAUSE = 0.25
"""Seconds between two news."""
LISTED = 500
"""Runs in the list, the newest ones."""
LARGEST = 12_000_000
"""Characters that a page is given to download."""
KINDS = {".csv": "text/csv", ".jsonl": "application/jsonl", ".pdn": "text/plain",
         ".html": "text/html", "page": "text/html"}  # fmt: skip


class ByPairs:
    """Workers that tell of every pair of games, yet not more often than a page can draw."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers

    def play(
        self, experiment: Experiment, batches: Sequence[Sequence[Assignment]]
    ) -> Generator[list[GameRecord], None, None]:
        pairs = [batch[at : at + 2] for batch in batches for at in range(0, len(batch), 2)]
        playing = self._workers.play(experiment, pairs)
        kept: list[GameRecord] = []
        last = time.monotonic()
        try:
            for records in playing:
                kept += records
                if time.monotonic() - last >= PAUSE:
                    yield kept
                    kept, last = [], time.monotonic()
            if kept:
                yield kept
        finally:
            playing.close()

    def close(self) -> None:
        self._workers.close()


def play(tell: Tell, file: Path, number: int, workers: int) -> None:
    """Play what is left of a run; tell how far it is and how it stands."""
    with Store.open(file, create=False) as store:
        experiment, info = store.experiment(number), store.info(number)
        limit_memory(experiment.megabytes)
        begun, before = time.monotonic(), info.done
        players = ByPairs(LocalWorkers(workers))

        def show(done: int, tally: Tally) -> None:
            pace = (done - before) / (time.monotonic() - begun)
            left = (info.planned - done) / pace if pace else None
            progress = {"done": done, "planned": info.planned, "pace": pace, "left": left}
            summary = Summary(experiment, tally)
            tell(
                {"progress": progress, "about": about(info, experiment),
                 "results": results(summary, done),
                 "games": games_page(experiment, summary.records, {})}
            )  # fmt: skip

        known = store.records(number)
        show(len(known), summary_of(experiment, known).tally)
        try:
            run(experiment, store, number, players, show)
        finally:
            players.close()


def begin(file: Path, experiment: Experiment, command: str) -> int:
    """A new run in the store."""
    with Store.open(file) as store:
        return store.begin(experiment, command)


def resumable(file: Path, number: int, why_not: str) -> str:
    """The title of a run that can be gone on with."""
    with Store.open(file, create=False) as store:
        info, experiment, _ = _read(store, number, why_not)
    if info.finished:
        raise BadParameter(f"run {number} is finished: nothing is left to play")
    if checked(experiment) != experiment:
        raise BadFile(f"a file that run {number} names has changed since: set it up as a new run")
    return title(experiment)


def title(experiment: Experiment) -> str:
    """`connect_four: mcts – random`."""
    return f"{experiment.game}: {' – '.join(experiment.agents)}"


def listed(file: Path) -> list[Data]:
    """All runs, newest first; none where there is no store yet."""
    if not file.exists():
        return []
    with Store.open(file, create=False) as store:
        runs = store.runs()[: -LISTED - 1 : -1]
    return [
        {"run": each.id, "identity": each.identity, "game": each.game,
         "agents": list(each.agents), "done": each.done, "planned": each.planned,
         "begun": each.begun, "finished": each.finished}
        for each in runs
    ]  # fmt: skip


def opened(file: Path, number: int, wanted: Mapping[str, Any], at: int, why_not: str) -> Data:
    """All that a page shows of a run."""
    with Store.open(file, create=False) as store:
        info, experiment, records = _read(store, number, why_not)
    summary = summary_of(experiment, records)
    return {
        "about": about(info, experiment),
        "results": results(summary, len(records)),
        "games": games_page(experiment, records, wanted, at),
        "setup": {name: value for name, value in asdict(experiment).items() if name != "files"},
    }


def exported(file: Path, number: int, kind: str, why_not: str) -> Data:
    """A file made of a run: its games, a report, or the page itself."""
    if kind not in KINDS:
        raise UnknownName("kind of file", kind, KINDS)
    with Store.open(file, create=False) as store:
        info, experiment, records = _read(store, number, why_not)
    name = f"run_{number}"
    if kind == ".html":
        made = section_of(summary_of(experiment, records), info.command)
        text = as_html(Report(experiment.game, [made], environment(), info.command))
        name += "_report.html"
    elif kind == "page":
        state = {"tab": "run", "run": opened(file, number, {}, 0, why_not), "link": ""}
        text, name = page("lab", state, f"run {number}: {title(experiment)}"), f"{name}.html"
    else:
        text, name = EXPORTS[kind](experiment, records), name + kind
    if len(text) > LARGEST:
        raise BadParameter(f"{name} has {len(text):,} characters, too many for a page: "
                           f"plyground runs export {number} {name}")  # fmt: skip
    return {"name": name, "kind": KINDS[kind], "text": text}


def comparison(file: Path, one: int, other: int) -> Data:
    """Was the same asked, and did the same come out?"""
    with Store.open(file, create=False) as store:
        (_, asked, games), (_, asked_too, games_too) = (
            _read(store, number, "") for number in (one, other)
        )
    found = compared((asked, asked_too), (games, games_too))
    verdicts = [summary_of(asked, games).verdict, summary_of(asked_too, games_too).verdict]
    rows = [["answer", *verdicts], ["games", *map(str, found.games)]]
    rows += [[name, *map(_shown, both)] for name, both in found.settings.items()]
    words = (
        f"{'The same experiment' if found.same_experiment else 'Different experiments'}; "
        f"{found.common:,} games in common; results: {_differing(found.other_results)}; "
        f"moves: {_differing(found.other_moves)}."
    )
    return {"runs": [one, other], "same": found.same, "rows": rows, "words": words}


def _differing(numbers: Sequence[int]) -> str:
    if not numbers:
        return "the same"
    some = " ".join(map(str, numbers[:10])) + (" …" if len(numbers) > 10 else "")
    return f"{counted(len(numbers), 'game')} differ ({some})"


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _read(store: Store, number: int, why_not: str) -> tuple[RunInfo, Experiment, list[GameRecord]]:
    """A run, unless showing it would load files of the user's and there is a reason not to."""
    experiment = store.experiment(number)
    if why_not and experiment.files:
        raise BadParameter(f"run {number} plays with {', '.join(experiment.files)}: {why_not}")
    return store.info(number), experiment, store.records(number)
