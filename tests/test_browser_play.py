"""Play in a browser: whole games with mouse and keys, half-made moves, links, replays."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import Open, accessible
from playwright.sync_api import Locator, Page, expect

expect.set_options(timeout=20_000)  # a search may have to be compiled first

Choose = Callable[[list[str]], str]


def status(page: Page) -> Locator:
    return page.locator(".status")


def moves(page: Page) -> list[str]:
    return page.locator(".moves button").all_inner_texts()


def legal(page: Page) -> list[str]:
    """The cells that the page offers."""
    found = page.locator("[data-hit]").evaluate_all("all => all.map(each => each.dataset.hit)")
    return [str(each) for each in found]


def click(page: Page, cell: str) -> None:
    page.locator(f'[data-hit="{cell}"]').click()


def settled(page: Page) -> None:
    """Wait until the human is to move, or the game is over."""
    page.locator('[data-hit], .status:text("over")').first.wait_for(state="attached")


def played(page: Page, plies: int) -> None:
    """Wait until the game has so many plies."""
    page.locator(f'.moves [data-ply="{plies}"]').wait_for(state="attached")


def over(page: Page) -> bool:
    return "the game is over" in status(page).inner_text()


def finish(page: Page, choose: Choose, most: int = 120) -> str:
    """Play on with the mouse until there is a result; it."""
    settled(page)
    for _ in range(most):
        before = moves(page)
        while not over(page) and moves(page) == before:
            cells = legal(page)
            prompt = page.locator(".prompt").inner_text()
            click(page, choose(cells))
            more = f'.moves [data-ply="{len(before) + 1}"], .prompt:not(:text-is("{prompt}"))'
            page.locator(more).first.wait_for(state="attached")
        settled(page)
        if over(page):
            return status(page).inner_text()
    raise AssertionError(f"no end after {most} moves: {moves(page)}")


def first_cell(page: Page) -> Choose:
    return lambda cells: cells[0]


def best_valued(page: Page) -> Choose:
    """Follows the values on the page: the next cell of the move that it puts first."""
    walked: list[str] = []

    def choose(cells: list[str]) -> str:
        best = page.locator(".worth li").first
        expect(best).to_be_visible()
        path = re.split("[-x]", str(best.inner_text()).split()[0])
        if walked != path[: len(walked)] or len(walked) == len(path):
            walked.clear()
        walked.append(path[len(walked)])
        return walked[-1]

    return choose


VALUED = "values=deepening(nodes=3000)"
GAMES = [
    ("tic_tac_toe", "second=random", first_cell),
    ("connect_four(rows=4, columns=5, connect=3)", "second=random", first_cell),
    ("isolation(rows=4, columns=4)", "second=random", first_cell),
    ("checkers", f"second=random&position=B:W25,29,32:BK10,K14,K15,19&{VALUED}", best_valued),
    ("nine_mens_morris", f"second=random&{VALUED}", best_valued),
]


@pytest.mark.parametrize(("game", "rest", "chooser"), GAMES, ids=[game for game, _, _ in GAMES])
def test_a_whole_game_with_the_mouse(
    visit: Open, game: str, rest: str, chooser: Callable[[Page], Choose]
) -> None:
    page = visit(f"/play#game={game}&first=human&{rest}".replace(" ", "%20"))
    ended = finish(page, chooser(page))
    assert re.search("the game is over: (a draw|.* has won)", ended)
    assert legal(page) == []
    assert len(moves(page)) >= 3
    if chooser is best_valued:
        assert ended == f"the game is over: {page.locator('.seat b').nth(1).inner_text()} has won"


def test_a_whole_game_with_the_keyboard_alone(visit: Open) -> None:
    page = visit("/play#game=tic_tac_toe&first=human&second=random")
    page.locator(".brand").focus()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('board')"):
            break
    settled(page)
    while not over(page):
        cell, before = legal(page)[-1], len(moves(page))
        for key in ["ArrowLeft", "ArrowDown"] * 3:
            page.keyboard.press(key)
        for _ in range("abc".index(cell[0])):
            page.keyboard.press("ArrowRight")
        for _ in range(int(cell[1]) - 1):
            page.keyboard.press("ArrowUp")
        assert page.locator(".cursor").is_visible()
        assert page.locator(".under").inner_text() == f"{cell}, can be chosen"
        page.keyboard.press("Enter")
        played(page, before + 1)
        settled(page)
    assert "plays" in page.locator(".said").inner_text()
    count = len(moves(page))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-ply", str(count - 1))


def test_digits_drop_discs_and_moves_can_be_typed(visit: Open) -> None:
    page = visit("/play#game=connect_four&first=human&second=human")
    page.locator(".board").focus()
    page.keyboard.press("4")
    expect(page.locator(".moves button")).to_have_text(["4"])
    page.get_by_label("Type a move").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator(".moves button")).to_have_text(["4", "5"])
    page.locator(".moves [aria-current]").focus()
    page.keyboard.press("Home")
    expect(page.locator("[data-do=begin]")).to_be_disabled()
    page.keyboard.press("End")
    expect(page.locator(".moves [aria-current]")).to_have_text("5")


def test_a_multi_jump_is_made_step_by_step_and_can_be_undone_half_made(visit: Open) -> None:
    page = visit("/play#game=checkers&first=human&second=human&position=B:W15,22,31:B1,11")
    assert legal(page) == ["11"]
    click(page, "11")
    click(page, "18")
    expect(page.locator(".prompt")).to_contain_text("11 18: go on")
    expect(page.locator(".ghost.first")).to_have_count(1)
    assert page.locator(".walked").count() == 1
    page.get_by_role("button", name="Undo the half-made move").click()
    expect(page.locator(".prompt")).to_contain_text("11: now choose where it goes")
    page.locator(".board").focus()
    page.keyboard.press("Escape")
    expect(page.locator(".prompt")).to_have_text("choose a piece")
    assert moves(page) == []
    for cell in ("11", "18", "25"):
        click(page, cell)
    expect(page.locator(".moves button")).to_have_text(["11x18x25"])
    expect(page.locator(".last")).to_have_count(3)


def test_a_mill_asks_for_the_man_to_take(visit: Open) -> None:
    page = visit("/play#game=nine_mens_morris&position=W:Wa1,b2,d1,g4:Bc3,d5,e4,f6&second=human")
    click(page, "g4")
    click(page, "g1")
    expect(page.locator(".prompt")).to_contain_text("now choose a man to take")
    assert sorted(legal(page)) == ["c3", "d5", "e4", "f6"]
    click(page, "f6")
    expect(page.locator(".moves button")).to_have_text(["g4-g1xf6"])
    expect(page.locator(".said")).to_have_text("White plays g4-g1xf6; Black to move")


def test_the_address_brings_back_the_game_exactly(visit: Open) -> None:
    page = visit("/play#game=connect_four(rows=5)&first=human&second=random(seed=7)")
    for plies in (2, 4):
        click(page, "4")
        played(page, plies)
    page.get_by_role("button", name="one ply back").click()
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-ply", "3")
    address, board = page.url, page.locator(".board svg title").first.inner_html()
    names = moves(page)
    assert "moves=4," in address
    assert "at=3" in address
    page.reload()
    page.wait_for_selector("#view:not([aria-busy])")
    assert (page.url, moves(page)) == (address, names)
    assert page.locator(".board svg title").first.inner_html() == board
    assert page.locator("h1").inner_text() == "Connect four(rows=5)"
    assert page.locator(".seat span").first.inner_text() == "random(seed=7)"
    page.evaluate("location.hash = 'game=tic_tac_toe&moves=b2&second=human'")
    expect(page.locator(".moves button")).to_have_text(["b2"])


def test_take_back_swap_and_resign(visit: Open) -> None:
    page = visit("/play#game=connect_four&first=human&second=alpha_beta(depth=1)")
    click(page, "1")
    played(page, 2)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".moves button")).to_have_count(0)
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator(".moves button")).to_have_count(1)
    assert page.locator(".seat span").all_inner_texts() == ["human", "alpha_beta(depth=1)"]
    settled(page)
    page.get_by_role("button", name="Resign").click()
    expect(status(page)).to_have_text("the game is over: O resigned, X has won")
    page.get_by_role("button", name="New game", exact=True).click()
    expect(status(page)).to_have_text("O to move")


def test_a_move_at_an_earlier_ply_takes_the_place_of_the_later_ones(visit: Open) -> None:
    page = visit("/play#game=connect_four&first=human&second=human&moves=1,2,3&at=1")
    expect(page.locator(".prompt")).to_contain_text("takes the place of the 2 moves after it")
    click(page, "7")
    expect(page.locator(".moves button")).to_have_text(["1", "7"])
    page.get_by_role("button", name="Bring back 2 moves").click()
    expect(page.locator(".moves button")).to_have_text(["1", "2", "3"])


def test_agents_play_each_other_pause_and_step(visit: Open) -> None:
    page = visit("/play#game=connect_four&first=random&second=alpha_beta(depth=1)")
    assert moves(page) == []
    page.get_by_role("button", name="Step", exact=True).click()
    expect(page.locator(".moves button")).to_have_count(1)
    page.get_by_label("speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".moves button").nth(2)).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Step", exact=True)).to_be_enabled()
    held = len(moves(page))
    page.get_by_role("button", name="Step", exact=True).click()
    expect(page.locator(".moves button")).to_have_count(held + 1)
    page.get_by_label("speed").select_option("at once")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(status(page)).to_contain_text("the game is over")


def test_values_hint_and_graph(visit: Open) -> None:
    page = visit("/play#game=connect_four&second=human&moves=1,7,1,7,1,7")
    page.get_by_role("button", name="Values").click()
    expect(page.locator(".value.best text")).to_have_text("winin 1")
    expect(page.locator(".worth li").first).to_have_text("1 win in 1")
    expect(page.locator(".scale")).to_have_attribute("aria-label", re.compile("X wins in 1"))
    expect(page.locator(".graph rect.none")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("circle.hinted")).to_have_count(1)
    expect(page.locator(".said")).to_have_text("Hint: 1 win in 1, exact")
    box = page.locator(".graph svg").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 2.5 / 12, box["y"] + 10)
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-ply", "2")


def test_values_and_hints_in_a_solved_game_are_exact(visit: Open) -> None:
    page = visit("/play#game=tic_tac_toe&second=human&moves=b2,a3,c1")
    page.get_by_role("button", name="Values").click()
    expect(page.locator(".how")).to_have_text("exact, by perfect play")
    expect(page.locator(".value.best text")).to_have_text(["draw", "draw"])
    expect(page.locator(".value text", has_text="loss")).to_have_count(4)
    expect(page.locator(".advice")).to_have_text("Values: exact, by perfect play")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).to_have_text(
        re.compile(r"Hint: (a1|c3) \(draw, exact\); as good: (a1|c3)")
    )
    page.locator(".worth input").fill("alpha_beta(depth=1)")
    page.get_by_role("button", name="Use it").click()
    expect(page.locator(".how")).to_have_text("by search")
    assert not accessible(page)


def test_perfect_is_offered_where_the_game_is_solved(visit: Open) -> None:
    page = visit("/play#game=tic_tac_toe", viewport={"width": 1280, "height": 800})
    setting = page.locator(".setting")
    second = setting.locator("fieldset").nth(2)
    second.get_by_label("Played by").select_option("perfect")
    setting.get_by_label("Which").select_option("checkers")
    expect(second.get_by_label("As text")).to_have_value("advisor")
    expect(second.locator("option[value=perfect]")).to_have_count(0)
    setting.get_by_label("Which").select_option("tic_tac_toe")
    second.get_by_label("Played by").select_option("perfect")
    setting.get_by_role("button", name="Start a new game").click()
    click(page, "b2")
    played(page, 2)
    assert moves(page)[1] in ("a1", "a3", "c1", "c3")
    expect(page.locator(".thought")).to_contain_text("draw, exact")


def test_friendly_controls_start_a_game(visit: Open) -> None:
    page = visit("/play", viewport={"width": 1280, "height": 800})
    setting = page.locator(".setting")
    setting.get_by_label("Which").select_option("isolation")
    setting.get_by_label("Rows").fill("5")
    setting.get_by_label("Columns").fill("4")
    setting.locator("fieldset").first.get_by_label("Move").select_option("king")
    second = setting.locator("fieldset").nth(2)
    second.get_by_label("Played by").select_option("deepening")
    second.get_by_label("Nodes").fill("500")
    second.get_by_label("Heuristic").select_option("improved")
    assert second.get_by_label("As text").input_value() == (
        "deepening(nodes=500, heuristic=improved)"
    )
    setting.get_by_role("button", name="Start a new game").click()
    expect(page.locator("h1")).to_have_text("Isolation(rows=5, columns=4, move=king)")
    assert len(legal(page)) == 20
    text = "deepening(nodes=500, heuristic=improved)"
    assert page.locator(".seat span").first.inner_text() == text
    assert "game=isolation(rows=5,%20columns=4,%20move=king)" in page.url


def test_notation_is_shown_loaded_and_refused(visit: Open) -> None:
    page = visit("/play#game=checkers&first=human&second=human&moves=11-15,22-18")
    page.get_by_text("Notation, set up, download").click()
    area = page.get_by_label("Notation", exact=True)
    expect(area).to_have_value(re.compile("1. 11-15 22-18"))
    page.get_by_label("Show").select_option("position")
    expect(area).to_have_value(re.compile("B:W18,"))
    area.fill("W:W18:BK1,33")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.locator("#notice")).to_contain_text("squares from 1 to 32")
    assert moves(page) == ["11-15", "22-18"]
    area.fill("W:W18:BK1,3")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(status(page)).to_have_text("White to move")
    assert legal(page) == ["18"]
    with page.expect_download() as found:
        page.get_by_role("button", name="Download", exact=True).click()
    assert found.value.suggested_filename == "checkers.pdn"


def test_a_replay_opens_from_disk_and_can_be_stepped(visit: Open, tmp_path: Path) -> None:
    page = visit("/play#game=connect_four&first=human&second=human&moves=1,7,1,7,1,7,1")
    page.get_by_text("Notation, set up, download").click()
    with page.expect_download() as found:
        page.get_by_role("button", name="Download a replay").click()
    file = tmp_path / "replay.html"
    found.value.save_as(file)
    assert page.context.browser
    alone = page.context.browser.new_context(offline=True).new_page()
    complaints: list[str] = []
    alone.on("pageerror", lambda error: complaints.append(str(error)))
    alone.on("console", lambda said: complaints.append(said.text))
    alone.on("request", lambda asked: complaints.append(asked.url))
    alone.goto(file.as_uri())
    discs = alone.locator(".board svg > .first, .board svg > .second")
    expect(discs).to_have_count(0)
    alone.keyboard.press("ArrowRight")
    expect(discs).to_have_count(1)
    alone.keyboard.press("End")
    expect(discs).to_have_count(7)
    expect(status(alone)).to_have_text("the game is over: X has won")
    alone.keyboard.press("ArrowLeft")
    expect(discs).to_have_count(6)
    alone.keyboard.press("Home")
    alone.get_by_label("speed").select_option("at once")
    alone.get_by_role("button", name="Play").click()
    expect(discs).to_have_count(7)
    assert alone.get_by_role("button", name="Resign").count() == 0
    assert complaints == [file.as_uri()]
    assert accessible(alone) == []
    alone.context.close()


def test_a_refusal_is_told_and_changes_nothing(visit: Open) -> None:
    page = visit("/play#game=connect_four&second=human")
    page.get_by_label("Type a move").fill("9")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("'9' is not a column")
    assert moves(page) == []


def test_a_failing_agent_is_told_and_the_game_goes_on(visit: Open) -> None:
    page = visit("/play#game=connect_four&second=alpha_beta(heuristic=nonsense)")
    click(page, "4")
    expect(page.locator(".problem")).to_contain_text("there is no heuristic of connect_four")
    if page.locator(".setting[open]").count() == 0:
        page.locator(".setting summary").click()
    page.locator(".setting fieldset").nth(2).get_by_label("As text").fill("random")
    page.get_by_role("button", name="Change the players only").click()
    expect(page.locator(".moves button")).to_have_count(2)


def test_the_tree_behind_a_move_opens_and_closes(visit: Open) -> None:
    page = visit("/play#game=tic_tac_toe&second=alpha_beta(depth=3)")
    click(page, "b2")
    played(page, 2)
    page.get_by_role("button", name="The tree behind this move").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading").first).to_contain_text("alpha-beta to depth 3")
    dialog.get_by_role("button", name="Close", exact=True).click()
    expect(dialog).to_have_count(0)
    assert len(moves(page)) == 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible(visit: Open, scheme: str) -> None:
    page = visit(
        "/play#game=checkers&second=human&moves=11-15,22-18&values=alpha_beta(depth=2)",
        color_scheme=scheme,
    )
    page.get_by_text("Notation, set up, download").click()
    page.locator(".setting summary").click()
    expect(page.locator(".worth li").first).to_be_visible()
    click(page, "15")
    assert accessible(page) == []


def test_a_phone_shows_it_all_without_scrolling_sideways(visit: Open) -> None:
    page = visit("/play#game=checkers", viewport={"width": 360, "height": 740})
    page.locator(".setting summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
