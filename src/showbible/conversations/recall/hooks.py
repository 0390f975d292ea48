"""Look up what to come back to; what is paused only for whoever asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from showbible.conversations.model import Conversation, Hook, Scope
from showbible.errors import NotFound
from showbible.storage.database import Database
from showbible.storage.rows import value_of
from showbible.vocabulary import checked_id, stamp

COOL_DOWN: Final = 5
"""Turns of a conversation before it is offered the same hook again."""

# A hook of a series shows only there; free chat has no series and sees none of them.
_ACTIVE: Final = """
    SELECT *
      FROM hooks
     WHERE user_id = :user_id AND character_id = :character_id AND state = 'active' AND expires_at > :at
       AND (scope = 'character' OR (scope = 'series' AND series_id = CAST(:series_id AS TEXT)))
       AND (:paused = 1 OR paused_at IS NULL)
     ORDER BY CASE WHEN paused_at IS NOT NULL THEN 2 WHEN due_at IS NULL OR due_at <= :at THEN 0 ELSE 1 END,
              priority DESC, due_at, hook_id
     LIMIT :limit
"""


def hook(db: Database, hook_id: str, *, user_id: str | None = None) -> Hook:
    """One hook; another user's is not found."""
    checked_id("hook", hook_id)
    row = db.first("SELECT * FROM hooks WHERE hook_id = :hook_id", hook_id=hook_id)
    if row is None or user_id not in (None, row.user_id):
        raise NotFound("hook", hook_id)
    return from_row(row)


def these(db: Database, hook_ids: Sequence[str]) -> tuple[Hook, ...]:
    """Those of the hooks that still exist, in the order given."""
    if not hook_ids:
        return ()
    rows = db.all("SELECT * FROM hooks WHERE hook_id IN :ids", ids=list(hook_ids))
    found = {row.hook_id: from_row(row) for row in rows}
    return tuple(found[each] for each in hook_ids if each in found)


def active(db: Database, scope: Scope, *, at: datetime, limit: int, paused: bool = False) -> list[Hook]:
    """The hooks that are neither used, dismissed nor over: the due ones first, then those to come, then the paused."""
    rows = db.all(
        _ACTIVE,
        user_id=scope.user_id,
        character_id=scope.character,
        series_id=scope.series_id,
        at=stamp(at),
        limit=limit,
        paused=int(paused),
    )
    return [from_row(row) for row in rows]


def to_offer(db: Database, talk: Conversation, scope: Scope, *, at: datetime, limit: int) -> list[Hook]:
    """The active hooks that a conversation was not offered a few turns ago; asking again in a turn changes nothing."""
    cooling = {
        row.hook_id
        for row in db.all(
            """
            SELECT hook_id
              FROM hook_offers
             WHERE session_id = :session_id AND turn < :turn AND turn > :turn - :cool_down
            """,
            session_id=talk.session_id,
            turn=talk.turn_count,
            cool_down=COOL_DOWN,
        )
    }
    found = active(db, scope, at=at, limit=limit + len(cooling))
    return [each for each in found if each.hook_id not in cooling][:limit]


def from_row(row: Any) -> Hook:
    """A stored row as a value."""
    return value_of(Hook, row)
