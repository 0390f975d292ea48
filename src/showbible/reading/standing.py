"""Whether two sentences plainly stand beside each other, so that neither takes the other's place."""

from __future__ import annotations

import re
from typing import Final

from showbible.reading import kinds
from showbible.reading.grammar import grammar
from showbible.reading.matters import adds
from showbible.reading.model import Cue, SentenceReading
from showbible.storage.stems import stem

_ENDS: Final = frozenset({Cue.ENDING, Cue.NEGATION})
_MATTERS: Final = (
    frozenset({"home", "origin"}),
    frozenset({"job", "employer", "study"}),
    frozenset({"status", "called", "name"}),
    frozenset({"age", "birthday"}),
    frozenset({"diet"}),
)
"""Slots that may change with each other; those of two groups have nothing to do with each other."""
_OF_SEVERAL: Final = ("allergic", "allergy", "intolerant", "afraid", "scared", "phobia", "fluent")
"""Words for what is so of several things at once: who is allergic to a second one still is to the first."""
_LANGUAGE: Final = "language"
_OF_ITS_OWN: Final = ("favourite ", "taste ")
_BESIDE: Final = re.compile(
    r"\b(?:beside|besides|alongside|next to|along with|as well as|together with|in addition to|on top of|apart from)"
    r"\s+((?:[\w'-]+\s*){1,4})",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W\d_]+")


def stand_beside(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether both plainly hold: the new one adds, speaks of another matter, or puts its thing beside the old one's.

    What ends something may end this, unless it speaks of another matter and of nothing that the old one speaks of.
    """
    if new.contrast:
        return False
    if new.cues & _ENDS:
        return new.topic.isdisjoint(old.topic) and _are_of_two_matters(new, old)
    if adds(new):
        return True
    if Cue.CORRECTION in new.cues:
        return False
    if _are_of_two_matters(new, old):
        return True
    return Cue.CHANGE not in new.cues and (_puts_beside(new, old) or _are_of_several(new, old))


def _are_of_two_matters(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether each fills a slot that can have one value, and no slot of one has to do with any of the other's."""
    ours, theirs = _matters(new), _matters(old)
    return bool(ours and theirs) and ours.isdisjoint(theirs)


def _matters(reading: SentenceReading) -> frozenset[str]:
    slots = [claim.slot for claim in reading.claims if claim.slot]
    own = [slot for slot in slots if slot.startswith(_OF_ITS_OWN)]
    return frozenset([*own, *(min(group) for group in _MATTERS if not group.isdisjoint(slots))])


def _are_of_several(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether both tell what is so of several things at once."""
    using = grammar(new.language)
    if using is None or using.code != kinds.LANGUAGE:
        return False
    of_several = frozenset(map(using.stem, _OF_SEVERAL))
    return not (new.topic.isdisjoint(of_several) or old.topic.isdisjoint(of_several))


def are_of_languages(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether each names a language, and nothing is said of a change: who learns one forgets none."""
    if Cue.CHANGE in new.cues or new.cues & _ENDS or new.contrast:
        return False
    languages = kinds.member_stems(_LANGUAGE)
    return not any(languages.isdisjoint(map(stem, _WORD.findall(each.text.lower()))) for each in (new, old))


def _puts_beside(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether a sentence says that something stands beside what an earlier one told of: "beside the apricot"."""
    using = grammar(new.language)
    if using is None:
        return False
    named = {
        using.stem(word)
        for match in _BESIDE.finditer(new.text.lower().replace("\u2019", "'"))
        for word in _WORD.findall(match[1])
    }
    return not named.isdisjoint(old.topic)
