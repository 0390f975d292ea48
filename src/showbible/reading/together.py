"""What a network says that reads sentences together: which of them answer a question, and which are out of date.

Rules know what their words tell. That what a landlord takes is the rent, or that who marks physics papers no longer
teaches chemistry, is told by no word; a network that was taught on many such cases often sees it. It is asked what
answers a question and what a new sentence outdates, and what it says is weighed together with the rules.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import field
from itertools import pairwise
from typing import Final, Protocol

from showbible.llm.embeddings.together import Passage
from showbible.reading import glosses, kinds
from showbible.reading.grammar import LANGUAGES, Grammar, grammar
from showbible.reading.model import (
    Cue,
    Earlier,
    Effect,
    EffectKind,
    QuestionReading,
    Scored,
    SentenceReading,
    ValueKind,
)
from showbible.reading.relevance import of_whom_is_asked
from showbible.reading.standing import are_of_languages, stand_beside
from showbible.reading.things import begins_with_another, has_another_after
from showbible.reading.whom import same
from showbible.values import frozen

LED: Final = 0.05
"""How near a sentence must be to where what a new one puts out of date lies, to be read with it."""
MOST_EARLIER: Final = 4
MOST_ANSWERS: Final = 4
MOST_NEAR: Final = 9
REPLACES: Final = 3.0
"""From this number on a sentence takes another's place, though no word says so."""
STAYS: Final = -1.0
"""Below this number a sentence stays, though values or words looked as if it were replaced."""
STAYS_UNLESS_SAID: Final = -2.0
"""The same where it is said outright that something is put right."""
TELLS: Final = 0.0
"""From this number on a sentence answers, whatever the rules make of it."""
TELLS_NOTHING: Final = -1.0
"""Where no sentence reaches this number, nothing answers, whatever the rules make of it."""
TELLS_NOTHING_OF_MATTER: Final = -3.0
"""The same where the rules know the matter that is asked for: a home, a job, an age."""
TELLS_NOTHING_OF_LENGTH: Final = -4.2
"""The same where it is asked how long, and the rules are sure: that "since 2014" tells it only they know."""
TELLS_NOTHING_SURELY: Final = -2.0
"""The same where the rules are sure of an answer."""
SURE: Final = 1.0
"""The score from which on the rules are sure of an answer."""
ANSWERS: Final = 0.5
"""From this number on a sentence likely answers."""
NOT_MEANT: Final = 0.5
"""By how much less a sentence answers that speaks of somebody else, as far as words tell."""
OF_ANOTHER: Final = 4.5
"""By how much less a sentence answers that likely tells of another thing than the one asked for, never mentioned."""
LENT: Final = 0.5
"""By how much less a sentence answers than the one that it has replaced did."""
LONGEST: Final = 200
"""Letters of the longest text that is taken for a question."""
RULES: Final = 0.25
"""What the rules' score counts beside a likelihood."""
MAYBE: Final = -1.0
"""Below this number a sentence hardly answers, and outdates no answer."""
HARDLY: Final = -3.0
"""Below this number even what only goes on with something, or puts it right, outdates no answer."""
MUCH: Final = 1.7
"""Where many sentences came up, one that answers by so much less surely outdates no other."""
_ASKS: Final = re.compile(r"[?\uff1f]")
_SENTENCE: Final = re.compile(r"[.!\n]+")
_WORD: Final = re.compile(r"[^\W_]+")
_OPENING: Final = 4
"""Words in the first of which a question shows, where no mark does: "remind me where I parked"."""
_HE_OR_SHE: Final = re.compile(r"\b(?:he|him|his|she|her|hers|they|them|their)\b", re.IGNORECASE)
_LENGTH: Final = frozenset({ValueKind.MEASURE, ValueKind.DURATION})
"""Kinds of value that only the question how long asks for together."""
_USER: Final = "user"
_SPEAKERS: Final = frozenset({_USER, "assistant"})
_FAR: Final = 500.0
_SAID_OUTRIGHT: Final = frozenset({Cue.CORRECTION, Cue.DENIAL, Cue.SECOND_LOOK})
"""Who says that something is put right hardly needs a network to confirm it; who names what was wrong needs none."""


class SecondReader(Protocol):
    """Who reads texts together, beside the rules."""

    def answers(self, rows: Sequence[Passage]) -> list[float]:
        """Above zero where the first text likely answers."""

    def outdates(self, rows: Sequence[Passage]) -> list[float]:
        """Above zero where the second text likely puts the first one out of date."""


