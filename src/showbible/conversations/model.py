"""The words and values of a conversation, whose memory it is, and what follows from time by itself."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from showbible.errors import Invalid
from showbible.values import frozen, mark_of
from showbible.vocabulary import KIB, checked_id

MESSAGE_LIMIT: Final = 32 * KIB
MEMORY_LIMIT: Final = 8 * KIB
HOOK_LIMIT: Final = 2 * KIB
MOST_MESSAGES: Final = 100

START_TENSION: Final = 30
MOST_TENSION: Final = 100
BIGGEST_STEP: Final = 15
RECENT_BEATS: Final = 10
HALF_LIFE: Final = timedelta(days=45)
FAINTEST: Final = 0.2
"""What time leaves of a memory's importance, at the least."""


@frozen
class Scope:
    """Whose memory is meant: without it nothing can be read or written.

    A series is a pool of its own; free chat with a character, outside of any series, is another.
    """

    user_id: str
    character_id: str | None = None
    series_id: str | None = None

    def __post_init__(self) -> None:
        checked_id("user", self.user_id)
        if self.character_id is None and self.series_id is None:
            raise Invalid("Name a series_id, or a character_id for free chat.", field="series_id")
        if self.character_id is not None:
            checked_id("character", self.character_id)
        if self.series_id is not None:
            checked_id("series", self.series_id)

    @property
    def pool(self) -> str:
        """The one name of the memories this scope may see; an id cannot contain its slashes."""
        if self.series_id is not None:
            return f"{self.user_id}/series/{self.series_id}"
        return f"{self.user_id}/character/{self.character_id}"

    @property
    def character(self) -> str:
        """The character, where there must be one."""
        if self.character_id is None:
            raise Invalid("Hooks belong to a character: name a character_id.", field="character_id")
        return self.character_id


class Role(StrEnum):
    """Who speaks."""

    USER = "user"
    ASSISTANT = "assistant"


@frozen
class Message:
    """What one side said."""

    role: Role
    content: str


@frozen
class Conversation:
    """A user and a character talking; without a user it is a guest's, and nothing is remembered."""

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
    heard_at: datetime

    @property
    def scope(self) -> Scope | None:
        """Whose memory this conversation feeds and reads; none for a guest."""
        if self.user_id is None:
            return None
        return Scope(user_id=self.user_id, character_id=self.character_id, series_id=self.series_id)


@frozen
class Exchange:
    """A few messages that arrived together."""

    session_id: str
    position: int
    exchange_id: str
    timezone: str
    at: datetime
    recorded_at: datetime
    messages: tuple[Message, ...]
    missing: tuple[str, ...]
    """The steps that were tried and failed, to be tried again."""


class MemoryType(StrEnum):
    """What kind of thing is remembered; `said` is a line word for word, of which nothing was made yet."""

    FACT = "fact"
    PREFERENCE = "preference"
    EVENT = "event"
    GOAL = "goal"
    RELATIONSHIP = "relationship"
    EMOTION = "emotion"
    SAID = "said"


DISTILLED: Final = tuple(kind for kind in MemoryType if kind is not MemoryType.SAID)
"""The kinds that lists, counts and briefs are made of."""


@frozen
class Memory:
    """Something worth knowing later."""

    memory_id: str
    pool: str
    seq: int
    sitting: int
    user_id: str
    character_id: str | None
    series_id: str | None
    session_id: str | None
    exchange_id: str | None
    type: MemoryType
    text: str
    importance: float
    speaker: str | None
    pinned: bool
    made_by: str
    reference_count: int
    superseded_by: str | None
    said_at: datetime
    referenced_at: datetime
    created_at: datetime
    paused_at: datetime | None = None
    episode_id: str | None = None
    """The episode in which it was said, where the conversation had one."""
    rests_on: tuple[str, ...] = ()
    """The lines that it was made of or that say it again; it tells them, so that no answer holds both."""
    superseded_why: str | None = None
    replaces: tuple[str, ...] = ()
    """The memories whose place it took."""

    @property
    def is_distilled(self) -> bool:
        """Whether it was made something of; a line word for word was not."""
        return self.type is not MemoryType.SAID

    @property
    def paused(self) -> bool:
        """Whether a person lets it rest: it is kept and told to nobody."""
        return self.paused_at is not None

    def strength(self, *, at: datetime) -> float:
        """The importance that is left at a moment: it halves with time, a repetition renews it, a pin keeps it."""
        half_lives = (at - max(self.said_at, self.referenced_at)) / HALF_LIFE
        return self.importance if self.pinned else faded(self.importance, half_lives)


@frozen
class MemoryDraft:
    """Something that may become a memory, as an exchange shows it or a person writes it down."""

    type: str
    text: str
    memory_id: str | None = None
    episode_id: str | None = None
    importance: float = 0.5
    at: datetime | None = None
    speaker: str | None = None
    line_id: str | None = None
    """The line that it is, word for word."""
    rests_on: tuple[str, ...] = ()
    """The lines that it was made of, where its words are others."""
    repeats: str | None = None
    """The memory that says the same already, in whatever words."""


