"""Whether two sentences speak of the same person, the same slot and the same matter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from showbible.reading.model import Claim, Cue, Earlier, EffectKind, SentenceReading, Stance, Subject, Value, ValueKind

NAMES: Final = frozenset({ValueKind.NAME, ValueKind.PLACE, ValueKind.PERSON})
COUNTS: Final = frozenset({ValueKind.MONEY, ValueKind.MEASURE, ValueKind.DURATION, ValueKind.AGE, ValueKind.SHARE})
TIMED: Final = frozenset({ValueKind.FREQUENCY, ValueKind.DURATION})
SINGLE: Final = frozenset(
    {"home", "job", "employer", "age", "name", "status", "birthday", "diet", "origin", "study", "called"}
)
TURNS: Final = frozenset({Cue.CHANGE, Cue.CORRECTION, Cue.ENDING, Cue.NEGATION})
SOON: Final = 5
"""Sentences after which a slip of the tongue is hardly mended any more."""

_ENOUGH: Final = 1.2
_NEAR: Final = 0.35
_NEAR_ALONE: Final = 0.45
SAME_SENSE: Final = 0.5
"""The nearness of two sentences as wholes that words with nothing to do with each other hardly ever reach."""
SENSE_BY_CHANCE: Final = 0.4
SENSE_WORTH: Final = 6.0
_STATES: Final = frozenset({"residence", "employment", "having", "liking", "studying", "naming"})


def is_open_to_change(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether an earlier sentence told something that the new one, of the same speaker and language, could change."""
    return old.is_told and old.speaker == new.speaker and old.language == new.language and old.text != new.text


def compatible(one: Subject, two: Subject) -> bool:
    """Whether two subjects may be one; somebody may be anybody but the user."""
    if one.is_open or two.is_open or one == two:
        return True
    if "someone" in {one.relation, two.relation}:
        return not (one.is_user or two.is_user)
    if one.name and two.name:
        return one.name == two.name
    return bool(one.relation) and one.relation == two.relation


