"""The feelings that a clause can signal, and how a word class becomes a signal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Affect(StrEnum):
    """What a clause does between two people."""

    GRIEF = "grief"
    ILLNESS = "illness"
    FEAR = "fear"
    SADNESS = "sadness"
    SHAME = "shame"
    CONFIDENCE = "confidence"
    ANGER = "anger"
    BLAME = "blame"
    INSULT = "insult"
    REFUSAL = "refusal"
    PARTING = "parting"
    JEALOUSY = "jealousy"
    COLDNESS = "coldness"
    LOVE = "love"
    DESIRE = "desire"
    ALMOST = "almost"
    TOUCH = "touch"
    ATTRACTION = "attraction"
    SPARK = "spark"
    MISSING = "missing"
    REASSURANCE = "reassurance"
    PRAISE = "praise"
    APOLOGY = "apology"
    JOKE = "joke"
    SHARED_JOKE = "shared joke"
    JOY = "joy"


class Party(StrEnum):
    """Who does or receives something, seen from the one who speaks."""

    SPEAKER = "speaker"
    LISTENER = "listener"
    OTHER = "other"
    NOBODY = "nobody"


@dataclass(frozen=True, kw_only=True)
class Signal:
    """A feeling that a clause shows, and the words that show it."""

    affect: Affect
    words: str


@dataclass(frozen=True, kw_only=True)
class WordClass:
    """Words that signal a feeling where subject and object fit; `denied` is what their negation signals."""

    affect: Affect
    words: frozenset[str]
    subjects: frozenset[Party] | None = None
    objects: frozenset[Party] | None = None
    denied: Affect | None = None
