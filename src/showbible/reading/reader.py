"""What a text says, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from types import MappingProxyType
from typing import Final, TypeVar

from showbible.reading import compounds, moments, spaceless, tokens
from showbible.reading.claims import Claimant
from showbible.reading.clauses import Clause, Parser, People
from showbible.reading.cues import bare, cues_of, quoted_span, stance_of
from showbible.reading.forms import line
from showbible.reading.grammar import NO_GRAMMAR, Grammar, grammar
from showbible.reading.languages import language as verbs
from showbible.reading.leaning import leans
from showbible.reading.model import Cue, SentenceReading, Stance, Subject, Value, ValueKind
from showbible.reading.names import names_told
from showbible.reading.pointing import points_back
from showbible.reading.tokens import Token
from showbible.reading.topics import contrast, introduced, matter, topic
from showbible.reading.values import values
from showbible.reading.wish import Wish
from showbible.reading.worth import planned, worth_of

MOST_SENTENCES: Final = 200
"""What follows in a longer text is kept as one last sentence."""

_CUT: Final = "en"
"""The language whose sentences are cut."""
_NONE: Final[Mapping[str, str]] = MappingProxyType({})
_NAMES: Final = frozenset({ValueKind.NAME, ValueKind.PERSON, ValueKind.PLACE})
_A_NAME: Final = 3
_ACTION: Final = re.compile(r"\*[^*\n]{1,400}\*")
_A_PHRASE: Final = 3
_DENIES: Final = re.compile(r"\W*(?:(?:no|oh|sorry|wait)\W+)?(?:not|nicht|kein|pas)(?: [\w-]+){1,3}\W*$", re.IGNORECASE)
"""What says no more than what is not so: "Not tea"."""
Spanned = TypeVar("Spanned", Token, Value)


def read(
    text: str, *, at: datetime, zone: str = "UTC", speaker: str = "user", aliases: Mapping[str, str] = _NONE
) -> list[SentenceReading]:
    """What each sentence of a text says; `aliases` are the relations of known names."""
    return _read(text, tokens.sentences(text), at=at, zone=zone, speaker=speaker, aliases=aliases)


def read_lines(
    text: str, *, at: datetime, zone: str = "UTC", speaker: str = "user", aliases: Mapping[str, str] = _NONE
) -> list[SentenceReading]:
    """The same, of each line of a message."""
    return _read(text, lines(text), at=at, zone=zone, speaker=speaker, aliases=aliases)


def lines(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a message start and end, those cut in two that tell two matters of their speaker."""
    code = tokens.language(text)
    return [each for start, end in tokens.sentences(text) for each in _cut(text[start:end], start, code)]


def _cut(sentence: str, start: int, code: str) -> list[tuple[int, int]]:
    if code != _CUT or len(sentence) > tokens.LONGEST_READ or not compounds.JOINS.search(sentence):
        return [(start, start + len(sentence))]
    reading = _sentence(sentence, 0, code=code, speaker="user", aliases=_NONE, people=People())
    return [(start + first, start + after) for first, after in compounds.matters(reading)]


def _read(
    text: str, spans: list[tuple[int, int]], *, at: datetime, zone: str, speaker: str, aliases: Mapping[str, str]
) -> list[SentenceReading]:
    code = tokens.language(text)
    known = {name.lower(): relation for name, relation in aliases.items()}
    people = People()
    found: list[SentenceReading] = []
    for start, end in _bounded(spans, len(text)):
        reading = _sentence(text[start:end], start, code=code, speaker=speaker, aliases=known, people=people)
        known = acquainted(known, [reading])
        _note_name(reading, people, known)
        reading = planned(reading, moments.named(reading.text, at=at, zone=zone, language=reading.language))
        if Cue.JOKE in reading.cues and found:
            found[-1] = _taken_back(found[-1])
        found.append(reading)
    return _in_context(found)


def _note_name(reading: SentenceReading, people: People, known: Mapping[str, str]) -> None:
    """Take the one name of a sentence for whom "he" or "she" may mean after it, where nobody else may be meant."""
    named = [value for value in reading.values if value.kind in {ValueKind.NAME, ValueKind.PERSON}]
    using = grammar(reading.language)
    if len(named) != 1 or using is None or using.code != _CUT or people.he or people.she or people.others:
        return
    name = named[0].key.split()[0]
    people.mention(Subject(relation=known.get(name, ""), name=name), using)


def acquainted(known: Mapping[str, str], said: Iterable[SentenceReading]) -> dict[str, str]:
    """Who is known after some sentences: names with their relations; of some names no relation was told."""
    said = [*said]
    mentioned = {name: "" for each in said for name in each.mentioned}
    return {**mentioned, **known, **{name: relation for each in said for name, relation in each.names.items()}}


def _in_context(found: list[SentenceReading]) -> list[SentenceReading]:
    """The sentences of a turn, each with what its neighbours speak of."""
    if len(found) < 2:
        return found
    found = _put_right(_joined(found))
    placed = []
    for place, reading in enumerate(found):
        around = [*found[max(0, place - 2) : place], *found[place + 1 : place + 2]]
        context = frozenset(stem for each in around for stem in each.topic)
        placed.append(replace(reading, context=context, cues=reading.cues | _carried(found, place)))
    return placed


def _joined(found: list[SentenceReading]) -> list[SentenceReading]:
    """The sentences of a turn, each speaking of what the next one says its value is of: "Six. That's when I get up"."""
    joined = list(found)
    for place, (reading, after) in enumerate(pairwise(found)):
        if reading.values and not after.contrast and points_back(after):
            joined[place] = replace(
                reading, topic=reading.topic | after.topic, matter=f"{reading.matter} {after.matter}".strip()
            )
    return joined


