"""Reports: three faces of the same numbers, and plots whose marks are as long as they should be."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from math import inf, log10, nan
from pathlib import Path
from xml.etree import ElementTree

import pytest

from plyground.errors import BadFile, BadParameter
from plyground.experiments import axes
from plyground.experiments.numerals import column, duration, shown, signed, with_interval
from plyground.experiments.plots import (
    Interval,
    Outcome,
    Score,
    bars,
    crosstable,
    histogram,
    intervals,
    lines,
    outcome_bars,
)
from plyground.experiments.report import (
    Board,
    Claim,
    Crosstable,
    Figure,
    Report,
    Section,
    Table,
    Verdict,
    as_csv,
    as_html,
    as_markdown,
    environment,
    figures,
    in_terminal,
    verdicts,
    write_report,
)
from plyground.games import load_game

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<b>&"'
VOID = {"meta", "br", "link", "img", "hr"}

HEURISTICS = ["euclidean", "manhattan", "octile"]
NODES = Table(
    ["heuristic", "nodes", "path"],
    [["euclidean", 1374, 38.25], [NASTY, 90, None], ["a|b `code` \\ *", 1, 41.0]],
    "Nodes *explored* | all",
)
MOVES = Table(["move", "with"], [[move, 2 * move] for move in range(1, 43)], "All moves")
SCORES = Crosstable(
    ["centre", NASTY], [[None, Score(0.61, 0.52, 0.7)], [Score(0.39, 0.3, 0.48), None]], "All pairs"
)


def sample() -> Report:
    game = load_game("tic_tac_toe")
    claims = [
        Claim("§1", "A* is longer", "slightly", "0.0 [0.0, 0.0]", Verdict.FAILS, "it is optimal"),
        Claim("§1", f"{NASTY} wins", "8 of 10", "98 % [96, 99]", Verdict.HOLDS),
        Claim("§1", "octile is best", "first", "±3", Verdict.UNTOLD, "100 mazes are few"),
    ]
    never = Claim("§4", "weights are tuned", "no figure", "–", Verdict.UNMEASURED)
    drawing = Figure(bars(HEURISTICS, [NASTY], [[1, 2, 3]], unit="nodes"), f"Nodes of {NASTY}")
    board = Board(game.svg(game.start), "The start")
    maze = Section(
        "Maze Runner", f"Is {NASTY} best?", "It is `not`.",
        [drawing, NODES, "In words.", board, board, SCORES], claims, "plyground study maze_runner",
    )  # fmt: skip
    morris = Section("Nine Men's Morris", "Who wins?", "Nobody.", [MOVES], [never])
    return Report("Two studies", [maze, morris], environment(), f"run '{NASTY}'", 133)


class Outline(HTMLParser):
    """Reads a page; fails where tags do not close in the order in which they opened."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.said.append(data)

    def count(self, tag: str, role: str = "") -> int:
        return sum(
            name == tag and (not role or role in (attributes.get("class") or "").split())
            for name, attributes in self.seen
        )


# --- the page ------------------------------------------------------------------------------------


def test_the_page_is_well_formed_and_so_is_every_drawing_in_it() -> None:
    page = as_html(sample())
    outline = Outline(page)
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) == outline.count("svg") == 3
    for drawing in drawings:
        assert ElementTree.fromstring(drawing).find(f"{SVG}title") is not None


def test_the_page_asks_nothing_of_the_network_and_runs_no_script() -> None:
    page = as_html(sample())
    assert "://" not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")
    tags = {tag for tag, _ in Outline(page).seen}
    assert not tags & {"script", "link", "img", "iframe", "object"}
    assert "url(" not in page and "@import" not in page


def test_names_are_text_on_the_page_never_tags() -> None:
    outline = Outline(as_html(sample()))
    said = "".join(outline.said)
    assert said.count(NASTY) >= 8
    badges = outline.count("span", "badge")
    assert outline.count("b") == badges + len(Verdict)  # the signs and the strip, no other


def test_every_link_of_the_page_leads_somewhere() -> None:
    outline = Outline(as_html(sample()))
    names = [attributes["id"] for _, attributes in outline.seen if "id" in attributes]
    links = [attributes["href"] for _, attributes in outline.seen if attributes.get("href")]
    assert len(names) == len(set(names))
    assert len(links) == 4 + 4  # the contents, and a line for each claim
    assert {link for link in links if link} <= {f"#{name}" for name in names}


