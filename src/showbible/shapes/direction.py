"""What the server says of scenes, edits and preferences, and to planning tools."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from showbible.direction.model import Learning, Shot, ShotSummary, Stats
from showbible.direction.recall.block import Block
from showbible.direction.recall.uses import Use
from showbible.shapes.base import PageShape, Shape, inner


def _beat(value: Any) -> Any:
    return value if isinstance(value, Mapping) else vars(value)


def _shot(value: Any) -> Any:
    if not isinstance(value, Shot):
        return value
    return {"shot_id": value.shot_id, "shot_index": value.index, "is_deleted": value.deleted, **value.fields}


def _filled(value: Any) -> Any:
    """What holds nothing is left out."""
    return value or None


Beat = Annotated[dict[str, Any], BeforeValidator(_beat)]
ShotObject = Annotated[dict[str, Any], BeforeValidator(_shot)]


class Sourced(Shape):
    """A shape with a `source`, which tells where the thing itself comes from."""

    @model_validator(mode="before")
    @classmethod
    def _with_source(cls, thing: Any) -> Any:
        return thing if isinstance(thing, Mapping) else {**vars(thing), "source": thing}


class AppendedShape(Shape):
    """What was new in a session."""

    messages: int
    tool_calls: int = Field(validation_alias="calls")


class SceneShape(Shape):
    """A scene as it was last put."""

    scene_id: str
    scene_index: int | None
    planning_stage: str
    ready: bool
    scene_text: str = inner("facts", "scene_text")
    act_intent: str = inner("facts", "act_intent")
    scene_type: str | None = inner("facts", "scene_type")
    geography: str | None = inner("facts", "geography")
    characters: list[str] = inner("facts", "characters")
    location: str | None = inner("facts", "location")
    confirmed_key_beats: list[Beat] = inner("facts", "key_beats")
    confirmed_filler_strategy: str = inner("facts", "filler_strategy")
    shots: list[ShotObject]
    created_at: datetime
    updated_at: datetime


class SceneList(PageShape, scenes=SceneShape):
    """A page of scenes."""


class EventShape(Shape):
    """One edit."""

    type: str
    summary: str
    user_text: str | None
    shot_refs: list[str]
    call_id: str
    message_id: str | None
    fields: dict[str, list[Any]]
    cause: str
    accepted_proposal: bool = Field(validation_alias="accepted")


class FinalShape(Shape, like=ShotSummary, without=("key_beat_count", "counts", "timed_shots")):
    """The shots a scene ended with."""


class SceneLearningShape(Shape, like=Learning):
    """What a scene suggests."""


class HarvestShape(Shape):
    """Where a memory comes from."""

    chat_session_id: str | None
    chat_session_updated_at: datetime | None
    planning_stage_at_harvest: str = Field(validation_alias="planning_stage")
    harvested_at: datetime


class SceneMemoryShape(Sourced):
    """What is kept of a ready scene."""

    id: str = Field(validation_alias="memory_id")
    preference_trigger_user_id: str = Field(validation_alias="trigger_user_id")
    story_id: str = Field(validation_alias="project_id")
    scene_id: str
    scene_index: int | None
    source: HarvestShape
    scene_context_summary: str = Field(validation_alias="context_summary")
    edit_summary: str
    edit_events: list[EventShape] = Field(validation_alias="events")
    final_shot_summary: FinalShape = Field(validation_alias="final_shots")
    scene_learnings: list[SceneLearningShape] = Field(validation_alias="learnings")
    made_by: str
    created_at: datetime
    updated_at: datetime


class CardWords(Shape):
    """A card as a prompt may see it: no evidence, no sources."""

    card_id: str
    preference: str
    applies_to: str
    avoid_applying_to: str
    confidence: str


class CardShape(CardWords):
    """A card with what it rests on."""

    evidence: str
    state: str
    source_scene_ids: list[str]
    made_by: str
    made_of: list[Annotated[str, BeforeValidator(lambda part: getattr(part, "card_id", part))]]


class HalvesShape(Shape):
    """The card that stayed, and the one that was split off."""

    kept: CardShape
    made: CardShape


class StatsShape(Shape, like=Stats):
    """A story's accepted plans in figures."""


class ProfileSourceShape(Shape):
    """What a profile was made of."""

    source_scene_ids: list[str]
    source_memory_ids: list[str]
    aggregated_at: datetime


class ProfileShape(Sourced):
    """What is known of a story's director."""

    id: str = Field(validation_alias="profile_id")
    preference_trigger_user_id: str = Field(validation_alias="trigger_user_id")
    story_id: str = Field(validation_alias="project_id")
    source: ProfileSourceShape
    profile_summary: str = Field(validation_alias="summary")
    preference_cards: list[CardShape] = Field(validation_alias="cards")
    stats_summary: StatsShape = Field(validation_alias="stats")
    made_by: str
    created_at: datetime
    updated_at: datetime


class Queued(Shape):
    """How many jobs were announced."""

    queued: int


class BlockShape(Shape, like=Block, without=("prompt",)):
    """What a planning prompt is told."""

    preferences: list[CardWords] = Field(validation_alias="cards")
    stats_summary: StatsShape | None = Field(validation_alias="stats")


class BlockAnswer(Shape):
    """A block, and the same as text for a prompt; both null while there is no profile."""

    block: BlockShape | None = None
    prompt: str | None = None


class UseShape(Shape, like=Use):
    """A use of a block, as it was noted."""


class EditShape(Shape):
    """An edit this director would probably make."""

    op: str
    shot_id: str | None = None
    shot_ids: Annotated[list[str] | None, BeforeValidator(_filled)] = None
    field: str | None = None
    to: Any = None
    after_shot_id: str | None = None
    before_shot_id: str | None = None
    shot: Annotated[dict[str, Any] | None, BeforeValidator(_filled)] = None
    card_id: str
    confidence: str
    why: str


class EditList(Shape):
    """The edits, in the order of the plan."""

    edits: list[EditShape]
