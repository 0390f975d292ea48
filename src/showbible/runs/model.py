"""The words of a production, and what follows from them by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime, timedelta
from enum import StrEnum, nonmember
from typing import Any, Final, TypedDict

from showbible.values import frozen
from showbible.vocabulary import (
    DEFAULT_PROJECT,
    LOCAL_USER,
    AssetId,
    Micros,
    PilotId,
    ProjectId,
    RunId,
    SceneId,
    UserId,
    media_url,
)


class Stage(StrEnum):
    """Where a production stands."""

    INITIALIZED = "initialized"
    ANALYZING_ASSETS = "analyzing_assets"
    PLANNING_PILOTS = "planning_pilots"
    GENERATING_SCRIPTS = "generating_scripts"
    GENERATING_VIDEO = "generating_video"
    GENERATING_AUDIO = "generating_audio"
    EVALUATING = "evaluating"
    EDITING = "editing"
    RENDERING = "rendering"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Status(StrEnum):
    """How a run is doing; stalled is a running one without news."""

    RUNNING = "running"
    STALLED = "stalled"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"

    aliases = nonmember(
        {
            "complete": "completed",
            "done": "completed",
            "success": "completed",
            "error": "failed",
            "canceled": "cancelled",
        }
    )


class Tier(StrEnum):
    """How a pilot is made."""

    STATIC_IMAGES = "static_images"
    MOTION_GRAPHICS = "motion_graphics"
    ANIMATED = "animated"
    PHOTOREALISTIC = "photorealistic"

    aliases = nonmember({"static": "static_images", "motion": "motion_graphics", "photoreal": "photorealistic"})


class AudioTier(StrEnum):
    """How much is done for the sound."""

    NONE = "none"
    MUSIC_ONLY = "music_only"
    SIMPLE_OVERLAY = "simple_overlay"
    TIME_SYNCED = "time_synced"
    FULL_PRODUCTION = "full_production"


class EditStyle(StrEnum):
    """How boldly a film is cut."""

    SAFE = "safe"
    BALANCED = "balanced"
    CREATIVE = "creative"

    aliases = nonmember({"dynamic": "creative", "cinematic": "creative", "clean": "safe"})


ENDS: Final = {
    Status.COMPLETED: Stage.COMPLETED,
    Status.FAILED: Stage.FAILED,
    Status.CANCELLED: Stage.CANCELLED,
}
"""The stage in which a run of each final status rests."""

PROGRESS: Final[Mapping[Stage, int]] = {
    Stage.INITIALIZED: 0,
    Stage.ANALYZING_ASSETS: 10,
    Stage.PLANNING_PILOTS: 20,
    Stage.GENERATING_SCRIPTS: 30,
    Stage.GENERATING_VIDEO: 50,
    Stage.GENERATING_AUDIO: 70,
    Stage.EVALUATING: 80,
    Stage.EDITING: 90,
    Stage.RENDERING: 95,
    Stage.COMPLETED: 100,
}

SHORT_CONCEPT: Final = 50


@frozen
class RunStart:
    """What a caller may say of a run before it begins."""

    project_id: str = DEFAULT_PROJECT
    run_id: str | None = None
    user_id: str = LOCAL_USER
    audio_tier: str = AudioTier.SIMPLE_OVERLAY
    total_scenes: int = 0
    seed_asset_ids: Sequence[str] = ()


@frozen
class RunDefaults:
    """What a user has decided for every run, unless the call that starts one says otherwise."""

    audio_tier: str = AudioTier.SIMPLE_OVERLAY
    most_budget: Micros | None = None


class RunFacts(TypedDict, total=False):
    """What can be said of a run while it goes on; None clears a text."""

    total_scenes: int
    seed_asset_ids: Sequence[str]
    extracted_themes: Sequence[str]
    extracted_colors: Sequence[str]
    edit_style: str | None
    mood: str | None
    music_style: str | None
    final_video_path: str | None
    edl_path: str | None


class NewDelivery(TypedDict, total=False):
    """What a caller says of an asset; what is left out keeps the value it had."""

    asset_id: str | None
    scene_id: str | None
    pilot_id: str | None
    duration: float | None
    cost: object | None
    prompt: str | None
    negative_prompt: str | None
    metadata: Mapping[str, Any] | None


@frozen
class StageEvent:
    """One stage of a run, with the time it took once the next one began."""

    stage: Stage
    at: datetime
    duration_ms: int | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    error: str | None = None


class PilotStatus(StrEnum):
    """Whether a pilot is still in the race."""

    RUNNING = "running"
    APPROVED = "approved"
    REJECTED = "rejected"


@frozen
class Pilot:
    """One of several attempts that compete for the budget of a run."""

    pilot_id: PilotId
    tier: Tier
    status: PilotStatus
    score: float | None
    budget: Micros
    spent: Micros
    scenes_generated: int
    rejection_reason: str | None
    mood: str | None = None
    music_style: str | None = None
    edit_style: EditStyle | None = None


@frozen
class PilotStyle:
    """What a pilot sounds like and how it is cut; None where nobody says."""

    mood: str | None = None
    music_style: str | None = None
    edit_style: str | None = None


class AssetType(StrEnum):
    """What a run can deliver."""

    VIDEO = "video"
    AUDIO = "audio"
    IMAGE = "image"


@frozen
class Delivery:
    """An asset that a run handed in, with what it cost."""

    run_id: RunId
    asset_id: AssetId
    type: AssetType
    path: str
    scene_id: SceneId | None
    pilot_id: PilotId | None
    duration: float | None
    cost: Micros
    prompt: str | None
    negative_prompt: str | None
    metadata: Mapping[str, Any]
    delivered_at: datetime

    @property
    def url(self) -> str | None:
        """Where this server plays it, when its file is in a store of ours."""
        return media_url(self.path)


class ReportStatus(StrEnum):
    """What an agent says of its work."""

    STARTED = "started"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"

    aliases = nonmember(
        {
            "start": "started",
            "processing": "running",
            "in_progress": "running",
            "inprogress": "running",
            "working": "running",
            "complete": "completed",
            "done": "completed",
            "finished": "completed",
            "success": "completed",
            "error": "failed",
            "failure": "failed",
        }
    )


@frozen
class Report:
    """What an agent said of its progress."""

    seq: int
    agent: str
    status: ReportStatus
    message: str | None
    progress: int | None
    data: Mapping[str, Any] | None
    at: datetime


class RunSort(StrEnum):
    """The orders a list of runs comes in."""

    NEWEST = "newest"
    OLDEST = "oldest"
    COST = "cost"
    SCORE = "score"


@frozen
class Summary:
    """A run as a list shows it."""

    run_id: RunId
    project_id: ProjectId
    user_id: UserId
    concept: str
    recorded_status: Status
    stage: Stage
    progress: int
    budget: Micros
    spent: Micros
    score: float | None
    total_scenes: int
    scenes_completed: int
    started_at: datetime
    completed_at: datetime | None
    heard_at: datetime
    archived_at: datetime | None = None
    tags: tuple[str, ...] = ()

    @property
    def id(self) -> RunId:
        """The run's id, for who writes `run.id`."""
        return self.run_id

    @property
    def is_over(self) -> bool:
        """Whether the run has ended, in whatever way."""
        return self.recorded_status is not Status.RUNNING

    @property
    def remaining(self) -> int:
        """What is left of the budget; below zero when it was overspent."""
        return self.budget - self.spent

    @property
    def short_concept(self) -> str:
        """The concept, cut where a list has no more room."""
        return self.concept if len(self.concept) <= SHORT_CONCEPT else self.concept[:SHORT_CONCEPT] + "..."

    def status(self, *, at: datetime, stalled_after: float) -> Status:
        """The status as seen at a moment: running turns into stalled when there was no news for long."""
        silent = at - self.heard_at > timedelta(seconds=stalled_after)
        return Status.STALLED if silent and not self.is_over else self.recorded_status


