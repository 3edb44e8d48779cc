"""§5, experiments 1b and 1c: what the first move is worth when nobody thinks.

             3×4 connect 3        6×7                        4×4 … 10×10
sound        solved, no dice      100 tournaments, a large   win share and game length
as published solved, no dice      sample                     by size
"""

from math import erfc, exp, hypot, sqrt
from statistics import NormalDist
from typing import NamedTuple

from plyground.experiments.document import Claim, Figure, Part, Table, Verdict
from plyground.experiments.plots import Outcome, histogram, lines, outcome_bars
from plyground.experiments.statistics import Estimate, wilson
from plyground.games import load_game
from plyground.search.random_games import Tally
from plyground.studies.chapters import Chapter, bound, percent, within
from plyground.studies.lab import Lab
from plyground.studies.random_players import (
    BIASED,
    BOTH,
    FORGETFUL,
    SOUND,
    Habits,
    Shares,
    Size,
    exact,
    random_tally,
)

SMALL, USUAL, LARGE = Size(3, 4, 3), Size(6, 7, 4), Size(10, 10, 4)
PUBLISHED_SMALL, PUBLISHED_LARGE = Tally(593, 57, 350, 0, 0), Tally(516, 0, 484, 0, 0)
"""Of 1,000 games each."""
HABITS = {
    "sound": SOUND,
    "biased player": BIASED,
    "forgetful line counter": FORGETFUL,
    "both faults": BOTH,
}
TOURNAMENTS, GAMES = 100, 1000
UNLIKELY = 0.05


class Sample(NamedTuple):
    """Random games on one board by players of one kind."""

    size: Size
    kind: str
    tally: Tally

    @property
    def games(self) -> int:
        return self.tally.wins + self.tally.draws + self.tally.losses

    @property
    def shares(self) -> Shares:
        wins, draws, losses, *_ = self.tally
        return Shares(wins / self.games, draws / self.games, losses / self.games)

    @property
    def wins(self) -> Estimate:
        return wilson(self.tally.wins, self.games)

    @property
    def plies(self) -> float:
        return self.tally.plies / self.games

    @property
    def row(self) -> list[str | int | float]:
        spread = [within(wilson(count, self.games)) for count in self.tally[:3]]
        return [str(self.size), self.kind, self.games, *spread, self.plies]


COLUMNS = ("board", "players", "games", "first wins", "draws", "second wins", "mean plies")


def sampled(size: Size, kind: str, seed: int, games: int) -> Sample:
    """Games 0 … games - 1 under the seed."""
    return Sample(size, kind, random_tally(size, HABITS[kind], seed, 0, games))


def tournaments(size: Size, habits: Habits, seed: int, count: int, games: int) -> list[float]:
    """The first player's share of wins, in percent, in each of so many tournaments."""
    starts = range(0, count * games, games)
    return [
        100 * random_tally(size, habits, seed, start, start + games).wins / games
        for start in starts
    ]


def likelihood(published: Tally, truth: Shares) -> float:
    """How often chance alone strays so far from the truth: Pearson's chi-square test.

    Of three results two are free, and the tail of chi-square is exp(-x / 2); where draws are not
    to be expected, and none were seen, one is, and it is erfc(√(x / 2)).
    """
    games = sum(published[:3])
    pairs = [(seen, games * share) for seen, share in zip(published[:3], truth, strict=True)]
    told = [(seen, due) for seen, due in pairs if seen or due >= 1]
    half = sum((seen - due) ** 2 / due for seen, due in told) / 2
    return exp(-half) if len(told) == 3 else erfc(sqrt(half))


def extremes(share: float, count: int, games: int) -> tuple[Estimate, Estimate]:
    """Where the lowest and the highest of so many tournaments' shares lie, 19 times in 20.

    The lowest of n is above x with probability (1 - F(x))ⁿ.
    """
    one = NormalDist(share, sqrt(share * (1 - share) / games))
    places = [1 - (1 - part) ** (1 / count) for part in (0.025, 0.5, 0.975)]
    low, middle, high = (one.inv_cdf(place) for place in places)
    mirrored = [2 * share - end for end in (middle, high, low)]
    return Estimate(middle, low, high), Estimate(*mirrored)


# --- 1b ------------------------------------------------------------------------------------------


