"""`/projects/{p}`: what a project has made, what its story knows, and what the next call needs of both."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, Request, Response, UploadFile

from showbible.assets.api import Assets
from showbible.assets.model import Asset, EntityState, Kind
from showbible.assets.recall.context import USUAL_CHARS, USUAL_PAD
from showbible.bible import Bible
from showbible.errors import NotFound
from showbible.storage import paging
from showbible.vocabulary import QUERY_LIMIT
from showbible.web.api import asset_shapes as shapes
from showbible.web.api import story_shapes
from showbible.web.api.asset_bodies import (
    NewAsset,
    NewCaption,
    NewClip,
    NewNote,
    NewPrompt,
    NewSegment,
    NewState,
    StateChange,
)
from showbible.web.api.bodies import Body, Cursor, Limit
from showbible.web.api.uploads import MOST_UPLOADED, Field, Object, pieces, read_object, sent_before
from showbible.web.deps import OpenBible
from showbible.web.limits import upload as upload_of
from showbible.web.once import once

router = APIRouter(prefix="/projects/{project_id}", tags=["assets"])

Question = Annotated[str, Query(max_length=QUERY_LIMIT, description="A plain sentence, in any language.")]
StoryTime = Annotated[float | None, Query(description="Story time in seconds.")]


# Assets


@router.post("/assets", status_code=201, response_model=shapes.AssetDetail)
def add(project_id: str, body: NewAsset, request: Request, bible: OpenBible) -> Response:
    """Write an asset down; it can be found at once."""
    assets = bible.assets(project_id)
    given = _told(body)
    return once(assets.db, request, lambda: _shown(assets, assets.add(**given)))


@router.post(
    "/assets/upload",
    status_code=201,
    response_model=shapes.AssetDetail,
    openapi_extra=upload_of(MOST_UPLOADED),
)
def upload(
    project_id: str,
    request: Request,
    bible: OpenBible,
    file: Annotated[UploadFile, File()],
    kind: Annotated[str, Form()],
    asset_id: Field = None,
    prompt: Field = None,
    negative_prompt: Field = None,
    caption: Field = None,
    tags: Annotated[list[str] | None, Form()] = None,
    clip_id: Field = None,
    segment_id: Field = None,
    scene_id: Field = None,
    run_id: Field = None,
    metadata: Object = None,
) -> Response:
    """Keep a file under a name of ours and write it down as an asset; with a `run_id`, that run delivers it, too."""
    assets = bible.assets(project_id)
    given: dict[str, Any] = {
        "asset_id": asset_id,
        "prompt": prompt,
        "negative_prompt": negative_prompt,
        "caption": caption,
        "tags": tags,
        "clip_id": clip_id,
        "segment_id": segment_id,
        "scene_id": scene_id,
        "run_id": run_id,
        "metadata": read_object(metadata),
    }
    if (told := sent_before(assets.db, request, file, kind=kind, **given)) is not None:
        return told
    stored = assets.keep_file(kind, pieces(file))
    path, taken = f"{stored.store}/{stored.key}", list[bool]()

    def effect() -> shapes.AssetDetail:
        with assets.db.transaction():
            made = assets.add(kind, path, sha256=stored.sha256, **given)
            if run_id is not None:
                _deliver(bible, assets, made, run_id=run_id)
            shown = _shown(assets, made)
        taken.append(True)
        return shown

    try:
        return once(assets.db, request, effect)
    finally:
        # A replayed or refused request has no use for the file it brought.
        if not taken:
            assets.blobs.delete(stored.store, stored.key)


def _deliver(bible: Bible, assets: Assets, made: Asset, *, run_id: str) -> None:
    """Let a run of the same project deliver what was uploaded for it: at no cost, and only while it runs."""
    if bible.runs.project_of(run_id) != assets.project_id:
        raise NotFound("run", run_id)
    told = assets.artifact(made.asset_id)
    frame = made.kind in (Kind.LAST_FRAME, Kind.KEYFRAME)
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
def listed(
    project_id: str,
    bible: OpenBible,
    q: Question = "",
    kind: str | None = None,
    limit: Limit = paging.USUAL,
    cursor: Cursor = None,
) -> shapes.AssetList:
    """Assets that answer a plain sentence, best first; without one, newest first."""
    assets = bible.assets(project_id)
    return shapes.hits(assets.search(q, kind=kind, limit=limit, cursor=cursor), partial=assets.missing(q))


@router.get("/assets/{asset_id}")
def get(project_id: str, asset_id: str, bible: OpenBible) -> shapes.AssetDetail:
    """One asset with everything that was recorded of it."""
    assets = bible.assets(project_id)
    return _shown(assets, assets.get(asset_id))


@router.delete("/assets/{asset_id}", status_code=204)
def remove(project_id: str, asset_id: str, bible: OpenBible) -> None:
    """Take an asset away; it is found no more."""
    bible.assets(project_id).remove(asset_id)


@router.post("/assets/{asset_id}/caption", status_code=201, response_model=shapes.AssetDetail)
def caption(project_id: str, asset_id: str, body: NewCaption, request: Request, bible: OpenBible) -> Response:
    """Give an asset a caption; a person's words are never overwritten by a model's."""
    assets = bible.assets(project_id)
    return once(assets.db, request, lambda: _shown(assets, assets.caption(asset_id, body.text)))


@router.get("/assets/{asset_id}/captions")
def captions(project_id: str, asset_id: str, bible: OpenBible) -> shapes.CaptionList:
    """Every caption the asset was given, newest first, with whose word it is."""
    assets = bible.assets(project_id)
    return shapes.captions(assets.get(asset_id), assets.captions(asset_id))


@router.delete("/assets/{asset_id}/captions/{caption_id}", status_code=204)
def forget_caption(project_id: str, asset_id: str, caption_id: str, bible: OpenBible) -> None:
    """Take a caption away; a learned one is not learned again from this version of the file."""
    bible.assets(project_id).forget_caption(asset_id, caption_id)


# Story time


@router.put("/segments/{segment_id}")
def segment(project_id: str, segment_id: str, body: NewSegment, bible: OpenBible) -> story_shapes.SegmentShape:
    """Write a segment down, or tell it anew."""
    return story_shapes.segment(bible.assets(project_id).segment(segment_id, **_told(body)))


@router.post("/clips", status_code=201, response_model=story_shapes.ClipShape)
def clip(project_id: str, body: NewClip, request: Request, bible: OpenBible) -> Response:
    """Write a take down; an active one puts the others of its segment to rest."""
    assets = bible.assets(project_id)
    return once(assets.db, request, lambda: story_shapes.clip(assets.clip(**_told(body))))


@router.delete("/clips/{clip_id}", status_code=204)
def remove_clip(project_id: str, clip_id: str, bible: OpenBible) -> None:
    """Take a take away with its assets."""
    bible.assets(project_id).remove_clip(clip_id)


@router.get("/entities")
def entities(
    project_id: str, bible: OpenBible, limit: Limit = paging.USUAL, cursor: Cursor = None
) -> story_shapes.EntityList:
    """Everyone and everything with a state, by name."""
    return story_shapes.entities(bible.assets(project_id).entities(limit=limit, cursor=cursor))


@router.post("/entities/{name}/states", status_code=201, response_model=story_shapes.StateChanged)
def tell(project_id: str, name: str, body: NewState, request: Request, bible: OpenBible) -> Response:
    """Say what is so of an entity; the answer lists the assets after it that now disagree."""
    assets = bible.assets(project_id)

    def effect() -> story_shapes.StateChanged:
        state = assets.tell(name, **_told(body))
        return story_shapes.changed(state, assets.disagreeing(state))

    return once(assets.db, request, effect)


@router.get("/entities/{name}/states")
def states(project_id: str, name: str, bible: OpenBible, at: StoryTime = None) -> story_shapes.StateList:
    """The states of an entity; with `at`, those in force then."""
    assets = bible.assets(project_id)
    found = assets.states(name, at=at)
    return story_shapes.states(name, found, assets.facts(name, at=at))


@router.put("/entities/{name}/states/{state_id}")
def correct(project_id: str, name: str, state_id: str, body: NewState, bible: OpenBible) -> story_shapes.StateChanged:
    """Change a state; the answer lists the assets after it that now disagree."""
    assets = bible.assets(project_id)
    return _changed(assets, assets.correct(state_id, entity=name, **_told(body)))


@router.patch("/entities/{name}/states/{state_id}")
def revise(project_id: str, name: str, state_id: str, body: StateChange, bible: OpenBible) -> story_shapes.StateChanged:
    """Change only what is said, or set a state aside with `paused`: kept, but not in force until it is false again."""
    assets = bible.assets(project_id)
    _check_whose(assets, name, state_id)
    said = body.model_dump(exclude_unset=True, exclude={"user_id", "paused", "seen"})
    return _changed(assets, assets.revise(state_id, said, paused=body.paused, seen=body.seen))


@router.delete("/entities/{name}/states/{state_id}", status_code=204)
def forget(project_id: str, name: str, state_id: str, bible: OpenBible) -> None:
    """Let a state hold no more."""
    assets = bible.assets(project_id)
    _check_whose(assets, name, state_id)
    assets.forget(state_id)


def _changed(assets: Assets, state: EntityState) -> story_shapes.StateChanged:
    return story_shapes.changed(state, assets.disagreeing(state))


def _check_whose(assets: Assets, name: str, state_id: str) -> None:
    if state_id not in {each.state_id for each in assets.states(name)}:
        raise NotFound("state", state_id)


@router.post("/notes", status_code=201, response_model=story_shapes.NoteShape)
def note(project_id: str, body: NewNote, request: Request, bible: OpenBible) -> Response:
    """Leave a remark on the timeline, or on the project."""
    assets = bible.assets(project_id)
    return once(assets.db, request, lambda: story_shapes.note(assets.note(**_told(body))))


@router.get("/notes")
def notes(
    project_id: str,
    bible: OpenBible,
    note_type: str | None = None,
    limit: Limit = paging.USUAL,
    cursor: Cursor = None,
) -> story_shapes.NoteList:
    """Notes, newest first."""
    page = bible.assets(project_id).notes(note_type=note_type, limit=limit, cursor=cursor)
    shown = [story_shapes.note(each) for each in page.items]
    return story_shapes.NoteList(notes=shown, total=page.total, next_cursor=page.next_cursor)


@router.delete("/notes/{note_id}", status_code=204)
def forget_note(project_id: str, note_id: str, bible: OpenBible) -> None:
    """Take a remark away."""
    bible.assets(project_id).forget_note(note_id)


# Recall


@router.get("/context")
def context(
    project_id: str,
    bible: OpenBible,
    q: Question = "",
    at: StoryTime = None,
    pad: float = USUAL_PAD,
    max_chars: int = USUAL_CHARS,
) -> shapes.ContextShape:
    """Assets, states in force and the last frame for the next generation, within a budget of characters."""
    return shapes.context(bible.assets(project_id).context(q, at=at, pad=pad, max_chars=max_chars))


@router.post("/continuity/check", response_model=shapes.Conflicts)
def check(project_id: str, body: NewPrompt, bible: OpenBible) -> shapes.Conflicts:
    """What a prompt contradicts at a story time; nothing when nothing is known."""
    found = bible.assets(project_id).conflicts(body.prompt, at=body.at)
    return shapes.Conflicts(conflicts=[shapes.conflict(each) for each in found])


@router.post("/reindex", response_model=shapes.Rebuilt)
def reindex(project_id: str, bible: OpenBible) -> shapes.Rebuilt:
    """Rebuild every search entry from the facts."""
    done = bible.assets(project_id).reindex()
    return shapes.Rebuilt(indexed=done.indexed, repaired=done.repaired)


@router.post("/backfill", response_model=shapes.Rebuilt)
def backfill(project_id: str, bible: OpenBible) -> shapes.Rebuilt:
    """Make assets of takes that have none, then rebuild every search entry from the facts."""
    done = bible.assets(project_id).backfill()
    return shapes.Rebuilt(indexed=done.indexed, repaired=done.repaired)


def _told(body: Body) -> dict[str, Any]:
    return body.model_dump(exclude={"user_id"})


def _shown(assets: Assets, found: Asset) -> shapes.AssetDetail:
    return shapes.detail(found, assets.artifact(found.asset_id))
