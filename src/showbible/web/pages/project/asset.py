"""`/projects/{p}/assets/{a}`: one asset, what it shows and who said so, its takes and its place in the story."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from showbible.assets.api import Assets
from showbible.assets.model import Artifact, Asset, Clip, EntityState, Segment
from showbible.assets.recall import overview, story
from showbible.assets.recall.spelling import spelled
from showbible.bible import Bible
from showbible.vocabulary import utcnow
from showbible.web import render
from showbible.web.deps import OpenAssets, OpenBible
from showbible.web.pages.kit.answers import Undo, changed
from showbible.web.pages.kit.corrections import Acts
from showbible.web.pages.kit.rewording import Piece, reworded
from showbible.web.pages.project.head import InProject, head
from showbible.web.pages.project.story import Proven, proven
from showbible.web.pages.project.tiles import Tile, media_url, tile

router = APIRouter(prefix="/projects/{project_id}/assets/{asset_id}")

Words = Annotated[str, Form()]


@dataclass(frozen=True, kw_only=True)
class AssetPage(InProject):
    """One asset; `src` only where its file is in a store of ours, `lost` where it should be."""

    asset: Asset
    record: Artifact
    tile: Tile
    src: str | None
    lost: bool
    segment: Segment | None
    around: tuple[tuple[str, str, str | None], ...]
    """Before, here and after: the segment, and the film that stands there."""
    takes: tuple[tuple[Clip, Tile | None], ...]
    frames: tuple[Tile, ...]
    captions: tuple[tuple[Artifact, tuple[Piece, ...]], ...]
    """Newest first, each against the one before it."""
    learned: tuple[tuple[EntityState, str], ...]
    """What was read from it, also as a line."""
    against: tuple[Proven, ...]
    now: datetime

    @property
    def title(self) -> str:
        """What it is called."""
        return self.tile.name

    @property
    def href(self) -> str:
        """This page."""
        return self.tile.href


@router.get("", response_class=HTMLResponse)
def shown(project_id: str, asset_id: str, request: Request, bible: OpenBible) -> HTMLResponse:
    """One asset with everything that is known of it."""
    return render.shown(request, "asset.html", asset_page(bible, project_id, asset_id))


def asset_page(bible: Bible, project_id: str, asset_id: str) -> AssetPage:
    """What the page of an asset shows, all of one moment."""
    top, memory = head(bible, project_id), bible.assets(project_id)
    with memory.db.snapshot():
        asset = memory.get(asset_id)
        segment = overview.segments(memory.db, [asset.segment_id or ""]).get(asset.segment_id or "")
        here = memory.has_file(asset)
        return AssetPage(
            head=top,
            asset=asset,
            record=memory.artifact(asset_id),
            tile=tile(memory.project_id, asset),
            src=media_url(asset) if here else None,
            lost=asset.url is not None and not here,
            segment=segment,
            around=_around(memory, segment) if segment else (),
            takes=_takes(memory, asset),
            frames=_frames(memory, asset),
            captions=_captions(memory.captions(asset_id)),
            learned=tuple(
                (state, spelled(state.state, between="; ")) for state in story.states_of_asset(memory.db, asset_id)
            ),
            against=_against(memory, asset, segment),
            now=utcnow(),
        )


def _around(memory: Assets, segment: Segment) -> tuple[tuple[str, str, str | None], ...]:
    before, after = overview.neighbours(memory.db, segment)
    films = overview.standing(memory.db, [each.segment_id for each in (before, after) if each])
    pages = {name: tile(memory.project_id, film).href for name, (_, film) in films.items() if film}
    near = (("Before", before), ("Here", segment), ("After", after))
    return tuple(
        (label, each.segment_id, pages.get(each.segment_id)) if each else (label, "", None) for label, each in near
    )


def _takes(memory: Assets, asset: Asset) -> tuple[tuple[Clip, Tile | None], ...]:
    clips = story.clips(memory.db, asset.segment_id) if asset.segment_id else []
    films = overview.films(memory.db, clips)
    return tuple((clip, tile(memory.project_id, film) if film else None) for clip, film in films)


def _frames(memory: Assets, asset: Asset) -> tuple[Tile, ...]:
    found = overview.frames(memory.db, asset.clip_id) if asset.clip_id else []
    return tuple(tile(memory.project_id, each) for each in found if each.asset_id != asset.asset_id)


def _captions(told: list[Artifact]) -> tuple[tuple[Artifact, tuple[Piece, ...]], ...]:
    against, before = [], ""
    for each in told:
        now = each.text or ""
        against.append((each, reworded(before, now) if before else (Piece(kind="same", text=now),)))
        before = now
    return tuple(reversed(against))


def _against(memory: Assets, asset: Asset, segment: Segment | None) -> tuple[Proven, ...]:
    """What the asset's own words contradict at its time, where others have proven it."""
    text = asset.caption or asset.prompt
    if segment is None or not text:
        return ()
    found = memory.conflicts(text, at=segment.start_ms / 1000)
    return proven(memory, [each for each in found if each.asset_id != asset.asset_id])


def _home(request: Request) -> str:
    return "/projects/{project_id}/assets/{asset_id}".format(**request.path_params)


CAPTIONS: Final = Acts(
    things=lambda bible, request: bible.assets(request.path_params["project_id"]).caption_corrections(
        request.path_params["asset_id"]
    ),
    back=lambda _, request: _home(request),
    home=_home,
    taken=Artifact,
    forgotten="The caption is forgotten.",
    restored="The caption is back.",
)
CAPTIONS.register(router, "/captions/{item_id}", acts=("forget",))


@router.post("/caption")
def caption(asset_id: str, request: Request, memory: OpenAssets, text: Words = "", seen: Words = "") -> Response:
    """Describe an asset in a person's words; what another person wrote meanwhile is not overwritten."""
    words, here = text.replace("\r\n", "\n").strip(), _home(request)

    def effect() -> str:
        # Nothing is sent as "=": a field without a value does not arrive.
        now = memory.caption(asset_id, words, seen=seen[1:] if seen else None)
        return next(each.artifact_id for each in reversed(memory.captions(asset_id)) if now.is_told_by(each))

    undo = lambda made: Undo(action=f"{here}/captions/{made}/forget")  # noqa: E731
    return changed(request, effect, said="The caption is yours now.", back=here, undo=undo)


@router.post("/take")
def choose(request: Request, memory: OpenAssets, clip_id: Words) -> Response:
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
