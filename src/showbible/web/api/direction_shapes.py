"""What the API says of scenes, edits and preferences."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from showbible.direction.model import (
    Card,
    EditEvent,
    Profile,
    Scene,
    SceneMemory,
    ShotSummary,
    Stats,
)
from showbible.direction.record.merge_split import Halves
from showbible.web.shapes.base import Shape


class AppendedShape(Shape):
    """What was new in a session."""

    messages: int
    tool_calls: int


class SceneShape(Shape):
    """A scene as it was last put."""

    scene_id: str
    scene_index: int | None
    planning_stage: str
    ready: bool
    scene_text: str
    act_intent: str
    scene_type: str | None
    geography: str | None
    characters: list[str]
    location: str | None
    confirmed_key_beats: list[dict[str, Any]]
    confirmed_filler_strategy: str
    shots: list[dict[str, Any]]
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, scene: Scene) -> SceneShape:
        """The answer that shows a scene."""
        facts = scene.facts
        return cls(
            scene_id=scene.scene_id,
            scene_index=scene.scene_index,
            planning_stage=scene.planning_stage,
            ready=scene.ready,
            scene_text=facts.scene_text,
            act_intent=facts.act_intent,
            scene_type=facts.scene_type,
            geography=facts.geography,
            characters=list(facts.characters),
            location=facts.location,
            confirmed_key_beats=[vars(beat) for beat in facts.key_beats],
            confirmed_filler_strategy=facts.filler_strategy,
            shots=[
                {"shot_id": shot.shot_id, "shot_index": shot.index, "is_deleted": shot.deleted, **shot.fields}
                for shot in scene.shots
            ],
            created_at=scene.created_at,
            updated_at=scene.updated_at,
        )


class SceneList(Shape):
    """A page of scenes."""

    scenes: list[SceneShape]
    total: int
    next_cursor: str | None


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
    accepted_proposal: bool

    @classmethod
    def of(cls, event: EditEvent) -> EventShape:
        """The answer that shows an edit."""
        return cls(
            type=event.type,
            summary=event.summary,
            user_text=event.user_text,
            shot_refs=list(event.shot_refs),
            call_id=event.call_id,
            message_id=event.message_id,
            fields=event.fields,
            cause=event.cause,
            accepted_proposal=event.accepted,
        )


class FinalShape(Shape):
    """The shots a scene ended with."""

    shot_count: int
    key_shot_count: int | None
    filler_shot_count: int | None
    avg_shot_seconds: float | None
    avg_shots_per_key_beat: float | None
    common_shot_sizes: list[str]
    common_camera_angles: list[str]
    common_camera_movements: list[str]
    common_shot_jobs: list[str]
    summary: str

    @classmethod
    def of(cls, final: ShotSummary) -> FinalShape:
        """The answer that shows a summary."""
        return cls(**{name: _listed(getattr(final, name)) for name in cls.model_fields})


class LearningShape(Shape):
    """What a scene suggests."""

    learning: str
    applies_to: str
    avoid_applying_to: str
    evidence: str
    confidence: str


class Source(Shape):
    """Where a memory comes from."""

    chat_session_id: str | None
    chat_session_updated_at: datetime | None
    planning_stage_at_harvest: str
    harvested_at: datetime


class MemoryShape(Shape):
    """What is kept of a ready scene."""

    id: str
    preference_trigger_user_id: str
    story_id: str
    scene_id: str
    scene_index: int | None
    source: Source
    scene_context_summary: str
    edit_summary: str
    edit_events: list[EventShape]
    final_shot_summary: FinalShape
    scene_learnings: list[LearningShape]
    made_by: str
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, memory: SceneMemory) -> MemoryShape:
        """The answer that shows a memory."""
        return cls(
            id=memory.memory_id,
            preference_trigger_user_id=memory.trigger_user_id,
            story_id=memory.project_id,
            scene_id=memory.scene_id,
            scene_index=memory.scene_index,
            source=Source(
                chat_session_id=memory.chat_session_id,
                chat_session_updated_at=memory.chat_session_updated_at,
                planning_stage_at_harvest=memory.planning_stage,
                harvested_at=memory.harvested_at,
            ),
            scene_context_summary=memory.context_summary,
            edit_summary=memory.edit_summary,
            edit_events=[EventShape.of(event) for event in memory.events],
            final_shot_summary=FinalShape.of(memory.final_shots),
            scene_learnings=[LearningShape(**vars(each)) for each in memory.learnings],
            made_by=memory.made_by,
            created_at=memory.created_at,
            updated_at=memory.updated_at,
        )


class CardWords(Shape):
    """A card as a prompt may see it: no evidence, no sources."""

    card_id: str
    preference: str
    applies_to: str
    avoid_applying_to: str
    confidence: str

    @classmethod
    def words_of(cls, card: Card) -> CardWords:
        """The words of a card."""
        return CardWords(
            card_id=card.card_id,
            preference=card.preference,
            applies_to=card.applies_to,
            avoid_applying_to=card.avoid_applying_to,
            confidence=card.confidence,
        )


class CardShape(CardWords):
    """A card with what it rests on."""

    evidence: str
    state: str
    source_scene_ids: list[str]
    made_by: str
    made_of: list[str]

    @classmethod
    def of(cls, card: Card) -> CardShape:
        """The answer that shows a card."""
        return cls(
            **CardWords.words_of(card).model_dump(),
            evidence=card.evidence,
            state=card.state,
            source_scene_ids=list(card.source_scene_ids),
            made_by=card.made_by,
            made_of=[part.card_id for part in card.made_of],
        )


class HalvesShape(Shape):
    """The card that stayed, and the one that was split off."""

    kept: CardShape
    made: CardShape

    @classmethod
    def of(cls, halves: Halves) -> HalvesShape:
        """The answer that shows both."""
        return cls(kept=CardShape.of(halves.kept), made=CardShape.of(halves.made))


class StatsShape(Shape):
    """A story's accepted plans in figures."""

    summary: str
    scene_count: int
    avg_shots_per_scene: float | None
    avg_shots_per_key_beat: float | None
    avg_shot_seconds: float | None
    common_shot_sizes: list[str]
    common_camera_angles: list[str]
    common_camera_movements: list[str]
    common_shot_jobs: list[str]
    common_user_changed_fields: list[str]
    common_inserted_shot_types: list[str]
    common_removed_shot_types: list[str]
    merges_per_scene: float
    reorders_per_scene: float

    @classmethod
    def of(cls, stats: Stats) -> StatsShape:
        """The answer that shows figures."""
        return cls(**{name: _listed(getattr(stats, name)) for name in cls.model_fields})


class ProfileSource(Shape):
    """What a profile was made of."""

    source_scene_ids: list[str]
    source_memory_ids: list[str]
    aggregated_at: datetime


class ProfileShape(Shape):
    """What is known of a story's director."""

    id: str
    preference_trigger_user_id: str
    story_id: str
    source: ProfileSource
    profile_summary: str
    preference_cards: list[CardShape]
    stats_summary: StatsShape
    made_by: str
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, profile: Profile) -> ProfileShape:
        """The answer that shows a profile."""
        return cls(
            id=profile.profile_id,
            preference_trigger_user_id=profile.trigger_user_id,
            story_id=profile.project_id,
            source=ProfileSource(
                source_scene_ids=list(profile.source_scene_ids),
                source_memory_ids=list(profile.source_memory_ids),
                aggregated_at=profile.aggregated_at,
            ),
            profile_summary=profile.summary,
            preference_cards=[CardShape.of(card) for card in profile.cards],
            stats_summary=StatsShape.of(profile.stats),
            made_by=profile.made_by,
            created_at=profile.created_at,
            updated_at=profile.updated_at,
        )


class Queued(Shape):
    """How many jobs were announced."""

    queued: int


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
