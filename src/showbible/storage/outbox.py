"""A look into a project's outbox without opening the project."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from showbible.errors import Damaged
from showbible.storage.sqlite import driver


def is_waiting(memory: Path) -> bool:
    """Whether a project's file holds announcements that nobody has relayed; a file that is not there holds none."""
    if not memory.exists():
        return False
    try:
        with closing(driver.connect(f"{memory.absolute().as_uri()}?mode=ro", uri=True, timeout=1.0)) as connection:
            return connection.execute("SELECT 1 FROM outbox LIMIT 1").fetchone() is not None
    except driver.Error as error:
        raise Damaged(f"{memory.parent.name} cannot be read ({error}).") from error
