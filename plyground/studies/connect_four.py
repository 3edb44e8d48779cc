"""Connect Four of any size: the notebook's experiments (SYSTEMS.md §5).

    1b  random against random          1d  alpha-beta against random
    1c  the same on 10×10              1e  positions visited, with and without pruning
                                       2b  A* against random and against alpha-beta

Each was published for one board, from 10 or 1,000 games by faulty players; here each is repeated
on 3×4 connect 3, 6×7 and 10×10 by sound ones, whose moves are graded beside perfect play where the
board is solved.
"""

from plyground.experiments.document import Section
from plyground.studies.chapters import bound
from plyground.studies.connect_four_chance import chance_chapter
from plyground.studies.connect_four_counts import counts_chapter
from plyground.studies.connect_four_moves import moves_chapter
from plyground.studies.connect_four_players import players_chapter
from plyground.studies.lab import Lab


def connect_four(lab: Lab) -> Section:
    """What is the first move worth, what does pruning save, and how strong is an A* player?"""
    counts = counts_chapter(lab)  # first: what is compiled here, the workers need not compile
    whole = bound((chance_chapter(lab), players_chapter(lab), moves_chapter(lab), counts))
    return Section(
        title="Connect Four",
        question=(
            "What is the first move worth among random players, does alpha-beta ever lose to them, "
            "what does pruning save, and how strong is a player that plans with A*?"
        ),
        answer=whole.answer,
        parts=whole.parts,
        ledger=whole.claims,
        command=f"plyground study connect_four --scale {lab.scale} --seed {lab.seed}",
    )
