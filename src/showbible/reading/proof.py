"""What keeps two values apart though they are of one kind: they count two things, or belong to two people."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from showbible.reading.frames import have_one_frame
from showbible.reading.grammar import grammar
from showbible.reading.model import Claim, Cue, Earlier, SentenceReading, Subject, Value, ValueKind
from showbible.reading.whom import is_person

SAME_SENSE: Final = 0.5
"""The nearness of two sentences as wholes that words with nothing to do with each other hardly ever reach."""
_NAMES: Final = frozenset({ValueKind.NAME, ValueKind.PLACE, ValueKind.PERSON})
_COUNTED: Final = frozenset({ValueKind.NUMBER, ValueKind.MEASURE, ValueKind.DURATION, ValueKind.CLOCK})
_SAYS_SO: Final = frozenset({Cue.CHANGE, Cue.CORRECTION, Cue.SECOND_LOOK, Cue.ENDING})
_HEADED: Final = re.compile(r"\s*[^\W\d_]+(?: [^\W\d_]+)?:\s")
_NEW: Final = re.compile(r"\bnew (?P<what>[a-z]+)", re.IGNORECASE)
_SEVERAL: Final = 2


def are_of_two(new: SentenceReading, each: Earlier, pair: tuple[Value, Value], shared: frozenset[str]) -> bool:
    """Whether what two sentences share is too little to call their values those of one matter."""
    old = each.reading
    if Cue.CORRECTION in new.cues:
        return False
    own = shared - named_in(new, old)
    if pair[0].kind in _NAMES:
        return not own and _share_only_people(new, old, pair, shared)
    if _is_somebody_s(new, old, pair) and len(own) < _SEVERAL and each.sense < SAME_SENSE:
        return True
    if len(own) < _SEVERAL and _count_two_things(new, old, pair):
        return True
    return not own and _share_only_people(new, old, pair, shared)


def named_in(new: SentenceReading, old: SentenceReading) -> frozenset[str]:
    """Stems by which two sentences name people: that both speak of them proves nothing of a value."""
    return _people(new) | _people(old)


def is_entry(reading: SentenceReading) -> bool:
    """Whether a sentence notes under a heading what was done and how much: "Swim: 20 lengths, 31 minutes"."""
    counted = [value for value in reading.values if value.kind in _COUNTED]
    return len(counted) >= _SEVERAL and _HEADED.match(reading.text) is not None


def _is_somebody_s(new: SentenceReading, old: SentenceReading, pair: tuple[Value, Value]) -> bool:
    """Whether one value is of somebody of whom the other sentence and its neighbours say nothing."""
    ours, theirs = _owner(new, pair[0]), _owner(old, pair[1])
    if theirs.is_open:
        return is_person(ours) and not _speaks_of(ours, old)
    return ours.is_open and is_person(theirs) and not _speaks_of(theirs, new)


def _speaks_of(subject: Subject, reading: SentenceReading) -> bool:
    using, around = grammar(reading.language), reading.topic | reading.context
    name = using.stem(subject.name) if using and subject.name else subject.name
    return not around.isdisjoint({subject.relation, subject.name, name} - {""})


def _count_two_things(new: SentenceReading, old: SentenceReading, pair: tuple[Value, Value]) -> bool:
    """Whether one number counts something that the sentence with the other, bare one does not speak of."""
    one, two = pair
    if {one.kind, two.kind} != {ValueKind.NUMBER} or bool(one.nouns) == bool(two.nouns):
        return False
    counted, other = (one, old) if one.nouns else (two, new)
    return counted.nouns.isdisjoint(other.topic | other.context) and not _do_the_same(new, old, pair)


def _share_only_people(
    new: SentenceReading, old: SentenceReading, pair: tuple[Value, Value], shared: frozenset[str]
) -> bool:
    """Whether both only speak of one person: what Rory lets in is no age, and no day of his another one's."""
    if not shared or _says_so(new, old) or _do_the_same(new, old, pair):
        return False
    if pair[0].nouns & pair[1].nouns and pair[0].kind is not ValueKind.MONEY:
        return False
    return not _owner(new, pair[0]).is_user


def _says_so(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether a word of change or correction is said, and not only of a new thing that the other does not know."""
    cues = new.cues & _SAYS_SO
    using, match = grammar(new.language), _NEW.search(new.text)
    if cues == {Cue.CHANGE} and using is not None and match is not None:
        return using.stem(match["what"].lower()) in old.topic | old.context
    return bool(cues)


def _do_the_same(new: SentenceReading, old: SentenceReading, pair: tuple[Value, Value]) -> bool:
    """Whether both values stand in a clause with the same verb, or behind the same words."""
    ours, theirs = _claim(new, pair[0]), _claim(old, pair[1])
    same_verb = ours is not None and theirs is not None and bool(ours.verb) and ours.verb == theirs.verb
    return same_verb or have_one_frame(new, old, pair)


def _claim(reading: SentenceReading, value: Value) -> Claim | None:
    return next((claim for claim in reading.claims if value in claim.values), None)


def _owner(reading: SentenceReading, value: Value) -> Subject:
    claim = _claim(reading, value)
    return claim.subject if claim else reading.subject


def _people(reading: SentenceReading) -> frozenset[str]:
    """Stems of the names that a sentence has, and what their bearers are."""
    using = grammar(reading.language)
    names: Iterable[str] = (
        *(value.key for value in reading.values if value.kind in _NAMES),
        *(claim.subject.name for claim in reading.claims),
    )
    parts = {part for name in names for part in name.split()}
    stems = {using.stem(part) for part in parts} if using else set()
    return frozenset(parts | stems | {claim.subject.relation for claim in reading.claims if is_person(claim.subject)})
