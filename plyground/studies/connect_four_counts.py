"""§5, experiment 1e: the positions that minimax visits, with and without pruning.

positions visited     7 + 7² + … + 7ᵈ            every one: minimax
                      about √(7ᵈ)                the best move always first
                      in between                 alpha-beta in the game's own order
"""

from collections.abc import Iterable
from dataclasses import replace
from math import sqrt
from typing import NamedTuple

from plyground.agents import load_agent
from plyground.experiments.document import Claim, Figure, Part, Table, Verdict
from plyground.experiments.plots import lines
from plyground.games import Game, load_game
from plyground.players import FixedDepthPlayer
from plyground.search.results import in_words
from plyground.studies.chapters import Chapter, percent
from plyground.studies.connect_four_chance import LARGE, SMALL, USUAL
from plyground.studies.lab import Lab
from plyground.studies.random_players import Size

COLUMNS = ("board", "depth", "without pruning", "with pruning", "ratio", "√(b^d)", "value")


class Count(NamedTuple):
    """Positions visited below the empty board."""

    size: Size
    depth: int
    without: int
    pruned: int
    score: int
    same: bool
    """Whether both found the same value and move."""

    @property
    def ratio(self) -> float:
        return self.without / self.pruned

    @property
    def best_case(self) -> float:
        """What perfect ordering leaves of b^d leaves: its square root."""
        return sqrt(self.size.columns**self.depth)

    @property
    def row(self) -> list[str | int | float]:
        return [str(self.size), self.depth, self.without, self.pruned, round(self.ratio, 2),
                round(self.best_case), in_words(self.score)]  # fmt: skip


def counted(game: Game, size: Size, depths: Iterable[int]) -> list[Count]:
    """Both searches of the empty board at each depth."""
    players = [load_agent(name).player(game) for name in ("minimax", "alpha_beta")]
    found = []
    for depth in depths:
        full, pruned = (
            replace(player, depth=depth).choose(game.start, line=False)
            for player in players
            if isinstance(player, FixedDepthPlayer)
        )
        same = (full.move, full.score) == (pruned.move, pruned.score)
        found.append(Count(size, depth, full.nodes, pruned.nodes, full.score, same))
    return found


def counts_chapter(lab: Lab) -> Chapter:
    """To the end on the small board, by depth on the others."""
    depths = [
        (SMALL, range(1, SMALL.rows * SMALL.columns + 1)),
        (USUAL, range(1, lab.sized(8, 10))),
        (LARGE, range(1, lab.sized(6, 8))),
    ]
    counts = [
        counted(load_game(size.text), size, each)
        for size, each in lab.each(depths, "positions visited by depth")
    ]
    small, usual, large = (group[-1] for group in counts)
    parts: list[Part] = [
        Table(
            COLUMNS,
            [count.row for group in counts for count in group],
            "Positions visited from the empty board; the value is the first player's.",
        ),
        *(_curve(group) for group in counts),
    ]
    answer = (
        f"From the empty {SMALL} board to the end minimax visits {small.without:,} positions and "
        f"alpha-beta {small.pruned:,}, {small.ratio:.1f} times fewer."
    )
    same = all(count.same for group in counts for count in group)
    return Chapter(answer, parts, [_claim(small, usual, large, same)])


def _curve(group: list[Count]) -> Figure:
    size = group[0].size
    series = {
        "without pruning": [(float(each.depth), float(each.without)) for each in group],
        "with pruning": [(float(each.depth), float(each.pruned)) for each in group],
        f"√({size.columns}^d)": [(float(each.depth), each.best_case) for each in group],
    }
    return Figure(
        lines(series, "depth in plies", "positions", log_y=True),
        f"Positions visited from the empty board, {size}.",
    )


def _claim(small: Count, usual: Count, large: Count, same: bool) -> Claim:
    others = [
        f"{each.ratio:.1f} ({each.without:,} and {each.pruned:,}) at depth {each.depth} on "
        f"{each.size}"
        for each in (usual, large)
    ]
    value = "the same at every depth" if same else "NOT the same at every depth"
    return Claim(
        "§5 1e",
        "states expanded by minimax with and without pruning from the empty board, their ratio",
        "no number; the run took more than 30 minutes",
        f"{small.without:,} without and {small.pruned:,} with pruning on {SMALL}, a ratio of "
        f"{small.ratio:.1f} ({percent(1 - small.pruned / small.without)} saved); "
        f"{' and '.join(others)}",
        Verdict.UNMEASURED,
        f"it printed none. Value and move are {value}: {in_words(small.score)} plies on {SMALL}",
    )
