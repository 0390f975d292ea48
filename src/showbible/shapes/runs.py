"""What is told of runs, in answers of the API and in the files of their list, and what bodies say of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, StrictBool, StrictInt

from showbible.bible import Bible
from showbible.runs.model import (
    Delivery,
    Mute,
    NewDelivery,
    Pilot,
    PilotStyle,
    Report,
    Run,
    RunFacts,
    RunStart,
    StageEvent,
    Status,
    Summary,
)
from showbible.runs.recall import bounds
from showbible.runs.recall.elsewhere import WorkReport
from showbible.runs.recall.keeping import RunKeeping
from showbible.shapes.base import Amount, Body, Dollars, Facts, Number, PageShape, Shape, inner
from showbible.storage.paging import Page
from showbible.vocabulary import rfc3339, utcnow

Moment = Annotated[str, BeforeValidator(rfc3339)]
"""A moment as a file writes it."""


class SeenRun:
    """A run as it is seen now: all that it says of itself, and what depends on who asks."""

    def __init__(
        self,
        run: Summary,
        *,
        stalled_after: float,
        suggestion: Mapping[str, Any] | None = None,
        keeping: RunKeeping | None = None,
    ) -> None:
        self.run = run
        self.status: Status = run.status(at=utcnow(), stalled_after=stalled_after)
        self.suggestion = suggestion
        self.keeping = keeping

    def __getattr__(self, name: str) -> Any:
        return getattr(self.run, name)

    @property
    def seconds(self) -> float | None:
        """How long the run took, once it is over."""
        ended = self.run.completed_at
        return (ended - self.run.started_at).total_seconds() if ended else None

    @property
    def assets_cursor(self) -> str | None:
        """Where the assets begin that are not among those read."""
        run = self.run
        return bounds.older_assets(run.assets, total=run.totals.assets) if isinstance(run, Run) else None


class Scenes(Shape):
    """How many scenes are planned and how many have something to show."""

    total: int = Field(validation_alias="total_scenes")
    completed: int = Field(validation_alias="scenes_completed")


class Budget(Shape):
    """The money of a run, in dollars; `remaining` is below zero when it was overspent."""

    total: Dollars = Field(validation_alias="budget")
    spent: Dollars
    remaining: Dollars


class RunSummary(Shape):
    """A run in a list; the concept is cut at 50 characters."""

    run_id: str
    project_id: str
    concept: str = Field(validation_alias="short_concept")
    tags: list[str]
    status: str
    stage: str
    progress: int
    budget_total: Dollars = Field(validation_alias="budget")
    budget_spent: Dollars = Field(validation_alias="spent")
    score: float | None
    scenes: Scenes = Field(validation_alias="run")
    started_at: datetime
    completed_at: datetime | None


class RunList(PageShape, runs=RunSummary):
    """A page of runs."""

    @classmethod
    def seen(cls, bible: Bible, page: Page[Summary]) -> Self:
        """A page of runs as they are seen now."""
        runs = [SeenRun(run, stalled_after=bible.settings.stalled_after) for run in page.items]
        return cls.of(Page(items=runs, total=page.total, next_cursor=page.next_cursor))


class RunRow(Shape):
    """A run in a file of the list: every value in a cell of its own."""

    status: str
    run_id: str
    project_id: str
    concept: str
    tags: list[str]
    stage: str
    progress: int
    budget_total: Dollars = Field(validation_alias="budget")
    budget_spent: Dollars = Field(validation_alias="spent")
    score: float | None
    scenes_total: int = Field(validation_alias="total_scenes")
    scenes_completed: int
    started_at: Moment
    completed_at: Moment | None
    seconds: float | None


class PilotShape(Shape, like=Pilot):
    """A pilot of a run."""

    budget_allocated: Dollars = Field(validation_alias="budget")
    budget_spent: Dollars = Field(validation_alias="spent")


class DeliveryShape(Shape, like=Delivery, without=("run_id", "delivered_at")):
    """An asset that a run delivered; `url` plays it when its file is in a store of ours."""

    path: str
    url: str | None


class DeliveryList(PageShape, assets=DeliveryShape):
    """What a run delivered."""


class WorkShape(Shape, like=WorkReport):
    """Work that was ordered elsewhere: what is on record of it, or how far it is; `cost` is null where nobody knows."""

    cost: Dollars | None
    assets: list[DeliveryShape]


class StageShape(Shape, like=StageEvent):
    """One stage on a run's timeline."""

    timestamp: datetime = Field(validation_alias="at")


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
    budget: Budget = Field(validation_alias="run")
    score: float | None
    pilots: list[PilotShape]
    pilots_total: int = inner("totals", "pilots")
    winning_pilot: str | None
    scenes: Scenes = Field(validation_alias="run")
    assets: list[DeliveryShape]
    assets_total: int = inner("totals", "assets")
    assets_cursor: Annotated[str | None, Field(description="`cursor` of `/assets` for what came before `assets`.")]
    timeline: list[StageShape]
    timeline_total: int = inner("totals", "stages")
    errors: list[str]
    errors_total: int = inner("totals", "errors")
    warnings: list[str]
    warnings_total: int = inner("totals", "warnings")
    seed_asset_ids: list[str]
    extracted_themes: list[str]
    extracted_colors: list[str]
    edit_style: str | None
    mood: str | None
    music_style: str | None
    final_video_path: str | None
    edl_path: str | None
    suggestion: dict[str, Any] | None
    pinned: bool = inner("keeping", "is_pinned")
    working_files_removed_at: datetime | None = inner("keeping", "swept_at")
    started_at: datetime
    completed_at: datetime | None

    @classmethod
    def seen(cls, bible: Bible, run: Run) -> Self:
        """A run as it is seen now, with what was suggested to it."""
        suggestion = bible.lessons.suggested(run.run_id)
        keeping = bible.runs.keeping(run.run_id)
        return cls.of(SeenRun(run, stalled_after=bible.settings.stalled_after, suggestion=suggestion, keeping=keeping))


