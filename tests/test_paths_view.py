"""The Python behind the Paths view: trails, edits, links, files, audits; no browser."""

import base64
import json
import zlib
from contextlib import suppress
from itertools import product
from typing import Any

import numpy as np
import pytest
from command_line import plyground
from homes import HomeHere
from hypothesis import given, settings
from hypothesis import strategies as st

from plyground.errors import PlygroundError
from plyground.pathfinders import ALGORITHMS, load_pathfinder
from plyground.paths import Graph, Grid, load_problem, maze_runner_20, mount_olimp
from plyground.paths.graph_files import write_json
from plyground.paths.text_maps import read_text
from plyground.views.finding import opened, searched
from plyground.views.paths import PathsSession, session
from plyground.views.paths_link import Settings, read_link, write_link
from plyground.views.paths_trail import PUT, TAKE, Trail, watched
from plyground.views.session import State


def at(link: str = "", **given: Any) -> PathsSession:
    return session(HomeHere(at_once=True), {"link": link, **given})


def decoded(text: str) -> list[Any]:
    kinds = {"u1": "<u1", "i4": "<i4", "f4": "<f4", "f8": "<f8"}
    values: list[Any] = np.frombuffer(base64.b64decode(text[2:]), kinds[text[:2]]).tolist()
    return values


def drawn(text: str) -> str:
    """The link of a map that is drawn in a text."""
    grid = read_text("\n".join(text.split()))
    return write_link(
        Settings(
            cells=grid.weights,
            start=grid.state_name(grid.start),
            goals=tuple(grid.state_name(goal) for goal in grid.goals),
        )
    )[0]


def problem_of(paths: PathsSession) -> Grid:
    """The map as the view was told."""
    shown = paths.state["map"]
    cells = np.array(decoded(shown["cells"]), np.uint8).reshape(shown["rows"], shown["columns"])
    ends = [divmod(cell, shown["columns"]) for cell in (shown["start"], *shown["goals"])]
    return Grid(cells, ends[0], ends[1:], shown["connected"], shown["corners"])


# --- trails ---------------------------------------------------------------------------------------

EIGHT = "maze(generator=obstacles, rows=12, columns=15, connected=8)"
WEIGHTS = "S.5.\n.#.9\n.2.G"


def posed(text: str) -> Grid | Graph:
    if "\n" in text:
        return read_text(text)
    return opened(text)


def waiting_after(trail: Trail, rule: Any, steps: int) -> dict[int, tuple[float, float]]:
    """Who waits, with g and f."""
    waits: dict[int, tuple[float, float]] = {}
    for event in range([*trail.first, len(trail.state)][steps + 1]):
        state = trail.state[event]
        waits.pop(state, None)
        if trail.kind[event] == PUT:
            g, h = trail.g[event], trail.h[event]
            waits[state] = (g, rule.g * g + rule.h * h)
    return waits


WATCHED = [
    *(name for name in ALGORITHMS if name not in ("ida_star", "jump_point", "auto")),
    "astar(heuristic=manhattan(scale=3))",
    "astar(ties=deep)",
    "astar(reopen=false, heuristic=manhattan(scale=3))",
    "best_first(random_factor=0.5)",
]
GROUNDS = ["maze_runner_8", "mount_olimp", EIGHT, WEIGHTS]


