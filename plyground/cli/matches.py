"""`plyground match` and `plyground tournament`: let agents play, and say what can be told."""

import os
import shlex
import sys
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.games import GameText, Json
from plyground.cli.terminal import FAINT, STRONG, at_least, colored, print_json, progress_bar, warn
from plyground.errors import BadParameter
from plyground.experiments.plan import Experiment, assignments, checked, read_experiment
from plyground.experiments.records import ADJUDICATED, GameRecord
from plyground.experiments.runner import LocalWorkers, Workers, run
from plyground.experiments.statistics import Estimate
from plyground.experiments.store import Store
from plyground.experiments.summary import Summary, Tally, tally_of

Games = Annotated[
    int, typer.Option(parser=at_least(2), help="Games between each two agents; an even number.")
]
Seed = Annotated[int, typer.Option(parser=at_least(0), help="Of openings and dice.")]
WorkersOption = Annotated[
    int, typer.Option(parser=at_least(1), help="Processes that play at the same time.")
]
OpeningsText = Annotated[
    str,
    typer.Option(help="start, random(plies=4), all(plies=2), ballots(file=…), positions(file=…)."),
]
SprtText = Annotated[
    str, typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop once one of both is accepted.")
]
Repetitions = Annotated[
    int, typer.Option(parser=at_least(0), help="A position seen so often is a draw; 0: never.")
]
QuietPlies = Annotated[
    int, typer.Option(parser=at_least(0), help="Plies without a capture that make a draw; 0: none.")
]
MostPlies = Annotated[int, typer.Option(parser=at_least(1), help="A longer game is a draw.")]
MoveSeconds = Annotated[
    float, typer.Option("--move-limit", help="Seconds for a move; who takes longer forfeits.")
]
Adjudicate = Annotated[
    bool,
    typer.Option(
        "--adjudicate",
        help="End a game as soon as the oracle knows its result. That assumes perfect play from "
        "there: it measures who reaches a won position, not who can win it.",
    ),
]
StoreFile = Annotated[
    Path | None, typer.Option("--store", help="Where games are kept; the user's own by default.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with the same run; one that is done is only shown.")
]
ReportFile = Annotated[
    Path | None, typer.Option("--report", help="Write an HTML report here; tables beside it.")
]
Cluster = Annotated[str, typer.Option(help="Play on a Dask cluster: tcp://host:port.")]
CORES = os.cpu_count() or 1
USUAL = Experiment("", ("", ""))


def add_to(app: typer.Typer) -> None:
    """Put the commands of this file into the app."""
    app.command("match")(match_command)
    app.command("tournament")(tournament_command)


def match_command(
    game: GameText,
    first: Annotated[str, typer.Argument(metavar="A", help="An agent, such as mcts.")],
    second: Annotated[str, typer.Argument(metavar="B", help="The other agent.")],
    games: Games = 100,
    seed: Seed = 1,
    workers: WorkersOption = CORES,
    openings: OpeningsText = USUAL.openings,
    sprt: SprtText = "",
    repetitions: Repetitions = USUAL.repetitions,
    quiet_plies: QuietPlies = USUAL.quiet_plies,
    max_plies: MostPlies = USUAL.most_plies,
    move_limit: MoveSeconds = USUAL.seconds_per_move,
    adjudicate: Adjudicate = False,
    store: StoreFile = None,
    resume: Resume = False,
    cluster: Cluster = "",
    report: ReportFile = None,
    as_json: Json = False,
) -> None:
    """Two agents, each opening twice with sides swapped: who is stronger, and how sure is that?"""
    elo0, elo1 = _bounds(sprt)
    experiment = Experiment(
        game=game,
        agents=(first, second),
        games=games,
        openings=openings,
        seed=seed,
        repetitions=repetitions,
        quiet_plies=quiet_plies,
        most_plies=max_plies,
        seconds_per_move=move_limit,
        adjudicate=adjudicate,
        elo0=elo0,
        elo1=elo1,
    )
    _play(experiment, workers, store, resume, cluster, report, as_json)


def tournament_command(
    game: Annotated[str, typer.Argument(metavar="GAME|FILE.toml")],
    agents: Annotated[list[str] | None, typer.Argument(metavar="[AGENT]...")] = None,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="The first agent against all others.")
    ] = False,
    games: Games = 100,
    seed: Seed = 1,
    workers: WorkersOption = CORES,
    openings: OpeningsText = USUAL.openings,
    repetitions: Repetitions = USUAL.repetitions,
    quiet_plies: QuietPlies = USUAL.quiet_plies,
    max_plies: MostPlies = USUAL.most_plies,
    move_limit: MoveSeconds = USUAL.seconds_per_move,
    adjudicate: Adjudicate = False,
    store: StoreFile = None,
    resume: Resume = False,
    cluster: Cluster = "",
    report: ReportFile = None,
    as_json: Json = False,
) -> None:
    """Everyone against everyone, or one against all; from the command line or a TOML file."""
    if game.endswith(".toml"):
        if agents:
            raise BadParameter(f"{game} names the agents; they cannot be given here too")
        experiment = read_experiment(Path(game))
    else:
        experiment = Experiment(
            game=game,
            agents=tuple(agents or ()),
            games=games,
            openings=openings,
            kind="gauntlet" if gauntlet else "round_robin",
            seed=seed,
            repetitions=repetitions,
            quiet_plies=quiet_plies,
            most_plies=max_plies,
            seconds_per_move=move_limit,
            adjudicate=adjudicate,
        )
    _play(experiment, workers, store, resume, cluster, report, as_json)


