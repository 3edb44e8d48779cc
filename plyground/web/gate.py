"""The gate: who may come in.

    the right Host      a name of this server's, so that no other site's name can stand for it
    the right Origin    a page of this server's, so that no other site can speak for its visitor
    the token           drawn anew at each start, in the address that `plyground serve` prints;
                        a cookie keeps it

Code of the user's runs only behind a token, and only where none but this machine can come.
"""

import hmac
import ipaddress
import re
import secrets
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection


@dataclass(frozen=True)
class Gate:
    """What a request must have."""

    host: str = "127.0.0.1"
    port: int = 8080
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    """Empty: none is asked for."""

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return self._place + (f"?token={self.token}" if self.token else "")

    @property
    def _place(self) -> str:
        host = "localhost" if self.host in ("0.0.0.0", "::") else self.host
        return f"http://{_bracketed(host)}:{self.port}/"

    def _is_called(self, host: str) -> bool:
        """Whether a browser may call this server so; a tunnel may have given it another port."""
        name = re.sub(r":\d+$", "", host)
        if not self.loopback:
            return True
        return name in ("localhost", "127.0.0.1", "[::1]", _bracketed(self.host))

    @property
    def cookie(self) -> str:
        """What the token is called in a browser: servers of one machine share its cookies."""
        return f"plyground_{self.port}"

    @property
    def loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def why_no_code(self) -> str:
        """Why code of the user's may not run here; empty if it may."""
        if not self.loopback:
            return (f"this server listens on {self.host}, where others could reach it; code runs "
                    "only on a server of one's own: plyground serve --host 127.0.0.1")  # fmt: skip
        if not self.token:
            return "this server asks for no token; code runs only behind one: plyground serve"
        return ""

    def refusal(self, request: HTTPConnection, token: str = "") -> str:
        """Why a request may not come in; empty if it may."""
        host, origin = request.headers.get("host", ""), request.headers.get("origin")
        if not self._is_called(host):
            return f"this server is not called {host[:60]!r}: open {self._place}"
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return f"a page of {origin[:60]} may not speak to this server"
        given = token or request.cookies.get(self.cookie, "")
        if self.token and not hmac.compare_digest(given.encode(), self.token.encode()):
            return "the token is missing or wrong: open the address that `plyground serve` printed"
        return ""


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
