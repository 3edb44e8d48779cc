"""The Lab without a browser: forms, the laboratory that all pages share, sheets of runs."""

import asyncio
import json
import os
import shlex
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.errors import BadParameter, PlygroundError
from plyground.experiments.openings import Opening, position_after
from plyground.experiments.plan import Experiment, checked
from plyground.experiments.runner import LocalWorkers, run
from plyground.experiments.store import Store
from plyground.games import load_game
from plyground.views.desk import Desk
from plyground.views.lab import LabSession
from plyground.views.lab_bench import MOST_WAITING, Laboratory
from plyground.views.lab_form import START, check, form_in, form_of, link_of
from plyground.views.lab_sheet import elo_words, games_page, play_link, results, summary_of

QUICK = {"game": "tic_tac_toe", "agents": ["alpha_beta(depth=2)", "random"], "games": "20"}


class Page:
    """A home in a test: a real desk, answers through the loop, as a WebSocket has it."""

    def __init__(self, desk: Desk, runs_code: bool = True) -> None:
        self._desk, self.runs_code = desk, runs_code
        self.why_not = "" if runs_code else "nobody's code runs here"
        self.sent: list[dict[str, Any]] = []

    def show(self, changes: dict[str, Any]) -> None:
        json.dumps(changes, allow_nan=False)
        self.sent.append(changes)

    def ask(
        self,
        then: Callable[[Any], None],
        failed: Callable[[str], None],
        job: Callable[..., Any],
        *arguments: Any,
        seconds: float | None = None,
    ) -> Any:
        loop = asyncio.get_running_loop()

        def later(tell: Callable[[Any], None]) -> Callable[[Any], None]:
            def told(what: Any) -> None:
                if not asked.cancelled.is_set():
                    tell(what)

            def tell_later(what: Any) -> None:
                loop.call_soon_threadsafe(told, what)

            return tell_later

        asked = self._desk.ask(self, later(then), later(failed), job, *arguments, seconds=seconds)
        return asked


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    made = Desk(1)
    yield made
    made.close()


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_RUNS", str(tmp_path / "runs.sqlite"))
    return tmp_path / "runs.sqlite"


async def until(condition: Callable[[], Any], seconds: float = 90) -> None:
    last = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < last, "waited in vain"
        await asyncio.sleep(0.02)


