"""A look into a project's outbox without opening the project."""

from __future__ import annotations

from pathlib import Path

from showbible.storage import sqlite


def is_waiting(memory: Path) -> bool:
    """Whether a project's file holds announcements that nobody has relayed; one that is not made yet holds none."""
    made = memory.exists() and sqlite.peeked(memory, "SELECT 1 FROM sqlite_schema WHERE name = 'outbox'")
    return made and sqlite.peeked(memory, "SELECT 1 FROM outbox LIMIT 1")
