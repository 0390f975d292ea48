"""`/memory/history.csv` and `.json`: exactly the records that are filtered, as a file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from starlette.responses import Response

from showbible.bible import Bible
from showbible.lessons import shapes
from showbible.lessons.recall import records
from showbible.storage import paging
from showbible.web.deps import OpenBible
from showbible.web.pages.memory_history import Wish, wanted, wish

router = APIRouter(prefix="/memory")

Wished = Annotated[Wish, Depends(wish)]


@router.get("/history.csv")
def as_csv(bible: OpenBible, wish: Wished) -> Response:
    """Every record that passes the filters, as a table for spreadsheets."""
    rows = list(_rows(bible, wish))
    text = io.StringIO()
    writer = csv.writer(text)
    if rows:
        writer.writerow(rows[0])
    writer.writerows([safe(value) for value in row.values()] for row in rows)
    return attached(text.getvalue(), "text/csv; charset=utf-8", "history.csv")


@router.get("/history.json")
def as_json(bible: OpenBible, wish: Wished) -> Response:
    """Every record that passes the filters, as JSON."""
    text = json.dumps(list(_rows(bible, wish)), ensure_ascii=False, indent=1)
    return attached(text, "application/json", "history.json")


def attached(text: str, kind: str, name: str) -> Response:
    """A text that the browser saves as a file."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type=kind, headers=headers)


def safe(value: Any) -> Any:
    """A value that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _rows(bible: Bible, wish: Wish) -> Iterator[dict[str, Any]]:
    cursor = None
    while True:
        found = records.records(bible.db, wanted(wish), sort=records.Sort(wish.sort), limit=paging.MOST, cursor=cursor)
        yield from (shapes.record(each) for each in found.items)
        if (cursor := found.next_cursor) is None:
            return
