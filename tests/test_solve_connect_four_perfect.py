"""Perfect play: who follows the oracle keeps what a position is worth, whatever the other does."""

import pytest
from whole_boards import Board, whole_game

from plyground.advice import PerfectPlayer
from plyground.agents import load_agent
from plyground.errors import BadParameter
from plyground.games import load_game
from plyground.games.connect_four import Position
from plyground.games.game import ONGOING, WON, Game
from plyground.players import Player
from plyground.search.results import plies_to_end

WHOLE, LARGER = Board(3, 4, 3), Board(4, 5, 4)


def positions_of(board: Board, one_of: int) -> list[tuple[Position, int]]:
    """One of so many ongoing positions, with their scores."""
    return [
        (Position(mine, filled), score)
        for ply in whole_game(board)[:-1]
        for mine, filled, score in zip(
            ply.mine[::one_of].tolist(),
            ply.filled[::one_of].tolist(),
            ply.score[::one_of].tolist(),
            strict=True,
        )
    ]


def perfect(game: Game) -> PerfectPlayer:
    player = load_agent("perfect").player(game)
    assert isinstance(player, PerfectPlayer)
    return player


def plies_until_the_end(game: Game, position: Position, first: Player, second: Player) -> int:
    """Positive if the first of them wins, negative if the second does, 0 for a draw."""
    plies = 0
    while game.plain.outcome(position) == ONGOING:
        position = game.plain.play(position, (first, second)[plies % 2].choose(position).move)
        plies += 1
    return game.plain.outcome(position) * (plies if plies % 2 == 0 else -plies)


def test_every_move_keeps_what_its_position_is_worth() -> None:
    """So that by induction no won position is ever lost, against anybody at all."""
    game = load_game(WHOLE.text)
    player, scores = perfect(game), dict(positions_of(WHOLE, 1))
    won = 0
    for position, score in scores.items():
        result = player.choose(position)
        after = game.plain.play(position, result.move)
        if game.plain.outcome(after) == ONGOING:
            assert -scores[after] == score, position
        else:
            assert player.oracle.value(after) is not None
            assert result.depth == 1
        assert result.exact and player.scores(position)[result.move] == result.score
        won += score > 0
    assert won > 1000


@pytest.mark.parametrize("rival", ["random", "alpha_beta(depth=4, heuristic=center)"])
def test_won_positions_are_won_in_no_more_plies_than_the_truth_says(rival: str) -> None:
    game = load_game(LARGER.text)
    player, other = perfect(game), load_agent(rival).player(game)
    other.begin(1)
    won = [position for position, score in positions_of(LARGER, 9973) if score > 0]
    assert len(won) > 100
    for position in won:
        truth = player.oracle.value(position)
        assert truth is not None and truth.outcome == WON and truth.plies is not None
        plies = plies_until_the_end(game, position, player, other)
        assert 0 < plies <= truth.plies, position


def test_two_perfect_players_end_the_game_when_they_said() -> None:
    game = load_game(LARGER.text)
    player = perfect(game)
    for position, score in positions_of(LARGER, 9973)[:150]:
        said = plies_to_end(player.choose(position).score) or 0
        plies = plies_until_the_end(game, position, player, player)
        assert abs(plies) == said and (plies > 0) - (plies < 0) == (score > 0) - (score < 0)


def test_perfect_play_of_an_unsolved_game_is_refused_in_words() -> None:
    game = load_game("connect_four(rows=10, columns=10)")
    with pytest.raises(BadParameter, match="a 10×10 board needs 110 bits"):
        load_agent("perfect").player(game)
