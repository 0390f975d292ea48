"""What the API takes and says of scenes, edits and preferences."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import AliasChoices, AliasGenerator, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr
from pydantic.alias_generators import to_camel

from showbible.direction import words
from showbible.direction.model import (
    Block,
    Card,
    Edit,
    EditEvent,
    KeyBeat,
    Message,
    Profile,
    Scene,
    SceneFacts,
    SceneMemory,
    ShotSummary,
    Stats,
    ToolCall,
)
from showbible.direction.record import NewScene
from showbible.vocabulary import LOCAL_USER
from showbible.web.api.bodies import Shape, User

Raw = Annotated[dict[str, Any], Field(description="Any JSON object.")]


class EitherName(BaseModel):
    """A body whose fields have two spellings, and which may carry fields that are not ours."""

    model_config = ConfigDict(
        extra="ignore", alias_generator=AliasGenerator(validation_alias=to_camel), populate_by_name=True
    )


class BeatBody(EitherName):
    """A confirmed key beat."""

    beat_id: StrictStr
    function: StrictStr | None = None
    description: StrictStr | None = None
    affected_character: StrictStr | None = None


class FactsBody(EitherName):
    """What is known of a scene besides its shots."""

    scene_text: StrictStr | None = None
    act_intent: StrictStr | None = None
    scene_type: StrictStr | None = None
    geography: StrictStr | None = None
    characters: list[StrictStr] | None = None
    location: StrictStr | None = None
    confirmed_key_beats: list[BeatBody] | None = None
    confirmed_filler_strategy: StrictStr | dict[str, Any] | None = None

    def facts(self) -> SceneFacts:
        """The facts as the memory keeps them."""
        filler = self.confirmed_filler_strategy
        return SceneFacts(
            scene_text=self.scene_text or "",
            act_intent=self.act_intent or "",
            scene_type=self.scene_type,
            geography=self.geography,
            characters=tuple(self.characters or ()),
            location=self.location,
            key_beats=tuple(
                KeyBeat(
                    beat_id=beat.beat_id,
                    function=beat.function,
                    description=beat.description or "",
                    affected_character=beat.affected_character,
                )
                for beat in self.confirmed_key_beats or ()
            ),
            filler_strategy=filler if isinstance(filler, str) else str((filler or {}).get("summary", "")),
        )


class SceneBody(FactsBody):
    """A scene to keep."""

    scene_index: StrictInt | None = None
    planning_stage: StrictStr
    ready: StrictBool | None = None
    user_id: User = LOCAL_USER
    shots: list[Raw] = Field(default_factory=list, validation_alias=AliasChoices("shots", "finalShots", "final_shots"))

    def scene(self) -> NewScene:
        """The scene as the memory takes it."""
        return NewScene(
            planning_stage=self.planning_stage,
            facts=self.facts(),
            shots=self.shots,
            scene_index=self.scene_index,
            ready=self.ready,
            user_id=self.user_id,
        )


class CallBody(EitherName):
    """A tool call with what it left behind."""

    call_id: StrictStr
    name: StrictStr
    params: Raw | None = None
    data: Any = None
    error: Any = None

    def call(self) -> ToolCall:
        """The call as the memory takes it."""
        error = None if self.error in (None, False, "") else self.error if isinstance(self.error, str) else "failed"
        return ToolCall(call_id=self.call_id, name=self.name, params=self.params or {}, data=self.data, error=error)


class MessageBody(EitherName):
    """One message."""

    message_id: StrictStr | None = None
    role: StrictStr
    content: StrictStr | None = None
    tool_calls: list[CallBody] | None = None

    def message(self) -> Message:
        """The message as the memory takes it."""
        calls = tuple(call.call() for call in self.tool_calls or ())
        return Message(message_id=self.message_id or "", role=self.role, content=self.content or "", calls=calls)


class SessionBody(EitherName):
    """What was said and done since the last time."""

    chat_session_id: StrictStr | None = None
    user_id: User = LOCAL_USER
    messages: list[MessageBody] = Field(max_length=5000)


class ProbeBody(FactsBody):
    """A scene to anticipate edits for; with a known `scene_id` alone, the scene as it was put."""

    scene_id: StrictStr | None = None
    shots: list[Raw] | None = None


class AnticipateBody(EitherName):
    """A plan nobody has edited yet."""

    scene: ProbeBody = Field(default_factory=ProbeBody)
    shots: list[Raw] | None = None
    steering: StrictStr | None = Field(
        default=None, validation_alias=AliasChoices("steering", "userSteering", "user_steering")
    )


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

    @classmethod
    def of(cls, card: Card) -> CardShape:
        """The answer that shows a card."""
        said = CardWords.words_of(card).model_dump()
        sources = list(card.source_scene_ids)
        return cls(**said, evidence=card.evidence, state=card.state, source_scene_ids=sources, made_by=card.made_by)


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


class BlockShape(Shape):
    """What a planning prompt is told."""

    profile_summary: str
    preferences: list[CardWords]
    stats_summary: StatsShape | None
    override_policy: str
    usage_examples: list[str]


class BlockAnswer(Shape):
    """A block, and the same as text for a prompt; both null while there is no profile."""

    block: BlockShape | None
    prompt: str | None

    @classmethod
    def of(cls, block: Block | None) -> BlockAnswer:
        """The answer that shows a block."""
        if block is None:
            return cls(block=None, prompt=None)
        shown = BlockShape(
            profile_summary=block.profile_summary,
            preferences=[CardWords.words_of(card) for card in block.cards],
            stats_summary=StatsShape.of(block.stats) if block.stats else None,
            override_policy=block.override_policy,
            usage_examples=list(block.usage_examples),
        )
        return cls(block=shown, prompt=block.prompt)


class EditShape(Shape):
    """An edit this director would probably make."""

    op: str
    shot_id: str | None = None
    shot_ids: list[str] | None = None
    field: str | None = None
    to: Any = None
    after_shot_id: str | None = None
    before_shot_id: str | None = None
    shot: dict[str, Any] | None = None
    card_id: str
    confidence: str
    why: str

    @classmethod
    def of(cls, edit: Edit) -> EditShape:
        """The answer that shows an edit."""
        shown = {name: getattr(edit, name) for name in cls.model_fields if name not in ("shot_ids", "shot")}
        return cls(**shown, shot_ids=list(edit.shot_ids) or None, shot=dict(edit.shot) if edit.shot else None)


class EditList(Shape):
    """The edits, in the order of the plan."""

    edits: list[EditShape]


class Queued(Shape):
    """How many jobs were announced."""

    queued: int


class CardChange(BaseModel):
    """What a person makes of a card."""

    model_config = ConfigDict(extra="forbid")

    state: StrictStr | None = None
    preference: StrictStr | None = Field(default=None, max_length=words.LONGEST)
    applies_to: StrictStr | None = Field(default=None, max_length=words.LONGEST)
    avoid_applying_to: StrictStr | None = Field(default=None, max_length=words.LONGEST)
    user_id: User = LOCAL_USER


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
