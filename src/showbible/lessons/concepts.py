"""What kind of film a concept asks for, read from its words."""

from __future__ import annotations

import re
from typing import Final

GENERAL: Final = "general"
"""The pattern of concepts that name no kind of film."""

FORMS: Final = frozenset(
    [
        *("intro", "outro", "demo", "tutorial", "explainer", "ad", "commercial", "promo", "teaser", "trailer"),
        *("vlog", "review", "unboxing", "interview", "reveal", "animation"),
    ]
)
SUBJECTS: Final = frozenset(["podcast", "product", "brand", "logo"])
VOCABULARY: Final = FORMS | SUBJECTS

_WORD: Final = re.compile(r"[^\W_]+")
# A new part begins after a comma and the like, and with a word that says for whom or about what.
_PART: Final = re.compile(r"[,;:.!?()\n]|\b(?:about|and|at|by|for|from|in|of|on|or|to|with)\b")
_SECONDS: Final = re.compile(r"\b(\d{1,4})[\s-]*(?:(seconds?|secs?|s)|(minutes?|mins?))\b")
_MOST_SECONDS: Final = 3 * 3600


def keywords(concept: str) -> tuple[str, ...]:
    """The words of a concept that name a kind of film, each once, in their order."""
    return tuple(dict.fromkeys(_known(concept.casefold())))


def pattern_name(concept: str) -> str | None:
    """The name of a concept's kind, such as `podcast_intro`; None when no word gives it away.

    The first part of the sentence that names a form decides. A subject joins it from the same part,
    or from a later one that has no form of its own: an intro for a podcast, but an interview about
    a product demo.
    """
    parts = [_known(part) for part in _PART.split(concept.casefold())]
    for place, words in enumerate(parts):
        forms = [word for word in words if word in FORMS]
        if forms:
            subject = _subject(words) or _later_subject(parts[place + 1 :])
            return f"{subject}_{forms[-1]}" if subject else forms[-1]
    subjects = [word for words in parts for word in words]
    return subjects[0] if subjects else None


def likeness(one: str, other: str) -> float:
    """How much of their kind two pattern names share, from 0 to 1; the form counts more than the subject."""
    if one == other:
        return 1.0
    first, second = set(one.split("_")), set(other.split("_"))
    shared = sum(_weight(word) for word in first & second)
    return shared / sum(_weight(word) for word in first | second)


def seconds_asked(concept: str) -> int | None:
    """The length that a concept names, as in `a 30-second teaser`."""
    found = _SECONDS.search(concept.casefold())
    if found is None:
        return None
    seconds = int(found[1]) * (60 if found[3] else 1)
    return seconds if 0 < seconds <= _MOST_SECONDS else None


def _known(text: str) -> list[str]:
    words = (_singular(word) for word in _WORD.findall(text))
    return [word for word in words if word in VOCABULARY]


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and word[:-1] in VOCABULARY else word


def _subject(words: list[str]) -> str | None:
    subjects = [word for word in words if word in SUBJECTS]
    return subjects[-1] if subjects else None


def _later_subject(parts: list[list[str]]) -> str | None:
    for words in parts:
        if words and not FORMS & set(words):
            return _subject(words)
    return None


def _weight(word: str) -> float:
    return 2.0 if word in FORMS else 1.0
