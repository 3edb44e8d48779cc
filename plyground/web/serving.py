"""The server: a listening socket, the app, and the desk behind it."""

import logging
import signal
import socket
import sys
import threading
from dataclasses import replace
from typing import Any

import uvicorn
from starlette.applications import Starlette

from plyground.views.desk import Desk
from plyground.web.app import application
from plyground.web.gate import Gate
from plyground.web.patient import PatientProtocol
from plyground.web.sessions import SESSIONS
from plyground.web.socket import LONGEST

BACKLOG = 512
FILES = 4096
LARGEST = 8 * LONGEST
"""Bytes of a message that is read at all, if only to be refused."""
PATIENCE = 30
"""Seconds that a connection takes nothing before it is given up."""


class Server:
    """Listens from the beginning; answers from `run` on."""

    def __init__(self, host: str, port: int, token: bool, workers: int) -> None:
        self._socket = listening(host, port)
        gate = Gate(host, self._socket.getsockname()[1])
        self.gate = gate if token else replace(gate, token="")
        self.desk = Desk(workers)

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return self.gate.address

    def run(self) -> None:
        """Serve until Ctrl-C."""
        try:
            run(application(self.gate, SESSIONS, self.desk), self._socket)
        finally:
            self.desk.close()


def run(app: Starlette, listening: socket.socket) -> None:
    """Answer with an app on a listening socket until Ctrl-C."""
    logging.getLogger("uvicorn.error").addFilter(_ours)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    _allow_files(FILES)
    config = uvicorn.Config(
        app,
        log_level="error",
        server_header=False,
        ws=PatientProtocol,
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _ours(record: logging.LogRecord) -> bool:
    """Whether a line of the log is of interest: not if a page sent what is no UTF-8."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def _allow_files(wanted: int) -> None:
    """A connection is an open file, and some systems allow few."""
    try:
        import resource
    except ImportError:
        return  # not on this system: what it allows will do
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))


def listening(host: str, port: int) -> socket.socket:
    """A socket that pages may come to.

    It names its protocol: only then asyncio sends small messages at once, and not 40 ms later.
    """
    family: Any = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * PATIENCE)
    found.bind((host, port))
    found.listen(BACKLOG)
    return found
