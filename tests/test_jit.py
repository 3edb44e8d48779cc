"""The compiler's room: machine code is remembered exactly as long as it is right."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import plyground
from plyground import jit
from plyground.games import load_game
from plyground.jit import compiled, interpreted

PACKAGE = Path(plyground.__file__).parent

COUNT = """
import sys
from plyground.games import load_game
from plyground.search.perft import perft
game = load_game(sys.argv[1])
count = perft(game)
print(count(game.start, int(sys.argv[2])), sum(count.stats.cache_hits.values()))
"""


def run(
    script: str, *arguments: str, cache: Path, package: Path = PACKAGE.parent
) -> subprocess.CompletedProcess[str]:
    """Run a script in a process of its own, with its own cache and copy of the package."""
    return subprocess.run(
        [sys.executable, "-P", "-c", script, *arguments],
        env=os.environ | {"PLYGROUND_CACHE": str(cache), "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def answer(script: str, *arguments: str, cache: Path, package: Path = PACKAGE.parent) -> list[int]:
    result = run(script, *arguments, cache=cache, package=package)
    assert result.returncode == 0, result.stderr
    return [int(word) for word in result.stdout.split()]


def kept(cache: Path) -> list[Path]:
    return sorted((cache / "compiled").iterdir())


def test_a_closure_is_compiled_once_for_all_processes(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert answer(COUNT, "tic_tac_toe", "3", cache=cache) == [504, 0]
    first = {file: file.read_bytes() for file in kept(cache)}
    assert answer(COUNT, "tic_tac_toe", "3", cache=cache) == [504, 1]
    assert {file: file.read_bytes() for file in kept(cache)} == first


@pytest.mark.parametrize("text", ["isolation(move=queen)", "isolation(rows=9, columns=11)"])
def test_machine_code_finds_the_run_time_library_it_calls(tmp_path: Path, text: str) -> None:
    first = answer(COUNT, text, "2", cache=tmp_path / "cache")
    assert answer(COUNT, text, "2", cache=tmp_path / "cache") == [first[0], 1]


CIRCLE = """
import sys
sys.path.insert(0, sys.argv[1])
from circle import is_even
print(int(is_even(10)), int(is_even(7)))
"""


def test_functions_that_call_each_other_are_right_in_every_process(tmp_path: Path) -> None:
    lines = [
        "from plyground import compiled",
        "def pair():",
        "    @compiled",
        "    def is_even(number):",
        "        if number == 0:",
        "            return True",
        "        return is_odd(number - 1)",
        "    @compiled",
        "    def is_odd(number):",
        "        if number == 0:",
        "            return False",
        "        return is_even(number - 1)",
        "    return is_even",
        "is_even = pair()",
    ]
    (tmp_path / "circle.py").write_text("\n".join(lines))
    for _ in range(2):
        assert answer(CIRCLE, str(tmp_path), cache=tmp_path / "cache") == [1, 0]


def test_a_recursion_begun_with_a_constant_is_right_in_every_process(tmp_path: Path) -> None:
    lines = [
        "from plyground.jit import compiled, recursive",
        "@recursive",
        "def leaves(depth, step):",
        "    if depth <= 0:",
        "        return 1",
        "    return leaves(depth - step, step) + leaves(depth - step - 1, depth - depth + 1)",
        "@compiled",
        "def from_one(depth):",
        "    return leaves(depth, 1)",
    ]
    (tmp_path / "steps.py").write_text("\n".join(lines))
    script = "import sys; sys.path.insert(0, sys.argv[1]); import steps; print(steps.from_one(6))"
    for _ in range(2):
        assert answer(script, str(tmp_path), cache=tmp_path / "cache") == [21]


ALIKE = """
from plyground.games.connect_four import Position as One
from plyground.games.tic_tac_toe import Position as Other
from plyground.search.memory import position_key
from plyground.games import load_game
key = position_key(load_game("tic_tac_toe"))
assert key(One(1, 2)) == key(Other(1, 2))
print(len(key.overloads), sum(key.stats.cache_hits.values()))
"""


def test_two_classes_of_the_same_name_are_two_entries(tmp_path: Path) -> None:
    assert answer(ALIKE, cache=tmp_path / "cache") == [2, 0]
    assert answer(ALIKE, cache=tmp_path / "cache") == [2, 2]


def test_an_edited_rule_gives_the_new_answer(tmp_path: Path) -> None:
    """The loud one: it fails if a release of Numba changes what jit.py relies on."""
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "plyground")
    cache = tmp_path / "cache"
    assert answer(COUNT, "connect_four", "2", cache=cache, package=copy) == [49, 0]
    assert answer(COUNT, "connect_four", "2", cache=cache, package=copy) == [49, 1]
    rules = copy / "plyground" / "games" / "connect_four.py"
    text = rules.read_text()
    edited = text.replace("landing = (", "landing = (bottom >> stride) & (")
    assert edited != text
    rules.write_text(edited)
    assert answer(COUNT, "connect_four", "2", cache=cache, package=copy) == [30, 0]
    rules.write_text(text)
    assert answer(COUNT, "connect_four", "2", cache=cache, package=copy) == [49, 1]


def test_an_edited_bit_trick_gives_the_new_answer(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "plyground")
    cache = tmp_path / "cache"
    assert answer(COUNT, "tic_tac_toe", "1", cache=cache, package=copy) == [9, 0]
    instructions = copy / "plyground" / "jit.py"
    text = instructions.read_text()
    broken = text.replace("build.sub(bits, bits.type(1))", "bits.type(0)")
    assert broken != text
    instructions.write_text(broken)
    assert answer(COUNT, "tic_tac_toe", "1", cache=cache, package=copy) == [1, 0]


def test_two_board_sizes_are_two_entries(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    for text, leaves in (("connect_four(columns=5)", 125), ("connect_four(columns=6)", 216)):
        assert answer(COUNT, text, "3", cache=cache) == [leaves, 0]
        assert answer(COUNT, text, "3", cache=cache) == [leaves, 1]


CANONICAL = """
import sys
from plyground.games import load_game

