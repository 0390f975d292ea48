"""`/projects/{p}/timeline` and `/notes`: the story in its order, and what was remarked on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, Response

from showbible.assets.model import Clip, Note, Segment
from showbible.assets.recall import overview, story
from showbible.assets.recall.overview import Stretch
from showbible.bible import Bible
from showbible.vocabulary import utcnow
from showbible.web.deps import OpenAssets, OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.lists import Cursor, Listed, listed
from showbible.web.pages.kit.marks import Mark
from showbible.web.pages.project.head import PAGE, InProject, PlainList, head
from showbible.web.pages.project.lanes import Ruler, ruler
from showbible.web.pages.project.tiles import Tile, stretch, tile
from showbible.web.render import Templates
from showbible.web.words import plain, plural

router = APIRouter(prefix="/projects/{project_id}")

_STATUSES: Final[Mapping[str, Mark]] = {
    "generating": Mark(hue="run", icon="record", word="Generating"),
    "review": Mark(hue="warn", icon="hourglass", word="In review"),
    "done": Mark(hue="ok", icon="check", word="Done"),
    "failed": Mark(hue="bad", icon="failed", word="Failed"),
}


@dataclass(frozen=True, kw_only=True)
class TimelineRow:
    """A segment with the take that stands in it, and the film that this made."""

    segment: Segment
    takes: int
    clip: Clip | None
    film: Tile | None
    mark: Mark
    when: str
    x: float
    width: float


@dataclass(frozen=True, kw_only=True)
class TimelinePage(InProject):
    """A stretch of the story: the same segments as a strip and as rows."""

    wish: PlainList
    list: Listed[TimelineRow]
    ruler: Ruler
    sentence: str
    title: str = "Timeline"


@router.get("/timeline", response_class=HTMLResponse)
def timeline(project_id: str, request: Request, bible: OpenBible, cursor: Cursor = None) -> HTMLResponse:
    """Segments in the order of the story, fifty at a time."""
    templates: Templates = request.app.state.templates
    page = timeline_page(bible, project_id, cursor=cursor or None)
    return templates.page(request, "project_timeline.html", page=page)


def timeline_page(bible: Bible, project_id: str, *, cursor: str | None = None) -> TimelinePage:
    """What the timeline shows."""
    top, memory = head(bible, project_id), bible.assets(project_id)
    with memory.db.snapshot():
        found = overview.stretches(memory.db, limit=PAGE, cursor=cursor)
        active = story.active_clips(memory.db, [each.segment.segment_id for each in found.items])
        made = overview.outputs(memory.db, [clip.clip_id for clip in active.values()])
    spanned = [each.segment for each in found.items]
    scale = ruler(
        min((each.start_ms for each in spanned), default=0), max((each.end_ms for each in spanned), default=0)
    )

    def row(each: Stretch) -> TimelineRow:
        segment, clip = each.segment, active.get(each.segment.segment_id)
        film = made.get(clip.clip_id) if clip else None
        x, width = scale.place(segment.start_ms, segment.end_ms)
        return TimelineRow(
            segment=segment,
            takes=each.takes,
            clip=clip,
            film=tile(memory.project_id, film) if film else None,
            mark=_STATUSES.get(segment.status) or Mark(hue="idle", icon="clock", word=plain(segment.status)[:40]),
            when=stretch(segment),
            x=x,
            width=width,
        )

    return TimelinePage(
        head=top,
        wish=PlainList(),
        list=listed(PlainList(), found, row, cursor=cursor, count=lambda _: found.total),
        ruler=scale,
        sentence=_sentence(found.items, active, total=found.total),
    )


def _sentence(found: Sequence[Stretch], active: Mapping[str, Clip], *, total: int) -> str:
    """How much of the story stands."""
    done = sum(1 for each in found if each.segment.segment_id in active)
    told = f"{done} of {plural(len(found), 'segment')} here {'has' if done == 1 else 'have'} an active take"
    return f"{told}, {total:,} in all." if total > len(found) else f"{told}."


@dataclass(frozen=True, kw_only=True)
class NotesPage(InProject):
    """A page of notes, newest first."""

    wish: PlainList
    list: Listed[Note]
    now: datetime
    title: str = "Notes"


@router.get("/notes", response_class=HTMLResponse)
def notes(
    project_id: str, request: Request, bible: OpenBible, memory: OpenAssets, cursor: Cursor = None
) -> HTMLResponse:
    """What was remarked on a story."""
    templates: Templates = request.app.state.templates
    found = memory.notes(limit=PAGE, cursor=cursor or None)
    shown = listed(PlainList(), found, lambda note: note, cursor=cursor, count=lambda _: found.total)
    page = NotesPage(head=head(bible, project_id), wish=PlainList(), list=shown, now=utcnow())
    return templates.page(request, "project_notes.html", page=page)


def _home(request: Request) -> str:
    return f"/projects/{request.path_params['project_id']}/notes"


@router.post("/notes")
def remark(
    request: Request,
    memory: OpenAssets,
    summary: Annotated[str, Form()] = "",
    segment: Annotated[str, Form()] = "",
) -> Response:
    """Write a note down."""
    here = _home(request)
    write = lambda: memory.note("note", summary.strip(), segment_id=segment.strip() or None)  # noqa: E731
    undo = lambda made: Undo(action=f"{here}/{made.note_id}/forget")  # noqa: E731
    return changed(request, write, said="The note is kept.", back=here, undo=undo)


Acts(
    things=lambda bible, request: bible.assets(request.path_params["project_id"]).note_corrections,
    back=lambda _, request: _home(request),
    home=_home,
    taken=Note,
    forgotten="The note is gone.",
    restored="The note is back.",
).register(router, "/notes/{item_id}", acts=("forget",))