@pytest.mark.parametrize(
    ("problem", "algorithm"), [*product(GROUNDS, WATCHED), (EIGHT, "jump_point")]
)
def test_a_trail_holds_the_open_set_after_every_step(problem: str, algorithm: str) -> None:
    ground = posed(problem)
    finder = load_pathfinder(ground, algorithm, engine="auto")
    result = finder.find(record=True)
    trail, rule, _ = watched(finder, result)
    assert trail is not None and trail.steps == result.expanded
    for steps in {0, 1, 2, result.expanded // 2, result.expanded}:
        stopped = finder.find(most=steps)
        waits = waiting_after(trail, rule, steps)
        assert sorted((state % ground.states, *rest) for state, rest in waits.items()) == sorted(
            (ground.number(each.state), each.g, each.f) for each in stopped.open
        )


@pytest.mark.parametrize("table", [0, 50])
@pytest.mark.parametrize("problem", ["maze_runner_8", "mount_olimp"])
def test_the_trail_of_ida_star_is_the_path_it_is_on(problem: str, table: int) -> None:
    ground = posed(problem)
    finder = load_pathfinder(ground, f"ida_star(table={table})", engine="readable")
    result = finder.find(record=True)
    trail, rule, kind = watched(finder, result)
    assert trail is not None and kind == "path"
    taken = [state for kind, state in zip(trail.kind, trail.state, strict=True) if kind == TAKE]
    assert taken == [ground.number(state) for state in result.order]
    lengths = [len(waiting_after(trail, rule, steps)) for steps in range(1, trail.steps + 1)]
    assert max(lengths) == result.peak_frontier
    last = waiting_after(trail, rule, trail.steps)
    assert list(last) == [ground.number(state) for state in result.path]


def test_the_open_set_is_what_the_command_line_prints() -> None:
    paths = at("problem=mount_olimp&lane=astar&search=1")
    told = paths.state["runs"]["lanes"][0]
    trail = {name: decoded(values) for name, values in told["trail"].items()}
    names = paths.state["map"]["names"]
    printed = plyground("path", "mount_olimp", "-a", "astar", "--max-steps", "7", "--json")
    waits: dict[int, tuple[float, float]] = {}
    for event in range(trail["first"][8]):
        waits.pop(trail["state"][event], None)
        if trail["kind"][event] == PUT:
            waits[trail["state"][event]] = (trail["g"][event], trail["h"][event])
    assert {(names[state], g, g + h) for state, (g, h) in waits.items()} == {
        (each["state"], each["g"], each["f"]) for each in json.loads(printed.stdout)["open"]
    }


def test_counters_of_a_race_are_those_of_python() -> None:
    texts = ["astar", "dijkstra", "weighted_astar(weight=2, heuristic=manhattan(scale=2))"]
    paths = at("problem=maze_runner_20&" + "&".join(f"lane={text}" for text in texts))
    paths.receive({"do": "search"})
    for told, text in zip(paths.state["runs"]["lanes"], texts, strict=True):
        result = load_pathfinder(maze_runner_20(), text).find()
        assert (told["expanded"], told["peak"], told["cost"], told["generated"]) == (
            result.expanded, result.peak_frontier, result.cost, result.generated,
        )  # fmt: skip
        assert told["steps"] == result.expanded


def test_a_lane_that_cannot_run_says_why_and_the_others_run() -> None:
    paths = at("problem=maze_runner_8&lane=jump_point&lane=astar&search=1")
    bad, good = paths.state["runs"]["lanes"]
    assert "8-connected" in bad["failed"]
    assert good["found"]


def test_a_long_search_is_shown_as_far_as_a_trail_goes() -> None:
    grid = opened("maze(generator=obstacles, rows=300, columns=300, density=0.0)")
    told = searched(grid, ["dijkstra"])[0]
    assert told["expanded"] > 80_000
    assert told["steps"] == 50_000
    assert len(decoded(told["trail"]["first"])) == told["steps"] + 2
    assert len(told["trail"]["state"]) < 1_000_000


# --- edits ----------------------------------------------------------------------------------------

ROOM = """
S....
.....
....G
"""


def test_a_stroke_paints_and_tells_only_what_changed() -> None:
    paths = at(drawn(ROOM))
    paths.receive({"do": "paint", "cells": [6, 7, 8], "weight": 0})
    paths.receive({"do": "paint", "cells": [8, 9], "weight": 0})
    patch = paths.state["patch"]
    assert decoded(patch["cells"]) == [9]
    assert problem_of(paths).weights.tolist() == [[1] * 5, [1, 0, 0, 0, 0], [1] * 5]
    assert "map" not in {name for changes in paths.home.shown for name in changes}  # type: ignore[attr-defined]


def test_start_and_goals_cannot_be_painted_over() -> None:
    paths = at(drawn(ROOM))
    paths.receive({"do": "paint", "cells": list(range(15)), "weight": 0})
    assert problem_of(paths).weights.sum() == 2


def test_edits_are_undone_and_done_again_one_by_one() -> None:
    paths = at(drawn(ROOM))
    pictures = [paths.state["map"]]
    for message in (
        {"do": "paint", "cells": [1, 2], "weight": 7},
        {"do": "goal", "cell": 4},
        {"do": "start", "cell": 2},
        {"do": "no_goal", "cell": 14},
        {"do": "clear"},
    ):
        paths.receive(message)
        pictures.append(paths.state["map"])
    assert paths.state["history"] == {"undo": 5, "redo": 0}
    for picture in pictures[-2::-1]:
        paths.receive({"do": "undo"})
        assert paths.state["map"] == picture
    for picture in pictures[1:]:
        paths.receive({"do": "redo"})
        assert paths.state["map"] == picture


def test_a_start_that_is_put_on_a_wall_opens_it() -> None:
    paths = at(drawn("S#G"))
    with pytest.raises(PlygroundError):
        paths.receive({"do": "new", "rows": 1, "columns": 3})
    paths = at(drawn("S#. .#G"))
    paths.receive({"do": "start", "cell": 1})
    assert problem_of(paths).weights[0, 1] == 1
    paths.receive({"do": "undo"})
    assert problem_of(paths).weights[0, 1] == 0


def test_a_goal_moves_and_the_search_follows() -> None:
    paths = at(drawn(ROOM) + "&search=1")
    assert paths.state["runs"]["lanes"][0]["cost"] == 6
    paths.receive({"do": "goal", "cell": 4, "was": 14})
    assert paths.state["runs"]["lanes"][0]["cost"] == 4
    assert paths.state["runs"]["again"]
    paths.receive({"do": "goal", "cell": 10})
    assert paths.state["map"]["goals"] == [4, 10]
    assert paths.state["runs"]["lanes"][0]["cost"] == 2


def test_a_map_is_cut_and_grown() -> None:
    paths = at(drawn("S#.# .#.# ...G"))
    paths.receive({"do": "size", "rows": 2, "columns": 6})
    grid = problem_of(paths)
    assert grid.weights.tolist() == [[1, 0, 1, 0, 1, 1], [1, 0, 1, 1, 1, 1]]
    assert grid.goals == [(1, 3)]


def test_diagonal_steps_change_the_cost() -> None:
    paths = at(drawn("S. .G") + "&search=1")
    assert paths.state["runs"]["lanes"][0]["cost"] == 2
    paths.receive({"do": "steps", "connected": 8, "corners": "never"})
    assert paths.state["runs"]["lanes"][0]["cost"] == pytest.approx(2**0.5)


HOSTILE: list[State] = [
    {"do": "paint", "cells": [999], "weight": 0},
    {"do": "paint", "cells": [-1], "weight": 0},
    {"do": "paint", "cells": [True], "weight": 0},
    {"do": "paint", "cells": "12", "weight": 0},
    {"do": "paint", "cells": [[1, 2]], "weight": 0},
    {"do": "paint", "cells": [1], "weight": 10},
    {"do": "paint", "cells": [1], "weight": [3]},
    {"do": "paint", "cells": [1]},
    {"do": "paint"},
    {"do": "start", "cell": "0,0"},
    {"do": "goal", "cell": 3, "was": 0},
    {"do": "no_goal", "cell": 14},
    {"do": "no_goal", "cell": 1},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "size", "rows": 100000, "columns": 2},
    {"do": "size", "rows": 2.5, "columns": 2},
    {"do": "new", "rows": "2", "columns": 2},
    {"do": "steps", "connected": 6, "corners": "never"},
    {"do": "steps", "connected": 8, "corners": ["never"]},
    {"do": "lanes", "texts": []},
    {"do": "lanes", "texts": ["astar"] * 5},
    {"do": "lanes", "texts": ["teleport"]},
    {"do": "lanes", "texts": ["astar(heuristic=3"]},
    {"do": "lanes", "texts": [7]},
    {"do": "open", "text": 7},
    {"do": "open", "text": "x" * 10_000},
    {"do": "read", "files": {}},
    {"do": "read", "files": {"a.txt": 3}},
    {"do": "audit", "heuristic": None},
    {"do": "save", "kind": "exe"},
    {"do": "save", "kind": "html"},
    {"do": "follow", "link": "cells=3x3.AAAA"},
    {"do": "follow", "link": "connected=5"},
    {"do": "fly"},
]


