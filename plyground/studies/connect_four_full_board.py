"""Connect Four to a full board: what pruning saves at each of the 42 moves (SYSTEMS.md §6).

    heuristic 1   runs_open    runs of discs, worth more if the next cell is empty
    heuristic 2   runs_space   runs of discs, the empty cells around them, what they can grow to

The source printed a table of one game; neither the game nor its formulas are known, but its counts
without pruning tell how full the columns were (`pruning.fillings`). Where the source scores the end
by the difference of lines, here a win is a win.
"""

from collections.abc import Sequence
from random import Random

from plyground.experiments.document import Board, Figure, Part, Section, Table
from plyground.experiments.numerals import Cell
from plyground.experiments.plan import Experiment
from plyground.experiments.plots import lines, outcome_bars
from plyground.experiments.summary import Summary
from plyground.games import Game, load_game
from plyground.games.game import Position
from plyground.search.connect_four_astar import all_lines
from plyground.studies.chapters import percent, within
from plyground.studies.connect_four_full_board_accuracy import accuracy_parts
from plyground.studies.connect_four_players import FIRST, SECOND, results
from plyground.studies.connect_four_printed import (
    DEPTH,
    PRINTED,
    PRINTED_SECONDS,
    Spans,
    ledger,
    saved_in_all,
)
from plyground.studies.lab import Lab
from plyground.studies.pruning import SelfPlay, boards_so_filled, self_play, span_of_counts

GAME = "connect_four(until_full=true)"
HEURISTICS = ("runs_open", "runs_space")
MATCH = tuple(f"alpha_beta(depth={DEPTH}, heuristic={name})" for name in HEURISTICS)


def connect_four_full_board(lab: Lab) -> Section:
    """What does pruning save from move to move, and which heuristic is stronger?"""
    game = load_game(GAME)
    games = [_watched(lab, game, name) for name in HEURISTICS]
    match = lab.play(
        Experiment(GAME, MATCH, games=lab.sized(100, 2000)), "Connect Four to a full board"
    )
    spans = _spans(lab, game)
    parts: list[Part] = [
        _counts_table(games),
        *map(_counts_figure, games),
        _saved_figure(games),
        _fillings_table(spans),
        *_match_parts(match),
        *accuracy_parts(lab, HEURISTICS),
        _seconds_table(games),
        *(_final_board(game, each) for each in games),
    ]
    return Section(
        title="Connect Four to a full board",
        question="What does alpha-beta save at each of the 42 moves of a game, and which of the "
        "two heuristics is stronger?",
        answer=_answer(games, match),
        parts=parts,
        ledger=ledger(games, spans, match),
        command=f"plyground study connect_four_full_board --scale {lab.scale} --seed {lab.seed}",
    )


def _answer(games: Sequence[SelfPlay], match: Summary) -> str:
    first, second = (percent(each.decisions[0].saved) for each in games)
    return (
        f"Pruning saves {first} of the positions at move 1 with heuristic 1 and {second} with "
        f"heuristic 2, {percent(saved_in_all(games))} over both games, "
        f"{percent(saved_in_all(games, 'ordered'))} if moves are ordered; {match.verdict}."
    )


def _watched(lab: Lab, game: Game, heuristic: str) -> SelfPlay:
    title = f"42 moves by {heuristic}"
    return self_play(game, heuristic, DEPTH, lambda number: lab.tell(title, number, 42))


# --- tables and figures --------------------------------------------------------------------------


def _counts_table(games: Sequence[SelfPlay]) -> Table:
    printed = {row.move: row for row in PRINTED}
    rows: list[list[Cell]] = []
    for decisions in zip(*(each.decisions for each in games), strict=True):
        move = decisions[0].number
        row: list[Cell] = [move, None, None]
        if move in printed:
            row[1:] = [printed[move].pruned, printed[move].full]
        for each in decisions:
            row += [each.pruned.nodes, each.full.nodes, each.ordered.nodes]
        rows.append(row)
    columns = ["move", "printed: with", "without"]
    for number, _ in enumerate(games, 1):
        columns += [f"heuristic {number}: with", "without", "ordered"]
    caption = (
        "Positions visited at each move of a game, with and without pruning, depth 5; the source's "
        "table beside two games of our own, and what is left if moves are ordered as well."
    )
    return Table(columns, rows, caption)


