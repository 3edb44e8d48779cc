"""Imports point one way, and the compiler stays in its room."""

import ast
from pathlib import Path

import pytest

import plyground

PACKAGE = Path(plyground.__file__).parent
FLOORS = [
    ["errors"],
    ["files", "draw", "modules", "page", "processes"],
    ["jit", "text"],
    ["bits"],
    ["games", "paths"],
    ["heuristics"],
    ["search"],
    ["solve"],
    ["players", "tree_view", "finders"],
    ["advice"],
    ["agents", "pathfinders"],
    ["conformance", "table", "warm", "scenarios", "audit"],
    ["path_svg"],
    ["graph_svg"],
    ["graph_text"],
    ["audit_view", "path_view"],
    ["experiments"],
    ["studies"],
    ["views"],
    ["web", "notebook"],
    ["cli"],
]
LEVEL = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}


def room(file: Path) -> str:
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(file: Path) -> set[str]:
    """The modules a file imports, as dotted names."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            inner = {f"{module}.{alias.name}" for alias in node.names}
            found |= inner if module == "plyground" else {module}
    return found


FILES = [file for file in sorted(PACKAGE.rglob("*.py")) if file != PACKAGE / "__init__.py"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_point_downwards(file: Path) -> None:
    own = room(file)
    for name in imported(file):
        parts = name.split(".")
        if parts[0] == "plyground" and parts[1] != own:
            assert LEVEL[parts[1]] < LEVEL[own], f"{own} may not import {name}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_only_the_compilers_room_imports_numba(file: Path) -> None:
    compiler = {name for name in imported(file) if name.split(".")[0] in ("numba", "llvmlite")}
    assert not compiler or file.name == "jit.py"


def test_search_names_no_game() -> None:
    games = {file.stem for file in (PACKAGE / "games").glob("*.py")} - {"__init__", "game", "grids"}
    for file in (PACKAGE / "search").glob("*.py"):
        names = {
            node.id for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Name)
        }
        assert not names & games, file


def test_the_package_exports_what_it_says() -> None:
    public = {name for name in vars(plyground) if not name.startswith("_")}
    rooms = {room(file) for file in FILES}
    assert public - rooms == set(plyground.__all__) - rooms
