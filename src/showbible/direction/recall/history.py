"""Who changed which card, and how."""

from __future__ import annotations

import json
from typing import Final

from showbible.storage import changes
from showbible.storage.changes import Book, Change
from showbible.storage.database import ProjectDatabase
from showbible.vocabulary import moment

CARD: Final = "card"
"""The kind under which the changes of cards are kept."""


def card_history(db: ProjectDatabase, card_id: str) -> list[Change]:
    """The changes of one card, newest first."""
    return changes.of(db, Book.STORY, scope=db.project_id, kind=CARD, item_id=card_id)


def history(db: ProjectDatabase, *, limit: int) -> list[Change]:
    """The newest changes of a story's cards, newest first."""
    rows = db.all(
        """
        SELECT seq, kind, item_id, at, made_by, before, after
          FROM story_changes
         WHERE owner = :project_id AND kind = :kind
         ORDER BY seq DESC
         LIMIT :limit
        """,
        kind=CARD,
        limit=limit,
    )
    return [
        Change(
            seq=row.seq,
            kind=row.kind,
            item_id=row.item_id,
            at=moment(row.at),
            made_by=row.made_by,
            before=json.loads(row.before),
            after=json.loads(row.after),
        )
        for row in rows
    ]
