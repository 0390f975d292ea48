"""The hooks of one scope as a page shows them: what is due, what is to come, and what is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from showbible.bible import Bible
from showbible.conversations.model import Hook, Scope
from showbible.conversations.recall import hooks as hook_recall
from showbible.conversations.recall import talks, viewing
from showbible.conversations.record import restoring
from showbible.conversations.words import HookState, Reach
from showbible.errors import NotFound
from showbible.storage.changes import Change, newest
from showbible.web.pages.cast.address import Address
from showbible.web.pages.cast.bond import name
from showbible.web.pages.cast.memories import Spoken, spoken
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import Version, author, versions
from showbible.web.words import ago, moment, plain, plural

PEEK: Final = "hook:"
"""How the address of a drawer tells a hook from a memory; no id has a colon."""
MOST: Final = 50
MOST_PAST: Final = 12

DUE: Final = StatusMark(hue="warn", icon="clock", word="Due")
COMING: Final = StatusMark(hue="idle", icon="hourglass", word="To come")
PAUSED: Final = StatusMark(hue="idle", icon="pause", word="Paused")
OVER: Final = StatusMark(hue="idle", icon="stopped", word="Run out")
SETTLED: Final = {
    HookState.TRIGGERED: StatusMark(hue="ok", icon="check", word="Used"),
    HookState.DISMISSED: StatusMark(hue="idle", icon="cross", word="Dismissed"),
}
FIELDS: Final = {"due_at": "Due", "expires_at": "Ends", "scope": "Reach", "series_id": "Series", "content": "Text"}
STATES: Final = {HookState.ACTIVE: "Open", **{state: mark.word for state, mark in SETTLED.items()}}


@dataclass(frozen=True, kw_only=True)
class HookRow:
    """A hook in a list; `is_open` says that it can still be used or dismissed."""

    hook_id: str
    content: str
    mark: StatusMark
    fact: str
    is_open: bool
    paused: bool
    peek: str


@dataclass(frozen=True, kw_only=True)
class HookLook:
    """A hook to look into; `mine` is what somebody wrote who had not seen it as it is now."""

    hook: Hook
    mark: StatusMark
    is_open: bool
    type: str
    due: str
    ends: str
    due_field: str
    ends_field: str
    offered: str
    reach: str
    author: str
    evidence: tuple[Spoken, ...]
    history: tuple[Version, ...]
    seen: int
    mine: str | None = None


def open_rows(bible: Bible, scope: Scope, address: Address, *, at: datetime) -> tuple[HookRow, ...]:
    """What to come back to, the due first and the paused last."""
    found = hook_recall.active(bible.db, scope, at=at, limit=MOST, paused=True)
    return tuple(_row(each, address, at=at) for each in found)


def past_rows(bible: Bible, scope: Scope, address: Address, *, at: datetime) -> tuple[HookRow, ...]:
    """What was used, dismissed or has run out lately."""
    return tuple(_row(each, address, at=at) for each in viewing.past_hooks(bible.db, scope, at=at, limit=MOST_PAST))


def look(bible: Bible, scope: Scope, hook_id: str, *, address: Address, at: datetime) -> HookLook | None:
    """One hook with all that explains it, if this scope may see it."""
    try:
        hook = hook_recall.hook(bible.db, hook_id, user_id=scope.user_id)
    except NotFound:
        return None
    if hook.character_id != scope.character_id or not _reaches(hook, scope):
        return None
    told = restoring.hook_history(bible.db, hook)
    exchange = talks.find_exchange(bible.db, hook.session_id, hook.exchange_id or "") if hook.session_id else None
    return HookLook(
        hook=hook,
        mark=_mark(hook, at=at),
        is_open=_is_open(hook, at=at),
        type=plain(hook.type),
        due=f"{moment(hook.due_at)}, {when(hook.due_at, at)}" if hook.due_at else "Any time",
        ends=f"{moment(hook.expires_at)}, {when(hook.expires_at, at)}",
        due_field=f"{hook.due_at:%Y-%m-%dT%H:%M}" if hook.due_at else "",
        ends_field=f"{hook.expires_at:%Y-%m-%dT%H:%M}",
        offered=plural(hook.offered_count, "time") if hook.offered_count else "Never",
        reach=_reach(hook),
        author=author(hook.made_by),
        evidence=spoken(exchange, address) if exchange else (),
        history=_history(told),
        seen=newest(told),
    )


def when(then: datetime, now: datetime) -> str:
    """How far away a moment is, either way."""
    if then <= now:
        return ago(then, now)
    seconds = (then - now).total_seconds()
    for size, unit in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"in {plural(int(seconds // size), unit)}"
    return "in a moment"


def _row(hook: Hook, address: Address, *, at: datetime) -> HookRow:
    return HookRow(
        hook_id=hook.hook_id,
        content=hook.content,
        mark=_mark(hook, at=at),
        fact=_fact(hook, at=at),
        is_open=_is_open(hook, at=at),
        paused=hook.paused,
        peek=address.to(peek=f"{PEEK}{hook.hook_id}"),
    )


def _fact(hook: Hook, *, at: datetime) -> str:
    due = f"due {when(hook.due_at, at)}" if hook.due_at else "due any time"
    if not _is_open(hook, at=at):
        due = f"{_mark(hook, at=at).word.lower()}, was {due}"
    elif hook.paused:
        due = f"{PAUSED.word.lower()}, {due}"
    ends = f"ends {when(hook.expires_at, at)}" if hook.expires_at > at else f"ended {ago(hook.expires_at, at)}"
    told = [due, ends, f"offered {plural(hook.offered_count, 'time')}" if hook.offered_count else "never offered"]
    told += [f"only in {hook.series_id}"] if hook.scope is Reach.SERIES else []
    line = ", ".join(told)
    return line[:1].upper() + line[1:]


def _is_open(hook: Hook, *, at: datetime) -> bool:
    return hook.state is HookState.ACTIVE and hook.expires_at > at


def _mark(hook: Hook, *, at: datetime) -> StatusMark:
    if hook.state is not HookState.ACTIVE:
        return SETTLED[hook.state]
    if hook.expires_at <= at:
        return OVER
    if hook.paused:
        return PAUSED
    return DUE if hook.is_due(at=at) else COMING


def _reaches(hook: Hook, scope: Scope) -> bool:
    """A hook of a series shows only there."""
    return hook.scope is Reach.CHARACTER or hook.series_id == scope.series_id


def _reach(hook: Hook) -> str:
    return f"Only in {hook.series_id}" if hook.scope is Reach.SERIES else f"Everywhere with {name(hook.character_id)}"


def _history(changes: Sequence[Change]) -> tuple[Version, ...]:
    """What people and conversations changed, with states and moments in words."""
    readable = [replace(each, before=_in_words(each.before), after=_in_words(each.after)) for each in changes]
    return versions(readable, names=FIELDS)


def _in_words(values: Mapping[str, Any]) -> dict[str, Any]:
    return {field: _word(field, value) for field, value in values.items()}


def _word(field: str, value: Any) -> Any:
    if field == "state":
        return STATES[HookState(value)]
    return moment(datetime.fromisoformat(value)) if field in ("due_at", "expires_at") and value else value
