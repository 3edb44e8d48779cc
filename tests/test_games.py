"""What is special about each game: counts from the literature, drawn positions, refusals."""

from collections.abc import Callable, Iterable
from itertools import combinations, product
from operator import index

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.errors import BadParameter, BadText, IllegalMove, ImpossiblePosition, PlygroundError
from plyground.games import DRAWN, LOST, ONGOING, WON, Game, Position, load_game
from plyground.games.nine_mens_morris import POINTS, completing, mills
from plyground.games.nine_mens_morris import Position as MorrisPosition

three_in_a_row = load_game("tic_tac_toe")
connect_four = load_game("connect_four")
checkers = load_game("checkers")
morris = load_game("nine_mens_morris")
isolation = load_game("isolation")


def classes_by_ply(game: Game, plies: int) -> list[tuple[int, int]]:
    """How many positions there are after each ply, and how many up to symmetry."""
    level = {game.start}
    counts = []
    for _ in range(plies + 1):
        counts.append((len(level), len({game.canonical(position) for position in level})))
        level = {
            game.play(position, move)
            for position in level
            if game.outcome(position) == ONGOING
            for move in game.legal_moves(position)
        }
    return counts


def test_tic_tac_toe_has_765_positions_up_to_symmetry() -> None:
    counts = classes_by_ply(three_in_a_row, 9)
    assert sum(positions for positions, _ in counts) == 5478
    assert sum(classes for _, classes in counts) == 765


def test_connect_four_has_the_known_number_of_positions_by_ply() -> None:
    """OEIS A212693."""
    positions = [positions for positions, _ in classes_by_ply(connect_four, 7)]
    assert positions == [1, 7, 49, 238, 1120, 4263, 16422, 54859]


@given(columns=st.lists(st.integers(1, 7), max_size=20))
@settings(deadline=None)
def test_a_connect_four_position_and_its_mirror_image_share_their_key(columns: list[int]) -> None:
    def after(choice: Callable[[int], int]) -> Position:
        position = connect_four.start
        for column in columns:
            names = {
                connect_four.move_name(position, move): move
                for move in connect_four.moves(position)
            }
            if str(choice(column)) in names:
                position = connect_four.play(position, names[str(choice(column))])
        return position

    mirror = after(lambda column: 8 - column)
    assert connect_four.canonical(after(lambda column: column)) == connect_four.canonical(mirror)


