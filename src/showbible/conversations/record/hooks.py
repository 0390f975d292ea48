"""Hooks are made once, corrected, offered, and run out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from showbible.conversations.model import HOOK_LIMIT, Conversation, Hook, Planned, Scope
from showbible.conversations.recall import hooks
from showbible.conversations.recall.wording import text_key
from showbible.conversations.record.hook_states import held, is_reworded, rewrite
from showbible.conversations.record.memories import paused_since
from showbible.conversations.record.memory_store import Source
from showbible.conversations.words import HookType, Reach, word
from showbible.errors import Conflict, Invalid
from showbible.storage.database import Database
from showbible.vocabulary import PERSON, checked_id, checked_text, new_id, stamp, utcnow

LASTS: Final = {
    HookType.REMINDER: timedelta(days=7),
    HookType.SCHEDULED: timedelta(days=7),
    HookType.FOLLOW_UP: timedelta(days=30),
    HookType.MILESTONE: timedelta(days=30),
}
"""How long a hook stays after its time, or after it was made when it has none."""


def keep(db: Database, scope: Scope, planned: Sequence[Planned], source: Source) -> list[Hook]:
    """The hooks that these plans made; a plan that is known already makes none."""
    kept = []
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        for each in planned:
            wish = New(type=each.type, content=each.content, suggested_opener=each.suggested_opener)
            row = _row(scope, wish, priority=each.priority, due_at=each.due_at, expires_at=None, source=source)
            kept.append(_known(db, row) or _insert(db, {**row, "phrase": each.phrase}))
    return list(hooks.these(db, list(dict.fromkeys(kept))))


@dataclass(frozen=True, kw_only=True)
class New:
    """A hook to make."""

    type: str
    content: str
    hook_id: str | None = None
    suggested_opener: str | None = None
    scope: str = Reach.CHARACTER


@dataclass(frozen=True, kw_only=True)
class Times:
    """When a hook is due, when it is over, and how much it matters."""

    due_at: datetime | None = None
    expires_at: datetime | None = None
    priority: int | None = None


def add(db: Database, scope: Scope, wish: New, times: Times | None = None) -> Hook:
    """A hook by hand; the same one again is the one that is there."""
    times = times or Times()
    source = Source(made_by=PERSON, at=utcnow())
    row = _row(
        scope,
        wish,
        priority=checked_priority(3 if times.priority is None else times.priority),
        due_at=times.due_at,
        expires_at=times.expires_at,
        source=source,
    )
    with db.transaction():
        db.hold(f"user:{scope.user_id}")
        if wish.hook_id is not None and db.value("SELECT 1 FROM hooks WHERE hook_id = :id", id=row["hook_id"]):
            raise Conflict(f"There is a hook {wish.hook_id!r} already.")
        found = None if wish.hook_id is not None else _known(db, row)
        return hooks.hook(db, found or _insert(db, {**row, "phrase": None}))


@dataclass(frozen=True, kw_only=True)
class Change:
    """What a person corrects; None leaves a thing as it is.

    `timeless` takes its time away. `seen` is the number of the last change they knew of, 0 for none.
    """

    scope: str | None = None
    series_id: str | None = None
    content: str | None = None
    times: Times = Times()
    timeless: bool = False
    paused: bool | None = None
    seen: int | None = None


def change(db: Database, hook_id: str, wanted: Change, *, user_id: str | None = None) -> Hook:
    """A hook as a person wants it."""
    with db.transaction():
        found = held(db, hook_id, user_id)
        if wanted.seen is not None and is_reworded(db, found, since=wanted.seen):
            raise Conflict(f"Somebody changed this hook meanwhile; it now says: {found.content}")
        return rewrite(db, found, _wanted(found, wanted))


def _wanted(found: Hook, wanted: Change) -> Hook:
    reach = found.scope if wanted.scope is None else word(Reach, "scope", wanted.scope)
    series_id = found.series_id if wanted.series_id is None else checked_id("series", wanted.series_id)
    times = wanted.times
    due_at = None if wanted.timeless else times.due_at or found.due_at
    return replace(
        found,
        scope=checked_reach(reach, series_id),
        series_id=series_id,
        content=found.content if wanted.content is None else checked_content(wanted.content),
        due_at=due_at,
        expires_at=_new_end(found, due_at, times),
        priority=found.priority if times.priority is None else checked_priority(times.priority),
        paused_at=paused_since(found.paused_at, wanted.paused),
    )


def _new_end(found: Hook, due_at: datetime | None, times: Times) -> datetime:
    """The end a person names; else a hook that is moved stays as long after its time as before."""
    if times.expires_at is None and times.due_at is None:
        return found.expires_at
    return _end(found.type, made_at=found.created_at, due_at=due_at, wanted=times.expires_at)


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


def _row(
    scope: Scope, wish: New, *, priority: int, due_at: datetime | None, expires_at: datetime | None, source: Source
) -> dict[str, Any]:
    kind = word(HookType, "type", wish.type)
    opener = wish.suggested_opener
    return {
        "hook_id": checked_id("hook", wish.hook_id) if wish.hook_id is not None else new_id(),
        "user_id": scope.user_id,
        "character_id": scope.character,
        "series_id": scope.series_id,
        "scope": checked_reach(word(Reach, "scope", wish.scope), scope.series_id),
        "session_id": source.session_id,
        "exchange_id": source.exchange_id,
        "type": kind,
        "content": checked_content(wish.content),
        "content_key": text_key(wish.content),
        "suggested_opener": None if opener is None else checked_text("suggested_opener", opener, limit=HOOK_LIMIT),
        "priority": priority,
        "due_at": stamp(due_at) if due_at else None,
        "expires_at": stamp(_end(kind, made_at=source.at, due_at=due_at, wanted=expires_at)),
        "made_by": source.made_by,
        "at": stamp(source.at),
    }


def _known(db: Database, row: dict[str, Any]) -> str | None:
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
        at=row["at"],
        day=day // 2,
    )
    return str(found.hook_id) if found else None


def _insert(db: Database, row: dict[str, Any]) -> str:
    db.run(
        """
        INSERT INTO hooks (
            hook_id, user_id, character_id, series_id, scope, session_id, exchange_id, type, content, content_key,
            phrase, suggested_opener, priority, due_at, expires_at, state, made_by, offered_count, created_at)
        VALUES (
            :hook_id, :user_id, :character_id, :series_id, :scope, :session_id, :exchange_id, :type, :content,
            :content_key, :phrase, :suggested_opener, :priority, :due_at, :expires_at, 'active', :made_by, 0, :at)
        """,
        **row,
    )
    return str(row["hook_id"])


def _end(kind: HookType, *, made_at: datetime, due_at: datetime | None, wanted: datetime | None) -> datetime:
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
