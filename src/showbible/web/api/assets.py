"""`/projects/{p}`: what a project has made, what its story knows, and what the next call needs of both."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends, File, Form, Query, Request, Response, UploadFile

from showbible.assets.api import Assets
from showbible.assets.model import Asset, AssetKind, EntityState
from showbible.assets.recall.context import USUAL_CHARS, USUAL_PAD
from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.shapes import assets as shapes
from showbible.shapes import story
from showbible.shapes.base import together
from showbible.storage.uploads import lasting
from showbible.studio import remaking
from showbible.vocabulary import QUERY_LIMIT
from showbible.web.api.bodies import Paged
from showbible.web.api.uploads import TAKES_FILE, JSONObject, from_form, pieces, read_object, sent_before
from showbible.web.deps import OpenAssets, OpenBible
from showbible.web.once import once

router = APIRouter(prefix="/projects/{project_id}", tags=["assets"])

Question = Annotated[str, Query(max_length=QUERY_LIMIT, description="A plain sentence, in any language.")]
StoryTime = Annotated[float | None, Query(description="Story time in seconds.")]


@router.post("/assets", status_code=201, response_model=shapes.AssetDetail)
def add(body: shapes.NewAsset, request: Request, assets: OpenAssets) -> Response:
    """Write an asset down; it can be found at once."""
    return once(assets.db, request, lambda: _detail(assets, assets.add(**body.facts())))


@router.post("/assets/upload", status_code=201, response_model=shapes.AssetDetail, openapi_extra=TAKES_FILE)
def upload(
    request: Request,
    bible: OpenBible,
    assets: OpenAssets,
    file: Annotated[UploadFile, File()],
    kind: Annotated[str, Form()],
    said: Annotated[shapes.AssetBody, Depends(from_form(shapes.AssetBody))],
    metadata: JSONObject = None,
) -> Response:
    """Keep a file under a name of ours and write it down as an asset; with a `run_id`, that run delivers it, too."""
    fields = {**said.model_dump(), "metadata": read_object(metadata)}
    if (told := sent_before(assets.db, request, file, kind=kind, **fields)) is not None:
        return told
    stored = assets.keep_file(kind, pieces(file))
    path, taken = f"{stored.store}/{stored.key}", list[bool]()

    def effect() -> shapes.AssetDetail:
        with lasting(assets.db, assets.blobs, stored):
            made = assets.add(kind, path, sha256=stored.sha256, **fields)
            if said.run_id is not None:
                _deliver(bible, assets, made, run_id=said.run_id)
            shown = _detail(assets, made)
        taken.append(True)
        return shown

    try:
        return once(assets.db, request, effect)
    finally:
        # A replayed or refused request has no use for the file it brought.
        if not taken:
            with suppress(NotFound):
                assets.blobs.delete(stored.store, stored.key)


def _deliver(bible: Bible, assets: Assets, made: Asset, *, run_id: str) -> None:
    """Let a run of the same project deliver what was uploaded for it: at no cost, and only while it runs."""
    if bible.runs.project_of(run_id) != assets.project_id:
        raise NotFound("run", run_id)
    told = assets.artifact(made.asset_id)
    frame = made.kind in (AssetKind.LAST_FRAME, AssetKind.KEYFRAME)
    bible.runs.deliver(
        run_id,
        "image" if frame else made.kind,
        made.path,
        asset_id=made.asset_id,
        scene_id=told.scene_id,
        prompt=told.prompt,
        negative_prompt=told.negative_prompt,
        metadata={**told.metadata, "kind": made.kind} if frame else told.metadata,
    )


@router.get("/assets")
def listed(assets: OpenAssets, page: Paged, q: Question = "", kind: str | None = None) -> shapes.AssetList:
    """Assets that answer a plain sentence, best first; without one, newest first."""
    found = assets.search(q, kind=kind, limit=page.limit, cursor=page.cursor)
    return shapes.AssetList.of(together(found, partial=assets.missing(q)))


@router.get("/assets/{asset_id}")
def get(asset_id: str, assets: OpenAssets) -> shapes.AssetDetail:
    """One asset with everything that was recorded of it."""
    return _detail(assets, assets.get(asset_id))


@router.delete("/assets/{asset_id}", status_code=204)
def remove(asset_id: str, assets: OpenAssets) -> None:
    """Take an asset away; it is found no more."""
    assets.remove(asset_id)


@router.post("/assets/{asset_id}/caption", status_code=201, response_model=shapes.AssetDetail)
def caption(asset_id: str, body: shapes.NewCaption, request: Request, assets: OpenAssets) -> Response:
    """Give an asset a caption; a person's words are never overwritten by a model's."""
    return once(assets.db, request, lambda: _detail(assets, assets.caption(asset_id, body.text)))


@router.get("/assets/{asset_id}/captions")
def captions(asset_id: str, assets: OpenAssets) -> shapes.CaptionList:
    """Every caption the asset was given, newest first, with whose word it is."""
    return shapes.CaptionList.about(assets.get(asset_id), assets.captions(asset_id))


@router.delete("/assets/{asset_id}/captions/{caption_id}", status_code=204)
def forget_caption(asset_id: str, caption_id: str, assets: OpenAssets) -> None:
    """Take a caption away; a learned one is not learned again from this version of the file."""
    assets.caption_corrections(asset_id).forget(caption_id)


@router.put("/segments/{segment_id}")
def segment(segment_id: str, body: story.NewSegment, assets: OpenAssets) -> story.SegmentShape:
    """Write a segment down, or tell it anew."""
    return story.SegmentShape.of(assets.segment(segment_id, **body.facts()))


@router.post("/clips", status_code=201, response_model=story.ClipShape)
def clip(body: story.NewClip, request: Request, assets: OpenAssets) -> Response:
    """Write a take down; an active one puts the others of its segment to rest."""
    return once(assets.db, request, lambda: story.ClipShape.of(assets.clip(**body.facts())))


@router.delete("/clips/{clip_id}", status_code=204)
def remove_clip(clip_id: str, assets: OpenAssets) -> None:
    """Take a take away with its assets."""
    assets.remove_clip(clip_id)


@router.get("/entities")
def entities(assets: OpenAssets, page: Paged) -> story.EntityList:
    """Everyone and everything with a state, by name."""
    return story.EntityList.of(assets.entities(limit=page.limit, cursor=page.cursor))


@router.post("/entities/{name}/states", status_code=201, response_model=story.StateChanged)
def tell(name: str, body: story.NewState, request: Request, bible: OpenBible, assets: OpenAssets) -> Response:
    """Say what is so of an entity; the answer lists the assets made before that now disagree, and what that costs."""
    return once(assets.db, request, lambda: _state_changed(bible, assets, assets.tell(name, **body.facts())))


@router.get("/entities/{name}/states")
def states(name: str, assets: OpenAssets, at: StoryTime = None) -> story.StateList:
    """The states of an entity; with `at`, those in force then."""
    return story.StateList.adding_up(name, assets.states(name, at=at), assets.facts(name, at=at))


@router.put("/entities/{name}/states/{state_id}")
def correct(name: str, state_id: str, body: story.NewState, bible: OpenBible, assets: OpenAssets) -> story.StateChanged:
    """Change a state; the answer lists the assets made before that now disagree, and what that costs."""
    return _state_changed(bible, assets, assets.state_corrections.correct(state_id, {"entity": name, **body.facts()}))


@router.patch("/entities/{name}/states/{state_id}")
def revise(
    name: str, state_id: str, body: story.StateChange, bible: OpenBible, assets: OpenAssets
) -> story.StateChanged:
    """Change only what is said, or set a state aside with `paused`: kept, but not in force until it is false again."""
    check_whose(assets, name, state_id)
    wanted = {name: value for name, value in body.changes().items() if name != "paused" or value is not None}
    return _state_changed(bible, assets, assets.state_corrections.correct(state_id, wanted, seen=body.seen))


@router.delete("/entities/{name}/states/{state_id}", status_code=204)
def forget(name: str, state_id: str, assets: OpenAssets) -> None:
    """Let a state hold no more."""
    check_whose(assets, name, state_id)
    assets.state_corrections.forget(state_id)


def _state_changed(bible: Bible, assets: Assets, state: EntityState) -> story.StateChanged:
    return story.StateChanged.with_cost(remaking.cost(bible, assets.project_id, state.state_id))


def check_whose(assets: Assets, name: str, state_id: str) -> None:
    """Refuse a state that is not one of the entity that an address names."""
    if state_id not in {each.state_id for each in assets.states(name)}:
        raise NotFound("state", state_id)


@router.post("/notes", status_code=201, response_model=story.NoteShape)
def note(body: story.NewNote, request: Request, assets: OpenAssets) -> Response:
    """Leave a remark on the timeline, or on the project."""
    return once(assets.db, request, lambda: story.NoteShape.of(assets.note(**body.facts())))


@router.get("/notes")
def notes(assets: OpenAssets, page: Paged, note_type: str | None = None) -> story.NoteList:
    """Notes, newest first."""
    return story.NoteList.of(assets.notes(note_type=note_type, limit=page.limit, cursor=page.cursor))


@router.delete("/notes/{note_id}", status_code=204)
def forget_note(note_id: str, assets: OpenAssets) -> None:
    """Take a remark away."""
    assets.note_corrections.forget(note_id)


@router.get("/context")
def context(
    assets: OpenAssets, q: Question = "", at: StoryTime = None, pad: float = USUAL_PAD, max_chars: int = USUAL_CHARS
) -> shapes.ContextShape:
    """Assets, states in force and the last frame for the next generation, within a budget of characters."""
    return shapes.ContextShape.of(assets.context(q, at=at, pad=pad, max_chars=max_chars))


@router.post("/continuity/check", response_model=shapes.Conflicts)
def check(body: shapes.NewPrompt, assets: OpenAssets) -> shapes.Conflicts:
    """What a prompt, each of some shots or a scene contradicts at its story time, and the changes it tells itself."""
    return shapes.Conflicts.answering(assets, body)


@router.post("/reindex", response_model=shapes.Rebuilt)
def reindex(assets: OpenAssets) -> shapes.Rebuilt:
    """Rebuild every search entry from the facts."""
    return shapes.Rebuilt.of(assets.reindex())


@router.post("/backfill", response_model=shapes.Rebuilt)
def backfill(assets: OpenAssets) -> shapes.Rebuilt:
    """Make assets of takes that have none, then rebuild every search entry from the facts."""
    return shapes.Rebuilt.of(assets.backfill())


def _detail(assets: Assets, found: Asset) -> shapes.AssetDetail:
    return shapes.AssetDetail.of(together(found, assets.artifact(found.asset_id)))
