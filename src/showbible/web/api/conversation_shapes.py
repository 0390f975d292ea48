"""What the API says of conversations, memories, hooks and relationships."""

from __future__ import annotations

from datetime import datetime

from showbible.conversations.model import (
    Beat,
    Conversation,
    Directed,
    Dynamic,
    Evaluation,
    Hook,
    Memory,
    PastBeat,
    Recalled,
)
from showbible.conversations.recall.bonds import EpisodeBeats, Stuck
from showbible.conversations.recall.brief import Brief
from showbible.conversations.words import Visual
from showbible.vocabulary import utcnow
from showbible.web.shapes.base import Shape


class ConversationShape(Shape):
    """A user and a character talking; `processed` says up to which turn the director has come."""

    session_id: str
    user_id: str | None
    character_id: str
    series_id: str | None
    episode_id: str | None
    turn_budget: int | None
    turn_count: int
    processed: int
    timezone: str
    started_at: datetime


class ConversationList(Shape):
    """A page of conversations."""

    conversations: list[ConversationShape]
    total: int
    next_cursor: str | None


class MemoryShape(Shape):
    """A memory; `strength` is what time has left of its importance, `created_at` when it was said.

    A `paused` one is kept and told to nobody.
    """

    memory_id: str
    user_id: str
    character_id: str | None
    series_id: str | None
    episode_id: str | None
    type: str
    text: str
    importance: float
    strength: float
    speaker: str | None
    pinned: bool
    paused: bool
    made_by: str
    created_at: datetime
    reference_count: int
    superseded_by: str | None
    score: float | None = None
    why: str | None = None


class MemoryList(Shape):
    """Ranked memories; `total` is how many there are in all, paused ones only when they are asked for."""

    memories: list[MemoryShape]
    total: int
    next_cursor: None = None


class HookShape(Shape):
    """Something to come back to; `phrase` is how its time was named, `is_due` whether that time has come.

    A `paused` one is kept, never due and not offered; it still runs out.
    """

    hook_id: str
    user_id: str
    character_id: str
    series_id: str | None
    type: str
    content: str
    phrase: str | None
    suggested_opener: str | None
    due_at: datetime | None
    expires_at: datetime
    is_due: bool
    priority: int
    scope: str
    state: str
    paused: bool
    offered_count: int
    made_by: str
    created_at: datetime


class HookList(Shape):
    """Active hooks, the due ones first."""

    hooks: list[HookShape]
    total: int
    next_cursor: None = None


class BeatShape(Shape):
    """What an exchange did to a relationship."""

    type: str
    tension_change: int
    milestone: str | None


class PastBeatShape(BeatShape):
    """A beat that happened, and the tension it left behind."""

    tension_level: int
    series_id: str | None
    episode_id: str | None
    at: datetime


class DynamicShape(Shape):
    """How a user and a character get along."""

    tone: str
    tension_level: int
    recent_beats: list[PastBeatShape]
    milestones: list[str]


class EvaluationShape(Shape):
    """What the director sees in an exchange."""

    visual: str
    completion: str
    next_episode: bool


class Actions(Shape):
    """What the caller may do now: make a picture, offer the next episode."""

    visual: str | None
    suggest_next_episode: bool


class FailureShape(Shape):
    """A step that did not go as asked."""

    step: str
    error: str


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
    extracted_memories: list[MemoryShape]
    extracted_hooks: list[HookShape]
    beat: BeatShape
    failures: list[FailureShape]


class ExchangeKey(Shape):
    """Which exchange a request recorded."""

    exchange_id: str


class ContextShape(Shape):
    """What to know for the next reply; `text` is for a prompt."""

    text: str
    memories: list[MemoryShape]
    hooks: list[HookShape]
    dynamic: DynamicShape


class EpisodeShape(Shape):
    """How the beats of an episode divide; `quality` is the share that was more than small talk."""

    series_id: str | None
    episode_id: str | None
    beats: dict[str, int]
    total: int
    quality: float


class StuckShape(Shape):
    """A relationship whose latest beats are nearly all neutral."""

    user_id: str
    character_id: str
    neutral_share: float
    beats: int
    tension_level: int
    last_at: datetime


class BeatAnalytics(Shape):
    """Beats per episode, and the relationships that do not move."""

    distribution: list[EpisodeShape]
    stuck: list[StuckShape]
    total: int


class Deleted(Shape):
    """What was removed, by kind."""

    deleted: dict[str, int]