def test_sections_with_the_same_title_have_anchors_of_their_own() -> None:
    section = Section("Isolation", "", "Yes.", [Table(["a"], [[1]])])
    page = as_html(Report("Twice", [section, section]))
    assert 'id="isolation"' in page and 'id="isolation_2"' in page
    assert set(as_csv(Report("Twice", [section, section]))) == {
        "isolation_table_1.csv",
        "isolation_2_table_1.csv",
    }


def test_the_page_shows_all_that_the_report_holds() -> None:
    said = unescape("".join(Outline(as_html(sample())).said)).replace("\N{NO-BREAK SPACE}", " ")
    for words in (
        "4 claims: 1 holds, 1 does not hold, 1 cannot be told, 1 was never measured.",
        "Is <b>&\" best?", "In words.", "98 % [96, 99]", "it is optimal", "The start",
        "plyground study maze_runner", "measured in 2 min 13 s", "1,374", "38.25", "61 %",
        *environment(),
    ):  # fmt: skip
        assert words in said, words


def test_each_style_sheet_is_on_the_page_once() -> None:
    page = as_html(sample())
    assert page.count("<style>") == 1
    assert page.count(".ply .blocked{opacity") == page.count(".chart .curve{fill") == 1


def test_long_tables_are_folded_and_short_ones_are_not() -> None:
    outline = Outline(as_html(sample()))
    assert outline.count("details") == 1
    assert outline.count("table", "data") == 2


def test_an_empty_report_is_still_a_page() -> None:
    report = Report("Nothing", [])
    assert "Nothing to report." in Outline(as_html(report)).said
    assert as_csv(report) == {}
    assert as_markdown(report) == "# Nothing\n"
    assert in_terminal(report) == "Nothing\n"


def test_a_table_without_rows_keeps_its_heading() -> None:
    report = Report("T", [Section("S", "", "", [Table(["a", "b"], [])])])
    assert Outline(as_html(report)).count("th") == 2
    assert as_csv(report) == {"s_table_1.csv": "a,b\n"}
    assert "a  b\n─  ─" in in_terminal(report)


# --- the other faces -----------------------------------------------------------------------------


def markdown_tables(text: str) -> Iterator[list[list[str]]]:
    """The tables of a Markdown text as rows of what a reader sees."""
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        rows = [
            [
                unescape(re.sub(r"\\(.)", r"\1", cell)).strip()
                for cell in re.split(r"(?<!\\)(?:\\\\)*\|", line)[1:-1]
            ]
            for line in block.splitlines()
        ]
        yield [rows[0], *rows[2:]]


def test_markdown_tables_read_back() -> None:
    tables = list(markdown_tables(as_markdown(sample())))
    assert [list(NODES.columns), *NODES.texts()] in tables
    assert [list(MOVES.columns), *MOVES.texts()] in tables
    assert ["§1", f"{NASTY} wins", "✓ holds"] in tables[0]


def test_markdown_cannot_be_broken_by_names() -> None:
    text = as_markdown(sample())
    assert "<b>" not in re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    widths = {
        len(re.findall(r"(?<!\\)\|", line)) for line in text.splitlines() if "heuristic" in line
    }
    assert widths == {len(NODES.columns) + 1}


def test_csv_reads_back_with_numbers_as_measured() -> None:
    files = {name: list(csv.reader(io.StringIO(text))) for name, text in as_csv(sample()).items()}
    assert files["maze_runner_table_1.csv"] == [
        ["heuristic", "nodes", "path"],
        ["euclidean", "1374", "38.25"],
        [NASTY, "90", ""],
        ["a|b `code` \\ *", "1", "41.0"],
    ]
    assert files["maze_runner_crosstable_1.csv"][1] == ["centre", NASTY, "0.61", "0.52", "0.7"]
    assert len(files["nine_mens_morris_table_1.csv"]) == 43
    assert [row[4] for row in files["ledger.csv"][1:]] == [each.verdict for each in sample().ledger]


