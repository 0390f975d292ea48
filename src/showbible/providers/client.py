"""The HTTP client that makers' own libraries are given: no redirect takes a key along, and nothing waits for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from showbible.providers.contract import Setup

if TYPE_CHECKING:
    import httpx


def client(setup: Setup) -> httpx.Client:
    """A client that follows no redirect and keeps no connection, so nobody needs to close it."""
    import httpx

    # An order on a kept connection that the service has closed meanwhile would leave its outcome unknown.
    limits = httpx.Limits(max_keepalive_connections=0)
    return httpx.Client(follow_redirects=False, timeout=httpx.Timeout(setup.call_seconds), limits=limits)
