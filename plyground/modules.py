"""A user's Python file as a module, under a name that is the same in every process.

The same name each time matters: machine code kept on disk refers to the classes of its file by it.
"""

import hashlib
import linecache
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType

from plyground.errors import BadFile

SOURCE = "__source_of_this_module__"
"""Where a module keeps the text that it was made of: an edited file is read again."""


def load_module(file: Path) -> ModuleType:
    """Import the file as it is now, or say which of its lines went wrong."""
    try:
        path = file.expanduser().resolve()
        text = path.read_bytes()
    except (OSError, RuntimeError) as error:
        said = f": {error}" if isinstance(error, RuntimeError) else ""
        raise BadFile(f"there is no file {file}{said}") from error
    name = re.sub(r"\W", "_", path.stem) + "_" + hashlib.sha256(str(path).encode()).hexdigest()[:8]
    known = sys.modules.get(name)
    if known is not None and vars(known)[SOURCE] == text:
        return known
    module = ModuleType(name)
    vars(module).update({"__file__": str(path), SOURCE: text})
    sys.modules[name] = module
    linecache.checkcache(str(path))
    try:
        exec(compile(text, str(path), "exec"), vars(module))
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception):
            raise
        raise BadFile(f"{file} cannot be loaded: {in_one_line(error, path)}") from error
    return module


def loaded_by_path(module: str) -> bool:
    """Whether `load_module` made the module of this name."""
    return module in sys.modules and SOURCE in vars(sys.modules[module])


def in_one_line(error: Exception, path: Path) -> str:
    """The error in one line, with the line of the user's file that it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename) == path]
    if isinstance(error, SyntaxError):
        lines = [error.lineno]
    where = f"line {lines[-1]}: " if lines else ""
    return f"{where}{type(error).__name__}: {error}"
