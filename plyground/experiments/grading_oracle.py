"""Who knows the truth that others are graded by: one oracle for all questions of a process."""

from functools import lru_cache

from plyground.errors import BadParameter
from plyground.games import load_game
from plyground.solve import STORED, Oracle, load_oracle


@lru_cache(maxsize=1)
def grading_oracle(game: str, store: str = "") -> Oracle:
    """The oracle of a game, with the tables of a folder if there is one; it may be large."""
    rules = load_game(game)
    if not store:
        return load_oracle(rules)
    if rules.name not in STORED:
        raise BadParameter(f"{game} is graded without a store (one is for {' and '.join(STORED)})")
    return load_oracle(rules, store=store)
