"""§5, experiments 1d and 2b: alpha-beta and A* against a random player and against each other.

    board           alpha-beta      against random              against each other
    3×4 connect 3   to the end      from the empty board,       every opening of two plies
    6×7, 10×10      six plies       as first and as second      random openings of four plies

Neither alpha-beta nor A* leaves anything to chance: from the empty board they play one game however
often they meet, which is why their meetings begin from openings.
"""

from collections.abc import Sequence
from typing import NamedTuple

from plyground.agents import load_agent
from plyground.experiments.document import Board, Claim, Figure, Part, Table, Verdict
from plyground.experiments.openings import Opening, position_after
from plyground.experiments.plan import Experiment
from plyground.experiments.plots import Outcome, outcome_bars
from plyground.experiments.records import GameRecord
from plyground.experiments.statistics import wilson
from plyground.experiments.summary import Summary
from plyground.games import load_game
from plyground.search.results import in_words
from plyground.studies.chapters import Chapter, percent, within
from plyground.studies.connect_four_chance import LARGE, SMALL, USUAL
from plyground.studies.lab import Lab, listed
from plyground.studies.random_players import Size

NAMES = {"random": "random", "astar": "A*"}
"""Everyone else is alpha-beta."""
FIRST, SECOND, EITHER = "first", "second", "either"
COLUMNS = ("board", "player", "side", "against", "games", "wins", "draws", "losses")


class Plan(NamedTuple):
    """What is played on one board."""

    size: Size
    alpha_beta: str
    games: int
    """Against random, on both sides together."""
    openings: str
    duels: int


class Line(NamedTuple):
    """One player's games on one side of one board against one other."""

    size: Size
    player: str
    side: str
    other: str
    outcome: Outcome

    @property
    def row(self) -> list[str | int]:
        shares = [within(wilson(count, self.outcome.games)) for count in self.outcome[1:]]
        return [str(self.size), self.player, self.side, self.other, self.outcome.games, *shares]


class Meetings(NamedTuple):
    """All games on one board: in the gauntlet random meets both, in the duel they meet."""

    plan: Plan
    gauntlet: Summary
    duel: Summary

    def line(self, player: str, other: str, side: str) -> Line:
        summary = self.gauntlet if other == "random" else self.duel
        texts = [NAMES.get(text, "alpha-beta") for text in summary.experiment.agents]
        places = texts.index(player), texts.index(other)
        outcome = results(summary.records, *places, side, f"{self.plan.size}: {player} {side}")
        return Line(self.plan.size, player, side, other, outcome)


def results(
    records: Sequence[GameRecord], agent: int, other: int, side: str = EITHER, name: str = ""
) -> Outcome:
    """What an agent made of its games against another, on one side or on either."""
    points = []
    for record in records:
        if side != SECOND and (record.first, record.second) == (agent, other):
            points.append(record.points)
        if side != FIRST and (record.second, record.first) == (agent, other):
            points.append(1 - record.points)
    return Outcome(name, points.count(1), points.count(0.5), points.count(0))


def plans(lab: Lab) -> list[Plan]:
    """On the small board alpha-beta looks to the end."""
    to_the_end = f"alpha_beta(depth={SMALL.rows * SMALL.columns})"
    openings = "random(plies=4)"
    return [
        Plan(SMALL, to_the_end, lab.sized(400, 4000), "all(plies=2)", 16),
        Plan(USUAL, "alpha_beta", lab.sized(160, 2000), openings, lab.sized(40, 600)),
        Plan(LARGE, "alpha_beta", lab.sized(32, 600), openings, lab.sized(8, 200)),
    ]


def met(lab: Lab, plan: Plan) -> Meetings:
    """Let them play."""
    title = f"Connect Four {plan.size}"
    agents = ("random", plan.alpha_beta, "astar")
    gauntlet = Experiment(
        plan.size.text, agents, games=plan.games, openings="start", kind="gauntlet"
    )
    duel = Experiment(plan.size.text, agents[1:], games=plan.duels, openings=plan.openings)
    return Meetings(
        plan,
        lab.play(gauntlet, f"{title}, against random"),
        lab.play(duel, f"{title}, A* against alpha-beta"),
    )


def players_chapter(lab: Lab) -> Chapter:
    """All games of players that think."""
    boards = [met(lab, plan) for plan in plans(lab)]
    as_published = Experiment(
        SMALL.text, (boards[0].plan.alpha_beta, "astar"), games=2, openings="start"
    )
    published = lab.play(as_published, f"Connect Four {SMALL}, the published meeting")
    parts = [*_parts(boards), *_final_boards(published)]
    claims = [_never_loses(boards), _astar_and_random(boards), _astar_wins(boards, published)]
    astar = boards[0].line("A*", "random", EITHER).outcome
    duel = boards[1].line("A*", "alpha-beta", EITHER).outcome
    lost = sum(each.line("alpha-beta", "random", FIRST).outcome.losses for each in boards)
    answer = (
        f"Alpha-beta that moves first lost {lost or 'none'} of its games to random; a sound A* "
        f"wins {within(wilson(astar.wins, astar.games))} against random on {SMALL}, and "
        f"{within(wilson(duel.wins, duel.games))} against alpha-beta of six plies on {USUAL}."
    )
    return Chapter(answer, parts, claims)


