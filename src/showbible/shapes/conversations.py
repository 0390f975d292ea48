"""What is said and told of conversations, memories, hooks and relationships, to API and files alike."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationInfo,
    model_validator,
)

from showbible.conversations.model import Beat, Conversation, Dynamic, Evaluation, Hook, HookDraft, MemoryDraft
from showbible.conversations.recall.bonds import EpisodeBeats, Stuck
from showbible.conversations.recall.relevant import Recalled
from showbible.conversations.recall.talks import Failure, NextSteps
from showbible.shapes.base import Body, Number, PageShape, Shape, User, inner, rounded
from showbible.vocabulary import LOCAL_USER, QUERY_LIMIT, utcnow


def _at_a_moment(value: float | Callable[..., float], info: ValidationInfo) -> float:
    """What a thing says of itself at a moment: now, or the one that the context names."""
    return value(at=(info.context or {}).get("at") or utcnow()) if callable(value) else value


AtMoment = BeforeValidator(_at_a_moment)
Share = Annotated[float, rounded(4)]
Id = str | None


class ConversationShape(Shape, like=Conversation, without=("heard_at",)):
    """A user and a character talking; `processed` says up to which turn the director has come."""


class ConversationList(PageShape, conversations=ConversationShape):
    """A page of conversations."""


class MemoryFacts(Shape):
    """What API and files tell of a memory; `strength` is what time has left of its importance."""

    memory_id: str
    user_id: str
    character_id: str | None
    series_id: str | None
    type: str
    text: str
    importance: float
    strength: Annotated[float, rounded(4), AtMoment]
    pinned: bool
    paused: bool
    speaker: str | None
    reference_count: int
    superseded_by: str | None
    made_by: str


class MemoryShape(MemoryFacts):
    """A memory; `strength` is what time has left of its importance, `created_at` when it was said.

    A `paused` one is kept and told to nobody. `superseded_by` is the one that a later word has put in its place, and
    `superseded_why` in a sentence why; `replaces` are the ones whose place it took. `type: said` is a line word for
    word, `rests_on` the lines that it was made of or that say it again.
    """

    superseded_why: str | None
    replaces: list[str]
    rests_on: list[str]

    episode_id: str | None
    created_at: datetime = Field(validation_alias="said_at")
    score: Annotated[float | None, rounded(4)] = None
    why: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_recalled(cls, found: Any) -> Any:
        if not isinstance(found, Recalled):
            return found
        return {**vars(found.memory), **vars(found), "paused": found.memory.paused}


class MemoryLine(MemoryFacts):
    """A memory in a file."""

    said_at: datetime


class CharacterLine(Shape):
    """A character in a file, with what it has to draw on and the relationship that moved last."""

    character_id: str = inner("character", "character_id")
    users: int = inner("character", "users")
    conversations: int = inner("character", "conversations")
    memories: int = inner("reserve", "memories")
    open_hooks: int = inner("reserve", "hooks")
    due_hooks: int = inner("reserve", "due")
    latest_user_id: str | None = inner("bond", "user_id", default=None)
    tension: int | None = inner("bond", "tension", default=None)
    tone: str | None = inner("bond", "tone", default=None)
    beats: int | None = inner("bond", "beats", default=None)
    stuck_with: list[str]
    last_at: datetime


class MemoryList(Shape):
    """Ranked memories; `total` is how many there are in all, paused ones only when they are asked for."""

    memories: list[MemoryShape]
    total: int
    next_cursor: None = None


class HookShape(Shape, like=Hook, without=("session_id", "exchange_id", "paused_at")):
    """Something to come back to; `phrase` is how its time was named, `is_due` whether that time has come.

    A `paused` one is kept, never due and not offered; it still runs out.
    """

    expires_at: datetime
    is_due: Annotated[bool, AtMoment]
    state: str
    paused: bool


class HookList(Shape):
    """Active hooks, the due ones first."""

    hooks: list[HookShape]
    total: int
    next_cursor: None = None


class BeatShape(Shape, like=Beat):
    """What an exchange did to a relationship."""


class PastBeatShape(BeatShape):
    """A beat that happened, and the tension it left behind."""

    tension_level: int = Field(validation_alias="tension")
    series_id: str | None
    episode_id: str | None
    at: datetime


class DynamicShape(Shape, like=Dynamic):
    """How a user and a character get along."""

    recent_beats: list[PastBeatShape]


class EvaluationShape(Shape, like=Evaluation):
    """What the director sees in an exchange."""


class Actions(Shape, like=NextSteps):
    """What the caller may do now: make a picture, offer the next episode."""


class FailureShape(Shape, like=Failure):
    """A step that did not go as asked."""


class DirectedShape(Shape):
    """The director's output; while `is_processed` is false it is still to come."""

    session_id: str
    exchange_id: str
    is_processed: bool
    turn_count: int
    is_complete: bool
    completion_trigger: str | None
    evaluation: EvaluationShape
    actions: Actions
    extracted_memories: list[MemoryShape] = Field(validation_alias="memories")
    extracted_hooks: list[HookShape] = Field(validation_alias="hooks")
    beat: BeatShape
    failures: list[FailureShape]


