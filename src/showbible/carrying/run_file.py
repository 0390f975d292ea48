"""A run as document 000 keeps it, in a `memory.json`: what is missing has its default, what is unknown is let go."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from showbible.carrying.loose import Loose
from showbible.carrying.report import Tally
from showbible.errors import Invalid, ShowbibleError
from showbible.runs.model import (
    ENDS,
    AssetType,
    AudioTier,
    Delivery,
    EditStyle,
    Pilot,
    PilotStatus,
    Run,
    Stage,
    StageEvent,
    Status,
    Tier,
    Totals,
)
from showbible.runs.recall.documents import EXTRA
from showbible.vocabulary import LOCAL_USER, AssetId, PilotId, ProjectId, RunId, SceneId, UserId, checked_id, utcnow

UNTITLED: Final = "A run without a concept"
NOTE_LETTERS: Final = 8000
_STATUS: Final = {stage: status for status, stage in ENDS.items()}


def run(told: Loose, project_id: ProjectId, tally: Tally) -> Run:
    """The run that a file tells of."""
    run_id = RunId(checked_id("run", told.text("run_id")))
    ours = next(iter(_extras(told)), Loose({}))
    timeline = tuple(_timeline(told, run_id, tally))
    started = told.at("started_at") or (timeline[0].at if timeline else None) or told.at("completed_at") or utcnow()
    stage = ours.one_of(Stage, "stage") or told.one_of(Stage, "current_stage") or Stage.INITIALIZED
    pilots = tuple(_pilots(told, run_id, tally))
    winner = next((pilot for pilot in pilots if pilot.pilot_id == told.text("winning_pilot_id")), None)
    heard = told.at("completed_at") or max((event.at for event in timeline), default=started)
    assets = tuple(_assets(told, run_id, heard, tally))
    errors, warnings = told.words("errors", letters=NOTE_LETTERS), told.words("warnings", letters=NOTE_LETTERS)
    return Run(
        run_id=run_id,
        project_id=project_id,
        user_id=UserId(ours.text("user_id") or LOCAL_USER),
        concept=told.text("concept") or UNTITLED,
        recorded_status=_STATUS.get(stage, Status.RUNNING),
        stage=stage,
        progress=told.whole("progress_percent", most=100),
        budget=told.amount("budget_total"),
        spent=told.amount("budget_spent"),
        score=winner.score if winner else None,
        total_scenes=told.whole("total_scenes", most=100_000),
        scenes_completed=told.whole("scenes_completed", most=100_000),
        started_at=started,
        completed_at=heard if stage in _STATUS else None,
        heard_at=heard,
        tags=ours.words("tags"),
        audio_tier=told.one_of(AudioTier, "audio_tier") or AudioTier.SIMPLE_OVERLAY,
        winning_pilot=winner.pilot_id if winner else None,
        seed_asset_ids=told.words("seed_asset_ids"),
        extracted_themes=told.words("extracted_themes"),
        extracted_colors=told.words("extracted_colors"),
        edit_style=ours.one_of(EditStyle, "edit_style") or told.one_of(EditStyle, "edit_style"),
        mood=ours.text("mood") or told.text("mood"),
        music_style=ours.text("music_style") or told.text("music_style"),
        final_video_path=ours.text("final_video_path") or told.text("final_video_path"),
        edl_path=ours.text("edl_path") or told.text("edl_path"),
        pilots=pilots,
        assets=assets,
        timeline=timeline,
        errors=errors,
        warnings=warnings,
        totals=Totals(
            pilots=len(pilots), assets=len(assets), stages=len(timeline), errors=len(errors), warnings=len(warnings)
        ),
    )


def _extras(told: Loose) -> Iterator[Loose]:
    """What Showbible itself wrote beside what the document knows."""
    for event in told.items("timeline"):
        if extra := event.inside("details").bag(EXTRA):
            yield Loose(extra)


def _timeline(told: Loose, run_id: str, tally: Tally) -> Iterator[StageEvent]:
    for event in told.items("timeline"):
        details = event.bag("details")
        details.pop(EXTRA, None)
        stage, at = event.one_of(Stage, "stage"), event.at("timestamp")
        if stage is None or at is None:
            tally.skip(f"a stage of run {run_id}", "Its name or its time cannot be read.")
            continue
        took = event.number("duration_ms")
        yield StageEvent(
            stage=stage,
            at=at,
            duration_ms=None if took is None else max(0, int(took)),
            details=details,
            error=event.text("error"),
        )


def _pilots(told: Loose, run_id: str, tally: Tally) -> Iterator[Pilot]:
    for pilot in told.items("pilots"):
        tier = pilot.one_of(Tier, "tier")
        try:
            pilot_id = PilotId(checked_id("pilot", pilot.text("pilot_id")))
        except Invalid as error:
            tally.skip(f"a pilot of run {run_id}", error)
            continue
        if tier is None:
            tally.skip(f"pilot {pilot_id} of run {run_id}", "Its tier is unknown.")
            continue
        yield Pilot(
            pilot_id=pilot_id,
            tier=tier,
            status=pilot.one_of(PilotStatus, "status") or PilotStatus.RUNNING,
            score=pilot.score("quality_score"),
            budget=pilot.amount("allocated_budget"),
            spent=pilot.amount("spent_budget"),
            scenes_generated=pilot.whole("scenes_generated", most=100_000),
            rejection_reason=pilot.text("rejection_reason"),
        )


def _assets(told: Loose, run_id: RunId, heard: datetime, tally: Tally) -> Iterator[Delivery]:
    for asset in told.items("assets"):
        try:
            yield _asset(asset, run_id, heard)
        except ShowbibleError as error:
            tally.skip(f"asset {asset.text('asset_id')} of run {run_id}", error)


def _asset(asset: Loose, run_id: RunId, heard: datetime) -> Delivery:
    kind, path = asset.one_of(AssetType, "asset_type"), asset.text("path")
    if kind is None or path is None:
        raise Invalid("It has no path, or is of a kind that nobody knows.")
    facts = asset.bag("metadata")
    ours = Loose(facts.pop(EXTRA, {}))
    scene, pilot = asset.text("scene_id"), ours.text("pilot_id")
    return Delivery(
        run_id=run_id,
        asset_id=AssetId(checked_id("asset", asset.text("asset_id"))),
        type=kind,
        path=path,
        scene_id=None if scene is None else SceneId(checked_id("scene", scene)),
        pilot_id=None if pilot is None else PilotId(checked_id("pilot", pilot)),
        duration=None if asset.number("duration") is None else max(0.0, float(asset.number("duration") or 0)),
        cost=asset.amount("cost"),
        prompt=ours.text("prompt") or Loose(facts).text("prompt"),
        negative_prompt=ours.text("negative_prompt"),
        metadata=facts,
        delivered_at=ours.at("delivered_at") or heard,
    )
