"""`/projects/{p}/timeline`, `/notes` and `/continuity`: a story in its order, remarks on it, what it contradicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from showbible.assets.api import Assets
from showbible.assets.model import Clip, Contradiction, Note
from showbible.assets.recall import library, overview, spelling
from showbible.vocabulary import KIB
from showbible.web.deps import OpenAssets, OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.assets import Tile
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.forms import Text
from showbible.web.pages.kit.lists import Cursor, Listed
from showbible.web.pages.kit.marks import StatusMark
from showbible.web.pages.kit.page import page_at
from showbible.web.pages.project.head import PAGE, PlainList, ProjectPage
from showbible.web.pages.project.lanes import Ruler
from showbible.words import plain, plural, story_time

router = APIRouter(prefix="/projects/{project_id}")

Prompted = Annotated[str, Query(max_length=8 * KIB)]
StoryTime = Annotated[str, Query(max_length=32)]

Proven = tuple[Contradiction, Tile | None]
"""What a text says against what is known, and the asset that shows it."""

_STATUSES: Final[Mapping[str, StatusMark]] = {
    "generating": StatusMark(hue="run", icon="record", word="Generating"),
    "review": StatusMark(hue="warn", icon="hourglass", word="In review"),
    "done": StatusMark(hue="ok", icon="check", word="Done"),
    "failed": StatusMark(hue="bad", icon="failed", word="Failed"),
}


class TimelineRow:
    """A segment with the take that stands in it, the film that this made, and its place and width on the ruler."""

    def __init__(self, shot: overview.ShotSegment, clip: Clip | None, film: Tile | None, ruler: Ruler) -> None:
        self.segment, self.takes, self.clip, self.film = shot.segment, shot.takes, clip, film
        self.x, self.width = ruler.place(shot.segment.start_ms, shot.segment.end_ms)
        status = shot.segment.status
        self.mark = _STATUSES.get(status) or StatusMark(hue="idle", icon="clock", word=plain(status)[:40])


@page_at(router, "/timeline", "project_timeline.html")
class TimelinePage(ProjectPage):
    """Segments in the order of the story, fifty at a time, the same as a strip and as rows."""

    title, wish = "Timeline", PlainList()

    def __init__(self, bible: OpenBible, project_id: str, cursor: Cursor = None) -> None:
        super().__init__(bible, project_id)
        with self.memory.db.snapshot():
            shots = overview.stretches(self.memory.db, limit=PAGE, cursor=cursor or None)
            standing = overview.standing(self.memory.db, [shot.segment.segment_id for shot in shots.items])
        start = min((shot.segment.start_ms for shot in shots.items), default=0)
        self.ruler = Ruler(start, max((shot.segment.end_ms for shot in shots.items), default=0))

        def row(shot: overview.ShotSegment) -> TimelineRow:
            clip, film = standing.get(shot.segment.segment_id, (None, None))
            return TimelineRow(shot, clip, Tile(project_id, film) if film else None, self.ruler)

        self.list = Listed(self.wish, shots, row, cursor=cursor)
        done, here, total = len(standing), len(shots.items), shots.total
        have = f"{done} of {plural(here, 'segment')} here {'has' if done == 1 else 'have'} an active take"
        self.sentence = f"{have}, {total:,} in all." if total > here else f"{have}."


@page_at(router, "/notes", "project_notes.html")
class NotesPage(ProjectPage):
    """A page of notes, newest first."""

    title, wish = "Notes", PlainList()

    def __init__(self, bible: OpenBible, project_id: str, cursor: Cursor = None) -> None:
        super().__init__(bible, project_id)
        notes = self.memory.notes(limit=PAGE, cursor=cursor or None)
        self.list = Listed(self.wish, notes, lambda note: note, cursor=cursor)


def _home(request: Request) -> str:
    return f"/projects/{request.path_params['project_id']}/notes"


@router.post("/notes")
def remark(request: Request, memory: OpenAssets, summary: Text = "", segment: Text = "") -> Response:
    """Write a note down."""
    here = _home(request)
    write = lambda: memory.note("note", summary.strip(), segment_id=segment.strip() or None)  # noqa: E731
    undo = lambda made: Undo(action=f"{here}/{made.note_id}/forget")  # noqa: E731
    return changed(request, write, said="The note is kept.", back=here, undo=undo)


Acts(
    things=lambda bible, request: bible.assets(request.path_params["project_id"]).note_corrections,
    home=_home,
    taken=Note,
    forgotten="The note is gone.",
    restored="The note is back.",
).register(router, "/notes/{item_id}", acts=("forget",))


@page_at(router, "/continuity", "project_continuity.html")
class ContinuityPage(ProjectPage):
    """A prompt, a story time and what speaks against it, None before anything was asked; and scenes to report on."""

    title = "Continuity"

    def __init__(self, bible: OpenBible, project_id: str, prompt: Prompted = "", at: StoryTime = "") -> None:
        super().__init__(bible, project_id)
        self.prompt, self.at, moment = prompt.strip(), at.strip(), spelling.seconds("at", at.strip())
        scenes = bible.direction(project_id).scenes(limit=PAGE)
        in_order = sorted(
            scenes.items, key=lambda scene: (scene.scene_index is None, scene.scene_index, scene.scene_id)
        )
        self.scenes = replace(scenes, items=in_order)
        self.found = proven(self.memory, self.memory.conflicts(self.prompt, at=moment)) if self.prompt else None
        time = "at the end of the story" if moment is None else f"at {story_time(round(moment * 1000))}"
        names = list(dict.fromkeys(each.entity for each, _ in self.found or ()))[:3]
        broken = f"{plural(len(self.found or ()), 'thing')} about {' and '.join(names)} would break {time}."
        self.verdict = broken if names else f"Nothing known contradicts this {time}."


def proven(memory: Assets, found: Sequence[Contradiction]) -> tuple[Proven, ...]:
    """Contradictions, each with the asset that proves what is known."""
    proofs = library.assets_by_id(memory.db, [each.asset_id for each in found if each.asset_id])
    tiles = {asset_id: Tile(memory.project_id, asset) for asset_id, asset in proofs.items()}
    return tuple((each, tiles.get(each.asset_id or "")) for each in found)
