"""Files and folders: who is alone in a folder is alone."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from plyground import files
from plyground.errors import BadFile

SAY = """
import sys, time
from pathlib import Path
from plyground import files
with files.alone_in(Path(sys.argv[1])):
    for word in ("came", "went"):
        with open(Path(sys.argv[1]) / "said", "a") as said:
            said.write(word + " ")
        time.sleep(0.1)
"""


def test_processes_are_alone_in_a_folder_one_after_the_other(tmp_path: Path) -> None:
    command = [sys.executable, "-c", SAY, str(tmp_path)]
    started = [subprocess.Popen(command) for _ in range(4)]
    assert [each.wait(timeout=60) for each in started] == [0] * 4
    assert (tmp_path / "said").read_text() == "came went " * 4


def test_threads_are_alone_in_a_folder_one_after_the_other(tmp_path: Path) -> None:
    here = []

    def come_and_go(_: int) -> int:
        with files.alone_in(tmp_path):
            here.append(1)
            most = len(here)
            here.pop()
            return most

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(come_and_go, range(40))) == {1}


def test_a_folder_that_cannot_be_made_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot write into"), files.alone_in(tmp_path / "file"):
        pass
