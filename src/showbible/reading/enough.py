"""Whether sentences hold what a question asks for: a sum, somebody, a trade.

A sentence may speak of the thing and not tell this of it: that the cats were fed for years says nothing of how many.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from showbible.reading import kinds
from showbible.reading.grammar import Grammar, grammar
from showbible.reading.languages import language as verbs
from showbible.reading.livelihoods import earns
from showbible.reading.matters import compatible, owner
from showbible.reading.model import Claim, Cue, QuestionReading, SentenceReading, Subject, Value, ValueKind
from showbible.reading.relevance import KINDRED

_PHRASE: Final = 40
"""Letters within which a noun follows the number that counts it."""
_ALIKE: Final = 4
"""Letters that a noun shares with its stem."""
_NEXT: Final = 2
"""Words after a preposition of which one is its noun."""
_MEASURED: Final = frozenset({ValueKind.DURATION, ValueKind.FREQUENCY, ValueKind.MEASURE})
_NUMBERED: Final = _MEASURED | {ValueKind.CLOCK, ValueKind.DAY, ValueKind.MONEY, ValueKind.NUMBER, ValueKind.SHARE}
_AMOUNTS: Final = frozenset({ValueKind.MEASURE, ValueKind.NUMBER})
_COUNTED: Final = frozenset({ValueKind.NUMBER, ValueKind.DURATION})
_TIMES: Final = frozenset({ValueKind.DURATION, ValueKind.FREQUENCY})
_SINCE: Final = frozenset({ValueKind.DAY})
"""How long something has been so is often told by when it began."""
_SUMS: Final = frozenset({ValueKind.MONEY, ValueKind.NUMBER})
_WHO_OR_WHERE: Final = frozenset({ValueKind.PERSON, ValueKind.PLACE})
_OF_ANY_SORT: Final = frozenset({ValueKind.DURATION, ValueKind.MONEY, ValueKind.SHARE})
_CALLED: Final = frozenset({ValueKind.NAME, ValueKind.PLACE})
_CHOSEN: Final = frozenset({ValueKind.NAME, ValueKind.NUMBER})
"""What one of a kind is most often called, and by what one is told from the others, where it has a name at all."""
_NOTHING: Final[frozenset[str]] = frozenset()
_NAMES: Final = frozenset({ValueKind.NAME, ValueKind.PERSON, ValueKind.PLACE})
_WHERE: Final = re.compile(r"\b(?:in|nach|aus|en|desde|hacia|hasta|à|au|dans) $", re.IGNORECASE)
"""Prepositions before what is surely a place, and not somebody."""
_JOB: Final = "job"
_LETTERS: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_ONE_OF_THEM: Final = re.compile(
    r"\b(?:an?|the|my|our|his|her|their|your|some|another|two|as) (?=([a-z-]+(?: [a-z-]+){0,3}))"
)
"""Words of which one may name somebody, as one of a trade is spoken of in English."""
_OF_SOMEBODY: Final = re.compile(r"\b(?:does|did) (?:my|our) \w|\b(?:my|our) [\w ]+'s\b", re.IGNORECASE)
"""How somebody is named who is no relation: the lodger in "what does my lodger do"."""
_CAPITAL: Final = re.compile(r"\b[A-Z][\w-]*")
_INNER_CAPITAL: Final = re.compile(r"(?<=[\w,;)] )[A-Z][\w-]*")
"""A word that is written as a name is, and not only for it begins a sentence."""
_WHO: Final = re.compile(r"^\W*who", re.IGNORECASE)
_SOMEBODY: Final = re.compile(
    r"\b(?:an?|the|this|that|some) (?:\w+ )?(?:guy|man|woman|girl|boy|lady|gentleman|bloke|lad|lass|chap|fellow)\b",
    re.IGNORECASE,
)
_WHO_IT_IS: Final = re.compile(
    r"^\W*who(?:'s| is| was| are| were) (?:my|our|the|\w+'s)\b|^\W*who \w+ me\b", re.IGNORECASE
)
"""Who somebody is, or who does something to the user: not what the user does to anybody."""


def is_held(question: QuestionReading, found: Sequence[SentenceReading]) -> bool:
    """Whether any of the sentences that have to do with a question holds what it asks for."""
    using, needed = grammar(question.language), _needed(question)
    if question.nouns & kinds.CLOSED and not any(_tells_kind(question, each) for each in found):
        return False
    if using is not None and using.code == kinds.LANGUAGE and found:
        if _WHO_IT_IS.search(question.text) and not any(_tells_who(question, each, using) for each in found):
            return False
        if _is_of_job(question) and not any(_tells_job(question, each, using) for each in found):
            return False
    elif using is not None and found and not _tells_asked(question, found, using):
        return False
    return bool(found) and (
        not needed
        or any(_holds(question, each, needed) or _only_puts_right(each) for each in found)
        or any(_may_tell(question, each) for each in found if _is_unsure(each))
    )


def _is_unsure(reading: SentenceReading) -> bool:
    """Whether a value may have been overlooked: in another language than English, or where nothing has a capital."""
    return reading.language != kinds.LANGUAGE or reading.text.islower()


def _may_tell(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a sentence gives the matter that is asked for any value, or maybe a name to whom one is asked for."""
    asks_who = reading.language == kinds.LANGUAGE and ValueKind.PERSON in question.asked
    return (asks_who and _may_name(question.subject, reading)) or any(
        _fills(question, claim) for claim in reading.claims
    )


