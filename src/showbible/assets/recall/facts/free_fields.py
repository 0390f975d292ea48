"""Fields of whatever name that people invent: their values are compared by the words beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from showbible.assets.recall.facts import table
from showbible.assets.recall.facts.claim import FactKind, StoryClaim
from showbible.assets.recall.facts.compare import Clash
from showbible.assets.recall.facts.looks import around
from showbible.assets.recall.facts.meanings import StoryFact
from showbible.assets.recall.facts.owners import owner_of
from showbible.assets.recall.facts.parse import SentenceParse
from showbible.assets.recall.facts.table import listed
from showbible.assets.recall.facts.words import english_words

SAID_AGAIN: Final = 0.7
"""How sure the words beside a field make anybody."""
_JOINTS: Final = listed(": is are was were turns looks stays remains seems")


def other_values(parsed: Sequence[SentenceParse], typed: Mapping[str, list[StoryFact]]) -> list[Clash]:
    """A field beside another value: "her eyes are green", "mood: tense"."""
    real = [each for each in parsed if each.limit == len(each.words)]
    return [
        Clash(fact=fact, claim=_claim(name, fact, phrase, sentence))
        for name, facts in typed.items()
        for fact in facts
        if fact.kind in (FactKind.OTHER, FactKind.CONDITION) and fact.fact is not None
        for sentence in real
        for phrase in [next(_against(sentence, name, fact), None)]
        if phrase is not None
    ]


def _claim(name: str, fact: StoryFact, phrase: str, sentence: SentenceParse) -> StoryClaim:
    return StoryClaim(entity=name, kind=fact.kind, phrase=phrase, sentence=sentence.text, sure=SAID_AGAIN)


def _against(each: SentenceParse, name: str, fact: StoryFact) -> Iterator[str]:
    """What a sentence says of an entity against a field."""
    field, value = english_words(fact.field), english_words(fact.value)
    nouns = {table.singular(word) for word in [*field, *value] if not table.qualities(word)}
    for place, lower in enumerate(each.lowers):
        if each.words[place].name is None and table.singular(lower) in nouns and _is_of(each, place, name):
            yield from _other_quality(each, place, value)
    if any(one.name == name for one in each.mentions):
        yield from _other_word(each, field, value)


def _is_of(each: SentenceParse, place: int, name: str) -> bool:
    """Whether a noun is said to be an entity's: by whose it is, or because the sentence speaks of nobody else."""
    owner = owner_of(each, place)
    alone = {one.name for one in each.mentions} == {name}
    return owner == name or (alone and not owner)


def _other_quality(each: SentenceParse, place: int, value: Sequence[str]) -> Iterator[str]:
    said, _ = around(each, place)
    if not each.is_denied(place) and table.excluding(table.groups_of(list(value)), table.groups_of(said)) is not None:
        yield " ".join(word.replace("_", " ") for word in said if table.qualities(word))


def _other_word(each: SentenceParse, field: Sequence[str], value: Sequence[str]) -> Iterator[str]:
    """A bare word behind "field:" or "field is"; qualities were compared already, and small words say nothing."""
    known = set(value)
    if any(map(table.qualities, known)):
        return
    for place in range(len(each.lowers) - len(field) - 1):
        joint, word = each.lowers[place + len(field)], each.words[place + len(field) + 1]
        named = each.lowers[place : place + len(field)] == list(field)
        if named and joint in _JOINTS and _is_other(word.lower, known) and not word.is_empty:
            yield word.text


def _is_other(word: str, known: set[str]) -> bool:
    return word.isalnum() and len(word) > 3 and word not in known and not table.qualities(word)