def test_the_terminal_shows_aligned_columns_and_the_ledger() -> None:
    text = in_terminal(sample())
    drawn = """
heuristic       nodes   path
──────────────  ─────  ─────
euclidean       1,374  38.25
<b>&"              90      –
a|b `code` \\ *      1  41.00
"""
    assert drawn in text
    assert "✗ §1   A* is longer\n       reported  slightly\n" in text
    assert "       verdict   does not hold: it is optimal\n" in text
    assert text.endswith(f"{verdicts(sample().ledger)}.\n")
    assert in_terminal(sample().sections[1]) in text


def test_the_terminal_keeps_to_its_width_where_texts_can_break() -> None:
    claim = Claim("§1", "words " * 40, "words " * 40, "words " * 40, Verdict.UNTOLD, "words " * 40)
    section = Section("S", "words " * 40, "words " * 40, ["words " * 40], [claim])
    assert max(map(len, in_terminal(section, width=60).splitlines())) <= 60


def test_a_written_report_is_one_page_with_its_other_faces_beside_it(tmp_path: Path) -> None:
    report = sample()
    files = write_report(report, tmp_path / "new" / "my report.html")
    names = {str(file.relative_to(tmp_path / "new")) for file in files}
    assert names == {
        "my report.html",
        "my report.md",
        "my report_tables/my report_maze_runner_table_1.csv",
        "my report_tables/my report_maze_runner_crosstable_1.csv",
        "my report_tables/my report_nine_mens_morris_table_1.csv",
        "my report_tables/my report_ledger.csv",
        "my report_figures/my report_maze_runner_figure_1.svg",
        "my report_figures/my report_maze_runner_board_1.svg",
        "my report_figures/my report_maze_runner_board_2.svg",
    }
    assert files[0].read_text("utf-8") == as_html(report)
    for link in re.findall(r"\]\(<(.+?)>\)", files[1].read_text("utf-8")):
        ElementTree.fromstring((tmp_path / "new" / link).read_text("utf-8"))


def test_a_report_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadFile, match="cannot make the folder"):
        write_report(sample(), tmp_path / "file" / "report.html")


def test_drawings_have_files_of_their_own() -> None:
    for text in figures(sample()).values():
        assert ElementTree.fromstring(text).find(f"{SVG}style") is not None


def test_claims_are_counted_by_verdict() -> None:
    claim = sample().ledger[1]
    fails = replace(claim, verdict=Verdict.FAILS)
    assert verdicts([]) == "no claims"
    assert verdicts([claim]) == "1 claim: 1 holds"
    assert verdicts([claim, fails, fails]) == "3 claims: 1 holds, 2 do not hold"


def test_the_environment_names_machine_and_software() -> None:
    found = environment()
    assert list(found)[:4] == ["plyground", "Python", "numba", "numpy"]
    assert all(found.values()) and int(found["cores"]) >= 1
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", found["date"])


# --- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (19607, "19,607"), (137.28, "137.3"), (0.14312, "0.1431"), (3.0, "3"), (-3, "−3"),
        (None, "–"), (nan, "–"), (inf, "∞"), (-inf, "−∞"), (True, "yes"), ("a", "a"),
        (1234567.8, "1,234,568"), (3.2e12, "3.2·10¹²"), (1e-7, "10⁻⁷"), (0, "0"), (-0.0, "0"),
    ],
)  # fmt: skip
def test_a_number_is_shown_as_people_write_it(cell: str | float | None, text: str) -> None:
    assert shown(cell) == text


def test_a_column_shares_its_decimals() -> None:
    assert column([3.14159, 12, 0.5]) == ["3.142", "12.000", "0.500"]
    assert column([0.5, 0.25]) == ["0.50", "0.25"]
    assert column([1, 2, None]) == ["1", "2", "–"]
    assert column([1000.0, 2000.0, 0.0012]) == ["1,000", "2,000", "0.0012"]


def test_intervals_and_durations_in_words() -> None:
    assert with_interval(137.28, 130.11, 144.2) == "137.3 [130.1, 144.2]"
    assert [duration(each) for each in (0.012, 4.13, 133, 7260)] == [
        "12 ms", "4.1 s", "2 min 13 s", "2 h 1 min",
    ]  # fmt: skip
    assert [signed(each) for each in ("3", "−3", "0.0", "∞")] == ["+3", "−3", "0.0", "+∞"]


