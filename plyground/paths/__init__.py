"""Path problems, and how to get one: by its text form or from a file.

maze(generator=prim, seed=7)      a shipped problem      arena2.map       a file, by its ending
grid(file=a.map, connected=4)     a file with options    mine.py:cave     a problem of your own
"""

import inspect
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, get_type_hints

from plyground.errors import BadFile, BadParameter, PlygroundError, UnknownName
from plyground.files import save
from plyground.modules import in_one_line, load_module
from plyground.paths.graph import Graph, graph_of
from plyground.paths.graph_files import (
    from_networkx,
    read_csv,
    read_graphml,
    read_json,
    read_roads,
    to_networkx,
    write_csv,
    write_graphml,
    write_json,
)
from plyground.paths.grid import Cell, Corners, Grid
from plyground.paths.maze_runner import maze_runner_8, maze_runner_20
from plyground.paths.mazes import maze
from plyground.paths.mount_olimp import mount_olimp
from plyground.paths.movingai import read_map, write_map
from plyground.paths.problem import Point, Problem
from plyground.paths.puzzles import Puzzle, puzzle
from plyground.paths.reading import read_bytes, read_file
from plyground.paths.text_maps import read_text, write_text
from plyground.text import Call, bind, differing, parse, split_file

__all__ = [
    "PROBLEMS",
    "Cell",
    "Graph",
    "Grid",
    "Point",
    "Problem",
    "Puzzle",
    "from_networkx",
    "graph_of",
    "load_problem",
    "maze",
    "maze_runner_8",
    "maze_runner_20",
    "mount_olimp",
    "problems_in",
    "puzzle",
    "to_networkx",
    "write_problem",
]


def _grid(file: str, connected: int | None = None, corners: Corners = "never") -> Grid:
    """A grid from a file: 8-connected if it is a .map, 4-connected if it is a text."""
    path = _path(file)
    ending = path.suffix.lower()
    if ending not in GRIDS:
        raise BadParameter(f"grid: {file} should end in {_listed(GRIDS)}")
    ways = (8 if ending == ".map" else 4) if connected is None else connected
    if ways not in (4, 8) or not isinstance(ways, int):
        raise BadParameter(f"grid: connected={connected} should be 4 or 8")
    chosen = differing(_grid, {"file": file, "connected": connected, "corners": corners})
    grid = GRIDS[ending](read_file(path), file, ways, corners)
    return replace(grid, title=file if list(chosen) == ["file"] else str(Call("grid", chosen)))


def _graph(edges: str, coordinates: str = "", directed: bool = False) -> Graph:
    """A graph from a table of edges and, where it has any, one of coordinates."""
    path, beside = _path(edges), _path(coordinates)
    if path.suffix.lower() != ".csv":
        raise BadParameter(f"graph: {edges} should end in .csv; other graphs need no options")
    points = read_file(beside) if coordinates else None
    graph = read_csv(read_file(path), points, edges, beside=coordinates, directed=directed)
    chosen = {"edges": edges, "coordinates": coordinates, "directed": directed}
    return replace(graph, title=str(Call("graph", differing(_graph, chosen))))


def _graph_in_csv(path: Path) -> Graph:
    """Undirected; with coordinates where there is a table of them beside it."""
    beside = path.with_suffix(".places.csv")
    points = read_file(beside) if _is_file(beside) else None
    return read_csv(read_file(path), points, str(path), beside=str(beside))


def _graph_of_roads(path: Path) -> Graph:
    nodes = path.with_suffix(".cnode")
    return read_roads(read_file(path), read_file(nodes), str(path), str(nodes))


GRIDS: dict[str, Callable[[str, str, int, Corners], Grid]] = {
    ".map": read_map,
    ".txt": read_text,
    ".maze": read_text,
}
FILES: dict[str, Callable[[Path], Problem]] = {
    **dict.fromkeys(GRIDS, lambda path: _grid(str(path))),
    ".json": lambda path: read_json(read_file(path), str(path)),
    ".graphml": lambda path: read_graphml(read_bytes(path), str(path)),
    ".csv": _graph_in_csv,
    ".cedge": _graph_of_roads,
}
PROBLEMS: dict[str, Callable[..., Problem]] = {
    "maze_runner_20": maze_runner_20,
    "maze_runner_8": maze_runner_8,
    "mount_olimp": mount_olimp,
    "maze": maze,
    "puzzle": puzzle,
    "grid": _grid,
    "graph": _graph,
}


