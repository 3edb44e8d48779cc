"""`plyground grade` and `plyground leaderboard`: heuristics and agents against perfect play."""

import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.games import GameText, Json
from plyground.cli.terminal import FAINT, STRONG, at_least, colored, print_json, status_line, warn
from plyground.errors import BadParameter
from plyground.experiments.document import Section, Table
from plyground.experiments.grading import DEPTHS, Grade, Grading, Progress, graded
from plyground.experiments.grading_leaderboard import CRITERIA, By, leaderboard
from plyground.experiments.grading_positions import BOTH, PLAYS, Play, Sampling
from plyground.experiments.grading_tables import (
    accuracy_tables,
    board_data,
    board_table,
    curve_table,
    decisions_tables,
    deepest_moves,
    grade_data,
    phases_table,
)
from plyground.experiments.grading_words import board_sentence, plain, sentence
from plyground.experiments.report_text import text_table

Positions = Annotated[
    int, typer.Option(parser=at_least(1), help="How many; equally many from each phase.")
]
Seed = Annotated[int, typer.Option(parser=at_least(0), help="Of the positions.")]
DepthsText = Annotated[
    str, typer.Option("--depths", metavar="0,1,2,4", help="Search depths; 0: no search.")
]
PlayText = Annotated[
    str,
    typer.Option(
        "--play",
        metavar="random|self|both|lot",
        help="Games that positions are from; by lot where the truth is in tables.",
    ),
]
Men = Annotated[
    str, typer.Option(metavar="6,7,8", help="By lot: how many men or pieces; all of the tables'.")
]
StoreFolder = Annotated[
    Path | None, typer.Option("--store", help="Morris, checkers: the folder of larger tables.")
]
FromPly = Annotated[
    str,
    typer.Option(metavar="PLY", help="No earlier positions; by default from where it is quick."),
]
ToPly = Annotated[str, typer.Option(metavar="PLY", help="No later positions.")]
WorkersOption = Annotated[
    int, typer.Option(parser=at_least(1), help="Processes that look for the truth.")
]
ReportFile = Annotated[
    Path | None, typer.Option("--report", help="Write an HTML report here; tables beside it.")
]
CORES = os.cpu_count() or 1
USUAL = ",".join(map(str, DEPTHS))


def add_to(app: typer.Typer) -> None:
    """Put the commands of this file into the app."""
    app.command("grade")(grade_command)
    app.command("leaderboard")(leaderboard_command)


def grade_command(
    game: GameText,
    heuristic: Annotated[
        str, typer.Option(metavar="H", help="The game's own by default; ./mine.py:name too.")
    ] = "",
    agent: Annotated[str, typer.Option(metavar="A", help="An agent instead.")] = "",
    positions: Positions = Sampling.positions,
    seed: Seed = Sampling.seed,
    depths: DepthsText = USUAL,
    play: PlayText = "",
    from_ply: FromPly = "",
    to_ply: ToPly = "",
    store: StoreFolder = None,
    men: Men = "",
    workers: WorkersOption = CORES,
    report: ReportFile = None,
    as_json: Json = False,
) -> None:
    """Grade a heuristic or an agent against perfect play: what it knows, what it throws away."""
    setting = Grading(
        game=game,
        heuristic=heuristic,
        agent=agent,
        positions=positions,
        seed=seed,
        depths=_numbers("--depths", depths, USUAL),
        plays=_plays(play),
        from_ply=_ply("--from-ply", from_ply),
        to_ply=_ply("--to-ply", to_ply),
        store=str(store or ""),
        men=_numbers("--men", men, "6,7,8"),
    )
    with _watching() as progress:
        found = graded(setting, workers, progress)
    warn(found.problem)
    if report:
        from plyground.experiments.grading_report import grade_section

        _write(grade_section(found, _command()), f"{game}: {found.subject}", report)
    if as_json:
        print_json(grade_data(found))
        return
    _print_grade(found)
    if report:
        print(f"written: {report}")


