"""`/cast/{character}/memories.csv` and `.json`: exactly the memories that are filtered, as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.conversations.model import Memory
from showbible.conversations.recall import cast, viewing
from showbible.storage import paging
from showbible.vocabulary import rfc3339, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.attachments import csv_file, json_file
from showbible.web.pages.character import chosen
from showbible.web.pages.character_address import Address, Addressed
from showbible.web.pages.character_memories import wanted

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


@router.get("/memories.csv")
def as_csv(bible: OpenBible, address: Addressed) -> StreamingResponse:
    """Every memory that passes the filters, as a table for spreadsheets."""
    rows = (row.values() for row in _rows(bible, address))
    return csv_file(f"{address.character}-memories.csv", heads=list(FIELDS), rows=rows)


@router.get("/memories.json")
def as_json(bible: OpenBible, address: Addressed) -> StreamingResponse:
    """Every memory that passes the filters, as JSON."""
    return json_file(f"{address.character}-memories.json", _rows(bible, address))


def _rows(bible: Bible, address: Address) -> Iterator[dict[str, Any]]:
    address = chosen(address, cast.places(bible.db, address.character, user_id=address.user or None))
    scope, sought, cursor = address.scope(bible), wanted(address), None
    while True:
        listed, _ = viewing.looked_through(bible.db, scope, sought, limit=paging.MOST, cursor=cursor)
        yield from ({name: read(memory) for name, read in FIELDS.items()} for memory in listed.items)
        if (cursor := listed.next_cursor) is None:
            return
