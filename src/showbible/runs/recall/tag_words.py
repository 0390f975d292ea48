"""What a tag is: a word or a few that people put on runs to find them again."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from showbible.errors import Invalid
from showbible.vocabulary import KIB, checked_text

LONGEST: Final = 40
MOST: Final = 20
"""How many tags one run can have."""


def folded(text: str) -> str:
    """A tag as it is kept: small letters, single spaces; says what is wrong with what cannot be one."""
    checked_text("tag", text, limit=4 * KIB)
    tag = unicodedata.normalize("NFC", " ".join(text.casefold().split()))
    if not 1 <= len(tag) <= LONGEST:
        raise Invalid(f"A tag has 1 to {LONGEST} letters; this one has {len(tag)}.", field="tag")
    if "," in tag or not tag.isprintable():
        raise Invalid("A tag has no comma and no control character in it.", field="tag")
    return tag


def each(texts: Sequence[str]) -> tuple[str, ...]:
    """Every tag once, as it is kept, in the order given."""
    if isinstance(texts, str):
        raise Invalid("tags must be a list of texts.", field="tags")
    return tuple(dict.fromkeys(folded(text) for text in texts))
