"""Who changed which card, and how."""

from __future__ import annotations

from typing import Final

from showbible.storage import changes
from showbible.storage.changes import Change
from showbible.storage.database import ProjectDatabase

CARD: Final = "card"
"""The kind under which the changes of cards are kept."""
WORDS: Final = ("preference", "applies_to", "avoid_applying_to")
LINKS: Final = ("merged", "split")
"""What the history calls the cards that were joined into a card, and those that were split off it."""


def history(db: ProjectDatabase, *, limit: int) -> list[Change]:
    """The newest changes of a story's cards, newest first."""
    return changes.latest(db, kind=CARD, limit=limit)
