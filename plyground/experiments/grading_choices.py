"""Who chooses: a heuristic at a search depth, or an agent.

depth 0    the heuristic alone: the move after which it likes the board best, moves that it likes
           equally having equal shares; it is not told that a game has ended
depth n    alpha_beta(depth=n) with the heuristic at its leaves, which sees games end within n plies
"""

import math
from collections.abc import Iterator, Sequence

from plyground.agents import load_agent
from plyground.errors import BadHeuristic, IllegalMove
from plyground.experiments.grading_decisions import Choice
from plyground.experiments.grading_truth import Question
from plyground.games import load_game
from plyground.games.game import ONGOING, Position
from plyground.heuristics import Evaluation
from plyground.search.deepening import NO_DRAWS, Draws
from plyground.text import Call

CLOSE = 1e-9


def valued(evaluation: Evaluation, position: Position) -> float:
    """What the heuristic makes of an ongoing position, asked from the side of who is to move."""
    try:
        value = float(evaluation.plain(position))
    except Exception as error:
        raise BadHeuristic(
            f"{evaluation.text} raises {type(error).__name__}: {error} in this position:\n"
            f"{evaluation.game.show(position)}"
        ) from error
    if not math.isfinite(value):
        raise BadHeuristic(
            f"{evaluation.text} is {value} in this position:\n{evaluation.game.show(position)}"
        )
    return value


def preferred(evaluation: Evaluation, question: Question) -> Choice:
    """The moves after which the heuristic likes the board best, in equal shares."""
    worth = {move: _worth(evaluation, question.position, move) for move in question.values}
    most = max(worth.values())
    best = [move for move, value in worth.items() if value >= most - CLOSE * max(1, abs(most))]
    return dict.fromkeys(best, 1 / len(best))


def _worth(evaluation: Evaluation, position: Position, move: int) -> float:
    """What the board is worth, after a move, to the player who made it.

    No search asks a heuristic about a finished game: one that fails there is taken to say 0.
    """
    rules = evaluation.game.plain
    after = rules.play(position, move)
    try:
        if evaluation.heuristic.one_sided:
            return valued(evaluation, rules.swapped(after))
        return -valued(evaluation, after)
    except BadHeuristic:
        if rules.outcome(after) == ONGOING:
            raise
        return 0.0


def searched(depth: int, heuristic: str) -> str:
    """The agent that searches to a depth with a heuristic."""
    return str(Call("alpha_beta", {"depth": depth, "heuristic": heuristic}))


def chosen(
    game: str, agent: str, asked: Sequence[Question], draws: Draws = NO_DRAWS
) -> Iterator[Choice]:
    """The agent's move in each position, under the draws that a match would have agreed on.

    Nothing is remembered from one position to the next.
    """
    rules = load_game(game)
    player = load_agent(agent).player(rules, draws)
    for number, question in enumerate(asked):
        player.begin(number)
        move = player.choose(question.position, played=question.ply, line=False).move
        if move not in question.values:
            shown = rules.show(question.position)
            raise IllegalMove(f"{agent} answers {move}, which is no legal move, here:\n{shown}")
        yield {move: 1.0}
