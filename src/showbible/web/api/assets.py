"""`/projects/{p}`: what a project has made, what its story knows, and what the next call needs of both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, Request, Response, UploadFile
from pydantic import StrictBool, StrictInt

from showbible.assets.face import Assets
from showbible.assets.model import Asset
from showbible.assets.recall.context import USUAL_CHARS, USUAL_PAD
from showbible.errors import Invalid, NotFound
from showbible.storage import paging
from showbible.storage.blobs import CHUNK, LIMITS
from showbible.vocabulary import KIB, QUERY_LIMIT
from showbible.web.api import asset_shapes as shapes
from showbible.web.api import story_shapes
from showbible.web.api.bodies import Body, Cursor, Facts, Limit, Number
from showbible.web.deps import OpenBible
from showbible.web.limits import upload as upload_of
from showbible.web.once import once

router = APIRouter(prefix="/projects/{project_id}", tags=["assets"])

Question = Annotated[str, Query(max_length=QUERY_LIMIT, description="A plain sentence, in any language.")]
StoryTime = Annotated[float | None, Query(description="Story time in seconds.")]
MOST_UPLOADED = max(LIMITS.values()) + 1024 * KIB  # a file, and the fields beside it


class NewAsset(Body):
    """An asset to write down; told again, what is left out keeps its value."""

    asset_id: str | None = None
    kind: str
    path: str
    prompt: str | None = None
    negative_prompt: str | None = None
    caption: str | None = None
    tags: list[str] | None = None
    clip_id: str | None = None
    segment_id: str | None = None
    scene_id: str | None = None
    run_id: str | None = None
    metadata: Facts | None = None


class NewCaption(Body):
    """A caption in a person's words."""

    text: str


class NewSegment(Body):
    """A stretch of story time in seconds."""

    t_start: Number
    t_end: Number
    kind: str
    status: str | None = None


class NewClip(Body):
    """A take."""

    clip_id: str | None = None
    segment_id: str
    output_path: str
    prompt: str | None = None
    negative_prompt: str | None = None
    model: str | None = None
    seed: StrictInt | None = None
    params: Facts | None = None
    is_active: StrictBool = True


class NewState(Body):
    """What is so of an entity."""

    kind: str
    state: Facts
    t_start: Number | None = None
    t_end: Number | None = None
    source_clip_id: str | None = None
    source_asset_id: str | None = None


class NewNote(Body):
    """A remark on the timeline."""

    note_type: str
    summary: str
    payload: Facts | None = None
    segment_id: str | None = None


class NewPrompt(Body):
    """A prompt to check against what is known."""

    prompt: str
    at: Number | None = None


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
    asset_id: Annotated[str | None, Form()] = None,
    prompt: Annotated[str | None, Form()] = None,
    negative_prompt: Annotated[str | None, Form()] = None,
    caption: Annotated[str | None, Form()] = None,
    tags: Annotated[list[str] | None, Form()] = None,
    clip_id: Annotated[str | None, Form()] = None,
    segment_id: Annotated[str | None, Form()] = None,
    scene_id: Annotated[str | None, Form()] = None,
    run_id: Annotated[str | None, Form()] = None,
    metadata: Annotated[str | None, Form(description="A JSON object.")] = None,
) -> Response:
    """Keep a file under a name of ours and write it down as an asset."""
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
        "metadata": _object(metadata),
    }
    stored = assets.keep_file(kind, _pieces(file))
    path, taken = f"{stored.store}/{stored.key}", list[bool]()

    def effect() -> shapes.AssetDetail:
        made = _shown(assets, assets.add(kind, path, sha256=stored.sha256, **given))
        taken.append(True)
        return made

    try:
        return once(assets.db, request, effect)
    finally:
        # A replayed or refused request has no use for the file it brought.
        if not taken:
            assets.blobs.delete(stored.store, stored.key)


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
    return shapes.hits(bible.assets(project_id).search(q, kind=kind, limit=limit, cursor=cursor))


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
    state = assets.correct(state_id, entity=name, **_told(body))
    return story_shapes.changed(state, assets.disagreeing(state))


@router.delete("/entities/{name}/states/{state_id}", status_code=204)
def forget(project_id: str, name: str, state_id: str, bible: OpenBible) -> None:
    """Let a state hold no more."""
    assets = bible.assets(project_id)
    if state_id not in {each.state_id for each in assets.states(name)}:
        raise NotFound("state", state_id)
    assets.forget(state_id)


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


def _pieces(file: UploadFile) -> Iterator[bytes]:
    while piece := file.file.read(CHUNK):
        yield piece


def _object(text: str | None) -> dict[str, Any] | None:
    """A form's field as the JSON object that it must be."""
    if text is None or not text.strip():
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Invalid("metadata must be a JSON object.", field="metadata")
    return value
