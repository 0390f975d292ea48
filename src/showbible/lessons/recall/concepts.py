"""What kind of film a concept asks for, read from its words."""

from __future__ import annotations

import re
from functools import lru_cache
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
_PART: Final = re.compile(r"[,;:.!?()\n]|\b(?:about|and|at|by|for|from|in|of|on|or|to|with)\b", re.IGNORECASE)
_SECONDS: Final = re.compile(r"\b(\d{1,4})[\s-]*(?:(seconds?|secs?|s)|(minutes?|mins?))\b")
_MOST_SECONDS: Final = 3 * 3600
TOPIC_LETTERS: Final = 200
_POINTING: Final = frozenset(["our", "your", "their", "my", "his", "her", "its", "the", "this", "that", "a", "an", "s"])
_LEADING: Final = _POINTING | {"some", "how", "why", "what", "when", "where"}
# What people put after the word when they speak of a brand, and not of something brand new or of brand 3.
_BRANDED: Final = frozenset(
    [
        *("anthem", "awareness", "book", "campaign", "design", "essence", "experience", "film", "guide", "guideline"),
        *("history", "identity", "image", "launch", "loyalty", "manifesto", "mark", "message", "messaging", "movie"),
        *("personality", "positioning", "presentation", "promise", "purpose", "rebrand", "refresh", "relaunch", "spot"),
        *("story", "storytelling", "strategy", "value", "values", "video", "vision", "voice", "world"),
    ]
)
_NO_BRAND: Final = re.compile(r"new|newest|newly|names?|spanking|\d\w*|\w")
"""What follows the word where it names nothing: brand new, brand name, brand 3, brand X."""


def keywords(concept: str) -> tuple[str, ...]:
    """The words of a concept that name a kind of film, each once, in their order."""
    return tuple(dict.fromkeys(_words_of_ours(concept.casefold())))


# The concepts of earlier runs are read for every new one.
@lru_cache(maxsize=4096)
def pattern_name(concept: str) -> str | None:
    """The name of a concept's kind, such as `podcast_intro`; None when no word gives it away.

    The first part of the sentence that names a form decides. A subject joins it from the same part,
    or from a later one that has no form of its own: an intro for a podcast, but an interview about
    a product demo.
    """
    parts = [_words_of_ours(part) for part in _PART.split(concept.casefold())]
    for place, words in enumerate(parts):
        forms = [word for word in words if word in FORMS]
        if forms:
            subject = _subject(words) or _later_subject(parts[place + 1 :])
            return f"{subject}_{forms[-1]}" if subject else forms[-1]
    subjects = [word for words in parts for word in words]
    return subjects[0] if subjects else None


def topic(concept: str) -> str:
    """What a film is about, beside its kind: whales, of a podcast intro about whales."""
    parts = [part for part in (_bare(part) for part in _PART.split(concept)) if part]
    other = [part for part in parts if not _words_of_ours(part.casefold())]
    about = [part for part in parts if not FORMS & set(_words_of_ours(part.casefold()))]
    return (other or about or parts or [concept.strip()])[0][:TOPIC_LETTERS]


def _bare(part: str) -> str:
    """A part of a sentence without the words that only lead to a noun."""
    words = part.split()
    while words and words[0].casefold() in _LEADING:
        words = words[1:]
    return " ".join(words)


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


def _words_of_ours(text: str) -> list[str]:
    words = ["", *(_singular(word) for word in _WORD.findall(text)), ""]
    around = zip(words, words[1:], words[2:], strict=False)
    return [word for before, word, after in around if word in VOCABULARY and _is_meant(before, word, after)]


def _is_meant(before: str, word: str, after: str) -> bool:
    """Whether a word stands for the thing: brand does so as the last word, before what brands have, or pointed at."""
    if word != "brand" or not after:
        return True
    if _NO_BRAND.fullmatch(after):
        return False
    return after in VOCABULARY or after in _BRANDED or before in _POINTING


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
