"""Heuristics against their definitions, written down again cell by cell from the text boards."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, product, takewhile
from operator import index

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.games import Game, Position, load_game
from plyground.games.nine_mens_morris import BOARD
from plyground.heuristics import DEFAULTS, HEURISTICS, check_claims, load_evaluation
from plyground.heuristics.connect_four import geometry, unfinished_lines
from plyground.heuristics.nine_mens_morris import can_close
from plyground.jit import compiled, interpreted

GAMES = [
    "tic_tac_toe",
    "checkers",
    "nine_mens_morris",
    "connect_four",
    "connect_four(rows=3, columns=4, connect=3)",
    "connect_four(rows=10, columns=10)",
    "connect_four(rows=5, columns=4, until_full=true)",
    "connect_four(rows=1, columns=12, connect=9, until_full=true)",
    "isolation",
    "isolation(rows=9, columns=11)",
    "isolation(rows=5, columns=5, move=queen)",
    "isolation(rows=4, columns=6, move=king)",
    "isolation(rows=9, columns=11, move=queen)",
]
ALL = [(text, name) for text in GAMES for name in HEURISTICS[load_game(text).name]]

Cell = tuple[int, int]
Reference = Callable[[Game, Position], int]


@cache
def _samples(text: str, least: int) -> list[Position]:
    game = load_game(text)
    found: list[Position] = []
    for number in count():
        position = game.start
        for move in game.random_game(seed=5, number=number, most_plies=300):
            found.append(position)
            position = game.plain.play(position, move)
        if len(found) >= least:
            break
    return found


def samples(game: Game, least: int = 200) -> list[Position]:
    """Ongoing positions along whole random games."""
    return _samples(game.text, least)


# --- every heuristic -----------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "name"), ALL)
def test_a_heuristic_says_the_same_compiled_and_interpreted(text: str, name: str) -> None:
    game = load_game(text)
    evaluation = load_evaluation(game, name)
    assert evaluation.problem == ""
    plain = interpreted(compiled(evaluation.plain))
    one_sided = evaluation.heuristic.one_sided
    for position in samples(game):
        assert evaluation.leaf(position, 0) == plain(position) * evaluation.units
        below = -plain(game.plain.swapped(position)) if one_sided else plain(position)
        assert evaluation.leaf(position, 1) == below * evaluation.units


@pytest.mark.parametrize(("text", "name"), ALL)
def test_a_heuristic_is_what_it_claims(text: str, name: str) -> None:
    evaluation = load_evaluation(load_game(text), name)
    check_claims(evaluation.heuristic, evaluation.game, evaluation.plain, 200)


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (load_game(game), name)
        for game, heuristics in HEURISTICS.items()
        for name, each in heuristics.items()
        if not each.antisymmetric
    ],
)
def test_a_heuristic_claims_no_less_than_it_could(game: Game, name: str) -> None:
    plain = load_evaluation(game, name).plain
    assert any(plain(at) != -plain(game.plain.swapped(at)) for at in samples(game))


@pytest.mark.parametrize("text", GAMES)
@given(number=st.integers(0, 10_000), plies=st.integers(0, 40))
@settings(deadline=None, max_examples=15)
def test_symmetric_positions_are_worth_the_same(text: str, number: int, plies: int) -> None:
    """All but the runs that only look to the right."""
    game = load_game(text)
    position = game.start
    for move in game.random_game(seed=9, number=number, most_plies=plies):
        position = game.plain.play(position, move)
    for name in set(HEURISTICS[game.name]) - {"runs_open"}:
        plain = load_evaluation(game, name).plain
        assert plain(position) == plain(game.plain.canonical(position)), name


@pytest.mark.parametrize("text", GAMES)
def test_every_game_has_a_default_heuristic_and_each_says_what_it_is(text: str) -> None:
    game = load_game(text)
    assert load_evaluation(game).heuristic.name == DEFAULTS[game.name]
    assert all(each.doc.endswith(".") for each in HEURISTICS[game.name].values())


# --- checkers ------------------------------------------------------------------------------------


def checkers_pieces(game: Game, position: Position) -> tuple[dict[int, bool], dict[int, bool]]:
    """Square -> whether a king stands there, for the player to move and the other; from the FEN.

    The numbers are as the player sees them whose side is 1 to 12.
    """
    mover, *sides = game.position_name(position).split(":")
    found = {}
    for side in sides:
        pieces = [piece for piece in side[1:].split(",") if piece]
        found[side[0]] = {int(piece.strip("K")): "K" in piece for piece in pieces}
    mine, theirs = found[mover], found["W" if mover == "B" else "B"]
    if mover == "W":
        mine = {33 - number: king for number, king in mine.items()}
        theirs = {33 - number: king for number, king in theirs.items()}
    return mine, theirs


def piece_count(game: Game, position: Position) -> int:
    mine, theirs = checkers_pieces(game, position)
    return len(mine) - len(theirs)


def king_count(game: Game, position: Position) -> int:
    return sum(checkers_pieces(game, position)[0].values())


def board_control(game: Game, position: Position) -> int:
    weights = 8 * [5] + 4 * [3] + 8 * [1] + 4 * [3] + 8 * [0]
    return sum(weights[number - 1] for number in checkers_pieces(game, position)[0])


def center_control(game: Game, position: Position) -> int:
    def weight(number: int) -> int:
        row, place = divmod(number - 1, 4)
        column = 2 * place + 1 - row % 2
        return min(row, column, 7 - row, 7 - column)

    mine, theirs = checkers_pieces(game, position)
    return sum(map(weight, mine)) - sum(map(weight, theirs))


# --- nine men's morris ---------------------------------------------------------------------------

MILLS = [
    line.split()
    for line in [
        "a1 d1 g1",
        "b2 d2 f2",
        "c3 d3 e3",
        "a4 b4 c4",
        "e4 f4 g4",
        "c5 d5 e5",
        "b6 d6 f6",
        "a7 d7 g7",
        "a1 a4 a7",
        "b2 b4 b6",
        "c3 c4 c5",
        "d1 d2 d3",
        "d5 d6 d7",
        "e3 e4 e5",
        "f2 f4 f6",
        "g1 g4 g7",
    ]
]
NEXT = {(a, b) for x, y, z in MILLS for a, b in ((x, y), (y, x), (y, z), (z, y))}
POINTS = {point for line in MILLS for point in line}


def morris_sides(game: Game, position: Position) -> list[tuple[set[str], set[str], int]]:
    """Own men, empty points and hand, of the player to move and of the other."""
    match = re.fullmatch(r"([WB]):W([\w,]*):B([\w,]*)(?:/(\d),(\d))?", game.position_name(position))
    assert match
    white, black = ({man for man in match[side].split(",") if man} for side in (2, 3))
    empty = POINTS - white - black
    sides = [(white, empty, int(match[4] or 0)), (black, empty, int(match[5] or 0))]
    return sides if match[1] == "W" else sides[::-1]


def difference(score: Callable[[set[str], set[str], int], int]) -> Reference:
    def value(game: Game, position: Position) -> int:
        mine, theirs = morris_sides(game, position)
        return score(*mine) - score(*theirs)

    return value


def count_mills(men: set[str], empty: set[str], hand: int) -> int:
    return sum(men.issuperset(line) for line in MILLS)


def count_potential(men: set[str], empty: set[str], hand: int) -> int:
    return sum(len(men & {*line}) == 2 and len(empty & {*line}) == 1 for line in MILLS)


def count_steps(men: set[str], empty: set[str], hand: int) -> int:
    if len(men) == 3 and hand == 0:
        return len(empty)
    return sum(pair in NEXT for pair in product(men, empty))


pieces = difference(lambda men, empty, hand: len(men))
mills, potential_mills = difference(count_mills), difference(count_potential)
mobility = difference(count_steps)


def phases(game: Game, position: Position) -> int:
    placing = any(hand for _, _, hand in morris_sides(game, position))
    value = 4 * pieces(game, position) + 6 * mills(game, position) + mobility(game, position)
    return value + 3 * potential_mills(game, position) if placing else value


# --- connect four --------------------------------------------------------------------------------

AROUND = [(1, 0), (0, 1), (1, 1), (-1, 1)]


def cells(game: Game, position: Position) -> tuple[dict[Cell, str], str, str]:
    """The marks of a drawn grid by row from the bottom and column, my mark and theirs."""
    *lines, mover = game.show(position).splitlines()
    rows = [re.findall(r"[.#XO]", line) for line in lines]
    drawn = [row for row in rows if row]
    board = {
        (row, column): mark
        for row, marks in enumerate(reversed(drawn))
        for column, mark in enumerate(marks)
    }
    return board, *(("X", "O") if mover[0] == "X" else ("O", "X"))


def ray(board: dict[Cell, str], start: Cell, step: Cell, mark: str) -> int:
    """How many cells in a row hold the mark, beginning beside the start."""
    along = ((start[0] + n * step[0], start[1] + n * step[1]) for n in count(1))
    return sum(1 for _ in takewhile(lambda cell: board.get(cell) == mark, along))


def runs(board: dict[Cell, str], mark: str) -> Iterator[tuple[int, int, int]]:
    """Each run's length and the empty cells before and after it."""
    for cell, (up, right) in product(board, AROUND):
        before = cell[0] - up, cell[1] - right
        if board[cell] == mark and board.get(before) != mark:
            length = 1 + ray(board, cell, (up, right), mark)
            last = cell[0] + (length - 1) * up, cell[1] + (length - 1) * right
            yield length, ray(board, cell, (-up, -right), "."), ray(board, last, (up, right), ".")


