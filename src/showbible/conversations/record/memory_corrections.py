"""What people do to a memory: correct, pin, pause and forget it, each with its way back.

What is forgotten, and a text that is corrected, is not read out of its exchange again.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from showbible.conversations.model import MEMORY_LIMIT, MESSAGE_LIMIT, ForgottenMemory, Memory, MemoryType, Scope
from showbible.conversations.recall import memories
from showbible.conversations.recall.wording import text_key
from showbible.conversations.record import memory_store
from showbible.conversations.record.memories import checked_importance, checked_words
from showbible.conversations.record.replacing import MEMORY_NAME, REPLACED_BY
from showbible.corrections import PAUSED, Correctable, Fields
from showbible.errors import Conflict, Invalid
from showbible.storage.database import Database
from showbible.vocabulary import PERSON, checked_id, checked_text, stamp, utcnow


def _fields(memory: Memory) -> Fields:
    return {
        "text": memory.text,
        "importance": memory.importance,
        "pinned": memory.pinned,
        PAUSED: memory.paused,
        REPLACED_BY: memory.superseded_by,
    }


def _check(_: Memory, wanted: Fields) -> Fields:
    if "text" in wanted:
        checked_words(wanted["text"])
    if "importance" in wanted:
        checked_importance(wanted["importance"])
    if wanted.get(REPLACED_BY) is not None:
        raise Invalid("A memory can be said to hold again, with null; say what replaces it instead.", field=REPLACED_BY)
    return wanted


def _write(db: Database, memory: Memory, wanted: Fields, at: datetime) -> None:
    now = _rewritten(memory, wanted, at)
    stored = memory_store.row(now)
    db.run(_UPDATE, **{name: stored[name] for name in _COLUMNS}, memory_id=memory.memory_id)
    if now.text != memory.text:
        _leave_trace(db, memory)
        memory_store.index_anew(db, now)
        _replace_lines(db, memory)
    if now.paused != memory.paused:
        _pause_lines(db, now)
    if now.superseded_by != memory.superseded_by:
        _relink(db, memory, now)


def _rewritten(memory: Memory, wanted: Fields, at: datetime) -> Memory:
    """What a person corrects is their word from now on; a pause leaves it to its author."""
    says = {name: value for name, value in wanted.items() if name not in (PAUSED, REPLACED_BY)}
    paused_at = (memory.paused_at or at) if wanted.get(PAUSED, memory.paused) else None
    successor = wanted.get(REPLACED_BY, memory.superseded_by)
    made_by = PERSON if says else memory.made_by
    return replace(memory, **says, paused_at=paused_at, superseded_by=successor, made_by=made_by)


def _relink(db: Database, was: Memory, now: Memory) -> None:
    """Let a memory hold again, or no more, and the lines that it rests on with it."""
    successor = now.superseded_by
    if successor is not None and all(each.pool != was.pool for each in memories.these(db, [successor])):
        raise Conflict("What had taken its place is there no more.")
    db.run(
        """
        UPDATE memories
           SET superseded_by = CAST(:successor AS TEXT), superseded_why = CAST(:why AS TEXT)
         WHERE pool = :pool
           AND (memory_id = :memory_id
                OR (memory_id IN :ids AND COALESCE(superseded_by, '') = :was))
        """,
        successor=successor,
        why=None if successor is None else "A person said so.",
        pool=was.pool,
        memory_id=was.memory_id,
        ids=list(was.rests_on) or [""],
        was=was.superseded_by or "",
    )


def _replace_lines(db: Database, memory: Memory) -> None:
    """What is corrected is not told in the old words either."""
    db.run(
        """
        UPDATE memories
           SET superseded_by = :memory_id, superseded_why = :why
         WHERE pool = :pool AND memory_id IN :ids AND type = 'said' AND superseded_by IS NULL
        """,
        memory_id=memory.memory_id,
        why="A person corrected it.",
        pool=memory.pool,
        ids=list(memory.rests_on) or [""],
    )


def _pause_lines(db: Database, memory: Memory) -> None:
    """The lines that a memory rests on rest with it, and wake with it."""
    db.run(
        "UPDATE memories SET paused_at = :at WHERE pool = :pool AND memory_id IN :ids AND type = 'said'",
        at=stamp(memory.paused_at) if memory.paused_at else None,
        pool=memory.pool,
        ids=list(memory.rests_on) or [""],
    )


def _take(db: Database, memory: Memory) -> ForgottenMemory:
    _leave_trace(db, memory)
    lines = [each for each in memories.these(db, memory.rests_on) if not each.is_distilled]
    for gone in (memory, *lines):
        memory_store.unindex(db, gone)
    # What it had superseded holds again no more than before: the link passes on.
    db.run(
        "UPDATE memories SET superseded_by = :next WHERE pool = :pool AND superseded_by = :memory_id",
        next=memory.superseded_by,
        pool=memory.pool,
        memory_id=memory.memory_id,
    )
    db.run("DELETE FROM memories WHERE memory_id IN :ids", ids=[memory.memory_id, *(each.memory_id for each in lines)])
    return ForgottenMemory(memory=memory, replaced=memory.replaces, lines=tuple(lines))


def _put(db: Database, taken: ForgottenMemory) -> Memory:
    memory = _checked(taken.memory)
    db.hold(_lock(memory))
    db.hold(f"memory:{memory.memory_id}")
    if memories.these(db, [memory.memory_id]) or not _has_room(db, memory):
        raise Conflict("This memory is there already, or its place is taken.")
    memory_store.put(db, [memory, *_lines_to_put(db, taken)])
    db.run(
        "UPDATE memories SET superseded_by = :memory_id WHERE pool = :pool AND memory_id IN :ids",
        memory_id=memory.memory_id,
        pool=memory.pool,
        ids=list(taken.replaced) or [""],
    )
    db.run(
        "DELETE FROM memories_forgotten WHERE pool = :pool AND text_key = :text_key",
        pool=memory.pool,
        text_key=text_key(memory.text),
    )
    return memories.memory(db, memory.memory_id)


def _lines_to_put(db: Database, taken: ForgottenMemory) -> list[Memory]:
    """The lines that come back with a memory, as far as they are its own and their places are free."""
    wanted = [_checked(each) for each in taken.lines if each.memory_id in taken.memory.rests_on]
    known = {each.memory_id for each in memories.these(db, [each.memory_id for each in wanted])}
    same_pool = [each for each in wanted if each.pool == taken.memory.pool and not each.is_distilled]
    return [each for each in same_pool if each.memory_id not in known and _has_room(db, each)]


def _lock(memory: Memory) -> str:
    return f"user:{memory.user_id}"


MEMORY: Final = Correctable[Database, Memory, ForgottenMemory](
    name=MEMORY_NAME,
    read=memories.memory,
    check=_check,
    fields=_fields,
    write=_write,
    lock=_lock,
    owner=lambda memory: memory.user_id,
    mark=lambda memory: memory.text,
    take=_take,
    put=_put,
)

_COLUMNS: Final = ("text", "text_key", "importance", "pinned", "paused_at", "made_by")
_UPDATE: Final = """
    UPDATE memories
       SET reading = CASE WHEN text = :text THEN reading END, slot = CASE WHEN text = :text THEN slot END,
           text = :text, text_key = :text_key, importance = :importance, pinned = :pinned, paused_at = :paused_at,
           made_by = :made_by
     WHERE memory_id = :memory_id
"""


def _checked(memory: Memory) -> Memory:
    """What comes back has been out of our hands: it must still be a memory of its own pool."""
    checked_id("memory", memory.memory_id)
    limit = MESSAGE_LIMIT if memory.type is MemoryType.SAID else MEMORY_LIMIT
    checked_text("text", memory.text, limit=limit, empty=False)
    checked_importance(memory.importance)
    scope = Scope(user_id=memory.user_id, character_id=memory.character_id, series_id=memory.series_id)
    if scope.pool != memory.pool:
        raise Invalid("This memory does not belong where it wants to return to.", field="memory")
    return memory


def _has_room(db: Database, memory: Memory) -> bool:
    """Whether its number was given out, and nobody has it now."""
    last = db.value("SELECT last_seq FROM memory_pools WHERE pool = :pool", pool=memory.pool)
    taken = db.value("SELECT 1 FROM memories WHERE pool = :pool AND seq = :seq", pool=memory.pool, seq=memory.seq)
    return last is not None and 1 <= memory.seq <= last and not taken


def _leave_trace(db: Database, memory: Memory) -> None:
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
