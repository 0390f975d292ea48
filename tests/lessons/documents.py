"""Readers as strict as a program that knows the two files of document 000 and nothing of us.

Each class lists the fields of one record; one too many or one too few, at any level, is refused.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Stage = Literal[
    "initialized",
    "analyzing_assets",
    "planning_pilots",
    "generating_scripts",
    "generating_video",
    "generating_audio",
    "evaluating",
    "editing",
    "rendering",
    "completed",
    "failed",
]


class Strict(BaseModel):
    """A record that takes its own fields, all of them, and no others."""

    model_config = ConfigDict(extra="forbid")


class StageEvent(Strict):
    """One stage of a run."""

    stage: Stage
    timestamp: datetime
    duration_ms: int | None
    details: dict[str, Any]
    error: str | None


class PilotMemory(Strict):
    """One pilot of a run."""

    pilot_id: str
    tier: str
    allocated_budget: float
    spent_budget: float
    scenes_generated: int
    quality_score: float | None
    status: Literal["running", "approved", "rejected"]
    rejection_reason: str | None


class AssetMemory(Strict):
    """One asset."""

    asset_id: str
    asset_type: Literal["video", "audio", "image"]
    path: str
    scene_id: str | None
    duration: float | None
    cost: float
    metadata: dict[str, Any]


class ShortTermMemory(Strict):
    """A `memory.json`."""

    run_id: str
    concept: str
    budget_total: float
    budget_spent: float
    audio_tier: str
    current_stage: Stage
    progress_percent: float
    pilots: list[PilotMemory]
    winning_pilot_id: str | None
    total_scenes: int
    scenes_completed: int
    assets: list[AssetMemory]
    timeline: list[StageEvent]
    started_at: datetime | None
    completed_at: datetime | None
    errors: list[str]
    warnings: list[str]
    seed_asset_ids: list[str]
    extracted_themes: list[str]
    extracted_colors: list[str]


class UserPreferences(Strict):
    """What a user prefers."""

    preferred_style: str
    preferred_tier: str | None
    default_voice: str
    default_voice_speed: float
    default_music_mood: str
    default_audio_tier: str
    brand_colors: list[str]
    quality_threshold: int
    max_budget_per_run: float | None


class ProductionRecord(Strict):
    """One finished run."""

    run_id: str
    concept: str
    timestamp: datetime
    status: Literal["completed", "failed", "cancelled"]
    winning_tier: str | None
    final_score: float | None
    total_cost: float
    duration_seconds: float
    scenes_count: int
    edit_style_used: str
    user_rating: int | None
    user_notes: str | None
    final_video_path: str | None
    edl_path: str | None


class LearnedPattern(Strict):
    """What one kind of concept has taught."""

    pattern_name: str
    recommended_tier: str
    recommended_scenes: int
    recommended_duration: int
    recommended_edit_style: str
    times_used: int
    avg_score: float
    avg_cost: float
    keywords: list[str]


class LongTermMemory(Strict):
    """A `long_term.json`."""

    preferences: UserPreferences
    total_runs: int
    total_spent: float
    production_history: list[ProductionRecord]
    patterns: dict[str, LearnedPattern]
    saved_assets: list[AssetMemory]
    brand_assets: list[dict[str, Any]]
    updated_at: datetime | None