def of_both(score: Callable[[Game, dict[Cell, str], str], int]) -> Reference:
    def value(game: Game, position: Position) -> int:
        board, mine, theirs = cells(game, position)
        return score(game, board, mine) - score(game, board, theirs)

    return value


def score_center(game: Game, board: dict[Cell, str], mark: str) -> int:
    middle = (game.parameters["columns"] - 1) / 2
    return sum(each == mark and abs(at[1] - middle) < 1 for at, each in board.items())


def score_runs_open(game: Game, board: dict[Cell, str], mark: str) -> int:
    return sum(n * n + (n if after else -n) for n, _, after in runs(board, mark))


def score_runs_space(game: Game, board: dict[Cell, str], mark: str) -> int:
    return sum(
        n * (before + after + n + max(before, after))
        for n, before, after in runs(board, mark)
        if before + n + after >= game.parameters["connect"]
    )


def all_windows(game: Game, board: dict[Cell, str]) -> Iterator[list[Cell]]:
    for (row, column), (up, right) in product(board, AROUND):
        window = [(row + n * up, column + n * right) for n in range(game.parameters["connect"])]
        if board.keys() >= {*window}:
            yield window


def score_windows(game: Game, board: dict[Cell, str], mark: str) -> int:
    total = 0
    for window in all_windows(game, board):
        marks = [board[cell] for cell in window]
        mine = marks.count(mark)
        if mine and mine + marks.count(".") == len(marks):
            total += 4 ** (min(mine, 7) - 1)
    return total


