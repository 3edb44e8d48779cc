"""Nine Men's Morris: an evaluation of four parts, and what pruning saves (SYSTEMS.md §4).

    weights      the published evaluation plays itself without one part, and with other weights
    accuracy     what it knows of positions with few men, by the truth, and what fitted weights know
    branching    legal moves of every position of random games and of those games, by phase
    pruning      positions visited to a depth, by searches of every kind

The source measured none of its three criteria: accuracy, efficiency, alignment.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean

from plyground.experiments.document import Figure, Part, Section, Table
from plyground.experiments.numerals import Cell
from plyground.experiments.plots import Interval, intervals, lines
from plyground.studies.lab import Lab, listed
from plyground.studies.nine_mens_morris_accuracy import (
    accuracy_parts,
    better_words,
    run_accuracy,
)
from plyground.studies.nine_mens_morris_ledger import FEWEST, MOST, ledger
from plyground.studies.nine_mens_morris_pruning import (
    LEAST,
    PERFECT,
    ROOT,
    SEARCHES,
    Costs,
    run_searches,
)
from plyground.studies.nine_mens_morris_runs import (
    DEPTH,
    OPENING,
    PHASES,
    VARIANTS,
    MorrisRuns,
    Seen,
    phase_of,
    run_morris,
    span_of_moves,
)
from plyground.studies.words import in_elo

LONGEST = 60
"""Plies that the chart of branching shows."""


def nine_mens_morris(lab: Lab) -> Section:
    """What the evaluation's parts are worth, how wide the game is, and what pruning saves."""
    runs = run_morris(lab)
    costs, known = run_searches(lab, runs.engine), run_accuracy(lab)
    worth = [f"{name} {in_elo(each)}" for name, each in runs.gains.items() if each.excludes(0)]
    told = listed(worth) or "none is told apart"
    return Section(
        title="Nine Men's Morris: weights, width and pruning",
        question="What is each part of the evaluation worth, how many moves has a position, and "
        "how close does alpha-beta come to √(bᵈ)?",
        answer=f"The published weights against others at depth {DEPTH}, in Elo: {told}; a position "
        f"has {span_of_moves(runs.everywhere)} moves; {_times_the_root(costs)}. With few men on "
        f"the board {better_words(known)}.",
        parts=[*_parts(runs, costs), *accuracy_parts(known)],
        ledger=ledger(runs, costs, known),
        command=f"plyground study nine_mens_morris --scale {lab.scale} --seed {lab.seed}",
    )


def _times_the_root(costs: Mapping[str, Costs]) -> str:
    """How far the searches are from √(bᵈ) at depth 4."""
    perfect, plain = (
        listed(f"{found[4][name] / found[4][ROOT]:.1f}" for found in costs.values())
        for name in (PERFECT, "alpha_beta")
    )
    return (
        f"at depth 4, while {listed(costs)}, the best move first visits {perfect} times √(bᵈ) "
        f"positions, alpha-beta in the game's own order {plain} times"
    )


# --- tables and charts ---------------------------------------------------------------------------


def _parts(runs: MorrisRuns, costs: Mapping[str, Costs]) -> list[Part]:
    rows = [Interval(name, each.value, each.low, each.high) for name, each in runs.gains.items()]
    widths = {"random games": _by_ply(runs.chance), "engine games": _by_ply(runs.engine)}
    bounds = {"published: 5": float(FEWEST), "published: 20": float(MOST)}
    return [
        _weights(runs),
        Figure(
            intervals(rows, "Elo of the published weights above the variant"),
            f"The published weights (4, 6, 3, 1) against others, alpha-beta to depth {DEPTH}.",
        ),
        _branching(runs),
        Figure(
            lines(widths, "ply", "legal moves", references=bounds),
            f"Legal moves by ply; men are placed until ply 18, the engine's first {OPENING} plies "
            "are random.",
        ),
        *(_pruning(phase, found) for phase, found in costs.items()),
        *(
            Figure(
                lines(_curves(found), "depth", "positions visited", log_y=True),
                f"Positions visited from positions where men are {phase}; geometric means.",
            )
            for phase, found in costs.items()
        ),
    ]


def _weights(runs: MorrisRuns) -> Table:
    rows: list[list[Cell]] = [
        [name, VARIANTS[name], line.lost, line.drawn, line.won, in_elo(runs.gains[name])]
        for name, line in zip(VARIANTS, runs.match.lines[1:], strict=True)
    ]
    columns = ["variant", "evaluation", "published wins", "draws", "losses", "Elo of the published"]
    return Table(columns, rows, f"All search to depth {DEPTH}. Intervals have 95 % together.")


def _branching(runs: MorrisRuns) -> Table:
    rows: list[list[Cell]] = []
    for games, seen in (("random", runs.chance), ("engine", runs.engine)):
        for phase in PHASES:
            moves = [each.moves for each in seen if phase_of(each.position) == phase]
            if moves:
                within = sum(FEWEST <= each <= MOST for each in moves) / len(moves)
                spread = f"{min(moves)}–{max(moves)}"
                rows.append([games, phase, len(moves), fmean(moves), spread, f"{within:.0%}"])
    columns = ["games", "phase", "positions", "moves", "range", f"{FEWEST} to {MOST}"]
    return Table(columns, rows, f"Legal moves a position; the first {OPENING} plies of the "
                 "engine's games are random.")  # fmt: skip


def _by_ply(seen: Sequence[Seen]) -> list[tuple[float, float]]:
    moves: dict[int, list[int]] = {}
    for each in seen:
        if each.ply < LONGEST:
            moves.setdefault(each.ply, []).append(each.moves)
    return [(float(ply), fmean(found)) for ply, found in sorted(moves.items())]


def _pruning(phase: str, costs: Costs) -> Table:
    names = (*SEARCHES, PERFECT, ROOT)
    rows: list[list[Cell]] = [
        [depth, *(found[name] for name in names), found[PERFECT] / found[ROOT]]
        for depth, found in costs.items()
    ]
    caption = (
        f"Positions visited while {phase}, geometric means; bᵈ is minimax's last ply, and {LEAST}."
    )
    return Table(["depth", *names, "best first / √(bᵈ)"], rows, caption)


def _curves(costs: Costs) -> dict[str, list[tuple[float, float]]]:
    names = (*SEARCHES, PERFECT, ROOT)
    return {name: [(float(depth), found[name]) for depth, found in costs.items()] for name in names}