@frozen
class ForgottenMemory:
    """All that is needed to restore a memory; whoever forgets it holds this, nobody else does."""

    memory: Memory
    replaced: tuple[str, ...] = ()
    """The memories that had pointed to it as their successor."""
    lines: tuple[Memory, ...] = ()
    """The lines that it rested on, which went with it."""


class HookType(StrEnum):
    """Why to come back to something."""

    REMINDER = "reminder"
    FOLLOW_UP = "follow_up"
    SCHEDULED = "scheduled"
    MILESTONE = "milestone"


class Reach(StrEnum):
    """How far a hook goes: with its character everywhere, or in one series only."""

    CHARACTER = "character"
    SERIES = "series"


class HookState(StrEnum):
    """Where a hook stands."""

    ACTIVE = "active"
    TRIGGERED = "triggered"
    DISMISSED = "dismissed"


@frozen
class Hook:
    """Something to come back to."""

    hook_id: str
    user_id: str
    character_id: str
    series_id: str | None
    session_id: str | None
    exchange_id: str | None
    type: HookType
    content: str
    phrase: str | None
    suggested_opener: str | None
    due_at: datetime | None
    expires_at: datetime
    priority: int
    scope: Reach
    state: HookState
    offered_count: int
    made_by: str
    created_at: datetime
    paused_at: datetime | None = None

    @property
    def paused(self) -> bool:
        """Whether a person lets it rest: it is kept and not offered, and its end draws nearer all the same."""
        return self.paused_at is not None

    @property
    def mark(self) -> str:
        """A word that is another one as soon as it says something else; a pause or a use is no rewording."""
        said = [self.content, self.scope, self.series_id, self.priority, str(self.due_at), str(self.expires_at)]
        return mark_of(said)

    def is_open(self, *, at: datetime) -> bool:
        """Whether it can still be used or dismissed."""
        return self.state is HookState.ACTIVE and self.expires_at > at

    def is_due(self, *, at: datetime) -> bool:
        """Whether its time has come; one without a time is always due, a paused one never."""
        return not self.paused and (self.due_at is None or self.due_at <= at)


@frozen
class HookDraft:
    """Something that may become a hook, as an exchange shows it or a person writes it down."""

    type: str
    content: str
    hook_id: str | None = None
    suggested_opener: str | None = None
    due_at: datetime | None = None
    expires_at: datetime | None = None
    priority: int = 3
    scope: str = Reach.CHARACTER
    phrase: str | None = None


@frozen
class ForgottenHook:
    """All that is needed to restore a hook but its turns of rest; whoever forgets it holds this, nobody else does."""

    hook: Hook
    settled_at: datetime | None = None


class BeatType(StrEnum):
    """What an exchange felt like."""

    PLAYFUL = "playful"
    FLIRTY = "flirty"
    TENSE = "tense"
    VULNERABLE = "vulnerable"
    SUPPORTIVE = "supportive"
    CONFLICT = "conflict"
    COMFORT = "comfort"
    CHARGED = "charged"
    LONGING = "longing"
    NEUTRAL = "neutral"


class Milestone(StrEnum):
    """What happens between two for the first time."""

    FIRST_SPARK = "first_spark"
    ALMOST_MOMENT = "almost_moment"
    JEALOUSY_TRIGGERED = "jealousy_triggered"
    BOUNDARY_PUSHED = "boundary_pushed"
    VULNERABILITY_SHARED = "vulnerability_shared"
    DESIRE_EXPRESSED = "desire_expressed"
    FIRST_TOUCH = "first_touch"
    CONFLICT_UNRESOLVED = "conflict_unresolved"
    INSIDE_JOKE_CREATED = "inside_joke_created"
    DEEP_CONFESSION = "deep_confession"


@frozen
class Beat:
    """What an exchange did to a relationship."""

    type: BeatType = BeatType.NEUTRAL
    tension_change: int = 0
    milestone: Milestone | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "tension_change", clamped(self.tension_change, BIGGEST_STEP))


@frozen
class PastBeat(Beat):
    """A beat that happened, and the tension it left behind."""

    tension: int
    episode_id: str | None
    series_id: str | None
    at: datetime


@frozen
class Dynamic:
    """How a user and a character get along."""

    tone: str = "warm"
    tension_level: int = START_TENSION
    recent_beats: tuple[PastBeat, ...] = ()
    milestones: tuple[Milestone, ...] = ()


class Visual(StrEnum):
    """What a picture of the moment would show."""

    CHARACTER = "character"
    OBJECT = "object"
    ATMOSPHERE = "atmosphere"
    INSTRUCTION = "instruction"
    NONE = "none"


class Completion(StrEnum):
    """How near an episode is to its end."""

    GOING = "going"
    CLOSING = "closing"
    DONE = "done"


@frozen
class Evaluation:
    """What the director sees in an exchange."""

    visual: Visual = Visual.NONE
    completion: Completion = Completion.GOING
    next_episode: bool = False


def faded(importance: float, half_lives: float) -> float:
    """What time leaves of an importance: half of it after each half-life, and always a little."""
    return importance * (max(FAINTEST, 0.5**half_lives) if half_lives > 0.0 else 1.0)


def clamped(value: float, most: int) -> int:
    """A number no further from zero than allowed."""
    return int(max(-most, min(most, value)))