def in_a_loop(test: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await test()

    asyncio.run(all_of_it())


def played(store: Path, experiment: Experiment) -> list[Any]:
    """The records of an undisturbed run."""
    with Store.open(store) as kept:
        number = kept.begin(experiment)
        workers = LocalWorkers(1)
        try:
            run(experiment, kept, number, workers)
        finally:
            workers.close()
        return kept.records(number)


def timeless(records: list[Any]) -> list[dict[str, Any]]:
    return [{**vars(each), "seconds": ()} for each in records]


# --- forms ---------------------------------------------------------------------------------------


def test_a_form_and_its_link_are_inverses() -> None:
    form = form_of(
        {**QUICK, "elo0": -5, "elo1": 5, "openings": "start", "seed": 7, "adjudicate": True}
    )
    assert form_in(link_of(form)) == form
    assert "quiet_plies" not in link_of(form), "what is as usual is not said"


def test_a_link_fills_the_form_and_starts_nothing(desk: Desk, store: Path) -> None:
    async def test() -> None:
        page = Page(desk)
        session = LabSession(page, {"link": "game=checkers&agents=mcts;random;ordering"})
        assert session.state["form"]["game"] == "checkers"
        assert session.state["form"]["agents"] == ["mcts", "random", "ordering"]
        await until(lambda: session.state["checked"]["planned"] == 300)
        assert not store.exists()
        session.close()

    in_a_loop(test)


@pytest.mark.parametrize(
    ("field", "change", "words"),
    [
        ("game", {"game": "chess"}, "there is no game 'chess'"),
        ("game", {"game": "connect_four(rows=0)"}, "a 0×7 board has no cells"),
        ("agents.1", {"agents": ["random", "alpha_beta(depth=0)"]}, "depth=0"),
        ("agents.0", {"agents": ["human", "random"]}, "a human can play in Play"),
        ("agents.1", {"agents": ["random", "alpha_beta("]}, "cannot read"),
        ("agents.0", {"agents": ["", "random"]}, "the text ends"),
        ("games", {"games": "7"}, "should be even"),
        ("games", {"games": "many"}, "'many' should be a whole number from 2"),
        ("seed", {"seed": "-1"}, "'-1' should be a whole number from 0"),
        ("workers", {"workers": "0"}, "from 1"),
        ("openings", {"openings": "gambits"}, "there is no kind of openings"),
        ("elo0", {"elo0": "10", "elo1": "0"}, "elo0=10 should be less than elo1=0"),
        ("elo0", {"elo0": "10"}, "needs both elo0 and elo1"),
        ("elo1", {"elo0": "0", "elo1": "nan"}, "'nan' should be a number"),
        ("kind", {"kind": "knockout"}, "kind=knockout"),
        ("form", {"agents": ["random", "mcts", "random"]}, "random is entered twice"),
        (
            "adjudicate",
            {"game": "connect_four(rows=10, columns=10)", "adjudicate": "yes"},
            "can be solved up to 62",
        ),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    field: str, change: Mapping[str, Any], words: str
) -> None:
    found = check(form_of({**QUICK, **change}))
    assert found.experiment is None
    assert words in found.problems[field]


def test_a_thorough_check_finds_a_heuristic_that_does_not_exist() -> None:
    form = form_of({**QUICK, "agents": ["alpha_beta(heuristic=wisdom)", "random"]})
    assert check(form).experiment is not None
    assert "there is no heuristic" in check(form, True).problems["agents.0"]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"elo0": "-5", "elo1": "5", "seed": "3", "workers": "1"},
        {"agents": ["random", "mcts(simulations=10)", "alpha_beta"], "kind": "gauntlet"},
        {"openings": "all(plies=2)", "repetitions": "0", "quiet_plies": "20", "most_plies": "50",
         "seconds_per_move": "1.5"},
        {"adjudicate": "yes"},
    ],
)  # fmt: skip
def test_the_command_line_plays_the_same_experiment(
    change: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = check(form_of({**QUICK, **change}))
    asked: list[Any] = []
    from plyground.cli import furnished, matches

    monkeypatch.setattr(matches, "_play", lambda *arguments: asked.extend(arguments[:2]))
    furnished()(shlex.split(found.command)[1:], standalone_mode=False)
    assert (checked(asked[0]), asked[1]) == (found.experiment, found.workers)


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    form = form_of({**QUICK, "agents": [f"{file}:clever", "random"]})
    file.write_text("def simple(game, position):\n    return game.moves(position)[0]\n")
    assert "there is no agent" in check(form).problems["agents.0"]
    file.write_text("def clever(game, position):\n    return game.moves(position)[0]\n")
    assert check(form).problems == {}


@pytest.mark.parametrize(
    "change",
    [
        {"agents": ["./mine.py:clever", "random"]},
        {"agents": ["alpha_beta(heuristic=./mine.py:idea)", "random"]},
        {"game": "mine.py:my_game"},
        {"openings": "ballots(file=passwd)"},
    ],
)
def test_files_are_refused_where_code_may_not_run(
    desk: Desk, store: Path, change: Mapping[str, Any]
) -> None:
    async def test() -> None:
        page = Page(desk, runs_code=False)
        session = LabSession(page, {})
        session.receive({"do": "start", "form": {**QUICK, **change}})
        problems = session.state["checked"]["problems"]
        assert "nobody's code runs here" in " ".join(problems.values())
        assert not session.state["starting"]
        session.close()

    in_a_loop(test)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
MESSAGES = st.fixed_dictionaries(
    {"do": st.sampled_from(["follow", "tab", "form", "start", "again", "run", "games", "stop",
                            "compare", "export", "study", "measure", "resume", "nonsense"])},
    optional=dict.fromkeys(
        ("link", "name", "form", "run", "wanted", "page", "key", "one", "other", "kind", "scale",
         "seed"), ANYTHING),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    messages=st.lists(MESSAGES, max_size=6),
    opening=st.dictionaries(
        st.sampled_from(["link", "experiment", "start", "game", "agents"]), ANYTHING, max_size=3
    ),
)
def test_no_message_breaks_a_session(
    desk: Desk, messages: list[dict[str, Any]], opening: dict[str, Any]
) -> None:
    async def test() -> None:
        session = LabSession(Page(desk, runs_code=False), opening)
        for message in messages:
            try:
                session.receive(message)
            except PlygroundError as error:
                assert str(error)
        json.dumps(session.state, allow_nan=False)
        session.close()

    in_a_loop(test)


# --- playing -------------------------------------------------------------------------------------


def test_a_match_is_played_to_its_end_and_the_page_shows_what_the_store_says(
    desk: Desk, store: Path
) -> None:
    async def test() -> None:
        page = Page(desk)
        session = LabSession(page, {})
        session.receive({"do": "start", "form": QUICK})
        await until(lambda: (session.state["run"] or {"about": {}})["about"].get("finished"))
        assert session.state["link"] == "run=1"
        shown = session.state["run"]["results"]
        with Store.open(store) as kept:
            experiment, records = kept.experiment(1), kept.records(1)
        summary = summary_of(experiment, records)
        assert len(records) == shown["done"] == 20
        assert shown["verdict"].replace("∞", "inf") == summary.verdict
        assert shown["meetings"][0]["elo"] == elo_words(summary.strengths[0, 1].elo)
        assert dict(shown["terminations"]) == dict(summary.terminations)
        assert timeless(records) == timeless(played(store, experiment))
        session.close()

    in_a_loop(test)


def test_a_stopped_run_resumes_to_the_same_games_as_an_undisturbed_one(
    desk: Desk, store: Path
) -> None:
    slow = {**QUICK, "agents": ["mcts(simulations=4000)", "random"], "games": "200", "workers": "1"}

    async def test() -> None:
        session = LabSession(Page(desk), {})
        session.receive({"do": "start", "form": slow})
        await until(lambda: session.state["run"] and session.state["run"]["results"]["done"])
        session.receive({"do": "stop", "key": "run/1"})
        await until(lambda: job(session, "run/1")["state"] == "stopped")
        with Store.open(store) as kept:
            half = len(kept.records(1))
        assert 0 < half < 200
        session.close()

        another = LabSession(Page(desk), {"link": "run=1"})
        await until(lambda: another.state["run"])
        assert another.state["run"]["results"]["done"] == half
        another.receive({"do": "resume", "run": 1})
        await until(lambda: another.state["run"]["about"]["finished"])
        another.receive({"do": "resume", "run": 1})
        await until(lambda: "run 1 is finished" in another.state["problem"])
        another.close()
        with Store.open(store) as kept:
            experiment, records = kept.experiment(1), kept.records(1)
        assert timeless(records) == timeless(played(store, experiment))

    in_a_loop(test)


def job(session: LabSession, key: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in session.state["jobs"] if each["key"] == key)
    return found


def test_two_pages_see_the_same_run_and_closing_one_does_not_end_it(
    desk: Desk, store: Path
) -> None:
    async def test() -> None:
        starter = LabSession(Page(desk), {})
        watcher = LabSession(Page(desk), {})
        starter.receive({"do": "start", "form": {**QUICK, "games": "200"}})
        await until(lambda: any(each["key"] == "run/1" and each["state"] == "playing"
                                for each in watcher.state["jobs"]))  # fmt: skip
        starter.close()
        watcher.receive({"do": "run", "run": 1})
        await until(lambda: (watcher.state["run"] or {"about": {}})["about"].get("finished"))
        assert watcher.state["run"]["results"]["done"] == 200
        watcher.close()

    in_a_loop(test)


def test_a_notebook_may_start_at_once_but_a_page_without_trust_may_not(
    desk: Desk, store: Path
) -> None:
    async def test() -> None:
        asked = {"experiment": {"game": "tic_tac_toe", "agents": ["random", "random(seed=2)"],
                                "games": 4, "seed": 5}, "start": True}  # fmt: skip
        stranger = LabSession(Page(desk, runs_code=False), asked)
        assert not stranger.state["starting"]
        assert stranger.state["form"]["seed"] == "5"
        stranger.close()
        session = LabSession(Page(desk), asked)
        await until(lambda: (session.state["run"] or {"about": {}})["about"].get("finished"))
        session.close()

    in_a_loop(test)


def test_an_agent_of_a_users_file_plays_and_its_forfeits_are_told(
    desk: Desk, store: Path, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(
        "import os\n"
        f"open({str(tmp_path / 'loaded')!r}, 'a').write(f'{{os.getpid()}} ')\n"
        "def lazy(game, position):\n    raise ValueError('no idea')\n"
    )

    async def test() -> None:
        session = LabSession(Page(desk), {})
        session.receive(
            {"do": "start", "form": {**QUICK, "agents": [f"{tmp_path / 'mine.py'}:lazy", "random"]}}
        )
        await until(lambda: (session.state["run"] or {"about": {}})["about"].get("finished"))
        shown = session.state["run"]["results"]
        assert [line["forfeits"] for line in shown["lines"] if "lazy" in line["agent"]] == [20]
        assert "was forfeited by crash: ValueError: no idea" in shown["forfeits"][0]
        assert str(os.getpid()) not in (tmp_path / "loaded").read_text().split()
        stranger = LabSession(Page(desk, runs_code=False), {"link": "run=1"})
        await until(lambda: stranger.state["problem"])
        assert "nobody's code runs here" in stranger.state["problem"]
        session.close()
        stranger.close()

    in_a_loop(test)


def test_export_and_comparison(desk: Desk, store: Path) -> None:
    experiment = checked(Experiment("tic_tac_toe", ("random", "alpha_beta(depth=1)"), games=4))
    played(store, experiment)
    played(store, checked(Experiment("tic_tac_toe", ("random", "random(seed=2)"), games=4)))

    async def test() -> None:
        page = Page(desk)
        session = LabSession(page, {"link": "run=1&compare=2"})
        await until(lambda: session.state["run"] and session.state["comparison"])
        assert session.state["link"] == "run=1&compare=2"
        assert session.state["comparison"]["words"].startswith("Different experiments")
        files = [(".csv", "number,pair"), (".jsonl", '{"experiment"'), (".pdn", "[Game"),
                 (".html", "<!doctype html>"), ("page", "<!doctype html>")]  # fmt: skip
        for kind, begins in files:
            session.receive({"do": "export", "kind": kind})
            await until(lambda: any(each.get("download") for each in page.sent))
            [file] = [each["download"] for each in page.sent if each.get("download")]
            assert file["text"].startswith(begins)
            page.sent.clear()
        session.receive({"do": "games", "wanted": {"result": "1-0"}, "page": 0})
        await until(lambda: session.state["run"]["games"]["wanted"])
        assert {row["result"] for row in session.state["run"]["games"]["rows"]} <= {"1-0"}
        session.receive({"do": "again"})
        assert session.state["form"]["agents"] == list(experiment.agents)
        session.close()

    in_a_loop(test)


# --- sheets --------------------------------------------------------------------------------------


def test_a_games_link_leads_to_its_last_position_with_the_sides_named(tmp_path: Path) -> None:
    experiment = checked(
        Experiment("connect_four", ("random", "alpha_beta(depth=1)"), 4, openings="random(plies=3)")
    )
    game = load_game(experiment.game)
    for record in played(tmp_path / "runs.sqlite", experiment):
        said = {name: each[0] for name, each in parse_qs(play_link(experiment, record)).items()}
        moves = said["moves"].split(",")
        assert moves == [*record.opening, *record.moves]
        assert game.plain.outcome(game.after(moves)) != 2, "the game is over there"
        # three plies of opening: the second side moves first after it
        assert said["second"] == experiment.agents[record.first]
        begun = position_after(game, Opening(record.position, record.opening))
        assert game.turn(begun) == 1


def test_a_pool_is_ranked_only_as_far_as_it_is_told_apart(tmp_path: Path) -> None:
    agents = ("random", "random(seed=2)", "alpha_beta(depth=3)")
    experiment = checked(Experiment("connect_four", agents, games=20))
    records = played(tmp_path / "runs.sqlite", experiment)
    shown = results(summary_of(experiment, records), len(records))
    assert shown["groups"] == [["alpha_beta(depth=3)"], ["random", "random(seed=2)"]] or (
        shown["groups"] == [["alpha_beta(depth=3)"], ["random(seed=2)", "random"]]
    )
    assert len(shown["meetings"]) == 3
    assert json.dumps(shown, allow_nan=False)
    page = games_page(experiment, records, {"agent": "alpha_beta(depth=3)"}, 99)
    assert (page["total"], page["page"], page["pages"]) == (40, 1, 2)


def test_a_pool_can_be_shown_before_all_have_played(tmp_path: Path) -> None:
    experiment = checked(
        Experiment("tic_tac_toe", ("random", "random(seed=2)", "ordering"), games=4)
    )
    records = played(tmp_path / "runs.sqlite", experiment)
    for games in (0, 1, 2, 4, 6):
        shown = results(summary_of(experiment, records[:games]), games)
        assert [line["games"] for line in shown["lines"] if line["agent"] == "ordering"] == [
            max(0, games - 4)
        ]


def test_a_sequential_test_is_drawn_between_its_bounds(tmp_path: Path) -> None:
    experiment = checked(Experiment("tic_tac_toe", ("alpha_beta(depth=3)", "random"), 200,
                                    elo0=0, elo1=100))  # fmt: skip
    records = played(tmp_path / "runs.sqlite", experiment)
    shown = results(summary_of(experiment, records), len(records))
    test = shown["test"]
    assert test["verdict"] == "accept"
    assert "+100 is accepted" in test["words"]
    assert test["course"][-1][1] == pytest.approx(test["llr"])
    assert test["course"][-1][0] == shown["counted"] <= len(records)
    assert shown["course"][-1][0] == shown["counted"]


# --- the laboratory ------------------------------------------------------------------------------


def wait_for_a_sign(tell: Callable[[Any], None], file: str) -> None:
    """A task that has a process of its own, and waits."""
    import multiprocessing

    child = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(600,))
    multiprocessing.current_process()._config.pop("daemon", None)  # type: ignore[attr-defined]
    child.start()
    Path(file).write_text(f"{os.getpid()} {child.pid}")
    tell({"progress": {"done": 1, "planned": 2}})
    time.sleep(600)


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def wait(condition: Callable[[], Any], seconds: float = 60) -> None:
    last = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < last, "waited in vain"
        time.sleep(0.02)


def test_jobs_wait_for_their_turn_and_a_stopped_one_leaves_no_process(tmp_path: Path) -> None:
    lab, told = Laboratory(), []
    lab.watch(lambda: told.append(1))
    lab.add("run/1", "first", wait_for_a_sign, str(tmp_path / "1"))
    lab.add("run/2", "second", wait_for_a_sign, str(tmp_path / "2"))
    lab.add("run/1", "first", wait_for_a_sign, str(tmp_path / "1"))
    wait(lambda: [each["progress"] for each in lab.jobs()] == [{"done": 1, "planned": 2}, None])
    assert [each["state"] for each in lab.jobs()] == ["playing", "waiting"]
    pids = [int(word) for word in (tmp_path / "1").read_text().split()]
    lab.stop("run/1")
    wait(lambda: all(map(gone, pids)), 5)
    wait(lambda: (tmp_path / "2").exists() and len((tmp_path / "2").read_text().split()) == 2)
    assert [each["state"] for each in lab.jobs()] == ["stopped", "playing"]
    with pytest.raises(BadParameter, match="nothing to stop"):
        lab.stop("run/1")
    pids = [int(word) for word in (tmp_path / "2").read_text().split()]
    lab.close()
    wait(lambda: all(map(gone, pids)), 5)
    assert told


def test_too_many_jobs_are_refused(tmp_path: Path) -> None:
    lab = Laboratory()
    try:
        lab.add("run/0", "the one that plays", wait_for_a_sign, str(tmp_path / "0"))
        wait(lambda: lab.jobs()[0]["state"] == "playing")
        for number in range(1, MOST_WAITING + 1):
            lab.add(f"run/{number}", "waits", wait_for_a_sign, "")
        with pytest.raises(BadParameter, match="are waiting already"):
            lab.add("run/99", "too many", wait_for_a_sign, "")
    finally:
        lab.close()


def test_the_usual_form_can_be_played() -> None:
    assert check(form_of({})).problems == {}
    assert set(START) == set(form_of({}))