def conversation(found: Conversation) -> ConversationShape:
    """A conversation."""
    return ConversationShape(
        session_id=found.session_id,
        user_id=found.user_id,
        character_id=found.character_id,
        series_id=found.series_id,
        episode_id=found.episode_id,
        turn_budget=found.turn_budget,
        turn_count=found.turn_count,
        processed=found.processed,
        timezone=found.timezone,
        started_at=found.started_at,
    )


def memory(found: Memory, *, score: float | None = None, why: str | None = None) -> MemoryShape:
    """A memory as it stands now."""
    return MemoryShape(
        memory_id=found.memory_id,
        user_id=found.user_id,
        character_id=found.character_id,
        series_id=found.series_id,
        episode_id=found.episode_id,
        type=found.type,
        text=found.text,
        importance=found.importance,
        strength=round(found.strength(at=utcnow()), 4),
        speaker=found.speaker,
        pinned=found.pinned,
        paused=found.paused,
        made_by=found.made_by,
        created_at=found.said_at,
        reference_count=found.reference_count,
        superseded_by=found.superseded_by,
        score=score,
        why=why,
    )


def recalled(found: Recalled) -> MemoryShape:
    """A memory with the reason why it came up."""
    shown = memory(found.memory, score=round(found.score, 4), why=found.why)
    return shown.model_copy(update={"strength": round(found.strength, 4)})


def hook(found: Hook, *, at: datetime | None = None) -> HookShape:
    """A hook as seen at a moment."""
    return HookShape(
        hook_id=found.hook_id,
        user_id=found.user_id,
        character_id=found.character_id,
        series_id=found.series_id,
        type=found.type,
        content=found.content,
        phrase=found.phrase,
        suggested_opener=found.suggested_opener,
        due_at=found.due_at,
        expires_at=found.expires_at,
        is_due=found.is_due(at=at or utcnow()),
        priority=found.priority,
        scope=found.scope,
        state=found.state,
        paused=found.paused,
        offered_count=found.offered_count,
        made_by=found.made_by,
        created_at=found.created_at,
    )


def dynamic(found: Dynamic) -> DynamicShape:
    """How two get along."""
    return DynamicShape(
        tone=found.tone,
        tension_level=found.tension_level,
        recent_beats=[_past_beat(each) for each in found.recent_beats],
        milestones=[each.value for each in found.milestones],
    )


def directed(found: Directed) -> DirectedShape:
    """The director's output."""
    return DirectedShape(
        session_id=found.session_id,
        exchange_id=found.exchange_id,
        is_processed=found.is_processed,
        turn_count=found.turn_count,
        is_complete=found.is_complete,
        completion_trigger=found.completion_trigger,
        evaluation=_evaluation(found.evaluation),
        actions=_actions(found.evaluation, complete=found.is_complete),
        extracted_memories=[memory(each) for each in found.memories],
        extracted_hooks=[hook(each) for each in found.hooks],
        beat=_beat(found.beat),
        failures=[FailureShape(step=each.step, error=each.error) for each in found.failures],
    )


def context(found: Brief) -> ContextShape:
    """What to know for the next reply."""
    return ContextShape(
        text=found.text,
        memories=[recalled(each) for each in found.memories],
        hooks=[hook(each) for each in found.hooks],
        dynamic=dynamic(found.dynamic),
    )


def episode(found: EpisodeBeats) -> EpisodeShape:
    """The beats of an episode."""
    return EpisodeShape(
        series_id=found.series_id,
        episode_id=found.episode_id,
        beats={kind.value: number for kind, number in found.beats.items()},
        total=found.total,
        quality=round(found.quality, 4),
    )


def stuck(found: Stuck) -> StuckShape:
    """A relationship that does not move."""
    return StuckShape(
        user_id=found.user_id,
        character_id=found.character_id,
        neutral_share=round(found.neutral_share, 4),
        beats=found.beats,
        tension_level=found.tension_level,
        last_at=found.last_at,
    )


def _evaluation(found: Evaluation) -> EvaluationShape:
    return EvaluationShape(visual=found.visual, completion=found.completion, next_episode=found.next_episode)


def _actions(found: Evaluation, *, complete: bool) -> Actions:
    return Actions(
        visual=None if found.visual is Visual.NONE else found.visual.value,
        suggest_next_episode=found.next_episode or complete,
    )


def _beat(found: Beat) -> BeatShape:
    return BeatShape(type=found.type, tension_change=found.tension_change, milestone=found.milestone)


def _past_beat(found: PastBeat) -> PastBeatShape:
    return PastBeatShape(
        type=found.beat.type,
        tension_change=found.beat.tension_change,
        milestone=found.beat.milestone,
        tension_level=found.tension,
        series_id=found.series_id,
        episode_id=found.episode_id,
        at=found.at,
    )