Second = Callable[[], SecondReader | None]
"""Gives who reads together, if anybody does; asked only where there is something to read."""


@frozen
class SecondLook:
    """Who reads together, and what came of reading sentences with the question, by their ids."""

    reader: Second
    numbers: Mapping[str, float] = field(default_factory=dict)

    def answers(self, each: Scored) -> bool:
        """Whether a sentence likely answers."""
        return self.numbers.get(each.id, -math.inf) >= ANSWERS

    def may_answer(self, each: Scored) -> bool:
        """Whether it was not read that a sentence hardly answers."""
        return self.numbers.get(each.id, 0.0) >= MAYBE

    def answers_much_less(self, each: Scored, other: Scored) -> bool:
        """Whether both were read, and one answers much less surely than the other."""
        number, better = self.numbers.get(each.id), self.numbers.get(other.id)
        return number is not None and better is not None and number < better - MUCH


def to_read(new: SentenceReading, earlier: Sequence[Earlier], found: Sequence[Effect]) -> list[Earlier]:
    """The earlier sentences that a new one is read with: those that the rules replace, and the nearest."""
    if new.language != kinds.LANGUAGE or not new.is_told or new.is_wanted:
        return []
    replaced = {each.earlier_id for each in found if each.kind.replaces}
    near = sorted((each for each in earlier if _may_be_outdated(new, each)), key=lambda each: -each.led)
    by_rules = [each for each in earlier if each.id in replaced]
    return by_rules + [each for each in near[:MOST_EARLIER] if each.id not in replaced]


def weighed(
    new: SentenceReading,
    read: Sequence[Earlier],
    found: Sequence[Effect],
    reader: SecondReader,
    *,
    before: Mapping[str, str],
    before_new: str = "",
) -> list[Effect]:
    """What a sentence does to earlier ones: what the rules found, unless it is unlikely, and what is plainest besides.

    It tells one matter anew and seldom two, so half of the next ones still hold. `before` has what was said before each
    in its message: "It was green" says something only beside that.
    """
    rows = [Passage("", each.reading.text, new.text, True, before.get(each.id, ""), before_new) for each in read]
    numbers = dict(zip([each.id for each in read], reader.outdates(rows) if rows else [], strict=True))
    kept = [each for each in found if not each.kind.replaces or numbers[each.earlier_id] >= _doubted_below(new)]
    known = {each.earlier_id for each in found}
    others = [each for each in read if each.id not in known and not _are_beside(new, each.reading)]
    best = max(others, key=lambda each: numbers[each.id], default=None)
    if best is None or numbers[best.id] < REPLACES:
        return kept
    return [*kept, Effect(kind=EffectKind.UPDATES, earlier_id=best.id, why="It tells the same matter anew.")]


def _doubted_below(new: SentenceReading) -> float:
    if new.contrast:
        return -math.inf
    return STAYS_UNLESS_SAID if new.cues & _SAID_OUTRIGHT else STAYS


