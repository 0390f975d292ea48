"""`/projects/{p}/timeline`, `/notes` and `/continuity`: a story in its order, remarks on it, what it contradicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import HTMLResponse, Response

from showbible.assets.api import Assets
from showbible.assets.model import Clip, Contradiction, Note, Segment
from showbible.assets.recall import library, overview
from showbible.assets.recall.overview import ShotSegment
from showbible.assets.recall.spelling import seconds
from showbible.bible import Bible
from showbible.vocabulary import KIB, utcnow
from showbible.web import render
from showbible.web.deps import OpenAssets, OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.lists import Cursor, Listed, listed
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.project.head import PAGE, InProject, PlainList, head
from showbible.web.pages.project.lanes import Ruler, ruler
from showbible.web.pages.project.tiles import Tile, tile
from showbible.web.words import plain, plural, story_time

router = APIRouter(prefix="/projects/{project_id}")

PROMPT_LIMIT: Final = 8 * KIB

Proven = tuple[Contradiction, Tile | None]
"""What a text says against what is known, and the asset that shows it."""

_STATUSES: Final[Mapping[str, StatusMark]] = {
    "generating": StatusMark(hue="run", icon="record", word="Generating"),
    "review": StatusMark(hue="warn", icon="hourglass", word="In review"),
    "done": StatusMark(hue="ok", icon="check", word="Done"),
    "failed": StatusMark(hue="bad", icon="failed", word="Failed"),
}


@dataclass(frozen=True, kw_only=True)
class TimelineRow:
    """A segment with the take that stands in it, and the film that this made."""

    segment: Segment
    takes: int
    clip: Clip | None
    film: Tile | None
    mark: StatusMark
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
    page = timeline_page(bible, project_id, cursor=cursor or None)
    return render.shown(request, "project_timeline.html", page)


def timeline_page(bible: Bible, project_id: str, *, cursor: str | None = None) -> TimelinePage:
    """What the timeline shows."""
    top, memory = head(bible, project_id), bible.assets(project_id)
    with memory.db.snapshot():
        found = overview.stretches(memory.db, limit=PAGE, cursor=cursor)
        standing = overview.standing(memory.db, [each.segment.segment_id for each in found.items])
    spanned = [each.segment for each in found.items]
    scale = ruler(
        min((each.start_ms for each in spanned), default=0), max((each.end_ms for each in spanned), default=0)
    )

    def row(each: ShotSegment) -> TimelineRow:
        segment = each.segment
        clip, film = standing.get(segment.segment_id, (None, None))
        x, width = scale.place(segment.start_ms, segment.end_ms)
        return TimelineRow(
            segment=segment,
            takes=each.takes,
            clip=clip,
            film=tile(memory.project_id, film) if film else None,
            mark=_STATUSES.get(segment.status) or StatusMark(hue="idle", icon="clock", word=plain(segment.status)[:40]),
            x=x,
            width=width,
        )

    return TimelinePage(
        head=top,
        wish=PlainList(),
        list=listed(PlainList(), found, row, cursor=cursor),
        ruler=scale,
        sentence=_sentence(len(standing), len(found.items), total=found.total),
    )


def _sentence(done: int, shown: int, *, total: int) -> str:
    """How much of the story stands."""
    told = f"{done} of {plural(shown, 'segment')} here {'has' if done == 1 else 'have'} an active take"
    return f"{told}, {total:,} in all." if total > shown else f"{told}."


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
    found = memory.notes(limit=PAGE, cursor=cursor or None)
    shown = listed(PlainList(), found, lambda note: note, cursor=cursor)
    page = NotesPage(head=head(bible, project_id), wish=PlainList(), list=shown, now=utcnow())
    return render.shown(request, "project_notes.html", page)


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


@dataclass(frozen=True, kw_only=True)
class ContinuityPage(InProject):
    """A prompt, a story time and what speaks against it; `found` is None before anything was asked."""

    prompt: str
    at: str
    found: tuple[Proven, ...] | None
    verdict: str
    title: str = "Continuity"


@router.get("/continuity", response_class=HTMLResponse)
def checked(
    project_id: str,
    request: Request,
    bible: OpenBible,
    prompt: Annotated[str, Query(max_length=PROMPT_LIMIT)] = "",
    at: Annotated[str, Query(max_length=32)] = "",
) -> HTMLResponse:
    """A prompt held against what the story knows."""
    page = continuity_page(bible, project_id, prompt=prompt.strip(), at=at.strip())
    return render.shown(request, "project_continuity.html", page)


def continuity_page(bible: Bible, project_id: str, *, prompt: str, at: str) -> ContinuityPage:
    """What speaks against a prompt."""
    top, memory, moment = head(bible, project_id), bible.assets(project_id), seconds("at", at)
    found = proven(memory, memory.conflicts(prompt, at=moment)) if prompt else None
    time = "at the end of the story" if moment is None else f"at {story_time(round(moment * 1000))}"
    verdict = "" if found is None else _verdict(found, time=time)
    return ContinuityPage(head=top, prompt=prompt, at=at, found=found, verdict=verdict)


def proven(memory: Assets, found: Sequence[Contradiction]) -> tuple[Proven, ...]:
    """Contradictions, each with the asset that proves what is known."""
    proofs = library.assets_by_id(memory.db, [each.asset_id for each in found if each.asset_id])
    tiles = {asset_id: tile(memory.project_id, asset) for asset_id, asset in proofs.items()}
    return tuple((each, tiles.get(each.asset_id or "")) for each in found)


def _verdict(found: Sequence[Proven], *, time: str) -> str:
    """The whole in a sentence."""
    if not found:
        return f"Nothing known contradicts this {time}."
    names = list(dict.fromkeys(each.entity for each, _ in found))
    return f"{plural(len(found), 'thing')} about {' and '.join(names[:3])} would break {time}."
