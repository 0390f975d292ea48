"""Take back what was done: what was forgotten returns to its place, a change gives way to what was before it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from showbible.conversations.model import MEMORY_LIMIT, Hook, Memory, Scope, checked_share
from showbible.conversations.recall import hooks, memories
from showbible.conversations.recall.wording import claim, text_key
from showbible.conversations.record import hook_states
from showbible.conversations.record import memories as memory_record
from showbible.conversations.record.hook_states import ForgottenHook
from showbible.conversations.record.hooks import checked_content, checked_priority, checked_reach
from showbible.conversations.record.memories import Forgotten, paused_since
from showbible.conversations.record.memory_store import index, slot_of
from showbible.conversations.words import HookState, Reach
from showbible.errors import Conflict, Invalid, NotFound
from showbible.storage import changes
from showbible.storage.changes import Change
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
        created_at, paused_at, episode_id)
    VALUES (
        :memory_id, :pool, :seq, :sitting, :user_id, :character_id, :series_id, :session_id, :exchange_id, :type, :text,
        :text_key, :slot, :slot_value, :importance, :speaker, :pinned, :made_by, :reference_count, :superseded_by,
        :said_at, :referenced_at, :created_at, :paused_at, :episode_id)
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
        "paused_at": stamp(memory.paused_at) if memory.paused_at else None,
    }


def restore_hook(db: Database, forgotten: ForgottenHook) -> Hook:
    """A forgotten hook as it was; its history does not return."""
    hook = _checked_hook(forgotten.hook)
    with db.transaction():
        db.hold(f"user:{hook.user_id}")
        db.hold(f"hook:{hook.hook_id}")
        if hooks.these(db, [hook.hook_id]):
            raise Conflict("This hook is there already.")
        db.run(
            _INSERT_HOOK,
            **vars(hook)
            | {name: stamp(then) if then else None for name, then in _moments(forgotten).items()}
            | {"content_key": text_key(hook.content)},
        )
        return hooks.hook(db, hook.hook_id)


_INSERT_HOOK = """
    INSERT INTO hooks (
        hook_id, user_id, character_id, series_id, scope, session_id, exchange_id, type, content, content_key, phrase,
        suggested_opener, priority, due_at, expires_at, state, made_by, offered_count, created_at, settled_at,
        paused_at)
    VALUES (
        :hook_id, :user_id, :character_id, :series_id, :scope, :session_id, :exchange_id, :type, :content, :content_key,
        :phrase, :suggested_opener, :priority, :due_at, :expires_at, :state, :made_by, :offered_count, :created_at,
        :settled_at, :paused_at)
"""


def _checked_hook(hook: Hook) -> Hook:
    """What comes back has been out of our hands: it must still be a hook."""
    checked_id("hook", hook.hook_id)
    Scope(user_id=hook.user_id, character_id=hook.character_id, series_id=hook.series_id)
    checked_reach(hook.scope, hook.series_id)
    checked_content(hook.content)
    checked_priority(hook.priority)
    return hook


def _moments(forgotten: ForgottenHook) -> dict[str, datetime | None]:
    hook = forgotten.hook
    return {
        "due_at": hook.due_at,
        "expires_at": hook.expires_at,
        "created_at": hook.created_at,
        "paused_at": hook.paused_at,
        "settled_at": forgotten.settled_at,
    }


# Changes


def history(db: Database, memory: Memory) -> list[Change]:
    """What people changed in a memory, newest first."""
    return changes.of(db, owner=memory.user_id, kind=memory_record.KIND, item_id=memory.memory_id)


def hook_history(db: Database, hook: Hook) -> list[Change]:
    """What people and conversations changed in a hook, newest first."""
    return changes.of(db, owner=hook.user_id, kind=hook_states.KIND, item_id=hook.hook_id)


def take_back(db: Database, memory_id: str, seq: int, *, user_id: str | None = None) -> Memory:
    """A memory with one change undone: what that change touched is as before it."""
    with db.transaction():
        found = memories.memory(db, memory_id, user_id=user_id)
        before = _before(db, found.user_id, memory_record.KIND, item_id=memory_id, seq=seq)
        return memory_record.change(db, memory_id, memory_record.Change(**before), user_id=user_id)


def take_back_hook(db: Database, hook_id: str, seq: int, *, user_id: str | None = None) -> Hook:
    """A hook with one change undone: what that change touched is as before it."""
    with db.transaction():
        found = hook_states.held(db, hook_id, user_id)
        before = _before(db, found.user_id, hook_states.KIND, item_id=hook_id, seq=seq)
        return hook_states.rewrite(db, found, _as_before(found, before))


def _as_before(hook: Hook, before: dict[str, Any]) -> Hook:
    """A hook with what a change had touched as it was; a rule that refuses an act refuses its return."""
    paused = paused_since(hook.paused_at, before.pop("paused", None))
    state = before.pop("state", None)
    for name in {"due_at", "expires_at"} & set(before):
        before[name] = datetime.fromisoformat(before[name]) if before[name] else None
    if "scope" in before:
        before["scope"] = Reach(before["scope"])
    hook = replace(hook, paused_at=paused, **before)
    return hook if state is None else hook_states.stated(hook, HookState(state))


def _before(db: Database, user_id: str, kind: str, *, item_id: str, seq: int) -> dict[str, Any]:
    change = changes.one(db, owner=user_id, kind=kind, seq=seq)
    if change is None or change.item_id != item_id:
        raise NotFound("change", str(seq))
    return dict(change.before)
