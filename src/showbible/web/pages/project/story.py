"""`/projects/{p}/timeline` and `/notes`: the story in its order, and what was remarked on it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.assets.api import Assets
from showbible.assets.model import Asset, Clip, Note, Segment
from showbible.assets.recall import overview, story
from showbible.assets.recall.overview import Stretch
from showbible.bible import Bible
from showbible.errors import Invalid
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.project.lanes import Ruler, ruler
from showbible.web.pages.project.page import Head, head
from showbible.web.pages.project.tiles import still_url, stretch
from showbible.web.render import Crumb, Templates
from showbible.web.words import plain, plural

router = APIRouter(prefix="/projects/{project_id}")

PAGE: Final = 50
Cursor = Annotated[str | None, Query(max_length=2048)]

_STATUSES: Final[Mapping[str, StatusMark]] = {
    "generating": StatusMark(hue="run", icon="record", word="Generating"),
    "review": StatusMark(hue="warn", icon="hourglass", word="In review"),
    "done": StatusMark(hue="ok", icon="check", word="Done"),
    "failed": StatusMark(hue="bad", icon="failed", word="Failed"),
}


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A segment with the take that stands in it; `href` leads to that take's film."""

    segment_id: str
    kind: str
    mark: StatusMark
    when: str
    takes: str
    prompt: str
    still: str | None
    href: str | None
    x: float
    width: float


@dataclass(frozen=True, kw_only=True)
class TimelinePage:
    """A stretch of the story: the same segments as a strip and as rows."""

    head: Head
    rows: tuple[Shown, ...]
    lanes: tuple[tuple[str, tuple[Shown, ...]], ...]
    ruler: Ruler
    sentence: str
    next: str | None
    is_first: bool
    title: str = "Timeline"
    crumbs: tuple[Crumb, ...] = ()


@router.get("/timeline", response_class=HTMLResponse)
def timeline(project_id: str, request: Request, bible: OpenBible, cursor: Cursor = None) -> HTMLResponse:
    """Segments in the order of the story, fifty at a time."""
    templates: Templates = request.app.state.templates
    return templates.page(request, "project_timeline.html", page=gathered(bible, project_id, cursor=cursor or None))


def gathered(bible: Bible, project_id: str, *, cursor: str | None = None) -> TimelinePage:
    """What the timeline shows."""
    top, memory = head(bible, project_id), bible.assets(project_id)
    with memory.db.snapshot():
        found = overview.stretches(memory.db, limit=PAGE, cursor=cursor)
        ids = [each.segment.segment_id for each in found.items]
        active = story.active_clips(memory.db, ids)
        made = overview.outputs(memory.db, [clip.clip_id for clip in active.values()])
    spanned = [each.segment for each in found.items]
    begin, end = min((each.start_ms for each in spanned), default=0), max((each.end_ms for each in spanned), default=0)
    scale = ruler(begin, end)
    rows = tuple(_shown(memory, each, active=active, made=made, scale=scale) for each in found.items)
    kinds = dict.fromkeys(row.kind for row in rows)
    return TimelinePage(
        head=top,
        rows=rows,
        lanes=tuple((kind, tuple(row for row in rows if row.kind == kind)) for kind in kinds),
        ruler=scale,
        sentence=_sentence(found.items, active, total=found.total),
        next=f"?{urlencode({'cursor': found.next_cursor})}" if found.next_cursor else None,
        is_first=cursor is None,
        crumbs=top.crumbs,
    )


def _shown(
    memory: Assets, found: Stretch, *, active: Mapping[str, Clip], made: Mapping[str, Asset], scale: Ruler
) -> Shown:
    segment, clip = found.segment, active.get(found.segment.segment_id)
    film = None if clip is None else made.get(clip.clip_id)
    x, width = scale.place(segment.start_ms, segment.end_ms)
    return Shown(
        segment_id=segment.segment_id,
        kind=plain(segment.kind),
        mark=mark(segment),
        when=stretch(segment),
        takes=plural(found.takes, "take") if found.takes else "No take yet",
        prompt=(clip.prompt or "") if clip else "",
        still=None if film is None else still_url(film),
        href=None if film is None else f"/projects/{memory.project_id}/assets/{film.asset_id}",
        x=x,
        width=width,
    )


