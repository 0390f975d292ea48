"""How well sentences may answer a question."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from showbible.reading import kinds
from showbible.reading.grammar import Grammar, grammar
from showbible.reading.livelihoods import earns
from showbible.reading.model import (
    Candidate,
    Claim,
    QuestionReading,
    Scored,
    SentenceReading,
    Stance,
    Subject,
    Thing,
    Value,
    ValueKind,
    new_scored,
)
from showbible.reading.noun_parts import with_compounds
from showbible.reading.pointing import points_back
from showbible.reading.whom import concerns, mentions, people_of

_WORDS: Final = 1.0
NEARNESS: Final = 0.8
"""What nearness in meaning counts beside shared words."""
_KIND: Final = 0.25
_KIND_ALONE: Final = 0.1
_A_LITTLE: Final = 0.2
_NOT_BY_CHANCE: Final = 0.15
"""The nearness in meaning from which a sentence without a word of the question still has to do with it."""
SENSE: Final = 2.0
"""What it counts that an encoder finds a sentence nearer to a question than chance would have it."""
SENSE_BY_CHANCE: Final = 0.15
FAR: Final = 0.1
FAR_SHARE: Final = 0.6
"""What a sentence is still worth that an encoder finds nowhere near."""
OF_ONE_SENSE: Final = 0.27
"""The nearness of wholes from which a sentence has to do with a question, whatever its words."""
_SLOT: Final = 1.3
_IN_PASSING: Final = 0.4
"""What it counts that a sentence tells the matter that is asked for without its words: how a living is earned."""
_PARTNERS: Final = frozenset({"partner", "wife", "husband"})
_BY_CHANCE: Final = 0.5
"""What a sentence is worth that has a value of the asked kind, and nothing else to do with the question."""
_BEFORE: Final = 0.25
_BEFORE_ELLIPSIS: Final = 0.4
_BEFORE_ANSWER: Final = 0.7
_AFTER_A_FACT: Final = 0.25
"""What a question says about the sentence before it, which tells why it is asked."""
_POINTED_AT: Final = 1.25
"""What a value is worth of which the next sentence says what it is of, beside what that sentence is worth."""
_OF_A_KIND: Final = 0.8
"""What a word of the kind that is asked for counts beside the word itself."""
_ELLIPTIC: Final = 3
_INHERITED: Final = 0.95
_RECENT: Final = 0.03
_SOMEBODY_ELSE: Final = 0.7
_NEVER_THEIRS: Final = 0.02
"""What a sentence is worth to a question about somebody of whom it says nothing."""
_NOT_TOLD: Final = 0.5
_QUOTED_TO_THE_USER: Final = 0.05
"""What another's words are worth to a question about the user."""
_ANYBODY: Final = "someone"
KINDRED: Final[Mapping[str, frozenset[str]]] = {
    "job": frozenset({"job", "employer"}),
    "employer": frozenset({"job", "employer"}),
}
"""Slots that change together and answer for each other."""
# To look up a member of an enumeration takes longer than what is done with it, sixty times a question.
_ASKED: Final = Stance.ASKED
_JOKED: Final = Stance.JOKED
_ONCE_MORE: Final = 0.5
"""What the line before still lends to one that was found by whom its pronoun means."""
_NOT_WHERE: Final = frozenset({ValueKind.PERSON, ValueKind.NUMBER})
"""Kinds that are asked for beside places by whoever asks which one or who."""
_PLACE: Final = ValueKind.PLACE
_UNREAL: Final = frozenset({Stance.WISHED, Stance.SUPPOSED, Stance.QUOTED})
_OF_SOMETHING: Final = frozenset({ValueKind.NUMBER, ValueKind.SPOT})
"""Kinds that tell which one only together with what it is: room 12, the ground floor."""
_NOTHING: Final[frozenset[str]] = frozenset()
_NAMES: Final = frozenset({ValueKind.NAME, ValueKind.PERSON, ValueKind.PLACE})


