"""A grade in rows: for the terminal and for reports, and as data for scripts."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from plyground.experiments.document import Table
from plyground.experiments.grading import Exam, Grade
from plyground.experiments.grading_decisions import Decisions, Quality, Share
from plyground.experiments.grading_leaderboard import Leaderboard
from plyground.experiments.grading_words import board_sentence, figure, percent, plain, sentence
from plyground.experiments.numerals import Cell, shown

BEST, KEPT, THROWN = "best move", "keeps the outcome", "throws the game"
WIN, DRAW, REGRET = "throws a win", "throws a draw", "regret"


def accuracy_tables(grade: Grade) -> list[Table]:
    """How values go with the truth: overall, by phase, and by where positions are from."""
    found = grade.accuracy.agreements if grade.accuracy else ()
    rows: list[list[Cell]] = [
        [each.group, each.won, each.drawn, each.lost, figure(each.auc), figure(each.tau)]
        for each in found
    ]
    caption = "Evaluation accuracy, with 95 % intervals; of a coin the AUC is 0.5 and tau 0"
    tables = [Table(["positions", "won", "drawn", "lost", "AUC", "tau"], rows, caption)]
    if any(each.drawn for each in found):
        drawn = [[each.group, figure(each.won_or_not), figure(each.lost_or_not)] for each in found]
        heads = ["positions", "AUC, won or not", "AUC, lost or not"]
        tables.append(Table(heads, drawn, "The same with draws among those not won, or not lost"))
    return tables


def curve_table(grade: Grade) -> Table:
    """What positions are truly worth where the heuristic says so and so much."""
    rows: list[list[Cell]] = [
        [span(each.low, each.high), each.positions, each.won, each.drawn, each.lost,
         figure(each.points)]
        for each in (grade.accuracy.curve if grade.accuracy else ())
    ]  # fmt: skip
    columns = ["value", "positions", "won", "drawn", "lost", "true points"]
    return Table(columns, rows, "Calibration: true points (won 1, drawn ½) by value")


def decisions_tables(made: Sequence[Decisions]) -> list[Table]:
    """Somebody's moves a row, over all positions: how good they are, and what they throw away."""
    first = made[0].overall
    asked = [BEST, KEPT, REGRET], [THROWN, WIN, DRAW]
    both = first.wins.positions and first.draws.positions
    captions = "Moves, with 95 % intervals", "Blunders, where they are possible"
    tables = []
    for names, caption in zip(asked, captions, strict=True):
        known = [name for name in names if both or name not in (WIN, DRAW)]
        heads = [f"{name} (of {SHARES[name](first).positions})" for name in known]
        rows = [
            [each.name, *(_cell(name, SHARES[name](each.overall)) for name in known)]
            for each in made
        ]
        tables.append(Table(["moves", *heads], rows, caption))
    return tables


def phases_table(made: Decisions) -> Table:
    """The same moves by phase, and by where positions are from."""
    asked = [BEST, THROWN, REGRET]
    rows = [
        [each.group, *(_of(name, SHARES[name](each)) for name in asked)] for each in made.qualities
    ]
    caption = f"Moves of {made.name}, by phase and by where positions are from"
    return Table(["positions", *asked], rows, caption, "lrrr")


SHARES: dict[str, Callable[[Quality], Share]] = {
    BEST: lambda quality: quality.best,
    KEPT: lambda quality: quality.kept,
    REGRET: lambda quality: quality.regret,
    THROWN: lambda quality: quality.thrown,
    WIN: lambda quality: quality.wins,
    DRAW: lambda quality: quality.draws,
}


def _of(name: str, share: Share) -> str:
    return f"{_cell(name, share)} of {share.positions}" if share.positions else "–"


def _cell(name: str, share: Share) -> str:
    return figure(share.estimate, 3) if name == REGRET else percent(share.estimate)


def board_table(board: Leaderboard) -> Table:
    """A row for each heuristic, the best first."""
    rows = [_board_row(board, place) for place in range(len(board.grades))]
    at = board.grades[0].deepest.name
    sorted_by = "AUC" if board.by == "auc" else f"regret at {at}"
    caption = (
        f"Sorted by {sorted_by}; moves at {at}; 95 % intervals; neighbors on the same positions"
    )
    columns = ["heuristic", "AUC", "tau", _moves_column(board), "told from the next"]
    return Table(columns, rows, caption)


def deepest_moves(board: Leaderboard) -> list[Decisions]:
    """The moves of each heuristic at the largest depth, and random ones last."""
    named = [replace(grade.deepest, name=grade.subject) for grade in board.grades]
    return [*named, board.grades[0].baseline]


def _moves_column(board: Leaderboard) -> str:
    return REGRET if board.by == "regret" else THROWN


def _board_row(board: Leaderboard, place: int) -> list[Cell]:
    grade = board.grades[place]
    overall = grade.accuracy.overall if grade.accuracy else None
    last = grade.deepest.overall
    name = _moves_column(board)
    moves = _cell(name, SHARES[name](last))
    last_place = place == len(board.neighbors)
    apart = "–" if last_place else "yes" if board.neighbors[place].told_apart else "no"
    areas = [figure(overall.auc), figure(overall.tau)] if overall else ["–", "–"]
    return [grade.subject, *areas, moves, apart]


def span(low: float, high: float) -> str:
    return shown(low) if low == high else f"{shown(low)} to {shown(high)}"


# --- for scripts ---------------------------------------------------------------------------------


def grade_data(grade: Grade) -> dict[str, Any]:
    """A grade for JSON."""
    return {
        "subject": grade.subject,
        **_exam_data(grade.exam),
        "reproducible": grade.reproducible,
        "accuracy": _accuracy_data(grade),
        "decisions": [_decisions_data(each) for each in grade.decisions],
        "baseline": _decisions_data(grade.baseline),
        "summary": plain(sentence(grade)),
    }


def board_data(board: Leaderboard) -> dict[str, Any]:
    """A board for JSON."""
    return {
        **_exam_data(board.exam),
        "by": board.by,
        "grades": [
            {"subject": grade.subject, "accuracy": _accuracy_data(grade),
             "decisions": [_decisions_data(each) for each in grade.decisions]}
            for grade in board.grades
        ],
        "neighbors": [asdict(each) | {"told_apart": each.told_apart} for each in board.neighbors],
        "baseline": _decisions_data(board.grades[0].baseline),
        "summary": plain(board_sentence(board)),
    }  # fmt: skip


def _exam_data(exam: Exam) -> dict[str, Any]:
    sampling = asdict(exam.sampling)
    return {
        "game": exam.sampling.game,
        "positions": len(exam.questions),
        "unknown": exam.unknown,
        "sampling": sampling,
        "phases": [phase._asdict() for phase in exam.phases],
    }


def _accuracy_data(grade: Grade) -> dict[str, Any] | None:
    if grade.accuracy is None:
        return None
    return {
        "agreements": [asdict(each) for each in grade.accuracy.agreements],
        "curve": [asdict(each) for each in grade.accuracy.curve],
    }


def _decisions_data(made: Decisions) -> dict[str, Any]:
    return {"name": made.name, "qualities": [asdict(each) for each in made.qualities]}
