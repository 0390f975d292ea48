"""What a text says, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Final

from showbible.reading import moments, spaceless, tokens
from showbible.reading.claims import Claimant, names_told
from showbible.reading.clauses import Clause, Parser, People
from showbible.reading.cues import bare, cues_of, quoted_span, stance_of
from showbible.reading.forms import line
from showbible.reading.grammar import NO_GRAMMAR, Grammar, grammar
from showbible.reading.languages import language as verbs
from showbible.reading.model import Cue, SentenceReading, Stance, Subject, Value, ValueKind
from showbible.reading.tokens import Token
from showbible.reading.topics import contrast, introduced, matter, topic
from showbible.reading.values import values
from showbible.reading.worth import planned, worth_of

MOST_SENTENCES: Final = 200
"""What follows in a longer text is kept as one last sentence."""

_NONE: Final[Mapping[str, str]] = MappingProxyType({})
_ACTION: Final = re.compile(r"\*[^*\n]{1,400}\*")


def read(
    text: str, *, at: datetime, zone: str = "UTC", speaker: str = "user", aliases: Mapping[str, str] = _NONE
) -> list[SentenceReading]:
    """What each sentence of a text says; `aliases` are the relations of known names."""
    code = tokens.language(text)
    known = {name.lower(): relation for name, relation in aliases.items()}
    people = People()
    found: list[SentenceReading] = []
    for start, end in _bounded(tokens.sentences(text), len(text)):
        reading = _sentence(
            text[start:end], start, code=code, speaker=speaker, aliases=known, people=people, at=at, zone=zone
        )
        known |= reading.names
        reading = planned(reading, moments.named(reading.text, at=at, zone=zone, language=reading.language))
        if Cue.JOKE in reading.cues and found:
            found[-1] = _taken_back(found[-1])
        found.append(reading)
    return _in_context(found)


def _in_context(found: list[SentenceReading]) -> list[SentenceReading]:
    """The sentences of a turn, each with what its neighbours speak of."""
    if len(found) < 2:
        return found
    placed = []
    for place, reading in enumerate(found):
        around = [*found[max(0, place - 2) : place], *found[place + 1 : place + 2]]
        context = frozenset(stem for each in around for stem in each.topic)
        placed.append(replace(reading, context=context, cues=reading.cues | _carried(found, place)))
    return placed


def _carried(found: list[SentenceReading], place: int) -> frozenset[Cue]:
    """What the sentence before announces: "I checked again. The 19th"."""
    before = found[place - 1] if place else None
    if before is None or before.values or not before.is_told or not found[place].is_told:
        return frozenset()
    return before.cues & {Cue.CORRECTION, Cue.SECOND_LOOK, Cue.CHANGE}


def _bounded(spans: list[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    if len(spans) <= MOST_SENTENCES:
        return spans
    return [*spans[: MOST_SENTENCES - 1], (spans[MOST_SENTENCES - 1][0], length)]


def _taken_back(joke: SentenceReading) -> SentenceReading:
    return replace(joke, stance=Stance.JOKED, kind=None, importance=0.0, cues=joke.cues | {Cue.JOKE})


def _sentence(
    text: str,
    start: int,
    *,
    code: str,
    speaker: str,
    aliases: Mapping[str, str],
    people: People,
    at: datetime,
    zone: str,
) -> SentenceReading:
    using = grammar(code)
    if using is None:
        return _unread(text, start, speaker)
    if not using.language.spaced:
        return spaceless.sentence(text, start, using, speaker=speaker, aliases=aliases)
    words = tokens.words(text, using)
    held, signs = values(text, words, using, aliases=aliases)
    named = frozenset(place for sign in signs if sign.text.startswith("^") for place in range(sign.first, sign.after))
    told = names_told(words, using, named=named)
    parts = Parser(words=words, using=using, people=people, aliases={**aliases, **told}, named=named).clauses()
    seen = line(words, signs, using)
    cues = cues_of(text, seen, words, using)
    if own := _beside_quotation(text, words, parts, using):
        cues, parts = cues - {Cue.QUOTED}, own
    stance = stance_of(text, cues, words, held, using)
    claims = Claimant(text=text, words=words, seen=seen, held=held, using=using, stance=stance).claims(parts)
    subject = _subject(parts)
    reading = SentenceReading(
        text=text,
        start=start,
        end=start + len(text),
        language=code,
        speaker=speaker,
        claims=claims,
        values=tuple(held),
        subject=subject,
        stance=stance,
        cues=cues,
        topic=topic(words, held, using, aliases={**aliases, **told}),
        introduced=introduced(words, using),
        heads=frozenset(head for part in parts for head in part.heads),
        matter=matter(words, held, using, aliases={**aliases, **told}),
        contrast=contrast(words, seen, held, using),
        bare=bare(text, words, held, using),
        names=told,
    )
    return worth_of(reading, seen, using)


def _beside_quotation(text: str, words: Sequence[Token], parts: list[Clause], using: Grammar) -> list[Clause]:
    """Clauses outside of what a sentence quotes, where the speaker tells of themselves and not only who said it."""
    span = quoted_span(text)
    if span is None:
        return []
    own = [part for part in parts if part.verb is not None and not span[0] <= words[part.verb].start < span[1]]
    says = [using.verbs.get(words[part.verb or 0].stem) == verbs.SPEAKING for part in own]
    is_own = any(part.subject.is_user and not only_says for part, only_says in zip(own, says, strict=True))
    return own if is_own else []


def _subject(parts: Sequence[Clause]) -> Subject:
    subjects = [part.subject for part in parts if not part.subject.is_open]
    return subjects[0] if subjects else Subject()


def _unread(text: str, start: int, speaker: str) -> SentenceReading:
    """A sentence of a language without grammar: its names and numbers are all that can be told."""
    held = [
        Value(kind=ValueKind.NUMBER, text=found[0], key=found[0], start=found.start(), end=found.end())
        for found in re.finditer(r"\d+(?:[.,:]\d+)*", text[: tokens.LONGEST_READ])
    ]
    held += [
        Value(kind=ValueKind.NAME, text=found[0], key=found[0].lower(), start=found.start(), end=found.end())
        for found in re.finditer(r"(?<=\s)[^\W\d_a-z][^\W\d_]+", text[: tokens.LONGEST_READ])
        if found[0][0].isupper()
    ]
    stance = Stance.ASKED if text.rstrip().endswith(("?", "？", "؟")) else Stance.ASSERTED
    return SentenceReading(
        text=text,
        start=start,
        end=start + len(text),
        language=NO_GRAMMAR,
        speaker=speaker,
        values=tuple(held),
        stance=stance,
        cues=frozenset({Cue.QUESTION}) if stance is Stance.ASKED else frozenset(),
        topic=frozenset(re.findall(r"[^\W\d_]{3,}", text[: tokens.LONGEST_READ].lower())),
        matter=text[:400],
    )