@pytest.mark.parametrize("message", HOSTILE, ids=str)
def test_what_cannot_be_done_is_refused_in_words_and_changes_nothing(message: State) -> None:
    paths = at(drawn(ROOM))
    before = json.dumps(paths.state)
    with pytest.raises(PlygroundError) as refused:
        paths.receive(message)
    assert len(str(refused.value)) > 10
    assert json.dumps(paths.state) == before


SCRAPS = st.none() | st.booleans() | st.integers(-3, 600) | st.text(max_size=8) | st.floats(-2, 9)
VALUES = SCRAPS | st.lists(SCRAPS, max_size=4) | st.dictionaries(st.text(max_size=5), SCRAPS)
NAMES = [name.removeprefix("do_") for name in dir(PathsSession) if name.startswith("do_")]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_message_does_more_than_be_refused(data: st.DataObject) -> None:
    paths = session(HomeHere(), {"link": drawn(ROOM)})
    for _ in range(3):
        keys = ["cells", "weight", "cell", "was", "rows", "columns", "texts", "text", "files",
                "link", "kind", "heuristic", "connected", "corners"]  # fmt: skip
        message = data.draw(st.dictionaries(st.sampled_from(keys), VALUES, max_size=3))
        with suppress(PlygroundError):
            paths.receive({"do": data.draw(st.sampled_from(NAMES)), **message})
        problem_of(paths).check_ends()


