"""What a question asks, and what of all that was said answers it now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from showbible.reading import tokens
from showbible.reading.clauses import People, clauses
from showbible.reading.forms import line
from showbible.reading.grammar import Form, Grammar, grammar
from showbible.reading.matters import compatible
from showbible.reading.model import Cue, QuestionReading, Scored, SentenceReading, Stance, Subject, ValueKind
from showbible.reading.topics import matter, topic
from showbible.reading.values import values

_NONE: Final[Mapping[str, str]] = MappingProxyType({})
_NEAR_BEST: Final = 0.6
_PAST: Final = frozenset(
    {
        "previous",
        "previously",
        "used",
        "before",
        "originally",
        "former",
        "formerly",
        "old",
        "first",
        "earlier",
        "initially",
    }
)


def read_question(text: str, aliases: Mapping[str, str] = _NONE) -> QuestionReading:
    """What a question asks for, of whom, and about what."""
    code = tokens.language(text)
    using = grammar(code)
    if using is None:
        return QuestionReading(text=text, language=code, matter=text[:400])
    words = tokens.words(text, using)
    known = {name.lower(): relation for name, relation in aliases.items()}
    held, signs = values(text, words, using, aliases=known)
    named = frozenset(place for sign in signs if sign.text.startswith("^") for place in range(sign.first, sign.after))
    seen = line(words, signs).text.rstrip(" .?")
    form, noun = _asked(seen, using)
    parts = clauses(words, using, people=People(), aliases=known, named=named)
    lowers = {word.lower for word in words}
    return QuestionReading(
        text=text,
        language=code,
        asked=form.kinds if form else frozenset(),
        noun=noun,
        subject=_subject(parts),
        several=_asks_for_several(seen, noun, words, using),
        about_past=bool(lowers & _PAST) and Cue.CHANGE not in {Cue.PAST},
        yes_or_no=form is None
        and bool(words)
        and words[0].lower in {"do", "am", "is", "are", "have", "did", "does", "was", "can", "will", "has"},
        topic=topic(words, held, using, aliases=known),
        matter=matter(words, held, using, aliases=known),
        slot=form.name or None if form else None,
        names=frozenset(
            value.key for value in held if value.kind in {ValueKind.NAME, ValueKind.PERSON, ValueKind.PLACE}
        ),
    )


def _asked(seen: str, using: Grammar) -> tuple[Form | None, str]:
    for form in using.asked:
        if match := form.pattern.search(seen):
            noun = match.groupdict().get("noun") or ""
            return form, noun
    return None, ""


def _subject(parts: Sequence[object]) -> Subject:
    subjects = [part.subject for part in parts if not part.subject.is_open]  # type: ignore[attr-defined]
    return subjects[0] if subjects else Subject()


def _asks_for_several(seen: str, noun: str, words: Sequence[tokens.Token], using: Grammar) -> bool:
    """A plural after which or what, or a plural of people: "which languages", "my friends"."""
    for place, word in enumerate(words[:-1]):
        if word.lower in {"what", "which", "whose", "my"}:
            for following in words[place + 1 : place + 4]:
                if following.lower in using.function_words:
                    break
                if (
                    following.lower.endswith("s")
                    and not following.lower.endswith(("ss", "us", "is"))
                    and following.stem != following.lower
                ):
                    return word.lower != "my" or following.stem in using.relations
    return False


def fit(question: QuestionReading, reading: SentenceReading, near: float | None) -> float:
    """How well a sentence may answer a question, from its own words."""
    shared = question.topic & reading.topic
    score = len(shared) / max(1, len(question.topic))
    score += 0.5 * max(0.0, near or 0.0)
    if question.asked and question.asked & {value.kind for value in reading.values}:
        score += 0.25
    if question.slot and question.slot in {claim.slot for claim in reading.claims}:
        score += 0.5
    if not compatible(question.subject, reading.subject):
        score *= 0.5
    if reading.stance in {Stance.ASKED, Stance.QUOTED, Stance.SUPPOSED, Stance.WISHED, Stance.JOKED}:
        score *= 0.6
    return score


def settled(question: QuestionReading, ranked: Sequence[Scored]) -> list[Scored]:
    """The sentences to tell, best first: of several that answer alike the newest, nothing where nothing answers."""
    ordered = sorted(ranked, key=lambda each: -each.score)
    if not ordered or question.several or question.about_past:
        return ordered
    best = ordered[0].score
    rivals = [each for each in ordered if each.score >= _NEAR_BEST * best and _answers(question, each.reading)]
    if len(rivals) < 2:
        return ordered
    newest = max(rivals, key=lambda each: each.at)
    outdated = {
        each.id
        for each in rivals
        if each.at < newest.at and _values(question, each.reading) != _values(question, newest.reading)
    }
    rest = [each for each in ordered if each.id not in outdated and each.id != newest.id]
    return [replace(newest, score=max(newest.score, best)), *rest]


def _answers(question: QuestionReading, reading: SentenceReading) -> bool:
    return reading.is_told and bool(_values(question, reading)) and compatible(question.subject, reading.subject)


def _values(question: QuestionReading, reading: SentenceReading) -> frozenset[str]:
    asked = question.asked
    nouns = frozenset(question.noun.split())
    found = set()
    for value in reading.values:
        if value.kind not in asked:
            continue
        if value.kind is ValueKind.NUMBER and nouns and value.nouns and not value.nouns & nouns:
            continue
        if value.key in question.names:
            continue
        found.add(value.key)
    return frozenset(found)
