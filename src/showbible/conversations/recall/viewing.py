"""The memories and hooks of one scope as a person looks through them; looking changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Final

from showbible.conversations.model import Conversation, Exchange, Hook, Memory, MemoryType, Reach, Scope
from showbible.conversations.recall import brief, hooks, memories, talks
from showbible.conversations.recall.brief import ReplyBrief
from showbible.conversations.recall.cast import like
from showbible.conversations.recall.relevant import TEXTS
from showbible.storage import paging, search
from showbible.storage.database import Database
from showbible.storage.paging import Page
from showbible.values import frozen
from showbible.vocabulary import QUERY_LIMIT, checked_text, stamp

_MOST_FOUND: Final = 400


class MemoryStanding(StrEnum):
    """Whether a memory counts: it holds, is pinned, is paused, or a newer one has taken its place.

    What is paused is listed as that, pinned or superseded as it may be.
    """

    HOLDS = "holds"
    PINNED = "pinned"
    PAUSED = "paused"
    SUPERSEDED = "superseded"


@frozen
class MemoryFilter:
    """Which memories of a scope are wanted; nothing leaves a thing open."""

    text: str = ""
    type: MemoryType | None = None
    standing: MemoryStanding | None = None


_STANDING: Final = """
    CASE WHEN paused_at IS NOT NULL THEN 'paused' WHEN superseded_by IS NOT NULL THEN 'superseded'
         WHEN pinned = 1 THEN 'pinned' ELSE 'holds' END