def leaderboard_command(
    game: GameText,
    heuristics: Annotated[
        str, typer.Option(metavar="A,B,./mine.py:C", help="All of the game's by default.")
    ] = "",
    by: Annotated[
        str, typer.Option(metavar="auc|regret", help="Sort by the area, or the deepest regret.")
    ] = "auc",
    positions: Positions = Sampling.positions,
    seed: Seed = Sampling.seed,
    depths: DepthsText = USUAL,
    play: PlayText = "",
    from_ply: FromPly = "",
    to_ply: ToPly = "",
    store: StoreFolder = None,
    men: Men = "",
    workers: WorkersOption = CORES,
    report: ReportFile = None,
    as_json: Json = False,
) -> None:
    """Grade all heuristics of a game side by side, on the same positions."""
    setting = Grading(
        game=game,
        positions=positions,
        seed=seed,
        depths=_numbers("--depths", depths, USUAL),
        plays=_plays(play),
        from_ply=_ply("--from-ply", from_ply),
        to_ply=_ply("--to-ply", to_ply),
        store=str(store or ""),
        men=_numbers("--men", men, "6,7,8"),
    )
    with _watching() as progress:
        board = leaderboard(setting, split(heuristics), _criterion(by), workers, progress)
    for each in board.grades:
        warn(each.problem)
    if report:
        from plyground.experiments.grading_report import board_section

        _write(board_section(board, _command()), f"{game}: all heuristics", report)
    if as_json:
        print_json(board_data(board))
        return
    _print_tables([board_table(board), *decisions_tables(deepest_moves(board))])
    print(plain(board_sentence(board)))
    if report:
        print(f"written: {report}")


def _print_grade(found: Grade) -> None:
    if found.accuracy is not None:
        _print_tables([*accuracy_tables(found), curve_table(found)])
    _print_tables(decisions_tables([*found.decisions, found.baseline]))
    _print_tables([phases_table(found.decisions[-1])])
    print(plain(sentence(found)))


def _print_tables(tables: Iterable[Table]) -> None:
    for table in tables:
        print(colored(table.caption, STRONG))
        head, *rows = text_table(table).split("\n")
        print(colored(head, FAINT))
        print("\n".join([*rows, ""]))


def _write(section: Section, title: str, file: Path) -> None:
    from plyground.experiments.report import Report, environment, write_report

    write_report(Report(title, [section], environment(), section.command), file)


def _command() -> str:
    return shlex.join(["plyground", *sys.argv[1:]])


@contextmanager
def _watching() -> Iterator[Progress]:
    """Says how far things are, and what becomes of them when they are cut short."""
    try:
        with status_line() as show:
            yield lambda title, done, total: show(f"{title}: {done} of {total}")
    except KeyboardInterrupt:
        warn("cut short; the truth found so far is kept, and the same command goes on from there")
        raise


# --- what was typed ------------------------------------------------------------------------------


def split(text: str) -> list[str]:
    """Names between commas, of which those within brackets belong to a name."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [name.strip() for name in found if name.strip()]


def _numbers(option: str, text: str, such: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.split(",") if word.strip())
    except ValueError:
        raise BadParameter(f"{option} {text!r} should be numbers such as {such}") from None


def _plays(text: str) -> tuple[Play, ...]:
    found = BOTH if text == "both" else tuple(play for play in PLAYS if play == text)
    if text and not found:
        raise BadParameter(f"--play {text!r} should be one of {', '.join(PLAYS)} and both")
    return found


def _ply(option: str, text: str) -> int | None:
    if text and not text.isdecimal():
        raise BadParameter(f"{option} {text!r} should be a number of plies such as 12")
    return int(text) if text else None


def _criterion(text: str) -> By:
    for each in CRITERIA:
        if each == text:
            return each
    raise BadParameter(f"--by {text!r} should be one of {', '.join(CRITERIA)}")
