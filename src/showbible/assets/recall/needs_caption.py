"""When an asset has too few words to be found by, and is worth a look."""

from __future__ import annotations

from typing import Final

from showbible.assets.model import SEEN, Kind
from showbible.storage.terms import asked
from showbible.vocabulary import plural

FEW: Final = 4
"""Fewer telling words than this are never enough."""
ENOUGH: Final = 6
"""This many telling words are enough, whoever is known to appear."""


def why_thin(kind: Kind, *, prompt: str | None, caption: str | None, has_entities: bool) -> str | None:
    """The reason why an asset is thin, or None when it is not.

    A caption is always enough. Without one, a prompt needs 6 telling words, or 4 when an entity is
    known to appear. Sound cannot be looked at and is never thin.
    """
    if kind not in SEEN or caption:
        return None
    words = telling_words(prompt or "")
    if words < FEW:
        return f"no caption, and {plural(words, 'telling word')} in the prompt"
    if words < ENOUGH and not has_entities:
        return f"no caption, no entity known, and only {plural(words, 'telling word')} in the prompt"
    return None


def telling_words(text: str) -> int:
    """How many different words of a text a search could look for."""
    return len(asked(text))
