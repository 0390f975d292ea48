"""The memories of one scope as a page shows them: a list to look through, one to look into, and a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.conversations.model import DISTILLED, Exchange, Memory, Scope
from showbible.conversations.recall import cast, memories, viewing
from showbible.conversations.recall.viewing import MemoryStanding
from showbible.storage import paging
from showbible.storage.changes import Change
from showbible.web.deps import OpenBible
from showbible.web.pages.cast.address import Addressed, CastAddress
from showbible.web.pages.kit.attachments import FileFormat, each, shaped
from showbible.web.pages.kit.lists import Listed, listed
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.rewording import Version, versions
from showbible.web.shapes.conversations import MemoryLine

router = APIRouter(prefix="/cast/{character}")

PAGE: Final = 50
REPLACED_BY: Final = "superseded_by"
STANDINGS: Final = {
    MemoryStanding.HOLDS: StatusMark(hue="ok", icon="check", word="Holds"),
    MemoryStanding.PINNED: StatusMark(hue="run", icon="lesson", word="Pinned"),
    MemoryStanding.PAUSED: StatusMark(hue="idle", icon="pause", word="Paused"),
    MemoryStanding.SUPERSEDED: StatusMark(hue="idle", icon="recall", word="Superseded"),
}


@dataclass(frozen=True, kw_only=True)
class MemoryListing:
    """A page of the memories of a scope, and how many each type and each state would show; all of them under ""."""

    page: Listed[Memory]
    types: Mapping[str, int]
    states: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class MemoryDetail:
    """A memory to look into; `mine` is what somebody wrote who had not seen it as it is now."""

    memory: Memory
    evidence: Exchange | None
    newer: Memory | None
    older: Sequence[Memory]
    history: tuple[Version, ...]
    mine: str | None = None


@router.get("/memories.{ending}")
def file(bible: OpenBible, address: Addressed, ending: FileFormat) -> StreamingResponse:
    """Every memory that passes the filters."""
    address = address.settled(cast.places(bible.db, address.character, user_id=address.user or None))
    scope, wanted, most = address.scope(bible), address.wanted, paging.MOST
    found = each(lambda cursor: viewing.memory_page(bible.db, scope, wanted, limit=most, cursor=cursor)[0])
    return shaped(f"{address.character}-memories", ending, MemoryLine, found)


def memory_list(bible: Bible, scope: Scope, address: CastAddress, *, cursor: str | None) -> MemoryListing:
    """The memories that an address asks for."""
    found, counts = viewing.memory_page(bible.db, scope, address.wanted, limit=PAGE, cursor=cursor or None)
    count = lambda less: viewing.total(viewing.memory_counts(bible.db, scope, less.q), less.wanted)  # noqa: E731
    types, states = viewing.divided(counts, address.wanted)
    return MemoryListing(
        page=listed(address, found, lambda memory: memory, cursor=cursor, count=count),
        types={"": types.total(), **{kind: types[kind] for kind in DISTILLED if types[kind] or address.type == kind}},
        states={"": states.total(), **{standing: states[standing] for standing in MemoryStanding}},
    )


def detail(bible: Bible, scope: Scope, memory_id: str) -> MemoryDetail | None:
    """One memory with all that explains it, if this scope may see it."""
    memory = viewing.in_scope(bible.db, scope, memory_id)
    if memory is None:
        return None
    return MemoryDetail(
        memory=memory,
        evidence=viewing.evidence(bible.db, memory),
        newer=viewing.in_scope(bible.db, scope, memory.superseded_by) if memory.superseded_by else None,
        older=viewing.replaced(bible.db, memory),
        history=versions(_in_words(bible, memory_id), names={REPLACED_BY: "Replaced by"}),
    )


def _in_words(bible: Bible, memory_id: str) -> list[Change]:
    """The history of a memory, with what replaced it in its own words."""
    history = bible.conversations.memories.history(memory_id)
    ids = {str(side.get(REPLACED_BY)) for change in history for side in (change.before, change.after)}
    texts = {each.memory_id: each.text for each in memories.these(bible.db, sorted(ids))}
    return [replace(each, before=_told(each.before, texts), after=_told(each.after, texts)) for each in history]


def _told(side: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    return {name: texts.get(value, value) if name == REPLACED_BY else value for name, value in side.items()}


def bars(left: float) -> tuple[int, str]:
    """How strong a memory still is: one to three bars and a word."""
    return (3, "Strong") if left >= 0.6 else (2, "Clear") if left >= 0.3 else (1, "Faint")
