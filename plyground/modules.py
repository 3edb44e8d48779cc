"""A user's Python file as a module, under a name that is the same in every process.

The same name each time matters: machine code kept on disk refers to the classes of its file by it.
"""

import hashlib
import importlib.util
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType

from plyground.errors import BadFile


def load_module(file: Path) -> ModuleType:
    """Import the file, or say which of its lines went wrong."""
    try:
        path = file.expanduser().resolve()
    except RuntimeError as error:
        raise BadFile(f"there is no file {file}: {error}") from error
    name = re.sub(r"\W", "_", path.stem) + "_" + hashlib.sha256(str(path).encode()).hexdigest()[:8]
    if name in sys.modules:
        return sys.modules[name]
    if not path.is_file():
        raise BadFile(f"there is no file {file}")
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadFile(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    vars(module)["loaded_by_path"] = True
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception):
            raise
        raise BadFile(f"{file} cannot be loaded: {in_one_line(error, path)}") from error
    return module


def loaded_by_path(module: str) -> bool:
    """Whether `load_module` made the module of this name."""
    return bool(vars(sys.modules[module]).get("loaded_by_path")) if module in sys.modules else False


def in_one_line(error: Exception, path: Path) -> str:
    """The error in one line, with the line of the user's file that it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if Path(frame.filename) == path]
    if isinstance(error, SyntaxError):
        lines = [error.lineno]
    where = f"line {lines[-1]}: " if lines else ""
    return f"{where}{type(error).__name__}: {error}"
