"""What people and conversations do to a hook: settle and open it, reword it, let it rest, forget it.

A paused hook is not offered, not due and not counted as open. It still runs out at its end, still keeps the same plan
from making another, and can be used or dismissed as it is; opened again it rests as before.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from showbible.conversations.model import HOOK_LIMIT, ForgottenHook, Hook, HookState, Reach, Scope
from showbible.conversations.recall import hooks, talks
from showbible.conversations.record.hooks import checked_content, checked_priority, checked_reach, end, insert, row
from showbible.corrections import PAUSED, Correctable, Corrections, Fields
from showbible.errors import Conflict, NotFound
from showbible.storage.database import Database
from showbible.values import frozen
from showbible.vocabulary import PERSON, checked_id, moment, stamp, utcnow, word

CONVERSATION: Final = "conversation"
"""Who changed a hook in the course of a talk, followed by a colon and its session."""
STATE: Final = "state"
_TIMES: Final = ("due_at", "expires_at")


def settle(
    db: Database, hook_id: str, state: HookState, *, user_id: str | None = None, session_id: str | None = None
) -> Hook:
    """Mark a hook as used, as unwanted or as open, by a person or in a conversation; again changes nothing."""
    things = Corrections(db, HOOK).of(user_id)
    with db.transaction():
        author = _author(db, things.get(hook_id), session_id)
        return things.correct(hook_id, {STATE: state}, by=author)


@frozen
class HookMove:
    """That a plan has another time now, or none because it was called off, in the words that say so."""

    hook_id: str
    words: str
    phrase: str | None
    due_at: datetime | None


def move(db: Database, found: HookMove, *, user_id: str, session_id: str) -> Hook | None:
    """Give a hook its new time, or close it, in the course of a conversation; one that is gone or over stays so."""
    things = Corrections(db, HOOK).of(user_id)
    with db.transaction():
        known = hooks.these(db, [found.hook_id])
        if not known or known[0].user_id != user_id or known[0].state is not HookState.ACTIVE:
            return None
        by = f"{CONVERSATION}:{session_id}"
        if found.due_at is None:
            return things.correct(found.hook_id, {STATE: HookState.DISMISSED}, by=by)
        return _moved(db, things, known[0], found, by=by)


def _moved(
    db: Database, things: Corrections[Database, Hook, ForgottenHook], hook: Hook, found: HookMove, *, by: str
) -> Hook:
    both = f"{hook.content.rstrip(' .!')}; {found.words}"
    content = both if len(both.encode()) <= HOOK_LIMIT else hook.content
    things.correct(hook.hook_id, {"due_at": found.due_at, "content": content}, by=by)
    opener = hook.suggested_opener
    if opener and hook.phrase and found.phrase:
        opener = opener.replace(hook.phrase, found.phrase)
    # Whoever made the hook still made it: a conversation only moved it.
    db.run(
        "UPDATE hooks SET phrase = :phrase, suggested_opener = :opener, made_by = :made_by WHERE hook_id = :hook_id",
        phrase=found.phrase,
        opener=opener,
        made_by=hook.made_by,
        hook_id=hook.hook_id,
    )
    return hooks.hook(db, hook.hook_id)


def _author(db: Database, hook: Hook, session_id: str | None) -> str:
    """Who settles a hook; a conversation must be one of the two whom it concerns."""
    if session_id is None:
        return PERSON
    talk = talks.conversation(db, session_id)
    if (talk.user_id, talk.character_id) != (hook.user_id, hook.character_id):
        raise NotFound("conversation", session_id)
    return f"{CONVERSATION}:{session_id}"


def _fields(hook: Hook) -> Fields:
    return {
        "content": hook.content,
        "scope": hook.scope,
        "series_id": hook.series_id,
        "priority": hook.priority,
        "due_at": hook.due_at.isoformat() if hook.due_at else None,
        "expires_at": hook.expires_at.isoformat(),
        STATE: hook.state,
        PAUSED: hook.paused,
    }


def _check(hook: Hook, wanted: Fields) -> Fields:
    now = _rewritten(hook, wanted, at=utcnow())
    now = replace(now, expires_at=_new_end(hook, now, wanted))
    checked_reach(now.scope, now.series_id)
    checked_content(now.content)
    checked_priority(now.priority)
    if STATE in wanted:
        _check_state(hook, now)
    stands = _fields(hook)
    return {name: value for name, value in _fields(now).items() if name in wanted or value != stands[name]}


def _check_state(was: Hook, now: Hook) -> None:
    """What has run out cannot open, and what is over cannot end in another way."""
    if now.state is HookState.ACTIVE and now.expires_at <= utcnow():
        raise Conflict(f"Hook {was.hook_id} has run out; give it a later end first.")
    if now.state is not HookState.ACTIVE and was.state not in (HookState.ACTIVE, now.state):
        raise Conflict(f"Hook {was.hook_id} was {was.state} already.")


def _new_end(was: Hook, now: Hook, wanted: Fields) -> datetime:
    """The end a person names; else a hook that is moved stays as long after its time as before."""
    if all(wanted.get(name) is None for name in _TIMES):
        return was.expires_at
    named = now.expires_at if wanted.get("expires_at") else None
    return end(was.type, made_at=was.created_at, due_at=now.due_at, wanted=named)


def _rewritten(hook: Hook, wanted: Fields, *, at: datetime) -> Hook:
    says = {name: value for name, value in wanted.items() if name != PAUSED}
    for name in _TIMES:
        if isinstance(says.get(name), str):
            says[name] = datetime.fromisoformat(says[name])
    for name, kind in (("scope", Reach), (STATE, HookState)):
        if name in says:
            says[name] = word(kind, name, says[name])
    if says.get("series_id") is not None:
        checked_id("series", says["series_id"])
    return replace(hook, **says, paused_at=(hook.paused_at or at) if wanted.get(PAUSED, hook.paused) else None)


def _write(db: Database, was: Hook, wanted: Fields, at: datetime) -> None:
    now = _rewritten(was, wanted, at=at)
    # A change that is undone has not been checked: a rule that refuses an act refuses its return.
    if STATE in wanted:
        _check_state(was, now)
    stored = row(replace(now, made_by=was.made_by if now.mark == was.mark else PERSON))
    settled_at = None if now.state is HookState.ACTIVE else stamp(at)
    db.run(_UPDATE, **{name: stored[name] for name in _COLUMNS}, hook_id=was.hook_id, settled_at=settled_at)


_COLUMNS: Final = (
    "scope", "series_id", "content", "content_key", "priority", "due_at", "expires_at", "paused_at", "state", "made_by",
)  # fmt: skip
_UPDATE: Final = """
    UPDATE hooks
       SET scope = :scope, series_id = :series_id, content = :content, content_key = :content_key,
           priority = :priority, due_at = :due_at, expires_at = :expires_at, paused_at = :paused_at,
           state = :state, made_by = :made_by,
           settled_at = CASE WHEN state = :state THEN settled_at ELSE CAST(:settled_at AS BIGINT) END
     WHERE hook_id = :hook_id