# --- isolation -----------------------------------------------------------------------------------

ALL_AROUND = [(up, right) for up, right in product((-1, 0, 1), repeat=2) if (up, right) != (0, 0)]
KNIGHT = [(up, right) for up, right in product((-2, -1, 1, 2), repeat=2) if abs(up * right) == 2]


def one_move(game: Game, board: dict[Cell, str], start: Cell) -> set[Cell]:
    kind = game.parameters["move"]
    steps = KNIGHT if kind == "knight" else ALL_AROUND
    most = 99 if kind == "queen" else 1
    return {
        (start[0] + n * step[0], start[1] + n * step[1])
        for step in steps
        for n in range(1, 1 + min(most, ray(board, start, step, ".")))
    }


def targets(game: Game, board: dict[Cell, str], mark: str) -> set[Cell]:
    here = [cell for cell, each in board.items() if each == mark]
    free = {cell for cell, each in board.items() if each == "."}
    return one_move(game, board, here[0]) if here else free


def distances(
    game: Game, board: dict[Cell, str], mark: str, barred: set[Cell] | frozenset[Cell] = frozenset()
) -> dict[Cell, int]:
    """The number of moves to each cell that can be reached, never going on from barred ones."""
    edge = targets(game, board, mark)
    found: dict[Cell, int] = {}
    for moves in count(1):
        found |= dict.fromkeys(edge, moves)
        if not edge:
            break
        edge = {to for at in edge - barred for to in one_move(game, board, at)} - found.keys()
    return found


def open_moves(game: Game, position: Position) -> int:
    board, mine, _ = cells(game, position)
    return len(targets(game, board, mine))


improved = of_both(lambda game, board, mark: len(targets(game, board, mark)))
reachable_spaces = of_both(lambda game, board, mark: len(distances(game, board, mark)))


def distance(game: Game, board: dict[Cell, str], mark: str) -> int:
    middle = game.parameters["rows"] - 1, game.parameters["columns"] - 1
    here = [cell for cell, each in board.items() if each == mark]
    return sum((2 * row - middle[0]) ** 2 + (2 * column - middle[1]) ** 2 for row, column in here)


