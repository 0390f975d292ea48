"""The HTTP clients that makers' own libraries are given: no redirect takes a key along, and nothing waits for ever.

They keep no connection. Nobody needs to close them, and no order goes out on a connection that the service has closed
meanwhile, which would leave its outcome unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from showbible.providers.contract import Setup

if TYPE_CHECKING:
    import httpx
    import httpx2


def client(setup: Setup) -> httpx.Client:
    """A client that follows no redirect and keeps no connection."""
    import httpx

    limits = httpx.Limits(max_keepalive_connections=0)
    return httpx.Client(follow_redirects=False, timeout=httpx.Timeout(setup.call_seconds), limits=limits)


def client2(setup: Setup) -> httpx2.Client:
    """The same for libraries that are built on httpx2."""
    import httpx2

    limits = httpx2.Limits(max_keepalive_connections=0)
    return httpx2.Client(follow_redirects=False, timeout=httpx2.Timeout(setup.call_seconds), limits=limits)