def same_subject(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether both may be about the same person."""
    if compatible(new.subject, old.subject):
        return True
    if not old.subject.is_user and old.subject.relation in new.topic:
        return True
    return any(compatible(claim.subject, old.subject) and not claim.subject.is_open for claim in new.claims)


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
    if not claim.slot or claim.slot != other.slot or not compatible(claim.subject, other.subject):
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
    """Whether two values are equal; of times, in their units, too: twice a week is not twice a month."""
    return one.key == two.key and (one.kind not in TIMED or one.noun == two.noun)


def differing(new: SentenceReading, old: SentenceReading) -> tuple[Value, Value] | None:
    """Two values of one kind, of the same counted thing, that are not equal; none where an old one is said again."""
    for value in new.values:
        if value.key in new.contrast or value.kind is ValueKind.SPOT:
            continue
        others = [other for other in old.values if comparable(value, other)]
        if others and not any(is_same(value, other) for other in others):
            return value, others[0]
    return None


def comparable(one: Value, two: Value) -> bool:
    """Whether two values could stand in each other's place."""
    if one.kind in NAMES and two.kind in NAMES:
        return one.kind is two.kind or ValueKind.NAME in {one.kind, two.kind}
    if one.kind is not two.kind:
        return (_is_bare(one) and two.kind in COUNTS) or (_is_bare(two) and one.kind in COUNTS)
    if one.kind is ValueKind.NUMBER:
        return bool(one.nouns & two.nouns) or not one.nouns or not two.nouns
    if one.kind is ValueKind.MEASURE:
        return one.noun == two.noun
    return True


def _is_bare(value: Value) -> bool:
    return value.kind is ValueKind.NUMBER and not value.nouns


def anchors(new: SentenceReading, old: SentenceReading, pair: tuple[Value, Value] | None = None) -> frozenset[str]:
    """What both sentences have in common: stems of their topics and equal values, the compared ones left out."""
    left_out = {part for value in pair or () for part in value.key.split()}
    equal = {value.key for value in new.values if value.kind not in NAMES} & {value.key for value in old.values}
    return frozenset((new.topic & (old.topic or old.context)) - left_out) | frozenset(equal)


def neighbours(new: SentenceReading, old: SentenceReading) -> frozenset[str]:
    """What a sentence or its neighbours in the turn have in common with an earlier one or its neighbours."""
    ours, theirs = new.topic | new.context, old.topic | old.context
    return (ours & theirs) - (new.topic & old.topic)


def sameness(new: SentenceReading, each: Earlier, pair: tuple[Value, Value]) -> float:
    """How sure it is that a new value and an old one are values of the same matter."""
    old, (value, other) = each.reading, pair
    score = 0.5 * min(len(anchors(new, old, pair)), 3)
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
    score -= 0.5 * (value.kind in NAMES)
    score -= 0.6 * bool(_other_names(new, old, pair))
    return score


def same_matter(new: SentenceReading, each: Earlier, pair: tuple[Value, Value]) -> bool:
    """Whether the rest of two sentences speaks of the same matter."""
    if not compatible(owner(new, pair[0]), owner(each.reading, pair[1])) or _was_once(new, pair[0]):
        return False
    tied = anchors(new, each.reading, pair) or neighbours(new, each.reading) or pair[0].kind is ValueKind.MEASURE
    if not tied and (each.near or 0.0) < _NEAR_ALONE and each.sense < SAME_SENSE:
        return False
    return sameness(new, each, pair) >= _ENOUGH


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


def is_ended_by(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether an ending or a negation speaks of what an earlier sentence said."""
    return any(_ends(claim, other, new, old) for claim in new.claims for other in old.claims)


def _ends(claim: Claim, other: Claim, new: SentenceReading, old: SentenceReading) -> bool:
    if other.stance is Stance.DENIED:
        return False
    hit = set(claim.ended) & old.topic
    if _is_another_s(claim, new):
        return False
    if _finishes(claim, other, old) or len(hit) == len(set(claim.ended)) >= 2:
        return True
    if not _may_be_of(claim, other):
        return False
    if claim.ended:
        around = claim.ended[-1] in old.context and bool(new.context & old.topic)
        is_named = claim.ended[-1] in hit or len(hit) > 1
        return around or (is_named and 2 * len(hit) >= len(claim.ended))
    return claim.stance is Stance.DENIED and (_covers(new, old) or _denies(claim, other))


def _is_another_s(claim: Claim, new: SentenceReading) -> bool:
    """Whether what comes to an end is one of a sort, and not the speaker's: "someone left a lock"."""
    return not claim.subject.is_user and bool(claim.ended) and claim.ended[-1] in new.introduced


def _denies(claim: Claim, other: Claim) -> bool:
    """Whether a claim denies what another one says with the same verb, or one of its class."""
    same_verb = claim.verb == other.verb or (claim.predicate == other.predicate and claim.predicate in _STATES)
    return same_verb and bool(claim.object) and claim.object == other.object


def _finishes(claim: Claim, other: Claim, old: SentenceReading) -> bool:
    """Whether somebody is done with what they were at."""
    if claim.predicate != "finishing" or claim.stance is not Stance.ASSERTED:
        return False
    goes_on = other.predicate in {"being", "studying"} and not other.slot
    return goes_on and claim.object in old.topic and compatible(claim.subject, other.subject)


def _covers(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether two sentences speak of nearly the same things."""
    shared = len(new.topic & old.topic)
    return shared >= 2 and 3 * shared >= 2 * min(len(new.topic), len(old.topic))


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


def is_affirmed_by(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether a sentence says that what was not so is so now."""
    if Cue.NEGATION not in old.cues or Cue.NEGATION in new.cues or not old.topic <= new.topic:
        return False
    return new.subject == old.subject and not new.subject.is_open and len(new.topic - old.topic) <= 2


def _may_be_of(claim: Claim, other: Claim) -> bool:
    names = {other.subject.name, claim.subject.name if other.subject.is_user else ""} - {""}
    if claim.ended and claim.ended[-1] in names:
        return True
    return compatible(claim.subject, other.subject) or (claim.of_user and other.subject.is_user)
