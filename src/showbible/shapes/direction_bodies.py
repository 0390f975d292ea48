"""What the API takes of scenes, sessions and cards, in either spelling of their names."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AliasChoices, AliasGenerator, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr
from pydantic.alias_generators import to_camel

from showbible.direction.model import KeyBeat, SceneFacts, SessionMessage, ToolCall
from showbible.direction.recall import card_text
from showbible.direction.recall.person_edits import Half
from showbible.direction.recall.plans import NewScene
from showbible.shapes.base import Body, Facts, User
from showbible.vocabulary import LOCAL_USER

Statement = Annotated[StrictStr, Field(max_length=card_text.LONGEST)]


class EitherName(BaseModel):
    """A body whose fields have two spellings, and which may carry fields that are not ours."""

    model_config = ConfigDict(alias_generator=AliasGenerator(validation_alias=to_camel), populate_by_name=True)


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
        """The facts as the memory keeps them; what is null holds nothing."""
        filler = self.confirmed_filler_strategy
        words = self.model_dump(include={"scene_text", "act_intent", "scene_type", "geography", "location"})
        return SceneFacts(
            **{name: text for name, text in words.items() if text is not None},
            characters=tuple(self.characters or ()),
            key_beats=tuple(KeyBeat(**beat.model_dump(exclude_none=True)) for beat in self.confirmed_key_beats or ()),
            filler_strategy=filler if isinstance(filler, str) else str((filler or {}).get("summary", "")),
        )


class SceneBody(FactsBody):
    """A scene to keep."""

    scene_index: StrictInt | None = None
    planning_stage: StrictStr
    ready: StrictBool | None = None
    user_id: User = LOCAL_USER
    shots: list[Facts] = Field(
        default_factory=list, validation_alias=AliasChoices("shots", "finalShots", "final_shots")
    )

    def scene(self) -> NewScene:
        """The scene as the memory takes it."""
        told = ("planning_stage", "shots", "scene_index", "ready", "user_id")
        return NewScene(facts=self.facts(), **{name: getattr(self, name) for name in told})


class CallBody(EitherName):
    """A tool call with what it left behind."""

    call_id: StrictStr
    name: StrictStr
    params: Facts | None = None
    data: Any = None
    error: Any = None

    def call(self) -> ToolCall:
        """The call as the memory takes it."""
        error = None if self.error in (None, False, "") else self.error if isinstance(self.error, str) else "failed"
        return ToolCall(call_id=self.call_id, name=self.name, params=self.params or {}, data=self.data, error=error)


class SessionMessageBody(EitherName):
    """One message."""

    message_id: StrictStr | None = None
    role: StrictStr
    content: StrictStr | None = None
    tool_calls: list[CallBody] | None = None

    def message(self) -> SessionMessage:
        """The message as the memory takes it."""
        calls = tuple(call.call() for call in self.tool_calls or ())
        return SessionMessage(message_id=self.message_id or "", role=self.role, content=self.content or "", calls=calls)


class SessionBody(EitherName):
    """What was said and done since the last time."""

    chat_session_id: StrictStr | None = None
    user_id: User = LOCAL_USER
    messages: list[SessionMessageBody] = Field(max_length=5000)


class ProbeBody(FactsBody):
    """A scene to anticipate edits for; with a known `scene_id` alone, the scene as it was put."""

    scene_id: StrictStr | None = None
    shots: list[Facts] | None = None
    user_steering: StrictStr | None = None


class AnticipateBody(EitherName):
    """A plan nobody has edited yet."""

    scene: ProbeBody = Field(default_factory=ProbeBody)
    shots: list[Facts] | None = None
    steering: StrictStr | None = Field(None, validation_alias=AliasChoices("steering", "userSteering", "user_steering"))
    run_id: StrictStr | None = None


class UseBody(Body):
    """A block that a tool worked with; without `card_ids`, all the cards it holds now."""

    tool: StrictStr
    scene: StrictStr | None = None
    run_id: StrictStr | None = None
    card_ids: list[StrictStr] | None = None


class CardChange(Body):
    """What a person makes of a card."""

    state: StrictStr | None = None
    preference: Statement | None = None
    applies_to: Statement | None = None
    avoid_applying_to: Statement | None = None


class MergeBody(Body):
    """The cards that join another; `seen` is what each said, by its id, to whoever decided so."""

    card_ids: list[StrictStr] = Field(max_length=100)
    seen: dict[str, StrictStr] | None = None


class SplitBody(Body):
    """The card to split off, with the scenes that go along; `seen` is what the whole card said."""

    preference: Statement
    scene_ids: list[StrictStr] = Field(max_length=10_000)
    applies_to: Statement | None = None
    avoid_applying_to: Statement | None = None
    kept_applies_to: Statement | None = None
    seen: StrictStr | None = None

    def half(self) -> Half:
        """The card as the memory takes it."""
        return Half(**self.model_dump(exclude={"seen", "user_id"}))
