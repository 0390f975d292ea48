"""Memories are kept, repeated, superseded, changed and paused by people, and forgotten for good.

A paused memory takes no part in any recall, brief or count of what a character has to draw on, and still stands where
it stood: saying it again counts as a repetition and wakes nothing, a newer claim takes its place, and what had given
way to it does not return. Only a person wakes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from showbible.conversations.model import MEMORY_LIMIT, Memory, Noticed, Scope, checked_share
from showbible.conversations.recall import closeness, memories
from showbible.conversations.recall.relevant import TEXTS
from showbible.conversations.recall.wording import claim, text_key
from showbible.conversations.record.memory_store import Fresh, Source, index, insert, slot_of
from showbible.conversations.words import MemoryType, word
from showbible.errors import Conflict, Invalid
from showbible.storage import changes, search, vectors
from showbible.storage.database import Database
from showbible.vocabulary import PERSON, checked_id, checked_text, new_id, stamp, utcnow

KIND: Final = "memory"
"""What the history of changes calls a memory; its scope is the user."""


def keep(db: Database, scope: Scope, noticed: Sequence[Noticed], source: Source) -> list[Memory]:
    """The memories that these observations made or repeated; what was deleted before stays so."""
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        heard = [each for each in noticed if not _is_forgotten(db, scope, each.text, source)]
        kept = [_repeated(db, scope, each, source) for each in heard]
        new = {_same_thing(each): each for each, known in zip(heard, kept, strict=True) if known is None}
        fresh = [Fresh(memory_id=new_id(), noticed=each, at=source.at) for each in new.values()]
        made = insert(db, scope, fresh, source)
        ids = [each for each in kept if each is not None] + made
    return list(memories.these(db, list(dict.fromkeys(ids))))


@dataclass(frozen=True, kw_only=True)
class Written:
    """A memory that a person writes down."""

    type: str
    text: str
    memory_id: str | None = None
    importance: float = 0.5
    speaker: str | None = None
    at: datetime | None = None
    episode_id: str | None = None


def write(db: Database, scope: Scope, written: Written) -> Memory:
    """A memory by hand; without an id of its own, the same text again only counts as a repetition."""
    noticed, source = _checked(written), Source(made_by=PERSON, at=written.at or utcnow())
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        if written.memory_id is None and (known := _repeated(db, scope, noticed, source)):
            return memories.memory(db, known)
        return memories.memory(db, _insert_new(db, scope, [_fresh(written, noticed, source.at)])[0])


def write_many(db: Database, scope: Scope, written: Sequence[Written]) -> list[str]:
    """Many memories by hand in one transaction, each new; gives their ids."""
    fresh = [_fresh(each, _checked(each), each.at or utcnow()) for each in written]
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        return _insert_new(db, scope, fresh)


def _fresh(written: Written, noticed: Noticed, at: datetime) -> Fresh:
    return Fresh(memory_id=written.memory_id or new_id(), noticed=noticed, at=at, episode_id=written.episode_id)


def _insert_new(db: Database, scope: Scope, fresh: Sequence[Fresh]) -> list[str]:
    """Ids that callers choose are theirs once."""
    for each in sorted(fresh, key=lambda each: each.memory_id):
        db.hold(f"memory:{each.memory_id}")
    known = memories.these(db, [each.memory_id for each in fresh])
    if known:
        raise Conflict(f"There is a memory {known[0].memory_id!r} already.")
    return insert(db, scope, fresh, Source(made_by=PERSON, at=utcnow()))


def _checked(written: Written) -> Noticed:
    if written.memory_id is not None:
        checked_id("memory", written.memory_id)
    if written.episode_id is not None:
        checked_id("episode", written.episode_id)
    if written.at is not None:
        stamp(written.at)
    return Noticed(
        type=word(MemoryType, "type", written.type),
        text=checked_text("text", written.text, limit=MEMORY_LIMIT, empty=False),
        importance=checked_share("importance", written.importance),
        speaker=_checked_speaker(written.speaker),
    )


@dataclass(frozen=True, kw_only=True)
class Change:
    """What a person corrects; None leaves a thing as it is. `seen` is the text they had before them."""

    text: str | None = None
    importance: float | None = None
    pinned: bool | None = None
    paused: bool | None = None
    seen: str | None = None

    @property
    def says_something(self) -> bool:
        """Whether it touches what a memory says or weighs; a pause leaves both to their author."""
        return (self.text, self.importance, self.pinned) != (None, None, None)


def change(db: Database, memory_id: str, wanted: Change, *, user_id: str | None = None) -> Memory:
    """A memory as a person wants it: what they correct is their word from now on."""
    if wanted.text is not None:
        checked_text("text", wanted.text, limit=MEMORY_LIMIT, empty=False)
    if wanted.importance is not None:
        checked_share("importance", wanted.importance)
    with db.transaction():
        db.hold(f"user:{memories.memory(db, memory_id, user_id=user_id).user_id}")
        memory = memories.memory(db, memory_id, user_id=user_id)
        if wanted.seen not in (None, memory.text):
            raise Conflict(f"Somebody changed this memory meanwhile; it now says: {memory.text}")
        return _rewrite(db, memory, _wanted(memory, wanted))


def _wanted(memory: Memory, wanted: Change) -> Memory:
    return replace(
        memory,
        text=memory.text if wanted.text is None else wanted.text,
        importance=memory.importance if wanted.importance is None else wanted.importance,
        pinned=memory.pinned if wanted.pinned is None else wanted.pinned,
        paused_at=paused_since(memory.paused_at, wanted.paused),
        made_by=PERSON if wanted.says_something else memory.made_by,
    )


def paused_since(then: datetime | None, wanted: bool | None) -> datetime | None:
    """Since when something rests, after a wish: what rests already goes on resting."""
    if wanted is None:
        return then
    return (then or utcnow()) if wanted else None


def _rewrite(db: Database, was: Memory, now: Memory) -> Memory:
    """Put what a memory says now in the place of what it said, and keep both in its history."""
    claimed = claim(now.text)
    db.run(
        """
        UPDATE memories
           SET text = :text, text_key = :text_key, slot = :slot, slot_value = :slot_value, importance = :importance,
               pinned = :pinned, paused_at = :paused_at, made_by = :made_by
         WHERE memory_id = :memory_id
        """,
        memory_id=now.memory_id,
        text=now.text,
        text_key=text_key(now.text),
        slot=slot_of(claimed, now.speaker),
        slot_value=claimed.value if claimed else None,
        importance=now.importance,
        pinned=int(now.pinned),
        paused_at=stamp(now.paused_at) if now.paused_at else None,
        made_by=now.made_by,
    )
    if now.text != was.text:
        leave_trace(db, was)
        index(db, now.pool, {now.memory_id: now.text})
    _note(db, was, now)
    return memories.memory(db, now.memory_id)


def _note(db: Database, was: Memory, now: Memory) -> None:
    before, after = (
        {"text": each.text, "importance": each.importance, "pinned": each.pinned, "paused": each.paused}
        for each in (was, now)
    )
    changes.note(db, owner=was.user_id, kind=KIND, item_id=was.memory_id, before=before, after=after)


@dataclass(frozen=True, kw_only=True)
class Forgotten:
    """All that is needed to restore a memory; whoever forgets it holds this, nobody else does."""

    memory: Memory
    replaced: tuple[str, ...] = ()
    """The memories that had pointed to it as their successor."""


def forget(db: Database, memory_id: str, *, user_id: str | None = None) -> Forgotten:
    """Remove a memory for good: only a mark stays that keeps it from being read out of its exchange again."""
    with db.transaction():
        db.hold(f"user:{memories.memory(db, memory_id, user_id=user_id).user_id}")
        memory = memories.memory(db, memory_id, user_id=user_id)
        leave_trace(db, memory)
        changes.drop(db, owner=memory.user_id, kind=KIND, item_id=memory_id)
        search.remove(db, TEXTS, scope=memory.pool, item_id=memory_id)
        vectors.remove(db, closeness.MEANINGS, scope=memory.pool, item_id=memory_id)
        followed = db.all(
            "SELECT memory_id FROM memories WHERE pool = :pool AND superseded_by = :memory_id",
            pool=memory.pool,
            memory_id=memory_id,
        )
        # What it had superseded holds again no more than before: the link passes on.
        db.run(
            "UPDATE memories SET superseded_by = :next WHERE pool = :pool AND superseded_by = :memory_id",
            next=memory.superseded_by,
            pool=memory.pool,
            memory_id=memory_id,
        )
        db.run("DELETE FROM memories WHERE memory_id = :memory_id", memory_id=memory_id)
        return Forgotten(memory=memory, replaced=tuple(row.memory_id for row in followed))


def leave_trace(db: Database, memory: Memory) -> None:
    """Keep a text that a person took away from being read out of its exchange again."""
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


def _same_thing(noticed: Noticed) -> tuple[str, str]:
    """What two observations share that say the same thing."""
    claimed = claim(noticed.text)
    return (claimed.slot, claimed.value) if claimed else ("", text_key(noticed.text))


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
        slot=slot_of(claimed, noticed.speaker),
        value=claimed.value,
    )


def _checked_speaker(speaker: str | None) -> str | None:
    if speaker is None:
        return None
    if len(speaker) > 128:
        raise Invalid("speaker has more than 128 characters.", field="speaker")
    return checked_text("speaker", speaker, limit=1024, empty=False)
