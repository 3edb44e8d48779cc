"""What every reader of maps and graphs needs: the text of a file, or words why there is none.

file ──▶ bytes ──▶ text ──▶ Grid or Graph        missing · a folder · too large · not text
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from plyground.errors import BadFile, BadText
from plyground.paths.grid import Cell, Corners, Grid

MOST_BYTES = 1 << 29


def read_bytes(path: Path) -> bytes:
    """All bytes of a file."""
    try:
        if path.is_dir():
            raise BadFile(f"{path} is a folder; name a file in it")
        if not path.is_file():
            raise BadFile(f"there is no file {path}")
        if path.stat().st_size > MOST_BYTES:
            size = path.stat().st_size >> 20
            raise BadFile(f"{path} has {size} MB, but {MOST_BYTES >> 20} MB at most can be read")
        return path.read_bytes()
    except OSError as error:
        raise BadFile(f"cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise BadFile(f"{str(path)!r} cannot be the name of a file: {error}") from error


def read_file(path: Path) -> str:
    """All text of a file; a byte order mark is forgiven, line ends are left as they are."""
    content = read_bytes(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadFile(
            f"{path}, line {line}: byte {content[error.start]:#04x} is no text; "
            "the file should be plain text in UTF-8"
        ) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise BadFile(f"{path}, line {line}: a zero byte; the file should be plain text in UTF-8")
    return text


def lines_of(text: str) -> list[str]:
    """The lines as an editor counts them, without white space at their ends."""
    return [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]


def open_grid(
    weights: NDArray[np.uint8], title: str, connected: int = 4, corners: Corners = "never"
) -> Grid:
    """A grid from its first open cell, in reading order, to its last."""
    cells = np.flatnonzero(weights)
    if not len(cells):
        raise BadText(f"{title}: the map has no open cell")
    first, last = (Cell(*divmod(int(number), weights.shape[1])) for number in (cells[0], cells[-1]))
    return Grid(weights, first, (last,), connected, corners, title)
