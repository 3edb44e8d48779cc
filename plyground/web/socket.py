"""The WebSocket of a page: any number of sessions over one connection.

    page ──▶ {"open": 1, "view": "play", "with": {…}}      server ──▶ {"of": 1, "state": {…}}
             {"to": 1, "message": {"do": …}}                          {"of": 1, "refused": "…"}
             {"close": 1}                                             {"refused": "…"}

What cannot be read or done is refused in words and changes nothing. Who floods, sends more at once
than a large map needs, or does not read what was sent, is let go.
"""

import asyncio
import json
import re
import sys
import time
import traceback
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.errors import BadText, PlygroundError, UnknownName
from plyground.views.desk import Asked, Desk
from plyground.views.session import Session, State, shortened
from plyground.web.reading import read

LONGEST = 2 << 20
"""Characters of one message."""
BURST, PER_SECOND = 200.0, 50.0
"""Messages at once, and in the long run …"""
CHARACTERS = 20_000
"""… where that many more characters count as another one."""
MOST_SESSIONS, MOST_JOBS = 16, 32
MOST_UNREAD, UNREAD_CHARACTERS = 2_000, 32 << 20
"""Messages that may wait to be sent, and their length."""
LONGEST_WORDS = 2_000
FAREWELL = 1.0
"""Seconds for the last words to one who is let go."""
TOO_BIG, POLICY = 1009, 1008
HALVES = re.compile("[\ud800-\udfff]")
"""Half characters: JSON has them, UTF-8 does not."""

Sessions = Mapping[str, Callable[..., Session]]


class LetGo(Exception):
    """The page may not stay: a code of the protocol's, and why."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


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
        seconds: float | None = None,
    ) -> Asked:
        loop, socket = asyncio.get_running_loop(), self._socket

        def told(tell: Callable[[Any], None], what: Any) -> None:
            socket.unanswered.discard(asked)
            if not asked.cancelled.is_set():
                socket.guarded(self._number, lambda: tell(what))

        def later(tell: Callable[[Any], None]) -> Callable[[Any], None]:
            def tell_later(what: Any) -> None:
                loop.call_soon_threadsafe(told, tell, what)

            return tell_later

        listeners = later(then), later(failed)
        if socket.may_ask():
            asked = socket.desk.ask(socket, *listeners, job, *arguments, seconds=seconds)
            socket.unanswered.add(asked)
        else:
            asked = Asked(socket, *listeners, job, arguments, 0)
            asked.failed(f"{MOST_JOBS} questions of this page wait for answers: wait for one")
        return asked


class Socket:
    """One connection."""

    def __init__(
        self, connection: WebSocket, sessions: Sessions, desk: Desk, why_no_code: str
    ) -> None:
        self._connection, self._kinds, self.desk = connection, sessions, desk
        self.why_no_code = why_no_code
        self.unanswered: set[Asked] = set()
        self._sessions: dict[int, Session] = {}
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._unread = 0
        self._overfull = asyncio.Event()
        self._allowance, self._since = BURST, time.monotonic()

    async def serve(self) -> None:
        """Answer until the page is gone; whatever its sessions had asked for is cancelled."""
        try:
            await self._connection.accept()
            await _first(self._listen(), self._send(), self._drown())
        except LetGo as parting:
            await self._let_go(parting)
        except (WebSocketDisconnect, RuntimeError):
            return  # the page may go at any moment
        finally:
            for number, session in self._sessions.items():
                self.guarded(number, session.close)

    async def _listen(self) -> None:
        """Do what each message says, until the page is gone."""
        while (came := await self._connection.receive())["type"] != "websocket.disconnect":
            text = came.get("text")
            self._admit(len(came.get("bytes") or b"" if text is None else text))
            if text is None:
                self._refuse(None, "bytes came: a message should be text")
            else:
                self._read(text)
            await asyncio.sleep(0)

    def _admit(self, length: int) -> None:
        """Let go who sends too much, at once or in time."""
        if length > LONGEST:
            raise LetGo(
                TOO_BIG, f"a message of {length:,} characters: at most {LONGEST:,} are read"
            )
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._since) * PER_SECOND)
        self._allowance -= 1 + length / CHARACTERS
        self._since = now
        if self._allowance < 0:
            raise LetGo(POLICY, f"too many messages: at most {PER_SECOND:g} a second are read")

    def say(self, message: State) -> None:
        """Send it when the connection has room."""
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        if not text.isascii() and HALVES.search(text):
            text = json.dumps(message, separators=(",", ":"))  # only escaped can these be sent
        if self._overfull.is_set():
            return
        self._unread += len(text)
        self._outgoing.put_nowait(text)
        if self._unread > UNREAD_CHARACTERS or self._outgoing.qsize() > MOST_UNREAD:
            self._overfull.set()

    async def _send(self) -> None:
        while True:
            text = await self._outgoing.get()
            await self._connection.send_text(text)
            self._unread -= len(text)

    async def _drown(self) -> None:
        await self._overfull.wait()
        raise LetGo(POLICY, "this page does not read what it is sent")

    async def _let_go(self, parting: LetGo) -> None:
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(FAREWELL):
                await self._connection.send_text(json.dumps({"refused": parting.why}))
                await self._connection.close(parting.code, parting.why)

    def may_ask(self) -> bool:
        """Whether few enough questions are unanswered."""
        self.unanswered = {asked for asked in self.unanswered if not asked.cancelled.is_set()}
        return len(self.unanswered) < MOST_JOBS

    def _read(self, text: str) -> None:
        """Do what one message says."""
        number = None
        try:
            message = read(text)
            number = next((message[key] for key in ("open", "to", "close") if key in message), None)
            if not isinstance(number, int) or isinstance(number, bool):
                number = None
                raise BadText("a message should open, close or go to a session by its number")
            if "open" in message:
                self._open(number, message)
            elif number not in self._sessions:
                raise BadText(f"there is no session {number}")
            elif "close" in message:
                self.guarded(number, self._sessions.pop(number).close)
            else:
                self._deliver(number, message.get("message"))
        except PlygroundError as error:
            self._refuse(number, str(error))

    def _open(self, number: int, message: State) -> None:
        view, given = message.get("view"), message.get("with", {})
        if number in self._sessions:
            raise BadText(f"session {number} is open already")
        if len(self._sessions) >= MOST_SESSIONS:
            raise BadText(f"a page may have {MOST_SESSIONS} sessions: close one first")
        if not isinstance(view, str) or view not in self._kinds:
            raise UnknownName("view", shortened(view), self._kinds)
        if not isinstance(given, dict):
            raise BadText('"with" should be an object')

        def opened() -> None:
            before = set(self.unanswered)
            try:
                session = self._kinds[view](SocketHome(self, number), given)
            except Exception:
                for asked in self.unanswered - before:
                    asked.cancel()
                raise
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
        words = {"refused": shortened(why, LONGEST_WORDS)}
        self.say(words if number is None else {"of": number, **words})


async def _first(*works: Coroutine[Any, Any, None]) -> None:
    """Until the first of them is done, or fails; the others are cancelled."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