# --- links ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "link",
    [
        "problem=maze_runner_20&from=0,0&to=19,19&connected=4&lane=astar",
        "problem=maze(generator=prim,%20seed=7)&from=0,0&to=20,20&connected=8&corners=one"
        "&lane=astar(heuristic=octile)&lane=dijkstra&search=1",
        "problem=mount_olimp&from=Dion&to=Petra&to=Karya&lane=ida_star",
        drawn("S.5.#.. .#...#. ..9...G") + "&connected=4&lane=greedy",
    ],
)
def test_a_link_restores_what_it_was_made_from(link: str) -> None:
    paths = at(link)
    assert paths.state["problem"] == ""
    again = at(paths.state["link"])
    for name in ("map", "lanes", "link"):
        assert again.state[name] == paths.state[name]
    assert again.state["link"] == link or "generator" in link
    assert (paths.state["runs"] is not None) == ("search=1" in link)


def test_an_edit_of_a_known_map_goes_into_the_link() -> None:
    paths = at("problem=maze_runner_8")
    assert paths.state["link"].startswith("problem=maze_runner_8")
    paths.receive({"do": "paint", "cells": [2], "weight": 1})
    assert paths.state["link"].startswith("cells=8x8.")
    assert (
        problem_of(at(paths.state["link"])).weights.tolist() == problem_of(paths).weights.tolist()
    )
    paths.receive({"do": "undo"})
    assert paths.state["link"].startswith("problem=maze_runner_8")


def test_a_drawing_too_large_for_an_address_is_said_to_be() -> None:
    paths = at("problem=maze(generator=obstacles, rows=150, columns=150)")
    assert paths.state["link_note"] == ""
    paths.receive({"do": "paint", "cells": [77], "weight": 5})
    assert "too large" in paths.state["link_note"]
    assert len(paths.state["link"]) < 200


