"""The user's heuristics on disk: the folder `heuristics` where Plyground was started.

There text forms find them: alpha_beta(heuristic=heuristics/my_idea.py:my_idea). A name is a Python
name and .py, never a path. What goes wrong is said in words.
"""

import keyword
import re
from collections.abc import Callable
from pathlib import Path

from plyground import files
from plyground.errors import BadFile, BadText

FOLDER = Path("heuristics")
LONGEST, LONGEST_NAME, MOST_FILES = 200_000, 60, 500


def path_of(name: str) -> Path:
    """The file of a name."""
    stem = name.removesuffix(".py")
    plain = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", stem) and not keyword.iskeyword(stem)
    if not plain or len(stem) > LONGEST_NAME:
        raise BadText(
            f"{name[:LONGEST_NAME]!r} cannot be the name of a file: letters, digits and _ would "
            "do, such as my_idea.py"
        )
    return FOLDER / f"{stem}.py"


def listed() -> list[str]:
    """The names of the files."""
    paths = FOLDER.glob("*.py") if FOLDER.is_dir() else ()
    names = sorted(path.name for path in paths)
    return [name for name in names if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*\.py", name)][
        :MOST_FILES
    ]


def free_name(taken: list[str]) -> str:
    """A name that no file has."""
    names = ["my_idea.py", *(f"my_idea_{number}.py" for number in range(2, MOST_FILES + 3))]
    return next(name for name in names if name not in taken)


def read(path: Path) -> str:
    """The text of a file."""
    try:
        if path.stat().st_size > LONGEST:
            raise BadFile(f"{path} is too long to be edited here")
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise BadFile(f"there is no file {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"cannot read {path}: {error}") from error


def save(path: Path, text: str) -> None:
    """Write a file; whoever looks finds the old one or the new one, never half."""
    if len(text) > LONGEST:
        raise BadText(f"the text has {len(text):,} characters: at most {LONGEST:,} are kept")
    _on_disk(FOLDER, lambda: FOLDER.mkdir(exist_ok=True))
    files.save(path, text)


def rename(path: Path, other: Path) -> None:
    """Call a file by a name that is free."""
    if other.exists():
        raise BadFile(f"there is {other} already: choose another name")
    _on_disk(path, lambda: path.rename(other))


def delete(path: Path) -> None:
    _on_disk(path, path.unlink)


def _on_disk(path: Path, action: Callable[[], object]) -> None:
    try:
        action()
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror or error}") from error
