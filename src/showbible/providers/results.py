"""Wait for a piece of work to end, and fetch what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from showbible.providers.contract import Expired, Provider, ProviderSilent, UnknownWork
from showbible.providers.model import Output, Work

LONGEST_PAUSE: Final = 15.0
"""Seconds between two questions after work that goes on for long."""
MOST_SILENCES: Final = 3


def wait(provider: Provider, ref: str, *, seen: Callable[[Work], None] = lambda _: None) -> Work:
    """The work when it is over, or as it is when the provider's patience is; `seen` is told of each answer."""
    end, pause = time.monotonic() + provider.setup.patience, provider.setup.pause
    work = _answer(provider, ref)
    seen(work)
    while not work.is_over and time.monotonic() < end:
        time.sleep(min(pause, max(end - time.monotonic(), 0.0)))
        pause = min(pause * 2, LONGEST_PAUSE)
        work = _answer(provider, ref)
        seen(work)
    return work


def _answer(provider: Provider, ref: str) -> Work:
    """How far a work is; a provider that stays silent is asked a few times."""
    for silence in range(1, MOST_SILENCES + 1):
        try:
            return provider.follow(ref)
        except UnknownWork:
            raise
        except ProviderSilent:
            if silence == MOST_SILENCES:
                raise
            time.sleep(provider.setup.pause)
    raise AssertionError("The last silence raises.")


def contents(provider: Provider, work: Work) -> list[tuple[Output, bytes]]:
    """Everything that a work made; where a link has expired, the provider is asked for new ones once."""
    try:
        return [(output, provider.fetch(output)) for output in work.outputs]
    except Expired:
        again = provider.follow(work.ref)
        if not again.outputs:
            raise
        return [(output, provider.fetch(output)) for output in again.outputs]
