"""Wait for a piece of work to end, and fetch what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

from showbible.providers.contract import Expired, Provider, ProviderSilent
from showbible.providers.model import Output, Work

LONGEST_PAUSE: Final = 15.0
"""Seconds between two questions after work that goes on for long."""
MOST_SILENCES: Final = 5
"""Questions without an answer after which nobody waits any longer here for work that has a name."""


def wait(provider: Provider, work: Work, *, until: float, seen: Callable[[Work], None] = lambda _: None) -> Work:
    """The work at its end, or as it was told last when the clock shows `until`; `seen` is told of each answer.

    A few questions in a row may stay without an answer.
    """
    pause, silences = provider.setup.pause, 0
    while not work.is_over and time.monotonic() + pause <= until:
        time.sleep(pause)
        pause = min(pause * 1.5, LONGEST_PAUSE)
        try:
            work, silences = provider.follow(work.ref), 0
        except ProviderSilent:
            silences += 1
            if silences == MOST_SILENCES:
                raise
        else:
            seen(work)
    return work


def contents(provider: Provider, work: Work, *, most: int | None = None) -> list[tuple[Output, bytes]]:
    """What a work made, the first `most` of it; where a link has expired, the provider is asked for new ones once."""
    try:
        return _fetched(provider, work.outputs[:most])
    except Expired:
        again = provider.follow(work.ref).outputs if work.ref else ()
        if not again:
            raise
        return _fetched(provider, again[:most])


def _fetched(provider: Provider, outputs: Iterable[Output]) -> list[tuple[Output, bytes]]:
    return [(output, provider.fetch(output)) for output in outputs]
