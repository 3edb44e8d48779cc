"""The Lab in a browser: set up, watch, stop, resume, read."""

import os
import re
import signal
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from browsing import Open, Served, accessible
from playwright.sync_api import Browser, Page, expect

from plyground.experiments.store import Store
from plyground.files import cache_folder
from plyground.games import load_game
from plyground.views.lab_sheet import elo_words, percent, score_words, summary_of

PATIENCE = 60_000
SLOW = "game=connect_four&agents=mcts(simulations%3D3000)%3Brandom&games=60&workers=1"


def runs(served: Served) -> Path:
    """The store of the server."""
    environment = Path(f"/proc/{served.process.pid}/environ").read_bytes().split(b"\0")
    [line] = [each for each in environment if each.startswith(b"PLYGROUND_RUNS=")]
    return Path(os.fsdecode(line.partition(b"=")[2]))


def started(page: Page) -> int:
    """Start what the form says; the run's number."""
    expect(page.locator(".setup .command")).to_contain_text("plyground")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile(r"#run=\d+$"), timeout=PATIENCE)
    return int(page.url.rpartition("=")[2])


def ended(page: Page) -> None:
    expect(page.locator(".far")).to_contain_text("finished", timeout=PATIENCE)
    expect(page.locator(".far")).not_to_contain_text("not finished")


def wait(condition: Callable[[], object], seconds: float = 30) -> None:
    last = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < last, "waited in vain"
        time.sleep(0.02)


def test_a_match_is_set_up_watched_to_its_end_and_a_game_opened(
    visit: Open, served: Served
) -> None:
    page = visit("/lab")
    page.get_by_label("Game", exact=True).fill("connect_four(rows=5, columns=5)")
    page.get_by_label("Agent 1: kind").select_option("alpha_beta")
    page.locator(".agent").first.get_by_label("depth").fill("2")
    page.locator(".agent").first.get_by_label("depth").blur()
    expect(page.get_by_label("Agent 1", exact=True)).to_have_value("alpha_beta(depth=2)")
    page.get_by_label("Games a pairing").fill("40")
    command = "plyground match 'connect_four(rows=5, columns=5)' 'alpha_beta(depth=2)' random"
    expect(page.locator(".setup .command")).to_have_text(f"{command} --games 40")
    run = started(page)
    ended(page)
    with Store.open(runs(served)) as store:
        experiment, records = store.experiment(run), store.records(run)
    summary = summary_of(experiment, records)
    meeting = summary.strengths[0, 1]
    expect(page.locator(".far")).to_have_text("40 of 40 games · finished")
    expect(page.locator(".answer")).to_have_text(summary.verdict.replace("inf", "∞"))
    cells = page.get_by_role("region", name="Meetings").locator("tbody td").all_text_contents()
    pairs = " ".join(map(str, summary.pairs[0, 1].counts))
    assert cells == ["random", "40", score_words(meeting.score), elo_words(meeting.elo),
                     percent(meeting.superiority), pairs]  # fmt: skip
    for line in summary.lines:
        row = page.get_by_role("region", name="Agents").locator("tr", has_text=line.agent)
        numbers = [line.games, line.won, line.drawn, line.lost]
        assert row.locator("td").all_text_contents() == [
            *map(str, numbers), percent(line.score), str(line.forfeits)]  # fmt: skip
    ends = page.get_by_role("region", name="How the games ended").locator("tbody tr")
    assert ends.all_text_contents() == [
        f"{how}{n}" for how, n in summary.terminations.most_common()
    ]
    expect(page.locator(".games tbody tr")).to_have_count(20)

    link = page.get_by_role("link", name="Open game 39 in Play").get_attribute("href") or ""
    assert link.startswith("/play#")
    said = {name: each[0] for name, each in parse_qs(link.removeprefix("/play#")).items()}
    game, record = load_game(said["game"]), records[39]
    assert said["moves"].split(",") == [*record.opening, *record.moves]
    assert game.plain.outcome(game.after(said["moves"].split(","))) != 2
    assert {said["first"], said["second"]} == set(experiment.agents)
    assert game.text == experiment.game
    page.get_by_role("link", name="Open game 39 in Play").click()
    final = game.status(game.after(said["moves"].split(",")))
    expect(page.get_by_text(final).first).to_be_visible()


