"""Leaves per second of perft, ours against OpenSpiel's.

Each side goes as deep as it can in a fraction of a second, since a rate hardly depends on depth;
that both count the same leaves is checked at the peer's depth, in the same run. Both count the
moves of the last ply without playing them, with one exception: in OpenSpiel's morris only playing
an action tells whether it closes a mill. Only the first four plies, where no mill can close yet, it
can count in bulk: some twenty leaves with one call, and a row of its own.
"""

from dataclasses import dataclass

from bench import open_spiel
from bench.measure import Row, WrongAnswer, side_by_side
from plyground.games import load_game
from plyground.search.perft import perft

ALL_PLACED = "b6 a1 f4 c4 d5 d3 d2 g4 e3 d6 c3 f6 d1 e4 b4 a7 g1 f2"
"""Eighteen plies of morris without a mill: from here on men slide."""


@dataclass(frozen=True, kw_only=True)
class Work:
    """Perft of one game from one position, at each side's depth."""

    game: str
    depth: int
    peer_depth: int
    peer_count: open_spiel.Count
    goal: float | None
    placed: str = ""
    """The morris men already placed, in turn."""

    @property
    def name(self) -> str:
        where = ", all placed" if self.placed else ""
        return f"{self.game}{where}: perft {self.depth}, theirs {self.peer_depth}"


WORKS = (
    Work(
        game="connect_four",
        depth=9,
        peer_depth=7,
        peer_count=open_spiel.leaves,
        goal=100,
    ),
    Work(
        game="checkers",
        depth=10,
        peer_depth=7,
        peer_count=open_spiel.checkers_leaves,
        goal=50,
    ),
    Work(
        game="nine_mens_morris",
        depth=6,
        peer_depth=5,
        peer_count=open_spiel.morris_leaves,
        goal=50,
    ),
    Work(
        game="nine_mens_morris",
        depth=7,
        peer_depth=5,
        peer_count=open_spiel.morris_leaves,
        goal=50,
        placed=ALL_PLACED,
    ),
    Work(
        game="nine_mens_morris",
        depth=4,
        peer_depth=4,
        peer_count=open_spiel.leaves,
        goal=None,
    ),
)


def measure() -> list[Row]:
    """One row for each piece of work."""
    return [_measured(work) for work in WORKS]


def _measured(work: Work) -> Row:
    state = open_spiel.pyspiel().load_game(work.game).new_initial_state()
    for point in work.placed.split():
        state.apply_action(open_spiel.MORRIS_POINTS.index(point))
    game = load_game(work.game)
    start = game.after(work.placed.split())
    count = perft(game)
    leaves, peer_leaves = count(start, work.depth), work.peer_count(state, work.peer_depth)
    if count(start, work.peer_depth) != peer_leaves:
        raise WrongAnswer(
            f"{work.game} has {count(start, work.peer_depth):,} leaves at depth "
            f"{work.peer_depth}, but {peer_leaves:,} by OpenSpiel"
        )
    seconds = side_by_side(
        lambda: count(start, work.depth), lambda: work.peer_count(state, work.peer_depth)
    )
    return Row(
        work=work.name,
        ours=leaves / seconds.ours,
        peer=peer_leaves / seconds.theirs,
        unit="leaves/s",
        peer_name="OpenSpiel",
        at_least=work.goal,
    )
