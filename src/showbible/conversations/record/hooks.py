"""Hooks are made once, offered, and run out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from showbible.conversations.model import HOOK_LIMIT, Conversation, Hook, HookDraft, HookState, HookType, Reach, Scope
from showbible.conversations.recall import hooks
from showbible.conversations.recall.wording import text_key
from showbible.conversations.record.memory_store import Origin
from showbible.errors import Conflict, Invalid
from showbible.storage.database import Database
from showbible.vocabulary import PERSON, checked_id, checked_text, new_id, stamp, utcnow, word

LASTS: Final = {
    HookType.REMINDER: timedelta(days=7),
    HookType.SCHEDULED: timedelta(days=7),
    HookType.FOLLOW_UP: timedelta(days=30),
    HookType.MILESTONE: timedelta(days=30),
}
"""How long a hook stays after its time, or after it was made when it has none."""


def keep(db: Database, scope: Scope, drafts: Sequence[HookDraft], origin: Origin) -> list[Hook]:
    """The hooks that these plans made; a plan that is known already makes none."""
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        ids = [_once(db, _hook(scope, each, origin)) for each in drafts]
    return list(hooks.these(db, list(dict.fromkeys(ids))))


def add(db: Database, scope: Scope, draft: HookDraft) -> Hook:
    """A hook by hand; without an id of its own, the same one again is the one that is there."""
    hook = _hook(scope, draft, Origin(made_by=PERSON, at=utcnow()))
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        if draft.hook_id is None:
            return hooks.hook(db, _once(db, hook))
        if hooks.these(db, [hook.hook_id]):
            raise Conflict(f"There is a hook {hook.hook_id!r} already.")
        insert(db, hook)
        return hooks.hook(db, hook.hook_id)


def offer(db: Database, talk: Conversation, offered: Sequence[Hook], *, at: datetime) -> None:
    """Count that hooks were laid before a conversation: once a turn, however often it asks."""
    if not offered:
        return
    rows = [
        {"hook_id": each.hook_id, "session_id": talk.session_id, "turn": talk.turn_count, "at": stamp(at)}
        for each in offered
    ]
    with db.transaction():
        db.many(
            """
            UPDATE hooks
               SET offered_count = offered_count + 1
             WHERE hook_id = :hook_id
               AND NOT EXISTS (SELECT 1
                                 FROM hook_offers
                                WHERE hook_offers.hook_id = hooks.hook_id
                                  AND hook_offers.session_id = :session_id
                                  AND hook_offers.turn = :turn)
            """,
            rows,
        )
        db.many(
            """
            INSERT INTO hook_offers (hook_id, session_id, turn, offered_at)
            SELECT hook_id, :session_id, :turn, :at
              FROM hooks
             WHERE hook_id = :hook_id
                ON CONFLICT (hook_id, session_id)
                DO UPDATE SET turn = excluded.turn, offered_at = excluded.offered_at
            """,
            rows,
        )


def _hook(scope: Scope, draft: HookDraft, origin: Origin) -> Hook:
    kind, opener = word(HookType, "type", draft.type), draft.suggested_opener
    return Hook(
        hook_id=new_id() if draft.hook_id is None else checked_id("hook", draft.hook_id),
        user_id=scope.user_id,
        character_id=scope.character,
        series_id=scope.series_id,
        scope=checked_reach(word(Reach, "scope", draft.scope), scope.series_id),
        session_id=origin.session_id,
        exchange_id=origin.exchange_id,
        type=kind,
        content=checked_content(draft.content),
        phrase=draft.phrase,
        suggested_opener=None if opener is None else checked_text("suggested_opener", opener, limit=HOOK_LIMIT),
        priority=checked_priority(draft.priority),
        due_at=draft.due_at,
        expires_at=end(kind, made_at=origin.at, due_at=draft.due_at, wanted=draft.expires_at),
        state=HookState.ACTIVE,
        made_by=origin.made_by,
        offered_count=0,
        created_at=origin.at,
    )


def _once(db: Database, hook: Hook) -> str:
    """The hook that says the same already, or this one."""
    known = _same(db, row(hook))
    if known is None:
        insert(db, hook)
    return known or hook.hook_id


def _same(db: Database, row: dict[str, Any]) -> str | None:
    """The hook that says the same of the same day, whatever has become of it."""
    day = 24 * 3600 * 1_000_000
    found = db.first(
        """
        SELECT hook_id
          FROM hooks
         WHERE user_id = :user_id AND character_id = :character_id AND content_key = :content_key
           AND scope = :scope AND (scope = 'character' OR series_id = :series_id)
           AND ((due_at IS NULL AND CAST(:due_at AS BIGINT) IS NULL AND state = 'active' AND expires_at > :at)
                OR due_at BETWEEN CAST(:due_at AS BIGINT) - :day AND CAST(:due_at AS BIGINT) + :day)
        """,
        user_id=row["user_id"],
        character_id=row["character_id"],
        content_key=row["content_key"],
        scope=row["scope"],
        series_id=row["series_id"],
        due_at=row["due_at"],
        at=row["created_at"],
        day=day // 2,
    )
    return str(found.hook_id) if found else None


def insert(db: Database, hook: Hook, *, settled_at: datetime | None = None) -> None:
    """Keep a hook that is not there."""
    db.run(_INSERT, **row(hook), settled_at=stamp(settled_at) if settled_at else None)


_INSERT: Final = """
    INSERT INTO hooks (
        hook_id, user_id, character_id, series_id, scope, session_id, exchange_id, type, content, content_key, phrase,
        suggested_opener, priority, due_at, expires_at, state, made_by, offered_count, created_at, settled_at,
        paused_at)
    VALUES (
        :hook_id, :user_id, :character_id, :series_id, :scope, :session_id, :exchange_id, :type, :content, :content_key,
        :phrase, :suggested_opener, :priority, :due_at, :expires_at, :state, :made_by, :offered_count, :created_at,
        :settled_at, :paused_at)
"""


def row(hook: Hook) -> dict[str, Any]:
    """A hook as it is stored."""
    moments = ("due_at", "expires_at", "created_at", "paused_at")
    stored = {name: None if (then := getattr(hook, name)) is None else stamp(then) for name in moments}
    return {**vars(hook), **stored, "content_key": text_key(hook.content)}


def end(kind: HookType, *, made_at: datetime, due_at: datetime | None, wanted: datetime | None) -> datetime:
    """When a hook is over: as wanted, else some time after it is due or was made."""
    stamp(due_at or made_at)
    if wanted is None:
        return max(due_at or made_at, made_at) + LASTS[kind]
    if stamp(wanted) <= stamp(due_at or made_at):
        raise Invalid("expires_at must come after due_at, and after now when there is none.", field="expires_at")
    return wanted


def checked_reach(reach: Reach, series_id: str | None) -> Reach:
    """The reach itself, when the hook has what it needs."""
    if reach is Reach.SERIES and series_id is None:
        raise Invalid("A hook of a series needs its series_id.", field="series_id")
    return reach


def checked_content(content: str) -> str:
    """The words of a hook, when they are some and not too many."""
    return checked_text("content", content, limit=HOOK_LIMIT, empty=False)


def checked_priority(priority: int) -> int:
    """The priority itself, when it is one."""
    if isinstance(priority, bool) or not 1 <= priority <= 5:
        raise Invalid("priority must lie between 1 and 5.", field="priority")
    return priority
