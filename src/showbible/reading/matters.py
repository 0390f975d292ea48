"""Whether two sentences speak of the same person, the same slot and the same matter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from showbible.reading.frames import are_numbered_alike, have_one_frame
from showbible.reading.model import Claim, Cue, Earlier, EffectKind, SentenceReading, Subject, Value, ValueKind
from showbible.reading.proof import SAME_SENSE, are_of_two, is_entry, named_in
from showbible.reading.roles import same_role

NAMES: Final = frozenset({ValueKind.NAME, ValueKind.PLACE, ValueKind.PERSON})
COUNTS: Final = frozenset({ValueKind.MONEY, ValueKind.MEASURE, ValueKind.DURATION, ValueKind.AGE, ValueKind.SHARE})
TIMED: Final = frozenset({ValueKind.FREQUENCY, ValueKind.DURATION})
SINGLE: Final = frozenset(
    {"home", "job", "employer", "age", "name", "status", "birthday", "diet", "origin", "study", "called"}
)
TURNS: Final = frozenset({Cue.CHANGE, Cue.CORRECTION, Cue.ENDING, Cue.NEGATION})
SOMEONE: Final = "someone"
SOON: Final = 5
"""Sentences after which a slip of the tongue is hardly mended any more."""

_ENOUGH: Final = 1.2
_DATE: Final = 3
"""Year, month and day."""
_NEAR: Final = 0.35
_SOME_OF: Final = re.compile(r"\s+of\s+(?:the|my|our|his|her|their|those|these|them)\b", re.IGNORECASE)
_ORDINAL: Final = ("1st", "2nd", "3rd", "th", "first", "second", "third")
_NEAR_ALONE: Final = 0.45
SENSE_BY_CHANCE: Final = 0.4
SENSE_WORTH: Final = 6.0


def is_open_to_change(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether an earlier sentence told something that the new one, of the same speaker and language, could change."""
    return old.is_told and old.speaker == new.speaker and old.language == new.language and old.text != new.text


def compatible(one: Subject, two: Subject) -> bool:
    """Whether two subjects may be one; somebody may be anybody but the user."""
    if one.is_open or two.is_open or one == two:
        return True
    if SOMEONE in {one.relation, two.relation}:
        return not (one.is_user or two.is_user)
    if one.name and two.name:
        return one.name == two.name
    return bool(one.relation) and one.relation == two.relation


def is_one(one: Subject, two: Subject) -> bool:
    """Whether two subjects are surely one; who was meant by "she" in one message is not who is meant in another."""
    return SOMEONE not in {one.relation, two.relation} and compatible(one, two)


