"""Whether two sentences speak of the same person, the same slot and the same matter."""

from __future__ import annotations

from typing import Final

from showbible.reading.model import Claim, Cue, EffectKind, SentenceReading, Stance, Subject, Value, ValueKind

_NAMES: Final = frozenset({ValueKind.NAME, ValueKind.PLACE, ValueKind.PERSON})
_SINGLE: Final = frozenset({"home", "job", "employer", "age", "name", "status", "birthday", "diet", "origin", "study"})
_ENOUGH: Final = 1.2
_NEAR: Final = 0.4


def is_open_to_change(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether an earlier sentence told something that the new one, of the same speaker and language, could change."""
    return old.is_told and old.speaker == new.speaker and old.language == new.language and old.text != new.text


def same_subject(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether both may be about the same person."""
    return compatible(new.subject, old.subject)


def compatible(one: Subject, two: Subject) -> bool:
    """Whether two subjects may be one."""
    if one.is_open or two.is_open or one == two:
        return True
    if one.name and two.name:
        return one.name == two.name
    return one.relation == two.relation


def same_slot(claim: Claim, other: Claim, new: SentenceReading, old: SentenceReading) -> EffectKind | None:
    """What a claim does to another one of the same slot, if it is of the same slot."""
    if not claim.slot or claim.slot != other.slot or not compatible(claim.subject, other.subject):
        return None
    if claim.content == other.content or (claim.content and claim.content <= other.content):
        return EffectKind.RESTATES if claim.stance is other.stance else None
    if Cue.ADDITION in new.cues:
        return EffectKind.ADDS
    is_single = claim.slot in _SINGLE or claim.slot.startswith(("favourite", "taste"))
    conflicting = differing(new, old) is not None
    cued = bool(new.cues & {Cue.CHANGE, Cue.CORRECTION, Cue.ENDING, Cue.NEGATION})
    if claim.slot == "home" and Cue.PAST in new.cues and claim.predicate == "residence":
        return None
    if is_single or conflicting or cued:
        return EffectKind.CORRECTS if Cue.CORRECTION in new.cues else EffectKind.UPDATES
    return None


def differing(new: SentenceReading, old: SentenceReading) -> tuple[Value, Value] | None:
    """Two values of one kind, of the same counted thing, that are not equal; none where one of the old is said again."""
    for value in new.values:
        others = [other for other in old.values if _comparable(value, other)]
        if others and all(other.key != value.key for other in others):
            return value, others[0]
    return None


def _comparable(one: Value, two: Value) -> bool:
    if one.kind in _NAMES and two.kind in _NAMES:
        return one.kind is two.kind or ValueKind.NAME in {one.kind, two.kind}
    if one.kind is not two.kind:
        return False
    if one.kind is ValueKind.NUMBER:
        return bool(one.nouns & two.nouns) or not one.nouns or not two.nouns
    if one.kind is ValueKind.MEASURE:
        return one.noun == two.noun
    return True


def same_matter(new: SentenceReading, old: SentenceReading, near: float | None, pair: tuple[Value, Value]) -> bool:
    """Whether the rest of two sentences speaks of the same matter."""
    value, other = pair
    shared = new.topic & old.topic
    score = 0.0
    if value.kind is ValueKind.NUMBER and value.nouns & other.nouns:
        score += 0.6
    score += 0.5 * min(len(shared), 3)
    score += 2.0 * max(0.0, (near or 0.0) - _NEAR)
    score += 0.3 * (Cue.CHANGE in new.cues)
    score += 0.3 * (Cue.HABIT in new.cues and Cue.HABIT in old.cues)
    score += 0.4 * bool(_predicates(new) & _predicates(old))
    if value.kind in _NAMES:
        score -= 0.4
    return score >= _ENOUGH


def _predicates(reading: SentenceReading) -> frozenset[str]:
    return frozenset(each.predicate for each in reading.claims if each.predicate and each.predicate != "being")


def agrees(new: SentenceReading, old: SentenceReading, near: float | None) -> bool:
    """Whether an ending or a negation speaks of what an earlier sentence said."""
    shared = new.topic & old.topic
    if not shared:
        return False
    if Cue.ENDING in new.cues:
        objects = {each.object for each in new.claims if each.object}
        return bool(shared & objects) or len(shared) >= 2
    same = _predicates(new) & _predicates(old)
    negated = [each for each in new.claims if each.stance is Stance.DENIED]
    objects = {each.object for each in negated if each.object}
    return bool(shared & objects) and (bool(same) or len(shared) >= 2)
