"""`plyground serve`: the web app on this machine."""

import os
import sys
import threading
import webbrowser
from typing import Annotated

import typer

from plyground.cli.terminal import FAINT, STRONG, at_least, colored
from plyground.errors import BadParameter


def add_to(app: typer.Typer) -> None:
    """Put the command of this file into the app."""
    app.command("serve")(serve_command)


def serve_command(
    host: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 for any that is free.")] = 8080,
    token: Annotated[
        bool, typer.Option(help="Ask visitors for the token in the printed address.")
    ] = True,
    workers: Annotated[
        int | None, typer.Option(parser=at_least(1), help="Processes that think; one a core.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Open the web app: play, look inside searches, draw mazes, run matches."""
    from plyground.web.serving import Server

    try:
        server = Server(host, port, token, workers or os.cpu_count() or 2)
    except OSError as error:
        raise BadParameter(
            f"cannot listen on {host}:{port}: {error.strerror or error}; try --port 0"
        ) from error
    print(f"Plyground is at {colored(server.address, STRONG)}", flush=True)
    print(colored("Ctrl-C stops it.", FAINT), flush=True)
    if browser and _has_screen():
        threading.Timer(0.5, webbrowser.open, [server.address]).start()
    server.run()


def _has_screen() -> bool:
    """Whether a browser that is opened here would be seen."""
    known = {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    return sys.platform in ("darwin", "win32") or bool(known)