def test_a_graph_of_the_users_own_goes_into_the_link() -> None:
    paths = at()
    graph = write_json(mount_olimp().between(goals=[3]))
    paths.receive({"do": "read", "files": {"mine.json": graph}})
    assert paths.state["map"]["goals"] == [3]
    assert at(paths.state["link"]).state["map"]["goals"] == [3]
    assert at(paths.state["link"]).state["map"]["names"] == paths.state["map"]["names"]


@pytest.mark.parametrize(
    "link",
    ["cells=2x2.eJw", "cells=512x512.eJxjAAAAAQAB", "cells=9999x9999.AA", "cells=2x2.!!!!",
     "problem=maze_runner_99", "problem=((", "problem=puzzle", "lane=fly", "from=9,9",
     "problem=maze_runner_8&from=0,2", "problem=maze(rows=4096,columns=4096)",
     "a=1&" * 60, "x" * 9000, "%ff%fe=%ff", "graph=AAAA", "corners=two&connected=8"],
    ids=lambda link: link[:30],
)  # fmt: skip
def test_a_damaged_link_is_answered_in_words_and_a_map_is_there(link: str) -> None:
    paths = at(link)
    if "=%ff" not in link and link != "a=1&" * 60:
        assert len(paths.state["problem"]) > 10
    assert paths.state["map"]["kind"] == "grid"


def test_a_drawing_that_unpacks_to_more_than_it_says_is_refused() -> None:
    packed = base64.urlsafe_b64encode(zlib.compress(b"\1" * 10_000_000)).decode().rstrip("=")
    assert len(packed) > 8000
    with pytest.raises(PlygroundError, match="at most"):
        read_link(f"cells=2x2.{packed}")
    packed = base64.urlsafe_b64encode(zlib.compress(b"\1" * 1_000_000)).decode().rstrip("=")
    with pytest.raises(PlygroundError, match="larger than it says"):
        read_link(f"cells=2x2.{packed}")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: f"cells=3x4.{raw.hex()}"))
def test_any_link_is_read_or_refused(link: str) -> None:
    with suppress(PlygroundError):
        read_link(link)


# --- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["txt", "map"])
def test_a_saved_map_reads_back(kind: str) -> None:
    paths = at(drawn("S.#.. ..#.. ....G"))
    paths.receive({"do": "save", "kind": kind})
    file = paths.home.shown[-1]["download"]  # type: ignore[attr-defined]
    assert file["name"] == f"map.{kind}"
    other = at()
    other.receive({"do": "read", "files": {file["name"]: file["text"]}})
    assert problem_of(other).weights.tolist() == problem_of(paths).weights.tolist()


def test_weights_survive_a_text_and_are_refused_by_a_map_file() -> None:
    paths = at(drawn("S.5. .9.G"))
    paths.receive({"do": "save", "kind": "txt"})
    assert paths.home.shown[-1]["download"]["text"] == "S.5.\n.9.G\n"  # type: ignore[attr-defined]
    with pytest.raises(PlygroundError, match="weights"):
        paths.receive({"do": "save", "kind": "map"})


