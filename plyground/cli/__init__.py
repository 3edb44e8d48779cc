"""The `plyground` command: arguments -> one call -> print.

Exit codes: 0 well; 1 a check failed; 2 what was asked for makes no sense; 130 interrupted.
"""

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import version
from typing import Annotated

import typer

from plyground.errors import PlygroundError

ROOMS = {
    "games": ("games", "show", "perft", "random", "check", "warm", "cache", "tour"),
    "search": ("heuristics", "agents", "analyze", "new-heuristic"),
    "play": ("play",),
    "paths": ("problems", "path", "compare", "maze", "convert", "scen", "audit", "puzzle"),
    "matches": ("match", "tournament"),
    "runs": ("runs",),
    "study": ("study",),
    "survey": ("survey",),
    "grade": ("grade", "leaderboard"),
    "solve": ("solve", "verify", "probe"),
    "serve": ("serve",),
}
"""Each file of this folder and its commands: only the file of the one asked for is read."""


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"plyground {version('plyground')}")
        raise typer.Exit


def common(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """The workbench for heuristic search: write a heuristic, watch it search, race it."""


def furnished(rooms: Iterable[str] = ROOMS) -> typer.Typer:
    """The app with the commands of these files."""
    app = typer.Typer(
        help="The workbench for heuristic search: write a heuristic, watch it search, race it.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(common)
    for room in rooms:
        import_module(f"plyground.cli.{room}").add_to(app)
    return app


def main() -> None:
    """Run the command line; turn every refusal into one clear message."""
    asked = sys.argv[1] if len(sys.argv) > 1 else ""
    try:
        furnished([room for room, commands in ROOMS.items() if asked in commands] or ROOMS)()
    except PlygroundError as error:
        _stop(f"plyground: {error}", 2)
    except KeyboardInterrupt:
        _stop("plyground: interrupted", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("PLYGROUND_TRACEBACK"):
            raise
        _stop(
            f"plyground: a bug in Plyground or in code that it ran: {type(error).__name__}: {error}"
            "\n(set PLYGROUND_TRACEBACK=1 to see where)",
            1,
        )


def _stop(message: str, code: int) -> None:
    print(message, file=sys.stderr)
    sys.exit(code)
