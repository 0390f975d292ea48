"""A look into a project's outbox without opening the project."""

from __future__ import annotations

from pathlib import Path

from showbible.storage import sqlite


def is_waiting(memory: Path) -> bool:
    """Whether a project's file holds announcements that nobody has relayed; a file that is not there holds none."""
    return memory.exists() and sqlite.peeked(memory, "SELECT 1 FROM outbox LIMIT 1")