class TalkContextShape(Shape):
    """What to know for the next reply; `text` is for a prompt."""

    text: str
    memories: list[MemoryShape]
    hooks: list[HookShape]
    dynamic: DynamicShape


class EpisodeShape(Shape, like=EpisodeBeats):
    """How the beats of an episode divide; `quality` is the share that was more than small talk."""

    total: int
    quality: Share


class StuckShape(Shape, like=Stuck):
    """A relationship whose latest beats are nearly all neutral."""

    neutral_share: Share


class BeatAnalytics(Shape):
    """Beats per episode, and the relationships that do not move."""

    distribution: list[EpisodeShape]
    stuck: list[StuckShape]
    total: int


class Deleted(Shape):
    """What was removed, by kind."""

    deleted: dict[str, int]


class Strict(BaseModel, extra="forbid"):
    """A body of nobody in particular: a field nobody knows is a mistake, not a wish."""


class CharacterBody(Body):
    """What goes on between a user and a character."""

    character_id: str


class NewConversation(CharacterBody):
    """A conversation to begin; `user_id: null` makes it a guest's, of which nothing is remembered."""

    user_id: User | None = LOCAL_USER  # type: ignore[assignment]
    session_id: Id = None
    series_id: Id = None
    episode_id: Id = None
    turn_budget: StrictInt | None = None


class MessageBody(Strict):
    """What one side said."""

    role: StrictStr
    content: StrictStr


class NewExchange(Body):
    """Messages that arrived together; those sent before are skipped."""

    messages: list[MessageBody]
    exchange_id: Id = None
    at: datetime | None = None
    timezone: str | None = None


class ContextQuestion(Body):
    """What the next reply is about, when it is not what the user said last."""

    q: Annotated[str, Field(max_length=QUERY_LIMIT)] | None = None
    at: datetime | None = None


class NewMemory(Body, like=MemoryDraft, without=("line_id", "rests_on", "repeats")):
    """A memory written by hand."""

    memory_id: Id = None
    character_id: Id = None
    series_id: Id = None


class MemoryChange(Strict):
    """What a person corrects; what is left out stays."""

    text: StrictStr | None = None
    importance: Number | None = None
    pinned: StrictBool | None = None
    paused: StrictBool | None = None
    superseded_by: None = Field(default=None, description="With null it holds again, whatever had replaced it.")


class NewHook(CharacterBody, like=HookDraft, without=("phrase",)):
    """A hook made by hand."""

    hook_id: Id = None
    series_id: Id = None


class HookChange(Strict):
    """What a person corrects; what is left out stays."""

    scope: str | None = None
    series_id: Id = None
    content: StrictStr | None = None
    due_at: datetime | None = None
    expires_at: datetime | None = None
    priority: StrictInt | None = None
    paused: StrictBool | None = None
