"""Take back what a person did: a forgotten memory returns to its place, a change gives way to what was before it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from showbible.conversations.model import MEMORY_LIMIT, Hook, Memory, Scope, checked_share
from showbible.conversations.recall import hooks, memories
from showbible.conversations.record import hooks as hook_record
from showbible.conversations.record import memories as memory_record
from showbible.conversations.record.memories import Forgotten
from showbible.conversations.record.pools import index, slot_of
from showbible.conversations.wording import claim, text_key
from showbible.conversations.words import Reach
from showbible.errors import Conflict, Invalid, NotFound
from showbible.storage import changes
from showbible.storage.changes import Book, Change
from showbible.storage.database import Database
from showbible.vocabulary import checked_id, checked_text, stamp


def restore(db: Database, forgotten: Forgotten) -> Memory:
    """A forgotten memory as it was, at its old place; its history does not return."""
    memory = _checked(forgotten)
    with db.transaction():
        db.hold(f"user:{memory.user_id}")
        db.hold(f"memory:{memory.memory_id}")
        if memories.these(db, [memory.memory_id]) or not _has_room(db, memory):
            raise Conflict("This memory is there already, or its place is taken.")
        db.run(_INSERT, **_row(memory))
        db.run(
            "UPDATE memories SET superseded_by = :memory_id WHERE pool = :pool AND memory_id IN :ids",
            memory_id=memory.memory_id,
            pool=memory.pool,
            ids=list(forgotten.replaced) or [""],
        )
        db.run(
            "DELETE FROM memories_forgotten WHERE pool = :pool AND text_key = :text_key",
            pool=memory.pool,
            text_key=text_key(memory.text),
        )
        index(db, memory.pool, {memory.memory_id: memory.text})
        return memories.memory(db, memory.memory_id)


_INSERT = """
    INSERT INTO memories (
        memory_id, pool, seq, sitting, user_id, character_id, series_id, session_id, exchange_id, type, text, text_key,
        slot, slot_value, importance, speaker, pinned, made_by, reference_count, superseded_by, said_at, referenced_at,
        created_at)
    VALUES (
        :memory_id, :pool, :seq, :sitting, :user_id, :character_id, :series_id, :session_id, :exchange_id, :type, :text,
        :text_key, :slot, :slot_value, :importance, :speaker, :pinned, :made_by, :reference_count, :superseded_by,
        :said_at, :referenced_at, :created_at)
"""


def _checked(forgotten: Forgotten) -> Memory:
    """What comes back has been out of our hands: it must still be a memory of its own pool."""
    memory = forgotten.memory
    checked_id("memory", memory.memory_id)
    checked_text("text", memory.text, limit=MEMORY_LIMIT, empty=False)
    checked_share("importance", memory.importance)
    scope = Scope(user_id=memory.user_id, character_id=memory.character_id, series_id=memory.series_id)
    if scope.pool != memory.pool:
        raise Invalid("This memory does not belong where it wants to return to.", field="memory")
    return memory


def _has_room(db: Database, memory: Memory) -> bool:
    """Whether its number was given out, and nobody has it now."""
    last = db.value("SELECT last_seq FROM memory_pools WHERE pool = :pool", pool=memory.pool)
    taken = db.value("SELECT 1 FROM memories WHERE pool = :pool AND seq = :seq", pool=memory.pool, seq=memory.seq)
    return last is not None and 1 <= memory.seq <= last and not taken


def _row(memory: Memory) -> dict[str, Any]:
    claimed = claim(memory.text)
    return {
        **vars(memory),
        "text_key": text_key(memory.text),
        "slot": slot_of(claimed, memory.speaker),
        "slot_value": claimed.value if claimed else None,
        "pinned": int(memory.pinned),
        "said_at": stamp(memory.said_at),
        "referenced_at": stamp(memory.referenced_at),
        "created_at": stamp(memory.created_at),
    }


# Changes


def history(db: Database, memory: Memory) -> list[Change]:
    """What people changed in a memory, newest first."""
    return changes.of(db, Book.STUDIO, scope=memory.user_id, kind=memory_record.KIND, item_id=memory.memory_id)


def hook_history(db: Database, hook: Hook) -> list[Change]:
    """What people changed in a hook, newest first."""
    return changes.of(db, Book.STUDIO, scope=hook.user_id, kind=hook_record.KIND, item_id=hook.hook_id)


def take_back(db: Database, memory_id: str, seq: int, *, user_id: str | None = None) -> Memory:
    """A memory with one change undone: what that change touched is as before it."""
    with db.transaction():
        found = memories.memory(db, memory_id, user_id=user_id)
        before = _before(db, found.user_id, memory_record.KIND, item_id=memory_id, seq=seq)
        return memory_record.change(db, memory_id, memory_record.Change(**before), user_id=user_id)


def take_back_hook(db: Database, hook_id: str, seq: int, *, user_id: str | None = None) -> Hook:
    """A hook with one change undone: what that change touched is as before it."""
    with db.transaction():
        found = hook_record.held(db, hook_id, user_id)
        before = _before(db, found.user_id, hook_record.KIND, item_id=hook_id, seq=seq)
        for name in {"due_at", "expires_at"} & set(before):
            before[name] = datetime.fromisoformat(before[name]) if before[name] else None
        if "scope" in before:
            before["scope"] = Reach(before["scope"])
        return hook_record.rewrite(db, found, replace(hooks.hook(db, hook_id), **before))


def _before(db: Database, user_id: str, kind: str, *, item_id: str, seq: int) -> dict[str, Any]:
    change = changes.one(db, Book.STUDIO, scope=user_id, kind=kind, seq=seq)
    if change is None or change.item_id != item_id:
        raise NotFound("change", str(seq))
    return dict(change.before)
