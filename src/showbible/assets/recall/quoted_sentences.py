"""The sentence of a text that something read from it rests on."""

from __future__ import annotations

import re
from typing import Final

from showbible.assets.recall.paraphrases import stems

LONGEST: Final = 300

_END: Final = re.compile(r"(?<=[.!?…。！？])\s*|\n+")


def sentence_of(text: str, entity: str, field: str, value: str) -> str:
    """The first sentence that has most of the words of a fact; empty where none has any."""
    wanted = set(stems(f"{field} {value}").split())
    named = set(stems(entity).split())
    best, most = "", 0
    for sentence in filter(None, map(str.strip, _END.split(text))):
        words = set(stems(sentence).split())
        shared = 2 * len(wanted & words) + bool(named & words)
        if shared > most:
            best, most = sentence, shared
    return best[:LONGEST]
