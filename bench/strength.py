"""What each idea of the engine is worth at checkers: every rung plays the one before it.

    alpha_beta ─▶ ordering ─▶ transpositions ─▶ deepening ─▶ quiescence ─▶ endgames of 4, 5 pieces

To the same depth the first three find the same values, so an idea shows only at an equal price:
depths and nodes are chosen such that all rungs take about as long a move. Only depths and nodes, so
that all games are the same on every machine; what a move took is printed, for both sides.

Every match goes on to its last game, though its sequential test is settled earlier: an Elo taken
where a test stops is too large, since it stops when it looks large.
"""

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count, islice
from math import isfinite
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from bench.measure import Sheet, WrongAnswer
from plyground.agents import load_agent
from plyground.experiments.plan import Experiment, checked
from plyground.experiments.records import GameRecord
from plyground.experiments.runner import LocalWorkers, Workers, run
from plyground.experiments.statistics import Estimate
from plyground.experiments.store import Store
from plyground.experiments.summary import Summary, Tally, tally_of
from plyground.games import load_game
from plyground.games.game import ONGOING
from plyground.solve.checkers import solve_checkers

GAME, GAMES = "checkers", 300
QUIET_PLIES = 80
ELO0, ELO1 = 0, 50
OPENING_PLIES, FEW = 6, 8


@dataclass(frozen=True)
class Rung:
    """An engine, and the databases it looks into: all endgames with up to so many pieces."""

    engine: str
    pieces: int = 0

    def __str__(self) -> str:
        return f"{self.engine} + {self.pieces} pieces" if self.pieces else self.engine

    def agent(self, folder: Path) -> str:
        """Its text form, with databases from below the folder."""
        endgames = f', endgames="{tables(folder, self.pieces)}")'
        return self.engine.removesuffix(")") + endgames if self.pieces else self.engine


class Match(NamedTuple):
    """A rung against an earlier one: whole games, or from a few pieces on."""

    rung: Rung
    earlier: Rung
    few: bool = False


PLAIN, ORDERED = Rung("alpha_beta(depth=7)"), Rung("ordering(depth=8)")
REMEMBERED = Rung("transpositions(depth=9)")
DEEPENED = Rung("deepening(nodes=24000, quiescence=false)")
ENGINE = Rung("deepening(nodes=18000)")
FOUR, FIVE = (replace(ENGINE, pieces=pieces) for pieces in (4, 5))
LADDER = [
    Match(ORDERED, PLAIN),
    Match(REMEMBERED, ORDERED),
    Match(DEEPENED, REMEMBERED),
    Match(ENGINE, DEEPENED),
    Match(FOUR, ENGINE),
    Match(FIVE, ENGINE),
    Match(FIVE, PLAIN),
    Match(FOUR, ENGINE, few=True),
    Match(FIVE, ENGINE, few=True),
]


class Price(NamedTuple):
    """What a move took, on average."""

    nodes: float
    milliseconds: float


@dataclass(frozen=True)
class Played:
    """What a match says about its later rung."""

    match: Match
    won: int
    drawn: int
    lost: int
    elo: Estimate
    """With a 95 % interval, from all games."""
    verdict: str
    """accept: the test favors ELO1 over ELO0; reject: the other way round; go on: neither yet."""
    after: int
    """Games that the test took; all of them if it would go on."""
    llr: float
    """The log-likelihood ratio after these."""
    price: Price
    earlier_price: Price


