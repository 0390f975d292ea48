"""The memory of an AI studio: record, learn, recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from showbible import aio, errors
    from showbible.bible import Bible, open
    from showbible.settings import Settings

__all__ = ["Bible", "Settings", "__version__", "aio", "errors", "open"]

__version__ = "0.1.0"

_HOMES = {"Bible": "showbible.bible", "open": "showbible.bible", "Settings": "showbible.settings"}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for, so that importing Showbible costs nothing."""
    import importlib

    if name in ("aio", "errors"):
        return importlib.import_module(f"showbible.{name}")
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'showbible' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