def relevance(question: QuestionReading, candidates: Sequence[Candidate]) -> list[Scored]:
    """The candidates that hold, each with its score; those that were replaced hand theirs on.

    Candidates come in the order in which they were said.
    """
    if question.language != kinds.LANGUAGE:
        candidates = with_compounds(question, candidates)
    weights = _weights(question, candidates)
    is_known = _are_known(question, candidates)
    whole = max(1.0, sum(weights.values()) + len(question.keys))
    own = {each.id: _own(question, each, weights, whole=whole, is_known=is_known) for each in candidates}
    score = dict(own)
    for before, each in pairwise(candidates):
        # What was replaced answered with what stood before it, and so does what took its place.
        if each.replaced_by is not None and each.turn and before.turn == each.turn:
            score[each.id] += _share(question, each.reading) * own[before.id]
    for each in candidates:
        if each.replaced_by in score:
            score[each.replaced_by] = max(score[each.replaced_by], _INHERITED * score[each.id])
    speaking = _speaking(question, candidates)
    for before, each in pairwise(candidates):
        if each.turn and before.turn == each.turn:
            _share_in_turn(question, before, each, own=own, score=score)
    number = len(candidates)
    return [
        new_scored(
            (
                known,
                reading,
                (score[known] + _RECENT * place / number) * (1.0 if known in speaking else _BY_CHANCE),
                at,
                near,
                turn,
            )
        )
        for place, (known, reading, at, near, turn, replaced_by, _) in enumerate(candidates)
        if replaced_by is None and not _is_no_answer(question, reading)
    ]


def of_whom_is_asked(question: QuestionReading, found: Sequence[Scored]) -> list[Scored]:
    """Those that may speak of whom the question names."""
    is_known = _are_known(question, found)
    return [each for each in found if _may_mean(question, each.reading, is_known=is_known)]


def is_anybody_strange(question: QuestionReading, found: Sequence[Scored]) -> bool:
    """Whether a question speaks of the matters of somebody of whom nothing was said: of my uncle's supper."""
    return any(
        not any(_is_named(question, Subject(relation=person), each.reading) for each in found)
        for person in question.people
    )


def _are_known(question: QuestionReading, found: Sequence[Candidate] | Sequence[Scored]) -> bool:
    """Whether everybody whom the question names was spoken of."""
    people = [question.subject, *(Subject(relation=each) for each in sorted(question.people))]
    return all(any(_is_named(question, person, each.reading) for each in found) for person in people)


def _share_in_turn(
    question: QuestionReading, before: Candidate, each: Candidate, *, own: Mapping[str, float], score: dict[str, float]
) -> None:
    """Add to two neighbours of one turn what each says about the other."""
    if each.replaced_by is None:
        lent = _share(question, each.reading) * max(score[before.id], own[before.id])
        # A pronoun has counted as the name that the line before says.
        is_meant = each.reading.leans and not question.topic.isdisjoint(people_of(each.reading))
        score[each.id] += _ONCE_MORE * lent if is_meant else lent
    if each.reading.stance is _ASKED and before.reading.is_told:
        score[before.id] += _AFTER_A_FACT * own[each.id]
    if answers(question, before.reading) and points_back(each.reading):
        score[before.id] = max(score[before.id], _POINTED_AT * own[each.id])


def _speaking(question: QuestionReading, candidates: Sequence[Candidate]) -> frozenset[str]:
    """Those that speak of what is asked, took the place of what did, or stand in one turn with it.

    A value of the kind that is asked for is no sign of it: any place may answer where.
    """
    direct = [each for each in candidates if _speaks(question, each)]
    if len(direct) == len(candidates):
        return frozenset([each.id for each in direct])
    turns = {each.turn for each in direct if each.turn}
    found = {each.id for each in candidates if each.turn in turns}.union(each.id for each in direct)
    heirs = {each.replaced_by for each in candidates if each.replaced_by and each.id in found}
    heirs_turns = {each.turn for each in candidates if each.id in heirs and each.turn}
    return frozenset(each.id for each in candidates if each.id in found | heirs or each.turn in heirs_turns)


def _speaks(question: QuestionReading, each: Candidate) -> bool:
    if (
        not (question.topic or question.keys)
        or (each.near or 0.0) >= _NOT_BY_CHANCE
        or (each.sense or 0.0) >= OF_ONE_SENSE
    ):
        return True
    reading = each.reading
    return (
        not question.topic.isdisjoint(reading.topic)
        or any(value.key in question.keys for value in reading.values)
        or any(_fills(question, claim) for claim in reading.claims)
        or bool(_of_kind(question, reading))
        or _tells_in_passing(question, reading)
    )


