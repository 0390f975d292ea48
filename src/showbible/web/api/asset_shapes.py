"""What the API says of assets, of the context for the next one, and of contradictions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from showbible.assets.model import Artifact, Asset, Contradiction, Hit, clock
from showbible.assets.recall.context import Context, InForce, Window
from showbible.storage.paging import Page
from showbible.web.api.story_shapes import SegmentShape, seconds, segment_fields
from showbible.web.shapes.base import Shape


class AssetShape(Shape):
    """An asset; `url` plays it when its file is in a store of ours."""

    asset_id: str
    kind: str
    path: str
    url: str | None
    prompt: str | None
    caption: str | None
    caption_by: str | None
    entity_summary: str | None
    tags: list[str]
    clip_id: str | None
    segment_id: str | None
    version: int
    needs_reindex: bool
    look: str
    created_at: datetime


class HitShape(AssetShape):
    """An asset that answers a search, with its score and why."""

    score: float
    why: str


class AssetDetail(AssetShape):
    """An asset with everything that was recorded of it."""

    negative_prompt: str | None
    scene_id: str | None
    run_id: str | None
    metadata: dict[str, Any]
    uses: int


class CaptionShape(Shape):
    """Words that an asset was given; `in_use` says whether they count."""

    caption_id: str
    text: str
    made_by: str
    version: int
    in_use: bool
    created_at: datetime


class CaptionList(Shape):
    """Every caption of an asset, newest first."""

    captions: list[CaptionShape]
    total: int
    next_cursor: None = None


class AssetList(Shape):
    """A page of assets, best or newest first; `partial` says what the search had to do without."""

    assets: list[HitShape]
    total: int
    next_cursor: str | None
    partial: list[str]


class InForceShape(Shape):
    """An entity and what is so of it."""

    name: str
    state: dict[str, str]
    since: float | None


class MomentShape(SegmentShape):
    """A segment of the window with its active take."""

    clip_id: str | None
    prompt: str | None


class WindowShape(Shape):
    """The stretch of story time around the moment that was asked about."""

    t_start: float
    t_end: float
    segments: list[MomentShape]


class ContextShape(Shape):
    """What the next generation needs to know."""

    text: str
    assets: list[HitShape]
    entities: list[InForceShape]
    last_frame: AssetShape | None
    window: WindowShape | None
    why: list[str]


class ConflictShape(Shape):
    """Something a prompt says that contradicts what is known."""

    entity: str
    field: str
    known: str
    proposed: str
    asset_id: str | None
    since: float | None
    message: str


class Conflicts(Shape):
    """Every contradiction; none when nothing is known."""

    conflicts: list[ConflictShape]


class Rebuilt(Shape):
    """How many assets have a search entry, and how many of them had none or a wrong one."""

    indexed: int
    repaired: int


def asset(found: Asset) -> AssetShape:
    """An asset."""
    return AssetShape(**_asset(found))


def hit(found: Hit) -> HitShape:
    """An asset that answers a search."""
    return HitShape(**_asset(found.asset), score=found.score, why=found.why)


def detail(found: Asset, recorded: Artifact) -> AssetDetail:
    """An asset with everything that was recorded of it."""
    return AssetDetail(
        **_asset(found),
        negative_prompt=recorded.negative_prompt,
        scene_id=recorded.scene_id,
        run_id=recorded.run_id,
        metadata=dict(recorded.metadata),
        uses=recorded.uses,
    )


def captions(found: Asset, told: Sequence[Artifact]) -> CaptionList:
    """Every caption of an asset."""
    shown = [
        CaptionShape(
            caption_id=each.artifact_id,
            text=each.text or "",
            made_by=each.made_by,
            version=each.version,
            in_use=(each.text, each.made_by) == (found.caption, found.caption_by),
            created_at=each.created_at,
        )
        for each in reversed(told)
    ]
    return CaptionList(captions=shown, total=len(shown))


def hits(page: Page[Hit], *, partial: Sequence[str] = ()) -> AssetList:
    """A page of assets."""
    shown = [hit(each) for each in page.items]
    return AssetList(assets=shown, total=page.total, next_cursor=page.next_cursor, partial=list(partial))


def _asset(found: Asset) -> dict[str, Any]:
    return {
        "asset_id": found.asset_id,
        "kind": found.kind,
        "path": found.path,
        "url": found.url,
        "prompt": found.prompt,
        "caption": found.caption,
        "caption_by": found.caption_by,
        "entity_summary": found.entity_summary,
        "tags": list(found.tags),
        "clip_id": found.clip_id,
        "segment_id": found.segment_id,
        "version": found.version,
        "needs_reindex": found.needs_reindex,
        "look": found.look,
        "created_at": found.created_at,
    }


def context(found: Context) -> ContextShape:
    """What the next generation needs to know."""
    return ContextShape(
        text=found.text,
        assets=[hit(each) for each in found.assets],
        entities=[_in_force(each) for each in found.entities],
        last_frame=None if found.last_frame is None else asset(found.last_frame),
        window=None if found.window is None else _window(found.window),
        why=list(found.why),
    )


def _in_force(found: InForce) -> InForceShape:
    starts = [fact.state.start_ms for fact in found.facts if fact.state.start_ms is not None]
    told = {fact.field: fact.value for fact in found.facts}
    return InForceShape(name=found.name, state=told, since=seconds(max(starts, default=None)))


def _window(found: Window) -> WindowShape:
    moments = [
        MomentShape(
            **segment_fields(each.segment),
            clip_id=each.take.clip_id if each.take else None,
            prompt=each.take.prompt if each.take else None,
        )
        for each in found.moments
    ]
    return WindowShape(t_start=found.start_ms / 1000, t_end=found.end_ms / 1000, segments=moments)


def conflict(found: Contradiction) -> ConflictShape:
    """A contradiction, and a sentence that says it."""
    since = "" if found.since is None else f" at {clock(found.since)}"
    return ConflictShape(
        entity=found.entity,
        field=found.field,
        known=found.known,
        proposed=found.proposed,
        asset_id=found.asset_id,
        since=seconds(found.since),
        message=f"{found.field}: {found.known}{since}, prompt says {found.proposed}",
    )
