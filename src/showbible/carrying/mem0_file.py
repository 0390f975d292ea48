"""What mem0 answers when it is asked for all memories: a list, or an object that has the list under `results`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from showbible.carrying.loose import Loose
from showbible.carrying.memory_files import ForeignMemory, mark, own_id
from showbible.carrying.report import Tally
from showbible.conversations.model import DISTILLED, MemoryDraft, MemoryType
from showbible.vocabulary import LOCAL_USER, utcnow

MADE_BY: Final = "model:mem0"
NOBODY: Final = "assistant"
"""The character of a memory that names no agent."""
_LISTS: Final = ("results", "memories")
_TEXTS: Final = ("memory", "text", "content", "data")
_OWNERS: Final = frozenset({"user_id", "agent_id", "app_id", "actor_id", "hash"})


def is_export(told: Any) -> bool:
    """Whether this is what mem0 writes."""
    items = _items(told)
    if items is None:
        return False
    objects = [each for each in items if isinstance(each, dict)]
    if not objects:
        return isinstance(told, dict) and not items
    return any(isinstance(each.get("memory"), str) or _is_owned(each) for each in objects)


def memories(told: Any, tally: Tally) -> Iterator[ForeignMemory]:
    """The memories of an export; what says nothing, has expired or is no sentence is left out."""
    name, now = _name(told), utcnow()
    for number, each in enumerate(_items(told) or ()):
        place = f"{name}[{number}]"
        entry = Loose(each) if isinstance(each, dict) else Loose({})
        text = entry.text(*_TEXTS)
        if text is None:
            tally.skip(place, "It says nothing.")
        elif (end := entry.at("expiration_date")) is not None and end < now:
            tally.skip(place, f"It has expired ({end:%Y-%m-%d}).")
        else:
            yield _memory(place, entry, text)
    if isinstance(told, dict) and isinstance(told.get("relations"), list) and told["relations"]:
        reason = "Relations come without the words they were read from; those of the memories are read here."
        tally.skip(f"{len(told['relations'])} relations", reason)


def _memory(place: str, entry: Loose, text: str) -> ForeignMemory:
    user_id = own_id("user", entry.text("user_id") or LOCAL_USER)
    character_id = own_id("character", entry.text("agent_id", "app_id") or NOBODY)
    run, at = entry.text("run_id"), entry.at("created_at", "updated_at")
    name = entry.text("id") or mark(text, str(at))
    draft = MemoryDraft(
        type=_type(entry),
        text=text,
        # The same memory of another user or agent is another one.
        memory_id=f"mem0-{mark(user_id, character_id, name)}",
        at=_past(at),
        speaker=_speaker(entry),
        episode_id=None if run is None else own_id("episode", run),
    )
    return ForeignMemory(place=place, user_id=user_id, character_id=character_id, draft=draft)


def _past(at: datetime | None) -> datetime | None:
    return None if at is None else min(at, utcnow())


def _type(entry: Loose) -> str:
    """The kind that its categories name, if they name one of ours; else a fact."""
    facts = entry.inside("metadata")
    named = [*entry.words("categories"), facts.text("type") or "", facts.text("category") or ""]
    words = {word.lower().removesuffix("s") for word in named}
    return next((kind for kind in DISTILLED if kind in words), MemoryType.FACT)


def _speaker(entry: Loose) -> str | None:
    """Who said it, where that is known and is not the user."""
    actor = entry.text("actor_id")
    if actor is None and entry.text("role") == "assistant":
        actor = entry.text("agent_id")
    return None if actor is None or actor == entry.text("user_id") else actor[:128]


def _items(told: Any) -> list[Any] | None:
    if isinstance(told, list):
        return told
    found = [told.get(name) for name in _LISTS] if isinstance(told, dict) else []
    return next((each for each in found if isinstance(each, list)), None)


def _name(told: Any) -> str:
    return "memory" if isinstance(told, list) else next(name for name in _LISTS if isinstance(told.get(name), list))


def _is_owned(entry: dict[str, Any]) -> bool:
    return bool(_OWNERS & set(entry)) and Loose(entry).text(*_TEXTS) is not None
