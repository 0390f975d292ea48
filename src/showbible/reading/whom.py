"""Whom a question or a sentence names and speaks of: they tell who is meant, and not yet of what."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from showbible.reading.grammar import grammar
from showbible.reading.model import QuestionReading, SentenceReading, Subject

_ANYBODY: Final = "someone"
_NOBODY: Final = frozenset({"", "user", "you", _ANYBODY})
_OWNED: Final = re.compile(
    r"(?:\b(?P<own>my|our)|\b(?:his|her|their)|[^\W\d_]['\u2019]s(?! (?:my|our)\b))"
    r"\s+(?P<who>[a-z]+)(?:\s(?P<then>[a-z]+))?",
    re.IGNORECASE,
)


def people_of(reading: SentenceReading) -> frozenset[str]:
    """Stems by which the people whom a sentence is about go, named or only meant by a pronoun."""
    found = [stem for claim in reading.claims if claim.subject.name for stem in _stems(claim.subject, reading.language)]
    return frozenset(found)


def is_person(subject: Subject) -> bool:
    """Whether somebody else than the two who talk is known by name or relation."""
    return bool(subject.name) or subject.relation not in _NOBODY


def is_about(subject: Subject, reading: SentenceReading) -> bool:
    """Whether a sentence names somebody, says he or she of them, or leans on a neighbour that names them."""
    stems = _stems(subject, reading.language)
    said = reading.topic | people_of(reading) | (reading.context if reading.leans else frozenset())
    return not said.isdisjoint(stems) or any(claim.subject == subject for claim in reading.claims)


def is_of_anothers(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether the user's own wife is asked about, and a sentence speaks of his, her or Tom's."""
    using, relation = grammar(question.language), question.subject.relation
    if using is None or using.code != "en" or relation in _NOBODY or question.subject.name:
        return False
    whose = {
        bool(match["own"])
        for match in _OWNED.finditer(reading.text)
        if relation in {using.relations.get(using.stem(word.lower())) for word in match.group("who", "then") if word}
    }
    return whose == {False}


@lru_cache(maxsize=4096)
def _stems(subject: Subject, language: str) -> frozenset[str]:
    using = grammar(language)
    names = {subject.name, using.stem(subject.name)} if using and subject.name else {subject.name}
    return frozenset({*names, subject.relation}) - _NOBODY


def mentions(subject: Subject, reading: SentenceReading) -> bool:
    """Whether a sentence, or its turn, names somebody by what they are to the speaker, or by name."""
    relation = subject.relation
    return (
        relation in reading.topic
        or relation in reading.context
        or bool(subject.name and subject.name in reading.topic)
        or relation == reading.subject.relation
        or any(relation == claim.subject.relation for claim in reading.claims)
        or relation in reading.names.values()
        or (relation == "partner" and any(claim.slot == "status" for claim in reading.claims))
    )


def concerns(subject: Subject, reading: SentenceReading) -> bool:
    """Whether a sentence may say something of somebody."""
    if (
        subject.relation in reading.topic
        or subject.is_open
        or (subject.is_user and reading.subject.name and not reading.subject.relation)
        or (subject.name and subject.name in reading.topic)
    ):
        return True
    if subject.is_user and any(claim.to_user for claim in reading.claims):
        return True
    subjects = [claim.subject for claim in reading.claims] or [reading.subject]
    return any(each.is_open or same(each, subject) for each in subjects)


def is_another_s(subject: Subject, reading: SentenceReading) -> bool:
    """Whether a question is about the user, and all of a sentence is said of others whom it names."""
    if not subject.is_user or concerns(subject, reading):
        return False
    return all(claim.subject.relation not in {"", "you", _ANYBODY} for claim in reading.claims)


def same(one: Subject, two: Subject) -> bool:
    """Whether two subjects may be one."""
    if one == two:
        return True
    if one.name and two.name:
        return one.name == two.name
    return bool(one.relation) and one.relation == two.relation
