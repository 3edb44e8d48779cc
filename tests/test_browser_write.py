"""The editor in a browser: written, mistaken, corrected, raced; stopped where it runs away."""

import itertools
import re
from collections.abc import Iterator

import pytest
from browsing import Open, Served, accessible
from playwright.sync_api import Browser, Page, expect

expect.set_options(timeout=30_000)  # a busy machine compiles slowly
LONG = 90_000
NUMBER = itertools.count()

TEXT = """from plyground.bits import popcount
from plyground.heuristics import heuristic


@heuristic("tic_tac_toe")
def middle(position):
    {body}
"""
MISTAKEN = TEXT.format(body="retrun popcount(position.mine & 16)")
GOOD = TEXT.format(body="return popcount(position.mine & 16) - popcount(position.theirs & 16)")


def write(page: Page, text: str, name: str = "") -> str:
    """Fill the editor, under a name of its own, and ask for a check."""
    name = name or f"try_{next(NUMBER)}.py"
    page.get_by_label("file").fill(name)
    page.get_by_label("Python of the heuristic").fill(text)
    page.get_by_role("button", name="Save and check").click()
    return name


def test_a_heuristic_is_written_with_a_mistake_corrected_and_raced(visit: Open) -> None:
    page = visit("/write#game=tic_tac_toe")
    expect(page.get_by_label("Python of the heuristic")).to_have_value(
        re.compile(r'@heuristic\("tic_tac_toe"\)')
    )
    name = write(page, MISTAKEN)
    mistake = page.locator(".mistake")
    expect(mistake).to_contain_text("A mistake in line 7")
    expect(mistake).to_contain_text("SyntaxError")
    expect(page.locator(".gutter .wrong")).to_have_text("7")
    page.get_by_role("button", name="Go to line 7").click()
    assert page.evaluate("getSelection().toString()").strip().startswith("retrun")
    expect(page.get_by_label("Python of the heuristic")).to_be_focused()

    page.get_by_label("Python of the heuristic").fill(GOOD)
    expect(page.locator(".gutter .wrong")).to_have_count(0)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="middle works")).to_be_visible(timeout=LONG)
    expect(page.locator(".findings .odd")).to_have_count(0)
    expect(page.locator(".samples svg")).to_have_count(6)
    play = page.get_by_role("link", name="Play it")
    expect(play).to_have_attribute("href", re.compile(f"{name}%3Amiddle"), timeout=LONG)
    expect(page.get_by_role("link", name="Race it in the lab")).to_be_visible()

    page.get_by_label("how many games").select_option("20")
    page.get_by_label("depth").fill("2")
    page.get_by_role("button", name="Quick match").click()
    expect(page.locator(".standing")).to_contain_text("20 of 20 games", timeout=LONG)
    expect(page.locator(".verdict")).to_contain_text("middle")
    expect(page.locator(".standing")).to_contain_text("95 % sure")


def test_a_heuristic_is_graded_where_the_game_is_solved(visit: Open) -> None:
    page = visit("/write#game=tic_tac_toe")
    write(page, GOOD)
    page.get_by_role("button", name="Grade it").click(timeout=LONG)
    expect(page.locator(".grade .words")).to_contain_text("middle rates the won", timeout=LONG)
    expect(page.locator(".grade tbody th")).to_have_text(["depth 0", "depth 2", "a random move"])
    assert not accessible(page)


def test_what_is_written_is_still_there_at_its_address(visit: Open) -> None:
    page = visit("/write#game=tic_tac_toe")
    name = write(page, GOOD)
    expect(page.locator(".said")).to_have_text(f"saved as heuristics/{name}")
    assert page.url.endswith(f"#game=tic_tac_toe&file={name}")
    again = visit(f"/write#game=tic_tac_toe&file={name}")
    expect(again.get_by_label("Python of the heuristic")).to_have_value(GOOD)
    expect(again.locator(".files")).to_contain_text(name)


def test_nothing_is_replaced_or_deleted_without_a_question(visit: Open) -> None:
    name = write(visit("/write#game=tic_tac_toe"), GOOD)
    page = visit("/write#game=tic_tac_toe")
    write(page, "# another\n", name)
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text(f"heuristics/{name} exists already. Replace it?")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    page.get_by_role("button", name=f"Open {name}").click()
    expect(question).to_contain_text("not saved")
    question.get_by_role("button", name="Leave it").click()
    expect(page.get_by_label("Python of the heuristic")).to_have_value(GOOD)
    page.get_by_role("button", name=f"Rename {name}").click()
    page.get_by_label(f"new name of {name}").fill(f"new_{name}")
    page.keyboard.press("Enter")
    expect(page.get_by_label("file", exact=True)).to_have_value(f"new_{name}")
    page.get_by_role("button", name=f"Delete new_{name}").click()
    question.get_by_role("button", name="Delete").click()
    expect(page.locator(".said")).to_have_text(f"heuristics/new_{name} is deleted")
    expect(page.get_by_role("button", name=f"Open new_{name}")).to_have_count(0)