def test_tables_of_a_graph_are_read_together() -> None:
    paths = at()
    edges, places = "from,to,cost\na,b,3\nb,c,4\n", "name,x,y\na,0,0\nb,3,0\nc,3,4\n"
    paths.receive({"do": "read", "files": {"towns.places.csv": places, "towns.csv": edges}})
    assert paths.state["map"]["names"] == ["a", "b", "c"]
    assert paths.state["map"]["placed"]
    paths.receive({"do": "search"})
    assert paths.state["runs"]["lanes"][0]["cost"] == 7


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("evil.py", "print(1)", "ends in none of"),
        ("a.txt", "..x..", "line 1, column 3"),
        ("a.json", "{", "no JSON"),
        ("../../up.txt", "zz", "up.txt"),
        ("roads.cedge", "0 0 1 2", "cnode"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(name: str, content: str, words: str) -> None:
    paths = at()
    before = paths.state["map"]
    paths.receive({"do": "read", "files": {name: content}})
    assert words in paths.state["problem"]
    assert "/tmp" not in paths.state["problem"]
    assert paths.state["map"] == before


def test_files_of_the_server_are_closed_where_code_may_not_run() -> None:
    paths = session(HomeHere(runs_code=False, at_once=True), {})
    for message in (
        {"do": "open", "text": "/etc/passwd.txt"},
        {"do": "open", "text": "grid(file=secret.map)"},
        {"do": "lanes", "texts": ["astar(heuristic=./mine.py:h)"]},
        {"do": "audit", "heuristic": "./mine.py:h"},
        {"do": "follow", "link": "problem=~/secret.map"},
    ):
        with pytest.raises(PlygroundError, match="names a file"):
            paths.receive(message)


def test_the_animation_is_one_page_without_outside_references() -> None:
    paths = at("problem=maze_runner_8&search=1")
    paths.receive({"do": "save", "kind": "html"})
    page = paths.home.shown[-1]["download"]["text"]  # type: ignore[attr-defined]
    assert "function render" in page and '"live":false' in page
    assert "src=" not in page.replace("default-src", "") and "http://" not in page


# --- audits ---------------------------------------------------------------------------------------


def test_a_heuristic_that_is_too_high_is_shown_where_it_fails() -> None:
    paths = at("problem=maze_runner_8")
    paths.receive({"do": "audit", "heuristic": "manhattan(scale=3)"})
    audit = paths.state["audit"]
    assert not audit["admissible"] and not audit["consistent"]
    case = next(each for each in audit["cases"] if each["claim"] == "admissible")
    h, true = decoded(audit["h"]), decoded(audit["true"])
    worst = case["states"][0]
    assert h[worst] > true[worst] == len(case["states"]) - 1
    assert case["states"][-1] in paths.state["map"]["goals"]
    assert decoded(audit["levels"])[worst] >= audit["first_high"]


def test_manhattan_on_an_eight_connected_grid_is_refuted_and_octile_proved() -> None:
    paths = at("problem=maze_runner_8&connected=8&corners=always")
    paths.receive({"do": "audit", "heuristic": "manhattan"})
    assert not paths.state["audit"]["admissible"]
    paths.receive({"do": "audit", "heuristic": "octile"})
    assert paths.state["audit"]["admissible"] and not paths.state["audit"]["cases"]


def test_an_edit_ends_an_audit() -> None:
    paths = at("problem=maze_runner_8")
    paths.receive({"do": "audit", "heuristic": "zero"})
    paths.receive({"do": "paint", "cells": [2], "weight": 1})
    assert paths.state["audit"] is None


# --- late answers ---------------------------------------------------------------------------------


def test_an_answer_that_comes_too_late_is_not_listened_to() -> None:
    home = HomeHere()
    paths = session(home, {"link": drawn(ROOM)})
    paths.receive({"do": "search"})
    paths.receive({"do": "start", "cell": 1})
    (asked,) = home.waiting
    assert asked.cancelled
    asked.work()
    assert paths.state["runs"] is None
    assert paths.state["busy"] == ""


def test_of_two_maps_asked_for_the_second_is_shown() -> None:
    home = HomeHere()
    paths = session(home, {})
    for seed in (1, 2):
        paths.receive({"do": "open", "text": f"maze(rows=80, columns=80, seed={seed})"})
    assert paths.state["busy"]
    for asked in reversed(home.waiting):
        asked.work()
    assert paths.state["map"]["title"] == "maze(rows=80, columns=80, seed=2)"
    assert paths.state["busy"] == ""


def test_whoever_leaves_cancels_what_was_asked_for() -> None:
    home = HomeHere()
    paths = session(home, {})
    paths.receive({"do": "search"})
    paths.receive({"do": "audit", "heuristic": "zero"})
    paths.close()
    assert home.waiting and all(asked.cancelled for asked in home.waiting)


def test_a_problem_of_this_process_can_be_shown() -> None:
    paths = at(problem=load_problem("maze(seed=3)"), lanes=["greedy"])
    assert paths.state["map"]["title"] == "maze(seed=3)"
    assert paths.state["lanes"][0]["text"] == "greedy"
