"""Whether a sentence is worth a memory of its own, of which kind, and how much it matters."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from showbible.reading.forms import Line
from showbible.reading.grammar import Grammar
from showbible.reading.model import Cue, NamedMoment, SentenceReading, Stance, Worth

_FEWEST_WORDS: Final = 2
_MOST_WORDS: Final = 60
_EVENT: Final = 0.6


def worth_of(reading: SentenceReading, seen: Line, using: Grammar) -> SentenceReading:
    """The reading with the kind and importance of the memory that it is worth."""
    if reading.speaker != "user" or not reading.is_told:
        return reading
    if not _FEWEST_WORDS <= len(reading.text.split()) <= _MOST_WORDS:
        return reading
    for form in using.worth:
        if form.pattern.search(seen.text):
            return replace(reading, kind=form.worth, importance=form.importance)
    return reading


def planned(reading: SentenceReading, moment: NamedMoment | None) -> SentenceReading:
    """The reading with the moment it names; what the user has ahead then is an event."""
    if moment is None:
        return reading
    reading = replace(reading, moment=moment)
    ahead = (
        not moment.is_past
        and reading.stance is Stance.ASSERTED
        and reading.subject.is_user
        and reading.speaker == "user"
    )
    if not ahead or Cue.QUESTION in reading.cues or reading.kind not in {None, Worth.FACT}:
        return reading
    return replace(reading, kind=Worth.EVENT, importance=max(reading.importance, _EVENT), stance=Stance.PLANNED)
