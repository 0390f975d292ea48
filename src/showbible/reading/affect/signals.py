"""The feelings that a message signals: who feels what for whom, less what it denies, supposes or quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from showbible.reading.affect import english
from showbible.reading.affect.clauses import FeltClause, clauses
from showbible.reading.affect.model import Affect, Signal, WordClass
from showbible.reading.affect.phrases import phrases
from showbible.storage.stems import stem

_NOT_GRIEF: Final = re.compile(english.NOT_GRIEF)
_SPOKEN_ABOUT: Final = frozenset({Affect.JOY, Affect.SADNESS, Affect.FEAR})
_LAUGHING: Final = re.compile("[😂🤣😆😜😝😛]")
_WEEPING: Final = re.compile("[😢😭💔]")
_IN_LOVE: Final = re.compile("[😍🥰😘❤💕💖]")
_PICTURES: Final = ((Affect.JOKE, _LAUGHING), (Affect.SADNESS, _WEEPING), (Affect.ATTRACTION, _IN_LOVE))


def signals(text: str) -> list[Signal]:
    """Every feeling that a message shows, each clause's once."""
    found = [each for clause in clauses(text) if not clause.is_unreal for each in _of_clause(clause)]
    found += [Signal(affect=affect, words=hit[0]) for affect, picture in _PICTURES if (hit := picture.search(text))]
    return found


def _of_clause(clause: FeltClause) -> Iterator[Signal]:
    seen: set[Affect] = set()
    for each in (*_phrases(clause), *_words(clause)):
        if each.affect not in seen:
            seen.add(each.affect)
            yield each


def _phrases(clause: FeltClause) -> Iterator[Signal]:
    for affect, pattern in phrases():
        if hit := pattern.search(clause.text):
            place = len(clause.text[: hit.start()].split())
            # A phrase that holds its own negator says what it says; one behind a negator is denied.
            if not clause.denies(place) or affect in (Affect.CONFIDENCE, Affect.REFUSAL, Affect.BLAME):
                yield Signal(affect=affect, words=hit[0])


def _words(clause: FeltClause) -> Iterator[Signal]:
    for place, word in enumerate(clause.words):
        reduced = _stem(word)
        affect = _near_one(clause, place, reduced) or _by_class(clause, place, reduced)
        if affect is not None:
            yield Signal(affect=affect, words=word)


def _near_one(clause: FeltClause, place: int, word: str) -> Affect | None:
    """Death and illness weigh where they concern somebody near, and are no figure of speech."""
    affect = next((each for each, words in english.NEAR_ONES if word in words), None)
    if affect is None or clause.denies(place) or _NOT_GRIEF.search(clause.text):
        return None
    stems = {_stem(each) for each in clause.words}
    is_near = clause.concerns_speaker or stems & (english.RELATIVES | english.GRAVE)
    return affect if is_near and not stems & english.THINGS_THAT_DIE else None


def _by_class(clause: FeltClause, place: int, word: str) -> Affect | None:
    fitting = next((each for each in english.CLASSES if word in each.words and _fits(clause, place, each)), None)
    if fitting is None or (clause.is_question and fitting.affect in _SPOKEN_ABOUT):
        return None
    return fitting.denied if clause.denies(place) else fitting.affect


def _fits(clause: FeltClause, place: int, wanted: WordClass) -> bool:
    subject, target = clause.subject(place), clause.object(place)
    if wanted.subjects is not None and subject not in wanted.subjects:
        return False
    return wanted.objects is None or target in wanted.objects


@lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    return stem(word)
