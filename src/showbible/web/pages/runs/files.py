"""`/runs.csv` and `/runs.json`: exactly the runs that are filtered, as a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.runs.model import Status, Summary
from showbible.storage import paging
from showbible.vocabulary import dollars, rfc3339, utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.attachments import csv_file, each, json_file
from showbible.web.pages.runs.wish import RunFilter, Wished, found

router = APIRouter()


@router.get("/runs.csv")
def as_csv(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every run that passes the filters, as a table for spreadsheets."""
    rows = ([_cell(value) for value in row.values()] for row in _rows(bible, wish))
    return csv_file("runs.csv", heads=["status", *FIELDS], rows=rows)


@router.get("/runs.json")
def as_json(bible: OpenBible, wish: Wished) -> StreamingResponse:
    """Every run that passes the filters, as JSON."""
    return json_file("runs.json", _rows(bible, wish))


FIELDS: Final[dict[str, Callable[[Summary], Any]]] = {
    "run_id": lambda run: run.run_id,
    "project_id": lambda run: run.project_id,
    "concept": lambda run: run.concept,
    "tags": lambda run: list(run.tags),
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


def _cell(value: Any) -> Any:
    """A value as one cell: tags, which have no comma in them, stand with commas between."""
    return ", ".join(value) if isinstance(value, list) else value


def _rows(bible: Bible, wish: RunFilter) -> Iterator[dict[str, Any]]:
    silence = bible.settings.stalled_after
    for run in each(lambda cursor: found(bible, wish, limit=paging.MOST, cursor=cursor)):
        status: Status = run.status(at=utcnow(), stalled_after=silence)
        yield {"status": status, **{name: read(run) for name, read in FIELDS.items()}}
