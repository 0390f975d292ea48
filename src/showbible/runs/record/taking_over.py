"""Write down runs that were made elsewhere, with everything they hold, at their own times."""

from __future__ import annotations

from typing import Any, Final

from showbible.jobs.queue import announce
from showbible.projects import record as projects
from showbible.runs.model import NoteKind, Run
from showbible.runs.recall import lists, one
from showbible.runs.record.log import append, counted
from showbible.runs.record.notes import add_note
from showbible.storage import search
from showbible.storage.database import Database
from showbible.vocabulary import CONCEPT_LIMIT, KIB, checked_id, checked_json, checked_text, checked_words, stamp


def take_over(db: Database, run: Run) -> bool:
    """Keep a run as it was, and let follow what follows from it; gives whether it is new: one that is known stays."""
    row, parts = _row(run), _parts(run)
    with db.transaction():
        db.hold(f"run:{run.run_id}")
        projects.ensure(db, run.project_id)
        if db.value("SELECT 1 FROM runs WHERE run_id = :run_id", run_id=run.run_id):
            return False
        db.run(_KEEP, **row)
        for sql, rows in parts.items():
            db.many(sql, rows)
        _note(db, run)
        search.put(db, lists.CONCEPTS, scope=lists.EVERY_RUN, item_id=run.run_id, a=run.concept)
        counted(db, one.bare(db, run.run_id), step=1)
        append(db, run.run_id, "stage", {"stage": run.stage}, at=run.heard_at)
        _announce(db, run)
    return True


def _announce(db: Database, run: Run) -> None:
    if run.assets:
        newest = run.assets[-1].asset_id
        announce(db, "asset.delivered", project_id=run.project_id, run_id=run.run_id, asset_id=newest)
    if run.is_over:
        announce(db, "run.finished", key=run.run_id, run_id=run.run_id)


def _note(db: Database, run: Run) -> None:
    for kind, messages in ((NoteKind.ERROR, run.errors), (NoteKind.WARNING, run.warnings)):
        for message in messages:
            add_note(db, run.run_id, kind, checked_text("message", message), at=run.heard_at)


def _row(run: Run) -> dict[str, Any]:
    lists_of_words = ("seed_asset_ids", "extracted_themes", "extracted_colors")
    words = ("mood", "music_style", "final_video_path", "edl_path")
    return {
        "run_id": checked_id("run", run.run_id),
        "project_id": run.project_id,
        "user_id": checked_id("user", run.user_id),
        "concept": checked_text("concept", run.concept, limit=CONCEPT_LIMIT, empty=False),
        "status": run.recorded_status,
        "stage": run.stage,
        "progress": run.progress,
        "audio_tier": run.audio_tier,
        "budget": run.budget,
        "spent": run.spent,
        "score": run.score,
        "score_order": -1 if run.score is None else run.score,
        "total_scenes": run.total_scenes,
        "scenes_completed": run.scenes_completed,
        "winning_pilot": run.winning_pilot,
        "edit_style": run.edit_style,
        "started_at": stamp(run.started_at),
        "completed_at": None if run.completed_at is None else stamp(run.completed_at),
        "heard_at": stamp(run.heard_at),
        **{name: checked_words(name, getattr(run, name)) for name in lists_of_words},
        **{name: _short(name, getattr(run, name)) for name in words},
    }


def _parts(run: Run) -> dict[str, list[dict[str, Any]]]:
    return {
        _STAGE: [
            {
                "run_id": run.run_id,
                "position": position,
                "stage": event.stage,
                "at": stamp(event.at),
                "duration_ms": event.duration_ms,
                "details": checked_json("details", dict(event.details)),
                "error": event.error,
            }
            for position, event in enumerate(run.timeline, start=1)
        ],
        _PILOT: [
            {
                "run_id": run.run_id,
                "pilot_id": checked_id("pilot", pilot.pilot_id),
                "position": position,
                "tier": pilot.tier,
                "status": pilot.status,
                "score": pilot.score,
                "budget": pilot.budget,
                "spent": pilot.spent,
                "scenes_generated": pilot.scenes_generated,
                "rejection_reason": pilot.rejection_reason,
                "mood": _short("mood", pilot.mood),
                "music_style": _short("music_style", pilot.music_style),
                "edit_style": pilot.edit_style,
            }
            for position, pilot in enumerate(run.pilots, start=1)
        ],
        _ASSET: [
            {
                "run_id": run.run_id,
                "asset_id": checked_id("asset", asset.asset_id),
                "type": asset.type,
                "path": _short("path", asset.path),
                "scene_id": asset.scene_id,
                "pilot_id": asset.pilot_id,
                "duration": asset.duration,
                "cost": asset.cost,
                "prompt": asset.prompt,
                "negative_prompt": asset.negative_prompt,
                "metadata": checked_json("metadata", dict(asset.metadata)),
                "at": stamp(asset.delivered_at),
            }
            for asset in run.assets
        ],
        _TAG: [{"run_id": run.run_id, "tag": tag, "at": stamp(run.heard_at)} for tag in run.tags],
    }


def _short(name: str, value: str | None) -> str | None:
    return None if value is None else checked_text(name, value, limit=4 * KIB)


_KEEP: Final = """
    INSERT INTO runs (
        run_id, project_id, user_id, concept, status, stage, progress, audio_tier, budget, spent, score, score_order,
        total_scenes, scenes_completed, winning_pilot, seed_asset_ids, extracted_themes, extracted_colors, edit_style,
        mood, music_style, final_video_path, edl_path, reports_dropped, started_at, completed_at, heard_at)
    VALUES (
        :run_id, :project_id, :user_id, :concept, :status, :stage, :progress, :audio_tier, :budget, :spent, :score,
        :score_order, :total_scenes, :scenes_completed, :winning_pilot, :seed_asset_ids, :extracted_themes,
        :extracted_colors, :edit_style, :mood, :music_style, :final_video_path, :edl_path, 0, :started_at,
        :completed_at, :heard_at)
"""
_STAGE: Final = """
    INSERT INTO run_stages (run_id, position, stage, at, duration_ms, details, error)
    VALUES (:run_id, :position, :stage, :at, :duration_ms, :details, :error)
"""
_PILOT: Final = """
    INSERT INTO run_pilots (
        run_id, pilot_id, position, tier, status, score, budget, spent, scenes_generated, rejection_reason, mood,
        music_style, edit_style)
    VALUES (
        :run_id, :pilot_id, :position, :tier, :status, :score, :budget, :spent, :scenes_generated, :rejection_reason,
        :mood, :music_style, :edit_style)
"""
_ASSET: Final = """
    INSERT INTO run_assets (
        run_id, asset_id, type, path, scene_id, pilot_id, duration, cost, prompt, negative_prompt, metadata,
        delivered_at)
    VALUES (
        :run_id, :asset_id, :type, :path, :scene_id, :pilot_id, :duration, :cost, :prompt, :negative_prompt,
        :metadata, :at)
        ON CONFLICT (run_id, asset_id) DO NOTHING
"""
_TAG: Final = """
    INSERT INTO run_tags (run_id, tag, at) VALUES (:run_id, :tag, :at) ON CONFLICT (run_id, tag) DO NOTHING
"""
