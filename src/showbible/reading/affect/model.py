"""The feelings that a clause can signal, and the families of words and forms that signal them."""

from __future__ import annotations

import re
from enum import StrEnum

from showbible.values import frozen


class Affect(StrEnum):
    """What a clause does between two people."""

    GRIEF = "grief"
    ILLNESS = "illness"
    FEAR = "fear"
    SADNESS = "sadness"
    SHAME = "shame"
    TROUBLE = "trouble"
    CONFIDENCE = "confidence"
    ANGER = "anger"
    BLAME = "blame"
    INSULT = "insult"
    THREAT = "threat"
    REFUSAL = "refusal"
    DECLINE = "decline"
    PARTING = "parting"
    JEALOUSY = "jealousy"
    SUSPICION = "suspicion"
    COLDNESS = "coldness"
    LOVE = "love"
    DESIRE = "desire"
    ALMOST = "almost"
    TOUCH = "touch"
    ATTRACTION = "attraction"
    SPARK = "spark"
    MISSING = "missing"
    REASSURANCE = "reassurance"
    FORGIVENESS = "forgiveness"
    PRAISE = "praise"
    THANKS = "thanks"
    GIFT = "gift"
    SUCCESS = "success"
    REUNION = "reunion"
    INVITATION = "invitation"
    HELP = "help"
    WARMTH = "warmth"
    EASE = "ease"
    JOY = "joy"
    APOLOGY = "apology"
    JOKE = "joke"
    SHARED_JOKE = "shared joke"
    TEASE = "tease"


class Party(StrEnum):
    """Who does or receives something, seen from the one who speaks."""

    SPEAKER = "i"
    LISTENER = "you"
    NEAR = "near"
    """Somebody of the speaker's: a relative, a friend, an animal, or whoever is called he or she."""
    OTHER = "other"
    THING = "thing"
    NOBODY = "none"


@frozen
class Signal:
    """A feeling that a clause shows, how strongly, and the words that show it."""

    affect: Affect
    words: str
    strength: float = 1.0


@frozen
class WordFamily:
    """Words that signal a feeling where subject and object fit; `denied` is what their negation signals."""

    affect: Affect
    stems: frozenset[str]
    exact: frozenset[str]
    """Words that stand only for themselves, not for their inflections."""
    subjects: frozenset[Party] = frozenset()
    objects: frozenset[Party] = frozenset()
    denied: Affect | None = None
    is_state: bool = False
    """Whether a linking verb must lead to the word."""
    of_somebody_near: bool = False

    def holds(self, word: str, stem: str) -> bool:
        """Whether a word belongs to the family."""
        return word in self.exact or stem in self.stems


@frozen
class FeelingForm:
    """Forms of words that signal a feeling by themselves."""

    affect: Affect
    pattern: re.Pattern[str]
    may_be_unreal: bool = False
    may_be_negated: bool = False
