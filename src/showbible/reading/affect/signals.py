"""The feelings that a message signals: who feels what for whom, less what it denies, supposes or quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from showbible.reading.affect.clauses import FeltSentence, sentences
from showbible.reading.affect.good_or_bad import good_or_bad
from showbible.reading.affect.lexicon import Lexicon, lexicon
from showbible.reading.affect.model import Affect, Party, Signal, WordFamily
from showbible.reading.affect.parties import FeltClause
from showbible.reading.affect.reproach import reproach

_TOLD: Final = frozenset(
    {Affect.JOY, Affect.EASE, Affect.SADNESS, Affect.FEAR, Affect.WARMTH, Affect.SHAME, Affect.BLAME}
)
"""What a question only asks after."""
_EVENTS: Final = frozenset({Affect.GRIEF, Affect.ILLNESS, Affect.TROUBLE, Affect.SUCCESS, Affect.JOKE})
"""What weighs the same when somebody else is said to have told it."""
_OVERCOME: Final = frozenset({Affect.ILLNESS, Affect.TROUBLE})
_ONLY_YOU: Final = frozenset({Party.LISTENER})
_STRESSED: Final = 1.3
_HEDGED: Final = 0.6
_LOUD: Final = 1.1
_PICTURES: Final = (
    (Affect.JOKE, re.compile("[😂🤣😆😜😝😛]")),
    (Affect.SADNESS, re.compile("[😢😭💔]")),
    (Affect.ATTRACTION, re.compile("[😍🥰😘❤💕💖]")),
)


def signals(text: str, *, among: str = "") -> list[Signal]:
    """Every feeling that a message shows, each sentence's once; `among` are the words that it answers or begins."""
    found = [each for sentence in sentences(text, among=among) for each in _of_sentence(sentence)]
    found += [Signal(affect=affect, words=hit[0]) for affect, picture in _PICTURES if (hit := picture.search(text))]
    return _in_fun(found) if any(each.affect is Affect.JOKE for each in found) else found


def _in_fun(found: list[Signal]) -> list[Signal]:
    """What is said with a laugh: a bad name is a tease."""
    return [replace(each, affect=Affect.TEASE) if each.affect is Affect.INSULT else each for each in found]


def _of_sentence(sentence: FeltSentence) -> Iterator[Signal]:
    known = lexicon(sentence.using)
    found = [*_forms(sentence, known), *_words(sentence, known)]
    if not found and (blamed := reproach(sentence)) is not None:
        found = [Signal(affect=blamed, words=sentence.text, strength=_strength(sentence, known))]
    found = found or list(good_or_bad(sentence))[:1]
    # What ended well is no trouble any more.
    seen = set(_OVERCOME) if any(each.affect is Affect.SUCCESS for each in found) else set()
    for each in found:
        if each.affect not in seen and (not sentence.is_reported or each.affect in _EVENTS):
            seen.add(each.affect)
            yield each


def _forms(sentence: FeltSentence, known: Lexicon) -> Iterator[Signal]:
    for form in known.forms:
        if sentence.is_unreal and not form.may_be_unreal:
            continue
        hit = form.pattern.search(sentence.seen)
        if hit and (form.may_be_negated or not sentence.denies(hit.start())):
            yield Signal(affect=form.affect, words=hit[0], strength=_strength(sentence, known))


def _words(sentence: FeltSentence, known: Lexicon) -> Iterator[Signal]:
    if sentence.is_unreal:
        return
    for clause in sentence.clauses:
        for place, word in enumerate(clause.words):
            affect = _of_word(clause, place, known)
            if affect is not None and not (sentence.is_question and affect in _TOLD):
                yield Signal(affect=affect, words=word.lower, strength=_strength(sentence, known))


def _of_word(clause: FeltClause, place: int, known: Lexicon) -> Affect | None:
    word = clause.words[place]
    family = next((each for each in known.known(word.lower, word.stem) if _fits(clause, place, each, known)), None)
    if family is None:
        return None
    return family.denied if clause.denies(place) else family.affect


def _fits(clause: FeltClause, place: int, family: WordFamily, known: Lexicon) -> bool:
    if known.figures.search(clause.text):
        return False
    if family.of_somebody_near:
        return _is_of_somebody_near(clause, place, known)
    if family.is_state and not clause.follows_link(place):
        return False
    if family.subjects and clause.subject(place) not in family.subjects:
        return False
    if family.objects == _ONLY_YOU and not clause.has_near_object(place):
        return False
    return not family.objects or clause.object(place) in family.objects


def _is_of_somebody_near(clause: FeltClause, place: int, known: Lexicon) -> bool:
    """Whether death, illness or misfortune is somebody's who matters."""
    is_thing = any(each.lower in known.listed("things") for each in clause.words[max(0, place - 2) : place])
    return clause.concerns_somebody_near and not is_thing


def _strength(sentence: FeltSentence, known: Lexicon) -> float:
    said = {each.lower for clause in sentence.clauses for each in clause.words}
    degree = _HEDGED if said & known.listed("hedges") else _STRESSED if said & known.listed("stress") else 1.0
    return degree * (_LOUD if sentence.text.rstrip().endswith("!") else 1.0)