"""


def _take(db: Database, hook: Hook) -> ForgottenHook:
    settled = db.value("SELECT settled_at FROM hooks WHERE hook_id = :hook_id", hook_id=hook.hook_id)
    db.run("DELETE FROM hooks WHERE hook_id = :hook_id", hook_id=hook.hook_id)
    return ForgottenHook(hook=hook, settled_at=moment(settled) if settled is not None else None)


def _put(db: Database, taken: ForgottenHook) -> Hook:
    hook = _checked(taken.hook)
    db.hold(_lock(hook))
    db.hold(f"hook:{hook.hook_id}")
    if hooks.these(db, [hook.hook_id]):
        raise Conflict("This hook is there already.")
    insert(db, hook, settled_at=taken.settled_at)
    return hooks.hook(db, hook.hook_id)


def _checked(hook: Hook) -> Hook:
    """What comes back has been out of our hands: it must still be a hook."""
    checked_id("hook", hook.hook_id)
    Scope(user_id=hook.user_id, character_id=hook.character_id, series_id=hook.series_id)
    checked_reach(hook.scope, hook.series_id)
    checked_content(hook.content)
    checked_priority(hook.priority)
    return hook


def _lock(hook: Hook) -> str:
    return f"user:{hook.user_id}"


HOOK: Final = Correctable[Database, Hook, ForgottenHook](
    name="hook",
    read=hooks.hook,
    check=_check,
    fields=_fields,
    write=_write,
    lock=_lock,
    owner=lambda hook: hook.user_id,
    mark=lambda hook: hook.mark,
    take=_take,
    put=_put,
)