def _may_name(somebody: Subject, reading: SentenceReading) -> bool:
    """Whether a word may be somebody's name, though nothing has a capital: "my boyfriend joel made me soup"."""
    theirs = [claim for claim in reading.claims if claim.subject.relation == somebody.relation and claim.verb]
    return bool(somebody.relation) and not somebody.is_user and any(claim.heads for claim in theirs)


def _only_puts_right(reading: SentenceReading) -> bool:
    """Whether a sentence is nothing but what is so instead of what was said, of whatever kind it is: "Antalya"."""
    return Cue.CORRECTION in reading.cues and bool(reading.topic) and not any(claim.verb for claim in reading.claims)


def _fills(question: QuestionReading, claim: Claim) -> bool:
    """Whether a claim gives the matter that is asked for a value, of whatever kind."""
    return claim.slot is not None and claim.slot == question.slot


def _tells_asked(question: QuestionReading, found: Sequence[SentenceReading], using: Grammar) -> bool:
    """Whether any sentence has a name where one is asked for, or somebody's work where that is."""
    if using.names_asked.search(question.text) and not any(_tells_name(question, each) for each in found):
        return False
    if question.slot != _JOB or question.subject.is_user or question.subject.is_open:
        return True
    return any(_is_of_work(claim, using) for each in found for claim in each.claims)