def test_a_stopped_run_is_resumed_to_the_same_result_as_an_undisturbed_one(
    visit: Open, served: Served
) -> None:
    page = visit(f"/lab#{SLOW}")
    run = started(page)
    expect(page.locator(".games tbody tr").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".plots svg")).to_have_count(1)
    page.locator(".run").get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator(".far")).to_contain_text("not finished: it can be resumed")
    with Store.open(runs(served)) as store:
        assert 0 < len(store.records(run)) < 60
    page.reload()
    page.get_by_role("button", name="Resume").click()
    ended(page)
    page.get_by_role("button", name="Set up again").click()
    page.get_by_label("Workers").fill("2")
    expect(page.locator(".setup .command")).not_to_contain_text("--workers")
    again = started(page)
    assert again == run + 1
    ended(page)
    page.get_by_label("The other run").fill(str(run))
    page.get_by_role("button", name="Compare", exact=True).click()
    told = page.locator(".tools p")
    expect(told).to_have_text(
        "The same experiment; 60 games in common; results: the same; moves: the same."
    )
    assert page.url.endswith(f"#run={again}&compare={run}")


def test_a_second_page_sees_the_run_and_a_reload_watches_it_again(visit: Open) -> None:
    longer = SLOW.replace("games=60", "games=2000")
    page, other = visit(f"/lab#{longer}&seed=2"), visit("/lab")
    run = started(page)
    other.get_by_role("button", name=f"Watch run {run}").click()
    expect(other.locator(".run h2")).to_contain_text(f"Run {run}")
    expect(other.locator(".games tbody tr").first).to_be_visible(timeout=PATIENCE)
    page.reload()
    expect(page.locator(".far")).to_contain_text("left", timeout=PATIENCE)
    other.locator(".run").get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator(".far")).to_contain_text("not finished")


def test_a_tournament_with_a_crosstable_and_a_sequential_test(visit: Open, served: Served) -> None:
    page = visit("/lab#game=tic_tac_toe&agents=random%3Brandom(seed%3D2)&games=6")
    page.get_by_role("button", name="Add an agent").click()
    page.get_by_label("Agent 3", exact=True).fill("alpha_beta(depth=3)")
    expect(page.locator(".setup .command")).to_contain_text("plyground tournament tic_tac_toe")
    run = started(page)
    ended(page)
    with Store.open(runs(served)) as store:
        ranking = summary_of(store.experiment(run), store.records(run)).ranking
    assert ranking is not None and max(map(len, ranking.groups)) > 1, "too few games to tell"
    assert page.locator(".ranking li").all_text_contents() == [
        " = ".join(group) + (" are not told apart" if len(group) > 1 else "")
        for group in ranking.groups
    ]
    crosstable = page.get_by_role("region", name=re.compile("Crosstable"))
    expect(crosstable.locator("tbody tr")).to_have_count(3)
    page.goto(page.url.partition("#")[0] + "#game=tic_tac_toe&agents=alpha_beta%3Brandom&elo0=0"
              "&elo1=100&games=200")  # fmt: skip
    expect(page.get_by_label("to Elo")).to_have_value("100")
    started(page)
    ended(page)
    expect(page.locator(".plots figure")).to_have_count(2)
    expect(page.locator(".plots")).to_contain_text("+100 is accepted")


def test_what_cannot_be_played_is_refused_at_its_field(visit: Open) -> None:
    page = visit("/lab#game=chess&agents=random%3Bnobody&games=7")
    expect(page.locator(".field", has=page.get_by_label("Game", exact=True))).to_contain_text(
        "there is no game 'chess'"
    )
    expect(page.locator(".agent").nth(1)).to_contain_text("there is no agent 'nobody'")
    page.get_by_label("Game", exact=True).fill("checkers")
    page.get_by_label("Agent 2", exact=True).fill("random(seed=2)")
    games = page.locator(".field", has=page.get_by_label("Games a pairing"))
    expect(games).to_contain_text("games=7 should be even")
    expect(page.get_by_label("Games a pairing")).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".setup")).to_be_visible()
    page.get_by_label("Games a pairing").fill("8")
    expect(page.locator(".setup .command")).to_contain_text("--games 8")
    expect(page.locator(".setup .problem:not(:empty)")).to_have_count(0)


def test_runs_are_filtered_opened_and_downloaded(visit: Open) -> None:
    page = visit(
        "/lab#game=isolation(rows%3D5,columns%3D5)&agents=random%3Brandom(seed%3D3)&games=4"
    )
    run = started(page)
    ended(page)
    page.get_by_role("button", name="Runs").click()
    page.get_by_label("Filter: all of these words").fill("isolation seed=3 finished")
    rows = page.get_by_role("region", name="Runs").locator("tbody tr")
    expect(rows).to_have_count(1)
    rows.get_by_role("button", name=f"run {run}").click()
    for name, words in {
        "Table (CSV)": f"run_{run}.csv",
        "Report": f"run_{run}_report.html",
    }.items():
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        assert download.value.suggested_filename == words
    page.get_by_label("With the result").select_option("1-0")
    expect(page.locator(".games tbody tr", has_text="0-1")).to_have_count(0)
    assert set(page.locator(".games tbody tr td:nth-child(4)").all_text_contents()) == {"1-0"}


