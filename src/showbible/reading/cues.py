"""What a sentence does besides saying something, and how its speaker stands to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from showbible.reading.clauses import ends_something
from showbible.reading.forms import Line
from showbible.reading.grammar import Grammar
from showbible.reading.languages import language as verbs
from showbible.reading.model import Cue, Stance, Value, ValueKind
from showbible.reading.tokens import Token

_OPENING: Final = 6
_ASKS: Final = re.compile(r"[?？]\s*[\"”')]*\s*$")
_ACTED: Final = re.compile(r"\*[^*\n]{2,400}\*")
_SPOKEN: Final = re.compile(
    r"[\"“«„「](?P<said>[^\"”»」“\n]{12,})[\"”»」“]|(?<!\w)['‘](?P<single>[^'’\n]{12,})['’](?!\w)"
)


def cues_of(text: str, seen: Line, words: Sequence[Token], using: Grammar) -> frozenset[Cue]:
    """All cues of a sentence."""
    found = {mark for mark, pattern in using.cues.items() if pattern.search(seen.text)}
    if _ASKS.search(text):
        found.add(Cue.QUESTION)
    if any(word.lower in using.negators for word in words):
        found.add(Cue.NEGATION)
    if any(ends_something(words, place, using) for place in range(len(words))):
        found.add(Cue.ENDING)
    if _names_the_speaker(words, using):
        found.discard(Cue.QUOTED)
    if _ACTED.search(text) or _is_quotation(text, words, using):
        found.add(Cue.QUOTED)
    return frozenset(found)


def _names_the_speaker(words: Sequence[Token], using: Grammar) -> bool:
    """Whether a sentence asks to be called something: in a story, too, that is meant."""
    return any(
        using.verbs.get(word.stem) == verbs.NAMING and following.lower in using.user
        for word, following in pairwise(words[:_OPENING])
    )


def _is_quotation(text: str, words: Sequence[Token], using: Grammar) -> bool:
    """Whether most of a sentence, or what a verb of speaking introduces, stands in quotation marks."""
    spoken = _SPOKEN.search(text)
    if spoken is None:
        return False
    said = spoken["said"] or spoken["single"]
    says = any(using.verbs.get(word.stem) == verbs.SPEAKING for word in words)
    return len(said.split()) > 3 and (says or len(said) > 0.7 * len(text))


def stance_of(text: str, cues: frozenset[Cue], words: Sequence[Token], held: Sequence[Value], using: Grammar) -> Stance:
    """How the speaker stands to the whole of a sentence."""
    if Cue.JOKE in cues:
        return Stance.JOKED
    if Cue.QUOTED in cues:
        return Stance.QUOTED
    if Cue.UNREAL in cues:
        return Stance.WISHED if any(word.stem in {using.stem("wish")} for word in words) else Stance.SUPPOSED
    if Cue.QUESTION in cues and not _tells(words, held, using):
        return Stance.ASKED
    if Cue.DENIAL in cues:
        return Stance.DENIED
    return Stance.DENIED if Cue.NEGATION in cues else Stance.ASSERTED


def _tells(words: Sequence[Token], held: Sequence[Value], using: Grammar) -> bool:
    """Whether a question rests on something told in it: it speaks of the user in passing, and holds a value."""
    if not held:
        return False
    for place, word in enumerate(words):
        if word.lower in using.user and word.lower not in using.possessives:
            before = words[place - 1].lower if place else ""
            if before not in _AUXILIARIES and place:
                return True
        if word.lower in using.possessives and place > 1 and any(each.kind is not ValueKind.NAME for each in held):
            return True
    return False


_AUXILIARIES: Final = frozenset(
    [
        "do",
        "does",
        "did",
        "am",
        "is",
        "are",
        "was",
        "were",
        "have",
        "has",
        "had",
        "can",
        "could",
        "will",
        "would",
        "shall",
        "should",
        "may",
        "might",
        "must",
    ]
)
