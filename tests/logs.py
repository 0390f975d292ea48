"""The log of a test: one line an event, as the product writes it, where pytest shows it beside a failure."""

from __future__ import annotations

import io
import sys

from showbible.logs import configure


class _Screen(io.StringIO):
    """Standard error as it is at the moment, for pytest puts another in its place for every test."""

    def write(self, text: str, /) -> int:
        return sys.stderr.write(text)


def as_shipped() -> None:
    """Log as the product does.

    The logger's own way, which paints a traceback with every local value, takes a second of work for one failed job.
    """
    configure("info", stream=_Screen())
