"""`/projects/{p}/assets/{a}`: one asset, what it shows and who said so, its takes and its place in the story."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from showbible.assets.model import Artifact, Segment
from showbible.assets.recall import overview, spelling, story
from showbible.assets.recall.workflows import workflow_facts
from showbible.web.deps import OpenAssets, OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.assets import Tile
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.forms import Text, form_text
from showbible.web.pages.kit.page import page_at
from showbible.web.pages.kit.rewording import Piece, reworded
from showbible.web.pages.project.head import ProjectPage
from showbible.web.pages.project.story import Proven, proven

router = APIRouter(prefix="/projects/{project_id}/assets/{asset_id}")


@page_at(router, "", "asset.html")
class AssetPage(ProjectPage):
    """One asset with everything that is known of it, all of one moment.

    `src` is there only where its file is in a store of ours, `lost` where it should be;
    `around` is what stands before, here and after; `learned` what was read from it, also as a line.
    """

    def __init__(self, bible: OpenBible, project_id: str, asset_id: str) -> None:
        super().__init__(bible, project_id)
        tile, memory, db = partial(Tile, project_id), self.memory, self.memory.db
        with db.snapshot():
            self.asset = asset = memory.get(asset_id)
            self.record, here = memory.artifact(asset_id), memory.has_file(asset)
            self.segment = overview.segments(db, [asset.segment_id or ""]).get(asset.segment_id or "")
            self.around = self._around(self.segment) if self.segment else ()
            films = overview.films(db, story.clips(db, asset.segment_id) if asset.segment_id else [])
            frames = overview.frames(db, asset.clip_id) if asset.clip_id else []
            states = story.states_of_asset(db, asset_id)
            self.captions = _compared(memory.captions(asset_id))
            self.against = self._against()
        self.tile, self.workflow = tile(asset), workflow_facts(self.record.metadata)
        self.title, self.href = self.tile.name, self.tile.href
        self.src, self.lost = quote(asset.url) if asset.url and here else None, asset.url is not None and not here
        self.takes = [(clip, tile(film) if film else None) for clip, film in films]
        self.frames = [tile(frame) for frame in frames if frame.asset_id != asset_id]
        self.learned = tuple((state, spelling.spelled(state.state, between="; ")) for state in states)

    def _around(self, segment: Segment) -> tuple[tuple[str, str, str | None], ...]:
        before, after = overview.neighbours(self.memory.db, segment)
        films = overview.standing(self.memory.db, [each.segment_id for each in (before, after) if each])
        pages = {name: Tile(self.memory.project_id, film).href for name, (_, film) in films.items() if film}
        near = (("Before", before), ("Here", segment), ("After", after))
        names = [(label, each.segment_id if each else "") for label, each in near]
        return tuple((label, name, pages.get(name)) for label, name in names)

    def _against(self) -> tuple[Proven, ...]:
        """What the asset's own words contradict at its time, where others have proven it."""
        text = self.asset.caption or self.asset.prompt
        if self.segment is None or not text:
            return ()
        conflicts = self.memory.conflicts(text, at=self.segment.start_ms / 1000)
        return proven(self.memory, [each for each in conflicts if each.asset_id != self.asset.asset_id])


def _compared(captions: Sequence[Artifact]) -> list[tuple[Artifact, tuple[Piece, ...]]]:
    """Captions, newest first, each against the one before it."""
    pairs, before = [], ""
    for each in captions:
        now = each.text or ""
        pairs.append((each, reworded(before, now) if before else (Piece(kind="same", text=now),)))
        before = now
    return pairs[::-1]


def _home(request: Request) -> str:
    return "/projects/{project_id}/assets/{asset_id}".format(**request.path_params)


Acts(
    things=lambda bible, request: bible.assets(request.path_params["project_id"]).caption_corrections(
        request.path_params["asset_id"]
    ),
    home=_home,
    taken=Artifact,
    forgotten="The caption is forgotten.",
    restored="The caption is back.",
).register(router, "/captions/{item_id}", acts=("forget",))


@router.post("/caption")
def caption(asset_id: str, request: Request, memory: OpenAssets, text: Text = "", seen: Text = "") -> Response:
    """Describe an asset in a person's words; what another person wrote meanwhile is not overwritten."""
    words, here = form_text(text), _home(request)

    def effect() -> str:
        # Nothing is sent as "=": a field without a value does not arrive.
        now = memory.caption(asset_id, words, seen=seen[1:] if seen else None)
        return next(each.artifact_id for each in reversed(memory.captions(asset_id)) if now.is_told_by(each))

    undo = lambda made: Undo(action=f"{here}/captions/{made}/forget")  # noqa: E731
    return changed(request, effect, said="The caption is yours now.", back=here, undo=undo)


@router.post("/take")
def choose(request: Request, memory: OpenAssets, clip_id: Text) -> Response:
    """Let another take stand in the story."""
    here = _home(request)

    def undo(before: str | None) -> Undo | None:
        return Undo(action=f"{here}/take", fields={"clip_id": before}) if before and before != clip_id else None

    return changed(request, lambda: memory.choose(clip_id), said="The take is active.", back=here, undo=undo)


@router.post("/delete")
def delete(asset_id: str, memory: OpenAssets) -> Response:
    """Take an asset away for good, with its file, and go back to the others."""
    memory.remove(asset_id)
    return RedirectResponse(f"/projects/{memory.project_id}", status_code=303)
