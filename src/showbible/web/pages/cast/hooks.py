"""The hooks of one scope as a page shows them: what is due, what is to come, and what is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from showbible.bible import Bible
from showbible.conversations.model import Exchange, Hook, HookState, Scope
from showbible.conversations.recall import viewing
from showbible.storage.changes import Change
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.words import moment

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
class HookDetail:
    """A hook to look into; `mine` is what somebody wrote who had not seen it as it is now."""

    hook: Hook
    evidence: Exchange | None
    history: tuple[Version, ...]
    mine: str | None = None


def detail(bible: Bible, scope: Scope, hook_id: str) -> HookDetail | None:
    """One hook with all that explains it, if this scope may see it."""
    hook = viewing.hook_in_scope(bible.db, scope, hook_id)
    if hook is None:
        return None
    history = _versions(bible.conversations.hooks.history(hook_id))
    return HookDetail(hook=hook, evidence=viewing.evidence(bible.db, hook), history=history)


def mark(hook: Hook, *, at: datetime) -> StatusMark:
    """How a hook stands."""
    if hook.state is not HookState.ACTIVE:
        return SETTLED[hook.state]
    if not hook.is_open(at=at):
        return OVER
    if hook.paused:
        return PAUSED
    return DUE if hook.is_due(at=at) else COMING


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
