"""The composition root: opens what a studio needs, hands it to the memories, closes it again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from showbible.settings import Settings
from showbible.storage.workspace import Workspace


class Bible:
    """One open studio."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.workspace = Workspace(settings)

    def close(self) -> None:
        """Close every database and file."""
        self.workspace.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


def open(location: str | Path | None = None, *, settings: Settings | None = None) -> Bible:
    """Open the studio in a folder, or behind a `postgresql://` address."""
    chosen = settings or Settings.read()
    if location is None:
        return Bible(chosen)
    if str(location).startswith(("postgresql://", "postgres://")):
        return Bible(replace(chosen, database=str(location)))
    return Bible(replace(chosen, home=Path(location), database=None))