class ReportShape(Shape, like=Report):
    """What an agent reported."""


class ReportList(Shape):
    """The kept reports of a run, and how many were dropped for room."""

    events: list[ReportShape]
    dropped: int


class Seq(Shape):
    """The number of a report."""

    seq: int


class MuteShape(Shape, like=Mute):
    """A card or a pattern that is silent in a run."""


class MuteList(Shape):
    """What a run does without, in the order it was silenced."""

    mutes: list[MuteShape]


class ViewShape(Shape):
    """A kept view: the list at `url`; the default one is what `/runs` alone shows."""

    name: str
    query: str
    url: Annotated[str, BeforeValidator(lambda query: f"/runs{query}")] = Field(validation_alias="query")
    is_default: bool


class ViewList(Shape):
    """Every kept view, in the order they were first kept."""

    views: list[ViewShape]
    total: int
    next_cursor: None = None


class NewRun(Body, like=RunStart, without=("user_id",)):
    """A run to start."""

    concept: str
    budget: Amount
    audio_tier: str | None = None
    seed_asset_ids: list[str] = Field(default_factory=list)


class StageChange(Body):
    """The stage to enter."""

    stage: str
    details: Facts | None = None


class NewPilot(Body, like=PilotStyle):
    """A pilot to add."""

    pilot_id: str
    tier: str
    allocated_budget: Amount


class PilotChange(Body):
    """A verdict on a pilot."""

    quality_score: Number | None = None
    status: str | None = None
    rejection_reason: str | None = None


class Winner(Body):
    """The pilot that the run goes on with."""

    pilot_id: str


class DeliveredAsset(Body, like=NewDelivery):
    """An asset to deliver; delivered again, what is left out keeps its value."""

    asset_id: str | None = None
    asset_type: str
    path: str
    cost: Amount | None = None


class NewRunNote(Body):
    """An error or a warning."""

    message: str


class End(Body):
    """How a run ends."""

    status: str = Status.COMPLETED
    winning_pilot_id: str | None = None
    error: str | None = None


class NewReport(Body):
    """What an agent says of its work."""

    agent: str
    status: str
    message: str | None = None
    progress: StrictInt | None = None
    data: Facts | None = None


class RunChange(Body, like=RunFacts):
    """More about a run; null clears a text."""

    total_scenes: StrictInt = 0


class WorkToFollow(Body):
    """A provider's work by its own name for it, and what it does not say itself."""

    provider: str
    task: str
    run_id: str | None = None
    project_id: str | None = None
    cost: Amount | None = None
    prompt: str | None = None
    keep_open: StrictBool = False


class KeptView(Body):
    """What a name is to stand for."""

    query: Annotated[str, Field(max_length=4096, description="As in the list's address: `status=failed&sort=score`.")]
    is_default: bool = False