def _are_beside(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether words tell that both hold: they say so, or are said of two people who are known by name."""
    named = new.subject.name and old.subject.name and not same(new.subject, old.subject)
    return bool(named) or stand_beside(new, old) or are_of_languages(new, old)


def _may_be_outdated(new: SentenceReading, each: Earlier) -> bool:
    old = each.reading
    return each.led >= LED and not each.same_turn and old.is_told and old.language == new.language


def answers(
    question: QuestionReading, ordered: Sequence[Scored], near: Mapping[str, float], reader: SecondReader
) -> Mapping[str, float]:
    """By their ids, how likely sentences answer: the best by the rules and the nearest as wholes.

    Each is read with the one before it in its message.
    """
    before = _before(ordered)
    told = [each for each in ordered if each.reading.speaker == _USER]
    meant = {each.id for each in of_whom_is_asked(question, told)}
    first = [each for each in told if each.id in meant][:MOST_ANSWERS]
    nearest = sorted(told, key=lambda each: -near.get(each.id, 0.0))[:MOST_NEAR]
    asked = list({each.id: each for each in (*first, *nearest)}.values())
    said = glosses.in_english(question.text, question.language)
    rows = [
        Passage(question=said, first=_in_english(each.reading), second=_in_english(before.get(each.id)))
        for each in asked
    ]
    found = zip([each.id for each in asked], reader.answers(rows) if rows else [], strict=True)
    return {known: number if known in meant else number - NOT_MEANT for known, number in found}


def of_another(question: QuestionReading, scored: Sequence[Scored], numbers: Mapping[str, float]) -> dict[str, float]:
    """The numbers where a thing that the question names was never mentioned, or somebody.

    What has other words of the question then likely tells of another such thing: what was won in the lottery, and not
    in the regatta. What has none of them may tell the same in words of its own, and so may what names no other thing
    in that place, or speaks of him or her whoever that is.
    """
    if (using := grammar(question.language)) is None:
        return {**numbers}
    read = [each for each in scored if each.id in numbers and not question.topic.isdisjoint(each.reading.topic)]
    return _less(numbers, {each.id for each in read if _tells_of_another(question, each.reading, using)})


def _tells_of_another(question: QuestionReading, reading: SentenceReading, using: Grammar) -> bool:
    if any(has_another_after(each, reading.text, using) for each in question.things if each.after):
        return True
    return bool(question.people) and _HE_OR_SHE.search(reading.text) is None


def of_another_thing(
    question: QuestionReading, scored: Sequence[Scored], numbers: Mapping[str, float]
) -> dict[str, float]:
    """The numbers where a thing that is asked for was never mentioned: what begins with another tells of that one."""
    if (using := grammar(question.language)) is None:
        return {**numbers}
    read = [each for each in scored if each.id in numbers]
    return _less(numbers, {each.id for each in read if begins_with_another(question.things, each.reading.text, using)})


def _less(numbers: Mapping[str, float], others: Set[str]) -> dict[str, float]:
    return {known: number - OF_ANOTHER if known in others else number for known, number in numbers.items()}


def _in_english(reading: SentenceReading | None) -> str:
    """A sentence as the network reads it, which was taught in English: elsewhere the words that are known there."""
    return glosses.in_english(reading.text, reading.language) if reading is not None else ""


def _before(scored: Sequence[Scored]) -> dict[str, SentenceReading]:
    """By its id, the sentence before each in its message, where it is among them."""
    in_time = sorted((each for each in scored if each.turn), key=lambda each: (each.at, each.turn, each.reading.start))
    return {after.id: first.reading for first, after in pairwise(in_time) if first.turn == after.turn}


def asks(question: QuestionReading) -> bool:
    """Whether a text asks anything: most recalls are for what somebody says next, and reading takes its time."""
    if _ASKS.search(question.text) is not None:
        return True
    using = grammar(question.language)
    if using is None or question.language != kinds.LANGUAGE:
        return question.yes_or_no or bool(question.asked)
    asking = using.which | using.question_words
    sentences = [words for each in _SENTENCE.split(question.text.lower()) if (words := _WORD.findall(each))]
    # Whoever types no mark types no apostrophe either: "whats my job".
    if len(sentences) == 1 and any(each.removesuffix("s") in asking for each in sentences[0][:_OPENING]):
        return True
    return any(words[0] in using.auxiliaries or words[0].removesuffix("s") in asking for words in sentences)


def is_worth_reading(question: QuestionReading, scored: Sequence[Scored], *, is_known: bool) -> bool:
    """Whether sentences are read with a question: in English always, elsewhere only where the rules are silent.

    Words to look for are no question, and what others say by their names was never taught.
    """
    if question.language not in LANGUAGES or len(question.text) > LONGEST or not asks(question):
        return False
    if any(each.reading.speaker not in _SPEAKERS for each in scored):
        return False
    return question.language == kinds.LANGUAGE or not is_known


def is_known(question: QuestionReading, numbers: Iterable[float], *, is_known: bool, best: float = 0.0) -> bool:
    """Whether anything answers: a sentence likely does, or the rules say so and it is not unlikely.

    `best` is the rules' best score.
    """
    top = max(numbers, default=None)
    return is_known if top is None else top >= TELLS or (is_known and top >= _unlikely_below(question, best))


def _unlikely_below(question: QuestionReading, best: float) -> float:
    if best >= SURE and question.asked >= _LENGTH:
        return TELLS_NOTHING_OF_LENGTH
    if question.slot is not None:
        return TELLS_NOTHING_OF_MATTER
    return TELLS_NOTHING_SURELY if best >= SURE else TELLS_NOTHING


def rescored(scored: Sequence[Scored], numbers: Mapping[str, float]) -> list[Scored]:
    """The sentences with what both make of them; what was not read is worth what the rules say alone."""
    return [each._replace(score=RULES * each.score + likelihood(numbers.get(each.id, -math.inf))) for each in scored]


def likelihood(number: float) -> float:
    """A number as a share of one."""
    return 1 / (1 + math.exp(-number)) if number > -_FAR else 0.0
