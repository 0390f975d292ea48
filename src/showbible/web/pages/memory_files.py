"""`/memory/history.csv` and `.json`: exactly the records that are filtered, as a file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.lessons import shapes
from showbible.lessons.recall import records
from showbible.storage import paging
from showbible.web.deps import OpenBible
from showbible.web.pages.attachments import csv_file, json_file
from showbible.web.pages.memory_history import Wish, wanted, wish

router = APIRouter(prefix="/memory")

Wished = Annotated[Wish, Depends(wish)]


@router.get("/history.csv")
def as_csv(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every record that passes the filters, as a table for spreadsheets."""
    rows = _rows(bible, wish)
    first = next(rows, None)
    known = [first] if first else []
    return csv_file("history.csv", heads=list(first or ()), rows=(row.values() for row in chain(known, rows)))


@router.get("/history.json")
def as_json(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every record that passes the filters, as JSON."""
    return json_file("history.json", _rows(bible, wish))


def _rows(bible: Bible, wish: Wish) -> Iterator[dict[str, Any]]:
    cursor = None
    while True:
        found = records.records(bible.db, wanted(wish), sort=records.Sort(wish.sort), limit=paging.MOST, cursor=cursor)
        yield from (shapes.record(each) for each in found.items)
        if (cursor := found.next_cursor) is None:
            return
