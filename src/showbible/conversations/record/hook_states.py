"""A hook is used, dismissed, opened again, reworded, rests, or is forgotten: each act but the last is in its history.

A paused hook is not offered, not due and not counted as open. It still runs out at its end, still keeps the same plan
from making another, and can be used or dismissed as it is; opened again it rests as before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from showbible.conversations.model import Hook
from showbible.conversations.recall import hooks, talks
from showbible.conversations.recall.wording import text_key
from showbible.conversations.words import HookState
from showbible.errors import Conflict, NotFound
from showbible.storage import changes
from showbible.storage.database import Database
from showbible.vocabulary import PERSON, moment, stamp, utcnow

KIND: Final = "hook"
"""What the history of changes calls a hook; its scope is the user."""

CONVERSATION: Final = "conversation"
"""Who changed a hook in the course of a talk, followed by a colon and its session."""

_WORDS: Final = frozenset({"content", "scope", "series_id", "priority", "due_at", "expires_at"})


@dataclass(frozen=True, kw_only=True)
class By:
    """For whose hook it is done, and in which conversation; without one a person does it."""

    user_id: str | None = None
    session_id: str | None = None


def settle(db: Database, hook_id: str, state: HookState, *, by: By) -> Hook:
    """Mark a hook as used or dismissed; doing it again changes nothing."""
    with db.transaction():
        found = held(db, hook_id, by.user_id)
        made_by = _author(db, found, by)
        return found if found.state is state else rewrite(db, found, stated(found, state), made_by=made_by)


def reopen(db: Database, hook_id: str, *, user_id: str | None = None) -> Hook:
    """Make a used or dismissed hook active again, while it has not run out."""
    with db.transaction():
        found = held(db, hook_id, user_id)
        return rewrite(db, found, stated(found, HookState.ACTIVE))


def stated(hook: Hook, state: HookState) -> Hook:
    """A hook in another state: what has run out cannot open, and what is over cannot end in another way."""
    if state is HookState.ACTIVE and hook.expires_at <= utcnow():
        raise Conflict(f"Hook {hook.hook_id} has run out; give it a later end first.")
    if state is not HookState.ACTIVE and hook.state not in (HookState.ACTIVE, state):
        raise Conflict(f"Hook {hook.hook_id} was {hook.state} already.")
    return replace(hook, state=state)


@dataclass(frozen=True, kw_only=True)
class ForgottenHook:
    """All that is needed to restore a hook but its turns of rest; whoever forgets it holds this, nobody else does."""

    hook: Hook
    settled_at: datetime | None = None


def forget(db: Database, hook_id: str, *, user_id: str | None = None) -> ForgottenHook:
    """Remove a hook for good, with its history; only saying it anew can make it again."""
    with db.transaction():
        found = held(db, hook_id, user_id)
        settled = db.value("SELECT settled_at FROM hooks WHERE hook_id = :hook_id", hook_id=hook_id)
        changes.drop(db, owner=found.user_id, kind=KIND, item_id=hook_id)
        db.run("DELETE FROM hooks WHERE hook_id = :hook_id", hook_id=hook_id)
        return ForgottenHook(hook=found, settled_at=moment(settled) if settled is not None else None)


def held(db: Database, hook_id: str, user_id: str | None) -> Hook:
    """A hook that nobody else changes until the transaction ends."""
    found = hooks.hook(db, hook_id, user_id=user_id)
    db.hold(f"user:{found.user_id}")
    return hooks.hook(db, hook_id, user_id=user_id)


def rewrite(db: Database, was: Hook, now: Hook, *, made_by: str = PERSON) -> Hook:
    """Put a hook as it is now in the place of what it was, and keep both in its history."""
    before, after = _told(was), _told(now)
    reworded = any(before[name] != after[name] for name in _WORDS)
    db.run(
        """
        UPDATE hooks
           SET scope = :scope, series_id = :series_id, content = :content, content_key = :content_key,
               priority = :priority, due_at = :due_at, expires_at = :expires_at, paused_at = :paused_at,
               state = :state, made_by = :made_by,
               settled_at = CASE WHEN state = :state THEN settled_at ELSE CAST(:settled_at AS BIGINT) END
         WHERE hook_id = :hook_id
        """,
        hook_id=was.hook_id,
        scope=now.scope,
        series_id=now.series_id,
        content=now.content,
        content_key=text_key(now.content),
        priority=now.priority,
        due_at=stamp(now.due_at) if now.due_at else None,
        expires_at=stamp(now.expires_at),
        paused_at=stamp(now.paused_at) if now.paused_at else None,
        state=now.state,
        settled_at=None if now.state is HookState.ACTIVE else stamp(utcnow()),
        made_by=made_by if reworded else was.made_by,
    )
    changes.note(
        db,
        owner=was.user_id,
        kind=KIND,
        item_id=was.hook_id,
        before=before,
        after=after,
        made_by=made_by,
    )
    return hooks.hook(db, was.hook_id)


def is_reworded(db: Database, hook: Hook, *, since: int) -> bool:
    """Whether somebody changed its words or times after a change that is known; what became of it is no rewording."""
    known = changes.of(db, owner=hook.user_id, kind=KIND, item_id=hook.hook_id)
    return any(each.seq > since and not _WORDS.isdisjoint(each.after) for each in known)


def _author(db: Database, hook: Hook, by: By) -> str:
    """Who settles a hook; a conversation must be one of the two whom it concerns."""
    if by.session_id is None:
        return PERSON
    talk = talks.conversation(db, by.session_id)
    if (talk.user_id, talk.character_id) != (hook.user_id, hook.character_id):
        raise NotFound("conversation", by.session_id)
    return f"{CONVERSATION}:{by.session_id}"


def _told(hook: Hook) -> dict[str, Any]:
    """What its history keeps of a hook."""
    return {
        "content": hook.content,
        "scope": hook.scope,
        "series_id": hook.series_id,
        "priority": hook.priority,
        "due_at": hook.due_at.isoformat() if hook.due_at else None,
        "expires_at": hook.expires_at.isoformat(),
        "state": hook.state,
        "paused": hook.paused,
    }
