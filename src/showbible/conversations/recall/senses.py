"""What an encoder finds near a question, both taken as wholes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from showbible.conversations.model import Role, Scope
from showbible.conversations.recall.closeness import SENTENCES
from showbible.llm.embeddings.choosing import Find
from showbible.llm.embeddings.toward import Turn
from showbible.reading import glosses, kinds, tokens
from showbible.reading.grammar import LANGUAGES
from showbible.reading.later import BY_GLOSSES
from showbible.storage import vectors
from showbible.storage.database import Database

MOST: Final = 60


def near(
    db: Database, scope: Scope, text: str, *, encoder: Find, most: int = MOST, turn: Turn | None = None
) -> Mapping[str, float]:
    """How near the nearest memories of a pool are to a question or a sentence; none where no encoder is installed.

    With a turn, how near they are to where answers lie, or what is put out of date.
    """
    known = encoder()
    if known is None:
        return {}
    (row,) = known.embed([encoded(text)])
    asked = turn(row) if turn is not None else row
    found = vectors.nearest(db, SENTENCES, asked, scope=scope.pool, model=known.name, limit=most)
    chance = 0.0 if tokens.language(text) == kinds.LANGUAGE else BY_GLOSSES
    return {each.item_id: each.similarity - chance for each in found if each.similarity > chance}


def alike(db: Database, scope: Scope, one: str, others: Sequence[str], *, encoder: Find) -> Mapping[str, float]:
    """How near some memories are to one, by their ids, as they were encoded when they were said."""
    known = encoder()
    if known is None:
        return {}
    rows = vectors.given(db, SENTENCES, [one, *others], scope=scope.pool, model=known.name)
    return {each: float(rows[each] @ rows[one]) for each in others if each in rows} if one in rows else {}


def encoded(text: str, speaker: str | None = None) -> str:
    """What an encoder reads of a memory or a question: what users say, in its language where it is known."""
    code = tokens.language(text)
    is_known = speaker != Role.ASSISTANT and code in LANGUAGES
    return glosses.in_english(text, code) if is_known else ""
