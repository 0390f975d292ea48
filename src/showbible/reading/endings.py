"""Whether a sentence says that what an earlier one told has ended, was never so, or is so after all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from showbible.reading.grammar import Grammar, grammar
from showbible.reading.languages.language import FINISHING, LOSING, SPEAKING
from showbible.reading.matters import NAMES, is_one
from showbible.reading.model import Claim, Cue, SentenceReading, Stance, ValueKind
from showbible.reading.proof import is_entry

_STATES: Final = frozenset({"residence", "employment", "having", "liking", "studying", "naming"})
_WORD: Final = re.compile(r"[^\W\d_]+")
_PASSING: Final = frozenset({None, SPEAKING, LOSING, FINISHING})
"""Classes of verbs after which nothing goes on; None for those of no class."""
_ANY: Final = re.compile(r"\b(?:any|anything)\b", re.IGNORECASE)
_A_WORD: Final = 6
"""Letters of the shortest stem that is looked for inside of another."""
_A_FAMILY: Final = 7
"""Letters with which words of one family begin: subscribe and subscription."""
_BONDS: Final = frozenset({"wife", "husband", "partner"})
_PAST: Final = frozenset({"was", "were"})
_NOT_YET: Final = frozenset({"to", "will", "would", "can", "could", "shall", "should", "may", "might", "must"})
"""Words after which a verb is no past."""


def is_ended_by(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether an ending or a negation speaks of what an earlier sentence said."""
    return any(_ends(claim, other, new, old) for claim in new.claims for other in old.claims)


def _ends(claim: Claim, other: Claim, new: SentenceReading, old: SentenceReading) -> bool:
    if other.stance is Stance.DENIED or _is_another_s(claim, new) or is_entry(old):
        return False
    hit = _named_by(claim.ended, _said_in(other, old))
    if hit and (_does_something(other, hit, old) or _has_happened(other, old) or _was_so(claim, other)):
        return False
    if _parts(claim, other, new) or _finishes(claim, other, old) or len(hit) == len(set(claim.ended)) >= 2:
        return True
    if not _may_be_of(claim, other):
        return False
    is_denied = claim.stance is Stance.DENIED
    if _does_none(claim, new) and claim.verb == other.verb and len(new.topic & old.topic) > 1:
        return True
    if claim.ended:
        around = old.leans and claim.ended[-1] in old.context and bool(new.context & old.topic)
        is_named = claim.ended[-1] in hit or len(hit) > 1
        return around or (is_named and 2 * len(hit) >= len(claim.ended)) or (is_denied and _denies(claim, other))
    if not is_denied or not _speak_of_one(claim, other, new, old):
        return False
    return _denies(claim, other) or (_covers(new, old) and not _has_happened(other, old))


def _does_none(claim: Claim, new: SentenceReading) -> bool:
    """Whether somebody has stopped doing something with whatever it was: "I no longer take any tablets"."""
    return bool(claim.verb and claim.stance is Stance.DENIED and Cue.ENDING in new.cues and _ANY.search(new.text))


def _named_by(ended: tuple[str, ...], topic: frozenset[str]) -> frozenset[str]:
    """What of something that ended a sentence speaks of; all of it also where words of one family fit."""
    hit = topic.intersection(ended)
    return frozenset(ended) if ended and all(stem in hit or _has_kin(stem, topic) for stem in ended) else hit


def _has_kin(stem: str, topic: frozenset[str]) -> bool:
    """Whether a thing is called after what a sentence speaks of, or the other way round: membership after member."""
    return any(
        stem[:_A_FAMILY] == other[:_A_FAMILY] or stem.startswith(other) or other.startswith(stem)
        for other in topic
        if min(len(stem), len(other)) >= _A_WORD
    )


def _parts(claim: Claim, other: Claim, new: SentenceReading) -> bool:
    """Whether the user has parted from somebody, and another claim tells who that is: "Marek is my boyfriend"."""
    if claim.slot != "status" or not claim.subject.is_user or Cue.ENDING not in new.cues:
        return False
    if any(value.kind is ValueKind.DAY and value.key[:1].isdigit() for value in new.values):
        return False  # in a year that is named it was most often another one
    is_who = other.predicate == "being" and other.object in _BONDS
    return is_who or (other.slot == "called" and other.subject.relation in _BONDS)


def _speak_of_one(claim: Claim, other: Claim, new: SentenceReading, old: SentenceReading) -> bool:
    """Whether what a clause is about, if it names a thing or somebody unknown, is what an earlier one is about."""
    if not claim.heads or not claim.subject.is_open or (other.heads and new.topic.issuperset(other.heads)):
        return True
    about = {*other.heads, other.object} if other.heads or not other.subject.is_open else old.topic
    return not about.isdisjoint(claim.heads)


def _said_in(claim: Claim, reading: SentenceReading) -> frozenset[str]:
    """What a clause speaks of: the topic of its sentence without what only other clauses say."""
    using = grammar(reading.language)
    if using is None or len(reading.claims) < 2:
        return reading.topic
    own = _stems(claim.words, using)
    return reading.topic - frozenset(
        stem for other in reading.claims if other is not claim for stem in _stems(other.words, using) if stem not in own
    )


