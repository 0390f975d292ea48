"""`/runs.csv` and `/runs.json`: exactly the runs that are filtered, as a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.storage import paging
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.attachments import csv_file, each, json_file
from showbible.web.run_filter import RunFilter, Wished
from showbible.web.shapes.runs import RunRow, SeenRun

router = APIRouter()


@router.get("/runs.csv")
def as_csv(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every run that passes the filters, as a table for spreadsheets; tags stand with commas between."""
    rows = ({**row, "tags": ", ".join(row["tags"])}.values() for row in _rows(bible, wish))
    return csv_file("runs.csv", heads=list(RunRow.model_fields), rows=rows)


@router.get("/runs.json")
def as_json(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every run that passes the filters, as JSON."""
    return json_file("runs.json", _rows(bible, wish))


def _rows(bible: Bible, wish: RunFilter) -> Iterator[dict[str, Any]]:
    silence = bible.settings.stalled_after
    for run in each(lambda cursor: wish.page(bible, limit=paging.MOST, cursor=cursor)):
        yield RunRow.of(SeenRun(run, stalled_after=silence)).model_dump()
