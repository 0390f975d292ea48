"""Who changed which card, and how."""

from __future__ import annotations

from typing import Final

from showbible.storage import changes
from showbible.storage.changes import Change
from showbible.storage.database import ProjectDatabase

CARD: Final = "card"
"""The kind under which the changes of cards are kept."""


def card_history(db: ProjectDatabase, card_id: str) -> list[Change]:
    """The changes of one card, newest first."""
    return changes.of(db, kind=CARD, item_id=card_id)


def history(db: ProjectDatabase, *, limit: int) -> list[Change]:
    """The newest changes of a story's cards, newest first."""
    return changes.latest(db, kind=CARD, limit=limit)