def _bounds(text: str) -> tuple[float | None, float | None]:
    if not text:
        return None, None
    try:
        low, high = (float(word) for word in text.split(","))
    except ValueError:
        raise BadParameter(f"--sprt {text!r} should be two numbers such as 0,10") from None
    return low, high


def _play(
    experiment: Experiment,
    workers: int,
    file: Path | None,
    resume: bool,
    cluster: str,
    report: Path | None,
    as_json: bool,
) -> None:
    experiment = checked(experiment)
    if not experiment.reproducible:
        warn("an agent thinks by the clock: this result cannot be reproduced exactly")
    planned = sum(1 for _ in assignments(experiment))
    with Store.open(file) as store:
        number = store.latest(experiment) if resume else None
        number = store.begin(experiment, shlex.join(sys.argv)) if number is None else number
        players: Workers = _cluster(cluster) if cluster else LocalWorkers(workers)
        with progress_bar(f"{experiment.game}, run {number}", planned) as show:

            def progress(done: int, tally: Tally) -> None:
                show(done)

            try:
                run(experiment, store, number, players, progress)
            except KeyboardInterrupt:
                warn(f"\nrun {number} is cut short; the same command with --resume goes on")
                raise
            finally:
                players.close()
        summary = summary_of(experiment, store.records(number))
    if report:
        from plyground.experiments.match_report import section_of
        from plyground.experiments.report import Report, environment, write_report

        command = shlex.join(["plyground", *sys.argv[1:]])
        made = [section_of(summary, command)]
        write_report(Report(experiment.game, made, environment(), command), report)
    if as_json:
        print_json(as_data(summary, number))
    else:
        print(colored(f"run {number}: {experiment.game}", STRONG))
        for line in table(summary):
            print(line)
        print(summary.verdict)
        if report:
            print(f"written: {report}")


def summary_of(experiment: Experiment, records: Sequence[GameRecord]) -> Summary:
    """What the records say."""
    known = {record.number: record for record in records}
    return Summary(experiment, tally_of(experiment, known))


def _cluster(address: str) -> Workers:
    from plyground.experiments.cluster import ClusterWorkers

    return ClusterWorkers(address)


def table(summary: Summary) -> list[str]:
    """The result as aligned lines: each agent, each meeting, and how games ended."""
    lines = summary.lines
    width = max(len(line.agent) for line in lines)
    rating = summary.ratings
    head = f"{'':<{width}} {'games':>6} {'won':>6} {'drawn':>6} {'lost':>6} {'score':>7}"
    found = [colored(head + ("       Elo" if rating else ""), FAINT)]
    order = sorted(lines, key=lambda line: -line.score)
    for line in order:
        text = (
            f"{line.agent:<{width}} {line.games:>6} {line.won:>6} {line.drawn:>6} {line.lost:>6} "
            f"{line.score:>7.1%}"
        )
        if rating:
            elo = rating.rating(line.agent)
            text += f"  {elo.value:+7.0f} ± {elo.margin:.0f}"
        if line.forfeits:
            text += f"  ({line.forfeits} forfeited)"
        found.append(text)
    agents = summary.experiment.agents
    for (first, second), strength in summary.strengths.items():
        pairs = summary.pairs[first, second]
        found.append(
            f"{agents[first]} – {agents[second]}: score {strength.score.value:.1%} "
            f"[{strength.score.low:.1%}, {strength.score.high:.1%}], "
            f"Elo {strength.elo.value:+.1f} ± {strength.elo.margin:.1f}, "
            f"superior with {strength.superiority:.1%}, pairs {list(pairs.counts)}"
        )
    ends = ", ".join(
        f"{count} {how}" if how == ADJUDICATED else f"{count} by {how}"
        for how, count in summary.terminations.most_common()
    )
    found.append(colored(f"ended: {ends}", FAINT))
    return [*found, *summary.faults]


def as_data(summary: Summary, number: int) -> dict[str, object]:
    """The result for scripts."""
    agents = summary.experiment.agents
    return {
        "run": number,
        "game": summary.experiment.game,
        "identity": summary.experiment.identity,
        "reproducible": summary.experiment.reproducible,
        "games": len(summary.records),
        "agents": [
            {"agent": line.agent, "games": line.games, "won": line.won, "drawn": line.drawn,
             "lost": line.lost, "score": line.score, "forfeits": line.forfeits}
            for line in summary.lines
        ],
        "meetings": [
            {"first": agents[first], "second": agents[second],
             "pairs": list(summary.pairs[first, second].counts),
             "score": _finite(each.score), "elo": _finite(each.elo),
             "normalized_elo": _finite(each.normalized), "superiority": each.superiority}
            for (first, second), each in summary.strengths.items()
        ],
        "sprt": vars(summary.tally.test) if summary.tally.test else None,
        "terminations": dict(summary.terminations),
        "verdict": summary.verdict,
    }  # fmt: skip


def _finite(estimate: Estimate) -> dict[str, float | None]:
    """An estimate for JSON, which knows no infinity."""
    return {name: value if isfinite(value) else None for name, value in vars(estimate).items()}