# --- plots ---------------------------------------------------------------------------------------


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def marks(svg: str, role: str) -> list[ElementTree.Element]:
    return [each for each in drawn(svg).iter() if role in (each.get("class") or "").split()]


def bars_of(svg: str) -> list[ElementTree.Element]:
    """The bars, without the squares of the legend."""
    return [each for each in marks(svg, "bar") if each.find(f"{SVG}title") is not None]


def sizes(svg: str, what: str = "height") -> list[float]:
    return [float(each.get(what, "nan")) for each in bars_of(svg)]


def words(svg: str) -> list[str]:
    return [each.text or "" for each in drawn(svg).iter(f"{SVG}text")]


def test_bars_are_as_high_as_their_values() -> None:
    svg = bars(HEURISTICS, ["A*", "best"], [[10, 20, 40], [5, 0, 30]], unit="nodes")
    heights = sizes(svg)
    unit = heights[0] / 10
    assert unit > 1
    assert heights == pytest.approx([unit * each for each in (10, 20, 40, 5, 0, 30)], abs=0.05)
    assert {"A*", "best", "nodes", *HEURISTICS, "40", "5"} <= set(words(svg))


def test_bars_stand_beside_each_other_series_after_series_in_each_group() -> None:
    svg = bars(HEURISTICS, ["A*", "best"], [[10, 20, 40], [5, 0, 30]])
    starts, widths = sizes(svg, "x"), sizes(svg, "width")
    order = [number for pair in zip(range(3), range(3, 6), strict=True) for number in pair]
    for before, after in pairwise(order):
        assert starts[before] + widths[before] <= starts[after] + 0.01


def test_bars_below_zero_hang_from_the_axis() -> None:
    down, up = bars_of(bars(["a", "b"], ["x"], [[-2, 4]]))
    top, height = (float(down.get(name, "nan")) for name in ("y", "height"))
    assert float(up.get("height", "nan")) == pytest.approx(2 * height, abs=0.05)
    assert float(up.get("y", "nan")) + 2 * height == pytest.approx(top, abs=0.05)


def test_missing_values_leave_a_gap() -> None:
    assert len(bars_of(bars(["a", "b"], ["x", "y"], [[1, None], [nan, 2]]))) == 2


def test_error_bars_reach_from_low_to_high_where_they_are_asked_for() -> None:
    assert not marks(bars(["a", "b"], ["x"], [[10, 20]]), "error")
    svg = bars(["a", "b"], ["x"], [[10, 20]], [[(5, 20), None]])
    (error,) = marks(svg, "error")
    low, high = re.findall(r"M\S+ (\S+)V(\S+?)M", error.get("d", ""))[0]
    first, second = bars_of(svg)
    assert float(high) == pytest.approx(float(second.get("y", "nan")))
    assert float(low) - float(high) == pytest.approx(1.5 * float(first.get("height", "nan")), 1e-3)


def test_a_log_axis_gives_each_power_of_ten_the_same_height() -> None:
    one, ten, thousand, nothing = sizes(bars(list("abcd"), ["x"], [[1, 10, 1000, 0]], log=True))
    assert (thousand - ten) == pytest.approx(2 * (ten - one), abs=0.05)
    assert nothing == 0 < one


def test_a_log_axis_has_a_place_for_zero_and_none_for_less() -> None:
    assert "0" in words(lines({"a": [(2, 0), (3, 100)]}, "x", "y", log_y=True))
    assert "0" not in words(lines({"a": [(2, 1), (3, 100)]}, "x", "y", log_y=True))
    with pytest.raises(BadParameter, match="a log axis cannot show -3"):
        lines({"a": [(0, -3)]}, "x", "y", log_y=True)


def test_outcome_bars_share_the_width_by_games() -> None:
    svg = outcome_bars([Outcome("piece", 8, 2, 0), Outcome("king", 4, 5, 1)])
    widths = sizes(svg, "width")
    assert len(widths) == 2 + 3
    assert sum(widths[:2]) == pytest.approx(sum(widths[2:]), abs=0.05)
    assert [each / sum(widths[:2]) for each in widths] == pytest.approx(
        [0.8, 0.2, 0.4, 0.5, 0.1], abs=1e-3
    )
    assert {"8", "2", "0", "4", "5", "1", "80 %", "20 %", "piece", "king"} <= set(words(svg))


