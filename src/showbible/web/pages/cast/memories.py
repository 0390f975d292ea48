"""The memories of one scope as a page shows them: a list to look through, and one to look into."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from showbible.bible import Bible
from showbible.conversations.model import HALF_LIFE, Exchange, Memory, Scope
from showbible.conversations.recall import viewing
from showbible.conversations.recall.viewing import Counts, Filter, Standing
from showbible.conversations.record import restoring
from showbible.conversations.words import MemoryType, Role, word
from showbible.web.pages.cast.address import Address
from showbible.web.pages.cast.bond import name
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import Version, author, versions
from showbible.web.words import plain, plural

PAGE: Final = 50

STANDINGS: Final = {
    Standing.HOLDS: StatusMark(hue="ok", icon="check", word="Holds"),
    Standing.PINNED: StatusMark(hue="run", icon="lesson", word="Pinned"),
    Standing.PAUSED: StatusMark(hue="idle", icon="pause", word="Paused"),
    Standing.SUPERSEDED: StatusMark(hue="idle", icon="recall", word="Superseded"),
}


@dataclass(frozen=True, kw_only=True)
class Row:
    """A memory in the list; `mark` only when it is more than simply true."""

    memory_id: str
    text: str
    type: str
    mark: StatusMark | None
    bars: int
    strength: str
    said_at: datetime
    speaker: str
    paused: bool
    peek: str


@dataclass(frozen=True, kw_only=True)
class Chip:
    """A filter with the number of memories that it would show."""

    label: str
    count: int
    href: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True)
class Viewer:
    """A page of the memories of a scope with the filters that narrow it; `hint` only when nothing matches."""

    rows: tuple[Row, ...]
    total: int
    types: tuple[Chip, ...]
    states: tuple[Chip, ...]
    next: str | None
    is_first: bool
    hint: tuple[str, str] | None


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """What one side said."""

    who: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Look:
    """A memory to look into; `mine` is what somebody wrote who had not seen `memory` as it is now."""

    memory: Memory
    mark: StatusMark
    type: str
    bars: int
    word: str
    strength: str
    said: str
    speaker: str
    author: str
    place: str
    evidence: tuple[Spoken, ...]
    heard_at: datetime | None
    newer: Row | None
    older: tuple[Row, ...]
    history: tuple[Version, ...]
    mine: str | None = None


def viewer(bible: Bible, scope: Scope, address: Address, *, at: datetime, cursor: str | None) -> Viewer:
    """The memories that an address asks for."""
    sought = wanted(address)
    found, counts = viewing.looked_through(bible.db, scope, sought, limit=PAGE, cursor=cursor or None)
    more = urlencode({"cursor": found.next_cursor}) if found.next_cursor else ""
    here = address.to()
    return Viewer(
        rows=tuple(row(each, address, at=at) for each in found.items),
        total=found.total,
        types=_types(counts, address, sought),
        states=_states(counts, address, sought),
        next=f"{here}{'&' if '?' in here else '?'}{more}" if more else None,
        is_first=not cursor,
        hint=None if found.total or not address.narrows else _hint(bible, scope, address),
    )


def wanted(address: Address) -> Filter:
    """The filter that an address spells out."""
    return Filter(
        text=address.q,
        type=word(MemoryType, "type", address.type) if address.type else None,
        standing=word(Standing, "state", address.state) if address.state else None,
    )


def row(memory: Memory, address: Address, *, at: datetime) -> Row:
    """A memory as the list shows it."""
    bars, strong = strength(memory.strength(at=at))
    standing = viewing.standing(memory)
    return Row(
        memory_id=memory.memory_id,
        text=memory.text,
        type=plain(memory.type),
        mark=None if standing is Standing.HOLDS else STANDINGS[standing],
        bars=bars,
        strength=strong,
        said_at=memory.said_at,
        speaker=who(memory.speaker, address),
        paused=memory.paused,
        peek=address.to(peek=memory.memory_id),
    )


def who(speaker: str | None, address: Address) -> str:
    """Who said something, by name where it was one of the two; nothing when nobody knows."""
    return {Role.USER.value: address.user, Role.ASSISTANT.value: name(address.character)}.get(
        speaker or "", speaker or ""
    )


def strength(left: float) -> tuple[int, str]:
    """How strong a memory still is: one to three bars and a word."""
    return (3, "Strong") if left >= 0.6 else (2, "Clear") if left >= 0.3 else (1, "Faint")


def _types(counts: Counts, address: Address, sought: Filter) -> tuple[Chip, ...]:
    found: Counter[str] = Counter()
    for (kind, standing), number in counts.items():
        found[kind] += number if sought.standing in (None, standing) else 0
    every = Chip(label="All", count=found.total(), href=address.to(type=""), is_chosen=not address.type)
    kinds = [
        Chip(label=plain(kind), count=found[kind], href=address.to(type=kind), is_chosen=address.type == kind)
        for kind in MemoryType
        if found[kind] or address.type == kind
    ]
    return (every, *kinds)


def _states(counts: Counts, address: Address, sought: Filter) -> tuple[Chip, ...]:
    found: Counter[str] = Counter()
    for (kind, standing), number in counts.items():
        found[standing] += number if sought.type in (None, kind) else 0
    chips = [("Any state", found.total(), "")]
    chips += [(STANDINGS[each].word, found[each], each.value) for each in Standing]
    return tuple(
        Chip(label=label, count=count, href=address.to(state=state), is_chosen=address.state == state)
        for label, count, state in chips
    )


def _hint(bible: Bible, scope: Scope, address: Address) -> tuple[str, str]:
    """The filter to remove first, in words, and the way to do it."""
    tried = []
    for field, value in address.narrows:
        less = address.to(**{field: ""})
        counts = viewing.counted(bible.db, scope, "" if field == "q" else address.q)
        kind, state = ("" if field == each else getattr(address, each) for each in ("type", "state"))
        total = sum(n for (a, b), n in counts.items() if kind in ("", a) and state in ("", b))
        tried.append((total, f"Removing “{value if field == 'q' else plain(value)}” would show", less))
    total, said, less = max(tried)
    return f"{said} {plural(total, 'memory', 'memories')}.", less


def look(bible: Bible, scope: Scope, memory_id: str, address: Address, *, at: datetime) -> Look | None:
    """One memory with all that explains it, if this scope may see it."""
    memory = viewing.in_scope(bible.db, scope, memory_id)
    if memory is None:
        return None
    exchange = viewing.evidence(bible.db, memory)
    newer = viewing.in_scope(bible.db, scope, memory.superseded_by) if memory.superseded_by else None
    left = memory.strength(at=at)
    bars, said = strength(left)
    return Look(
        memory=memory,
        mark=STANDINGS[viewing.standing(memory)],
        type=plain(memory.type),
        bars=bars,
        word=said,
        strength=_fading(memory, left),
        said=plural(memory.reference_count, "time"),
        speaker=who(memory.speaker, address),
        author=author(memory.made_by),
        place=_place(memory, address),
        evidence=spoken(exchange, address) if exchange else (),
        heard_at=exchange.at if exchange else None,
        newer=row(newer, address, at=at) if newer else None,
        older=tuple(row(each, address, at=at) for each in viewing.replaced(bible.db, memory)),
        history=versions(restoring.history(bible.db, memory)),
    )


def spoken(exchange: Exchange, address: Address) -> tuple[Spoken, ...]:
    """An exchange as it was said."""
    return tuple(Spoken(who=who(each.role, address), text=each.content) for each in exchange.messages)


def _fading(memory: Memory, left: float) -> str:
    if memory.pinned:
        return f"{left:.2f}, kept by its pin"
    return f"{left:.2f} of {memory.importance:.2f} is left; half fades every {HALF_LIFE.days} days"


def _place(memory: Memory, address: Address) -> str:
    where = memory.series_id or "Free chat"
    other = memory.character_id if memory.character_id not in (None, address.character) else ""
    return f"{where}, told to {other}" if other else where