def load_problem(text: str) -> Problem:
    """The problem of a text form, of a file by its ending, or of a name in a user's .py file."""
    path = _path(text.strip())
    if path.suffix.lower() in FILES or _is_file(path):
        return _from_file(path)
    head, mark, inner = text.partition(".py:")
    if mark and _is_file(_path(head + ".py")):
        return _own_problem(_path(head + ".py"), parse(inner))
    call = parse(text)
    file, name = split_file(call.name)
    if file is not None:
        return _own_problem(_path(str(file)), Call(name, call.parameters))
    if call.name not in PROBLEMS:
        raise UnknownName("problem", call.name, [*PROBLEMS, f"a file: {_listed(FILES)} or .py"])
    factory = PROBLEMS[call.name]
    return factory(**bind(factory, call))


def write_problem(problem: Problem, path: Path | str) -> None:
    """Write a grid or a graph in the format that the file's ending names."""
    file = Path(path)
    ending = file.suffix.lower()
    if isinstance(problem, Grid) and ending in GRIDS:
        save(file, write_map(problem) if ending == ".map" else write_text(problem))
    elif isinstance(problem, Graph) and ending in (".json", ".graphml"):
        save(file, write_json(problem) if ending == ".json" else write_graphml(problem))
    elif isinstance(problem, Graph) and ending == ".csv":
        _write_tables(problem, file)
    else:
        endings = _listed(GRIDS) if isinstance(problem, Grid) else ".json, .graphml or .csv"
        known = isinstance(problem, Grid | Graph)
        would_do = f"it can end in {endings}" if known else "grids and graphs can be written"
        raise BadParameter(f"cannot write {problem.title} to {file}: {would_do}")


def _write_tables(graph: Graph, file: Path) -> None:
    edges, coordinates = write_csv(graph)
    beside = file.with_suffix(".places.csv")
    if coordinates is not None:
        save(beside, coordinates)
    elif _is_file(beside):
        raise BadFile(f"{beside} would be read with {file}, but belongs to another graph: move it")
    save(file, edges)


def problems_in(file: Path) -> dict[str, Problem | Callable[..., Problem]]:
    """What a user's file offers: problems, subclasses of Problem, functions that return one."""
    if not _is_file(file):
        raise BadFile(f"there is no file {file}")
    module = load_module(file)
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (
            isinstance(value, Problem)
            or (getattr(value, "__module__", "") == module.__name__ and _makes_a_problem(value))
        )
    }


def _makes_a_problem(value: Any) -> bool:
    if inspect.isclass(value):
        return issubclass(value, Problem) and not inspect.isabstract(value)
    if not inspect.isfunction(value):
        return False
    try:
        made = get_type_hints(value).get("return")
    except (NameError, TypeError):
        return False
    return inspect.isclass(made) and issubclass(made, Problem)


def _own_problem(file: Path, call: Call) -> Problem:
    """The problem of that name in a user's file, or its first if no name is given."""
    found = problems_in(file)
    name = call.name or next(iter(found), "")
    value: Any = found.get(name, vars(load_module(file)).get(name))
    if not name:
        raise BadFile(f"{file} holds no problem: a Problem, a subclass, or a function -> Problem")
    if value is None or not (isinstance(value, Problem) or callable(value)):
        raise UnknownName(f"problem in {file}", name, found)
    if isinstance(value, Problem):
        if call.parameters:
            raise BadParameter(f"{file}: {name} is a problem already and takes no parameters")
        return _ready(value, file, Call(name))
    try:
        made = value(**bind(value, Call(name, call.parameters)))
    except PlygroundError:
        raise
    except Exception as error:
        reason = in_one_line(error, file.resolve())
        raise BadFile(f"{file}: {name} cannot be made: {reason}") from error
    return _ready(made, file, Call(name, call.parameters))


def _ready(made: Any, file: Path, call: Call) -> Problem:
    """The problem, with its text form as the title if it has none."""
    if not isinstance(made, Problem):
        raise BadFile(f"{file}: {call.name} gives {type(made).__name__}, not a Problem")
    if not hasattr(made, "start"):
        raise BadFile(f"{file}: {call.name} has no start: set self.start")
    if not made.title:
        with suppress(AttributeError):
            made.title = str(Call(f"{file}:{call.name}", call.parameters))
    return made


def _from_file(path: Path) -> Problem:
    ending = path.suffix.lower()
    if ending == ".py":
        return _own_problem(path, Call(""))
    if ending not in FILES:
        raise BadFile(f"{path} ends in {ending or 'nothing'}; known: {_listed(FILES)} or .py")
    return FILES[ending](path)


def _path(text: str) -> Path:
    """The path, from home if it begins with ~; there may be no such home."""
    try:
        return Path(text).expanduser()
    except (RuntimeError, ValueError):
        return Path(text)


def _is_file(path: Path) -> bool:
    """Whether there is such a file; a text that cannot name one is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _listed(endings: Mapping[str, object]) -> str:
    return ", ".join(endings)
