"""The memories of one scope as a page shows them: a list to look through, one to look into, and a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.conversations.model import HALF_LIFE, Exchange, Memory, MemoryType, Role, Scope
from showbible.conversations.recall import cast, viewing
from showbible.conversations.recall.viewing import MemoryCounts, MemoryStanding
from showbible.storage import paging
from showbible.web.deps import OpenBible
from showbible.web.pages.cast.address import Addressed, CastAddress
from showbible.web.pages.cast.bond import name
from showbible.web.pages.kit.attachments import Ending, each, shaped
from showbible.web.pages.kit.lists import Listed, listed
from showbible.web.pages.kit.marks import Mark
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.shapes.conversations import MemoryLine
from showbible.web.words import plain

router = APIRouter(prefix="/cast/{character}")

PAGE: Final = 50
STANDINGS: Final = {
    MemoryStanding.HOLDS: Mark(hue="ok", icon="check", word="Holds"),
    MemoryStanding.PINNED: Mark(hue="run", icon="lesson", word="Pinned"),
    MemoryStanding.PAUSED: Mark(hue="idle", icon="pause", word="Paused"),
    MemoryStanding.SUPERSEDED: Mark(hue="idle", icon="recall", word="Superseded"),
}


@dataclass(frozen=True, kw_only=True)
class MemoryCard:
    """A memory as a moment sees it: how it stands, how strong it still is, who said it."""

    memory: Memory
    address: CastAddress
    at: datetime

    @property
    def mark(self) -> Mark:
        """How it stands."""
        return STANDINGS[viewing.standing(self.memory)]

    @property
    def strength(self) -> tuple[int, str]:
        """How strong it still is: one to three bars and a word."""
        left = self.memory.strength(at=self.at)
        return (3, "Strong") if left >= 0.6 else (2, "Clear") if left >= 0.3 else (1, "Faint")

    @property
    def speaker(self) -> str:
        """Who said it; nothing when nobody knows."""
        return who(self.memory.speaker, self.address)

    @property
    def href(self) -> str:
        """Its drawer."""
        return self.address.to(peek=self.memory.memory_id)

    @property
    def fading(self) -> str:
        """What time has left of it."""
        left = self.memory.strength(at=self.at)
        if self.memory.pinned:
            return f"{left:.2f}, kept by its pin"
        return f"{left:.2f} of {self.memory.importance:.2f} is left; half fades every {HALF_LIFE.days} days"

    @property
    def place(self) -> str:
        """Where it was said, and to whom when it was another character."""
        where, told = self.memory.series_id or "Free chat", self.memory.character_id
        return where if told in (None, self.address.character) else f"{where}, told to {told}"


@dataclass(frozen=True, kw_only=True)
class MemoryChip:
    """A filter with the number of memories that it would show."""

    label: str
    count: int
    href: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True)
class MemoryListing:
    """A page of the memories of a scope with the filters that narrow it."""

    page: Listed[MemoryCard]
    types: tuple[MemoryChip, ...]
    states: tuple[MemoryChip, ...]


@dataclass(frozen=True, kw_only=True)
class MemoryDetail:
    """A memory to look into; `mine` is what somebody wrote who had not seen it as it is now."""

    card: MemoryCard
    evidence: Exchange | None
    newer: MemoryCard | None
    older: tuple[MemoryCard, ...]
    history: tuple[Version, ...]
    mine: str | None = None


@router.get("/memories.{ending}")
def file(bible: OpenBible, address: Addressed, ending: Ending) -> StreamingResponse:
    """Every memory that passes the filters."""
    address = address.settled(cast.places(bible.db, address.character, user_id=address.user or None))
    scope, wanted = address.scope(bible), address.wanted

    def read(cursor: str | None) -> paging.Page[Memory]:
        return viewing.looked_through(bible.db, scope, wanted, limit=paging.MOST, cursor=cursor)[0]

    return shaped(f"{address.character}-memories", ending, MemoryLine, each(read))


def memory_list(bible: Bible, scope: Scope, address: CastAddress, *, at: datetime, cursor: str | None) -> MemoryListing:
    """The memories that an address asks for."""
    found, counts = viewing.looked_through(bible.db, scope, address.wanted, limit=PAGE, cursor=cursor or None)
    return MemoryListing(
        page=listed(
            address,
            found,
            lambda memory: MemoryCard(memory=memory, address=address, at=at),
            cursor=cursor,
            count=lambda less: viewing.total(viewing.counted(bible.db, scope, less.q), less.wanted),
        ),
        types=_types(counts, address),
        states=_states(counts, address),
    )


def _types(counts: MemoryCounts, address: CastAddress) -> tuple[MemoryChip, ...]:
    found: Counter[str] = Counter()
    for (kind, standing), number in counts.items():
        found[kind] += number if address.wanted.standing in (None, standing) else 0
    shown = [kind for kind in MemoryType if found[kind] or address.type == kind]
    return tuple(
        MemoryChip(label=label, count=count, href=address.href(type=kind), is_chosen=address.type == kind)
        for kind, label, count in (("", "All", found.total()), *((kind, plain(kind), found[kind]) for kind in shown))
    )


def _states(counts: MemoryCounts, address: CastAddress) -> tuple[MemoryChip, ...]:
    found: Counter[str] = Counter()
    for (kind, standing), number in counts.items():
        found[standing] += number if address.wanted.type in (None, kind) else 0
    words = ((each, mark.word, found[each]) for each, mark in STANDINGS.items())
    return tuple(
        MemoryChip(label=label, count=count, href=address.href(state=state), is_chosen=address.state == state)
        for state, label, count in (("", "Any state", found.total()), *words)
    )


def detail(bible: Bible, scope: Scope, memory_id: str, address: CastAddress, *, at: datetime) -> MemoryDetail | None:
    """One memory with all that explains it, if this scope may see it."""
    memory = viewing.in_scope(bible.db, scope, memory_id)
    if memory is None:
        return None
    card: Callable[[Memory], MemoryCard] = lambda each: MemoryCard(memory=each, address=address, at=at)  # noqa: E731
    newer = viewing.in_scope(bible.db, scope, memory.superseded_by) if memory.superseded_by else None
    return MemoryDetail(
        card=card(memory),
        evidence=viewing.evidence(bible.db, memory),
        newer=card(newer) if newer else None,
        older=tuple(map(card, viewing.replaced(bible.db, memory))),
        history=versions(bible.conversations.memories.history(memory_id)),
    )


def who(speaker: str | None, address: CastAddress) -> str:
    """Who said something, by name where it was one of the two; nothing when nobody knows."""
    known = {Role.USER.value: address.user, Role.ASSISTANT.value: name(address.character)}
    return known.get(speaker or "", speaker or "")