def isolation_center(game: Game, position: Position) -> int:
    return -of_both(distance)(game, position)


def guaranteed_moves(game: Game, position: Position) -> int:
    board, mine, theirs = cells(game, position)
    taken = targets(game, board, mine)
    return len(taken) - len(targets(game, board, theirs) - taken)


def best_of_both(game: Game, position: Position) -> int:
    board, mine, theirs = cells(game, position)
    if sum(mark != "." for mark in board.values()) <= 12:
        return guaranteed_moves(game, position)
    limited = distances(game, board, theirs, barred=targets(game, board, mine))
    return len(distances(game, board, mine)) - len(limited)


def territory(game: Game, position: Position) -> int:
    """Ply by ply; where both arrive with the same move, the player to move stays."""
    board, mine, theirs = cells(game, position)
    edges = [targets(game, board, mine), targets(game, board, theirs)]
    value, claimed = 0, set[Cell]()
    while edges[0] or edges[1]:
        tied = edges[0] & edges[1]
        value += 2 * len(edges[0] - tied) - 2 * len(edges[1] - tied) + len(tied)
        claimed |= edges[0] | edges[1]
        going_on = edges[0], edges[1] - tied
        edges = [
            {to for at in edge for to in one_move(game, board, at)} - claimed for edge in going_on
        ]
    return value


REFERENCES: dict[str, dict[str, Reference]] = {
    "checkers": {
        "piece_count": piece_count,
        "king_count": king_count,
        "board_control": board_control,
        "center_control": center_control,
    },
    "nine_mens_morris": {
        "pieces": pieces,
        "mills": mills,
        "potential_mills": potential_mills,
        "mobility": mobility,
        "phases": phases,
    },
    "connect_four": {
        "center": of_both(score_center),
        "runs_open": of_both(score_runs_open),
        "runs_space": of_both(score_runs_space),
        "windows": of_both(score_windows),
    },
    "isolation": {
        "null": lambda game, position: 0,
        "open_moves": open_moves,
        "improved": improved,
        "center": isolation_center,
        "guaranteed_moves": guaranteed_moves,
        "guaranteed_moves_as_coded": open_moves,
        "reachable_spaces": reachable_spaces,
        "best_of_both": best_of_both,
        "territory": territory,
    },
}


@pytest.mark.parametrize(
    ("text", "name"),
    [(text, name) for text, name in ALL if name in REFERENCES.get(load_game(text).name, {})],
)
def test_a_heuristic_agrees_with_its_definition_written_cell_by_cell(text: str, name: str) -> None:
    game = load_game(text)
    reference = REFERENCES[game.name][name]
    plain = compiled(load_evaluation(game, name).plain)
    for position in samples(game):
        assert plain(position) == reference(game, position), game.show(position)


@pytest.mark.parametrize("text", [text for text in GAMES if text.startswith("connect_four")])
def test_the_cells_that_complete_a_line_are_those_that_one_more_disc_shows(text: str) -> None:
    game = load_game(text)
    lines, stride = unfinished_lines(game), game.parameters["rows"] + 1
    for position in samples(game):
        board, mine, _ = cells(game, position)
        completing = {
            cell
            for window in all_windows(game, board)
            for cell in window
            if [board[each] for each in window].count(mine) == len(window) - 1
            and board[cell] == "."
        }
        found, _ = lines(position.mine, geometry(game).board ^ position.filled)
        assert index(found) == sum(1 << column * stride + row for row, column in completing)


def test_a_mill_can_be_closed_exactly_if_some_move_removes_a_man() -> None:
    game = load_game("nine_mens_morris")
    seen = set()
    for position in samples(game, 2000):
        mine, theirs, hand, *_ = position
        removes = any(map(game.plain.captures, game.moves(position)))
        assert can_close(mine, hand, BOARD ^ mine ^ theirs) == removes or not theirs
        seen.add((removes, hand > 0))
    assert len(seen) == 4


# --- drawn positions -----------------------------------------------------------------------------


def worth(game_text: str, drawn: str) -> dict[str, int]:
    """What every heuristic of a game says about a drawn position."""
    game = load_game(game_text)
    position = game.read_position(drawn)
    return {name: load_evaluation(game, name).plain(position) for name in HEURISTICS[game.name]}