def _seconds_table(games: Sequence[SelfPlay]) -> Table:
    rows: list[list[Cell]] = []
    for decisions in zip(*(each.decisions for each in games), strict=True):
        move = decisions[0].number
        row: list[Cell] = [move, *(PRINTED_SECONDS if move == 1 else (None, None))]
        for each in decisions:
            row += [round(1e6 * each.pruned.seconds), round(1e6 * each.full.seconds)]
        rows.append(row)
    columns = ["move", "printed: s with", "s without"]
    for number, _ in enumerate(games, 1):
        columns += [f"heuristic {number}: µs with", "µs without"]
    return Table(columns, rows, "Time of each move: printed in seconds, here in microseconds.")


def _counts_figure(game: SelfPlay) -> Figure:
    series = {
        "without": [(float(each.number), float(each.full.nodes)) for each in game.decisions],
        "with pruning": [(float(each.number), float(each.pruned.nodes)) for each in game.decisions],
        "ordered": [(float(each.number), float(each.ordered.nodes)) for each in game.decisions],
        "printed, with": [(float(row.move), float(row.pruned)) for row in PRINTED],
        "printed, without": [(float(row.move), float(row.full)) for row in PRINTED],
    }
    return Figure(
        lines(series, "move", "positions", log_y=True),
        f"Positions visited by move, {game.heuristic}; the source's table has seven rows for us.",
    )


def _saved_figure(games: Sequence[SelfPlay]) -> Figure:
    series = {
        f"heuristic {number}": [(float(row.number), 100 * row.saved) for row in each.decisions]
        for number, each in enumerate(games, 1)
    }
    series["printed"] = [(float(row.move), 100 * (1 - row.share)) for row in PRINTED]
    return Figure(lines(series, "move", "percent saved"), "What pruning saves at each move.")


def _spans(lab: Lab, game: Game) -> list[Spans]:
    """What pruning leaves on random boards that are as full as the printed counts tell."""
    count, dice = lab.sized(100, 1000), Random(lab.seed)
    found: list[Spans] = []
    for row in lab.each(PRINTED, "boards as full as the printed ones"):
        boards = boards_so_filled(game, row.heights[0], count, dice)
        found.append([span_of_counts(game, name, DEPTH, boards) for name in HEURISTICS])
    return found


def _fillings_table(spans: Sequence[Spans]) -> Table:
    rows: list[list[Cell]] = []
    for row, found in zip(PRINTED, spans, strict=True):
        words = "; ".join(" ".join(map(str, each)) for each in row.heights)
        ranges = [f"{span.low:,}–{span.high:,}" for span in found]
        rows.append([row.move, row.full, words, row.pruned, *ranges])
    caption = (
        "What the printed counts without pruning tell: discs in the columns, fewest first. Each "
        "fits one filling alone, and each grows out of the one before: the source filled its "
        "columns one after the other. Beside the printed counts with pruning: where 95 of 100 "
        "random boards so filled lie."
    )
    columns = ["move", "printed: without", "discs in the columns", "printed: with"]
    return Table([*columns, "heuristic 1", "heuristic 2"], rows, caption, "rrlrrr")


def _match_parts(match: Summary) -> list[Part]:
    rows = [results(match.records, 0, 1, side, f"heuristic 1 {side}") for side in (FIRST, SECOND)]
    strength = match.strengths[0, 1]
    row: list[Cell] = [strength.games, *results(match.records, 0, 1)[1:], within(strength.score)]
    caption = "Heuristic 1 against heuristic 2, depth 5, paired random openings of four plies."
    table = Table(["games", "wins", "draws", "losses", "score"], [row], caption)
    return [table, Figure(outcome_bars(rows), caption)]


def scores(game: Game, position: Position) -> tuple[int, int]:
    """The lines of four of the first player and of the second on a full board."""
    first = position.mine if game.turn(position) == 0 else position.mine ^ position.filled
    second = position.filled ^ first
    found = [line.cells for line in all_lines(6, 7, 4)]
    return sum(not each & ~first for each in found), sum(not each & ~second for each in found)


def _final_board(game: Game, played: SelfPlay) -> Board:
    first, second = scores(game, played.end)
    words = f"{played.heuristic} against itself: X has {first} lines of four, O {second}"
    return Board(game.svg(played.end), f"{words} ({played.moves})")
