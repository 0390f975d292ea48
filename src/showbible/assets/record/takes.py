"""Write story time down: segments and the takes that fill them."""

from __future__ import annotations

import posixpath
from datetime import datetime
from typing import Any, Final, NamedTuple

from showbible.assets.model import (
    AssetInput,
    AssetKind,
    Clip,
    ClipInput,
    Segment,
    SegmentKind,
    checked_name,
    milliseconds,
    span,
)
from showbible.assets.recall import library, story
from showbible.assets.record import index, texts
from showbible.assets.record.library import assets, drop
from showbible.errors import Invalid, NotFound
from showbible.storage.database import ProjectDatabase
from showbible.values import check_names
from showbible.vocabulary import checked_id, new_id, stamp, utcnow, word

STATUS_ORDER: Final = ("planned", "queued", "generating", "review", "done")
"""A segment's status never goes back along this line by itself; other names may follow any."""
PICTURES: Final = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif"})
SOUNDS: Final = frozenset({".wav", ".mp3", ".m4a", ".flac", ".ogg", ".aac"})


class SegmentInput(NamedTuple):
    """What a caller says of a stretch of story time, in seconds."""

    t_start: float
    t_end: float
    kind: str
    status: str | None


def segment(db: ProjectDatabase, segment_id: str, told: SegmentInput) -> Segment:
    """A stretch of story time, new or told anew; a status never goes back along the line of its progress."""
    start_ms, end_ms = span(milliseconds("t_start", told.t_start) / 1000, told.t_end)
    row = {
        "project_id": db.project_id,
        "segment_id": checked_id("segment", segment_id),
        "start_ms": start_ms,
        "end_ms": end_ms,
        "kind": word(SegmentKind, "kind", told.kind),
        "now": stamp(utcnow()),
    }
    wanted = None if told.status is None else checked_name("status", told.status)
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        db.run(_PUT_SEGMENT, **row, status=_status(db, segment_id, wanted))
        index.refresh(db, _assets_in(db, segment_id))
        return story.segment(db, segment_id)


_PUT_SEGMENT: Final = """
    INSERT INTO segments (project_id, segment_id, start_ms, end_ms, kind, status, created_at, updated_at)
    VALUES (:project_id, :segment_id, :start_ms, :end_ms, :kind, :status, :now, :now)
        ON CONFLICT (project_id, segment_id) DO UPDATE SET
            start_ms = excluded.start_ms, end_ms = excluded.end_ms, kind = excluded.kind,
            status = excluded.status, updated_at = excluded.updated_at
"""


def _status(db: ProjectDatabase, segment_id: str, wanted: str | None) -> str:
    try:
        before = story.segment(db, segment_id).status
    except NotFound:
        return wanted or STATUS_ORDER[0]
    return wanted if wanted is not None and _may_follow(before, wanted) else before


def _may_follow(before: str, after: str) -> bool:
    """Whether a segment's status may change so: never back along the line of its progress."""
    if before not in STATUS_ORDER or after not in STATUS_ORDER:
        return True
    return STATUS_ORDER.index(after) >= STATUS_ORDER.index(before)


def _assets_in(db: ProjectDatabase, segment_id: str) -> list[str]:
    found = db.all(
        "SELECT asset_id FROM asset_index WHERE project_id = :project_id AND segment_id = :segment_id",
        segment_id=segment_id,
    )
    return [row.asset_id for row in found]


def clip(db: ProjectDatabase, take: ClipInput, *, at: datetime | None = None) -> Clip:
    """One take of a segment, and its output as an asset; an active take puts the others of its segment to rest."""
    row = _checked(take)
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        story.segment(db, row["segment_id"])
        if row["is_active"]:
            db.run(_REST, segment_id=row["segment_id"], clip_id=row["clip_id"])
        db.run(_PUT_CLIP, **row, now=stamp(at or utcnow()))
        known = story.clip(db, row["clip_id"])
        assets(db, [output(known)], at=at)
        index.refresh(db, _assets_of(db, known.clip_id))
        return known


