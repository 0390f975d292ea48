"""Remove every trace of a user."""

from __future__ import annotations

from typing import Final

from showbible.storage import changes
from showbible.storage.database import Database
from showbible.vocabulary import checked_id

_POOLS: Final = "SELECT pool FROM memory_pools WHERE user_id = :user_id"
_SESSIONS: Final = "SELECT session_id FROM conversations WHERE user_id = :user_id"

# In this order: what hangs on a thing goes before the thing.
_DELETIONS: Final = (
    ("", f"DELETE FROM memory_search WHERE scope IN ({_POOLS})"),  # noqa: S608
    ("", f"DELETE FROM memory_vectors WHERE scope IN ({_POOLS})"),  # noqa: S608
    ("", f"DELETE FROM sentence_vectors WHERE scope IN ({_POOLS})"),  # noqa: S608
    ("memories", "DELETE FROM memories WHERE user_id = :user_id AND type <> 'said'"),
    ("lines", "DELETE FROM memories WHERE user_id = :user_id"),
    ("", "DELETE FROM memories_forgotten WHERE user_id = :user_id"),
    ("", "DELETE FROM memory_pools WHERE user_id = :user_id"),
    ("hooks", "DELETE FROM hooks WHERE user_id = :user_id"),
    ("", f"DELETE FROM hook_offers WHERE session_id IN ({_SESSIONS})"),  # noqa: S608
    ("beats", "DELETE FROM relationship_beats WHERE user_id = :user_id"),
    ("engagements", "DELETE FROM engagements WHERE user_id = :user_id"),
    ("", f"DELETE FROM jobs WHERE event = 'exchange.recorded' AND key IN ({_SESSIONS})"),  # noqa: S608
    ("messages", f"DELETE FROM messages WHERE session_id IN ({_SESSIONS})"),  # noqa: S608
    ("exchanges", f"DELETE FROM exchanges WHERE session_id IN ({_SESSIONS})"),  # noqa: S608
    ("conversations", "DELETE FROM conversations WHERE user_id = :user_id"),
)


def forget_user(db: Database, user_id: str) -> dict[str, int]:
    """Remove everything that was said by a user or remembered of them; gives what went, by kind."""
    checked_id("user", user_id)
    gone: dict[str, int] = {}
    with db.transaction():
        db.hold(f"user:{user_id}")
        for kind, sql in _DELETIONS:
            number = db.run(sql, user_id=user_id)
            if kind:
                gone[kind] = number
        changes.drop_owner(db, user_id)
        _forget_answers(db, user_id)
    return gone


def _forget_answers(db: Database, user_id: str) -> None:
    """Answers kept for repeated requests hold what they told of the user."""
    escaped = user_id.replace("_", "\\_")
    db.run("DELETE FROM answers WHERE body LIKE :told ESCAPE '\\'", told=f'%"user_id":"{escaped}"%')
