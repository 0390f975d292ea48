"""Memories are kept, repeated, superseded, changed by people, and forgotten for good."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from showbible.conversations import meaning
from showbible.conversations.model import (
    MEMORY_LIMIT,
    Memory,
    MemoryType,
    Noticed,
    Scope,
    checked_share,
    word,
)
from showbible.conversations.recall import memories
from showbible.conversations.recall.relevant import TEXTS
from showbible.conversations.wording import Claim, claim, text_key
from showbible.errors import Conflict, Invalid
from showbible.storage import search, vectors
from showbible.storage.database import Database
from showbible.vocabulary import checked_id, checked_text, new_id, stamp, utcnow

PERSON: Final = "person"
SITTING_GAP: Final = timedelta(hours=1)
LONGEST_SITTING: Final = 30
"""Memories after which a sitting ends even if the talk goes on."""
MOST_SPEAKERS: Final = 40


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where memories come from, and who read them out of it."""

    made_by: str
    at: datetime
    session_id: str | None = None
    exchange_id: str | None = None
    recorded_at: datetime | None = None


def keep(db: Database, scope: Scope, noticed: Sequence[Noticed], source: Source) -> list[Memory]:
    """The memories that these observations made or repeated; what was deleted before stays so."""
    kept: list[str] = []
    with db.transaction():
        db.hold(f"pool:{scope.pool}")
        for each in noticed:
            if not _is_forgotten(db, scope, each.text, source):
                kept.append(_repeated(db, scope, each, source) or _insert(db, scope, each, source, pinned=False))
    return list(memories.these(db, list(dict.fromkeys(kept))))


@dataclass(frozen=True, kw_only=True)
class Written:
    """A memory that a person writes down."""

    type: str
    text: str
    memory_id: str | None = None
    importance: float = 0.5
    speaker: str | None = None
    at: datetime | None = None


def write(db: Database, scope: Scope, written: Written) -> Memory:
    """A memory by hand; without an id of its own, the same text again only counts as a repetition."""
    if written.memory_id is not None:
        checked_id("memory", written.memory_id)
    noticed = Noticed(
        type=word(MemoryType, "type", written.type),
        text=checked_text("text", written.text, limit=MEMORY_LIMIT, empty=False),
        importance=checked_share("importance", written.importance),
        speaker=_checked_speaker(written.speaker),
    )
    source = Source(made_by=PERSON, at=written.at or utcnow())
    stamp(source.at)
    with db.transaction():
        db.hold(f"pool:{scope.pool}")
        if written.memory_id is not None:
            db.hold(f"memory:{written.memory_id}")
            if db.value("SELECT 1 FROM memories WHERE memory_id = :id", id=written.memory_id):
                raise Conflict(f"There is a memory {written.memory_id!r} already.")
            return memories.memory(db, _insert(db, scope, noticed, source, memory_id=written.memory_id))
        return memories.memory(db, _repeated(db, scope, noticed, source) or _insert(db, scope, noticed, source))


@dataclass(frozen=True, kw_only=True)
class Change:
    """What a person corrects; None leaves a thing as it is."""

    text: str | None = None
    importance: float | None = None
    pinned: bool | None = None


def change(db: Database, memory_id: str, wanted: Change, *, user_id: str | None = None) -> Memory:
    """A memory as a person wants it: from now on it is their word."""
    if wanted.text is not None:
        checked_text("text", wanted.text, limit=MEMORY_LIMIT, empty=False)
    if wanted.importance is not None:
        checked_share("importance", wanted.importance)
    with db.transaction():
        db.hold(f"pool:{memories.memory(db, memory_id, user_id=user_id).pool}")
        memory = memories.memory(db, memory_id, user_id=user_id)
        text = memory.text if wanted.text is None else wanted.text
        if text != memory.text:
            _leave_trace(db, memory)
        claimed = claim(text)
        db.run(
            """
            UPDATE memories
               SET text = :text, text_key = :text_key, slot = :slot, slot_value = :slot_value,
                   importance = :importance, pinned = :pinned, made_by = :made_by
             WHERE memory_id = :memory_id
            """,
            memory_id=memory_id,
            text=text,
            text_key=text_key(text),
            slot=_slot(claimed, memory.speaker),
            slot_value=claimed.value if claimed else None,
            importance=memory.importance if wanted.importance is None else wanted.importance,
            pinned=int(memory.pinned if wanted.pinned is None else wanted.pinned),
            made_by=PERSON,
        )
        _index(db, memory.pool, memory_id, text)
        return memories.memory(db, memory_id)