def first_move(lab: Lab) -> Chapter:
    """Random against random on the small board and on the usual one."""
    lab.tell("random games, tournaments", 0, 2)
    small = {kind: exact(load_game(SMALL.text), kind != "sound") for kind in list(HABITS)[:2]}
    spread = tournaments(USUAL, SOUND, lab.seed, TOURNAMENTS, GAMES)
    lab.tell("random games, tournaments", 1, 2)
    usual = sampled(USUAL, "sound", lab.seed, lab.sized(200_000, 10_000_000))
    low, high = min(spread), max(spread)
    parts: list[Part] = [
        _small_table(small),
        Figure(
            histogram(spread, "wins of the first player, percent", "tournaments"),
            f"{TOURNAMENTS} tournaments of {GAMES:,} random games on {USUAL}: from {low:.1f} to "
            f"{high:.1f} %; published: 52 to 59 %.",
        ),
    ]
    answer = (
        f"Among random players the first wins {within(usual.wins)} of the games on {USUAL} and "
        f"exactly {percent(small['sound'].wins)} on {SMALL}."
    )
    return Chapter(answer, parts, _first_move_claims(small, spread, usual))


def _small_table(small: dict[str, Shares]) -> Table:
    published = Sample(SMALL, "published", PUBLISHED_SMALL)
    rows = [["published, 1,000 games", *published.row[3:6], "–"]]
    rows += [
        [f"{kind}, exact", *map(percent, shares), f"{likelihood(PUBLISHED_SMALL, shares):.3f}"]
        for kind, shares in small.items()
    ]
    caption = (
        f"Random against random on {SMALL}: every game weighed by its probability. The last column "
        "says how often 1,000 such games stray as far from the exact shares as the published ones."
    )
    return Table(("players", "first wins", "draws", "second wins", "chance"), rows, caption)


def _first_move_claims(small: dict[str, Shares], spread: list[float], usual: Sample) -> list[Claim]:
    about = usual.wins.low < 0.565 and usual.wins.high > 0.535
    lowest, highest = extremes(usual.wins.value, TOURNAMENTS, GAMES)
    similar = not (lowest.excludes(0.52) or highest.excludes(0.59))
    return [
        Claim(
            "§5 1b",
            f"of two random players the first wins about 55 % ({USUAL})",
            "about 55 %",
            f"{within(usual.wins)} of {usual.games:,} games",
            Verdict.HOLDS if about else Verdict.FAILS,
            f"on {SMALL} it is another figure: exactly {percent(small['sound'].wins)}",
        ),
        Claim(
            "§5 1b",
            f"{TOURNAMENTS} tournaments of {GAMES:,} games give 52–59 %",
            "52–59 %",
            f"{min(spread):.1f}–{max(spread):.1f} %",
            Verdict.HOLDS if similar else Verdict.FAILS,
            "chance alone spreads them so: 19 of 20 such series begin between "
            f"{percent(lowest.low)} and {percent(lowest.high)} and end between "
            f"{percent(highest.low)} and {percent(highest.high)}",
        ),
        _small_claim(small),
    ]


def _small_claim(small: dict[str, Shares]) -> Claim:
    sound, biased = (likelihood(PUBLISHED_SMALL, shares) for shares in small.values())
    return Claim(
        "§5 1b",
        f"on {SMALL} the first player wins 59.3 %, loses 35.0 %, draws 5.7 %",
        "59.3 / 35.0 / 5.7 % of 1,000 games",
        f"exactly {_as_published(small['sound'])}",
        Verdict.UNTOLD if sound > UNLIKELY else Verdict.FAILS,
        f"1,000 games stray this far {percent(sound)} of the time, and with the source's biased "
        f"player ({_as_published(small['biased player'])}) {percent(biased)}: the bias explains "
        "nothing, and on lines this short the line counter does no harm",
    )


def _as_published(shares: Shares) -> str:
    """Wins / losses / draws, in the source's order."""
    wins, draws, losses = (f"{100 * share:.1f}" for share in shares)
    return f"{wins} / {losses} / {draws} %"


# --- 1c ------------------------------------------------------------------------------------------


