"""`/cast/{character}/memories.csv` and `.json`: exactly the memories that are filtered, as a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from showbible.conversations.model import Memory
from showbible.conversations.recall import cast, viewing
from showbible.storage import paging
from showbible.storage.paging import Page
from showbible.vocabulary import rfc3339, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.cast.address import Addressed
from showbible.web.pages.cast.character import chosen
from showbible.web.pages.cast.memories import wanted
from showbible.web.pages.kit.attachments import FileFormat, each, listed

router = APIRouter(prefix="/cast/{character}")

FIELDS: Final[dict[str, Callable[[Memory], Any]]] = {
    "memory_id": lambda memory: memory.memory_id,
    "user_id": lambda memory: memory.user_id,
    "character_id": lambda memory: memory.character_id,
    "series_id": lambda memory: memory.series_id,
    "type": lambda memory: memory.type,
    "text": lambda memory: memory.text,
    "importance": lambda memory: memory.importance,
    "strength": lambda memory: round(memory.strength(at=utcnow()), 4),
    "pinned": lambda memory: memory.pinned,
    "paused": lambda memory: memory.paused,
    "speaker": lambda memory: memory.speaker,
    "reference_count": lambda memory: memory.reference_count,
    "superseded_by": lambda memory: memory.superseded_by,
    "made_by": lambda memory: memory.made_by,
    "said_at": lambda memory: rfc3339(memory.said_at),
}


@router.get("/memories.{ending}")
def memories(bible: OpenBible, address: Addressed, ending: FileFormat) -> StreamingResponse:
    """Every memory that passes the filters."""
    address = chosen(address, cast.places(bible.db, address.character, user_id=address.user or None))
    scope, sought = address.scope(bible), wanted(address)

    def read(cursor: str | None) -> Page[Memory]:
        return viewing.looked_through(bible.db, scope, sought, limit=paging.MOST, cursor=cursor)[0]

    return listed(f"{address.character}-memories", ending, fields=FIELDS, items=each(read))