def test_a_loop_without_end_is_stopped_with_words(visit: Open) -> None:
    page = visit("/write#game=tic_tac_toe")
    write(page, TEXT.format(body="while True:\n        pass"))
    expect(page.locator(".busy")).to_contain_text("Trying it on random positions")
    expect(page.get_by_role("alert").filter(has_text="stopped")).to_contain_text(
        "stopped after 10 seconds", timeout=LONG
    )
    expect(page.locator(".results .problem")).to_contain_text("Does a loop in it never end?")
    page.get_by_label("Python of the heuristic").fill(GOOD)
    page.get_by_role("button", name="Save and check").click()
    expect(page.get_by_role("heading", name="middle works")).to_be_visible(timeout=LONG)
    expect(page.locator(".results .problem")).to_be_empty()


def test_code_that_ends_its_process_is_told_so(visit: Open) -> None:
    page = visit("/write#game=tic_tac_toe")
    write(page, "import os\n\nos._exit(1)\n")
    expect(page.locator(".results .problem")).to_contain_text("died", timeout=LONG)


def test_the_keyboard_indents_and_can_leave_the_editor(visit: Open) -> None:
    page = visit("/write#game=tic_tac_toe")
    area = page.get_by_label("Python of the heuristic")
    area.fill("")
    area.focus()
    page.keyboard.type("def idea(position):")
    page.keyboard.press("Enter")
    page.keyboard.type("if position:")
    page.keyboard.press("Enter")
    page.keyboard.type("return 1")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("x")
    page.keyboard.press("Tab")
    page.keyboard.type("= 2")
    expect(area).to_have_value(
        "def idea(position):\n    if position:\n        return 1\n    x   = 2"
    )
    expect(page.locator(".gutter span")).to_have_count(4)
    expect(area).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(area).not_to_be_focused()
    area.focus()
    page.keyboard.press("Control+z")
    expect(area).not_to_have_value(re.compile("= 2"))
    area.fill("")  # nothing unsaved is left behind


def test_another_game_brings_its_template_unless_something_is_written(visit: Open) -> None:
    page = visit("/write#game=tic_tac_toe")
    area = page.get_by_label("Python of the heuristic")
    page.locator("[name=game]").select_option("checkers")
    expect(area).to_have_value(re.compile(r'@heuristic\("checkers"\)'))
    area.fill("# mine\n")
    page.locator("[name=game]").select_option("isolation")
    expect(page).to_have_url(re.compile("game=isolation"))
    expect(area).to_have_value("# mine\n")


@pytest.fixture(params=[("--host", "0.0.0.0"), ("--no-token",)], ids=["all hosts", "no token"])
def open_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    found = Served(tmp_path_factory.mktemp("open"), *request.param)
    yield found
    found.stop()


def test_where_others_could_come_code_is_off_and_the_page_says_why(
    open_server: Served, browser: Browser
) -> None:
    page = browser.new_page()
    page.goto(open_server.address)
    page.goto(open_server.address.partition("?")[0] + "write")
    page.wait_for_selector("#view:not([aria-busy])")
    note = page.get_by_role("note")
    expect(note).to_contain_text("Code does not run here: this server")
    expect(note).to_contain_text("plyground serve")
    for name in ("Save", "Save and check"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
    expect(page.get_by_label("Python of the heuristic")).not_to_be_editable()
    expect(page.locator(".files")).to_be_hidden()
    assert not accessible(page)
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_everyone_can_use_the_editor(visit: Open, scheme: str, width: int) -> None:
    page = visit(
        "/write#game=tic_tac_toe", color_scheme=scheme, viewport={"width": width, "height": 800}
    )
    assert not accessible(page)
    write(page, MISTAKEN)
    expect(page.locator(".mistake")).to_be_visible(timeout=LONG)
    assert not accessible(page)
    page.get_by_label("Python of the heuristic").fill(GOOD)
    page.get_by_role("button", name="Save and check").click()
    expect(page.get_by_role("link", name="Play it")).to_be_visible(timeout=LONG)
    assert not accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