def brute_force_lines(cells: str, rows: int, columns: int, connect: int, mark: str) -> int:
    """Every line of `connect` equal marks, found by walking from each cell in four directions."""

    def at(row: int, column: int) -> str:
        inside = 0 <= row < rows and 0 <= column < columns
        return cells[row * columns + column] if inside else "?"

    return sum(
        all(at(row + step * down, column + step * right) == mark for step in range(connect))
        for row, column in product(range(rows), range(columns))
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


@pytest.mark.parametrize(
    ("rows", "columns", "connect"), [(6, 7, 4), (3, 4, 3), (5, 4, 2), (9, 11, 5), (10, 10, 4)]
)
@given(data=st.data())
@settings(deadline=None, max_examples=40)
def test_a_full_board_is_won_by_most_lines(
    rows: int, columns: int, connect: int, data: st.DataObject
) -> None:
    game = load_game(
        f"connect_four(rows={rows}, columns={columns}, connect={connect}, until_full=true)"
    )
    order = data.draw(st.permutations([column for column in range(columns) for _ in range(rows)]))
    position = game.start
    for column in order:
        assert game.outcome(position) == ONGOING
        position = game.play(position, game.parse_move(position, str(column + 1)))
    cells = "".join(line.replace(" ", "") for line in game.show(position).splitlines()[:rows])
    first, second = (brute_force_lines(cells, rows, columns, connect, mark) for mark in "XO")
    difference = (first - second) * (-1 if game.turn(position) else 1)
    expected = WON if difference > 0 else LOST if difference < 0 else DRAWN
    assert game.outcome(position) == expected


@pytest.mark.parametrize(
    ("moves", "result"),
    [("1212121", LOST), ("1223334444", ONGOING), ("4455667", LOST), ("1223343445", LOST)],
)
def test_four_in_a_line_wins(moves: str, result: int) -> None:
    assert connect_four.outcome(connect_four.parse_position(moves)) == result


def ring_images(points: Iterable[int]) -> set[frozenset[int]]:
    """The sixteen images of a set of morris points, by coordinates."""
    places = [("abcdefg".index(name[0]) - 3, int(name[1]) - 4) for name in POINTS]

    def inside_out(x: int, y: int) -> tuple[int, int]:
        ring = max(abs(x), abs(y))
        return x * (4 - ring) // ring, y * (4 - ring) // ring

    images = set()
    for turns, mirror, swap in product(range(4), (False, True), (False, True)):
        image = set()
        for point in points:
            x, y = places[point]
            x, y = (-x, y) if mirror else (x, y)
            x, y = inside_out(x, y) if swap else (x, y)
            for _ in range(turns):
                x, y = y, -x
            image.add(places.index((x, y)))
        images.add(frozenset(image))
    return images


def morris_key(points: Iterable[int]) -> MorrisPosition:
    men = sum(1 << point for point in points)
    return morris.canonical(MorrisPosition(men, 0, 0, 0, 1))  # type: ignore[no-any-return]


@pytest.mark.parametrize(("men", "classes"), [(3, 158), (4, 757), (5, 2830)])
def test_sets_of_morris_men_fall_into_the_known_number_of_classes(men: int, classes: int) -> None:
    """Gasser's counts under the sixteen symmetries."""
    assert len({morris_key(points) for points in combinations(range(24), men)}) == classes


@given(points=st.sets(st.integers(0, 23), max_size=9))
@settings(deadline=None)
def test_all_sixteen_images_of_morris_men_share_their_key(points: set[int]) -> None:
    assert {morris_key(image) for image in ring_images(points)} == {morris_key(points)}


LINES = [
    {"a7", "d7", "g7"}, {"b6", "d6", "f6"}, {"c5", "d5", "e5"}, {"a4", "b4", "c4"},
    {"e4", "f4", "g4"}, {"c3", "d3", "e3"}, {"b2", "d2", "f2"}, {"a1", "d1", "g1"},
    {"a7", "a4", "a1"}, {"b6", "b4", "b2"}, {"c5", "c4", "c3"}, {"d7", "d6", "d5"},
    {"d3", "d2", "d1"}, {"e5", "e4", "e3"}, {"f6", "f4", "f2"}, {"g7", "g4", "g1"},
]  # fmt: skip


@given(names=st.sets(st.sampled_from(POINTS), max_size=12))
@settings(deadline=None)
def test_mills_are_the_sixteen_lines(names: set[str]) -> None:
    men = sum(1 << POINTS.index(name) for name in names)
    in_mills = {name for line in LINES if line <= names for name in line}
    assert mills(men) == sum(1 << POINTS.index(name) for name in in_mills)
    closing = {name for line in LINES for name in line if len(line & names - {name}) == 2}
    assert completing(men) == sum(1 << POINTS.index(name) for name in closing)


def names_of_moves(game: Game, text: str) -> set[str]:
    position = game.parse_position(text)
    return {game.move_name(position, move) for move in game.moves(position)}


def test_a_mill_removes_a_man_outside_mills() -> None:
    assert names_of_moves(morris, "W:Wa7,d7,b4,f2:Ba1,d1,g1,b6") >= {"b4-a4"}
    closing = names_of_moves(morris, "W:Wa7,d7,g4,f2:Ba1,d1,g1,b6")
    assert {name for name in closing if "x" in name} == {"g4-g7xb6"}


def test_any_man_may_go_when_all_are_in_mills() -> None:
    closing = names_of_moves(morris, "W:Wa7,d7,g4,f2:Ba1,d1,g1")
    assert {name for name in closing if "x" in name} == {"g4-g7xa1", "g4-g7xd1", "g4-g7xg1"}


def test_a_double_mill_removes_one_man() -> None:
    closing = names_of_moves(morris, "W:Wa7,d7,g4,g1:Ba1,b2,d2/3,3")
    assert {name for name in closing if name.startswith("g7")} == {"g7xa1", "g7xb2", "g7xd2"}


def test_three_men_fly() -> None:
    assert len(names_of_moves(morris, "W:Wa7,b6,c4:Ba1,d1,f4,g4")) >= 3 * 15


def test_a_blocked_player_loses() -> None:
    blocked = morris.parse_position("W:Wa7,a4,a1,d7:Bg7,b4,d1,d6")
    assert morris.outcome(blocked) == LOST
    stuck = checkers.parse_position("W:W21:B17,14")
    assert checkers.outcome(stuck) == LOST
    corner = isolation.parse_position("7/7/7/7/1#5/2#4/X5O")
    assert isolation.turn(corner) == 0
    assert isolation.outcome(corner) == LOST


def test_two_men_lose() -> None:
    assert morris.outcome(morris.parse_position("W:Wa7,b6:Ba1,d1,f4")) == LOST


@pytest.mark.parametrize(
    ("rows", "columns", "classes"),
    [(4, 4, 33), (5, 5, 85), (5, 6, 225), (6, 6, 165), (6, 7, 438), (7, 7, 315)],
)
def test_isolation_openings_fall_into_the_known_number_of_classes(
    rows: int, columns: int, classes: int
) -> None:
    game = load_game(f"isolation(rows={rows}, columns={columns})")
    assert classes_by_ply(game, 2)[2][1] == classes


def test_a_wide_isolation_board_has_one_bit_a_cell() -> None:
    game = load_game("isolation(rows=9, columns=11)")
    assert index(game.start.free).bit_count() == 99


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("11x18x25", "11x18x25"),
        ("11x25", "11x18x25"),
        ("11-25", "11x18x25"),
        (" 11X18x25 ".lower(), "11x18x25"),
    ],
)
def test_a_jump_may_be_written_in_short(written: str, meant: str) -> None:
    position = checkers.parse_position("B:W15,22,32:B11,1")
    assert checkers.move_name(position, checkers.parse_move(position, written)) == meant


