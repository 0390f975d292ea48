"""`/runs.csv` and `/runs.json`: exactly the runs that are filtered, as a file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.runs.model import Status, Summary
from showbible.storage import paging
from showbible.vocabulary import dollars, rfc3339, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.runs_wish import Wish, Wished, found

router = APIRouter()


@router.get("/runs.csv")
def as_csv(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every run that passes the filters, as a table for spreadsheets."""
    return _file(_csv(_rows(bible, wish)), "text/csv; charset=utf-8", "runs.csv")


@router.get("/runs.json")
def as_json(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every run that passes the filters, as JSON."""
    return _file(_json(_rows(bible, wish)), "application/json", "runs.json")


def _file(pieces: Iterator[str], kind: str, name: str) -> StreamingResponse:
    # The first piece is made before the answer begins, so that a wrong filter is still a refusal.
    first = next(pieces)
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingResponse(_after(first, pieces), media_type=kind, headers=headers)


def _after(first: str, rest: Iterable[str]) -> Iterator[str]:
    yield first
    yield from rest


FIELDS: Final[dict[str, Callable[[Summary], Any]]] = {
    "run_id": lambda run: run.run_id,
    "project_id": lambda run: run.project_id,
    "concept": lambda run: run.concept,
    "stage": lambda run: run.stage,
    "progress": lambda run: run.progress,
    "budget_total": lambda run: dollars(run.budget),
    "budget_spent": lambda run: dollars(run.spent),
    "score": lambda run: run.score,
    "scenes_total": lambda run: run.total_scenes,
    "scenes_completed": lambda run: run.scenes_completed,
    "started_at": lambda run: rfc3339(run.started_at),
    "completed_at": lambda run: rfc3339(run.completed_at) if run.completed_at else None,
    "seconds": lambda run: (run.completed_at - run.started_at).total_seconds() if run.completed_at else None,
}
"""The columns of a file, beside the status, which depends on when one looks."""


def _rows(bible: Bible, wish: Wish) -> Iterator[dict[str, Any]]:
    cursor, silence = None, bible.settings.stalled_after
    while True:
        listed = found(bible, wish, limit=paging.MOST, cursor=cursor)
        for run in listed.items:
            status: Status = run.status(at=utcnow(), stalled_after=silence)
            yield {"status": status, **{name: read(run) for name, read in FIELDS.items()}}
        if (cursor := listed.next_cursor) is None:
            return


def _csv(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["status", *FIELDS])
    for row in rows:
        writer.writerow([_cell(value) for value in row.values()])
        if text.tell() > 32_768:
            yield text.getvalue()
            text.seek(0)
            text.truncate()
    yield text.getvalue()


def _cell(value: Any) -> Any:
    """A value that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _json(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    before = "["
    for row in rows:
        yield f"{before}\n{json.dumps(row, ensure_ascii=False, allow_nan=False)}"
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"
