"""The pages of the web app and the way to its WebSocket.

/  /play  /paths  /lab  /write      the same shell, which opens the view of its address
/static/NAME                        one of the files read at the start, by name: no paths
/socket                             web/socket.py

Who may not come in is told why: 403 by the gate, 404 and 405 for what is not there, 503 where too
many are in already.
"""

import asyncio
import gzip
import hashlib
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from plyground.page import STATIC
from plyground.views.desk import Desk
from plyground.views.session import shortened
from plyground.web.gate import Gate
from plyground.web.socket import Sessions, Socket

PAGES = ("play", "paths", "lab", "write")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' "
    "'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
MOST_CONNECTIONS = 1_000


@dataclass(frozen=True)
class File:
    """A static file as it goes over the wire."""

    packed: bytes
    plain: bytes
    kind: str
    tag: str


def static_files() -> dict[str, File]:
    """All files of static/, by name."""
    mimetypes.add_type("text/javascript", ".js")
    found = {}
    for path in filter(Path.is_file, STATIC.iterdir()):
        plain = path.read_bytes()
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        packed = gzip.compress(plain, 9, mtime=0)
        found[path.name] = File(packed, plain, kind, hashlib.sha256(plain).hexdigest()[:16])
    return found


class Way:
    """The way to the WebSocket, which at most so many take at once."""

    def __init__(self, gate: Gate, sessions: Sessions, desk: Desk, most: int) -> None:
        self._gate, self._sessions, self._desk, self._most = gate, sessions, desk, most
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = WebSocket(scope, receive, send)
        status, why = self._refusal(connection)
        if why:
            await PlainTextResponse(why, status, HEADERS)(scope, receive, send)
            await _left(receive)
            return
        self._open += 1
        try:
            await Socket(connection, self._sessions, self._desk, self._gate.why_no_code).serve()
        finally:
            self._open -= 1

    def _refusal(self, connection: WebSocket) -> tuple[int, str]:
        why = self._gate.refusal(connection, connection.query_params.get("token", ""))
        if why:
            return 403, why
        if connection.scope["path"] != "/socket":
            return 404, f"there is no {shortened(connection.scope['path'])}: only /socket"
        if self._open >= self._most:
            return 503, f"{self._most:,} pages are open already: close one, or come again later"
        return 200, ""


async def _left(receive: Receive) -> None:
    """Until one who was refused is gone: uvicorn takes an answer before that for a mistake."""
    with suppress(TimeoutError):
        async with asyncio.timeout(1):
            for _ in ("came", "refused", "gone"):
                await receive()


async def _no_page(request: Request, error: Exception) -> Response:
    pages = " ".join(f"/{page}" for page in PAGES)
    path = shortened(request.scope["path"], 200)
    return PlainTextResponse(f"there is no {path}; there are {pages}", 404, HEADERS)


async def _no_method(request: Request, error: Exception) -> Response:
    words = f"{request.method} is not for pages: they are only read, by GET and HEAD"
    return PlainTextResponse(words, 405, HEADERS | {"Allow": "GET, HEAD"})


def application(
    gate: Gate, sessions: Sessions, desk: Desk, most_connections: int = MOST_CONNECTIONS
) -> Starlette:
    """The app behind the gate; the desk is closed when it ends."""
    files = static_files()

    async def sent(request: Request, name: str) -> Response:
        file = files.get(name)
        if file is None:
            return await _no_page(request, KeyError(name))
        headers = HEADERS | {"ETag": f'"{file.tag}"', "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"},
                            media_type=file.kind)  # fmt: skip
        return Response(file.plain, headers=headers, media_type=file.kind)

    async def page(request: Request) -> Response:
        token = request.query_params.get("token", "")
        why = gate.refusal(request, token)
        if why:
            return PlainTextResponse(why, 403, HEADERS)
        if token:
            answer: Response = RedirectResponse(request.scope["path"], 303, HEADERS)
            answer.set_cookie(gate.cookie, token, httponly=True, samesite="strict", path="/")
            return answer
        return await sent(request, "index.html")

    async def static(request: Request) -> Response:
        return await sent(request, request.path_params["name"])

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        desk.close()

    app = Starlette(
        routes=[
            Route("/", page),
            *(Route(f"/{name}", page) for name in PAGES),
            Route("/static/{name}", static),
            WebSocketRoute("/{path:path}", Way(gate, sessions, desk, most_connections)),
        ],
        exception_handlers={404: _no_page, 405: _no_method},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app