def mark(segment: Segment) -> StatusMark:
    """How far a segment is."""
    return _STATUSES.get(segment.status) or StatusMark(hue="idle", icon="clock", word=plain(segment.status)[:40])


def _sentence(found: Sequence[Stretch], active: Mapping[str, Clip], *, total: int) -> str:
    """How much of the story stands."""
    done = sum(1 for each in found if each.segment.segment_id in active)
    told = f"{done} of {plural(len(found), 'segment')} here {'has' if done == 1 else 'have'} an active take"
    return f"{told}, {total:,} in all." if total > len(found) else f"{told}."


# Notes


@dataclass(frozen=True, kw_only=True)
class NotesPage:
    """A page of notes, newest first."""

    head: Head
    notes: tuple[Note, ...]
    total: int
    next: str | None
    is_first: bool
    now: datetime
    title: str = "Notes"
    crumbs: tuple[Crumb, ...] = ()


@router.get("/notes", response_class=HTMLResponse)
def notes(project_id: str, request: Request, bible: OpenBible, cursor: Cursor = None) -> HTMLResponse:
    """What was remarked on a story."""
    templates: Templates = request.app.state.templates
    top = head(bible, project_id)
    found = bible.assets(project_id).notes(limit=PAGE, cursor=cursor or None)
    page = NotesPage(
        head=top,
        notes=tuple(found.items),
        total=found.total,
        next=f"?{urlencode({'cursor': found.next_cursor})}" if found.next_cursor else None,
        is_first=not cursor,
        now=utcnow(),
        crumbs=top.crumbs,
    )
    return templates.page(request, "project_notes.html", page=page)


@router.post("/notes")
def remark(
    project_id: str,
    request: Request,
    bible: OpenBible,
    summary: Annotated[str, Form()] = "",
    segment: Annotated[str, Form()] = "",
) -> Response:
    """Write a note down."""
    memory, here = bible.assets(project_id), f"/projects/{project_id}/notes"
    write = lambda: memory.note("note", summary.strip(), segment_id=segment.strip() or None)  # noqa: E731
    undo = lambda made: Undo(action=f"{here}/{made.note_id}/forget")  # noqa: E731
    return changed(request, write, said="The note is kept.", back=here, undo=undo)


@router.post("/notes/{note_id}/forget")
def forget(project_id: str, note_id: str, request: Request, bible: OpenBible) -> Response:
    """Take a note away."""
    memory, here = bible.assets(project_id), f"/projects/{project_id}/notes"
    undo = lambda gone: Undo(action=f"{here}/{note_id}/restore", fields={"note": _kept(gone)})  # noqa: E731
    return changed(request, lambda: memory.forget_note(note_id), said="The note is gone.", back=here, undo=undo)


def _kept(gone: Note) -> str:
    """A note as the toast carries it."""
    told = {"payload": dict(gone.payload), "segment_id": gone.segment_id, "asset_id": gone.asset_id}
    at = gone.created_at.isoformat()
    return json.dumps({"note_type": gone.note_type, "summary": gone.summary, "at": at, **told})


@router.post("/notes/{note_id}/restore")
def restore(
    project_id: str, note_id: str, request: Request, bible: OpenBible, note: Annotated[str, Form()]
) -> Response:
    """Put a note that was taken away back, where it stood."""
    memory = bible.assets(project_id)

    def effect() -> Note:
        try:
            told = json.loads(note)
            at = datetime.fromisoformat(told.pop("at"))
            return memory.put_note_back(note_id, told.pop("note_type"), told.pop("summary"), at=at, **told)
        except (ValueError, TypeError, AttributeError, KeyError, OverflowError):
            raise Invalid("This is not a note that was taken away here.", field="note") from None

    return changed(request, effect, said="The note is back.", back=f"/projects/{project_id}/notes")