def _stems(text: str, using: Grammar) -> frozenset[str]:
    found = [using.stem(word) for word in _WORD.findall(text.lower())]
    return frozenset([*found, *(using.relations[stem] for stem in found if stem in using.relations)])


def _does_something(claim: Claim, hit: Iterable[str], reading: SentenceReading) -> bool:
    """Whether all that is said to end is somebody who does or did something here: that holds, whoever is gone.

    What somebody is may end with them: "Leif is on my couch", "my wife Ada sings".
    """
    using, name = grammar(reading.language), claim.subject.name
    if using is None or not name or not set(hit) <= {using.stem(name), claim.subject.relation}:
        return False
    if claim.subject.relation in _BONDS & _stems(claim.words, using):
        return False
    before, _, after = claim.words.lower().partition(name)
    linked = _WORD.findall(before) + _WORD.findall(after)[:1]
    return not any(using.stem(word) in using.copulas or word == "s" for word in linked)


def _has_happened(claim: Claim, reading: SentenceReading) -> bool:
    """Whether a clause tells what somebody else did once: that is so whatever comes to an end."""
    using = grammar(reading.language)
    if using is None or using.code != "en" or claim.subject.is_user or claim.to_user:
        return False
    words = ["", *_WORD.findall(claim.words.lower())]
    done = [
        using.stem(word)
        for before, word in pairwise(words)
        if before not in _NOT_YET
        and word not in using.function_words
        and (word.endswith("ed") or using.lemmas.is_irregular(word))
    ]
    return any(using.verbs.get(stem) in _PASSING and stem not in using.copulas for stem in done)


def _was_so(claim: Claim, other: Claim) -> bool:
    """Whether a clause tells how something was: that stays true when it ends, unless it is denied."""
    return claim.stance is not Stance.DENIED and not _PAST.isdisjoint(_WORD.findall(other.words.lower()))


def _is_another_s(claim: Claim, new: SentenceReading) -> bool:
    """Whether what comes to an end is one of a sort, and not the speaker's: "someone left a lock"."""
    return not claim.subject.is_user and bool(claim.ended) and claim.ended[-1] in new.introduced


def _denies(claim: Claim, other: Claim) -> bool:
    """Whether a claim denies what another one says with the same verb, or one of its class."""
    if claim.predicate == "speaking":
        return False
    alike = claim.predicate == other.predicate and claim.predicate in _STATES
    same_verb = (bool(claim.verb) and claim.verb == other.verb) or alike
    told = {value.key for value in claim.values if value.kind not in NAMES and value.kind is not ValueKind.SPOT}
    same_value = told & {each.key for each in other.values}
    return same_verb and ((bool(claim.object) and claim.object == other.object) or bool(same_value))


def _finishes(claim: Claim, other: Claim, old: SentenceReading) -> bool:
    """Whether somebody is done with what they were at."""
    if claim.predicate != "finishing" or claim.stance is not Stance.ASSERTED:
        return False
    goes_on = other.predicate in {"being", "studying"} and not other.slot
    return goes_on and claim.object in old.topic and is_one(claim.subject, other.subject)


def _covers(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether two sentences speak of nearly the same things, and not only of the same people."""
    shared = new.topic & old.topic
    who = shared & (_people(new) | _people(old))
    shared = shared - _relations(new) if who else shared
    alone = shared - who
    return bool(alone) and len(shared) >= 2 and 3 * len(shared) >= 2 * min(len(new.topic), len(old.topic))


def _people(reading: SentenceReading) -> frozenset[str]:
    """Stems of the names that a sentence has."""
    using = grammar(reading.language)
    names = [value.key for value in reading.values if value.kind in {ValueKind.NAME, ValueKind.PERSON}]
    names += [claim.subject.name for claim in reading.claims]
    return frozenset(using.stem(part) for name in names for part in name.split()) if using else frozenset()


def _relations(reading: SentenceReading) -> frozenset[str]:
    using = grammar(reading.language)
    return frozenset(using.relations.values()) if using else frozenset()


def is_affirmed_by(new: SentenceReading, old: SentenceReading) -> bool:
    """Whether a sentence says that what was not so is so now."""
    if Cue.NEGATION not in old.cues or Cue.NEGATION in new.cues or not old.topic <= new.topic:
        return False
    if not old.topic - _people(old) - _relations(old):
        return False
    return new.subject == old.subject and not new.subject.is_open and len(new.topic - old.topic) <= 2


def _may_be_of(claim: Claim, other: Claim) -> bool:
    names = {other.subject.name, claim.subject.name if other.subject.is_user else ""} - {""}
    if claim.ended and claim.ended[-1] in names:
        return True
    # "No dog." says of the dog only that it is not so.
    if not claim.verb and claim.ended == (claim.subject.relation,) and other.subject.is_user:
        return True
    return is_one(claim.subject, other.subject) or (claim.of_user and other.subject.is_user)