def test_a_short_jump_that_means_two_ways_is_refused() -> None:
    position = checkers.parse_position("B:W10,11,18,19:BK7")
    with pytest.raises(
        IllegalMove, match="can be 7x14x23x16x7 or 7x16x23x14x7: write every square"
    ):
        checkers.parse_move(position, "7x7")


def test_moves_of_a_line_may_be_numbered() -> None:
    plain = checkers.parse_position("11-15 22-18 15x22 25x18")
    assert checkers.parse_position("1. 11-15 22-18 2. 15x22 25x18") == plain
    assert checkers.position_name(plain).startswith("B:W18,21")


REFUSED: list[tuple[Game, str, type[PlygroundError], str]] = [
    (connect_four, "X6/7/7/7/7/7", ImpossiblePosition, "a disc floats in column 1"),
    (connect_four, "7/7/7/7/7/XXX4", ImpossiblePosition, "not 3 X and 0 O"),
    (connect_four, "7/7/7/7/OOOO3/XXXX3", ImpossiblePosition, "already has a line"),
    (connect_four, "7/7/7/7/7", BadText, "5 rows, not 6"),
    (connect_four, "7/7/7/7/7/6", BadText, "row 6 from the top has 6 cells, not 7"),
    (connect_four, "7/7/7/7/7/3Z3", BadText, "cannot read 'Z'"),
    (connect_four, "4444444", IllegalMove, "column 4 is full (legal: 1 2 3 5 6 7)"),
    (connect_four, "48", BadText, "'8' is not a column"),
    (connect_four, "12121211", IllegalMove, "the game is over: X has won"),
    (three_in_a_row, "XXX/3/3", ImpossiblePosition, "take turns"),
    (three_in_a_row, "XXX/OOO/3", ImpossiblePosition, "already has a line"),
    (checkers, "B:W1-13:B20", ImpossiblePosition, "White has 13 pieces, of 12"),
    (checkers, "B:W21:B29", ImpossiblePosition, "a man of Black's on 29 would be a king"),
    (checkers, "B:W21:B21", ImpossiblePosition, "two pieces stand on 21"),
    (checkers, "B:W33:B1", BadText, "squares from 1 to 32 such as 18 or K10, not '33'"),
    (checkers, "X:W21:B1", BadText, "expected a FEN such as"),
    (checkers, "11-16 1-5", IllegalMove, "move 2 of '11-16 1-5': '1-5' is not a legal move"),
    (morris, "W:Wa2:B", BadText, "points such as a1 or d6, not 'a2'"),
    (morris, "W:Wa1,a4,a7,b2,b4,b6,c3,c4,c5,d1:B", ImpossiblePosition, "White has 10 men, of 9"),
    (morris, "W:Wa1:Ba1", ImpossiblePosition, "two men stand on a1"),
    (morris, "W:W:B/3,9", ImpossiblePosition, "the hands do not fit the turn"),
    (isolation, "3X3/7/7/3X3/7/7/7", ImpossiblePosition, "there must be 1 X and 1 O"),
    (isolation, "c3 d5 a1", IllegalMove, "move 3 of 'c3 d5 a1': 'a1' is not a legal move"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "text", "error", "message"), REFUSED)
def test_what_cannot_be_a_position_is_refused_in_words(
    game: Game, text: str, error: type[PlygroundError], message: str
) -> None:
    with pytest.raises(error) as caught:
        game.parse_position(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("connect_four(rows=0)", "a 0×7 board has no cells"),
        ("connect_four(rows=40, columns=40)", "needs 1640 bits and 124 fit"),
        ("connect_four(connect=9)", "no line of 9 fits on a 6×7 board (connect: 2 to 7)"),
        ("connect_four(connect=1)", "no line of 1 fits"),
        ("isolation(rows=1, columns=1)", "no room for two players"),
        ("isolation(rows=20, columns=20)", "bits and 124 fit"),
    ],
)
def test_sizes_that_cannot_work_are_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(BadParameter) as caught:
        load_game(text)
    assert message in str(caught.value)


@given(text=st.text("WBK:,-0123456789XOxo./# \nabdg", max_size=40))
@settings(deadline=None)
def test_any_text_is_a_position_or_refused_in_words(text: str) -> None:
    for game in (connect_four, checkers, morris, isolation, three_in_a_row):
        try:
            position = game.parse_position(text)
        except PlygroundError as error:
            assert str(error)
        else:
            assert game.parse_position(game.position_name(position)) == position