def forget(db: Database, memory_id: str, *, user_id: str | None = None) -> None:
    """Remove a memory for good: only a mark stays that keeps it from being read out of its exchange again."""
    with db.transaction():
        db.hold(f"pool:{memories.memory(db, memory_id, user_id=user_id).pool}")
        memory = memories.memory(db, memory_id, user_id=user_id)
        _leave_trace(db, memory)
        search.remove(db, TEXTS, scope=memory.pool, item_id=memory_id)
        vectors.remove(db, meaning.MEANINGS, scope=memory.pool, item_id=memory_id)
        # What it had superseded holds again no more than before: the link passes on.
        db.run(
            "UPDATE memories SET superseded_by = :next WHERE pool = :pool AND superseded_by = :memory_id",
            next=memory.superseded_by,
            pool=memory.pool,
            memory_id=memory_id,
        )
        db.run("DELETE FROM memories WHERE memory_id = :memory_id", memory_id=memory_id)


def _leave_trace(db: Database, memory: Memory) -> None:
    db.run(
        """
        INSERT INTO memories_forgotten (pool, text_key, user_id, session_id, exchange_id, forgotten_at)
        VALUES (:pool, :text_key, :user_id, :session_id, :exchange_id, :at)
            ON CONFLICT (pool, text_key)
            DO UPDATE SET session_id = excluded.session_id, exchange_id = excluded.exchange_id,
                          forgotten_at = excluded.forgotten_at
        """,
        pool=memory.pool,
        text_key=text_key(memory.text),
        user_id=memory.user_id,
        session_id=memory.session_id,
        exchange_id=memory.exchange_id,
        at=stamp(utcnow()),
    )


def _is_forgotten(db: Database, scope: Scope, text: str, source: Source) -> bool:
    """Whether this was deleted after the exchange that says it was recorded."""
    return bool(
        db.value(
            """
            SELECT 1
              FROM memories_forgotten
             WHERE pool = :pool AND text_key = :text_key
               AND (forgotten_at >= :recorded_at OR (session_id = :session_id AND exchange_id = :exchange_id))
            """,
            pool=scope.pool,
            text_key=text_key(text),
            recorded_at=stamp(source.recorded_at or utcnow()),
            session_id=source.session_id or "",
            exchange_id=source.exchange_id or "",
        )
    )


def _repeated(db: Database, scope: Scope, noticed: Noticed, source: Source) -> str | None:
    """The memory that says the same already, counted once more; an exchange counts once."""
    row = _same(db, scope, noticed)
    if row is None:
        return None
    again = source.exchange_id is None or (row.session_id, row.exchange_id) != (source.session_id, source.exchange_id)
    if again:
        db.run(
            """
            UPDATE memories
               SET reference_count = reference_count + 1,
                   referenced_at = CASE WHEN referenced_at < :at THEN :at ELSE referenced_at END
             WHERE memory_id = :memory_id
            """,
            memory_id=row.memory_id,
            at=stamp(source.at),
        )
    return str(row.memory_id)


def _same(db: Database, scope: Scope, noticed: Noticed) -> Any:
    """The row that says the same in the same words, or gives the same thing the same value."""
    row = db.first(
        """
        SELECT memory_id, session_id, exchange_id
          FROM memories
         WHERE pool = :pool AND text_key = :text_key AND superseded_by IS NULL
        """,
        pool=scope.pool,
        text_key=text_key(noticed.text),
    )
    claimed = claim(noticed.text)
    if row is not None or claimed is None:
        return row
    return db.first(
        """
        SELECT memory_id, session_id, exchange_id
          FROM memories
         WHERE pool = :pool AND slot = :slot AND slot_value = :value AND superseded_by IS NULL
        """,
        pool=scope.pool,
        slot=_slot(claimed, noticed.speaker),
        value=claimed.value,
    )


