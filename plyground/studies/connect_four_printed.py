"""The table that the source of §6 printed, and the ledger: what our games make of it.

move            1       2       8      9     20   30  42
with        2,955   3,767   4,493  1,261    764  408   1      positions visited, with pruning
without    19,607  19,607  16,794  9,329  2,956  799   1      and without
"""

from collections.abc import Sequence
from typing import NamedTuple

from plyground.experiments.document import Claim, Verdict
from plyground.experiments.summary import Summary
from plyground.games.game import Position
from plyground.studies.chapters import percent, within
from plyground.studies.connect_four_players import results
from plyground.studies.lab import listed
from plyground.studies.pruning import SelfPlay, Span, fillings, visits

DEPTH = 5


class Printed(NamedTuple):
    """A row of the source's table."""

    move: int
    pruned: int
    full: int

    @property
    def share(self) -> float:
        """Of positions that pruning leaves."""
        return self.pruned / self.full

    @property
    def heights(self) -> list[tuple[int, ...]]:
        """How full the columns can have been."""
        return fillings(self.full, self.move - 1, rows=6, columns=7, depth=DEPTH)


PRINTED = [
    Printed(1, 2955, 19607),
    Printed(2, 3767, 19607),
    Printed(8, 4493, 16794),
    Printed(9, 1261, 9329),
    Printed(20, 764, 2956),
    Printed(30, 408, 799),
    Printed(42, 1, 1),
]
PRINTED_SECONDS = (0.143, 1.038)
"""At move 1, with and without pruning."""


Spans = Sequence[Span]
"""For each heuristic: what pruning leaves on random boards filled as the printed count tells."""


def saved_in_all(games: Sequence[SelfPlay], search: str = "pruned") -> float:
    """The share of all positions that a search, pruned or ordered, leaves out."""
    full, visited = (
        sum(getattr(decision, name).nodes for each in games for decision in each.decisions)
        for name in ("full", search)
    )
    return 1 - float(visited) / float(full)


def ledger(games: Sequence[SelfPlay], spans: Sequence[Spans], match: Summary) -> list[Claim]:
    """Every claim of the section; `spans` has those of each printed row."""
    return [
        *(_row_claim(*row, games) for row in zip(PRINTED, spans, strict=True)),
        _seconds_claim(games),
        _plies_claim(games),
        _saving_claim(games),
        _value_claim(games),
        _match_claim(match),
    ]


def _row_claim(row: Printed, spans: Spans, games: Sequence[SelfPlay]) -> Claim:
    """The count without pruning must fit a board, the one with it what such boards give."""
    ours = [each.decisions[row.move - 1] for each in games]
    low, high = min(span.low for span in spans), max(span.high for span in spans)
    fits = low <= row.pruned <= high
    filling = " ".join(map(str, row.heights[0])) if row.heights else ""
    words = "within" if fits else "outside"
    because = (
        f"{row.full:,} tells how full the columns were ({filling}); boards so filled take from "
        f"{low:,} to {high:,} with our two heuristics, and {row.pruned:,} is {words}"
    )
    return Claim(
        "§6",
        f"move {row.move}: {row.pruned:,} expansions with pruning, {row.full:,} without",
        f"{row.pruned:,} / {row.full:,}",
        listed(
            f"{each.pruned.nodes:,} / {each.full.nodes:,} with heuristic {number}"
            for number, each in enumerate(ours, 1)
        )
        + " in games of our own",
        (Verdict.HOLDS if fits else Verdict.UNTOLD) if filling else Verdict.FAILS,
        because if filling else f"no board of {row.move - 1} discs has {row.full:,}",
    )


def _seconds_claim(games: Sequence[SelfPlay]) -> Claim:
    with_, without = PRINTED_SECONDS
    ours = [each.decisions[0] for each in games]
    return Claim(
        "§6",
        "move 1 takes 0.143 s with pruning and 1.038 s without",
        f"{with_} / {without} s: a ratio of {without / with_:.1f}",
        listed(
            f"{1000 * each.pruned.seconds:.2f} / {1000 * each.full.seconds:.2f} ms (heuristic "
            f"{number})"
            for number, each in enumerate(ours, 1)
        ),
        Verdict.UNTOLD,
        "seconds belong to their machine and language; the printed ones agree with the printed "
        f"counts ({PRINTED[0].full / PRINTED[0].pruned:.1f} times the positions)",
    )


def _plies_claim(games: Sequence[SelfPlay]) -> Claim:
    found = [
        decision.full.nodes == visits(_free(decision.position), DEPTH)
        for each in games
        for decision in each.decisions
    ]
    first = games[0].decisions[0].full.nodes
    return Claim(
        "§6",
        "19,607 = 7 + 7² + … + 7⁵: the search looks five plies ahead",
        "19,607",
        f"{first:,} at depth {DEPTH}; {sum(found)} of {len(found)} counts without pruning are the "
        "ways to drop up to five discs",
        Verdict.HOLDS if all(found) and first == PRINTED[0].full else Verdict.FAILS,
    )


def _free(position: Position) -> tuple[int, ...]:
    """The free cells of each column, fewest first."""
    columns = (position.filled >> 7 * column & 0b111111 for column in range(7))
    return tuple(sorted(6 - column.bit_count() for column in columns))


def _saving_claim(games: Sequence[SelfPlay]) -> Claim:
    saved = [each.decisions[0].saved for each in games]
    ordered = [1 - each.decisions[0].ordered.nodes / each.decisions[0].full.nodes for each in games]
    return Claim(
        "§6",
        "pruning saves 85 % at move 1",
        "85 %",
        f"{listed(map(percent, saved))} with the two heuristics; {listed(map(percent, ordered))} "
        f"with ordered moves; {percent(saved_in_all(games))} over all moves",
        Verdict.HOLDS if min(saved) <= 0.85 <= max(saved) else Verdict.UNTOLD,
        "what pruning saves depends on how often the better move happens to come first",
    )


def _value_claim(games: Sequence[SelfPlay]) -> Claim:
    decisions = [decision for each in games for decision in each.decisions]
    values = sum(each.same_value for each in decisions)
    moves = sum(each.same_move for each in decisions)
    return Claim(
        "§6",
        "pruning never changes the value",
        "not checked",
        f"the same value at {values} and the same move at {moves} of {len(decisions)} decisions",
        Verdict.HOLDS if values == moves == len(decisions) else Verdict.FAILS,
        "it leaves out only what cannot matter",
    )


def _match_claim(match: Summary) -> Claim:
    strength = match.strengths[0, 1]
    wins, draws, losses = results(match.records, 0, 1)[1:]
    return Claim(
        "§6",
        "two AIs can play each other with different heuristics",
        "no result",
        f"heuristic 1 scores {within(strength.score)} against heuristic 2: {wins:,} wins, "
        f"{draws:,} draws, {losses:,} losses",
        Verdict.UNMEASURED,
        f"no game of theirs was reported; {match.verdict}",
    )
