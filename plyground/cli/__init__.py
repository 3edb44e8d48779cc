"""The `plyground` command: arguments -> one call -> print.

Exit codes: 0 well; 1 a check failed; 2 what was asked for makes no sense; 130 interrupted.
"""

import os
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from plyground.cli import games, matches, paths, play, runs, search, serve, study, survey
from plyground.errors import PlygroundError

app = typer.Typer(
    help="The workbench for heuristic search: write a heuristic, watch it search, race it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
games.add_to(app)
search.add_to(app)
play.add_to(app)
paths.add_to(app)
matches.add_to(app)
runs.add_to(app)
study.add_to(app)
survey.add_to(app)
serve.add_to(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"plyground {version('plyground')}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """The workbench for heuristic search: write a heuristic, watch it search, race it."""


def main() -> None:
    """Run the command line; turn every refusal into one clear message."""
    try:
        app()
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