_REST: Final = """
    UPDATE clips SET is_active = 0
     WHERE project_id = :project_id AND segment_id = :segment_id AND clip_id <> :clip_id AND is_active = 1
"""
_PUT_CLIP: Final = """
    INSERT INTO clips (
        project_id, clip_id, segment_id, output_path, prompt, negative_prompt, model, seed, params, is_active,
        created_at)
    VALUES (
        :project_id, :clip_id, :segment_id, :output_path, :prompt, :negative_prompt, :model, :seed,
        COALESCE(CAST(:params AS TEXT), '{}'), :is_active, :now)
        ON CONFLICT (project_id, clip_id) DO UPDATE SET
            segment_id = excluded.segment_id, output_path = excluded.output_path,
            prompt = COALESCE(excluded.prompt, clips.prompt),
            negative_prompt = COALESCE(excluded.negative_prompt, clips.negative_prompt),
            model = COALESCE(excluded.model, clips.model), seed = COALESCE(excluded.seed, clips.seed),
            params = CASE WHEN CAST(:params AS TEXT) IS NULL THEN clips.params ELSE excluded.params END,
            is_active = excluded.is_active
"""


def choose(db: ProjectDatabase, clip_id: str) -> str | None:
    """Make one take the active one of its segment; gives the take that was active before."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        known = story.clip(db, clip_id)
        before = story.active_clips(db, [known.segment_id]).get(known.segment_id)
        db.run(_REST, segment_id=known.segment_id, clip_id=clip_id)
        db.run(
            "UPDATE clips SET is_active = 1 WHERE project_id = :project_id AND clip_id = :clip_id",
            clip_id=clip_id,
        )
        return None if before is None else before.clip_id


def _checked(take: ClipInput) -> dict[str, Any]:
    check_names(ClipInput, take)
    clip_id, seed, model = take.get("clip_id"), take.get("seed"), take.get("model")
    if seed is not None and not -(2**63) <= seed < 2**63:
        raise Invalid("seed must fit into 64 bits.", field="seed")
    return {
        "clip_id": new_id() if clip_id is None else checked_id("clip", clip_id),
        "segment_id": checked_id("segment", take["segment_id"]),
        "output_path": texts.checked_path(take["output_path"]),
        "prompt": texts.prose("prompt", take.get("prompt")),
        "negative_prompt": texts.prose("negative_prompt", take.get("negative_prompt")),
        "model": None if model is None else checked_name("model", model),
        "seed": seed,
        "params": texts.facts("params", take.get("params")),
        "is_active": int(take.get("is_active", True)),
    }


def output(take: Clip) -> AssetInput:
    """The asset that a take has made."""
    ending = posixpath.splitext(take.output_path)[1].lower()
    kind = AssetKind.IMAGE if ending in PICTURES else AssetKind.AUDIO if ending in SOUNDS else AssetKind.VIDEO
    return AssetInput(
        kind=kind,
        path=take.output_path,
        prompt=take.prompt,
        negative_prompt=take.negative_prompt,
        clip_id=take.clip_id,
        segment_id=take.segment_id,
    )


def _assets_of(db: ProjectDatabase, clip_id: str) -> list[str]:
    found = db.all(
        "SELECT artifact_id FROM artifacts WHERE project_id = :project_id AND clip_id = :clip_id AND about IS NULL",
        clip_id=clip_id,
    )
    return [row.artifact_id for row in found]


def remove_clip(db: ProjectDatabase, clip_id: str) -> None:
    """Take a take away, with everything that was recorded as its asset."""
    with db.transaction():
        db.hold(f"assets:{db.project_id}")
        story.clip(db, clip_id)
        gone = library.assets_by_id(db, _assets_of(db, clip_id))
        drop(db, list(gone.values()))
        db.run(
            "DELETE FROM clips WHERE project_id = :project_id AND clip_id = :clip_id",
            clip_id=clip_id,
        )
        index.announce_news(db)