def test_a_player_without_games_has_no_bar() -> None:
    svg = outcome_bars([Outcome("idle", 0, 0, 0)])
    assert not bars_of(svg) and "no games" in words(svg)


def test_points_are_filled_only_if_the_interval_excludes_the_reference() -> None:
    rows = [Interval("a", 10, 5, 15), Interval("b", 3, -5, 15), Interval("c", -9, -10, -8)]
    svg = intervals(rows, "Elo")
    assert [("hollow" in (each.get("class") or "")) for each in marks(svg, "mark")] == [
        False, True, False,
    ]  # fmt: skip
    assert len(marks(svg, "error")) == 3 and len(marks(svg, "reference")) == 1
    assert "+10 [+5, +15]" in words(svg)
    assert not marks(intervals(rows, "Elo", reference=None), "reference")


def test_points_lie_where_their_values_are() -> None:
    rows = [Interval("a", 0, -1, 1), Interval("b", 10, 9, 11), Interval("c", 30, 29, 31)]
    a, b, c = (float(each.get("cx", "nan")) for each in marks(intervals(rows, "Elo"), "mark"))
    assert c - a == pytest.approx(3 * (b - a), abs=0.05)


def test_intervals_without_end_and_without_value_are_drawn_all_the_same() -> None:
    rows = [Interval("won", inf, 200, inf), Interval("idle", nan, nan, nan)]
    svg = intervals(rows, "Elo")
    assert len(marks(svg, "mark")) == 1
    assert {"∞ [200, ∞]", "no data"} <= set(words(svg))


def test_lines_have_a_vertex_for_each_point_and_break_where_there_is_none() -> None:
    svg = lines({"a": [(1, 2), (2, 4), (3, nan), (4, 1)], "b": [(1, 1)]}, "move", "nodes")
    curves = [(each.get("points") or "").split() for each in marks(svg, "curve")]
    assert [len(points) for points in curves] == [2, 1, 1]
    assert {"a", "b", "move", "nodes"} <= set(words(svg))


def test_references_are_level_lines_with_their_names() -> None:
    svg = lines({"LLR": [(0, 0), (9, 1)]}, "pairs", "LLR", references={"H1": 2.94, "H0": -2.94})
    heights = [(each.get("y1"), each.get("y2")) for each in marks(svg, "reference")]
    assert len(heights) == 2 and all(first == second for first, second in heights)
    assert {"H0", "H1"} <= set(words(svg))


@pytest.mark.parametrize("end", [0, 3, 6])
def test_names_at_the_ends_of_lines_do_not_touch_nor_leave_the_plot(end: int) -> None:
    svg = lines({f"series {n}": [(0, n), (1, end)] for n in range(7)}, "x", "y")
    heights = sorted(
        float(each.get("y", "nan"))
        for each in drawn(svg).iter(f"{SVG}text")
        if (each.text or "").startswith("series")
    )
    assert all(after - before >= 15 for before, after in pairwise(heights))
    field = [float(each.get("y1", "nan")) for each in marks(svg, "grid")]
    assert min(field) <= heights[0] and heights[-1] <= max(field)


def test_a_histogram_counts_each_value_once() -> None:
    svg = histogram([7, 8, 8, 9, 9, 9, 12], "plies")
    heights = sizes(svg)
    assert [each / heights[0] for each in heights] == pytest.approx([1, 2, 3, 0, 0, 1], abs=0.01)
    assert "median 9, 7 values" in words(svg)
    counted = histogram({7: 1, 8: 2, 9: 3, 12: 1}, "plies")
    assert counted == svg


def test_histograms_of_many_values_have_bins_of_a_round_width() -> None:
    svg = histogram(list(range(1000)), "plies")
    heights = sizes(svg)
    assert len(heights) == 20 and max(heights) - min(heights) < 0.01


