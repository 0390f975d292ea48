"""Who may talk to the server: no foreign Host, no foreign Origin, and headers that tell browsers so.

The server listens on this machine only, so its dangerous callers are other pages in the user's own
browser: those that reach it under a name of theirs, and those that send it forms and sockets.
"""

from __future__ import annotations

import ipaddress
import re
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from showbible.web.problems import Problem, is_api, refuse

LOCAL_NAMES: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_HOST = re.compile(r"(?P<name>[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")

_HEADERS: Final = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    # Not no-referrer: browsers would then send `Origin: null` with the forms of our own pages.
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_API_HEADERS: Final = (*_HEADERS, (b"cache-control", b"no-store"))

_STARTS: Final = ("http.response.start", "websocket.http.response.start")


class SecureHeaders:
    """Add to every answer the security headers it does not set itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer through the inner layers, then complete the headers."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        wanted = _API_HEADERS if is_api(scope) else _HEADERS

        async def sealed(message: Message) -> None:
            if message["type"] in _STARTS:
                given = list(message.get("headers", ()))
                present = {name.lower() for name, _ in given}
                message["headers"] = given + [header for header in wanted if header[0] not in present]
            await send(message)

        await self.app(scope, receive, sealed)


class Guard:
    """Turn away requests that were not meant for this server or come from somebody else's page."""

    def __init__(self, app: ASGIApp, *, host: str) -> None:
        self.app = app
        self.names = LOCAL_NAMES | {bracketed(host.lower())}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or let the inner layers answer."""
        problem = None if scope["type"] == "lifespan" else self._problem(scope)
        if problem is not None:
            await refuse(scope, receive, send, problem=problem)
            return
        await self.app(scope, receive, send)

    def _problem(self, scope: Scope) -> Problem | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        match = _HOST.fullmatch(host)
        if match is None or match["name"] not in self.names:
            return Problem(
                status=421,
                detail="This server does not answer to that Host. Use the address it printed when it started.",
            )
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return None
        if _is_foreign(scope, headers, host):
            return Problem(status=403, detail="Another site's page may not do this. Use this server's own pages.")
        return None


def _is_foreign(scope: Scope, headers: Headers, host: str) -> bool:
    """Whether a browser says that another origin's page is behind a request; programs say nothing."""
    scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
    origin = headers.get("origin")
    if origin is not None and origin.lower() != f"{scheme}://{host}":
        return True
    return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


def bracketed(host: str) -> str:
    """A host as URLs and Host headers write it: an IPv6 address stands in brackets."""
    return f"[{host}]" if ":" in host else host


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