def _tells_name(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a sentence names anybody whom the question does not, and not only a place where something is."""
    given = [value for value in reading.values if value.kind in _NAMES and value.key not in question.names]
    return any(
        value.kind is not ValueKind.PLACE or _WHERE.search(reading.text[: value.start]) is None for value in given
    )


def _tells_somebody(question: QuestionReading, reading: SentenceReading, using: Grammar) -> bool:
    """Whether a sentence has a name that the question has not, though it is not known of what: "it's Otter Six".

    Who it was is told by what there is to say of them, too.
    """
    if _WHO.search(question.text) and _SOMEBODY.search(reading.text):
        return True
    known = [range(value.start, value.end) for value in reading.values if value.kind is not ValueKind.SPOT]
    asked = question.text.lower()
    return any(
        _may_be_name(name[0].lower(), using) and name[0].lower() not in asked
        for name in _INNER_CAPITAL.finditer(reading.text)
        if not any(name.start() in each for each in known)
    )


def _tells_who(question: QuestionReading, reading: SentenceReading, using: Grammar) -> bool:
    """Whether a sentence speaks of anybody whom the question does not name: that the midwife came, tells no name.

    Where nothing has a capital, whoever is spoken of may be named: "my boyfriend joel made me soup".
    """
    if reading.text.islower() and _may_name(question.subject, reading):
        return True
    named = {_canonical(word, using) for word in _people(reading, using)}
    named |= {using.stem(word.lower()) for word in _CAPITAL.findall(reading.text) if _may_be_name(word.lower(), using)}
    named |= {using.stem(value.key) for value in reading.values if value.kind in _NAMES}
    return not named <= question.topic | question.people | {question.subject.relation}


def _may_be_name(word: str, using: Grammar) -> bool:
    """Whether a word that is written as a name is may be one; what a name is not written as is told by its grammar."""
    is_date = word in using.months or word.removesuffix("s") in using.weekdays
    return not is_date and word not in using.function_words and using.stem(word) not in using.empty


def _is_of_job(question: QuestionReading) -> bool:
    """Whether it is asked how somebody else earns a living; one's own trade is told in too many ways."""
    if question.slot != _JOB:
        return False
    subject = question.subject
    return not (subject.is_user or subject.is_open) or _OF_SOMEBODY.search(question.text) is not None


def _tells_job(question: QuestionReading, reading: SentenceReading, using: Grammar) -> bool:
    """Whether a sentence tells anything of somebody's work: a trade, where it is done, what is done for others."""
    if earns(reading, is_user=False) or any(_is_of_work(claim, using) for claim in reading.claims):
        return True
    return any(using.is_trade(word) and using.stem(word) not in question.topic for word in _people(reading, using))


def _is_of_work(claim: Claim, using: Grammar) -> bool:
    return claim.slot in KINDRED[_JOB] or using.verbs.get(claim.verb) == verbs.EMPLOYMENT


def _people(reading: SentenceReading, using: Grammar) -> list[str]:
    """Words for people, by what they are to somebody or by their trade, in lower case."""
    text = reading.text.lower()
    trades = [
        word for match in _ONE_OF_THEM.finditer(text) for word in _LETTERS.findall(match[1]) if using.is_trade(word)
    ]
    return [*trades, *(word for word in _LETTERS.findall(text) if using.stem(word) in using.relations)]


def _canonical(word: str, using: Grammar) -> str:
    stem = using.stem(word)
    return using.relations.get(stem, stem)


def _tells_kind(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a sentence has a word of the kind that is asked for, or speaks of so much else that it may name one."""
    members = frozenset(stem for noun in question.nouns for stem in question.kinds.get(noun, ()))
    return not members.isdisjoint(reading.topic) or len(question.topic & reading.topic) > 1


def _needed(question: QuestionReading) -> frozenset[ValueKind]:
    """Kinds of which an answer must hold a value, whatever its words; none where anything may answer."""
    asked, using = question.asked, grammar(question.language)
    if ValueKind.AGE in asked:
        return asked
    if ValueKind.MONEY in asked and asked <= _SUMS:
        return _SUMS
    # Who it was is often told by what they do, and a grade or a size by a word.
    is_open = asked <= _CALLED or asked >= _CHOSEN or asked >= _WHO_OR_WHERE or asked >= _OF_ANY_SORT
    if is_open or using is None or not using.language.sure_of_values:
        return frozenset()
    if not asked <= _NUMBERED:
        return asked
    if question.nouns and asked >= _COUNTED and question.nouns.isdisjoint(using.durations.values()):
        return asked - _TIMES
    held = asked | _MEASURED if asked & _AMOUNTS else asked | _TIMES
    return held | _SINCE if ValueKind.DURATION in asked and ValueKind.NUMBER not in asked else held


def _holds(question: QuestionReading, reading: SentenceReading, needed: frozenset[ValueKind]) -> bool:
    """Whether a sentence holds a value of such a kind that the question does not name, or answers more loosely."""
    return _holds_loosely(question, reading, needed) or any(
        value.kind in needed and value.key not in question.names and _may_be_asked(question, reading, value)
        for value in reading.values
    )


def _holds_loosely(question: QuestionReading, reading: SentenceReading, needed: frozenset[ValueKind]) -> bool:
    """Whether a sentence says in which season, has a name of whatever, or says it in words that are no value."""
    using = grammar(question.language)
    if using is None or not reading.is_told:
        return False
    if ValueKind.DAY in needed and not using.seasons.isdisjoint(reading.topic):
        return True
    if using.code == kinds.LANGUAGE and ValueKind.PERSON in needed and _tells_somebody(question, reading, using):
        return True
    kinds_asked = question.asked & needed & using.loose.keys()
    return any(
        not _goes_on_with(question, reading.text[match.end() :], using)
        for kind in kinds_asked
        for match in using.loose[kind].finditer(reading.text)
    )


def _goes_on_with(question: QuestionReading, rest: str, using: Grammar) -> bool:
    """Whether what follows "since" or "in" is what the question asks about: "since the fall" says not when it was."""
    following = _LETTERS.findall(rest.lower())[:_NEXT]
    return any(using.stem(word) in question.topic for word in following)


def _may_be_asked(question: QuestionReading, reading: SentenceReading, value: Value) -> bool:
    """Whether a value may be what is asked for: not one of the thing itself, nor a number that counts something else.

    "One" may be anything, and an age is of whom it is asked.
    """
    if value.kind is ValueKind.SPOT:
        return not _is_asked_itself(question, value)
    if value.kind is ValueKind.DURATION and ValueKind.AGE in question.asked and reading.language != kinds.LANGUAGE:
        return not any(claim.verb and claim.slot != "age" for claim in reading.claims if value in claim.values)
    if value.kind is not ValueKind.NUMBER:
        return True
    if _counts_other(question, reading, value):
        return False
    if question.asked - _SUMS - {ValueKind.AGE}:
        return True
    is_theirs = ValueKind.AGE not in question.asked or compatible(owner(reading, value), question.subject)
    return is_theirs and value.text.lower() != "one"


def _is_asked_itself(question: QuestionReading, value: Value) -> bool:
    """Whether a place is nothing but what the question names: "in the office" does not tell where the office is."""
    using = grammar(question.language)
    return using is not None and {using.stem(part) for part in value.key.split()} == {
        using.stem(word) for thing in question.things for word in thing.words
    }


def _counts_other(question: QuestionReading, reading: SentenceReading, value: Value) -> bool:
    """Whether a number counts what is not asked for, or tells which one something is: twenty-two singers, ward 11."""
    using = grammar(question.language)
    if using is None:
        return False
    after = reading.text[value.end : value.end + _PHRASE].lower()
    counted = {noun for noun in value.nouns if noun not in using.empty and noun[:_ALIKE] in after}
    is_label = value.noun in using.labels
    if ValueKind.AGE in question.asked:
        return bool(counted) or is_label
    if using.code != kinds.LANGUAGE:
        return False
    if question.asked <= _SUMS:
        return bool(counted) and counted.isdisjoint(question.topic)
    if not question.nouns or value.noun in question.nouns:
        return False
    return (is_label and not counted) or any(
        kinds.are_siblings(noun, asked) for noun in counted for asked in question.nouns
    )
