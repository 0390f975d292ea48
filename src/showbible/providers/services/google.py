"""What both of Google's doors share: how its maker's library is told to ask once, by whose address, and its prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal

from google.genai import types

from showbible.providers.client import client2
from showbible.providers.contract import Setup
from showbible.providers.prices import Per, Price


def http_options(setup: Setup, *, base_url: str, version: str) -> types.HttpOptions:
    """One question at a time, over our own client, and no longer than a call may take."""
    return types.HttpOptions(
        base_url=base_url,
        api_version=version,
        timeout=round(setup.call_seconds * 1000),
        retry_options=types.HttpRetryOptions(attempts=1),
        httpx_client=client2(setup),
    )


def prices(model: str, dollars: Mapping[str, str], resolutions: Mapping[str, str], *, since: date) -> Iterator[Price]:
    """What a second of a model costs in each size: `dollars` by the names of the sizes' `resolutions`."""
    for size, resolution in resolutions.items():
        yield Price(model=model, amount=Decimal(dollars[resolution]), per=Per.SECOND, since=since, size=size)