def measure(ladder: Sequence[Match] = LADDER, games: int = GAMES) -> Sheet:
    """All matches of the ladder, as a table."""
    workers = LocalWorkers(os.cpu_count() or 1)
    played = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build_tables({each.pieces for match in ladder for each in match[:2]}, folder)
        write_endings(folder, games // 2)
        try:
            for number, match in enumerate(ladder, 1):
                title = f"match {number} of {len(ladder)}: {match.rung} – {match.earlier}"
                played.append(play(match, games, folder, workers, title))
        finally:
            workers.close()
    return sheet_of(played)


# --- what is played -------------------------------------------------------------------------------


def tables(folder: Path, pieces: int) -> Path:
    return folder / f"{pieces}_pieces"


def build_tables(wanted: set[int], folder: Path) -> None:
    """Solve all endgames that a rung looks into, each number of pieces in a folder of its own."""
    for pieces in sorted(wanted - {0}):
        print(f"solving checkers up to {pieces} pieces …", file=sys.stderr, flush=True)
        solve_checkers(pieces, tables(folder, pieces), os.cpu_count() or 1)


def endings() -> Iterator[str]:
    """Positions that random play comes to: the first with FEW pieces, as many on either side."""
    game, dice = load_game(GAME), load_agent("random").player(load_game(GAME))
    for seed in count():
        dice.begin(seed)
        position = game.start
        while game.plain.outcome(position) == ONGOING:
            sides = position.mine.bit_count(), position.theirs.bit_count()
            if sum(sides) <= FEW:
                if sides == (FEW // 2, FEW // 2):
                    yield game.position_name(position)
                break
            position = game.plain.play(position, dice.choose(position).move)


def endings_file(folder: Path) -> Path:
    return folder / "endings.txt"


def write_endings(folder: Path, positions: int) -> None:
    endings_file(folder).write_text("\n".join(islice(endings(), positions)) + "\n")


def play(match: Match, games: int, folder: Path, workers: Workers, title: str) -> Played:
    """Play a match to its last game."""
    few = f'positions(file="{endings_file(folder)}")'
    experiment = checked(
        Experiment(
            GAME,
            (match.rung.agent(folder), match.earlier.agent(folder)),
            games,
            openings=few if match.few else f"random(plies={OPENING_PLIES})",
            quiet_plies=QUIET_PLIES,
        )
    )

    def show(done: int, tally: Tally) -> None:
        print(f"\r{title}, {done} of {games} games", end="", file=sys.stderr, flush=True)

    show(0, Tally([]))
    with Store.open(folder / "runs") as store:
        records = run(experiment, store, store.begin(experiment), workers, show)
    print(file=sys.stderr)
    return judged(match, experiment, records)


# --- what it says ---------------------------------------------------------------------------------


def judged(match: Match, experiment: Experiment, records: Sequence[GameRecord]) -> Played:
    """Elo from all games, and where the sequential test would have stopped."""
    summary = Summary(experiment, Tally(list(records)))
    line, other = summary.lines
    if line.games != experiment.games or line.forfeits or other.forfeits:
        ends = dict(summary.terminations)
        raise WrongAnswer(f"{match.rung} – {match.earlier}: {line.games} games, ended by {ends}")
    tested = tally_of(
        replace(experiment, elo0=ELO0, elo1=ELO1), {each.number: each for each in records}
    )
    assert tested.test is not None
    return Played(
        match,
        line.won,
        line.drawn,
        line.lost,
        summary.strengths[0, 1].elo,
        tested.test.verdict,
        len(tested.counted),
        tested.test.llr,
        price(records, 0),
        price(records, 1),
    )


def price(records: Sequence[GameRecord], agent: int) -> Price:
    """Of the moves of one agent, over all games: who moves first makes every other move."""
    own = [
        thought
        for each in records
        for thought in list(zip(each.nodes, each.seconds, strict=True))[each.first != agent :: 2]
    ]
    return Price(fmean(nodes for nodes, _ in own), 1000 * fmean(seconds for _, seconds in own))


HEADINGS = ("rung", "won", "drawn", "lost", "Elo, 95 %", "sequential test", "nodes", "ms")


def sheet_of(played: Sequence[Played]) -> Sheet:
    """The table and its words."""
    games = played[0].won + played[0].drawn + played[0].lost
    return Sheet(
        headings=HEADINGS,
        lines=[cells(each) for each in played],
        data=[as_data(each) for each in played],
        note=f"{games} games of {GAME} a match, each opening twice with sides swapped: "
        f"{OPENING_PLIES} random plies, or {FEW} pieces, {FEW // 2} on\neither side, by random "
        f"play; the same position three times or {QUIET_PLIES} plies without a capture are a draw\n"
        f"Elo: of all games; sequential test: of {ELO1:+} against {ELO0} normalized Elo with "
        "errors of 5 %, which it favors\nand after how many games, with the log-likelihood ratio "
        "there\n"
        "nodes, ms: a move, on average, of the rung and of the one it plays; no game depends on ms",
    )


def cells(each: Played) -> tuple[str, ...]:
    """A line of the table, two lines high: the rung, and the one it plays."""
    value, low, high = (f"{end:+.0f}" for end in (each.elo.value, each.elo.low, each.elo.high))
    favored = {"accept": f"{ELO1:+}", "reject": f"{ELO0}", "go on": "neither"}[each.verdict]
    prices, few = (each.price, each.earlier_price), f", from {FEW} pieces"
    return (
        f"{each.match.rung}\n  against {each.match.earlier}{few * each.match.few}",
        *(f"{number}" for number in (each.won, each.drawn, each.lost)),
        f"{value} [{low}, {high}]".replace("inf", "∞"),
        f"{favored} after {each.after}\n{each.llr:+.2f}",
        "\n".join(f"{price.nodes:,.0f}" for price in prices),
        "\n".join(f"{price.milliseconds:.1f}" for price in prices),
    )


def as_data(each: Played) -> dict[str, object]:
    """The same in JSON's types, which know no infinity."""
    elo = {name: end if isfinite(end) else None for name, end in asdict(each.elo).items()}
    return asdict(each) | {
        "match": {
            "rung": str(each.match.rung),
            "against": str(each.match.earlier),
            "from": f"{FEW} pieces" if each.match.few else "start",
        },
        "elo": elo,
        "price": each.price._asdict(),
        "earlier_price": each.earlier_price._asdict(),
    }