def board_size(lab: Lab) -> Chapter:
    """Where the first player's wins go on a larger board."""
    games = lab.sized(40_000, 2_000_000)
    large = [
        sampled(LARGE, kind, lab.seed, games)
        for kind in lab.each(list(HABITS), "random games on 10×10")
    ]
    usual = [sampled(USUAL, kind, lab.seed, games) for kind in ("sound", "both faults")]
    squares = list(range(4, 11))
    curves: dict[str, list[Sample]] = {"sound": [], "both faults": []}
    for side in lab.each(squares, "random games by board size"):
        for kind, curve in curves.items():
            curve.append(sampled(Size(side, side, 4), kind, lab.seed, games // 2))
    table = Table(COLUMNS, [each.row for each in (*usual, *large)], _why(usual, large))
    parts: list[Part] = [table, *_by_size(curves)]
    sound = large[0].wins
    answer = (
        f"On 10×10 it is {within(sound)}: no wins were lost but those that the source's line "
        f"counter did not see ({within(large[2].wins)} with it, as we read its fault)."
    )
    return Chapter(answer, parts, _large_claims(usual[0], large))


def _why(usual: list[Sample], large: list[Sample]) -> str:
    return (
        "The larger board changes little: a line of four is made in a corner of it, after "
        f"{large[0].plies:.1f} plies instead of {usual[0].plies:.1f}, and the player who is a disc "
        "ahead is ahead by about as much. A counter that starts again whenever its count is no new "
        "best (one reading of the fault that the source has) overlooks lines beyond a gap, more of "
        f"them on longer lines; games last {large[2].plies:.1f} plies, and a lead of one disc is "
        "worth less the longer the game."
    )


def _by_size(curves: dict[str, list[Sample]]) -> list[Part]:
    shares = {
        kind: [(float(each.size.rows), 100 * each.shares.wins) for each in curve]
        for kind, curve in curves.items()
    }
    shares["second wins, sound"] = [
        (float(each.size.rows), 100 * each.shares.losses) for each in curves["sound"]
    ]
    plies = {
        kind: [(float(each.size.rows), each.plies) for each in curve]
        for kind, curve in curves.items()
    }
    rows = [
        Outcome(f"{each.size.rows}×{each.size.columns}", *each.tally[:3])
        for each in curves["sound"]
    ]
    return [
        Figure(
            lines(shares, "rows and columns", "percent of games"),
            "Wins by board size, connect 4, random players.",
        ),
        Figure(lines(plies, "rows and columns", "plies"), "Mean length of a game by board size."),
        Figure(
            outcome_bars(rows),
            "First player's results: draws take wins on small boards only.",
        ),
    ]


def _large_claims(usual: Sample, large: list[Sample]) -> list[Claim]:
    sound, _, forgetful, both = large
    published = wilson(PUBLISHED_LARGE.wins, 1000)
    chance = likelihood(PUBLISHED_LARGE, sound.shares)
    fault = likelihood(PUBLISHED_LARGE, both.shares)
    lost, margin = usual.wins.value - sound.wins.value, hypot(usual.wins.margin, sound.wins.margin)
    return [
        Claim(
            "§5 1c",
            "on 10×10 connect 4 the first player wins 51.6 %, loses 48.4 %, draws 0.0 %",
            f"51.6 / 48.4 / 0.0 %; {within(published)} if from 1,000 games",
            f"{within(sound.wins)} wins of {sound.games:,} games, {sound.tally.draws} draws",
            Verdict.FAILS if chance < UNLIKELY else Verdict.UNTOLD,
            f"chance alone strays this far {percent(chance)} of the time; with the faults of the "
            f"source {percent(fault)}",
        ),
        Claim(
            "§5 1c",
            "the larger board costs the first player wins",
            "about 55 % on 6×7, 51.6 % on 10×10",
            f"{percent(usual.wins.value)} on 6×7, {percent(sound.wins.value)} on 10×10: "
            f"{100 * lost:.1f} ± {100 * margin:.1f} points fewer",
            Verdict.FAILS if lost + margin < 0.02 else Verdict.HOLDS,
            "what was lost, the line counter overlooked: with it, as we read the source, the "
            f"first player wins {within(forgetful.wins)} on 10×10",
        ),
    ]


def chance_chapter(lab: Lab) -> Chapter:
    """Both experiments."""
    return bound((first_move(lab), board_size(lab)))