def _parts(boards: Sequence[Meetings]) -> list[Part]:
    meetings = (("alpha-beta", "random"), ("A*", "random"), ("A*", "alpha-beta"))
    found = [
        [each.line(*meeting, side) for each in boards for side in (FIRST, SECOND)]
        for meeting in meetings
    ]
    table = Table(
        COLUMNS,
        [line.row for group in found for line in group],
        "Players that think. Shares with 95 % intervals; on 3×4 the openings of A* against "
        "alpha-beta are all there are, so that nothing is left to chance.",
    )
    captions = [f"{player} against {other}." for player, other in meetings]
    figures = [
        Figure(outcome_bars([line.outcome for line in group]), caption)
        for group, caption in zip(found, captions, strict=True)
    ]
    return [table, *figures]


def _final_boards(published: Summary) -> list[Part]:
    game = load_game(SMALL.text)
    found: list[Part] = []
    for record in published.records:
        moves = (*record.opening, *record.moves)
        position = position_after(game, Opening(record.position, moves))
        names = [NAMES.get(published.experiment.agents[place], "alpha-beta") for place in
                 (record.first, record.second)]  # fmt: skip
        words = f"{names[0]} (X) against {names[1]}: {' '.join(moves)}, {game.status(position)}"
        found.append(Board(game.svg(position), words))
    return found


# --- the ledger ----------------------------------------------------------------------------------


def _never_loses(boards: Sequence[Meetings]) -> Claim:
    """1d: proved on the small board, counted on the others."""
    game = load_game(SMALL.text)
    value = load_agent(boards[0].plan.alpha_beta).player(game).choose(game.start, line=False)
    found = [each.line("alpha-beta", "random", FIRST) for each in boards]
    second = [each.line("alpha-beta", "random", SECOND) for each in boards]
    measured = [
        f"{line.outcome.wins:,} wins and {line.outcome.losses:,} losses in "
        f"{line.outcome.games:,} games, "
        f"at most {percent(wilson(line.outcome.losses, line.outcome.games).high)} lost, on "
        f"{line.size}"
        for line in found
    ]
    others = listed(f"{line.outcome.losses:,} of {line.outcome.games:,}" for line in second)
    lost = any(line.outcome.losses for line in found)
    return Claim(
        "§5 1d",
        "an alpha-beta player who moves first never loses to random",
        "100 % of 10 games",
        "; ".join(measured),
        Verdict.FAILS if lost or value.score < 0 else Verdict.HOLDS,
        f"on {SMALL} it is proved: the first player has a {in_words(value.score)} plies; elsewhere "
        f"depth 6 is no proof. As second it lost {others}: where all moves lose, "
        "it takes the longest way and sets no traps",
    )


def _astar_and_random(boards: Sequence[Meetings]) -> Claim:
    """2b, first half."""
    found = [each.line("A*", "random", EITHER) for each in boards]
    first, *others = ((line, line.outcome) for line in found)
    measured = [
        f"{within(wilson(outcome.wins, outcome.games))} wins of {outcome.games:,} on {line.size}"
        for line, outcome in others
    ]
    small = first[1]
    return Claim(
        "§5 2b",
        f"A* against random on {SMALL}: 25.0 % wins, 3.9 % losses, 71.1 % draws",
        "25.0 / 3.9 / 71.1 % of 1,000 games",
        f"{within(wilson(small.wins, small.games))} wins, {percent(small.losses / small.games)} "
        f"losses, {percent(small.draws / small.games)} draws of {small.games:,}; "
        + listed(measured),
        Verdict.UNMEASURED,
        "its A* returned malformed moves, which the game ignored, hence the draws; of two random "
        "players only 4.5 % of games are drawn on this board",
    )


def _astar_wins(boards: Sequence[Meetings], published: Summary) -> Claim:
    """2b, second half."""
    first, second = (results(published.records, 1, 0, side) for side in (FIRST, SECOND))
    words = {True: "wins", False: "does not win"}
    found = [each.line("A*", "alpha-beta", EITHER) for each in boards]
    shares = [
        f"{line.outcome.wins} of {line.outcome.games} "
        f"({within(wilson(line.outcome.wins, line.outcome.games))}) on {line.size}"
        for line in found
    ]
    return Claim(
        "§5 2b",
        "A* beats alpha-beta in every game",
        "100 % of 10 games",
        f"from the empty {SMALL} board A* {words[first.wins == 1]} as first and "
        f"{words[second.wins == 1]} as second; from paired openings it wins {listed(shares)}",
        Verdict.UNMEASURED,
        "its A* returned malformed moves, which the game ignored; and players that leave nothing "
        f"to chance play one game ten times. The first player wins {SMALL} by force, A* or not",
    )