def test_checkers_tables_follow_the_side_of_the_player_to_move() -> None:
    drawn = """
         1   .   .   .   .
         5 .   x   .   .
         9   .   .   .   .
        13 .   .   .   .
        17   .   X   .   .
        21 .   .   o   .
        25   .   .   .   .
        29 .   .   .   .
        {} to move"""
    black = worth("checkers", drawn.format("Black"))
    white = worth("checkers", drawn.format("White"))
    assert [black[each] for each in REFERENCES["checkers"]] == [1, 1, 5 + 1, 1 + 3 - 2]
    assert [white[each] for each in REFERENCES["checkers"]] == [-1, 0, 3, 2 - 1 - 3]


def test_morris_components_on_a_board_with_a_double_mill() -> None:
    drawn = """
        7 X ----- X ----- X
        6 | . --- . --- . |
        5 | | . - . - . | |
        4 . . .       O . .
        3 | | . - . - . | |
        2 | X --- . --- X |
        1 O ----- O ----- O
          a b c   d   e f g
        in hand: 0 X, 0 O
        White (X) to move"""
    values = worth("nine_mens_morris", drawn)
    assert (values["pieces"], values["mills"], values["potential_mills"]) == (1, 0, 1)
    assert values["mobility"] == (1 + 1 + 1 + 2 + 2) - (1 + 1 + 1 + 3)
    assert values["phases"] == 4 * 1 + 6 * 0 + 1
    flying = worth("nine_mens_morris", "W:Wa1,d1,g1:Bb6,d6,f6,a4,g7")
    assert (flying["mobility"], flying["mills"]) == (16 - (1 + 2 + 1 + 2 + 2), 0)


def test_connect_four_scores_by_hand() -> None:
    """O is to move; in a single row, runs in other directions have no next cell and no room."""
    values = worth("connect_four(rows=1, columns=7)", ".XX.O..")
    assert values["center"] == 0
    assert values["runs_open"] == (1 * 1 + 1) - (2 * 2 + 2)
    assert values["runs_space"] == 1 * (1 + 2 + 1 + 2) - 2 * (1 + 1 + 2 + 1)
    assert values["windows"] == 1 - 4


def test_a_threat_counts_more_where_zugzwang_gives_the_cell() -> None:
    """X, the first player, gets the last cell of a single row, and completes a line there."""
    values = worth("connect_four(rows=1, columns=7)", "XXX.OO.")
    assert values["threats"] == (1 + 4) - (1 + 8 + 16)


def test_a_threat_above_an_enemy_threat_does_not_count() -> None:
    """In column 4, X completes row 2 and O, who is to move and comes there later, row 3."""
    both = "7/7/7/OOO4/XXX4/XOX4"
    game = load_game("connect_four")
    lines, space = unfinished_lines(game), geometry(game)
    position = game.read_position(both)
    empty = space.board ^ position.filled
    mine, my_score = lines(position.mine, empty)
    theirs, their_score = lines(position.mine ^ position.filled, empty)
    assert (mine, theirs) == (space.where([(2, 3)]), space.where([(1, 3)]))
    assert worth("connect_four", both)["threats"] == my_score - their_score - 8


def test_isolation_scores_by_hand() -> None:
    """Both could go to b3, but X is to move."""
    drawn = """
        3 . . . .
        2 . . . .
        1 X . O .
          a b c d
        X to move"""
    values = worth("isolation(rows=3, columns=4)", drawn)
    assert values["open_moves"] == values["guaranteed_moves_as_coded"] == 2
    assert values["improved"] == 2 - 3
    assert values["guaranteed_moves"] == values["best_of_both"] == 2 - 2
    assert values["center"] == (2 * 2 + 1 * 1) - (2 * 2 + 3 * 3)


def test_isolation_floods_by_hand() -> None:
    """X reaches b3 and then c1, O only a3."""
    drawn = """
        3 . . .
        2 # . O
        1 X # .
          a b c
        X to move"""
    values = worth("isolation(rows=3, columns=3)", drawn)
    assert values["reachable_spaces"] == 2 - 1
    assert values["territory"] == 2 * (2 - 1)


def test_a_player_off_the_board_can_go_anywhere() -> None:
    values = worth("isolation", "7/7/7/7/7/7/7")
    assert values["open_moves"] == 49
    assert values["improved"] == values["reachable_spaces"] == values["center"] == 0
    assert values["guaranteed_moves"] == 49
