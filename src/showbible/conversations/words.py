"""The closed sets of words that a conversation is told in."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeVar

from showbible.errors import Invalid

Word = TypeVar("Word", bound=StrEnum)


class Role(StrEnum):
    """Who speaks."""

    USER = "user"
    ASSISTANT = "assistant"


class MemoryType(StrEnum):
    """What kind of thing is remembered."""

    FACT = "fact"
    PREFERENCE = "preference"
    EVENT = "event"
    GOAL = "goal"
    RELATIONSHIP = "relationship"
    EMOTION = "emotion"


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


TONES: Final[Mapping[BeatType, str]] = {
    BeatType.PLAYFUL: "playful",
    BeatType.FLIRTY: "flirty",
    BeatType.TENSE: "tense",
    BeatType.VULNERABLE: "intimate",
    BeatType.SUPPORTIVE: "warm",
    BeatType.CONFLICT: "strained",
    BeatType.COMFORT: "tender",
    BeatType.CHARGED: "electric",
    BeatType.LONGING: "yearning",
    BeatType.NEUTRAL: "warm",
}


def word(kind: type[Word], name: str, value: str) -> Word:
    """The word of a closed set, or an error that lists the set."""
    try:
        return kind(value.strip().lower())
    except ValueError:
        raise Invalid(f"{name} must be one of {', '.join(kind)}, not {value[:80]!r}.", field=name) from None