"""


def standing(memory: Memory) -> MemoryStanding:
    """Where one memory stands, as the lists sort it."""
    if memory.paused:
        return MemoryStanding.PAUSED
    if memory.superseded_by:
        return MemoryStanding.SUPERSEDED
    return MemoryStanding.PINNED if memory.pinned else MemoryStanding.HOLDS


MemoryCounts = dict[tuple[MemoryType, MemoryStanding], int]
"""How many memories there are of each type and standing."""


def memory_page(
    db: Database, scope: Scope, wanted: MemoryFilter, *, limit: int, cursor: str | None = None
) -> tuple[Page[Memory], MemoryCounts]:
    """The memories of a scope that pass a filter, newest first, and how those that hold its text divide."""
    (before,) = paging.decoded(cursor, (int,)) if cursor else (2**62,)
    with db.snapshot():
        found = _found_by(db, scope, wanted.text)
        counts = _counted(db, found)
        rows = db.all(
            f"""
            SELECT *
              FROM memories
             WHERE pool = :pool AND type <> 'said' AND seq < :before
               AND (memory_id IN :ids OR LOWER(text) LIKE :text ESCAPE '\\')
               AND (CAST(:type AS TEXT) IS NULL OR type = :type)
               AND (CAST(:standing AS TEXT) IS NULL OR {_STANDING} = :standing)
             ORDER BY seq DESC
             LIMIT :limit
            """,  # noqa: S608
            **found,
            before=before,
            type=wanted.type,
            standing=wanted.standing,
            limit=limit + 1,
        )
        listed = memories.from_rows(db, rows)
    return paging.page(listed, limit=limit, total=total(counts, wanted), key=lambda each: (each.seq,)), counts


def total(counts: MemoryCounts, wanted: MemoryFilter) -> int:
    """How many of the counted memories a filter lets pass."""
    return sum(
        number
        for (kind, standing), number in counts.items()
        if wanted.type in (None, kind) and wanted.standing in (None, standing)
    )


def memory_counts(db: Database, scope: Scope, text: str = "") -> MemoryCounts:
    """How the memories that hold a text divide."""
    return _counted(db, _found_by(db, scope, text))


def _counted(db: Database, found: Mapping[str, object]) -> MemoryCounts:
    rows = db.all(
        f"""
        SELECT type, {_STANDING} AS standing, COUNT(*) AS number
          FROM memories
         WHERE pool = :pool AND type <> 'said' AND (memory_id IN :ids OR LOWER(text) LIKE :text ESCAPE '\\')
         GROUP BY 1, 2
        """,  # noqa: S608
        **found,
    )
    return {(MemoryType(row.type), MemoryStanding(row.standing)): int(row.number) for row in rows}


def _found_by(db: Database, scope: Scope, text: str) -> dict[str, object]:
    """Whole words are found in any form, a word that is still being typed by its letters."""
    checked_text("q", text, limit=QUERY_LIMIT)
    hits = search.find(db, TEXTS, text, scope=scope.pool, limit=_MOST_FOUND) if text else []
    return {"pool": scope.pool, "ids": [hit.item_id for hit in hits] or [""], "text": like(text)}


def divided(counts: MemoryCounts, wanted: MemoryFilter) -> tuple[Counter[str], Counter[str]]:
    """How many memories each type would show with the standing that is wanted, and the reverse."""
    types, standings = Counter[str](), Counter[str]()
    for (kind, standing), number in counts.items():
        types[kind] += number if wanted.standing in (None, standing) else 0
        standings[standing] += number if wanted.type in (None, kind) else 0
    return types, standings


def in_scope(db: Database, scope: Scope, memory_id: str) -> Memory | None:
    """A memory, if this scope may see it."""
    found = memories.these(db, [memory_id])
    return found[0] if found and found[0].pool == scope.pool else None


def replaced(db: Database, memory: Memory) -> list[Memory]:
    """The memories whose place this one took."""
    return list(memories.these(db, memory.replaces))


def hook_in_scope(db: Database, scope: Scope, hook_id: str) -> Hook | None:
    """A hook, if this scope may see it: one of a series shows only there."""
    found = hooks.these(db, [hook_id])
    if not found or (found[0].user_id, found[0].character_id) != (scope.user_id, scope.character_id):
        return None
    return found[0] if found[0].scope is Reach.CHARACTER or found[0].series_id == scope.series_id else None


def evidence(db: Database, thing: Memory | Hook) -> Exchange | None:
    """The exchange that something was read out of, if there was one and it is still there."""
    if thing.session_id is None or thing.exchange_id is None:
        return None
    return talks.find_exchange(db, thing.session_id, thing.exchange_id)


def past_hooks(db: Database, scope: Scope, *, at: datetime, limit: int) -> list[Hook]:
    """The hooks of a scope that were used, dismissed or have run out, the newest first."""
    rows = db.all(
        """
        SELECT *
          FROM hooks
         WHERE user_id = :user_id AND character_id = :character_id AND (state <> 'active' OR expires_at <= :at)
           AND (scope = 'character' OR (scope = 'series' AND series_id = CAST(:series_id AS TEXT)))
         ORDER BY COALESCE(settled_at, expires_at) DESC, hook_id
         LIMIT :limit
        """,
        user_id=scope.user_id,
        character_id=scope.character,
        series_id=scope.series_id,
        at=stamp(at),
        limit=limit,
    )
    return [hooks.from_row(row) for row in rows]


def last_talk(db: Database, scope: Scope) -> Conversation | None:
    """The conversation in which the two were last heard in this scope."""
    row = db.first(
        """
        SELECT session_id
          FROM conversations
         WHERE user_id = :user_id AND character_id = :character_id
           AND (series_id = CAST(:series_id AS TEXT) OR (series_id IS NULL AND CAST(:series_id AS TEXT) IS NULL))
         ORDER BY heard_at DESC, session_id DESC
         LIMIT 1
        """,
        user_id=scope.user_id,
        character_id=scope.character,
        series_id=scope.series_id,
    )
    return talks.conversation(db, row.session_id) if row else None


def next_brief(db: Database, scope: Scope, talk: Conversation | None, *, at: datetime) -> ReplyBrief:
    """What a character would be told now, in its latest talk or in a first one; no hook counts as offered."""
    return brief.brief(db, talk or _first_talk(scope, at), at=at)


def _first_talk(scope: Scope, at: datetime) -> Conversation:
    return Conversation(
        session_id="",
        user_id=scope.user_id,
        character_id=scope.character,
        series_id=scope.series_id,
        episode_id=None,
        turn_budget=None,
        timezone="UTC",
        turn_count=0,
        processed=0,
        started_at=at,
        heard_at=at,
    )
