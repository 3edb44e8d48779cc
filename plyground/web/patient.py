"""uvicorn's WebSocket, patient with those who send more than is read.

    client ══ 40 MB ══▶ server: "too much", and goes on taking what comes, without reading it
           ◀── why ────         until the client has heard and is silent, or the time is up

uvicorn hangs up at once; the system then resets the connection, and the reason is lost with it.
"""

from asyncio import TimerHandle

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SILENCE, PATIENCE = 0.3, 10.0
"""Seconds without anything coming, and in all, after which the server hangs up."""


class PatientProtocol(WebSocketsSansIOProtocol):
    """Says why it hangs up, and waits until that can be heard."""

    _until: float | None = None
    close_timer: TimerHandle | None

    def data_received(self, data: bytes) -> None:
        if self._until is None:
            super().data_received(data)
        elif self.loop.time() < self._until:
            self._hang_up_soon()

    def handle_parser_exception(self) -> None:
        assert self.conn.close_sent is not None
        code, reason = self.conn.close_sent.code, self.conn.close_sent.reason
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._until = self.loop.time() + PATIENCE
        self._hang_up_soon()

    def _hang_up_soon(self) -> None:
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(SILENCE, self.transport.close)
