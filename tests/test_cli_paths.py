"""The path commands, as a user types them: a right answer or a clear message, never a traceback."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import plyground

from plyground.paths import load_problem, write_problem


def answer(*arguments: str) -> Any:
    """The JSON that a command prints."""
    done = plyground(*arguments, "--json")
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


DRAWN = """\
S * ############
##* * * ##o o ##
######* * * * ##
##. o : : ##* ##
##########* * :
##. . ##o * ####
##. . . o * * *
##############G
""".splitlines()


def test_path_draws_the_search_and_says_what_it_cost() -> None:
    done = plyground("path", "maze_runner_8", "--algorithm", "astar")
    lines = done.stdout.splitlines()
    assert lines[0] == "maze_runner_8  0,0 → 7,7  astar(heuristic=manhattan)"
    assert [line.rstrip() for line in lines[1:9]] == DRAWN
    assert "cost 16, 17 states; expanded 20" in done.stdout


def test_path_as_json_has_the_path_and_the_order() -> None:
    found = answer("path", "maze_runner_8", "--algorithm", "dijkstra")
    assert (found["cost"], found["path"][0], found["path"][-1]) == (16, "0,0", "7,7")
    assert found["order"][0] == "0,0" and len(found["order"]) == found["expanded"]


def test_the_open_set_after_some_steps_is_the_one_in_the_docs() -> None:
    """docs/mount_olimp.md works it out by hand."""
    found = answer("path", "mount_olimp", "--algorithm", "astar", "--max-steps", "3")
    waiting = [(each["state"], each["g"], each["f"]) for each in found["open"]]
    table = (Path(__file__).parents[1] / "docs" / "mount_olimp.md").read_text()
    rows = [line.split("|")[1:4] for line in table.splitlines() if line.startswith("| open")]
    by_hand = [(name.strip().removeprefix("open "), float(g), float(f)) for name, g, f in rows]
    assert waiting == by_hand and len(waiting) == 5


def test_several_goals_and_names_with_any_case() -> None:
    found = answer("path", "mount_olimp", "--from", "dion", "--to", "Petra", "--to", "Skala")
    assert found["to"] == ["Petra", "Skala"] and found["path"][-1] in ("Petra", "Skala")


def test_compare_gives_every_heuristic_the_same_astar_path() -> None:
    rows = answer("compare", "maze_runner_20")["rows"]
    astar = {
        row["algorithm"]: row["path_length"] for row in rows if row["algorithm"][:5] == "astar"
    }
    assert len(astar) == 5 and set(astar.values()) == {41}
    measures = {"path_length", "explored", "largest_frontier", "seconds"}
    assert all(measures <= set(row) for row in rows)


def test_a_survey_repeats_what_is_random_and_gives_intervals() -> None:
    done = plyground("survey", "maze_runner_8", "-a", "best_first", "-a", "astar", "-e", "octile",
                     "--seeds", "8", "--repeats", "3")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "95 % intervals over 8 seeds" in done.stdout
    rows = {line.split()[0]: line for line in done.stdout.splitlines() if "octile" in line}
    assert " 8/8 " in rows["best_first"] and "[" in rows["best_first"]
    assert " 1/1 " in rows["astar"] and " 16 " in rows["astar"]


def test_a_maze_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    first, again, other = (
        plyground("maze", "prim", "--rows", "9", "--columns", "15", "--seed", seed).stdout
        for seed in ("4", "4", "5")
    )
    assert first == again != other
    file = tmp_path / "m.map"
    plyground("maze", "prim", "--rows", "9", "--columns", "15", "--seed", "4", "--out", str(file))
    assert [row.replace("@", "#") for row in file.read_text().splitlines()[4:]] == first.split()


def test_a_scenario_is_checked_against_its_lengths(tmp_path: Path) -> None:
    (tmp_path / "a.map").write_text("type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n")
    line = "0\ta.map\t3\t2\t0\t1\t2\t1\t{}\n"
    (tmp_path / "good.scen").write_text("version 1\n" + line.format("4.0"))
    (tmp_path / "bad.scen").write_text("version 1\n" + line.format("3.0"))
    for algorithm in ("astar", "jump_point", "auto"):
        done = plyground("scen", str(tmp_path / "good.scen"), "--algorithm", algorithm)
        assert done.returncode == 0 and "1 queries, all optimal" in done.stdout
    done = plyground("scen", str(tmp_path / "bad.scen"))
    assert done.returncode == 1
    assert "query 1, 1,0 → 1,2: 4.000000, but the file says 3.000000" in done.stdout


def test_an_audit_proves_and_refutes(tmp_path: Path) -> None:
    done = plyground("audit", "mount_olimp", "manhattan")
    assert done.returncode == 0 and "admissible and consistent" in done.stdout
    file = tmp_path / "mountain.json"
    write_problem(load_problem("mount_olimp"), file)
    data = json.loads(file.read_text())
    edge = next(each for each in data["edges"] if {"Muses", "Sela"} == set(each[:2]))
    edge[2] = 1
    file.write_text(json.dumps(data))
    done = plyground("audit", str(file), "manhattan")
    assert done.returncode == 1
    assert "Muses" in done.stdout and "Sela" in done.stdout


def test_an_audit_draws_its_errors(tmp_path: Path) -> None:
    file = tmp_path / "errors.svg"
    done = plyground("audit", "maze_runner_20", "euclidean", "--svg", str(file))
    assert done.returncode == 0 and file.read_text().startswith("<svg")


def test_a_puzzle_is_solved_in_the_fewest_moves() -> None:
    found = answer("puzzle", "8 1 3 4 0 2 7 6 5")
    assert found["cost"] == 22 and found["path"][-1] == "0 1 2 3 4 5 6 7 8"
    done = plyground("puzzle", "0 2 1 3 4 5 6 7 8")
    assert done.returncode == 0 and "there is no path: no moves lead to the goal" in done.stdout


def test_convert_writes_other_formats(tmp_path: Path) -> None:
    for ending in ("json", "graphml", "csv"):
        file = tmp_path / f"mountain.{ending}"
        assert plyground("convert", "mount_olimp", str(file)).returncode == 0
        found = answer("path", str(file), "--from", "Litochoro", "--to", "Olimp")
        assert found["cost"] == 23


def test_problems_lists_what_there_is() -> None:
    listed = answer("problems")
    assert "mount_olimp" in listed["problems"] and "prim" in listed["generators"]
    assert any(name.startswith("weighted_astar(") for name in listed["algorithms"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("..\n...\n", "line 2 has 3 cells"),
        ("", "empty"),
        (".x\n..\n", "'x'"),
    ],
)
def test_maps_that_make_no_sense_are_refused(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "maze.txt"
    file.write_text(text)
    refused(words, "path", str(file))


def refused(words: str, *arguments: str) -> None:
    done = plyground(*arguments)
    assert done.returncode == 2, done.stdout
    assert words in done.stderr and "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 2


def test_ends_that_make_no_sense_are_refused() -> None:
    refused("the start 0,1 is a wall (the nearest open cell: 0,0)",
            "path", "maze_runner_20", "--from", "0,1")  # fmt: skip
    refused("the goal 99,0 is outside the map, which ends at 19,19",
            "path", "maze_runner_20", "--to", "99,0")  # fmt: skip
    refused("cannot read the cell 'here'", "path", "maze_runner_20", "--from", "here")
    refused("there is no place of mount_olimp 'Olymp': did you mean Olimp",
            "path", "mount_olimp", "--to", "Olymp")  # fmt: skip
    refused("there is no problem 'maze_runner'", "path", "maze_runner")
    refused("there is no algorithm 'a_star'", "path", "maze_runner_20", "-a", "a_star")
    refused("there is no file", "path", "nowhere.map")


def test_a_negative_cost_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "edges.csv"
    file.write_text("A,B,3\nB,C,-1\n")
    refused("-1", "path", str(file))


def test_islands_and_one_cell_are_answered(tmp_path: Path) -> None:
    (tmp_path / "islands.csv").write_text("A,B,1\nC,D,1\n")
    done = plyground("path", str(tmp_path / "islands.csv"), "--from", "A", "--to", "D")
    assert done.returncode == 0 and "there is no path" in done.stdout
    (tmp_path / "one.txt").write_text(".\n")
    found = answer("path", str(tmp_path / "one.txt"))
    assert (found["cost"], found["path"]) == (0, ["0,0"])
    found = answer("path", "maze_runner_20", "--from", "3,2", "--to", "3,2")
    assert (found["cost"], found["path"]) == (0, ["3,2"])


def test_a_map_of_4096_by_4096_is_answered(tmp_path: Path) -> None:
    file = tmp_path / "large.map"
    row = "." * 4096 + "\n"
    file.write_text("type octile\nheight 4096\nwidth 4096\nmap\n" + row * 4096)
    done = plyground("path", str(file), "-a", "jump_point", "--no-picture")
    assert done.returncode == 0, done.stderr
    assert f"cost {4095 * 2**0.5:g}, 4,096 states" in done.stdout