def test_the_crosstable_shades_scores_and_marks_what_is_settled() -> None:
    page = crosstable(["a", "b"], [[None, Score(0.61, 0.52, 0.7)], [Score(0.5, 0.4, 0.6), None]])
    assert Outline(page).count("td", "self") == 2
    assert "<strong>61 %</strong>" in page and "<strong>50 %</strong>" not in page
    assert "rgba(0,114,178,0.00)" in page


EMPTY = [
    bars([], [], []), bars(["a"], ["x"], [[None]]), outcome_bars([]), intervals([], "Elo"),
    lines({}, "x", "y"), lines({"a": []}, "x", "y"), histogram([], "x"), histogram({}, "x"),
]  # fmt: skip


@pytest.mark.parametrize("svg", EMPTY)
def test_nothing_is_drawn_as_no_data(svg: str) -> None:
    assert words(svg) == ["no data"]


LONG = "alpha_beta(depth=6, heuristic=board_control)"
PLOTS = [
    bars([LONG, NASTY, "c"], [LONG, NASTY], [[1, 2, 3], [-4, 5, 6e5]], unit="nodes"),
    bars([f"{LONG} {n}" for n in range(9)], ["x"], [[10.0**n for n in range(9)]], log=True),
    bars(["one"], ["one"], [[0]]),
    outcome_bars([Outcome(LONG, 10**6, 1, 1), Outcome(NASTY, 0, 1, 0)]),
    outcome_bars([Outcome("a", 1, 0, 0)]),
    intervals([Interval(LONG * 3, 1e6, -1e6, 2e6)], "nodes"),
    intervals([Interval("a", 1e-3, 1e-4, 2e-3), Interval("b", 0, 0, 0)], "seconds", reference=None),
    lines({LONG: [(1, 2)], NASTY: [(5, 1e7)], "c": [(1e6, 3)]}, "move", "nodes"),
    lines({f"{LONG} {n}": [(1, n), (2, 0)] for n in range(8)}, "x", "y", log_y=True),
    lines({"flat": [(0, 5), (10, 5)]}, "x", "y"),
    histogram([1234567.0], "plies"), histogram([0.1, 0.2, 0.25], "share"),
]  # fmt: skip


@pytest.mark.parametrize("svg", PLOTS)
def test_no_label_leaves_the_paper(svg: str) -> None:
    root = drawn(svg)
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    for each in root.iter(f"{SVG}text"):
        x, y = float(each.get("x", "nan")), float(each.get("y", "nan"))
        reach = 0.55 * 12 * len(each.text or "")
        if each.get("transform"):  # slanted, ends at (x, y), 35 degrees
            assert x - 0.82 * reach >= 0 and y + 0.57 * reach <= height, each.text
            continue
        before = {None: 0.0, "middle": 0.5, "end": 1.0}[each.get("text-anchor")]
        assert x - before * reach >= -1 and x + (1 - before) * reach <= width + 1, each.text
        assert 6 <= y <= height - 6, each.text


@pytest.mark.parametrize("svg", PLOTS + EMPTY)
def test_every_plot_has_a_title_a_role_and_both_themes(svg: str) -> None:
    root = drawn(svg)
    assert root.get("role") == "img" and (root[0].tag, bool(root[0].text)) == (f"{SVG}title", True)
    assert "prefers-color-scheme:dark" in svg


@pytest.mark.parametrize("size", [3e-7, 0.02, 1, 7, 55, 137.3, 1999, 6e8])
def test_ticks_are_round_few_and_hold_the_values(size: float) -> None:
    scale = axes.linear([0, size], 0, 100)
    ticks = [tick for tick, _ in scale.ticks]
    assert ticks[0] <= 0 and ticks[-1] >= size and 3 <= len(ticks) <= 8
    step = ticks[1] - ticks[0]
    assert round(step / 10 ** (log10(step) // 1), 6) in (1, 2, 5, 10)


def test_ticks_have_thousands_separators_and_no_noise() -> None:
    assert [words for _, words in axes.linear([0, 20000], 0, 1).ticks][-1] == "20,000"
    assert [words for _, words in axes.linear([0, 0.6], 0, 1, most=6).ticks] == [
        "0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6",
    ]  # fmt: skip
    assert [words for _, words in axes.logarithmic([3, 20000], 0, 1).ticks] == [
        "1", "10", "100", "1,000", "10,000", "100,000",
    ]  # fmt: skip