def _put_right(found: list[SentenceReading]) -> list[SentenceReading]:
    """The sentences of a turn, each that only names what is so instead of what was denied before: "Not tea. Coffee"."""
    put = list(found)
    for place, (reading, after) in enumerate(pairwise(found), 1):
        is_only_named = after.is_told and after.topic and not after.cues and len(after.text.split()) < _A_PHRASE
        if reading.contrast and is_only_named and _DENIES.match(reading.text):
            denied = reading.contrast - after.topic
            put[place] = replace(after, contrast=denied, cues=frozenset({Cue.CORRECTION}))
    return put


def _carried(found: list[SentenceReading], place: int) -> frozenset[Cue]:
    """What the sentence before announces: "I checked again. The 19th"."""
    before = found[place - 1] if place else None
    if before is not None and found[place].leans and Cue.ADDITION in before.cues:
        return frozenset({Cue.ADDITION})
    if before is None or not before.is_told or not found[place].is_told:
        return frozenset()
    given = {value.kind for value in found[place].values}
    if before.values and (not given or any(value.kind in given for value in before.values)):
        return frozenset()
    # A correction that has its value is over where something else is told: "No, it's 4417. I stood there for an hour".
    tells = any(claim.verb and claim.predicate != verbs.BEING for claim in found[place].claims)
    is_over = Cue.CORRECTION in before.cues and bool(before.values) and tells
    return before.cues & ({Cue.CHANGE} if is_over else {Cue.CORRECTION, Cue.SECOND_LOOK, Cue.CHANGE})


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
    own_words = words
    if own := _beside_quotation(text, words, parts, using):
        cues, parts = cues - {Cue.QUOTED}, own
        own_words, held = _outside(quoted_span(text), words), _outside(quoted_span(text), held)
    turn = _turns_to_fact(text, words, using) if Cue.UNREAL in cues else 0
    if turn:
        cues, held = cues - {Cue.UNREAL}, [value for value in held if value.start >= words[turn].start]
        rest = frozenset(place - turn for place in named if place >= turn)
        parser = Parser(words=words[turn:], using=using, people=people, aliases={**aliases, **told}, named=rest)
        parts = [_moved(part, turn) for part in parser.clauses()]
    stance = stance_of(text, cues, words, held, using)
    # One clause that is negated denies no other one.
    each = Stance.ASSERTED if stance is Stance.DENIED and Cue.DENIAL not in cues else stance
    wish = Wish(words=words, seen=seen, using=using)
    claimant = Claimant(text=text, words=words, seen=seen, held=held, using=using, stance=each, wish=wish)
    reading = SentenceReading(
        text=text,
        start=start,
        end=start + len(text),
        language=code,
        speaker=speaker,
        claims=claimant.claims(parts),
        values=tuple(held),
        subject=_subject(parts),
        stance=stance,
        cues=cues,
        topic=topic(own_words[turn:], held, using, aliases={**aliases, **told}),
        introduced=introduced(words, using),
        leans=leans(words, held, parts, using),
        heads=frozenset(head for part in parts for head in part.heads),
        matter=matter(own_words[turn:], held, using, aliases={**aliases, **told}),
        contrast=contrast(words, seen, held, using),
        wanted=wish.keys(parts, held),
        bare=bare(text, words, held, using),
        names=told,
        mentioned=_mentioned(held, using).difference(told),
    )
    return worth_of(reading, seen, using)


def _mentioned(held: Sequence[Value], using: Grammar) -> frozenset[str]:
    """Names of one word, by which somebody is known from now on also where any word has a capital."""
    names = [each for each in held if each.kind in _NAMES and each.text.isalpha() and each.text[0].isupper()]
    return frozenset(each.key for each in names if len(each.key) >= _A_NAME and each.key not in using.function_words)


def _beside_quotation(text: str, words: Sequence[Token], parts: list[Clause], using: Grammar) -> list[Clause]:
    """Clauses outside of what a sentence quotes, where the speaker tells of themselves and not only who said it."""
    span = quoted_span(text)
    if span is None:
        return []
    own = [part for part in parts if part.verb is not None and not span[0] <= words[part.verb].start < span[1]]
    says = [using.verbs.get(words[part.verb or 0].stem) == verbs.SPEAKING for part in own]
    is_own = any(part.subject.is_user and not only_says for part, only_says in zip(own, says, strict=True))
    return own if is_own else []


def _outside(span: tuple[int, int] | None, found: Sequence[Spanned]) -> list[Spanned]:
    """What stands outside of a quotation: whatever others say in it is not said of the speaker."""
    return [each for each in found if span is None or not span[0] <= each.start < span[1]]


def _moved(part: Clause, by: int) -> Clause:
    """A clause of the rest of a sentence, in its place in the whole."""
    verb = None if part.verb is None else part.verb + by
    return replace(part, first=part.first + by, after=part.after + by, verb=verb)


def _turns_to_fact(text: str, words: Sequence[Token], using: Grammar) -> int:
    """Where a sentence leaves what it only supposed or wished for how things are: "but I live in Ulm"; 0 if nowhere."""
    spelled = using.spelled.get(Cue.UNREAL)
    for place, word in enumerate(words[:-1]):
        rest = text[words[place + 1].start :]
        if place and word.lower in using.contrasts and spelled and not spelled.search(rest):
            following = line(words[place + 1 :], [], using).text
            return 0 if using.cues[Cue.UNREAL].search(following) else place + 1
    return 0


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