class MuteKind(StrEnum):
    """What one run can do without."""

    CARD = "card"
    PATTERN = "pattern"


@frozen
class Mute:
    """Something learned that a person has silenced for one run."""

    kind: MuteKind
    item_id: str
    at: datetime


@frozen
class Totals:
    """How much a run holds, of which it may show the newest alone."""

    pilots: int
    assets: int
    stages: int
    errors: int
    warnings: int


class NoteKind(StrEnum):
    """How bad a note is."""

    ERROR = "error"
    WARNING = "warning"


@frozen
class Run(Summary):
    """A run with what it holds: everything, or the newest of each list where only so much was asked for."""

    audio_tier: AudioTier
    winning_pilot: PilotId | None
    seed_asset_ids: tuple[str, ...]
    extracted_themes: tuple[str, ...]
    extracted_colors: tuple[str, ...]
    edit_style: EditStyle | None
    mood: str | None
    music_style: str | None
    final_video_path: str | None
    edl_path: str | None
    pilots: tuple[Pilot, ...]
    assets: tuple[Delivery, ...]
    timeline: tuple[StageEvent, ...]
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    mutes: tuple[Mute, ...] = ()
    totals: Totals


@frozen
class Gone:
    """A run that was deleted, and when: what bears its id and is newer belongs to another run of that name."""

    run_id: RunId
    project_id: ProjectId
    at: datetime
