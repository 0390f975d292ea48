"""Rows of the database as the values of a run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from showbible.runs.model import (
    AssetType,
    Delivery,
    EditStyle,
    Pilot,
    PilotStatus,
    Report,
    ReportStatus,
    Stage,
    StageEvent,
    Status,
    Summary,
    Tier,
)
from showbible.runs.recall.tags import tags
from showbible.storage.database import Database
from showbible.vocabulary import AssetId, Micros, PilotId, ProjectId, RunId, SceneId, UserId, moment

SUMMARY: Final = """
    run_id, project_id, user_id, concept, status, stage, progress, budget, spent, score, score_order,
    total_scenes, scenes_completed, started_at, completed_at, heard_at, archived_at
"""


def summaries(db: Database, found: Sequence[Any]) -> list[Summary]:
    """The runs in rows of `runs`, with the tags of all read at once."""
    tagged = tags(db, [row.run_id for row in found])
    return [Summary(**summary_fields(row), tags=tagged.get(row.run_id, ())) for row in found]


def summary_fields(row: Any) -> dict[str, Any]:
    """The fields of a summary in a row of `runs`, all but its tags."""
    return {
        "run_id": RunId(row.run_id),
        "project_id": ProjectId(row.project_id),
        "user_id": UserId(row.user_id),
        "concept": row.concept,
        "recorded_status": Status(row.status),
        "stage": Stage(row.stage),
        "progress": row.progress,
        "budget": Micros(row.budget),
        "spent": Micros(row.spent),
        "score": row.score,
        "total_scenes": row.total_scenes,
        "scenes_completed": row.scenes_completed,
        "started_at": moment(row.started_at),
        "completed_at": moment(row.completed_at) if row.completed_at is not None else None,
        "heard_at": moment(row.heard_at),
        "archived_at": moment(row.archived_at) if row.archived_at is not None else None,
    }


def pilot(row: Any) -> Pilot:
    """The pilot in a row of `run_pilots`."""
    return Pilot(
        pilot_id=PilotId(row.pilot_id),
        tier=Tier(row.tier),
        status=PilotStatus(row.status),
        score=row.score,
        budget=Micros(row.budget),
        spent=Micros(row.spent),
        scenes_generated=row.scenes_generated,
        rejection_reason=row.rejection_reason,
        mood=row.mood,
        music_style=row.music_style,
        edit_style=EditStyle(row.edit_style) if row.edit_style else None,
    )


def delivery(row: Any) -> Delivery:
    """The asset in a row of `run_assets`."""
    return Delivery(
        run_id=RunId(row.run_id),
        asset_id=AssetId(row.asset_id),
        type=AssetType(row.type),
        path=row.path,
        scene_id=SceneId(row.scene_id) if row.scene_id is not None else None,
        pilot_id=PilotId(row.pilot_id) if row.pilot_id is not None else None,
        duration=row.duration,
        cost=Micros(row.cost),
        prompt=row.prompt,
        negative_prompt=row.negative_prompt,
        metadata=json.loads(row.metadata),
        delivered_at=moment(row.delivered_at),
    )


def stage(row: Any) -> StageEvent:
    """The stage in a row of `run_stages`."""
    return StageEvent(
        stage=Stage(row.stage),
        at=moment(row.at),
        duration_ms=row.duration_ms,
        details=json.loads(row.details),
        error=row.error,
    )


def report(row: Any) -> Report:
    """The report in a row of `run_reports`."""
    return Report(
        seq=row.seq,
        agent=row.agent,
        status=ReportStatus(row.status),
        message=row.message,
        progress=row.progress,
        data=json.loads(row.data) if row.data is not None else None,
        at=moment(row.at),
    )
