"""The HTTP clients that makers' own libraries are given: no redirect takes a key along, and nothing waits for ever.

They keep no connection for later, so that a provider holds nothing that somebody would have to close.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from showbible.providers.contract import Setup

if TYPE_CHECKING:
    import httpx
    import httpx2


def client(setup: Setup) -> httpx.Client:
    """A client that follows no redirect."""
    import httpx

    return httpx.Client(
        follow_redirects=False,
        timeout=httpx.Timeout(setup.call_seconds),
        limits=httpx.Limits(max_keepalive_connections=0),
    )


def client2(setup: Setup) -> httpx2.Client:
    """The same for libraries that are built on httpx2."""
    import httpx2

    return httpx2.Client(
        follow_redirects=False,
        timeout=httpx2.Timeout(setup.call_seconds),
        limits=httpx2.Limits(max_keepalive_connections=0),
    )
