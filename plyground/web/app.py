"""The pages of the web app and the way to its WebSocket.

/  /play  /paths  /lab  /write      the same shell, which opens the view of its address
/static/NAME                        one of the files read at the start, by name: no paths
/socket                             web/socket.py
"""

import gzip
import hashlib
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from plyground.views.desk import Desk
from plyground.views.page import STATIC
from plyground.web.gate import COOKIE, Gate
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
    for path in STATIC.iterdir():
        plain = path.read_bytes()
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        packed = gzip.compress(plain, 9, mtime=0)
        found[path.name] = File(packed, plain, kind, hashlib.sha256(plain).hexdigest()[:16])
    return found


def application(gate: Gate, sessions: Sessions, desk: Desk) -> Starlette:
    """The app behind the gate; the desk is closed when it ends."""
    files = static_files()

    def sent(request: Request, name: str) -> Response:
        file = files.get(name)
        if file is None:
            return PlainTextResponse(f"there is no {name}", 404, HEADERS)
        headers = HEADERS | {"ETag": f'"{file.tag}"', "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"},
                            media_type=file.kind)  # fmt: skip
        return Response(file.plain, headers=headers, media_type=file.kind)

    def page(request: Request) -> Response:
        token = request.query_params.get("token", "")
        why = gate.refusal(request, token)
        if why:
            return PlainTextResponse(why, 403, HEADERS)
        if token:
            answer: Response = RedirectResponse(request.url.path, 303, HEADERS)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", path="/")
            return answer
        return sent(request, "index.html")

    def static(request: Request) -> Response:
        return sent(request, request.path_params["name"])

    async def socket(connection: WebSocket) -> None:
        why = gate.refusal(connection, connection.query_params.get("token", ""))
        if why:
            await connection.send_denial_response(PlainTextResponse(why, 403))
            return
        await Socket(connection, sessions, desk, gate.why_no_code).serve()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        desk.close()

    return Starlette(
        routes=[
            Route("/", page),
            *(Route(f"/{name}", page) for name in PAGES),
            Route("/static/{name}", static),
            WebSocketRoute("/socket", socket),
        ],
        lifespan=lifespan,
    )
