"""The hooks of one scope as a page shows them: what is due, what is to come, and what is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from showbible.bible import Bible
from showbible.conversations.model import Exchange, Hook, HookState, Reach, Scope
from showbible.conversations.recall import hooks as hook_recall
from showbible.conversations.recall import talks, viewing
from showbible.errors import NotFound
from showbible.storage.changes import Change
from showbible.web.pages.cast.address import CastAddress
from showbible.web.pages.cast.bond import name
from showbible.web.pages.kit.marks import Mark
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.words import ago, moment, plural

PEEK: Final = "hook:"
"""How the address of a drawer tells a hook from a memory; no id has a colon."""
MOST: Final = 50
MOST_PAST: Final = 12

DUE: Final = Mark(hue="warn", icon="clock", word="Due")
COMING: Final = Mark(hue="idle", icon="hourglass", word="To come")
PAUSED: Final = Mark(hue="idle", icon="pause", word="Paused")
OVER: Final = Mark(hue="idle", icon="stopped", word="Run out")
SETTLED: Final = {
    HookState.TRIGGERED: Mark(hue="ok", icon="check", word="Used"),
    HookState.DISMISSED: Mark(hue="idle", icon="cross", word="Dismissed"),
}
FIELDS: Final = {"due_at": "Due", "expires_at": "Ends", "scope": "Reach", "series_id": "Series", "content": "Text"}
STATES: Final = {HookState.ACTIVE: "Open", **{state: mark.word for state, mark in SETTLED.items()}}


@dataclass(frozen=True, kw_only=True)
class HookCard:
    """A hook as a moment sees it."""

    hook: Hook
    at: datetime
    href: str

    @property
    def is_open(self) -> bool:
        """Whether it can still be used or dismissed."""
        return self.hook.state is HookState.ACTIVE and self.hook.expires_at > self.at

    @property
    def mark(self) -> Mark:
        """How it stands."""
        if self.hook.state is not HookState.ACTIVE:
            return SETTLED[self.hook.state]
        if not self.is_open:
            return OVER
        if self.hook.paused:
            return PAUSED
        return DUE if self.hook.is_due(at=self.at) else COMING

    @property
    def fact(self) -> str:
        """When it is due and over, and how often it was offered, in a line."""
        hook, at = self.hook, self.at
        due = f"due {when(hook.due_at, at)}" if hook.due_at else "due any time"
        if not self.is_open:
            due = f"{self.mark.word.lower()}, was {due}"
        elif hook.paused:
            due = f"{PAUSED.word.lower()}, {due}"
        ends = f"ends {when(hook.expires_at, at)}" if hook.expires_at > at else f"ended {ago(hook.expires_at, at)}"
        told = [due, ends, f"offered {plural(hook.offered_count, 'time')}" if hook.offered_count else "never offered"]
        told += [f"only in {hook.series_id}"] if hook.scope is Reach.SERIES else []
        line = ", ".join(told)
        return line[:1].upper() + line[1:]

    @property
    def due(self) -> str:
        """When its time comes, or came."""
        return f"{moment(self.hook.due_at)}, {when(self.hook.due_at, self.at)}" if self.hook.due_at else "Any time"

    @property
    def ends(self) -> str:
        """When it is over."""
        return f"{moment(self.hook.expires_at)}, {when(self.hook.expires_at, self.at)}"

    @property
    def reach(self) -> str:
        """Where it comes up."""
        hook = self.hook
        everywhere = f"Everywhere with {name(hook.character_id)}"
        return f"Only in {hook.series_id}" if hook.scope is Reach.SERIES else everywhere


@dataclass(frozen=True, kw_only=True)
class HookDetail:
    """A hook to look into; `mine` is what somebody wrote who had not seen it as it is now."""

    card: HookCard
    evidence: Exchange | None
    history: tuple[Version, ...]
    mine: str | None = None


def open_hooks(bible: Bible, scope: Scope, address: CastAddress, *, at: datetime) -> tuple[HookCard, ...]:
    """What to come back to, the due first and the paused last."""
    found = hook_recall.active(bible.db, scope, at=at, limit=MOST, paused=True)
    return tuple(_card(each, address, at=at) for each in found)


def past_hooks(bible: Bible, scope: Scope, address: CastAddress, *, at: datetime) -> tuple[HookCard, ...]:
    """What was used, dismissed or has run out lately."""
    return tuple(_card(each, address, at=at) for each in viewing.past_hooks(bible.db, scope, at=at, limit=MOST_PAST))


def detail(bible: Bible, scope: Scope, hook_id: str, address: CastAddress, *, at: datetime) -> HookDetail | None:
    """One hook with all that explains it, if this scope may see it."""
    try:
        hook = hook_recall.hook(bible.db, hook_id, user_id=scope.user_id)
    except NotFound:
        return None
    # A hook of a series shows only there.
    if hook.character_id != scope.character_id or (hook.scope is Reach.SERIES and hook.series_id != scope.series_id):
        return None
    told = talks.find_exchange(bible.db, hook.session_id, hook.exchange_id or "") if hook.session_id else None
    history = _versions(bible.conversations.hooks.history(hook_id))
    return HookDetail(card=_card(hook, address, at=at), evidence=told, history=history)


def when(then: datetime, now: datetime) -> str:
    """How far away a moment is, either way."""
    if then <= now:
        return ago(then, now)
    seconds = (then - now).total_seconds()
    for size, unit in ((86_400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            return f"in {plural(int(seconds // size), unit)}"
    return "in a moment"


def _card(hook: Hook, address: CastAddress, *, at: datetime) -> HookCard:
    return HookCard(hook=hook, at=at, href=address.to(peek=f"{PEEK}{hook.hook_id}"))


def _versions(changes: Sequence[Change]) -> tuple[Version, ...]:
    """What people and conversations changed, with states and moments in words."""
    readable = [replace(each, before=_in_words(each.before), after=_in_words(each.after)) for each in changes]
    return versions(readable, names=FIELDS)


def _in_words(values: Mapping[str, Any]) -> dict[str, Any]:
    return {field: _word(field, value) for field, value in values.items()}


def _word(field: str, value: Any) -> Any:
    if field == "state":
        return STATES[HookState(value)]
    return moment(datetime.fromisoformat(value)) if field in ("due_at", "expires_at") and value else value