def _tells_in_passing(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a job is asked for and a sentence tells it without a trade, or it speaks of whom somebody is with.

    Who names nobody asks for themselves.
    """
    if question.slot == "status":
        return any(claim.subject.relation in _PARTNERS for claim in reading.claims)
    if question.slot != "job":
        return False
    return earns(reading, is_user=question.subject.is_user or question.subject.is_open)


def tells_matter(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a sentence fills the slot that is asked for, or tells somebody's livelihood where that is asked."""
    return any(_fills(question, claim) for claim in reading.claims) or _tells_in_passing(question, reading)


def _is_no_answer(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a sentence cannot answer: a joke never, a wish or a quotation not where a matter of the user is asked."""
    if reading.stance is _JOKED:
        return True
    return reading.stance in _UNREAL and bool(question.slot) and question.subject.is_user


def _share(question: QuestionReading, reading: SentenceReading) -> float:
    """How much a sentence says about what the one before it in the turn spoke of."""
    if len(reading.topic) > _ELLIPTIC and not reading.leans:
        return _BEFORE
    return _BEFORE_ANSWER if answers(question, reading) else _BEFORE_ELLIPSIS


def _weights(question: QuestionReading, candidates: Sequence[Candidate]) -> Mapping[str, float]:
    """How much each word of the question tells: less the more sentences have it."""
    count = Counter(stem for each in candidates for stem in question.topic & each.reading.topic)
    return {stem: 1 / (1 + math.log(max(1.0, count[stem] / 3))) for stem in question.topic}


def _own(
    question: QuestionReading, each: Candidate, weights: Mapping[str, float], *, whole: float, is_known: bool
) -> float:
    reading = each.reading
    said = reading.topic | people_of(reading) if reading.leans else reading.topic
    shared = sum([weights[stem] for stem in question.topic & said])
    of_kind = _of_kind(question, reading)
    if of_kind:
        shared += _OF_A_KIND * sum([weights[stem] for stem in of_kind])
    equal = len(question.keys & {value.key for value in reading.values}) if question.keys else 0
    score = _WORDS * (shared + equal) / whole
    score += NEARNESS * max(0.0, each.near or 0.0)
    if answers(question, reading) or (of_kind and of_kind & question.nouns):
        # Who only asks "Where to?" says nothing else that could fit.
        asks_no_more = question.subject.is_open and not (question.topic or question.keys)
        fits = shared or equal or asks_no_more or (each.near or 0.0) >= _A_LITTLE or (each.sense or 0.0) >= OF_ONE_SENSE
        score += _KIND if fits else _KIND_ALONE
    if each.sense is not None:
        score = _worth_of_sense(score, each, each.sense)
    if question.slot and any(_fills(question, claim) for claim in reading.claims):
        score += _SLOT
    elif _tells_in_passing(question, reading):
        score += _IN_PASSING
    if not _may_mean(question, reading, is_known=is_known):
        score *= _NEVER_THEIRS
    elif not concerns(question.subject, reading):
        score *= _SOMEBODY_ELSE
    return score if reading.is_told else score * _share_of_stance(question, reading)


def _worth_of_sense(score: float, each: Candidate, sense: float) -> float:
    """A score with what an encoder says to it: much, little, or nothing where it is not sure.

    A question is near to any other of its sort, whatever was told.
    """
    if sense >= OF_ONE_SENSE:
        return score + SENSE * (sense - SENSE_BY_CHANCE) if each.reading.is_told else score
    return score * FAR_SHARE if sense < FAR else score


def _of_kind(question: QuestionReading, reading: SentenceReading) -> frozenset[str]:
    """The kinds a question names of which a sentence speaks in a word of its own: herb for coriander.

    Whom a question is about is no answer to it: that my child may be a son says nothing yet.
    """
    if not question.kinds:
        return _NOTHING
    sought = question.topic - reading.topic
    if question.language == kinds.LANGUAGE or not answers(question, reading):
        sought -= question.people | {question.subject.relation}
    return frozenset(
        stem for stem, members in question.kinds.items() if stem in sought and not members.isdisjoint(reading.topic)
    )


def _share_of_stance(question: QuestionReading, reading: SentenceReading) -> float:
    """How much a sentence answers that is not told as true; a joke answers nothing."""
    if reading.stance is Stance.JOKED:
        return 0.0
    return _QUOTED_TO_THE_USER if reading.stance is Stance.QUOTED and question.subject.is_user else _NOT_TOLD


def _fills(question: QuestionReading, claim: Claim) -> bool:
    """Whether a claim is of the matter that is asked for, and not of somebody else's."""
    is_another_s = question.subject.is_user and claim.subject.relation not in {"", "user", _ANYBODY}
    slots = KINDRED.get(question.slot, {question.slot}) if question.slot else _NOTHING
    return claim.slot in slots and not is_another_s


def _may_mean(question: QuestionReading, reading: SentenceReading, *, is_known: bool) -> bool:
    """Whether a sentence may speak of whom the question names, or of one of them by a mere he or she."""
    subject = question.subject
    strangers = question.people - {subject.relation} if question.people else _NOTHING
    if strangers and not is_known:
        is_named = any(_is_named(question, Subject(relation=each), reading) for each in strangers)
        return is_named or _is_of_nobody_else(question, reading)
    if subject.is_user or not subject.relation or _is_named(question, subject, reading):
        return True
    if not is_known:
        return _is_of_nobody_else(question, reading)
    subjects = [claim.subject for claim in reading.claims] or [reading.subject]
    return any(each.is_open or each.relation == _ANYBODY for each in subjects)


def _is_of_nobody_else(question: QuestionReading, reading: SentenceReading) -> bool:
    """Whether a sentence speaks of half of what is asked of somebody, and names nobody of whom it is said instead.

    Only another person tells that it is not theirs: the nursery may be my child's, though nobody said child.
    """
    using = grammar(question.language)
    rest = question.topic - question.people - {question.subject.relation}
    if using is None or not rest or 2 * len(rest & reading.topic) < len(rest):
        return False
    subjects = {reading.subject, *(claim.subject for claim in reading.claims)}
    is_the_user_s = not question.subject.is_user and any(each.is_user for each in subjects)
    if is_the_user_s and not any(_is_nobody_s(each, question, reading, using) for each in question.things):
        return False
    people = frozenset(using.relations.values()) - question.people - {question.subject.relation}
    named = {each.relation for each in subjects} | set(reading.names.values()) | reading.topic | reading.context
    return people.isdisjoint(named)


def _is_nobody_s(thing: Thing, question: QuestionReading, reading: SentenceReading, using: Grammar) -> bool:
    """Whether a thing is spoken of as known, and not as the user's: "the anniversary lunch" may be my parents'."""
    words = {using.stem(each) for each in thing.words} - question.people
    known = rf"\bthe (?:[\w-]+ ){{0,3}}{re.escape(thing.head)}\b"
    return len(words & reading.topic) > 1 and re.search(known, reading.text, re.IGNORECASE) is not None


def _is_named(question: QuestionReading, subject: Subject, reading: SentenceReading) -> bool:
    """Whether a sentence, or its turn, names somebody, if only by a narrower or a wider word: a mare for a horse."""
    if mentions(subject, reading):
        return True
    of_kind = question.kinds.get(subject.relation, _NOTHING) | kinds.wider(subject.relation)
    return not of_kind.isdisjoint(reading.topic) or not of_kind.isdisjoint(reading.context)


def answers(question: QuestionReading, reading: SentenceReading) -> tuple[Value, ...]:
    """The values of a sentence that are of the asked kind, of what is asked for, and not named by the question."""
    if not question.asked:
        return ()
    found = tuple([value for value in reading.values if value.kind in question.asked and _answers(question, value)])
    if found and _PLACE in question.asked and question.asked.isdisjoint(_NOT_WHERE):
        found = tuple([value for value in found if not _does_it(reading, value)])
    return tuple([value for value in found if value.kind is ValueKind.FREQUENCY]) or found if found else ()


def _does_it(reading: SentenceReading, value: Value) -> bool:
    """Whether a name is that of somebody whom its clause is about: where they are, they are not themselves."""
    about = [claim.subject for claim in reading.claims if value in claim.values and claim.subject.relation]
    return value.kind in _NAMES and any(each.name in value.key.split() for each in about)


def _answers(question: QuestionReading, value: Value) -> bool:
    if value.key in question.names:
        return False
    if value.kind is ValueKind.NUMBER and value.nouns and question.slot == "age":
        return False
    if value.kind in _OF_SOMETHING and ValueKind.NAME in question.asked and question.nouns:
        return bool(question.nouns & (value.nouns or frozenset(value.key.split())))
    if value.kind is ValueKind.NUMBER and question.nouns and value.nouns:
        return bool(value.nouns & question.nouns)
    return not (
        value.kind in {ValueKind.DURATION, ValueKind.MEASURE} and question.nouns and not value.nouns & question.nouns
    )