def _insert(
    db: Database,
    scope: Scope,
    noticed: Noticed,
    source: Source,
    *,
    memory_id: str | None = None,
    pinned: bool = False,
) -> str:
    memory_id = memory_id or new_id()
    claimed = claim(noticed.text)
    slot = _slot(claimed, noticed.speaker)
    row: dict[str, Any] = {
        "memory_id": memory_id,
        "pool": scope.pool,
        "user_id": scope.user_id,
        "character_id": scope.character_id,
        "series_id": scope.series_id,
        "session_id": source.session_id,
        "exchange_id": source.exchange_id,
        "type": noticed.type,
        "text": noticed.text,
        "text_key": text_key(noticed.text),
        "slot": slot,
        "slot_value": claimed.value if claimed else None,
        "importance": noticed.importance,
        "speaker": noticed.speaker,
        "pinned": int(pinned),
        "made_by": source.made_by,
        "at": stamp(source.at),
        "now": stamp(utcnow()),
    }
    db.run(_INSERT, **row, **_place(db, scope, noticed.speaker, at=source.at))
    if slot is not None and claimed is not None:
        _supersede(db, scope, memory_id, slot=slot, value=claimed.value)
    _index(db, scope.pool, memory_id, noticed.text)
    return memory_id


_INSERT: Final = """
    INSERT INTO memories (
        memory_id, pool, seq, sitting, user_id, character_id, series_id, session_id, exchange_id, type, text, text_key,
        slot, slot_value, importance, speaker, pinned, made_by, reference_count, said_at, referenced_at, created_at)
    VALUES (
        :memory_id, :pool, :seq, :sitting, :user_id, :character_id, :series_id, :session_id, :exchange_id, :type, :text,
        :text_key, :slot, :slot_value, :importance, :speaker, :pinned, :made_by, 1, :at, :at, :now)
"""


def _supersede(db: Database, scope: Scope, memory_id: str, *, slot: str, value: str) -> None:
    """Link what gave the same thing another value to the memory that gives it now; a pin holds."""
    db.run(
        """
        UPDATE memories
           SET superseded_by = :memory_id
         WHERE pool = :pool AND slot = :slot AND slot_value <> :value
           AND superseded_by IS NULL AND pinned = 0 AND memory_id <> :memory_id
        """,
        memory_id=memory_id,
        pool=scope.pool,
        slot=slot,
        value=value,
    )


def _slot(claimed: Claim | None, speaker: str | None) -> str | None:
    """Whose claim it is belongs to the claim: two speakers do not contradict each other."""
    return None if claimed is None else f"{(speaker or 'user').casefold()}: {claimed.slot}"


def _place(db: Database, scope: Scope, speaker: str | None, *, at: datetime) -> dict[str, int]:
    """The next number in the pool, and the sitting it belongs to: a new one after a pause or a long talk."""
    row = db.first("SELECT * FROM memory_pools WHERE pool = :pool", pool=scope.pool)
    seq = row.last_seq + 1 if row else 1
    fresh = row is None or _is_new_sitting(row, seq=seq, at=stamp(at))
    sitting = row.sitting + fresh if row else 1
    known = json.loads(row.speakers) if row else []
    if speaker is not None and speaker not in known and len(known) < MOST_SPEAKERS:
        known.append(speaker)
    db.run(
        """
        INSERT INTO memory_pools (pool, user_id, last_seq, sitting, sitting_began, last_at, speakers)
        VALUES (:pool, :user_id, :seq, :sitting, :began, :at, :speakers)
            ON CONFLICT (pool)
            DO UPDATE SET last_seq = excluded.last_seq, sitting = excluded.sitting,
                          sitting_began = excluded.sitting_began, last_at = excluded.last_at,
                          speakers = excluded.speakers
        """,
        pool=scope.pool,
        user_id=scope.user_id,
        seq=seq,
        sitting=sitting,
        began=seq if fresh or row is None else row.sitting_began,
        at=stamp(at),
        speakers=json.dumps(known),
    )
    return {"seq": seq, "sitting": sitting}


def _is_new_sitting(row: Any, *, seq: int, at: int) -> bool:
    pause = abs(at - row.last_at) > SITTING_GAP / timedelta(microseconds=1)
    return bool(pause or seq - row.sitting_began >= LONGEST_SITTING)


def _index(db: Database, pool: str, memory_id: str, text: str) -> None:
    search.put(db, TEXTS, scope=pool, item_id=memory_id, a=text)
    space = meaning.space()
    if space is not None:
        vector = space.embedder.embed([text])[0]
        vectors.put(db, meaning.MEANINGS, scope=pool, item_id=memory_id, model=space.embedder.name, vector=vector)


def _checked_speaker(speaker: str | None) -> str | None:
    if speaker is None:
        return None
    if len(speaker) > 128:
        raise Invalid("speaker has more than 128 characters.", field="speaker")
    return checked_text("speaker", speaker, limit=1024, empty=False)
