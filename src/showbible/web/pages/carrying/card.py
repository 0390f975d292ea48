"""The card for import and export: what it shows, sends and asks for.

A place shows it with `{{ carrying.card(page.carrying) }}`, once its template has imported `carrying_card.html`.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, File, Request, UploadFile
from starlette.responses import HTMLResponse, Response, StreamingResponse

from showbible.bible import Bible
from showbible.carrying.parcels import ParcelLimits
from showbible.carrying.report import counted
from showbible.carrying.requests import ImportRequest, Imports
from showbible.jobs.job import JobState
from showbible.storage import paging, private
from showbible.storage.blobs import CHUNK
from showbible.vocabulary import KIB, checked_id
from showbible.web.deps import OpenBible, Render
from showbible.web.limits import upload
from showbible.web.pages.kit.answers import changed
from showbible.web.pages.kit.forms import Text
from showbible.web.pages.kit.marks import JOBS

router = APIRouter(prefix="/carrying")

SHOWN: Final = 3


class CarryingCard:
    """The projects that can leave, and the latest imports."""

    largest, marks, counted = ParcelLimits().packed, JOBS, staticmethod(counted)

    def __init__(self, bible: Bible) -> None:
        self.projects = bible.projects.list(limit=paging.MOST).items
        self.imports = Imports(bible.resources).latest(SHOWN)
        self.is_busy = any(each.state in (JobState.QUEUED, JobState.RUNNING) for each in self.imports)

    def percent(self, request: ImportRequest) -> int | None:
        """How much is done of what is being done, where that is known."""
        return 100 * request.done // request.total if request.total else None


@router.get("/progress", response_class=HTMLResponse)
def progress(render: Render, bible: OpenBible) -> HTMLResponse:
    """How far the latest imports are."""
    return render.fragment("carrying.html", "progress", CarryingCard(bible))


@router.get("/export", response_class=StreamingResponse)
def export(bible: OpenBible, project_id: str) -> StreamingResponse:
    """A project as one zip, for a browser to save."""
    pieces = bible.carrying.pieces(checked_id("project", project_id))
    named = {"Content-Disposition": f'attachment; filename="{project_id}.showbible.zip"', "Cache-Control": "no-store"}
    return StreamingResponse(pieces, media_type="application/zip", headers=named)


@router.post("/import", openapi_extra=upload(ParcelLimits().packed + 64 * KIB))
def take_in(request: Request, bible: OpenBible, file: Annotated[UploadFile, File()], project_id: Text = "") -> Response:
    """Lay a file aside and let a worker take it in."""

    def effect() -> ImportRequest:
        wanted = checked_id("project", project_id.strip()) if project_id.strip() else None
        imports = Imports(bible.resources)
        place = imports.new_place()
        private.file(place)
        private.write(place, iter(partial(file.file.read, CHUNK), b""))
        return imports.ask(wanted, wait=False, brought=place)

    return changed(request, effect, said="It is being taken in; the job tells when it is done.", back="/jobs")