def same_subject(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether both may be about the same person."""
    if is_one(new.subject, old.subject):
        return True
    if not old.subject.is_user and old.subject.relation in new.topic:
        return True
    return any(is_one(claim.subject, old.subject) and not claim.subject.is_open for claim in new.claims)


def owner(reading: SentenceReading, value: Value) -> Subject:
    """Whom the clause with a value is about."""
    return next((claim.subject for claim in reading.claims if value in claim.values), reading.subject)


def adds(reading: SentenceReading, values: Iterable[Value] = ()) -> bool:
    """Whether a sentence puts something beside what was said before; of values, whether it says so where they stand.

    A name may follow what is added: "we have another son, he is called Mattis"; a number may well be the sum.
    """
    if Cue.ADDITION not in reading.cues:
        return False
    adding = [place for place, claim in enumerate(reading.claims) if claim.adds]
    given = [value for value in values if any(value in claim.values for claim in reading.claims)]
    if not adding or not given:
        return True
    return any(
        place in adding or (value.kind in NAMES and place > adding[0] and not claim.subject.is_user)
        for value in given
        for place, claim in enumerate(reading.claims)
        if value in claim.values
    )


def same_slot(claim: Claim, other: Claim, new: SentenceReading, old: SentenceReading) -> EffectKind | None:
    """What a claim does to another one of the same slot, if it is of the same slot."""
    if not claim.slot or claim.slot != other.slot or not is_one(claim.subject, other.subject):
        return None
    if claim.subject.is_open != other.subject.is_open:
        return None
    if claim.content == other.content or (claim.content and claim.content <= other.content):
        return EffectKind.RESTATES if claim.stance is other.stance else None
    if adds(new, claim.values):
        return EffectKind.ADDS
    if _tells_of_the_past(claim, new):
        return None
    is_single = (claim.slot in SINGLE and not (claim.slot == "called" and claim.many)) or claim.slot.startswith(
        ("favourite", "taste")
    )
    if is_single or bool(new.cues & TURNS) or differing(new, old) is not None:
        return EffectKind.CORRECTS if Cue.CORRECTION in new.cues else EffectKind.UPDATES
    return None


def _tells_of_the_past(claim: Claim, new: SentenceReading) -> bool:
    """Where somebody lived or worked once changes nothing; where they moved to does."""
    return Cue.PAST in new.cues and claim.predicate in {"residence", "employment"} and not new.cues & TURNS


def is_same(one: Value, two: Value) -> bool:
    """Whether two values are equal; of times, in their units, too: twice a week is not twice a month.

    A day and a month, or a month and a year, may well be one time.
    """
    if one.kind is two.kind is ValueKind.DAY:
        return one.key == two.key or _may_be_one_day(one.key, two.key)
    return one.key == two.key and (one.kind not in TIMED or one.noun == two.noun)


def _may_be_one_day(one: str, two: str) -> bool:
    """Whether no year, month or day that is told of both differs, and something is told of one alone."""
    ours, theirs = one.split("-"), two.split("-")
    return len(ours) == len(theirs) == _DATE and all(
        a == b or not a or not b for a, b in zip(ours, theirs, strict=True)
    )


def differing(new: SentenceReading, old: SentenceReading) -> tuple[Value, Value] | None:
    """Two values of one kind, of the same counted thing, that are not equal; none where an old one is said again."""
    for value in new.values:
        is_no_news = value.key in new.contrast or value.key in new.wanted or _is_some_of(value, new)
        if is_no_news or value.kind is ValueKind.SPOT:
            continue
        others = [other for other in old.values if comparable(value, other)]
        left = [other for other in others if not _is_said_again(other, new) and not _is_counted_again(other, new)]
        if left and not any(is_same(value, other) or is_part_of(value, other) for other in others):
            return value, left[0]
    return None


def is_part_of(one: Value, two: Value) -> bool:
    """Whether two names are one that is told in full once."""
    ours, theirs = set(one.key.split()), set(two.key.split())
    return {one.kind, two.kind} <= NAMES and (ours <= theirs or theirs <= ours)


def _is_some_of(value: Value, reading: SentenceReading) -> bool:
    """Whether a number is only of some of those that there are: "two of the goats ran off"."""
    leads = value.kind is ValueKind.NUMBER and not reading.text[: value.start].strip()
    return leads and _SOME_OF.match(reading.text, value.end) is not None


def _stands_alone(value: Value, reading: SentenceReading) -> bool:
    """Whether a count is all that a sentence tells, so that its neighbours tell of what: "250 thousand."."""
    return value.kind not in NAMES and value.key in reading.bare


def _is_said_again(value: Value, new: SentenceReading) -> bool:
    """Whether a new sentence names somebody whom an old one named, and not as what they are no more: "from Rome"."""
    if value.kind not in NAMES or value.key in new.contrast:
        return False
    if new.cues & TURNS and not any(claim.subject.name in value.key.split() for claim in new.claims):
        return False
    return any(value.key == other.key for other in new.values) or set(value.key.split()) <= new.topic


def _is_counted_again(value: Value, new: SentenceReading) -> bool:
    """Whether a new sentence still counts as many of the same: "six panels, 1,312 pieces"."""
    if value.kind is not ValueKind.NUMBER or value.key in new.contrast:
        return False
    return any(value.key == other.key and value.nouns & other.nouns for other in new.values)


def comparable(one: Value, two: Value) -> bool:
    """Whether two values could stand in each other's place."""
    if one.kind in NAMES and two.kind in NAMES:
        return one.kind is two.kind or ValueKind.NAME in {one.kind, two.kind}
    if one.kind is not two.kind:
        counted = (_is_bare(one) and two.kind in COUNTS) or (_is_bare(two) and one.kind in COUNTS)
        return counted or _are_times_taken(one, two)
    if one.kind is ValueKind.NUMBER:
        return bool(one.nouns & two.nouns) or not one.nouns or not two.nouns
    if one.kind is ValueKind.DAY and _recurs(one) != _recurs(two):
        return one.key.startswith("w") and two.key.startswith("w")
    if one.kind is ValueKind.MEASURE:
        return one.noun == two.noun
    return True


def _are_times_taken(one: Value, two: Value) -> bool:
    """Whether one is what a stopwatch shows, and the other, which reads as a time of day, may be as well."""
    kinds = {one.kind, two.kind}
    return kinds == {ValueKind.CLOCK, ValueKind.DURATION} and ":" in one.text and ":" in two.text


def _recurs(value: Value) -> bool:
    """Whether a day comes again and again: Saturdays, which no single date takes the place of."""
    return value.noun == "each" or value.text.lower().endswith("days")


def _is_bare(value: Value) -> bool:
    return value.kind is ValueKind.NUMBER and not value.nouns


def anchors(new: SentenceReading, old: SentenceReading, pair: tuple[Value, Value] | None = None) -> frozenset[str]:
    """What both sentences have in common: stems of their topics and equal values, the compared ones left out."""
    left_out = {part for value in pair or () for part in value.key.split()}
    equal = {value.key for value in new.values if value.kind not in NAMES} & {value.key for value in old.values}
    return frozenset((new.topic & (old.topic or old.context)) - left_out) | frozenset(equal)


def _pointed_at(new: SentenceReading, each: Earlier, pair: tuple[Value, Value]) -> frozenset[str]:
    """What both have in common where one of them only points at it; in one turn that would be anything."""
    old = each.reading
    if each.same_turn or not (new.leans or old.leans):
        return frozenset()
    left_out = {part for value in pair for part in value.key.split()}
    return (_about(new) & _about(old)) - left_out


def _about(reading: SentenceReading) -> frozenset[str]:
    """What a sentence speaks of; one that only points at it speaks of what its neighbours name."""
    return reading.topic | reading.context if reading.leans else reading.topic


def neighbours(new: SentenceReading, old: SentenceReading) -> frozenset[str]:
    """What a sentence or its neighbours in the turn have in common with an earlier one or its neighbours."""
    ours, theirs = new.topic | new.context, old.topic | old.context
    return (ours & theirs) - (new.topic & old.topic)


def sameness(new: SentenceReading, each: Earlier, pair: tuple[Value, Value]) -> float:
    """How sure it is that a new value and an old one are values of the same matter."""
    old, (value, other) = each.reading, pair
    score = 0.5 * min(len(anchors(new, old, pair) | _pointed_at(new, each, pair)), 3)
    score += 0.3 * min(len(neighbours(new, old)), 2)
    score += 2.0 * max(0.0, (each.near or 0.0) - _NEAR)
    score += SENSE_WORTH * max(0.0, each.sense - SENSE_BY_CHANCE)
    score += 0.6 * (value.kind is ValueKind.NUMBER and bool(value.nouns & other.nouns))
    score += 0.6 * (other.key in old.bare)
    score += 0.3 * (Cue.CHANGE in new.cues)
    score += 0.3 * (Cue.HABIT in new.cues and Cue.HABIT in old.cues)
    score += 0.4 * bool(_predicates(new) & _predicates(old))
    score += 0.6 * (Cue.CORRECTION in new.cues and each.sentences_ago <= 2 * SOON)
    score += 0.2 * (each.sentences_ago <= SOON)
    score += 0.4 * (Cue.SECOND_LOOK in new.cues and each.sentences_ago <= 2 * SOON)
    score += 0.6 * (value.kind is ValueKind.MEASURE)
    is_name = value.kind in NAMES and not are_numbered_alike(value, other)
    score += 0.8 * (not is_name and have_one_frame(new, old, pair))
    score += 0.6 * (value.kind in NAMES and not is_name)
    score -= 0.5 * is_name
    score -= 0.6 * bool(_other_names(new, old, pair))
    return score


def same_matter(new: SentenceReading, each: Earlier, pair: tuple[Value, Value]) -> bool:
    """Whether the rest of two sentences speaks of the same matter."""
    if same_role(new, each.reading, pair):
        return True
    if not _have_one_owner(new, each.reading, pair) or _are_told_by_the_way(new, each.reading, pair):
        return False
    shared = anchors(new, each.reading, pair)
    if are_of_two(new, each, pair, shared):
        return False
    if len(shared - _named(new)) < _proof(*pair) or (
        pair[0].kind is not pair[1].kind and _stands_alone(pair[1], each.reading)
    ):
        return False
    if pair[0].kind in NAMES and len(shared) < 2 and acts(new, pair[0]) != acts(each.reading, pair[1]):
        return False
    tied = shared or are_numbered_alike(*pair) or neighbours(new, each.reading) - named_in(new, each.reading)
    if not tied and (each.near or 0.0) < _NEAR_ALONE and each.sense < SAME_SENSE:
        return False
    return sameness(new, each, pair) >= _ENOUGH


def _are_told_by_the_way(new: SentenceReading, old: SentenceReading, pair: tuple[Value, Value]) -> bool:
    """Whether one value was so once, tells which thing or who is spoken of, or stands in an entry of a log."""
    if _was_once(new, pair[0]) or _is_spoken_of(new, pair[0]) or is_entry(old):
        return True
    return acts(old, pair[1]) and owner(old, pair[1]) == owner(new, pair[0])


def _have_one_owner(new: SentenceReading, old: SentenceReading, pair: tuple[Value, Value]) -> bool:
    """Whether two values are of the same person; of a count, what is counted tells it, whoever "he" may be."""
    ours, theirs = owner(new, pair[0]), owner(old, pair[1])
    if is_one(ours, theirs):
        return True
    tells = pair[0].nouns & pair[1].nouns or len(anchors(new, old, pair)) > 1
    return bool(tells) and pair[0].kind not in NAMES and compatible(ours, theirs)


def _proof(one: Value, two: Value) -> int:
    """How much two sentences have to share where their values are of two sorts: the 9th is no number of things."""
    if one.kind in NAMES:
        return 0
    if one.text.endswith(_ORDINAL) != two.text.endswith(_ORDINAL) and ValueKind.NUMBER in {one.kind, two.kind}:
        return 2 + (one.kind is two.kind)
    return 2 if {one.kind, two.kind} == {ValueKind.NUMBER, ValueKind.DURATION} else int(one.kind is not two.kind)


def _named(reading: SentenceReading) -> frozenset[str]:
    """Names that a sentence has, and who bears them: they prove nothing of a count."""
    names = {part for value in reading.values if value.kind in NAMES for part in value.key.split()}
    return frozenset(names | {claim.subject.relation for claim in reading.claims if claim.subject.name})


def acts(reading: SentenceReading, value: Value) -> bool:
    """Whether a name is that of the one whom its clause is about, and not what is said of somebody."""
    name = owner(reading, value).name
    return bool(name) and name in value.key.split()


def _is_spoken_of(reading: SentenceReading, value: Value) -> bool:
    """Whether a number tells which thing a clause is about, and nothing of the user's: "Row 3 was full"."""
    claim = next((each for each in reading.claims if value in each.values), None)
    return claim is not None and value.kind is ValueKind.NUMBER and value.key in claim.heads and not claim.of_user


def _was_once(reading: SentenceReading, value: Value) -> bool:
    """Whether a value tells where somebody lived or worked once."""
    return any(claim.is_over for claim in reading.claims if value in claim.values)


def _other_names(new: SentenceReading, old: SentenceReading, pair: tuple[Value, Value]) -> bool:
    """Whether both sentences name different things beside the compared values: the flight to A, the flight to B."""
    ours = {value.key for value in new.values if value.kind in NAMES and value is not pair[0]}
    theirs = {value.key for value in old.values if value.kind in NAMES and value is not pair[1]}
    return bool(ours and theirs and not ours & theirs)


def _predicates(reading: SentenceReading) -> frozenset[str]:
    return frozenset(each.verb for each in reading.claims if each.verb and each.predicate != "being")


def does_otherwise(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether both tell of the same person and verb, or of having and getting, with another object."""
    return any(
        claim.object
        and other.object
        and claim.object != other.object
        and claim.subject == other.subject
        and (claim.verb == other.verb != "be" or {claim.predicate, other.predicate} == {"having", "acquiring"})
        for claim in new.claims
        for other in old.claims
    )
