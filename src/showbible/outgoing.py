"""Sending to addresses that a person named, and to nothing inside by mistake.

A name is looked up once; unless its host is one that a person trusts, every address that it has must be public by the
list kept here. One of those very addresses is then connected to, with the name in `Host` and in the handshake, so that
a name which changes its answer leads nowhere else. No redirect is followed, and no proxy is asked.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from showbible.errors import Invalid, ShowbibleError
from showbible.values import frozen

SECONDS: Final = 10.0
"""What one sending usually may take, from the handshake to the answer's status."""
PORTS: Final = {"http": 80, "https": 443}

_REDIRECTS: Final = range(300, 400)
_DELIVERED: Final = range(200, 300)
# Of the registries of special addresses: reserved, private, shared, of documentation, of transition, of many at once.
_RESERVED: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "2620:4f:8000::/48",
            "3fff::/20",
        ),
    )
)
_ROUTED: Final = ipaddress.ip_network("2000::/3")
"""The only part of the newer addresses that is given out to the public."""


class NotDelivered(ShowbibleError):
    """What was sent did not arrive, or nobody said that it did."""


@frozen
class Destination:
    """Where something is sent: the parts of an address that was checked."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def place(self) -> str:
        """The host, with its port where that is not the usual one."""
        return self.host if self.port == PORTS[self.scheme] else f"{self.host}:{self.port}"

    def is_among(self, hosts: Collection[str]) -> bool:
        """Whether a list of hosts names this one, with this port or without any."""
        return self.host in hosts or f"{self.host}:{self.port}" in hosts


def destination(url: str, *, trusted: Collection[str] = ()) -> Destination:
    """The parts of an address; refuses one that is none, holds a password, or is not encrypted to a stranger."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port or PORTS.get(parts.scheme)
    except ValueError:
        host, port = "", None
    is_plain = url.isascii() and url.isprintable() and " " not in url
    if not host or port is None or parts.scheme not in PORTS or not is_plain:
        raise Invalid("An address to send to reads https://host/path.", field="url")
    if parts.username is not None or parts.password is not None:
        raise Invalid(f"The address at {host} holds a name or a password: leave them out.", field="url")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    found = Destination(scheme=parts.scheme, host=host, port=port, path=path)
    if found.scheme != "https" and not found.is_among(trusted):
        raise Invalid(f"{found.place} is sent to by https only, unless it is a host that you trust.", field="url")
    return found


def is_public(address: str) -> bool:
    """Whether an address belongs to the public network."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # one of a single machine's interfaces
        return False
    if found.version == 6 and found not in _ROUTED:
        return False
    return not any(found.version == each.version and found in each for each in _RESERVED)


def post(
    to: Destination,
    body: bytes,
    *,
    headers: Mapping[str, str],
    trusted: Collection[str] = (),
    seconds: float = SECONDS,
) -> None:
    """Send to an address, once; raises NotDelivered unless it says within so many seconds that it has taken it."""
    connection = _Pinned(to, _addresses(to, trusted), seconds=seconds)
    try:
        status = _status(connection, to.path, body, headers)
    except (OSError, http.client.HTTPException) as error:
        raise NotDelivered(f"{to.place} could not be reached ({type(error).__name__}).") from error
    if status in _REDIRECTS:
        raise NotDelivered(f"{to.place} answered {status} and points elsewhere: no redirect is followed.")
    if status not in _DELIVERED:
        raise NotDelivered(f"{to.place} answered {status}.")


@frozen
class HttpAnswer:
    """What an address answered: headers by their names in small letters."""

    status: int
    headers: Mapping[str, str]
    content: bytes


def get(
    to: Destination,
    *,
    headers: Mapping[str, str] | None = None,
    trusted: Collection[str] = (),
    seconds: float = SECONDS,
    most: int,
) -> HttpAnswer:
    """What an address answers, whatever its status; raises NotDelivered unless all of it, at most so much, comes."""
    connection = _Pinned(to, _addresses(to, trusted), seconds=seconds)
    try:
        with closing(connection), _ending(connection):
            connection.request("GET", to.path, headers=dict(headers or {}))
            answer = connection.getresponse()
            content = answer.read(most + 1)
    except (OSError, http.client.HTTPException) as error:
        raise NotDelivered(f"{to.place} could not be reached ({type(error).__name__}).") from error
    if len(content) > most:
        raise NotDelivered(f"{to.place} answered with more than {most:,} bytes.")
    if answer.length:  # what was announced and did not come
        raise NotDelivered(f"{to.place} broke off in the middle of its answer.")
    return HttpAnswer(status=answer.status, headers={k.lower(): v for k, v in answer.getheaders()}, content=content)


def _addresses(to: Destination, trusted: Collection[str]) -> list[str]:
    """The addresses of a host, once each; refuses a host that has any inside, unless it is trusted."""
    try:
        told = socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotDelivered(f"Nobody knows where {to.host} is.") from error
    found = list(dict.fromkeys(str(each[4][0]) for each in told))
    if not to.is_among(trusted) and not all(map(is_public, found)):
        raise NotDelivered(f"{to.host} is an internal address: nothing is sent there, unless it is a host you trust.")
    return found


def _status(connection: _Pinned, path: str, body: bytes, headers: Mapping[str, str]) -> int:
    """The status of the answer, of which no more is read."""
    with closing(connection), _ending(connection):
        connection.request("POST", path, body=body, headers=dict(headers))
        return connection.getresponse().status


class _Pinned(http.client.HTTPConnection):
    """A connection to one of some addresses, whatever its name leads to by now."""

    def __init__(self, to: Destination, addresses: list[str], *, seconds: float) -> None:
        super().__init__(to.host, to.port, timeout=seconds)
        self.seconds = seconds
        self.default_port = PORTS[to.scheme]  # what `Host` leaves out
        self._to, self._addresses = to, addresses
        self._is_over = False

    def connect(self) -> None:
        """Reach the first address that answers."""
        self.sock = self._reached()
        if self._to.scheme == "https":
            # Known to the watch before the handshake, which can take its time, too.
            self.sock = _trust().wrap_socket(self.sock, server_hostname=self._to.host, do_handshake_on_connect=False)
        if self._is_over:
            raise TimeoutError
        if isinstance(self.sock, ssl.SSLSocket):
            self.sock.do_handshake()

    def _reached(self) -> socket.socket:
        *others, last = self._addresses
        for address in others:
            with suppress(OSError):
                made = socket.create_connection((address, self._to.port), timeout=self.seconds / len(self._addresses))
                made.settimeout(self.seconds)
                return made
        return socket.create_connection((last, self._to.port), timeout=self.seconds)

    def end(self) -> None:
        """Break off, from another thread."""
        self._is_over = True
        made: socket.socket | None = self.sock
        if made is not None:
            with suppress(OSError):  # it has ended by itself
                made.shutdown(socket.SHUT_RDWR)


@contextmanager
def _ending(connection: _Pinned) -> Iterator[None]:
    """Break a connection off when its time is over: each byte that comes would give it new time."""
    watch = threading.Timer(connection.seconds, connection.end)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


@lru_cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()
