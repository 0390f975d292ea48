"""The memories and hooks of one scope as a page shows them: how each stands, and one to look into."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from showbible.bible import Bible
from showbible.conversations.model import Exchange, Hook, HookState, Memory, Scope
from showbible.conversations.recall import memories, viewing
from showbible.conversations.recall.viewing import MemoryStanding
from showbible.values import frozen
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import Side, Version, versions
from showbible.words import moment

PEEK: Final = "hook:"
"""How the address of a drawer tells a hook from a memory; no id has a colon."""
REPLACED_BY: Final = "superseded_by"
STANDINGS: Final = {
    MemoryStanding.HOLDS: StatusMark(hue="ok", icon="check", word="Holds"),
    MemoryStanding.PINNED: StatusMark(hue="run", icon="lesson", word="Pinned"),
    MemoryStanding.PAUSED: StatusMark(hue="idle", icon="pause", word="Paused"),
    MemoryStanding.SUPERSEDED: StatusMark(hue="idle", icon="recall", word="Superseded"),
}
SETTLED: Final = {
    HookState.TRIGGERED: StatusMark(hue="ok", icon="check", word="Used"),
    HookState.DISMISSED: StatusMark(hue="idle", icon="cross", word="Dismissed"),
}
FIELDS: Final = {"due_at": "Due", "expires_at": "Ends", "scope": "Reach", "series_id": "Series", "content": "Text"}


@frozen
class CastDetail:
    """A memory or a hook to look into; `mine` is what somebody wrote who had not seen it as it is now."""

    thing: Memory | Hook
    evidence: Exchange | None
    history: tuple[Version, ...]
    newer: Memory | None = None
    older: Sequence[Memory] = ()
    mine: str | None = None


def detail(bible: Bible, scope: Scope, peek: str) -> CastDetail | None:
    """What a drawer is open for with all that explains it, if this scope may see it."""
    if peek.startswith(PEEK):
        return _hook(bible, scope, peek.removeprefix(PEEK))
    memory = viewing.in_scope(bible.db, scope, peek)
    if memory is None:
        return None
    return CastDetail(
        thing=memory,
        evidence=viewing.evidence(bible.db, memory),
        history=_memory_versions(bible, peek),
        newer=viewing.in_scope(bible.db, scope, memory.superseded_by) if memory.superseded_by else None,
        older=viewing.replaced(bible.db, memory),
    )


def _memory_versions(bible: Bible, memory_id: str) -> tuple[Version, ...]:
    """What was changed of a memory, with what replaced it in its own words."""
    history = bible.conversations.memories.history(memory_id)
    ids = {str(side.get(REPLACED_BY)) for change in history for side in (change.before, change.after)}
    texts = {each.memory_id: each.text for each in memories.these(bible.db, sorted(ids))}

    def quoted(side: Side) -> Side:
        return {name: texts.get(value, value) if name == REPLACED_BY else value for name, value in side.items()}

    return versions(history, names={REPLACED_BY: "Replaced by"}, tell=quoted)


def _hook(bible: Bible, scope: Scope, hook_id: str) -> CastDetail | None:
    hook = viewing.hook_in_scope(bible.db, scope, hook_id)
    if hook is None:
        return None
    history = versions(bible.conversations.hooks.history(hook_id), names=FIELDS, tell=_in_words)
    return CastDetail(thing=hook, evidence=viewing.evidence(bible.db, hook), history=history)


def mark(thing: Memory | Hook, *, at: datetime) -> StatusMark:
    """How a memory or a hook stands."""
    if isinstance(thing, Memory):
        return STANDINGS[viewing.standing(thing)]
    if thing.state is not HookState.ACTIVE:
        return SETTLED[thing.state]
    if not thing.is_open(at=at):
        return StatusMark(hue="idle", icon="stopped", word="Run out")
    if thing.paused:
        return STANDINGS[MemoryStanding.PAUSED]
    if thing.is_due(at=at):
        return StatusMark(hue="warn", icon="clock", word="Due")
    return StatusMark(hue="idle", icon="hourglass", word="To come")


def _in_words(side: Side) -> Side:
    """What was changed of a hook, with states and moments in words."""
    return {field: _word(field, value) for field, value in side.items()}


def _word(field: str, value: Any) -> Any:
    if field == "state":
        return "Open" if value == HookState.ACTIVE else SETTLED[HookState(value)].word
    return moment(datetime.fromisoformat(value)) if field in ("due_at", "expires_at") and value else value


def bars(left: float) -> tuple[int, str]:
    """How strong a memory still is: one to three bars and a word."""
    return (3, "Strong") if left >= 0.6 else (2, "Clear") if left >= 0.3 else (1, "Faint")
