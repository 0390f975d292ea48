"""What the API says of runs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from showbible.runs.model import Delivery, Pilot, Report, Run, StageEvent, Summary
from showbible.runs.recall import bounds
from showbible.runs.recall.documents import media_url
from showbible.vocabulary import dollars, utcnow
from showbible.web.shapes.base import Shape


class Scenes(Shape):
    """How many scenes are planned and how many have something to show."""

    total: int
    completed: int


class Budget(Shape):
    """The money of a run, in dollars; `remaining` is below zero when it was overspent."""

    total: float
    spent: float
    remaining: float


class RunSummary(Shape):
    """A run in a list; the concept is cut at 50 characters."""

    run_id: str
    project_id: str
    concept: str
    tags: list[str]
    status: str
    stage: str
    progress: int
    budget_total: float
    budget_spent: float
    score: float | None
    scenes: Scenes
    started_at: datetime
    completed_at: datetime | None


class RunList(Shape):
    """A page of runs."""

    runs: list[RunSummary]
    total: int
    next_cursor: str | None


class PilotShape(Shape):
    """A pilot of a run."""

    pilot_id: str
    tier: str
    status: str
    score: float | None
    budget_allocated: float
    budget_spent: float
    scenes_generated: int
    rejection_reason: str | None


class AssetShape(Shape):
    """An asset that a run delivered; `url` plays it when its file is in a store of ours."""

    asset_id: str
    type: str
    path: str
    url: str | None
    scene_id: str | None
    pilot_id: str | None
    duration: float | None
    cost: float
    prompt: str | None
    negative_prompt: str | None
    metadata: dict[str, Any]


class AssetList(Shape):
    """What a run delivered."""

    assets: list[AssetShape]
    total: int
    next_cursor: str | None = None


class StageShape(Shape):
    """One stage on a run's timeline."""

    stage: str
    timestamp: datetime
    duration_ms: int | None
    details: dict[str, Any]
    error: str | None


class RunShape(Shape):
    """A run with the newest of what it holds, in the order it came; each `..._total` counts what there is in all."""

    run_id: str
    project_id: str
    user_id: str
    concept: str
    tags: list[str]
    status: str
    stage: str
    progress: int
    audio_tier: str
    budget: Budget
    score: float | None
    pilots: list[PilotShape]
    pilots_total: int
    winning_pilot: str | None
    scenes: Scenes
    assets: list[AssetShape]
    assets_total: int
    assets_cursor: Annotated[str | None, Field(description="`cursor` of `/assets` for what came before `assets`.")]
    timeline: list[StageShape]
    timeline_total: int
    errors: list[str]
    errors_total: int
    warnings: list[str]
    warnings_total: int
    seed_asset_ids: list[str]
    extracted_themes: list[str]
    extracted_colors: list[str]
    edit_style: str | None
    mood: str | None
    music_style: str | None
    final_video_path: str | None
    edl_path: str | None
    suggestion: dict[str, Any] | None
    started_at: datetime
    completed_at: datetime | None


class ReportShape(Shape):
    """What an agent reported."""

    seq: int
    agent: str
    status: str
    message: str | None
    progress: int | None
    data: dict[str, Any] | None
    at: datetime


class ReportList(Shape):
    """The kept reports of a run, and how many were dropped for room."""

    events: list[ReportShape]
    dropped: int


class Seq(Shape):
    """The number of a report."""

    seq: int


def summary(run: Summary, *, stalled_after: float) -> RunSummary:
    """A run as a list shows it."""
    return RunSummary(
        run_id=run.run_id,
        project_id=run.project_id,
        concept=run.short_concept,
        tags=list(run.tags),
        status=run.status(at=utcnow(), stalled_after=stalled_after),
        stage=run.stage,
        progress=run.progress,
        budget_total=dollars(run.budget),
        budget_spent=dollars(run.spent),
        score=run.score,
        scenes=Scenes(total=run.total_scenes, completed=run.scenes_completed),
        started_at=run.started_at,
        completed_at=run.completed_at,
    )


def whole(run: Run, *, stalled_after: float, suggestion: dict[str, Any] | None = None) -> RunShape:
    """A run with what was read of it."""
    return RunShape(
        run_id=run.run_id,
        project_id=run.project_id,
        user_id=run.user_id,
        concept=run.concept,
        tags=list(run.tags),
        status=run.status(at=utcnow(), stalled_after=stalled_after),
        stage=run.stage,
        progress=run.progress,
        audio_tier=run.audio_tier,
        budget=Budget(total=dollars(run.budget), spent=dollars(run.spent), remaining=dollars(run.remaining)),
        score=run.score,
        pilots=[pilot(each) for each in run.pilots],
        pilots_total=run.totals.pilots,
        winning_pilot=run.winning_pilot,
        scenes=Scenes(total=run.total_scenes, completed=run.scenes_completed),
        assets=[asset(each) for each in run.assets],
        assets_total=run.totals.assets,
        assets_cursor=bounds.older_assets(run.assets, total=run.totals.assets),
        timeline=[_stage(each) for each in run.timeline],
        timeline_total=run.totals.stages,
        errors=list(run.errors),
        errors_total=run.totals.errors,
        warnings=list(run.warnings),
        warnings_total=run.totals.warnings,
        seed_asset_ids=list(run.seed_asset_ids),
        extracted_themes=list(run.extracted_themes),
        extracted_colors=list(run.extracted_colors),
        edit_style=run.edit_style,
        mood=run.mood,
        music_style=run.music_style,
        final_video_path=run.final_video_path,
        edl_path=run.edl_path,
        suggestion=suggestion,
        started_at=run.started_at,
        completed_at=run.completed_at,
    )


def pilot(found: Pilot) -> PilotShape:
    """A pilot of a run."""
    return PilotShape(
        pilot_id=found.pilot_id,
        tier=found.tier,
        status=found.status,
        score=found.score,
        budget_allocated=dollars(found.budget),
        budget_spent=dollars(found.spent),
        scenes_generated=found.scenes_generated,
        rejection_reason=found.rejection_reason,
    )


def asset(found: Delivery) -> AssetShape:
    """An asset that a run delivered."""
    return AssetShape(
        asset_id=found.asset_id,
        type=found.type,
        path=found.path,
        url=media_url(found.path),
        scene_id=found.scene_id,
        pilot_id=found.pilot_id,
        duration=found.duration,
        cost=dollars(found.cost),
        prompt=found.prompt,
        negative_prompt=found.negative_prompt,
        metadata=dict(found.metadata),
    )


def report(found: Report) -> ReportShape:
    """What an agent reported."""
    return ReportShape(
        seq=found.seq,
        agent=found.agent,
        status=found.status,
        message=found.message,
        progress=found.progress,
        data=dict(found.data) if found.data is not None else None,
        at=found.at,
    )


def _stage(event: StageEvent) -> StageShape:
    return StageShape(
        stage=event.stage,
        timestamp=event.at,
        duration_ms=event.duration_ms,
        details=dict(event.details),
        error=event.error,
    )
