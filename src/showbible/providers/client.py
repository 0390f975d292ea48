"""The HTTP client that makers' own libraries are given: no redirect takes a key along, and nothing waits for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from showbible.providers.contract import Setup

if TYPE_CHECKING:
    import httpx


def client(setup: Setup) -> httpx.Client:
    """A client that follows no redirect; a maker's library closes it, or it ends with the process."""
    import httpx

    return httpx.Client(follow_redirects=False, timeout=httpx.Timeout(setup.call_seconds))
