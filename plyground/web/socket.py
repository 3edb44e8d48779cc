"""The WebSocket of a page: any number of sessions over one connection.

    page ──▶ {"open": 1, "view": "play", "with": {…}}      server ──▶ {"of": 1, "state": {…}}
             {"to": 1, "message": {"do": …}}                          {"of": 1, "refused": "…"}
             {"close": 1}                                             {"refused": "…"}

What cannot be read or done is refused in words and changes nothing. Who floods, or sends more at
once than a large map needs, is refused and let go.
"""

import asyncio
import json
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.errors import BadText, PlygroundError, UnknownName
from plyground.views.desk import Asked, Desk
from plyground.views.session import Session, State

LONGEST = 2 << 20
"""Characters of one message."""
BURST, PER_SECOND = 200, 50.0
"""Messages at once, and in the long run."""
MOST_SESSIONS = 16

Sessions = Mapping[str, Callable[..., Session]]
TOO_BIG, POLICY = 1009, 1008


class SocketHome:
    """Where a session of a page lives."""

    def __init__(self, socket: "Socket", number: int) -> None:
        self._socket, self._number = socket, number
        self.runs_code, self.why_not = not socket.why_no_code, socket.why_no_code

    def show(self, changes: State) -> None:
        self._socket.say({"of": self._number, "state": changes})

    def ask(
        self,
        then: Callable[[Any], None],
        failed: Callable[[str], None],
        job: Callable[..., Any],
        *arguments: Any,
    ) -> Asked:
        loop, asked = asyncio.get_running_loop(), None

        def told(tell: Callable[[Any], None], what: Any) -> None:
            if asked is not None and not asked.cancelled.is_set():
                self._socket.guarded(self._number, lambda: tell(what))

        def later(tell: Callable[[Any], None]) -> Callable[[Any], None]:
            def tell_later(what: Any) -> None:
                loop.call_soon_threadsafe(told, tell, what)

            return tell_later

        asked = self._socket.desk.ask(self._socket, later(then), later(failed), job, *arguments)
        return asked


class Socket:
    """One connection."""

    def __init__(
        self, connection: WebSocket, sessions: Sessions, desk: Desk, why_no_code: str
    ) -> None:
        self._connection, self._kinds, self.desk = connection, sessions, desk
        self.why_no_code = why_no_code
        self._sessions: dict[int, Session] = {}
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._allowance, self._since = float(BURST), time.monotonic()

    async def serve(self) -> None:
        """Answer until the page is gone; whatever its sessions had asked for is cancelled."""
        await self._connection.accept()
        sender = asyncio.create_task(self._send())
        try:
            while True:
                text = await self._connection.receive_text()
                if len(text) > LONGEST:
                    await self._let_go(TOO_BIG, f"a message of {len(text):,} characters: at most "
                                                f"{LONGEST:,} are read")  # fmt: skip
                    return
                if not self._in_time():
                    await self._let_go(POLICY, f"too many messages: at most {PER_SECOND:g} a "
                                               "second are read")  # fmt: skip
                    return
                self._read(text)
                await asyncio.sleep(0)
        except (WebSocketDisconnect, KeyError):
            return  # gone, or what came was no text
        finally:
            sender.cancel()
            for session in self._sessions.values():
                session.close()

    def say(self, message: State) -> None:
        """Send it when the connection has room."""
        self._outgoing.put_nowait(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the page may go at any moment
            while True:
                await self._connection.send_text(await self._outgoing.get())

    async def _let_go(self, code: int, why: str) -> None:
        await self._connection.send_text(json.dumps({"refused": why}))
        await self._connection.close(code, why[:120])

    def _in_time(self) -> bool:
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._since) * PER_SECOND) - 1
        self._since = now
        return self._allowance >= 0

    def _read(self, text: str) -> None:
        """Do what one message says."""
        number = None
        try:
            message = json.loads(text)
            if not isinstance(message, dict):
                raise BadText('a message should be an object, such as {"open": 1, …}')
            number = next((message[key] for key in ("open", "to", "close") if key in message), None)
            if not isinstance(number, int) or isinstance(number, bool):
                raise BadText("a message should open, close or go to a session by its number")
            if "open" in message:
                self._open(number, message)
            elif number not in self._sessions:
                raise BadText(f"there is no session {number}")
            elif "close" in message:
                self._sessions.pop(number).close()
            else:
                self._deliver(number, message.get("message"))
        except (json.JSONDecodeError, RecursionError) as error:
            self._refuse(None, f"this is not JSON: {error}")
        except PlygroundError as error:
            self._refuse(number, str(error))

    def _open(self, number: int, message: State) -> None:
        view, given = message.get("view"), message.get("with", {})
        if number in self._sessions:
            raise BadText(f"session {number} is open already")
        if len(self._sessions) >= MOST_SESSIONS:
            raise BadText(f"a page may have {MOST_SESSIONS} sessions: close one first")
        if not isinstance(view, str) or view not in self._kinds:
            raise UnknownName("view", str(view), self._kinds)
        if not isinstance(given, dict):
            raise BadText('"with" should be an object')

        def opened() -> None:
            session = self._kinds[view](SocketHome(self, number), given)
            self._sessions[number] = session
            self.say({"of": number, "state": session.state})

        self.guarded(number, opened)

    def _deliver(self, number: int, message: object) -> None:
        if not isinstance(message, dict):
            raise BadText('"message" should be an object, such as {"do": "move", "name": "4"}')
        self.guarded(number, lambda: self._sessions[number].receive(message))

    def guarded(self, number: int, action: Callable[[], None]) -> None:
        """Do it; whatever goes wrong is told to this page alone."""
        try:
            action()
        except PlygroundError as error:
            self._refuse(number, str(error))
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            self._refuse(number, f"a bug in Plyground: {type(error).__name__}: {error}")

    def _refuse(self, number: int | None, why: str) -> None:
        self.say({"refused": why} if number is None else {"of": number, "refused": why})
