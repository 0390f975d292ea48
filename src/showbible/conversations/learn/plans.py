"""What to come back to, by the shape of a user's sentences: appointments, promises and open endings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from showbible.conversations.model import HookDraft, HookType, Message, Role
from showbible.conversations.recall.wording import own_words, plain, sentences, without_opening
from showbible.reading import moments
from showbible.reading.model import NamedMoment

MOST_PER_EXCHANGE: Final = 5
_LONGEST: Final = 300
_FEWEST_WORDS: Final = 6
"""Of an open ending; a shorter one does not say what it is about."""

_REMIND: Final = re.compile(
    r"(?:^|[,;]\s*|\b(?:please|(?:can|could|will|would) you|and|also)\s+)remind me\s+(?!of\b|why\b|how\b|that i am\b)",
    re.IGNORECASE,
)
_MILESTONE: Final = re.compile(r"\b(?:birthday|anniversary|graduation|wedding)\b", re.IGNORECASE)
_BETWEEN_US: Final = re.compile(
    r"\b(?:let us|let's|we (?:could|should|will|can) (?:talk|meet|chat|go|watch|continue)|see you|talk to you"
    r"|i will (?:call|text|message|write|tell|come back|be back|talk|see you)|you and (?:i|me))\b",
    re.IGNORECASE,
)
_OWN: Final = re.compile(r"\b(?:i|my|we|our|me)\b", re.IGNORECASE)
_PAST: Final = re.compile(
    r"\b(?:yesterday|last (?:week|month|year|night)|ago|was|were|had|went|did|have not|has not)\b", re.IGNORECASE
)
_WELL_WISH: Final = re.compile(r"(?:[,;]|\s+so|\s+-+)\s*(?:please )?wish me luck\W*$", re.IGNORECASE)
_OPEN_END: Final = re.compile(
    r"\b(?:wish me luck|fingers crossed|i will let you know|i will keep you posted|i will tell you (?:how|about|more)"
    r"|waiting (?:to hear|for (?:the|my|an?))|still waiting|awaiting|find out (?:if|whether|soon)"
    r"|results? (?:come|are|is) )",
    re.IGNORECASE,
)


def plan(messages: Sequence[Message], *, at: datetime, timezone: str) -> list[HookDraft]:
    """What the user's messages say that should be asked about later."""
    found: dict[str, HookDraft] = {}
    for sentence in _sentences(messages):
        planned = _read(sentence, at=at, zone=timezone)
        if planned is not None:
            found.setdefault(planned.content.casefold(), planned)
    return list(found.values())[:MOST_PER_EXCHANGE]


def is_reminder(sentence: str) -> bool:
    """Whether a sentence asks to be reminded: something to come back to, and nothing to know."""
    return _REMIND.search(plain(sentence)) is not None


def _sentences(messages: Sequence[Message]) -> Iterator[str]:
    for message in messages:
        if message.role is Role.USER:
            yield from (each for each in sentences(own_words(message.content)) if len(each) <= _LONGEST)


def _read(sentence: str, *, at: datetime, zone: str) -> HookDraft | None:
    words = plain(_WELL_WISH.sub("", sentence)).strip(" .!,")
    reminder = is_reminder(words)
    if sentence.endswith("?") and not reminder:
        return None
    moment = None if _PAST.search(words) and not reminder else moments.find(words, at=at, zone=zone)
    if moment is not None and moment.phrase.lower() == "today":
        moment = None
    if moment is None and not reminder:
        return _open_end(sentence, words)
    if not _OWN.search(words) and not _BETWEEN_US.search(words) and not _MILESTONE.search(words):
        return None
    return HookDraft(
        type=_type(words, reminder=reminder),
        content=_content(sentence),
        phrase=moment.phrase if moment else None,
        due_at=moment.when if moment else None,
        suggested_opener=_opener(words, moment),
        priority=4 if reminder or (moment is not None and moment.is_exact) else 3,
    )


def _type(words: str, *, reminder: bool) -> HookType:
    if _MILESTONE.search(words):
        return HookType.MILESTONE
    if not reminder and _BETWEEN_US.search(words):
        return HookType.SCHEDULED
    return HookType.REMINDER


def _open_end(sentence: str, words: str) -> HookDraft | None:
    if not _OPEN_END.search(words) or len(words.split()) < _FEWEST_WORDS:
        return None
    return HookDraft(type=HookType.FOLLOW_UP, content=_content(sentence), priority=2)


def _content(sentence: str) -> str:
    said = without_opening(_WELL_WISH.sub("", sentence)).strip(" .!,")
    return said[:1].upper() + said[1:]


def _opener(words: str, moment: NamedMoment | None) -> str | None:
    """A way to bring it up: what was said, without its time."""
    if moment is None:
        return None
    topic = words.replace(moment.phrase, " ") if moment.phrase in words else words
    topic = re.sub(r"^.*?\b(?:have|got|have got|to|about|is|is my|am)\s+(?:an?|my|the|our)?\s*", "", topic, count=1)
    topic = " ".join(topic.split()).strip(" ,.-")
    return f"You mentioned {moment.phrase}: {topic}. How did it go?" if topic else None