def test_the_saved_page_shows_the_run_without_a_server(
    visit: Open, browser: Browser, tmp_path: Path
) -> None:
    page = visit("/lab#game=tic_tac_toe&agents=random%3Balpha_beta&games=4")
    started(page)
    ended(page)
    answer = page.locator(".answer").text_content()
    with page.expect_download() as download:
        page.get_by_role("button", name="This page").click()
    download.value.save_as(tmp_path / "run.html")
    saved = browser.new_page()
    saved.on("pageerror", lambda error: pytest.fail(str(error)))
    saved.goto((tmp_path / "run.html").as_uri())
    expect(saved.locator(".answer")).to_have_text(answer or "")
    expect(saved.locator("button:visible")).to_have_count(0)
    saved.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_study_is_run_and_its_ledger_read(visit: Open, scheme: str) -> None:
    if scheme == "light":
        for file in (cache_folder() / "studies").glob("maze_runner-quick-17-*.json"):
            file.unlink()
    page = visit("/lab#tab=studies", color_scheme=scheme)
    expect(page.locator(".card")).to_have_count(7)
    expect(page.locator(".cards")).to_contain_text("A* against best-first, and five heuristics")
    page.get_by_role("button", name="Maze runner").click()
    page.get_by_label("Seed", exact=True).last.fill("17")
    page.get_by_label("Seed", exact=True).last.blur()
    expect(page).to_have_url(re.compile("seed=17$"))
    if scheme == "light":
        page.get_by_role("button", name="Run the study").click()
    claims = page.locator(".report .ledger tbody tr")
    expect(claims).to_have_count(11, timeout=PATIENCE)
    expect(page.locator(".report .answer").first).to_contain_text("11 claims")
    page.get_by_label("Claims with the verdict").select_option("fails")
    shown = page.locator(".report .ledger tbody tr:visible")
    expect(shown.first).to_contain_text("does not hold")
    assert 0 < shown.count() < 11
    page.locator(".report .glance tbody tr:visible a").first.click()
    assert page.url.endswith("seed=17")
    assert accessible(page) == []
    page.reload()
    expect(claims).to_have_count(11)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_part_can_be_used_by_everyone(visit: Open, scheme: str) -> None:
    page = visit("/lab#game=chess&agents=random%3Bmcts", color_scheme=scheme)
    expect(page.locator(".setup .problem:not(:empty)")).to_have_count(1)
    assert accessible(page) == []
    page.goto(page.url.partition("#")[0] + "#game=tic_tac_toe&agents=random%3Bmcts%3Bordering"
              "&games=4")  # fmt: skip
    expect(page.get_by_label("Game", exact=True)).to_have_value("tic_tac_toe")
    started(page)
    ended(page)
    assert accessible(page) == []
    page.get_by_role("button", name="Runs").click()
    expect(page.get_by_role("region", name="Runs")).to_be_visible()
    assert accessible(page) == []


def descendants(pid: int) -> set[int]:
    """All processes below this one."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(stat.parent.name)] = int(fields[1])
    found, layer = set(), {pid}
    while layer:
        layer = {child for child, parent in parents.items() if parent in layer}
        found |= layer
    return found


def thinks(pid: int) -> bool:
    """Whether it is a worker of a match that has been busy for longer than its start takes."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        busy = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11]
    except OSError:
        return False
    return b"spawn_main" in command and int(busy) > 4 * os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("means", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_server_ends_at_once_and_leaves_no_process(
    browser: Browser, tmp_path: Path, means: signal.Signals
) -> None:
    served = Served(tmp_path)
    try:
        page = browser.new_page()
        page.goto(served.address)
        page.goto(f"{served.base}/lab#{SLOW.replace('3000', '900000000')}")
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.locator(".far")).to_contain_text("the workers are starting", timeout=PATIENCE)
        wait(lambda: any(map(thinks, descendants(served.process.pid))), 60)
        below = descendants(served.process.pid)
        page.close()
        begun = time.monotonic()
        served.process.send_signal(means)
        served.process.wait(10)
        wait(lambda: not any(Path(f"/proc/{pid}").exists() for pid in below), 10)
        assert time.monotonic() - begun < 8
    finally:
        served.process.kill()
    with Store.open(tmp_path / "runs.sqlite") as store:
        assert not store.info(1).finished
