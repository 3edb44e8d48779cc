"""Checkers against imparaai-checkers: from the start, and from random boards full of kings.

Its boards change in place and each jump of a chain is a move of its own; its games end in a draw
after 40 quiet moves, its boards do not, so only boards are used.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

from checkers.board import Board
from checkers.piece import Piece
from differential import Comparison, kinds_of_checkers

from plyground.games import LOST, ONGOING, load_game

Record = Callable[[str, object], None]
BLACK, WHITE = 1, 2


def board_of(pieces: list[tuple[int, int, bool]], mover: int) -> Any:
    """A board with these pieces: player, square, whether it is a king."""
    board = Board()
    board.player_turn = mover
    board.pieces = [piece_of(board, *piece) for piece in pieces]
    return board


def piece_of(board: Any, player: int, square: int, king: bool) -> Any:
    piece = Piece()
    piece.board, piece.player, piece.position, piece.king = board, player, square, king
    return piece


def copy_of(board: Any) -> Any:
    """Far faster than the deep copies that its games make."""
    standing = [piece for piece in board.pieces if not piece.captured]
    pieces = [(piece.player, piece.position, piece.king) for piece in standing]
    copy = board_of(pieces, board.player_turn)
    jumper = board.piece_requiring_further_capture_moves
    if jumper:
        same = copy.searcher.get_piece_by_position(jumper.position)
        copy.piece_requiring_further_capture_moves = same
    return copy


def jump(board: Any, origin: int, target: int) -> None:
    board.get_possible_capture_moves()  # it remembers there which piece a jump takes
    board.perform_capture_move([origin, target])


def chains(board: Any) -> Iterator[list[int]]:
    """The squares of every whole chain of jumps."""
    for origin, target in board.get_possible_capture_moves():
        after = copy_of(board)
        jump(after, origin, target)
        if after.player_turn == board.player_turn:
            yield from ([origin, *rest] for rest in chains(after))
        else:
            yield [origin, target]


class Imparaai:
    """A game in progress; its squares have the same numbers as ours."""

    def __init__(self, board: Any) -> None:
        self.now = board

    def board(self) -> str:
        return f"{' BW'[self.now.player_turn]}:W{self.side(WHITE)}:B{self.side(BLACK)}"

    def side(self, player: int) -> str:
        pieces = self.now.searcher.get_pieces_by_player(player)
        kings = {piece.position: piece.king for piece in pieces}
        return ",".join("K" * king + str(square) for square, king in sorted(kings.items()))

    def turns(self) -> dict[str, list[int]]:
        if self.now.get_possible_capture_moves():
            return {"x".join(map(str, chain)): chain for chain in chains(self.now)}
        steps = self.now.get_possible_positional_moves()
        return {"-".join(map(str, step)): step for step in steps}

    def outcome(self) -> int:
        """Not from its get_winner, which does not look at whose turn it is."""
        return ONGOING if self.now.get_possible_moves() else LOST

    def take(self, turn: list[int]) -> None:
        if self.now.get_possible_capture_moves():
            for origin, target in pairwise(turn):
                jump(self.now, origin, target)
        else:
            self.now.perform_positional_move(turn)


def random_board(random: Random) -> Imparaai:
    """Up to twelve pieces a side anywhere, half of them kings."""
    squares = random.sample(range(1, 33), 24)
    black, white = (random.randint(1, 12) for _ in "BW")
    pieces = [
        *(random_piece(random, BLACK, square) for square in squares[:black]),
        *(random_piece(random, WHITE, square) for square in squares[12 : 12 + white]),
    ]
    return Imparaai(board_of(pieces, random.choice([BLACK, WHITE])))


def board_with_a_circle(random: Random) -> Imparaai:
    """The king on 7 can jump over all four pieces and be back: 7x14x23x16x7."""
    around = [10, 11, 18, 19]
    others = sorted(set(range(1, 33)) - {7, 14, 23, 16} - set(around))
    pieces = [
        (BLACK, 7, True),
        *(random_piece(random, WHITE, square) for square in around),
        *(
            random_piece(random, random.choice([BLACK, WHITE]), square)
            for square in random.sample(others, random.randint(0, 8))
        ),
    ]
    return Imparaai(board_of(pieces, BLACK))


def random_piece(random: Random, player: int, square: int) -> tuple[int, int, bool]:
    crowned = square > 28 if player == BLACK else square < 5
    return player, square, crowned or random.random() < 0.5


def test_checkers_agrees_with_imparaai_on_whole_random_games(record_property: Record) -> None:
    comparison = Comparison(load_game("checkers"), "imparaai", kinds_of_checkers)
    # Other games than those compared with OpenSpiel.
    comparison.play_until(20_000, lambda _: Imparaai(Board()), first_seed=100_000)
    assert comparison.kinds["with kings"] > 10_000
    assert comparison.kinds["with chains of jumps"] > 500
    assert comparison.kinds["blocked"] >= 5
    assert comparison.kinds["without a piece"] > 100
    record_property("compared", str(comparison))


def test_checkers_agrees_with_imparaai_on_boards_full_of_kings(record_property: Record) -> None:
    comparison = Comparison(load_game("checkers"), "imparaai (random boards)", kinds_of_checkers)
    comparison.play_until(20_000, random_board, most_turns=4)  # fresh boards have the most jumps
    comparison.play_until(20_500, board_with_a_circle, most_turns=4)
    assert comparison.kinds["with kings"] > 19_000
    assert comparison.kinds["with chains of jumps"] > 2000
    assert comparison.kinds["with jumps in a circle"] > 100
    assert comparison.kinds["blocked"] > 10
    record_property("compared", str(comparison))
