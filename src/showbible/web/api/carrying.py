"""`/export` and `/import`: a story as one file, out of the studio and into it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
import anyio.to_thread
from fastapi import APIRouter, Request, Response
from pydantic import Field
from starlette.responses import StreamingResponse

from showbible.bible import Bible
from showbible.carrying.parcels import ParcelLimits
from showbible.carrying.requests import ImportRequest, Imports
from showbible.jobs.job import JobState
from showbible.shapes.carrying import ImportShape
from showbible.storage import private
from showbible.vocabulary import checked_id
from showbible.web.deps import OpenBible
from showbible.web.limits import file_body

router = APIRouter(tags=["import and export"])

Target = Annotated[str | None, Field(description="The project it shall be; without one, the one it was.")]
OfRun = Annotated[str | None, Field(description="The run whose cut is handed back, where the file does not say.")]
Wait = Annotated[bool, Field(description="Whether to answer only when all of it is taken in.")]


@router.get("/export/{project_id}", response_class=StreamingResponse)
def export(project_id: str, bible: OpenBible) -> StreamingResponse:
    """Everything of a project as one zip: ids, history, corrections, vectors and files."""
    pieces = bible.carrying.pieces(checked_id("project", project_id))
    named = {"Content-Disposition": f'attachment; filename="{project_id}.showbible.zip"', "Cache-Control": "no-store"}
    return StreamingResponse(pieces, media_type="application/zip", headers=named)


@router.post("/import", status_code=201, response_model=ImportShape, openapi_extra=file_body(ParcelLimits().packed))
async def take_in(
    request: Request,
    bible: OpenBible,
    response: Response,
    project_id: Target = None,
    run_id: OfRun = None,
    wait: Wait = True,
) -> ImportShape:
    """Take in an archive of Showbible's, a cut that an editor changed, or files that other programs wrote."""
    for kind, told in (("project", project_id), ("run", run_id)):
        if told is not None:
            checked_id(kind, told)
    place = await _brought(request, bible)
    ask = partial(Imports(bible.resources).ask, project_id, run_id=run_id, wait=wait, brought=place)
    ended = await anyio.to_thread.run_sync(ask)
    response.status_code = _status(ended)
    return ImportShape.of(ended)


@router.get("/imports/{import_id}")
def find(import_id: str, bible: OpenBible) -> ImportShape:
    """How far an import is that nobody waited for."""
    return ImportShape.of(Imports(bible.resources).get(import_id))


def _status(ended: ImportRequest) -> int:
    """202 while it is to be done, 201 when something is new, 200 when all of it was here already."""
    if ended.state is JobState.QUEUED:
        return 202
    return 201 if ended.report is not None and ended.report.changed else 200


async def _brought(request: Request, bible: Bible) -> Path:
    """The body in a file of ours; one that does not come whole leaves nothing behind."""
    place = Imports(bible.resources).new_place()
    await anyio.to_thread.run_sync(private.file, place)
    try:
        async with await anyio.open_file(place, "wb") as file:
            async for piece in request.stream():
                await file.write(piece)
    except BaseException:
        place.unlink(missing_ok=True)
        raise
    return place
