"""What both of Google's doors share: how its maker's library is told to ask once, and by whose address."""

from __future__ import annotations

from google.genai import types

from showbible.providers.client import client2
from showbible.providers.contract import Setup


def http_options(setup: Setup, *, base_url: str, version: str) -> types.HttpOptions:
    """One question at a time, over our own client, and no longer than a call may take."""
    return types.HttpOptions(
        base_url=base_url,
        api_version=version,
        timeout=round(setup.call_seconds * 1000),
        retry_options=types.HttpRetryOptions(attempts=1),
        httpx_client=client2(setup),
    )
