"""The server: a listening socket, the app, and the desk behind it."""

import socket
from dataclasses import replace
from typing import Any

import uvicorn

from plyground.views.desk import Desk
from plyground.web.app import application
from plyground.web.gate import Gate
from plyground.web.sessions import SESSIONS
from plyground.web.socket import LONGEST

BACKLOG = 512


class Server:
    """Listens from the beginning; answers from `run` on."""

    def __init__(self, host: str, port: int, token: bool, workers: int) -> None:
        self._socket = _listening(host, port)
        gate = Gate(host, self._socket.getsockname()[1])
        self.gate = gate if token else replace(gate, token="")
        self.desk = Desk(workers)

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return self.gate.address

    def run(self) -> None:
        """Serve until Ctrl-C."""
        config = uvicorn.Config(
            application(self.gate, SESSIONS, self.desk),
            log_level="warning",
            ws_max_size=8 * LONGEST,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=1,
        )
        uvicorn.Server(config).run(sockets=[self._socket])


def _listening(host: str, port: int) -> socket.socket:
    family: Any = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((host, port))
    listening.listen(BACKLOG)
    return listening
