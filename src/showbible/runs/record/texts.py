"""What a caller may hand in as a list of words or a bag of facts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from showbible.errors import Invalid, TooLarge
from showbible.vocabulary import KIB, checked_text

MOST_WORDS: Final = 500
DEEPEST: Final = 32


def checked_words(field: str, words: Sequence[str]) -> str:
    """A list of short texts, as JSON."""
    if isinstance(words, str) or not all(isinstance(each, str) for each in words):
        raise Invalid(f"{field} must be a list of texts.", field=field)
    if len(words) > MOST_WORDS:
        raise TooLarge(f"{field} has {len(words):,} entries; the limit is {MOST_WORDS}.")
    return json.dumps([checked_text(field, each, limit=1 * KIB) for each in words])


def checked_json(field: str, facts: Mapping[str, Any], *, limit: int) -> str:
    """A bag of facts as JSON, within a size, without what JSON cannot say."""
    if _depth(facts) > DEEPEST:
        raise Invalid(f"{field} is nested deeper than {DEEPEST} levels.", field=field)
    try:
        text = json.dumps(facts, allow_nan=False, ensure_ascii=False)
    except (TypeError, ValueError):
        raise Invalid(f"{field} holds something that JSON cannot say.", field=field) from None
    return checked_text(field, text, limit=limit)


def _depth(value: object, level: int = 0) -> int:
    if level > DEEPEST or not isinstance(value, dict | list | tuple):
        return level
    inner = value.values() if isinstance(value, dict) else value
    return max((_depth(each, level + 1) for each in inner), default=level + 1)
