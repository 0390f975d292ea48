"""Whether what a question takes for granted was ever mentioned.

Who asks describes a thing in their own words: what was never said of it is no reason to be silent, unless what was
said is of another thing of its sort.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Final

from showbible.conversations.recall import closeness, ranking
from showbible.reading import kinds, questions, things
from showbible.reading.grammar import Grammar, grammar
from showbible.reading.model import QuestionReading, Scored, Thing
from showbible.storage.stems import stem

OF_A_KIND: Final = 0.3
"""The similarity below which two words have nothing to do with each other."""


def is_mentioned(
    question: QuestionReading, texts: Sequence[str], told: Iterable[frozenset[str]], answers: Sequence[Scored]
) -> bool:
    """Whether half of what a question takes for granted was ever mentioned, or all of it but where something was.

    The texts are the best that were found, `told` the words of the question that any text of the pool has.
    """
    using = grammar(question.language)
    if not question.things or using is None:
        return True
    known = {stem(word) for words in told for word in words}
    named = dict.fromkeys(word for thing in question.things for word in thing.words)
    unsaid = [word for word in named if stem(word) not in known]
    if any(map(kinds.members, unsaid)):
        said = _stems(texts)
        unsaid = [word for word in unsaid if kinds.member_stems(word).isdisjoint(said)]
    near = closeness.closest(unsaid, texts)
    unheard = {word for word, close in zip(unsaid, near, strict=True) if close is not None and close < OF_A_KIND}
    lacking = [
        each
        for each in question.things
        if _lacks(question, each, unheard, texts, using)
        or (2 * len(each.words & unheard) > len(each.words) and not _is_spoken_of(question, each, answers, using))
    ]
    if any(_is_of_another(question, each, texts, using) for each in lacking):
        return False
    if 2 * len(lacking) <= len(question.things):
        return True
    if all(each.after in things.SETTINGS for each in lacking) and _is_of_kind(question, texts):
        return True
    return all(each.after for each in lacking) and _speaks_of_the_rest(question, lacking, answers, using)


def is_another(question: QuestionReading, texts: Sequence[str]) -> bool:
    """Whether what was said is plainly of another thing of the sort: of the flute teacher, not of the harp teacher."""
    using = grammar(question.language)
    if using is None:
        return False
    described = [each for each in question.things if each.described]
    return any(_is_another(question, each, texts, using) for each in described) or any(
        _is_of_another(question, each, texts, using) for each in question.things
    )


def _lacks(question: QuestionReading, thing: Thing, unheard: Set[str], texts: Sequence[str], using: Grammar) -> bool:
    """Whether a thing was mentioned in no word, or only another one of its sort."""
    if not thing.described:
        return thing.head in unheard
    return thing.described <= unheard and (thing.head in unheard or _is_another(question, thing, texts, using))


def _is_spoken_of(question: QuestionReading, thing: Thing, answers: Sequence[Scored], using: Grammar) -> bool:
    """Whether what comes near the question has a word of a thing: one that was said of something else is no mention."""
    readings = [each.reading for each in questions.able(question, answers)]
    spoken = frozenset[str]().union(*(each.topic | each.context for each in readings))
    stems = {using.stem(word) for word in thing.words}.union(*map(kinds.member_stems, thing.words))
    return not spoken.isdisjoint(stems | {using.relations.get(each, each) for each in stems})


def _is_another(question: QuestionReading, thing: Thing, texts: Sequence[str], using: Grammar) -> bool:
    """Whether whatever was said of a thing of this name was said of another one."""
    names = things.names(thing, using)
    met = [each for each in texts if not names.isdisjoint(ranking.stems(each))]
    asked = question.topic - names
    return bool(met) and all(things.is_another(thing, each, using, asked=asked) for each in met)


def _is_of_another(question: QuestionReading, thing: Thing, texts: Sequence[str], using: Grammar) -> bool:
    """Whether what a thing is asked with was told with another: my interview at the mill, not at the docks."""
    if thing.of not in {each.head for each in question.things}:
        return False
    met = [each for each in texts if stem(thing.of) in ranking.stems(each)]
    of = using.stem(thing.of)
    return bool(met) and all(things.has_another_after(thing, each, using, of=of) for each in met)


def _is_of_kind(question: QuestionReading, texts: Sequence[str]) -> bool:
    """Whether anything was mentioned that is of the kind that is asked for."""
    of_kind = frozenset[str]().union(*map(kinds.member_stems, question.nouns))
    return bool(of_kind) and not of_kind.isdisjoint(_stems(texts))


def _stems(texts: Sequence[str]) -> frozenset[str]:
    return frozenset[str]().union(*map(ranking.stems, texts))


def _speaks_of_the_rest(
    question: QuestionReading, lacking: Sequence[Thing], answers: Iterable[Scored], using: Grammar
) -> bool:
    """Whether a sentence speaks of the rest of a question: of half of it, where only a setting was never mentioned.

    Otherwise of all of it, and without something else in the place of what was not mentioned: the gym for the pool.
    """
    rest = (question.topic - {using.stem(word) for thing in lacking for word in thing.words}) | question.keys
    others = [each for each in lacking if each.after not in things.SETTINGS]
    for each in answers:
        reading = each.reading
        met = rest & (reading.topic | {value.key for value in reading.values})
        if not reading.is_told or len(met) < 2 or 2 * len(met) < len(rest):
            continue
        if not others or (met == rest and not any(things.has_another_after(it, reading.text, using) for it in others)):
            return True
    return False