for text in sys.argv[1:]:
    game = load_game(text)
    wrong = 0
    for number in range(20):
        position = game.start
        for move in game.random_game(seed=1, number=number, most_plies=6):
            position = game.plain.play(position, move)
            wrong += game.canonical(position) != game.plain.canonical(position)
    print(wrong)
"""


def test_code_from_the_disk_never_takes_the_place_of_another_function(tmp_path: Path) -> None:
    """Two board sizes, each the first that its process compiles, meet in one process."""
    small, large = "isolation(rows=5, columns=5)", "isolation"
    assert answer(CANONICAL, large, cache=tmp_path) == [0]
    assert answer(CANONICAL, small, large, cache=tmp_path) == [0, 0]


USER = """
import sys
sys.path.insert(0, sys.argv[1])
from mine import double
print(double(20), sum(double.stats.cache_hits.values()))
"""


def test_user_code_is_keyed_by_its_own_source(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    lines = [
        "from plyground import compiled",
        "from theirs import factor",
        "OFFSET = 1",
        "@compiled",
        "def double(number):",
        "    return factor(number) + OFFSET",
    ]
    mine, theirs = tmp_path / "mine.py", tmp_path / "theirs.py"
    mine.write_text("\n".join(lines))
    theirs.write_text(
        "from plyground import compiled\n@compiled\ndef factor(n):\n    return 2 * n\n"
    )
    assert answer(USER, str(tmp_path), cache=cache) == [41, 0]
    assert answer(USER, str(tmp_path), cache=cache) == [41, 1]
    mine.write_text("\n".join(lines).replace("OFFSET = 1", "OFFSET = 2"))
    assert answer(USER, str(tmp_path), cache=cache) == [42, 0]
    theirs.write_text(theirs.read_text().replace("2 * n", "3 * n"))
    assert answer(USER, str(tmp_path), cache=cache) == [62, 0]
    assert answer(USER, str(tmp_path), cache=cache) == [62, 1]


def test_processes_that_compile_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    texts = ["connect_four(columns=4)", "connect_four(columns=5)"] * 2
    processes = [
        subprocess.Popen(
            [sys.executable, "-P", "-c", COUNT, text, "3"],
            env=os.environ | {"PLYGROUND_CACHE": str(cache), "PYTHONPATH": str(PACKAGE.parent)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for text in texts
    ]
    counts = [int(process.communicate()[0].split()[0]) for process in processes]
    assert counts == [64, 125] * 2
    for file in kept(cache):
        content = file.read_bytes()
        assert hashlib.sha256(content[32:]).digest() == content[:32]
    assert answer(COUNT, texts[0], "3", cache=cache) == [64, 1]
    assert answer(COUNT, texts[1], "3", cache=cache) == [125, 1]


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty"])
def test_damaged_machine_code_is_compiled_again(tmp_path: Path, damage: str) -> None:
    cache = tmp_path / "cache"
    answer(COUNT, "tic_tac_toe", "2", cache=cache)
    for file in kept(cache):
        content = file.read_bytes()
        flipped = content[:500] + bytes([content[500] ^ 1]) + content[501:]
        file.write_bytes({"cut": content[:-100], "flipped": flipped, "empty": b""}[damage])
    assert answer(COUNT, "tic_tac_toe", "2", cache=cache) == [72, 0]
    assert answer(COUNT, "tic_tac_toe", "2", cache=cache) == [72, 1]


def test_a_cache_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    result = run(COUNT, "tic_tac_toe", "2", cache=blocked / "cache")
    assert result.stdout.split() == ["72", "0"]
    assert result.stderr.count("compiled code is not remembered") == 1


def test_a_long_compile_says_what_it_compiles(tmp_path: Path) -> None:
    script = "from plyground import jit; jit.SECONDS_BEFORE_A_WORD = 0.02\n" + COUNT
    cold = run(script, "checkers", "1", cache=tmp_path / "cache")
    assert cold.stderr == "compiling perft for checkers …\n"
    warm = run(script, "checkers", "1", cache=tmp_path / "cache")
    assert warm.stderr == ""


def test_machine_code_unused_for_long_is_forgotten(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    answer(COUNT, "tic_tac_toe", "1", cache=cache)
    old = cache / "compiled" / "something-old"
    old.write_bytes(b"")
    os.utime(old, (0, 0))
    answer(COUNT, "connect_four(columns=4)", "1", cache=cache)
    assert not old.exists()
    assert answer(COUNT, "tic_tac_toe", "1", cache=cache) == [9, 1]


@compiled
def factorial(number: int) -> int:
    return 1 if number < 2 else number * factorial(number - 1)


def test_the_interpreted_twin_holds_nothing_compiled() -> None:
    twin = interpreted(factorial)
    assert twin(20) == factorial(20) == 2432902008176640000
    assert twin(30) == 265252859812191058636308480000000  # past 64 bits only Python goes
    game = load_game("checkers").plain
    assert list(game.legal_moves(game.start))
    assert not hasattr(game.legal_moves, "py_func")


def test_what_cannot_be_described_is_not_kept_on_disk() -> None:
    strange = object()

    def uses_it() -> object:
        return strange

    kept = jit.compiled(uses_it)._cache  # type: ignore[attr-defined]
    assert kept._path((), None) is None
