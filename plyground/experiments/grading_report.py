"""Grades as sections of a report: the answer in words, plots with intervals, all tables."""

from collections.abc import Iterator, Sequence

from plyground.experiments.document import Figure, Part, Section
from plyground.experiments.grading import Exam, Grade
from plyground.experiments.grading_decisions import Decisions, Share
from plyground.experiments.grading_leaderboard import Leaderboard
from plyground.experiments.grading_positions import OPENING_PLIES, SELF, SLIPS
from plyground.experiments.grading_tables import (
    accuracy_tables,
    board_table,
    curve_table,
    decisions_tables,
    deepest_moves,
    phases_table,
    span,
)
from plyground.experiments.grading_words import board_sentence, sentence
from plyground.experiments.plots import Interval, Outcome, bars, intervals, lines, outcome_bars
from plyground.experiments.samples import Estimate

PLAYED = (
    "Each position is from a game of its own; no two are equal up to symmetry. Random play: any "
    f"legal move, all equally likely. Self-play: `{SELF}` with the game's own heuristic, after "
    f"{OPENING_PLIES} random plies and with {SLIPS} random moves in a hundred."
)
DRAWN = (
    "Positions are drawn by lot: equally many for each number on the board, and for each number "
    "all placements are equally likely, however the two sides share it, without those in which the "
    "game is over; no two are equal up to symmetry."
)
METHOD = (
    "Depth 0 is the "
    "heuristic alone: the move after which it likes the board best, ties in equal shares, and it "
    "is not told that a game has ended; depth n is alpha-beta. A heuristic is asked from the side "
    "of who is to move; the positions of a pair may be from different plies. Regret: points given "
    "away, a win being 1 and a draw ½."
)


def grade_section(grade: Grade, command: str = "") -> Section:
    """All that was found about one heuristic or agent."""
    kind = "How much does `{}` know of `{}`, and how well does it choose moves?"
    if grade.accuracy is None:
        kind = "How well does `{}` play `{}`?"
    return Section(
        title=grade.subject,
        question=kind.format(grade.subject, grade.exam.sampling.game),
        answer=sentence(grade),
        parts=list(_grade_parts(grade)),
        command=command,
    )


def _grade_parts(grade: Grade) -> Iterator[Part]:
    if grade.accuracy is not None:
        yield Figure(
            _calibration(grade),
            "Calibration: true points (won 1, drawn ½, lost 0) by what the heuristic says",
        )
        rows = [
            Outcome(span(each.low, each.high), each.won, each.drawn, each.lost)
            for each in grade.accuracy.curve
        ]
        yield Figure(
            outcome_bars(rows), "Positions truly won, drawn and lost, by what the heuristic says"
        )
        yield from accuracy_tables(grade)
    made = [*grade.decisions, grade.baseline]
    if any(each.overall.thrown.estimate for each in made):
        yield Figure(_thrown(made), "How often the game is thrown away, where that is possible")
        yield Figure(_by_phase(made), "The same by phase, and by where positions are from")
    yield from decisions_tables(made)
    for each in grade.decisions:
        yield phases_table(each)
    if grade.accuracy is not None:
        yield curve_table(grade)
    yield method(grade.exam)


def method(exam: Exam) -> str:
    """How positions were found, and what was asked about them."""
    return f"{DRAWN if exam.phases[0].by_men else PLAYED} {METHOD}"


def _calibration(grade: Grade) -> str:
    bins = grade.accuracy.curve if grade.accuracy else ()
    values = [[each.points.value for each in bins]]
    errors = [[(each.points.low, each.points.high) for each in bins]]
    names = [span(each.low, each.high) for each in bins]
    return bars(names, ["true points"], values, errors, unit="true points")


def _thrown(made: Sequence[Decisions]) -> str:
    chance = _share(made[-1].overall.thrown)
    rows = [Interval(each.name, *_percents(_share(each.overall.thrown))) for each in made[:-1]]
    title = "The game thrown away; dashed: by a random move"
    return intervals(rows, "% of the positions where that is possible; dashed: a random move",
                     100 * chance.value, title)  # fmt: skip


def _by_phase(made: Sequence[Decisions]) -> str:
    groups = [quality.group for quality in made[0].qualities[1:]]
    shares = [[each.thrown for each in one.qualities[1:]] for one in made]
    values = [[_percents(share.estimate)[0] if share.estimate else None for share in row]
              for row in shares]  # fmt: skip
    errors = [[_percents(share.estimate)[1:] if share.estimate else None for share in row]
              for row in shares]  # fmt: skip
    return bars(groups, [one.name for one in made], values, errors, unit="% thrown away")


def _share(share: Share) -> Estimate:
    return share.estimate or Estimate(0.0, 0.0, 1.0)


def _percents(found: Estimate) -> tuple[float, float, float]:
    return 100 * found.value, 100 * found.low, 100 * found.high


# --- side by side --------------------------------------------------------------------------------


def board_section(board: Leaderboard, command: str = "") -> Section:
    """Heuristics side by side."""
    game = board.exam.sampling.game
    return Section(
        title=f"Heuristics of {game}",
        question=f"Which heuristic of `{game}` knows most, and which plays best?",
        answer=board_sentence(board),
        parts=list(_board_parts(board)),
        command=command,
    )


def _board_parts(board: Leaderboard) -> Iterator[Part]:
    areas = [
        (grade.subject, grade.accuracy.overall.auc) for grade in board.grades if grade.accuracy
    ]
    rows = [Interval(name, *_percents(area)) for name, area in areas if area is not None]
    caption = "Who wins? Pairs of a won and a lost position that are told rightly"
    yield Figure(intervals(rows, "% of pairs; dashed: a coin", 50.0), caption)
    made = deepest_moves(board)
    at = board.grades[0].deepest.name
    if any(each.overall.thrown.estimate for each in made):
        said = f"How often the game is thrown away at {at}, where that is possible"
        yield Figure(_thrown(made), said)
    if len(board.grades[0].decisions) > 1:
        yield Figure(_by_depth(board), "Regret by search depth")
    yield board_table(board)
    yield from decisions_tables(made)
    yield method(board.exam)


def _by_depth(board: Leaderboard) -> str:
    series = {
        grade.subject: [
            (float(depth), made.overall.regret.estimate.value)
            for depth, made in zip(sorted(set(grade.setting.depths)), grade.decisions, strict=True)
            if made.overall.regret.estimate
        ]
        for grade in board.grades
    }
    chance = board.grades[0].baseline.overall.regret.estimate
    references = {"a random move": chance.value} if chance else {}
    return lines(series, "search depth", "points given away a move", references=references)
